"""The words that scripts say: found in their source, translated by the server, handed to the page as JSON."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from tantera.words import translate

_SAID: Final = re.compile(r"""\bt\(\s*"((?:[^"\\]|\\.)+)\"""")
"""``t("…")`` with a sentence written out."""


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence that some script says."""
    scripts = sorted((Path(__file__).parent / "static").rglob("*.js"))
    found = {said for path in scripts for said in _SAID.findall(path.read_text("utf-8"))}
    return tuple(sorted(found))


@cache
def words_of_scripts(lang: str) -> dict[str, str]:
    """The sentences in a language; those that read the same are left out."""
    told = {sentence: translate(lang, sentence) for sentence in sentences()}
    return {sentence: words for sentence, words in told.items() if words != sentence}
