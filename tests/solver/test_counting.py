"""Perft in machine code against the table of NOTATION.md and against the plain engine."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tantera.notation import parse_position
from tantera.play import Hand, begin_hand, deal, legal_moves, perft
from tantera.play.events import HandDealt
from tantera.play.moves import play_move
from tantera.rules import BOOKS, Book, load_book, with_options
from tantera.solver.encode import encode
from tantera.solver.kernels.playouts import ANY_TILE
from tests.solver.counting import TO_THE_END, count_lines

THE_DEAL = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"
CLUBS = sorted((Path(__file__).parents[2] / "examples" / "books").glob("*.toml"))

TABLES: dict[str, tuple[str, dict[str, str | int], int]] = {
    **{book: (book, {}, 1) for book in BOOKS},
    **{club.stem: (str(club), {}, 1) for club in CLUBS},
    "ueh, hand 2": ("ueh", {}, 2),
    "ueh, three players": ("ueh", {"players": 3}, 2),
    "ueh, two players": ("ueh", {"players": 2, "tiles": 5}, 2),
    "clasico, double-nine": ("clasico", {"set": "double-nine"}, 1),
    "clasico, drawing": ("clasico", {"play": "alone", "players": 3, "boneyard": "one"}, 1),
    "clasico, drawing until it fits": ("clasico", {"play": "alone", "players": 3, "boneyard": "until_fits"}, 1),
    "clasico, two stay asleep": (
        "clasico", {"play": "alone", "players": 2, "tiles": 5, "boneyard": "until_fits", "reserve": 2}, 1,
    ),
    "clasico, nobody draws": ("clasico", {"play": "alone", "players": 2, "tiles": 6}, 1),
    "fives-and-threes, each alone": ("fives-and-threes", {"play": "alone", "players": 3, "tiles": 5}, 1),
    "fives-and-threes, all tiles": ("fives-and-threes", {"tiles": 7}, 1),
    "clasico, a double first": ("clasico", {"first_tile": "double"}, 1),
}  # fmt: skip


def book_of(book_id: str, options: dict[str, str | int]) -> Book:
    """The book with TG-9.2 and BR-fechado left out: the kernel does not know where or how long the chain lies."""
    book = with_options(load_book(book_id), {"closing": "free", **options})
    return replace(book, customs=replace(book.customs, equal_ends="either"))


def count(hand: Hand, depth: int) -> int:
    at = encode(hand)
    opening = ANY_TILE if at.openings == -1 else at.openings
    return count_lines(
        at.law, at.racks, at.boneyard, at.left, at.right, at.turn, depth, drew=at.drew, idle=at.idle, opening=opening
    )


def dealt(book: Book, number: int, seed: int, most_asleep: int = 55) -> Hand:
    racks, asleep, _ = deal(book, seed.to_bytes(4, "big"))
    opener = seed % book.options.players + 1
    event = HandDealt(number=number, opener=opener, taking=(), racks=racks, boneyard=asleep[:most_asleep], at=0)
    return begin_hand(book, event)


def some_turns_later(hand: Hand, chance: Random, least: int = 0) -> Hand:
    for _ in range(chance.randint(least, 20)):
        if hand.ended:
            break
        hand = play_move(hand, chance.choice(legal_moves(hand)))
    return hand


def finished_hands(hand: Hand) -> int:
    return 1 if hand.ended else sum(finished_hands(play_move(hand, move)) for move in legal_moves(hand))


@pytest.mark.parametrize(
    ("book_id", "number", "turn", "values"),
    [
        ("san-juan", 1, 1, [7, 24, 79, 259, 830, 2406, 6826, 18825, 50168, 120493, 287535, 672649, 1445990]),
        ("ueh", 1, 4, [7, 26, 88, 303, 841, 2643, 7615, 21567]),
        ("ueh", 2, 4, [7, 26, 89, 309, 869, 2735, 7934, 22615]),
    ],
)
def test_the_kernel_gives_the_values_of_the_notation(book_id, number, turn, values):
    hand = parse_position(f"ends=- turn={turn} {THE_DEAL}", load_book(book_id), number)
    assert [count(hand, depth + 1) for depth in range(len(values))] == values


@pytest.mark.parametrize("name", TABLES)
def test_from_the_deal_the_kernel_counts_what_the_engine_counts(name):
    book_id, options, number = TABLES[name]
    book = book_of(book_id, options)
    for seed in range(4):
        hand = dealt(book, number, seed)
        assert [count(hand, depth) for depth in range(5)] == [perft(hand, depth) for depth in range(5)]


@pytest.mark.parametrize("name", TABLES)
def test_in_mid_hand_the_kernel_counts_what_the_engine_counts(name):
    book_id, options, number = TABLES[name]
    book = book_of(book_id, options)
    for seed in range(12):
        hand = some_turns_later(dealt(book, number, seed), Random(seed))
        assert [count(hand, depth) for depth in range(5)] == [perft(hand, depth) for depth in range(5)]


@pytest.mark.parametrize(
    ("book_id", "options"),
    [
        ("clasico", {"tiles": 3}),
        ("clasico", {"play": "alone", "players": 2, "tiles": 4}),
        ("clasico", {"set": "double-nine", "play": "alone", "players": 3, "tiles": 4}),
        ("clasico", {"play": "alone", "players": 2, "tiles": 2, "boneyard": "one"}),
        ("ueh", {"players": 3, "tiles": 2}),
        ("fives-and-threes", {"tiles": 3}),
        ("clasico", {"play": "alone", "players": 2, "tiles": 3, "boneyard": "until_fits", "reserve": 1}),
    ],
)
def test_finished_hands_are_counted_once_each(book_id, options):
    book = book_of(book_id, options)
    for seed in range(5):
        hand = dealt(book, 2, seed, most_asleep=4)
        assert count(hand, TO_THE_END) == finished_hands(hand)


@pytest.mark.parametrize("seed", [2, 14, 18])
def test_positions_that_come_up_again_are_counted_again(seed):
    start = parse_position(f"ends=- turn=4 {THE_DEAL}", load_book("ueh"), 2)
    hand = some_turns_later(start, Random(seed), least=9)
    assert finished_hands(hand) > 2000
    assert count(hand, TO_THE_END) == finished_hands(hand)


def test_nothing_follows_a_hand_that_is_over():
    gone_out = parse_position("ends=6:4 turn=1 1:64 2: 3:11 4:22", load_book("san-juan"))
    blocked = parse_position("ends=6:6 turn=1 1:54 2:00 3:11 4:22", load_book("san-juan"))
    assert [count(hand, depth) for hand in (gone_out, blocked) for depth in (1, TO_THE_END)] == [0, 0, 0, 0]


def test_counting_leaves_the_position_as_it_was():
    at = encode(dealt(with_options(load_book("ueh"), {"players": 3}), 2, 1))
    before = at.racks.copy()
    count_lines(at.law, at.racks, at.boneyard, at.left, at.right, at.turn, 5)
    assert (at.racks == before).all()


@pytest.mark.prove
def test_the_whole_tree_of_the_notation_has_as_many_finished_hands_as_it_says():
    hand = parse_position(f"ends=- turn=1 {THE_DEAL}", load_book("san-juan"))
    assert count(hand, TO_THE_END) == 375_793_510
