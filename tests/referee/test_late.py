"""What is found late, what is touched, and hands that are void already: the readings of issue and contract."""

import pytest
from msgspec.structs import replace

from tantera.notation import DgnError, judge, read
from tantera.play.events import Brought
from tantera.play.orders import ChangeDecision
from tantera.play.record import SeenDeal
from tantera.referee.correcting import change_decision
from tantera.rules import Refusal
from tantera.tiles import Tile, rack_of
from tests.builders import tiles
from tests.play.invariants import tiles_are_conserved
from tests.referee.papers import BLOCK, followed, hand, match_of, one, paper, told
from tests.referee.tables import RealTable

article = pytest.mark.article
TG, SJ, CI = "tarragona", "san-juan", "competencia-individual"

ALONE = ("00.01.02.03.04.05.06", "11.12.13.14.15.16.22", "23.24.25.26.33.34.35", "36.44.45.46.55.56.66")
"""Seat 1 holds every blank: opening with 0-0, nobody else can play."""


# --- passes


@article("CI-15")
def test_whoever_plays_alone_may_pass_falsely_and_the_hand_goes_on():
    table = RealTable(CI).deal(ALONE).seen("00 - - - 1!-").infraction("CI-15", 1).seen("- - -")
    assert (table.hand.ended, table.hand.turn) == (None, 1)
    table.seen(">01 >12")


@article("TG-14.11")
def test_a_false_pass_among_three_true_ones_stands_and_the_hand_goes_on():
    moves = "00 - - - 1!- [TG-14.11 seat=1 chose=continue] - - - <01"
    racks = " ".join(f"{seat}:{rack}" for seat, rack in enumerate(ALONE, start=1))
    match = match_of(paper(TG, f"#1 o1 0-0 deal {racks} {moves}"))
    assert match.hand is not None
    assert (match.hand.ended, match.hand.turn) == (None, 2)


@article("UEH-robar")
def test_where_tiles_may_be_drawn_passes_in_a_row_still_end_a_hand():
    racks = ("66.11.12.13.14.15.22", "00.01.02.03.04.05.33", "23.24.25.34.35.44.45")
    table = RealTable("ueh", players=3).fact(SeenDeal(1, tuple(map(tiles, racks)))).seen("66 - - 1!-")
    assert table.hand.ended == "block"


# --- the ladder


@article("TG-15.5", "TG-18.5")
def test_a_grave_that_was_not_confirmed_is_proposed_again_the_next_time():
    table = RealTable(TG).deal().seen("00").infraction("TG-15.4", 2, chose="continue")
    for _ in range(3):
        table.infraction("TG-15.4", 2)
        assert table.awaits == ("referee", "TG-15.5", ("yes", "no"))
        table.decides("no").decides("continue")
    table.infraction("TG-15.4", 2).decides("yes").result()
    assert table.match.ended_by == "forfeit"


@article("TG-14.13", "TG-15.5")
def test_the_ninth_same_leve_is_proposed_too():
    records = "[TG-14.1 seat=2 chose=continue] " * 5 + "[TG-14.1 seat=2 confirm=no chose=continue] "
    records += "[TG-14.1 seat=2 chose=continue] " * 2 + "[TG-14.1 seat=2]"
    assert told(one(TG, f"00 {records}"))["awaiting"] == {
        "who": "referee",
        "article": "TG-15.5",
        "choices": ["yes", "no"],
    }


@article("TG-18.2")
def test_a_void_hand_is_not_annulled_again_and_the_opening_stays_lost():
    first = "[TG-14.8 seat=1 chose=annul]"  # the opener's side: seat 2 opens
    said = told(one(TG, f"00 {first} [TG-14.8 seat=2] = void TG-14.8"))
    assert (said["next_opener"], said["awaiting"]) == (2, None)
    assert followed(one(TG, f"00 {first} [TG-14.8 seat=2]"))[1] == ["card 2 blue"]
    with pytest.raises(DgnError, match="annul is not among the choices"):
        told(one(TG, f"00 {first} [TG-14.8 seat=2 chose=annul]"))


@article("TG-18.2", "TG-15.5", "TG-18.6")
def test_in_a_void_hand_a_red_is_still_confirmed_and_still_loses_the_match():
    table = RealTable(TG).deal().seen("00").infraction("TG-15.4", 2, chose="annul").infraction("TG-15.4", 2)
    assert table.awaits == ("referee", "TG-15.5", ("yes", "no"))
    assert table.decides("no").awaits is None
    table.infraction("TG-15.4", 2).decides("yes").result()
    assert (table.match.winner, table.match.ended_by) == ((1, 3), "forfeit")


# --- tiles that lie where they do not belong


@article("TG-14.10")
def test_a_tile_that_does_not_fit_stays_once_somebody_has_acted_and_the_hand_goes_on_from_it():
    table = RealTable(TG).deal().seen("00 >05 3!>14 >45")
    before = table.stands()
    table.infraction("TG-14.10", 3, chose="continue")
    assert table.stands() == before
    assert followed(one(TG, "00 >05 3!>14 >45 [TG-14.10 seat=3 chose=continue]")) == [["card 3 blue"]]
    table.seen("<04")


@article("CI-13")
def test_a_cachirul_that_its_own_pair_notices_late_is_withdrawn_and_later_moves_stand():
    table = RealTable(CI).deal().seen("00 >05 3!>14 <03")
    table.infraction("CI-13", 3, noticed="own")
    hand = table.hand
    assert (hand.chain.left, hand.chain.right, hand.turn, hand.turns) == (3, 5, 1, 4)
    assert hand.count(3) == 7
    assert hand.exposed[2] == Tile.parse("14").bit
    assert followed(one(CI, "00 >05 3!>14 <03 [CI-13 seat=3 noticed=own]")) == [["taken_back 3 14", "exposed 3 14"]]
    tiles_are_conserved(table.hand)


@article("CI-13")
@pytest.mark.parametrize("moves", ["00 >05 3!>14 >45", "00 >05 3!>14 4!- >40"])
def test_a_cachirul_with_a_tile_resting_on_it_is_for_the_director_whoever_notices(moves):
    table = RealTable(CI).deal().seen(moves).infraction("CI-13", 3, noticed="own")
    assert table.awaits == ("director", "CI-18", ())


@article("CI-13")
def test_a_pass_counts_as_having_played_unless_the_pair_itself_notices():
    table = RealTable(CI).deal().seen("00 >05 3!>14 4!-")
    assert RealTable(CI).deal().seen("00 >05 3!>14 4!-").infraction("CI-13", 3).awaits == ("director", "CI-18", ())
    table.infraction("CI-13", 3, noticed="own")
    assert (table.awaits, table.hand.turn, table.hand.count(3)) == (None, 1, 7)


@article("CI-13")
def test_who_noticed_matters_nowhere_else():
    with pytest.raises(DgnError, match="makes no difference"):
        told(one(CI, "00 [CI-7 seat=3 noticed=own]"))
    with pytest.raises(DgnError, match="noticed=own"):
        told(one(CI, "00 >05 3!>14 [CI-13 seat=3 noticed=other]"))


# --- tiles touched, tiles seen


@article("SJ-flujo-1")
def test_a_tile_touched_in_turn_must_be_played_if_it_fits():
    table = RealTable(SJ).deal().seen("00 >05").infraction("SJ-flujo-1", 3, tile="15", touched="yes")
    table.refuses("<06")
    table.seen(">51")
    assert followed(one(SJ, "00 >05 [SJ-flujo-1 seat=3 tile=15.06 touched=yes]")) == [["must_play 3 15"]]


@article("SJ-flujo-1")
def test_a_tile_touched_in_turn_that_does_not_fit_returns():
    assert followed(one(SJ, "00 >05 [SJ-flujo-1 seat=3 tile=33.15 touched=yes] <06")) == [[]]


@article("SJ-flujo-1")
def test_tiles_touched_out_of_turn_are_only_seen():
    text = one(SJ, "00 [SJ-flujo-1 seat=3 tile=33.15 touched=yes] >05 <06")
    assert followed(text) == [["exposed 3 33", "exposed 3 15"]]
    with pytest.raises(DgnError, match="makes no difference"):
        told(one(SJ, "00 [SJ-irreg-5 seat=3 touched=yes]"))


@article("TG-14.9", "SJ-flujo-1")
@pytest.mark.parametrize(("book", "record"), [(TG, "TG-14.9"), (SJ, "SJ-flujo-1")])
def test_several_tiles_shown_at_once_all_lie_open(book, record):
    match = match_of(one(book, f"00 [{record} seat=3 tile=33.24]"))
    assert match.hand is not None
    assert match.hand.exposed[2] == rack_of((Tile.parse("33"), Tile.parse("24")))
    with pytest.raises(DgnError):
        told(one(book, f"00 [{record} seat=3 tile=33.66]"))


@article("CI-12")
def test_of_several_tiles_pointed_at_the_first_must_be_played():
    assert followed(one(CI, "00 >05 [CI-12 seat=3 tile=15.06]")) == [["must_play 3 15"]]
    assert followed(one(CI, "00 >05 [CI-12 seat=3 tile=33.06]")) == [["exposed 3 33"]]


@article("TG-15.3")
def test_which_tiles_were_touched_and_not_played_may_be_said():
    assert followed(one(TG, "00 >05 <06 [TG-15.3 seat=3 tile=02.06]")) == [["card 3 yellow"]]


# --- reports and corrections


@article("TG-18.2")
def test_what_is_left_is_told_while_a_decision_is_open():
    assert told(one(TG, "00 >05 [TG-14.8 seat=2]"))["hands"][0]["left"] == {"1": 29, "2": 43, "3": 36, "4": 55}


@article("TG-18.2")
def test_a_changed_decision_carries_later_hands_of_which_only_the_line_is_known():
    first = hand(f"00 [TG-14.8 seat=3 chose=continue] {BLOCK.removeprefix('00 ')} = block 1+3 +126 (50-76)")
    ledger = judge(read(paper(TG, first, "#2 o2 126-0 = domino 2 +30", "#3 o3 126-30 = domino 1 +5"))).ledger
    changed = ledger.plus([change_decision(ledger, ChangeDecision(0, "annul", ""), 9000)]).match
    assert [(line.how, line.points) for line in changed.lines] == [("void", 0), ("domino", 30), ("domino", 5)]
    assert (changed.score, changed.opener) == ((5, 30), 4)


@article("TG-18.2")
@pytest.mark.parametrize("seat", [2, 4])
def test_a_changed_decision_is_refused_where_another_player_would_have_opened_a_later_hand(seat):
    first = hand(f"00 [TG-14.8 seat={seat} chose=continue] {BLOCK.removeprefix('00 ')} = block 1+3 +126 (50-76)")
    ledger = judge(read(paper(TG, first, "#2 o2 126-0 = domino 2 +30"))).ledger
    with pytest.raises(Refusal, match="no longer follow"):
        change_decision(ledger, ChangeDecision(0, "annul", ""), 9000)


@article("TG-18.2")
def test_the_line_of_a_sheet_hand_stands_when_a_decision_that_did_not_end_it_is_changed():
    line = "#1 o1 0-0 [TG-14.12 seat=3 chose=continue] = domino 1 +40"
    ledger = judge(read(paper(TG, line, "#2 o2 40-0 = domino 2 +30"))).ledger
    change = change_decision(ledger, ChangeDecision(0, "rebuild", ""), 9000)
    assert ledger.plus([change]).match.score == (40, 30)


@article("TG-18.2")
def test_a_sheet_hand_given_back_to_its_players_leaves_no_room_for_later_ones():
    void = "#1 o1 0-0 [TG-14.8 seat=3 chose=annul] = void TG-14.8"
    ledger = judge(read(paper(TG, void, "#2 o2 0-0 = domino 2 +30"))).ledger
    with pytest.raises(Refusal, match="no longer follow"):
        change_decision(ledger, ChangeDecision(0, "continue", ""), 9000)


# --- cards for the tournament


@article("TG-18.4", "TG-18.5")
def test_cards_and_counts_that_a_player_brings_count_on():
    table = RealTable(TG, card_span="tournament").deal().seen("00")
    brought = Brought(2, (("TG-15.4", 1), ("TG-14.1", 2)), (("blue", 3), ("yellow", 2)))
    table.match = replace(table.match, brought=(brought,), bringers=(1,))
    assert table.match.cards == {2: {"blue": 3, "yellow": 2}}
    table.infraction("TG-15.4", 2)
    assert table.awaits == ("referee", "TG-15.5", ("yes", "no"))
    table.decides("no").decides("continue").infraction("TG-14.1", 2, chose="continue")
    assert table.match.cards == {2: {"blue": 4, "yellow": 5}}  # the grave's, the fourth blue's, the third leve's
