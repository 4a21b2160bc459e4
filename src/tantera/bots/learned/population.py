"""A population of players, for nobody at a table is a copy of whoever thinks: policies of several kinds.

A member is a policy network or a rule of thumb (a softmax over a linear score of what a move gets rid of and leaves).
Here are the likelihood of what somebody did under each member, and play-outs in which every seat is some member.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tantera.bots.learned import state as at
from tantera.bots.learned.features import FEATURES, extract_features
from tantera.bots.learned.policy import HIDDEN, MOST_MOVES, forward, sample_move, softmax
from tantera.bots.learned.state import legal_moves, score
from tantera.solver.kernels import law as of
from tantera.solver.kernels.bound import LIMIT, UNKNOWN, most_points
from tantera.solver.kernels.chance import GOLDEN, uniform
from tantera.solver.kernels.jit import Bools, Floats, Ints, Weights, kernel, popcount
from tantera.solver.kernels.search import MOST_VALUE, solve_value
from tantera.solver.kernels.tables import HIGH, LOW, PIPS, SUITS, pips_of

# What a rule of thumb counts of a move, each with its weight in points. (`bots/simple.py` has the same rules.)
LAID: Final = 0
"""The pips it gets rid of."""
DOUBLES: Final = 1
OWN: Final = 2
"""One's other tiles that fit the ends it leaves."""
UNSEEN: Final = 3
"""Tiles that nobody has seen and that fit them."""
NEXT_LACKS: Final = 4
"""Ends that the next player has passed on."""
PARTNER_LACKS: Final = 5
COUNTED: Final = 6

RULES: Final = np.array(
    [
        (1.0, 8.0, 2.0, -2.0, 6.0, -6.0),  # counter
        (1.0, 8.0, 2.0, 0.0, 0.0, 0.0),  # forgetful
        (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),  # greedy
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),  # anything: of whom nobody learns what they hold
    ]
)
TEMPERATURE: Final = 1.5
"""Of a rule of thumb's softmax, in points: people who play by one do not always see what it says."""
HESITATION: Final = 0.25
"""A likelihood ratio: how likely somebody with a single move is to pause all the same, against one who has a choice."""
SPREAD: Final = 0xD1342543DE82EF95 - (1 << 64)
"""A multiplier as in multiplicative hashing, odd: sets the seed of one world far from that of the next."""
SLIP: Final = 0.05
"""How often any member does anything at all. No move is impossible, so no world is ruled out by one."""
HOPELESS: Final = np.float32(80.0)
"""A difference of logits that is as good as infinite."""
SOLVED: Final = 8
"""With so many tiles left in all racks a play-out ends by perfect-information search: by then little is hidden."""
ENDING_NODES: Final = 20_000
"""More than an ending takes; a play-out that needs more is played on."""


@kernel("int64(int64, int64, int64)", inline=True)
def pips_laid(move: int, left: int, right: int) -> int:
    """What a move gets rid of, on these ends."""
    if move == of.BOTH:
        return 2 * (left + right)
    return PIPS[move >> 2] if move >= 0 else 0


@kernel("void(int64[::1], int64[::1], int64, float64[::1])")
def count_for_rules(state: Ints, law: Ints, move: int, counts: Floats) -> None:
    """What rules of thumb count of a move of the player in turn, from what that player can see. Of a draw or a pass
    there is nothing to count."""
    counts[:] = 0.0
    if move == of.DRAW or move == of.PASS:
        return
    left, right = state[at.LEFT_END], state[at.RIGHT_END]
    turn, players = state[at.TURN], law[of.PLAYERS]
    rack, doubles = state[at.RACK + turn], 0
    counts[LAID] = pips_laid(move, left, right)
    if move == of.BOTH:
        rack &= ~((1 << (left * (left + 3) // 2)) | (1 << (right * (right + 3) // 2)))
        doubles = 2
    else:
        tile, how = move >> 2, move & 3
        rack &= ~(1 << tile)
        doubles = 1 if LOW[tile] == HIGH[tile] else 0
        if how == of.OPENING:
            left, right = LOW[tile], HIGH[tile]
        elif how == of.LEFT:
            left = PIPS[tile] - left
        else:
            right = PIPS[tile] - right
    fits, suits = SUITS[left] | SUITS[right], law[of.SUITS]
    unseen = ((1 << ((suits * (suits + 1)) >> 1)) - 1) & ~state[at.SEEN] & ~state[at.RACK + turn]
    ends = (1 << left) | (1 << right)
    counts[DOUBLES] = doubles
    counts[OWN], counts[UNSEEN] = popcount(rack & fits), popcount(unseen & fits)
    counts[NEXT_LACKS] = popcount(ends & state[at.LACKS + (turn + 1) % players])
    if players == 4 and law[of.SIDES] == 2:
        counts[PARTNER_LACKS] = popcount(ends & state[at.LACKS + (turn + 2) % players])


@kernel("float64(int64, float64[::1], int64)")
def worth_by_rule(move: int, counts: Floats, number: int) -> float:
    """What a rule of thumb thinks of a move of which this was counted."""
    if move == of.DRAW or move == of.PASS:
        return 0.0 if move == of.DRAW else -4.0
    worth = 0.0
    for what in range(COUNTED):
        worth += RULES[number, what] * counts[what]
    return worth


@kernel("float32(float32, int64)", inline=True)
def slipping(chance: float, width: int) -> float:
    """The chance of one of so many moves for somebody who now and then does anything at all."""
    return float(np.float32(SLIP) / width + np.float32(1 - SLIP) * chance)


@kernel("float32(int64, float32[::1], int64)", fastmath=True)
def chance_of(choice: int, logits: Weights, width: int) -> float:
    """What the softmax gives to one move; the logits stay as they are, and no sum of theirs overflows."""
    total = np.float32(0.0)
    for row in range(width):
        total += np.exp(min(logits[row] - logits[choice], HOPELESS))
    return float(np.float32(1.0) / total)


@kernel(
    "void(int64, int64[::1], int64[::1], int64[::1], int64, float32[:,::1], float32[:,::1], float32[::1],"
    " float32[:,::1])",
    fastmath=True,
)
def member_policy(
    member: int,
    state: Ints,
    law: Ints,
    moves: Ints,
    width: int,
    networks: Weights,
    rows: Weights,
    chances: Weights,
    hidden: Weights,
) -> None:
    """A member's distribution over these moves. A network finds its features in `rows`; a rule needs none."""
    if member < networks.shape[0]:
        forward(rows, width, networks[member], chances, hidden)
    else:
        counts = np.empty(COUNTED)
        for row in range(width):
            count_for_rules(state, law, moves[row], counts)
            chances[row] = worth_by_rule(moves[row], counts, member - networks.shape[0]) / TEMPERATURE
    softmax(chances, width)
    for row in range(width):
        chances[row] = slipping(chances[row], width)


@kernel("void(int64[:,::1], int64, int64[::1], int64[::1])")
def number_racks(racks: Ints, player: int, first: Ints, same_as: Ints) -> None:
    """Deduplication by hashing: for each world the first one in which this player holds the same tiles.

    `first` is room for the table: a power of two, more than there are worlds.
    """
    mask = first.size - 1
    first[:] = -1
    for world in range(racks.shape[0]):
        rack = racks[world, player]
        place = ((rack * GOLDEN) >> 40) & mask
        while first[place] >= 0 and racks[first[place], player] != rack:
            place = (place + 1) & mask
        if first[place] < 0:
            first[place] = world
        same_as[world] = first[place]


@kernel(
    "void(int64[::1], int64[::1], int64[::1], boolean[::1], int64[:,::1], int64, float32[:,::1], float64[:,:,::1])",
    fastmath=True,
)
def member_likelihoods(
    start: Ints, law: Ints, history: Ints, paused: Bools, racks: Ints, me: int, networks: Weights, logs: Floats
) -> None:
    """For each world, player and member: the log-likelihood of what that player did. [worlds, 4, members]

    `start` is the state before the first move, `racks` a row a world: all that each player has held. One's own moves
    say nothing about the others' tiles, and neither does what somebody did before drawing: a rack then is not known.
    A choice is made by what its player can see, so it depends on that player's rack alone, and worlds in which it is
    the same are looked at once.
    """
    if racks.shape[0] == 0:
        return
    nothing = np.zeros(0, np.int64)
    # Before each move, as in the first world: what is public is the same in all, how many tiles anybody holds too.
    states = np.zeros((history.size, at.LENGTH), np.int64)
    laid = np.zeros((history.size, 4), np.int64)
    moves = np.zeros(MOST_MOVES, np.int64)
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    chances = np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    since = np.zeros(4, np.int64)
    state = start.copy()
    for player in range(4):
        state[at.RACK + player] = racks[0, player]
    for step in range(history.size):
        states[step] = state
        turn = state[at.TURN]
        for player in range(4):
            laid[step, player] = racks[0, player] & ~state[at.RACK + player]
        if history[step] == of.DRAW:
            since[turn] = step
            state[at.LACKS + turn] = 0
        else:
            at.play(state, law, nothing, history[step])
    members, learned = logs.shape[2], networks.shape[0]
    product, counts = np.zeros(members), np.zeros((MOST_MOVES, COUNTED))
    size = 64
    while size < 2 * racks.shape[0]:
        size *= 2
    first, same_as = np.zeros(size, np.int64), np.zeros(racks.shape[0], np.int64)
    for player in range(law[of.PLAYERS]):
        if player == me:
            continue
        number_racks(racks, player, first, same_as)
        for world in range(racks.shape[0]):
            if same_as[world] != world:
                logs[world, player] = logs[same_as[world], player]
                continue
            product[:] = 1.0
            for step in range(since[player], history.size):
                if states[step, at.TURN] != player or history[step] == of.DRAW:
                    continue
                state[:] = states[step]
                state[at.RACK + player] = racks[world, player] & ~laid[step, player]
                width = legal_moves(state, law, nothing, moves)
                if paused[step] and width == 1:
                    product *= HESITATION
                made, choice = history[step], -1
                if made >= 0 and state[at.LEFT_END] == state[at.RIGHT_END] and made & 3 == of.RIGHT:
                    made ^= of.LEFT ^ of.RIGHT  # on equal ends the left one is listed
                for row in range(width):
                    if moves[row] == made:
                        choice = row
                if width > 1 and choice >= 0:
                    extract_features(state, law, moves, width, rows)
                    for network in range(learned):
                        forward(rows, width, networks[network], chances, hidden)
                        product[network] *= slipping(chance_of(choice, chances, width), width)
                    for row in range(width):
                        count_for_rules(state, law, moves[row], counts[row])
                    for rule in range(members - learned):
                        for row in range(width):
                            chances[row] = worth_by_rule(moves[row], counts[row], rule) / TEMPERATURE
                        product[learned + rule] *= slipping(chance_of(choice, chances, width), width)
            for member in range(members):
                logs[world, player, member] = np.log(product[member])


@kernel("boolean(int64[::1])")
def is_solvable(law: Ints) -> bool:
    """Whether the search of two sides knows how such a hand ends."""
    return bool(law[of.SIDES] == 2 and law[of.DRAWS] == 0 and law[of.TWO_DOUBLES] == 0)


@kernel("int64(float64[::1], int64[::1])")
def sample_member(shares: Floats, luck: Ints) -> int:
    """Sample from a categorical distribution."""
    rest = uniform(luck)
    for member in range(shares.size - 1):
        rest -= shares[member]
        if rest < 0.0:
            return member
    return shares.size - 1


@kernel(
    "void(int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[::1], float64[:,:,::1], float32[:,::1],"
    " int64[::1], int64, int64[::1], int64[:,::1], int64[::1], int64[::1], float64[:,:,::1])",
    fastmath=True,
)
def play_outs(
    now: Ints,
    law: Ints,
    boneyards: Ints,
    racks: Ints,
    moves: Ints,
    shares: Floats,
    networks: Weights,
    seeds: Ints,
    solved: int,
    utility: Ints,
    frames: Ints,
    table: Ints,
    nodes: Ints,
    written: Floats,
) -> None:
    """Play-outs: each of these moves in each world, or the hand as it stands where there is none; what each player's
    side writes down. [worlds, moves or 1, 4]

    Every player is one member of the population for the rest of the hand, drawn by their `shares` in this world
    [worlds, 4, members]. Common random numbers: within a world every move meets the same members and the same chance,
    so that differences are less noisy than values. With `solved` tiles left, where a search knows the law, the value
    is that of best play; what two sides write is then told as what they write more than each other.
    """
    state = np.zeros(at.LENGTH, np.int64)
    scratch = np.zeros(MOST_MOVES, np.int64)
    rows = np.zeros((MOST_MOVES, FEATURES), np.float32)
    chances = np.zeros(MOST_MOVES, np.float32)
    hidden = np.zeros((MOST_MOVES, HIDDEN), np.float32)
    members = np.zeros(4, np.int64)
    luck = np.zeros(1, np.int64)
    solvable = is_solvable(law)
    for world in range(racks.shape[0]):
        for row in range(max(1, moves.size)):
            state[:] = now
            for player in range(4):
                state[at.RACK + player] = racks[world, player]
            luck[0] = (seeds[world] + GOLDEN) * SPREAD
            for player in range(law[of.PLAYERS]):
                members[player] = sample_member(shares[world, player], luck)
            if moves.size > 0:
                at.play(state, law, boneyards[world], moves[row])
            known = False
            while state[at.ENDED] == 0:
                if solvable and solved > 0 and state[at.LEFT_END] >= 0 and state[at.TURNS] > 1:
                    tiles = 0
                    for player in range(law[of.PLAYERS]):
                        tiles += popcount(state[at.RACK + player])
                    if tiles <= solved:
                        pips = 0
                        for player in range(law[of.PLAYERS]):
                            pips += pips_of(state[at.RACK + player])
                        if most_points(law, pips) <= MOST_VALUE:
                            nodes[0], nodes[LIMIT] = 0, ENDING_NODES
                            value = solve_value(
                                law, utility, state[at.RACK : at.RACK + 4], state[at.LEFT_END], state[at.RIGHT_END],
                                state[at.TURN], state[at.OPENER], frames, table, nodes,
                            )  # fmt: skip
                            if value != UNKNOWN:
                                hurts = -1.0 if law[of.SCORING] == of.OWN_LOSS else 1.0
                                for player in range(law[of.PLAYERS]):
                                    side = player % 2
                                    written[world, row, player] = value / 2 if side == 0 else -value / 2
                                    for other in range(law[of.PLAYERS]):
                                        if other % 2 == side:
                                            written[world, row, player] += hurts * state[at.BONUS + other]
                                known = True
                                break
                count = legal_moves(state, law, boneyards[world], scratch)
                choice = 0
                if count > 1:
                    member = members[state[at.TURN]]
                    if member < networks.shape[0]:
                        extract_features(state, law, scratch, count, rows)
                    member_policy(member, state, law, scratch, count, networks, rows, chances, hidden)
                    choice = sample_move(chances, count, luck)
                at.play(state, law, boneyards[world], scratch[choice])
            if not known:
                score(state, law, written[world, row])
