"""A step of a replay as a page shows it, and a whole hand as its script is handed it.

Everything is worked out here: the script shows and hides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from tantera.layout import Place, Theme, draw_rack, draw_table, sprite
from tantera.play.hand import Hand
from tantera.rules import Seat
from tantera.telling import Sentence
from tantera.tiles import Tile
from tantera.web.replays.board import GONE, NOT_YET, OPEN, Board, Shown, board_of, laid
from tantera.web.replays.library import Replay
from tantera.web.replays.steps import PlayedHand, Step
from tantera.web.replays.story import said
from tantera.words import translate
from tantera.words.numbers import counted

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


def racks(board: Board, shown: Shown, names: tuple[str, ...], at: Spot, lang: str) -> tuple[ShownRack, ...]:
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


def frames(replay: Replay, hand: PlayedHand, person: str | None, lang: str) -> dict[str, Any]:
    """Every step of a hand, and the table from every side: fetched once, then stepping needs nobody."""
    board, names = board_of(hand), replay.ledger.match.names
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


def _labels(board: Board, shown: Shown, names: tuple[str, ...], seat: Seat, lang: str) -> list[str]:
    """A rack for those who hear it: face down, and face up."""
    tiles, letters = board.racks[seat - 1], shown.racks[seat - 1]
    return [_label(names[seat - 1], tiles, letters, up, lang) for up in (False, True)]


def asleep(shown: Shown, lang: str) -> str:
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
