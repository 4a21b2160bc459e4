"""A draft before it is published: what it breaks, what stands against publishing it, which change can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from tantera.formats.drawing.field import Violation
from tantera.formats.why import Why
from tantera.tournament import orders as o
from tantera.tournament import structure
from tantera.tournament.agenda import Condition, condition
from tantera.tournament.decide_rounds import is_old, unfit_for, violations_of
from tantera.tournament.decided import missing_slips
from tantera.tournament.events import Recorded
from tantera.tournament.evolve import swapped, undone_by
from tantera.tournament.hall.state import HallState
from tantera.tournament.reasons import as_drawn
from tantera.tournament.state import Round, TournamentState
from tantera.words import Phrase

Weight = Literal["rule", "by_hand", "remark"]
"""A hard rule is broken; an ideal that the draw had kept is missed by a change of hands; good to know."""

HEADINGS: Final[dict[str, Phrase]] = {
    "seated_twice": Phrase("somebody sits twice"),
    "table_size": Phrase("a table is not complete"),
    "not_here": Phrase("no longer here"),
    "left_out": Phrase("came since the draw"),
    "bye_again": Phrase("rests again"),
    "bye_rank": Phrase("another one should rest"),
    "kept_apart": Phrase("to be kept apart"),
    "better_apart": Phrase("better apart"),
    "partners_again": Phrase("partners again"),
    "opponents_again": Phrase("opponents again"),
    "met_again": Phrase("they have met"),
    "out_of_bracket": Phrase("out of the bracket"),
    "home": Phrase("home and away"),
}
"""What a finding is called, by its code."""


_Key = tuple[str, str, tuple[tuple[str, str | int], ...]]


class Finding(Struct, frozen=True):
    """Something about a draft that the director should know before anybody sees it."""

    weight: Weight
    code: str
    heading: Phrase
    why: Why
    table: int | None = None
    players: tuple[str, ...] = ()

    @property
    def grave(self) -> bool:
        return self.weight != "remark"


class Missing(Struct, frozen=True):
    """A table of the open round whose slip does not count yet."""

    table: int
    condition: Condition


class Obstacles(Struct, frozen=True):
    """What stands against publishing a draft."""

    old: bool
    """Results or penalties have changed since: draw again."""
    missing: tuple[Missing, ...]
    broken: tuple[Finding, ...]
    """Hard rules, and who has come or gone since: only with the director's word."""

    @property
    def unfit(self) -> bool:
        """Whether somebody has come or gone: drawing again mends that."""
        return any(finding.code in ("left_out", "not_here") for finding in self.broken)

    def __bool__(self) -> bool:
        return self.old or bool(self.missing) or bool(self.broken)


def findings(tournament: TournamentState, draft: Round) -> list[Finding]:
    """What a draft breaks, the gravest first. What a draw could not help stands in its own reasons and not here."""
    before = (
        {_key(violation.code, violation.why) for violation in violations_of(tournament, as_drawn(tournament, draft))}
        if draft.edited
        else None
    )
    rated = [_finding(violation, before, tournament.kind.headings) for violation in violations_of(tournament, draft)]
    kept = [finding for finding in rated if finding.grave] + _news(tournament, draft)
    return sorted(kept, key=lambda finding: (("rule", "by_hand", "remark").index(finding.weight), finding.table or 0))


def _news(tournament: TournamentState, draft: Round) -> list[Finding]:
    """Who has come and who has gone since the draw: it is drawn again, or published with the director's word."""
    unfit, news = unfit_for(tournament, draft), list[Finding]()
    for entry in unfit.left_out:
        why = Why("{entry} has come since and has no place", {"entry": entry})
        news.append(Finding("rule", "left_out", HEADINGS["left_out"], why, players=tournament.entries[entry].ids))
    for player in (player for one in unfit.gone for player in tournament.entries[one].ids):
        why = Why("{player} cannot be drawn any more", {"player": player})
        news.append(Finding("rule", "not_here", HEADINGS["not_here"], why, draft.seat_of(player), (player,)))
    return news


def _finding(violation: Violation, before: set[_Key] | None, headings: Mapping[str, str]) -> Finding:
    by_hand = before is not None and _key(violation.code, violation.why) not in before
    weight: Weight = "rule" if violation.hard else "by_hand" if by_hand else "remark"
    heading = HEADINGS.get(violation.code) or Phrase(headings[violation.code])
    return Finding(weight, violation.code, heading, violation.why, violation.table, violation.players)


def _key(code: str, why: Why) -> _Key:
    return code, why.say, tuple(sorted(why.facts.items()))


def would_break(tournament: TournamentState, draft: Round, now: list[Finding], a: str, b: str) -> list[Finding]:
    """What an exchange would break that is whole now. The two must have a place in the draft."""
    after = swapped(tournament, draft, o.Swap(draft.number, a, b, "-"))
    known = {_key(one.code, one.why) for one in now}
    return [one for one in findings(tournament, after) if one.grave and _key(one.code, one.why) not in known]


def obstacles(tournament: TournamentState, hall: HallState, draft: Round, flaws: list[Finding], now: int) -> Obstacles:
    """Why the draft cannot be published as it is."""
    open_round = None if tournament.calendar else tournament.open
    missing = (
        ()
        if open_round is None
        else tuple(
            Missing(table, condition(tournament, hall, open_round, table, now))
            for table in missing_slips(tournament, open_round)
        )
    )
    return Obstacles(is_old(tournament, draft), missing, tuple(one for one in flaws if one.weight == "rule"))


def last_swap(tournament: TournamentState, draft: Round) -> Recorded | None:
    """The record of the last exchange by hand in a draft: undoing it gives the seats back."""
    if not draft.edited:
        return None
    history = tournament.log.history
    without = tournament.log.gone | undone_by(history)
    swaps = (
        record
        for record in reversed(history)
        if isinstance(record.order, o.Swap) and record.order.round == draft.number and record.number not in without
    )
    return next(swaps, None)


def can_draft(tournament: TournamentState) -> int | None:
    """The round that could be drawn now; None where there is none left or the tournament is over."""
    if tournament.closed or tournament.draft is not None:
        return None
    number = len(tournament.played) + 1
    most = structure.all_rounds(replace(tournament, played=tournament.published))
    return None if most is not None and number > most else number
