"""``tantera tournament apply · export``: for other programs, to the letter of TOURNAMENT.md."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing, nullcontext
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final

import typer

from tantera.cli import common
from tantera.cli.tournament.giving import TournamentPath, now, opened, presentation_of
from tantera.words import Phrase, Problem
from tantera.words.guesses import one_of

if TYPE_CHECKING:
    from tantera.tournament.orders import Given
    from tantera.tournament.presentation import Presentation
    from tantera.tournament_file import TournamentFile

_CHUNK: Final = 1 << 16


def apply(
    file: TournamentPath,
    orders: Annotated[str, typer.Argument(help="A file with one JSON object a line, or - for standard input.")],
    lang: common.Language = "es",
) -> None:
    """Apply orders, one JSON object a line, and answer each with one; status 2 if any was refused."""
    from tantera.tournament_file import open_tournament

    try:
        with (
            nullcontext(sys.stdin.buffer) if orders == "-" else open(orders, "rb") as source,
            closing(open_tournament(file, common.books_beside(file.parent), now, new=True)) as tournament,
        ):
            refused = _answer_all(tournament, source, lang)
    except BrokenPipeError:
        raise
    except OSError as error:
        common.fail(Problem(common.unreadable(orders, error, Phrase("a file of orders"))))
    if refused:
        raise typer.Exit(2)


def _answer_all(tournament: TournamentFile, source: BinaryIO, lang: str) -> bool:
    """Answer everything that arrives. Whether anything was refused."""
    from tantera.tournament_file import answered

    refused = False
    for lines in _arriving(source):
        for group in tournament.apply([_read(line) for line in lines]):
            refused |= any(isinstance(answer, Problem) for answer in group)
            sys.stdout.write("".join(f"{_json(answered(answer, lang, tournament.copied))}\n" for answer in group))
            sys.stdout.flush()
    return refused


def _arriving(source: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that have arrived, as soon as they have: whoever waits for an answer before the next order gets it."""
    rest = b""
    while chunk := _some(source):
        *lines, rest = (rest + chunk).split(b"\n")
        if kept := [line for line in lines if line.strip()]:
            yield kept
    if rest.strip():
        yield [rest]


def _some(source: BinaryIO) -> bytes:
    """What there is, without waiting for more than something."""
    return source.read1(_CHUNK) if isinstance(source, BufferedIOBase) else source.read(_CHUNK)


def _read(line: bytes) -> Given | Problem:
    from tantera.tournament.reading import read_order

    try:
        return read_order(line.strip())
    except Problem as problem:
        return problem


def _json(data: object) -> str:
    """In one line; letters as they are where the output can have them. The order is in the file: this cannot fail."""
    line = json.dumps(data, ensure_ascii=False)
    try:
        line.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeError:
        return json.dumps(data)
    return line


def export(
    file: Annotated[Path | None, typer.Argument(help="The tournament's file.")] = None,
    as_json: common.AsJson = False,
    round_: Annotated[
        int | None, typer.Option("--round", help="The standings after this round, and nothing later.")
    ] = None,
    csv: Annotated[
        str | None, typer.Option(help="A spreadsheet in place of JSON: results, standings or entries.")
    ] = None,
    xlsx: Annotated[
        Path | None, typer.Option(help="An Excel workbook with entries, standings and results: the file to write.")
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="The report for a federation, with names; with --schema its schema.")
    ] = False,
    excel: Annotated[
        bool, typer.Option("--excel", help="CSV as Excel wants it: semicolons and a byte order mark.")
    ] = False,
    log: Annotated[
        bool, typer.Option("--log", help="The events in place of the object, one a line: the hash chain.")
    ] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the object.")] = False,
    lang: common.Language = "es",
) -> None:
    """The whole tournament for other programs, as one JSON object; or as CSV for a spreadsheet."""
    if schema:
        from tantera.tournament.export import schema_text
        from tantera.tournament.report import schema_text as of_report

        print(of_report() if report else schema_text(), end="")
        return
    if file is None:
        common.fail_wrong("FILE", Phrase("nothing"), Phrase("the tournament's file"))
    if csv is not None and csv not in SHEETS:
        common.fail_wrong("--csv", repr(csv), one_of(SHEETS, csv))
    with opened(file) as tournament:
        if log:
            from tantera.tournament.beside import split

            _write(b"".join(split(row)[0] + b"\n" for row in tournament.lines))
        elif xlsx is not None:
            _write_workbook(presentation_of(tournament).after(round_), xlsx, lang)
        elif report:
            from tantera.tournament.report import report as reported

            common.print_json(reported(presentation_of(tournament).after(round_)))
        elif csv is not None:
            _write(_sheet(presentation_of(tournament).after(round_), csv, lang, excel))
        else:
            from tantera.tournament.export import export as exported

            common.print_json(exported(presentation_of(tournament).after(round_), lang))


SHEETS: Final = ("results", "standings", "entries")


def _sheet(tournament: Presentation, kind: str, lang: str, excel: bool) -> bytes:
    from tantera.tournament.sheets import tables, written

    return written(tables(tournament, lang, (kind,))[kind], excel=excel)


def _write_workbook(tournament: Presentation, path: Path, lang: str) -> None:
    from tantera.cli.keeping import write_output
    from tantera.tournament.sheets import KINDS, tables, workbook
    from tantera.words import translate

    found = {translate(lang, KINDS[kind]): table for kind, table in tables(tournament, lang).items()}
    try:
        write_output(path, workbook(found))
    except OSError as error:
        common.fail_wrong("--xlsx", common.cannot(path, error), Phrase("a file to write"))
    print(path)


def _write(data: bytes) -> None:
    """Bytes as they are: a byte order mark and line ends are part of them."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
