"""A step of a replay as a page shows it, and a whole hand as its script is handed it: every tile that ever lies on the
table or stands in a rack, once, and for each step which of them are seen.

Everything is worked out here: stepping needs no drawing and no geometry, the script only shows and hides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from msgspec import Struct

from tantera.layout import Place, Theme, draw_pieces, draw_rack, draw_table, places, sprite
from tantera.play.hand import Hand
from tantera.play.scoring import pips_left
from tantera.rules import Seat
from tantera.telling import Sentence
from tantera.tiles import Tile
from tantera.web.replays.library import Replay
from tantera.web.replays.steps import PlayedHand, Step, faces_up
from tantera.web.replays.story import said
from tantera.words import translate
from tantera.words.numbers import counted

SIDES: Final = ("below", "right", "above", "left")
"""The sides of a table in turn order: who plays next sits on the right."""
_AROUND: Final = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Which sides are taken, by how many play."""
_MARGIN: Final = 0.6

OFF: Final = ' class="off"'

HELD, OPEN, GONE, NOT_YET = "hogn"
"""A place in a rack: a tile stands there, lies open there, has been played, or is still to come."""


class StepView(Struct, frozen=True):
    """What is seen of the table after a step."""

    laid: tuple[int, ...]
    """Which of the hand's tiles lie on the table, by their numbers."""
    last: tuple[int, ...]
    """Those that this step laid there."""
    racks: tuple[str, ...]
    """By seat, a letter for each place in the rack."""
    up: tuple[tuple[Seat, ...], ...]
    """Whose tiles are seen: by who sees them all, then by each seat."""
    turn: Seat | None
    left: tuple[int | None, ...]
    """By seat, the pips that are left once the hand is over; nothing before."""
    asleep: int
    chain: str
    """The tiles on the table from end to end, for those who hear it."""


class HandBoard(NamedTuple):
    players: int
    opener: Seat
    pool: tuple[Place, ...]
    """Every place where a tile lies at some step, the opener below."""
    racks: tuple[tuple[Tile | None, ...], ...]
    """By seat, every tile that stands there at some step, in the order lifted; None is one that nobody has seen."""
    shown: tuple[StepView, ...]
    """By step."""
    way: int = 1
    """-1 where play goes clockwise: who plays next sits on the left."""

    def side(self, seat: Seat, below: Seat) -> str:
        """Where a seat is when that one is below."""
        return SIDES[_AROUND[self.players][self.way * (seat - below) % self.players]]

    def turns(self, below: Seat) -> int:
        """How many turns after the opener the seat below comes, as `layout` counts them."""
        return -SIDES.index(self.side(self.opener, below)) % 4

    def carro(self, below: Seat, shown: StepView) -> Carro:
        """The tiles on the table, seen from a seat; those that do not lie there at the moment are switched off."""
        drawn = draw_pieces(self.pool, seat_offset=self.turns(below), margin=_MARGIN)
        layers = (
            _layer("shadow", drawn.shadows, shown.laid),
            _layer("face", drawn.faces, shown.laid),
            _layer("laid-last", drawn.outlines, shown.last),
        )
        return Carro(drawn.view, "".join(layers))


class Carro(Struct, frozen=True):
    """The drawing: in each layer a piece for each tile of the pool, with its number."""

    view: str
    pieces: str


def _layer(name: str, pieces: Iterable[str], on: Container[int]) -> str:
    drawn = [f'<g data-n="{number}"{"" if number in on else OFF}>{piece}</g>' for number, piece in enumerate(pieces)]
    return f'<g class="{name}">{"".join(drawn)}</g>'


def board_of(hand: PlayedHand) -> HandBoard:
    """The board of a hand, from its first step to its last."""
    match, tiles = hand.steps[-1].after, _Tiles(hand)
    shown = [_shown(hand, step, tiles) for step in hand.steps]
    players = len(match.names)
    way = 1 if match.book.options.turns == "to_the_right" else -1
    return HandBoard(players, hand.opener or 1, tuple(tiles.pool), tuple(map(tuple, tiles.racks)), tuple(shown), way)


class _Tiles:
    """Every tile of a hand by its number, gathered from all steps."""

    def __init__(self, played: PlayedHand) -> None:
        players = len(played.steps[-1].after.names)
        self.pool: list[Place] = []
        self.numbers: dict[Place, int] = {}
        self.racks: list[list[Tile | None]] = [[] for _ in range(players)]
        hidden = [0] * players
        for step in played.steps:
            hand = played.table(step)
            if hand is None:
                continue
            for place in laid(hand):
                if place not in self.numbers:
                    self.numbers[place] = len(self.pool)
                    self.pool.append(place)
            for rack, dealt in zip(self.racks, hand.dealt, strict=True):
                rack += [tile for tile in dealt if tile not in rack]
            hidden = [max(most, more) for most, more in zip(hidden, hand.hidden, strict=True)]
        for rack, unknown in zip(self.racks, hidden, strict=True):
            rack += [None] * unknown


def laid(hand: Hand) -> tuple[Place, ...]:
    """Where the tiles of a hand lie, the opener below."""
    return () if hand.chain is None else places(hand.chain, hand.book.options.set)


def _shown(played: PlayedHand, step: Step, tiles: _Tiles) -> StepView:
    hand, match = played.table(step), step.after
    if hand is None:
        racks = tuple([NOT_YET * len(rack) for rack in tiles.racks])
        return StepView((), (), racks, faces_up(match, None), None, (), 0, "")
    before = step.before.hand
    had = laid(before) if before is not None and before.number == hand.number else ()
    numbers = tuple([tiles.numbers[place] for place in laid(hand)])
    return StepView(
        laid=numbers,
        last=tuple([number for number in numbers if tiles.pool[number] not in had]) if step.move is not None else (),
        racks=tuple([_rack(hand, seat, rack) for seat, rack in enumerate(tiles.racks, start=1)]),
        up=faces_up(match, hand),
        turn=hand.turn if hand.ended is None and match.hand_in_play else None,
        left=pips_left(match, hand) if match.racks_are_open else (),
        asleep=len(hand.boneyard),
        chain="" if hand.chain is None else str(hand.chain),
    )


def _rack(hand: Hand, seat: Seat, places: list[Tile | None]) -> str:
    held, open_, dealt = hand.racks[seat - 1], hand.exposed[seat - 1], hand.dealt[seat - 1]
    letters, unknown = "", hand.hidden[seat - 1]
    for tile in places:
        if tile is None:
            letters += HELD if unknown > 0 else GONE
            unknown -= 1
        elif tile.bit & held:
            letters += OPEN if tile.bit & open_ else HELD
        else:
            letters += GONE if tile in dealt else NOT_YET
    return letters


ALL_RACKS = 0
"""The view of somebody who sees everybody's tiles."""


class Spot(NamedTuple):
    """Where somebody is in a replay, and with whose eyes they look."""

    hand: PlayedHand
    step: Step
    view: Seat
    """0: all racks."""
    below: Seat
    """Whose side of the table is below."""


def spot(replay: Replay, asked: Callable[[str], int | None], person: str | None) -> Spot:
    """What an address asks for, ``hand=3&move=12&view=2``, or the nearest there is."""
    hand = replay.hand(asked("hand") or 1)
    view = min(max(asked("view") or ALL_RACKS, 0), len(replay.ledger.match.names))
    return Spot(hand, hand.at(asked("move") or 0), view, below(replay, view, person))


def below(replay: Replay, view: Seat, person: str | None) -> Seat:
    """Whose side of the table is below: who is looked with, else who looks if they played, else the first."""
    if view != ALL_RACKS:
        return view
    return replay.players.index(person) + 1 if person and person in replay.players else 1


class Slot(NamedTuple):
    """A place in a rack: its tile, and what is there now."""

    tile: Tile | None
    state: str


class ShownRack(NamedTuple):
    seat: Seat
    name: str
    side: str
    up: bool
    """Whether its tiles are seen."""
    turn: bool
    left: int | None
    """The pips that are left, once the hand is over."""
    slots: tuple[Slot, ...]
    label: str
    """For those who hear it."""


def racks(board: HandBoard, shown: StepView, names: tuple[str, ...], at: Spot, lang: str) -> tuple[ShownRack, ...]:
    """Everybody's tiles as they are seen from here."""
    return tuple(
        [
            ShownRack(
                seat,
                names[seat - 1],
                board.side(seat, at.below),
                seat in shown.up[at.view],
                seat == shown.turn,
                shown.left[seat - 1] if shown.left else None,
                tuple([Slot(*one) for one in zip(tiles, letters, strict=True)]),
                _label(names[seat - 1], tiles, letters, seat in shown.up[at.view], lang),
            )
            for seat, (tiles, letters) in enumerate(zip(board.racks, shown.racks, strict=True), start=1)
        ]
    )


def _label(name: str, tiles: tuple[Tile | None, ...], letters: str, up: bool, lang: str) -> str:
    there = [(tile, letter) for tile, letter in zip(tiles, letters, strict=True) if letter not in (GONE, NOT_YET)]
    seen = [tile.spoken for tile, letter in there if tile is not None and (up or letter == OPEN)]
    hidden = len(there) - len(seen)
    covered = counted(lang, hidden, "1 tile face down", "{count} tiles face down") if hidden else ""
    told = ", ".join([*seen, *filter(None, [covered])])
    return f"{name}: {told or translate(lang, 'no tiles')}"


def sentences(told: tuple[Sentence, ...]) -> list[dict[str, Any]]:
    """As a page shows them; what is empty is left out."""
    return [{name: value for name, value in one._asdict().items() if value} for one in told]


def called(replay: Replay, person: str | None, lang: str) -> tuple[str, ...]:
    """The players by seat where a name stands alone: who looks at their own match is *you*, as at the table."""
    mine = replay.players.index(person) + 1 if person and person in replay.players else 0
    names = enumerate(replay.ledger.match.names, start=1)
    return tuple([translate(lang, "you") if seat == mine else name for seat, name in names])


def frames(replay: Replay, hand: PlayedHand, person: str | None, lang: str) -> dict[str, Any]:
    """Every step of a hand, and the table from every side: fetched once, then stepping needs nobody."""
    board, names = board_of(hand), called(replay, person, lang)
    views = range(len(names) + 1)
    from_below = [below(replay, view, person) for view in views]
    seats = range(1, len(names) + 1)
    steps = [
        {
            "said": sentences(said(hand, step, lang)),
            "score": step.after.score,
            "shown": shown,
            "labels": [_labels(board, shown, names, seat, lang) for seat in seats],
            "asleep": asleep(shown, lang),
        }
        for step, shown in zip(hand.steps, board.shown, strict=True)
    ]
    return {
        "hand": hand.number,
        "steps": steps,
        "carros": {seat: board.carro(seat, board.shown[0]) for seat in sorted(set(from_below))},
        "below": from_below,
        "sides": [[board.side(seat, who) for seat in seats] for who in from_below],
    }


def _labels(board: HandBoard, shown: StepView, names: tuple[str, ...], seat: Seat, lang: str) -> list[str]:
    """A rack for those who hear it: face down, and face up."""
    tiles, letters = board.racks[seat - 1], shown.racks[seat - 1]
    return [_label(names[seat - 1], tiles, letters, up, lang) for up in (False, True)]


def asleep(shown: StepView, lang: str) -> str:
    """How many tiles sleep, where any do."""
    return counted(lang, shown.asleep, "1 tile sleeps", "{count} tiles sleep") if shown.asleep else ""


def position_picture(replay: Replay, at: Spot, title: str) -> str:
    """The position that is shown, as a file to keep."""
    board, hand = board_of(at.hand), at.hand.table(at.step)
    shown = board.shown[at.step.number]
    names = replay.ledger.match.names
    held = (
        [] if hand is None else [(names[seat - 1], _seen(hand, seat, shown.up[at.view])) for seat in sorted(hand.seats)]
    )
    return picture(() if hand is None else laid(hand), board.turns(at.below), title, held)


def _seen(hand: Hand, seat: Seat, up: tuple[Seat, ...]) -> list[Tile | None]:
    open_ = hand.exposed[seat - 1]
    return [tile if tile is not None and (seat in up or tile.bit & open_) else None for tile in hand.rack(seat)]


_NAME: Final = 170
"""Units for a name; a tile is 20 wide."""
_ROW: Final = 52
_EDGE: Final = 12


def picture(places: Sequence[Place], turns: int, title: str, racks: Sequence[tuple[str, Sequence[Tile | None]]]) -> str:
    """The table, turned so often from the opener, and the racks by name: None is a tile seen from behind."""
    table = draw_table(places, title, seat_offset=turns, theme=None)
    wide, high = (float(number) for number in _view(table).split()[2:])
    rows = [(name, draw_rack(rack, name, theme=None)) for name, rack in racks]
    widest = max([float(_view(rack).split()[2]) for _, rack in rows], default=0.0)
    across = max(wide, _NAME + widest) + 2 * _EDGE
    down = high + _ROW * len(rows) + 3 * _EDGE
    drawing = [_at(table, (across - wide) / 2, _EDGE, wide, high)]
    for number, (name, rack) in enumerate(rows):
        y = high + 2 * _EDGE + number * _ROW
        length, height = (float(one) for one in _view(rack).split()[2:])
        drawing.append(f'<text x="{_EDGE}" y="{y + 28:g}">{escape(name)}</text>')
        drawing.append(_at(rack, _EDGE + _NAME, y, length, height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {across:g} {down:g}" '
        f'font-family="system-ui, sans-serif" font-size="16" fill="#1c1b1a"><title>{escape(title)}</title>'
        f'{sprite(Theme.LIGHT)}<rect width="100%" height="100%" fill="#fffefb"/>{"".join(drawing)}</svg>'
    )


def _view(drawing: str) -> str:
    found = re.search(r'viewBox="([^"]+)"', drawing)
    assert found is not None
    return found[1]


def _at(drawing: str, x: float, y: float, wide: float, high: float) -> str:
    """One drawing inside another."""
    return drawing.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" ', 1)
