"""``tantera sheet``: the score sheet of a real table, kept hand by hand, or printed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tantera.cli.bare import bare
from tantera.cli.common import Language, LimitText, Options
from tantera.words import Phrase, reason_of, translate


def sheet(
    file: Annotated[Path | None, typer.Argument(help="The sheet: a new file, or one to go on with.")] = None,
    book: Annotated[str | None, typer.Option("--book", help="A book's id, or the path of a rule-book file.")] = None,
    limit: LimitText = None,
    option: Options = None,
    names: Annotated[str | None, typer.Option(help="Who sits at seats 1, 2, 3, 4: Pons,Vidal,Mas,Roca.")] = None,
    print_to: Annotated[
        Path | None, typer.Option("--print", help="Print the sheet into this PDF, to be signed, and leave.")
    ] = None,
    lang: Language = "es",
) -> None:
    """Keep the score sheet of a real table, hand by hand. Every entry is saved; u takes it back, e puts any right."""
    if print_to is not None:
        _print(file, print_to, lang)
    else:
        _keep(file, book, limit, option or [], names, lang)


def _keep(
    file: Path | None, book: str | None, limit: str | None, option: list[str], names: str | None, lang: str
) -> None:
    from tantera.cli.keeping import Leaving, NotOnDisk, leaving_by_signals
    from tantera.cli.pad.asking import NoKeyboard, Questions
    from tantera.cli.pad.terminal import PadError, PadTerminal, start

    begun = False
    try:
        with leaving_by_signals():
            if sys.stdout is None:
                raise PadError(Phrase("the output is closed: the sheet has nowhere to ask"))
            questions = Questions(lang)
            pad, keeper = start(file, book, limit, option, names, questions)
            begun = True
            PadTerminal(pad, keeper, questions).run()
    except NoKeyboard:
        raise PadError(Phrase("the input is closed: there is nobody to answer")) from None
    except NotOnDisk as lost:
        print(bare(lost.text))
        raise PadError(Phrase("the sheet is not saved anywhere: its text is above, copy it")) from None
    except Leaving:
        pass  # whatever was entered is on the disk already
    except EOFError:
        if not begun:  # there is nothing to save
            print()
            print(translate(lang, "Nothing was begun, so nothing is saved."))


def _print(file: Path | None, pdf: Path, lang: str) -> None:
    """The act of a sheet, as a PDF."""
    from tantera.cli.common import wrong
    from tantera.cli.keeping import write_output
    from tantera.cli.match.replaying import load
    from tantera.cli.pad.terminal import PadError
    from tantera.paper.match_act import match_act
    from tantera.paper.press import press

    if file is None:
        raise PadError(wrong("--print", Phrase("no sheet"), Phrase("the file of one: tantera sheet FILE --print PDF")))
    paper = press(match_act(load(str(file)), lang), "pdf")
    try:
        write_output(pdf, paper)
    except OSError as error:
        message = "{path}: found no way to write it ({reason}), expected a file to write"
        raise PadError(Phrase(message, path=pdf, reason=reason_of(error))) from None
    print(translate(lang, "Printed in {path}", path=pdf))
