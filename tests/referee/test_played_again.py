"""A correction replays what came after it as it would have been played: closing, forced turns and the end included."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tantera.notation import export, judge, read, report, write
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    Actor,
    AgreeCount,
    AgreeOpener,
    CallTime,
    GiveRuling,
    Ledger,
    Match,
    MoveOrder,
    Order,
    Phase,
    RecordInfraction,
    ShuffleAgain,
    TakeDecision,
    new_match,
    options,
)
from tantera.play.events import HandDealt, MatchEnded
from tantera.play.match import Clock
from tantera.play.orders import ChangeDecision, ReplacePlayer
from tantera.referee import correct, step
from tantera.rules import Book, Refusal, load_book, with_options
from tantera.tiles import tiles_in
from tests.builders import Table, by_whom, credulous, decider
from tests.golden.hands import BLOCK_AC, DOMINO_A
from tests.play.tables import next_command, proof
from tests.referee.people import asks

article = pytest.mark.article


def ruling(points: str, **said: str) -> RecordInfraction:
    return RecordInfraction("ruling", None, (*said.items(), ("text", "so it is"), ("points", points)))


# --- stories


@article("TG-12", "TG-18.2")
def test_a_ruling_that_would_have_ended_the_match_ends_it_when_a_decision_before_it_is_changed():
    table = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    table.give(TakeDecision("annul"), 4)
    straight = Table("tarragona", opener=1).deal(BLOCK_AC).play("00")
    straight.give(RecordInfraction("TG-14.8", 3), REFEREE)
    straight.give(TakeDecision("continue"), 4)
    for one in (table, straight):
        one.give(ruling("1:+300"), REFEREE)
    assert table.match.ended_by == "points"
    changed = correct(table.ledger, ChangeDecision(0, "continue", ""), REFEREE, table.now).after
    assert (changed.score, changed.ended_by, changed.winner) == ((300, 0), "points", (1, 3))
    assert changed.lines[-1].how == straight.line.how == "ruling"


@article("TG-12", "TG-15.5")
def test_a_match_that_is_over_by_the_change_has_no_later_hands():
    table = Table("tarragona", opener=1, limit="200p").deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("TG-15.4", 2), REFEREE)
    table.give(TakeDecision("continue"), 3)
    table.give(RecordInfraction("TG-15.4", 2), REFEREE)
    table.give(TakeDecision("no"), REFEREE)
    table.give(TakeDecision("continue"), 3)
    table.play(BLOCK_AC.moves.removeprefix("00 "))
    table.agree().deal(BLOCK_AC, opener=2).finish()
    changed = correct(table.ledger, ChangeDecision(1, "yes", "a red after all"), REFEREE, table.now).after
    assert (changed.ended_by, changed.winner, len(changed.lines)) == ("forfeit", (1, 3), 1)


@article("TG-18.2")
def test_signatures_under_a_sheet_that_said_something_else_are_given_anew():
    table = Table("tarragona", opener=1, limit="100p").deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("TG-15.4", 2), REFEREE)
    table.give(TakeDecision("continue"), 3)
    table.play(BLOCK_AC.moves.removeprefix("00 "))
    table.do("sign 1", "sign 2")
    changed = correct(table.ledger, ChangeDecision(0, "annul", ""), REFEREE, table.now).after
    assert (changed.ended_by, changed.signatures) == (None, ())


@article("SJ-estructura", "CI-10")
def test_the_judges_word_on_a_level_match_falls_where_the_change_leaves_it_level_no_more():
    book = with_options(credulous("competencia-individual"), {"level_at_end": "ruling"}, "1h")
    table = Table(book, opener=1).deal(BLOCK_AC).play("00")
    table.give(RecordInfraction("CI-10", 1), REFEREE)
    table.give(TakeDecision("accept"), 2)
    table.give(RecordInfraction("CI-18", None, (("text", "half"), ("points", "2:+126"))), DIRECTOR)
    table.play(BLOCK_AC.moves.removeprefix("00 "))
    assert table.match.awaiting is not None
    table.give(GiveRuling((2, 4), "the judges", "as told"), JUDGES)
    changed = correct(table.ledger, ChangeDecision(0, "opening", ""), REFEREE, table.now).after
    assert (changed.ended_by, changed.winner, changed.score) == (None, None, (0, 126))


@article("SJ-final")
@pytest.mark.parametrize("book", ["san-juan", "tarragona", "clasico"])
def test_points_between_two_hands_end_the_match_and_its_file_says_so(book: str):
    table = Table(book, opener=1, limit="100p").hands(DOMINO_A)
    table.give(ruling("1:+100"), REFEREE)
    assert table.match.ended_by == "points"
    judged = judge(read(write(export(table.ledger))))
    assert (judged.match.winner, judged.match.ended_by) == (table.match.winner, "points")
    assert report(judged)["winner"] == "1+3"


@article("SJ-final")
def test_points_before_the_first_hand_end_the_match_too():
    table = Table("san-juan", opener=1)
    assert any(isinstance(event, MatchEnded) for event in table.give(ruling("2:+200"), REFEREE))
    assert table.match.winner == (2, 4)
    assert judge(read(write(export(table.ledger)))).match.winner == (2, 4)


@article("SJ-final")
def test_a_sheet_on_which_a_ruling_reaches_the_limit_is_over_and_one_kept_before_that_was_known_opens():
    text = '[Book "san-juan"]{} #1 o1 0-0 = domino 3 +41 #2 o3 41-0 [SJ-jueces points=1:+160 text="x"]'
    assert judge(read(text.format(""))).match.winner == (1, 3)
    assert judge(read(text.format('[Result "*"]'))).match.winner == (1, 3)
    played = judge(read(text.format("") + " = domino 2 +10")).match
    assert (played.winner, played.score) == ((1, 3), (201, 10))


# --- any evening


class Given(NamedTuple):
    """An order that was accepted."""

    order: Order
    by: Actor
    hand: int
    """In which hand."""
    about: int | None
    """The infraction that was being decided."""
    dealt: HandDealt | None


class Evening:
    """A refereed match by chance, at a table where no time passes."""

    def __init__(self, book: Book, rng: Random, most: int = 150) -> None:
        self.rng = rng
        first = new_match(book, ("Pons", "Vidal", "Mas", "Roca")[: book.options.players])
        self.ledger = Ledger.begun(book, first)
        self.start = self.ledger.match
        self.given: list[Given] = []
        for number in range(most):
            if self.match.phase is not Phase.ENDED:
                self.try_to(*self.next(number))

    @property
    def match(self) -> Match:
        return self.ledger.match

    def next(self, number: int) -> tuple[Order, Actor]:
        rng, match = self.rng, self.match
        if match.awaiting is not None:
            actor = decider(match)
            if match.awaiting.infraction is None:
                return GiveRuling(rng.choice(match.sides), "the judges", "x"), JUDGES
            found = [one for one in options(match, actor) if isinstance(one, TakeDecision | RecordInfraction)]
            return rng.choice(found), actor
        if rng.random() < 0.2:
            return self.record(), REFEREE
        if match.phase is Phase.COUNTING and rng.random() < 0.05:
            return ReplacePlayer(rng.choice(match.seats), rng.choice(["Lluch", "Soler", "Mas"])), DIRECTOR
        if match.book.options.limit.minutes and rng.random() < 0.02:
            return CallTime(), DIRECTOR
        order = next_command(match, rng, number)
        return order, by_whom(match, order)

    def record(self) -> RecordInfraction:
        rng, match = self.rng, self.match
        asking = [one for one in match.book.infractions if asks(match.book, one)]
        some = asking if asking and rng.random() < 0.7 else match.book.infractions
        found = rng.choice(some) if some and rng.random() < 0.9 else None
        seat, hand = rng.choice(match.seats), match.hand if match.hand_in_play else None
        if found is None or found.ruling:
            points = f"{rng.choice(match.seats)}:{rng.choice(['+20', '-15', '+90'])}"
            said = (("text", "so it is"), ("points", points))
            return RecordInfraction("ruling" if found is None else found.article, None, said)
        tile = rng.choice(list(tiles_in(hand.racks[seat - 1]))).code if hand is not None and hand.count(seat) else ""
        return RecordInfraction(found.article, seat, (("tile", tile),) if tile and rng.random() < 0.5 else ())

    def try_to(self, order: Order, by: Actor) -> None:
        before = self.match
        try:
            events = step(before, order, by, 0).events
        except Refusal:
            return
        about = before.awaiting.infraction if before.awaiting is not None else None
        dealt = next((event for event in events if isinstance(event, HandDealt)), None)
        self.given.append(Given(order, by, before.hand_number, about, dealt))
        self.ledger = self.ledger.plus(events)

    def decisions(self) -> Iterator[tuple[int, int, int, str]]:
        """Every decision that could be another: its place among the orders, its hand, its infraction, the other."""
        match = self.start
        for place, given in enumerate(self.given):
            awaited = match.awaiting
            if isinstance(given.order, TakeDecision) and awaited is not None and awaited.infraction is not None:
                recorded = max(n for n, one in enumerate(self.given[:place]) if isinstance(one.order, RecordInfraction))
                for other in awaited.choices:
                    if other != given.order.choice:
                        yield place, self.given[recorded].hand, awaited.infraction, other
            match = step(match, given.order, given.by, 0).after


ONLY_IF_IT_CAN_BE = (AgreeCount, AgreeOpener, ShuffleAgain, ReplacePlayer, CallTime, GiveRuling)


def played_right(evening: Evening, place: int, hand: int, answer: str) -> Match | None:
    """The same orders with one decision taken otherwise; None where a later hand could not have been played then."""
    match, at = evening.start, dict[int | None, int]()
    for number, given in enumerate(evening.given):
        order, by = given.order, given.by
        if match.phase is Phase.ENDED:
            break
        if isinstance(order, TakeDecision):
            order = TakeDecision(answer) if number == place else order
            if number != place and (match.awaiting is None or match.awaiting.infraction != at.get(given.about)):
                continue
            by = decider(match)
        recorded = sum(isinstance(one.order, RecordInfraction) for one in evening.given[:number])
        new = len(match.infractions)
        try:
            match = step(match, order, by, 0).after
        except Refusal:
            of_the_hand = isinstance(order, MoveOrder | RecordInfraction | TakeDecision) and given.hand == hand
            if not of_the_hand and not isinstance(order, ONLY_IF_IT_CAN_BE):
                return None
        else:
            if isinstance(order, RecordInfraction):
                at[recorded] = new
            if given.dealt is not None and (match.hand is None or match.hand.deal != given.dealt):
                return None  # somebody else opens: it is another hand
    return match


def as_it_stands(match: Match) -> Match:
    """Everything but the clock, which a correction has stand still."""
    return replace(match, clock=Clock())


@pytest.mark.parametrize("book", ["tarragona", "competencia-individual", "san-juan", "ueh", "clasico"])
@pytest.mark.parametrize("short", [True, False], ids=["a short match", "as the book has it"])
@pytest.mark.parametrize("seed", range(proof(6, 200)))
def test_a_match_with_a_correction_is_the_match_played_right_from_the_start(book: str, short: bool, seed: int):
    rng = Random(f"{book}{short}{seed}")
    limit = ("60p 9m" if book != "ueh" else "60p") if short else None
    evening = Evening(with_options(load_book(book), {}, limit), rng)
    for place, hand, infraction, other in evening.decisions():
        expected = played_right(evening, place, hand, other)
        order = ChangeDecision(infraction, other, "")
        if expected is None:
            with pytest.raises(Refusal):
                correct(evening.ledger, order, REFEREE, 0)
        else:
            corrected = correct(evening.ledger, order, REFEREE, 0).after
            assert as_it_stands(corrected) == as_it_stands(expected), (place, order)


@pytest.mark.parametrize("book", ["tarragona", "competencia-individual"])
def test_such_evenings_have_decisions_that_are_changed_and_some_that_can_no_longer_be(book: str):
    found = {True: 0, False: 0}
    for seed in range(12):
        evening = Evening(load_book(book), Random(f"{book}{seed}"))
        for place, hand, _, other in evening.decisions():
            found[played_right(evening, place, hand, other) is None] += 1
    assert min(found.values()) > 5
