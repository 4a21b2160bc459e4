"""The named rule functions, each by a table of examples."""

from typing import get_args, get_type_hints

import pytest

from tantera.rules import BOOKS, Consequence, Options, counting, load_book, with_options
from tantera.rules import functions as rules
from tantera.rules.counting import TiedBlock
from tantera.rules.functions import UNKNOWN, AtTime, DealFacts, HandFacts, MatchFacts, NotTold
from tantera.rules.sanctions import AWARDS
from tantera.tiles import Tile

PAIRS = ((1, 3), (2, 4))
ALONE = ((1,), (2,), (3,), (4,))


def hand(opener=1, sides=PAIRS, left=(10, 20, 30, 40), last=None, winners=()):
    return HandFacts(opener, sides, left, last, winners)


def best(order: str, *codes: str) -> str:
    return max((Tile.parse(code) for code in codes), key=rules.DRAW_ORDERS[order]).code


@pytest.mark.parametrize(
    ("order", "drawn", "highest"),
    [
        ("sum", ["62", "53"], "26"),
        ("sum", ["42", "33"], "24"),
        ("sum", ["60", "55"], "55"),
        ("sum", ["66", "65"], "66"),
        ("number", ["60", "55"], "06"),
        ("number", ["62", "53"], "26"),
        ("number", ["61", "64"], "46"),
    ],
)
@pytest.mark.article("SJ-inicio-1", "TG-6.3", "CI-5")
def test_the_highest_tile_of_a_draw(order, drawn, highest):
    assert best(order, *drawn) == highest


@pytest.mark.parametrize(
    ("racks", "index"),
    [
        ((["65"], ["55"], ["44"]), 1),
        ((["66"], ["55"]), 0),
        ((["65"], ["64", "00"]), 1),
        ((["62"], ["53"]), 0),
        ((["54"], ["63"]), 1),
        (([], ["10"]), 1),
    ],
)
@pytest.mark.article("UEH-salida", "CL-inicio")
def test_the_highest_double_opens_else_the_highest_tile(racks, index):
    assert rules.holder_of_highest_double(tuple(tuple(map(Tile.parse, rack)) for rack in racks)) == index


@pytest.mark.parametrize(
    ("rule", "facts", "seat"),
    [
        ("right", hand(opener=1), 2),
        ("right", hand(opener=4), 1),
        ("right", hand(opener=2, sides=((1,), (2,), (4,))), 4),
        ("last_tile", hand(opener=1, last=3), 3),
        ("last_tile", hand(opener=2, last=None), 2),
        ("winner", hand(opener=1, last=4, winners=(2, 4)), 4),
        ("winner", hand(opener=3, last=3, winners=(2, 4)), 4),
        ("winner", hand(opener=2, last=None, winners=(1, 3)), 3),
        ("winner", hand(opener=3, last=3), 3),
        ("winner", hand(opener=1, sides=ALONE, last=2, winners=(4,)), 4),
        ("loser", hand(opener=1, last=4, winners=(2, 4)), 1),
        ("loser", hand(opener=2, last=4, winners=(2, 4)), 3),
        ("loser", hand(opener=1, last=3, winners=(2, 4)), 3),
        ("loser", hand(opener=3, last=1, winners=(2, 4)), 1),
        ("loser", hand(opener=4, last=1), 4),
        ("loser", hand(opener=1, sides=ALONE, last=2, winners=(2,)), 4),
        ("loser", hand(opener=1, sides=ALONE, left=(9, 0, 9, 7), last=2, winners=(2,)), 1),
        ("loser", hand(opener=2, sides=ALONE, left=(9, 0, 9, 7), last=2, winners=(2,)), 3),
        ("loser", hand(opener=2, sides=((1,), (2,), (4,)), left=(9, 1, 0, 9), last=4, winners=(2,)), 4),
        ("loser", hand(opener=3, sides=ALONE, left=(0, 0, 0, 0), last=2, winners=(3,)), 4),
        ("loser", hand(opener=2, sides=ALONE), 2),
    ],
)
@pytest.mark.article("SJ-siguientes", "TG-11", "CL-siguientes")
def test_who_opens_next(rule, facts, seat):
    assert rules.NEXT_OPENERS[rule](facts) == seat


@pytest.mark.parametrize(
    ("rule", "facts", "seat"),
    [
        ("right", hand(opener=4, left=(), last=UNKNOWN), 1),
        ("last_tile", hand(last=UNKNOWN), None),
        ("winner", hand(left=(), last=2, winners=(2, 4)), 2),
        ("winner", hand(last=UNKNOWN, winners=(2, 4)), None),
        ("winner", hand(sides=ALONE, left=(), last=UNKNOWN, winners=(3,)), 3),
        ("loser", hand(opener=2, left=(), last=2, winners=(2, 4)), 3),
        ("loser", hand(last=UNKNOWN, winners=(2, 4)), None),
        ("loser", hand(sides=ALONE, left=(), last=2, winners=(2,)), None),
        ("loser", hand(sides=ALONE, left=(3, 0, None, 9), last=2, winners=(2,)), None),
        ("loser", hand(sides=ALONE, left=(3, None, 9, 4), last=UNKNOWN, winners=(2,)), 3),
    ],
)
@pytest.mark.article("SJ-siguientes", "TG-11", "CL-siguientes")
def test_a_rule_that_needs_what_nobody_knows_does_not_guess(rule, facts, seat):
    assert rules.if_told(rules.NEXT_OPENERS[rule], facts) == seat


@pytest.mark.parametrize("rule", ["all", "opponents", "own_loss"])
def test_points_are_not_counted_from_tiles_that_nobody_knows(rule):
    with pytest.raises(NotTold, match="what seat 2 has left"):
        counting.SCORINGS[rule](hand(left=(0, None, 30, 40), winners=(1, 3)))


@pytest.mark.article("UEH-objetivo")
def test_points_hurt_where_everybody_writes_their_own_loss_and_nowhere_else():
    assert [name for name, scoring in counting.SCORINGS.items() if scoring.points_hurt] == ["own_loss"]
    assert [book for book in BOOKS if load_book(book).options.points_hurt] == ["ueh"]


@pytest.mark.parametrize(
    ("rule", "facts", "seat"),
    [
        ("same_method", MatchFacts(1, (1, 2, 3, 4), (1, 3)), None),
        ("loser", MatchFacts(1, (1, 2, 3, 4), (1, 3)), 2),
        ("loser", MatchFacts(2, (1, 2, 3, 4), (1, 3)), 4),
        ("loser", MatchFacts(4, (1, 2, 3, 4), (1, 3)), 2),
        ("winner", MatchFacts(1, (1, 2, 3, 4), (1, 3)), 3),
        ("winner", MatchFacts(4, (1, 2, 3, 4), (1, 3)), 1),
        ("winner", MatchFacts(1, (1, 2, 3), (1,)), 1),
        ("winner", MatchFacts(1, (1, 2, 3, 4), ()), None),
        ("loser", MatchFacts(1, (1, 2, 3, 4), ()), None),
    ],
)
@pytest.mark.article("CL-inicio")
def test_who_opens_the_next_match(rule, facts, seat):
    assert rules.NEXT_MATCH_OPENERS[rule](facts) == seat


@pytest.mark.parametrize(
    ("rule", "facts", "seats"),
    [
        ("losing_side", DealFacts(1, (1, 2, 3, 4), None, ()), (1,)),
        ("losing_side", DealFacts(1, (1, 2, 3, 4), 4, (2, 4)), (2, 4)),
        ("left_of_opener", DealFacts(1, (1, 2, 3, 4), None, ()), (4,)),
        ("left_of_opener", DealFacts(3, (1, 2, 3, 4), None, ()), (2,)),
        ("left_then_opener", DealFacts(2, (1, 2, 3, 4), None, ()), (1, 2)),
        ("previous_opener", DealFacts(2, (1, 2, 3, 4), 1, ()), (1,)),
        ("previous_opener", DealFacts(2, (1, 2, 3, 4), None, ()), (2,)),
        ("anybody", DealFacts(2, (1, 2, 3, 4), 1, (2, 4)), ()),
    ],
)
@pytest.mark.article("SJ-inicio-2", "TG-8.2", "TG-8.3", "CI-5", "CL-mezcla")
def test_who_shuffles(rule, facts, seats):
    assert rules.SHUFFLES[rule](facts) == seats


@pytest.mark.parametrize(
    ("rule", "opener", "seats", "order"),
    [
        ("opener_first", 1, (1, 2, 3, 4), (1, 2, 3, 4)),
        ("opener_first", 3, (1, 2, 3, 4), (3, 4, 1, 2)),
        ("opener_last", 1, (1, 2, 3, 4), (2, 3, 4, 1)),
        ("opener_last", 4, (1, 2, 3, 4), (1, 2, 3, 4)),
        ("opener_first", 2, (1, 3, 4), (3, 4, 1)),
    ],
)
@pytest.mark.article("SJ-inicio-2", "TG-8.4", "CI-5")
def test_in_which_order_the_tiles_are_taken(rule, opener, seats, order):
    assert rules.TAKINGS[rule](opener, seats, ()) == order


@pytest.mark.parametrize(
    ("shuffled", "seats", "order"),
    [
        ((2,), (1, 2, 3, 4), (3, 4, 1, 2)),
        ((4, 1), (1, 2, 3, 4), (2, 3, 4, 1)),
        ((4,), (1, 3, 4), (1, 3, 4)),
        ((), (1, 2, 3, 4), (3, 4, 1, 2)),
    ],
)
@pytest.mark.article("BR-mesa")
def test_whoever_shuffled_last_takes_last_and_where_nobody_did_the_opener_first(shuffled, seats, order):
    assert rules.TAKINGS["shuffler_last"](3, seats, shuffled) == order


@pytest.mark.parametrize(
    ("facts", "sides"),
    [
        (hand(left=(10, 20, 30, 40)), ((1, 3),)),
        (hand(left=(40, 30, 20, 10)), ((2, 4),)),
        (hand(left=(10, 20, 20, 10)), PAIRS),
        (hand(sides=ALONE, left=(5, 3, 9, 3)), ((2,), (4,))),
        (hand(sides=((1,), (3,)), left=(5, 0, 9, 0)), ((1,),)),
    ],
)
@pytest.mark.article("SJ-tranque", "TG-10", "UEH-final", "CL-final")
def test_the_lowest_of_a_block(facts, sides):
    assert counting.lowest_sides(facts) == sides


@pytest.mark.parametrize(
    ("rule", "facts", "tied", "came"),
    [
        ("nobody_same_opener", hand(opener=3), PAIRS, TiedBlock((), 3)),
        ("nobody_moves_on", hand(opener=3), PAIRS, TiedBlock((), 4)),
        ("mano_wins", hand(opener=3, sides=ALONE), ((1,), (3,)), TiedBlock((3,), None)),
        ("mano_wins", hand(opener=3, sides=ALONE), ((1,), (2,)), TiedBlock((1,), None)),
        ("mano_wins", hand(opener=2, sides=ALONE), ((1,), (4,)), TiedBlock((4,), None)),
        ("mano_wins", hand(opener=2), PAIRS, TiedBlock((2, 4), None)),
    ],
)
@pytest.mark.article("SJ-tranque", "TG-10", "CI-16", "UEH-final", "CL-final")
def test_what_a_tied_block_comes_to(rule, facts, tied, came):
    assert counting.TIED_BLOCKS[rule](facts, tied) == came


@pytest.mark.parametrize(
    ("rule", "facts", "points"),
    [
        ("all", hand(left=(0, 20, 30, 40), winners=(1, 3)), (90, 0)),
        ("all", hand(left=(0, 20, 30, 40), winners=(2, 4)), (0, 90)),
        ("opponents", hand(left=(0, 20, 30, 40), winners=(1, 3)), (60, 0)),
        ("opponents", hand(sides=ALONE, left=(0, 20, 30, 40), winners=(1,)), (90, 0, 0, 0)),
        ("own_loss", hand(sides=ALONE, left=(0, 20, 30, 40), winners=(1,)), (0, 20, 30, 40)),
        ("own_loss", hand(sides=ALONE, left=(7, 20, 30, 40), winners=(1,)), (0, 20, 30, 40)),
        ("own_loss", hand(sides=((1,), (2,), (4,)), left=(7, 20, 0, 5), winners=(4,)), (7, 20, 0)),
    ],
)
@pytest.mark.article("SJ-domino", "TG-10", "UEH-anotacion", "CI-mano", "CL-objetivo")
def test_what_a_hand_is_worth(rule, facts, points):
    assert counting.SCORINGS[rule](facts) == points


@pytest.mark.parametrize(
    ("rule", "in_hand", "came"),
    [
        ("stop", True, AtTime(0, hand_counts=False)),
        ("stop", False, AtTime(0, hand_counts=False)),
        ("finish_hand", True, AtTime(1)),
        ("finish_hand", False, AtTime(0)),
        ("extra_hands", True, AtTime(2)),
        ("extra_hands", False, AtTime(2)),
    ],
)
@pytest.mark.article("SJ-estructura", "CI-3", "TG-6.1")
def test_what_is_still_played_at_time(rule, in_hand, came):
    assert rules.AT_TIMES[rule](in_hand, 2) == came


def test_facts_tell_who_plays_and_who_lost():
    facts = hand(opener=3, winners=(2, 4))
    assert facts.seats == (1, 2, 3, 4)
    assert facts.losers == (1, 3)
    assert facts.from_opener() == (3, 4, 1, 2)
    assert facts.total((1, 3)) == 40


@pytest.mark.parametrize(
    ("option", "consequence", "award"),
    [
        (20, Consequence("points", award="false_pass_award"), (20, False)),
        ("remaining_plus_20", Consequence("points", award="false_pass_award"), (20, True)),
        (20, Consequence("points", points=5, award="false_pass_award"), (25, False)),
        (20, Consequence("points", remaining=True, award="false_pass_award"), (20, True)),
        ("remaining_plus_20", Consequence("points", points=-20), (-20, False)),
        (20, Consequence("points", remaining=True), (0, True)),
    ],
)
@pytest.mark.article("SJ-pase", "SJ-tranque-falso")
def test_what_points_for_an_infraction_come_to(option, consequence, award):
    book = with_options(load_book("san-juan"), {"false_pass_award": option})
    assert book.points_of(consequence) == award


def test_there_is_an_award_for_every_value_of_the_option():
    assert set(get_args(get_type_hints(Options)["false_pass_award"])) == set(AWARDS)
