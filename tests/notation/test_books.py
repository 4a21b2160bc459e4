"""The book that a document names is found by a function of the caller's; a stranger's text opens no path."""

import sys
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tantera.cli.common import books_beside
from tantera.notation import DgnError, export, judge, read, write
from tantera.notation.books import book_carried, carried
from tantera.play import new_match
from tantera.rules import (
    BOOKS,
    Book,
    Refusal,
    RuleBookError,
    built_in_books,
    law_hash,
    load_book,
    parse_book,
    with_options,
)
from tests.builders import ledger_of
from tests.rules.texts import text_of

CLUB = text_of("clasico").replace("points = 100", "points = 55")


class Watch:
    """Notes every file that this process opens while it looks."""

    def __init__(self) -> None:
        self.opened: list[str] | None = None
        sys.addaudithook(self.note)  # hooks cannot be taken away again, so this one looks only when asked

    def note(self, event: str, args: tuple[object, ...]) -> None:
        if self.opened is not None and event in ("open", "os.scandir", "os.listdir"):
            self.opened.append(str(args[0]))

    @contextmanager
    def looking(self) -> Iterator[list[str]]:
        opened: list[str] = []
        self.opened = opened
        try:
            yield opened
        finally:
            self.opened = None


WATCH = Watch()


@pytest.mark.parametrize("name", ["/dev/zero", "../club.toml", "club.toml", "", ".", "~", "/etc/passwd", "x" * 5000])
def test_by_default_a_path_is_an_unknown_book_and_no_file_is_opened(name, tmp_path, monkeypatch):
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below" if name.startswith("..") else tmp_path)
    with WATCH.looking() as opened, pytest.raises(DgnError) as error:
        judge(read(f'[Book "{name}"]\n#1 o1 0-0 = domino 1 +55'))
    assert opened == []
    assert "no such book" in error.value.found
    assert error.value.where.line == 1


def test_by_default_the_path_of_a_right_book_is_an_unknown_book_too(tmp_path):
    file = tmp_path / "club.toml"
    file.write_text(CLUB, encoding="utf-8")
    with WATCH.looking() as opened:
        assert load_book(str(file)).options.limit.points == 55
    assert str(file) in opened
    with WATCH.looking() as opened, pytest.raises(RuleBookError):
        built_in_books(str(file))
    assert opened == []


@pytest.mark.parametrize("book", BOOKS)
def test_the_books_that_come_along_are_known_by_their_ids(book):
    assert built_in_books(book) is load_book(book)


def test_the_caller_says_which_books_there_are():
    book = load_book("clasico")
    asked: list[str] = []

    def ours(name: str):
        asked.append(name)
        return book

    assert judge(read('[Book "the one of Tuesday"] #1 o1 0-0 = domino 1 +41'), ours).match.book is book
    assert asked == ["the one of Tuesday"]


def test_the_command_line_finds_a_book_beside_the_document_or_by_its_path(tmp_path: Path):
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    books = books_beside(tmp_path)
    assert books("club.toml").options.limit.points == books(str(tmp_path / "club.toml")).options.limit.points == 55
    assert books("ueh") is load_book("ueh")
    with pytest.raises(RuleBookError, match="no such book"):
        books("nowhere.toml")


@pytest.mark.article("CL-jugadores")
@pytest.mark.parametrize("players", [2, 3])
def test_so_few_players_play_each_alone_without_saying_so(players: int):
    zeros = "/".join(["0"] * players)
    match = judge(read(f'[Book "clasico"] [Players "{players}"] #1 o1 {zeros}')).match
    assert match.sides == tuple((seat,) for seat in range(1, players + 1))
    assert judge(read('[Book "clasico"] [Players "4"]')).match.sides == ((1, 3), (2, 4))


# --- a club's own book may change -----------------------------------------------------------------------------------


def club(lifting: str) -> Book:
    return parse_book(f'id = "club"\nextends = "tarragona"\n[table]\nlifting = "{lifting}"\n')


def packed(data: bytes) -> str:
    return b64encode(zlib.compress(data, 9)).decode()


CLUBS = sorted((Path(__file__).parents[2] / "examples" / "books").glob("*.toml"))


def test_a_file_played_by_a_clubs_own_book_says_by_which_law_and_opens_under_no_other():
    """An exported club book once lost its changed table."""
    book = club("at_once")
    text = write(export(ledger_of(book, [new_match(book)]), [("Book", "club.toml")]))
    assert f'[Law "{law_hash(book)[:16]}"]' in text
    assert judge(read(text), lambda name: book).match.book == book
    alone = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("[LawText"))
    with pytest.raises(DgnError, match="was it changed") as error:
        judge(read(alone), lambda name: club("staged"))
    assert "la ley de club.toml: ¿se ha cambiado?" in error.value.told("es")


@pytest.mark.parametrize("file", CLUBS, ids=lambda file: file.stem)
def test_a_clubs_own_book_comes_along_in_the_file_where_its_own_is_not_there_or_has_changed(file: Path):
    """Then: «no such book», and the sheet could be opened on no other machine."""
    book = load_book(str(file))
    text = write(export(ledger_of(book, [new_match(book)]), [("Book", "club.toml")]))
    assert judge(read(text)).match.book == book, "no such file here"
    assert judge(read(text), lambda name: club("staged")).match.book == book, "another law by now"
    assert write(read(text)) == text, "a program that does not know the tag keeps it"


@pytest.mark.parametrize(
    "spoilt",
    [
        "",
        "nothing",
        "!",
        packed(b"[]"),
        packed(b'{"article": [1]}'),
        packed(b'{"article": ["tarragona TG-99"]}'),
        packed(b"[" * 100_000),
        carried(load_book("ueh"))[:-40],
        carried(load_book("ueh")),
    ],
    ids=range(9),
)
def test_a_spoilt_book_or_another_one_is_refused_at_its_place(spoilt: str):
    book = club("at_once")
    text = write(export(ledger_of(book, [new_match(book)]), [("Book", "club.toml"), ("LawText", spoilt)]))
    with pytest.raises(DgnError) as error:
        judge(read(text))
    assert error.value.where.line == [line.startswith("[LawText") for line in text.splitlines()].index(True) + 1


def test_a_book_that_would_fill_the_memory_is_refused():
    with pytest.raises(RuleBookError):
        book_carried(packed(b" " * 50_000_000 + b"{}"))


def test_a_book_that_comes_along_needs_no_more_than_its_name():
    book = with_options(load_book("tarragona"), {}, "100p")
    assert "Law" not in write(export(ledger_of(book, [new_match(book)])))


def test_a_book_of_somebodys_own_is_exported_only_with_its_place():
    book = club("at_once")
    with pytest.raises(Refusal, match="say where it is"):
        export(ledger_of(book, [new_match(book)]))


# --- a book that said something else once

CLOSED = """#1 o1 0-0
deal 1:66.55 2:16.13 3:01.23 4:33.44
66 >61 >10 = block {result}
"""


def closed(result: str, *tags: str) -> str:
    return "\n".join(['[Book "dominicano-200"]', '[Option "tiles=2"]', *tags, "", CLOSED.format(result=result)])


@pytest.mark.article("DO-tranque")
def test_a_document_that_names_no_law_is_right_if_it_was_right_before_the_book_changed():
    before = judge(read(closed("1+3 +33")))
    assert (before.match.score, before.match.book.options.block) == ((33, 0), "closer_against_next")
    now = judge(read(closed("2+4 +33")))
    assert (now.match.score, now.match.book.options.block) == ((0, 33), "closer_against_previous")
    with pytest.raises(DgnError, match=r"expected = block 2\+4 \+33"):
        judge(read(closed("1+3 +34")))


@pytest.mark.article("DO-tranque")
def test_a_document_of_a_book_that_has_changed_says_by_which_law_it_is_and_is_held_to_it():
    for result, block in (("1+3 +33", "closer_against_next"), ("2+4 +33", "closer_against_previous")):
        text = write(export(judge(read(closed(result))).ledger))
        law = read(text).tag("Law")
        assert law is not None
        assert judge(read(text)).match.book.options.block == block
        other = closed("2+4 +33" if result.startswith("1") else "1+3 +33", f'[Law "{law}"]')
        with pytest.raises(DgnError, match="expected = block"):
            judge(read(other))
