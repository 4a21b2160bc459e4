"""The score sheet (*tantera*) in words and figures: every line of it, and the totals."""

from __future__ import annotations

from typing import NamedTuple

from tantera.play import Ledger
from tantera.play.events import (
    BonusGiven,
    ConsequenceFollowed,
    HandScored,
    InfractionRecorded,
    PlayerEliminated,
    PlayerReEntered,
)
from tantera.telling.infractions import consequence_on_sheet, infraction
from tantera.telling.names import names_of
from tantera.telling.narrator import Narrator
from tantera.words import translate


class Row(NamedTuple):
    """A line of the sheet."""

    number: int | None
    """Of the hand; None where the line is about something else."""
    what: str
    points: tuple[int, ...] = ()
    """What it adds to each side's score; nothing where the line is about no points."""


class Tally(NamedTuple):
    """A sheet as anybody may show it."""

    sides: tuple[str, ...]
    """Who plays, side by side."""
    rows: tuple[Row, ...]
    totals: tuple[int, ...]


def tally(ledger: Ledger, lang: str) -> Tally:
    """The sheet of a match that has come this far."""
    match = ledger.match
    sides = tuple(names_of(side, match) for side in match.sides)
    return Tally(sides, tuple(rows(ledger, lang)), match.score)


def rows(ledger: Ledger, lang: str) -> list[Row]:
    """The sheet line by line: hands, infractions with what followed, bonuses, re-entries."""
    narrator = Narrator(lang)
    lines: list[Row] = []
    places: list[int] = []
    """Where the line of each infraction stands."""
    for event, before, match in ledger.happenings():
        more = tuple(now - had for had, now in zip(before.score, match.score, strict=True))
        match event:
            case HandScored():
                lines.append(Row(len(match.lines), _hand(event, lang), more))
            case InfractionRecorded():
                places.append(len(lines))
                lines.append(Row(None, infraction(event, match, lang)))
            case ConsequenceFollowed():
                row = lines[places[event.infraction]]
                what = " · ".join(filter(None, (row.what, consequence_on_sheet(event, match, lang))))
                so_far = row.points or (0,) * len(more)
                points = tuple(had + now for had, now in zip(so_far, more, strict=True))
                lines[places[event.infraction]] = Row(None, what, points)
            case BonusGiven(kind=kind):
                lines.append(Row(None, narrator.bonus(kind), more))
            case PlayerReEntered() | PlayerEliminated():
                told = narrator.sentence(event, before, match)
                lines.append(Row(None, told.text if told is not None else "", more))
            case _:
                pass  # nothing of it stands on a sheet
    return lines


def _hand(event: HandScored, lang: str) -> str:
    how = "tied block" if event.how == "block" and event.side is None else event.how
    return " ".join(filter(None, (translate(lang, how), event.article, event.text)))
