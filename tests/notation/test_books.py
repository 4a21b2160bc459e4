"""The book that a document names is found by a function of the caller's; a stranger's text opens no path."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tantera.cli.common import books_beside
from tantera.notation import DgnError, judge, read
from tantera.rules import BOOKS, RuleBookError, built_in_books, load_book
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
