"""Asking the player something: the words that mean the same at every question, the move that an answer orders, and
answers that mean nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Final, TypeVar

from tantera.cli import said
from tantera.cli.asking import Reader, Ticking, another_path
from tantera.cli.keeping import NotOnDisk
from tantera.cli.match.screen import Screen, numbered
from tantera.cli.match.session import MatchSession, SessionFile
from tantera.play import DrawTile, MoveOrder, PassTurn, PlaceDoubles, PlaceTile, View
from tantera.rules import Seat
from tantera.telling import cards, signatures, tally
from tantera.tiles import Chain, End, Tile

T = TypeVar("T")


class Conversation:
    """One person at a terminal, and the match they are asked about."""

    def __init__(self, session: MatchSession, lang: str, tile_names: str | None = None) -> None:
        self.session, self.lang = session, lang
        self.screen = Screen(lang, session.me, tile_names)
        self.reader = Reader(self.screen.console)
        self.live = self.reader.live
        self.cited: str | None = None
        """The article that was last cited."""
        self.timed_out = False
        """Whether the last question was ended by the clock."""
        self.above: Callable[[], None] | None = None
        """Draws what stands above the open question."""

    def read(self, question: str, clock: Ticking | None = None, **facts: object) -> str:
        """An answer that is none of the words that mean the same everywhere; an empty one when the time runs out.

        A match with a file is in it before anything is asked: a plug that is pulled loses nothing the player did.
        """
        if self.session.keep:
            self.session.keep = self.record().written()
        self.timed_out = False
        while True:
            answer = self.reader.line(lambda figures: self.screen.words(question, clock=figures, **facts), clock)
            if answer is None:
                self.timed_out = True
                return ""
            if not self.understood(answer):
                return answer
            self.draw_again()

    def draw_again(self) -> None:
        """What stood above the question, for whoever looked something up or was away meanwhile."""
        if self.above is not None and self.live:
            self.above()

    def understood(self, answer: str) -> bool:
        """Whether it was a word that means the same at every question, and is done."""
        word, rest = said.word_and_rest(answer)
        if word in said.RULE:
            self.explain(rest or (self.cited if word == "?" else None))
        elif rest:
            return False
        elif word in said.LEAVE:
            raise KeyboardInterrupt
        elif word in said.HELP:
            self.screen.help(self.session.book)
        elif word in said.SHEET:
            self.sheet()
        else:
            return False
        return True

    def until(self, parse: Callable[[str], T | None], question: str, unknown: str, **facts: object) -> T:
        """What the answer means. One that means nothing is said to, and asked again: no slip of the finger decides."""
        while True:
            answer = self.read(question, None, **facts)
            meant = parse(answer)
            if meant is not None:
                return meant
            self.screen.say(unknown, "red", answer=answer, found=answer or "—", **facts)

    def yes(self, question: str) -> bool:
        meant = dict.fromkeys(said.YES, True) | dict.fromkeys(said.NO, False)
        unknown = "   found {answer}; expected y, n or Enter"
        return self.until(lambda answer: meant.get(answer.casefold()), question, unknown)

    def agreed(self, question: str) -> None:
        self.until(lambda answer: answer.casefold() in said.AGREED or None, question, "   found {answer}; press Enter")

    def sheet(self) -> None:
        match = self.session.match
        self.screen.sheet(tally(self.session.ledger, self.lang), cards(match, self.lang), signatures(match))

    def explain(self, article: str | None) -> None:
        self.screen.article(self.session.book, article)

    # --- where it is kept

    def record(self) -> SessionFile:
        ask = self.another_path if self.live else None
        return SessionFile(self.session, self.screen, ask)

    def another_path(self) -> Path | None:
        def line(question: str, **facts: object) -> str:
            return self.reader.line(lambda _: self.screen.words(question, **facts)) or ""

        try:
            return another_path(line, "Another file to save it in (Enter: do not save): ", self.session.path.name)
        except (EOFError, KeyboardInterrupt):
            raise NotOnDisk(self.session.text) from None


class Withdrawn(Enum):
    """The player thought better of a tile."""

    WITHDRAWN = "withdrawn"


WITHDRAWN: Final = Withdrawn.WITHDRAWN
WhichEnd = Callable[[Chain], "End | Withdrawn"]
"""Asks the player which end."""


def ordered(text: str, shown: View, me: Seat, which_end: WhichEnd) -> MoveOrder | Withdrawn | None:
    """What an answer orders: a numbered tile, a tile by name, a pass, a draw, both doubles."""
    if text.casefold() in said.PASS:
        return PassTurn(me)
    if text.casefold() in said.DRAW:
        return DrawTile(me)
    if text.casefold() in said.DOUBLES:
        both = next((command for command in shown.options if isinstance(command, PlaceDoubles)), None)
        return both or PlaceDoubles(me, Tile.of(0, 0), Tile.of(1, 1))
    match = re.fullmatch(r"(\d{1,2}|\d[-|]\d)([<>]?)", text, re.ASCII)
    if match is None:
        return None
    tiles = {number: tile for tile, number in numbered(shown).items()}
    tile = tiles.get(int(match[1])) if match[1].isdecimal() else None  # a number is a label before it is a tile
    digits = match[1].replace("-", "").replace("|", "")
    if tile is None and len(digits) == 2:
        tile = Tile.parse(digits)
    if tile is None:
        return None
    end = _end(tile, match[2], shown, which_end)
    return end if isinstance(end, Withdrawn) else PlaceTile(me, tile, end)


def _end(tile: Tile, written: str, shown: View, which_end: WhichEnd) -> End | Withdrawn | None:
    """The end the player wrote, the only one there is, or the one the player says when asked."""
    if shown.chain is None:
        return None
    if written:
        return End(written)
    legal = [c.end for c in shown.options if isinstance(c, PlaceTile) and c.tile is tile and c.end is not None]
    if not legal:  # refused whatever the end: take one that at least touches
        return End.RIGHT if tile.has(shown.chain.right) else End.LEFT
    if len(legal) == 1:
        return legal[0]
    return which_end(shown.chain)
