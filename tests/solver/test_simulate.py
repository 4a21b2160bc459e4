"""Random hands counted: the points of every hand as the plain engine writes them, and figures that add up."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from tantera.play import DealHand, Match, Phase, decide, evolve, legal_moves, new_match, start_match
from tantera.play.events import BonusGiven, Event, HandScored, TurnPassed
from tantera.rules import BOOKS, Book, load_book, with_options
from tantera.rules.bonuses import capicua
from tantera.rules.bonuses.rule import BonusFacts
from tantera.rules.loader import FAMILY_BOOKS
from tantera.rules.schema import Bonus
from tantera.solver.by_engine import simulate_by_engine
from tantera.solver.encode import kernel_law
from tantera.solver.estimate import mean, share
from tantera.solver.kernels.playouts import BLANK, CAPICUA, EXTRAS, FIRST_PASS, WENT_OUT, results
from tantera.solver.montecarlo import BATCH, Counts, in_lockstep, score, setting, simulate
from tantera.solver.unknown import unknown_rules
from tantera.tiles import End
from tests.builders import named

CLUBS = sorted((Path(__file__).parents[2] / "examples" / "books").glob("*.toml"))
GAMES: dict[str, tuple[str, dict[str, str | int]]] = {
    **{book: (book, {}) for book in BOOKS if not unknown_rules(load_book(book))},
    **{club.stem: (str(club), {}) for club in CLUBS},
    "opponents only": ("clasico", {"scoring": "opponents"}),
    "pairs that write down their own": ("clasico", {"scoring": "own_loss", "tied_block": "mano_wins"}),
    "short racks, many ties": ("ueh", {"players": 3, "tiles": 2}),
    "a bonus for the blank": ("clasico", {}),
}
BONUSES = {"a bonus for the blank": (Bonus("double_blank", 25),)}


def book_of(name: str) -> Book:
    book_id, options = GAMES[name]
    book = with_options(load_book(book_id), options)
    return replace(book, bonuses=BONUSES.get(name, book.bonuses))


# --- points, hand by hand -------------------------------------------------------------------------------------------


def played(book: Book, seed: int) -> tuple[Match, list[Event]]:
    """The first hand of a match that seat 1 opens, by chance, and what the table said when it was over."""
    names = tuple(map(str, range(1, book.options.players + 1)))
    match, chance = named(start_match(book, new_match(book, names, opener=1))), Random(seed)
    for event in decide(match, DealHand(seed.to_bytes(4, "big")), 0).events:
        match = evolve(match, event)
    events: tuple[Event, ...] = ()
    while match.phase is Phase.PLAYING:
        assert match.hand is not None
        events = decide(match, chance.choice(legal_moves(match.hand)), 0).events
        for event in events:
            match = evolve(match, event)
    return match, list(events)


def extras(match: Match, scored: HandScored) -> int:
    hand = match.hand
    assert hand is not None
    assert hand.chain is not None
    last, ends = hand.chain.placements[-1], (hand.chain.left, hand.chain.right)
    fitted = None
    if last.end is not None:
        fitted = (last.touching, ends[1]) if last.end is End.LEFT else (ends[0], last.touching)
    found = 0
    if capicua.given(BonusFacts(1, scored.went_out, last.tile, fitted, False)):
        found |= CAPICUA
    if scored.went_out is not None and last.tile.pips == 0:
        found |= BLANK
    if any(isinstance(move, TurnPassed) for move in hand.moves[1:2]):
        found |= FIRST_PASS
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_worth_to_each_side_what_the_table_writes_down(name):
    book = book_of(name)
    law, table = kernel_law(book, book.options.players, asleep=1), results(150)
    written, winners = [], []
    for seed in range(150):
        match, events = played(book, seed)
        scored = next(event for event in events if isinstance(event, HandScored))
        table[: book.options.players, seed] = [pips or 0 for pips in scored.left]
        table[WENT_OUT, seed] = scored.went_out - 1 if scored.went_out else -1
        table[EXTRAS, seed] = extras(match, scored)
        bonuses = [event for event in events if isinstance(event, BonusGiven)]
        given = [sum(bonus.points for bonus in bonuses if bonus.side == side) for side in match.sides]
        written.append([points + extra for points, extra in zip(scored.written, given, strict=True)])
        winners.append(-1 if scored.side is None else match.sides.index(scored.side))
    winner, points_of, _ = score(law, table)
    assert winner.tolist() == winners
    assert points_of.T.tolist() == written


# --- the tally ------------------------------------------------------------------------------------------------------


def counted(name: str, hands: int, seed: int = 1, cores: int = 2) -> Counts:
    *_, last = simulate(book_of(name), hands, seed, cores)
    return last


def same(one: Counts, other: Counts) -> bool:
    return all(bool(np.all(mine == theirs)) for mine, theirs in zip(one, other, strict=True))


def test_the_same_seed_gives_the_same_tally_on_one_core_and_on_three():
    hands = 2 * BATCH + 17
    assert same(counted("san-juan", hands, cores=1), counted("san-juan", hands, cores=3))
    assert not same(counted("san-juan", hands, seed=1), counted("san-juan", hands, seed=2))


def test_tallies_grow_batch_by_batch_up_to_the_hands_asked_for():
    hands = [tally.hands for tally in simulate(book_of("ueh"), 2 * BATCH + 17, 0, 2)]
    assert hands == [BATCH, 2 * BATCH, 2 * BATCH + 17]


def test_whoever_stops_asking_gets_no_more_hands_played():
    asking = simulate(book_of("san-juan"), 10**10, 0, 2)
    assert next(asking).hands == BATCH
    asking.close()
    assert list(asking) == []


@pytest.mark.parametrize("name", ["san-juan", "ueh", "cafe-del-sol", "liga-del-nueve"])
def test_every_hand_is_counted_once(name):
    tally = counted(name, 30_000)
    sides = range(len(tally.wins))
    assert sum(tally.worth) == tally.hands == 30_000
    assert sum(tally.win_share(side).mean for side in sides) + tally.unwon_share.mean == pytest.approx(1)
    assert sum(points * hands for points, hands in enumerate(tally.worth)) == tally.points.sum()
    assert 0 < tally.tied <= tally.blocks < tally.hands


def test_in_ueh_a_tied_block_is_won_by_somebody_and_in_san_juan_by_nobody():
    ueh, san_juan = counted("ueh", 30_000), counted("san-juan", 30_000)
    assert ueh.tied > 0
    assert ueh.wins.sum() == ueh.hands
    assert san_juan.hands - san_juan.wins.sum() == san_juan.tied > 0


def test_opening_is_an_advantage_in_every_game():
    for name in ("san-juan", "ueh", "liga-del-nueve"):
        tally = counted(name, 60_000)
        assert tally.win_lead.mean > 10 * (tally.win_lead.error or 1)


def test_four_times_the_hands_halve_the_error():
    few, many = counted("san-juan", 20_000), counted("san-juan", 80_000)
    for figure in ("block_share", "win_lead", "mean_lead", "mean_turns"):
        assert getattr(few, figure).error / getattr(many, figure).error == pytest.approx(2, rel=0.05)


def test_a_share_and_a_mean_have_the_errors_of_the_textbook():
    numbers = [3, 1, 4, 1, 5, 9, 2, 6]
    by_hand = mean(sum(numbers), sum(number * number for number in numbers), len(numbers))
    assert by_hand.mean == np.mean(numbers)
    assert by_hand.error == pytest.approx(np.std(numbers, ddof=1) / len(numbers) ** 0.5)
    assert share(0, 10).error == pytest.approx((1 / 12 * 11 / 12 / 12) ** 0.5), "none of ten is not never"
    assert share(5, 10).error == pytest.approx((0.25 / 10) ** 0.5)


def test_only_the_common_game_is_played_in_lockstep():
    fast = {name for name in GAMES if in_lockstep(*setting(book_of(name)))}
    assert fast == {
        *("san-juan", "tarragona", "competencia-individual", "clasico", "penya-ribera", "venezuela-75"),
        *("opponents only", "pairs that write down their own"),
        *("copa-de-barrios", "liga-de-los-jueves", "interclubes", "suizo-del-puerto", "torneo-de-la-bolsa"),
        "eliminatoria-sant-jordi",
    }


# --- by the plain engine ----------------------------------------------------------------------------------------------


def test_the_engine_counts_what_the_kernels_count():
    """Different hands of the same book: the shares agree as far as so few can."""
    book = load_book("san-juan")
    kernels = list(simulate(book, 60_000, 1, 1))[-1]
    engine = list(simulate_by_engine(book, 600, 1))[-1]
    assert engine.hands == 600
    for one, other in (
        (kernels.win_share(0), engine.win_share(0)),
        (kernels.block_share, engine.block_share),
        (kernels.mean_points(0), engine.mean_points(0)),
        (kernels.mean_turns, engine.mean_turns),
    ):
        assert abs(one.mean - other.mean) < 5 * ((one.error or 0) + (other.error or 0))


@pytest.mark.parametrize("book_id", FAMILY_BOOKS)
def test_two_hundred_hands_of_every_family_are_simulated(book_id: str):
    """Whatever the kernels do not know of a book is played by the engine."""
    book = load_book(book_id)
    tally = list(simulate_by_engine(book, 200, 3))[-1] if unknown_rules(book) else list(simulate(book, 200, 3, 1))[-1]
    assert tally.hands == 200
    assert int(tally.wins.sum()) <= 200
    assert int(tally.worth.sum()) == 200
