"""A match's events as a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tantera.notation import document as d
from tantera.notation.books import is_own, law_tags
from tantera.notation.errors import Where
from tantera.notation.judge import reserve_record
from tantera.notation.results import bonus_given, moves_tell_bonuses, result_of, result_tag
from tantera.notation.writer import turn_of
from tantera.play import events as e
from tantera.play.deal import commitment
from tantera.play.ledger import Happened, Ledger
from tantera.play.match import Match
from tantera.play.moves import order_of
from tantera.rules import Refusal, Seat
from tantera.rules.bonuses import BONUSES
from tantera.rules.sanctions import answer_key


def export(ledger: Ledger, tags: Iterable[tuple[str, str]] = ()) -> d.Document:
    """The document of a match, corrections applied. `tags` add to or replace the ones the match gives.

    A book that does not come along has no name that everybody knows: its tag is the caller's to give.
    """
    tags = tuple(tags)
    if "Book" not in dict(tags) and is_own(ledger.book):
        message = "{book} is a book of somebody's own: say where it is"
        raise Refusal(ledger.book.cites.sheet, message, book=ledger.book.id)
    exporter = _Exporter(ledger.until(1))
    for happened in ledger.happenings():
        exporter.add(happened)
    return exporter.document(tags)


class _Exporter:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.hands: list[d.HandText] = []
        self.items: list[d.Item] | None = None
        """Of the hand being written; None between hands."""
        self.before: list[d.Item] = []
        """What has to stand in the next hand, before its deal."""
        self.seed: d.SeedItem | None = None
        self.records: list[tuple[list[d.Item], int]] = []
        """Where the record of each infraction stands."""
        self.time_called_between = False
        """Whether time was called since the last hand, with no tiles on the table."""
        self.given = False
        """Whether a bonus of this hand, of which only the result is known, has been given already."""
        self.known: list[int] = []
        """The hands whose tiles somebody chose."""
        self.names: dict[Seat, str] = {}
        """Who sat first where a reserve sits now."""
        self.score, self.opener = match.score, match.opener
        """As they were before anything of this hand happened: a sanction may change the score in the middle of it."""

    def add(self, happened: Happened[Match]) -> None:
        event, before, self.match = happened
        if self.items is None and not self.before and not self.given:
            self.score, self.opener = before.score, before.opener
        match event:
            case e.HandDealt():
                self.begin(event, before.commitment)
            case e.OpenerAgreed(seat=seat) if self.items is not None:
                self.opener = seat
            case e.DealRefused():
                self.thrown_in()
            case e.BonusGiven() if BONUSES[event.kind].by_result and self.items is None:
                self.given = True  # the result will tell it; the score above the hand is the one before it
            case e.HandScored():
                self.end(before, event)
            case e.TimeCalled(lifted=lifted):
                self.time_called(before, lifted is True)
            case e.InfractionRecorded():
                self.recorded(before, event)
            case e.DecisionTaken():
                self.decided(before, event)
            case e.BonusGiven() if not moves_tell_bonuses(before) and not BONUSES[event.kind].by_result:
                self.note(bonus_given(before, event))
            case e.PlayerReplaced(seat=seat, name=name) if not before.seats_open:
                self.names.setdefault(seat, before.names[seat - 1])
                self.note(reserve_record(seat, name))
            case e.MatchEnded() | e.DecisionAwaited() if self.time_called_between:
                self.unplayed()
            case _ if self.items is not None:
                self.items += _items(before, event)

    def note(self, record: d.RecordItem) -> None:
        (self.before if self.items is None else self.items).append(record)

    def recorded(self, before: Match, event: e.InfractionRecorded) -> None:
        """A record, with the turn it happened on where it was found later."""
        turns = before.hand.turns if before.hand is not None and before.hand_in_play else 0
        found_later = event.turn != turns and "turn" not in dict(event.details)
        details = (*event.details, ("turn", str(event.turn))) if found_later else event.details
        items = self.before if self.items is None else self.items
        self.records.append((items, len(items)))
        items.append(d.RecordItem(event.article, event.seat, details))

    def decided(self, before: Match, event: e.DecisionTaken) -> None:
        """A decision stands in the record it is about; what a director rules has a record of its own."""
        if event.infraction is None or (before.awaiting is not None and before.awaiting.who == "director"):
            return
        items, place = self.records[event.infraction]
        record = items[place]
        assert isinstance(record, d.RecordItem)
        written = dict(record.details)
        added = {answer_key(event.choice): event.choice, **({"by": event.by} if event.by else {})}
        details = (*record.details, *((name, value) for name, value in added.items() if name not in written))
        items[place] = replace(record, details=details)

    def time_called(self, before: Match, lifted: bool) -> None:
        self.time_called_between = self.items is None and not lifted
        options = before.book.options
        if not options.stops_at_time or self.time_called_between:
            article = before.book.cites.time if options.at_time == "extra_hands" else "at_time"
            self.note(d.RecordItem(article, None, d.LIFTED if lifted else ()))

    def begin(self, dealt: e.HandDealt, promised: str | None) -> None:
        """The deal, and what was promised before it: whether the two go together is for whoever verifies it."""
        racks = [(seat, rack) for seat, rack in enumerate(dealt.racks, start=1) if rack]
        boneyard = [(0, dealt.boneyard)] if dealt.boneyard else []
        self.items = self.before
        self.items.append(d.DealItem(tuple(racks + boneyard)))
        self.before = []
        self.opener = dealt.opener
        self.time_called_between = False
        self.known = [number for number in self.known if number != dealt.number]  # a deal before it was thrown in
        if dealt.known is True:
            self.known.append(dealt.number)
        if dealt.seed:
            self.seed = d.SeedItem(promised or commitment(bytes.fromhex(dealt.seed)), dealt.seed, dealt.entropy)

    def thrown_in(self) -> None:
        """A deal that somebody refused is not written: the hand has the one that was played."""
        self.before = [item for item in self.items or () if not isinstance(item, d.DealItem)]
        self.items, self.seed = None, None

    def end(self, before: Match, scored: e.HandScored) -> None:
        items = self.items if self.items is not None else self.before
        if self.seed is not None:
            items.append(self.seed)
        items.append(result_of(before, scored))
        self.hands.append(self.hand_text(items))
        self.items, self.seed, self.before, self.given = None, None, [], False
        self.time_called_between = False

    def unplayed(self) -> None:
        """Time called between two hands ended the match: the hand that never was says so."""
        self.hands.append(self.hand_text([d.ResultItem("time")]))
        self.before, self.time_called_between = [], False

    def hand_text(self, items: list[d.Item]) -> d.HandText:
        alone = self.match.book.options.play == "alone"
        return d.HandText(len(self.hands) + 1, self.opener or 1, self.score, alone, tuple(items))

    def document(self, tags: Iterable[tuple[str, str]]) -> d.Document:
        match = self.match
        unfinished = self.before if self.items is None else self.items
        if unfinished:
            self.hands.append(self.hand_text(unfinished))
        given = {
            "Book": match.book.id,
            **dict(law_tags(match.book)),
            **{f"Seat{seat}": self.names.get(seat, name) for seat, name in enumerate(match.names, start=1)},
            **({"Players": str(len(match.names))} if len(match.names) != 4 else {}),
            "Limit": str(match.book.options.limit),
            **({"Known": " ".join(map(str, self.known))} if self.known else {}),
            "Result": result_tag(match),
        }
        extra = list(tags)
        replaced = {name for name, _ in extra}
        all_tags = [(name, value) for name, value in given.items() if name not in replaced] + extra
        if "Option" not in replaced:
            all_tags += [("Option", f"{key}={value}") for key, value in match.law.options if key != "players"]
        ordered = d.in_order([(name, value, Where(1, 1)) for name, value in all_tags])
        return d.Document(tuple((name, value) for name, value, _ in ordered), tuple(self.hands))


def _items(before: Match, event: e.Event) -> list[d.Item]:
    """A move as it is written; nothing for events that the notation does not tell."""
    match event:
        case e.TilePlaced() | e.DoublesPlaced() | e.TurnPassed():
            assert before.hand is not None
            scored = event.points or None if isinstance(event, e.TilePlaced) else None
            return [replace(turn_of(before.hand, order_of(event)), took=_took(event), points=scored)]
        case e.TileDrawn(tile=drawn):
            return [d.DrawTurn(drawn, took=_took(event))]
        case e.TileExposed(seat=seat, tile=tile):
            return [d.ExposedItem(seat, tile)]
        case e.MoveSeen():
            return [_seen(event)]
    return []


def _took(event: e.TilePlaced | e.DoublesPlaced | e.TurnPassed | e.TileDrawn | e.MoveSeen) -> int | None:
    """How long a move took, as it can be written: a clock that ran backwards or stood for years measured nothing."""
    return None if event.took is None else min(max(0, event.took), d.LONGEST)


def _seen(event: e.MoveSeen) -> d.SeenItem:
    took = _took(event)
    if event.tile is None:
        return d.SeenItem(event.seat, d.PassTurnItem(took=took))
    if event.end is None or event.touching is None:
        return d.SeenItem(event.seat, d.OpeningTurn(event.tile, took=took))
    opened = event.tile.other(event.touching)
    return d.SeenItem(event.seat, d.PlaceTurn(event.end, event.touching, opened, took=took))
