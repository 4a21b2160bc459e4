"""Putting an old entry right: the sheet is the one that would have been written, had it been said so at once."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.notation import DgnError
from tantera.notation.document import RecordItem, ResultItem
from tantera.rules import BOOKS, Refusal
from tantera.sheet import Pad
from tantera.sheet.entries import (
    Answered,
    AnyEntry,
    Correction,
    Ended,
    Noted,
    Opened,
    Ruled,
    Timed,
    Voided,
    again,
    entries,
    in_words,
    to_correct,
    without_hand,
)
from tantera.sheet.questions import Decision, Nothing, Opener, Result
from tests.sheet.test_pad import an_entry, limit_for


def random_pad(book: str, chance: random.Random) -> Pad:
    pad = Pad.begun([("Book", book), ("Limit", limit_for(book))])
    for _ in range(chance.randrange(1, 25)):
        if pad.asks() == Nothing():
            break
        with suppress(DgnError):  # a tile that somebody else has shown cannot be shown here: nothing is entered
            pad = an_entry(pad, chance)
    return pad


@pytest.mark.parametrize("book", BOOKS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=8, deadline=None)
def test_the_entries_of_any_sheet_written_again_are_the_sheet(book: str, seed: int):
    pad = random_pad(book, random.Random(seed)).unsigned()
    rewritten = pad.until_hand(0)
    for entry in entries(pad):
        assert in_words(entry, pad.match, "es")
        rewritten = again(rewritten, entry)
    assert rewritten.text == pad.text


@pytest.mark.parametrize("book", BOOKS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=8, deadline=None)
def test_whatever_is_left_out_or_changed_the_rest_is_written_again_or_asked_about(book: str, seed: int):
    """Never a crash, never a sheet that the judge refuses, never an entry gone without a word."""
    chance = random.Random(seed)
    pad = random_pad(book, chance)
    everything = entries(pad)
    if not everything:
        return
    correction = to_correct(pad, chance.randrange(len(everything)))
    assert correction.pad.text == Pad.read(correction.pad.text).text
    correction = _changed(correction, chance)
    for _ in range(200):
        if correction.is_done:
            break
        before = len(correction.rest)
        if correction.lacks is not None:
            with suppress(DgnError):
                correction = correction.said(an_entry(correction.pad, chance))
        else:
            assert correction.refused is not None
            correction = correction.left_out()
            assert len(correction.rest) < before
    if not correction.is_done:
        correction = correction.all_left_out()
    corrected = correction.corrected
    assert Pad.read(corrected.text).text == corrected.text


def _changed(correction: Correction, chance: random.Random) -> Correction:
    if chance.random() < 0.4 or correction.pad.asks() == Nothing():
        return correction.left_out()
    with suppress(DgnError):
        return correction.said_instead(an_entry(correction.pad, chance))
    return correction.left_out()


def sheet(book: str, *said: AnyEntry) -> Pad:
    pad = Pad.begun([("Book", book), ("Limit", "100p")])
    for entry in said:
        pad = again(pad, entry)
    return pad


def domino(hand: int, seat: int, points: int) -> Ended:
    return Ended(hand, ResultItem("domino", (seat,), points), 1)


@pytest.mark.article("SJ-siguientes")
def test_the_score_and_the_opener_of_every_later_hand_follow():
    pad = sheet("san-juan", Opened(1, 1), domino(1, 3, 41), domino(2, 2, 20))
    correction = to_correct(pad, 1)
    assert isinstance(correction.pad.asks(), Result)
    done = correction.said_instead(correction.pad.ended(ResultItem("domino", (4,), 14)))
    assert done.is_done
    assert [(hand.opener, hand.score) for hand in done.corrected.document.hands] == [(1, (0, 0)), (4, (0, 14))]
    assert list(done.openers_changed()) == [(2, 3, 4)]


@pytest.mark.article("SJ-siguientes", "SJ-tranque")
def test_an_opener_that_the_sheet_no_longer_tells_is_asked_for_and_one_that_was_said_needs_no_saying_twice():
    pad = sheet("san-juan", Opened(1, 1), domino(1, 3, 41), domino(2, 2, 20))
    correction = to_correct(pad, 1)
    asked = correction.said_instead(correction.pad.ended(ResultItem("block", (1, 3), 52, (17, 35))))
    assert isinstance(asked.lacks, Opener)
    done = asked.said(asked.pad.opened(2))
    assert done.is_done
    back = to_correct(done.corrected, 1)
    again_told = back.said_instead(back.pad.ended(ResultItem("domino", (3,), 41)))
    assert again_told.is_done
    assert again_told.corrected.text == pad.text


@pytest.mark.article("TG-18.2")
def test_a_decision_that_is_asked_no_more_is_asked_about():
    called, answered = Noted(1, (RecordItem("TG-14.1", 2),)), Answered(1, "continue")
    pad = sheet("tarragona", Opened(1, 1), called, answered, domino(1, 3, 41))
    changed = to_correct(pad, 1).said_instead(to_correct(pad, 1).pad.recorded(RecordItem("TG-14.1", 3)))
    assert isinstance(changed.lacks, Decision)  # of another player: somebody else decides
    done = changed.said(changed.pad.decided("annul"))
    assert done.refused is not None  # the hand is void: the domino after it is asked about
    assert "hand 1 is over" in str(done.refused)
    assert done.left_out().is_done


def test_points_that_were_counted_for_a_raised_hand_are_asked_for_again(tmp_path):
    from tantera.rules import load_book

    club = tmp_path / "club.toml"
    names = 'name = { es = "Club", ca = "Club", en = "Club" }'
    club.write_text(f'id = "club"\nextends = "clasico"\n{names}\n[raises]\nfactor = 2\n', "utf-8")
    pad = Pad.begun([("Book", str(club)), ("Limit", "200p")], load_book).opened(1)
    pad = pad.ended(ResultItem("block", None, 0, (20, 20))).ended(ResultItem("domino", (2,), 40))
    correction = to_correct(pad, 1)
    asked = correction.said_instead(correction.pad.ended(ResultItem("domino", (1,), 20)))
    assert "counts ×1 now" in str(asked.refused)


def test_a_hand_written_twice_is_taken_out_whole():
    pad = sheet("san-juan", Opened(1, 1), domino(1, 3, 20), domino(2, 3, 20), domino(3, 2, 7))
    assert (
        without_hand(pad, 2).corrected.text == sheet("san-juan", Opened(1, 1), domino(1, 3, 20), domino(2, 2, 7)).text
    )


def test_signatures_stay_under_the_same_sheet_and_go_with_another():
    pad = sheet("tarragona", Opened(1, 1), domino(1, 3, 110)).signed_by(3).signed_by(2)
    correction = to_correct(pad, 1)
    same = correction.said_instead(correction.pad.ended(ResultItem("domino", (3,), 110)))
    assert same.corrected.signed == pad.signed
    other = correction.said_instead(correction.pad.ended(ResultItem("domino", (3,), 111)))
    assert other.corrected.signed == ()
    renamed = pad.renamed(3, "Masó, Pere")
    assert renamed.signed == ("Masó  Pere", "2")
    assert renamed.has_signed(3)


def test_a_name_is_letters_and_nobody_elses():
    pad = Pad.begun([("Book", "san-juan"), ("Seat1", "Pons")])
    for wrong in ("", "P\x1b[2J"):
        with pytest.raises(Refusal):
            pad.renamed(1, wrong)
    with pytest.raises(Refusal, match="already"):
        pad.renamed(2, "PONS")
    assert pad.renamed(1, "Pons i Pla").match.names[0] == "Pons i Pla"


def test_every_kind_of_entry_has_words():
    pad = sheet("san-juan", Opened(1, 1))
    ruling = RecordItem("SJ-jueces", None, (("by", "la juez"), ("text", "repiten")))
    told = [
        in_words(entry, pad.match, "es")
        for entry in (
            Opened(1, 1),
            Noted(1, (RecordItem("SJ-irreg-5", 3),)),
            Noted(1, (RecordItem("bonus", 3, (("kind", "capicua"),)),)),
            Answered(1, "annul"),
            Timed(1, False),
            Voided(1, ruling),
            Ended(1, ResultItem("block", (2, 4), 40, (30, 10)), 1),
            Ended(1, ResultItem("block", None), 1),
            Ended(1, ResultItem("ruling", text="repiten"), 1),
            Ended(1, ResultItem("lost", (1, 3), 20, article="SJ-irreg-2"), 1),
            Ruled(0, (1, 3)),
            Ruled(0, None),
        )
    ]
    assert told == [
        "sale 1",
        "SJ-irreg-5 Gestos, comentarios o gritos: 3",
        "Capicúa: 1 + 3",
        "se decidió: anular la mano",
        "se cantó tiempo",
        "SJ-jueces Decisión de los jueces «repiten» (la juez)",
        "cerrado 30-10, 2 + 4, +40",
        "cerrado",
        "decisión: repiten",
        "perdida SJ-irreg-2, 1 + 3, +20",
        "los jueces: ganan 1 + 3",
        "los jueces: empate",
    ]
