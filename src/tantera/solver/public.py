"""What `tantera.solver` offers: a position in, values by move out; the deals that could be; random hands.

Importing it loads no machine code: the first call does, a second, or half a minute where it has to be compiled.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from tantera.play import Hand
from tantera.rules import Book
from tantera.solver.answers import MOST_NODES, Measure, Solved, Unsolvable
from tantera.solver.threads import in_order, usual_workers
from tantera.solver.unknown import needs_the_engine
from tantera.tiles import Tile, rack_of
from tantera.words.extras import needs

if TYPE_CHECKING:
    from tantera.solver.montecarlo import Counts

USUAL_HANDS: Final = 2_000_000
HANDS_BY_ENGINE: Final = 20_000
"""Half a minute of the plain engine."""


def solve(
    hand: Hand, measure: Measure = "points", *, most_nodes: int = MOST_NODES, worth: int = 1, carried: int = 0
) -> Solved:
    """What a position and every legal move in it are worth; `Unsolvable` where that cannot be known.

    `worth` is by how much blocked hands before have raised this one, `carried` what they have added to it.

    >>> from tantera.notation import parse_position
    >>> from tantera.rules import load_book
    >>> solved = solve(parse_position("ends=6:4 turn=1 1:06.44 2:15 3:23.33 4:16", load_book("san-juan")))
    >>> solved.points, solved.best.tile.spoken, solved.best.end.name
    ({(1, 3): 24, (2, 4): -24}, '6-0', 'LEFT')
    >>> [points[1, 3] for points in solved.moves.values()], solved.left_out
    ([24, -23], ())
    """
    needs("bots")
    from tantera.solver.by_order import solve_hand

    return solve_hand(hand, measure, most_nodes, worth, carried)


def solve_many(
    hands: Iterable[Hand], measure: Measure = "points", *, most_nodes: int = MOST_NODES, threads: int = 1
) -> Iterator[Solved | Unsolvable]:
    """The same for one position after another, however many: an answer for each, in their order, as soon as it is
    there. Where a position cannot be solved its answer says why, and the next one is looked at.

    With one thread no position is asked for before the answer to the one before it was; with more, two a thread are.
    """

    def answer(hand: Hand) -> Solved | Unsolvable:
        try:
            return solve(hand, measure, most_nodes=most_nodes)
        except Unsolvable as problem:
            return problem

    return map(answer, hands) if threads == 1 else in_order(answer, hands, threads)


def possible_deals(hand: Hand, count: int, seed: int = 0, played: Iterable[Tile] = ()) -> Iterator[Hand]:
    """A position with tiles unknown (``??``), filled in by chance as many times as asked for; every way is as likely as
    any other. `played` are tiles on the table that the position does not name. The same seed gives the same deals.

    >>> from tantera.notation import parse_partial_position
    >>> from tantera.rules import load_book
    >>> hand = parse_partial_position("ends=6:6 turn=1 1:00.01 2:?? 3:11 4:22", load_book("san-juan"))
    >>> all(deal.rack(2)[0].has(6) for deal in possible_deals(hand, 20))  # somebody can play, or it would be over
    True
    """
    needs("bots")
    from tantera.solver.worlds import filled, unknown_tiles

    unknown = unknown_tiles(hand, rack_of(played))
    drawn = unknown.sample(count, seed)
    return (filled(hand, unknown, drawn, world) for world in range(count))


def simulate(
    book: Book, hands: int | None = None, seed: int = 0, threads: int | None = None
) -> Generator[Counts, None, None]:
    """Play random hands of a book: after every batch, everything counted so far. Stop asking, and it stops.

    Left out, there are two million hands (of a book with rules that only the plain engine knows, which takes a thousand
    times as long, twenty thousand) and as many threads as there are cores. The same seed gives the same hands.

    >>> from tantera.rules import load_book
    >>> *_, counts = simulate(load_book("san-juan"), 1000)
    >>> counts.hands, 0.2 < counts.block_share.mean < 0.5
    (1000, True)
    """
    needs("bots")
    hands = usual_hands(book) if hands is None else hands
    if needs_the_engine(book):
        from tantera.solver.by_engine import simulate_by_engine

        return simulate_by_engine(book, hands, seed)
    from tantera.solver import montecarlo

    return montecarlo.simulate(book, hands, seed, threads or usual_workers())


def usual_hands(book: Book) -> int:
    """How many random hands say enough and are soon played."""
    return HANDS_BY_ENGINE if needs_the_engine(book) else USUAL_HANDS
