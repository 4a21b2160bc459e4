"""How a hand ended, as a line of the sheet says it, and the article behind that."""

from __future__ import annotations

from typing import assert_never

from msgspec import UNSET

from tantera.play import Match
from tantera.play.events import HandScored
from tantera.telling.names import name_of
from tantera.words import translate


def how_it_ended(event: HandScored, match: Match, lang: str) -> str:
    """``dominó de Pons``, ``cerrado 31-24``, ``anulada``. What nobody wrote down is left out."""
    match event.how:
        case "domino":
            if event.went_out is None:
                return translate(lang, "domino")
            return translate(lang, "domino by {name}", name=name_of(event.went_out, match))
        case "block":
            left = left_by_side(event, match)
            if left is not None:
                return translate(lang, "blocked {left}", left="-".join(map(str, left)))
            return translate(lang, "blocked and level" if event.side is None else "blocked")
        case "ruling":
            return translate(lang, "ruling: {text}", text=event.text) if event.text else translate(lang, "ruling")
        case "limit":
            return translate(lang, "limit reached")
        case "void" | "lost" | "time":
            return translate(lang, event.how)
        case unknown:
            assert_never(unknown)


def article_behind(event: HandScored, match: Match) -> str:
    """Of the record that ended the hand; where nobody broke a rule, only of what needs an explanation: a block with
    equal counts (TG-10, SJ-tranque), a hand that the clock stopped (SJ-estructura)."""
    if event.article:
        return event.article
    if event.how == "time":
        return match.book.cites.time
    if event.how == "block" and _is_tied(event, match):
        return match.book.cites.tied_block or ""
    return ""


def left_by_side(event: HandScored, match: Match) -> tuple[int, ...] | None:
    """The pips each side still in was left with; None where the sheet does not have them all."""
    if event.totals is not UNSET:
        totals = list(event.totals)
    else:
        totals = [_sum([event.left[seat - 1] for seat in side]) for side in match.sides]
    known = [total for side, total in zip(match.sides, totals, strict=True) if side[0] not in match.out]
    return None if None in known else tuple([total for total in known if total is not None])


def _sum(pips: list[int | None]) -> int | None:
    return None if None in pips else sum([figure for figure in pips if figure is not None])


def _is_tied(event: HandScored, match: Match) -> bool:
    """Nobody has won, or one of several with the lowest count (UEH-final)."""
    left = left_by_side(event, match)
    return event.side is None or (left is not None and left.count(min(left)) > 1)
