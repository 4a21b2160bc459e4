"""A tournament to look around in, in a file of its own: 32 players, the third of five rounds on the tables, a slip in
dispute.

Everything in it was ordered, as in any other tournament; who won is drawn from a fixed seed. Only the time is an
argument: the clock of the hall runs when somebody looks.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final

from msgspec import Struct

from tantera.rules import Books
from tantera.tournament import orders as o
from tantera.tournament.decide import apply
from tantera.tournament.hall import orders as h
from tantera.tournament.hall.orders import HallOrder
from tantera.tournament.orders import AnyOrder, EntryPlayer, Given
from tantera.tournament.state import TournamentState
from tantera.tournament_file.file import open_tournament
from tantera.words import Problem

NAME: Final = "Torneo de muestra"
SEED: Final = "muestra"
LENGTH: Final = 25
"""Minutes of a round."""
_CLUBS: Final = ("Peña de Muestra", "Penya d'Exemple", "Casino de Prueba", "Ateneu de Mostra")
_NAMES: Final = (
    "Ana Muestra", "Bartomeu Exemple", "Carmen Ensayo", "Dolors Mostra", "Emilio Prueba", "Francesc Assaig",
    "Gloria Ejemplo", "Hilari Model", "Inés Modelo", "Jaume Prova", "Lucía Figurada", "Martí Suposat",
    "Nuria Supuesta", "Oriol Fictici", "Pilar Ficticia", "Quim Inventat", "Rosa Inventada", "Salvador Simulat",
    "Teresa Simulada", "Urbà Imaginat", "Vicente Imaginado", "Xènia Pintada", "Yolanda Pintada", "Zacarías Boceto",
    "Aurora Borrador", "Blai Esborrany", "Clara Plantilla", "Domènec Plantilla", "Elvira Maqueta", "Ferran Maqueta",
    "Gonzalo Tardío", "Mercè Puntual",
)  # fmt: skip
"""Nobody is called like this."""
_COMES_AFTER_ROUND_1: Final = 31
"""Gonzalo Tardío."""


class DemoOrder(Struct, frozen=True):
    """An order to the tournament or to its hall: by whom, and how long before now."""

    order: AnyOrder | HallOrder
    by: str
    ago: timedelta

    def given(self, now: datetime) -> Given:
        assert not isinstance(self.order, HallOrder)
        return Given(self.order, self.by, (now - self.ago).isoformat(timespec="milliseconds"))


def demo() -> list[DemoOrder]:
    """All orders, first to last; each is accepted where those before it were given."""
    return list(_Made().all())


class _Made:
    """The orders as they come about: who sits where is known only once a round is drawn."""

    def __init__(self) -> None:
        self._tournament: TournamentState | None = None

    def all(self) -> Iterator[DemoOrder]:
        yield self._step(o.Create(NAME, "competencia-individual", rounds=5, seed=SEED), "organiser", 150)
        for number, name in enumerate(_NAMES, 1):
            player = EntryPlayer(f"p{number}", name, _CLUBS[number % len(_CLUBS)])
            yield self._step(o.Enter(f"e{number}", (player,)), "organiser", 149)
        here = tuple(f"e{number}" for number in range(1, len(_NAMES) + 1) if number != _COMES_AFTER_ROUND_1)
        yield self._step(o.CheckIn(here), "desk:Marta", 120)
        yield from self._played(1, began=110)
        yield self._step(o.CheckIn((f"e{_COMES_AFTER_ROUND_1}",)), "desk:Marta", 72)
        yield from self._played(2, began=65)
        yield from self._being_played(3, began=20)

    def _step(self, order: AnyOrder, by: str, minutes: float) -> DemoOrder:
        step = DemoOrder(order, by, timedelta(minutes=minutes))
        self._tournament = apply(self._tournament, Given(order, by, "")).after
        return step

    def _seats(self, number: int, table: int) -> tuple[str, ...]:
        assert self._tournament is not None
        return self._tournament.played[number - 1].tables[table - 1].seats

    def _drawn(self, number: int, began: float) -> Iterator[DemoOrder]:
        yield self._step(o.Draw(), "director", began + 6)
        yield self._step(o.Publish(), "director", began + 4)
        yield _hall(h.SetClock(number, LENGTH), "director", began + 3)
        yield _hall(h.StartClock(), "director", began)

    def _result(self, number: int, table: int, minutes: float) -> DemoOrder:
        return self._step(o.Result(number, table, _score(number, table)), "desk:Marta", minutes)

    def _tables(self, number: int) -> int:
        assert self._tournament is not None
        return len(self._tournament.played[number - 1].tables)

    def _played(self, number: int, began: float) -> Iterator[DemoOrder]:
        yield from self._drawn(number, began)
        if number == 2:
            yield self._step(o.Late(2, self._seats(2, 4)[1], 6), "judge:Mora", began - 6)
            yield self._step(o.ShowCard(self._seats(2, 5)[0], 2, "TG-14.1", "blue"), "judge:Mora", began - 11)
        tables = self._tables(number)
        for table in range(1, tables + 1):
            yield self._result(number, table, began - 18 - 10 * table / tables)
        yield self._step(o.CloseRound(), "director", began - 30)
        yield _hall(h.CloseWindow(number), "director", began - 36)

    def _being_played(self, number: int, began: float) -> Iterator[DemoOrder]:
        """Tables 1 to 4 are in, one side of 5 has given its slip, at 6 the sides differ, 7 and 8 still play."""
        yield from self._drawn(number, began)
        for table in range(1, 5):
            yield self._result(number, table, 7 - table)
        score = _score(number, 5)
        yield self._step(o.Result(number, 5, score, status="entered"), f"player:{self._seats(number, 5)[0]}", 2.5)
        one, other = self._seats(number, 6)[:2]
        yield self._step(o.Result(number, 6, (104, 87), status="entered"), f"player:{one}", 2.4)
        yield self._step(o.Dispute(number, 6, (97, 104)), f"player:{other}", 2)
        player = f"player:{self._seats(number, 7)[3]}"
        yield _hall(h.CallJudge("muestra-1", number, 7, "¿Se puede volver a barajar?"), player, 1.5)


def _hall(order: HallOrder, by: str, minutes: float) -> DemoOrder:
    return DemoOrder(order, by, timedelta(minutes=minutes))


def _score(number: int, table: int) -> tuple[int, int]:
    """Somebody came to a hundred, or time came first."""
    lot = sha256(f"{SEED}/{number}/{table}".encode()).digest()
    loser = 30 + lot[0] % 62
    winner = 100 + lot[1] % 23 if lot[2] % 5 else min(99, loser + 1 + lot[1] % 12)
    return (winner, loser) if lot[3] % 2 else (loser, winner)


def write_sample(path: Path, books: Books, now: datetime) -> None:
    """Give all its orders to a new file, as if they had been given in the last hours."""
    ago = timedelta()
    file = open_tournament(path, books, lambda: now - ago, new=True)
    try:
        for in_hall, some in groupby(demo(), key=lambda step: isinstance(step.order, HallOrder)):
            steps = list(some)
            if not in_hall:
                for answer in file.apply_all([step.given(now) for step in steps]):
                    if isinstance(answer, Problem):
                        raise answer
                continue
            for step in steps:
                assert isinstance(step.order, HallOrder)
                ago = step.ago
                file.apply_in_hall(step.order, step.by)
    finally:
        file.close()
