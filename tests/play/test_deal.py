"""Tiles from seeds: the documented derivation, written a second time here, and vectors that may never change."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.play import deal, hand_seed
from tantera.play.deal import commitment, deal_seed, draw_for_opening
from tantera.rules import BOOKS, load_book, with_options
from tantera.tiles import Tile

SEVEN_EACH = {
    b"": ["03 23 14 44 00 26 66", "11 56 04 16 24 12 25", "34 05 33 02 46 45 15", "06 22 35 55 01 36 13"],
    b"tantera": ["34 35 56 45 26 12 14", "66 03 04 25 36 46 05", "22 01 55 23 33 02 00", "15 13 24 11 44 16 06"],
}
TEN_EACH = [
    "55 67 28 19 48 66 88 11 09 27",
    "25 68 39 17 06 36 04 07 89 34",
    "08 45 29 44 58 24 78 57 16 33",
    "12 38 01 47 13 99 02 26 14 35",
]


def codes(tiles) -> str:
    return " ".join(tile.code for tile in tiles)


# --- the derivation as deal.py tells it, in other words and on plain text -------------------------------------------


def order_of(label: str, seed: bytes, attempt: int, highest: int) -> list[str]:
    tiles = [f"{low}{high}" for high in range(highest + 1) for low in range(high + 1)]
    stream = bytearray()
    for block in range(200):
        counters = attempt.to_bytes(4, "big") + block.to_bytes(4, "big")
        stream += sha256(label.encode() + bytes(1) + seed + counters).digest()
    numbers = iter([int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)])
    for last in reversed(range(1, len(tiles))):
        choices = last + 1
        number = next(n for n in numbers if n < (1 << 32) // choices * choices)
        chosen = number % choices
        tiles[last], tiles[chosen] = tiles[chosen], tiles[last]
    return tiles


def dealt_by_hand(seed, players, each, highest=6, most_doubles=None, taking=None):
    taking = taking or list(range(players))
    attempt = 0
    while True:
        tiles = order_of("tantera deal 1", seed, attempt, highest)
        racks = {}
        for seat in taking:
            racks[seat], tiles = tiles[:each], tiles[each:]
        doubles = max(sum(tile[0] == tile[1] for tile in rack) for rack in racks.values())
        if most_doubles is None or doubles <= most_doubles:
            return [" ".join(racks[seat]) for seat in range(players)], " ".join(tiles), attempt
        attempt += 1


@given(st.binary(max_size=40))
def test_a_deal_follows_the_documented_derivation(seed):
    dealt = deal(load_book("san-juan"), seed)
    racks, asleep, _ = dealt_by_hand(seed, 4, 7)
    assert [codes(rack) for rack in dealt.racks] == racks
    assert codes(dealt.boneyard) == asleep == ""


@given(st.binary(max_size=40))
def test_a_deal_of_the_large_set_follows_it_too(seed):
    dealt = deal(with_options(load_book("clasico"), {"set": "double-nine"}), seed)
    racks, asleep, _ = dealt_by_hand(seed, 4, 10, highest=9)
    assert [codes(rack) for rack in dealt.racks] == racks
    assert codes(dealt.boneyard) == asleep


@given(st.integers(0, 3000))
@pytest.mark.article("UEH-reparto")
def test_the_tiles_are_dealt_again_until_nobody_has_more_than_four_doubles(number):
    seed = str(number).encode()
    dealt = deal(load_book("ueh"), seed)
    racks, _, repeats = dealt_by_hand(seed, 4, 7, most_doubles=4)
    assert [codes(rack) for rack in dealt.racks] == racks
    assert len(dealt.repeated) == repeats
    assert all(doubles > 4 for _, doubles in dealt.repeated)


@given(st.binary(max_size=8), st.permutations([1, 2, 3]))
def test_who_takes_first_gets_the_first_tiles(seed, taking):
    book = with_options(load_book("ueh"), {"players": 3})
    dealt = deal(book, seed, taking)
    racks, asleep, _ = dealt_by_hand(seed, 3, 7, most_doubles=4, taking=[seat - 1 for seat in taking])
    assert [codes(rack) for rack in dealt.racks] == racks
    assert codes(dealt.boneyard) == asleep


@given(st.binary(max_size=40), st.sampled_from(BOOKS))
def test_the_draw_for_the_opening_has_its_own_label(seed, book_id):
    book = load_book(book_id)
    drawn = order_of("tantera draw 1", seed, 0, book.options.set.highest_suit)[: book.options.players]
    assert codes(draw_for_opening(book, seed)).split() == drawn


# --- vectors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEVEN_EACH)
def test_the_san_juan_deal_of_a_seed_never_changes(seed):
    assert [codes(rack) for rack in deal(load_book("san-juan"), seed).racks] == SEVEN_EACH[seed]


@pytest.mark.article("TG-8.4")
def test_in_tarragona_the_opener_is_left_the_last_seven():
    first, second, third, last = SEVEN_EACH[b"tantera"]
    assert [codes(rack) for rack in deal(load_book("tarragona"), b"tantera").racks] == [last, first, second, third]


@pytest.mark.article("CL-fichas")
def test_the_double_nine_deal_of_a_seed_never_changes():
    dealt = deal(with_options(load_book("clasico"), {"set": "double-nine"}), b"tantera")
    assert [codes(rack) for rack in dealt.racks] == TEN_EACH
    assert codes(dealt.boneyard) == "22 79 77 46 69 37 18 59 00 15 03 23 56 49 05"


def test_with_three_players_the_last_seven_sleep():
    dealt = deal(with_options(load_book("ueh"), {"players": 3}), b"tantera")
    assert [codes(rack) for rack in dealt.racks] == SEVEN_EACH[b"tantera"][:3]
    assert codes(dealt.boneyard) == SEVEN_EACH[b"tantera"][3]


@pytest.mark.article("UEH-reparto")
def test_a_deal_that_was_repeated_twice_never_changes():
    dealt = deal(load_book("ueh"), b"578")
    assert dealt.repeated == ((1, 5), (2, 5))
    assert [codes(rack) for rack in dealt.racks] == [
        "11 16 06 01 02 56 15",
        "35 45 24 00 33 26 12",
        "55 66 23 04 25 22 46",
        "36 03 34 13 14 05 44",
    ]
    kept = deal(load_book("san-juan"), b"578")
    assert sum(tile.is_double for tile in kept.racks[0]) == 5
    assert kept.repeated == (), "other books keep such a deal"


def test_the_draw_for_the_opening_of_a_seed_never_changes():
    assert codes(draw_for_opening(load_book("tarragona"), b"tantera")) == "35 44 23 05"


def test_seeds_and_commitments_never_change():
    assert commitment(b"tantera") == "4279f1a0acf283992e2970202e98194ed806cd936edec2ab0d0ba43dbe446460"
    assert deal_seed(b"tantera").hex() == "3d5ccc546526bc1734354a7ba3522db7c354abae01d62129218f0cd2c85bf3d7"
    with_entropy = deal_seed(b"tantera", [(2, "b"), (1, "a")])
    assert with_entropy.hex() == "abac9aead25c71da51f189bad4ff11ed1a3d451b4c4402992dd90b419f75fc89"
    assert with_entropy == deal_seed(b"tantera", [(1, "a"), (2, "b")]), "by seat, whoever came first"
    assert with_entropy == sha256(b"tantera seed 1\0tantera\x001:1:a\n2:1:b\n").digest()
    assert deal_seed(b"", [(1, "a\n2:1:b")]) != deal_seed(b"", [(1, "a"), (2, "b")]), "no text can pass for two"
    assert hand_seed(7, 1) == sha256(b"tantera match 1:7:1").digest()


# --- a fair deal ----------------------------------------------------------------------------------------------------

TABLES = [
    ("san-juan", {}),
    ("tarragona", {}),
    ("ueh", {}),
    ("ueh", {"players": 3}),
    ("ueh", {"players": 2, "tiles": 10}),
    ("competencia-individual", {}),
    ("clasico", {"set": "double-nine"}),
    ("clasico", {"play": "alone", "players": 2, "set": "double-nine", "tiles": 14}),
]


@pytest.mark.parametrize(("book_id", "options"), TABLES)
@given(seed=st.binary(max_size=16))
def test_every_tile_is_dealt_once(book_id, options, seed):
    book = with_options(load_book(book_id), options)
    dealt = deal(book, seed)
    assert [len(rack) for rack in dealt.racks] == [book.options.tiles_each] * book.options.players
    everything = [tile for rack in (*dealt.racks, dealt.boneyard) for tile in rack]
    assert len(everything) == len(set(everything)) == len(book.options.set.tiles)
    assert set(everything) == set(book.options.set.tiles)


def test_every_tile_comes_to_every_seat_about_equally_often():
    book, deals = load_book("san-juan"), 4000
    held: Counter[tuple[int, Tile]] = Counter()
    first: Counter[tuple[int, Tile]] = Counter()
    for number in range(deals):
        for seat, rack in enumerate(deal(book, number.to_bytes(4, "big")).racks):
            held.update((seat, tile) for tile in rack)
            first[seat, rack[0]] += 1
    # 4000 deals, a quarter each: 1000 with a standard deviation of 27; six of them is never.
    assert len(held) == 4 * 28
    assert max(abs(times - deals / 4) for times in held.values()) < 165
    # The first tile lifted: 143 each, standard deviation 12.
    assert max(abs(times - deals / 28) for times in first.values()) < 75


def test_one_bit_of_a_seed_is_another_deal():
    book = load_book("san-juan")
    assert len({deal(book, bytes([number])).racks for number in range(256)}) == 256
