"""What the program says: the sentences that its source has written out, and the file of words each may stand in."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, nodes

import tantera
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent
Place = int | str | None
Scopes = tuple[ast.AST, ...]
SAYS = {
    "Phrase": (0,), "Why": (0,), "say": (0,), "t": (0,), "words": (0,),
    "OrderProblem": (1,), "Refusal": (1,), "Refused": (1,), "translate": (1,), "in_a_row": (1,), "counted": (2, 3),
}  # fmt: skip
"""Which arguments of a call are always sentences. Of others it is learned: where most of what a call takes has been
translated, all of it is."""
BUILT = ("checked: ", "column: ", "order: ")
"""How those begin that are put together of two parts."""
UNSAID = {"", "   {reason}", "{what}", "Match", "SOCKET", "ends=- turn=1 1:00.04… 2:… 3:… 4:…"}
"""The same in every language."""
FOLDED = ("cli", "web")
"""Rooms with folders that have a file of words each."""

_WORDLESS = (ast.Name, ast.alias, ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
"""Of all that a source consists of more than half: nothing is said in them."""
_IN_SCRIPTS = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""")
_TEXTS = re.compile(r'"((?:[^"\\]|\\.)*)"')


def room_of(path: Path) -> str:
    """The name of the file of words for what a file of the source says: its room's, in `cli` and `web` its folder's."""
    room, *folders = path.relative_to(SOURCE).parts[:-1]
    if room not in FOLDED or not folders:
        return room
    if folders[1:2] in (["static"], ["templates"]) and len(folders) > 2:
        known = (folder.name for folder in (SOURCE / room).iterdir() if folder.is_dir())
        folders = [next((folder for folder in known if folder.startswith(folders[2])), folders[0])]
    return f"{room}_{folders[0]}"


class Speech(NamedTuple):
    """By the name of the file of words: the texts of its room."""

    said: dict[str, set[str]]
    """Those that are certainly told to people."""
    written: dict[str, set[str]]
    """All that there are."""

    def may_stand_in(self, sentence: str) -> set[str]:
        """The files for a sentence: of rooms that say it, else of those that have it written somewhere."""
        start = next((start for start in BUILT if sentence.startswith(start)), sentence)
        for texts in self:
            rooms = {room for room, known in texts.items() if start in known}
            if rooms:
                return rooms
        return set()


@cache
def speech() -> Speech:
    said, written = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    written["words"] |= {os.strerror(code) for code in errno.errorcode}
    taken = defaultdict[tuple[str, Place], set[tuple[str, str]]](set)
    for path in SOURCE.rglob("*/*"):
        if path.suffix not in (".py", ".html", ".js"):
            continue
        room, source = room_of(path), path.read_text("utf-8")
        if path.suffix == ".py":
            module = _Module(ast.parse(source), with_arguments=room.startswith("cli"))
            for call, place, text in module.taken():
                taken[call, place].add((room, text))
            said[room] |= {text for texts in module.tables for text in _sentences(texts)}
            written[room] |= module.texts
        elif path.suffix == ".html":
            said[room] |= set(_in_template(source))
            tokens = Environment(autoescape=True).lex(source)
            written[room] |= {ast.literal_eval(text) for _, kind, text in tokens if kind == "string"}
        else:
            said[room] |= set(_IN_SCRIPTS.findall(source))
            written[room] |= set(_TEXTS.findall(source))
    for (call, place), texts in taken.items():
        sentences = {text for _, text in texts}
        if place not in SAYS.get(call, ()):
            sentences = {*_sentences(sentences)}
        for room, text in texts:
            said[room] |= {text} & sentences
    return Speech({room: texts - UNSAID for room, texts in said.items()}, written)


@cache
def _known() -> frozenset[str]:
    return frozenset(catalogue("es"))


def _sentences(texts: Iterable[str]) -> Iterator[str]:
    """Those of a list that are sentences: where most of several words have been translated, all of them, and whatever
    begins with a capital."""
    several = {text for text in texts if " " in text.strip()}
    if 2 * len(several & _known()) > len(several):
        yield from (text for text in texts if text in several or text[:1].isupper())


class _Module:
    """The texts of a file of Python."""

    def __init__(self, tree: ast.Module, with_arguments: bool) -> None:
        self.texts: set[str] = set()
        """Every one; in `cli` the arguments of functions too, as helps name them."""
        self.tables: list[list[str]] = []
        """Of every list, and of a dictionary its keys and its values."""
        self._calls: list[tuple[ast.Call, Scopes]] = []
        self._given: dict[tuple[ast.AST, str], list[ast.expr]] = defaultdict(list)
        self._with_arguments = with_arguments
        self._read(tree, (tree,))

    def _read(self, node: ast.AST, scopes: Scopes) -> None:
        match node:
            case ast.Constant(value=str(text)):
                self.texts.add(text)
            case ast.arg(arg=name) if self._with_arguments:
                self.texts.add(name.upper())
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                self.tables.append(_plain(parts))
            case ast.Dict(keys=keys, values=values):
                self.tables += [_plain(keys), _plain(values)]
            case ast.Call():
                self._calls.append((node, scopes))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                scopes = (node, *scopes)
            case ast.Assign(targets=targets, value=value):
                for named in (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)):
                    self._given[scopes[0], named.id].append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                self._given[scopes[0], name].append(value)
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, _WORDLESS):
                self._read(child, scopes)

    def taken(self) -> Iterator[tuple[str, Place, str]]:
        """What calls are given: the name of the call, the place or the name of the argument, the text."""
        for call, scopes in self._calls:
            name = str(getattr(call.func, "id", getattr(call.func, "attr", "")))
            given = [*enumerate(call.args), *((argument.arg, argument.value) for argument in call.keywords)]
            for place, argument in given:
                yield from ((name, place, text) for text in self._meant(argument, scopes))
                if name == "Refusal" and place == 1 and not isinstance(argument, ast.Name):
                    assert [*self._meant(argument, scopes)], f"line {call.lineno}: a refusal's sentence is written out"

    def _meant(self, node: ast.AST, scopes: Scopes, known: tuple[str, ...] = ()) -> Iterator[str]:
        """The texts an expression may be: itself, either branch, any of a table, or what its name was given."""
        parts: list[ast.AST] = []
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.IfExp(body=one, orelse=other):
                parts = [one, other]
            case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values) | ast.Dict(values=values):
                parts = [*values]
            case ast.Subscript(value=value) | ast.Starred(value=value):
                parts = [value]
            case ast.Call(func=ast.Attribute(value=ast.Name() as value, attr="get")):
                parts = [value]
            case ast.Name(id=name) if name not in known:
                parts = [*next((self._given[scope, name] for scope in scopes if (scope, name) in self._given), [])]
                known = (*known, name)
        for part in parts:
            yield from self._meant(part, scopes, known)


def _plain(parts: Iterable[ast.expr | None]) -> list[str]:
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def _in_template(source: str) -> Iterator[str]:
    for call in Environment(autoescape=True).parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "t":
            yield from (text for text in _consts(call.args[0]) if isinstance(text, str))


def _consts(node: nodes.Expr) -> Iterator[object]:
    if isinstance(node, nodes.Const):
        yield node.value
    elif isinstance(node, nodes.CondExpr):
        yield from (value for part in (node.expr1, node.expr2) if part is not None for value in _consts(part))
