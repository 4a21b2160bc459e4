"""A document played through the engine: every move, score, opener, infraction and result checked against the book."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple, NoReturn

from msgspec import UNSET

from tantera.notation import document as d
from tantera.notation.books import book_of, editions_of
from tantera.notation.document import Item, RecordItem
from tantera.notation.errors import DgnError, Where, Words
from tantera.notation.results import BONUS, bonus_of, result_of, result_tag, seen_result, totals_of
from tantera.notation.unknown import dealt_tiles, may_be_blocked, openers_after_moves, possible_openers
from tantera.notation.writer import command_of, write_command, write_item, write_score
from tantera.play import events as e
from tantera.play.beginning import new_match
from tantera.play.decide import decide
from tantera.play.hand import Hand
from tantera.play.ledger import Ledger, Progress, Unfolding
from tantera.play.match import Match, Phase
from tantera.play.moves import legal_moves
from tantera.play.orders import GiveRuling, PlaceTile, RecordInfraction, ReplacePlayer
from tantera.play.record import (
    Fact,
    SeenDeal,
    SeenExposed,
    SeenMove,
    SeenScore,
    SeenTime,
    SeenTurn,
    computed_result,
    record,
)
from tantera.play.scoring import after_points
from tantera.referee import entry, rule
from tantera.referee.catalogue import wrong_detail
from tantera.rules import Books, Refusal, Seat, built_in_books
from tantera.tiles import Tile
from tantera.words import Phrase


class JudgedHand(NamedTuple):
    """A hand of the document and the match after it."""

    text: d.HandText
    after: Match
    infractions: tuple[e.InfractionRecorded, ...]
    infractions_before: int
    """How many the match had before this hand."""
    line: e.HandScored | None
    """What it added to the sheet; None while it is unfinished, and where the clock ended it before the deal."""
    seats: tuple[Seat, ...]
    """Who was in when it began."""
    before: Match
    """The match before it."""
    computed: bool = False
    """Whether nobody wrote its result and the referee worked it out: the moves had ended it."""


class Judged(NamedTuple):
    """A document that holds."""

    document: d.Document
    ledger: Ledger
    hands: tuple[JudgedHand, ...]

    @property
    def match(self) -> Match:
        return self.ledger.match


def judge(document: d.Document, books: Books = built_in_books) -> Judged:
    """Play a document through. `books` finds the rule book that it names.

    One that does not say by which law may be older than a change of its book: then it is right if it was right before.
    """
    wrong = None
    for edition in editions_of(document, books):
        try:
            return _Judge(document, edition).judged()
        except DgnError as error:
            wrong = wrong or error
    assert wrong is not None
    raise wrong


class _Judge:
    def __init__(self, document: d.Document, books: Books) -> None:
        self.document = document
        self.book = book_of(document, books)
        players = self.book.options.players
        names = tuple(document.tag(f"Seat{seat}") or f"{seat}" for seat in range(1, players + 1))
        started = new_match(self.book, names, recorded=True)
        self.ledger = Ledger.begun(self.book, started)
        self.now = 0
        self.hands: list[JudgedHand] = []
        self.flipped = False
        """Whether the hand names its ends the other way round."""
        self.stopped = False
        """Whether time, called in this hand before its deal, ended the match."""
        self.unwritten = False
        """Whether the last hand has no result and may have ended the match: the file may not have known it yet."""

    @property
    def match(self) -> Match:
        return self.ledger.match

    def judged(self) -> Judged:
        self.known_tag()
        for hand in self.document.hands:
            self.hand(hand)
        self.result_tag()
        return Judged(self.document, self.ledger, tuple(self.hands))

    # --- one hand

    def hand(self, text: d.HandText) -> None:
        before = self.match
        self.header(text)
        self.stopped, self.flipped = False, text.flipped
        recorded, lines, seats = len(self.match.infractions), len(self.match.lines), self.match.seats
        if not any(isinstance(item, d.DealItem) for item in text.items) and text.has_moves:
            self.deal(text, d.DealItem((), where=text.where))
        for item in text.items:
            self.item(text, item)
        computed = text.result is None and self.computes_result(text)
        if text.result is None and self.match.awaiting is None and not self.match.hand_in_play:
            self.over_by_points(recorded)
        line = self.match.lines[-1] if len(self.match.lines) > lines else None
        self.flipped = False
        self.hands.append(
            JudgedHand(text, self.match, self.match.infractions[recorded:], recorded, line, seats, before, computed)
        )

    def computes_result(self, text: d.HandText) -> bool:
        """Whether its moves have ended the hand although nobody wrote its result: then that is worked out here."""
        match = self.match
        if match.awaiting is not None or match.sanction is not None:
            return False  # whoever keeps the sheet has still to write how it ended
        result = computed_result(match)
        if result is None:
            return False
        item = result_of(match, result)
        self.apply(seen_result(match, item), text.where, write_item(item))
        self.unwritten = self.match.ended_by is not None
        return True

    def over_by_points(self, recorded: int) -> None:
        """Points that a record gave before anything of the hand was played may have ended the match (SJ-final)."""
        match = self.match
        given = [one for one in match.consequences if isinstance(one, e.PointsGiven) and one.infraction >= recorded]
        if given and match.sanction is None and match.ended_by is None:
            done = Unfolding(match)
            after_points(done, self.now)
            if done.match.ended_by is not None:
                self.take(done.progress)
                self.unwritten = True

    def header(self, text: d.HandText) -> None:
        match, cites = self.match, self.book.cites
        found = f"#{text.number} o{text.opener} {write_score(text.score, text.alone)}"
        if self.hands and self.hands[-1].text.result is None and not self.hands[-1].computed:
            before = self.hands[-1].text.number
            self.fail(text.where, found, Phrase("the result of hand {number} before it", number=before))
        if match.phase in (Phase.ENDED, Phase.AWAITING):
            self.fail(text.where, found, Phrase("no more hands: the match is over"), cites.limit)
        if text.number != len(self.hands) + 1:
            self.fail(text.where, found, Phrase("hand #{number}", number=len(self.hands) + 1))
        alone = self.book.options.play == "alone"
        score = write_score(match.score, alone)
        if text.alone != alone or len(text.score) != len(match.sides):
            self.fail(text.where, found, Phrase("a score like {score}", score=score))
        if text.opener not in match.seats:
            self.fail(text.where, found, an_opener_among(match.seats))
        if text.score != match.score:
            self.fail(text.where, found, Phrase("the score {score}", score=score), cites.limit)
        chosen = text.opener != match.opener and text.opener in match.may_choose_opener
        if match.opener not in (None, text.opener) and not chosen:
            self.fail(text.where, found, Phrase("o{seat}: that seat opens", seat=match.opener), cites.opener)
        if match.opener is None or chosen:
            due = possible_openers(match, *dealt_tiles(match, text))
            if text.opener not in due:
                self.fail(text.where, found, an_opener_among(due), cites.seating)
            self.apply(SeenScore(text.score, text.opener), text.where, found)

    def item(self, text: d.HandText, item: d.Item) -> None:
        match item:
            case d.Comment() | d.SeedItem():
                pass
            case d.DealItem():
                self.deal(text, item)
            case d.Turn():
                self.turn(item)
            case d.SeenItem():
                self.seen(item)
            case d.ExposedItem(seat=seat, tile=tile):
                if self.match.phase is not Phase.PLAYING:
                    self.fail(item.where, write_item(item), Phrase("the deal before it"), self.book.cites.exposed)
                self.apply(SeenExposed(seat, tile), item.where, write_item(item))
            case d.RecordItem():
                self.record(item)
            case d.ResultItem():
                self.result(item)

    def deal(self, text: d.HandText, item: d.DealItem) -> None:
        racks, found = dict(item.racks), Phrase("the deal of hand {number}", number=text.number)
        if self.stopped:
            self.fail(item.where, found, Phrase("no deal: time is over"), self.book.cites.time)
        for seat in racks:
            if seat and seat not in self.match.seats:
                seats = " ".join(map(str, self.match.seats))
                rack = Phrase("a rack for seat {seat}", seat=seat)
                self.fail(item.where, rack, Phrase("racks of seats {seats}", seats=seats))
        seed = next((i for i in text.items if isinstance(i, d.SeedItem)), None)
        known = text.number in self.document.known_deals
        if known and seed is not None:
            expected = Phrase("no seed: the tiles of this hand were chosen ({tag})", tag="Known")
            self.fail(seed.where, Phrase("a seed"), expected, self.book.cites.deal)
        fact = SeenDeal(
            text.opener,
            *dealt_tiles(self.match, text),
            seed.server if seed else "",
            seed.entropy if seed else (),
            choosing=text.is_only_dealt,
            known=known,
        )
        self.apply(fact, item.where, found)

    def turn(self, turn: d.Turn) -> None:
        hand = self.match.hand
        assert hand is not None
        self.now += turn.took or 0
        command, drawn = command_of(hand.turn, turn)
        if isinstance(turn, d.PlaceTurn) and hand.chain is not None and isinstance(command, PlaceTile):
            number = hand.chain.end(turn.end)
            if turn.touching != number and command.tile.has(number):
                right_way = f"{turn.end}{number}{command.tile.other(number)}"
                expected = Phrase("{tile}: the number that touches first", tile=right_way)
                self.fail(turn.where, write_item(turn), expected, self.book.cites.fit)
        self.apply(SeenTurn(command, turn.took, drawn), turn.where, write_item(turn))
        self.scored(turn)
        due = openers_after_moves(self.match)
        if hand.opener not in due:
            opener = Phrase(
                "a tile that leaves o{seat} the opening: {opener}", seat=hand.opener, opener=an_opener_among(due)
            )
            self.fail(turn.where, write_item(turn), opener, self.book.cites.seating)

    def scored(self, turn: d.Turn) -> None:
        """What a tile scored by itself, as the file has it, against what the open ends come to."""
        if turn.points is None:
            return
        hand, cites = self.match.hand, self.book.cites
        placed = hand.moves[-1] if hand is not None else None
        points = placed.points if isinstance(placed, e.TilePlaced) and placed.points is not UNSET else None
        if turn.points != points:
            right_way = write_item(replace(turn, points=points or None, took=None))
            self.fail(turn.where, write_item(turn), right_way, cites.in_play or cites.count)

    def seen(self, item: d.SeenItem) -> None:
        self.now += item.turn.took or 0
        match item.turn:
            case d.OpeningTurn(tile=tile, took=took):
                fact = SeenMove(item.seat, tile, None, None, took)
            case d.PlaceTurn(end=end, touching=touching, open=opened, took=took):
                fact = SeenMove(item.seat, Tile.of(touching, opened), end, touching, took)
            case d.PassTurnItem(took=took):
                fact = SeenMove(item.seat, None, None, None, took)
        self.apply(fact, item.where, write_item(item))

    def record(self, item: d.RecordItem) -> None:
        found = write_item(item)
        if item.article == "at_time" or (
            item.article == self.book.cites.time and item.seat is None and item.details in ((), d.LIFTED)
        ):
            if item.seat is not None or item.details not in ((), d.LIFTED):
                expected = Phrase("[{article}] alone: nobody in particular calls time", article=item.article)
                self.fail(item.where, found, expected)
            if self.book.options.stops_at_time and self.match.phase is Phase.PLAYING:
                self.fail(item.where, found, Phrase("= time: the book stops the hand there"), self.book.cites.time)
            self.call_time(item.where, found, item.details == d.LIFTED)
            return
        if item.article in (BONUS, RESERVE):
            self.noted(item, found)
            return
        listed = any(infraction.article == item.article for infraction in self.book.infractions)
        if not listed and entry(self.book, item.article) is None:
            self.fail(item.where, found, Phrase("an infraction of {book}, ruling or at_time", book=self.book.id))
        if wrong := wrong_detail(item.details):
            self.fail(item.where, found, wrong)
        turn = dict(item.details).get("turn")
        if item.seat is not None and item.seat > len(self.match.names):
            self.fail(item.where, found, Phrase("a seat from 1 to {last}", last=len(self.match.names)))
        fact = RecordInfraction(item.article, item.seat, item.details, int(turn) if turn else None)
        self.apply(fact, item.where, found)

    def noted(self, item: d.RecordItem, found: str) -> None:
        """What is nobody's infraction: a bonus where no moves tell it, a reserve who sits down."""
        try:
            if item.article == BONUS:
                self.ledger = self.ledger.plus((bonus_of(self.match, item, self.now),))
            else:
                self.take(decide(self.match, reserve_of(self.match, item), self.now))
        except Refusal as refusal:
            self.fail(item.where, found, refusal, refusal.article)

    def call_time(self, where: Where, found: Words, lifted: bool = False) -> None:
        if self.match.time_called is not None:
            self.fail(where, found, Phrase("time called once"), self.book.cites.time)
        if self.book.options.limit.minutes is None:
            self.fail(where, found, Phrase("a limit with minutes, like 40m"), self.book.cites.time)
        self.apply(SeenTime(lifted), where, found)
        self.stopped = self.match.phase in (Phase.ENDED, Phase.AWAITING)

    # --- results

    def result(self, item: d.ResultItem) -> None:
        match, found = self.match, write_item(item)
        playing = match.phase is Phase.PLAYING
        if item.article and item.article != "ruling" and self.book.find(item.article) is None:
            self.fail(item.where, found, Phrase("an article of {book}", book=self.book.id))
        if self.stopped:
            self.fail(item.where, found, Phrase("no result: time was over before the deal"), self.book.cites.time)
        if match.awaiting is not None:
            choices: Words = " / ".join(match.awaiting.choices)
            choices = choices or Phrase("what the {who} rules", who=e.decider_name(match.awaiting.who))
            expected = Phrase("the decision that is still open: {choices}", choices=choices)
            self.fail(item.where, found, expected, match.awaiting.article)
        if item.how == "time":
            if playing and not self.book.options.stops_at_time:
                expected = Phrase("a hand played to its end: the book finishes it")
                self.fail(item.where, found, expected, self.book.cites.time)
            self.call_time(item.where, found)
            if not self.stopped and not playing:
                expected = Phrase("the hands that the book still plays after time")
                self.fail(item.where, found, expected, self.book.cites.time)
            return
        self.compare(item, found)
        try:
            fact = seen_result(match, item)
        except Refusal as refusal:
            self.fail(item.where, found, refusal, refusal.article)
        self.apply(fact, item.where, found)

    def compare(self, item: d.ResultItem, found: str) -> None:
        """A result against the moves and records before it; nothing to compare where there are none."""
        match, hand = self.match, self.match.hand if self.match.hand_in_play else None
        computed = computed_result(match) if match.sanction is not None or hand is not None else None
        if computed is not None:
            expected = result_of(match, computed)
            if match.sanction is not None and not match.sanction.points_known:
                expected = replace(expected, points=item.points)
            written = (item.how, item.side, item.points, item.article)
            same = written == (expected.how, expected.side, expected.points, expected.article)
            if item.how == "ruling" and self.may_rule():
                return
            same = same and item.made in ((), expected.made)
            if not same or (item.totals and item.totals != totals_of(match, computed)):
                self.fail(item.where, found, write_item(expected), expected.article or self.book.cites.count)
        elif item.how in ("lost", "void") and not self.ruled(item.article):
            record = Phrase("a record of {article} that ends the hand so", article=item.article)
            self.fail(item.where, found, record, item.article)
        elif hand is not None and item.how in ("domino", "block", "limit"):
            self.compare_unknown(item, found, hand)

    def may_rule(self) -> bool:
        """Whether the judges may end the hand otherwise: no infraction has ended it, or they ruled on it after that."""
        sanction = self.match.sanction
        return sanction is None or (not sanction.forfeit and self.ruled(self.match.infractions[-1].article))

    def ruled(self, article: str) -> bool:
        """Whether the last record is a free ruling under this article: then it may end a hand as it likes."""
        infraction = entry(self.book, article)
        last = self.match.infractions[-1].article if self.match.infractions else ""
        return infraction is not None and infraction.ruling and last == article

    def compare_unknown(self, item: d.ResultItem, found: str, hand: Hand) -> None:
        """A result against moves that leave tiles unknown."""
        out = item.side[0] if item.how == "domino" and item.side is not None else None
        holds_tiles = out in hand.seats and out is not None and hand.count(out) > 0
        holds_tiles = holds_tiles and bool(hand.moves)  # without a move, nobody wrote the play down
        cannot_be_blocked = item.how == "block" and not may_be_blocked(hand)
        if hand.ended is None and (holds_tiles or cannot_be_blocked or not any(hand.hidden)):
            expected = Phrase("the hand to go on: seat {seat} is to move", seat=hand.turn)
            self.fail(item.where, found, expected, self.book.cites.turn)
        if hand.ended == "limit" and item.how != "limit":
            side = e.side_name(self.match.side_of(hand.last_placer or hand.opener))
            self.fail(item.where, found, f"= limit {side}", self.book.cites.limit)
        if hand.ended == "block" and item.how != "block":
            expected = Phrase("= block and its winner: nothing fits any more")
            self.fail(item.where, found, expected, self.book.cites.count)
        if hand.ended == "domino" and (item.how != "domino" or item.side != (hand.last_placer,)):
            self.fail(item.where, found, f"= domino {hand.last_placer}", self.book.cites.count)

    def result_tag(self) -> None:
        written = self.document.tag("Result")
        if written is None:
            return
        match, where = self.match, self.document.place_of("Result")
        sides = {e.side_name(side): side for side in match.sides}
        if written not in ("*", "=", *sides):
            self.fail(where, f"Result {written!r}", Phrase("{sides}, = or *", sides=", ".join(sides)))
        if match.awaiting is not None and match.awaiting.infraction is None and written != "*":
            self.take(decide(match, GiveRuling(sides.get(written), "Result"), self.now))
            return
        computed = result_tag(match)
        if written != computed and not (self.unwritten and written == "*"):
            self.fail(where, f"Result {written!r}", repr(computed), self.book.cites.limit)

    def known_tag(self) -> None:
        """The hands whose tiles were chosen are hands of this match."""
        hands = [str(hand.number) for hand in self.document.hands]
        for where, written in self.document.placed("Known"):
            if not set(written.split()) <= set(hands):
                expected = Phrase("numbers of hands, like {example}", example='"1 2"')
                self.fail(where, f"Known {written!r}", expected)

    # --- doing and failing

    def apply(self, fact: Fact | RecordInfraction, where: Where, found: Words) -> None:
        try:
            if isinstance(fact, RecordInfraction):
                self.take(rule(self.match, fact, self.now))
            else:
                self.take(record(self.match, fact, self.now))
        except Refusal as refusal:
            hand = self.match.hand
            expected = Phrase("what the book allows: {reason}", reason=refusal)
            if isinstance(fact, SeenTurn) and hand is not None and hand.ended is None and not any(hand.hidden):
                options = one_of([write_command(hand, command) for command in legal_moves(hand)])
                expected = Phrase("{options}: {reason}", options=options, reason=refusal)
            self.fail(where, found, expected, refusal.article)

    def take(self, progress: Progress[Match]) -> None:
        self.ledger = self.ledger.then(progress.moments)

    def fail(self, where: Where, found: Words, expected: Words, article: str = "") -> NoReturn:
        if self.flipped:  # the opening is written high-low there: say the ends as the reader of the file knows them
            found, expected = with_other_ends(found), with_other_ends(expected)
        raise DgnError(where, found, expected, article)


_OTHER_END: Final = str.maketrans("<>", "><")


def an_opener_among(seats: tuple[Seat, ...]) -> Phrase:
    """The only seat that may open the hand, or all that may."""
    if len(seats) == 1:
        return Phrase("o{seat}: that seat opens", seat=seats[0])
    return Phrase("an opener among seats {seats}", seats=" ".join(map(str, seats)))


def one_of(tokens: list[str]) -> Words:
    """``<01 or >01 or <05`` in the reader's language."""
    *others, last = tokens
    listed: Words = last
    for token in reversed(others):
        listed = Phrase("{one} or {other}", one=token, other=listed)
    return listed


def with_other_ends(words: Words) -> Words:
    """Words in which the left end is the right one."""
    if isinstance(words, str):
        return words.translate(_OTHER_END)
    if not isinstance(words, Phrase):
        return words  # a refusal speaks of tiles and numbers, never of < and >
    facts = {
        name: with_other_ends(fact) if isinstance(fact, str | Phrase) else fact for name, fact in words.facts.items()
    }
    return Phrase(words.message, **facts)


RESERVE: Final = "reserve"
"""What stands in place of an article."""


def reserve_record(seat: Seat, name: str) -> RecordItem:
    return RecordItem(RESERVE, seat, (("name", name),))


def is_reserve(item: Item) -> bool:
    return isinstance(item, RecordItem) and item.article == RESERVE


def reserve_of(match: Match, item: RecordItem) -> ReplacePlayer:
    """The order of a written reserve. A `Refusal` says what was expected."""
    if item.seat is None or [key for key, _ in item.details] != ["name"]:
        raise Refusal(match.book.cites.seating, "seat= and name=, and nothing else")
    return ReplacePlayer(item.seat, dict(item.details)["name"])
