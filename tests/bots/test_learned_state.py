"""The policy's own small engine against the real one: the same moves, the same hands, the same points."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.bots.learned import state as at
from tantera.play import Hand, PlaceTile, begin_hand, deal
from tantera.play.events import DoublesPlaced, HandDealt, TileDrawn, TurnPassed
from tantera.play.moves import play_move
from tantera.rules import Book, load_book, with_options
from tantera.rules.schema import Bonus
from tantera.solver.encode import Position, encode
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Ints
from tantera.tiles import RIGHT
from tests.builders import tiles, token
from tests.solver.naive import Judge, books, moves_of, random_book

UEH, CL = map(load_book, ("ueh", "clasico"))
TABLES: tuple[dict[str, str | int], ...] = (
    {"play": "pairs", "players": 4},
    {"play": "pairs", "players": 4, "set": "double-nine", "tiles": 10},
    {"play": "pairs", "players": 4, "tiles": 6, "boneyard": "one"},
    {"play": "alone", "players": 4},
    {"play": "alone", "players": 3, "boneyard": "one"},
    {"play": "alone", "players": 3, "tiles": 9},
    {"play": "alone", "players": 2, "boneyard": "one"},
    {"play": "alone", "players": 2, "boneyard": "one", "set": "double-nine"},
)
GAMES = {book.id: book for book in books()} | {
    "ueh, three": with_options(UEH, {"players": 3}),
    "ueh, two": with_options(UEH, {"players": 2}),
    "double-nine": with_options(CL, {"set": "double-nine"}),
    "double-nine, two draw": with_options(CL, {"set": "double-nine", "play": "alone", "players": 2, "boneyard": "one"}),
}
HOW = {None: 0, "domino": 1, "block": 2}


def dealt(book: Book, chance: Random) -> Hand:
    """Some hand of a match, before its opening; any tile may open it."""
    book = replace(book, options=replace(book.options, first_tile="any"))
    racks, asleep, _ = deal(book, chance.randbytes(8))
    opener = chance.randint(1, len(racks))
    return begin_hand(book, HandDealt(chance.randint(1, 3), opener, (), racks, asleep, at=0))


def state_of(position: Position) -> Ints:
    """A hand before its opening, as the policy's kernels keep it."""
    state = np.zeros(at.LENGTH, np.int64)
    state[at.RACK : at.RACK + 4] = position.racks
    state[at.LEFT_END : at.RIGHT_BY + 1] = -1
    state[at.TURN] = state[at.OPENER] = position.opener
    return state


def moves_in(state: Ints, position: Position) -> list[int]:
    moves = np.zeros(32, np.int64)
    found = at.legal_moves(state, position.law, position.boneyard, moves)
    return [int(move) for move in moves[:found]]


def check_same(hand: Hand, state: Ints, seats: tuple[int, ...]) -> None:
    assert [int(rack) for rack in state[: len(seats)]] == [hand.racks[seat - 1] for seat in seats]
    assert hand.chain is not None
    assert (state[at.LEFT_END], state[at.RIGHT_END]) == (hand.chain.left, hand.chain.right)
    assert state[at.SEEN] == hand.chain.tiles
    assert state[at.ENDED] == HOW[hand.ended]
    assert (state[at.TURNS], state[at.IDLE]) == (hand.turns, hand.idle)
    if not hand.ended:
        assert seats[state[at.TURN]] == hand.turn
        assert state[at.DREW] == hand.drew
    elif hand.ended == "domino":
        assert seats[state[at.LAST]] == hand.last_placer


def points_in(state: Ints, position: Position) -> list[float]:
    written = np.zeros(4)
    at.score(state, position.law, written)
    return [written[player] for player in range(len(position.seats))]


def points_of(hand: Hand, worth: int) -> list[int]:
    """What the side of each player writes on the sheet, with a minus where points hurt."""
    sides = Judge.of(hand, worth)._replace(from_opening=True).points(hand)
    sign = -1 if hand.book.options.scoring == "own_loss" else 1
    return [sign * sides[player % len(sides)] for player in range(len(hand.seats))]


def play_both(hand: Hand, chance: Random, worth: int = 1, line: str = "") -> Hand:
    """A hand by a line of play and then by chance on both engines at once, compared after every move: how it ended."""
    asked = line.split()
    position = encode(hand, worth)
    state = state_of(position)
    while not hand.ended:
        moves = dict(moves_of(hand))
        assert sorted(moves_in(state, position)) == sorted(moves)
        told = {token(command, hand.chain): code for code, command in moves.items()}
        code = told[asked.pop(0)] if asked else chance.choice(sorted(moves))
        command = moves[code]
        if isinstance(command, PlaceTile) and command.end is RIGHT:
            code |= of.RIGHT  # on equal ends it is listed as a move on the left, and may be made on either
        hand = play_move(hand, command)
        at.play(state, position.law, position.boneyard, code)
        check_same(hand, state, position.seats)
    assert points_in(state, position) == points_of(hand, worth)
    return hand


@pytest.mark.parametrize("game", GAMES)
def test_hands_by_chance_go_as_on_the_engine_and_bring_the_same_points(game: str):
    chance = Random(game)
    endings = {play_both(dealt(GAMES[game], chance), chance).ended for _ in range(60)}
    assert endings == {"domino", "block"}


def test_any_law_and_any_table_bring_the_same_points():
    chance, seen, doubles, draws = Random(3), set(), 0, 0
    for _ in range(400):
        book = random_book(chance, TABLES, two_doubles_from_hand=chance.choice((None, 2)), draws_up_to=4)
        worth = chance.choice((1, 2, 4)) if book.raises is not None else 1
        hand = play_both(dealt(book, chance), chance, worth)
        seen.add((book.options.scoring, hand.ended))
        doubles += any(isinstance(move, DoublesPlaced) for move in hand.moves)
        draws += any(isinstance(move, TileDrawn) for move in hand.moves)
    assert len(seen) == 8
    assert doubles >= 5
    assert draws >= 100


def test_seats_that_are_out_leave_no_gap_in_the_numbers():
    chance = Random(5)
    for out in (1, 2, 3, 4):
        for _ in range(20):
            racks, asleep, _ = deal(UEH, chance.randbytes(8))
            asleep += racks[out - 1]
            racks = (*racks[: out - 1], (), *racks[out:])
            opener = chance.choice([seat for seat in (1, 2, 3, 4) if seat != out])
            hand = begin_hand(UEH, HandDealt(4, opener, (), racks, asleep, at=0))
            assert len(play_both(hand, chance).seats) == 3


def test_the_opener_has_no_bonus_where_the_next_player_drew_before_passing():
    book = with_options(CL, {"play": "alone", "players": 3, "boneyard": "one"})
    book = replace(book, bonuses=(Bonus("first_pass", 30),))
    chance, after_drawing = Random(1), 0
    while after_drawing < 10:
        hand = play_both(dealt(book, chance), chance)
        drew, passed = isinstance(hand.moves[1], TileDrawn), isinstance(hand.moves[2], TurnPassed)
        after_drawing += drew and passed


@pytest.mark.parametrize(
    ("racks", "line", "points"),
    [("13.00.11 03.66", "13 >30 <11&>00", 7), ("13.00.33 01.66", "13 <10 <00&>33", 0)],
)
def test_of_two_doubles_the_right_one_is_laid_last_and_earns_the_double_blank(racks: str, line: str, points: int):
    book = with_options(CL, {"play": "alone", "players": 2, "tiles": 3})
    table = replace(book.customs, two_doubles_from_hand=1)
    book = replace(book, bonuses=(Bonus("double_blank", 7),), customs=table)
    one, other = map(tiles, racks.split())
    hand = play_both(begin_hand(book, HandDealt(1, 1, (), (one, other), (), at=0)), Random(1), line=line)
    assert points_of(hand, 1)[0] == points + sum(tile.pips for tile in hand.rack(2) if tile)


def test_a_drawn_tile_takes_back_what_the_player_was_known_to_lack():
    """UEH-robar."""
    chance, cleared = Random(2), 0
    for _ in range(40):
        hand = dealt(with_options(UEH, {"players": 2}), chance)
        position = encode(hand)
        state = state_of(position)
        while not hand.ended:
            code, command = chance.choice(moves_of(hand))
            turn = int(state[at.TURN])
            before = int(state[at.LACKS + turn])
            hand = play_move(hand, command)
            at.play(state, position.law, position.boneyard, code)
            if code == of.DRAW:
                assert state[at.LACKS + turn] == 0
                cleared += before != 0
    assert cleared
