"""What the sheet needs next, as data: a terminal prompts for it, a phone draws a form of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from tantera.notation.results import moves_tell_bonuses
from tantera.play import Match, Phase, Side
from tantera.play.events import Office
from tantera.rules import Book, Seat
from tantera.rules.functions import AT_TIMES

if TYPE_CHECKING:
    from tantera.sheet.pad import Pad

Counts = Literal["points", "totals", "prize", "nothing"]
"""What is written of a dominó: its points, what every side has left (UEH-anotacion), or nothing: the book fixes it, or
only what was made in play counts."""
Duty = Literal["player", "scorer", "counter"]


class SheetQuestion(Struct, frozen=True, tag_field="asks", tag=str.lower):
    """Something that somebody has to say."""


class Opener(SheetQuestion, frozen=True):
    """Who opens the hand: the sheet does not tell."""

    number: int
    seats: tuple[Seat, ...]


class Result(SheetQuestion, frozen=True):
    """How the hand ended. Before that: an infraction, a ruling, time."""

    number: int
    opener: Seat
    seats: tuple[Seat, ...]
    counts: Counts
    capicua: bool
    """Whether a capicúa has a prize of its own: then somebody says if it was one."""
    worth: int
    """By how much blocks before have raised the hand."""
    if_lifted: bool
    """Whether, when time is called, somebody has to say if the tiles of a hand are lifted: then it is finished."""
    bonuses: tuple[str, ...] = ()
    """The book's bonuses, by kind: no moves tell which of them there were, so somebody does."""
    prizes: tuple[str, ...] = ()
    """The kinds of dominó that have a prize of their own, the plain one first: somebody says which it was."""
    carried: int = 0
    """What blocks before have added to the hand."""
    in_play: bool = False
    """Whether each side says what it made in play; then a hand may also end with the limit reached."""


class Decision(SheetQuestion, frozen=True):
    """What somebody chooses, as the article says."""

    who: Side | Office
    article: str
    choices: tuple[str, ...]


class Ruling(SheetQuestion, frozen=True):
    """What somebody rules in their own words (CI-13, CI-18)."""

    who: Side | Office
    article: str


class Points(SheetQuestion, frozen=True):
    """What an infraction that ended the hand brings, where only the table can count it (SJ-tranque-falso)."""

    article: str
    side: Side


class Judges(SheetQuestion, frozen=True):
    """Who has won a match that ended level (SJ-estructura)."""

    sides: tuple[Side, ...]


class Signature(SheetQuestion, frozen=True):
    """One more signature, of one of these seats."""

    seats: tuple[Seat, ...]
    duty: Duty
    """As what they sign: TG-12 has the sheet signed by who kept it and by who counted."""
    required: bool
    """False where the book asks for none and anybody may sign: that is asked once, for all who want to."""


class Nothing(SheetQuestion, frozen=True):
    """The sheet is complete."""


AnyQuestion = Opener | Result | Decision | Ruling | Points | Judges | Signature | Nothing
"""What a pad asks for next."""


def next_question(pad: Pad) -> AnyQuestion:
    """What this pad needs now."""
    match, awaited = pad.match, pad.match.awaiting
    if pad.is_over:
        return _signature(pad)
    if pad.awaits_judges:
        return Judges(match.sides)
    if awaited is not None:
        decides = Decision(awaited.who, awaited.article, awaited.choices)
        return decides if awaited.choices else Ruling(awaited.who, awaited.article)
    if pad.closing is not None:
        return Points(pad.closing.article, pad.closing.side or ())
    if pad.opener is None:
        return Opener(pad.number, match.choosing or match.seats)
    return _result(pad, pad.opener)


def counted_sides(match: Match, went_out: Side | None) -> tuple[Side, ...]:
    """Whose tiles are counted: everybody's who is still in, but for whoever went out."""
    return tuple(side for side in match.sides if side[0] not in match.out and side != went_out)


def _result(pad: Pad, opener: Seat) -> Result:
    match, prize = pad.match, pad.book.prize
    counts: Counts = "points"
    if pad.book.options.points_hurt:
        counts = "totals"
    elif prize is not None:
        counts = "prize"
    elif pad.book.options.scoring == "nothing":
        counts = "nothing"
    return Result(
        number=pad.number,
        opener=opener,
        seats=match.seats,
        counts=counts,
        capicua=counts == "prize" and prize is not None and prize.capicua is not None,
        worth=match.worth,
        if_lifted=_lifting_matters(pad.book) and match.phase is not Phase.PLAYING,
        bonuses=() if moves_tell_bonuses(match) else _to_be_told(pad.book),
        prizes=() if counts != "prize" or prize is None else tuple(prize.dominos),
        carried=match.carried,
        in_play=pad.book.points_in_play is not None,
    )


def _to_be_told(book: Book) -> tuple[str, ...]:
    """The bonuses that somebody has to write down: the others the result tells."""
    return tuple([bonus.kind for bonus in book.bonuses if not bonus.rule.by_result])


def _signature(pad: Pad) -> Signature | Nothing:
    """Whose signature the book asks for next; where it asks for none, anybody's who has not signed."""
    match = pad.match
    waiting = tuple(seat for seat in range(1, len(match.names) + 1) if not pad.has_signed(seat))
    if match.book.sheet.signed_by == "scorer_and_counter":
        if len(pad.signed) >= 2:
            return Nothing()
        # TG-6.2: the home pair keeps the sheet, the other one counts.
        return Signature(match.visitors, "counter", True) if pad.signed else Signature(match.home, "scorer", True)
    if match.book.sheet.signed_by == "one_of_each_side":
        missing = [side for side in match.sides if not any(pad.has_signed(seat) for seat in side)]
        return Signature(missing[0], "player", True) if missing else Nothing()
    if not waiting:
        return Nothing()
    return Signature(waiting, "player", match.book.sheet.signed_by == "everybody")


def _lifting_matters(book: Book) -> bool:
    """Whether what is still played after time depends on tiles being lifted when it is called."""
    in_a_hand, between = (AT_TIMES[book.options.at_time](lifted, book.extra_hands) for lifted in (True, False))
    return in_a_hand != between
