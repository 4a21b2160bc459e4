"""Every value of every option of play, and copies of the books with something changed: the play changes too."""

from pathlib import Path

import pytest

import tantera.rules
from tantera.cli.common import books_beside
from tantera.notation.judge import judge
from tantera.notation.reader import read
from tantera.play import SPECTATOR, Phase
from tantera.play.events import DealRepeated
from tantera.rules import load_book
from tests.builders import SECOND, Table
from tests.golden.hands import (
    BLOCK_AC,
    BLOCK_BD,
    DOMINO_A,
    DOMINO_B,
    TIED_BLOCK,
    TIED_WITH_MANO,
    TIED_WITHOUT_MANO,
    TWO_DOUBLES,
)
from tests.referee.papers import paper, told

article = pytest.mark.article

# --- options, all at a table of the classic book --------------------------------------------------------------------


@article("SJ-estructura", "TG-6.1", "CI-3")
@pytest.mark.parametrize(("at_time", "hands"), [("stop", 0), ("finish_hand", 1), ("extra_hands", 2)])
def test_at_time_says_what_becomes_of_a_hand_in_progress(at_time: str, hands: int):
    """2+4 lead by 10. The hand in progress would give 71 to 1+3, one more 32 to the same pair."""
    game = Table("clasico", opener=1, limit="500p 10m", at_time=at_time).sheet(0, 10, opener=1)
    game.deal(DOMINO_A).play("06").wait(600)
    if hands:
        game.play(DOMINO_A.moves.removeprefix("06 "))
    if hands == 2:
        game.agree().hands(DOMINO_B)  # opened by seat 2: seat 3 goes out
    assert game.match.ended_by == "time"
    assert game.match.score == {0: (0, 10), 1: (71, 10), 2: (103, 10)}[hands]


@article("SJ-estructura", "TG-6.1", "CI-3")
@pytest.mark.parametrize(("at_time", "hands"), [("stop", 0), ("finish_hand", 0), ("extra_hands", 2)])
def test_at_time_says_how_many_hands_follow_between_two_of_them(at_time: str, hands: int):
    game = Table("clasico", opener=1, limit="500p 10m", at_time=at_time).hands(DOMINO_A).wait(600)
    for more in range(hands):
        assert game.match.hands_left == hands - more
        game.agree().hands(DOMINO_A)
    assert (game.match.ended_by, len(game.match.lines)) == ("time", 1 + hands)


@article("SJ-estructura", "CI-4", "TG-6.1")
@pytest.mark.parametrize(
    ("level_at_end", "phase"),
    [("ruling", Phase.AWAITING), ("one_more_hand", Phase.COUNTING), ("half_point", Phase.ENDED)],
)
@pytest.mark.parametrize("limit", ["1h", "10m"])
def test_level_at_end_says_who_decides_a_level_match(level_at_end: str, phase: Phase, limit: str):
    game = Table("clasico", opener=1, limit=limit, level_at_end=level_at_end).deal(TIED_BLOCK).play("00").wait(600)
    game.play(">05 <06 >54 >40 <63 >02 <30 >21 >10")
    assert game.match.phase is phase
    assert game.match.winner is None


@article("SJ-siguientes", "TG-11", "CL-siguientes")
@pytest.mark.parametrize(
    ("next_opener", "hand", "opener"),
    [
        ("right", DOMINO_A, 2),
        ("right", BLOCK_AC, 2),
        ("last_tile", DOMINO_A, 1),  # A went out
        ("last_tile", BLOCK_AC, 2),  # B laid the last tile
        ("winner", DOMINO_A, 1),
        ("winner", DOMINO_B, 2),
        ("winner", BLOCK_AC, 1),  # the other pair laid the last tile: the first from the opener
        ("winner", BLOCK_BD, 2),  # of the winning pair B laid the last tile
        ("loser", DOMINO_A, 2),
        ("loser", BLOCK_AC, 2),  # B laid the last tile
        ("loser", BLOCK_BD, 1),
    ],
)
def test_next_opener_says_who_opens_after_a_hand(next_opener: str, hand, opener: int):
    game = Table("clasico", limit="500p", next_opener=next_opener).hands(hand)
    assert game.match.opener == opener


@article("SJ-siguientes", "TG-11", "CL-siguientes")
@pytest.mark.parametrize(
    ("options", "line", "opener"),
    [
        ("next_opener=right", "0-0 = block 1+3 +20", 2),
        ("next_opener=last_tile", "0-0 = domino 3 +20", 3),
        ("next_opener=last_tile", "0-0 = block 1+3 +20", None),
        ("next_opener=winner", "0-0 = domino 4 +20", 4),
        ("next_opener=winner", "0-0 = block 1+3 +20", None),
        ("next_opener=winner play=alone", "0/0/0/0 = block 3 +20", 3),
        ("next_opener=loser", "0-0 = domino 3 +20", 2),
        ("next_opener=loser", "0-0 = block 1+3 +20", None),
        ("next_opener=loser play=alone", "0/0/0/0 = domino 3 +20", None),
        ("next_opener=loser play=alone", "0/0/0/0 = domino 3 +20 (9/2/0/9)", 1),
        ("next_opener=loser tied_block=nobody_same_opener", "0-0 = block tie (10-10)", 1),
    ],
)
def test_a_sheet_tells_the_next_opener_or_nobody_guesses(options: str, line: str, opener: int | None):
    assert told(paper("clasico", f"#1 o1 {line}", option=options))["next_opener"] == opener


@article("SJ-tranque", "TG-11", "UEH-final", "CI-16", "CL-final")
@pytest.mark.parametrize(
    ("tied_block", "score", "opener"),
    [("nobody_same_opener", (0, 0), 3), ("nobody_moves_on", (0, 0), 4), ("mano_wins", (126, 0), 4)],
)
def test_tied_block_says_what_a_tie_gives_to_pairs(tied_block: str, score: tuple[int, int], opener: int):
    game = Table("clasico", limit="500p", tied_block=tied_block).deal(TIED_BLOCK, opener=3).play(TIED_BLOCK.moves)
    assert (game.match.score, game.match.opener) == (score, opener)


@article("UEH-final", "CL-final")
@pytest.mark.parametrize(
    ("tied_block", "hand", "winner"),
    [
        ("mano_wins", TIED_WITH_MANO, (1,)),
        ("mano_wins", TIED_WITHOUT_MANO, (2,)),
        ("nobody_moves_on", TIED_WITH_MANO, None),
        ("nobody_same_opener", TIED_WITHOUT_MANO, None),
    ],
)
def test_tied_block_says_what_a_tie_gives_to_players_alone(tied_block: str, hand, winner):
    game = Table("clasico", limit="500p", play="alone", tied_block=tied_block).hands(hand)
    assert game.line.side == winner


@article("CL-objetivo", "UEH-anotacion")
@pytest.mark.parametrize(
    ("scoring", "written"), [("all", (104 + 22, 0, 0, 0)), ("opponents", (104, 0, 0, 0)), ("own_loss", (0, 33, 28, 43))]
)
def test_scoring_says_whose_tiles_count_and_for_whom(scoring: str, written: tuple[int, ...]):
    game = Table("clasico", limit="500p", play="alone", scoring=scoring).hands(BLOCK_AC)
    assert game.line.written == written


@article("CL-objetivo")
def test_where_everybody_writes_the_own_loss_the_fewest_points_win():
    game = Table("clasico", limit="40p", play="alone", scoring="own_loss").hands(BLOCK_AC)
    assert (game.match.score, game.match.winner, game.match.ended_by) == ((0, 33, 28, 43), (1,), "points")


@article("SJ-inicio-1", "UEH-salida", "CL-inicio")
@pytest.mark.parametrize("book", ["san-juan", "ueh", "clasico", "competencia-individual"])
@pytest.mark.parametrize("first_opener", ["draw", "double", "agreed"])
def test_first_opener_says_how_the_first_opener_is_found(book: str, first_opener: str):
    game = Table(book, first_opener=first_opener)
    if first_opener == "draw":
        game.do("draw draw-390")
    if first_opener == "agreed":
        game.do("opener 3")
    game.do("deal seed-4")
    holder = next(seat for seat in (1, 2, 3, 4) if any(str(tile) == "66" for tile in game.hand.rack(seat)))
    assert game.hand.opener == (holder if first_opener == "double" else 3)


# --- copies of the books --------------------------------------------------------------------------------------------


def copy_of(book: str, folder: Path, was: str, now: str) -> Table:
    """A table under a copy of a book file in which one line is another."""
    source = Path(tantera.rules.__file__).parent / "books" / f"{book}.toml"
    text = source.read_text("utf-8")
    assert text.count(f"\n{was}\n") == 1, f"{was} stands once in {book}"
    copy = folder / "club.toml"
    copy.write_text(text.replace(f"\n{was}\n", f"\n{now}\n"), "utf-8")
    return Table(load_book(str(copy)), opener=1)


@article("TG-8.5")
def test_a_copy_of_tarragona_may_lift_at_once(tmp_path: Path):
    game = copy_of(
        "tarragona", tmp_path, "lifting = [{ seat = 3, after = 1 }, { seat = 4, after = 2 }]", 'lifting = "at_once"'
    ).deal(BLOCK_AC)
    assert all(len(game.sees(seat).mine) == 7 for seat in (1, 2, 3, 4))


@article("TG-9.2")
def test_a_copy_of_tarragona_may_leave_equal_ends_free(tmp_path: Path):
    game = copy_of("tarragona", tmp_path, 'equal_ends = "right_hand"', 'equal_ends = "either"').deal(BLOCK_AC)
    assert game.play("00").may() == {"<05", ">05", "<01", ">01"}


@article("TG-8.4")
def test_a_copy_of_tarragona_may_let_the_opener_take_first(tmp_path: Path):
    game = copy_of("tarragona", tmp_path, 'taking = "opener_last"', 'taking = "opener_first"')
    game.do("deal once")
    assert game.hand.taking == (1, 2, 3, 4)


@article("TG-7.9")
def test_a_copy_of_tarragona_may_give_a_minute_for_comments(tmp_path: Path):
    game = copy_of("tarragona", tmp_path, "comment_seconds = 30", "comment_seconds = 60").hands(BLOCK_AC)
    assert game.sees(1).comments_until == game.now + 60 * SECOND


@article("SJ-tranque")
def test_a_copy_of_san_juan_may_move_the_opening_on_after_a_tie(tmp_path: Path):
    was, now = 'tied_block = "nobody_same_opener"', 'tied_block = "nobody_moves_on"'
    assert copy_of("san-juan", tmp_path, was, now).hands(TIED_BLOCK).match.opener == 2


@article("SJ-inicio-2")
def test_a_copy_of_san_juan_may_have_the_left_shuffle(tmp_path: Path):
    game = copy_of("san-juan", tmp_path, 'shuffle = "losing_side"', 'shuffle = "left_of_opener"')
    game.do("deal once")
    assert game.sees(SPECTATOR).shuffled_by == (4,)


@article("CI-9")
def test_a_copy_of_the_individual_book_may_have_faster_clocks(tmp_path: Path):
    game = copy_of("competencia-individual", tmp_path, "move_seconds = 20", "move_seconds = 5").deal(BLOCK_AC)
    assert game.sees(1).deadline == 5 * SECOND
    assert game.wait(5).moves() == "00"


@article("CI-3")
def test_a_copy_of_the_individual_book_may_add_another_number_of_hands(tmp_path: Path):
    game = copy_of("competencia-individual", tmp_path, "extra_hands = 2", "extra_hands = 1").wait(25 * 60)
    assert game.hands(DOMINO_A).match.ended_by == "time"


@article("CI-11")
def test_a_copy_of_the_individual_book_may_only_show_open_tiles(tmp_path: Path):
    was, now = 'exposed_tiles = "must_play"', 'exposed_tiles = "shown"'
    game = copy_of("competencia-individual", tmp_path, was, now).deal(BLOCK_AC).expose(4, "35").play("00 >05 <06")
    assert game.may() == {">54", "<62", ">53", "<64", ">55"}


@article("UEH-reparto")
def test_a_copy_of_ueh_may_tolerate_five_doubles(tmp_path: Path):
    game = copy_of("ueh", tmp_path, "most_doubles = 4", "most_doubles = 5")
    game.do("deal deal-1676")
    assert not game.told(DealRepeated)


@article("UEH-dobles")
def test_a_copy_of_ueh_may_allow_two_doubles_in_the_first_hand(tmp_path: Path):
    game = copy_of("ueh", tmp_path, "two_doubles_from_hand = 2", "two_doubles_from_hand = 1")
    assert "<44&>55" in game.deal(TWO_DOUBLES).play("45").may()


@article("UEH-reenganche")
def test_a_copy_of_ueh_may_count_other_factors(tmp_path: Path):
    game = copy_of("ueh", tmp_path, "factors = [1, 2, 4]", "factors = [3, 2, 4]").hands(DOMINO_A)
    assert game.match.score == (0, 66, 93, 54)


@article("SJ-tranque")
def test_a_document_may_name_a_copy_by_its_path(tmp_path: Path):
    copy_of("san-juan", tmp_path, 'tied_block = "nobody_same_opener"', 'tied_block = "nobody_moves_on"')
    racks = " ".join(f"{seat}:{rack}" for seat, rack in enumerate(TIED_BLOCK.racks, start=1))
    text = f'[Book "club.toml"] #1 o1 0-0 deal {racks} {TIED_BLOCK.moves} = block tie (63-63) #2 o2 0-0'
    assert judge(read(text), books_beside(tmp_path)).match.opener == 2
