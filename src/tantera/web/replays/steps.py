"""A match as somebody steps through it: hand by hand, and in a hand one thing after another.

Pure: from a ledger to hands, from a hand to its steps. A step is the deal, a move, a record of the referee's or a
decision, and last how the hand ended; it keeps the match before and after it and the events in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from tantera.play import events as e
from tantera.play.hand import Hand, Move
from tantera.play.ledger import Happened, Ledger
from tantera.play.match import AWAITING, COUNTING, Match
from tantera.play.seen import racks_seen
from tantera.rules import Seat

Kind = Literal["deal", "move", "record", "end"]

_MOVES = (e.TilePlaced, e.DoublesPlaced, e.TurnPassed, e.TileDrawn, e.MoveSeen)
_RECORDS = (e.InfractionRecorded, e.DecisionTaken, e.TileExposed)
_ENDINGS = (e.WentOut, e.HandBlocked, e.LimitReached, e.HandScored, e.BonusGiven)
_NEXT_HAND = (e.SeedCommitted, e.ShuffleWished, e.TilesShuffled, e.DealRepeated, e.HandDealt, e.TimeCalled)
"""What is done towards the next hand; everything else after a hand is on the sheet still belongs to that one."""


class Step(NamedTuple):
    """Something that happened in a hand, and how the table stood on either side of it."""

    number: int
    """0 is the deal."""
    kind: Kind
    happened: tuple[Happened[Match], ...]

    @property
    def before(self) -> Match:
        return self.happened[0].before

    @property
    def after(self) -> Match:
        return self.happened[-1].after

    @property
    def move(self) -> Move | None:
        first = self.happened[0].event
        return first if isinstance(first, _MOVES) else None


class PlayedHand(NamedTuple):
    """One hand of a match, from what was done towards its deal to the end of its count."""

    number: int
    steps: tuple[Step, ...]

    @property
    def dealt(self) -> Happened[Match] | None:
        """Its deal; none where only the result is known, or where it never came to one."""
        return next((one for one in self.steps[0].happened if isinstance(one.event, e.HandDealt)), None)

    @property
    def drawn(self) -> Happened[Match] | None:
        """The draw for the opening, where it came before this hand."""
        return next((one for one in self.steps[0].happened if isinstance(one.event, e.OpeningDrawn)), None)

    @property
    def opener(self) -> Seat | None:
        dealt = self.dealt
        return dealt.event.opener if dealt is not None and isinstance(dealt.event, e.HandDealt) else None

    @property
    def line(self) -> e.HandScored | None:
        """What it added to the sheet; None where it did not get so far."""
        lines = self.steps[-1].after.lines
        return lines[self.number - 1] if len(lines) >= self.number else None

    def at(self, step: int) -> Step:
        """The step of this number, or the nearest there is."""
        return self.steps[min(max(step, 0), len(self.steps) - 1)]

    def table(self, step: Step) -> Hand | None:
        """The hand as it stood after a step; None before its deal."""
        hand = step.after.hand
        return hand if hand is not None and hand.number == self.number else None


def hands_of(ledger: Ledger) -> tuple[PlayedHand, ...]:
    """The match hand by hand, corrections applied."""
    return tuple([PlayedHand(number, _steps(happened)) for number, happened in _by_hand(ledger.happenings())])


def _by_hand(happened: Iterable[Happened[Match]]) -> Iterator[tuple[int, list[Happened[Match]]]]:
    number, gathered, scored = 1, list[Happened[Match]](), False
    for happening in happened:
        if scored and (isinstance(happening.event, _NEXT_HAND) or _is_of_next_hand(happening)):
            yield number, gathered
            number, gathered, scored = number + 1, [], False
        gathered.append(happening)
        scored |= isinstance(happening.event, e.HandScored)
    if gathered:
        yield number, gathered


def _is_of_next_hand(happened: Happened[Match]) -> bool:
    """A record after a hand is on the sheet: of that hand while its tiles lie open on a program-run table, else of the
    next one, as on the sheet of a real table."""
    if not isinstance(happened.event, e.InfractionRecorded | e.HandScored):
        return False
    match, hand = happened.before, happened.before.hand
    phase = match.resumes if match.phase is AWAITING else match.phase
    run_by_program = hand is not None and hand.deal is not None and bool(hand.deal.seed)
    return isinstance(happened.event, e.HandScored) or not (phase is COUNTING and run_by_program)


def _steps(happened: list[Happened[Match]]) -> tuple[Step, ...]:
    """Everything up to the deal is one step, whatever was done or recorded before it."""
    deal = next((place for place, one in enumerate(happened) if isinstance(one.event, e.HandDealt)), -1)
    steps: list[tuple[Kind, list[Happened[Match]]]] = [("deal", happened[: deal + 1])]
    for happening in happened[deal + 1 :]:
        kind = _begins(happening, steps[-1][0])
        if kind is not None:
            steps.append((kind, []))
        steps[-1][1].append(happening)
    full = [(kind, part) for kind, part in steps if part]
    return tuple([Step(number, kind, tuple(part)) for number, (kind, part) in enumerate(full)])


def _begins(happened: Happened[Match], during: Kind) -> Kind | None:
    """What kind of step begins with this event; None where it belongs to the one before."""
    event, awaited = happened.event, happened.before.awaiting
    if isinstance(event, _MOVES):
        return "move"
    if isinstance(event, e.DecisionTaken) and awaited is not None and not awaited.choices:
        return None  # the ruling before it is the answer (CI-13, CI-18)
    if isinstance(event, _RECORDS):
        return "record"
    if isinstance(event, e.WentOut) and happened.after.hand is not None and happened.after.hand.ended is None:
        return None  # the partner plays on: it belongs to the tile
    return "end" if isinstance(event, _ENDINGS) and during != "end" else None


def faces_up(match: Match, hand: Hand | None) -> tuple[tuple[Seat, ...], ...]:
    """Whose tiles are seen: first by who sees all of them, then by each seat in turn."""
    seats = tuple(range(1, len(match.names) + 1))
    if hand is None:
        return ((),) * (len(seats) + 1)
    by_seat = [
        tuple(seat for seat, rack in enumerate(racks_seen(match, eyes), 1) if rack is not None) for eyes in seats
    ]
    return (seats, *by_seat)
