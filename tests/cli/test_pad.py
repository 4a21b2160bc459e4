"""The pad by itself: every entry can be taken back, and the file is the pad."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.cli.pad import results as results
from tantera.cli.pad.pad import Pad
from tantera.notation import DgnError
from tantera.notation.document import RecordItem, ResultItem
from tantera.rules import BOOKS, Refusal


def an_entry(pad: Pad, chance: random.Random) -> Pad:
    """The pad with something that could happen next, and the line of a hand that it ended."""
    match, seat = pad.match, chance.choice(pad.match.seats)
    awaited = match.awaiting
    if pad.awaits_judges:
        return pad.ruled(chance.choice((None, *match.sides)))
    if awaited is not None and awaited.choices:
        pad = pad.decided(chance.choice(awaited.choices))
    elif awaited is not None:
        pad = pad.recorded(RecordItem(awaited.article, details=(("by", "x"), ("text", "y"))))
    elif pad.is_over:
        pad = pad.signed_by(next(s for s in range(1, len(match.names) + 1) if not pad.has_signed(s)))
    elif pad.opener is None:
        return pad.opened(seat)
    elif chance.random() < 0.5 and pad.book.infraction:
        found = chance.choice(pad.book.infraction)
        details = (("by", "x"), ("text", "y")) if found.ruling else (("tile", "64"),)
        pad = pad.recorded(RecordItem(found.article, None if found.ruling else seat, details))
    elif chance.random() < 0.1:
        return pad.voided("the table fell over", "the judge")
    elif chance.random() < 0.1 and match.time_called is None and pad.book.options.limit.minutes is not None:
        return pad.timed(chance.random() < 0.5)
    else:
        return pad.ended(a_result(pad, chance))
    return pad if pad.closing is None else pad.ended(results.sanctioned(pad.match, pad.closing, None))


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
    pads = [Pad.begun([("Book", book), ("Limit", "150p 40m")])]
    for _ in range(chance.randrange(1, 30)):
        if pads[-1].is_over and len(pads[-1].signed) == len(pads[-1].match.names):
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
