"""Studies in the process of the tests: one of their own lets everybody else go first, on a busy machine for minutes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from tantera.study.kept import keep_pairs
from tantera.study.pairs import FittingPlay, HandOfPairs, TimedTurn
from tantera.web.replays import partners
from tantera.web.replays.partners import STREAM
from tantera.web.replays.reviewing import Reviews, _studied
from tantera.web.tables.directory import MatchPlayed
from tests.web.serving import PATIENCE, Running


async def at_once(_: Reviews, *hand: Any) -> bytes:
    """In the place of `Reviews._worked_out`."""
    return await asyncio.to_thread(_studied, *hand)


async def in_a_thread(_: Reviews, work: Any, *args: Any) -> Any:
    """In the place of `Reviews._tried`: whatever the process would do."""
    return await asyncio.to_thread(work, *args)


# --- partners: figures of matches that nobody has played --------------------------------------------------------------


def hand_of_pairs(ours: float, theirs: float, told: float | None = None) -> HandOfPairs:
    """How well the play of seats 1 and 3 fits their partner's tiles, and that of 2 and 4; and, where anybody took the
    time, how much a pause of seat 1 told."""
    plays = tuple(FittingPlay(seat, (seat + 1) % 4 + 1, 3, (ours, theirs)[seat % 2 == 0]) for seat in range(1, 5))
    turns = [TimedTurn(1, 2, True, told), TimedTurn(1, 2, False, -told / 2)] if told is not None else []
    return HandOfPairs(plays, tuple(turns))


def planted_hands(count: int, *, pauses: bool = False) -> list[HandOfPairs]:
    """Seats 1 and 3 play as if they knew, 2 and 4 as chance has it."""
    return [
        hand_of_pairs((0.8, 1.9)[place % 3 > 0], (0.6, 1.4)[place % 2], 1 + place % 2 if pauses else None)
        for place in range(count)
    ]


def plant(server: Running, *matches: tuple[MatchPlayed, list[HandOfPairs] | None]) -> None:
    """Matches that are over, and what they came to; None of those that have not been read."""

    async def put() -> None:
        state = server.app.state
        for match, hands in matches:
            if hands is not None:
                await state.hub.store.append(STREAM + partners._key(match), 0, [keep_pairs(hands)])
            await state.hub.directory.add(match)

    loop = next(iter(server.app.state.watching._tasks)).get_loop()
    asyncio.run_coroutine_threadsafe(put(), loop).result(PATIENCE)


def played_by(table: str, names: Sequence[str], players: Sequence[str], at: int) -> MatchPlayed:
    people = tuple(player for player in players if player)
    return MatchPlayed(
        table, 1, "clasico", tuple(names), ((1, 3), (2, 4)), (20, 11), (1, 3), people, False, at, tuple(players)
    )
