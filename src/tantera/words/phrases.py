"""Sentences that wait for their language: the English text with its gaps, filled and translated only when told."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple, Protocol, runtime_checkable

from tantera.words.catalogue import translate


@runtime_checkable
class Tellable(Protocol):
    """Something that can be told in a language: a phrase, a refusal, any other problem."""

    def told(self, lang: str) -> str: ...


class Phrase:
    """An English sentence with gaps. What fills a gap may be a phrase of its own, or a problem.

    >>> Phrase("at most {most} for {players} players", most=7, players=4).told("es")
    'como mucho 7 para 4 jugadores'
    """

    __slots__ = ("facts", "message")

    def __init__(self, message: str, **facts: object) -> None:
        self.message, self.facts = message, facts

    def told(self, lang: str) -> str:
        facts = {name: fact.told(lang) if isinstance(fact, Tellable) else fact for name, fact in self.facts.items()}
        return translate(lang, self.message, **facts)

    def __str__(self) -> str:
        return self.told("en")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.message, self.facts) == (other.message, other.facts)

    def __hash__(self) -> int:
        return hash(self.message)

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"


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
        from babel.dates import format_datetime  # it reads a calendar

        return format_datetime(datetime.fromisoformat(self.iso), "d MMM y, HH:mm", locale=lang, tzinfo=None)
