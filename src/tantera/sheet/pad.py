"""The score pad of a real table: what was written on the sheet so far, judged, and what may be written next.

A pad *is* a DGN document. Every entry adds one item to it and the whole is judged again; what the judge refuses is
never on the pad. So there is nothing else to keep: a file read back is the same pad, and undo is the document without
its last entry.

Of best of so many matches each has a sheet of its own, which says who won those before it. Two tags, ``[Match "2"]``
and ``[Won "1+3"]``, so that every sheet tells where it stands in the series by itself; and ``[After "mesa.dgn"]``,
the sheet before it: where that is put right later, `caught_up` counts the matches won anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from msgspec.structs import replace as change

from tantera.notation import Document, Judged, judge, read, write
from tantera.notation import document as d
from tantera.notation.errors import Where
from tantera.notation.judge import RESERVE, is_reserve, reserve_record
from tantera.notation.results import BONUS
from tantera.play import Ledger, Match, Phase, Side, new_match, side_name
from tantera.play.consequences import Sanction
from tantera.play.events import InfractionRecorded
from tantera.play.match import series_winner
from tantera.referee.catalogue import plain, ruling_article
from tantera.rules import Book, Books, Refusal, Seat, Seated, built_in_books
from tantera.rules.sanctions import answer_key
from tantera.sheet.questions import AnyQuestion, Signature, next_question
from tantera.sheet.results import sanctioned

ANSWERS = ("confirm", "chose")
"""Details of a record that were asked of somebody, each an entry by itself."""


@dataclass(frozen=True)
class Pad:
    """The sheet at one moment. What writes gives a new pad, or a `Refusal` or `DgnError` that says why not.

    >>> pad = Pad.begun([("Book", "san-juan")]).opened(1).ended(d.ResultItem("domino", (3,), 41))
    >>> pad.match.score, pad.match.opener
    ((41, 0), 3)
    >>> print(pad.undone().undone().text, end="")
    [Book "san-juan"]
    [Result "*"]
    """

    document: Document
    """Without the tag Result, unless the judges gave it: who won follows from the rest."""
    books: Books
    """Finds the rule book that the document names."""
    judged: Judged

    @classmethod
    def begun(cls, tags: Iterable[tuple[str, str]], books: Books = built_in_books) -> Pad:
        """An empty sheet."""
        ordered = d.in_order([(name, value, Where(1, 1)) for name, value in tags])
        return cls._of(Document(tuple((name, value) for name, value, _ in ordered)), books)

    @classmethod
    def read(cls, text: str, books: Books = built_in_books) -> Pad:
        """The sheet of a file, to go on with."""
        document = read(text)
        judge(document, books)  # the tag Result is part of what has to be right
        pad = cls._of(_tagged(document, "Result", None), books)
        given = document.tag("Result")
        return pad._settled() if given in (None, "*") or not pad.awaits_judges else pad.tagged("Result", given)

    @classmethod
    def _of(cls, document: Document, books: Books) -> Pad:
        return cls(document, books, judge(document, books))

    # --- what is on it

    @property
    def match(self) -> Match:
        return self.judged.match

    @property
    def book(self) -> Book:
        return self.match.book

    @property
    def ledger(self) -> Ledger:
        return self.judged.ledger

    @property
    def hand(self) -> d.HandText | None:
        """The hand whose result is not written yet, if it has begun."""
        last = self.document.hands[-1] if self.document.hands else None
        return last if last is not None and last.result is None else None

    @property
    def number(self) -> int:
        """Of the hand being played, or of the next one."""
        return len(self.document.hands) + (self.hand is None)

    @property
    def opener(self) -> Seat | None:
        """Who opens it; None where somebody has to say so."""
        return self.hand.opener if self.hand is not None else self.match.opener

    @property
    def is_over(self) -> bool:
        return self.match.phase is Phase.ENDED

    @property
    def awaits_judges(self) -> bool:
        """Level at the end, and no article says who has won (SJ-estructura)."""
        awaited = self.match.awaiting
        return awaited is not None and awaited.infraction is None

    @property
    def closing(self) -> Sanction | None:
        """How an infraction has ended the hand, while that is not on the sheet: somebody has to count its points."""
        return self.match.sanction if self.match.awaiting is None and not self.is_over else None

    @property
    def signed(self) -> tuple[str, ...]:
        """Who has signed."""
        return d.signed_names(self.document)

    def has_signed(self, seat: Seat) -> bool:
        return self._signature(seat) in self.signed

    def _signature(self, seat: Seat) -> str:
        """A name without commas: they stand between signatures."""
        return self.match.names[seat - 1].replace(",", " ")

    @property
    def text(self) -> str:
        """The whole sheet as DGN."""
        match = self.match
        computed = "*" if match.ended_by is None else "=" if match.winner is None else side_name(match.winner)
        return write(_tagged(self.document, "Result", self.document.tag("Result") or computed))

    def asks(self) -> AnyQuestion:
        """What somebody has to say next."""
        return next_question(self)

    def shared(self, before: Pad) -> int:
        """How many events both pads have. An answered record is still the same."""
        same = 0
        for one, other in zip(before.ledger.events, self.ledger.events, strict=False):
            if isinstance(one, InfractionRecorded) and isinstance(other, InfractionRecorded):
                one, other = change(one, details=()), change(other, details=())
            if one != other:
                break
            same += 1
        return same

    def until_hand(self, place: int) -> Pad:
        """The pad as it was before one of its hands, from 0."""
        return self._of(_tagged(replace(self.document, hands=self.document.hands[:place]), "Result", None), self.books)

    def until_item(self, place: int, count: int) -> Pad:
        """The pad as it was in one of its hands, after so many items of it."""
        hand = self.document.hands[place]
        hands = (*self.document.hands[:place], replace(hand, items=hand.items[:count]))
        return self._of(_tagged(replace(self.document, hands=hands), "Result", None), self.books)

    # --- writing

    def opened(self, seat: Seat) -> Pad:
        """Somebody says who opens a hand."""
        if seat not in self.match.seats:
            raise Refusal(self.book.cites.opener, "there is no seat {seat}", seat=seat)
        alone = self.book.options.play == "alone"
        text = d.HandText(self.number, seat, self.match.score, alone)
        return self._with_hands((*self.document.hands, text))

    def recorded(self, record: d.RecordItem) -> Pad:
        """An infraction or a free ruling."""
        return self.noted(record)

    def noted(self, *items: d.Item) -> Pad:
        """Whatever a hand may hold, and the line of the hand where that ends it."""
        return self._with_items(*items)._settled()

    def decided(self, choice: str) -> Pad:
        """The decision that the last record awaits."""
        awaited, hand = self.match.awaiting, self.hand
        if awaited is None or hand is None or choice not in awaited.choices:
            known = " / ".join(awaited.choices) if awaited is not None else "—"
            message = "{chosen} is not among the choices: {known}"
            raise Refusal(awaited.article if awaited else self.book.cites.limit, message, chosen=choice, known=known)
        place = max(place for place, item in enumerate(hand.items) if isinstance(item, d.RecordItem))
        record = hand.items[place]
        assert isinstance(record, d.RecordItem)
        answered = replace(record, details=(*record.details, (answer_key(choice), choice)))
        items = (*hand.items[:place], answered, *hand.items[place + 1 :])
        return self._with_hands((*self.document.hands[:-1], replace(hand, items=items)))._settled()

    def ended(self, result: d.ResultItem) -> Pad:
        """The hand is over: its line on the sheet."""
        return self._with_items(result)

    def voided(self, text: str, by: str) -> Pad:
        """A hand that counts for nobody because somebody ruled so."""
        record = d.RecordItem(ruling_article(self.book), details=(("by", by), ("text", text)))
        return self._with_items(record, d.ResultItem("ruling", text=text))

    def replaced(self, seat: Seat, name: str) -> Pad:
        """A reserve sits down there, before anything of the next hand."""
        self.check_between_hands()
        self._check_name(name, self.match.names)
        return self._with_items(reserve_record(seat, name))

    def check_between_hands(self) -> None:
        """A `Refusal` unless a reserve may sit down now."""
        if self.hand is not None and not all(map(is_reserve, self.hand.items)):
            raise Refusal(self.book.cites.seating, "a reserve sits down between two hands")

    def sat_at(self, seat: Seat) -> tuple[str, ...]:
        """Everybody who has sat there, who sits there now last."""
        records = [item for hand in self.document.hands for item in hand.items if isinstance(item, d.RecordItem)]
        reserves = [dict(one.details)["name"] for one in records if one.article == RESERVE and one.seat == seat]
        return self.document.tag(f"Seat{seat}") or str(seat), *reserves

    def renamed(self, seat: Seat, name: str, was: str | None = None) -> Pad:
        """Another name for whoever sits there, or for somebody who `was` there before; a signature is the same
        person's."""
        was = self.match.names[seat - 1] if was is None else was
        others = [other for other in range(1, len(self.match.names) + 1) if other != seat]
        self._check_name(name, [one for other in others for one in self.sat_at(other)])
        before, after = reserve_record(seat, was), reserve_record(seat, name)
        hands = tuple(
            replace(hand, items=tuple(after if item == before else item for item in hand.items))
            for hand in self.document.hands
        )
        document = replace(self.document, hands=hands)
        pad = self._of(_tagged(document, f"Seat{seat}", name) if was == self.sat_at(seat)[0] else document, self.books)
        if not self.has_signed(seat):
            return pad
        signed = [pad._signature(seat) if one == self._signature(seat) else one for one in self.signed]
        return pad.tagged("Signed", ", ".join(signed))

    def _check_name(self, name: str, others: Iterable[str]) -> None:
        if not name or not name.isprintable():
            raise Refusal(self.book.cites.seating, "write a name in letters")
        if plain(name) in map(plain, others):
            raise Refusal(self.book.cites.seating, "there is a {name} already", name=name)

    def unsigned(self) -> Pad:
        """Without signatures: they stood under another sheet."""
        return self.tagged("Signed", None) if self.signed else self

    def timed(self, in_hand: bool) -> Pad:
        """*Tiempo*: the hand being played stops, is finished, or is the first of the last ones, as the book says."""
        self.check_timed()
        options = self.book.options
        if options.stops_at_time:
            return self._with_items(d.ResultItem("time"))
        article = self.book.cites.time if options.at_time == "extra_hands" else "at_time"
        lifted = d.LIFTED if in_hand and self.match.phase is not Phase.PLAYING else ()
        pad = self._with_items(d.RecordItem(article, None, lifted))
        return self._with_items(d.ResultItem("time")) if pad.is_over or pad.awaits_judges else pad

    def check_timed(self) -> None:
        """A `Refusal` unless time may be called now."""
        if self.book.options.limit.minutes is None:
            raise Refusal(self.book.cites.time, "this match has no limit of time")
        if self.match.time_called is not None:
            raise Refusal(self.book.cites.time, "time has been called already")

    def ruled(self, side: Side | None) -> Pad:
        """The judges say who has won a match that ended level; None: nobody."""
        if not self.awaits_judges:
            raise Refusal(self.book.cites.limit, "nothing awaits a ruling")
        return self.tagged("Result", "=" if side is None else side_name(side))

    def signed_by(self, seat: Seat) -> Pad:
        """A signature under a match that is over."""
        if not self.is_over:
            raise Refusal(self.book.cites.sheet, "the sheet is signed when the match is over")
        if not 1 <= seat <= len(self.match.names):
            raise Refusal(self.book.cites.sheet, "there is no seat {seat}", seat=seat)
        if self.has_signed(seat):
            raise Refusal(self.book.cites.sheet, "{player} has signed already", player=Seated(seat))
        asked = self.asks()
        if not isinstance(asked, Signature) or seat not in asked.seats:
            raise Refusal(self.book.cites.sheet, "{player} does not sign the sheet in this book", player=Seated(seat))
        return self.tagged("Signed", ", ".join((*self.signed, self._signature(seat))))

    def undone(self) -> Pad:
        """Without the last entry: a signature, a ruling, a result, an answer, a record, who opened.

        What the program wrote by itself, such as the line of a hand that an infraction ended, goes with its cause.
        """
        if self.signed:
            return self.tagged("Signed", ", ".join(self.signed[:-1]) or None)
        if self.document.tag("Result") is not None:
            return self.tagged("Result", None)
        if not self.document.hands:
            raise Refusal(self.book.cites.sheet, "there is nothing to undo")
        *before, last = self.document.hands
        items = _without_last(last.items)
        shorter = self._with_hands((*before, replace(last, items=items)))
        if isinstance(_last(last.items), d.ResultItem) and (shorter.closes_itself or _ends_by_ruling(last.items)):
            items = _without_last(items)
        elif isinstance(_last(last.items), d.ResultItem):
            items = _without_bonuses(items)
        elif isinstance(_last(items), d.DealItem):  # dealt only because time was called
            items = items[:-1]
        if items:
            return self._with_hands((*before, replace(last, items=items)))
        empty = self._with_hands(tuple(before))
        if not last.items or empty.match.opener is not None:
            return empty
        return self._with_hands((*before, replace(last, items=())))

    def _settled(self) -> Pad:
        """With the line of a hand that an infraction has ended, where nobody has to count anything for it."""
        if self.closing is None or not self.closes_itself:
            return self
        return self.ended(sanctioned(self.match, self.closing, None))

    @property
    def closes_itself(self) -> bool:
        """Whether an infraction has ended the hand and its line needs nobody's word."""
        return self.closing is not None and self.closing.points_known

    def _with_items(self, *items: d.Item) -> Pad:
        pad = self
        if pad.hand is None:
            if pad.opener is None:
                raise Refusal(pad.book.cites.opener, "say first who opens the hand")
            pad = pad.opened(pad.opener)
        assert pad.hand is not None
        text = replace(pad.hand, items=(*pad.hand.items, *items))
        return pad._with_hands((*pad.document.hands[:-1], text))

    def _with_hands(self, hands: tuple[d.HandText, ...]) -> Pad:
        return self._of(replace(self.document, hands=hands), self.books)

    def tagged(self, name: str, value: str | None) -> Pad:
        """With this tag, or without it."""
        return self._of(_tagged(self.document, name, value), self.books)


def _tagged(document: Document, name: str, value: str | None) -> Document:
    """The document with this tag, or without it."""
    tags = [tag for tag in document.tags if tag[0] != name]
    if value is not None:
        tags.append((name, value))
    ordered = d.in_order([(key, text, Where(1, 1)) for key, text in tags])
    return replace(document, tags=tuple((key, text) for key, text, _ in ordered), tag_places=())


def _last(items: tuple[d.Item, ...]) -> d.Item | None:
    """The last item that says something: comments and seeds go with what they follow."""
    return next((item for item in reversed(items) if not isinstance(item, d.Comment | d.SeedItem)), None)


def _without_last(items: tuple[d.Item, ...]) -> tuple[d.Item, ...]:
    last = _last(items)
    if last is None:
        return ()
    place = max(place for place, item in enumerate(items) if item is last)
    if isinstance(last, d.RecordItem) and last.details and last.details[-1][0] in ANSWERS:
        return (*items[:place], replace(last, details=last.details[:-1]))
    return items[:place]


def _without_bonuses(items: tuple[d.Item, ...]) -> tuple[d.Item, ...]:
    """Bonuses are said together with the result that they stand before."""
    while items and isinstance(items[-1], d.RecordItem) and items[-1].article == BONUS:
        items = items[:-1]
    return items


def _ends_by_ruling(items: tuple[d.Item, ...]) -> bool:
    """Whether the items end with a ruling and the line of the hand that it ended."""
    *_, record, result = (None, None, *(item for item in items if not isinstance(item, d.Comment | d.SeedItem)))
    return (
        isinstance(result, d.ResultItem)
        and result.how == "ruling"
        and isinstance(record, d.RecordItem)
        and dict(record.details).get("text") == result.text
    )


_OF_ONE_MATCH = frozenset({"Match", "Won", "After", "Signed", "Result"})
LEVEL = "="


class Series(NamedTuple):
    """Where a match stands in its series."""

    number: int
    best_of: int
    won: tuple[Side | None, ...]
    """Who won each match so far, this one included once it is over; None: nobody."""
    winner: Side | None
    goes_on: bool
    """Whether another match is to be played after this one."""


def series_of(pad: Pad) -> Series | None:
    """None where the book plays single matches."""
    best_of = pad.book.best_of
    if best_of == 1:
        return None
    sides = {side_name(side): side for side in pad.match.sides}
    played = [one for one in (pad.document.tag("Won") or "").split(", ") if one == LEVEL or one in sides]
    won = [sides.get(one) for one in played]
    if pad.is_over:
        won.append(pad.match.winner)
    winner = series_winner(pad.book, won)
    goes_on = pad.is_over and winner is None and len(won) < best_of
    return Series(len(played) + 1, best_of, tuple(won), winner, goes_on)


def next_match(pad: Pad, file: str = "") -> Pad:
    """The empty sheet of the next match of the series: same players, same law. Where the match before says who opens
    (CL-inicio), the first hand is opened. `file` is the name of the sheet before it."""
    series = series_of(pad)
    assert series is not None
    assert series.goes_on
    tags = [tag for tag in pad.document.tags if tag[0] not in _OF_ONE_MATCH]
    tags += [("Match", str(series.number + 1)), ("Won", _won(series)), *([("After", file)] if file else [])]
    begun = Pad.begun(tags, pad.books)
    opener = new_match(pad.book, pad.match.names, after=pad.match).opener
    return begun if opener is None else begun.opened(opener)


def caught_up(pad: Pad, before: Pad) -> Pad:
    """The sheet with the matches won as the sheet before it says now. The same one where that is no news, or not the
    sheet of a match of this series that is over."""
    series, last = series_of(pad), series_of(before)
    if series is None or last is None or not before.is_over or last.number != series.number - 1:
        return pad
    if before.document.tag("Book") != pad.document.tag("Book") or pad.document.tag("Won") == _won(last):
        return pad
    return pad.tagged("Won", _won(last))


def _won(series: Series) -> str:
    return ", ".join(LEVEL if side is None else side_name(side) for side in series.won)
