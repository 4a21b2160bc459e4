"""The balance of a hand and of a match: result = luck + play of ours − play of theirs + rest, exactly.

Play is how much better a side decided than the population would have, by what it could know. So the rest is nought on
the average (the performance difference lemma): it is how the hidden tiles lay beyond what anybody could know, and the
noise of the play-outs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from tantera.play import Match, view
from tantera.play import events as e
from tantera.play.ledger import Happened, Ledger
from tantera.play.moves import order_of
from tantera.rules import Seat
from tantera.solver.by_order import review
from tantera.solver.estimate import Estimate, added
from tantera.study.decisions import appraise, is_decision
from tantera.study.figures import NOTHING, HandStudied, JudgedDecision, JudgedTurn, MatchStudied, SideBalance
from tantera.study.luck import Leads, luck_of_deal, luck_of_draw
from tantera.study.moments import Moment, hands_of, is_known, moves_of

OPEN_NODES: Final = 60_000
"""Of the search with all racks open, a decision: endings and the middle of a hand take fewer."""


Watch = Callable[[int], None]
"""Told how many hands are done."""


def study(ledger: Ledger, watch: Watch = lambda hands: None) -> MatchStudied:
    """A whole match. The same events give the same figures."""
    hands = []
    for number, moments in hands_of(ledger):
        hands.append(study_hand(number, moments))
        watch(len(hands))
    return MatchStudied(ledger.match.names, ledger.match.sides, tuple(hands))


def study_hand(number: int, moments: Sequence[Happened[Match]], late: Collection[tuple[Seat, int]] = ()) -> HandStudied:
    """One hand, from what happened in it. `late` says who had no time left, and when: what the table played for
    somebody was nobody's decision."""
    moves, sides = tuple(moves_of(moments)), moments[0].before.sides
    turns = tuple(turn for moment in moves if (turn := _judged(moment, late)) is not None)
    studied = HandStudied(number, turns, sides, None)
    line = next((event for event, _, _ in reversed(moments) if isinstance(event, e.HandScored)), None)
    if line is None or not moves or not is_known(moves[0].before):
        return studied
    lucky = [luck_of_deal(moves[0].before)]
    lucky += [luck_of_draw(moment.before, moment.after) for moment in moves if isinstance(moment.move, e.TileDrawn)]
    written = _written(moments, line)
    playing = [side for side in sides if side[0] in lucky[0]]
    return studied._replace(shares=tuple(_share(studied, side, playing, written, lucky) for side in sides))


def _judged(moment: Moment, late: Collection[tuple[Seat, int]]) -> JudgedTurn | None:
    """A move that could have been another one, valued."""
    move, before = moment.move, moment.before
    if isinstance(move, e.MoveSeen) or (move.seat, move.at) in late:
        return None
    looking, order = view(before, move.seat), order_of(move)
    if order not in looking.plays or not is_decision(looking):
        return None
    return JudgedTurn(moment.number, looking, _with_open_racks(appraise(looking, order), before))


def _with_open_racks(decision: JudgedDecision, match: Match) -> JudgedDecision:
    """With what each option comes to for somebody who sees everything, where a short search says so."""
    assert match.hand is not None
    reviewed = review(match.hand, match.worth, OPEN_NODES)
    if reviewed is None or reviewed.measure != "points":
        return decision
    values = dict(reviewed.moves)
    return decision._replace(
        options=tuple(option._replace(open=values.get(option.order)) for option in decision.options)
    )


def _written(moments: Sequence[Happened[Match]], line: e.HandScored) -> dict[e.Side, int]:
    """What each side wrote on the sheet, bonuses included; where points hurt, with a minus."""
    before = moments[0].before
    hurts = -1 if before.book.options.points_hurt else 1
    written = dict(zip(before.sides, line.written, strict=True))
    for event, _, _ in moments:
        if isinstance(event, e.BonusGiven):
            written[event.side] = written.get(event.side, 0) + event.points
    return {side: hurts * points for side, points in written.items()}


def _share(
    studied: HandStudied, side: e.Side, playing: list[e.Side], written: dict[e.Side, int], lucky: list[Leads]
) -> SideBalance:
    """What came to a side of a hand, and where from; nothing, to one that is out."""
    if side not in playing:
        return SideBalance(0.0, NOTHING, NOTHING, NOTHING)
    others = [other for other in playing if other != side]
    result = written[side] - sum(written[other] for other in others) / len(others)
    theirs = added(_played_by(studied, other) for other in others)
    mean = Estimate(theirs.mean / len(others), (theirs.error or 0.0) / len(others))
    return SideBalance(result, added(leads[side[0]] for leads in lucky), _played_by(studied, side), mean)


def _played_by(studied: HandStudied, side: e.Side) -> Estimate:
    return added(studied.play(seat).gain for seat in side)
