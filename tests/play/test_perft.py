"""Perft: the numbers of NOTATION.md, and every book against a count that knows nothing of the engine."""

import pytest

from tantera.layout import right_hand_end
from tantera.notation import parse_position
from tantera.play import DrawTile, Hand, begin_hand, deal, legal_moves, perft, perft_divide
from tantera.play.events import HandDealt
from tantera.rules import load_book, with_options
from tantera.tiles import Chain, End, Tile
from tests.play.lines import At, Laws, lines, lines_up_to, mask
from tests.play.tables import proof

THE_DEAL = "1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66"

NOTATION = [
    ("san-juan", 1, 1, [7, 24, 79, 259, 830, 2406, 6826, 18825]),
    ("tarragona", 1, 1, [7, 22, 73, 221, 647, 1731, 4553, 11791]),
    ("ueh", 1, 4, [7, 26, 88, 303, 841, 2643, 7615, 21567]),
    ("ueh", 2, 4, [7, 26, 89, 309, 869, 2735, 7934, 22615]),
]


@pytest.mark.parametrize("depth", range(1, 8))
@pytest.mark.parametrize(("book_id", "number", "turn", "values"), NOTATION)
@pytest.mark.article("TG-9.2", "UEH-dobles")
def test_perft_gives_the_values_of_the_notation(book_id, number, turn, values, depth):
    hand = parse_position(f"ends=- turn={turn} {THE_DEAL}", load_book(book_id), number)
    assert perft(hand, depth) == values[depth - 1]


@pytest.mark.prove
@pytest.mark.parametrize(("book_id", "number", "turn", "values"), NOTATION)
def test_perft_gives_the_last_value_of_the_notation(book_id, number, turn, values):
    hand = parse_position(f"ends=- turn={turn} {THE_DEAL}", load_book(book_id), number)
    assert perft(hand, 8) == values[7]


# --- against the independent count ----------------------------------------------------------------------------------

TABLES: dict[str, tuple[str, dict[str, str | int], int, Laws]] = {
    "san-juan": ("san-juan", {}, 1, Laws()),
    "tarragona": ("tarragona", {}, 1, Laws()),
    "ueh, hand 1": ("ueh", {}, 1, Laws(drawing=True)),
    "ueh, hand 2": ("ueh", {}, 2, Laws(drawing=True, two_doubles=True)),
    "ueh, three players": ("ueh", {"players": 3}, 2, Laws(drawing=True, two_doubles=True)),
    "ueh, two players": ("ueh", {"players": 2, "tiles": 5}, 1, Laws(drawing=True)),
    "competencia-individual": ("competencia-individual", {}, 1, Laws()),
    "clasico": ("clasico", {}, 1, Laws()),
    "clasico, a double first": ("clasico", {"first_tile": "double"}, 1, Laws(double_first=True)),
    "clasico, double-nine": ("clasico", {"set": "double-nine", "tiles": 5}, 1, Laws()),
    "clasico, drawing": ("clasico", {"play": "alone", "players": 3, "boneyard": "one"}, 1, Laws(drawing=True)),
    "clasico, drawing until it fits": (
        "clasico", {"play": "alone", "players": 3, "boneyard": "until_fits"}, 1, Laws(until_fits=True),
    ),
    "clasico, two stay asleep": (
        "clasico", {"play": "alone", "players": 2, "tiles": 5, "boneyard": "until_fits", "reserve": 2}, 1,
        Laws(until_fits=True, reserve=2),
    ),
    "fives-and-threes": ("fives-and-threes", {"tiles": 3}, 1, Laws(play_on=True)),
    "fives-and-threes, six each": ("fives-and-threes", {}, 1, Laws(play_on=True)),
    "clasico, nobody draws": ("clasico", {"play": "alone", "players": 3, "tiles": 4}, 1, Laws()),
}  # fmt: skip


def on_the_right(placed, offset: int) -> str:
    """The end on the player's right, asked of `layout`."""
    ((first, second), _), *later = placed
    chain = Chain.opened(Tile.of(first, second))
    for (touching, opened), end in later:
        chain = chain.placed(Tile.of(touching, opened), End(end))
    must = right_hand_end(chain, offset)
    return "" if must is None else str(must)


def dealt(name: str, seed: int) -> tuple[Hand, At, Laws]:
    book_id, options, number, laws = TABLES[name]
    if book_id == "tarragona":
        laws = laws._replace(right_hand=on_the_right)
    book = with_options(load_book(book_id), options)
    opener = seed % book.options.players + 1
    racks, asleep, _ = deal(book, seed.to_bytes(4, "big"))
    hand = begin_hand(book, HandDealt(number=number, opener=opener, taking=(), racks=racks, boneyard=asleep, at=0))
    codes = [" ".join(tile.code for tile in rack) for rack in racks]
    at = At(
        racks=tuple(map(mask, codes)),
        asleep=tuple(mask(tile.code) for tile in asleep),
        turn=opener - 1,
        opener=opener - 1,
    )
    return hand, at, laws


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.article("SJ-flujo-1", "SJ-flujo-2", "TG-9.2", "TG-9.3", "UEH-turno", "UEH-robar", "UEH-dobles")
@pytest.mark.article("CI-mano", "CL-desarrollo")
def test_every_book_counts_the_same_lines_as_a_count_without_the_engine(name, seed):
    hand, at, laws = dealt(name, seed)
    counted = [perft(hand, depth) for depth in range(1, 8)]
    assert counted == lines_up_to(at, laws, 7)


@pytest.mark.prove
@pytest.mark.parametrize("depth", [8, 9])
@pytest.mark.parametrize("name", TABLES)
def test_deeper_lines_too(name, depth):
    for seed in range(100, 100 + min(20, proof(1, 3))):
        hand, at, laws = dealt(name, seed)
        assert perft(hand, depth) == lines(at, laws, depth)


SMALL: list[tuple[str, dict[str, str | int], Laws]] = [
    ("clasico", {"play": "alone", "players": 2, "tiles": 3}, Laws()),
    ("clasico", {"play": "alone", "players": 3, "tiles": 3}, Laws()),
    ("clasico", {"tiles": 3}, Laws()),
    ("clasico", {"play": "alone", "players": 2, "tiles": 2, "boneyard": "one"}, Laws(drawing=True)),
    ("ueh", {"players": 2, "tiles": 2}, Laws(drawing=True, two_doubles=True)),
    ("fives-and-threes", {"tiles": 3}, Laws(play_on=True)),
    (
        "clasico",
        {"play": "alone", "players": 2, "tiles": 2, "boneyard": "until_fits", "reserve": 1},
        Laws(until_fits=True, reserve=1),
    ),
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("book_id", "options", "laws"), SMALL)
@pytest.mark.article("UEH-robar", "UEH-final", "CL-final")
def test_small_hands_are_counted_to_their_very_end(book_id, options, laws, seed):
    book = with_options(load_book(book_id), options)
    racks, asleep, _ = deal(book, bytes([seed]))
    # The small hands of the drawing tables would last for ever with 24 tiles asleep: five are enough.
    asleep = asleep[:5] if laws.drawing or laws.until_fits else asleep
    hand = begin_hand(book, HandDealt(number=2, opener=1, taking=(), racks=racks, boneyard=asleep, at=0))
    codes = [" ".join(tile.code for tile in rack) for rack in racks]
    at = At(tuple(map(mask, codes)), tuple(mask(tile.code) for tile in asleep), 0, 0)
    depth, counted = 1, 1
    while counted:
        counted = perft(hand, depth)
        assert counted == lines(at, laws, depth)
        depth += 1
        assert depth < 40, "the hand never ends"


# --- by first move --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
def test_divided_by_first_move_the_sum_is_the_same(name):
    hand, _, _ = dealt(name, 3)
    by_move = perft_divide(hand, 4)
    assert sum(count for _, count in by_move) == perft(hand, 4)
    assert [command for command, _ in by_move] == list(legal_moves(hand))


@pytest.mark.article("UEH-robar")
def test_a_draw_and_what_follows_it_are_one_turn():
    book = with_options(load_book("ueh"), {"players": 3})
    hand = parse_position("ends=6:6 turn=1 1:00.11 2:22 3:33 0:65.44", book)
    by_move = perft_divide(hand, 1)
    assert [(type(command).__name__, count) for command, count in by_move] == [("DrawTile", 2), ("PassTurn", 1)]
    assert isinstance(by_move[0][0], DrawTile), "6-5 is drawn, and goes on either six"


def test_no_turns_are_one_line():
    assert perft(parse_position(f"ends=- turn=1 {THE_DEAL}", load_book("san-juan")), 0) == 1


def test_a_hand_that_has_ended_is_counted_only_where_it_ended():
    hand = parse_position("ends=6:4 turn=1 1:64 2:00 3:11 4:22", load_book("san-juan"))
    assert [perft(hand, depth) for depth in (1, 2, 3)] == [2, 0, 0]
