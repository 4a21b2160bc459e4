"""Tables for tests: set one up in a line, order in plain words, keep what happened and what was refused.

Orders are short texts, so that stories and golden files read alike:

    1 65    1 <54    1 -    1 +    1 <55&>33     seat 1 opens, places, passes, draws, places two doubles
    draw SEED    seat 3    opener 2              the draw for the opening, the place its winner takes, an agreement
    scorer 1    counter 2                        who keeps the sheet, who does the count
    again 1    deal SEED                         the opener shuffles again; shuffle and deal
    agree 2    time    ruling 1+3    sign 1      conforme, tiempo, the judges' word (= for nobody), a signature
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tantera import play, referee
from tantera.play import (
    DIRECTOR,
    JUDGES,
    REFEREE,
    TABLE,
    Actor,
    AgreeCount,
    AgreeOpener,
    CallTime,
    ChooseSeat,
    DealHand,
    DrawForOpening,
    DrawTile,
    Event,
    Eyes,
    GiveRuling,
    Hand,
    HandScored,
    Ledger,
    Match,
    MoveOrder,
    NameCounter,
    NameScorer,
    Order,
    PassTurn,
    PauseClock,
    Phase,
    PlaceDoubles,
    PlaceTile,
    RecordInfraction,
    ResumeClock,
    ShuffleAgain,
    SignSheet,
    TakeDecision,
    View,
    evolve,
    legal_moves,
    new_match,
    record,
    start_match,
    view,
)
from tantera.play.events import DoublesPlaced, MoveSeen, TileDrawn, TilePlaced, TurnPassed
from tantera.play.hand import Move
from tantera.play.options import decides, first_naming
from tantera.play.orders import SetEnd
from tantera.play.record import Fact, SeenDeal, SeenExposed, SeenScore
from tantera.rules import Book, Refusal, load_book, with_options
from tantera.tiles import Chain, End, Tile

SECOND, MINUTE = 1000, 60_000


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles written as DGN writes racks: ``00.04.12``."""
    return tuple(Tile.parse(code) for code in text.split(".") if code)


def credulous(book: str | Book) -> Book:
    """The book of a club that takes every record at its word, so that decisions come up at legal tables, too."""
    found = load_book(book) if isinstance(book, str) else book
    return replace(found, infractions=tuple(replace(one, needs=()) for one in found.infractions))


class Dealt(NamedTuple):
    """A deal and a line of play, by the order of play: `racks` start with the opener's, whoever that is."""

    racks: tuple[str, ...]
    moves: str = ""
    asleep: str = ""
    """In the order they will be drawn. Left out: all the others, lowest first."""

    def rack(self, place: int) -> tuple[Tile, ...]:
        return tiles(self.racks[place])


# --- orders ---------------------------------------------------------------------------------------------------------


def order(text: str) -> Order:
    """The command that a text orders.

    >>> order("2 <54")
    PlaceTile(seat=2, tile=Tile(5, 4), end=<End.LEFT: '<'>)
    """
    word, *rest = text.split()
    what = rest[0] if rest else ""
    if word.isdigit():
        return _move(int(word), what)
    match word:
        case "draw":
            return DrawForOpening(what.encode())
        case "deal":
            return DealHand(what.encode())
        case "again":
            return ShuffleAgain(int(what), again=True)
        case "time":
            return CallTime()
        case "ruling":
            return GiveRuling(None if what == "=" else tuple(map(int, what.split("+"))), "the judges", "as told")
    by_seat = {
        "seat": ChooseSeat,
        "opener": AgreeOpener,
        "scorer": NameScorer,
        "counter": NameCounter,
        "agree": AgreeCount,
        "sign": SignSheet,
    }
    return by_seat[word](int(what))


def _move(seat: int, token: str) -> MoveOrder:
    if token == "-":
        return PassTurn(seat)
    if token.startswith("+"):
        return DrawTile(seat)
    if doubles := re.fullmatch(r"<(\d\d)&>(\d\d)", token):
        return PlaceDoubles(seat, Tile.parse(doubles[1]), Tile.parse(doubles[2]))
    if token[0] in "<>":
        return PlaceTile(seat, Tile.parse(token[1:]), End(token[0]))
    return PlaceTile(seat, Tile.parse(token))


def made(move: Move) -> MoveOrder:
    """The command of a move that was made."""
    match move:
        case TilePlaced(seat=seat, tile=tile, end=end):
            return PlaceTile(seat, tile, end)
        case DoublesPlaced(seat=seat, left=left, right=right):
            return PlaceDoubles(seat, left, right)
        case TurnPassed(seat=seat):
            return PassTurn(seat)
        case TileDrawn(seat=seat):
            return DrawTile(seat)
        case MoveSeen():
            raise AssertionError("nobody ordered that")


def token(command: Order, chain: Chain | None) -> str:
    """A move as DGN writes it on this chain, a draw without its tile."""
    match command:
        case PlaceTile(tile=tile, end=End() as end) if chain is not None and tile.has(chain.end(end)):
            return f"{end}{chain.end(end)}{tile.other(chain.end(end))}"
        case PlaceTile(tile=tile, end=end):
            return f"{end or ''}{tile.code}"
        case PlaceDoubles(left=left, right=right):
            return f"<{left}&>{right}"
        case DrawTile():
            return "+"
        case _:
            return "-"


# --- who orders ------------------------------------------------------------------------------------------------------


def by_whom(match: Match, order: Order) -> Actor:
    """Whoever would usually give this order, so that a story need not say it."""
    match order:
        case RecordInfraction():
            return DIRECTOR if match.awaiting is not None else REFEREE
        case GiveRuling():
            return JUDGES
        case ChooseSeat():
            return match.draw_winner or 1
        case AgreeOpener():
            return (match.opener_choosers or match.may_choose_opener or match.seats)[0]
        case NameScorer():
            return match.home[0]
        case NameCounter():
            return match.visitors[0]
        case TakeDecision():
            return decider(match)
        case PauseClock() | ResumeClock() | SetEnd():
            return DIRECTOR
    actor: Actor = getattr(order, "seat", TABLE)
    return actor


def decider(match: Match) -> Actor:
    """Whom the match awaits; the referee where it awaits nothing."""
    awaited = match.awaiting
    everybody: tuple[Actor, ...] = (*match.seats, REFEREE, JUDGES, DIRECTOR)
    return next((who for who in everybody if awaited is not None and decides(awaited, who)), REFEREE)


def step(match: Match, order: Order, now: int, by: Actor | None = None) -> tuple[Match, tuple[Event, ...]]:
    """An order through the table's door, by whoever would give it: the match after it and what happened."""
    progress = referee.step(match, order, by_whom(match, order) if by is None else by, now)
    return progress.after, progress.events


def named(match: Match) -> Match:
    """The match once somebody keeps the sheet and somebody counts, where the book asks for it (TG-6.2)."""
    for naming, seat in first_naming(match):
        match = referee.step(match, naming, seat, match.at).after
    return match


def settle(match: Match, now: int) -> tuple[Match, tuple[Event, ...]]:
    """What the table owes: the match after it and what happened."""
    progress = play.settle(match, now)
    return progress.after, progress.events


def ledger_of(book: Book, events: Iterable[Event]) -> Ledger:
    """The ledger of a match whose book is at hand."""
    return Ledger.opened(events, lambda name: book.base)


def replay(book: Book, events: Iterable[Event]) -> Match:
    """The match that these events fold to, corrections applied."""
    return ledger_of(book, events).match


# --- the table ------------------------------------------------------------------------------------------------------


class Try(NamedTuple):
    """An order that was refused."""

    after: int
    """Events before it."""
    hands: int
    moves: int
    """Where in the match it was: hands finished, moves of the hand made."""
    now: int
    text: str


class Table:
    """A program-run table under a book, with a clock that only tests move."""

    def __init__(
        self,
        book: str | Book = "san-juan",
        *,
        opener: int | None = None,
        limit: str | None = None,
        names: tuple[str, ...] = (),
        after: Match | None = None,
        **options: str | int,
    ) -> None:
        base = load_book(book) if isinstance(book, str) else book
        self.book = with_options(base, options, limit)
        self.options = options
        self.now = 0
        first = new_match(self.book, names, after=after, opener=opener)
        self.match = start_match(self.book, first)
        self.events: list[Event] = [first]
        self.tries: list[Try] = []
        self.seen = 0
        """Moves of the hand that `play` has gone through."""

    # --- what tests do

    def do(self, *orders: str) -> tuple[Event, ...]:
        """Give orders, one after the other; the events of the last one."""
        happened: tuple[Event, ...] = ()
        for text in orders:
            if text.startswith("deal"):
                self.seen = 0
                self.named()
            self.match, happened = step(self.match, order(text), self.now)
            self.events += happened
        return happened

    def named(self) -> Table:
        """Somebody keeps the sheet and somebody counts, where the book has it said before the first deal (TG-6.2)."""
        for naming, seat in first_naming(self.match):
            self.give(naming, seat)
        return self

    def give(self, order: Order, by: Actor | None = None) -> tuple[Event, ...]:
        """Give an order that has no short text."""
        self.match, happened = step(self.match, order, self.now, by)
        self.events += happened
        return happened

    def refused(self, text: str) -> str:
        """Give an order that the table refuses: the article it cites. Nothing changes."""
        with pytest.raises(Refusal) as refusal:
            step(self.match, order(text), self.now)
        moves = len(self.match.hand.moves) if self.match.hand is not None else 0
        self.tries.append(Try(len(self.events), len(self.match.lines), moves, self.now, text))
        return refusal.value.article

    def wait(self, seconds: float) -> Table:
        """Let time pass, and the table do what is due."""
        self.now += round(seconds * SECOND)
        self.match, happened = settle(self.match, self.now)
        self.events += happened
        return self

    def deal(self, dealt: Dealt, opener: int | None = None) -> Table:
        """Deal these racks from the opener's seat on."""
        seats = self.match.seats
        opener = opener or self.match.opener or 1
        from_opener = [seat for seat in seats if seat >= opener] + [seat for seat in seats if seat < opener]
        racks: list[tuple[Tile, ...]] = [()] * len(self.match.names)
        for seat, rack in zip(from_opener, dealt.racks, strict=True):
            racks[seat - 1] = tiles(rack)
        self.seen = 0
        rest = tuple(tile for tile in self.book.options.set.tiles if not any(tile in rack for rack in racks))
        return self.fact(SeenDeal(opener, tuple(racks), tiles(dealt.asleep) or rest))

    def play(self, moves: str, every: float = 1) -> Table:
        """Go through moves, `every` so many seconds. What the table has already played by itself must be the same."""
        for text in moves.split():
            if self.seen == len(self.hand.moves):
                self.now += round(every * SECOND)
                self.do(f"{self.hand.turn} {text}")
            move = self.hand.moves[self.seen]
            assert made(move) == _move(move.seat, text), f"move {self.seen + 1}: {move} was made, not {text}"
            if isinstance(move, TileDrawn):
                assert text in ("+", f"+{move.tile.code if move.tile else '??'}"), f"{move} was drawn, not {text}"
            self.seen += 1
        return self

    def hands(self, *dealt: Dealt, every: float = 1) -> Table:
        """Whole hands, one after the other, each counted and agreed before the next."""
        for number, one in enumerate(dealt):
            if number:
                self.agree()
            self.deal(one).play(one.moves, every)
        return self

    def finish(self, every: float = 1) -> Table:
        """The first legal move, turn after turn, until the hand is over."""
        while self.match.phase is Phase.PLAYING:
            self.now += round(every * SECOND)
            self.match, happened = step(self.match, legal_moves(self.hand)[0], self.now)
            self.events += happened
        return self

    def agree(self) -> Table:
        """Every side says *conforme*."""
        for side in self.match.sides:
            if side[0] in self.match.seats:
                self.do(f"agree {side[0]}")
        return self

    def sheet(self, *score: int, opener: int) -> Table:
        """Start from a score that the sheet already has."""
        return self.fact(SeenScore(score, opener))

    def expose(self, seat: int, tile: str) -> Table:
        """A tile of that seat lies open from now on."""
        return self.fact(SeenExposed(seat, Tile.parse(tile)))

    def fact(self, fact: Fact) -> Table:
        """Something seen, which nobody ordered."""
        happened = record(self.match, fact, self.now).events
        for event in happened:
            self.match = evolve(self.match, event)
        self.events += happened
        return self.wait(0)

    # --- what tests look at

    @property
    def ledger(self) -> Ledger:
        return ledger_of(self.book, self.events)

    @property
    def hand(self) -> Hand:
        assert self.match.hand is not None, "no hand has been dealt"
        return self.match.hand

    @property
    def line(self) -> HandScored:
        """The last line on the sheet."""
        return self.match.lines[-1]

    @property
    def turn(self) -> int:
        return self.hand.turn

    def may(self) -> set[str]:
        """What the player in turn may do."""
        return {token(command, self.hand.chain) for command in legal_moves(self.hand)}

    def moves(self) -> str:
        """The moves of the hand, draws without their tiles."""
        return written(self.hand.moves)

    def sees(self, eyes: Eyes) -> View:
        return view(self.match, eyes)

    def told(self, kind: type[Any]) -> list[Any]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def written(moves: tuple[Move, ...]) -> str:
    """Moves as DGN writes them, draws without their tiles."""
    chain: Chain | None = None
    texts: list[str] = []
    for move in moves:
        command = made(move)
        texts.append(token(command, chain))
        match command:
            case PlaceTile(tile=tile, end=end):
                chain = Chain.opened(tile) if chain is None or end is None else chain.placed(tile, end)
            case PlaceDoubles(left=left, right=right):
                assert chain is not None
                chain = chain.placed(left, End.LEFT).placed(right, End.RIGHT)
    return " ".join(texts)
