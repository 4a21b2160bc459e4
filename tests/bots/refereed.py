"""Whole matches between bots, with a referee who sees infractions everywhere."""

from __future__ import annotations

from random import Random
from typing import Final

from tantera.bots import Bot, make
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    TABLE,
    Actor,
    DealHand,
    DrawForOpening,
    GiveRuling,
    Ledger,
    Match,
    Order,
    Phase,
    Progress,
    RecordInfraction,
    TakeDecision,
    hand_seed,
    new_match,
    options,
    view,
)
from tantera.referee import FREE_RULING, entry, step
from tantera.rules import Book, Refusal, Seat
from tantera.tiles import tiles_in

ANSWERS: Final = (TakeDecision, GiveRuling, RecordInfraction)
"""What an office answers when it is asked; it may stop a clock at any time."""
SINS: Final = 0.05
"""How often the referee has seen something."""
MOST_STEPS: Final = 20_000
"""No match of bots comes near: whoever gets there hangs."""


class Refereed:
    """One match: `play` goes on until nobody has anything left to do."""

    def __init__(
        self, book: Book, seed: int, bots: tuple[str, ...] = ("greedy", "counter"), sins: float = 0.05
    ) -> None:
        self.chance = Random(seed)
        self.seed, self.sins = seed, sins
        self.ledger = Ledger.begun(book, new_match(book))
        players = range(1, book.options.players + 1)
        self.bots: dict[Seat, Bot] = {seat: make(bots[seat % len(bots)], seed + seat) for seat in players}
        self.now = self.recorded = self.decided = 0

    @property
    def match(self) -> Match:
        return self.ledger.match

    def play(self) -> Refereed:
        for _ in range(MOST_STEPS):
            if not self.go_on():
                return self
        raise AssertionError(f"{self.match.phase} hangs: awaiting {self.match.awaiting}, seed {self.seed}")

    def go_on(self) -> bool:
        """One order, by whoever has it."""
        self.now += self.chance.choice((0, 400, 3_000))
        match, chance = self.match, self.chance
        if match.phase is not Phase.ENDED and match.awaiting is None and chance.random() < SINS:
            self.sin()
            return True
        seats = [seat for seat in range(1, len(match.names) + 1) if options(match, seat)]
        offices = [role for role in (REFEREE, JUDGES, DIRECTOR) if answers_of(match, role)]
        if match.awaiting is not None:
            assert seats or offices, f"nobody has the decision {match.awaiting}"
            assert not (seats and offices), f"several have the decision {match.awaiting}"
            self.decided += 1
        if seats:
            seat = chance.choice(seats)
            order = self.bots[seat](view(match, seat))
            assert order in options(match, seat)
            self.do(order, seat)
        elif offices:
            self.do(chance.choice(answers_of(match, offices[0])), offices[0])
        elif match.phase is Phase.SEATING:
            self.do(DrawForOpening(hand_seed(self.seed, 0)), TABLE)
        elif match.phase is Phase.DEALING:
            self.do(DealHand(hand_seed(self.seed, match.hand_number)), TABLE)
        else:
            assert match.phase is Phase.ENDED, f"{match.phase} and nobody has an option"
            return False
        return True

    def do(self, order: Order, by: Actor) -> None:
        self.keep(step(self.match, order, by, self.now))

    def keep(self, progress: Progress[Match]) -> None:
        self.ledger = self.ledger.plus(progress.events)
        assert self.match == progress.after

    def sin(self) -> None:
        """Any infraction of the book by anybody; what the table contradicts is refused, and nothing has happened."""
        chance, match = self.chance, self.match
        article = chance.choice([*(one.article for one in match.book.catalogue), FREE_RULING])
        infraction = entry(match.book, article)
        assert infraction is not None
        kinds = {one.kind for one in infraction.consequences}
        if ("match_lost" in kinds or infraction.severity == "muy_grave") and chance.random() < 0.9:
            return  # or few matches would see their end
        seat: Seat | None = chance.choice(match.seats)
        hand, turn = match.hand, None
        details: dict[str, str] = {}
        if infraction.ruling:
            seat, details = None, {"text": "so", "points": f"{chance.choice(match.seats)}:{chance.choice((5, -20)):+}"}
        elif hand is not None and seat is not None:
            if hand.racks[seat - 1] and chance.random() < 0.5:
                details["tile"] = chance.choice(list(tiles_in(hand.racks[seat - 1]))).code
            if hand.turns and chance.random() < 0.2:
                turn = chance.randint(1, hand.turns)
                details["turn"] = str(turn)
        before = self.match
        try:
            self.do(RecordInfraction(article, seat, tuple(details.items()), turn), REFEREE)
        except Refusal:
            assert self.match is before
        else:
            self.recorded += 1


def answers_of(match: Match, role: Actor) -> list[Order]:
    return [order for order in options(match, role) if isinstance(order, ANSWERS)]
