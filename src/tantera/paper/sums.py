"""What the figures of the standings are called and how they part those who are level (CI-4, UEH-campeonato)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UNSET

from tantera.tournament.presentation import Presentation
from tantera.tournament.standings import Standing
from tantera.words import translate


class Sum(NamedTuple):
    """A named sum: the head of its column and what it counts."""

    head: str
    means: str
    signed: bool = False


SUMS: Final = {
    "points_won": Sum("pts won", "points won: one for each match won"),
    "wins": Sum("games won", "matches won"),
    "difference": Sum("diff.", "difference: own points less the other side's, less one's own penalties", True),
    "effectiveness": Sum("diff.", "difference: own points less the other side's, less one's own penalties", True),
    "efectividad": Sum("diff.", "difference: own points less the other side's, less one's own penalties", True),
    "points_for": Sum("scored", "points scored"),
    "re_entries": Sum("re-entries", "re-entries used: fewer come first"),
    "head_to_head": Sum("among them", "points won in the matches among those who are still level"),
    "duplicate": Sum(
        "butler", "butler: points better than the mean of the room in every hand, less one's own penalties"
    ),
    "points_among_tied": Sum("among the level", "points scored in the matches among those who are still level"),
}
"""By the names that books use in `ranked_by`; the lot is always the last and has no column."""
_CAPPED: Final = (
    "difference: own points less the other side's, each counted up to {cap} at most, less one's own penalties"
)
_PER_CENT: Final = Sum(
    "match points %",
    "match points: how many tables one was better than with the same tiles, in per cent, less penalties",
)
_HURT: Final = "points written down: fewer come first"


def columns(tournament: Presentation) -> list[str]:
    """The sums that have a column, in the order in which they decide."""
    return [name for name in tournament.state.options.ranked_by if name != "lot"]


def team_columns(tournament: Presentation, lang: str) -> list[tuple[str, str, bool]]:
    """The sums of clubs: name, head of the column, whether it has a sign. Where clubs meet they are the format's."""
    of_clubs = [(one.key, translate(lang, one.head), one.signed) for one in tournament.state.kind.team_sums]
    known = tournament.teams[0].values if tournament.teams else {}
    return of_clubs or [
        (name, head(tournament, name, lang), is_signed(name)) for name in columns(tournament) if name in known
    ]


def head(tournament: Presentation, name: str, lang: str) -> str:
    """Over its column; where points are bad nobody calls them points in one's favour (UEH-objetivo)."""
    if name == "points_for" and tournament.book.options.points_hurt:
        return translate(lang, "points written")
    if name == "duplicate" and _by_per_cent(tournament):
        return translate(lang, _PER_CENT.head)
    return translate(lang, SUMS[name].head)


def _by_per_cent(tournament: Presentation) -> bool:
    law = tournament.state.options.duplicate
    return law is not UNSET and law.score == "matchpoints"


def is_signed(name: str) -> bool:
    return SUMS[name].signed


def explained(tournament: Presentation, lang: str) -> Iterator[tuple[str, str]]:
    """How the order comes about, one sentence for each step, the lot last."""
    steps = [_means(tournament, name, lang) for name in columns(tournament)]
    if tournament.state.kind.knock_out == "always":
        steps.insert(0, translate(lang, "the round in which one lost: later comes first"))
    steps.append(
        translate(lang, "the lot: who is level in everything keeps the order that was drawn; those places are marked †")
    )
    for number, step in enumerate(steps, 1):
        yield f"{number}.", step


def clubs_explained(tournament: Presentation, lang: str) -> Iterator[tuple[str, str]]:
    """How the order of clubs comes about where they meet, the lot last."""
    steps = [translate(lang, one.means) for one in tournament.state.kind.team_sums]
    for number, step in enumerate([*steps, translate(lang, "the lot")] if steps else (), 1):
        yield f"{number}.", step


def _means(tournament: Presentation, name: str, lang: str) -> str:
    book = tournament.book
    cap = book.sheet.difference_cap
    if SUMS[name].signed and cap is not None:
        return translate(lang, _CAPPED, cap=book.options.limit.points or cap)
    if name == "points_for" and book.options.points_hurt:
        return translate(lang, _HURT)
    if name == "duplicate" and _by_per_cent(tournament):
        return translate(lang, _PER_CENT.means)
    return translate(lang, SUMS[name].means)


def parted_by_lot(tournament: Presentation) -> frozenset[str]:
    """Entries that are level with a neighbour in every sum: only the lot says which of them comes first."""
    level: set[str] = set()
    names = columns(tournament)
    for one, other in zip(tournament.standings, tournament.standings[1:], strict=False):
        apart = (one.group_place, other.group_place) if one.group_place else (one.group, other.group)
        if apart[0] == apart[1] and _values(one, names) == _values(other, names):
            level |= {one.entry, other.entry}
    return frozenset(level) if tournament.state.kind.knock_out != "always" else frozenset()


def _values(standing: Standing, names: list[str]) -> list[float | None]:
    return [standing.values.get(name) for name in names]
