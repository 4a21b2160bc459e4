"""A match at the terminal: who is asked what, and when."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Final

from rich.text import Text

from tantera.cli import said
from tantera.cli.asking import Ticking
from tantera.cli.keeping import NotOnDisk, leaving_by_signals
from tantera.cli.match.conversation import WITHDRAWN, Conversation, Withdrawn, ordered
from tantera.cli.match.screen import show_hand_over
from tantera.cli.match.session import MatchSession, to_go_on
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    TABLE,
    Actor,
    Happened,
    Match,
    Phase,
    View,
    deadline,
    options,
    side_name,
    view,
)
from tantera.play import events as e
from tantera.play import orders as o
from tantera.play.match import series_winner
from tantera.rules import Refusal, Seat
from tantera.telling import MARKS, Sentence, asked, seat_called
from tantera.telling.names import names_of, side_and_names
from tantera.tiles import Chain, End

PACE: Final = 0.5
"""Seconds between other players' moves, so that a person can follow them; `TANTERA_PACE` says another number."""

Orders = Sequence[o.Order]


ABOUT_A_SEAT: Final[dict[type[o.Order], str]] = {
    o.ChooseSeat: "You win the draw and open. Which seat, 1 to {last}? ",
    o.AgreeOpener: "Who opens? Seat 1 to {last}: ",
    o.NameScorer: "Who of your pair keeps the score sheet? Seat {seats}: ",
    o.NameCounter: "Who of your pair does the count? Seat {seats}: ",
}
"""How the player is asked which seat."""


def _to_do(match: Match, seat: Seat) -> Orders:
    """What somebody has to do now: a new deal may be asked for, but nobody waits for that."""
    return tuple(order for order in options(match, seat) if not isinstance(order, o.AskRedeal))


class Terminal(Conversation):
    """Asks, tells and shows until the match is over or the player leaves."""

    def __init__(self, session: MatchSession, lang: str, tile_names: str | None = None) -> None:
        super().__init__(session, lang, tile_names)
        self.asked_of: tuple[int, int] | None = None
        """Of which deal the player was last asked whether to throw it in."""
        self.won: list[e.Side | None] = []
        """Who won the matches of the series so far."""
        self.questions: dict[type[o.Order], Callable[[Orders], None]] = {
            **dict.fromkeys(ABOUT_A_SEAT, self.about),
            o.ShuffleAgain: self.shuffle_again,
            o.AgreeCount: self.count,
            o.TakeDecision: lambda mine: self.choose(mine, self.session.me),
            o.SignSheet: self.sign,
        }
        """How the player is asked, by what is to be done; everything else is a move."""

    def run(self) -> None:
        with leaving_by_signals(), self.coming_back():
            try:
                self._run()
            except (KeyboardInterrupt, EOFError):
                self.leave()

    def _run(self) -> None:
        self.screen.heading(self.session.match, "Tantera")
        self.screen.help(self.session.book)
        self.wake_bots()
        while True:
            while self.goes_on():
                self.turn()
            self.sheet()
            if not self.record().saved("The match is kept in {path}", "dim"):
                self.nobody_saves()
            if not self.another():
                break
            self.session = self.session.again()

    @contextmanager
    def coming_back(self) -> Iterator[None]:
        """Who stopped the program (Ctrl-Z) and comes back (``fg``) finds the table and the question again."""
        if not self.live or not hasattr(signal, "SIGCONT"):
            yield
            return

        def back(number: int, frame: object) -> None:
            try:
                self.draw_again()
                self.reader.ask_again()
            except RuntimeError:  # in the middle of writing something: in a moment
                Timer(0.05, os.kill, (os.getpid(), signal.SIGCONT)).start()

        before = signal.signal(signal.SIGCONT, back)
        try:
            yield
        finally:
            signal.signal(signal.SIGCONT, before)

    def leave(self) -> None:
        """Save first, then tell: the window may be gone already, and with it everybody who could read. `NotOnDisk`
        where that cannot be done and nobody says that it need not be."""
        kept = self.written_quietly()
        with suppress(OSError):
            self.screen.console.print()
            if not (kept or self.record().written()):
                return self.nobody_saves()
            self.screen.say_where("Saved in {path}", "bold", self.session.path)
            self.screen.say_where("Go on with: {path}", "", to_go_on(self.session.path))

    def nobody_saves(self) -> None:
        """The match is on no disk: the player wants it so, or there is nobody to ask."""
        if not self.live:
            raise NotOnDisk(self.session.text)

    def written_quietly(self) -> bool:
        """Whether the match is in its file and there is nothing to say about it."""
        try:
            problem = self.session.save().told(self.session.path)
        except OSError:
            return False
        if problem is not None:
            with suppress(OSError):
                self.screen.say("{told}", "yellow", told=problem.told(self.lang))
        return True

    def wake_bots(self) -> None:
        """Bots that think compile their search before the first turn, so that no move of theirs waits for it. That is
        said before it begins: while machine code is made nothing else is."""
        if self.session.bots_compile:
            self.screen.say("The bots get ready; the first time on this computer it takes up to a minute…", "bold")
            sys.stdout.flush()
        self.session.wake_bots()
        told = self.session.bots_unknown
        if told is not None:
            self.screen.say(told.told(self.lang), "dim")

    def another(self) -> bool:
        """Whether one more match is played: the series asks for it, or the player does."""
        book, match = self.session.book, self.session.match
        self.won.append(match.winner)
        if book.best_of > 1:
            won = ", ".join(f"{names_of(side, match)} {self.won.count(side)}" for side in match.sides)
            self.screen.say("Matches won: {won}, best of {best_of}", "bold", won=won, best_of=book.best_of)
            if series_winner(book, self.won) is None:
                return True
            self.won = []
        return self.live and self.yes("Another match? y/N ")

    # --- one step of the table

    def goes_on(self) -> bool:
        """Whether anything is left to do: the sheet is signed after the end (TG-12)."""
        match = self.session.match
        return match.phase is not Phase.ENDED or any(options(match, seat) for seat in self.seats())

    def seats(self) -> tuple[Seat, ...]:
        """Everybody, the player first: bots agree with and sign what the player has seen."""
        me = self.session.me
        return (me, *(seat for seat in range(1, len(self.session.match.names) + 1) if seat != me))

    def turn(self) -> None:
        """Whoever has an option takes one: the player, a bot, an office; where nobody has, the table goes on."""
        self.tell(self.session.catch_up())
        match = self.session.match
        if self.may_redeal():
            return
        actor = next((seat for seat in self.seats() if _to_do(match, seat)), None)
        if actor == self.session.me:
            mine = _to_do(match, actor)
            asking = self.questions.get(type(mine[0]), self.ask)
            asking(mine)
        elif actor is not None:
            self.watch(actor)
        elif match.awaiting is not None:
            self.office(match.awaiting)
        elif match.phase is Phase.SEATING:
            self.do(o.DrawForOpening(self.session.draw_seed()), TABLE)
        elif match.phase is Phase.DEALING:
            self.do(self.session.next_deal, TABLE)

    def may_redeal(self) -> bool:
        """Asked once a deal, where the book lets the player throw the tiles in. Whether they are."""
        match, me = self.session.match, self.session.me
        deal = (match.hand_number, match.redeals)
        if self.asked_of == deal or o.AskRedeal(me) not in options(match, me):
            return False
        self.asked_of = deal
        if not self.yes("You hold many doubles. Ask for a new deal? y/N "):
            return False
        self.do(o.AskRedeal(me), me)
        return True

    def watch(self, seat: Seat) -> None:
        """What a bot does."""
        match = self.session.match
        if match.phase is Phase.PLAYING:
            self.pause()
        elif match.phase is Phase.COUNTING and self.session.me in match.out and not match.agreed:
            self.show_sheet()
        self.do(self.session.bot_order(seat), seat)

    def about(self, mine: Orders) -> None:
        """The option about the seat or the player that is typed; Enter is the player's own."""
        kind, me = type(mine[0]), self.session.me
        by_seat = {str(getattr(order, "seat", me)): order for order in mine if type(order) is kind}
        question = ABOUT_A_SEAT[kind]
        if self.session.match.phase is Phase.CHOOSING:  # having seen their tiles
            self.screen.table(view(self.session.match, me), self.session.now())
        if self.session.match.lines and kind is o.AgreeOpener:
            question = "Your pair won the last hand. Which of you two opens? Seat {seats}: "
        seats = " / ".join(by_seat)

        def parse(answer: str) -> o.Order | None:
            seat = seat_called(self.session.match, answer) if answer else me
            return by_seat.get(str(seat))

        unknown = "   found {answer}; expected {expected}, or Enter"
        last = len(self.session.match.names)
        self.do(self.until(parse, question, unknown, expected=seats, last=last, seats=seats), me)

    def shuffle_again(self, mine: Orders) -> None:
        again = self.yes("You open. Shuffle once more and take last? y/N ")
        self.do(o.ShuffleAgain(self.session.me, again), self.session.me)

    def show_sheet(self) -> None:
        match = self.session.match
        self.sheet()
        pause = match.book.comment_seconds
        if pause is not None:
            self.screen.say("   partners may comment for {seconds} s", "dim", seconds=pause)

    def count(self, mine: Orders) -> None:
        self.show_sheet()
        self.agreed("Enter to agree with the count ")
        self.do(mine[0], self.session.me)

    def sign(self, mine: Orders) -> None:
        self.agreed("Enter to sign the sheet ")
        self.do(mine[0], self.session.me)

    def choose(self, choices: Orders, by: Actor) -> None:
        """One of the choices that a decision leaves to somebody."""
        awaited = self.session.match.awaiting
        assert awaited is not None
        self.question(awaited, _numbered)
        numbered = {str(number): one for number, one in enumerate(choices, start=1)}
        unknown = "   found {found}, expected a number from 1 to {last}"
        self.do(self.until(numbered.get, "Which? 1 to {last}: ", unknown, last=len(choices)), by)

    def question(self, awaited: e.DecisionAwaited, listed: Callable[[tuple[str, ...]], str] = " / ".join) -> None:
        """An open decision with its article."""
        told = asked(awaited, self.session.match, self.lang, listed)
        self.screen.console.print(Text(Sentence(told, part="record", article=awaited.article).cited, "bold"))

    def office(self, awaited: e.DecisionAwaited) -> None:
        """There is no referee at this table and there are no judges: the player says what they decide."""
        table, me = self.session.match, self.session.match.names[self.session.me - 1]
        answers = [
            (order, office)
            for office in (REFEREE, JUDGES, DIRECTOR)
            for order in options(table, office)
            if isinstance(order, o.TakeDecision | o.GiveRuling | o.RecordInfraction)
        ]
        match answers:
            case [(o.TakeDecision(), office), *_]:
                self.choose([order for order, _ in answers], office)
            case [(o.GiveRuling(), _), *_]:
                self.ruling(me)
            case [(o.RecordInfraction(article=article), office), *_]:
                self.question(awaited)
                text = self.read("The ruling, in a sentence: ")
                self.do(o.RecordInfraction(article, details=(("text", text or "—"), ("by", me))), office)

    def ruling(self, by: str) -> None:
        match = self.session.match
        sides = {side_name(side): o.GiveRuling(side, by) for side in match.sides}
        answers = sides | {"=": o.GiveRuling(None, by)}
        question = "The judges rule. Winner {sides}, or = for a draw: "
        unknown = "   found {found}, expected one of {known}"
        listed = " / ".join(side_and_names(side, match) for side in match.sides)
        ruled = self.until(answers.get, question, unknown, sides=listed, known=" / ".join(answers))
        self.do(ruled, JUDGES)

    # --- asking

    def ask(self, mine: Orders) -> None:
        """One answer of the player in turn; the table comes back until it is a move."""
        session = self.session
        shown = view(session.match, session.me)

        def draw() -> None:
            if self.live:
                self.screen.console.print()
            self.screen.table(shown, session.now())

        draw()
        self.above = draw
        try:
            answer = self.read_in_time()
        finally:
            self.above = None
        if not answer and len(shown.options) == 1 and self.in_turn(shown):
            self.do(shown.options[0], session.me)
        elif answer:
            self.answer(answer, shown)

    def read_in_time(self) -> str:
        """The answer to *your move*, with the clock that runs beside it: of this move, or of the whole match."""
        match = self.session.match
        move, ends = deadline(match), match.clock.ends if match.clock.paused is None else None
        if move is None and ends is None:
            return self.read("Your move: ")
        until = min(moment for moment in (move, ends) if moment is not None)
        answer = self.read("Your move ({clock}): ", Ticking(lambda: until - self.session.now()))
        if self.timed_out and until == move:
            self.screen.say("   your time is over: the table plays", "red")
        return answer

    def in_turn(self, shown: View) -> bool:
        """Whether it is still the player's turn by the clock: a late Enter orders nothing."""
        return not self.timed_out and shown.phase is Phase.PLAYING

    def hint(self) -> None:
        """What the bots would do with these tiles, knowing what the player knows."""
        match self.session.bot_order(self.session.me):
            case o.PlaceTile(tile=tile, end=end):
                what = f"{self.screen.narrator.said(tile)} {MARKS[end]}" if end else self.screen.narrator.said(tile)
            case o.PlaceDoubles():
                what = self.screen.words("both doubles")
            case o.DrawTile():
                what = self.screen.words("draw a tile")
            case _:
                what = self.screen.words("pass")
        self.screen.say("   the bots would play: {what}", "bold", what=what)

    def take_back(self) -> None:
        """The player's last move in this hand and what came after it, as if they had not been."""
        if self.session.take_back():
            self.screen.say("   taken back: your turn again", "bold")
        else:
            self.screen.say("   there is nothing of yours to take back in this hand", "red")

    def answer(self, answer: str, shown: View) -> None:
        if answer.casefold() in said.HINT:
            return self.hint()
        if answer.casefold() in said.UNDO:
            return self.take_back()
        command = ordered("".join(answer.split()), shown, self.session.me, self.which_end)
        if command is WITHDRAWN:
            return
        if command is None and answer.rstrip("<>").isdecimal():
            self.screen.say("   no tile has the number {answer}; h for help", "red", answer=answer)
        elif command is None:
            self.screen.say("   found {answer}; type a number, p, or h for help", "red", answer=answer)
        else:
            self.do(command, self.session.me)

    def which_end(self, chain: Chain) -> End | Withdrawn:
        """By its number, its side or a word; who thinks better of it goes back to the tiles."""
        question = "Which end? {left} on the left (<) or {right} on the right (>); Enter: another tile "
        ends = {str(chain.left): End.LEFT, str(chain.right): End.RIGHT} if chain.left != chain.right else {}
        while True:
            answer = self.read(question, left=chain.left, right=chain.right).casefold()
            if answer in said.BACK:
                return WITHDRAWN
            if answer in said.LEFT:
                return End.LEFT
            if answer in said.RIGHT:
                return End.RIGHT
            if answer in ends:
                return ends[answer]
            message = "   found {answer}; expected {left}, {right}, left, right, or Enter to go back"
            if not ends:
                message = "   found {answer}; expected left, right, or Enter to go back"
            self.screen.say(message, "red", answer=answer, left=chain.left, right=chain.right)

    # --- doing and telling

    def do(self, order: o.Order, by: Actor) -> None:
        try:
            self.tell(self.session.do(order, by))
        except Refusal as refusal:
            self.cited = refusal.article
            self.screen.refusal(refusal.named(self.session.match.names))

    def tell(self, happened: list[Happened[Match]]) -> None:
        """What happened, in words; and where a hand is over, the table and the count before what comes after it."""
        for event, before, after in happened:
            self.screen.narrator.me = self.session.me
            self.screen.tell(event, before, after)
            if isinstance(event, e.HandScored):
                show_hand_over(self.screen, self.session.ledger, self.session.me)

    def pause(self) -> None:
        if self.live:
            time.sleep(_pace())


def _pace() -> float:
    said_so = os.environ.get("TANTERA_PACE", "")
    return min(float(said_so), 60.0) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]+)?", said_so) else PACE


def _numbered(choices: tuple[str, ...]) -> str:
    return " · ".join(f"{number} {choice}" for number, choice in enumerate(choices, start=1))
