"""Seasons made by a program: nights of several formats, from a seed, with people who come and stay away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from tantera.season.night import Night, night_in
from tantera.tournament.decide import apply
from tantera.tournament.reading import order_of
from tantera.tournament.state import TournamentState

FIRST = datetime(2026, 1, 8, 20, 0, tzinfo=UTC)
"""A Thursday."""
FORMATS = (
    ("competencia-individual", "individual", 100),
    ("tarragona", "pairs-swiss", 300),
    ("ueh", "alone-one-round", 300),
)


class Somebody(NamedTuple):
    name: str
    club: str = ""
    strength: float = 0.0
    key: str | None = None

    def entered(self, id: str) -> dict[str, Any]:
        words = {"id": id, "name": self.name} | ({"club": self.club} if self.club else {})
        return words | ({"key": self.key} if self.key else {})


class Evening:
    """A tournament of one night, order by order."""

    def __init__(self, number: int, book: str, format: str, **options: Any) -> None:
        self.at = FIRST + timedelta(days=7 * (number - 1))
        self.state: TournamentState | None = None
        words = {"book": book, "format": format, "seed": f"night {number}", "options": options}
        self.give("create", name=f"Jueves {number}", **words)

    def give(self, order: str, **words: Any) -> None:
        self.at += timedelta(seconds=30)
        self.state = apply(self.state, order_of({"order": order, "at": self.at.isoformat(), **words})).after

    @property
    def log(self) -> list[bytes]:
        assert self.state is not None
        return [recorded.row for recorded in self.state.log.history]

    @property
    def night(self) -> Night:
        return night_in(self.log)

    def enter(self, people: Sequence[Somebody], ids: Sequence[str]) -> None:
        """One by one, or two by two where pairs enter."""
        assert self.state is not None
        size = 2 if self.state.pairs else 1
        for at in range(0, len(people) - len(people) % size, size):
            players = [one.entered(id) for one, id in zip(people[at : at + size], ids[at : at + size], strict=True)]
            self.give("enter", entry=f"e{at}", players=players)

    def round(self, chance: Random, limit: int, strength: dict[str, float]) -> None:
        """A round drawn, published, played and closed: the stronger side wins more often."""
        self.give("draw")
        self.give("publish")
        assert self.state is not None
        round = self.state.played[-1]
        for number, table in enumerate(round.tables, 1):
            seats = [(seat,) for seat in table.seats] if self.state.alone else [table.seats[0::2], table.seats[1::2]]
            weight = [10 ** (sum(strength[one] for one in side) / 2) for side in seats]
            winner = chance.choices(range(len(seats)), weight)[0]
            score = [chance.randrange(0, limit - 1) for _ in seats]
            if self.state.alone:
                score[winner] = 0
                self.give("result", round=round.number, table=number, score=score, winner=winner + 1,
                          re_entries=[0] * len(score))  # fmt: skip
            else:
                score[winner] = limit + chance.randrange(0, 20)
                self.give("result", round=round.number, table=number, score=score)
        self.give("close_round")


def evening(number: int, people: Sequence[Somebody], seed: str, rounds: int = 3) -> Evening:
    """A whole night: who comes, who sits with whom, who wins."""
    chance = Random(f"{seed}/{number}")
    book, format, limit = FORMATS[number % len(FORMATS)]
    here = chance.sample(list(people), chance.randrange(len(people) // 3, len(people)))
    made = Evening(number, book, format, **({} if format == "alone-one-round" else {"limit": f"{limit}p"}))
    ids = [f"p{place}" for place in range(len(here))]
    made.enter(here, ids)
    strength = {id: one.strength for one, id in zip(here, ids, strict=True)}
    for _ in range(1 if format == "alone-one-round" else rounds):
        made.round(chance, limit, strength)
    return made


def a_season(people: Sequence[Somebody], nights: int, seed: str = "season") -> list[Evening]:
    return [evening(number, people, seed) for number in range(1, nights + 1)]


def crowd(count: int, seed: str = "crowd") -> list[Somebody]:
    """People of four clubs, each with a key."""
    chance = Random(seed)
    clubs = ("Náutico", "Caparra", "Peña Àngel", "")
    return [Somebody(f"Jugador {n}", clubs[n % 4], chance.gauss(0, 1), f"K{n}") for n in range(1, count + 1)]
