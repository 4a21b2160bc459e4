"""The bots that look ahead: they imagine the deals that could be, weigh them, and try their moves out in them."""

from __future__ import annotations

import time
from functools import cache
from typing import Any, Final, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from tantera.bots.learned import state as at
from tantera.bots.learned.reading import Reading, codes_of, intuition, read, weights_for
from tantera.bots.learned.thinking import explain, try_out
from tantera.bots.prospects import alone_gain, prospects
from tantera.play import MoveCommand, View
from tantera.solver.encode import Ints
from tantera.solver.kernels import law as of
from tantera.solver.kernels import search, turns
from tantera.solver.solve import WIDE, workspace
from tantera.solver.worlds import knowledge

Floats = npt.NDArray[np.float64]

AT_A_TIME: Final = 2
"""Worlds between two looks at the clock."""
ENOUGH: Final = 0.7
"""The share of its time after which a bot begins nothing new."""
SOLVABLE: Final = {7: 28, 10: 24}
"""How many tiles in all racks together can be solved in a moment, by the suits of the set."""


class Style(NamedTuple):
    """How a bot thinks."""

    worlds: int = 64
    """How many deals it imagines; none: it plays by intuition alone."""
    candidates: int = 1
    """How many deals it draws for each one it keeps: those that explain best what the others did."""
    trust: float = 1.0
    """How far it believes that the others play as its policy would: 1 fully, 0 not at all."""
    intuition: float = 0.0
    """How many points its policy's say is worth, a factor of e in likelihood at a time."""
    nodes: int = 300_000
    """After so many positions it stops looking: about 20 ms."""
    solves: int = 28
    """With how many tiles left in all racks it solves hands of two sides; before that it tries its moves out."""
    tries: int = 256
    """Deals in which moves are tried out where a hand cannot be solved."""
    endings: int = 12
    """With how many tiles left in all racks it solves the rest where more than two sides play or tiles are drawn."""
    seconds: float = 0.3
    """It answers within this, come what may."""


def think(view: View, style: Style, seed: int) -> MoveCommand:
    """The best option in the eyes of this style. The same view, style and seed give the same answer, unless the
    clock stops it first."""
    codes = codes_of(view)
    if len(codes) == 1:
        return next(iter(codes.values()))
    until = time.monotonic() + style.seconds * ENOUGH
    reading = read(view)
    moves = np.array(list(codes), np.int64)
    worth = np.zeros(len(moves))
    if style.intuition or not style.worlds:
        worth += np.log(intuition(reading, moves) + 1e-4) * (style.intuition or 1.0)
    if style.worlds:
        worth += _look_ahead(view, reading, style, moves, _luck(view, seed), until)
    return codes[int(moves[int(worth.argmax())])]


def _luck(view: View, seed: int) -> int:
    """Chance that depends on nothing but the seed and what this seat has seen."""
    seen = repr((view.seat, view.number, view.mine, [(type(m).__name__, m.seat) for m in view.moves], view.chain))
    return crc32(seen.encode(), seed & 0xFFFFFFFF)


def _look_ahead(view: View, reading: Reading, style: Style, moves: Ints, luck: int, until: float) -> Floats:
    """What each move is worth in points."""
    law = reading.law
    tiles = sum(view.counts)
    two_sided = law[of.SIDES] == 2 and not law[of.DRAWS] and not law[of.TWO_DOUBLES]
    if two_sided and tiles <= min(style.solves, SOLVABLE[int(law[of.SUITS])]):
        racks, weights, _ = _worlds(view, reading, style, style.worlds, luck)
        return _solved(view, reading, style, moves, racks, weights, until)
    if tiles <= style.endings and law[of.SIDES] == law[of.PLAYERS]:  # pairs have no value for each player
        racks, weights, boneyards = _worlds(view, reading, style, style.worlds, luck)
        ended = _ended(view, reading, style, moves, racks, weights, boneyards, until)
        if ended is not None:
            return ended
    racks, weights, boneyards = _worlds(view, reading, style, max(1, style.tries), luck)
    return _tried(view, reading, moves, racks, weights, boneyards, luck, until)


def _worlds(view: View, reading: Reading, style: Style, wanted: int, luck: int) -> tuple[Ints, Floats, Ints]:
    """Deals that could be, with their weights."""
    weigh = style.candidates > 1 and style.trust > 0 and reading.regular and len(reading.history) > 0
    deals = knowledge(view).sample(wanted * (style.candidates if weigh else 1), luck)
    boneyards = deals.boneyard if reading.law[of.DRAWS] else deals.boneyard[:, :0]
    if not weigh:
        return deals.racks, np.full(wanted, 1 / wanted), np.ascontiguousarray(boneyards)
    logs = np.zeros(len(deals.racks))
    explain(
        reading.start, reading.law, reading.history, reading.paused, deals.racks | reading.played, reading.me,
        weights_for(reading.law), logs,
    )  # fmt: skip
    likely = np.exp(style.trust * (logs - logs.max()))
    kept, times = _resampled(likely / likely.sum(), wanted, luck)
    return deals.racks[kept], times / wanted, np.ascontiguousarray(boneyards[kept])


def _resampled(chances: Floats, wanted: int, luck: int) -> tuple[Ints, Floats]:
    """So many draws by these chances, evenly spaced: which were drawn, and how often."""
    marks = ((luck % 65_536) / 65_536 + np.arange(wanted)) / wanted
    drawn = np.minimum(np.searchsorted(np.cumsum(chances), marks), len(chances) - 1)
    kept, times = np.unique(drawn, return_counts=True)
    return kept, times.astype(np.float64)


def _solved(
    view: View, reading: Reading, style: Style, moves: Ints, racks: Ints, weights: Floats, until: float
) -> Floats:
    """The mean over the worlds of what each move is worth with all racks open, as the match stands."""
    outlook = prospects(view, reading.law)
    room = workspace()
    room.nodes[0] = 0
    values = np.zeros((len(racks), turns.WIDEST), np.int64)
    left, right = (-1, -1) if view.chain is None else (view.chain.left, view.chain.right)
    me, opener = reading.me, int(reading.now[at.OPENER])
    done = 0
    while done < len(racks):
        done += search.solve_worlds(
            reading.law, outlook.utility, racks[done : done + AT_A_TIME], left, right, me, opener, room.moves,
            values[done:], room.frames, room.table, room.nodes, style.nodes,
        )  # fmt: skip
        if room.nodes[0] > style.nodes or time.monotonic() > until:
            break
    order = {int(code): place for place, code in enumerate(room.moves)}
    for place in range(len(room.moves) - 1, -1, -1):  # the first of each counts: what is behind is from before
        order[int(room.moves[place])] = place
    mean = (weights[:done, None] * values[:done]).sum(0) / weights[:done].sum()
    sign = 1.0 if me % 2 == 0 else -1.0
    return np.asarray([sign * mean[order[int(move)]] / outlook.point for move in moves])


def _ended(
    view: View,
    reading: Reading,
    style: Style,
    moves: Ints,
    racks: Ints,
    weights: Floats,
    boneyards: Ints,
    until: float,
) -> Floats | None:
    """The mean over the worlds of what each move comes to when everybody plays the own best to the end, all racks
    open; None where not a single world could be solved in time."""
    from tantera.solver.kernels import alone

    law, now = reading.law, reading.now
    table, nodes = _alone_table(), np.zeros(1, np.int64)
    found, values = np.zeros(turns.WIDEST, np.int64), np.zeros((turns.WIDEST, 4), np.int64)
    written, solved = np.zeros((len(racks), len(moves), 4)), np.zeros(len(racks))
    hurts = -1 if law[of.SCORING] == of.OWN_LOSS else 1
    for world in range(len(racks)):
        count = alone.solve_alone(
            law, racks[world], boneyards[world], int(now[at.LEFT_END]), int(now[at.RIGHT_END]), reading.me,
            int(now[at.OPENER]), int(now[at.DREW]), int(now[at.IDLE]), table, style.nodes // 10, found, values, nodes,
        )  # fmt: skip
        if count > 0:
            order = {int(code): place for place, code in enumerate(found[:count])}
            written[world] = [hurts * values[order[int(move)]] for move in moves]
            solved[world] = weights[world]
        if nodes[0] > style.nodes or time.monotonic() > until:
            break
    if not solved.any():
        return None
    gain = alone_gain(view, reading.me, written)
    return np.asarray((solved[:, None] * gain).sum(0) / solved.sum())


@cache
def _alone_table() -> Any:
    from tantera.solver.kernels import alone

    return alone.new_table()


def _tried(
    view: View, reading: Reading, moves: Ints, racks: Ints, weights: Floats, boneyards: Ints, luck: int, until: float
) -> Floats:
    """The mean over the worlds of what comes of each move when everybody goes on by the policy."""
    written = np.zeros((len(racks), len(moves), 4))
    rng = np.array([luck], np.int64)
    policy, chunk, done = weights_for(reading.law), 16, 0
    while done < len(racks) and (done == 0 or time.monotonic() < until):
        now = slice(done, done + chunk)
        try_out(reading.now, reading.law, boneyards[now], racks[now], moves, policy, rng, written[now])
        done = min(len(racks), done + chunk)
    if view.book.options.play == "pairs":
        outlook, sign = prospects(view, reading.law), 1.0 if reading.me % 2 == 0 else -1.0
        won = (written[:done, :, 0] - written[:done, :, 1]).astype(np.int64)
        gain = sign * outlook.utility[WIDE + np.clip(won, -WIDE, WIDE)] / outlook.point
    else:
        gain = alone_gain(view, reading.me, written[:done])
    return np.asarray((weights[:done, None] * gain).sum(0) / weights[:done].sum())
