"""The scripts of a page: what they import, by whatever way, and the words that they say, found in their source. A page
names what it begins with; what that needs is loaded beside it and not one after the other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from tantera.words import translate

STATIC: Final = Path(__file__).parent / "static"
_IMPORTED: Final = re.compile(r"""^(?:import|export)\b[^;"]*"(\.[^"]+)";""", re.MULTILINE)
"""A static import; scripts have no other."""
_SAID: Final = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""")
"""``t("…")`` with a sentence written out."""


@cache
def modules(*scripts: str) -> tuple[str, ...]:
    """These scripts and all that they import, the nearest first.

    >>> modules("desk/draw.js", "print.js"), modules("words.js")
    (('desk/draw.js', 'print.js'), ('words.js',))
    """
    found = list(scripts)
    for script in found:  # it grows meanwhile
        imported = [normpath(join(dirname(script), name)) for name in _IMPORTED.findall(_source(script))]
        found += [name for name in dict.fromkeys(imported) if name not in found]
    return tuple(found)


def sentences(*scripts: str) -> tuple[str, ...]:
    """Every sentence that these scripts say, or what they import."""
    return tuple(sorted({said for name in modules(*scripts) for said in _SAID.findall(_source(name))}))


@cache
def words_of(lang: str, *scripts: str) -> dict[str, str]:
    """The same in a language; those that read the same are left out."""
    told = {sentence: translate(lang, sentence) for sentence in sentences(*scripts)}
    return {sentence: words for sentence, words in told.items() if words != sentence}


def _source(script: str) -> str:
    return (STATIC / script).read_text("utf-8")
