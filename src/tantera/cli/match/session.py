"""A match at this terminal: the state, its clock, the bots, and the file it is kept in."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from getpass import getuser
from pathlib import Path
from typing import Final

from tantera.bots import make, thinks, warm_up
from tantera.bots.own import BotError, answer_of, is_own
from tantera.cli.bare import bare
from tantera.cli.common import book_of, books_beside, called, wrong
from tantera.cli.keeping import Keeper, Saved
from tantera.cli.match.chosen import check_racks, chosen_racks
from tantera.cli.match.screen import Screen
from tantera.notation import Document, Judged, export, judge_file, write
from tantera.notation.books import book_tag
from tantera.play import (
    TABLE,
    Actor,
    Happened,
    Ledger,
    Match,
    Phase,
    Progress,
    hand_seed,
    new_match,
    settle,
    start_match,
    view,
)
from tantera.play import orders as o
from tantera.play.events import CounterNamed, OpenerAgreed, ScorerNamed, SeatsTaken
from tantera.referee import step
from tantera.rules import Book, Refusal, Seat
from tantera.words import LANGS, Phrase, Problem, reason_of, translate
from tantera.words.typed import as_typed

USUAL_BOT = "level-3"
AGAIN = 1_000_000
"""A deal that was thrown in is dealt again from another seed: as far away as no match has hands."""

_OWN_TAGS = ("Seed", "You", "Elapsed", "Opener", "Scorer", "Counter", "Bots", "Racks")
"""What a saved match tells besides its hands, so that it can go on."""

NAMES = ("Pons", "Vidal", "Mas", "Roca")
"""Who sits at the table when nobody says otherwise."""
SPARE_NAME = "Soler"
"""Of the bot that would have the player's own name: nobody could tell the two apart."""


class SessionError(Problem):
    """A match that cannot begin or go on: one sentence."""

    code = "session"


class MatchSession:
    """One person, bots, and a match."""

    def __init__(self, ledger: Ledger, me: Seat, seed: int, bot: str, keeper: Keeper) -> None:
        if me > len(ledger.match.names):
            raise SessionError(wrong("--seat", me, Phrase("1 to {last}", last=len(ledger.match.names))))
        self.ledger, self.me, self.seed, self.keeper = ledger, me, seed, keeper
        self.folder = keeper.path.parent
        self.bot_name = bot
        try:
            self.bot = make(bot, seed)
        except BotError as error:
            named = str(error).startswith("bot: ")
            raise SessionError(Phrase("--{option}", option=error) if named else error) from None
        self.tags: list[tuple[str, str]] = []
        self._own_moves: list[Ledger] = []
        """The match before each move of the player."""
        self.keep = True
        """Whether the match is written at every question; not any more once the player has been told that it cannot
        be."""
        self.started = time.monotonic()
        self.elapsed = 0
        self.racks: str | None = None
        """The tiles of the first hand, where the player has chosen them, as the racks of a position."""

    @classmethod
    def begun(
        cls,
        book_name: str,
        seat: Seat,
        seed: int | None,
        limit: str | None,
        options: list[str],
        bot: str | None,
        name: str | None,
        path: Path | None,
        lang: str,
        racks: str | None = None,
    ) -> MatchSession:
        """A new match; `racks` are the tiles of its first hand."""
        book = book_of(book_name, options, limit)
        chosen = None if racks is None else chosen_racks(racks, book)
        seed = secrets.randbelow(10**9) if seed is None else seed
        mine = bare(name) if name else translate(lang, "You")
        names = [SPARE_NAME if one.casefold() == mine.casefold() else one for one in NAMES[: book.options.players]]
        if seat <= len(names):
            names[seat - 1] = mine
        try:
            started = new_match(book, tuple(names), opener=None if chosen is None else chosen.opener)
        except Refusal as refusal:
            raise SessionError(refusal) from None
        if chosen is not None:
            check_racks(chosen, start_match(book, started))
        if path is not None and (not path.parent.is_dir() or path.is_dir()):
            raise SessionError(wrong("--save", path, Phrase("a file in a folder that exists")))
        file = path or own_matches() / f"{book.id}-{date.today().isoformat()}-{seed}.dgn"
        session = cls(Ledger.begun(book, started), seat, seed, bot or USUAL_BOT, Keeper(file))
        if path is None:
            with suppress(OSError):  # saving says what is wrong with it
                file.parent.mkdir(parents=True, exist_ok=True)
        session.tags = [("Book", book_tag(file, book_name)), ("Date", date.today().isoformat())]
        session.tags += [("Option", option) for option in options]
        session.racks = racks
        return session

    def again(self) -> MatchSession:
        """Another match of the same players; the book may have this one decide who opens (CL-inicio)."""
        started = new_match(
            self.book, self.match.names, after=self.match, recorded=True
        )  # a file may have a name twice
        seed = self.seed + 1
        self.keeper.close()
        keeper = Keeper(self.folder / f"{self.book.id}-{date.today().isoformat()}-{seed}.dgn")
        session = MatchSession(Ledger.begun(self.book, started), self.me, seed, self.bot_name, keeper)
        session.tags = self.tags
        return session

    @classmethod
    def resumed(cls, path: Path, seat: Seat, bot: str | None, save: Path | None) -> MatchSession:
        """A match saved before, against the bots it was played with unless somebody asks for others."""
        keeper, judged = _opened(path)
        document, match = judged.document, judged.match
        if match.hand is not None and match.hand_in_play and any(match.hand.hidden):
            message = "{path}: found a hand with unknown tiles, expected one that can be played on"
            raise SessionError(Phrase(message, path=path))
        me, seed = _number(document.tag("You"), seat), _number(document.tag("Seed"), 0)
        played_with = document.tag("Bots") or USUAL_BOT
        if bot is None and is_own(played_with):
            # A match may come from anywhere; code from a file runs only where the player asks for it.
            message = "{path}: found bots of somebody's own ({bots}), expected --bot to name them"
            raise SessionError(Phrase(message, path=path, bots=played_with))
        session = cls(judged.ledger, me, seed, bot or played_with, keeper if save is None else keeper.elsewhere(save))
        session._remember(document)
        session.tags = [tag for tag in document.tags if tag[0] not in ("Result", "Known", *_OWN_TAGS)]
        session.elapsed = _number(document.tag("Elapsed"), 0)
        session.racks = document.tag("Racks")
        if session.match.phase is not Phase.ENDED:
            # The time away from the table is nobody's: it stood still since the last thing that happened.
            session.do(o.PauseClock("restart"), TABLE, session.match.at)
            session.do(o.ResumeClock(), TABLE)
        return session

    def _remember(self, document: Document) -> None:
        """What was settled before the first hand and stands in no hand: who opens, who keeps the sheet."""
        agreed: list[OpenerAgreed | ScorerNamed | CounterNamed] = []
        at = self.match.at
        if self.match.phase is Phase.SEATING and (opener := _number(document.tag("Opener"), 0)) in self.match.seats:
            agreed.append(OpenerAgreed(opener, at=at))
        if (scorer := _number(document.tag("Scorer"), 0)) in self.match.seats:
            agreed.append(ScorerNamed(scorer, at=at))
        if (counter := _number(document.tag("Counter"), 0)) in self.match.seats:
            agreed.append(CounterNamed(counter, at=at))
        self.ledger = self.ledger.plus(agreed)

    @property
    def path(self) -> Path:
        """Where the match is kept, or would be."""
        return self.keeper.path

    @property
    def match(self) -> Match:
        return self.ledger.match

    @property
    def book(self) -> Book:
        return self.match.book

    def now(self) -> int:
        """Milliseconds since the match began, those before a save included."""
        return self.elapsed + int((time.monotonic() - self.started) * 1000)

    def do(self, order: o.Order, by: Actor, now: int | None = None) -> list[Happened[Match]]:
        """Carry an order out: what happened."""
        before = self.ledger
        happened = self._keep(step(self.match, order, by, self.now() if now is None else now))
        if by == self.me and isinstance(order, o.MoveOrder):
            self._own_moves.append(before)
        return happened

    def take_back(self) -> bool:
        """Go back to the player's last own move of this hand; whether there was one."""
        while self._own_moves:
            before = self._own_moves.pop()
            if before.match.hand_number == self.match.hand_number and before.match.redeals == self.match.redeals:
                self.ledger = before
                return True
        return False

    def catch_up(self) -> list[Happened[Match]]:
        """Whatever the table owes by now: forced turns, time."""
        return self._keep(settle(self.match, self.now()))

    def _keep(self, progress: Progress[Match]) -> list[Happened[Match]]:
        self.ledger = self.ledger.then(progress.moments)
        for event in progress.events:
            if isinstance(event, SeatsTaken):
                self.me = event.seats.index(self.me) + 1
        return list(progress.moments)

    @property
    def bots_compile(self) -> bool:
        """Whether the bots have anything to get ready: it takes up to a minute where it is the first time."""
        return thinks(self.bot_name)

    @property
    def bots_unknown(self) -> Phrase | None:
        """Which rules of the book bots that look ahead reckon without; the simple ones reckon nothing."""
        from tantera.solver.unknown import unknown_in_words

        return unknown_in_words(self.book, Phrase("the bots")) if thinks(self.bot_name) else None

    def wake_bots(self) -> None:
        """Have the bots load what they need, off the clock."""
        before = self.now()
        warm_up(self.bot_name, self.book)
        self.elapsed -= self.now() - before

    def bot_order(self, seat: Seat) -> o.Order:
        """What the bot at a seat does with its options. It is shown what its seat may see and nothing else."""
        seen = view(self.match, seat)
        return answer_of(
            self.bot_name,
            lambda: self.bot(seen),
            seen.options,
            Phrase("in hand {number}", number=self.match.hand_number),
        )

    @property
    def next_deal(self) -> o.DealHand | o.DealRacks:
        """How the next hand is dealt: the first one with the tiles that were chosen, while nobody throws them in."""
        if not self.deals_chosen:
            return o.DealHand(self.hand_seed())
        assert self.racks is not None
        chosen = chosen_racks(self.racks, self.book)
        return o.DealRacks(chosen.racks, chosen.boneyard)

    @property
    def deals_chosen(self) -> bool:
        """Whether tiles were chosen that are not dealt yet."""
        return self.racks is not None and self.match.hand is None and not (self.match.lines or self.match.redeals)

    def hand_seed(self) -> bytes:
        return hand_seed(self.seed, self.match.hand_number + AGAIN * self.match.redeals)

    def draw_seed(self) -> bytes:
        return hand_seed(self.seed, 0)

    def save(self) -> Saved:
        """Write the match to its file, whole or not at all, and never over another one."""
        return self.keeper.save(self.text)

    @property
    def text(self) -> str:
        """The match as its file has it."""
        match = self.match
        settled = match.opener if match.hand is None and match.phase is Phase.DEALING else None
        racks = self.racks if self.deals_chosen else None
        facts = (self.seed, self.me, self.now(), settled, match.scorer, match.counter, self.bot_name, racks)
        own = [(tag, str(fact)) for tag, fact in zip(_OWN_TAGS, facts, strict=True) if fact is not None]
        tags = [tag for tag in self.tags if not re.fullmatch("Seat[1-4]", tag[0])]  # who sits where the match knows
        return write(_with_a_name(export(self.ledger, tags + own), self.me))


def _with_a_name(document: Document, me: Seat) -> Document:
    """Whoever reads the file later is not *you*: a player who gave no name stands in it by that of the account."""
    pronouns = {translate(lang, "You") for lang in LANGS}
    tags = tuple(
        (tag, _account() if tag == f"Seat{me}" and value in pronouns else value) for tag, value in document.tags
    )
    return replace(document, tags=tags)


def _account() -> str:
    """What the user of this machine is called."""
    try:
        return bare(getuser()).replace(".", " ").title()[:40] or "1"
    except (OSError, KeyError):  # nobody by that number
        return "1"


def own_matches() -> Path:
    """The folder of this user's matches: where one is kept for which nobody asked for a file."""
    from tantera.store.engines import data_folder

    return data_folder() / "matches"


def _opened(path: Path) -> tuple[Keeper, Judged]:
    """The file, held by this window from here on, and the match in it."""
    try:
        keeper, data = Keeper.opened(path)
    except OSError as error:
        message = "{file}: found no readable file ({reason}), expected a DGN file"
        raise SessionError(Phrase(message, file=path, reason=reason_of(error))) from None
    try:
        return keeper, judge_file(data, books_beside(path.parent), str(path))
    except Problem:
        keeper.close()
        raise


def _number(text: str | None, otherwise: int) -> int:
    """A number that we wrote ourselves, unless somebody edited it."""
    return int(text) if text is not None and re.fullmatch("[0-9]{1,18}", text) else otherwise


UNFINISHED: Final = '[Result "*"]'


class SessionFile:
    """Writes a session to its file, tells where, and asks for another path where that cannot be done."""

    def __init__(self, session: MatchSession, screen: Screen, ask: Callable[[], Path | None] | None) -> None:
        self.session, self.screen, self.ask = session, screen, ask
        """`ask` gives another path, or nothing; None where nobody is there to answer."""

    def written(self) -> bool:
        """Whether the match is in its file now; if not, the player has been told why."""
        while True:
            try:
                saved = self.session.save()
            except OSError as error:
                path, reason = self.session.path, reason_of(error).told(self.screen.lang)
                self.screen.say("{path} cannot be written: {error}", "red", path=path, error=reason)
                if not self._elsewhere():
                    return False
                continue
            self._tell(saved)
            return True

    def saved(self, message: str = "Saved in {path}", style: str = "bold") -> bool:
        """The same, and the player is told where."""
        written = self.written()
        if written:
            self.screen.say_where(message, style, self.session.path)
        return written

    def _elsewhere(self) -> bool:
        other = self.ask() if self.ask is not None else None
        if other is None:
            return False
        self.session.keeper = self.session.keeper.elsewhere(other)
        return True

    def _tell(self, saved: Saved) -> None:
        told = saved.told(self.session.path)
        if told is not None:
            self.screen.say("{told}", "yellow", told=told.told(self.screen.lang))


def to_go_on(path: Path) -> str:
    """What is typed to go on with a match."""
    return f"{called()} play --resume {as_typed(str(path))}"


def left_in_the_middle() -> Path | None:
    """The last match in the user's own folder, if it is not over: its window was closed, or the power failed."""
    try:
        last = max(own_matches().glob("*.dgn"), key=lambda file: file.stat().st_mtime, default=None)
        return last if last is not None and UNFINISHED in last.read_text("utf-8", "replace") else None
    except OSError:
        return None
