"""A view of a hand in which nobody is in turn, because somebody decides: as it would go on, and as it was before."""

from __future__ import annotations

from msgspec.structs import replace

from tantera.play import Phase, View
from tantera.play.events import DoublesPlaced, InfractionRecorded, MoveSeen, TileDrawn, TilePlaced
from tantera.play.hand import Move
from tantera.rules import Seat
from tantera.rules.functions import right_of
from tantera.tiles import LEFT, RIGHT, Chain, Tile


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
            own = racks[move.seat - 1]
            if own is not None:
                racks[move.seat - 1] = (*own, tile)
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
