"""``tantera puzzles``: positions with one right move, made by our own bots and solved in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tantera.cli import common, said
from tantera.cli.lazily import group_of
from tantera.cli.waiting import bar, told
from tantera.words import Phrase, translate

if TYPE_CHECKING:
    from tantera.cli.match.conversation import Withdrawn
    from tantera.cli.match.screen import Screen
    from tantera.play import View
    from tantera.puzzles import Puzzle
    from tantera.tiles import Chain, End

Count = Annotated[int, typer.Option(min=1, max=10_000, help="How many puzzles.")]
Seed = Annotated[int, typer.Option(min=0, max=10**9, help="The same number, the same puzzles.")]
Out = Annotated[Path | None, typer.Option("--out", help="The file to write; standard output if left out.")]
ThemeName = Annotated[str | None, typer.Option("--theme", help="count, pass, block, partner or tempo.")]
LevelNumber = Annotated[int | None, typer.Option(min=1, max=5, help="How hard: 1 is easy, 5 is hard.")]
PuzzleName = Annotated[str | None, typer.Option("--puzzle", help="This one first, by its number, as 42-7.")]


def make(count: Count = 500, seed: Seed = 1, out: Out = None, lang: common.Language = "es") -> None:
    """Make puzzles from hands of our own bots: a line of JSON each."""
    with told(translate(lang, "Getting ready; the first time it takes a while")):
        from tantera.puzzles.making import puzzles
    from tantera.cli.keeping import write_output
    from tantera.puzzles.puzzle import sorted_puzzles, written

    with bar(count) as show:
        made = b"".join(map(written, sorted_puzzles(puzzles(count, seed, lambda done: show(done, "")))))
    if out is None:
        sys.stdout.write(made.decode())
    else:
        write_output(out, made)
        print(out)


def play(
    theme: ThemeName = None,
    level: LevelNumber = None,
    puzzle: PuzzleName = None,
    lang: common.Language = "es",
    tile_names: common.TileNames = None,
) -> None:
    """Solve puzzles in the terminal, the one of the day first."""
    from datetime import date

    from tantera.cli.match.screen import Screen
    from tantera.lessons import LEARNER
    from tantera.puzzles import THEMES, of_the_day, shipped
    from tantera.puzzles.puzzle import by_id

    common.check_tile_names(tile_names)
    if theme is not None and theme not in THEMES:
        common.fail_wrong("--theme", repr(theme), Phrase("one of {known}", known=", ".join(THEMES)))
    fitting = [one for one in shipped() if theme in (None, one.theme) and level in (None, one.level)]
    if not fitting:
        common.fail_wrong("--level", level, Phrase("one that this theme has"))
    if puzzle is not None and puzzle not in {one.id for one in fitting}:
        common.fail_wrong("--puzzle", repr(puzzle), Phrase("one that comes along, as 42-7"))
    today = of_the_day(date.today())
    wanted = today if puzzle is None else by_id()[puzzle]
    first = fitting.index(wanted) if wanted in fitting else date.today().toordinal() % len(fitting)
    asking = _Asking(Screen(lang, LEARNER, tile_names))
    try:
        for task in (*fitting[first:], *fitting[:first]):
            asking.ask(task, is_todays=task is today)
    except (EOFError, KeyboardInterrupt):
        print()
    asking.tell_sum()


class _Asking:
    """One person at a terminal, and puzzles."""

    def __init__(self, screen: Screen) -> None:
        from tantera.cli.asking import Reader

        self.screen, self.reader = screen, Reader(screen.console)
        self.right = self.asked = 0

    def ask(self, puzzle: Puzzle, is_todays: bool) -> None:
        from tantera.lessons import LEARNER
        from tantera.play import view
        from tantera.puzzles import THEMES, answered
        from tantera.puzzles.telling import ASKED, remembered

        position, lang = view(puzzle.match, LEARNER), self.screen.lang
        self.screen.console.print()
        if is_todays:
            self.screen.say("The puzzle of the day", "bold")
        theme = THEMES[puzzle.theme].told(lang)
        self.screen.say("{theme} · level {level} of 5", "dim", theme=theme, level=puzzle.level)
        self.screen.table(position, 0)
        for seen in remembered(puzzle):
            self._say(seen, "dim")
        self._say(ASKED, "bold")
        while True:
            order = self._order(position)
            answer = answered(puzzle, order)
            if answer.refusal is None:
                break
            self.screen.console.print("   " + answer.refusal.told(lang), style="red", markup=False)
        self.asked += 1
        self.right += answer.right
        self._tell(puzzle, order)

    def _order(self, shown: View) -> str:
        """An answer that names a tile of the rack; whoever wants to stop says so."""
        from tantera.cli.match.conversation import ordered
        from tantera.play import PlaceTile

        while True:
            typed = self._line("Your move (a number, q: leave): ")
            order = ordered("".join(typed.split()), shown, shown.seat, self._which_end)
            if isinstance(order, PlaceTile) and order.tile in shown.mine:
                return f"{order.end or ''}{order.tile}"
            unknown = "   found {answer}; type the number of a tile, with < or > where it fits both ends"
            self.screen.say(unknown, "red", answer=typed or "—")

    def _which_end(self, chain: Chain) -> End | Withdrawn:
        from tantera.cli.match.conversation import WITHDRAWN
        from tantera.tiles import End

        typed = self._line("Left (<) or right (>)? Enter: another tile ").casefold()
        return End.LEFT if typed in said.LEFT else End.RIGHT if typed in said.RIGHT else WITHDRAWN

    def _line(self, question: str) -> str:
        typed = self.reader.line(lambda _: self.screen.words(question)) or ""
        if typed.casefold() in said.LEAVE:
            raise EOFError
        return typed

    def _tell(self, puzzle: Puzzle, order: str) -> None:
        from tantera.puzzles import answered
        from tantera.puzzles.telling import finders, verdict

        answer = answered(puzzle, order)
        assert answer.why is not None
        self.screen.say("Right" if answer.right else "Not this one", "bold green" if answer.right else "bold yellow")
        self._say(verdict(puzzle, answer))
        for reason in answer.why.why:
            self._say(reason)
        self._say(finders(puzzle), "dim")

    def _say(self, phrase: Phrase, style: str = "") -> None:
        words = phrase.told(self.screen.lang)
        self.screen.console.print(f"   {words[:1].upper()}{words[1:]}.".replace("?.", "?"), style=style, markup=False)

    def tell_sum(self) -> None:
        self.screen.say("{right} of {count} right", "bold", right=self.right, count=self.asked)


def group() -> Any:
    """The group, as the command line wants it."""
    return group_of({"make": make, "play": play}, help="Positions with one right move: solve them, or make new ones.")
