"""Evenings by chance: facts, infractions and decisions in any order, under any book."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tantera.play import GiveRuling, Match, Phase, decide, legal_moves
from tantera.play.orders import DrawTile
from tantera.play.record import Fact, SeenDeal, SeenExposed, SeenMove, SeenTurn, opener_by_the_book
from tantera.referee.catalogue import FREE_RULING, entry, ruling_article
from tantera.rules import Book, Refusal
from tantera.rules.loader import SOURCE_BOOKS
from tantera.tiles import End, Tile, tiles_in
from tests.referee.tables import RealTable

CLUBS = sorted((Path(__file__).parents[2] / "examples" / "books").glob("*.toml"))
EVERY_BOOK = [*SOURCE_BOOKS, *map(str, CLUBS)]


class Session(RealTable):
    """A table at which chance plays and sins; `history` has the match after every step.

    With `at_once` whoever has to decide does so while the referee writes, so that the record has the answer.
    """

    def __init__(self, book: str | Book, seed: int, steps: int = 60, at_once: bool = False) -> None:
        self.rng = Random(seed)
        self.at_once = at_once
        super().__init__(book, opener=self.rng.randint(1, 4), limit=self.rng.choice([None, "100p", "9h", "250p 6h"]))
        self.history: list[tuple[int, Match]] = []
        for _ in range(steps):
            if self.match.phase is Phase.ENDED:
                break
            try:
                self.go_on()
            except Refusal:
                continue  # a fact that cannot be: nothing has happened
            self.history.append((len(self.events), self.match))

    def go_on(self) -> None:
        match, rng = self.match, self.rng
        if match.awaiting is not None:
            self.answer()
        elif rng.random() < 0.2:
            self.sin()
        elif not match.hand_in_play:
            self.deal_anything()
        elif self.hand.ended:
            self.result()
        else:
            self.now += rng.choice([0, 500])
            self.fact(self.some_fact())

    def deal_anything(self) -> None:
        options, rng = self.book.options, self.rng
        tiles: list[Tile] = rng.sample(options.set.tiles, len(options.set.tiles))
        racks = []
        for seat in range(1, len(self.match.names) + 1):
            each = options.tiles_each if seat in self.match.seats else 0
            racks.append(tuple(tiles[:each]))
            del tiles[:each]
        opener = opener_by_the_book(self.match, tuple(racks)) or rng.choice(self.match.seats)
        self.fact(SeenDeal(opener, tuple(racks), tuple(tiles)))

    def some_fact(self) -> Fact:
        hand, rng = self.hand, self.rng
        seat = hand.turn if rng.random() < 0.7 else rng.choice(hand.seats)
        rack = [tile for tile in hand.rack(seat) if tile is not None]
        chance = rng.random()
        if chance < 0.75 or not rack:
            command = rng.choice(legal_moves(hand))
            return SeenTurn(command, None, hand.boneyard[0] if isinstance(command, DrawTile) else None)
        if chance < 0.8:
            return SeenExposed(seat, rng.choice(rack))
        if chance < 0.87 and hand.chain is not None:
            return SeenMove(seat, None)
        tile = rng.choice(rack)
        if hand.chain is None:
            return SeenMove(seat, tile)
        return SeenMove(seat, tile, rng.choice(list(End)), rng.choice([tile.low, tile.high]))

    def sin(self) -> None:
        """An infraction; now and then one ends the match, so those are rarer."""
        rng = self.rng
        catalogue = [infraction.article for infraction in self.book.catalogue] + [FREE_RULING]
        article = rng.choice(catalogue)
        found = entry(self.book, article)
        assert found is not None
        ends = any(consequence.kind == "match_lost" for consequence in found.consequences)
        if (ends or found.severity == "muy_grave") and rng.random() < 0.8:
            article = rng.choice(catalogue)
        self.record_something(article)

    def record_something(self, article: str) -> None:
        rng, details = self.rng, dict[str, str]()
        seat = rng.choice(self.match.seats)
        found = entry(self.book, article)
        assert found is not None
        hand = self.hand if self.match.hand_in_play else None
        if hand is not None and hand.racks[seat - 1] and not any(isinstance(m, SeenMove) for m in hand.moves[-1:]):
            details["tile"] = rng.choice(list(tiles_in(hand.racks[seat - 1]))).code
        if found.ruling:
            details = {"text": "so", "points": f"{rng.choice(self.match.seats)}:{rng.choice(['+5', '-20', '+40'])}"}
        elif rng.random() < 0.4:
            details["chose"] = rng.choice(["continue", "annul", "rebuild", "accept", "opening"])
        turn = rng.randint(1, hand.turns) if hand is not None and hand.turns and rng.random() < 0.2 else None
        nobody = found.unknown is not None and rng.random() < 0.5
        before, events = self.match, len(self.events)
        self.infraction(article, None if nobody else seat, turn, **details)
        while self.at_once and (asked := self.match.awaiting) is not None and asked.choices:
            self.match = before
            del self.events[events:]
            details["confirm" if asked.who == "referee" and "yes" in asked.choices else "chose"] = rng.choice(
                asked.choices
            )
            self.infraction(article, None if nobody else seat, turn, **details)

    def answer(self) -> None:
        awaiting, rng = self.match.awaiting, self.rng
        assert awaiting is not None
        if rng.random() < 0.2:
            self.sin()  # refused, but where the director rules
        elif awaiting.infraction is None:
            self.happened(decide(self.match, GiveRuling(self.match.sides[0], "the judges"), self.now).events)
        elif awaiting.who == "director":
            self.infraction(ruling_article(self.book), None, text="as it lies")
        else:
            self.decides(rng.choice(awaiting.choices))
