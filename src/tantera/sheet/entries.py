"""A sheet as the entries it was made of: one for each thing that somebody said, in the order of the sheet.

A pad keeps a document and no history. What a person entered can be read off it all the same: what the program wrote by
itself (scores, who opens, the line of a hand that an infraction ended) follows from the rest, and everything else was
said by somebody. `entries` lists it; `again` writes one of them on another pad, where it is worked out anew.

An old entry is put right so: the sheet up to it, the new entry, and everything after it worked out anew. A `Correction`
is a value on the way from one pad to another. It writes the later entries again one by one and stops at the first that
no longer goes; somebody then says what becomes of it. Nothing is dropped without being asked about, and until it
`is_done` the old pad is the one that counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tantera.notation import DgnError
from tantera.notation.document import LIFTED, DealItem, HandText, Item, RecordItem, ResultItem
from tantera.notation.judge import RESERVE
from tantera.notation.results import BONUS, is_tied, result_of
from tantera.notation.writer import write_item
from tantera.play import Match, Side, side_name
from tantera.play.events import InfractionRecorded
from tantera.play.record import computed_result
from tantera.rules import Refusal, Seat
from tantera.sheet import results
from tantera.sheet.pad import ANSWERS, Pad
from tantera.sheet.questions import AnyQuestion, Decision, Judges, Opener, Points, Result, Ruling
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
    written: list[AnyEntry] = []
    for place, hand in enumerate(pad.document.hands):
        before = pad.until_hand(place)
        if before.opener is None:
            written.append(Opened(hand.number, hand.opener))
        written += _in_hand(pad, place, hand)
    ruled = pad.document.tag("Result")
    if ruled is not None:
        sides = {side_name(side): side for side in pad.match.sides}
        written.append(Ruled(0, sides.get(ruled)))
    return tuple(written)


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
                if (
                    isinstance(after, ResultItem)
                    and after.how == "ruling"
                    and dict(item.details).get("text") == after.text
                ):
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


# --- the result of a hand, worked out anew


def _ended_again(pad: Pad, entry: Ended) -> Pad:
    match, result, opener = pad.match, entry.result, pad.opener
    if opener is None:
        raise Refusal(pad.book.cites.opener, "say first who opens the hand")
    if pad.closing is not None:
        return pad.ended(results.sanctioned(match, pad.closing, result.points))
    if result.how in ("lost", "void"):
        raise Refusal(result.article or pad.book.cites.count, "nothing ends the hand so any more: say how it ended")
    computed = computed_result(match) if match.hand_in_play else None
    if computed is not None:
        return pad.ended(result_of(match, computed))
    return pad.ended(_counted_again(pad, entry, opener))


def _counted_again(pad: Pad, entry: Ended, opener: Seat) -> ResultItem:
    """What the program counts is counted again; what a person counted stands, unless the hand is worth more now."""
    match, result = pad.match, entry.result
    if result.how == "domino" and result.side is not None:
        seat = result.side[0]
        if result.totals:
            return results.domino_with_totals(match, seat, result.totals, opener)
        if match.book.prize is not None:
            return results.domino(match, seat, results.prize(match, _kind_of(pad, entry)))
    if result.how == "block" and result.totals:
        winner = None if is_tied(match, result.totals, opener) else result.side
        return results.block(match, winner, result.totals, opener)
    if result.points and (entry.worth, entry.carried) != (match.worth, match.carried):
        message = "the hand counts ×{worth} now and counted ×{before}: say its points again"
        raise Refusal(match.book.cites.count, message, worth=match.worth, before=entry.worth)
    return result


def _kind_of(pad: Pad, entry: Ended) -> str:
    """What the last tile was called, by the points that were written for it then."""
    prize = pad.book.prize
    assert prize is not None
    made = entry.result.points - entry.carried
    return next((kind for kind, points in prize.dominos.items() if points * entry.worth == made), "domino")


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
        name = Narrator(lang).bonus(dict(record.details)["kind"])
        return f"{name}: {names_of(match.side_of(record.seat or 1), match)}"
    if record.article == RESERVE:
        return translate(lang, "reserve at seat {seat}: {name}", seat=record.seat, name=dict(record.details)["name"])
    event = InfractionRecorded(record.article, record.seat, 0, record.details, at=0)
    return f"{article_of(event)} {infraction(event, match, lang)}".lstrip()


def _result(result: ResultItem, match: Match, lang: str) -> str:
    """How the hand ended and what it brought: ``cerrado 30-10, Vidal + Roca, +40``."""
    parts = [_how(result, match, lang)]
    if result.how != "domino" and result.side is not None:
        parts.append(names_of(result.side, match))
    parts += [f"{result.points:+}"] if result.points else []
    parts += ["-".join(map(str, result.made))] if result.made else []
    return ", ".join(parts)


def _how(result: ResultItem, match: Match, lang: str) -> str:
    left = "-".join("·" if total is None else str(total) for total in result.totals)
    if result.how == "domino" and result.side is not None:
        return f"{translate(lang, 'domino by {name}', name=names_of(result.side, match))} {left}".rstrip()
    if result.how == "block":
        return translate(lang, "blocked {left}", left=left) if left else translate(lang, "blocked")
    if result.how == "limit":
        return translate(lang, "limit reached")
    if result.how == "ruling":
        return translate(lang, "ruling: {text}", text=result.text)
    return f"{translate(lang, result.how)} {result.article}".rstrip()


@dataclass(frozen=True)
class Correction:
    """A sheet on its way to being another one."""

    was: Pad
    """The sheet before anybody touched it."""
    pad: Pad
    """What stands so far."""
    rest: tuple[AnyEntry, ...]
    """What was said after that and is not written again yet."""
    at: int
    """The number that the hand being written had on the old sheet."""
    refused: Refusal | DgnError | None = None
    """Why the first of the rest no longer goes."""

    @property
    def is_done(self) -> bool:
        return not self.rest

    @property
    def lacks(self) -> AnyQuestion | None:
        """What has to be said before the first of the rest, because what was corrected opened a question."""
        if not self.rest:
            return None
        asked, entry = self.pad.asks(), self.rest[0]
        match asked:
            case Opener():
                return None if isinstance(entry, Opened) else asked
            case Decision():
                return None if isinstance(entry, Answered) else asked
            case Ruling():
                return None if isinstance(entry, Noted) else asked
            case Points():
                return None if isinstance(entry, Ended | Voided) else asked
            case Judges():
                return None if isinstance(entry, Ruled) else asked
            case Result():
                # The hand being written has come to its last entry without a result.
                return asked if self.pad.hand is not None and entry.hand not in (0, self.at) else None
            case _:
                return None

    def _check(self, entry: AnyEntry) -> None:
        """An entry does not slip into another hand than the one it stood in, nor after the end."""
        if self.pad.is_over:
            raise Refusal(self.pad.book.cites.limit, "the match is over before that")
        if entry.hand == self.at > 0 and self.pad.hand is None:
            message = "hand {number} is over before that"
            raise Refusal(self.pad.book.cites.sheet, message, number=self.pad.number - 1)

    def went_on(self) -> Correction:
        """With as many of the later entries as can be written again without asking anybody."""
        now = self
        while now.rest and now.lacks is None:
            entry = now.rest[0]
            try:
                now._check(entry)
                pad = again(now.pad, entry)
            except (Refusal, DgnError) as refused:
                return replace(now, refused=refused)
            now = replace(now, pad=pad, rest=now.rest[1:], at=now.at if pad is now.pad else entry.hand)
        return replace(now, refused=None)

    def said(self, pad: Pad) -> Correction:
        """Somebody has said what was lacking: this is the pad with it. A hand that it begins is the one of the rest."""
        begins = self.pad.hand is None and pad.hand is not None
        return replace(self, pad=pad, at=self.rest[0].hand if begins else self.at).went_on()

    def said_instead(self, pad: Pad) -> Correction:
        """Somebody has said something else in place of the first of the rest, and of the answers to it."""
        return replace(self, pad=pad, rest=self._after_first(), at=self.rest[0].hand).went_on()

    def left_out(self) -> Correction:
        """Without the first of the rest and the answers to it, because somebody said so.

        A hand that stood on the sheet only because an infraction had ended it was played all the same: what came of it
        is asked for.
        """
        gone, rest, pad = self.rest[0], self._after_first(), self.pad
        alone = pad.hand is None and not any(entry.hand == gone.hand for entry in rest)
        if isinstance(gone, Noted) and alone and rest and pad.opener is not None:
            return replace(self, pad=pad.opened(pad.opener), rest=rest, at=gone.hand).went_on()
        return replace(self, rest=rest).went_on()

    def all_left_out(self) -> Correction:
        """Without all of the rest, because somebody said so."""
        return replace(self, rest=(), refused=None)

    def _after_first(self) -> tuple[AnyEntry, ...]:
        return self.rest[1 + _answers(self.rest, 0) :]

    @property
    def corrected(self) -> Pad:
        """The new sheet. Signatures under the old one do not count for it."""
        assert self.is_done
        same = self.pad.document.hands == self.was.document.hands and self.pad.match.winner == self.was.match.winner
        return self.was if same else self.pad.unsigned()

    def openers_changed(self) -> Iterator[tuple[int, Seat, Seat]]:
        """Hands that somebody else opens now, as the book says: the number, who did, who does."""
        for before, now in zip(self.was.document.hands, self.pad.document.hands, strict=False):
            if before.opener != now.opener:
                yield now.number, before.opener, now.opener


def to_correct(pad: Pad, place: int) -> Correction:
    """The sheet as it was before one of its entries, which comes first in what is left to be written."""
    everything = entries(pad)
    start = Correction(pad, pad.unsigned().until_hand(0), everything[:place], 0).went_on()
    assert start.is_done
    return replace(start, rest=everything[place:])


def without_hand(pad: Pad, number: int) -> Correction:
    """The sheet without one of its hands, everything after it worked out anew."""
    everything = entries(pad)
    place = next(place for place, entry in enumerate(everything) if entry.hand == number)
    start = to_correct(pad, place)
    rest = tuple(entry for entry in start.rest if entry.hand != number)
    return replace(start, rest=rest).went_on()


def ends_a_hand(entry: AnyEntry) -> bool:
    return isinstance(entry, Ended | Voided)


def _answers(rest: tuple[AnyEntry, ...], place: int) -> int:
    """How many answers follow the entry at this place, if it is a record: they are part of it."""
    count = 0
    if isinstance(rest[place], Noted):
        while place + 1 + count < len(rest) and isinstance(rest[place + 1 + count], Answered):
            count += 1
    return count
