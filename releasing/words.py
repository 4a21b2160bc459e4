"""The words, one catalogue a language: for translators and for Weblate, which want one file and not one a room.

python3 run.py words out FOLDER [--lang LANG]   es.po, ca.po, pt.po and tantera.pot; --lang begins another language
python3 run.py words in FOLDER                  what is in them goes back into the file of its room

Nothing is lost on the way: what comes back as it went leaves every file as it was. A sentence that comes back empty or
marked as fuzzy leaves ours in its place; one that we do not say, or whose gaps are others, is told and left out.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final

import tantera
from tantera.words.po import read_po

LOCALE: Final = Path(tantera.__file__).parent / "words" / "locale"
WHOLE: Final = "es"
"""The language that has every sentence, each in the file of its room."""
HEAD: Final = """\
# What `{room}` says.
msgid ""
msgstr ""
"Language: {lang}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"""
_TOGETHER: Final = """\
# What Tantera says. Below #: stands the room that says it.
msgid ""
msgstr ""
"Project-Id-Version: tantera {version}\\n"
"Language: {lang}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
Rooms = dict[str, dict[str, str]]
"""The sentences of each file, by its name without ``.po``."""


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="run.py words", description=__doc__)
    parser.add_argument("way", choices=("out", "in"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang", help="another language to begin with")
    asked = parser.parse_args(words)
    if asked.way == "out":
        langs = sorted({one.name for one in LOCALE.iterdir() if one.is_dir()} | ({asked.lang} if asked.lang else set()))
        for path in hand_out(asked.folder, langs):
            print(path)
        return
    files = sorted(asked.folder.glob("*.po"))
    if not files:
        parser.error(f"{asked.folder} has no catalogue: expected files like es.po, as `words out` writes them.")
    for path in files:
        for line in take_back(path):
            print(f"{path.name}: {line}")


def hand_out(folder: Path, langs: list[str], locale: Path = LOCALE) -> list[Path]:
    """A catalogue for each language, and the template, which has no words."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = _rooms(locale / WHOLE)
    written = []
    for lang in ("", *langs):
        known = _together(_rooms(locale / lang)) if lang else {}
        parts = (
            f"\n#: {room}\nmsgid {quoted(sentence)}\nmsgstr {quoted(known.get(sentence, ''))}\n"
            for room, entries in whole.items()
            for sentence in entries
        )
        path = folder / (f"{lang}.po" if lang else "tantera.pot")
        path.write_text(_TOGETHER.format(version=tantera.__version__, lang=lang) + "".join(parts), "utf-8")
        written.append(path)
    return written


def take_back(catalogue: Path, locale: Path = LOCALE) -> Iterator[str]:
    """Into the files of a language, which is what the catalogue is called; what was done with it, in sentences."""
    lang, whole = catalogue.stem, _rooms(locale / WHOLE)
    ours = _rooms(locale / lang)
    place = {one: room for rooms in (whole, ours) for room, entries in rooms.items() for one in entries}
    changed: set[str] = set()
    for sentence, words in _finished(catalogue.read_text("utf-8")).items():
        if sentence not in place:
            yield f"left out, for nobody says it: {sentence!r}"
        elif gaps(sentence) != gaps(words):
            yield f"left out, for its gaps are others: {sentence!r}: found {gaps(words)}, expected {gaps(sentence)}"
        elif ours.setdefault(place[sentence], {}).get(sentence) != words:
            ours[place[sentence]][sentence] = words
            changed.add(sentence)
    for room in sorted({place[sentence] for sentence in changed}):
        (locale / lang).mkdir(exist_ok=True)
        (locale / lang / f"{room}.po").write_text(room_file(room, lang, ours[room]), "utf-8")
    yield f"{len(changed)} sentences changed"


def room_file(room: str, lang: str, entries: dict[str, str]) -> str:
    """The file of a room."""
    told = (f"\nmsgid {quoted(sentence)}\nmsgstr {quoted(words)}\n" for sentence, words in entries.items())
    return HEAD.format(room=room, lang=lang) + "".join(told)


def quoted(text: str) -> str:
    """As .po files have it."""
    for letter, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")):
        text = text.replace(letter, written)
    return f'"{text}"'


def gaps(text: str) -> list[str]:
    """What is filled in; a brace that opens nothing is a gap by itself."""
    try:
        return sorted({name for _, name, _, _ in Formatter().parse(text) if name is not None})
    except ValueError:
        return ["{"]


def _finished(text: str) -> dict[str, str]:
    """What a translator has done with."""
    blocks = (block for block in re.split(r"\n\s*\n", text) if not re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE))
    return {sentence: words for sentence, words in read_po("\n\n".join(blocks).splitlines()).items() if words}


def _rooms(folder: Path) -> Rooms:
    return {path.stem: read_po(path.read_text("utf-8").splitlines()) for path in sorted(folder.glob("*.po"))}


def _together(rooms: Rooms) -> dict[str, str]:
    return {sentence: words for entries in rooms.values() for sentence, words in entries.items()}


if __name__ == "__main__":
    main(sys.argv[1:])
