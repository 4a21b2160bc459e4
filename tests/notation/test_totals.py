"""Totals and points that no tiles can come to, on a sheet without moves and in hands with unknown tiles."""

from itertools import combinations, product
from random import Random

import pytest

from tantera.notation import DgnError, export, judge, read, report, write
from tantera.notation.books import carried
from tantera.notation.tally import PipsLeft, can_add_up, pool_of
from tantera.rules import BOOKS, Book, law_hash, load_book, parse_book
from tantera.tiles import ALL_TILES
from tests.notation.mutations import EXAMPLE

SJ = '[Book "san-juan"] #1 o1 0-0'
UEH = '[Book "ueh"] #1 o1 0/0/0/0'
DEAL = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"
BLOCKED = "00 <05 >06 <54 <40 >63 <02 >30 <21 <10"


def stands(text: str) -> bool:
    try:
        judge(read(text))
    except DgnError:
        return False
    return True


def refusal(text: str) -> str:
    with pytest.raises(DgnError) as error:
        judge(read(text))
    return str(error.value)


# --- the search -----------------------------------------------------------------------------------------------------


def some_tiles(codes: str):
    return [tile for tile in ALL_TILES if tile.code in codes.split()]


@pytest.mark.parametrize("codes", ["00 01 11 02", "00 01 02 03 11 12 22", "44 45 46 55 56 66", "00 66 36 16"])
def test_the_search_says_what_trying_every_choice_of_tiles_says(codes):
    tiles = some_tiles(codes)
    pool = pool_of(tiles)
    for most in (1, 2, 3):
        reachable = set()
        for owners in product((0, 1, 2), repeat=len(tiles)):
            racks = [[tile.pips for tile, owner in zip(tiles, owners, strict=True) if owner == who] for who in (1, 2)]
            if all(1 <= len(rack) <= most for rack in racks):
                reachable.add((sum(racks[0]), sum(racks[1]), len(racks[0]) + len(racks[1])))
        for one, other in product(range(30), repeat=2):
            for limit in (2, 3, 6):
                expected = any((a, b) == (one, other) and count <= limit for a, b, count in reachable)
                shares = (PipsLeft(one, 1, most), PipsLeft(other, 1, most))
                assert can_add_up(pool, shares, limit) is expected, (one, other, most, limit)


# --- sheets without moves -------------------------------------------------------------------------------------------


@pytest.mark.article("SJ-conteo")
@pytest.mark.parametrize(
    "result",
    [
        "= block 2+4 +400 (250-150)",
        "= block 2+4 +168 (100-68)",  # the chain has at least ten tiles
        "= block 2+4 +128 (68-60)",  # of which the lightest leave 126
        "= block 1+3 +40 (0-40)",  # two players hold one tile each at least
        "= block tie (1-1)",  # who has the 0-1?
        "= domino 1 +2",  # three others hold 0, 1 and 2 pips at least
        "= domino 1 +154",  # seven tiles on the table
        "= domino 2 +150",  # and the opener's first one
        "= domino 1 +30 (30-0)",
        "= domino 1 +69 (69-0)",
        "= domino 1 +90 (80-10)",  # one player has seven tiles at most
    ],
)
def test_a_sheet_is_refused_where_no_tiles_can_add_up_to_it(result):
    assert not stands(f"{SJ} {result}")


@pytest.mark.article("SJ-conteo")
@pytest.mark.parametrize(
    "result",
    [
        "= block 2+4 +126 (67-59)",
        "= block tie (63-63)",
        "= block 1+3 +5 (1-4)",
        "= block 1+3 +40",
        "= domino 1 +3",
        "= domino 1 +153",
        "= domino 2 +149",
        "= domino 1 +70 (69-1)",
    ],
)
def test_the_most_and_the_least_that_tiles_can_add_up_to_stand(result):
    assert stands(f"{SJ} {result}")


@pytest.mark.article("UEH-anotacion")
@pytest.mark.parametrize(
    ("totals", "right"),
    [
        ("0/0/1/8", True),
        ("0/0/0/8", False),  # there is one 0-0
        ("0/1/1/8", False),  # and one 0-1
        ("0/2/2/8", True),
        ("0/2/2/2", False),
        ("0/69/3/4", True),
        ("0/70/3/4", False),
    ],
)
def test_where_each_plays_alone_every_tile_is_somebodys(totals, right):
    points = sum(map(int, totals.split("/")))
    assert stands(f"{UEH} = domino 1 +{points} ({totals})") is right


@pytest.mark.article("CL-fichas")
@pytest.mark.parametrize("tiles", [1, 2])
def test_with_few_tiles_each_exactly_what_can_be_is_accepted(tiles: int):
    """Every choice of tiles for the three who did not go out, against every result that could be written."""
    option = f'[Book "clasico"] [Option "tiles={tiles}"] #1 o1 0-0 = domino 1 '
    pips = sorted(tile.pips for tile in load_book("clasico").options.set.tiles)
    sizes = range(3, 3 * tiles + 1)
    reachable = {total for size in sizes for total in sums_of(pips, size)}
    assert {points for points in range(170) if stands(f"{option}+{points}")} == reachable


def sums_of(pips: list[int], size: int) -> set[int]:
    """The sums of so many of these numbers, every choice tried."""
    return {sum(some) for some in combinations(pips, size)}


def test_nobody_can_block_a_hand_of_one_tile_each():
    assert not stands('[Book "clasico"] [Option "tiles=1"] #1 o1 0-0 = block 1+3 +10 (2-8)')
    assert stands('[Book "clasico"] [Option "tiles=2"] #1 o1 0-0 = block 1+3 +10 (2-8)')


@pytest.mark.article("CL-objetivo")
def test_where_only_the_opponents_tiles_count_the_points_are_theirs():
    start = '[Book "clasico"] [Option "scoring=opponents"] #1 o1 0-0'
    assert stands(f"{start} = domino 1 +1")
    assert not stands(f"{start} = domino 1 +0"), "two opponents have two tiles"
    assert not stands(f"{start} = domino 1 +120")


def test_what_cannot_be_is_answered_with_what_can():
    assert "expected points that the tiles of such a hand can come to: +3 to +153 (SJ-conteo)" in refusal(
        f"{SJ} = domino 1 +160"
    )
    assert "all together have 168, not 400" in refusal(f"{SJ} = block 2+4 +400 (250-150)")


# --- tiles unknown --------------------------------------------------------------------------------------------------


def hidden(code: str, deal: str = DEAL) -> str:
    """The deal in which nobody knows that tile."""
    return f"{SJ} deal {deal.replace(code, '??')} {BLOCKED}"


@pytest.mark.article("SJ-tranque", "SJ-conteo")
@pytest.mark.parametrize(
    ("result", "right"),
    [
        ("= block 2+4 +126 (67-59)", True),
        ("= block 2+4 +126", True),
        ("= block 2+4 +125 (66-59)", False),
        ("= block 2+4 +125", False),
        ("= block 1+3 +126 (59-67)", False),
        ("= block 1+3 +126", False),
        ("= block tie (63-63)", False),
        ("= block tie", False),
        ("= domino 4 +126", False),
    ],
)
@pytest.mark.parametrize("unknown", ["35", "26", "66"])
def test_one_unknown_tile_does_not_switch_the_check_of_the_result_off(unknown, result, right):
    assert stands(f"{hidden(unknown)} {result}") is right


@pytest.mark.article("SJ-conteo")
def test_a_rack_left_out_leaves_the_others_to_be_checked():
    deal = DEAL.partition(" 4:")[0]
    assert stands(f"{SJ} deal {deal} {BLOCKED} = block 2+4 +126 (67-59)")
    assert not stands(f"{SJ} deal {deal} {BLOCKED} = block 2+4 +124 (67-57)"), "the tiles left are seat 4's"
    both = DEAL.partition(" 3:")[0]
    assert stands(f"{SJ} deal {both} {BLOCKED} = block 2+4 +126 (65-61)"), "who of two has which is unknown"
    assert not stands(f"{SJ} deal {both} {BLOCKED} = block 2+4 +126 (102-24)"), "seat 2 has 26"


@pytest.mark.article("SJ-tranque")
def test_a_hand_is_not_blocked_while_somebody_holds_a_tile_that_fits():
    going_on = f"{SJ} deal {DEAL.replace('35', '??')} 00 <05 >06 <54 <40 >63"
    assert "the hand to go on: seat 3 is to move" in refusal(f"{going_on} = block 2+4 +126")
    nobody_knows = f"{SJ} 00 <05 >06 <54 <40 >63"
    assert "the hand to go on" in refusal(f"{nobody_knows} = block 2+4 +100"), "every tile is in some rack"


@pytest.mark.article("SJ-conteo")
def test_totals_are_no_more_than_the_tiles_that_were_dealt():
    light = f"{SJ} deal 1:00.01.02.03.04.05.?? 3:06.11.12.13.14.15.??"
    assert not stands(f"{light} = block 2+4 +126 (67-59)"), "1+3 took 60 at most"
    assert stands(f"{light} = block 1+3 +80 (30-50)")


@pytest.mark.article("CL-inicio", "UEH-salida")
def test_a_known_double_says_who_opens_even_if_other_tiles_are_unknown():
    start = '[Book "clasico"] #1 o{} 0-0 deal {}'
    assert stands(start.format(2, "2:66.??.??.??.??.??.??"))
    assert "expected o2: that seat opens (CL-inicio)" in refusal(start.format(1, "2:66.??.??.??.??.??.??"))
    assert "expected an opener among seats 1 2 3" in refusal(start.format(4, "4:00.01.02.03.04.05.06"))


@pytest.mark.article("CL-inicio")
def test_a_double_that_comes_out_later_says_who_should_have_opened():
    assert stands('[Book "clasico"] #1 o1 0-0 66 <65')
    said = refusal('[Book "clasico"] #1 o1 0-0 65 <66')
    assert "found <66, expected a tile that leaves o1 the opening: o2: that seat opens (CL-inicio)" in said


def test_left_is_null_for_a_seat_whose_tiles_are_not_all_known():
    (hand,) = report(judge(read(f"{hidden('66')} = block 2+4 +126 (67-59)")))["hands"]
    assert hand["left"] == {"1": 32, "2": 26, "3": 35, "4": None}
    (played,) = report(judge(read(f"{SJ} deal {DEAL.replace('66', '??')} 00 <05")))["hands"]
    assert played["left"]["4"] is None
    assert played["left"]["1"] == 39


# --- what is exported -----------------------------------------------------------------------------------------------

PAIRS = [book for book in BOOKS if load_book(book).options.scoring == "all"]
"""Where whoever wins writes down everything that is left."""
TIED = [book for book in BOOKS if book not in ("ueh", "fives-and-threes")]
OWN_LOSS = '[Book "clasico"]\n[Option "scoring=own_loss"]\n'
KINDS = {
    **{f"{book} domino": f'[Book "{book}"]\n#1 o1 0-0\n= domino 3 +41' for book in PAIRS},
    **{f"{book} block": f'[Book "{book}"]\n#1 o1 0-0\n= block 2+4 +60 (40-20)' for book in PAIRS},
    **{f"{book} points of a block": f'[Book "{book}"]\n#1 o1 0-0\n= block 2+4 +60' for book in PAIRS},
    **{f"{book} tie": f'[Book "{book}"]\n#1 o1 0-0\n= block tie (30-30)' for book in TIED},
    **{f"{book} some tie": f'[Book "{book}"]\n#1 o1 0-0\n= block tie' for book in TIED},
    "in play, tie": '[Book "fives-and-threes"]\n#1 o1 0-0\n= block tie (30-30) *4-5',
    "in play, some tie": '[Book "fives-and-threes"]\n#1 o1 0-0\n= block tie *4-0',
    "in play, domino": '[Book "fives-and-threes"]\n#1 o1 0-0\n= domino 3 +0 *12-7',
    "in play, limit": '[Book "fives-and-threes"]\n#1 o1 0-0\n= limit 2+4 *12-61',
    "in play, alone": '[Book "fives-and-threes"]\n[Players "3"]\n#1 o1 0/0/0\n= domino 3 +0 *12/7/0',
    "in play, a ruling": '[Book "fives-and-threes"]\n#1 o1 0-0\n= ruling "x" *4-0',
    **{f"{book} ruling": f'[Book "{book}"]\n#1 o1 0-0\n= ruling "x"' for book in BOOKS if book != "ueh"},
    "ueh ruling": f'{UEH}\n= ruling "x"',
    "ueh domino": f"{UEH}\n= domino 1 +29 (0/12/7/10)",
    "ueh block": f"{UEH}\n= block 2 +40 (12/4/18/10)",
    "ueh mano": f"{UEH}\n= block 1 +40 (4/4/18/18)",
    "ueh re-entered": '[Book "ueh"]\n[Limit "40p"]\n#1 o1 0/0/0/0\n= domino 1 +65 (0/50/7/8)\n'
    "#2 o2 0/8/7/8\n= block 2 +40 (12/4/18/10)",
    "own loss of pairs": f"{OWN_LOSS}#1 o1 0-0\n= block 2+4 +40 (40-20)",
    "own loss of pairs, domino": f"{OWN_LOSS}#1 o1 0-0\n= domino 3 +31 (10-31)",
    "lost": '[Book "san-juan"]\n#1 o1 0-0\n[SJ-pase seat=3]\n= lost 1+3 +20 SJ-pase',
    "void": '[Book "tarragona"]\n#1 o1 0-0\n[TG-14.8 seat=2 chose=annul]\n= void TG-14.8',
    "forfeit": '[Book "san-juan"]\n#1 o1 0-0\n[SJ-irreg-6 seat=3]\n= lost 1+3 +0 SJ-irreg-6',
    "time": '[Book "san-juan"]\n#1 o1 0-0\n= domino 3 +41\n#2 o3 41-0\n= time',
    "unknown tiles": f"{hidden('66')}\n= block 2+4 +126 (67-59)",
    "unknown rack": f"{SJ} deal {DEAL.partition(' 3:')[0]} {BLOCKED} = block 2+4 +126 (65-61)",
    "the example": EXAMPLE,
}


@pytest.mark.article("SJ-tranque", "UEH-anotacion")
@pytest.mark.parametrize("kind", KINDS)
def test_a_result_of_any_kind_is_exported_and_judged_to_the_same_match(kind: str):
    judged = judge(read(KINDS[kind]))
    text = write(export(judged.ledger))
    again = judge(read(text))
    assert again.match == judged.match
    assert report(again) == report(judged)
    assert write(export(again.ledger)) == text
    assert [hand.text.result for hand in again.hands] == [hand.text.result for hand in judged.hands]


# --- bonuses of a book that a stranger wrote


def _club(*each: str) -> Book:
    kinds = ("capicua", "domino_double", "double_blank", "double_capicua", "pass", "first_pass", "round_pass")
    named = "".join(
        f'[[bonus]]\nkind = "{kind}"\nby_hand = [{points}]\n' for kind, points in zip(kinds, each, strict=False)
    )
    return parse_book(f'id = "club"\nextends = "clasico"\n{named}')


@pytest.mark.time_limit(30)
def test_a_book_with_hundreds_of_points_for_bonuses_is_reckoned_with_at_once():
    """Its sums are millions, however few letters it takes to write them; a sheet asks for them at every line."""
    chance = Random(2)
    book = _club(*(", ".join(str(chance.randrange(1, 100_000)) for _ in range(50)) for _ in range(7)))
    lines = [f"#{n} o{(n - 1) % 4 + 1} {100 * (n - 1)}-0\n= domino 1 +100\n" for n in range(1, 301)]
    text = f'[Book "club"] [Limit "99999p"] [Law "{law_hash(book)}"] [LawText "{carried(book)}"]\n{"".join(lines)}'
    assert judge(read(text)).ledger.match.score[0] == 30_000


def test_points_are_what_tiles_and_some_of_the_bonuses_come_to():
    book = _club("1000", "30, 5000")

    def may_be(points: int, book: Book = book) -> bool:
        try:
            judge(read(f'[Book "club"] [Limit "99999p"] #1 o1 0-0 = domino 1 +{points}'), lambda _: book)
        except DgnError:
            return False
        return True

    alone = {points for points in range(1, 170) if may_be(points, load_book("clasico"))}
    sums = {one + other for one, other in product((0, 1000), (0, 30, 5000))}
    tried = [*range(1, 240), *range(990, 1240), *range(4990, 5240), *range(5990, 6240)]
    assert [n for n in tried if may_be(n)] == [n for n in tried if any(n - one in alone for one in sums)]
