"""Tiles that the player chooses for the first hand: ``tantera play --racks``."""

from __future__ import annotations

from typing import NamedTuple

from tantera.cli.common import wrong
from tantera.notation import DgnError, parse_position
from tantera.play import Match
from tantera.play.decide import check_deal
from tantera.rules import Book, Refusal, Seat
from tantera.rules.functions import holder_of_highest_double
from tantera.tiles import Tile
from tantera.words import Phrase, Problem


class ChosenRacks(NamedTuple):
    """The tiles of a hand that somebody has chosen."""

    racks: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    opener: Seat | None
    """Who opens, where that was said and the tiles themselves do not decide it."""


def chosen_racks(text: str, book: Book) -> ChosenRacks:
    """The deal of a position before the opening, ``1:00.04… 2:… 3:… 4:…``; ``turn=2`` may say who opens."""
    keys = {word.split("=")[0] for word in text.split()}
    said = [part for key, part in (("ends", "ends=-"), ("turn", "turn=1")) if key not in keys]
    try:
        hand = parse_position(" ".join((text, *said)), book)
    except DgnError as error:
        raise error.in_file("--racks") from None
    if hand.chain is not None:
        expected = Phrase("a position before the opening, ends=-")
        raise Problem(wrong("--racks", Phrase("tiles on the table"), expected))
    racks = hand.dealt[: book.options.players]
    asleep = tuple(tile for tile in hand.boneyard if tile is not None)
    opener = hand.turn if "turn" in keys else None
    if opener is not None and book.options.first_opener == "double":
        holder = holder_of_highest_double(racks) + 1
        if opener != holder:
            expected = Phrase("turn={seat}: that seat has the highest double", seat=holder)
            raise Problem(wrong("--racks", f"turn={opener}", expected))
        opener = None
    return ChosenRacks(racks, asleep, opener)


def check_racks(chosen: ChosenRacks, match: Match) -> None:
    """Whether the book can have dealt them."""
    try:
        check_deal(match, chosen.racks, chosen.boneyard)
    except Refusal as refusal:
        raise Problem(Phrase("{place}: {problem}", place="--racks", problem=refusal)) from None
