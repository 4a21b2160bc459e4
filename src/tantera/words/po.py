"""A reader of ``.po`` files as translators edit them: what they say, by the English. Ours have no plural forms and no
contexts. Why not Babel? It is 33 MB, nearly all of it the calendars of languages that nobody reads here; the tests hold
this reader, and the dates and figures of this room, against it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_ESCAPED: Final = re.compile(r"\\(.)")
_MEANT: Final = {"n": "\n", "t": "\t", "r": "\r"}


def read_po(lines: Iterable[str]) -> dict[str, str]:
    r"""By ``msgid`` its ``msgstr``; the header, under the empty one, is left out.

    >>> read_po(['# a note', 'msgid ""', '"to "', '"play"', 'msgstr "jugar\\n"', '#~ msgid "old"'])
    {'to play': 'jugar\n'}
    """
    found: dict[str, list[str]] = {}
    sentence: list[str] = []
    text = sentence
    for line in map(str.strip, lines):
        if line.startswith("msgid "):
            sentence = text = [_unquoted(line[6:])]
        elif line.startswith("msgstr "):
            text = found.setdefault("".join(sentence), [])
            text[:] = [_unquoted(line[7:])]
        elif line.startswith('"'):
            text.append(_unquoted(line))
    return {said: "".join(words) for said, words in found.items() if said}


def _unquoted(quoted: str) -> str:
    text = quoted[1:-1]
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[1]), text) if "\\" in text else text
