"""Files judged: the example of NOTATION.md, and every thing a file may say."""

from typing import Any

import pytest

from tantera.cli.common import books_beside
from tantera.notation import DgnError, export, judge, read, report, write
from tantera.play import Phase
from tantera.play.log import read_log, write_log
from tantera.tiles import Tile
from tests.notation.mutations import EXAMPLE
from tests.rules.texts import text_of

DEAL = "deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"


def told(text: str) -> dict[str, Any]:
    return report(judge(read(text)))


def hand_of(text: str) -> Any:
    return judge(read(text)).match.hand


# --- the example ----------------------------------------------------------------------------------------------------


def test_the_example_of_the_notation_gives_its_object():
    assert told(EXAMPLE) == {
        "book": "san-juan",
        "sides": ["1+3", "2+4"],
        "hands": [
            {
                "n": 1,
                "opener": 1,
                "how": "block",
                "side": "2+4",
                "points": 126,
                "left": {"1": 32, "2": 26, "3": 35, "4": 33},
                "score": {"1+3": -20, "2+4": 126},
                "infractions": [
                    {
                        "article": "SJ-irreg-5",
                        "seat": 3,
                        "turn": 4,
                        "consequences": [{"kind": "points", "side": "1+3", "points": -20}],
                    }
                ],
            }
        ],
        "score": {"1+3": -20, "2+4": 126},
        "next_opener": 2,
        "cards": {},
        "out": [],
        "re_entries": {},
        "difference_penalties": {},
        "awaiting": None,
        "winner": None,
        "ended_by": None,
    }


def test_the_example_is_written_as_it_stands():
    assert write(read(EXAMPLE)) == EXAMPLE


# --- moves ----------------------------------------------------------------------------------------------------------


def test_an_opening_written_high_low_turns_the_ends_round():
    low = f'[Book "san-juan"] #1 o1 0-0 {DEAL} 46 >63 <44'
    high = f'[Book "san-juan"] #1 o1 0-0 {DEAL} 64 <63 >44'
    assert "46 >63" in write(read(low))
    assert read(high) == read(low)
    assert hand_of(high).chain == hand_of(low).chain


def test_an_opening_written_high_low_turns_two_doubles_and_seen_moves_round_too():
    high = '[Book "ueh"] #1 o1 0/0/0/0 64 <66&>44 2!<61 ^3:11'
    assert "46 <44&>66 2!>61 ^3:11" in write(read(high))
    assert "56 2!<51" in write(read('[Book "san-juan"] #1 o1 0-0 1!65 2!>51'))


def test_clocks_are_kept_in_milliseconds():
    hand = hand_of(f'[Book "san-juan"] #1 o1 0-0 {DEAL} 00{{4.1}} <05{{0}} >06 2!-{{0.001}}')
    assert [move.took for move in hand.moves] == [4100, 0, None, 1]
    assert hand.moves[1].at == 4100


def test_comments_stand_anywhere_and_change_nothing():
    plain = f'[Book "san-juan"]\n#1 o1 0-0\n{DEAL}\n00 <05\n'
    noted = f'; before\n[Book "san-juan"]\n; [Book "ueh"]\n#1 o1 0-0 ; #2\n{DEAL} ; deal\n00 ; = time\n<05\n;'
    assert told(noted) == told(plain)
    assert read(noted).comments == ("before", '[Book "ueh"]')


@pytest.mark.article("UEH-robar")
def test_a_draw_takes_the_next_sleeping_tile():
    text = (
        '[Book "ueh"] [Players "2"] [Option "tiles=2"] #1 o1 0/0 '
        "deal 1:66.11 2:22.33 0:44.26.00.01.02.03.04.05.06.12.13.14.15.16.23.24.25.34.35.36.45.46.55.56 66 +44 -"
    )
    with pytest.raises(DgnError, match=r"found \+00, expected \+26"):
        judge(read(f"{text} +00"))
    hand = hand_of(f"{text} +26 <62")
    assert hand.rack(1) == (Tile.of(1, 1),)
    assert hand.rack(2) == (Tile.of(2, 2), Tile.of(3, 3), Tile.of(4, 4))


@pytest.mark.article("UEH-dobles")
def test_two_doubles_that_nobody_had_seen_are_played_in_one_turn():
    """Not in the first hand, nor by somebody who holds one tile only; whoever has laid all tiles is out."""
    second = '[Book "ueh"] [Option "tiles=2"] #1 o1 0/0/0/0 = domino 1 +6 (0/1/2/3) #2 o2 0/1/2/3'
    hand = judge(read(f"{second} 56 <55&>66")).match.hand
    assert hand is not None
    assert (hand.count(3), hand.ended, hand.last_placer) == (0, "domino", 3)
    one_known = judge(read(f"{second} deal 3:55.?? 56 <55&>66")).match.hand
    assert one_known is not None
    assert one_known.ended == "domino"
    for wrong in ("#1 o1 0/0/0/0 56 <55&>66", "#1 o1 0/0/0/0 deal 2:55.11 56 <55&>66"):
        with pytest.raises(DgnError):
            judge(read(f'[Book "ueh"] [Option "tiles=2"] {wrong}'))
    with pytest.raises(DgnError):
        judge(read(f"{second} deal 3:55.11 56 <55&>66"))
    with pytest.raises(DgnError):
        judge(read(f"{second} deal 4:66.11 56 <55&>66"))


@pytest.mark.article("UEH-dobles")
def test_two_doubles_are_one_turn_from_the_second_hand_on():
    deal = "deal 1:22.23.24.25.26.33.34 2:46.00.01.02.03.05.12 3:44.66.11.13.14.15.16 4:35.36.45.55.56.04.06"
    with pytest.raises(DgnError, match="from hand 2 on"):
        judge(read(f'[Book "ueh"] #1 o3 0/0/0/0 {deal} 14 <11&>44'))
    hand = hand_of(f'[Book "ueh"] #1 o1 0/0/0/0 = domino 4 +6 (1/2/3/0) #2 o2 1/2/3/0 {deal} 46 <44&>66')
    assert (hand.turns, hand.turn, hand.count(3)) == (2, 4, 5)


def test_what_is_seen_in_turn_stands_and_out_of_turn_changes_nothing():
    hand = hand_of(f'[Book "san-juan"] #1 o1 0-0 {DEAL} 00 4!>66 2!>13')
    assert (hand.turn, hand.turns) == (3, 2)
    assert (hand.chain.left, hand.chain.right) == (0, 3)
    assert hand.count(4) == 7, "the tile played out of turn is back"
    assert hand.count(2) == 6


def test_a_pass_that_was_seen_uses_the_turn():
    hand = hand_of(f'[Book "san-juan"] #1 o1 0-0 {DEAL} 00 2!-')
    assert (hand.turn, hand.count(2)) == (3, 7)


def test_an_exposed_tile_is_shown_from_there_on():
    hand = hand_of(f'[Book "san-juan"] #1 o1 0-0 {DEAL} 00 ^2:55 <05')
    assert hand.exposed[1] == Tile.of(5, 5).bit


@pytest.mark.article("CI-11")
def test_an_exposed_tile_must_be_played_where_the_book_says_so():
    start = f'[Book "competencia-individual"] #1 o1 0-0 {DEAL} ^2:05 00'
    assert hand_of(f"{start} <05").turns == 2
    with pytest.raises(DgnError, match="CI-11"):
        judge(read(f"{start} <01"))


# --- what nobody knows ----------------------------------------------------------------------------------------------


def test_a_hand_may_have_moves_and_no_deal():
    hand = hand_of('[Book "san-juan"] #1 o1 0-0 66 <65 - >61')
    assert [hand.count(seat) for seat in (1, 2, 3, 4)] == [6, 6, 7, 6]
    assert hand.turn == 1


def test_unknown_tiles_become_known_when_they_are_played():
    hand = hand_of('[Book "san-juan"] #1 o1 0-0 deal 1:66.??.??.??.??.??.?? 2:65.64.63.62.61.60.?? 66 <65')
    assert hand.hidden == (6, 1, 7, 7)
    assert hand.count(2) == 6
    with pytest.raises(DgnError, match="nobody passes with a tile that fits"):
        judge(read('[Book "san-juan"] #1 o1 0-0 deal 1:66.??.??.??.??.??.?? 2:65.64.63.62.61.60.?? 66 -'))


def test_a_player_whose_tiles_nobody_knows_goes_out_with_the_last_one():
    text = '[Book "clasico"] [Option "tiles=1"] #1 o1 0-0 66'
    assert hand_of(text).ended == "domino"
    assert told(f"{text} = domino 1 +10")["score"] == {"1+3": 10, "2+4": 0}
    with pytest.raises(DgnError, match="expected = domino 1"):
        judge(read(f"{text} = domino 2 +10"))


@pytest.mark.parametrize("token", ["+??", "+44"])
def test_an_unknown_tile_may_be_drawn(token):
    deal = "deal 1:66.11.12.13.14.15.22 2:00.01.02.03.04.05.33 3:24.23.25.26.34.35.36"
    hand = hand_of(f'[Book "ueh"] [Players "3"] #1 o1 0/0/0 {deal} 66 {token} -')
    assert hand.count(2) == 8
    assert len(hand.boneyard) == 6


# --- results --------------------------------------------------------------------------------------------------------


def test_a_sheet_of_results_alone_is_a_match_for_pairs():
    match = told(
        '[Book "san-juan"] [Result "1+3"] #1 o2 0-0 = domino 3 +90 #2 o3 90-0 = block 2+4 +60 (40-20) '
        "#3 o2 90-60 = block tie (30-30) #4 o2 90-60 = domino 1 +115"
    )
    assert match["score"] == {"1+3": 205, "2+4": 60}
    assert (match["winner"], match["ended_by"], match["next_opener"]) == ("1+3", "points", None)
    assert [hand["how"] for hand in match["hands"]] == ["domino", "block", "block", "domino"]
    assert [hand["side"] for hand in match["hands"]] == ["1+3", "2+4", None, "1+3"]
    assert match["hands"][0]["left"] == {"1": None, "2": None, "3": None, "4": None}


@pytest.mark.article("SJ-siguientes")
def test_a_block_of_which_only_the_result_is_known_does_not_tell_who_opens_next():
    played = f"{DEAL} 00 <05 >06 <54 <40 >63 <02 >30 <21 <10 = block 2+4 +126 (67-59)"
    sheet = f'[Book "san-juan"] [Limit "900p"] #1 o1 0-0 {played} #2 o2 0-126 = block 2+4 +126'
    assert told(sheet)["next_opener"] is None
    assert told(f"{sheet} #3 o4 0-252")["hands"][2]["opener"] == 4


@pytest.mark.article("UEH-anotacion", "UEH-reenganche", "UEH-ganador")
def test_a_sheet_of_results_alone_is_a_match_for_players_alone():
    text = (
        '[Book "ueh"] [Limit "60p"] #1 o1 0/0/0/0 = domino 1 +101 (0/20/15/66) '
        "#2 o2 0/20/15/20 = block 3 +70 (30/25/9/15)"
    )
    match = told(text)
    assert match["hands"][0]["score"] == {"1": 0, "2": 20, "3": 15, "4": 20}
    assert match["score"] == {"1": 30, "2": 45, "3": 15, "4": 50}, (
        "the points of seat 4 count twice since it re-entered"
    )
    assert match["re_entries"] == {"4": 1}
    assert match["hands"][1]["left"] == {"1": 30, "2": 25, "3": 9, "4": 15}


@pytest.mark.article("UEH-ganador")
def test_a_seat_that_is_out_is_skipped_and_has_a_dash_in_the_totals():
    limit = '[Book "ueh"] [Limit "10p"]'
    hands = [
        "#1 o1 0/0/0/0 = domino 1 +14 (0/2/1/11)",
        "#2 o2 0/2/1/2 = domino 1 +12 (0/0/1/11)",
        "#3 o3 0/2/2/2 = domino 1 +12 (0/1/0/11)",
        "#4 o1 0/3/2/46 = block 2 +6 (4/2/2/-)",
    ]
    match = told(" ".join([limit, *hands[:3]]))
    assert (match["out"], match["re_entries"], match["next_opener"]) == ([4], {"4": 2}, 1)
    match = told(" ".join([limit, *hands]))
    assert match["score"] == {"1": 4, "2": 3, "3": 4, "4": 46}
    assert match["hands"][2]["left"]["4"] == 11
    assert "4" not in match["hands"][3]["left"]


def test_the_last_hand_may_be_unfinished():
    (hand,) = told(f'[Book "san-juan"] [Result "*"] #1 o1 0-0 {DEAL} 00 <05')["hands"]
    assert (hand["how"], hand["side"], hand["points"]) == (None, None, 0)
    assert hand["left"] == {"1": 39, "2": 36, "3": 43, "4": 45}


def test_a_file_may_have_no_hands_yet():
    match = told('[Book "competencia-individual"]')
    assert match["hands"] == []
    assert match["score"] == {"1+3": 0, "2+4": 0}
    assert "difference" not in match


@pytest.mark.parametrize(
    ("result", "points", "side", "score"),
    [
        ("[SJ-irreg-2] = void SJ-irreg-2", 0, None, "0-0"),
        ("[SJ-pase seat=3] = lost 1+3 +20 SJ-pase", 20, "2+4", "0-20"),
        ('= ruling "they shook hands"', 0, None, "0-0"),
    ],
)
def test_a_sheet_may_have_hands_that_the_referee_ended(result, points, side, score):
    match = told(f'[Book "san-juan"] #1 o1 0-0 {result} #2 o1 {score} = domino 1 +10')
    assert match["hands"][0]["how"] == result.partition("= ")[2].split()[0]
    assert (match["hands"][0]["points"], match["hands"][0]["side"]) == (points, side)
    assert match["hands"][1]["score"]["1+3"] == 10


@pytest.mark.article("CI-4")
def test_a_finished_match_of_a_book_with_differences_tells_them():
    match = told('[Book "competencia-individual"] #1 o1 0-0 = domino 2 +62 #2 o2 0-62 = domino 1 +130')
    assert match["difference"] == {"1+3": 38, "2+4": -38}


def test_a_match_after_which_the_judges_have_to_rule_awaits_them():
    text = '[Book "san-juan"] #1 o1 0-0 = domino 1 +30 #2 o1 30-0 = domino 2 +30 #3 o2 30-30 = time'
    match = told(text)
    assert match["awaiting"] == {"who": "judges", "article": "SJ-estructura", "choices": ["1+3", "2+4", "="]}
    assert (match["winner"], match["ended_by"]) == (None, None)
    for result, winner in (("2+4", "2+4"), ("=", None)):
        ruled = told(f'[Result "{result}"] {text}')
        assert (ruled["winner"], ruled["ended_by"], ruled["awaiting"]) == (winner, "ruling", None)


# --- time -----------------------------------------------------------------------------------------------------------


@pytest.mark.article("SJ-estructura")
def test_time_ends_the_hand_and_the_match_where_the_book_stops():
    match = told(f'[Book "san-juan"] #1 o1 0-0 = domino 1 +30 #2 o1 30-0 {DEAL} 00 <05 = time')
    assert match["hands"][1]["how"] == "time"
    assert match["hands"][1]["side"] is None
    assert match["hands"][1]["left"]["1"] == 39
    assert (match["winner"], match["ended_by"], match["score"]) == ("1+3", "time", {"1+3": 30, "2+4": 0})


@pytest.mark.article("SJ-estructura")
def test_time_before_the_deal_ends_the_match_and_is_no_line_on_the_sheet():
    match = told('[Book "san-juan"] #1 o1 0-0 = domino 1 +30 #2 o1 30-0 = time')
    assert (match["winner"], match["ended_by"]) == ("1+3", "time")
    assert match["hands"][1]["how"] == "time"
    assert (match["hands"][1]["side"], match["hands"][1]["points"]) == (None, 0)


@pytest.mark.article("CI-3")
def test_tiempo_after_the_tiles_were_lifted_leaves_that_hand_and_one_more():
    start = '[Book "competencia-individual"] #1 o1 0-0'
    after = judge(read(f"{start} {DEAL} [CI-3] 00")).match
    assert (after.hands_left, after.phase) == (2, Phase.PLAYING)
    sheet = f"{start} [CI-3] = domino 1 +20 #2 o2 20-0"
    assert judge(read(sheet)).match.hands_left == 1
    assert told(f"{sheet} = domino 1 +20")["ended_by"] == "time"


@pytest.mark.article("CI-3")
def test_a_sheet_says_without_a_deal_that_the_tiles_were_lifted_when_tiempo_was_called():
    ledger = judge(read('[Book "competencia-individual"] #1 o1 0-0 [CI-3 lifted=yes] = domino 1 +20')).ledger
    assert ledger.match.hands_left == 1, "that hand and one more"
    assert "#1 o1 0-0\n[CI-3 lifted=yes]\n= domino 1 +20" in write(export(ledger))
    assert tuple(read_log(write_log(ledger.events))) == tuple(ledger.events)
    finished = '[Book "clasico"] [Limit "30m"] #1 o1 0-0 [at_time lifted=yes] = domino 1 +20'
    assert told(finished)["ended_by"] == "time"
    with pytest.raises(DgnError, match="alone: nobody in particular calls time"):
        told('[Book "clasico"] [Limit "30m"] #1 o1 0-0 [at_time lifted=no]')


@pytest.mark.article("TG-6.1")
def test_time_before_the_deal_ends_the_match_where_the_hand_would_be_finished():
    match = told('[Book "clasico"] [Limit "30m"] #1 o1 0-0 = domino 1 +20 #2 o2 20-0 [at_time]')
    assert (match["ended_by"], match["winner"]) == ("time", "1+3")
    assert match["hands"][1]["how"] is None


@pytest.mark.article("TG-6.1")
def test_time_after_the_deal_lets_the_hand_be_finished():
    match = judge(read(f'[Book "tarragona"] [Limit "30m"] #1 o1 0-0 {DEAL} [at_time] 00')).match
    assert (match.hands_left, match.phase) == (1, Phase.PLAYING)


def test_level_at_time_before_the_deal_one_more_hand_is_played():
    text = f'[Book "clasico"] [Limit "30m"] #1 o4 0-0 [at_time] {DEAL} 66'
    assert judge(read(text)).match.phase is Phase.PLAYING


# --- seeds, records, tags -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_seed_stands_before_or_after_the_result(where):
    seed = "seed ab12 cd34 1:x"
    hand = f"{seed} = domino 1 +20" if where == "before" else f"= domino 1 +20 {seed}"
    document = judge(read(f'[Book "san-juan"] #1 o1 0-0 {hand}')).document
    assert len(document.hands[0].items) == 2


def test_records_are_kept_with_their_turn():
    (hand,) = told(
        f'[Book "tarragona"] #1 o1 0-0 [TG-13.1 seat=4] {DEAL} 00 >01 '
        '[TG-14.8 seat=2 chose=continue turn=2] [ruling by="x" text="y"]'
    )["hands"]
    assert [(seen["article"], seen["seat"], seen["turn"]) for seen in hand["infractions"]] == [
        ("TG-13.1", 4, 0),
        ("TG-14.8", 2, 2),
        ("ruling", None, 2),
    ]


def test_names_come_from_the_tags():
    assert judge(read('[Book "ueh"] [Players "2"] [Seat1 "Pons"]')).match.names == ("Pons", "2")


def test_a_rule_book_beside_the_file_is_found(tmp_path):
    (tmp_path / "club.toml").write_text(text_of("clasico").replace("points = 100", "points = 55"), encoding="utf-8")
    judged = judge(read('[Book "club.toml"] #1 o1 0-0 = domino 1 +55'), books_beside(tmp_path))
    assert judged.match.ended_by == "points"
    assert report(judged)["book"] == "club.toml"
