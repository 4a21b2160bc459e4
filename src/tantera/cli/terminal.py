"""A match at the terminal: who is asked what, and when."""

from __future__ import annotations

import re
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import Final

from rich.markup import escape
from rich.text import Text

from tantera.cli.screen import Screen, numbered
from tantera.cli.session import Session
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    TABLE,
    Actor,
    AgreeCount,
    AgreeOpener,
    AskRedeal,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    DrawTile,
    GiveRuling,
    Happened,
    Match,
    MoveOrder,
    NameCounter,
    NameScorer,
    Order,
    PassTurn,
    Phase,
    PlaceDoubles,
    PlaceTile,
    RecordInfraction,
    ShuffleAgain,
    Side,
    SignSheet,
    TakeDecision,
    View,
    deadline,
    options,
    side_name,
    view,
)
from tantera.play.events import DecisionAwaited
from tantera.play.series import series_winner
from tantera.rules import Refusal, Seat
from tantera.telling import Sentence, asked, cards, signatures, tally
from tantera.tiles import End, Tile

PACE: Final = 0.5
"""Seconds between other players' moves, so that a person can follow them."""

HELP: Final = (
    "  number: plays that tile (add < or > for the end) · 6-4> a tile by name\n"
    "  p pass · r draw · d both doubles · t score sheet\n"
    "  ? the rule just cited, ? TG-9.2 any article · h help · q save and leave"
)


Orders = Sequence[Order]
ABOUT_A_SEAT: Final[dict[type[Order], str]] = {
    ChooseSeat: "You win the draw and open. Which seat, 1 to {last}? ",
    AgreeOpener: "Who opens? Seat 1 to {last}: ",
    NameScorer: "Who of your pair keeps the score sheet? Seat {seats}: ",
    NameCounter: "Who of your pair does the count? Seat {seats}: ",
}
"""How the player is asked which seat."""


def _to_do(match: Match, seat: Seat) -> Orders:
    """What somebody has to do now: a new deal may be asked for, but nobody waits for that."""
    return tuple(order for order in options(match, seat) if not isinstance(order, AskRedeal))


class Terminal:
    """Asks, tells and shows until the match is over or the player leaves."""

    def __init__(self, session: Session, lang: str, tile_names: str | None = None) -> None:
        self.session, self.lang = session, lang
        self.screen = Screen(lang, session.me, tile_names)
        self.cited: str | None = None
        self.asked_of: tuple[int, int] | None = None
        """Of which deal the player was last asked whether to throw it in."""
        self.won: list[Side | None] = []
        """Who won the matches of the series so far."""
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        self.questions: dict[type[Order], Callable[[Orders], None]] = {
            **dict.fromkeys(ABOUT_A_SEAT, self.about),
            ShuffleAgain: self.shuffle_again,
            AgreeCount: self.count,
            TakeDecision: lambda mine: self.choose(mine, self.session.me),
            SignSheet: self.sign,
        }
        """How the player is asked, by what is to be done; everything else is a move."""

    def run(self) -> None:
        # A closed window saves the match as Ctrl-C does, and Ctrl-C does so even when started in the background.
        for closing in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, closing):
                signal.signal(getattr(signal, closing), signal.default_int_handler)
        try:
            self.screen.heading(self.session.match, "Tantera")
            self.screen.say(HELP, "dim")
            self.wake_bots()
            while True:
                while self.goes_on():
                    self.turn()
                self.sheet()
                if self.session.keep:
                    self.save()
                if not self.another():
                    break
                self.session = self.session.again()
        except (KeyboardInterrupt, EOFError):
            self.screen.console.print()
            if self.save():
                message = "Go on with: python3 run.py play --resume {path}"
                self.screen.console.print(self.screen.words(message, path=self.session.path), soft_wrap=True)

    def wake_bots(self) -> None:
        """Bots that think compile their search before the first turn, so that no move of theirs waits for it."""
        with self.screen.console.status(self.screen.words("The bots get ready; the first time it takes a while")):
            self.session.wake_bots()

    def another(self) -> bool:
        """Whether one more match is played: the series asks for it, or the player does."""
        book, match = self.session.book, self.session.match
        self.won.append(match.winner)
        if book.best_of > 1:
            won = ", ".join(f"{side_name(side)} {self.won.count(side)}" for side in match.sides)
            self.screen.say("Matches won: {won}, best of {best_of}", "bold", won=won, best_of=book.best_of)
            if series_winner(book, self.won) is None:
                return True
            self.won = []
        return self.live and self.yes("Another match? y/N ")

    def save(self) -> bool:
        if self.written():
            self.screen.say("Saved in {path}", "bold", path=self.session.path)
            return True
        return False

    def written(self) -> bool:
        """Whether the match could be written to its file; if not, the player is told why."""
        try:
            self.session.save()
        except OSError as error:
            self.screen.say("{path} cannot be written: {error}", "red", path=self.session.path, error=error.strerror)
            return False
        return True

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
            self.do(DrawForOpening(self.session.draw_seed()), TABLE)
        elif match.phase is Phase.DEALING:
            self.do(DealHand(self.session.hand_seed()), TABLE)

    def may_redeal(self) -> bool:
        """Asked once a deal, where the book lets the player throw the tiles in. Whether they are."""
        match, me = self.session.match, self.session.me
        deal = (match.hand_number, match.redeals)
        if self.asked_of == deal or AskRedeal(me) not in options(match, me):
            return False
        self.asked_of = deal
        if not self.yes("You hold many doubles. Ask for a new deal? y/N "):
            return False
        self.do(AskRedeal(me), me)
        return True

    def watch(self, seat: Seat) -> None:
        """What a bot does."""
        match = self.session.match
        if match.phase is Phase.PLAYING:
            self.pause()
        elif match.phase is Phase.COUNTING and self.session.me in match.out and not match.agreed:
            self.show_count()
        self.do(self.session.bot_order(seat), seat)

    def about(self, mine: Orders) -> None:
        """The option about the seat that the player types, or about the player's own."""
        kind, me = type(mine[0]), self.session.me
        by_seat = {str(getattr(order, "seat", me)): order for order in mine if type(order) is kind}
        question = ABOUT_A_SEAT[kind]
        if self.session.match.lines and kind is AgreeOpener:
            question = "Your pair won the last hand. Which of you two opens? Seat {seats}: "
        answer = self.read(question, last=len(self.session.match.names), seats=" / ".join(by_seat))
        self.do(by_seat.get(answer, by_seat[str(me)]), me)

    def shuffle_again(self, mine: Orders) -> None:
        again = self.yes("You open. Shuffle once more and take last? y/N ")
        self.do(ShuffleAgain(self.session.me, again), self.session.me)

    def show_count(self) -> None:
        match = self.session.match
        self.screen.count(view(match, self.session.me))
        self.sheet()
        pause = match.book.comment_seconds
        if pause is not None:
            self.screen.say("   partners may comment for {seconds} s", "dim", seconds=pause)

    def count(self, mine: Orders) -> None:
        self.show_count()
        shown = view(self.session.match, self.session.me)
        while (answer := self.read("Enter to agree with the count ")).split(" ")[0] in ("t", "h", "q", "?"):
            self.answer(answer, shown)
        self.do(mine[0], self.session.me)

    def sign(self, mine: Orders) -> None:
        self.read("Enter to sign the sheet ")
        self.do(mine[0], self.session.me)

    def choose(self, choices: Orders, by: Actor) -> None:
        """One of the choices that a decision leaves to somebody; it is asked again until it is one."""
        awaited = self.session.match.awaiting
        assert awaited is not None
        self.question(awaited, _numbered)
        answer = self.read("Which? 1 to {last}: ", last=len(choices))
        if answer == "q":
            raise KeyboardInterrupt
        if re.fullmatch("[0-9]{1,2}", answer) and 1 <= int(answer) <= len(choices):
            self.do(choices[int(answer) - 1], by)

    def question(self, awaited: DecisionAwaited, listed: Callable[[tuple[str, ...]], str] = " / ".join) -> None:
        """An open decision with its article."""
        told = asked(awaited, self.session.match, self.lang, listed)
        self.screen.console.print(Text(Sentence(told, part="record", article=awaited.article).cited, "bold"))

    def office(self, awaited: DecisionAwaited) -> None:
        """There is no referee at this table and there are no judges: the player says what they decide."""
        table, me = self.session.match, self.session.match.names[self.session.me - 1]
        answers = [
            (order, office)
            for office in (REFEREE, JUDGES, DIRECTOR)
            for order in options(table, office)
            if isinstance(order, TakeDecision | GiveRuling | RecordInfraction)
        ]
        match answers:
            case [(TakeDecision(), office), *_]:
                self.choose([order for order, _ in answers], office)
            case [(GiveRuling(), _), *_]:
                self.ruling(me)
            case [(RecordInfraction(article=article), office), *_]:
                self.question(awaited)
                text = self.read("The ruling, in a sentence: ")
                self.do(RecordInfraction(article, details=(("text", text or "—"), ("by", me))), office)

    def ruling(self, by: str) -> None:
        sides = {side_name(side): side for side in self.session.match.sides}
        answer = self.read("The judges rule. Winner {sides}, or = for a draw: ", sides=" / ".join(sides))
        if answer in sides or answer == "=":
            self.do(GiveRuling(sides.get(answer), by), JUDGES)

    # --- asking

    def ask(self, mine: Orders) -> None:
        """One answer of the player in turn; the table comes back until it is a move."""
        session = self.session
        shown = view(session.match, session.me)
        if self.live:
            self.screen.console.print()
        self.screen.table(shown, session.now())
        until = deadline(session.match)
        if until is None:
            answer = self.read("Your move: ")
        else:
            seconds = max(0, (until - session.now()) // 1000)
            answer = self.read("Your move ({seconds} s): ", until=until, seconds=seconds)
        self.answer(answer, shown)

    def answer(self, answer: str, shown: View) -> None:
        words = answer.split()
        match words:
            case []:
                pass
            case ["?"]:
                self.explain(self.cited)
            case ["?", article]:
                self.explain(article)
            case ["t"]:
                self.sheet()
            case ["q"]:
                raise KeyboardInterrupt
            case ["h"]:
                self.screen.say(HELP, "dim")
            case _:
                command = self.command("".join(words), shown)
                if command is None:
                    self.screen.say("   found {answer}; type a number, p, or h for help", "red", answer=answer)
                else:
                    self.do(command, self.session.me)

    def command(self, text: str, shown: View) -> MoveOrder | None:
        """What an answer orders: a numbered tile, a tile by name, a pass, a draw, both doubles."""
        me = self.session.me
        if text.casefold() in ("p", "paso", "pas", "pass"):
            return PassTurn(me)
        if text.casefold() == "r":
            return DrawTile(me)
        if text.casefold() == "d":
            both = next((command for command in shown.options if isinstance(command, PlaceDoubles)), None)
            return both or PlaceDoubles(me, Tile.of(0, 0), Tile.of(1, 1))
        found = re.fullmatch(r"(\d{1,2}|\d[-|]\d)([<>]?)", text, re.ASCII)
        if found is None:
            return None
        tiles = {number: tile for tile, number in numbered(shown).items()}
        tile = tiles.get(int(found[1])) if found[1].isdecimal() else None  # a number is a label before it is a tile
        digits = found[1].replace("-", "").replace("|", "")
        if tile is None and len(digits) == 2:
            tile = Tile.parse(digits)
        return None if tile is None else PlaceTile(me, tile, self.end(tile, found[2], shown))

    def end(self, tile: Tile, written: str, shown: View) -> End | None:
        """The end the player wrote, the only one there is, or the one the player says when asked."""
        if shown.chain is None:
            return None
        if written:
            return End(written)
        legal = [c.end for c in shown.options if isinstance(c, PlaceTile) and c.tile is tile and c.end is not None]
        if not legal:  # refused whatever the end: take one that at least touches
            return End.RIGHT if tile.has(shown.chain.right) else End.LEFT
        if len(legal) == 1 or shown.chain.left == shown.chain.right:  # to ask which of two equal ends would be silly
            return legal[0]
        while True:
            answer = self.read("Which end, < ({left}) or > ({right})? ", left=shown.chain.left, right=shown.chain.right)
            if answer in ("<", ">"):
                return End(answer)
            if answer == "q":
                raise KeyboardInterrupt

    def read(self, question: str, until: int | None = None, **facts: object) -> str:
        """A line from the player; an empty one when the time for it runs out.

        A match with a file is in it before anything is asked: a plug that is pulled loses nothing the player did.
        """
        if self.session.keep:
            self.session.keep = self.written()
        prompt = Text(self.screen.words(question, **facts), "bold")
        self.screen.console.print(prompt, end="")
        sys.stdout.flush()
        if until is not None and self.live:
            seconds = max(0.0, (until - self.session.now()) / 1000)
            ready, _, _ = select.select([sys.stdin], [], [], seconds)
            if not ready:
                self.screen.console.print()
                self.screen.say("   your time is over: the table plays", "red")
                return ""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not self.live:
            self.screen.console.print(escape(line.rstrip("\n")))
        return line.strip()

    def yes(self, question: str) -> bool:
        return self.read(question).casefold() in ("y", "yes", "s", "si", "sí")

    # --- doing and telling

    def do(self, order: Order, by: Actor) -> None:
        try:
            self.tell(self.session.do(order, by))
        except Refusal as refusal:
            self.cited = refusal.article
            self.screen.refusal(refusal)

    def tell(self, happened: list[Happened]) -> None:
        for event, before, after in happened:
            self.screen.narrator.me = self.session.me
            self.screen.tell(event, before, after)

    def sheet(self) -> None:
        match = self.session.match
        self.screen.sheet(tally(self.session.ledger, self.lang), cards(match, self.lang), signatures(match))

    def explain(self, article: str | None) -> None:
        self.screen.article(self.session.book, article)

    def pause(self) -> None:
        if self.live:
            time.sleep(PACE)


def _numbered(choices: tuple[str, ...]) -> str:
    return " · ".join(f"{number} {choice}" for number, choice in enumerate(choices, start=1))
