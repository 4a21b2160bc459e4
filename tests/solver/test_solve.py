"""What a position is worth by the fast search, and when another one has to do."""

from random import Random

import numpy as np
import pytest

from tantera.notation import parse_position
from tantera.play import begin_hand, deal
from tantera.play.events import HandDealt
from tantera.rules import Book, load_book, with_options
from tantera.solver.answers import Unsolvable
from tantera.solver.encode import Position, encode
from tantera.solver.kernels import law as of
from tantera.solver.kernels import search
from tantera.solver.kernels.bound import GENERATION
from tantera.solver.kernels.jit import Ints
from tantera.solver.minimax import WIDE, Workspace, points, solve, solve_worlds, value
from tantera.tiles import Tile
from tests.solver.agreement import PAIRS, TWO
from tests.solver.naive import Case, random_book, random_case

SAN_JUAN = load_book("san-juan")
DOUBLE_NINE = with_options(load_book("clasico"), {"set": "double-nine", "tiles": 10})


def dealt(book: Book, seed: int) -> Position:
    racks, asleep, _ = deal(book, seed.to_bytes(4, "big"))
    event = HandDealt(number=1, opener=seed % 4 + 1, taking=(), racks=racks, boneyard=asleep, at=0)
    return encode(begin_hand(book, event))


def random_position(seed: int, fewest: int, most: int) -> Position:
    """Of two sides, under any law."""
    rng = Random(seed)
    tables = tuple({**table, "boneyard": rng.choice(("none", "one"))} for table in PAIRS + TWO)
    book = random_book(rng, tables, two_doubles_from_hand=rng.choice((None, 1)))
    case: Case = random_case(rng, book, fewest, most, asleep=4)
    return encode(case.hand, case.worth)


def changed(position: Position, **places: int) -> Position:
    law = position.law.copy()
    for name, number in places.items():
        law[getattr(of, name)] = number
    return position._replace(law=law)


def move_values(position: Position, utility: Ints, table: Ints | None = None) -> list[int]:
    room = Workspace().counting(1 << 62)
    found = search.solve_moves(
        position.law, utility, position.racks, position.left, position.right, position.turn, position.opener,
        room.moves, room.values, room.frames, room.table if table is None else table, room.nodes,
    )  # fmt: skip
    return [int(worth) for worth in room.values[:found]]


def test_the_value_of_a_position_is_that_of_its_best_move_under_any_law():
    for seed in range(300):
        position = random_position(seed, 4, 14)
        for who_wins in (False, True):
            assert value(position, who_wins)[0] == solve(position, who_wins).value


@pytest.mark.parametrize("seed", range(8))
def test_a_deal_is_worth_what_its_best_opening_is(seed):
    position = dealt(SAN_JUAN, seed)
    points, nodes = value(position)
    solution = solve(position)
    assert points == solution.value
    assert nodes < solution.nodes
    assert value(position, who_wins=True)[0] == np.sign(points)


def test_a_first_pass_is_worth_more_to_the_opener_whatever_is_found_after_it():
    plain = [random_position(seed, 4, 9) for seed in range(400)]
    openings = [changed(at, PASS_BONUS=0) for at in plain if at.left < 0 and not at.law[of.DRAWS]]
    differ = 0
    for position in openings:
        with_bonus = changed(position, PASS_BONUS=25)
        bonus = 25 if (position.turn % 2 == 0) != (position.law[of.SCORING] == of.OWN_LOSS) else -25
        before, after = dict(solve(position).moves), dict(solve(with_bonus).moves)
        assert {after[code] - before[code] for code in before} <= {0, bonus}
        assert value(with_bonus)[0] == solve(with_bonus).value
        differ += before != after
    assert differ


@pytest.mark.parametrize("worth", [32, 1000])
def test_a_hand_raised_beyond_what_the_fast_search_tells_apart_is_valued_all_the_same(worth):
    for seed in range(20):
        position = changed(random_position(seed, 4, 8), CAPICUA_BONUS=0, BLANK_BONUS=0, PASS_BONUS=0, WORTH=1)
        raised = changed(position, WORTH=worth)
        assert solve(raised).value == worth * solve(position).value
        assert solve(raised, who_wins=True).moves == solve(position, who_wins=True).moves
        assert value(raised)[0] == worth * value(position)[0]
    assert worth * 168 > WIDE


def test_points_beyond_a_utility_count_as_its_ends():
    wide = np.arange(-WIDE, WIDE + 1)
    for seed in range(60):
        position = changed(random_position(seed, 4, 12), DRAWS=0, TWO_DOUBLES=0)
        narrow = np.arange(-5, 6)
        assert move_values(position, narrow) == [max(-5, min(5, worth)) for worth in move_values(position, wide)]


def test_a_table_may_be_used_again_for_hands_of_any_size():
    table, utility = search.new_table(), np.arange(-WIDE, WIDE + 1)
    for seed in range(150):
        position = changed(random_position(seed, 4, 14), DRAWS=0, TWO_DOUBLES=0)
        assert move_values(position, utility, table) == move_values(position, utility)


def test_a_table_forgets_keys_of_another_length():
    table, utility = search.new_table(), np.arange(-WIDE, WIDE + 1)
    move_values(dealt(SAN_JUAN, 1), utility, table)
    filled = np.count_nonzero(table)
    move_values(changed(random_position(2, 5, 5), DRAWS=0, TWO_DOUBLES=0), utility, table)
    assert filled > 10_000
    assert np.count_nonzero(table) < 1000


def test_generations_run_out_and_the_table_begins_anew():
    ending, utility = changed(random_position(5, 8, 8), DRAWS=0, TWO_DOUBLES=0), np.array([-1, 0, 1])
    table = search.new_table()
    expected = move_values(ending, utility, table)
    table[GENERATION] = 1 << 60  # more than any length of key leaves room for
    assert move_values(ending, utility, table) == expected
    assert table[GENERATION] == 1


def test_an_opener_may_hold_nearly_the_whole_set():
    racks = np.array([(1 << 52) - 1, 1 << 52, 1 << 53, 1 << 54], np.int64)
    position = dealt(DOUBLE_NINE, 1)._replace(racks=racks, turn=0, opener=0)
    solution = solve(position, who_wins=True)
    assert len(solution.moves) == 52
    assert value(position, who_wins=True)[0] == solution.value


def test_three_players_each_alone_have_no_one_value():
    position = changed(random_position(1, 4, 8), SIDES=3)
    for ask in (solve, value):
        with pytest.raises(Unsolvable, match="found 3 players each alone, expected two sides"):
            ask(position)


def test_a_whole_deal_of_the_double_nine_set_is_won_by_its_best_opening():
    position = dealt(DOUBLE_NINE, 3)
    assert max(position.racks) >> 50, "tiles far beyond the double-six set"
    assert value(position, who_wins=True)[0] == solve(position, who_wins=True).value


def test_a_hand_that_must_be_opened_with_a_double_is_valued_by_its_doubles():
    """CL-inicio."""
    position = "ends=- turn=1 1:44.12.00 2:45.46.35 3:03.25.06 4:66.36.22"
    any_tile, double = (
        encode(parse_position(position, with_options(load_book("clasico"), {"first_tile": wanted})))
        for wanted in ("any", "double")
    )
    values, allowed = dict(solve(any_tile).moves), dict(solve(double).moves)
    assert {Tile.of(4, 4).index, Tile.of(0, 0).index} == {move >> 2 for move in allowed}
    assert allowed.items() <= values.items()
    assert solve(double).value == value(double)[0] == max(allowed.values()) < solve(any_tile).value


def test_who_goes_out_has_won_though_it_brings_no_point():
    """CL-final."""
    two = with_options(load_book("clasico"), {"play": "alone", "players": 2})
    position = encode(parse_position("ends=1:2 turn=1 1:12 2:00", two))
    assert (solve(position).value, solve(position, who_wins=True).value) == (0, 1)
    assert value(position, who_wins=True)[0] == 1


def test_a_search_that_takes_more_nodes_than_it_may_says_so_and_spoils_nothing():
    position = dealt(SAN_JUAN, 3)
    whole, quick = solve(position), value(position)
    for few in (0, 1, 50, whole.nodes // 2):
        with pytest.raises(Unsolvable, match=f"found no value within {few:,} nodes"):
            solve(position, most_nodes=few)
        with pytest.raises(Unsolvable, match="found no value within"):
            value(position, most_nodes=min(few, quick[1] // 2))
    assert solve(position, most_nodes=whole.nodes).moves == whole.moves
    assert value(position, most_nodes=quick[1]) == quick


def test_worlds_are_solved_one_after_another_until_told_to_stop():
    position = dealt(SAN_JUAN, 3)
    racks = np.tile(position.racks, (5, 1))
    moves, values = zip(*solve(position).moves, strict=True)

    def solved(nodes_each: int = 1 << 40, most_nodes: int = 1 << 40, stop: bool = False) -> int:
        found = solve_worlds(position, racks, points(), nodes_each, most_nodes, lambda: stop)
        if found is None:
            return 0
        assert found.moves == moves
        assert (found.values == values).all()
        return len(found.values)

    assert (solved(), solved(most_nodes=1), solved(stop=True), solved(nodes_each=1)) == (5, 1, 1, 0)
