"""Which tests and which golden play-through show each article: writes docs/conformance.md.

    python3 run.py conformance

Tests say what they show with `@pytest.mark.article("SJ-tranque")`. The files are read and not run, so a test that fails
is listed too: that everything passes is what the tests say.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tantera.rules import BOOKS, Article, Book, load_book

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
GOLDENS = TESTS / "golden"
DOCUMENT = ROOT / "docs" / "conformance.md"
ORDERS = ".orders.jsonl"
"""How the orders of a golden tournament end; beside them is the object that came of them, `.event.json`."""

HEAD = """# Conformance

Every article of the rule books, how it becomes software, and what shows it: a golden play-through
with what every seat saw, or a golden tournament (its orders, and beside them the object that came of them), and tests.
Written by `python3 run.py conformance`; a test fails when it is stale, or when an article of play, of the referee or of
the tournament has no test or no golden.
"""


class Marked(NamedTuple):
    """A test and one of the articles it shows."""

    article: str
    test: str
    path: Path
    line: int


def marked_tests(folder: Path = TESTS) -> list[Marked]:
    """Every test with the articles on it, by file and line."""
    return [marked for path in sorted(folder.rglob("test_*.py")) for marked in _in_file(path)]


@cache
def _in_file(path: Path) -> tuple[Marked, ...]:
    text = path.read_text("utf-8")
    if "article(" not in text:
        return ()
    module = ast.parse(text, str(path))
    whole_file = [article for node in module.body for article in _pytestmark(node)]
    return tuple(_marked(module.body, whole_file, path))


def _marked(nodes: list[ast.stmt], shown: list[str], path: Path) -> Iterator[Marked]:
    for node in nodes:
        match node:
            case ast.ClassDef(name=name) if name.startswith("Test"):
                inside = [article for child in node.body for article in _pytestmark(child)]
                yield from _marked(node.body, [*shown, *_articles(node.decorator_list), *inside], path)
            case ast.FunctionDef(name=name) if name.startswith("test"):
                for article in dict.fromkeys([*shown, *_articles(node.decorator_list)]):
                    yield Marked(article, name, path, node.lineno)


def _pytestmark(node: ast.stmt) -> list[str]:
    """The articles of a `pytestmark = …` line."""
    match node:
        case ast.Assign(targets=[ast.Name(id="pytestmark")], value=ast.List(elts=marks) | ast.Tuple(elts=marks)):
            return _articles(marks)
        case ast.Assign(targets=[ast.Name(id="pytestmark")], value=mark):
            return _articles([mark])
    return []


def _articles(marks: list[ast.expr]) -> list[str]:
    """The articles of `pytest.mark.article(…)`, or of `article(…)` where a file calls it so."""
    found = []
    for mark in marks:
        match mark:
            case ast.Call(func=ast.Attribute(attr="article") | ast.Name(id="article"), args=args):
                found += [ast.literal_eval(argument) for argument in args]
    return found


def goldens(article: str) -> list[Path]:
    """The play-throughs of an article; `CI-3.not-lifted.jsonl` is a second one of CI-3."""
    kept = [GOLDENS / f"{article}.dgn", GOLDENS / f"{article}.jsonl"]
    return [path for path in kept if path.exists()] + [
        path
        for kind in ("dgn", "jsonl")
        for path in sorted(GOLDENS.glob(f"{article}.*.{kind}"))
        if not path.name.removeprefix(f"{article}.")[0].isdigit()  # TG-14.2 is no variant of TG-14
        and not path.name.endswith(ORDERS)
    ]


def golden_events(article: str) -> list[Path]:
    """The tournaments of an article: their orders. `UEH-mesas.five.orders.jsonl` is a second one of UEH-mesas."""
    first = GOLDENS / f"{article}{ORDERS}"
    return [path for path in [first] if path.exists()] + [
        path
        for path in sorted(GOLDENS.glob(f"{article}.*{ORDERS}"))
        if not path.name.removeprefix(f"{article}.")[0].isdigit()
    ]


def document() -> str:
    """The whole of docs/conformance.md."""
    tests: dict[str, list[Marked]] = {}
    for marked in marked_tests():
        tests.setdefault(marked.article, []).append(marked)
    return "\n".join([HEAD, *(_book(load_book(book), tests) for book in BOOKS)])


def _book(book: Book, tests: dict[str, list[Marked]]) -> str:
    rows = [_row(article, tests.get(article.id, [])) for article in book.articles]
    title = f"## {book.name.en} (`{book.id}`)"
    return "\n".join([title, "", "| article | ways | golden | tests |", "|---|---|---|---|", *rows, ""])


def _row(article: Article, tests: list[Marked]) -> str:
    golden = "<br>".join(f"[{path.name}]({_link(path)})" for path in [*goldens(article.id), *golden_events(article.id)])
    shown = "<br>".join(f"[{_sentence(marked.test)}]({_link(marked.path)})" for marked in tests)
    return f"| {article.id} | {', '.join(article.ways)} | {golden} | {shown} |"


def _sentence(test: str) -> str:
    return test.removeprefix("test_").replace("_", " ")


def _link(path: Path) -> str:
    return "../" + path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    DOCUMENT.parent.mkdir(exist_ok=True)
    DOCUMENT.write_text(document(), "utf-8")
    print(f"{DOCUMENT.relative_to(ROOT)} written")
