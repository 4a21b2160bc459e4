"""What a view tells the policy: the hand as it stands, by public moves alone, and how likely those moves were."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice
from math import exp, log
from random import Random
from typing import Literal

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.others import MEMBERS, PRIOR, likelihoods, networks_for
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, WEIGHTS
from tantera.bots.learned.population import (
    COUNTED,
    HESITATION,
    SLIP,
    TEMPERATURE,
    count_for_rules,
    member_likelihoods,
    member_policy,
    number_racks,
)
from tantera.bots.learned.reading import Reading, codes_of, kind_of, move_probabilities, read, weights_for
from tantera.bots.observing import suits_lacking
from tantera.play import DrawTile, Match, MoveOrder, PlaceDoubles, PlaceTile, View, evolve, legal_moves, record
from tantera.play.actors import Eyes
from tantera.play.events import HandScored, MoveSeen
from tantera.play.hand import Move
from tantera.play.moves import order_of
from tantera.play.record import SeenExposed
from tantera.rules import Book, load_book, with_options
from tantera.rules.schema import Raise
from tantera.solver.encode import encode
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints, Weights
from tantera.solver.worlds import knowledge
from tantera.tiles import Tile, ends_after, rack_of, tiles_in
from tests.bots.hands import in_turn, with_facts
from tests.builders import Dealt, Table, step
from tests.solver.every_deal import Cards, begun, line_of_play, moved
from tests.solver.naive import books, code_of

SJ, TG, UEH, CL = map(load_book, ("san-juan", "tarragona", "ueh", "clasico"))
GAMES = {book.id: book for book in books()} | {
    "ueh, three": with_options(UEH, {"players": 3}),
    "ueh, two": with_options(UEH, {"players": 2}),
    "pairs draw": with_options(CL, {"tiles": 6, "boneyard": "one"}),
    "double-nine": with_options(CL, {"set": "double-nine"}),
}
PUBLIC = [at.SEEN, at.LEFT_END, at.RIGHT_END, at.LEFT_BY, at.RIGHT_BY, at.TURN, at.OPENER, at.DREW, at.IDLE, at.TURNS]
PUBLIC += [place + player for place in (at.LACKS, at.LIKES, at.BONUS) for player in range(4)]


def made(move: Move) -> MoveOrder:
    """The command of a move that was legal."""
    assert not isinstance(move, MoveSeen)
    return order_of(move)


def open_states(book: Book, seed: int, number: int) -> Iterator[tuple[Match, Ints]]:
    """A hand by chance, with the state that playing its moves with all racks open leads to."""
    position, state = None, np.zeros(at.LENGTH, np.int64)
    for match in line_of_play(book, seed, number):
        hand = match.hand
        assert hand is not None
        if position is None:
            position = encode(hand)
            state[at.RACK : at.RACK + 4] = position.racks
            state[at.LEFT_END : at.RIGHT_BY + 1] = -1
            state[at.TURN] = state[at.OPENER] = position.opener
        else:
            at.play(state, position.law, position.boneyard, code_of(made(hand.moves[-1])))
        yield match, state


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_as_read_is_the_hand_as_played(game: str):
    for seed in range(12):
        for match, state in open_states(GAMES[game], seed, seed % 3 + 1):
            seen = in_turn(match)
            reading = read(seen)
            assert reading.regular
            assert reading.now[PUBLIC].tolist() == state[PUBLIC].tolist()
            assert reading.now[at.RACK + reading.me] == state[at.RACK + reading.me]
            held = [int(rack).bit_count() for rack in reading.now[at.RACK : at.RACK + 4]]
            assert held == [int(rack).bit_count() for rack in state[at.RACK : at.RACK + 4]]
            assert reading.now[at.ENDED] == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_options_have_the_numbers_that_the_kernels_give_them(game: str):
    for match, _ in open_states(GAMES[game], 3, 2):
        seen = in_turn(match)
        reading, codes = read(seen), codes_of(seen)
        moves = np.zeros(32, np.int64)
        found = at.legal_moves(reading.now, reading.law, np.zeros(seen.boneyard, np.int64), moves)
        assert sorted(codes) == sorted(moves[:found].tolist())
        assert set(codes.values()) <= set(seen.options)


def test_tiles_still_asleep_are_counted_from_the_next_one_to_be_drawn():
    """UEH-robar: an imagined boneyard has what sleeps now, so none of it has been drawn."""
    most = 0
    for seed in range(40):
        *_, match = line_of_play(with_options(UEH, {"players": 2}), seed, 2)
        reading = read(in_turn(match))
        assert reading.now[at.DRAWN] == 0
        most = max(most, (reading.history == of.DRAW).sum())
    assert most > 7  # more were drawn than still slept


def test_who_is_out_has_no_number():
    """UEH-reenganche."""
    table = Table("ueh", opener=2)
    table.match = replace(table.match, out=(1,))
    table.do("deal seed")
    reading = read(table.sees(table.turn))
    assert reading.law[of.PLAYERS] == 3
    assert reading.me == reading.start[at.OPENER] == 0


def test_a_block_before_raises_this_hand_as_on_the_sheet():
    line = HandScored("block", None, 0, (1, 1, 1, 1), (0, 0), 1, at=0)
    won = HandScored("block", (1, 3), 9, (1, 1, 1, 6), (9, 0), 1, at=0)
    cases: tuple[tuple[Literal["tied_block", "block"], tuple[HandScored, ...], int], ...] = (
        ("tied_block", (line, line), 9),
        ("tied_block", (line, won), 1),
        ("tied_block", (won, line), 3),
        ("block", (won, line), 9),
        ("block", (), 1),
    )
    for after, lines, worth in cases:
        book = replace(SJ, raises=Raise(3, after))
        match = replace(next(line_of_play(book, 1, len(lines) + 1)), lines=lines)
        assert match.worth == worth
        assert read(in_turn(match)).law[of.WORTH] == worth


# --- tables where rules are broken ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_after_a_breach_of_the_rules_moves_prove_nothing_and_the_table_still_counts(game: str):
    chance, breaches = Random(game), 0
    for _ in range(25):
        for match in with_facts(GAMES[game], chance):
            seen = in_turn(match)
            reading = read(seen)
            broken = any(isinstance(move, MoveSeen) for move in seen.moves)
            assert reading.regular is not broken
            if seen.chain is not None:
                assert (reading.now[at.LEFT_END], reading.now[at.RIGHT_END]) == (seen.chain.left, seen.chain.right)
                assert reading.now[at.SEEN] == seen.chain.tiles
            if broken:
                assert not reading.now[at.LACKS : at.LACKS + 4].any()
                assert not len(reading.history)
                breaches += 1
            chances = move_probabilities(reading, np.array(list(codes_of(seen)), np.int64))
            assert np.isfinite(chances).all()
    assert breaches > 50


def test_a_tile_that_lies_open_and_must_be_played_narrows_the_options_and_nothing_else():
    """CI-11."""
    book, narrowed = load_book("competencia-individual"), 0
    for seed in range(30):
        for match in islice(line_of_play(book, seed), 3, 12):
            hand = match.hand
            assert hand is not None
            before = read(in_turn(match))
            tile = next(tiles_in(hand.racks[hand.turn - 1]))
            match = evolve(match, *record(match, SeenExposed(hand.turn, tile), 0).events)
            seen = in_turn(match)
            assert (read(seen).now == before.now).all()
            assert set(codes_of(seen).values()) <= set(seen.options)
            narrowed += len(seen.options) < len(legal_moves(hand))
    assert narrowed


# --- intuition --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_intuition_gives_every_option_a_share_of_one(game: str):
    for match in islice(line_of_play(GAMES[game], 5, 2), 1, 20):
        seen = in_turn(match)
        chances = move_probabilities(read(seen), np.array(list(codes_of(seen)), np.int64))
        assert chances.sum() == pytest.approx(1, abs=1e-5)
        assert chances.min() >= 0


def test_every_kind_of_table_has_weights_of_its_own():
    kinds = set()
    for book in GAMES.values():
        law = read(in_turn(next(line_of_play(book, 1)))).law
        kinds.add(kind_of(law))
        assert weights_for(law).shape == (WEIGHTS,)
    assert kinds == {"pairs", "pairs-nine", "alone-2", "alone-3", "alone-4"}


# --- what moves tell about tiles --------------------------------------------------------------------------------------


def logs_of(reading: Reading, racks: Ints, weights: Weights, paused: int | None = None) -> list[float]:
    """How likely each world makes what was seen, if everybody plays by these weights."""
    pauses = reading.paused.copy()
    if paused is not None:
        pauses[paused] = True
    logs = np.zeros((len(racks), 4, 1))
    held, networks = racks | reading.played, weights[None]
    member_likelihoods(reading.start, reading.law, reading.history, pauses, held, reading.me, networks, logs)
    return [float(one) for one in logs.sum((1, 2))]


def by_pips(strength: float) -> Weights:
    """The weights of a policy that likes heavy tiles and looks at nothing else."""
    weights = np.zeros(WEIGHTS, np.float32)
    weights[1 * HIDDEN] = 1.0  # the second feature, a tile's pips, goes to the first hidden unit
    weights[HIDDEN * FEATURES + HIDDEN] = strength
    return weights


def replayed_with(seen: View, racks: list[int], played: Ints) -> Iterator[Match]:
    """What was seen, done again with these racks: how it stood before each move."""
    given = tuple(tuple(tiles_in(held | int(gone))) for held, gone in zip(racks, played, strict=True))
    asleep = set(seen.book.options.set.tiles).difference(*given)
    match = begun(seen.book, Cards(given, tuple(asleep)), seen.opener or 1, seen.number)
    for move in seen.moves:
        yield match
        match = moved(match, made(move))


def laid_by(command: MoveOrder) -> tuple[Tile, ...]:
    match command:
        case PlaceTile(tile=tile):
            return (tile,)
        case PlaceDoubles(left=left, right=right):
            return (left, right)
        case _:
            return ()


RULES_OF_THUMB = {
    "counts": {"pips": 1, "doubles": 8, "own": 2, "unseen": -2, "next": 6, "partner": -6},
    "forgets": {"pips": 1, "doubles": 8, "own": 2},
    "greedy": {"pips": 1},
    "anything": {},
}


def thumb(seen: View, option: MoveOrder, rule: dict[str, int]) -> float:
    """What a rule of thumb thinks of an option, counted tile by tile."""
    laid = laid_by(option)
    if not laid:
        return 0 if isinstance(option, DrawTile) else -4
    if isinstance(option, PlaceTile) and seen.chain is not None:
        ends = set(ends_after(seen.chain, option.tile, option.end))
    else:
        ends = {suit for tile in laid for suit in (tile.low, tile.high)}
    mine, lacking = {tile for tile in seen.mine if tile is not None}, suits_lacking(seen)
    on_table = set(tiles_in(seen.chain.tiles)) if seen.chain is not None else set()
    players = len(seen.names)
    counted = {
        "pips": sum(tile.pips for tile in laid),
        "doubles": sum(tile.is_double for tile in laid),
        "own": sum(any(map(tile.has, ends)) for tile in mine - set(laid)),
        "unseen": sum(any(map(tile.has, ends)) for tile in set(seen.book.options.set.tiles) - mine - on_table),
        "next": len(ends & lacking[seen.seat % players + 1]),
        "partner": len(ends & lacking[(seen.seat + 1) % 4 + 1]) if seen.book.options.play == "pairs" else 0,
    }
    return sum(times * counted[what] for what, times in rule.items())


def chances_of(seen: View, options: list[MoveOrder], codes: list[int]) -> np.ndarray:
    """How likely each kind of player is to choose each option [kinds, options]."""
    kinds = [move_probabilities(read(seen), np.array(codes, np.int64))]
    for rule in RULES_OF_THUMB.values():
        worth = np.exp([thumb(seen, option, rule) / TEMPERATURE for option in options])
        kinds.append(worth / worth.sum())
    return SLIP / len(options) + (1 - SLIP) * np.array(kinds)


@pytest.mark.parametrize("game", ["san-juan", "tarragona", "ueh", "cafe-del-sol", "double-nine"])
def test_a_world_explains_as_much_as_its_players_would_have_chosen_what_they_did(game: str):
    told = 0
    for seed, after in ((1, 6), (2, 11), (3, 15)):
        match = [*line_of_play(GAMES[game], seed, 2)][after]
        seen = in_turn(match)
        reading = read(seen)
        worlds = knowledge(seen).sample(6, seed=seed).racks
        for racks, found, shares in zip(worlds.tolist(), *likelihoods(reading, worlds), strict=True):
            kinds = defaultdict[Eyes, np.ndarray](lambda: np.ones(MEMBERS))
            for before, move in zip(replayed_with(seen, racks, reading.played), seen.moves, strict=True):
                theirs = in_turn(before)
                codes = codes_of(theirs)
                if theirs.eyes != seen.eyes and len(codes) > 1:
                    equal = theirs.chain is not None and theirs.chain.left == theirs.chain.right
                    place = list(codes).index(code_of(made(move)) & (~1 if equal else -1))
                    kinds[theirs.eyes] *= chances_of(theirs, [*codes.values()], list(codes))[:, place]
            assert found == pytest.approx(sum(log(PRIOR @ chances) for chances in kinds.values()), abs=1e-3)
            expected = sorted((PRIOR * chances / (PRIOR @ chances)).tolist() for chances in kinds.values())
            others = [share for share in shares.tolist() if share != pytest.approx(PRIOR)]
            assert len(others) <= len(expected)
            assert all(any(share == pytest.approx(one, abs=1e-3) for one in expected) for share in others)
            told += found < -0.5
    assert told


def world_by_world(reading: Reading, racks: Ints) -> Floats:
    """What `member_likelihoods` should find, told one move after the other in one world after the other."""
    logs, networks, nothing = np.zeros((len(racks), 4, MEMBERS)), networks_for(reading.law), np.zeros(0, np.int64)
    last_draw = {turn: move for move, turn in enumerate(turns_of(reading)) if reading.history[move] == of.DRAW}
    moves, rows = np.zeros(MOST_MOVES, np.int64), np.zeros((MOST_MOVES, FEATURES), np.float32)
    chances, hidden = np.zeros(MOST_MOVES, np.float32), np.zeros((MOST_MOVES, HIDDEN), np.float32)
    for world, held in enumerate(racks):
        state = reading.start.copy()
        state[at.RACK : at.RACK + 4] = held | reading.played
        for number, code in enumerate(reading.history.tolist()):
            turn = int(state[at.TURN])
            if code == of.DRAW:
                state[at.LACKS + turn] = 0
                continue
            width = at.legal_moves(state, reading.law, nothing, moves)
            equal = state[at.LEFT_END] == state[at.RIGHT_END] and code >= 0 and state[at.LEFT_END] >= 0
            listed = code & ~of.RIGHT if equal else code
            found = moves[:width].tolist()
            if turn != reading.me and number >= last_draw.get(turn, 0):
                if reading.paused[number] and width == 1:
                    logs[world, turn] += log(HESITATION)
                if width > 1 and listed in found:
                    extract_features(state, reading.law, moves, width, rows)
                    for member in range(MEMBERS):
                        member_policy(member, state, reading.law, moves, width, networks, rows, chances, hidden)
                        logs[world, turn, member] += log(chances[found.index(listed)])
            at.play(state, reading.law, nothing, code)
    return logs


def turns_of(reading: Reading) -> list[int]:
    """Who made each move."""
    turn, turns = int(reading.start[at.TURN]), []
    for code in reading.history.tolist():
        turns.append(turn)
        turn = turn if code == of.DRAW else (turn + 1) % int(reading.law[of.PLAYERS])
    return turns


TOLD = ("san-juan", "ueh", "ueh, three", "ueh, two", "pairs draw", "double-nine", "cafe-del-sol")


@pytest.mark.parametrize("game", TOLD)
def test_worlds_looked_at_once_for_each_rack_say_what_they_say_one_by_one(game: str):
    chance, codes, paused, same = np.random.default_rng(3), Counter[int](), 0, 0
    for seed in range(36):
        match = [*line_of_play(GAMES[game], seed, 2)][-1 - seed % 3]
        seen = in_turn(match)
        reading = read(seen)
        reading = reading._replace(paused=chance.random(len(reading.history)) < 0.3)
        racks = knowledge(seen).sample(12, seed=seed).racks
        racks = np.ascontiguousarray(racks[chance.integers(0, len(racks), 30)])
        logs, networks = np.zeros((len(racks), 4, MEMBERS)), networks_for(reading.law)
        held = racks | reading.played
        member_likelihoods(
            reading.start, reading.law, reading.history, reading.paused, held, reading.me, networks, logs
        )
        assert logs == pytest.approx(world_by_world(reading, racks), abs=1e-4)
        assert not logs[:, reading.me].any()
        codes.update(reading.history.tolist())
        paused += int(reading.paused.sum())
        same += len(racks) - len(np.unique(racks, axis=0))
    assert paused
    assert same
    assert bool(codes[of.DRAW]) is bool(reading.law[of.DRAWS])
    assert bool(codes[of.BOTH]) is bool(reading.law[of.TWO_DOUBLES])


def test_no_worlds_say_nothing():
    reading = read(Table("san-juan", opener=1).deal(SIXES).play("66 <61").sees(3))
    assert likelihoods(reading, np.zeros((0, 4), np.int64))[0].shape == (0,)


@pytest.mark.parametrize("worlds", [1, 40, 512])
def test_racks_are_numbered_by_the_first_world_that_has_them(worlds: int):
    racks = np.random.default_rng(worlds).integers(0, 1 << 55, (worlds, 4))
    racks = racks[np.random.default_rng(1).integers(0, worlds, worlds)]
    same_as = np.zeros(worlds, np.int64)
    number_racks(racks, 2, np.zeros(1024, np.int64), same_as)
    column = racks[:, 2].tolist()
    assert same_as.tolist() == [column.index(rack) for rack in column]


def test_of_a_draw_or_a_pass_rules_of_thumb_count_nothing():
    """CL: with one tile to draw, the pass stands beside the draw."""
    state = np.zeros(at.LENGTH, np.int64)
    law = read(in_turn(next(line_of_play(GAMES["pairs draw"], 1)))).law
    for move in (of.DRAW, of.PASS):
        counts = np.ones(COUNTED)
        count_for_rules(state, law, move, counts)
        assert not counts.any()


SIXES = Dealt(("66.65.00.01.02.03.04", "61.64.63.62.05.11.12", "13.14.15.22.23.24.25", "33.34.35.44.45.55.06"))
ODD = "65.00.01.02.03.04 64.63.62.05.11.12 13.14.15.22.23.24.25 33.34.35.44.45.55.06"
"""After 66 and 61 seat 2 would still hold three sixes that are heavier."""
NATURAL = "65.00.01.02.03.04 33.34.35.05.11.12 13.14.15.22.23.24.25 64.63.62.44.45.55.06"
"""It had no other six."""


def worlds(*told: str) -> Ints:
    """Worlds by the racks held now, seat by seat."""
    return np.array([[rack_of(map(Tile.parse, rack.split("."))) for rack in world.split()] for world in told], np.int64)


@pytest.mark.parametrize("answer", ["<61", ">61"])
def test_a_light_tile_from_somebody_who_held_heavy_ones_is_hard_to_explain(answer: str):
    reading = read(Table("san-juan", opener=1).deal(SIXES).play(f"66 {answer}").sees(3))
    odd, natural = logs_of(reading, worlds(ODD, NATURAL), by_pips(12.0))
    by_policy = exp(7) / sum(np.exp([10, 9, 8, 7]))
    assert odd - natural == pytest.approx(log(SLIP / 4 + (1 - SLIP) * by_policy), abs=1e-4)
    odd, natural = logs_of(reading, worlds(ODD, NATURAL), by_pips(0.0))
    assert odd - natural == pytest.approx(log(1 / 4), abs=1e-4)


def test_a_move_that_a_policy_is_sure_not_to_make_is_as_unlikely_as_a_slip():
    reading = read(Table("san-juan", opener=1).deal(SIXES).play("66 <61").sees(3))
    odd, natural = logs_of(reading, worlds(ODD, NATURAL), by_pips(10_000.0))
    assert odd - natural == pytest.approx(log(SLIP / 4), abs=1e-4)


def test_who_always_gets_rid_of_pips_is_soon_taken_for_somebody_who_does():
    found = []
    for seed in range(12):
        match = next(line_of_play(SJ, seed))
        while match.hand is not None and len(match.hand.moves) < 16 and not match.hand.ended:
            options = legal_moves(match.hand)
            match, _ = step(match, max(options, key=lambda one: sum(tile.pips for tile in laid_by(one))), 0)
        assert match.hand is not None
        reading = read(in_turn(match))
        shares = likelihoods(reading, encode(match.hand).racks[None])[1][0]
        found += [shares[player] for player in range(4) if player != reading.me]
    greedy, anything = 3, 4
    mean = np.mean(found, 0)
    assert mean[greedy] > 2 * PRIOR[greedy]
    assert mean[anything] < PRIOR[anything]


def test_who_thinks_long_has_probably_a_choice():
    """CL-pensada."""
    reading = read(Table("san-juan", opener=1).deal(SIXES).play("66 <61").sees(3))
    quick = logs_of(reading, worlds(ODD, NATURAL), by_pips(12.0))
    slow = logs_of(reading, worlds(ODD, NATURAL), by_pips(12.0), paused=1)
    assert slow[0] == quick[0]
    assert slow[1] - quick[1] == pytest.approx(log(HESITATION))


def test_a_pause_is_long_by_the_pace_of_whoever_makes_it():
    """One person among quick bots takes long over every move, and pauses only where it takes longer still."""
    table = Table("san-juan", opener=1).deal(SIXES)
    person, turn = 3, 0
    moved_by: list[int] = []
    while len(moved_by) < 17:
        moved_by.append(table.turn)
        turn += table.turn == person
        table.now += (30_000 if turn == 2 else 5_000) if table.turn == person else 100
        table.match, _ = step(table.match, legal_moves(table.hand)[0], table.now)
        if turn == 2:
            assert not read(table.sees(table.turn)).paused.any()  # too early to tell
    paused = read(table.sees(table.turn)).paused.tolist()
    assert [place for place, long in enumerate(paused) if long] == [
        [place for place, seat in enumerate(moved_by) if seat == person][1]
    ]
