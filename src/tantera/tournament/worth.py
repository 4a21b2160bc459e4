"""What the slip of a table is worth to the tournament, as its players read it before they agree (CI-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tantera.tournament.decided import cited
from tantera.tournament.state import Round, Slip, TournamentState
from tantera.tournament.structure import all_rounds, knocks_out
from tantera.tournament.sums import article_of_forfeit, shares
from tantera.words import Phrase

_DIFFERENCES: Final = frozenset({"difference", "efectividad"})


class Worth(Struct, frozen=True):
    """What a result brings, and by which article."""

    told: Phrase
    article: str
    """Empty where the book cites none."""


def worth(tournament: TournamentState, round: Round, number: int, called: Sequence[object]) -> Worth | None:
    """What a slip brings once it is confirmed; None where there is no slip, or a judge has still to decide.

    `called` are the two sides, or everybody who plays alone, in the order of the slip's score.
    """
    table = round.tables[number - 1]
    slip = table.slip
    if slip is None or slip.status == "disputed" or tournament.is_default(round, table):
        return None
    on = knocks_out(tournament, round.number) and round.number != all_rounds(tournament)
    if tournament.alone:
        assert isinstance(slip.winner, int)
        said = Phrase(_wins(tournament), who=called[slip.winner - 1])
        return Worth(_going_on(said) if on else said, cited(tournament, "draw", "limit"))
    return Worth(_of_sides(tournament, round, number, slip, called, on=on), _article(tournament, round, number, slip))


def _of_sides(
    tournament: TournamentState, round: Round, number: int, slip: Slip, called: Sequence[object], *, on: bool
) -> Phrase:
    table = round.tables[number - 1]
    sides = shares(tournament, round, number, replace(table, slip=replace(slip, status="confirmed")))
    assert sides is not None
    won = [side.won for side in sides]
    if won == [0, 0]:
        return Phrase("nobody wins the point")
    if won == [1, 1]:
        said = Phrase("half a point each")
        through = next((place for place, side in enumerate(sides) if not side.lost), None)
        return Phrase("{said}; {who} goes on", said=said, who=called[through]) if on and through is not None else said
    first = won.index(2)
    said = Phrase(_wins(tournament), who=called[first])
    if _DIFFERENCES.intersection(tournament.options.ranked_by):
        said = Phrase("{said}, difference {difference}", said=said, difference=sides[first].difference)
    return _going_on(said) if on else said


def _wins(tournament: TournamentState) -> str:
    """A point is what is won only where points are counted (UEH-campeonato: re-entries and pips)."""
    return "{who} wins 1 point" if "points_won" in tournament.options.ranked_by else "{who} wins"


def _going_on(said: Phrase) -> Phrase:
    return Phrase("{said}, and goes on", said=said)


def _article(tournament: TournamentState, round: Round, number: int, slip: Slip) -> str:
    reasons = ("level", "limit") if slip.score[0] == slip.score[1] else ("limit",)
    return article_of_forfeit(tournament, round, round.tables[number - 1]) or cited(tournament, *reasons)
