"""A sheet as the entries it was made of: one for each thing that somebody said, in the order of the sheet.

A pad keeps a document and no history. What a person entered can be read off it all the same: what the program wrote by
itself (scores, who opens, the line of a hand that an infraction ended) follows from the rest, and everything else was
said by somebody. `entries` lists it; `again` writes one of them on another pad, where it is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tantera.notation.bonuses import BONUS
from tantera.notation.document import LIFTED, DealItem, HandText, Item, RecordItem, ResultItem
from tantera.notation.judge import RESERVE
from tantera.notation.results import is_tied, result_of
from tantera.notation.writer import write_item
from tantera.play import Match, Side, side_name
from tantera.play.events import InfractionRecorded
from tantera.play.record import computed_result
from tantera.rules import Refusal, Seat
from tantera.sheet import results
from tantera.sheet.pad import ANSWERS, Pad
from tantera.telling import Narrator, choice, infraction, name_of, names_of
from tantera.telling.infractions import article_of
from tantera.words import translate


@dataclass(frozen=True)
class SheetEntry:
    """Something that somebody said."""

    hand: int
    """The number of the hand it stands in; 0 where it is about the whole match."""


@dataclass(frozen=True)
class Opened(SheetEntry):
    """Who opens a hand, where the sheet did not tell."""

    seat: Seat


@dataclass(frozen=True)
class Noted(SheetEntry):
    """A record: an infraction, a ruling, a bonus; or moves and whatever else a document may hold."""

    items: tuple[Item, ...]

    @property
    def record(self) -> RecordItem | None:
        """The record, where it is one."""
        only = self.items[0] if len(self.items) == 1 else None
        return only if isinstance(only, RecordItem) else None


@dataclass(frozen=True)
class Answered(SheetEntry):
    """The decision that the record before it awaited."""

    choice: str


@dataclass(frozen=True)
class Timed(SheetEntry):
    """*Tiempo* was called."""

    in_hand: bool


@dataclass(frozen=True)
class Voided(SheetEntry):
    """A ruling that ends its hand."""

    record: RecordItem


@dataclass(frozen=True)
class Ended(SheetEntry):
    """How a hand ended."""

    result: ResultItem
    worth: int
    """By how much blocks before had raised the hand when this was said."""
    carried: int = 0
    """And what they had added to it."""


@dataclass(frozen=True)
class Ruled(SheetEntry):
    """Who has won a match that ended level, as the judges say."""

    side: Side | None


AnyEntry = Opened | Noted | Answered | Timed | Voided | Ended | Ruled


def entries(pad: Pad) -> tuple[AnyEntry, ...]:
    """Everything that somebody said on this pad, signatures apart.

    >>> pad = Pad.begun([("Book", "san-juan")]).opened(1).ended(ResultItem("domino", (3,), 41))
    >>> [type(one).__name__ for one in entries(pad)]
    ['Opened', 'Ended']
    """
    found: list[AnyEntry] = []
    for place, hand in enumerate(pad.document.hands):
        before = pad.until_hand(place)
        if before.opener is None:
            found.append(Opened(hand.number, hand.opener))
        found += _in_hand(pad, place, hand)
    ruled = pad.document.tag("Result")
    if ruled is not None:
        sides = {side_name(side): side for side in pad.match.sides}
        found.append(Ruled(0, sides.get(ruled)))
    return tuple(found)


def again(pad: Pad, entry: AnyEntry) -> Pad:
    """The pad with this entry written on it, worked out anew. A `Refusal` or a `DgnError` says why it cannot be."""
    match entry:
        case Opened(seat=seat):
            return pad if pad.opener is not None else pad.opened(seat)
        case Noted(items=items):
            return pad.noted(*items)
        case Answered(choice=choice):
            return pad.decided(choice)
        case Timed(in_hand=in_hand):
            return pad.timed(in_hand)
        case Voided(record=record):
            return pad.noted(record, ResultItem("ruling", text=dict(record.details)["text"]))
        case Ended():
            return _ended_again(pad, entry)
        case Ruled(side=side):
            return pad.ruled(side)


# --- reading them off


def _in_hand(pad: Pad, place: int, hand: HandText) -> Iterator[AnyEntry]:
    items, number = list(hand.items), hand.number
    while items:
        item = items.pop(0)
        match item:
            case DealItem() if _is_time(pad, items[0] if items else None) and len(items) == len(hand.items) - 1:
                items.pop(0)
                yield Timed(number, in_hand=True)
            case RecordItem(details=details) if _is_time(pad, item):
                yield Timed(number, in_hand=details == LIFTED)
            case RecordItem():
                after = items[0] if items else None
                if isinstance(after, ResultItem) and after.how == "ruling" and _rules(item, after):
                    items.pop(0)
                    yield Voided(number, item)
                    continue
                yield Noted(number, (replace(item, details=_without_answers(item)),))
                yield from (Answered(number, choice) for key, choice in item.details if key in ANSWERS)
            case ResultItem(how="time"):
                yield Timed(number, in_hand=False)
            case ResultItem():
                before = pad.until_item(place, len(hand.items) - len(items) - 1)
                if not before.closes_itself:
                    yield Ended(number, item, before.match.worth, before.match.carried)
            case _:
                several = [item]
                while items and not isinstance(items[0], RecordItem | ResultItem | DealItem):
                    several.append(items.pop(0))
                yield Noted(number, tuple(several))


def _without_answers(record: RecordItem) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in record.details if key not in ANSWERS)


def _is_time(pad: Pad, item: Item | None) -> bool:
    if not isinstance(item, RecordItem) or item.seat is not None or item.details not in ((), LIFTED):
        return False
    return item.article in (AT_TIME, pad.book.cites.time)


AT_TIME: Final = "at_time"


def _rules(record: RecordItem, result: ResultItem) -> bool:
    return dict(record.details).get("text") == result.text


# --- the result of a hand, worked out anew


def _ended_again(pad: Pad, entry: Ended) -> Pad:
    match, said, opener = pad.match, entry.result, pad.opener
    if opener is None:
        raise Refusal(pad.book.cites.opener, "say first who opens the hand")
    if pad.closing is not None:
        return pad.ended(results.sanctioned(match, pad.closing, said.points))
    if said.how in ("lost", "void"):
        raise Refusal(said.article or pad.book.cites.count, "nothing ends the hand so any more: say how it ended")
    told = computed_result(match) if match.hand_in_play else None
    if told is not None:
        return pad.ended(result_of(match, told))
    return pad.ended(_counted_again(pad, entry, opener))


def _counted_again(pad: Pad, entry: Ended, opener: Seat) -> ResultItem:
    """What the program counts is counted again; what a person counted stands, unless the hand is worth more now."""
    match, said = pad.match, entry.result
    if said.how == "domino" and said.side is not None:
        seat = said.side[0]
        if said.totals:
            return results.domino_with_totals(match, seat, said.totals, opener)
        if match.book.prize is not None:
            return results.domino(match, seat, results.prize(match, _kind_of(pad, entry)))
    if said.how == "block" and said.totals:
        winner = None if is_tied(match, said.totals, opener) else said.side
        return results.block(match, winner, said.totals, opener)
    if said.points and (entry.worth, entry.carried) != (match.worth, match.carried):
        message = "the hand counts ×{worth} now and counted ×{before}: say its points again"
        raise Refusal(match.book.cites.count, message, worth=match.worth, before=entry.worth)
    return said


def _kind_of(pad: Pad, entry: Ended) -> str:
    """What the last tile was called, by the points that were written for it then."""
    prize = pad.book.prize
    assert prize is not None
    own = entry.result.points - entry.carried
    return next((kind for kind, points in prize.dominos.items() if points * entry.worth == own), "domino")


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
