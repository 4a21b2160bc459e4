"""A document played through the engine: every move, score, opener and result checked against the book.

Records of infractions are kept. What follows from them is not worked out here: after a record the hand's moves are
judged only as far as they still follow, and the next score and opener are taken as written.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, NoReturn

from tantera.notation.document import (
    Comment,
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
)
from tantera.notation.errors import DgnError, Where
from tantera.notation.moves import write_command
from tantera.notation.results import result_of, seen_result
from tantera.notation.writer import write_item, write_score
from tantera.play.commands import CallTime, DrawTile, GiveRuling, MoveCommand, PassTurn, PlaceDoubles, PlaceTile
from tantera.play.decide import decide, new_match
from tantera.play.events import Event, InfractionRecorded, side_name
from tantera.play.match import Match, Phase, evolve, start_match
from tantera.play.moves import legal_commands
from tantera.play.record import (
    Fact,
    SeenDeal,
    SeenExposed,
    SeenInfraction,
    SeenMove,
    SeenScore,
    SeenTurn,
    computed_result,
    opener_by_the_book,
    record,
)
from tantera.rules import Book, Refusal, RuleBookError, load_book, with_options
from tantera.tiles import Tile

_KEYS = frozenset({"tile", "chose", "by", "confirm", "turn", "text", "points"})


class JudgedHand(NamedTuple):
    """A hand of the document and the match after it."""

    text: HandText
    after: Match
    infractions: tuple[InfractionRecorded, ...]


class Judged(NamedTuple):
    """A document that holds."""

    document: Document
    match: Match
    events: tuple[Event, ...]
    hands: tuple[JudgedHand, ...]


def judge(document: Document, folder: Path | None = None) -> Judged:
    """Play a document through. `folder` is where a rule-book path in it starts from."""
    return _Judge(document, folder).judged()


def book_of(document: Document, folder: Path | None = None) -> Book:
    """The book a document is played by, with its own limit and options."""
    name = document.tag("Book") or ""
    players = document.tag("Players")
    options: dict[str, str | int] = {} if players is None else {"players": players}
    for option in document.all_tags("Option"):
        key, equals, value = option.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise DgnError(document.place_of("Option"), repr(option), "key=value")
        options[key.strip()] = value.strip()
    try:
        path = folder / name if folder is not None and name.endswith(".toml") else None
        book = load_book(str(path) if path is not None and path.is_file() else name)
    except RuleBookError as error:
        raise DgnError(document.place_of("Book"), f"{name} ({error.found})", error.expected) from None
    try:
        return with_options(book, options, document.tag("Limit"))
    except RuleBookError as error:
        tag = "Limit" if error.source == "limit" else "Option" if document.tag("Option") else "Players"
        field = f"{error.field}: " if error.field else ""
        raise DgnError(document.place_of(tag), f"{field}{error.found}", error.expected) from None


class _Judge:
    def __init__(self, document: Document, folder: Path | None) -> None:
        self.document = document
        self.book = book_of(document, folder)
        players = self.book.options.players
        names = tuple(document.tag(f"Seat{seat}") or f"{seat}" for seat in range(1, players + 1))
        started = new_match(self.book, names)
        self.events: list[Event] = [started]
        self.match = start_match(self.book, started)
        self.now = 0
        self.hands: list[JudgedHand] = []
        self.as_written = False
        """Something was recorded whose consequences only the next score tells."""
        self.following = True
        """Whether the moves of this hand still follow from one another."""

    def judged(self) -> Judged:
        for hand in self.document.hands:
            self.hand(hand)
        self.result_tag()
        return Judged(self.document, self.match, tuple(self.events), tuple(self.hands))

    # --- one hand

    def hand(self, text: HandText) -> None:
        self.header(text)
        self.following = True
        recorded = len(self.match.infractions)
        if not any(isinstance(item, DealItem) for item in text.items) and _has_moves(text):
            self.deal(text, DealItem((), where=text.where))
        for item in text.items:
            self.item(text, item)
        self.hands.append(JudgedHand(text, self.match, self.match.infractions[recorded:]))

    def header(self, text: HandText) -> None:
        match, cites = self.match, self.book.cites
        found = f"#{text.number} o{text.opener} {write_score(text.score, text.alone)}"
        if self.hands and self.hands[-1].text.result is None:
            self.fail(text.where, found, f"the result of hand {self.hands[-1].text.number} before it")
        if match.phase in (Phase.ENDED, Phase.AWAITING) and not self.as_written:
            self.fail(text.where, found, "no more hands: the match is over", cites.limit)
        if text.number != len(self.hands) + 1:
            self.fail(text.where, found, f"hand #{len(self.hands) + 1}")
        alone = self.book.options.play == "alone"
        if text.alone != alone or len(text.score) != len(match.sides):
            self.fail(text.where, found, f"a score like {write_score(match.score, alone)}")
        if text.opener not in match.seats:
            self.fail(text.where, found, f"an opener among seats {' '.join(map(str, match.seats))}")
        if not self.as_written:
            if text.score != match.score:
                self.fail(text.where, found, f"the score {write_score(match.score, alone)}", cites.limit)
            if match.opener not in (None, text.opener):
                self.fail(text.where, found, f"o{match.opener}: that seat opens", cites.opener)
        if self.as_written or match.opener is None:
            held = opener_by_the_book(match, _racks(match, text))
            if held is not None and held != text.opener and not self.as_written:
                self.fail(text.where, found, f"o{held}: that seat opens", cites.opener)
            self.apply(SeenScore(text.score, text.opener), text.where, found)
        self.as_written = False

    def item(self, text: HandText, item: Item) -> None:
        match item:
            case Comment() | SeedItem():
                pass
            case DealItem():
                self.deal(text, item)
            case Turn():
                self.turn(item)
            case SeenItem():
                self.seen(item)
            case ExposedItem(seat=seat, tile=tile):
                self.apply(SeenExposed(seat, tile), item.where, write_item(item))
            case RecordItem():
                self.record(item)
            case ResultItem():
                self.result(item)

    def deal(self, text: HandText, item: DealItem) -> None:
        racks = dict(item.racks)
        for seat in racks:
            if seat and seat not in self.match.seats:
                self.fail(
                    item.where, f"a rack for seat {seat}", f"racks of seats {' '.join(map(str, self.match.seats))}"
                )
        seed = next((i for i in text.items if isinstance(i, SeedItem)), None)
        fact = SeenDeal(
            text.opener,
            _racks(self.match, text),
            racks.get(0, ()),
            seed.server if seed else "",
            seed.entropy if seed else (),
        )
        self.apply(fact, item.where, write_item(item).split(":")[0][:4] + " of hand " + str(text.number))

    def turn(self, turn: Turn) -> None:
        hand = self.match.hand
        assert hand is not None
        self.now += turn.took or 0
        if not self.following:
            return
        command, drawn = self.command(turn)
        if command not in legal_commands(hand) and self.as_written:
            self.following = False
            return
        if isinstance(turn, PlaceTurn) and hand.chain is not None and isinstance(command, PlaceTile):
            number = hand.chain.end(turn.end)
            if turn.touching != number and command.tile.has(number):
                right_way = f"{turn.end}{number}{command.tile.other(number)}"
                self.fail(
                    turn.where, write_item(turn), f"{right_way}: the number that touches first", self.book.cites.fit
                )
        self.apply(SeenTurn(command, turn.took, drawn), turn.where, write_item(turn))

    def command(self, turn: Turn) -> tuple[MoveCommand, Tile | None]:
        hand = self.match.hand
        assert hand is not None
        seat = hand.turn
        match turn:
            case OpeningTurn(tile=tile):
                return PlaceTile(seat, tile), None
            case PlaceTurn(end=end, touching=touching, open=opened):
                return PlaceTile(seat, Tile.of(touching, opened), end), None
            case DoublesTurn(left=left, right=right):
                return PlaceDoubles(seat, Tile.of(left, left), Tile.of(right, right)), None
            case DrawTurn(tile=tile):
                return DrawTile(seat), tile
            case _:
                return PassTurn(seat), None

    def seen(self, item: SeenItem) -> None:
        self.now += item.turn.took or 0
        match item.turn:
            case OpeningTurn(tile=tile, took=took):
                fact = SeenMove(item.seat, tile, None, None, took)
            case PlaceTurn(end=end, touching=touching, open=opened, took=took):
                fact = SeenMove(item.seat, Tile.of(touching, opened), end, touching, took)
            case PassTurnItem(took=took):
                fact = SeenMove(item.seat, None, None, None, took)
        if self.following:
            self.apply(fact, item.where, write_item(item))
        self.as_written = True

    def record(self, item: RecordItem) -> None:
        found = write_item(item)
        if item.article == "at_time" or (
            item.article == self.book.cites.time and item.seat is None and not item.details
        ):
            if self.book.options.at_time == "stop":
                self.fail(item.where, found, "= time: the book stops the hand there", self.book.cites.time)
            if self.match.time_called is not None:
                self.fail(item.where, found, "time called once", self.book.cites.time)
            self.apply(CallTime(), item.where, found)
            return
        if item.article != "ruling" and self.book.find(item.article) is None:
            self.fail(item.where, found, f"an article of {self.book.id}, ruling or at_time")
        details = dict(item.details)
        if unknown := sorted(set(details) - _KEYS):
            self.fail(item.where, found, f"no key {unknown[0]}; known are seat, {', '.join(sorted(_KEYS))}")
        turn = details.get("turn")
        if turn is not None and not (turn.isascii() and turn.isdigit() and len(turn) < 4):
            self.fail(item.where, found, "turn= and a number")
        if item.seat is not None and item.seat > len(self.match.names):
            self.fail(item.where, found, f"a seat from 1 to {len(self.match.names)}")
        fact = SeenInfraction(item.article, item.seat, item.details, int(turn) if turn else None)
        self.apply(fact, item.where, found)
        self.as_written = True

    # --- results

    def result(self, item: ResultItem) -> None:
        match, found = self.match, write_item(item)
        playing = match.phase is Phase.PLAYING
        if item.article and item.article != "ruling" and self.book.find(item.article) is None:
            self.fail(item.where, found, f"an article of {self.book.id}")
        if item.how == "time" and playing and self.book.options.at_time != "stop":
            self.fail(item.where, found, "a hand played to its end: the book finishes it", self.book.cites.time)
        if item.how in ("domino", "block") and not self.as_written:
            self.compare(item, found)
        fact = seen_result(match, item)
        if isinstance(fact, str):
            self.fail(item.where, found, fact, self.book.cites.count)
        self.apply(fact, item.where, found)
        if item.how in ("lost", "ruling", "void"):
            self.as_written = True

    def compare(self, item: ResultItem, found: str) -> None:
        """A result against the moves before it; nothing to compare where there are none."""
        match, hand = self.match, self.match.hand
        if match.phase is not Phase.PLAYING or hand is None:
            return
        if hand.ended is None and not any(hand.hidden):
            self.fail(item.where, found, f"the hand to go on: seat {hand.turn} is to move", self.book.cites.turn)
        computed = computed_result(match)
        if computed is None:
            out = side_name((hand.last_placer,)) if hand.ended == "domino" and hand.last_placer else ""
            if out and (item.how != "domino" or item.side != (hand.last_placer,)):
                self.fail(item.where, found, f"= domino {out}", self.book.cites.count)
            return
        expected = result_of(match, computed, hand.last_placer)
        same = (item.how, item.side, item.points) == (expected.how, expected.side, expected.points)
        if not same or (item.totals and item.totals != expected.totals):
            self.fail(item.where, found, write_item(expected), self.book.cites.count)

    def result_tag(self) -> None:
        written = self.document.tag("Result")
        if written is None:
            return
        match, where = self.match, self.document.place_of("Result")
        sides = {side_name(side): side for side in match.sides}
        if written not in ("*", "=", *sides):
            self.fail(where, f"Result {written!r}", f"{', '.join(sides)}, = or *")
        if match.awaiting is not None and written != "*":
            self.extend(decide(match, GiveRuling(sides.get(written), "Result"), self.now))
            return
        computed = "*" if match.ended_by is None else "=" if match.winner is None else side_name(match.winner)
        if written != computed and not match.infractions and not self.as_written:
            self.fail(where, f"Result {written!r}", f"{computed!r}", self.book.cites.limit)

    # --- doing and failing

    def apply(self, fact: Fact | CallTime, where: Where, found: str) -> None:
        try:
            self.extend(record(self.match, fact, self.now))
        except Refusal as refusal:
            hand = self.match.hand
            options = ""
            if isinstance(fact, SeenTurn) and hand is not None and hand.ended is None and not any(hand.hidden):
                options = " or ".join(write_command(hand, command) for command in legal_commands(hand))
            reason = refusal.told("en")
            self.fail(
                where, found, f"{options}: {reason}" if options else f"what the book allows: {reason}", refusal.article
            )

    def extend(self, events: tuple[Event, ...]) -> None:
        self.events += events
        for event in events:
            self.match = evolve(self.match, event)

    def fail(self, where: Where, found: str, expected: str, article: str = "") -> NoReturn:
        raise DgnError(where, found, expected, article)


def _has_moves(text: HandText) -> bool:
    return any(isinstance(item, Turn | SeenItem | ExposedItem) for item in text.items)


def _racks(match: Match, text: HandText) -> tuple[tuple[Tile | None, ...], ...]:
    """The racks of a hand by seat; where none is written, all unknown."""
    written = next((dict(item.racks) for item in text.items if isinstance(item, DealItem)), {})
    unknown: tuple[None, ...] = (None,) * match.book.options.tiles_each
    seats = range(1, len(match.names) + 1)
    return tuple(written.get(seat, unknown) if seat in match.seats else written.get(seat, ()) for seat in seats)
