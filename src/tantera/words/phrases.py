"""Sentences that wait for their language: the English text with its gaps, filled and translated only when told. And
what is wrong, said so that people and programs can act on it.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple, Protocol

from tantera.words.calendar import clock, long_date, short_date
from tantera.words.catalogue import translate


class Tellable(Protocol):
    """Something that can be told in a language: a phrase, a refusal, any other problem. Whoever has `told` is one;
    `isinstance` would ask the protocol's whole list of attributes, at every word."""

    def told(self, lang: str) -> str: ...


def told(words: Tellable | str, lang: str) -> str:
    """Words in a language; what is a text already is left as it is."""
    return words if isinstance(words, str) else words.told(lang)


class Phrase:
    """An English sentence with gaps. What fills a gap may be a phrase of its own, or a problem.

    >>> Phrase("at most {most} for {players} players", most=7, players=4).told("es")
    'como mucho 7 para 4 jugadores'
    """

    __slots__ = ("facts", "message")

    def __init__(self, message: str, **facts: object) -> None:
        self.message, self.facts = message, facts

    def told(self, lang: str) -> str:
        facts = {name: fact.told(lang) if hasattr(fact, "told") else fact for name, fact in self.facts.items()}
        return translate(lang, self.message, **facts)

    def __str__(self) -> str:
        return self.told("en")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.message, self.facts) == (other.message, other.facts)

    def __hash__(self) -> int:
        return hash(self.message)

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"


def counting(count: int, one: str, many: str) -> Phrase:
    """A sentence about one thing, or about `{count}` of them.

    >>> counting(1, "1 minute", "{count} minutes").told("es"), counting(40, "1 minute", "{count} minutes").told("es")
    ('1 minuto', '40 minutos')
    """
    return Phrase(one) if count == 1 else Phrase(many, count=count)


def reason_of(error: OSError) -> Phrase:
    """Why the system did not do it. It says so in English; the usual reasons are in the catalogue.

    >>> reason_of(FileNotFoundError(2, "No such file or directory")).told("es")
    'no existe'
    """
    return Phrase(error.strerror or type(error).__name__)


class Moment(NamedTuple):
    """A time as orders and files write it, told as people say it: the hours of whoever wrote it.

    >>> Moment("2026-11-16T10:54+01:00").told("es"), Moment("2026-11-16T10:54+01:00").told("en")
    ('16 nov 2026, 10:54', '16 Nov 2026, 10:54')
    """

    iso: str

    def told(self, lang: str) -> str:
        at = datetime.fromisoformat(self.iso)
        return f"{short_date(at, lang)}, {clock(at)}"


class Day(NamedTuple):
    """A day of the calendar as orders and files write it, told whole.

    >>> Day("2026-11-19").told("es")
    '19 de noviembre de 2026'
    """

    iso: str

    def told(self, lang: str) -> str:
        return long_date(date.fromisoformat(self.iso), lang)


class Problem(Exception):
    """The base of every error that a user may meet.

    ::

        Problem
        ├── Refusal         refused    an order that the book forbids
        ├── Missing         missing_extra  something that is not installed: an extra of the package
        ├── Misuse          misuse     a call of the library with what is no order, no actor, no pair of eyes
        ├── RuleBookError   rule_book  a rule-book file that cannot be right
        ├── DgnError        notation   a DGN text that cannot be right
        ├── LogError        log        a log that is not ours, or not of this law
        ├── Unsolvable      unsolvable a position that no search can value
        ├── BotError        bot        a bot that cannot be had
        ├── ArenaError      arena      a contest that cannot be played
        ├── StoreError      store      a store or a backup that cannot be opened, read or written
        │   ├── NotSaved    not_saved  an append that was not kept
        │   └── Conflict    conflict   an append that came second
        ├── SessionError    session    a match at a terminal that cannot begin or go on
        ├── PadError        sheet      a score sheet that cannot begin or go on
        ├── PaperProblem    paper      a paper of a tournament that cannot be printed
        └── OrderProblem    (its own)  an order of a tournament that cannot be read
            └── Refused     (its own)  an order that the moment, the law or the actor's role forbids

    `code` is for programs and never changes, `article` is the rule where one applies, and `told` is one sentence in the
    reader's language that says what was found and what was expected.
    """

    code: str = "problem"
    article: str = ""
    sentence: Tellable | str = ""
    """What is said where it was made of nothing: a kind of problem that has one thing to say."""

    def told(self, lang: str) -> str:
        """The sentence in that language, without the article: of the phrase or the problem that it was made of."""
        sentence = self.args[0] if self.args else self.sentence
        return sentence.told(lang) if hasattr(sentence, "told") else str(sentence)

    def cited(self, lang: str) -> str:
        """The sentence and, where one applies, the article behind it: what the command line prints."""
        sentence = self.args[0] if self.args else None
        if isinstance(sentence, Problem):
            return sentence.cited(lang)
        return f"{self.told(lang)} ({self.article})" if self.article else self.told(lang)


class Misuse(Problem, TypeError):
    """The library was given something of another kind than it asks for: a text where an order is wanted."""

    code = "misuse"
