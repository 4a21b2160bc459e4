"""The pad at the terminal: one question at a time, and every answer saved before the next one."""

from __future__ import annotations

from pathlib import Path
from typing import Final, assert_never

from tantera.cli.pad.asking import HELP, Cancelled, Questions, Undo
from tantera.cli.pad.infractions import ask_decision, ask_infraction
from tantera.cli.pad.start import save
from tantera.notation import DgnError
from tantera.notation.errors import said
from tantera.play import Event, Match, Side
from tantera.play.events import DecisionAwaited, HandDealt, InfractionRecorded, PointsGiven
from tantera.rules import Refusal, Seat
from tantera.sheet import Pad, results
from tantera.sheet.questions import (
    Decision,
    Judges,
    Nothing,
    Opener,
    Points,
    Result,
    Ruling,
    Signature,
    counted_sides,
)
from tantera.telling import name_of, names_of, side_called

BLOCK: Final = frozenset({"c", "b", "cierre", "tranque", "tancament", "block"})
TIE: Final = frozenset({"=", "e", "empate", "empat", "tie"})
VOID: Final = frozenset({"n", "nula", "nul·la", "void"})
TIME: Final = frozenset({"tiempo", "temps", "time"})


class PadTerminal:
    """Asks and writes until the sheet is signed or somebody leaves."""

    def __init__(self, pad: Pad, path: Path, questions: Questions) -> None:
        self.pad, self.path, self.questions = pad, path, questions
        self.screen = questions.screen
        questions.pad = pad
        self.done = False
        self.wrote = False
        """Whether anything has been written since the sheet was opened."""

    def run(self) -> None:
        save(self.pad, self.path)
        self.screen.heading(self.pad.match, "Tantera")
        self.screen.say(HELP, "dim")
        if self.pad.document.hands:
            self.questions.show_sheet()
        try:
            while not self.done:
                self.step()
        except (KeyboardInterrupt, EOFError):
            save(self.pad, self.path)
            self.screen.console.print()
        message = "Saved in {path}" if self.done else "Saved in {path}. Go on with: tantera sheet {path}"
        self.screen.say(message, "bold", path=self.path)

    def step(self) -> None:
        """One entry, whole or not at all."""
        self.questions.ahead.clear()
        try:
            pad = self.entry()
            if self.questions.ahead:
                rest = " ".join(self.questions.ahead)
                raise Refusal(self.pad.book.cites.sheet, "{found} is too much: nothing is asked for it", found=rest)
            self.write(pad)
        except Undo:
            self.undo()
        except Cancelled:
            self.screen.say("   nothing written", "dim")
        except Refusal as refusal:
            self.questions.refuse(refusal)
        except DgnError as error:
            self.questions.cited = error.article or self.questions.cited
            found, expected = (said(words, self.questions.lang) for words in error.reasons)
            message = "   {found} cannot stand, expected {expected}  {article}"
            self.screen.say(message, "red", found=found, expected=expected, article=error.article)

    def write(self, pad: Pad) -> None:
        """A new state of the sheet: saved, then told."""
        if pad is self.pad:
            return
        before, self.pad, self.wrote = self.pad, pad, True
        self.questions.pad = pad
        save(pad, self.path)
        self.tell(before)
        if len(pad.match.lines) != len(before.match.lines) or pad.is_over != before.is_over:
            self.questions.show_sheet()
        elif pad.signed != before.signed:
            self.screen.say("Signed: {names}", "bold", names=", ".join(pad.signed))

    def undo(self) -> None:
        try:
            pad = self.pad.undone()
        except Refusal as refusal:
            self.questions.refuse(refusal)
            return
        self.pad = self.questions.pad = pad
        save(pad, self.path)
        self.screen.say("   undone", "dim")
        self.questions.show_sheet()

    def tell(self, before: Pad) -> None:
        """What has followed from an entry, in words."""
        for event, was, match in self.pad.ledger.happenings(self.pad.shared(before)):
            if isinstance(event, InfractionRecorded):
                self.questions.cited = event.article
            if not _asked_next(event):
                self.screen.tell(event, was, match)

    # --- what is asked next

    def entry(self) -> Pad:
        """The next thing the sheet needs, answered."""
        question = self.pad.asks()
        match question:
            case Opener():
                return self.opener(question)
            case Result():
                return self.result(question)
            case Decision() | Ruling():
                return ask_decision(self.questions, self.pad)
            case Points():
                return self.points(question)
            case Judges():
                return self.judges(question)
            case Signature():
                return self.sign(question)
            case Nothing():
                return self.all_signed()
            case _:
                assert_never(question)

    def opener(self, asked: Opener) -> Pad:
        return self.pad.opened(
            self.questions.until(self.first, "Hand {number}: who opens? ", True, number=asked.number)
        )

    def first(self, typed: str) -> Seat:
        """Who opens; whatever else is to be written needs a hand to stand in."""
        word = typed.casefold().partition(" ")[0]
        if word in BLOCK | VOID | TIME | {"i"}:
            raise Refusal(self.pad.book.cites.opener, "say first who opens the hand")
        return self.questions.parse_seat(typed)

    def result(self, asked: Result) -> Pad:
        name = name_of(asked.opener, self.pad.match)
        question = "Hand {number}, {name} opens. Who went out? "
        first, *rest = self.questions.ask(question, True, number=asked.number, name=name).split() or [""]
        word = first.casefold()
        if not word:
            return self.pad
        if word == "i":
            return ask_infraction(self.questions, self.pad, " ".join(rest))
        if word in VOID:
            return self.void()
        if word in TIME:
            lifted = asked.if_lifted and self.questions.yes("Are the tiles of a hand lifted? y/N ")
            return self.pad.timed(lifted)
        self.questions.ahead = rest
        if word in BLOCK:
            return self.block(asked.opener)
        return self.domino(self.questions.parse_seat(first), asked)

    def domino(self, seat: Seat, asked: Result) -> Pad:
        match, questions = self.pad.match, self.questions
        match asked.counts:
            case "totals":
                totals = self.totals(match, match.side_of(seat))
                return self.pad.ended(results.domino_with_totals(match, seat, totals, asked.opener))
            case "prize":
                capicua = asked.capicua and questions.yes("Capicua? y/N ")
                return self.pad.ended(results.domino(match, seat, results.prize(match, capicua)))
            case "points":
                raised = "Points as they go on the sheet (this hand counts ×{worth}): "
                question = "Points: " if asked.worth == 1 else raised
                points = questions.until(lambda typed: results.domino_points(match, typed), question, worth=asked.worth)
                return self.pad.ended(results.domino(match, seat, points))

    def block(self, opener: Seat) -> Pad:
        match, questions = self.pad.match, self.questions

        def winner(typed: str) -> Side | None:
            if typed.casefold() in TIE:
                return None
            side = side_called(match, typed)
            if side is None or side[0] in match.out:
                raise Refusal(match.book.cites.count, "there is no such side")
            return side

        said = questions.until(winner, "Who wins the block? Seat, or = if level: ")
        if said is None and len(match.sides) == 2:
            each = questions.until(
                lambda typed: results.pips(match, typed) if typed else None,
                "Points of each side (Enter: not written down): ",
            )
            return self.pad.ended(results.tie(match, each))
        return self.pad.ended(results.block(match, said, self.totals(match, None), opener))

    def totals(self, match: Match, out: Side | None) -> results.Totals:
        """What every side has left, one after the other; nothing to ask of whoever went out."""
        left = {} if out is None else {out: 0}
        for side in counted_sides(match, out):
            names = names_of(side, match)
            question = "Points left, {names}: "
            left[side] = self.questions.until(lambda typed: results.pips(match, typed), question, names=names)
        return tuple(left.get(side) for side in match.sides)

    def void(self) -> Pad:
        return self.pad.voided(self.questions.free("Why is it void? "), self.questions.free("Who rules? "))

    def points(self, asked: Points) -> Pad:
        """The line of a hand that an infraction ended, with what only the table can count."""
        sanction, match = self.pad.closing, self.pad.match
        assert sanction is not None
        points = self.questions.until(
            lambda typed: results.sanction_points(match, sanction, typed),
            "Points for {names}, all tiles left as {article} counts them: ",
            True,
            names=names_of(asked.side, match),
            article=asked.article,
        )
        return self.pad.ended(results.sanctioned(match, sanction, points))

    def judges(self, asked: Judges) -> Pad:
        match = self.pad.match
        sides = " / ".join(names_of(side, match) for side in asked.sides)

        def winner(typed: str) -> Side | None:
            side = side_called(match, typed)
            if side is None and typed.casefold() not in TIE:
                raise Refusal(match.book.cites.limit, "there is no such side")
            return side

        question = "The judges rule. Winner {sides}, or = for a draw: "
        return self.pad.ruled(self.questions.until(winner, question, True, sides=sides))

    # --- signatures

    def sign(self, asked: Signature) -> Pad:
        """A signature that the book asks for; where it asks for none, of whoever wants to sign."""
        pad, match, ask = self.pad, self.pad.match, self.questions.ask
        if not asked.required:
            answer = ask("Who signs? Seat (Enter: nobody else): ", True)
            return pad.signed_by(self.questions.parse_seat(answer)) if answer else self.leave()
        if asked.duty == "player":
            answer = ask("{name} signs (Enter; n: no): ", True, name=name_of(asked.seats[0], match))
            return self.leave() if answer.casefold().startswith("n") else pad.signed_by(asked.seats[0])
        kept, counted = "Who kept the sheet signs, {names} (n: no): ", "Who counted signs, {names} (n: no): "
        names = " / ".join(f"{seat} {name_of(seat, match)}" for seat in asked.seats)
        answer = ask(kept if asked.duty == "scorer" else counted, True, names=names)
        return self.leave() if answer.casefold() == "n" else pad.signed_by(self.questions.parse_seat(answer))

    def all_signed(self) -> Pad:
        """Done; a sheet signed before is only opened to look at it, or to take something back."""
        if not self.wrote:
            self.questions.ask("The sheet is signed. Enter: leave; u: undo ", True)
        return self.leave()

    def leave(self) -> Pad:
        self.done = True
        return self.pad


def _asked_next(event: Event) -> bool:
    """What the next question says anyway, and the deal of tiles that nobody knows."""
    match event:
        case PointsGiven(points=None) | HandDealt():
            return True
        case DecisionAwaited():
            return event.infraction is not None
        case _:
            return False
