"""Which choice is worth most to the one who has it: going on, annulling, rebuilding, a penalty taken or not.

A choice is what the book says follows from it, nothing else: no choice is known here by its name. Each comes to ways
the hand may end, with their chances, and to who opens the next one; the best mean wins. How a bot foresees a hand and
what points are worth to it is its own (`rule_of_thumb.py`, `thinker.py`). What it looks at is a view of a hand in which
nobody is in turn, because somebody decides: as it would go on, and as it was before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from tantera.play import Phase, Side, View
from tantera.play.events import DoublesPlaced, InfractionRecorded, MoveSeen, TileDrawn, TilePlaced
from tantera.play.hand import Move
from tantera.referee import entry
from tantera.referee.ladder import climb
from tantera.rules import Consequence, Seat
from tantera.rules.functions import NEXT_OPENERS, HandFacts, if_told, right_of
from tantera.tiles import LEFT, RIGHT, Chain, Tile

OPENING: Final = 0.26
"""What it is worth to open, as a share of what a hand brings: 8.6 of 33 points, in 200,000 hands by the policy."""
BRINGS: Final = 0.2
"""What a hand brings, as a share of the pips dealt."""
RIVAL: Final = 0.25
"""What a point off the difference of one opponent is worth (CI-10): the others are rivals in the ranking too."""
EVERYTHING: Final = 1e6
"""A match that is lost or won by the choice."""


class HandEnding(NamedTuple):
    """One way a hand may end."""

    chance: float
    winners: Side
    """Nobody after a tied block."""
    written: tuple[float, ...]
    """What each side writes on the sheet, in the order of the sides."""


class Outlook(NamedTuple):
    """How a bot looks at a hand that it does not play just now."""

    foresee: Callable[[View], Sequence[HandEnding]]
    """How the hand of this view may end, when its `turn` goes on."""
    worth: Callable[[View, Sequence[tuple[float, ...]]], Sequence[float]]
    """What it is worth to this seat, in points as the match stands, that the sides write so much more."""


class Prospect(NamedTuple):
    """What a choice leads to."""

    outcomes: tuple[HandEnding, ...]
    opener: Seat
    """Of the hand that these outcomes end."""
    extra: float = 0.0
    """Points that stand on no sheet of this match."""


def best_choice(view: View, choices: Sequence[str], judgement: Outlook) -> str:
    """The best of these choices for the seat that has them."""
    return max(choices, key=lambda choice: value(view, choice, judgement))


def value(view: View, choice: str, judgement: Outlook) -> float:
    """What a choice is worth to this seat, in points as the match stands."""
    recorded = _recorded(view)
    prospect = _prospect(view, recorded, _consequences(view, recorded, choice), judgement)
    worth = judgement.worth(view, [outcome.written for outcome in prospect.outcomes])
    total = prospect.extra
    for outcome, points in zip(prospect.outcomes, worth, strict=True):
        total += outcome.chance * (points + _next_opening(view, prospect.opener, outcome.winners))
    return total


def _recorded(view: View) -> InfractionRecorded:
    assert view.awaiting is not None
    assert view.awaiting.infraction is not None
    return view.infractions[view.awaiting.infraction]


def _consequences(view: View, recorded: InfractionRecorded, choice: str) -> tuple[Consequence, ...]:
    """What the book says follows from a choice."""
    infraction = entry(view.book, recorded.article)
    assert infraction is not None
    assert view.awaiting is not None
    assert view.awaiting.infraction is not None
    player = view.offenders[view.awaiting.infraction]
    together = zip(view.infractions, view.offenders, strict=True)
    same = sum((record.article, offender) == (recorded.article, player) for record, offender in together)
    decision = climb(view.book, infraction, recorded.seat is not None, same, Counter()).decision
    assert decision is not None
    return next(known for known in decision.choices if known.id == choice).consequences


# --- what follows ---------------------------------------------------------------------------------------------------


def _prospect(
    view: View, recorded: InfractionRecorded, consequences: Sequence[Consequence], judgement: Outlook
) -> Prospect:
    """The hand as it goes on, unless something that follows ends it, puts it back or gives points."""
    offenders = _side_of(view, recorded.seat)
    opener, ends, rebuilt = _opener(view), False, False
    given, extra = [0.0] * len(view.sides), 0.0
    won: Side = ()
    for consequence in consequences:
        match consequence.kind:
            case "points":
                award = view.book.points_of(consequence)
                points = award.points + (_left(view) if award.remaining else 0)
                for place, side in enumerate(view.sides):
                    given[place] += points * ((side == offenders) == (consequence.side == "offender"))
            case "hand_void":
                ends, opener = True, _after_void(view, consequence, recorded.seat, opener)
            case "hand_lost":
                ends, won = True, next((side for side in view.sides if side != offenders), ())
            case "hand_won":
                ends, won = True, offenders
                given[view.sides.index(offenders)] += _left(view)
            case "match_lost":
                extra += -EVERYTHING if view.seat in offenders else EVERYTHING
            case "difference":
                extra += consequence.points * (1 if view.seat == recorded.seat else -RIVAL)
            case "rebuild":
                rebuilt = True
            case "warning" | "card" | "exposed" | "must_play" | "taken_back" | "expulsion":
                pass  # nothing that these come to is counted in points
    if ends and won:
        return Prospect((HandEnding(1.0, won, tuple(given)),), opener, extra)
    if ends or not in_play(view):
        outcomes: Sequence[HandEnding] = _new_hand(view, opener)
    else:
        outcomes = judgement.foresee(put_back(view, recorded) if rebuilt else going_on(view))
    return Prospect(tuple(_with(outcome, given) for outcome in outcomes), opener, extra)


def _with(outcome: HandEnding, given: Sequence[float]) -> HandEnding:
    return outcome._replace(written=tuple(had + more for had, more in zip(outcome.written, given, strict=True)))


def _side_of(view: View, seat: Seat | None) -> Side:
    return next((side for side in view.sides if seat in side), ())


def _seats(view: View) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(1, len(view.names) + 1) if seat not in view.out)


def _opener(view: View) -> Seat:
    """Who opened this hand; of a hand that is over, who opens the next one."""
    opener = view.opener if in_play(view) or not view.lines else view.lines[-1].next_opener
    return opener or view.opener or 1


def _after_void(view: View, consequence: Consequence, offender: Seat | None, opener: Seat) -> Seat:
    """Who opens when the hand is played again (SJ-irreg-2, TG-18.2, CI-10)."""
    match consequence.opening:
        case "right_of_offender" if offender is not None:
            return right_of(offender, _seats(view))
        case "lost_if_opened" if opener in _side_of(view, offender):
            return right_of(opener, _seats(view))
        case _:
            return opener


def _left(view: View) -> float:
    """The pips nobody has laid yet, sleeping tiles aside."""
    laid = view.chain.tiles if view.chain is not None else 0
    tiles = [tile for tile in view.book.options.set.tiles if not tile.bit & laid]
    return sum(tile.pips for tile in tiles) * (1 - view.boneyard / max(1, len(tiles)))


# --- hands to come --------------------------------------------------------------------------------------------------


MADE_IN_PLAY: Final = 10.0
"""What a side makes in play in a hand of fives and threes, more or less."""


def brings(view: View) -> float:
    """What a hand brings, more or less."""
    prize = view.book.prize
    if prize is not None:
        return float(prize.domino)
    if view.book.options.scoring == "nothing":
        return MADE_IN_PLAY
    options = view.book.options
    tiles = options.set.tiles
    share = options.tiles_each * len(_seats(view)) / len(tiles)
    return BRINGS * share * sum(tile.pips for tile in tiles)


def _new_hand(view: View, opener: Seat) -> list[HandEnding]:
    """A hand still to be dealt: anybody's, and a little more the opener's."""
    sides = [side for side in view.sides if side[0] not in view.out]
    points, others = brings(view), len(sides) - 1
    outcomes = []
    for side in sides:
        lead = OPENING / len(sides) if opener in side else -OPENING / len(sides) / others
        if view.book.options.points_hurt:
            written = tuple(points / others if other != side and other in sides else 0.0 for other in view.sides)
        else:
            written = tuple(points if other == side else 0.0 for other in view.sides)
        outcomes.append(HandEnding(1 / len(sides) + lead, side, written))
    return outcomes


def _next_opening(view: View, opener: Seat, winners: Side) -> float:
    """What it is worth to this seat who opens after a hand that these have opened and those have won.

    As the opening goes round, having it next is worth half of what it brings, and not having it costs as much.
    """
    if is_last_hand(view):
        return 0.0
    sides = tuple(side for side in view.sides if side[0] not in view.out)
    last = winners[0] if winners else None
    facts = HandFacts(opener, sides, (), last, winners)
    following = if_told(NEXT_OPENERS[view.book.options.next_opener], facts)
    if following is None:
        return 0.0
    half = OPENING * brings(view) / 2
    return half if following in _side_of(view, view.seat) else -half / (len(sides) - 1)


def is_last_hand(view: View) -> bool:
    """Whether this hand is the last one: of the time, of so many hands, or one more after sides that were level."""
    limit = view.book.options.limit
    counted = sum(line.how not in ("void", "time") for line in view.lines)
    level = limit.points is not None and view.book.re_entry is None and max(view.score) >= limit.points
    return view.hands_left == 1 or (limit.hands is not None and counted + 1 >= limit.hands) or level


def in_play(view: View) -> bool:
    """Whether a hand is dealt whose line is not on the sheet yet."""
    return view.number > len(view.lines) and any(view.counts)


def going_on(view: View) -> View:
    """The hand as it is, with whoever goes on in turn."""
    return replace(view, phase=Phase.PLAYING, turn=turns_of(view)[-1])


def put_back(view: View, recorded: InfractionRecorded) -> View:
    """The hand as it was before the turn of the infraction (TG-18.3, CI-10).

    Tiles laid since then are in the racks again, and everybody knows whose they are: as if they lay open.
    """
    kept, turns = _moves_before(view, recorded), turns_of(view)
    counts, racks, exposed = list(view.counts), list(view.racks), [list(tiles) for tiles in view.exposed]
    asleep = view.boneyard
    for move, turn in zip(view.moves[kept:], turns[kept:], strict=False):
        if isinstance(move, TileDrawn):
            # Back asleep. If it was one's own, where it lies is forgotten rather than used.
            counts[move.seat - 1] -= 1
            asleep += 1
            racks[move.seat - 1] = _without(racks[move.seat - 1], move.tile)
            continue
        for tile in _laid(move) if move.seat == turn else ():
            counts[move.seat - 1] += 1
            rack = racks[move.seat - 1]
            if rack is not None:
                racks[move.seat - 1] = (*rack, tile)
            else:
                exposed[move.seat - 1].append(tile)
    return replace(
        view,
        phase=Phase.PLAYING,
        turn=turns[kept],
        moves=view.moves[:kept],
        chain=_chain(view.moves[:kept], turns),
        counts=tuple(counts),
        racks=tuple(racks),
        exposed=tuple(map(tuple, exposed)),
        boneyard=asleep,
    )


def turns_of(view: View) -> list[Seat]:
    """Who was in turn before each move, and who is after the last one. A move out of turn takes nobody's."""
    seats = tuple(seat for seat in range(1, len(view.names) + 1) if seat not in view.out)
    turn = view.opener or seats[0]
    turns, held = [turn], _held_at_first(view) if view.book.partners_play_on else None
    for move in view.moves:
        out_of_turn = isinstance(move, MoveSeen) and move.seat != turn
        if not isinstance(move, TileDrawn) and not out_of_turn:
            if held is not None:  # whoever has laid all is passed over, and the partner plays on
                held[move.seat] -= len(_laid(move))
                seats = tuple(seat for seat in seats if held[seat] or seat == turn)
            turn = right_of(turn, seats)
        turns.append(turn)
    return turns


def _held_at_first(view: View) -> dict[Seat, int]:
    laid = {seat: sum(len(_laid(move)) for move in view.moves if move.seat == seat) for seat in range(1, 5)}
    return {seat: view.counts[seat - 1] + laid[seat] for seat in laid}


def _moves_before(view: View, recorded: InfractionRecorded) -> int:
    """How many moves were made before the turn of the infraction: as the record dates it, or the offender's last."""
    turns = turns_of(view)
    if "turn" in dict(recorded.details):
        done = 0
        for place, move in enumerate(view.moves):
            if done >= recorded.turn - 1:
                return place
            done += not isinstance(move, TileDrawn) and move.seat == turns[place]
        return len(view.moves)
    if turns[-1] == recorded.seat:
        return len(view.moves)
    return max((place for place, move in enumerate(view.moves) if move.seat == recorded.seat), default=len(view.moves))


def _laid(move: Move) -> tuple[Tile, ...]:
    match move:
        case TilePlaced(tile=tile):
            return (tile,)
        case DoublesPlaced(left=left, right=right):
            return left, right
        case MoveSeen(tile=tile) if tile is not None:
            return (tile,)
        case _:
            return ()


def _without(rack: tuple[Tile | None, ...] | None, tile: Tile | None) -> tuple[Tile | None, ...] | None:
    return None if rack is None else tuple(one for one in rack if one is not tile)


def _chain(moves: tuple[Move, ...], turns: list[Seat]) -> Chain | None:
    chain: Chain | None = None
    for move, turn in zip(moves, turns, strict=False):
        if move.seat != turn:
            continue  # shown, and taken up again
        match move:
            case TilePlaced(tile=tile, end=end):
                chain = Chain.opened(tile) if chain is None or end is None else chain.placed(tile, end)
            case DoublesPlaced(left=left, right=right) if chain is not None:
                chain = chain.placed(left, LEFT).placed(right, RIGHT)
            case MoveSeen(tile=tile, end=end, touching=touching) if tile is not None:
                if chain is None or end is None or touching is None:
                    chain = Chain.opened(tile)
                else:
                    chain = chain.forced(tile, end, touching)
    return chain
