"""Determinization (PIMC) with importance sampling: the bots that look ahead.

They sample the deals that could be (worlds), weigh them by the likelihood of what the others did, and value their moves
in them: by perfect-information search, or by roll-outs in which the others play as whoever they seem to be.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from tantera.bots import open_ends, rule_of_thumb
from tantera.bots.deciding import HandEnding, Outlook
from tantera.bots.learned.foresight import move_values
from tantera.bots.learned.others import MEMBERS, NETWORK, NO_MOVES, likelihoods, played_out, prior_of, prior_shares
from tantera.bots.learned.reading import Reading, codes_of, law_for, move_probabilities, read
from tantera.bots.prospects import gain, prospects
from tantera.bots.style import Style
from tantera.play import MoveOrder, View
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints
from tantera.solver.minimax import load_alone, solve_alone, solve_worlds
from tantera.solver.worlds import Worlds, knowledge

ENOUGH: Final = 0.7
"""The share of its time after which a bot begins nothing new."""
AT_A_TIME: Final = 16
"""Worlds in which moves are tried out between two looks at the clock: some milliseconds."""
RACE_FROM: Final = 32
"""Worlds before any move is given up."""
RACE_ERRORS: Final = 2.5
"""By how many standard errors of the difference a move has to be behind."""
WEIGHED_AT_A_TIME: Final = 512
"""Deals that are weighed between two looks at the clock."""
SOLVABLE: Final = {7: 28, 10: 24}
"""How many tiles in all racks together can be solved in a moment, by the suits of the set."""
NODES_A_SECOND: Final = 4_000_000
"""How many nodes a slow machine searches in a second: a world that takes more of them than there is time for is
given up."""
GLANCES: Final = 64
"""Deals in which a bot that plays by intuition alone sees how a hand may go on, before it decides something."""
DOUBLE_SIX_PIPS: Final = 168
"""What all the tiles of the usual set come to: with more pips every move wins or loses more."""
SMOOTHING: Final = 1e-4
"""Additive smoothing of the policy's probabilities: its "never" is not quite believed."""


class Deadline(NamedTuple):
    """Until when a bot may think, in seconds of a clock that only goes forward."""

    until: float

    @classmethod
    def of(cls, seconds: float) -> Deadline:
        return cls(time.monotonic() + seconds)

    def over(self) -> bool:
        return time.monotonic() > self.until

    def half(self) -> Deadline:
        """Half of what is left."""
        now = time.monotonic()
        return Deadline(now + max(0.0, self.until - now) / 2)


class WeightedWorlds(NamedTuple):
    """A weighted sample of determinizations, deals that could be."""

    racks: Ints
    boneyards: Ints
    """Without columns where nobody may draw."""
    times: Ints
    """How often each counts."""
    shares: Floats
    """Who of the population each player is in that world, by what they did [worlds, 4, members]; who thinks plays by
    the policy."""

    def one_by_one(self) -> WeightedWorlds:
        """The same with a row for each time that a world counts: chance is another one in each."""
        rows = np.repeat(np.arange(len(self.times)), self.times)
        return WeightedWorlds(self.racks[rows], self.boneyards[rows], np.ones_like(rows), self.shares[rows])


def think(view: View, style: Style, seed: int) -> MoveOrder:
    """The best option in the eyes of this style. The same view, style and seed give the same answer, unless the
    deadline comes first."""
    codes = codes_of(view)
    if len(view.plays) == 1:
        return view.plays[0]
    deadline = Deadline.of(style.seconds * ENOUGH)
    if view.book.points_in_play is not None:
        return open_ends.think(view, style, _luck(view, seed), deadline.over)
    if len(codes) == 1:
        return next(iter(codes.values()))
    reading = read(view)
    moves = np.array(list(codes), np.int64)
    worth = _said(view, reading, style, moves)
    if style.worlds:
        worth = worth + _look_ahead(view, reading, style, moves, worth, _luck(view, seed), deadline)
    return codes[int(moves[int(worth.argmax())])]


def _said(view: View, reading: Reading, style: Style, moves: Ints) -> Floats:
    """What the networks say of each move at once, in points: the value network where it has learned such a table, or
    else the policy."""
    if style.foresight:
        values = move_values(reading, moves)
        if values is not None:
            return style.foresight * values
    if style.intuition or not style.worlds:
        points = style.intuition * sum(tile.pips for tile in view.book.options.set.tiles) / DOUBLE_SIX_PIPS
        return np.log(move_probabilities(reading, moves) + SMOOTHING) * (points or 1.0)
    return np.zeros(len(moves))


def _luck(view: View, seed: int) -> int:
    """A seed for chance that depends on nothing but the bot's seed and what this seat has seen: their CRC-32."""
    seen = repr((view.seat, view.number, view.mine, [(type(m).__name__, m.seat) for m in view.moves], view.chain))
    return crc32(seen.encode(), seed & 0xFFFFFFFF)


def _look_ahead(
    view: View, reading: Reading, style: Style, moves: Ints, said: Floats, luck: int, deadline: Deadline
) -> Floats:
    """What each move is worth in points: by MTD(f), by max^n near the end, or else by roll-outs."""
    law, tiles = reading.law, sum(view.counts)
    plain = law[of.SIDES] == 2 and not law[of.DRAWS] and not law[of.TWO_DOUBLES]
    if plain and tiles <= min(style.solves, SOLVABLE[int(law[of.SUITS])]):
        worlds = _sample_worlds(view, reading, style, style.worlds, luck, deadline.half())
        solved = _solved(view, reading, style, moves, worlds, deadline)
        if solved is not None:
            return solved
    if law[of.SIDES] == law[of.PLAYERS]:  # pairs have no value for each player
        load_alone()  # at the first turn, not at the first ending
        if tiles + (view.boneyard if law[of.DRAWS] else 0) <= style.endings:
            half = deadline.half()
            worlds = _sample_worlds(view, reading, style, style.worlds, luck, half.half())
            solved = _solved_alone(view, reading, style, moves, worlds, half)
            if solved is not None:
                return solved
    worlds = _sample_worlds(view, reading, style, max(1, style.tries), luck, deadline.half())
    return _rolled_out(view, reading, moves, said, worlds, luck, deadline)


def _sample_worlds(
    view: View, reading: Reading, style: Style, wanted: int, luck: int, deadline: Deadline
) -> WeightedWorlds:
    """Sampling importance resampling: deals that could be, drawn uniformly, weighed by how likely what the others did
    is in them, and resampled by those weights.

    The weights are tempered by the exponent `style.trust`.
    """
    known, prior = knowledge(view), prior_of(style.strangers)
    drawn: list[Worlds] = []
    logs: list[Floats] = []
    shares: list[Floats] = []
    reads = style.candidates > 1 and style.trust > 0 and reading.regular and len(reading.history) > 0
    left = wanted * style.candidates if reads else wanted
    while left > 0 and not (drawn and deadline.over()):
        deals = known.sample(min(left, WEIGHED_AT_A_TIME), luck + len(drawn))
        if reads:
            likely, who = likelihoods(reading, deals.racks, prior, with_pauses=True)
        else:
            likely, who = np.zeros(len(deals.racks)), prior_shares(len(deals.racks), prior)
        drawn.append(deals)
        logs.append(likely)
        shares.append(who)
        left -= WEIGHED_AT_A_TIME
    likely = np.concatenate(logs)
    likely = np.exp(style.trust * (likely - likely.max()))
    kept, times = systematic_resample(likely / likely.sum(), wanted, luck)
    racks, boneyards = (np.concatenate(parts)[kept] for parts in zip(*drawn, strict=True))
    who = np.concatenate(shares)[kept]
    who[:, reading.me] = np.eye(MEMBERS)[NETWORK]
    return WeightedWorlds(racks, drawable_part(reading, boneyards), times, who)


def drawable_part(reading: Reading, boneyards: Ints) -> Ints:
    """What can be drawn."""
    drawable = max(0, boneyards.shape[1] - reading.law[of.RESERVE]) if reading.law[of.DRAWS] else 0
    return np.ascontiguousarray(boneyards[:, :drawable])


def systematic_resample(weights: Floats, wanted: int, luck: int) -> tuple[Ints, Ints]:
    """Systematic resampling, so many draws by these weights, evenly spaced: which were drawn, and how often."""
    marks = ((luck % 65_536) / 65_536 + np.arange(wanted)) / wanted
    drawn = np.minimum(np.searchsorted(np.cumsum(weights), marks), len(weights) - 1)
    kept, times = np.unique(drawn, return_counts=True)
    return kept, times


def _solved(
    view: View, reading: Reading, style: Style, moves: Ints, worlds: WeightedWorlds, deadline: Deadline
) -> Floats | None:
    """PIMC: the mean over the worlds of each move's minimax value with all racks open, as the match stands; None where
    that takes too long."""
    outlook, each = prospects(view, reading.law), int(style.seconds * NODES_A_SECOND)
    valued = solve_worlds(reading.position, worlds.racks, outlook.utility, each, style.nodes, deadline.over)
    if valued is None:
        return None
    solved, values = valued
    sign = 1 - 2 * (reading.me % 2)
    return sign * np.average(values[:, _places(solved, moves)], 0, worlds.times[: len(values)]) / outlook.point


def _solved_alone(
    view: View, reading: Reading, style: Style, moves: Ints, worlds: WeightedWorlds, deadline: Deadline
) -> Floats | None:
    """The same by max^n: the mean over the worlds of what each move comes to when everybody plays for their own good to
    the end, all racks open; None where that takes too long."""
    each = style.nodes // 10
    solved = solve_alone(reading.position, worlds.racks, worlds.boneyards, each, style.nodes, deadline.over)
    if solved is None:
        return None
    written = solved.points[:, _places(solved.moves, moves)].astype(np.float64)
    if reading.law[of.SCORING] == of.OWN_LOSS:
        written = -written
    return np.average(gain(view, reading.law, reading.me, written), 0, worlds.times[solved.worlds])


def _places(solved: Sequence[int], moves: Ints) -> list[int]:
    """Where a search has put each move."""
    return [solved.index(move) for move in moves.tolist()]


def _rolled_out(
    view: View, reading: Reading, moves: Ints, said: Floats, worlds: WeightedWorlds, luck: int, deadline: Deadline
) -> Floats:
    """Roll-outs: the mean over the worlds of what comes of each move, by racing."""
    worlds = worlds.one_by_one()
    order = np.random.default_rng(luck).permutation(len(worlds.times))

    def gains(racing: Ints, tries: Ints) -> Floats:
        """When there are more tries than worlds, it is in the same ones with another chance."""
        written = _tried(reading, moves[racing], worlds, order[tries % len(order)], luck + tries)
        return gain(view, reading.law, reading.me, written)

    return race_moves(gains, said, len(order), deadline.over)


def race_moves(gains: Callable[[Ints, Ints], Floats], said: Floats, tries: int, over: Callable[[], bool]) -> Floats:
    """Racing: the mean of what comes of each move, by a budget of so many tries of each. A move that is clearly behind,
    with what was said of it, is tried no more, and the others get its share.

    `gains` is asked for moves and numbers of tries, and says what comes of them [tries, moves].
    """
    left, done = tries * len(said), 0
    racing, means = np.arange(len(said)), np.zeros(len(said))
    gained = np.zeros((0, len(said)))
    while left >= len(racing) > 1 and not (done and over()):
        now = done + np.arange(min(AT_A_TIME, left // len(racing)))
        gained = np.concatenate([gained, gains(racing, now)])
        left -= len(now) * len(racing)
        done += len(now)
        means[racing] = gained.mean(0)
        if done >= RACE_FROM:
            worth = means[racing] + said[racing]
            first = int(worth.argmax())
            errors = (gained[:, first, None] - gained).std(0) / done**0.5
            close = worth >= worth[first] - RACE_ERRORS * errors
            racing, gained = racing[close], gained[:, close]
    return means


def _played_out(reading: Reading, moves: Ints, worlds: WeightedWorlds, luck: int, deadline: Deadline) -> Floats:
    """What everybody's side writes in each world, or in as many as there is time for, by play-outs to the end."""
    written: list[Floats] = []
    for done in range(0, len(worlds.racks), AT_A_TIME):
        if written and deadline.over():
            break
        now = np.arange(done, min(done + AT_A_TIME, len(worlds.racks)))
        written.append(_tried(reading, moves, worlds, now, luck + now))
    return np.concatenate(written)


def _tried(reading: Reading, moves: Ints, worlds: WeightedWorlds, rows: Ints, seeds: Ints) -> Floats:
    """What everybody's side writes when these moves are tried out in these worlds. Common random numbers: within a
    world every move meets the same players and the same chance."""
    racks, boneyards, shares = worlds.racks[rows], worlds.boneyards[rows], worlds.shares[rows]
    return played_out(reading.now, reading.law, boneyards, racks, moves, shares, seeds, solved=0)


# --- what somebody decides ------------------------------------------------------------------------------------------


def judging(style: Style, seed: int) -> Outlook:
    """How a bot of this style looks at a hand before it decides something (TG-18.2, CI-10)."""
    return Outlook(lambda view: foresee(view, style, seed), worth)


def foresee(view: View, style: Style, seed: int) -> list[HandEnding]:
    """How the hand may end: played on in deals that could be, each as often as it explains what was done. Of points in
    play the policy knows nothing: then by rule of thumb."""
    if view.book.points_in_play is not None:
        return rule_of_thumb.foresee(view)
    deadline = Deadline.of(style.seconds * ENOUGH)
    reading, luck = read(view, view.turn), _luck(view, seed)
    worlds = _sample_worlds(view, reading, style, style.tries if style.worlds else GLANCES, luck, deadline.half())
    written = _played_out(reading, NO_MOVES, worlds.one_by_one(), luck, deadline)[:, 0]
    return [_outcome(view, 1 / len(written), row) for row in written.tolist()]


def _outcome(view: View, chance: float, by_player: Sequence[float]) -> HandEnding:
    """What the players' sides write, as the sides do. A loss is negative only in here."""
    seats = [seat for seat in range(1, len(view.names) + 1) if seat not in view.out]
    by_seat = dict(zip(seats, by_player, strict=False))
    best = max(by_seat.values())
    winner = next(seat for seat in seats if by_seat[seat] == best)
    level = min(by_seat.values()) == best
    sign = -1 if view.book.options.points_hurt else 1
    written = tuple(sign * by_seat.get(side[0], 0.0) for side in view.sides)
    return HandEnding(chance, () if level else next(side for side in view.sides if winner in side), written)


def worth(view: View, written: Sequence[tuple[float, ...]]) -> list[float]:
    """What it is worth that the sides write so much more, by what `prospects` knows of the match."""
    if view.book.points_in_play is not None:
        return rule_of_thumb.worth(view, written)
    seats = [seat for seat in range(1, len(view.names) + 1) if seat not in view.out]
    sign = -1.0 if view.book.options.points_hurt else 1.0
    by_player = np.zeros((len(written), 4))
    for player, seat in enumerate(seats):
        place = next(place for place, side in enumerate(view.sides) if seat in side)
        by_player[:, player] = [sign * points[place] for points in written]
    values: list[float] = gain(view, law_for(view), seats.index(view.seat), by_player).tolist()
    return values
