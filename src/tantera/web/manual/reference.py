"""The reference of the library, out of its docstrings. The source is read and nothing is imported: what an extra would
bring may be missing, and a page about the solver is no reason to load a compiler."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import Final, NamedTuple

import tantera

PUBLIC: Final = (
    "tiles", "layout", "words", "formats", "rules", "play", "referee", "notation", "solver", "lessons", "puzzles",
    "telling", "sheet", "tournament", "season", "paper", "bots", "study", "tables", "tournament_file",
)  # fmt: skip
"""The rooms whose names are promised (docs/versions.md). `store`, `web` and `cli` are the program's own affair."""

_SOURCE: Final = Path(tantera.__file__).parent
_Known = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.AnnAssign


class Entry(NamedTuple):
    """A public name."""

    name: str
    module: str
    """Where it is written."""
    signature: str
    about: str
    """Its docstring; empty where it has none."""
    members: tuple[Entry, ...]
    """Of a class: fields and methods, as far as they are nobody's own affair."""


@cache
def room(name: str) -> tuple[str, tuple[Entry, ...]]:
    """What a room says of itself, and its public names: those that its ``__init__`` gives.

    >>> about, entries = room("tiles")
    >>> about.partition(":")[0], [one.signature for one in entries if one.name in ("Tile", "LEFT")]
    ('The pieces', ['LEFT: Final', 'class Tile'])
    """
    module = f"tantera.{name}"
    tree = _tree(module)
    entries = (_entry(given, *_written(module, given)) for given in sorted(_given(tree)))
    return ast.get_docstring(tree) or "", tuple(entries)


def _given(tree: ast.Module) -> Iterator[str]:
    """``from … import it as Name``, and what stands there itself."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield from (one.asname for one in node.names if one.asname)
        elif isinstance(node, _Known):
            yield from (known for known in _names(node) if not known.startswith("_"))


def _written(module: str, name: str) -> tuple[str, _Known, str]:
    """The module in which a name is defined, the definition, and the text below it."""
    body = _tree(module).body
    for at, node in enumerate(body):
        if isinstance(node, _Known) and name in _names(node) and not _is_overload(node):
            return module, node, _below(body, at)
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            origin = next((one.name for one in node.names if (one.asname or one.name) == name), None)
            if origin is not None:
                return _written(node.module, origin)
        if isinstance(node, ast.If):  # what a checker reads, or what runs
            for inner in (*node.body, *node.orelse):
                if isinstance(inner, _Known) and name in _names(inner):
                    return module, inner, ""
    raise LookupError(f"{module} has no {name}")


def _is_overload(node: _Known) -> bool:
    return isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "overload" for one in node.decorator_list)


def _names(node: _Known) -> list[str]:
    match node:
        case ast.Assign(targets=targets):
            return [part.id for one in targets for part in ast.walk(one) if isinstance(part, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [name]
    return []


def _entry(name: str, module: str, node: _Known, below: str) -> Entry:
    match node:
        case ast.ClassDef():
            bases = ", ".join(ast.unparse(one) for one in node.bases)
            signature = f"class {name}" + (f"({bases})" if bases else "")
            return Entry(name, module, signature, ast.get_docstring(node) or "", tuple(_members(module, node)))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return Entry(name, module, _called(node), ast.get_docstring(node) or "", ())
        case ast.AnnAssign():
            return Entry(name, module, f"{name}: {ast.unparse(node.annotation)}", below, ())
        case ast.Assign():
            return Entry(name, module, f"{name} = {_shortened(ast.unparse(node.value))}", below, ())


_LONGEST: Final = 80


def _shortened(value: str) -> str:
    return value if len(value) <= _LONGEST else value[:_LONGEST].rpartition(" ")[0] + " …"


def _called(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    before = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    gives = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{before} {node.name}({ast.unparse(node.args)}){gives}"


def _members(module: str, node: ast.ClassDef) -> Iterator[Entry]:
    for at, part in enumerate(node.body):
        if isinstance(part, _Known) and not isinstance(part, ast.ClassDef):
            named = [name for name in _names(part) if not name.startswith("_")]
            if named:
                yield _entry(named[0], module, part, _below(node.body, at))


def _below(body: list[ast.stmt], at: int) -> str:
    """The docstring under an attribute."""
    match body[at + 1 : at + 2]:
        case [ast.Expr(value=ast.Constant(value=str(text)))]:
            return "\n".join(line.strip() for line in text.strip().splitlines())
    return ""


@cache
def _tree(module: str) -> ast.Module:
    path = _SOURCE.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text("utf-8"))


# --- as a page


def page_of(name: str) -> str:
    """The page of a room, as Markdown."""
    about, entries = room(name)
    parts = [f"# tantera.{name}", _prose(about), f"```\nfrom tantera.{name} import …\n```"]
    for entry in entries:
        parts += [f"## {entry.name} {{#{entry.name}}}", indent(entry.signature, "    "), _prose(entry.about)]
        parts += [_member(one) for one in entry.members]
    return "\n\n".join(part for part in parts if part) + "\n"


def _member(entry: Entry) -> str:
    about = indent(_prose(entry.about), "  ") if entry.about else ""
    return f"- `{entry.signature}`" + (f"\n\n{about}" if about else "")


_CODE: Final = re.compile(r"^(?:>>>|\.\.\.)", re.MULTILINE)


def _prose(docstring: str) -> str:
    """A docstring is Markdown but for its examples, which begin with ``>>>`` and are set as code."""
    paragraphs = re.split(r"\n\s*\n", docstring.strip())
    return "\n\n".join(_paragraph(one) for one in paragraphs)


def _paragraph(text: str) -> str:
    code = _CODE.search(text)
    if code is None:
        return text
    before, example = text[: code.start()].strip(), text[code.start() :]
    return (f"{before}\n\n" if before else "") + indent(example, "    ")
