"""The files of words, and how a sentence gets into the one of its room."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from releasing.words import LOCALE, room_file
from tests.words.speech import speech


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
        own = {sentence: words[sentence] for sentence, place in places.items() if place == name}
        (LOCALE / lang / f"{name}.po").write_text(room_file(name, lang, own), "utf-8")
    read.cache_clear()


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
