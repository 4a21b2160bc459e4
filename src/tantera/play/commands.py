"""What players, directors and the table itself may order. `decide` turns a command into events or refuses it."""

from __future__ import annotations

import re

from msgspec import Struct

from tantera.play.events import Side
from tantera.rules import Seat
from tantera.tiles import End, Tile


def _name(class_name: str) -> str:
    """``PlaceTile`` → ``place_tile``: what a command is called outside the program."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Command(Struct, frozen=True, gc=False, tag_field="command", tag=_name):
    """An order, not yet judged."""


class DrawForOpening(Command, frozen=True):
    """Everybody draws a tile (SJ-inicio-1, TG-6.3, CI-5)."""

    seed: bytes


class ChooseSeat(Command, frozen=True):
    """The winner of the draw chooses a place; the others follow (TG-6.3, TG-6.4)."""

    seat: Seat


class AgreeOpener(Command, frozen=True):
    """The table agrees who opens (CL-inicio)."""

    seat: Seat


class NameScorer(Command, frozen=True):
    """The home pair names who keeps the sheet (TG-6.2)."""

    seat: Seat


class NameCounter(Command, frozen=True):
    """The other pair names who does the count (TG-6.2)."""

    seat: Seat


class DealHand(Command, frozen=True):
    """Shuffle and deal."""

    seed: bytes
    """The server's seed; `deal.py` says how a deal comes from it."""
    entropy: tuple[tuple[Seat, str], ...] = ()
    """What players add to it."""
    shuffle_again: bool = False
    """The opener shuffles once more and takes last (CI-5)."""


class PlaceTile(Command, frozen=True):
    seat: Seat
    tile: Tile
    end: End | None = None
    """None for the opening tile."""


class PlaceDoubles(Command, frozen=True):
    """Two doubles in one turn, one on each end (UEH-dobles)."""

    seat: Seat
    left: Tile
    right: Tile


class PassTurn(Command, frozen=True):
    seat: Seat


class DrawTile(Command, frozen=True):
    """Take one sleeping tile (UEH-robar)."""

    seat: Seat


class AgreeCount(Command, frozen=True):
    """*Conforme*: this side agrees with the count of the hand (SJ-conteo)."""

    seat: Seat


class CallTime(Command, frozen=True):
    """*Tiempo*: the minutes of the match are over."""


class GiveRuling(Command, frozen=True):
    """The judges decide a match that ended level."""

    winner: Side | None
    by: str
    text: str = ""


class SignSheet(Command, frozen=True):
    """TG-12, CI-3."""

    seat: Seat


MoveCommand = PlaceTile | PlaceDoubles | PassTurn | DrawTile
