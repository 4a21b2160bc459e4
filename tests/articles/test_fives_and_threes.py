"""Points in play: fives and threes as its book tells it, and what other books may make of it. Points by hand."""

import re

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from tantera.cli.match.screen import book_in_words
from tantera.notation import DgnError, judge, read, write
from tantera.notation.export import export
from tantera.notation.report import report
from tantera.play import Phase, view
from tantera.play.events import LimitReached, ScoreTaken, TilePlaced, WentOut
from tantera.play.fold import evolve
from tantera.rules import load_book, parse_book, with_options
from tantera.rules.basics import Mistakes
from tantera.rules.schema import PointsInPlay
from tantera.rules.summary import idle
from tantera.telling import Narrator, tally
from tests.builders import Dealt, Table, ledger_of
from tests.play.ends import in_play
from tests.play.tables import play_match

article = pytest.mark.article

BOOK = load_book("fives-and-threes")
ONE_EACH = Dealt(("55.36", "35.66", "34.11", "56.00"), "55 >53 >34 <56")


def table(tiles: int = 2, opener: int = 1, score: tuple[int, ...] = (), **options: str | int) -> Table:
    game = Table(with_options(BOOK, {"tiles": tiles, **options}), opener=opener)
    if score:
        taken = ScoreTaken(score, opener, at=0)
        game.match = evolve(game.match, taken)
        game.events.append(taken)
    return game


def made(game: Table) -> list[int]:
    return [event.points or 0 for event in game.events if isinstance(event, TilePlaced)]


# --- the ends --------------------------------------------------------------------------------------------------------


@article("FT-puntas", "FT-dobles")
@pytest.mark.parametrize(
    ("opening", "points"),
    [("55", 2), ("36", 3), ("66", 4), ("05", 1), ("12", 1), ("00", 0), ("46", 2), ("45", 3), ("56", 0)],
)
def test_the_opening_tile_counts_both_of_its_ends_and_a_double_once(opening, points):
    rest = [code for code in ("11", "22", "33", "44", "01", "02", "03", "04", "13") if code != opening]
    racks = (f"{opening}.{rest[0]}", f"{rest[1]}.{rest[2]}", f"{rest[3]}.{rest[4]}", f"{rest[5]}.{rest[6]}")
    assert made(table().deal(Dealt(racks)).play(opening)) == [points]


@article("FT-puntas", "FT-dobles", "FT-turno")
def test_a_double_at_an_end_counts_both_halves_as_long_as_it_is_there():
    """5-5: 10, two. 5-3 on it: 10 and 3 are 13, nothing. 3-4: 10 and 4, nothing. 5-6: 6 and 4, two."""
    game = table().deal(ONE_EACH).play("55 >53 >34 <56")
    assert made(game) == [2, 0, 0, 2]
    assert game.match.score == (2, 2)


@article("FT-puntas")
def test_fifteen_is_eight_three_fives_and_five_threes():
    """6-3 opens: nine, three. 3-2 makes 6 and 2. 2-3 no… the 6-6 on the six makes 12 and 3: fifteen."""
    game = table().deal(Dealt(("36.11", "66.22", "00.44", "01.02"))).play("36 >66")
    assert made(game) == [3, 8]
    assert game.match.score == (3, 8)


@article("FT-puntas")
def test_what_is_made_is_on_the_score_at_once_and_everybody_sees_it():
    game = table().deal(ONE_EACH).play("55 >53")
    assert game.match.score == (2, 0)
    for eyes in (1, 2, 3, 4):
        assert (game.sees(eyes).score, game.sees(eyes).made) == ((2, 0), (2, 0, 0, 0))


# --- who goes out ----------------------------------------------------------------------------------------------------

PLAY_ON = Dealt(("66.16", "46.44", "12.22", "24.03"), "66 >64 - - <61")


@article("FT-companero", "FT-ultima")
def test_who_goes_out_leaves_the_partner_to_play_on_until_both_are_out():
    """1 opens 6-6, 3 passes, 1 goes out with 6-1 and nothing ends. From here on 1 is skipped; 3 goes out with 2-2."""
    game = table().deal(PLAY_ON).play("66 >64 - >42 <61")
    assert [event.seat for event in game.events if isinstance(event, WentOut)] == [1]
    assert (game.match.phase, game.turn) == (Phase.PLAYING, 2)
    game.play("- <12 - -")
    assert game.turn == 3, "4 has passed, and 1 has no tiles: 3 is in turn again"
    game.play("<22")
    assert game.line.how == "domino"
    assert (game.line.side, game.line.went_out) == ((1, 3), 3)


@article("FT-companero")
def test_a_screen_is_told_that_whoever_is_out_is_passed_over():
    """Everybody sees who is next, and no client has to know the book for it."""
    game = table().deal(PLAY_ON).play("66 >64 - >42")
    assert (game.turn, view(game.match, 2).next) == (1, 2)
    game.play("<61 - <12")
    assert (game.turn, view(game.match, 2).next) == (4, 2), "1 has no tiles"


@article("FT-ultima")
def test_the_point_for_going_out_comes_when_both_are_out_and_is_part_of_the_tiles_score():
    """6-6: 12, four. 6-4: 12 and 4, nothing. 4-2: 12 and 2, nothing. 6-1: 1 and 2, one, and no point for going out
    while 3 plays on. 1-2: 2 and 2, nothing. 2-2: 4 and 2 are six, two; and one for going out."""
    game = table().deal(PLAY_ON).play("66 >64 - >42 <61 - <12 - - <22")
    assert made(game) == [4, 0, 0, 1, 0, 3]
    assert game.line.written == game.line.in_play == (8, 0)
    assert game.line.points == 0


@article("FT-parejas")
def test_three_play_each_alone_and_the_first_to_go_out_ends_the_hand():
    game = table(play="alone", players=3).deal(Dealt(("66.16", "46.44", "12.22"))).play("66 >64 - <61")
    assert (game.line.how, game.line.went_out) == ("domino", 1)
    assert game.line.written == (4 + 1 + 1, 0, 0), "twelve; one and four; out"


@article("FT-cerrado", "FT-toque")
def test_a_block_ends_the_hand_and_brings_nobody_anything():
    game = table().deal(Dealt(("66.55", "16.11", "01.22", "33.12"))).play("66")
    assert game.refused("2 -") == "FT-toque"
    game.play(">61 >10")
    assert (game.line.how, game.line.side, game.line.written) == ("block", None, (4 + 4, 0))
    assert game.match.opener == 2


def test_a_hand_may_be_blocked_by_the_tile_with_which_somebody_goes_out_and_leaves_a_partner():
    game = table(tiles=1).deal(Dealt(("66", "55", "44", "33"))).play("66")
    assert [type(event).__name__ for event in game.events[-3:]] == ["WentOut", "HandBlocked", "HandScored"]
    assert (game.line.how, game.line.left) == ("block", (0, 10, 8, 6))


# --- the limit -------------------------------------------------------------------------------------------------------


@article("FT-sesenta-y-uno")
def test_the_match_is_over_in_the_middle_of_a_hand_when_sixty_one_is_hit():
    game = table(score=(59, 60)).deal(ONE_EACH).play("55")
    assert next(event for event in game.events if isinstance(event, LimitReached)).side == (1, 3)
    assert (game.match.score, game.match.winner, game.match.ended_by) == ((61, 60), (1, 3), "points")
    assert (game.line.how, game.line.side, game.line.written) == ("limit", (1, 3), (2, 0))


@article("FT-sesenta-y-uno")
def test_what_would_pass_sixty_one_is_not_written():
    game = table(score=(60, 0)).deal(ONE_EACH).play("55")
    assert (made(game), game.match.score, game.match.phase) == ([0], (60, 0), Phase.PLAYING)


@article("FT-sesenta-y-uno", "FT-ultima")
@pytest.mark.parametrize(("before", "written"), [(59, 2), (60, 0)])
def test_the_point_for_going_out_is_one_score_with_that_of_the_tile(before, written):
    """Alone: 3-6 opens, nine, and three would be too many. 6-6. Then 6-2 makes three and two, one, and one for going
    out: two are right at 59, and at 60 nothing is written although one of them would do."""
    game = table(play="alone", players=2, score=(before, 0)).deal(Dealt(("36.26", "66.11"))).play("36 >66 >62")
    assert made(game) == [0, 8, written]
    assert (game.line.how, game.match.score) == ("domino", (before + written, 8))
    assert (game.match.winner == (1,)) == bool(written)


@article("FT-sesenta-y-uno")
def test_where_the_limit_need_not_be_hit_passing_it_wins():
    rules = PointsInPlay(count="fives_and_threes", partners_play_on=True)
    game = Table(replace(with_options(BOOK, {"tiles": 2}), points_in_play=rules), opener=1)
    game.match = evolve(game.match, ScoreTaken((60, 0), 1, at=0))
    game.deal(ONE_EACH).play("55")
    assert (game.match.score, game.match.ended_by) == ((62, 0), "points")


def test_fives_count_all_the_pips():
    rules = PointsInPlay(count="fives")
    book = replace(with_options(BOOK, {"tiles": 2}), points_in_play=rules)
    assert made(Table(book, opener=1).deal(ONE_EACH).play("55 >53 >34 <56")) == [10, 0, 0, 10]


# --- the rest of the book --------------------------------------------------------------------------------------------


@article("FT-fichas", "FT-sorteo", "FT-siguientes", "FT-tablero")
def test_six_each_are_dealt_the_highest_draw_leads_and_the_lead_passes_on():
    game = Table(BOOK)
    game.do("draw a seed")
    assert game.match.opener == game.match.draw_winner
    game.do("deal a seed")
    assert [len(game.hand.rack(seat)) for seat in (1, 2, 3, 4)] == [6, 6, 6, 6]
    assert game.refused(f"{game.turn} +") == "FT-fichas"
    first = game.match.opener
    game.finish()
    assert first is not None
    assert game.match.opener == first % 4 + 1
    assert len(tally(ledger_of(game.book, game.events), "en").rows) == 1


# --- held against a scorer without the engine ------------------------------------------------------------------------


VARIANTS: dict[str, tuple[dict[str, str | int], PointsInPlay | None]] = {
    "as the book has it": ({}, None),
    "alone": ({"play": "alone", "players": 3, "tiles": 5}, None),
    "two, drawing until it fits": ({"play": "alone", "players": 2, "tiles": 7, "boneyard": "until_fits"}, None),
    "fives to 100": ({"limit": "100p"}, PointsInPlay(count="fives")),
    "fives, partners play on": ({"limit": "100p"}, PointsInPlay(count="fives", partners_play_on=True, last_tile=10)),
    "and pips on top": ({"scoring": "opponents", "limit": "150p"}, PointsInPlay(count="fives", exact=True)),
    "three hands": ({"limit": "3h"}, PointsInPlay(count="fives_and_threes", exact=True)),
    "double nine": ({"set": "double-nine", "tiles": 9}, None),
}


@pytest.mark.by_chance
@pytest.mark.parametrize("name", VARIANTS)
@article("FT-puntas", "FT-dobles", "FT-ultima", "FT-sesenta-y-uno")
def test_every_tile_brings_what_a_scorer_without_the_engine_says(name):
    options, rules = VARIANTS[name]
    book = replace(BOOK, points_in_play=rules) if rules is not None else BOOK
    book = with_options(book, options)
    checked = 0
    for seed in range(8):
        match, events = play_match(book, seed, most=1000)  # where the limit must be hit, that may take for ever
        for expected in in_play(book, match.sides, events):
            assert expected.event.points == expected.points, expected
            checked += 1
    assert checked > 200


@article("FT-tablero")
@pytest.mark.by_chance
@pytest.mark.parametrize("name", VARIANTS)
def test_the_line_of_a_hand_has_both_sums_and_the_lines_are_the_score(name):
    options, rules = VARIANTS[name]
    book = with_options(replace(BOOK, points_in_play=rules) if rules is not None else BOOK, options)
    for seed in range(3):
        match, events = play_match(book, seed)
        lines = match.lines
        assert all(line.in_play is not UNSET for line in lines)
        assert match.score == tuple(sum(line.written[place] for line in lines) for place in range(len(match.sides)))
        rows = tally(ledger_of(book, events), "es").rows
        assert [row.points for row in rows if row.number] == [line.written for line in lines]


# --- written down ----------------------------------------------------------------------------------------------------

TAGS = '[Book "fives-and-threes"] [Option "tiles=2"]'
DEAL = "deal 1:55.36 2:35.66 3:34.11 4:56.00"


def test_points_in_play_are_written_and_read_back():
    game = table().deal(ONE_EACH).play("55 >53 >34 <56")
    text = write(export(ledger_of(game.book, game.events)))
    assert "55*2{1.0} >53{1.0} >34{1.0}" in text
    for seed in range(5):
        match, events = play_match(BOOK, seed)
        text = write(export(ledger_of(BOOK, events)))
        assert write(read(text)) == text
        again = judge(read(text))
        assert (again.match.score, again.match.winner) == (match.score, match.winner)
        assert report(again)["hands"][-1]["in_play"] == dict(
            zip(("1+3", "2+4"), match.lines[-1].in_play, strict=True)  # type: ignore[arg-type]
        )


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("55*3", r"55\*2"),
        ("55*2 >53*1", ">53"),
        ("55 >53{1.0}*4", ">53"),
        ("55*2 -*1", r"points like \*3"),
        ("*2", r"points like \*3"),
        ("55*2*2", r"points like \*3"),
        ("55 2!>53*1", "after the seat and !"),
    ],
)
def test_points_that_the_ends_do_not_come_to_are_refused(hand, expected):
    with pytest.raises(DgnError, match=expected):
        judge(read(f"{TAGS} #1 o1 0-0 {DEAL} {hand}"))


def test_a_file_need_not_tell_them_and_may_tell_them_after_the_clock():
    assert judge(read(f"{TAGS} #1 o1 0-0 {DEAL} 55 >53 >34")).match.score == (2, 0)
    assert judge(read(f"{TAGS} #1 o1 0-0 {DEAL} 55{{2.0}} *2 >53")).match.score == (2, 0)


def test_a_book_without_points_in_play_has_none_in_a_file():
    with pytest.raises(DgnError, match="expected 55"):
        judge(read(f'[Book "san-juan"] [Option "tiles=2"] #1 o1 0-0 {DEAL} 55*2'))
    with pytest.raises(DgnError, match="no points in play"):
        judge(read('[Book "san-juan"] #1 o1 0-0 = domino 1 +41 *3-2'))
    with pytest.raises(DgnError, match="no points in play"):
        judge(read('[Book "san-juan"] #1 o1 0-0 = limit 1+3'))


@pytest.mark.parametrize(
    ("result", "score"),
    [
        ("= domino 3 +0 *12-7", (12, 7)),
        ("= block tie *0-5", (0, 5)),
        ("= block tie (10-5) *3-5", (3, 5)),
        ("= limit 2+4 *30-61", (30, 61)),
        ("= domino 3 +0 *61-0", (61, 0)),
    ],
)
def test_a_sheet_without_moves_has_both_sums(result, score):
    judged = judge(read(f'[Book "fives-and-threes"] #1 o1 0-0 {result}'))
    assert judged.match.score == score
    assert (judged.match.ended_by == "points") == (61 in score)
    again = write(export(judged.ledger))
    assert re.search(r"\*\d+-\d+", again)
    assert judge(read(again)).match.score == score


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("= domino 3 +0", "what each side made in play"),
        ("= domino 3 +1 *12-7", "what is left brings nothing"),
        ("= domino 3 +0 *62-7", "the limit must be hit"),
        ("= domino 3 +0 *1/2/3", "2 sums"),
        ("= domino 3 +0 *1-2-3", "what each side made in play"),
        ("= limit 1+3 *60-7", "a side that has reached the limit"),
        ("= block tie (10-5) *1/2", "what each side made in play"),
    ],
)
def test_sums_that_cannot_be_are_refused(result, expected):
    with pytest.raises(DgnError, match=expected):
        judge(read(f'[Book "fives-and-threes"] #1 o1 0-0 {result}'))


def test_a_result_that_the_moves_contradict_is_refused():
    moves = "deal 1:66.16 2:46.44 3:12.22 4:24.03 66 >64 - >42 <61 - <12 - - <22"
    assert judge(read(f"{TAGS} #1 o1 0-0 {moves} = domino 3 +0 *8-0")).match.score == (8, 0)
    with pytest.raises(DgnError, match=r"\*8-0"):
        judge(read(f"{TAGS} #1 o1 0-0 {moves} = domino 3 +0 *9-0"))


def test_with_tiles_unknown_the_limit_still_ends_the_hand():
    text = f'{TAGS} [Limit "2p"] #1 o1 0-0 deal 1:55.?? 55*2'
    assert judge(read(f"{text} = limit 1+3 *2-0")).match.ended_by == "points"
    with pytest.raises(DgnError, match=r"= limit 1\+3"):
        judge(read(f"{text} = domino 1 +0"))
    with pytest.raises(DgnError, match="the hand is over"):
        judge(read(f"{text} >53"))


# --- told ------------------------------------------------------------------------------------------------------------


def told(game: Table, lang: str, me: int = 0) -> list[str]:
    narrator, found = Narrator(lang, me), []
    for event, before, after in ledger_of(game.book, game.events).happenings():
        sentence = narrator.sentence(event, before, after)
        if sentence is not None:
            found.append(sentence.text)
    return found


@pytest.mark.parametrize(("lang", "words"), [("en", "+2 for 1 + 3"), ("es", "+2 a 1 + 3"), ("ca", "+2 a 1 + 3")])
def test_the_points_are_told_as_they_are_made(lang, words):
    assert words in " ".join(told(table().deal(ONE_EACH).play("55"), lang))


def test_going_out_with_a_partner_who_plays_on_is_told_as_that():
    game = table().deal(PLAY_ON).play("66 >64 - >42 <61")
    assert "1 goes out and 3 plays on" in told(game, "en")
    assert "You go out and 3 plays on" in told(game, "en", 1)
    assert "1 se queda sin fichas y sigue 3" in told(game, "es")


def test_points_that_would_pass_the_limit_are_told_and_so_is_reaching_it():
    assert "2 would pass 61: not written" in " ".join(told(table(score=(60, 0)).deal(ONE_EACH).play("55"), "en"))
    reached = told(table(score=(59, 0)).deal(ONE_EACH).play("55"), "es")
    assert "¡61! 1 + 3 llegan al límite" in reached
    assert "Hechos en juego: 1 + 3 2 · 2 + 4 0" in reached


def test_a_player_at_a_terminal_is_told_what_the_ends_bring():
    said = "\n".join(book_in_words(BOOK, "es"))
    assert "tantos en juego, por las puntas: un quinto si suman múltiplo de cinco, un tercio si de tres" in said
    assert "hay que llegar justo al límite: sí" in said


# --- what a club may write -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ('[options]\nscoring = "own_loss"\nplay = "alone"', 'none where scoring is "own_loss"'),
        ('[options]\nreset = "others"\nlimit = { points = 10 }', 'reset = "never"'),
        ("[table]\ntwo_doubles_from_hand = 2", "one tile a turn"),
    ],
)
def test_what_does_not_go_with_points_in_play_is_refused(changes, expected):
    with pytest.raises(Exception, match=expected):
        parse_book(f'id = "club"\nextends = "fives-and-threes"\n{changes}\n')


def test_without_points_in_play_or_a_bonus_somebody_has_to_score():
    with pytest.raises(Exception, match="nobody ever scores"):
        parse_book('id = "club"\nextends = "clasico"\n[options]\nscoring = "nothing"\n')
    with pytest.raises(Mistakes, match="nobody ever scores"):
        replace(BOOK, points_in_play=None)


def test_what_changes_nothing_is_said():
    assert "points_in_play.exact" in idle(with_options(BOOK, {}, "12h"))
    assert "points_in_play.partners_play_on" in idle(with_options(BOOK, {"play": "alone"}))


def test_a_hand_rebuilt_takes_its_points_off_the_score_again():
    from tantera.play.consequences import with_hand
    from tantera.play.hand import moves_before_turn, rebuilt

    game = table().deal(ONE_EACH).play("55 >53 >34 <56")
    assert game.match.score == (2, 2)
    back = with_hand(game.match, rebuilt(game.hand, moves_before_turn(game.hand, 3), 0))
    assert (back.score, view(back, 1).made) == ((2, 0), (2, 0, 0, 0))
