"""A replay in words: what happened at each step, each move in short, the sheet, and what was put right."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from tantera.play import events
from tantera.play.events import Corrected, DecisionTaken, Event, HandScored, TileDrawn
from tantera.play.hand import Move
from tantera.play.ledger import Ledger
from tantera.rules import Seat
from tantera.telling import MARKS, Narrator, Row, Sentence, tally
from tantera.web.replays.steps import PlayedHand, Step
from tantera.words import translate
from tantera.words.numbers import number


def said(hand: PlayedHand, step: Step, lang: str) -> tuple[Sentence, ...]:
    """What happened in a step, one sentence after the other."""
    narrator = Narrator(lang)
    sentences = [narrator.sentence(*one) for one in step.happened]
    if step.number == 0 and hand.dealt is None:
        sentences.insert(0, narrator.hand(hand.number, step.before.opener, step.after))
    return tuple([sentence for sentence in sentences if sentence is not None])


def in_short(move: Move, lang: str) -> str:
    """A move as a list of them has it: the tile and its end, or *paso*."""
    match move:
        case events.TilePlaced(tile=tile, end=end, points=points):
            return tile.spoken + (f" {MARKS[end]}" if end is not None else "") + (f" +{points}" if points else "")
        case events.DoublesPlaced(left=left, right=right):
            return f"{left.spoken} + {right.spoken}"
        case events.TurnPassed():
            return translate(lang, "pass")
        case events.TileDrawn(tile=drawn):
            return translate(lang, "draws {tile}", tile="?" if drawn is None else drawn.spoken)
        case events.MoveSeen(tile=seen):
            what = translate(lang, "pass") if seen is None else seen.spoken
            return f"{what} !"


def seconds(move: Move, lang: str) -> str:
    """How long it took, where anybody measured it and it was worth a word: ``9 s``."""
    took = move.took
    return f"{number(took / 1000, lang)} s" if took is not None and took >= 1000 else ""


# --- the sheet ------------------------------------------------------------------------------------------------------


class SheetPart(NamedTuple):
    """A hand on the sheet, and what stands below it."""

    number: int | None
    """None for what was recorded in a hand that is not on the sheet."""
    rows: tuple[Row, ...]


class ReplaySheet(NamedTuple):
    sides: tuple[str, ...]
    parts: tuple[SheetPart, ...]
    totals: tuple[int, ...]


def sheet(ledger: Ledger, hands: tuple[PlayedHand, ...], lang: str, names: tuple[str, ...] = ()) -> ReplaySheet:
    """The sheet with what the referee wrote below each hand, and what was decided, in words; the players called so."""
    lines = tally(ledger, lang)
    parts: list[tuple[int | None, list[Row]]] = []
    for row in lines.rows:
        if row.number is not None or not parts or (not row.under and parts[-1][0] is not None):
            parts.append((row.number, []))
        parts[-1][1].append(row)
    decided = {hand.number: tuple(_decisions(hand, lang)) for hand in hands}
    with_decisions = [
        SheetPart(number, (*rows, *decided.get(len(ledger.match.lines) + 1 if number is None else number, ())))
        for number, rows in parts
    ]
    sides = tuple(" + ".join(names[seat - 1] for seat in side) for side in ledger.match.sides) if names else lines.sides
    return ReplaySheet(sides, tuple(with_decisions), lines.totals)


def _decisions(hand: PlayedHand, lang: str) -> Iterator[Row]:
    narrator = Narrator(lang)
    for step in hand.steps:
        for one in step.happened:
            sentence = narrator.sentence(*one) if isinstance(one.event, DecisionTaken) else None
            if sentence is not None:
                yield Row(None, sentence.text, article=sentence.article, under=True)


# --- what was put right ---------------------------------------------------------------------------------------------


class CorrectionTold(NamedTuple):
    hand: int
    """From which hand on something is otherwise."""
    at: int
    why: str


def corrections(ledger: Ledger, lang: str) -> tuple[CorrectionTold, ...]:
    """What the referee put right, or the players took back. One that brought another with it is told once."""
    counts: list[Event] = []
    corrections_told: dict[tuple[int, str], CorrectionTold] = {}
    for event in ledger.events:
        if isinstance(event, Corrected):
            hand = sum(isinstance(one, HandScored) for one in counts[: event.since]) + 1
            why = translate(lang, event.why) if event.why else ""
            corrections_told.setdefault((event.at, event.why), CorrectionTold(hand, event.at, why))
            counts = [*counts[: event.since], *event.instead]
        else:
            counts.append(event)
    return tuple(corrections_told.values())


class ListedStep(NamedTuple):
    """A step in the list."""

    step: int
    kind: str
    text: str
    took: str = ""


class MoveRow(NamedTuple):
    """Once round the table, or something across all columns that is no move."""

    number: int | None
    """The round; None where it goes on after something else."""
    columns: tuple[tuple[ListedStep, ...], ...] = ()
    across: ListedStep | None = None


class Moves(NamedTuple):
    seats: tuple[Seat, ...]
    """The columns: who plays, from the opener on."""
    rows: tuple[MoveRow, ...]


def moves_of(hand: PlayedHand, lang: str, by_time: Collection[int] = ()) -> Moves:
    """The whole hand, its deal and its end included. `by_time` are the steps that the table played for somebody."""
    players, first = len(hand.steps[0].after.names), hand.opener or 1
    seats = tuple([(first - 1 + turn) % players + 1 for turn in range(players)])
    listing = _Listing(seats)
    for step in hand.steps:
        if step.move is None:
            listing.across(ListedStep(step.number, step.kind, _in_a_line(step, said(hand, step, lang))))
        else:
            took = translate(lang, "by time") if step.number in by_time else seconds(step.move, lang)
            cell = ListedStep(step.number, step.kind, in_short(step.move, lang), took)
            listing.move(seats.index(step.move.seat), cell, goes_on=isinstance(step.move, TileDrawn))
    return Moves(seats, tuple(listing.rows))


class _Listing:
    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.rows: list[MoveRow] = []
        self._seats = seats
        self._rounds = 0
        self._last = len(seats)
        """The column of the last move; the next round begins left of it or in it."""
        self._drew = False
        """Whether the last move was a draw, which is part of a turn."""

    def across(self, cell: ListedStep) -> None:
        self.rows.append(MoveRow(None, across=cell))

    def move(self, column: int, cell: ListedStep, goes_on: bool) -> None:
        next_round = column < self._last or (column == self._last and not self._drew)
        if next_round or not self.rows or self.rows[-1].across is not None:
            self._rounds += next_round
            self.rows.append(MoveRow(self._rounds if next_round else None, ((),) * len(self._seats)))
        columns = list(self.rows[-1].columns)
        columns[column] = (*columns[column], cell)
        self.rows[-1] = self.rows[-1]._replace(columns=tuple(columns))
        self._last, self._drew = column, goes_on


def _in_a_line(step: Step, sentences: tuple[Sentence, ...]) -> str:
    """Of a deal who opens; of everything else all that there is to say."""
    headings = [sentence.text for sentence in sentences if sentence.part == "heading"]
    texts = headings[:1] if step.kind == "deal" else [sentence.text for sentence in sentences]
    return " · ".join(texts)
