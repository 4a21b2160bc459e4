"""The pad at the terminal: one question at a time, and every answer saved before the next one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.text import Text

from tantera.cli.pad import results as results
from tantera.cli.pad import telling
from tantera.cli.pad.asking import HELP, Cancelled, Questions, Undo
from tantera.cli.pad.infractions import ask_decision, ask_infraction
from tantera.cli.pad.pad import Pad, save
from tantera.notation import DgnError
from tantera.notation.errors import said
from tantera.play import Match, Phase, Side
from tantera.play.events import ConsequenceFollowed, DecisionAwaited, HandDealt, InfractionRecorded
from tantera.play.match import evolve, replay
from tantera.rules import Refusal, Seat

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
        known, new = self.pad.since(before)
        match = replay(self.pad.book, known)
        for event in new:
            was, match = match, evolve(match, event)
            match event:
                case InfractionRecorded():
                    self.questions.cited = event.article
                    text = telling.infraction(event, match, self.questions.lang)
                    self.screen.console.print(Text(f"   {text}", "bold yellow"))
                case ConsequenceFollowed(kind="points", points=None):
                    pass  # the table counts them: asked next
                case ConsequenceFollowed():
                    text = telling.consequence(event, match, self.questions.lang)
                    self.screen.console.print(Text(f"     → {text}", "yellow"))
                case DecisionAwaited() if event.infraction is not None:
                    pass  # asked next
                case HandDealt():
                    pass  # nobody knows the tiles
                case _:
                    self.screen.tell(event, was, match)

    # --- what is asked next

    def entry(self) -> Pad:
        """The next thing the sheet needs, answered."""
        pad = self.pad
        if pad.is_over:
            return self.sign()
        if pad.awaits_judges:
            return self.judges()
        if pad.match.awaiting is not None:
            return ask_decision(self.questions, pad)
        if pad.closing is not None:
            return self.close()
        if pad.opener is None:
            return pad.opened(self.questions.until(self.first, "Hand {number}: who opens? ", True, number=pad.number))
        return self.hand(pad.opener)

    def first(self, typed: str) -> Seat:
        """Who opens; whatever else is to be written needs a hand to stand in."""
        word = typed.casefold().partition(" ")[0]
        if word in BLOCK | VOID | TIME | {"i"}:
            raise Refusal(self.pad.book.cites.opener, "say first who opens the hand")
        return self.questions.parse_seat(typed)

    def hand(self, opener: Seat) -> Pad:
        name = self.pad.match.names[opener - 1]
        question = "Hand {number}, {name} opens. Who went out? "
        first, *rest = self.questions.ask(question, True, number=self.pad.number, name=name).split() or [""]
        word = first.casefold()
        if not word:
            return self.pad
        if word == "i":
            return ask_infraction(self.questions, self.pad, " ".join(rest))
        if word in VOID:
            return self.void()
        if word in TIME:
            return self.time()
        self.questions.ahead = rest
        if word in BLOCK:
            return self.block(opener)
        return self.domino(self.questions.parse_seat(first), opener)

    def domino(self, seat: Seat, opener: Seat) -> Pad:
        match, questions = self.pad.match, self.questions
        if match.book.options.scoring == "own_loss":
            totals = self.totals(match, match.side_of(seat))
            return self.pad.ended(results.domino_with_totals(match, seat, totals, opener))
        if match.book.prize is not None:
            capicua = match.book.prize.capicua is not None and questions.yes("Capicua? y/N ")
            return self.pad.ended(results.domino(match, seat, results.prize(match, capicua)))
        question = "Points: " if match.worth == 1 else "Points as they go on the sheet (this hand counts ×{worth}): "
        points = questions.until(lambda typed: results.domino_points(match, typed), question, worth=match.worth)
        return self.pad.ended(results.domino(match, seat, points))

    def block(self, opener: Seat) -> Pad:
        match, questions = self.pad.match, self.questions

        def winner(typed: str) -> Side | None:
            if typed.casefold() in TIE:
                return None
            side = telling.side_called(match, typed)
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
        totals: list[int | None] = []
        for side in match.sides:
            if side[0] in match.out:
                totals.append(None)
            elif side == out:
                totals.append(0)
            else:
                names = telling.names_of(side, match)
                left = self.questions.until(
                    lambda typed: results.pips(match, typed), "Points left, {names}: ", names=names
                )
                totals.append(left)
        return tuple(totals)

    def void(self) -> Pad:
        return self.pad.voided(self.questions.free("Why is it void? "), self.questions.free("Who rules? "))

    def time(self) -> Pad:
        """In books that finish the hand it matters whether one is being played."""
        match = self.pad.match
        matters = match.book.options.at_time == "finish_hand" and match.phase is not Phase.PLAYING
        return self.pad.timed(matters and self.questions.yes("Are the tiles of a hand lifted? y/N "))

    def close(self) -> Pad:
        """The line of a hand that an infraction ended, with what only the table can count."""
        sanction, match = self.pad.closing, self.pad.match
        assert sanction is not None
        points = None
        if not sanction.points_known:
            question = "Points for {names}, all tiles left as {article} counts them: "
            names = telling.names_of(sanction.side or (), match)
            points = self.questions.until(
                lambda typed: results.sanction_points(match, sanction, typed),
                question,
                True,
                names=names,
                article=sanction.article,
            )
        return self.pad.ended(results.sanctioned(match, sanction, points))

    def judges(self) -> Pad:
        match = self.pad.match
        sides = " / ".join(telling.names_of(side, match) for side in match.sides)

        def winner(typed: str) -> Side | None:
            side = telling.side_called(match, typed)
            if side is None and typed.casefold() not in TIE:
                raise Refusal(match.book.cites.limit, "there is no such side")
            return side

        question = "The judges rule. Winner {sides}, or = for a draw: "
        return self.pad.ruled(self.questions.until(winner, question, True, sides=sides))

    # --- signatures

    def sign(self) -> Pad:
        """The signatures that the book asks for; where it asks for none, whoever wants to sign."""
        pad, match = self.pad, self.pad.match
        match match.book.sheet.signed_by:
            case "everybody":
                waiting = [seat for seat in range(1, len(match.names) + 1) if not pad.has_signed(seat)]
            case "scorer_and_counter":
                # TG-6.2: the home pair keeps the sheet, the other one counts.
                return self.scorer_and_counter()
            case _:
                return self.anybody()
        if not waiting:
            return self.all_signed()
        answer = self.questions.ask("{name} signs (Enter; n: no): ", True, name=match.names[waiting[0] - 1])
        return self.leave() if answer.casefold().startswith("n") else pad.signed_by(waiting[0])

    def scorer_and_counter(self) -> Pad:
        pad, match = self.pad, self.pad.match
        if len(pad.signed) >= 2:
            return self.all_signed()
        kept, counted = "Who kept the sheet signs, {names} (n: no): ", "Who counted signs, {names} (n: no): "
        side, question = (match.visitors, counted) if pad.signed else (match.home, kept)

        def signer(typed: str) -> Seat | None:
            if typed.casefold() == "n":
                return None
            seat = self.questions.parse_seat(typed)
            if seat not in side:
                raise Refusal(match.book.cites.sheet, "seat {seat} does not sign the sheet in this book", seat=seat)
            return seat

        names = " / ".join(f"{seat} {match.names[seat - 1]}" for seat in side)
        seat = self.questions.until(signer, question, True, names=names)
        return self.leave() if seat is None else pad.signed_by(seat)

    def anybody(self) -> Pad:
        answer = self.questions.ask("Who signs? Seat (Enter: nobody else): ", True)
        return self.pad.signed_by(self.questions.parse_seat(answer)) if answer else self.leave()

    def all_signed(self) -> Pad:
        """Done; a sheet signed before is only opened to look at it, or to take something back."""
        if not self.wrote:
            self.questions.ask("The sheet is signed. Enter: leave; u: undo ", True)
        return self.leave()

    def leave(self) -> Pad:
        self.done = True
        return self.pad
