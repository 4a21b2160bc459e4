"""The files of words, and how a sentence gets into the one of its room."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from babel.messages.pofile import escape, read_po

import tantera
from tests.words.speech import speech

LOCALE = Path(tantera.__file__).parent / "words" / "locale"
HEAD = """\
# What `{room}` says.
msgid ""
msgstr ""
"Language: {lang}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"""


@cache
def read(lang: str) -> dict[str, dict[str, str]]:
    """The sentences of each file, by its name without ``.po``."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((LOCALE / lang).glob("*.po")):
        with path.open("rb") as po:
            found[path.stem] = {str(entry.id): str(entry.string) for entry in read_po(po, locale=lang) if entry.id}
    return found


def sort(lang: str) -> None:
    """Every sentence into a file where it may stand, the lowest of them; what nobody says is left out."""
    places: dict[str, str] = {}
    words: dict[str, str] = {}
    for name, entries in read(lang).items():
        words = entries | words
        for sentence in entries:
            rooms = speech().may_stand_in(sentence)
            if sentence not in places and rooms:
                places[sentence] = name if name in rooms else min(rooms, key=floor)
    for path in (LOCALE / lang).glob("*.po"):
        path.unlink()
    for name in set(places.values()):
        own = ((sentence, words[sentence]) for sentence, place in places.items() if place == name)
        told = (f"\nmsgid {_quoted(sentence)}\nmsgstr {_quoted(translated)}\n" for sentence, translated in own)
        (LOCALE / lang / f"{name}.po").write_text(HEAD.format(room=name, lang=lang) + "".join(told), "utf-8")
    read.cache_clear()


def _quoted(text: str) -> str:
    return str(escape(text))


def floor(name: str) -> tuple[int, int, str]:
    """How far below a room is, by the contracts on imports; and its folder in it."""
    room, _, folder = name.partition("_") if name.startswith(("cli_", "web_")) else (name, "", "")
    rooms, folders = _floors()
    return rooms[room], folders.get(folder, 0), folder


@cache
def _floors() -> tuple[dict[str, int], dict[str, int]]:
    contracts = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    rooms, folders = (
        {room: at for at, names in enumerate(reversed(one["layers"])) for room in names.split(" | ")}
        for one in contracts
        if one["type"] == "layers"
    )
    return rooms, folders
