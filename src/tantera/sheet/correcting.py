"""Putting an old entry right: the sheet up to it, the new entry, and everything after it worked out anew.

A `Correction` is a value on the way from one pad to another. It writes the later entries again one by one and stops at
the first that no longer goes; somebody then says what becomes of it. Nothing is dropped without being asked about, and
until it `is_done` the old pad is the one that counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tantera.notation import DgnError
from tantera.rules import Refusal, Seat
from tantera.sheet.entries import Answered, AnyEntry, Ended, Noted, Opened, Ruled, Voided, again, entries
from tantera.sheet.pad import Pad
from tantera.sheet.questions import AnyQuestion, Decision, Judges, Opener, Points, Result, Ruling


@dataclass(frozen=True)
class Correction:
    """A sheet on its way to being another one."""

    was: Pad
    """The sheet before anybody touched it."""
    pad: Pad
    """What stands so far."""
    rest: tuple[AnyEntry, ...]
    """What was said after that and is not written again yet."""
    at: int
    """The number that the hand being written had on the old sheet."""
    refused: Refusal | DgnError | None = None
    """Why the first of the rest no longer goes."""

    @property
    def is_done(self) -> bool:
        return not self.rest

    @property
    def lacks(self) -> AnyQuestion | None:
        """What has to be said before the first of the rest, because what was corrected opened a question."""
        if not self.rest:
            return None
        asked, entry = self.pad.asks(), self.rest[0]
        match asked:
            case Opener():
                return None if isinstance(entry, Opened) else asked
            case Decision():
                return None if isinstance(entry, Answered) else asked
            case Ruling():
                return None if isinstance(entry, Noted) else asked
            case Points():
                return None if isinstance(entry, Ended | Voided) else asked
            case Judges():
                return None if isinstance(entry, Ruled) else asked
            case Result():
                # The hand being written has come to its last entry without a result.
                return asked if self.pad.hand is not None and entry.hand not in (0, self.at) else None
            case _:
                return None

    def _check(self, entry: AnyEntry) -> None:
        """An entry does not slip into another hand than the one it stood in, nor after the end."""
        if self.pad.is_over:
            raise Refusal(self.pad.book.cites.limit, "the match is over before that")
        if entry.hand == self.at > 0 and self.pad.hand is None:
            message = "hand {number} is over before that"
            raise Refusal(self.pad.book.cites.sheet, message, number=self.pad.number - 1)

    def went_on(self) -> Correction:
        """With as many of the later entries as can be written again without asking anybody."""
        now = self
        while now.rest and now.lacks is None:
            entry = now.rest[0]
            try:
                now._check(entry)
                pad = again(now.pad, entry)
            except (Refusal, DgnError) as refused:
                return replace(now, refused=refused)
            now = replace(now, pad=pad, rest=now.rest[1:], at=now.at if pad is now.pad else entry.hand)
        return replace(now, refused=None)

    def said(self, pad: Pad) -> Correction:
        """Somebody has said what was lacking: this is the pad with it. A hand that it begins is the one of the rest."""
        begins = self.pad.hand is None and pad.hand is not None
        return replace(self, pad=pad, at=self.rest[0].hand if begins else self.at).went_on()

    def said_instead(self, pad: Pad) -> Correction:
        """Somebody has said something else in place of the first of the rest, and of the answers to it."""
        return replace(self, pad=pad, rest=self._after_first(), at=self.rest[0].hand).went_on()

    def left_out(self) -> Correction:
        """Without the first of the rest and the answers to it, because somebody said so.

        A hand that stood on the sheet only because an infraction had ended it was played all the same: what came of it
        is asked for.
        """
        gone, rest, pad = self.rest[0], self._after_first(), self.pad
        alone = pad.hand is None and not any(one.hand == gone.hand for one in rest)
        if isinstance(gone, Noted) and alone and rest and pad.opener is not None:
            return replace(self, pad=pad.opened(pad.opener), rest=rest, at=gone.hand).went_on()
        return replace(self, rest=rest).went_on()

    def all_left_out(self) -> Correction:
        """Without all of the rest, because somebody said so."""
        return replace(self, rest=(), refused=None)

    def _after_first(self) -> tuple[AnyEntry, ...]:
        return self.rest[1 + _answers(self.rest, 0) :]

    @property
    def corrected(self) -> Pad:
        """The new sheet. Signatures under the old one do not count for it."""
        assert self.is_done
        same = self.pad.document.hands == self.was.document.hands and self.pad.match.winner == self.was.match.winner
        return self.was if same else self.pad.unsigned()

    def openers_changed(self) -> Iterator[tuple[int, Seat, Seat]]:
        """Hands that somebody else opens now, as the book says: the number, who did, who does."""
        for before, now in zip(self.was.document.hands, self.pad.document.hands, strict=False):
            if before.opener != now.opener:
                yield now.number, before.opener, now.opener


def to_correct(pad: Pad, place: int) -> Correction:
    """The sheet as it was before one of its entries, which comes first in what is left to be written."""
    everything = entries(pad)
    start = Correction(pad, pad.unsigned().until_hand(0), everything[:place], 0).went_on()
    assert start.is_done
    return replace(start, rest=everything[place:])


def without_hand(pad: Pad, number: int) -> Correction:
    """The sheet without one of its hands, everything after it worked out anew."""
    everything = entries(pad)
    place = next(place for place, one in enumerate(everything) if one.hand == number)
    start = to_correct(pad, place)
    rest = tuple(one for one in start.rest if one.hand != number)
    return replace(start, rest=rest).went_on()


def ends_a_hand(entry: AnyEntry) -> bool:
    return isinstance(entry, Ended | Voided)


def _answers(rest: tuple[AnyEntry, ...], place: int) -> int:
    """How many answers follow the entry at this place, if it is a record: they are part of it."""
    count = 0
    if isinstance(rest[place], Noted):
        while place + 1 + count < len(rest) and isinstance(rest[place + 1 + count], Answered):
            count += 1
    return count
