"""The commands of ``tantera``. Each imports what it needs when it runs, so that ``--version`` is instant."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

import tantera
from tantera.cli import common
from tantera.cli.bare import bare
from tantera.cli.books.rule_commands import rules_app
from tantera.cli.language import spoken
from tantera.cli.lazily import RootGroup
from tantera.cli.pad.sheet_command import sheet
from tantera.cli.people_command import people
from tantera.cli.season.rating_command import rating
from tantera.cli.server.doctor_command import doctor
from tantera.cli.server.serve_command import serve
from tantera.cli.server.store_commands import backup, restore
from tantera.cli.shells import completion, man
from tantera.cli.streams import mend_streams
from tantera.cli.study.arena_command import arena
from tantera.cli.study.partners_command import partners
from tantera.cli.study.review_command import review
from tantera.cli.study.simulate_command import simulate
from tantera.cli.study.solve_command import solve
from tantera.cli.waiting import leave
from tantera.words import Phrase, Problem

if TYPE_CHECKING:
    from tantera.notation.verify import VerifiedHand


def _tournament() -> Any:
    from tantera.cli.tournament.commands import tournament

    return tournament()


def _season() -> Any:
    from tantera.cli.season.commands import group

    return group()


def _dgn() -> Any:
    from tantera.cli.dgn.commands import group

    return group()


def _puzzles() -> Any:
    from tantera.cli.study.puzzles_command import group

    return group()


class _Commands(RootGroup):
    makers: ClassVar = {"tournament": _tournament, "season": _season, "dgn": _dgn, "puzzles": _puzzles}


app = typer.Typer(
    name="tantera",
    cls=_Commands,
    help="The table, the referee and the tournament director for dominoes.",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(rules_app, name="rules")

Files = Annotated[list[str], typer.Argument(help="DGN files, or - for standard input.")]


def main() -> None:
    """Run the command line; whatever is wrong is one sentence and status 2, never a traceback."""
    if not mend_streams():
        sys.exit(2)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ± is shown a ?, a stray byte no answer
    status: int | str | None = 0
    try:
        try:
            app(prog_name="tantera")
        except SystemExit as leaving:
            status = leaving.code
        if sys.stdout is not None:  # somebody may have closed it
            sys.stdout.flush()
    except OSError as error:
        if not _had_enough(error):
            print(bare(common.cannot_be_written(error).told(spoken())), file=sys.stderr)
            status = 1
        _forget_output()
    leave(status if isinstance(status, int) else 1 if status else 0)
    sys.exit(status)


def _had_enough(error: OSError, windows: bool = os.name == "nt") -> bool:
    """Whether who read (head, a closed pager) has gone: nothing more can be printed. Windows has no name for it.

    >>> _had_enough(BrokenPipeError()), _had_enough(OSError(errno.ENOSPC, "full"), windows=True)
    (True, False)
    >>> _had_enough(OSError(errno.EINVAL, "?"), windows=True), _had_enough(OSError(errno.EINVAL, "?"), windows=False)
    (True, False)
    """
    return isinstance(error, BrokenPipeError) or (windows and error.errno == errno.EINVAL and error.filename is None)


def _forget_output() -> None:
    """What could not be written is not tried again when Python ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ is not None else 1)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"tantera {tantera.__version__}")
        raise typer.Exit


@app.callback()
def _tantera(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def play(
    context: typer.Context,
    book: common.BookName = "clasico",
    seat: Annotated[int, typer.Option(min=1, help="Where you sit: 1 to 4.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, max=10**18 - 1, help="The same number, the same tiles.")] = None,
    lang: common.Language = "es",
    limit: common.LimitText = None,
    option: common.Options = None,
    level: Annotated[
        int | None, typer.Option(min=1, max=5, help="How well the bots play: 1 is kind, 5 is merciless; 3 if left out.")
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            help="A bot in place of a level: a name, a style as best,worlds=16, FILE.py:FUNCTION or 'pipe:COMMAND'."
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    resume: Annotated[Path | None, typer.Option(help="A match saved before; alone: the last one.")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to save the match.")] = None,
    tile_names: common.TileNames = None,
    racks: Annotated[
        str | None,
        typer.Option(help="The tiles of the first hand: 1:00.04… 2:… 3:… 4:…, with turn=2 where seat 2 opens."),
    ] = None,
) -> None:
    """Play a match against bots in the terminal. Ctrl-C saves it; --resume goes on."""
    from tantera.bots.own import BotError
    from tantera.cli.keeping import NotOnDisk
    from tantera.cli.match.session import MatchSession
    from tantera.cli.match.terminal import Terminal

    common.check_tile_names(tile_names)
    if racks is not None and resume is not None:
        common.fail_wrong("--racks", "--resume", Phrase("a match that begins"))
    if common.is_bare(context) and sys.stdin.isatty() and sys.stdout.isatty():
        from tantera.cli.match.greeting import greet

        try:
            lang, book, level, resume = greet(lang)
        except (EOFError, KeyboardInterrupt):
            print()  # nothing has begun: there is nothing to save
            return
    player = bot or (f"level-{level}" if level is not None else None)
    try:
        if resume is not None:
            session = MatchSession.resumed(resume if resume != Path() else _the_last(), seat, player, save)
        else:
            session = MatchSession.begun(book, seat, seed, limit, option or [], player, name, save, lang, racks)
    except Problem as error:
        common.fail(error, lang)
    terminal = Terminal(session, lang, tile_names)
    try:
        terminal.run()
    except BotError as error:
        terminal.record().saved()
        common.fail(error, lang)
    except NotOnDisk as lost:
        print(bare(lost.text))
        common.fail(Problem(Phrase("the match is not saved anywhere: its text is above, copy it")))
    except BrokenPipeError:
        kept = terminal.written_quietly()
        common.fail(Problem(common.nobody_reads(session.path if kept else None)))


def _the_last() -> Path:
    """The match that ``--resume`` alone goes on with."""
    from tantera.cli.match.session import left_in_the_middle, own_matches

    if (left := left_in_the_middle()) is None:
        common.fail_wrong(
            "--resume", Phrase("no match that is not over in {folder}", folder=own_matches()), Phrase("one")
        )
    return left


@app.command()
def replay(
    files: Files,
    as_json: common.AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the table after each hand into this folder.")] = None,
    lang: common.Language = "es",
    tile_names: common.TileNames = None,
) -> None:
    """Show matches written in DGN, judged move by move."""
    from tantera.cli.match.replaying import draw_hands, load_all, tell

    common.check_tile_names(tile_names)
    bad = False
    for file, number, judged in load_all(files):
        if isinstance(judged, Problem):
            print(bare(judged.cited(lang)), file=sys.stderr)
            bad = True
            continue
        if svg is not None:
            try:
                draw_hands(judged, file, svg, number)
            except OSError as error:
                common.fail_wrong("--svg", common.cannot(svg, error), Phrase("a folder to write in"))
        if as_json:
            from tantera.notation import report

            common.print_json(report(judged))
        else:
            tell(judged, file, lang, tile_names)
    if bad:
        raise typer.Exit(2)


@app.command()
def layout(
    file: Annotated[str, typer.Argument(help="A DGN file, or - for standard input.")],
    hand: Annotated[int | None, typer.Option(help="Which hand; the last one with moves if left out.")] = None,
    as_json: common.AsJson = False,
    svg: Annotated[Path | None, typer.Option(help="Draw the table into this file.")] = None,
) -> None:
    """Print the places of the tiles on the table."""
    from tantera.cli.match.replaying import load, places_of
    from tantera.layout import draw_table

    judged = load(file)
    placed = places_of(judged, hand)
    if placed is None:
        found = Phrase("no tile on the table") if hand is None else Phrase("no tile on the table in hand {n}", n=hand)
        common.fail_wrong(file, found, Phrase("a hand with moves"))
    if svg is not None:
        common.write_drawing(svg, draw_table(placed, file))
    if as_json:
        common.print_json([_place(place) for place in placed])
    elif svg is None:
        for row in map(_place, placed):
            print(f"{row['end'] or ' '} {row['tile']}  x {row['x']:6}  y {row['y']:6}  {row['angle']:3}°")


def _place(place: Any) -> dict[str, Any]:
    number = [int(value) if value == int(value) else value for value in (place.x, place.y)]
    placement = place.placement
    end = str(placement.end) if placement.end is not None else None
    return {"tile": placement.code, "end": end, "x": number[0], "y": number[1], "angle": place.angle}


@app.command()
def verify(
    file: Annotated[str, typer.Argument(help="A DGN file, or - for standard input.")],
    as_json: common.AsJson = False,
    lang: common.Language = "es",
) -> None:
    """Check that every deal with a seed is the one that the seed gives."""
    from tantera.cli.match.replaying import load
    from tantera.notation import verify as verified

    hands = verified(load(file))
    wrong = [error.in_file(file) for hand in hands for error in hand.errors]
    if as_json:
        common.print_json({"hands": [_verified(hand) for hand in hands], "right": not wrong})
    else:
        for hand in hands:
            print(hand.told.told(lang))
    for found in wrong:
        print(bare(found.cited(lang)), file=sys.stderr)
    if wrong:
        raise typer.Exit(2)


def _verified(hand: VerifiedHand) -> dict[str, Any]:
    return {
        "n": hand.number,
        "seed": hand.seed is not None,
        "deal": hand.dealt,
        **({"known": True} if hand.known else {}),
        "right": not hand.errors,
        "shuffled_again": hand.shuffled_again,
        "repeated": [{"seat": seat, "doubles": doubles} for seat, doubles in hand.repeated],
    }


@app.command()
def perft(
    position: Annotated[list[str], typer.Argument(help="ends=- turn=1 1:00.04… 2:… 3:… 4:…")],
    depth: Annotated[int, typer.Option(min=0, max=60, help="How many turns.")],
    book: common.BookName = "san-juan",
    hand: Annotated[int, typer.Option(min=1, help="The number of the hand, where the book makes a difference.")] = 1,
    divide: Annotated[bool, typer.Option("--divide", help="Count by first move.")] = False,
    as_json: common.AsJson = False,
) -> None:
    """Count the lines of exactly DEPTH turns from a position."""
    from tantera.notation import DgnError, parse_position
    from tantera.notation.writer import write_command
    from tantera.play import perft as count
    from tantera.play import perft_divide
    from tantera.rules import load_book

    try:
        start = parse_position(" ".join(position), load_book(book), hand)
    except DgnError as error:
        raise error.in_file("position") from None
    rows = perft_divide(start, depth) if divide and depth else []
    total = sum(lines for _, lines in rows) if rows else count(start, depth)
    moves = {write_command(start, command): lines for command, lines in rows}
    if as_json:
        common.print_json({"book": book, "depth": depth, "lines": total} | ({"divide": moves} if divide else {}))
        return
    for move, lines in moves.items():
        print(f"{move}: {lines}")
    print(total)


for command in (
    people,
    rating,
    sheet,
    serve,
    doctor,
    review,
    partners,
    solve,
    simulate,
    arena,
    backup,
    restore,
    completion,
    man,
):
    app.command()(command)
