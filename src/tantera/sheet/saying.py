"""Entries of a sheet in words, so that somebody can say which one is meant."""

from __future__ import annotations

from tantera.notation.bonuses import BONUS
from tantera.notation.document import RecordItem, ResultItem
from tantera.notation.reserves import RESERVE
from tantera.notation.writer import write_item
from tantera.play import Match
from tantera.play.events import InfractionRecorded
from tantera.sheet.entries import Answered, AnyEntry, Ended, Noted, Opened, Ruled, Timed, Voided
from tantera.telling import Narrator, choice, infraction, name_of, names_of
from tantera.telling.infractions import article_of
from tantera.words import translate


def in_words(entry: AnyEntry, match: Match, lang: str) -> str:
    """``dominó de Mas, 41``, ``sale Pons``, ``TG-14.1 Llamada al móvil: Vidal``."""
    match entry:
        case Opened(seat=seat):
            return translate(lang, "{name} opens", name=name_of(seat, match))
        case Noted(items=items):
            record = entry.record
            return " ".join(map(write_item, items)) if record is None else _record(record, match, lang)
        case Answered(choice=chosen):
            return translate(lang, "decided: {choice}", choice=choice(chosen, lang))
        case Timed():
            return translate(lang, "time was called")
        case Voided(record=record):
            return _record(record, match, lang)
        case Ended(result=result):
            return _result(result, match, lang)
        case Ruled(side=None):
            return translate(lang, "the judges: level")
        case Ruled(side=side):
            assert side is not None
            return translate(lang, "the judges: {side} win", side=names_of(side, match))


def _record(record: RecordItem, match: Match, lang: str) -> str:
    if record.article == BONUS:
        told = Narrator(lang).bonus(dict(record.details)["kind"])
        return f"{told}: {names_of(match.side_of(record.seat or 1), match)}"
    if record.article == RESERVE:
        return translate(lang, "reserve at seat {seat}: {name}", seat=record.seat, name=dict(record.details)["name"])
    event = InfractionRecorded(record.article, record.seat, 0, record.details, at=0)
    return f"{article_of(event)} {infraction(event, match, lang)}".lstrip()


def _result(result: ResultItem, match: Match, lang: str) -> str:
    """How the hand ended and what it brought: ``cerrado 30-10, Vidal + Roca, +40``."""
    told = [_how(result, match, lang)]
    if result.how != "domino" and result.side is not None:
        told.append(names_of(result.side, match))
    told += [f"{result.points:+}"] if result.points else []
    told += ["-".join(map(str, result.made))] if result.made else []
    return ", ".join(told)


def _how(result: ResultItem, match: Match, lang: str) -> str:
    left = "-".join("·" if one is None else str(one) for one in result.totals)
    if result.how == "domino" and result.side is not None:
        return f"{translate(lang, 'domino by {name}', name=names_of(result.side, match))} {left}".rstrip()
    if result.how == "block":
        return translate(lang, "blocked {left}", left=left) if left else translate(lang, "blocked")
    if result.how == "limit":
        return translate(lang, "limit reached")
    if result.how == "ruling":
        return translate(lang, "ruling: {text}", text=result.text)
    return f"{translate(lang, result.how)} {result.article}".rstrip()
