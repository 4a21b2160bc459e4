"""A hand whose result nobody wrote: where its moves have ended it, the referee works it out and says so."""

import pytest

from tantera.notation import DgnError, export, judge, read, report, write
from tantera.telling import Narrator, Sentence, story

DEAL = (
    "deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66\n"
    "00 <05 >06 <54 <40 >63 <02 >30 <21 <10\n"
)
HAND = f'[Book "san-juan"]\n#1 o1 0-0\n{DEAL}'


def test_the_result_and_the_score_are_those_that_the_line_would_have_had():
    with_line = report(judge(read(f"{HAND}= block 2+4 +126 (67-59)")))
    without = report(judge(read(HAND)))
    (hand,) = without["hands"]
    assert hand.pop("computed") is True
    assert without == with_line
    assert (hand["how"], hand["side"], without["score"]) == ("block", "2+4", {"1+3": 0, "2+4": 126})


def test_the_next_hand_goes_on_from_there_and_is_checked():
    judged = judge(read(f"{HAND}#2 o2 0-126 = domino 3 +41"))
    assert [hand.computed for hand in judged.hands] == [True, False]
    assert judged.match.score == (41, 126)
    with pytest.raises(DgnError, match="expected the score 0-126"):
        judge(read(f"{HAND}#2 o2 0-0 = domino 3 +41"))


def test_whoever_reads_the_match_is_told_who_worked_it_out():
    told = [one.text for one in story(judge(read(HAND)), Narrator("es")) if isinstance(one, Sentence)]
    assert told[told.index("Nadie anotó el resultado: lo calculó el árbitro") + 1] == "2 y 4 se apuntan 126"


def test_written_again_the_line_is_there():
    assert "= block 2+4 +126 (67-59)" in write(export(judge(read(HAND)).ledger))


def test_what_is_not_over_has_no_result():
    unfinished = HAND.rsplit(" ", 1)[0]
    (hand,) = report(judge(read(unfinished)))["hands"]
    assert hand["how"] is None
    assert "computed" not in hand
    with pytest.raises(DgnError, match="expected the result of hand 1 before it"):
        judge(read(f"{unfinished}\n#2 o2 0-126"))


def test_how_a_record_ended_it_is_still_to_be_written():
    text = '[Book "tarragona"]\n#1 o1 0-0\ndeal 1:00.04.12.16.25.35.46\n[TG-14.8 seat=2]\n'
    (hand,) = report(judge(read(text)))["hands"]
    assert hand["how"] is None
    assert "computed" not in hand


def test_a_match_that_ends_by_it_may_still_be_tagged_as_open():
    judged = judge(read(HAND.replace("#1", '[Limit "100p"]\n[Result "*"]\n#1')))
    assert judged.match.winner == (2, 4)
    with pytest.raises(DgnError, match="expected '2\\+4'"):
        judge(read(HAND.replace("#1", '[Limit "100p"]\n[Result "1+3"]\n#1')))


def test_tiles_that_nobody_knows_tell_no_result():
    unknown = HAND.replace(" 4:03.11.15.24.34.45.66", "")
    (hand,) = report(judge(read(unknown)))["hands"]
    assert hand["how"] is None or "computed" in hand
