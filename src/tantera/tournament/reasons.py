"""The reasons of a draw as people read them: names where the log has ids and ranks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tantera.formats.why import Why
from tantera.tournament.decided import cited
from tantera.tournament.evolve import swapped
from tantera.tournament.names import names_of
from tantera.tournament.orders import Swap
from tantera.tournament.state import Round, Table, TournamentState
from tantera.tournament.structure import draw_options
from tantera.words import Phrase

_BY_SEAT: Final = ("one", "two", "three", "four")
_SIDES: Final = ("a", "b")

WITH_NAMES: Final[dict[str, str]] = {
    "{a} and {b} were partners in round {round}": "{one} and {other} were partners in round {round}",
    "{a} and {b} were opponents in round {round}": "{one} and {other} were opponents in round {round}",
    "{a} and {b} met in round {round}": "{entry} and {other} met in round {round}",
    "{a} and {b} must not be partners": "{one} and {other} must not be partners",
    "{a} and {b} must not be opponents": "{one} and {other} must not be opponents",
    "{a} and {b} should not be partners": "{one} and {other} should not be partners",
    "{a} and {b} should not be opponents": "{one} and {other} should not be opponents",
    "{a} and {b}, partners in round {round}, are partners again: it could not be avoided":
        "{one} and {other}, partners in round {round}, are partners again: it could not be avoided",
    "{a} and {b}, opponents in round {round}, are opponents again: it could not be avoided":
        "{one} and {other}, opponents in round {round}, are opponents again: it could not be avoided",
    "{a} and {b} must not be partners, and are: it could not be avoided":
        "{one} and {other} must not be partners, and are: it could not be avoided",
    "{a} and {b} must not be opponents, and are: it could not be avoided":
        "{one} and {other} must not be opponents, and are: it could not be avoided",
    "{a} and {b} should not be partners, and are: it could not be avoided":
        "{one} and {other} should not be partners, and are: it could not be avoided",
    "{a} and {b} should not be opponents, and are: it could not be avoided":
        "{one} and {other} should not be opponents, and are: it could not be avoided",
    "{a} and {b}, who met in round {round}, meet again: it could not be avoided":
        "{one} and {other}, who met in round {round}, meet again: it could not be avoided",
    "{comes} comes from table {other} and {leaves} goes there: "
    "table {table} could not be seated without breaking a rule":
        "{one} comes from table {from_table} and {other} goes there: "
        "table {table} could not be seated without breaking a rule",
}  # fmt: skip
"""What a reason that speaks of ranks says with names: the ordinals of a translation do not go with them."""
_RANKS: Final = frozenset({"a", "b", "comes", "leaves"})
_WHERE: Final = {"a": "one", "b": "other", "comes": "one", "leaves": "other", "other": "from_table"}
"""The gaps of those sentences, and what they are called with names."""

Ranks = Mapping[int, str]
"""Who had which rank when a round was drawn: players, in pairs entries."""


def named(tournament: TournamentState, entrant: str) -> str:
    """The name behind the id of a player or an entry; anything else stays as it is."""
    names = names_of(tournament)
    return names.players.get(entrant) or names.entries.get(entrant) or entrant


def why_phrase(tournament: TournamentState, why: Why, ranks: Ranks | None = None) -> Phrase:
    """A reason with names in it, of ranks too where it is known whose they are."""
    say = WITH_NAMES.get(why.say)
    if say is not None and ranks:
        whose = {key: ranks.get(fact) for key, fact in why.facts.items() if key in _RANKS and isinstance(fact, int)}
        if None not in whose.values():
            facts = {key: named(tournament, entrant) for key, entrant in whose.items() if entrant is not None}
            filled = {_WHERE.get(key, key): facts.get(key, fact) for key, fact in why.facts.items()}
            return Phrase(say, entry=filled["one"], **filled)
    return why.named(names_of(tournament))


def why_told(tournament: TournamentState, why: Why, lang: str, ranks: Ranks | None = None) -> str:
    return why_phrase(tournament, why, ranks).told(lang)


def rule_told(tournament: TournamentState, round: Round) -> tuple[Phrase, str] | None:
    """How a round is drawn when nothing stands in the way, with the article; None where its notes say it all."""
    law = tournament.kind.law
    if round.number == 1 or law is None:
        return None
    return law(draw_options(tournament)), cited(tournament, "draw")


def as_drawn(tournament: TournamentState, round: Round) -> Round:
    """The round before anybody changed it by hand."""
    drawn = round
    for edit in reversed(round.edited):
        drawn = swapped(tournament, drawn, Swap(round.number, edit.a, edit.b, edit.reason))
    return drawn


def ranks_of(tournament: TournamentState, round: Round) -> dict[int, str]:
    """Who had which rank: every table's first reason tells the ranks of its seats.

    Nothing is worked out again: a correction afterwards changes no reason. A format that tells no ranks has none.
    """
    ranks: dict[int, str] = {}
    for table in as_drawn(tournament, round).tables:
        for place, rank in enumerate(_ranks_told(table)):
            seat = table.seats[place]
            if seat in tournament.players:
                ranks[rank] = tournament.players[seat] if tournament.pairs else seat
    return ranks


def _ranks_told(table: Table) -> tuple[int, ...]:
    """The ranks of the seats from 1 on, or of the two pairs."""
    facts = table.why[0].facts if table.why else {}
    for keys in (_BY_SEAT, _SIDES):
        ranks = tuple(fact for key in keys if isinstance(fact := facts.get(key), int))
        if len(ranks) == len(keys):
            return ranks
    several = facts.get("ranks")
    return tuple(map(int, several.split(", "))) if isinstance(several, str) else ()


def tells_only_ranks(why: Why) -> bool:
    """Whether a reason says no more than who sits there by rank or by lot, which a table shows by itself."""
    return set(why.facts) in (set(_BY_SEAT), set(_SIDES), {"ranks"}) and why.say not in WITH_NAMES


def pairing_told(table: Table) -> str:
    """Who of the four by rank plays with whom: ``1+4v2+3``; empty where four do not play so.

    >>> seats = ("p9", "p10", "p11", "p12")
    >>> pairing_told(Table(seats, (Why("…", {"one": 9, "two": 10, "three": 12, "four": 11}),)))
    '1+4v2+3'
    """
    ranks = _ranks_told(table)
    if len(ranks) != 4 or "one" not in table.why[0].facts:
        return ""
    order = sorted(ranks)
    one, two, three, four = (order.index(rank) + 1 for rank in ranks)
    sides = sorted(tuple(sorted(side)) for side in ((one, three), (two, four)))
    return "v".join("+".join(map(str, side)) for side in sides)
