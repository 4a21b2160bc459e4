"""A rule book on one page for the notice board: what a player asks before sitting down, and the rules of the house."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from msgspec.structs import fields

from tantera.paper.press import Document
from tantera.rules import Book, Infraction, Options, law_hash
from tantera.rules.glossary import KEYS, key_in_words, value_in_words
from tantera.rules.sanctions import decision_of
from tantera.rules.schema import Customs, SheetCustoms
from tantera.rules.summary import SettingInWords, summary
from tantera.rules.telling import consequence_in_words, what_follows
from tantera.words import Phrase, told, translate

BEHIND: Final = (
    "options.limit", "options.scoring", "options.first_opener", "options.next_opener", "options.tied_block",
)  # fmt: skip
"""The settings whose articles matter on a wall, after those of the club's own."""


IN_A_LINE: Final = 38
"""Letters in a line of a column, about."""

AS_EVERYWHERE: Final = ("first_tile", "next_match_opener", "reset", "block_points", "turns", "fault_count", "card_span")
"""Options that are only worth a word where they are not what they usually are."""


def notice(book: Book, lang: str, own: Collection[str] = (), without: Collection[str] = ()) -> Document:
    """One page. `own`: the articles that the club wrote itself; they are there before any other. `without`: those that
    say something else than the book sets by now."""
    name, about = _plain(book.name.text(lang)), _plain(book.about.text(lang))
    parts = summary(book)
    columns = [_part(book, title, settings, lang) for title, settings in parts.items()]
    articles = [*_articles(book, lang, own, without)]
    content = {
        "lang": lang,
        "event": name,
        "title": "",
        "second": about,
        "foot": f"{book.id} · {law_hash(book)[:12]}",
        "page": "",
        "columns": _in_columns([part for part in columns if part["lines"]]),
        "faults": {"title": translate(lang, "Faults"), "entries": [*_faults(book, lang)]},
        "articles": {
            "title": translate(lang, "The rules"),
            "entries": [entry for _, entry in articles],
            "own": sum(mine for mine, _ in articles),
        },
        "more_faults": translate(lang, "and {count} more", count="{count}"),
        "more_articles": translate(lang, "and {count} more", count="{count}"),
    }
    return Document("notice", content)


def _part(book: Book, title: str, settings: list[SettingInWords], lang: str) -> dict[str, Any]:
    usual = _usual(book)
    lines = [
        {"what": _sentence(setting.what.told(lang)), "value": _sentence(told(setting.value, lang))}
        for setting in settings
        if setting.key not in usual
    ]
    return {"title": translate(lang, title), "lines": lines}


def _in_columns(parts: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Two columns about as long as each other, read down the first and then down the second."""
    long = [2 + sum(1 + len(line["what"] + line["value"]) // IN_A_LINE for line in part["lines"]) for part in parts]
    halves = range(len(parts) + 1)
    cut = min(halves, key=lambda at: abs(sum(long[:at]) - sum(long[at:])))
    return [parts[:cut], parts[cut:]]


def _usual(book: Book) -> set[str]:
    """What is as everywhere, and needs no room on a wall."""
    alike = {"table.fewer_play_alone"}  # a word to the program, not to people
    alike |= {"options.players"} if book.options.play == "pairs" else set()
    for table, kind, customs in (("table", Customs, book.customs), ("sheet", SheetCustoms, book.sheet)):
        default = kind()
        alike |= {f"{table}.{key}" for key in kind.__struct_fields__ if getattr(customs, key) == getattr(default, key)}
    usual = {field.name: field.default for field in fields(Options)}
    return alike | {f"options.{key}" for key in AS_EVERYWHERE if getattr(book.options, key) == usual[key]}


def _plain(words: str) -> str:
    """On one line, and nothing that cannot be printed: a book is somebody else's file."""
    return "".join(letter if letter.isprintable() else " " for letter in words).strip()


_NAMES: Final = "|".join(sorted({key.rpartition(".")[2] for key in KEYS} | {"unless"}, key=len, reverse=True))
_SETTING: Final = re.compile(rf"\b({_NAMES}) = ([a-z0-9_-]+)")
_POINTER: Final = re.compile(rf"\s*\([^()]*\b(?:{_NAMES}) = [^()]*\)|:[^.:;()]*\b(?:{_NAMES}) = [^.:;()]*(?=\.|$)")


def _in_words(text: str, lang: str) -> str:
    """A text without the keys that a file sets: on a wall they tell nobody anything. After a colon or in brackets they
    only say once more how the words before them are set.

    >>> _in_words("Others do (block = nobody). Or else: with block = nobody.", "en")
    'Others do. Or else.'
    >>> _in_words("With block = nobody it is void.", "en")
    'With “who wins a block: nobody” it is void.'
    """

    def in_words(matched: re.Match[str]) -> str:
        key = f"options.{matched[1]}"
        setting = {"what": key_in_words(key), "now": value_in_words(key, matched[2])}
        return Phrase("“{what}: {now}”", **setting).told(lang) if key in KEYS else matched[0]

    return _SETTING.sub(in_words, _POINTER.sub("", text))


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _faults(book: Book, lang: str) -> Iterator[dict[str, str]]:
    """What follows, and the infractions that bring it."""
    together: dict[str, list[str]] = {}
    for infraction in book.catalogue:
        if follows := _brings(book, infraction, lang):
            together.setdefault(follows, []).append(_plain(infraction.name.text(lang)))
    for follows, names in together.items():
        yield {"mark": f"{_sentence(follows)}:", "text": ", ".join(names)}


def _brings(book: Book, infraction: Infraction, lang: str) -> str:
    level = next((one for one in book.severities if one.id == infraction.severity), None)
    consequences = (*(level.consequences if level is not None else ()), *infraction.consequences)
    sentences = [consequence_in_words(book, consequence) for consequence in consequences]
    if not sentences and decision_of(infraction, level) is not None:
        sentences = what_follows(book, infraction)[:1]
    return ", ".join(sentence.told(lang) for sentence in sentences)


def _articles(
    book: Book, lang: str, own: Collection[str], without: Collection[str]
) -> Iterator[tuple[bool, dict[str, str]]]:
    """The club's own articles, then those behind the main rules, each once; and whether it is the club's own."""
    mine = [article for article in book.articles if article.id in own]
    behind = [article for key in BEHIND for article in book.articles if key in article.settles]
    for article in dict.fromkeys(one for one in (*mine, *behind) if one.id not in without):
        title = _plain(article.title.text(lang)) if article.title is not None else article.number
        text = _in_words(_plain(article.text(lang)), lang)
        mark = "" if text.casefold().startswith(title.casefold()) else f"{title}."  # nothing is said twice
        entry = {"mark": mark, "text": text}
        if article.reading is not None:
            read = _in_words(_plain(article.reading.text(lang)), lang)
            entry["reading"] = f"{translate(lang, 'How we read it')}: {read}"
        yield article.id in own, entry
