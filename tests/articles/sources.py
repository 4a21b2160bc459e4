"""What each of the five sources says, sentence by sentence, and where our book says it: the tables of `sources/*.toml`.

A table names a source sentence by its place and its first words only; the sources are no part of this repository. They
are read where they lie beside the checkout, `../shared/seeds`.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tantera.rules import Article

TABLES: Final = Path(__file__).with_suffix("")
SEEDS: Final = Path(__file__).resolve().parents[2].parent / "shared" / "seeds"


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """Where one of our articles says what a sentence of the source says."""

    article: str
    text: str
    """As our article has it, in the language of the source."""
    reading: str = ""
    """What we make of it, where we make something of it."""


class Sentence(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of a source."""

    starts: str
    said: tuple[Said, ...] = ()
    no_rule: str = ""
    """Why it needs no article."""
    numbers: tuple[int, ...] = ()
    """From three up: ones and twos are words like any other."""
    lang: str = "es"


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that belong to what we make of an article, and not to what the source says."""

    article: str
    es: tuple[str, ...]
    ca: tuple[str, ...]
    en: tuple[str, ...]

    def only(self, lang: str) -> tuple[str, ...]:
        return {"es": self.es, "ca": self.ca, "en": self.en}[lang]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A book against its source."""

    source: str
    sentence: tuple[Sentence, ...]
    reading: tuple[Reading, ...]
    silent: dict[str, str] = {}
    """Articles of which the source says nothing, and what it is silent about."""


def table(book: str) -> Table:
    return msgspec.toml.decode((TABLES / f"{book}.toml").read_bytes(), type=Table)


def source(name: str) -> list[str] | None:
    """The sentences of a source; None where it does not lie beside the checkout."""
    file = SEEDS / name
    return list(source_sentences(file.read_text("utf-8"))) if file.exists() else None


# --- sentences

_MARKS: Final = re.compile(r"<\|[^|]*\|>|[*#\\]")
_PIECES: Final = re.compile(
    r"\n\s*\n|\n(?=\s*(?:\d+\.\s*\d+\s*[-–]|ART[IÍ]CULO\s|Art[ií]culo\s|CAP[IÍ]TULO\s|[-•]\s|\d+\. \w))|(?=•)"
)
"""A source comes from a page: blank lines, numbered articles and items part it, the ends of lines do not."""
_ENDS: Final = re.compile(r"(?<=[.?!])[\"”)]*\s+(?=[\"“(«]?[A-ZÁÉÍÓÚÀÈÒÇÑ])")


def source_sentences(text: str) -> list[str]:
    """The sentences and headings of a source, in order.

    >>> source_sentences("REGLAS\\n\\nSe juega. Quien no\\n\\npuede, pasa.\\n14. 2 - Salir (Art. 8.7) mal.")
    ['REGLAS', 'Se juega.', 'Quien no puede, pasa.', '14. 2 - Salir (Art. 8.7) mal.']
    """
    found: list[str] = []
    for piece in _PIECES.split(_MARKS.sub(" ", text)):
        words = " ".join(re.sub(r"^\s*[-•]\s*", "", piece).split())
        for sentence in sentences(words) if re.search(r"\w", words) else ():
            if found and (sentence[0].islower() or not re.search(r"[^\W\d]", found[-1])):
                found[-1] += f" {sentence}"  # a page ended in its middle, or it was only a number
            else:
                found.append(sentence)
    return found


def sentences(text: str) -> list[str]:
    """The sentences of a text.

    >>> sentences("Sale el n.º 1. El n.º 2 pasa a las 10:30 a. m. Fin.")
    ['Sale el n.º 1.', 'El n.º 2 pasa a las 10:30 a. m.', 'Fin.']
    """
    return _ENDS.split(text)


def breaks(text: str) -> tuple[int, int, int]:
    """How a text is built: its sentences, its semicolons, its colons. A sentence lost in one language shows here."""
    return len(sentences(text)), text.count(";"), text.count(": ")


# --- numbers

_NUMBER_WORDS: Final = {
    "es": {3: "tres tercero tercer tercera", 4: "cuatro", 6: "seis sexta", 7: "siete", 8: "ocho", 9: "novena",
           10: "diez", 20: "veinte", 28: "veintiocho", 30: "treinta"},
    "ca": {3: "tres tercer tercera", 4: "quatre", 6: "sis sisena", 7: "set", 8: "vuit", 9: "novena",
           10: "deu", 20: "vint", 30: "trenta"},
    "en": {3: "three third", 4: "four", 6: "six sixth", 7: "seven", 8: "eight", 9: "ninth",
           10: "ten", 20: "twenty", 30: "thirty"},
}  # fmt: skip
_BY_WORD: Final = {
    lang: {word: number for number, words in named.items() for word in words.split()}
    for lang, named in _NUMBER_WORDS.items()
}
_OF_AN_ARTICLE: Final = re.compile(r"^(?:\d+\.\s*\d*\s*[-–‐]|(?i:art[ií]culo)\s+\d+º\s*[-:])")


def numbers(text: str, lang: str) -> set[int]:
    """The numbers from three up that a text names, in figures or in words; not the number that it bears itself.

    >>> sorted(numbers("6. 3 - Cada uno de los cuatro toma 7, a las 10:30", "es"))
    [4, 7, 10, 30]
    """
    words = re.findall(r"\d+|[^\W\d]+", _OF_AN_ARTICLE.sub("", text).lower())
    found = {int(word) if word.isdecimal() else _BY_WORD[lang].get(word, 0) for word in words}
    return {number for number in found if number > 2}


# --- our own words

LONGEST_ALIKE: Final = 8
"""So many words in a row may stand in a source and in our text: a rule has words of its own, a sentence is ours."""


def copied(text: str, source: str) -> list[str]:
    """Where a text follows the source word for word for longer than that."""
    theirs = f" {' '.join(_plain(source))} "
    ours = _plain(text)
    runs = (" ".join(ours[at : at + LONGEST_ALIKE + 1]) for at in range(len(ours) - LONGEST_ALIKE))
    return [run for run in runs if f" {run} " in theirs]


def _plain(text: str) -> list[str]:
    """Its words, without numbers: a date can only be said in one way."""
    return re.findall(r"[^\W\d]+", text.lower())


# --- what is wrong


def unaccounted(known: Table, found: list[str]) -> list[str]:
    """Sentences of a source that its table does not have, rows that it has too much, and numbers it has otherwise."""
    wrong: list[str] = []
    for place, (sentence, row) in enumerate(zip_longest(found, known.sentence), 1):
        if sentence is None or row is None or not sentence.startswith(row.starts):
            return [*wrong, f"{place}: {sentence if sentence is not None else row.starts}"]
        named = numbers(sentence, row.lang) if not row.no_rule else set()
        if named != set(row.numbers):
            wrong.append(f"{place}: numbers {sorted(named)}, {list(row.numbers)} in the table")
    return wrong


def wrong_in(article: Article, known: Table) -> list[str]:
    """What an article does not say as its table has it, in any of its languages."""
    return [*_lost(article, known), *_mixed_up(article, known), *_apart(article)]


def _lost(article: Article, known: Table) -> list[str]:
    """Sentences of the source that it no longer says."""
    wrong = []
    for sentence in known.sentence:
        for said in sentence.said:
            if said.article != article.id:
                continue
            if said.text not in article.text(sentence.lang):
                wrong.append(f"{article.id} no longer says: {said.text}")
            if said.reading and said.reading not in _reading(article, sentence.lang):
                wrong.append(f"{article.id} is no longer read: {said.reading}")
    return wrong


def _mixed_up(article: Article, known: Table) -> list[str]:
    """Words of our reading in the text, and a reading nobody wrote down."""
    wrong = []
    own = [one for one in known.reading if one.article == article.id]
    if bool(own) != (article.reading is not None):
        wrong.append(f"{article.id}: its reading and the table do not go together")
    for one in own:
        for lang in ("es", "ca", "en"):
            body = _plain(article.text(lang))
            wrong += [
                f"{article.id} ({lang}) has our reading in its text: {word}" for word in one.only(lang) if word in body
            ]
            read = _plain(_reading(article, lang))
            wrong += [
                f"{article.id} ({lang}) is no longer read with: {word}" for word in one.only(lang) if word not in read
            ]
    return wrong


def _apart(article: Article) -> list[str]:
    """Languages that do not say the same."""
    wrong = []
    for text in (article.text, lambda lang: _reading(article, lang)):
        for lang in ("ca", "en"):
            if breaks(text(lang)) != breaks(text("es")):
                wrong.append(
                    f"{article.id} ({lang}) is built otherwise: {breaks(text(lang))}, {breaks(text('es'))} in es"
                )
            if numbers(text(lang), lang) != numbers(text("es"), "es"):
                other = numbers(text(lang), lang) ^ numbers(text("es"), "es")
                wrong.append(f"{article.id} ({lang}) has other numbers: {sorted(other)}")
    return wrong


def _reading(article: Article, lang: str) -> str:
    return article.reading.text(lang) if article.reading is not None else ""
