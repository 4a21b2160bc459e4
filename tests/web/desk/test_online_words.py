"""What tables online say is there in Spanish and in Catalan, with the same gaps, and in one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import tantera

LOCALE = Path(tantera.__file__).parent / "words/locale"


def said(lang: str, name: str) -> dict[str, str]:
    with (LOCALE / lang / name).open("rb") as po:
        return {str(entry.id): str(entry.string) for entry in read_po(po, locale=lang) if entry.id}


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_everything_is_translated_with_its_gaps_and_stands_nowhere_else(lang: str):
    own = said(lang, "desk_online.po")
    assert own.keys() == said("es", "desk_online.po").keys()
    for sentence, translated in own.items():
        assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", translated)), sentence
    for po in (LOCALE / lang).glob("*.po"):
        if po.name != "desk_online.po":
            assert not said(lang, po.name).keys() & own.keys(), po.name


def test_every_sentence_is_said_somewhere():
    sources = [path for path in Path(tantera.__file__).parent.rglob("*") if path.suffix in (".py", ".html", ".js")]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    assert [sentence for sentence in said("es", "desk_online.po") if sentence not in text] == []
