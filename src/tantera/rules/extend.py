"""A book that changes another one: ``extends = "tarragona"`` and only what is different.

Tables are taken over key by key, lists entry by entry; ``without`` names what is left out. A value inside a table, like
a limit, is replaced whole, and so is a text, in all its languages. Errors are found in the file that says the wrong
thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tantera.rules.basics import SPOKEN, Mistake, Path
from tantera.rules.check import RuleBookError, dotted, line_of, shown
from tantera.rules.mistakes import ENTRIES, FILE_KEYS, mistakes_in_changes
from tantera.rules.sanctions import twice
from tantera.rules.schema import Cites
from tantera.words import Phrase
from tantera.words.guesses import close_to

MOST_MISTAKES: Final = 40
"""More than anybody wants to read in one go."""


class Layer(NamedTuple):
    """One file of a chain of books."""

    source: str
    text: str
    data: dict[str, Any]
    built_in: bool = False

    def error(self, mistake: Mistake, place: Path | None = None) -> RuleBookError:
        """A mistake in this file; `place` is where it shows, if that is not its own path."""
        line = line_of(self.text, mistake.path if place is None else place)
        return RuleBookError(self.source, dotted(mistake.path), mistake.found, mistake.expected, line)


def raised(errors: Sequence[RuleBookError]) -> RuleBookError:
    """The first of several errors, which knows the others."""
    first, *others = errors[:MOST_MISTAKES]
    first.others = tuple(others)
    return first


def changed(base: dict[str, Any], layer: Layer) -> dict[str, Any]:
    """The base with the changes of one file.

    >>> club = Layer("club.toml", "", {"id": "club", "options": {"players": 2}, "without": ["clock"]})
    >>> changed({"id": "base", "clock": {}, "options": {"play": "alone", "players": 4}}, club)
    {'id': 'club', 'options': {'play': 'alone', 'players': 2}}
    """
    mistakes = [*_file_mistakes(layer.data)]
    changes = {key: value for key, value in layer.data.items() if key not in FILE_KEYS}
    mistakes += mistakes_in_changes(changes, base)
    for table, key in ENTRIES.items():
        if not any(mistake.path[:1] == (table,) for mistake in mistakes):
            mistakes += twice(table, key, [entry[key] for entry in changes.get(table, [])])
    result = dict(base)
    if not mistakes:
        for place, name in enumerate(layer.data.get("without", ())):
            if not _leave_out(result, name):
                expected = Phrase("something that the book it extends has")
                if (close := close_to(name, _removable(base))) is not None:
                    expected = Phrase("{close} perhaps, or {others}", close=close, others=expected)
                mistakes.append(Mistake(("without", place), shown(name), expected))
    if mistakes:
        raise raised([layer.error(mistake) for mistake in mistakes])
    for key, value in changes.items():
        if key in ENTRIES:
            result[key] = _entries(result.get(key, []), value, ENTRIES[key])
        elif isinstance(value, dict) and key not in _TEXTS:
            result[key] = {**result.get(key, {}), **value}
        else:
            result[key] = value
    return result


def _file_mistakes(data: Mapping[str, Any]) -> Iterator[Mistake]:
    left_out = data.get("without", [])
    if not isinstance(left_out, list):
        yield Mistake(("without",), shown(left_out), Phrase("a list"))
        return
    for place, name in enumerate(left_out):
        if not isinstance(name, str):
            yield Mistake(("without", place), shown(name), Phrase("a text in quotes"))


def _entries(base: Sequence[dict[str, Any]], changes: Sequence[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """Entries of the same id changed where they stand, new ones at the end."""
    changed = {entry[key]: entry for entry in changes}
    result = [_entry(entry, changed.pop(entry[key], {})) for entry in base]
    return [*result, *changed.values()]


def _entry(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """An entry with its changes. A new text is whole: in no language may an article go on saying the old rule, and how
    the old words were read says nothing of the new ones."""
    old = () if changes.keys().isdisjoint(SPOKEN) else (*SPOKEN, "reading")
    return {key: value for key, value in base.items() if key not in old} | changes


_TEXTS: Final = ("name", "about")
"""Tables that are texts: a club that names itself in one language is not called by its base's name in the others."""


_MAY_CITE: Final = {field.encode_name for field in msgspec.structs.fields(Cites) if not field.required}
"""What a refusal may cite, but need not."""


def _leave_out(data: dict[str, Any], name: str) -> bool:
    """Take something out: a table (``clock``), a key (``options.tiles``), an entry (``card.blue``), a key of an entry
    (``infraction.TG-14.12.choices``), or an article with its infraction (``TG-14.1``). Whether it was there."""
    if data.pop(name, None) is not None:
        return True
    table, _, rest = name.partition(".")
    if table in ENTRIES:
        return _leave_out_entry(data, table, rest)
    if isinstance(data.get(table), dict):
        data[table] = dict(data[table])
        return data[table].pop(rest, None) is not None
    article, infraction = (_leave_out_entry(data, table, name) for table in ("article", "infraction"))
    if article:  # nothing has to cite it that need not cite anything
        data["cites"] = {key: cited for key, cited in data["cites"].items() if cited != name or key not in _MAY_CITE}
    return article or infraction


def _leave_out_entry(data: dict[str, Any], table: str, name: str) -> bool:
    key, entries = ENTRIES[table], data.get(table, [])
    left = [entry for entry in entries if entry[key] != name]
    if len(left) == len(entries):
        entry_id, _, inner = name.rpartition(".")
        left = [_less(entry, inner) if entry[key] == entry_id else entry for entry in entries]
        if left == entries:
            return False
    data[table] = left
    return True


def _less(entry: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name != key}


def _removable(data: Mapping[str, Any]) -> Iterator[str]:
    for table, value in data.items():
        yield table
        if isinstance(value, dict):
            yield from (f"{table}.{key}" for key in value)
        elif table in ENTRIES:
            for entry in value:
                yield f"{table}.{entry[ENTRIES[table]]}"
                if table in ("article", "infraction"):
                    yield entry[ENTRIES[table]]


def in_its_file(mistake: Mistake, book: Mapping[str, Any], layers: Sequence[Layer]) -> RuleBookError:
    """The error for a mistake of a whole book, in the file that says it. `layers`: what extends stands first.

    Built-in books are right by themselves: what does not go together with one is a matter of the club's own file.
    """
    files = [layer for layer in layers if not layer.built_in]
    if len(layers) == 1:
        return layers[0].error(mistake)
    best, place = files[0], Path()
    for layer in files:
        there = _path_in(layer.data, mistake.path, book)
        if len(there) > len(place):
            best, place = layer, there
    if not place and "without" in best.data:
        return best.error(mistake, ("without",))
    return best.error(mistake._replace(path=(*place, *mistake.path[len(place) :])))


def _path_in(data: Any, path: Path, book: Any) -> Path:
    """As much of a path of the whole book as one file has, its entries counted in that file."""
    here: Path = ()
    table = ""
    for step in path:
        book = _below(book, step)
        if table in ENTRIES and isinstance(step, int) and isinstance(book, dict):
            key = ENTRIES[table]
            step = next((place for place, entry in enumerate(data) if entry.get(key) == book.get(key)), len(data))
        data = _below(data, step)
        if data is None:
            break
        here, table = (*here, step), str(step) if not here else ""
    return here


def _below(data: Any, step: str | int) -> Any:
    try:
        return data[step]
    except (KeyError, IndexError, TypeError):
        return None
