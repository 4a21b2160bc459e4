"""Matches from files: loading, telling them move by move, drawing them."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tantera.cli.common import books_beside
from tantera.cli.keeping import write_output
from tantera.cli.match.screen import Screen
from tantera.layout import Place, draw_table, places
from tantera.notation import Judged, judge_file, matches_in
from tantera.notation.document import signed_names
from tantera.notation.judge import JudgedHand
from tantera.notation.reader import decoded
from tantera.rules import Books
from tantera.telling import Sentence, cards, signatures, story, tally
from tantera.words import Phrase, Problem, reason_of


def load(file: str) -> Judged:
    """The judged match of a file (``-``: standard input), or the `Problem` that says why it cannot be right."""
    return judge_file(_bytes_of(file), _books_of(file), file)


def load_all(files: Iterable[str]) -> Iterator[tuple[str, int, Judged | Problem]]:
    """Every match of every file: the file, which match of it, and the match judged or what is wrong with it."""
    for file in files:
        try:
            text = decoded(_bytes_of(file), file)
        except Problem as error:
            yield file, 1, error
            continue
        lines = io.StringIO(text, newline="\n")
        for number, match in enumerate(matches_in(lines, file), start=1):
            try:
                judged: Judged | Problem = match.judged(_books_of(file))
            except Problem as error:
                judged = error
            yield file, number, judged


def _bytes_of(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        message = "{file}: found no readable file ({reason}), expected a DGN file"
        raise Problem(Phrase(message, file=file, reason=reason_of(error))) from None


def _books_of(file: str) -> Books:
    return books_beside(Path.cwd() if file == "-" else Path(file).parent)


def tell(judged: Judged, file: str, lang: str, tile_names: str | None = None) -> None:
    """The match in words, hand by hand, and its sheet."""
    screen = Screen(lang, tile_names=tile_names)
    screen.heading(judged.match, file)
    for part in story(judged, screen.narrator):
        if isinstance(part, Sentence):
            screen.sentence(part)
        else:
            screen.chain(part)
    match = judged.match
    signed = signatures(match) or signed_names(judged.document)
    screen.sheet(tally(judged.ledger, lang), cards(match, lang), signed)


def draw_hands(judged: Judged, file: str, folder: Path, match: int = 1) -> None:
    """An SVG of the table after each hand that has moves; a file's second match and those after it are numbered."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = ("stdin" if file == "-" else Path(file).stem) + (f"-{match}" if match > 1 else "")
    for hand in judged.hands:
        laid = _places(hand)
        if laid:
            number = hand.text.number
            write_output(folder / f"{stem}-{number:02}.svg", draw_table(laid, f"{stem} #{number}").encode())


def places_of(judged: Judged, number: int | None) -> tuple[Place, ...] | None:
    """The places of one hand, or of the last one with tiles on the table."""
    for hand in reversed(judged.hands):
        if number in (None, hand.text.number) and (laid := _places(hand)):
            return laid
    return None


def _places(judged: JudgedHand) -> tuple[Place, ...]:
    hand = judged.after.hand
    if hand is None or hand.chain is None or hand.number != judged.text.number:
        return ()
    return places(hand.chain, judged.after.book.options.set)
