"""Times as every screen is told them: the hall's clock, and when something was recorded."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from tantera.tournament.hall.state import HallClock, HallState
from tantera.tournament.state import TournamentState
from tantera.words import translate

PHASES: Final[dict[str, str]] = {
    "ready": "ready",
    "running": "running",
    "paused": "standing still",
    "time": "Time!",
}
"""What the clock does, in words."""


def clock_told(tournament: TournamentState, hall: HallState) -> dict[str, Any] | None:
    """The clock for a script that counts by the server's time: when it ends, or what is left while it stands."""
    clock = hall.clock
    if clock is None:
        return None
    more = {str(table): _until(clock, table) for table, length in clock.more.items() if length}
    return {
        "round": clock.round,
        "length": clock.length,
        "started": clock.started is not None,
        "warn": sorted(tournament.options.warn_minutes, reverse=True),
        **_until(clock),
        "more": more,
    }


def round_is_over(tournament: TournamentState, hall: HallState) -> bool:
    """Whether the clock is that of a round which has been closed: nobody counts its minutes any longer."""
    clock = hall.clock
    return clock is not None and any(one.number == clock.round and one.stage == "closed" for one in tournament.played)


def _until(clock: HallClock, table: int | None = None) -> dict[str, int | None]:
    ends = clock.ends(table)
    return {"ends": ends, "left": None if ends is not None else clock.left(0, table)}


def time_of_day(at: int) -> str:
    """On the wall of the hall, in the server's own time."""
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%H:%M")


def clock_time(at: str) -> str:
    """The hour of a record, in the server's own time; nothing where the record has no time."""
    moment = moment_of(at)
    return f"{moment:%H:%M}" if moment is not None else ""


def moment_of(at: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return None
    return moment.astimezone() if moment.tzinfo is not None else moment


def minutes(left: int) -> str:
    """What is left is rounded up, as `clock.js` does it: every screen shows the same.

    >>> minutes(276_001), minutes(3_600_000), minutes(-5_000)
    ('4:37', '60:00', '0:00')
    """
    seconds = max(0, -(-left // 1000))
    return f"{seconds // 60}:{seconds % 60:02d}"


def figures(left: int) -> str:
    """The same on large screens.

    >>> figures(277_000), figures(3_600_000)
    ('04:37', '60:00')
    """
    return minutes(left).zfill(5)


def clock_words(lang: str) -> dict[str, str]:
    """What a script says of it."""
    return {phase: translate(lang, said) for phase, said in PHASES.items()} | {
        "away": translate(lang, "no connection: it goes on by itself")
    }


def clock_text(hall: HallState, now: int, lang: str) -> str:
    """Without a script: when it ends, or what is left while it stands. Figures that do not count would deceive."""
    clock = hall.clock
    if clock is None:
        return ""
    phase, ends = clock.phase(now), clock.ends()
    if phase == "running" and ends is not None:
        return translate(lang, "until {time}", time=time_of_day(ends))
    return figures(clock.left(now)) if phase != "time" else translate(lang, PHASES["time"])
