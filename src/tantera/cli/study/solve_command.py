"""``tantera solve``: what a position is worth, and each move in it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from tantera.cli import common
from tantera.cli.bare import bare
from tantera.words import Phrase, Problem, translate

if TYPE_CHECKING:
    from tantera.cli.study.solving import Solver
    from tantera.play import Hand
    from tantera.rules import Book
    from tantera.solver.worlds import Knowledge


class SolveOptions(NamedTuple):
    """How positions are to be solved."""

    who_wins: bool
    worlds: int
    seed: int
    seconds: float
    """0: as long as it takes."""


class PositionToSolve(NamedTuple):
    """A position that can be solved."""

    text: str
    source: str
    """Where it stood, as errors name it."""
    hand: Hand

    @property
    def has_unknown(self) -> bool:
        return any(self.hand.hidden) or None in self.hand.boneyard

    @property
    def unnamed(self) -> int:
        """How many tiles the unknown ones are drawn from although they may lie on the table."""
        hand = self.hand
        if not self.has_unknown or hand.chain is None or "played=" in self.text:
            return 0
        return len(hand.book.options.set.tiles) - sum(map(hand.count, hand.seats)) - len(hand.boneyard)


def solve(
    position: Annotated[
        list[str], typer.Argument(help="ends=6:4 turn=2 1:00.04… 2:… [played=66.64…] or -: one a line, standard input.")
    ],
    book: common.BookName = "san-juan",
    option: common.Options = None,
    hand: Annotated[int, typer.Option(min=1, help="The number of the hand, where the book makes a difference.")] = 1,
    who_wins: Annotated[bool, typer.Option("--who-wins", help="Only who wins: 1, 0 or -1 instead of points.")] = False,
    as_json: common.AsJson = False,
    worlds: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="Where tiles are unknown (??): how many deals to try.")
    ] = 200,
    seed: Annotated[int, typer.Option(min=0, max=10**18, help="The same number, the same deals.")] = 0,
    seconds: Annotated[
        float, typer.Option(min=0, max=86_400, help="When the time is over, say what is known. 0: as long as it takes.")
    ] = 5.0,
    lang: common.Language = "es",
) -> None:
    """Value a position and every move in it, with best play by all. A tile written ?? is unknown."""
    answers = Answers(SolveOptions(who_wins, worlds, seed, seconds), as_json, lang, position == ["-"])
    try:
        law = common.book_of(book, option)
        _say_what_is_unknown(law, lang)
        if position != ["-"]:
            answers.give(_position(" ".join(position), ("position", 1), law, hand))
            return
        bad = False
        for number, raw in enumerate(iter(sys.stdin.buffer.readline, b""), start=1):
            if raw.strip():
                bad = not answers.give_line(raw, number, law, hand) or bad
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if bad:
        raise typer.Exit(2)


def _say_what_is_unknown(book: Book, lang: str) -> None:
    """On standard error: a figure that leaves rules of the book out is no lie as long as that is said."""
    from tantera.solver.unknown import unknown_in_words

    told = unknown_in_words(book)
    if told is not None:
        print(told.told(lang), file=sys.stderr)


class Answers:
    """One answer after another, each as soon as its position is there: who writes the lines may wait for them."""

    def __init__(self, options: SolveOptions, as_json: bool, lang: str, from_input: bool) -> None:
        self.options, self.as_json, self.lang, self.from_input = options, as_json, lang, from_input
        self._solver: Solver | None = None
        self._given = 0

    def give_line(self, raw: bytes, number: int, book: Book, hand_number: int) -> bool:
        """The answer to a line of standard input, or what is wrong with it in place of one: then False."""
        try:
            self.give(_position(_text(raw, number), ("-", number), book, hand_number))
        except Problem as error:
            if self.as_json:
                common.print_json({"line": number, "error": {"code": error.code, "message": error.cited(self.lang)}})
            else:
                print(bare(error.cited(self.lang)), file=sys.stderr)
            sys.stdout.flush()
            return False
        return True

    def give(self, position: PositionToSolve) -> None:
        from tantera.cli.waiting import told

        solver, unknown = self._ready(position)
        from tantera.cli.study.solving import as_data, tell
        from tantera.solver import unknown_rules

        searching = translate(self.lang, "Searching; Ctrl-C stops")
        with told(searching) as say:
            answer = solver.answer(position.hand, unknown, lambda done: say(f"{searching} · {done}"))
        if self.as_json:
            left_out = unknown_rules(position.hand.book)
            told_of = {"left_out": list(left_out)} if left_out else {}
            common.print_json(as_data(answer, unknown is not None) | told_of)
        else:
            if self.from_input:
                print("\n" * (self._given > 0) + position.text)
            tell(position.hand, answer, self.options, unknown is not None, self.lang)
            self._tell_unnamed(position)
        self._given += 1
        sys.stdout.flush()

    def _ready(self, position: PositionToSolve) -> tuple[Solver, Knowledge | None]:
        """What follows loads machine code, and compiles it the first time: in a thread, so that Ctrl-C is heard."""
        from tantera.cli.waiting import WorkerThread, told

        with told(translate(self.lang, "Getting ready; the first time it takes a while")):
            if self._solver is None:
                WorkerThread().within(None, _load)
                from tantera.cli.study.solving import Solver

                self._solver = Solver(self.options)
            return self._solver, _unknown(position)

    def _tell_unnamed(self, position: PositionToSolve) -> None:
        from tantera.words.numbers import counted

        if position.unnamed:
            words = (
                "1 tile is named nowhere; those on the table, told as played=66.64, are not drawn for ??",
                "{count} tiles are named nowhere; those on the table, told as played=66.64, are not drawn for ??",
            )
            print(counted(self.lang, position.unnamed, *words))


def _load() -> None:
    import tantera.cli.study.solving  # noqa: F401


def _text(raw: bytes, number: int) -> str:
    try:
        return raw.decode("utf-8").strip("\r\n")
    except UnicodeDecodeError as error:
        found = Phrase("the byte {byte}", byte=f"{raw[error.start]:#04x}")
        raise Problem(common.wrong(f"-:{number}:{error.start + 1}", found, "UTF-8")) from None


def _position(text: str, where: tuple[str, int], book: Book, hand_number: int) -> PositionToSolve:
    """The position, or a `Problem`. No machine code is needed for that."""
    from tantera.notation import DgnError
    from tantera.notation.errors import Where
    from tantera.notation.position import parse_partial_position

    source, line = where
    place = f"{source}:{line}"
    try:
        hand = parse_partial_position(text, book, hand_number)
    except DgnError as error:
        raise error.in_file(source, Where(line, error.where.column)) from None
    if book.options.play == "pairs" and len(hand.seats) != 4:
        found = Phrase("{count} racks", count=len(hand.seats))
        raise Problem(common.wrong(place, found, Phrase("four: in {book} pairs play", book=book.id)))
    if book.options.play == "alone" and len(hand.seats) != 2:
        found = Phrase("{count} players each alone", count=len(hand.seats))
        raise Problem(common.wrong(place, found, Phrase("two sides")))
    if book.points_in_play is not None and hand.may_draw:
        found = Phrase("points in play and tiles to be drawn")
        raise Problem(common.wrong(place, found, Phrase("one of the two: no search knows both")))
    if hand.ended:
        raise Problem(common.wrong(place, Phrase("a hand that is over"), Phrase("one with a move to make")))
    if hand.hidden[hand.turn - 1]:
        found = Phrase("?? in the rack of seat {seat}", seat=hand.turn)
        raise Problem(common.wrong(place, found, Phrase("to know the tiles of the seat to move")))
    return PositionToSolve(text, place, hand)


def _unknown(position: PositionToSolve) -> Knowledge | None:
    """The tiles that could be its unknown ones, where it has any."""
    from tantera.notation.position import played_tiles
    from tantera.solver.knowledge import Contradiction
    from tantera.solver.worlds import unknown_tiles
    from tantera.tiles import rack_of

    try:
        return unknown_tiles(position.hand, rack_of(played_tiles(position.text))) if position.has_unknown else None
    except Contradiction as error:
        raise Problem(Phrase("{place}: {problem}", place=position.source, problem=error)) from None
