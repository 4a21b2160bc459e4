"""What a table breaks, and exchanges across tables: where its players cannot sit together, one of them changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, count, takewhile
from typing import Final

from msgspec import Struct

from tantera.formats.drawing import reasons
from tantera.formats.drawing.memory import Memory, Sitting, Two, two
from tantera.formats.why import Why

Cost = Callable[[Sequence[int]], int]
"""What a table of these ranks breaks at best; 0: nothing."""
Tables = list[list[int]]

REACH = 100
"""So many tables up and down are asked when the next one cannot help. Who is further away is no neighbour in rank."""
ASKED = 2_500
"""So many times in all. Where that is not enough the rules cannot be kept: clubs too large for tables of four."""


class Exchange(Struct, frozen=True):
    """Two players have changed tables. Tables count from 0, ranks too."""

    table: int
    """The table that needed it."""
    upper: int
    lower: int
    down: int
    """Who went from the upper table to the lower one."""
    up: int


def exchanged(
    tables: Sequence[Sequence[int]], cost: Cost, movable: int | None = None
) -> tuple[Tables, tuple[Exchange, ...]]:
    """The tables after the exchanges that the law asks for, and those exchanges.

    From the top, a table that breaks something changes one player with the next table, the last with the one above it:
    of the exchanges after which neither table breaks anything, the one with the least difference in rank; equal: that
    of the higher ranked of the upper table. What is then still broken is made less ("as few repeats as possible"): by
    the exchange with the next table after which least is broken, then with the one above, then with any other. An
    exchange that helps nobody is not made, so this ends.
    Only ranks below `movable` change: stand-ins stay at the last table.

    >>> apart = lambda four: 1 if {0, 3} <= set(four) else 0
    >>> exchanged([[0, 1, 2, 3], [4, 5, 6, 7]], apart)[0]
    [[0, 1, 2, 4], [3, 5, 6, 7]]
    """
    now = [list(table) for table in tables]
    costs = [cost(table) for table in now]
    made: list[Exchange] = []
    stays = sum(map(len, now)) if movable is None else movable
    asked = count(1)
    for table in range(len(now)):
        exchange = _best(now, costs, cost, table, _next(table, len(now)), stays) if costs[table] else None
        if exchange and _mends(now, cost, exchange):
            _make(now, costs, cost, exchange)
            made.append(exchange)
    for partners in (_next, lambda table, tables: [table - 1] if table else [], _all):
        helped = True
        while helped:
            helped = False
            for table in range(len(now)):
                others = partners(table, len(now)) if costs[table] else ()
                if partners is _all:
                    others = takewhile(lambda _: next(asked) <= ASKED, others)
                if exchange := _best(now, costs, cost, table, others, stays):
                    _make(now, costs, cost, exchange)
                    made.append(exchange)
                    helped = True
    return now, tuple(made)


def _next(table: int, tables: int) -> Iterable[int]:
    return [table + 1] if table + 1 < tables else [table - 1] if table else []


def _all(table: int, tables: int) -> Iterator[int]:
    near = range(1, min(tables, REACH + 1))
    return chain.from_iterable((other for other in (table - far, table + far) if 0 <= other < tables) for far in near)


def _best(now: Tables, costs: list[int], cost: Cost, table: int, others: Iterable[int], stays: int) -> Exchange | None:
    best: tuple[int, int, int, int] | None = None
    exchange: Exchange | None = None
    for other in others:
        upper, lower = min(table, other), max(table, other)
        before = costs[upper] + costs[lower]
        for down in (rank for rank in now[upper] if rank < stays):
            for up in (rank for rank in now[lower] if rank < stays):
                after = cost(_with(now[upper], down, up))
                if after < before:
                    after += cost(_with(now[lower], up, down))
                key = (after - before, abs(up - down), down, upper)
                if after < before and (best is None or key < best):
                    best, exchange = key, Exchange(table=table, upper=upper, lower=lower, down=down, up=up)
        if best is not None and best[0] <= -costs[table]:
            break  # nothing is left to mend at this table, and the tables still to be asked are further away
    return exchange


def _mends(now: Tables, cost: Cost, made: Exchange) -> bool:
    """Whether neither table breaks anything afterwards."""
    upper, lower = _with(now[made.upper], made.down, made.up), _with(now[made.lower], made.up, made.down)
    return cost(upper) + cost(lower) == 0


def _with(table: Sequence[int], leaves: int, comes: int) -> list[int]:
    return sorted([*(rank for rank in table if rank != leaves), comes])


def _make(now: Tables, costs: list[int], cost: Cost, made: Exchange) -> None:
    now[made.upper] = _with(now[made.upper], made.down, made.up)
    now[made.lower] = _with(now[made.lower], made.up, made.down)
    costs[made.upper], costs[made.lower] = cost(now[made.upper]), cost(now[made.lower])


def told(exchange: Exchange, table: int) -> Why:
    """An exchange, as the tables that it touched tell it."""
    up = table == exchange.upper
    facts: dict[str, str | int] = {
        "comes": (exchange.up if up else exchange.down) + 1,
        "leaves": (exchange.down if up else exchange.up) + 1,
        "other": (exchange.lower if up else exchange.upper) + 1,
        "table": exchange.table + 1,
    }
    return Why(
        "{comes} comes from table {other} and {leaves} goes there: "
        "table {table} could not be seated without breaking a rule",
        facts,
    )


HARD: Final = 10**12
PARTNERS: Final = 10**8
OPPONENTS: Final = 10**4
SOFT: Final = 1
"""Weights in dictionary order: fewer than 10,000 lesser faults never come up to one greater."""


class Trouble(Struct, frozen=True):
    """Something that a table breaks, and how much it weighs."""

    weight: int
    why: Why
    players: tuple[str, str]


def trouble_between(
    memory: Memory, before: dict[Two, int], sitting: Sitting, players: Sequence[str], a: int, b: int
) -> Iterator[Trouble]:
    """What two would break that sit so: a keep-apart, or what the last rounds say."""
    p, q = players[a], players[b]
    if rule := memory.apart.between(p, q, sitting):
        yield Trouble(HARD if rule.hard else SOFT, reasons.apart(rule, sitting, a, b), (p, q))
    if (round := before.get(two(p, q))) is not None:
        yield Trouble(PARTNERS if sitting == "partners" else OPPONENTS, reasons.were(sitting, a, b, round), (p, q))
