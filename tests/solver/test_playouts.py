"""Hands played out by the kernels: what must hold in every one, and whether things happen as often as by the engine."""

from collections import Counter
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from tantera.notation import parse_position
from tantera.play import Hand, begin_hand, deal, legal_moves
from tantera.play.events import HandDealt, TurnPassed
from tantera.play.moves import play_move
from tantera.rules import Book, load_book, with_options
from tantera.solver.encode import Position, encode
from tantera.solver.kernels.playouts import (
    ANY_TILE,
    BLANK,
    CAPICUA,
    EXTRAS,
    FIRST_PASS,
    LANES,
    TURNS,
    WENT_OUT,
    deal_and_play,
    deal_in_lockstep,
    deal_lanes,
    play_out,
    results,
)
from tantera.solver.montecarlo import setting
from tantera.tiles import ALL_TILES, End, pips_of

Table = npt.NDArray[np.int32]

CLUBS = Path(__file__).parents[2] / "examples" / "books"
GAMES: dict[str, tuple[str, dict[str, str | int]]] = {
    "san-juan": ("san-juan", {}),
    "ueh": ("ueh", {}),
    "ueh, three players": ("ueh", {"players": 3}),
    "clasico, two players draw": ("clasico", {"play": "alone", "players": 2, "boneyard": "one"}),
    "clasico, drawing until it fits": (
        "clasico",
        {"play": "alone", "players": 2, "boneyard": "until_fits", "reserve": 2},
    ),
    "clasico, nobody draws": ("clasico", {"play": "alone", "players": 3, "tiles": 6}),
    "cafe-del-sol": (str(CLUBS / "cafe-del-sol.toml"), {}),
    "liga-del-nueve": (str(CLUBS / "liga-del-nueve.toml"), {}),
}
PLAIN = 2_000
FAST = 200_000


def book_of(name: str) -> Book:
    book_id, options = GAMES[name]
    return with_options(load_book(book_id), options)


def played(name: str, hands: int, seed: int = 1) -> Table:
    law, each, most_doubles = setting(book_of(name))
    table = results(hands)
    deal_and_play(law, each, most_doubles, seed, table)
    return table


def in_lockstep(hands: int, seed: int = 1) -> Table:
    table = results(hands)
    deal_in_lockstep(seed, table)
    return table


# --- the same game by the plain engine ------------------------------------------------------------------------------


def plain_hand(book: Book, seed: int, chance: Random) -> Hand:
    racks, asleep, _ = deal(book, seed.to_bytes(4, "big"))
    hand = begin_hand(book, HandDealt(number=2, opener=1, taking=(), racks=racks, boneyard=asleep, at=0))
    while not hand.ended:
        hand = play_move(hand, chance.choice(legal_moves(hand)))
    return hand


def went_out(hand: Hand) -> int:
    return hand.last_placer - 1 if hand.ended == "domino" and hand.last_placer is not None else -1


def extras(hand: Hand) -> int:
    """What bonuses depend on, read off the moves."""
    assert hand.chain is not None
    last, ends = hand.chain.placements[-1], (hand.chain.left, hand.chain.right)
    other = ends[1] if last.end is End.LEFT else ends[0]
    found = 0
    if hand.ended == "domino" and last.touching != other and last.tile.has(other):
        found |= CAPICUA
    if hand.ended == "domino" and last.tile.pips == 0:
        found |= BLANK
    if any(isinstance(move, TurnPassed) for move in hand.moves[1:2]):
        found |= FIRST_PASS
    return found


def plain_table(book: Book, hands: int) -> Table:
    """A table of results as the kernels write it."""
    chance = Random(7)
    table = results(hands)
    for number in range(hands):
        hand = plain_hand(book, number, chance)
        table[: len(hand.racks), number] = [pips_of(rack) for rack in hand.racks]
        table[WENT_OUT, number], table[TURNS, number], table[EXTRAS, number] = went_out(hand), hand.turns, extras(hand)
    return table


def agree(one: npt.NDArray[np.generic], other: npt.NDArray[np.generic], within: float = 4) -> bool:
    """Whether two samples may have the same mean: it differs by fewer standard errors than `within`."""
    error = sqrt(float(one.var()) / len(one) + float(other.var()) / len(other))
    return abs(float(one.mean()) - float(other.mean())) <= within * error


FACTS: dict[str, Callable[[Table], npt.NDArray[np.generic]]] = {
    "blocks": lambda table: table[WENT_OUT] < 0,
    "the opener goes out": lambda table: table[WENT_OUT] == 0,
    "the next one goes out": lambda table: table[WENT_OUT] == 1,
    "pips left": lambda table: table[:4].sum(axis=0),
    "pips left with the opener": lambda table: table[0],
    "turns": lambda table: table[TURNS],
    "turns squared": lambda table: table[TURNS] ** 2,
    "capicúa": lambda table: table[EXTRAS] & CAPICUA != 0,
    "out with the 0-0": lambda table: table[EXTRAS] & BLANK != 0,
    "first pass": lambda table: table[EXTRAS] & FIRST_PASS != 0,
}


@pytest.mark.parametrize("name", GAMES)
def test_what_happens_in_random_hands_happens_as_often_as_in_the_plain_engine(name):
    plain, fast = plain_table(book_of(name), PLAIN), played(name, FAST)
    assert [fact for fact, of in FACTS.items() if not agree(of(plain), of(fast))] == []


def test_hands_in_lockstep_are_like_hands_one_at_a_time():
    together, alone = in_lockstep(400_000), played("san-juan", 400_000)
    facts = [fact for fact in FACTS if fact not in ("capicúa", "out with the 0-0", "first pass")]
    assert [fact for fact in facts if not agree(FACTS[fact](together), FACTS[fact](alone))] == []


# --- from a position, against every line of play --------------------------------------------------------------------


def played_from(at: Position, hands: int, opening: int) -> Table:
    """Hands played out from one position."""
    table, chance = results(hands), np.array([5], np.int64)
    for hand in range(hands):
        racks = at.racks.copy()
        play_out(at.law, racks, at.boneyard, at.left, at.right, at.turn, at.drew, at.idle, opening, chance, table, hand)
    return table


def likely(hand: Hand) -> dict[tuple[int, int, int], float]:
    """How likely each end of a hand is: who goes out, after how many turns, with how many pips left."""
    if hand.ended:
        return {(went_out(hand), hand.turns, sum(map(pips_of, hand.racks))): 1.0}
    moves = legal_moves(hand)
    total: dict[tuple[int, int, int], float] = {}
    for move in moves:
        for end, chance in likely(play_move(hand, move)).items():
            total[end] = total.get(end, 0.0) + chance / len(moves)
    return total


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("ends=6:4 turn=2 1:00.04.66 2:46.14.16 3:23.44.26 4:56.24.01", {"players": 4}),
        ("ends=6:4 turn=1 1:66.44.46 2:06.14 3:45.61", {"players": 3}),
        ("ends=3:3 turn=1 1:66.44 2:06.14 0:13.36.34", {"players": 2}),
        ("ends=- turn=2 1:66.55.46 2:56.05.00 0:15.16", {"players": 2}),
    ],
)
def test_from_a_position_every_end_of_the_hand_is_as_likely_as_the_legal_moves_make_it(position, options):
    hand = parse_position(position, with_options(load_book("ueh"), options), 2)
    table = played_from(encode(hand), 40_000, ANY_TILE)
    ends = Counter(zip(*table[[WENT_OUT, TURNS]].tolist(), table[:4].sum(axis=0).tolist(), strict=True))
    expected = likely(hand)
    assert set(ends) <= set(expected)
    for end, chance in expected.items():
        assert abs(ends[end] / 40_000 - chance) <= 4.5 * sqrt(chance * (1 - chance) / 40_000), end


def test_a_hand_that_must_open_with_a_double_does():
    hand = parse_position("ends=- turn=1 1:66.54 2:61.00", with_options(load_book("ueh"), {"players": 2}))
    table = played_from(encode(hand), 200, opening=ALL_TILES[27].bit)
    assert set(table[TURNS]) == {2}, "after 6-6 comes 6-1, and nothing fits the ones and sixes that remain"


# --- what holds in every hand ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_who_went_out_has_nothing_left_and_everybody_else_has_tiles(name):
    book = book_of(name)
    table = played(name, 20_000)
    players, left = book.options.players, table[:4]
    assert not left[players:].any()
    out = table[WENT_OUT]
    assert set(out.tolist()) == {-1, *range(players)}
    assert not left[out[out >= 0], np.flatnonzero(out >= 0)].any()
    assert (left >= 0).all()
    # Only somebody with the 0-0 alone has tiles and no pips.
    empty = (left[:players] == 0).sum(axis=0)
    assert (empty <= (out >= 0) + 1).all()
    assert (left.sum(axis=0) < sum(tile.pips for tile in book.options.set.tiles)).all()


def test_players_take_turns_so_the_number_of_turns_says_who_went_out():
    for table in (played("san-juan", 20_000), in_lockstep(20_000)):
        out = table[WENT_OUT]
        assert (out[out >= 0] == (table[TURNS][out >= 0] - 1) % 4).all()
        assert table[TURNS][out >= 0].min() >= 25, "seven tiles each: nobody is out before the opener's seventh"


def test_the_same_seed_gives_the_same_hands_and_another_seed_others():
    for play in (lambda seed: played("ueh", 1000, seed), lambda seed: in_lockstep(1000, seed)):
        assert (play(3) == play(3)).all()
        assert (play(3) != play(4)).any()


@pytest.mark.parametrize("hands", [1, LANES - 1, LANES, LANES + 1])
def test_lockstep_plays_as_many_hands_as_there_are_columns(hands):
    assert (in_lockstep(hands)[TURNS] > 0).all()
    assert (in_lockstep(hands)[:, :1] == in_lockstep(1)).all()


def test_tiles_dealt_in_lockstep_are_seven_each_and_any_tile_is_as_likely_anywhere():
    chance = np.random.default_rng(1)
    state = chance.integers(-(2**31), 2**31, (4, LANES)).astype(np.int32)
    racks, spare = np.empty((4, LANES), np.int32), np.empty((3, LANES), np.int32)
    rounds = 200
    held = np.zeros((4, 28))
    together = np.zeros((28, 28))
    for number in range(rounds):
        deal_lanes(state, 28 * number, racks, *spare)
        bits = racks[:, :, None] >> np.arange(28) & 1
        assert (bits.sum(axis=2) == 7).all()
        assert (bits.sum(axis=0) == 1).all()
        held += bits.sum(axis=1)
        together += bits[0].T @ bits[0]
    deals = rounds * LANES
    assert np.abs(held / deals - 1 / 4).max() < 4.5 * sqrt(3 / 16 / deals)
    pairs = together[np.triu_indices(28, 1)] / deals
    likely_pair = 7 * 6 / (28 * 27)
    assert np.abs(pairs - likely_pair).max() < 4.5 * sqrt(likely_pair * (1 - likely_pair) / deals)
