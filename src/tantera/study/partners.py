"""Does somebody play as if they knew their partner's tiles? A likelihood ratio for every seat of a hand.

A decision is looked at from its player's view: deals that agree with it, weighed by what the others did, and among them
the real one. Whoever knows their partner's tiles leans towards moves that suit them; who does not see them cannot. So
the ratio, how likely the choice was for somebody who knew the real tiles against the mean over all that the partner
might have had, is 1 on the average for every honest player, however they play: an e-value. How good a model of
somebody who knows (`LEANS`) is, decides how much is found, and never who is wronged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from tantera.bots.learned.others import MEMBERS, likelihoods, played_out
from tantera.bots.learned.reading import Reading, codes_of, long_pauses, option_code, read
from tantera.play import Match, View, view
from tantera.play import events as e
from tantera.play.ledger import Happened
from tantera.play.moves import order_of
from tantera.rules import Seat
from tantera.solver.encode import encode
from tantera.solver.kernels import law as of
from tantera.solver.kernels.jit import Floats, Ints
from tantera.solver.kernels.tables import DOUBLE, HIGH, LOW, PIPS, SUITS
from tantera.solver.worlds import Knowledge, knowledge
from tantera.study.decisions import is_decision, seed_of
from tantera.study.moments import Moment, is_known, moves_of
from tantera.study.pairs import FittingPlay, HandOfPairs, TimedTurn
from tantera.study.trials import leads, usual_play

WORLDS: Final = 128
"""Deals that agree with a view, beside the real one."""
TRIED: Final = 512
"""Deals in which every option is tried out, to learn what each of the partner's tiles is worth to it."""
RIDGE: Final = 8.0
"""The penalty of that regression, in deals."""
COUNTER: Final = 1
"""The member of the population that plays them out: the quickest that counts."""
POINTS: Final = 10.0
LEANS: Final = np.array([0.43, 1.33, 0.65, 0.38, 0.0, 0.14, -0.73, 1.2, 1.49])
"""A conditional logit: how somebody who knows their partner's tiles chooses, by the columns of `_columns`. Fitted to
bots that do (`best`, 200 hands)."""
DOUBLES: Final = np.int64(np.bitwise_or.reduce(DOUBLE))


def hand_of_pairs(moments: Sequence[Happened[Match]], late: Collection[tuple[Seat, int]] = ()) -> HandOfPairs | None:
    """A hand of two pairs whose tiles are all known and of which none was drawn; None for any other. `late`: who had
    no time left, and when; such a move was the table's and says nothing of anybody."""
    moves = tuple(moves_of(moments))
    if not moves or not is_known(first := moves[0].before) or len(first.sides) != 2 or len(first.names) != 4:
        return None
    if any(isinstance(moment.move, e.MoveSeen | e.TileDrawn) for moment in moves):
        return None
    return HandOfPairs(tuple(_plays(moves, late)), tuple(_timed(moves, late)))


# --- what was chosen --------------------------------------------------------------------------------------------------


class _Turn(NamedTuple):
    """A decision as its player saw it."""

    partner_laid: int
    """What the partner had laid by then, as a mask."""
    unseen: int
    """The tiles that its player did not see, as a mask."""
    ends: Ints
    """After each option [options, 2]."""
    mine: Ints
    """The rack after each option, as a mask."""
    usual: Floats
    """How likely somebody of the population is to play each."""
    value: Floats
    """What each is worth in points, whatever the partner has, less the mean of them all."""
    tiles: Ints
    """Those that the partner might have, by index."""
    held: Floats
    """How often the partner has each [tiles]."""
    by_tile: Floats
    """How much more each option is worth if they do [tiles, options]."""
    made: int

    def chances(self, partner: Ints) -> Floats:
        """For each rack of the partner's, the log-probability of what was chosen, by somebody who knew it."""
        worth = self._columns(partner) @ LEANS
        worth -= worth.max(1, keepdims=True)
        return np.asarray(worth[:, self.made] - np.log(np.exp(worth).sum(1)))

    def _columns(self, partner: Ints) -> Floats:
        """What speaks for each option [racks, options, columns]: points that the partner's tiles add, points without
        them, what is usual; the partner's tiles that fit (in logarithms), whether there is one, their doubles; whether
        the others must pass, whether a partner with two tiles or fewer can play, how few of the others' tiles fit."""
        fits = (SUITS[self.ends[:, 0]] | SUITS[self.ends[:, 1]])[None]
        rack = partner[:, None]
        theirs, others = np.bitwise_count(rack & fits), np.bitwise_count(self.unseen & ~rack & fits)
        can = theirs > 0
        goes_on = can | (np.bitwise_count(self.mine & fits) > 0)
        added = (_has(partner, self.tiles) - self.held) @ self.by_tile / POINTS
        columns = (
            added, self.value[None] / POINTS, np.log(self.usual)[None], np.log1p(theirs), can,
            np.bitwise_count(rack & fits & DOUBLES), (others == 0) & goes_on, can & (np.bitwise_count(rack) <= 2),
            1 / (1.0 + others),
        )  # fmt: skip
        return np.stack([np.broadcast_to(column, can.shape) for column in columns], axis=-1).astype(np.float64)


def _plays(moves: Sequence[Moment], late: Collection[tuple[Seat, int]]) -> Iterator[FittingPlay]:
    """Every seat's ratio; one that had nothing to choose says nothing."""
    turns: dict[Seat, list[_Turn]] = {seat: [] for seat in range(1, 5)}
    logs = dict.fromkeys(turns, 0.0)
    for moment in moves:
        seat, before = moment.move.seat, moment.before
        looking = view(before, seat)
        if isinstance(moment.move, e.MoveSeen) or (seat, moment.move.at) in late or not is_decision(looking):
            continue
        order = order_of(moment.move)
        if order in looking.plays:
            logs[seat] += _log_ratio(before, looking, option_code(looking, order), turns[seat])
    for seat, decided in turns.items():
        yield FittingPlay(seat, (seat + 1) % 4 + 1, len(decided), float(np.exp(logs[seat])))


def _log_ratio(before: Match, looking: View, made: int, turns: list[_Turn]) -> float:
    """What one more decision says. `turns` are this player's earlier ones in the hand, and get this one.

    The mean is over the deals as they would look to somebody who believes that these choices were made by one who
    knows, so the ratios of a hand multiply (the chain rule). The real deal is one of them: it and the sampled ones are
    exchangeable for an honest player, however few they are.
    """
    assert before.hand is not None
    known, reading = knowledge(looking), read(looking)
    position = encode(before.hand, before.worth, before.carried)
    turns.append(_turn(looking, reading, known, made))
    racks, times = np.unique(known.sample(WORLDS, seed_of(looking)).racks, axis=0, return_counts=True)
    racks = np.concatenate([position.racks[None], racks])
    weights = np.log(np.concatenate([[1], times]))
    if reading.regular and len(reading.history):
        weights = weights + likelihoods(reading, racks)[0]
    partner = (reading.me + 2) % 4
    dealt = racks[:, partner] | reading.played[partner]
    for turn in turns[:-1]:
        weights = weights + turn.chances(dealt & ~turn.partner_laid)
    likely = np.exp(weights - weights.max())
    chances = turns[-1].chances(racks[:, partner])
    return float(chances[0] - np.log(likely @ np.exp(chances) / likely.sum()))


def _turn(looking: View, reading: Reading, known: Knowledge, made: int) -> _Turn:
    codes = np.array(list(codes_of(looking)), np.int64)
    rack, chain, partner = int(reading.now[reading.me]), looking.chain, (reading.me + 2) % 4
    seed = seed_of(looking, 1)
    worlds = known.sample(TRIED, seed)
    shares = np.zeros((TRIED, 4, MEMBERS))
    shares[..., COUNTER] = 1.0
    seeds = (seed + np.arange(TRIED)).astype(np.int64)
    nobody_draws = np.zeros((TRIED, 0), np.int64)
    written = played_out(reading.now, reading.law, nobody_draws, worlds.racks, codes, shares, seeds, solved=0)
    points = leads(reading.law, written)[..., reading.me]
    points -= points.mean(1, keepdims=True)
    racks = worlds.racks[:, partner]
    seen_both_ways = np.bitwise_or.reduce(racks) & ~np.bitwise_and.reduce(racks)
    tiles = np.flatnonzero(seen_both_ways >> np.arange(len(LOW)) & 1)
    having = _has(racks, tiles)
    held, value = having.mean(0), points.mean(0)
    apart = having - held
    by_tile = np.linalg.solve(apart.T @ apart + RIDGE * np.eye(len(tiles)), apart.T @ (points - value))
    return _Turn(
        partner_laid=int(reading.played[partner]),
        unseen=looking.book.options.set.rack & ~(chain.tiles if chain is not None else 0) & ~rack,
        ends=np.array([_ends(looking, code) for code in codes.tolist()], np.int64),
        mine=np.array([rack & ~_laid(looking, code) for code in codes.tolist()], np.int64),
        usual=usual_play(reading, codes),
        value=value,
        tiles=tiles,
        held=held,
        by_tile=by_tile,
        made=codes.tolist().index(made),
    )


def _has(racks: Ints, tiles: Ints) -> Floats:
    """Which of these tiles each rack has [racks, tiles]."""
    return (racks[:, None] >> tiles & 1).astype(np.float64)


def _ends(looking: View, code: int) -> tuple[int, int]:
    chain, tile = looking.chain, code >> 2
    if chain is None:
        return int(LOW[tile]), int(HIGH[tile])
    if code < 0:  # two doubles, or a pass: the ends stay
        return chain.left, chain.right
    if code & 3 == of.LEFT:
        return int(PIPS[tile]) - chain.left, chain.right
    return chain.left, int(PIPS[tile]) - chain.right


def _laid(looking: View, code: int) -> int:
    if code >= 0:
        return 1 << (code >> 2)
    if code == of.BOTH and looking.chain is not None:
        return int(DOUBLE[looking.chain.left] | DOUBLE[looking.chain.right])
    return 0


# --- how long it took -------------------------------------------------------------------------------------------------


def _timed(moves: Sequence[Moment], late: Collection[tuple[Seat, int]]) -> Iterator[TimedTurn]:
    """The turns whose time was taken, in hands in which somebody paused."""
    events = [moment.move for moment in moves if not isinstance(moment.move, e.MoveSeen)]
    paused = long_pauses(events)
    if not any(paused):
        return
    for moment, long in zip(moves, paused, strict=True):
        move, after = moment.move, moment.after
        if move.took is None or (move.seat, move.at) in late or after.hand is None or after.hand.turn == move.seat:
            continue
        options = len(codes_of(view(moment.before, move.seat)))
        yield TimedTurn(move.seat, options, long, _more(after, move.seat) if options > 1 else 0.0)


def _more(after: Match, seat: Seat) -> float:
    """How many tiles that fit somebody has left after their move, less what their partner could expect."""
    assert after.hand is not None
    looking = view(after, (seat + 1) % 4 + 1)
    reading = read(looking, after.hand.turn)
    chain = after.hand.chain
    assert chain is not None
    player = encode(after.hand).seats.index(seat)
    racks = knowledge(looking).sample(WORLDS, seed_of(looking)).racks
    weights = likelihoods(reading, racks)[0]
    likely = np.exp(weights - weights.max())
    fitting = np.bitwise_count(racks[:, player] & (SUITS[chain.left] | SUITS[chain.right]))
    real = (after.hand.racks[seat - 1] & chain.fitting).bit_count()
    return float(real - likely @ fitting / likely.sum())
