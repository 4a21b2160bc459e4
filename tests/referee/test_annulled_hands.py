"""The racks of a hand that may come back stay whose they are: until the next deal a decision can be changed."""

from __future__ import annotations

from random import Random

import pytest

from tantera.notation import judge, read, report
from tantera.play import JUDGES, REFEREE, SPECTATOR, Match, Phase, RecordInfraction, TakeDecision, seen, view
from tantera.play.events import HandDealt, HandScored
from tantera.play.orders import ChangeDecision
from tantera.play.seen import lifted_order
from tantera.play.wire import frames, joined
from tantera.referee import correct, step
from tantera.rules import load_book
from tantera.telling import count
from tantera.web.replays.fair import told_deal_to
from tests.builders import Table
from tests.play.leaks import leaks
from tests.referee.live import LiveTable, encode
from tests.referee.people import Somebody

article = pytest.mark.article
EYES = (1, 2, 3, 4, SPECTATOR)


def annulled() -> Table:
    """Before the opening: seats 3 and 4 have not lifted (TG-8.5). Seat 4 annuls for what seat 3 did."""
    table = Table("tarragona", opener=1)
    table.do("deal one")
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    table.give(TakeDecision("annul"), 4)
    assert table.line.how == "void"
    return table


@article("TG-18.2", "TG-8.5")
def test_an_annulled_hand_shows_nobody_a_rack_that_was_not_theirs_nor_one_they_had_not_lifted():
    table = annulled()
    racks = [table.hand.rack(seat) for seat in (1, 2, 3, 4)]
    assert view(table.match, 1).racks == (racks[0], None, None, None)
    assert view(table.match, 2).racks == (None, racks[1], None, None)
    for eyes in (3, 4, SPECTATOR):
        assert view(table.match, eyes).racks == (None,) * 4
    assert lifted_order(table.match, 3) == ()
    for office in (REFEREE, JUDGES):
        assert view(table.match, office).racks == tuple(racks)


@article("TG-18.2")
def test_nothing_that_is_sent_of_an_annulled_hand_betrays_a_rack_a_seed_or_a_count():
    table = Table("tarragona", opener=1)
    table.do("deal one")
    table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    progress = step(table.match, TakeDecision("annul"), 4, table.now)
    sent = frames(progress, 9, EYES)
    for eyes in EYES:
        assert leaks(progress.after, eyes, sent.to(eyes)) == []
        assert leaks(progress.after, eyes, joined(progress.after, eyes, 9)) == []
        assert view(progress.after, eyes).seed is None
    assert view(progress.after, SPECTATOR).lines[-1].left == (None,) * 4
    counted = count(table.ledger.plus(progress.events), "es")
    assert counted is not None
    assert {side.total for side in counted.sides} == {None}


@article("TG-18.2")
def test_the_deal_of_an_annulled_hand_is_told_when_the_next_one_is_dealt():
    table = annulled()
    (dealt,) = table.told(HandDealt)
    for eyes in EYES:
        assert seen(table.match, dealt, eyes).seed == ""
        assert told_deal_to(eyes, table.ledger, 1) is None
    table.agree()
    assert told_deal_to(1, table.ledger, 1) is None
    table.do("deal two")
    assert seen(table.match, dealt, SPECTATOR) == dealt
    told = told_deal_to(SPECTATOR, table.ledger, 1)
    assert told is not None
    assert told.racks == {
        str(seat): tuple(tile.code for tile in rack if tile) for seat, rack in enumerate(dealt.racks, start=1)
    }
    assert told_deal_to(SPECTATOR, table.ledger, 2) is None


@article("TG-18.2")
def test_a_hand_that_comes_back_is_played_on_by_players_who_have_seen_their_own_tiles_only():
    table = annulled()
    back = correct(table.ledger, ChangeDecision(0, "continue", "misheard"), REFEREE, table.now).after
    assert back.hand_in_play
    assert view(back, 3).racks == (None,) * 4


@article("TG-18.5")
def test_a_match_lost_by_a_confirmation_shows_no_racks_either_for_it_can_be_taken_back():
    table = Table("tarragona", opener=1)
    table.do("deal one")
    table.give(RecordInfraction("TG-15.4", 2), REFEREE)
    table.give(TakeDecision("continue"), 3)
    table.give(RecordInfraction("TG-15.4", 2), REFEREE)
    table.give(TakeDecision("yes"), REFEREE)
    assert table.match.ended_by == "forfeit"
    assert view(table.match, SPECTATOR).racks == (None,) * 4
    assert view(table.match, 1).seed is None
    assert table.line.left == (None,) * 4
    back = correct(table.ledger, ChangeDecision(1, "no", ""), REFEREE, table.now).after
    assert back.hand_in_play


@article("SJ-tranque-falso", "SJ-conteo")
def test_a_hand_that_no_decision_ended_is_counted_with_its_tiles_up():
    table = Table("san-juan", opener=1)
    table.do("deal one")
    table.give(RecordInfraction("SJ-tranque-falso", 2), REFEREE)
    assert table.line.how == "lost"
    assert None not in view(table.match, SPECTATOR).racks
    assert None not in table.line.left


@article("TG-18.2")
def test_a_file_still_tells_what_was_left_in_an_annulled_hand():
    racks = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"
    text = f'[Book "tarragona"] #1 o1 0-0 deal {racks} 00 >05 [TG-14.8 seat=2 chose=annul] = void TG-14.8'
    told = report(judge(read(text)))
    assert told["hands"][0]["left"] == {"1": 39, "2": 36, "3": 43, "4": 45}
    again = report(judge(read(text + " #2 o1 0-0 = domino 1 +5")))
    assert again["hands"][0] == told["hands"][0]


@pytest.mark.parametrize("leaky", ["may_return", "racks_are_open"])
def test_the_search_for_leaks_finds_an_annulled_hand_that_is_turned_up(leaky: str, monkeypatch: pytest.MonkeyPatch):
    open_too_soon = {"may_return": False, "racks_are_open": True}[leaky]
    monkeypatch.setattr(Match, leaky, property(lambda match: open_too_soon and not match.hand_in_play))
    with pytest.raises(AssertionError, match="is sent"):
        live_annulment()


def test_where_it_is_not_turned_up_nothing_is_found():
    live_annulment()


def live_annulment() -> None:
    """Every byte that anybody is sent of an annulment is looked at."""
    table = LiveTable(load_book("tarragona"))
    people = Somebody(table, Random(1), 1)
    while table.match.phase is not Phase.PLAYING:
        people.goes_on()
    assert table.give(RecordInfraction("TG-14.8", 3), REFEREE)
    assert table.give(TakeDecision("annul"), 4)


def test_pips_of_an_annulled_hand_are_a_leak_and_those_of_a_played_one_are_not():
    table = annulled()
    line = {"event": "hand_scored.1", "left": [7, None, None, None]}
    assert leaks(table.match, 1, encode({"events": [line]}))
    assert leaks(table.match, 1, encode({"set": {"line": line}}))
    table.agree()
    table.do("deal two")
    table.finish()
    assert not leaks(table.match, 1, encode({"set": {"line": line}}))
    assert table.told(HandScored)[-1].how in ("domino", "block")
