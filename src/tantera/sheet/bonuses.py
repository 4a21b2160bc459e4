"""Bonuses of a hand that nobody's moves tell: what somebody types, and who gets each."""

from __future__ import annotations

import re
from typing import NamedTuple

from tantera.notation.bonuses import bonus_record
from tantera.notation.document import RecordItem
from tantera.referee.catalogue import plain
from tantera.rules import Refusal, Seat
from tantera.rules.schema import Bonus
from tantera.sheet.pad import Pad
from tantera.telling import Narrator, seat_called, words_and_names


def read_bonuses(pad: Pad, typed: str, went_out: Seat | None, lang: str) -> tuple[RecordItem, ...]:
    """``1``, ``1, 2 3``, ``capicúa``: by number or name, and the seat that gets it where that is not clear."""
    return tuple(
        [_read(pad, words_and_names(pad.match, one), went_out, lang) for one in re.split(r"[,;]", typed) if one.strip()]
    )


def listed(pad: Pad, lang: str) -> str:
    """``1 Capicúa +25 · 2 Primer pase +10``."""
    narrator = Narrator(lang)
    told = enumerate(written_bonuses(pad), 1)
    return " · ".join(f"{place} {narrator.bonus(one.bonus.kind)} {one.points:+}" for place, one in told)


class Written(NamedTuple):
    """A bonus that somebody may write down, and what it brings."""

    bonus: Bonus
    points: int
    usual: bool
    """Whether these are its own points, and not those of the other cases."""


def written_bonuses(pad: Pad) -> tuple[Written, ...]:
    """The bonuses that somebody has to write down: the others the result tells. One that brings other points in some
    cases is there twice."""
    number = pad.match.won_hands + 1
    mine = [bonus for bonus in pad.book.bonuses if not bonus.rule.by_result]
    each = [(one, excepted, one.points_in(number, excepted)) for one in mine for excepted in (False, True)]
    return tuple([Written(one, points, not excepted) for one, excepted, points in each if points or not excepted])


def _read(pad: Pad, words: list[str], went_out: Seat | None, lang: str) -> RecordItem:
    *named, last = words
    seat = seat_called(pad.match, last) if named else None
    bonus, points, usual = _called(pad, " ".join(named if seat is not None else words), lang)
    if seat is None:
        seat = {"went_out": went_out, "opener": pad.opener, None: None}[bonus.rule.goes_to]
    if seat is None:
        name = Narrator(lang).bonus(bonus.kind)
        raise Refusal(bonus.article or pad.book.cites.count, "say who gets it: {bonus} and a seat", bonus=name)
    return bonus_record(bonus.kind, seat, None if usual else points)


def _called(pad: Pad, typed: str, lang: str) -> Written:
    bonuses, narrator = written_bonuses(pad), Narrator(lang)
    if typed.isdecimal() and 1 <= int(typed) <= len(bonuses):
        return bonuses[int(typed) - 1]
    named = {one: plain(f"{narrator.bonus(one.bonus.kind)} {one.points:+}") for one in bonuses}
    found = [one for one, name in named.items() if name.startswith(plain(typed)) and len(typed) > 1]
    if len(found) != 1:
        raise Refusal(pad.book.cites.count, "{found} is none of {known}", found=typed, known=listed(pad, lang))
    return found[0]
