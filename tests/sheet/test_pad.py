"""The pad by itself: every entry can be taken back, and the file is the pad."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.notation import DgnError
from tantera.notation.document import RecordItem, ResultItem
from tantera.rules import BOOKS, Refusal, load_book
from tantera.sheet import Pad, results
from tantera.sheet.infractions import ruling_record
from tantera.sheet.questions import Decision, Judges, Nothing, Opener, Points, Result, Ruling, Signature


def limit_for(book: str) -> str:
    """A match of some hands, and of minutes: time may be called."""
    usual = load_book(book).options.limit.points
    return "150p 40m" if usual is None or usual > 50 else f"{usual}p 40m"


def an_entry(pad: Pad, chance: random.Random) -> Pad:
    """The pad with something that could be answered to what it asks."""
    asked = pad.asks()
    match asked:
        case Opener(seats=seats):
            return pad.opened(chance.choice(seats))
        case Result():
            return something_in_a_hand(pad, chance)
        case Decision(choices=choices):
            return pad.decided(chance.choice(choices))
        case Ruling(article=article):
            return pad.recorded(ruling_record(article, "y", "x"))
        case Points():
            assert pad.closing is not None
            return pad.ended(results.sanctioned(pad.match, pad.closing, chance.randrange(60)))
        case Judges(sides=sides):
            return pad.ruled(chance.choice((None, *sides)))
        case Signature(seats=seats):
            return pad.signed_by(chance.choice(seats))
        case Nothing():
            raise AssertionError("nothing is asked")


def something_in_a_hand(pad: Pad, chance: random.Random) -> Pad:
    match, seat = pad.match, chance.choice(pad.match.seats)
    if chance.random() < 0.5 and pad.book.catalogue:
        found = chance.choice(pad.book.catalogue)
        details = (("by", "x"), ("text", "y")) if found.ruling else (("tile", "64"),)
        return pad.recorded(RecordItem(found.article, None if found.ruling else seat, details))
    if chance.random() < 0.1:
        return pad.voided("the table fell over", "the judge")
    if chance.random() < 0.1 and match.time_called is None and pad.book.options.limit.minutes is not None:
        return pad.timed(chance.random() < 0.5)
    return pad.ended(a_result(pad, chance))


def a_result(pad: Pad, chance: random.Random) -> ResultItem:
    match, opener = pad.match, pad.opener
    assert opener is not None
    seat = chance.choice(match.seats)
    totals = tuple(None if side[0] in match.out else chance.randrange(40) for side in match.sides)
    if match.book.options.scoring == "own_loss":
        own = tuple(0 if side == (seat,) else total for side, total in zip(match.sides, totals, strict=True))
        return results.domino_with_totals(match, seat, own, opener)
    if chance.random() < 0.5:
        return results.domino(match, seat, chance.randrange(60))
    lowest = min(match.sides, key=lambda side: totals[match.sides.index(side)] or 0)
    said = None if len(set(totals)) == 1 else lowest
    return results.block(match, said, totals, opener)


@pytest.mark.parametrize("book", BOOKS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_undo_of_any_number_of_entries_is_the_pad_before_them_also_after_reading_it_back(book: str, seed: int):
    chance = random.Random(seed)
    pads = [Pad.begun([("Book", book), ("Limit", limit_for(book))])]
    for _ in range(chance.randrange(1, 30)):
        if pads[-1].asks() == Nothing():
            break
        with suppress(DgnError):  # a tile that somebody else has shown cannot be shown here: nothing is entered
            pads.append(an_entry(pads[-1], chance))
    pad = Pad.read(pads[-1].text)
    assert pad.document == pads[-1].document
    for before in reversed(pads[:-1]):
        pad = pad.undone()
        assert pad.document == before.document
        assert pad.match == before.match
        assert pad.text == before.text
    with pytest.raises(Refusal, match="nothing to undo"):
        pad.undone()


def test_what_the_judge_refuses_is_not_on_the_pad():
    pad = Pad.begun([("Book", "san-juan")]).opened(1)
    with pytest.raises(DgnError, match="SJ-conteo"):
        pad.ended(ResultItem("block", (1, 3), 52, (35, 17)))
    with pytest.raises(Refusal):
        pad.decided("annul")
    with pytest.raises(Refusal):
        pad.ruled((1, 3))
    with pytest.raises(Refusal):
        pad.signed_by(1)
    assert pad.document.hands[0].items == ()


@pytest.mark.article("TG-18.2")
def test_what_is_new_on_a_pad_is_told_apart_from_what_was_there_also_when_a_record_is_answered():
    before = Pad.begun([("Book", "tarragona")]).opened(1).recorded(RecordItem("TG-14.8", 2))
    after = before.decided("annul")
    shared = after.shared(before)
    known, new = after.ledger.events[:shared], after.ledger.events[shared:]
    assert [type(event).__name__ for event in known[-2:]] == ["InfractionRecorded", "CardShown"]
    assert [type(event).__name__ for event in new] == [
        "DecisionTaken",
        "HandVoided",
        "OpeningGiven",
        "HandScored",
    ]


def test_time_is_called_once_and_a_hand_needs_its_opener():
    pad = Pad.begun([("Book", "competencia-individual")])
    with pytest.raises(Refusal, match="who opens"):
        pad.timed(False)
    with pytest.raises(Refusal, match="already"):
        pad.opened(1).timed(False).timed(False)
    with pytest.raises(Refusal, match="no seat 7"):
        pad.opened(7)
