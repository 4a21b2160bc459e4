"""The bots that look ahead: they always have an answer, the same one for the same question, and see what is plain."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.bots.learned.reading import codes_of
from tantera.bots.style import Style
from tantera.bots.thinker import AT_A_TIME, RACE_FROM, race_moves, think
from tantera.play import Match, MoveOrder, Phase, PlaceDoubles, PlaceTile, View, view
from tantera.play.moves import play_move
from tantera.rules import BOOKS, Book, load_book, with_options
from tantera.rules.schema import Prize
from tantera.solver.encode import encode
from tantera.solver.kernels.jit import Floats, Ints
from tantera.solver.minimax import solve
from tantera.solver.worlds import knowledge
from tantera.tiles import LEFT, Tile, tiles_in
from tests.bots.hands import in_turn, with_facts
from tests.builders import Dealt, Table, settle, step
from tests.play.tables import next_command, random_table, started
from tests.solver.every_deal import line_of_play
from tests.solver.naive import Judge, books, maxn, moves_of, wish_of

SJ = load_book("san-juan")
QUICK = Style(worlds=4, tries=8, nodes=2000, candidates=2, intuition=1.0, seconds=60)
SURE = Style(worlds=64, nodes=10_000_000, seconds=60)
RACING = Style(worlds=1, tries=64, solves=0, candidates=2, foresight=1.0, seconds=60)
STYLES = {
    "solves": Style(worlds=4, tries=8, nodes=2000, seconds=60),
    "reads and solves": QUICK,
    "by intuition": Style(worlds=0),
    "without time": QUICK._replace(seconds=0),
    "without nodes": QUICK._replace(nodes=0),
    "one world": QUICK._replace(worlds=1, tries=1),
    "trusts nobody": QUICK._replace(trust=0),
    "tries moves out": RACING,
}


def table_of(chance: Random) -> Book:
    book_id, options = random_table(chance)
    return with_options(load_book(book_id), options)


# --- always an answer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", STYLES)
def test_a_thinker_answers_with_one_of_its_options_whatever_the_book_and_its_options(style: str):
    chance, answers = Random(style), 0
    for number in range(24):
        book = table_of(chance) if number >= 8 else books()[number]
        for match in line_of_play(book, number, chance.randint(1, 3)):
            if chance.random() < 0.2:
                seen = in_turn(match)
                assert think(seen, STYLES[style], 1) in seen.options
                answers += len(seen.options) > 1
    assert answers > 40


def test_a_thinker_answers_where_others_break_the_rules():
    chance, answers = Random(2), 0
    for _ in range(35):
        for match in with_facts(table_of(chance), chance):
            if chance.random() < 0.3:
                seen = in_turn(match)
                assert think(seen, QUICK, 1) in seen.options
                answers += len(seen.options) > 1
    assert answers > 60


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_thinker_answers_at_every_score_of_a_match(book_id: str):
    """Near the limit and over it, in the last hand, with re-entries and players who are out."""
    chance, answers = Random(book_id), 0
    in_a_row = load_book(book_id).options.reset != "never"
    for limit in ("6p" if in_a_row else "60p", "3h", "2m", "12p" if in_a_row else "100000p"):
        match, _ = started(with_options(load_book(book_id), {}, limit))
        for number in range(400):
            match, _ = settle(match, number * 2000)
            if match.phase is Phase.ENDED:
                break
            if match.phase is Phase.PLAYING and chance.random() < 0.1:
                seen = in_turn(match)
                assert think(seen, QUICK, 1) in seen.options
                answers += len(seen.options) > 1
            match, _ = step(match, next_command(match, chance, 7), number * 2000)
    assert answers > 15


# --- the same answer --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", [name for name in STYLES if name != "without time"])
def test_the_same_view_style_and_seed_give_the_same_answer(style: str):
    for book in books():
        for match in islice(line_of_play(book, 6, 2), 2, 20, 5):
            seen = in_turn(match)
            answers = {repr(think(seen, STYLES[style], 9)) for _ in range(3)}
            assert len(answers) == 1


def test_seeds_imagine_different_deals():
    match = next(islice(line_of_play(SJ, 6), 4, None))
    answers = {repr(think(in_turn(match), STYLES["solves"]._replace(worlds=1), seed)) for seed in range(30)}
    assert len(answers) > 1


@pytest.mark.parametrize("game", ["san-juan", "ueh", "ueh, two"])
def test_bots_that_think_at_the_same_time_do_not_disturb_each_other(game: str):
    """Two tables of one server: every thread searches in tables of its own."""
    book = with_options(load_book(game[:8] if game == "san-juan" else "ueh"), {"players": 2} if "two" in game else {})
    style = Style(worlds=12, candidates=2, tries=16, nodes=10**8, endings=14, seconds=60)
    views = [in_turn(match) for seed in range(4) for match in islice(line_of_play(book, seed, 2), 2, 24)]
    alone = [think(seen, style, 1) for seen in views]
    with ThreadPoolExecutor(4) as pool:
        for together in pool.map(lambda _: [think(seen, style, 1) for seen in views], range(4)):
            assert together == alone


# --- racing -----------------------------------------------------------------------------------------------------------


class Course:
    """Moves that bring so much on the average, and how often each was tried."""

    def __init__(self, *means: float, spread: float = 10.0) -> None:
        self.means, self.spread = np.array(means), spread
        self.times = np.zeros(len(means), np.int64)

    def gains(self, racing: Ints, tries: Ints) -> Floats:
        self.times[racing] += len(tries)
        luck = np.stack([np.random.default_rng(number).normal(size=len(self.means)) for number in tries.tolist()])
        return self.means[racing] + self.spread * luck[:, racing]

    def raced(self, said: tuple[float, ...] = (), tries: int = 120) -> Floats:
        self.times[:] = 0
        of_each = np.array(said) if said else np.zeros(len(self.means))
        return race_moves(self.gains, of_each, tries, lambda: False)


def test_a_move_far_behind_is_tried_less_often_and_the_others_get_its_share():
    course = Course(0.0, 1.0, -30.0, -35.0)
    means = course.raced()
    assert int(means.argmax()) in (0, 1)
    assert course.times[2:].tolist() == [RACE_FROM] * 2
    assert course.times[:2].sum() == 4 * 120 - 2 * RACE_FROM
    assert means[1] == pytest.approx(1.0, abs=3.0)
    assert means[2] == pytest.approx(-30.0, abs=6.0)


def test_what_was_said_of_a_move_counts_in_the_race():
    course = Course(0.0, 0.0)
    course.raced((0.0, -40.0))
    assert course.times.tolist() == [RACE_FROM] * 2  # with nobody left to race against, it is over
    course.raced()
    assert course.times.tolist() == [120, 120]


@pytest.mark.parametrize("tries", [1, 3, AT_A_TIME, RACE_FROM, 50, 64, 120, 121])
def test_the_race_never_takes_more_tries_than_there_are(tries: int):
    chance = np.random.default_rng(tries)
    for number in range(2, 9):
        course = Course(*chance.normal(0, 5, number), spread=4.0)
        course.raced(tries=tries)
        assert course.times.sum() <= tries * number
        assert course.times.min() >= min(tries, RACE_FROM)


def test_whoever_has_no_time_tries_each_move_a_few_times_and_no_more():
    course = Course(0.0, 1.0)
    race_moves(course.gains, np.zeros(2), 120, lambda: True)
    assert course.times.tolist() == [AT_A_TIME] * 2


def test_the_race_is_won_by_the_move_that_wins_by_far_when_all_are_tried_as_often():
    style = RACING._replace(tries=200, foresight=0.0, intuition=1.0)
    all_as_often = style._replace(tries=RACE_FROM)
    clear = 0
    for seed in range(24):
        for match in islice(line_of_play(SJ, seed, 2), 1, 16):
            seen = in_turn(match)
            answers = {repr(think(seen, all_as_often, luck)) for luck in range(10)}
            if len(seen.plays) > 2 and len(answers) == 1:
                assert {repr(think(seen, style, luck)) for luck in range(3)} == answers
                clear += 1
    assert clear > 8


# --- what is plain ----------------------------------------------------------------------------------------------------


class Plain(NamedTuple):
    """A turn at which one move is much the best whatever the others hold."""

    seen: View
    best: MoveOrder


def values_in_every_world(match: Match) -> list[dict[int, int]]:
    """What each move is worth to the player in turn, in each deal that it must reckon with."""
    assert match.hand is not None
    position, known = encode(match.hand, match.worth), knowledge(in_turn(match))
    sign = 1 if position.turn % 2 == 0 else -1
    found = []
    for number in range(known.count()):
        racks = np.zeros(4, np.int64)
        racks[: len(known.seats)] = known.unrank(number).racks
        found.append({code: sign * value for code, value in solve(position._replace(racks=racks)).moves})
    return found


def plain_turns(book: Book, seeds: range) -> Iterator[Plain]:
    for seed in seeds:
        for match in line_of_play(book, seed, 2):
            seen = in_turn(match)
            codes = codes_of(seen)
            if len(codes) < 2 or min(seen.counts) > 2 or knowledge(seen).count() > 30:
                continue
            worlds = values_in_every_world(match)
            for code, command in codes.items():
                if all(values[code] >= values[other] + 10 for values in worlds for other in values if other != code):
                    yield Plain(seen, command)


@pytest.mark.parametrize(
    "book", [SJ, with_options(SJ, {"play": "alone", "players": 2, "tiles": 14})], ids=["pairs", "two alone"]
)
def test_a_move_that_is_best_in_every_deal_is_played(book: Book):
    found = [*plain_turns(book, range(150))]
    assert len(found) > 5
    for seen, best in found:
        assert think(seen, SURE, 1) == best
        assert think(seen, SURE._replace(candidates=4), 2) == best


def test_an_opponent_with_one_tile_left_is_not_let_out_where_that_can_be_avoided():
    found = [plain for plain in plain_turns(SJ, range(300)) if plain.seen.counts[plain.seen.seat % 4] == 1]
    assert found
    for seen, best in found:
        assert think(seen, SURE, 1) == best


@pytest.mark.parametrize("book_id", ["ueh", "cafe-del-sol"])
def test_alone_the_move_that_is_best_for_oneself_in_every_deal_is_played(book_id: str):
    """Late in the hand, the others playing for themselves too."""
    (book,) = [book for book in books() if book.id == book_id]
    found = 0
    for seed in range(120):
        for match in line_of_play(book, seed, 2):
            seen = in_turn(match)
            if len(codes_of(seen)) < 2 or sum(seen.counts) > 9 or knowledge(seen).count() > 12:
                continue
            wishes = wishes_in_every_world(match)
            for code, command in codes_of(seen).items():
                if all(wish[code] >= wish[other] + 6 for wish in wishes for other in wish if other != code):
                    assert think(seen, SURE, 1) == command
                    found += 1
    assert found > 3


def wishes_in_every_world(match: Match) -> list[dict[int, int]]:
    """How the player in turn would like what comes of each move, in each deal that it must reckon with."""
    assert match.hand is not None
    hand, known, judge = match.hand, knowledge(in_turn(match)), Judge.of(match.hand)
    found = []
    for number in range(known.count()):
        racks = known.unrank(number).racks
        world = replace(hand, racks=racks, dealt=tuple(tuple(tiles_in(rack)) for rack in racks))
        moves = moves_of(world)
        found.append({code: wish_of(hand)(maxn(play_move(world, command), judge)) for code, command in moves})
    return found


PRIZES = replace(SJ, options=replace(SJ.options, scoring="fixed"), prize=Prize(domino=3, block=1))
DEAL = Dealt(("06.34.35.24.25.22.36", "23.66.12.01.13.00.03", "44.33.55.26.04.05.46", "45.16.14.11.56.02.15"))
LINE = "06 <01 >62 <14 <42 >21 - >11 <25 >13 <55 <54 >34 - >44 - - - <40 <02 <22 <23 <33 - <36 <66"
"""Seat 3 can close the hand and win the count, or go on and probably go out."""


def test_a_sure_block_is_worth_more_than_a_likely_domino_only_where_it_wins_the_match():
    table = Table(PRIZES, opener=1).deal(DEAL).play(LINE)
    codes = codes_of(in_turn(table.match))
    (block,) = [code for code, command in codes.items() if play_move(table.hand, command).ended == "block"]
    (other,) = set(codes) - {block}
    worlds = values_in_every_world(table.match)
    assert {values[block] for values in worlds} == {1}
    assert {values[other] for values in worlds} == {3, 0, -3}
    assert sum(values[other] for values in worlds) > len(worlds)
    for score, best in (((0, 0), other), ((199, 199), block), ((199, 0), block)):
        seen = view(replace(table.match, score=score), table.turn)
        assert think(seen, SURE, 1) == codes[best]


def test_two_doubles_are_played_together_where_that_goes_out():
    """UEH-dobles."""
    book = with_options(load_book("ueh"), {"players": 3, "tiles": 3})
    book = replace(book, customs=replace(book.customs, two_doubles_from_hand=1))
    table = Table(book, opener=1).deal(Dealt(("36.00.33", "16.15.44", "01.12.24"))).play("36 >61 >10")
    seen = in_turn(table.match)
    both = PlaceDoubles(1, Tile.of(3, 3), Tile.of(0, 0))
    assert {PlaceTile(1, Tile.of(3, 3), LEFT), both} < set(seen.options)
    for seed in range(5):
        assert think(seen, Style(tries=32, seconds=60), seed) == both


def test_with_one_option_there_is_nothing_to_think_about():
    table = Table(PRIZES, opener=1).deal(DEAL).play("06 <01 >62 <14 <42 >21")
    seen = in_turn(table.match)
    assert len(seen.options) == 1
    assert think(replace(seen, racks=(None,) * 4), SURE, 1) == seen.options[0]
