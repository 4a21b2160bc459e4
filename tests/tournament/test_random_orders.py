"""Random orders in every format: the log folds to the state, and an undo gives what the other orders give without it.

The oracle of undo is a second hall that is given the other orders in their turn and lets fall what it refuses.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from tantera.tournament.evolve import folded
from tantera.tournament.export import export
from tantera.tournament.orders import OrderProblem
from tantera.tournament.presentation import Presentation
from tantera.tournament.sums import limit_of
from tests.tournament.hall import Hall
from tests.tournament.random_events import event_put_right, put_right

BOOKS = {
    "individual": "competencia-individual",
    "pairs-swiss": "san-juan",
    "pairs-round-robin": "tarragona",
    "pairs-knock-out": "clasico",
    "pairs-groups": "tarragona",
    "alone-winners-on": "ueh",
    "alone-one-round": "ueh",
}
Order = tuple[str, dict[str, Any]]
SHARE = ["enter", "withdraw", "return", "check_in", "check_out", "edit_player", "edit_event",
         "keep_apart", "draw", "draw", "publish", "publish",
         "publish", "slips", "slips", "slips", "slips", "correction", "late", "default", "stand_in", "penalty", "card",
         "expel", "repair", "swap", "close_round", "dispute", "confirm"]  # fmt: skip


class Organiser:
    """Somebody who gives orders at random, many of them wrong."""

    def __init__(self, format: str, seed: int) -> None:
        self.random = Random(seed)
        self.hall = Hall()
        self.given: dict[int, Order] = {}
        """The orders that were accepted, by their event, undos apart."""
        self.undos: dict[int, int] = {}
        """What each undo undid."""
        options: dict[str, Any] = {"avoid_partners": self.random.randint(0, 3), "stand_ins": self.random.random() < 0.2}
        self.give("create", name="x", book=BOOKS[format], format=format, seed=str(seed), options=options)
        for _ in range(self.random.randint(4, 12)):
            self.enter()

    def give(self, order: str, **fields: Any) -> bool:
        try:
            applied = self.hall.apply(order, **fields)
        except OrderProblem:
            return False
        if applied.recorded is not None and order != "undo":
            self.given[applied.recorded.number] = (order, fields)
        return True

    def enter(self) -> None:
        name = f"e{len(self.hall.tournament.entries) + 1}"
        ids = [f"{name}a", f"{name}b"] if self.hall.tournament.pairs else [name]
        self.give("enter", entry=name, players=[{"id": one, "name": one, "member": True} for one in ids])

    def something(self) -> None:
        tournament, random = self.hall.tournament, self.random
        player, entry = random.choice(list(tournament.players)), random.choice(list(tournament.entries))
        round, table = random.randint(1, max(1, len(tournament.played))), random.randint(1, 3)
        match random.choice(SHARE):
            case "enter":
                self.enter()
            case "withdraw" | "return" | "check_out" as order:
                self.give(order, entries=[entry])
            case "check_in" if random.random() < 0.2:
                self.give("check_in", entries=[entry])
            case "keep_apart":
                self.give("keep_apart", players=random.sample(list(tournament.players), 2), hard=random.random() < 0.5)
            case "edit_player":
                self.give("edit_player", player=player, **put_right(random))
            case "edit_event":
                self.give("edit_event", **event_put_right(random))
            case "draw" | "close_round" as order:
                self.give(order)
            case "publish":
                self.give("publish") or self.give("publish", override="sí", accept_missing=[1])
            case "slips":
                self.slips()
            case "correction":
                self.give("result", round=round, table=table, score=self.score(round, table, 4), winner=self.winner(4),
                          reason="se leyó mal")  # fmt: skip
            case "late":
                self.give("late", round=round, player=player, minutes=random.choice([3, 5, 10]))
            case "default":
                self.give("default", round=round, table=table, absent=[player])
            case "stand_in":
                self.give("stand_in", round=round, player=player, name="Comodín")
            case "penalty":
                self.give("penalty", player=player, round=round, article="CI-10", points=30)
            case "card":
                self.give("card", player=player, round=round, article="TG-14.1", card="blue")
            case "expel" if random.random() < 0.3:
                self.give("expel", player=player, round=round, article="CI-19")
            case "repair":
                self.give("repair", round=round, how=random.choice(["leave", "swap_unstarted", "redraw"]))
            case "swap":
                a, b = random.sample(list(tournament.entries if tournament.pairs else tournament.players), 2)
                self.give("swap", round=round, a=a, b=b, reason="x")
            case "dispute" | "confirm" as order:
                self.give(order, round=round, table=table)

    def score(self, round: int, table: int, seats: int) -> list[int]:
        tournament = self.hall.tournament
        if tournament.alone:
            return [self.random.randint(0, 300) for _ in range(seats)]
        limit = (
            limit_of(tournament, tournament.played[round - 1], table).points if round <= len(tournament.played) else 100
        )
        score = [(limit or 100) + self.random.randint(0, 20), self.random.randint(0, 90)]
        self.random.shuffle(score)
        return score

    def winner(self, seats: int) -> int | None:
        return self.random.randint(1, seats) if self.hall.tournament.alone else None

    def slips(self) -> None:
        round = self.hall.tournament.open
        for number, table in enumerate(round.tables if round is not None else (), 1):
            if table.slip is None and round is not None:
                status = self.random.choice(["confirmed"] * 8 + ["entered"])
                score = self.score(round.number, number, len(table.seats))
                self.give("result", round=round.number, table=number, score=score, status=status,
                          winner=self.winner(len(table.seats)))  # fmt: skip

    def undo(self, number: int) -> bool:
        if not self.give("undo", event=number):
            return False
        self.undos[self.hall.tournament.number] = number
        return True

    def undo_something(self) -> None:
        """An undo that is accepted gives what the other orders give by themselves."""
        number = self.random.randint(max(1, self.hall.tournament.number - 10), self.hall.tournament.number)
        before = seen(self.hall)
        if not self.undo(number):
            return
        if self.random.random() < 0.5:  # at once it can be undone, and everything is as it was
            assert self.undo(self.hall.tournament.number)
            assert seen(self.hall) == before
            if self.random.random() < 0.5:
                assert self.undo(self.hall.tournament.number)
        undone: set[int] = set()
        for event in reversed(self.undos):
            if event not in undone:  # an undo that is itself undone does nothing
                undone.add(self.undos[event])
        other = Hall()
        for event, (order, fields) in self.given.items():
            if event not in undone:
                try:
                    other.apply(order, **fields)
                except OrderProblem:
                    continue
        assert seen(other) == seen(self.hall)


def seen(hall: Hall) -> dict[str, Any]:
    return {key: value for key, value in export(Presentation(hall.tournament), "en").items() if key != "log"}


def work(format: str, seed: int, steps: int) -> None:
    organiser = Organiser(format, seed)
    for step in range(steps):
        organiser.something()
        if step % 7 == 6:
            organiser.undo_something()
        if step % 20 == 19:
            assert folded(organiser.hall.lines) == organiser.hall.tournament
            for number in range(1, len(organiser.hall.tournament.played) + 1):
                export(Presentation(organiser.hall.tournament).after(number), "es")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("format", BOOKS)
def test_random_orders_fold_and_are_undone(format, seed):
    work(format, seed, 60)


@pytest.mark.prove
@pytest.mark.parametrize("format", BOOKS)
def test_many_random_orders_fold_and_are_undone(format):
    how_many = os.environ.get("TANTERA_PROVE", "200")
    for seed in range(1000, 1000 + (2000 if how_many == "full" else int(how_many))):
        print(format, seed)
        work(format, seed, 150)
