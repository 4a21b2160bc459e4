"""What the screen *draw* shows: the tables of a round as cards, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Final

from msgspec import Struct

from tantera.formats.drawing.roster import NOBODY
from tantera.formats.individual import BALANCED, is_balanced, usual
from tantera.tournament.drafting import Finding
from tantera.tournament.names import Listed, called, listed, plain
from tantera.tournament.reasons import Ranks, pairing_told, ranks_of, tells_only_ranks, why_told
from tantera.tournament.state import STAND_IN, Round, Table, TournamentState
from tantera.tournament.structure import draw_options
from tantera.words import Phrase

A_PAGE: Final = 12
"""Tables a page: three columns of four on a laptop."""


class CardName(Struct, frozen=True):
    """A name where there is little room: what people are found by, and the rest."""

    called: str
    rest: str


def card_name(name: Listed) -> CardName:
    """
    >>> card_name(Listed("Ferrer Mestres", "Laia")), card_name(Listed("de la Torre", "Ana (Reus)"))
    (CardName(called='Ferrer Mestres', rest='Laia'), CardName(called='de la Torre', rest='Ana (Reus)'))
    """
    return CardName(name.surname, name.given)


class Unit(Struct, frozen=True):
    """Who changes place together: a player, or a pair."""

    id: str
    names: tuple[CardName, ...]
    rank: int | None
    movable: bool
    changed: bool
    """By hand, in this draft."""


class DraftTable(Struct, frozen=True):
    """A table."""

    number: int
    tag: str
    left: tuple[Unit, ...]
    """Who plays against `right`; everybody where each plays alone."""
    right: tuple[Unit, ...]
    reasons: tuple[str, ...]
    """What is to be said beyond who has which rank."""
    broken: bool


class Cards(Struct, frozen=True):
    """A page of tables."""

    cards: tuple[DraftTable, ...]
    page: int
    pages: int
    first: int
    last: int
    of: int


def page_of(table: int) -> int:
    """
    >>> page_of(1), page_of(12), page_of(13)
    (1, 1, 2)
    """
    return ceil(table / A_PAGE)


def cards(tournament: TournamentState, round: Round, page: int, findings: Sequence[Finding], lang: str) -> Cards:
    """The tables of a page, the last one where there are not so many."""
    count = len(round.tables)
    pages = max(1, page_of(count))
    page = min(max(1, page), pages)
    first, last = (page - 1) * A_PAGE + 1, min(page * A_PAGE, count)
    ranks = ranks_of(tournament, round)
    seen = _Seen(tournament, round, ranks, lang)
    broken = {one.table for one in findings if one.grave}
    shown = tuple(seen.card(number, number in broken) for number in range(first, last + 1))
    return Cards(shown, page, pages, first, last, count)


class _Seen:
    """A round, and what its cards have in common."""

    def __init__(self, tournament: TournamentState, round: Round, ranks: Ranks, lang: str) -> None:
        self.tournament, self.round, self.lang = tournament, round, lang
        self.ranks = ranks
        self.rank = {who: rank for rank, who in ranks.items()}
        self.names = called(tournament)
        self.changed = {who for edit in round.edited for who in (edit.a, edit.b)}
        options = draw_options(tournament)
        self.usual = BALANCED if is_balanced(options, round.number) else usual(options.table_seating, round.number)

    def card(self, number: int, broken: bool) -> DraftTable:
        table = self.round.tables[number - 1]
        left, right = self._sides(table)
        told = tuple(
            why_told(self.tournament, why, self.lang, self.ranks) for why in table.why if not tells_only_ranks(why)
        )
        return DraftTable(number, self._tag(table), left, right, told, broken)

    def _tag(self, table: Table) -> str:
        """How this table is paired, where it is not as usual."""
        pairing = pairing_told(table)
        if not pairing or pairing == self.usual:
            return ""
        one, other = pairing.split("v")
        return Phrase("{one} v {other}", one=one, other=other).told(self.lang)

    def _sides(self, table: Table) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        seats = table.seats
        if self.tournament.alone:
            return tuple(self._unit((seat,)) for seat in seats), ()
        if self.tournament.pairs:
            return (self._unit(seats[0::2]),), (self._unit(seats[1::2]),)
        left, right = seats[0::2], seats[1::2]
        return tuple(self._unit((seat,)) for seat in left), tuple(self._unit((seat,)) for seat in right)

    def _unit(self, seats: Iterable[str]) -> Unit:
        seats = tuple(seats)
        key = self.tournament.players.get(seats[0], seats[0]) if self.tournament.pairs else seats[0]
        names = tuple(
            card_name(self.names[seat].listed)
            if seat in self.names and seat not in self.round.stand_ins
            else card_name(listed(self.round.stand_ins.get(seat, seat)))
            for seat in seats
        )
        return Unit(key, names, self.rank.get(key), not seats[0].startswith((STAND_IN, NOBODY)), key in self.changed)


def resting(tournament: TournamentState, round: Round) -> list[Unit]:
    """Who has the bye, as the cards show people."""
    changed = {who for edit in round.edited for who in (edit.a, edit.b)}
    known, units = called(tournament), []
    for entry in round.byes:
        who = entry if tournament.pairs else tournament.entries[entry].ids[0]
        names = tuple(card_name(known[player].listed) for player in tournament.entries[entry].ids)
        units.append(Unit(who, names, None, True, who in changed))
    return units


def where_is(tournament: TournamentState, round: Round, name: str) -> int | None:
    """The table at which a player or a pair sits; None: nowhere, or they rest."""
    player = tournament.entries[name].ids[0] if tournament.pairs and name in tournament.entries else name
    return round.seat_of(player)


def has_a_place(tournament: TournamentState, round: Round, name: str) -> bool:
    """Whether somebody named in a link is in the round at all."""
    known = name in (tournament.entries if tournament.pairs else tournament.players)
    entry = name if tournament.pairs else tournament.players.get(name, "")
    return known and (where_is(tournament, round, name) is not None or entry in round.byes)


def sought(tournament: TournamentState, round: Round, text: str) -> list[str]:
    """Who has a place in the round and is called so: players, in pairs entries."""
    words = plain(text).split()
    places = (
        name if tournament.pairs else player.id
        for name, entry in tournament.entries.items()
        for player in entry.players
        if words and all(word in plain(player.name) for word in words)
    )
    return [who for who in dict.fromkeys(places) if has_a_place(tournament, round, who)]
