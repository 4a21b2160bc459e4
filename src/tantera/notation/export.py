"""A match's events as a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tantera.notation.bonuses import bonus_given, moves_tell_bonuses
from tantera.notation.books import is_own, law_tags
from tantera.notation.document import (
    LIFTED,
    LONGEST,
    DealItem,
    Document,
    DrawTurn,
    ExposedItem,
    HandText,
    Item,
    OpeningTurn,
    PassTurnItem,
    PlaceTurn,
    RecordItem,
    ResultItem,
    SeedItem,
    SeenItem,
    in_order,
)
from tantera.notation.errors import Where
from tantera.notation.moves import turn_of
from tantera.notation.reserves import reserve_record
from tantera.notation.results import result_of, result_tag
from tantera.play.deal import commitment
from tantera.play.events import (
    BonusGiven,
    DealRefused,
    DecisionAwaited,
    DecisionTaken,
    DoublesPlaced,
    Event,
    HandDealt,
    HandScored,
    InfractionRecorded,
    MatchEnded,
    MoveSeen,
    OpenerAgreed,
    PlayerReplaced,
    TileDrawn,
    TileExposed,
    TilePlaced,
    TimeCalled,
    TurnPassed,
)
from tantera.play.ledger import Happened, Ledger
from tantera.play.match import Match
from tantera.play.moves import order_of
from tantera.rules import Refusal, Seat
from tantera.rules.bonuses import BY_RESULT
from tantera.rules.sanctions import answer_key


def export(ledger: Ledger, tags: Iterable[tuple[str, str]] = ()) -> Document:
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
        self.hands: list[HandText] = []
        self.items: list[Item] | None = None
        """Of the hand being written; None between hands."""
        self.before: list[Item] = []
        """What has to stand in the next hand, before its deal."""
        self.seed: SeedItem | None = None
        self.records: list[tuple[list[Item], int]] = []
        """Where the record of each infraction stands."""
        self.time_called_between = False
        """Whether time was called since the last hand, with no tiles on the table."""
        self.given = False
        """Whether a bonus of this hand, of which only the result is known, has been given already."""
        self.names: dict[Seat, str] = {}
        """Who sat first where a reserve sits now."""
        self.score, self.opener = match.score, match.opener
        """As they were before anything of this hand happened: a sanction may change the score in the middle of it."""

    def add(self, happened: Happened[Match]) -> None:
        event, before, self.match = happened
        if self.items is None and not self.before and not self.given:
            self.score, self.opener = before.score, before.opener
        match event:
            case HandDealt():
                self.begin(event, before.commitment)
            case OpenerAgreed(seat=seat) if self.items is not None:
                self.opener = seat
            case DealRefused():
                self.thrown_in()
            case BonusGiven() if event.kind in BY_RESULT and self.items is None:
                self.given = True  # the result will tell it; the score above the hand is the one before it
            case HandScored():
                self.end(before, event)
            case TimeCalled(lifted=lifted):
                self.time_called(before, lifted is True)
            case InfractionRecorded():
                self.recorded(before, event)
            case DecisionTaken():
                self.decided(before, event)
            case BonusGiven() if not moves_tell_bonuses(before) and event.kind not in BY_RESULT:
                self.note(bonus_given(before, event))
            case PlayerReplaced(seat=seat, name=name) if not before.seats_open:
                self.names.setdefault(seat, before.names[seat - 1])
                self.note(reserve_record(seat, name))
            case MatchEnded() | DecisionAwaited() if self.time_called_between:
                self.unplayed()
            case _ if self.items is not None:
                self.items += _items(before, event)

    def note(self, record: RecordItem) -> None:
        (self.before if self.items is None else self.items).append(record)

    def recorded(self, before: Match, event: InfractionRecorded) -> None:
        """A record, with the turn it happened on where it was found later."""
        turns = before.hand.turns if before.hand is not None and before.hand_in_play else 0
        found_later = event.turn != turns and "turn" not in dict(event.details)
        details = (*event.details, ("turn", str(event.turn))) if found_later else event.details
        items = self.before if self.items is None else self.items
        self.records.append((items, len(items)))
        items.append(RecordItem(event.article, event.seat, details))

    def decided(self, before: Match, event: DecisionTaken) -> None:
        """A decision stands in the record it is about; what a director rules has a record of its own."""
        if event.infraction is None or (before.awaiting is not None and before.awaiting.who == "director"):
            return
        items, place = self.records[event.infraction]
        record = items[place]
        assert isinstance(record, RecordItem)
        told = dict(record.details)
        added = {answer_key(event.choice): event.choice, **({"by": event.by} if event.by else {})}
        details = (*record.details, *((name, value) for name, value in added.items() if name not in told))
        items[place] = replace(record, details=details)

    def time_called(self, before: Match, lifted: bool) -> None:
        self.time_called_between = self.items is None and not lifted
        options = before.book.options
        if not options.stops_at_time or self.time_called_between:
            article = before.book.cites.time if options.at_time == "extra_hands" else "at_time"
            self.note(RecordItem(article, None, LIFTED if lifted else ()))

    def begin(self, dealt: HandDealt, promised: str | None) -> None:
        """The deal, and what was promised before it: whether the two go together is for whoever verifies it."""
        racks = [(seat, rack) for seat, rack in enumerate(dealt.racks, start=1) if rack]
        boneyard = [(0, dealt.boneyard)] if dealt.boneyard else []
        self.items = self.before
        self.items.append(DealItem(tuple(racks + boneyard)))
        self.before = []
        self.opener = dealt.opener
        self.time_called_between = False
        if dealt.seed:
            self.seed = SeedItem(promised or commitment(bytes.fromhex(dealt.seed)), dealt.seed, dealt.entropy)

    def thrown_in(self) -> None:
        """A deal that somebody refused is not written: the hand has the one that was played."""
        self.before = [item for item in self.items or () if not isinstance(item, DealItem)]
        self.items, self.seed = None, None

    def end(self, before: Match, scored: HandScored) -> None:
        items = self.items if self.items is not None else self.before
        if self.seed is not None:
            items.append(self.seed)
        items.append(result_of(before, scored))
        self.hands.append(self.hand_text(items))
        self.items, self.seed, self.before, self.given = None, None, [], False
        self.time_called_between = False

    def unplayed(self) -> None:
        """Time called between two hands ended the match: the hand that never was says so."""
        self.hands.append(self.hand_text([ResultItem("time")]))
        self.before, self.time_called_between = [], False

    def hand_text(self, items: list[Item]) -> HandText:
        alone = self.match.book.options.play == "alone"
        return HandText(len(self.hands) + 1, self.opener or 1, self.score, alone, tuple(items))

    def document(self, tags: Iterable[tuple[str, str]]) -> Document:
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
            "Result": result_tag(match),
        }
        extra = list(tags)
        replaced = {name for name, _ in extra}
        all_tags = [(name, value) for name, value in given.items() if name not in replaced] + extra
        if "Option" not in replaced:
            all_tags += [("Option", f"{key}={value}") for key, value in match.law.options if key != "players"]
        ordered = in_order([(name, value, Where(1, 1)) for name, value in all_tags])
        return Document(tuple((name, value) for name, value, _ in ordered), tuple(self.hands))


def _items(before: Match, event: Event) -> list[Item]:
    """A move as it is written; nothing for events that the notation does not tell."""
    match event:
        case TilePlaced() | DoublesPlaced() | TurnPassed():
            assert before.hand is not None
            scored = event.points or None if isinstance(event, TilePlaced) else None
            return [replace(turn_of(before.hand, order_of(event)), took=_took(event), points=scored)]
        case TileDrawn(tile=drawn):
            return [DrawTurn(drawn, took=_took(event))]
        case TileExposed(seat=seat, tile=tile):
            return [ExposedItem(seat, tile)]
        case MoveSeen():
            return [_seen(event)]
    return []


def _took(event: TilePlaced | DoublesPlaced | TurnPassed | TileDrawn | MoveSeen) -> int | None:
    """How long a move took, as it can be written: a clock that ran backwards or stood for years measured nothing."""
    return None if event.took is None else min(max(0, event.took), LONGEST)


def _seen(event: MoveSeen) -> SeenItem:
    took = _took(event)
    if event.tile is None:
        return SeenItem(event.seat, PassTurnItem(took=took))
    if event.end is None or event.touching is None:
        return SeenItem(event.seat, OpeningTurn(event.tile, took=took))
    opened = event.tile.other(event.touching)
    return SeenItem(event.seat, PlaceTurn(event.end, event.touching, opened, took=took))
