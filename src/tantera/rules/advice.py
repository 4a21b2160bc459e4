"""What is right in a club's book and yet can hardly be meant: ``rules check`` warns of it, and nothing is refused.

Three things happen to clubs that change a good book: an option says one thing and an article that came along another;
the book still bears the name of the one it was made from; a part of it changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from tantera.rules.articles import Article
from tantera.rules.basics import SPOKEN, Path
from tantera.rules.bonuses import BONUSES
from tantera.rules.check import RuleBookError, dotted, line_of
from tantera.rules.diff import bonuses_in_words, settings_of
from tantera.rules.extend import Layer, changed
from tantera.rules.glossary import in_a_row, key_in_words, value_in_words
from tantera.rules.sanctions import names_used
from tantera.rules.schema import Book
from tantera.rules.summary import idle
from tantera.rules.template import quoted
from tantera.words import Phrase, translate


class Paste(NamedTuple):
    """An article in place of one that no longer holds, ready to be copied into the file."""

    article: Article
    says: tuple[tuple[Phrase, str | Phrase], ...]
    """What its words laid down, and what holds now; what the club has changed stands first."""

    def text(self, lang: str) -> str:
        """As it stands in a file. What the old words say besides is kept; where that is nothing, they are a remark.

        The settings it speaks of are told one by one: whoever pastes it may say it better.
        """
        sentences = (Phrase("{what}: {now}", what=what, now=now).told(lang) for what, now in self.says)
        now, old = " ".join(f"{_sentence(sentence)}." for sentence in sentences), self.article.text(lang)
        if self.article.settles_all:
            return f"## {translate(lang, 'It said')}: {old}\n" + self._entry(lang, now)
        words = translate(lang, "{now} In all else: {words}", now=now, words=old)
        return self._entry(lang, words if len(words) <= 2000 else now)

    def _entry(self, lang: str, words: str) -> str:
        lines = ["[[article]]", f'id = "{self.article.id}"']
        if self.article.title is not None:  # a title like "La salida pasa a la derecha" would be as wrong
            lines.append(f"title = {{ {lang} = {quoted(_sentence(_key(self.article.settles[0]).told(lang)))} }}")
        return "\n".join([*lines, f"{lang} = {quoted(words)}"]) + "\n"


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


class Advice(NamedTuple):
    """One thing that somebody should look at."""

    source: str
    line: int | None
    field: str
    sentence: Phrase
    paste: Paste | None = None

    def told(self, lang: str) -> str:
        """One line: where, what about, and what is odd."""
        where: str | Phrase = self.source
        if self.line is not None:
            where = Phrase("{source}, line {line}", source=self.source, line=self.line)
        sentence = Phrase("{where}: warning: {field}: {what}", where=where, field=self.field, what=self.sentence)
        return sentence.told(lang)


def advice_on(book: Book, layers: Sequence[Layer]) -> list[Advice]:
    """Everything odd in the first of the files that a book is made of; the books that come along are as they are."""
    layer = layers[0]
    if layer.built_in:
        return []
    advice = [*_unnamed(layers), *_contradictions(book, layers), *_idle(book, layer), *_unused(book, layer)]
    advice += _expulsions(layer)
    return sorted(advice, key=lambda advised: advised.line or 0)


def _advice(layer: Layer, key: str, sentence: Phrase, paste: Paste | None = None) -> Advice:
    return Advice(layer.source, line_of(layer.text, _place(layer.data, key)), key, sentence, paste)


def _place(data: Mapping[str, Any], key: str) -> Path:
    """Where a file says something of a key, or that it goes without."""
    path: Path = tuple(key.split("."))
    if path[0] in data:
        return path
    return ("without",) if "without" in data else ("extends",)


# --- an article that no longer holds


def _contradictions(book: Book, layers: Sequence[Layer]) -> Iterator[Advice]:
    """Articles of another file that lay down what this one has changed."""
    below = _below(layers)
    if below is None:
        return
    now, was = _settings(book), _settings(below)
    layer = layers[0]
    rewritten = {entry["id"] for entry in layer.data.get("article", ()) if not entry.keys().isdisjoint(SPOKEN)}
    for article in book.articles:
        if article.id in rewritten:
            continue
        keys = [key for key in article.settles if now.get(key) != was.get(key)]
        wrong = [key for key in keys if not article.allows(key, now.get(key))]
        if wrong:
            settled = [*wrong, *(key for key in article.settles if key not in wrong)]
            says = tuple((_key(key), _value(key, now.get(key))) for key in settled)
            yield _advice(layer, wrong[0], _contradicts(article, wrong, now), Paste(article, says))


class ArticleText(Phrase):
    """What an article says, in the language of whoever reads the warning, and not all of it."""

    MOST: Final = 90

    def __init__(self, article: Article) -> None:
        super().__init__(article.text("en"))
        self.article = article

    def told(self, lang: str) -> str:
        words = self.article.text(lang)
        return words if len(words) <= self.MOST else words[: self.MOST].rsplit(" ", 1)[0] + "…"


def _contradicts(article: Article, keys: Sequence[str], now: Mapping[str, Any]) -> Phrase:
    changes = [Phrase("{what}: {now}", what=_key(key), now=_value(key, now.get(key))) for key in keys]
    sentence = "you changed it ({changes}); {article} still says: «{words}»"
    return Phrase(sentence, changes=in_a_row(changes, "{one}; {other}"), article=article.id, words=ArticleText(article))


def _below(layers: Sequence[Layer]) -> Book | None:
    """The book that the first file changes; None where it changes none, or one that is no book by itself."""
    if len(layers) == 1:
        return None
    data = layers[-1].data
    try:
        for layer in reversed(layers[1:-1]):
            data = changed(data, layer)
        return msgspec.convert(data, Book)
    except (msgspec.ValidationError, RuleBookError):
        return None


def _settings(book: Book) -> dict[str, Any]:
    bonuses = bonuses_in_words(book)
    given = [Phrase("{what}: {now}", what=what, now=points) for what, points in bonuses.values()]
    each = {f"bonus.{kind}": points for kind, (_what, points) in bonuses.items()}
    return settings_of(book) | {"bonus": in_a_row(given, "{one}, {other}") if given else None} | each


def _key(key: str) -> Phrase:
    table, _, kind = key.partition(".")
    if table == "bonus":
        return BONUSES[kind].explained if kind else Phrase("bonuses")
    return key_in_words(key)


def _value(key: str, value: Any) -> str | Phrase:
    return value if isinstance(value, Phrase) else value_in_words(key, value)


# --- a book that bears another one's name


def _unnamed(layers: Sequence[Layer]) -> Iterator[Advice]:
    layer = layers[0]
    if len(layers) == 1:
        return
    facts = {"base": layer.data["extends"], "reader": _Reader("en")}
    line = line_of(layer.text, ("extends",))
    if "name" not in layer.data:
        sentence = "the book has the name of {base}: give it its own, [name] {reader} = …"
        yield Advice(layer.source, line, "name", Phrase(sentence, **facts))
    if "about" not in layer.data:
        sentence = "the book is described as {base} is: say in a sentence what it is, [about] {reader} = …"
        yield Advice(layer.source, line, "about", Phrase(sentence, **facts))


class _Reader(Phrase):
    """The language of whoever reads the sentence, as the key of a text."""

    def told(self, lang: str) -> str:
        return lang


# --- what changes nothing


def _idle(book: Book, layer: Layer) -> Iterator[Advice]:
    for key, needed in idle(book).items():
        table, _, name = key.partition(".")
        if table in layer.data and (not name or name in layer.data[table]):
            yield _advice(layer, key, Phrase("it changes nothing without {needed}", needed=needed))


def _unused(book: Book, layer: Layer) -> Iterator[Advice]:
    """Cards and severities that nothing in the book brings."""
    used = {(kind, name) for _, kind, name in names_used(book.severities, book.cards, book.infractions)}
    for table in ("severity", "card"):
        for place, entry in enumerate(layer.data.get(table, ())):
            if (table, entry["id"]) not in used:
                line = line_of(layer.text, (table, place))
                sentence = Phrase("it changes nothing: no infraction brings it")
                yield Advice(layer.source, line, f"{table}.{entry['id']}", sentence)


# --- an expulsion that goes on


def _expulsions(layer: Layer) -> Iterator[Advice]:
    """A player is sent away and the match goes on with the seat empty: the book has to say what becomes of it."""
    for path, consequences in _lists(layer.data, ()):
        kinds = {consequence.get("kind") for consequence in consequences if isinstance(consequence, dict)}
        if "expulsion" in kinds and "match_lost" not in kinds:
            sentence = Phrase("an expulsion alone does not end the match: add {lost}", lost='{ kind = "match_lost" }')
            yield Advice(layer.source, line_of(layer.text, path), dotted(path), sentence)


_CONSEQUENCES: Final = frozenset({"consequences", "again", "unknown", "touched"})


def _lists(data: Any, path: Path) -> Iterator[tuple[Path, list[Any]]]:
    """Every list of consequences in a file, and where it stands."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        here = (*path, key)
        if key in _CONSEQUENCES and isinstance(value, list):
            yield here, value
        yield from _lists(value, here)
