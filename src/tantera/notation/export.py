"""A match's events as a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tantera.notation.document import (
    DealItem,
    Document,
    DoublesTurn,
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
    Turn,
    in_order,
)
from tantera.notation.errors import Where
from tantera.notation.results import result_of
from tantera.play.deal import commitment
from tantera.play.events import (
    DoublesPlaced,
    Event,
    HandDealt,
    HandScored,
    InfractionRecorded,
    MatchEnded,
    MatchStarted,
    MoveSeen,
    RulingAwaited,
    TileDrawn,
    TileExposed,
    TilePlaced,
    TimeCalled,
    TurnPassed,
    side_name,
)
from tantera.play.match import Match, Phase, evolve, start_match
from tantera.rules import Book


def export(book: Book, events: Iterable[Event], tags: Iterable[tuple[str, str]] = ()) -> Document:
    """The document of a match played from its start. `tags` add to or replace the ones the match gives."""
    feed = iter(events)
    first = next(feed)
    assert isinstance(first, MatchStarted)
    exporter = _Exporter(start_match(book, first))
    for event in feed:
        exporter.add(event)
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
        self.time_called_between = False
        """Whether time was called since the last hand, with no tiles on the table."""

    def add(self, event: Event) -> None:
        before = self.match
        self.match = evolve(before, event)
        match event:
            case HandDealt():
                self.begin(event)
            case HandScored():
                self.end(before, event)
            case TimeCalled():
                self.time_called(before)
            case InfractionRecorded():
                self.note(RecordItem(event.article, event.seat, event.details))
            case MatchEnded() | RulingAwaited() if self.time_called_between:
                self.unplayed(before)
            case _ if self.items is not None:
                self.items += _items(before, event)

    def note(self, record: RecordItem) -> None:
        (self.before if self.items is None else self.items).append(record)

    def time_called(self, before: Match) -> None:
        self.time_called_between = self.items is None
        if before.book.options.at_time != "stop":
            self.note(RecordItem(before.book.cites.time if before.book.options.at_time == "extra_hands" else "at_time"))

    def begin(self, dealt: HandDealt) -> None:
        racks = [(seat, rack) for seat, rack in enumerate(dealt.racks, start=1) if rack]
        boneyard = [(0, dealt.boneyard)] if dealt.boneyard else []
        unknown = all(tile is None for _, rack in racks for tile in rack)
        deal = [] if unknown else [DealItem(tuple(racks + boneyard))]
        self.items = [*self.before, *deal]
        self.before = []
        self.time_called_between = False
        if dealt.seed:
            server = bytes.fromhex(dealt.seed)
            self.seed = SeedItem(commitment(server), dealt.seed, dealt.entropy)

    def end(self, before: Match, scored: HandScored) -> None:
        hand = before.hand
        items = self.items if self.items is not None else self.before
        if self.seed is not None:
            items.append(self.seed)
        placer = hand.last_placer if hand is not None and before.phase is Phase.PLAYING else None
        items.append(result_of(before, scored, placer))
        self.hands.append(self.hand_text(before, items))
        self.items, self.seed, self.before = None, None, []

    def unplayed(self, before: Match) -> None:
        """Time called between two hands ended the match: the hand that never was says so."""
        self.hands.append(self.hand_text(before, [ResultItem("time")]))
        self.before, self.time_called_between = [], False

    def hand_text(self, match: Match, items: list[Item]) -> HandText:
        opener = match.hand.opener if match.hand is not None and match.phase is Phase.PLAYING else match.opener or 1
        return HandText(len(self.hands) + 1, opener, match.score, match.book.options.play == "alone", tuple(items))

    def document(self, tags: Iterable[tuple[str, str]]) -> Document:
        match = self.match
        if self.items is not None:
            self.hands.append(self.hand_text(match, self.items))
        result = "*" if match.ended_by is None else "=" if match.winner is None else side_name(match.winner)
        given = {
            "Book": match.book.id,
            **{f"Seat{seat}": name for seat, name in enumerate(match.names, start=1)},
            **({"Players": str(len(match.names))} if len(match.names) != 4 else {}),
            "Limit": str(match.book.options.limit),
            "Result": result,
        }
        extra = list(tags)
        replaced = {name for name, _ in extra}
        all_tags = [(name, value) for name, value in given.items() if name not in replaced] + extra
        ordered = in_order([(name, value, Where(1, 1)) for name, value in all_tags])
        return Document(tuple((name, value) for name, value, _ in ordered), tuple(self.hands))


def _items(before: Match, event: Event) -> list[Item]:
    """A move as it is written; nothing for events that the notation does not tell."""
    chain = before.hand.chain if before.hand is not None else None
    match event:
        case TilePlaced(tile=tile, end=end) if end is not None and chain is not None:
            turn: Turn = PlaceTurn(end, chain.end(end), tile.other(chain.end(end)))
        case TilePlaced(tile=tile):
            turn = OpeningTurn(tile)
        case DoublesPlaced(left=left, right=right):
            turn = DoublesTurn(left.low, right.low)
        case TurnPassed():
            turn = PassTurnItem()
        case TileDrawn(tile=drawn):
            turn = DrawTurn(drawn)
        case TileExposed(seat=seat, tile=tile):
            return [ExposedItem(seat, tile)]
        case MoveSeen():
            return [_seen(event)]
        case _:
            return []
    return [replace(turn, took=event.took)]


def _seen(event: MoveSeen) -> SeenItem:
    if event.tile is None:
        return SeenItem(event.seat, PassTurnItem(took=event.took))
    if event.end is None or event.touching is None:
        return SeenItem(event.seat, OpeningTurn(event.tile, took=event.took))
    opened = event.tile.other(event.touching)
    return SeenItem(event.seat, PlaceTurn(event.end, event.touching, opened, took=event.took))
