"""Tarragona's articles 14, 15 and 18 at the table: who decides, what is annulled, taken back, rebuilt or left."""

import pytest

from tantera.notation import DgnError
from tantera.rules import load_book
from tests.golden.hands import DOMINO_A
from tests.play.invariants import tiles_are_conserved
from tests.referee.papers import BLOCK, followed, hand, one, paper, told
from tests.referee.tables import RealTable

article = pytest.mark.article
BOOK = "tarragona"
LEVES = tuple(f"TG-14.{number}" for number in range(1, 13))
GRAVES = ("TG-15.2", "TG-15.3", "TG-15.4")
MUY_GRAVES = tuple(f"TG-16.{number}" for number in range(2, 7))


def real() -> RealTable:
    return RealTable(BOOK).deal()


def named(faults: tuple[str, ...], seat: int, more: str = "") -> list[str]:
    """Records of these faults, with the tile where one has to be named."""
    tile = {1: "66", 2: "56", 3: "33", 4: "55"}[seat]
    return [f"[{fault} seat={seat}{f' tile={tile}' if fault == 'TG-14.9' else ''}{more}]" for fault in faults]


@article("TG-14.1", "TG-14.3", "TG-14.4", "TG-14.5", "TG-14.6", "TG-14.8", "TG-18.1", "TG-18.2")
@pytest.mark.parametrize("fault", [*LEVES, *GRAVES])
@pytest.mark.parametrize(("seat", "right"), [(1, 2), (2, 3), (3, 4), (4, 1)])
def test_the_player_on_the_right_of_the_offender_decides(fault, seat, right):
    awaiting = told(paper(BOOK, f"#1 o1 0-0 {named((fault,), seat)[0]}"))["awaiting"]
    choices = ["continue", "annul", "rebuild"] if fault == "TG-14.12" else ["continue", "annul"]
    assert awaiting == {"who": right, "article": fault, "choices": choices}


@article("TG-18.2")
@pytest.mark.parametrize("fault", [*LEVES, *GRAVES])
def test_annulled_the_opening_is_lost_if_the_offenders_had_opened_and_kept_if_the_others_had(fault):
    for seat, opener, following in [
        (1, 1, 2),
        (3, 1, 2),
        (2, 1, 1),
        (4, 1, 1),
        (4, 4, 1),
        (2, 4, 1),
        (1, 4, 4),
        (3, 4, 4),
    ]:
        (record,) = named((fault,), seat, " chose=annul")
        said = told(paper(BOOK, f"#1 o{opener} 0-0 {record} = void {fault}"))
        assert said["next_opener"] == following, (seat, opener)
        assert said["score"] == {"1+3": 0, "2+4": 0}
        assert said["hands"][0]["side"] is None


@article("TG-18.2")
def test_an_annulled_hand_is_played_again_by_whom_it_says():
    void = hand("00 [TG-14.8 seat=1 chose=annul] = void TG-14.8")
    assert told(paper(BOOK, void, hand("05", 2, 2)))["hands"][1]["opener"] == 2
    with pytest.raises(DgnError, match="o2: that seat opens"):
        told(paper(BOOK, void, hand("00", 2, 1)))


@article("TG-18.2")
def test_nothing_goes_on_before_it_is_decided():
    table = real().seen("00 >05").infraction("TG-14.8", 3)
    assert table.awaits == ("4", "TG-14.8", ("continue", "annul"))
    for move in ("<06", "3!-", "1!66"):
        assert table.refuses(move) == "TG-14.8"
    table.decides("continue").seen("<06")
    assert table.awaits is None


@article("TG-18.2")
def test_the_result_of_a_hand_cannot_be_written_before_it_is_decided():
    with pytest.raises(DgnError, match="continue / annul"):
        told(one(BOOK, f"{BLOCK} [TG-14.8 seat=3] = block 1+3 +126 (50-76)"))
    said = told(one(BOOK, f"{BLOCK} [TG-14.8 seat=3 chose=continue] = block 1+3 +126 (50-76)"))
    assert said["score"] == {"1+3": 126, "2+4": 0}


@article("TG-18.2")
def test_a_hand_annulled_after_its_last_tile_scores_nothing():
    said = told(one(BOOK, f"{BLOCK} [TG-14.8 seat=2 chose=annul] = void TG-14.8"))
    assert (said["score"], said["next_opener"]) == ({"1+3": 0, "2+4": 0}, 1)


@article("TG-14.2")
def test_an_opening_by_the_wrong_player_is_taken_back_and_the_right_one_opens():
    table = real().seen("2!56").infraction("TG-14.2", 2, chose="continue")
    assert (table.hand.turn, table.hand.chain, table.hand.count(2)) == (1, None, 7)
    table.seen("00")
    tiles_are_conserved(table.hand)


@article("TG-14.7")
def test_a_tile_on_the_wrong_end_stays_where_it_lies():
    table = real().seen("00 2!<05").infraction("TG-14.7", 2, chose="continue")
    assert (table.hand.chain.left, table.hand.chain.right, table.hand.turn) == (5, 0, 3)


@article("TG-14.9")
def test_a_tile_shown_lies_open_whatever_is_decided_and_need_not_be_played():
    table = real().seen("00 >05 ^3:06").infraction("TG-14.9", 3, chose="continue")
    assert table.seen(">51").hand.exposed[2] != 0


@article("TG-14.10")
def test_a_tile_that_does_not_fit_lies_there_until_it_is_taken_back():
    table = real().seen("00 >05")
    before = table.stands()
    table.seen("3!>14")
    assert (table.hand.chain.right, table.hand.turn) == (4, 4)
    tiles_are_conserved(table.hand)
    table.infraction("TG-14.10", 3).decides("continue")
    assert table.stands() == before
    table.seen("<06")


@article("TG-14.10")
def test_a_tile_that_does_not_fit_stays_while_nobody_has_decided():
    table = real().seen("00 >05 3!>14").infraction("TG-14.10", 3)
    assert table.hand.chain.right == 4
    assert followed(one(BOOK, "00 >05 3!>14 [TG-14.10 seat=3]")) == [["card 3 blue"]]


@article("TG-14.11")
def test_a_false_pass_stands():
    table = real().seen("00 >05 3!- >54")
    before = table.stands()
    table.infraction("TG-14.11", 3, turn=3, chose="continue")
    assert table.stands() == before


@article("TG-14.12", "TG-18.3")
@pytest.mark.parametrize("turn", [3, 7])
def test_rebuilding_restores_chain_racks_and_turn_of_the_moment_of_the_infraction(turn):
    moves = DOMINO_A.moves.split()
    table = RealTable(BOOK).deal(DOMINO_A.racks).seen(" ".join(moves[: turn - 1]))
    before = table.stands()
    table.seen(" ".join(moves[turn - 1 : 12])).infraction("TG-14.12", 3, turn=turn)
    assert table.awaits == ("4", "TG-14.12", ("continue", "annul", "rebuild"))
    table.decides("rebuild")
    assert table.stands() == before
    assert table.hand.turn == 3
    tiles_are_conserved(table.hand)
    table.seen(" ".join(moves[turn - 1 :])).result()
    assert table.match.score == (71, 0)


@article("TG-18.3")
def test_only_thinking_with_one_tile_is_answered_by_rebuilding():
    with pytest.raises(DgnError, match="rebuild is not among the choices: continue / annul"):
        told(one(BOOK, "00 >05 3!- >54 [TG-14.11 seat=3 turn=3 chose=rebuild]"))


@article("TG-18.3")
def test_a_rebuilt_hand_keeps_tiles_that_lie_open():
    table = RealTable(BOOK).deal(DOMINO_A.racks).seen("06 <01 <15 ^4:55 >64").infraction("TG-14.12", 3, turn=3)
    table.decides("rebuild")
    assert table.hand.exposed[3] != 0


@article("TG-16.2", "TG-16.3", "TG-16.4", "TG-16.5", "TG-16.6", "TG-18.6")
@pytest.mark.parametrize("fault", MUY_GRAVES)
@pytest.mark.parametrize(("seat", "points", "score"), [(1, 208, [40, 300]), (4, 260, [300, 92])])
def test_a_muy_grave_is_red_and_raises_the_others_to_the_limit(fault, seat, points, score):
    lost = "1+3" if seat == 1 else "2+4"
    hands = ("#1 o1 0-0 = domino 1 +40", "#2 o2 40-0 = domino 2 +92")
    said = told(paper(BOOK, *hands, hand(f"06 [{fault} seat={seat}] = lost {lost} +{points} {fault}", 3, 3, "40-92")))
    assert list(said["score"].values()) == score
    assert said["cards"] == {str(seat): {"blue": 0, "yellow": 0, "red": 1}}
    assert (said["ended_by"], said["awaiting"]) == ("forfeit", None)
    assert said["winner"] != lost


@article("TG-18.6")
@pytest.mark.parametrize(("limit", "points"), [("12h", 0), ("40m", 0), ("150p 12h", 150), ("500p", 500)])
def test_a_red_card_raises_to_the_points_of_the_limit_and_to_nothing_where_it_has_none(limit, points):
    said = told(one(BOOK, f"00 [TG-16.5 seat=1] = lost 1+3 +{points} TG-16.5", limit=limit))
    assert said["score"] == {"1+3": 0, "2+4": points}
    assert (said["winner"], said["ended_by"]) == ("2+4", "forfeit")


@article("TG-18.6")
def test_the_match_is_over_after_a_red_card():
    lost = hand("00 [TG-16.5 seat=1] = lost 1+3 +300 TG-16.5")
    with pytest.raises(DgnError, match="the match is over"):
        told(paper(BOOK, lost, "#2 o2 0-300 = domino 1 +10"))


@article("TG-8.6")
def test_the_leave_to_lay_the_tiles_flat_is_recorded_under_its_article():
    assert followed(one(BOOK, '[TG-8.6 seat=2 by="árbitro"] 00')) == [[]]


@article("TG-7.9", "TG-13.6")
def test_commenting_too_long_after_the_hand_is_warned_before_the_count_is_written():
    text = one(BOOK, f"{BLOCK} [TG-13.6 seat=3] = block 1+3 +126 (50-76)")
    assert followed(text) == [["warning 3"]]
    assert told(text)["hands"][0]["infractions"][0]["turn"] == 10


def test_every_fault_of_the_articles_is_in_the_catalogue():
    catalogue = [infraction.article for infraction in load_book(BOOK).infractions]
    incorrecciones = tuple(f"TG-13.{number}" for number in range(1, 7))
    assert [one for one in (*incorrecciones, *LEVES, *GRAVES, *MUY_GRAVES) if one not in catalogue] == []


@article("TG-18.6", "TG-18.2")
@pytest.mark.parametrize("later", ["[TG-16.4 seat=2]", "[TG-14.8 seat=2 chose=annul]", "[TG-13.2 seat=2]", ""])
def test_a_match_lost_by_a_red_card_stays_lost_whatever_is_recorded_before_its_result(later):
    said = told(one(BOOK, f"00 [TG-16.2 seat=3] {later} = lost 1+3 +300 TG-16.2"))
    assert (said["winner"], said["score"]) == ("2+4", {"1+3": 0, "2+4": 300})
