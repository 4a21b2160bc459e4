"""What holds whatever happens at a real table, under every book that there is, the invented clubs' too."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tantera.notation import judge, read, report, write
from tantera.notation.export import export
from tantera.play import Match
from tantera.play import events as e
from tantera.play.log import read_log, write_log
from tantera.play.orders import ChangeDecision, TakeDecision, Undo
from tantera.referee import entry, rule, undo
from tantera.referee.correcting import change_decision
from tantera.referee.ladder import climb
from tantera.rules import Decision, load_book
from tests.builders import ledger_of, replay
from tests.play.tables import proof
from tests.referee.sessions import EVERY_BOOK, Session
from tests.referee.test_corrections import outcome

ANY_BOOK = pytest.mark.parametrize("book", EVERY_BOOK, ids=[Path(book).stem for book in EVERY_BOOK])
EVENINGS = proof(5, 500)
seeds = st.integers(0, EVENINGS - 1)
some = settings(max_examples=EVENINGS, deadline=None, derandomize=True)


@lru_cache(maxsize=256)
def evening(book: str, seed: int, at_once: bool = False) -> Session:
    """The same evenings for all properties: playing one takes longer than looking at it."""
    return Session(book, seed, at_once=at_once)


@ANY_BOOK
@given(seed=seeds)
@some
def test_cards_penalties_and_infractions_never_decrease(book: str, seed: int):
    for (_, before), (_, after) in pairwise(evening(book, seed).history):
        assert after.infractions[: len(before.infractions)] == before.infractions
        assert after.consequences[: len(before.consequences)] == before.consequences
        for seat, shown in before.cards.items():
            assert shown <= after.cards[seat]
        for seat, off in before.difference_penalties.items():
            assert after.difference_penalties[seat] <= off <= 0


@ANY_BOOK
@given(seed=seeds)
@some
def test_points_written_equal_points_computed(book: str, seed: int):
    """The score is what lines, bonuses and consequences say; a lost hand's line is itself what followed."""
    table = evening(book, seed)
    sides = table.match.sides
    score = [0] * len(sides)
    for event in table.events:
        match event:
            case e.BonusGiven(side=side, points=points):
                score[sides.index(side)] += points
            case e.PointsGiven(side=side, points=points):
                score[sides.index(side)] += points or 0
            case e.MatchForfeited(side=side, scored=scored):
                gains = next((s for s in sides if s != side and len(sides) == 2), None)
                if gains is not None:
                    score[sides.index(gains)] += scored
            case e.HandScored(how="lost"):
                pass  # what followed has been counted
            case e.HandScored(written=written):
                score = [had + more for had, more in zip(score, written, strict=True)]
            case e.PlayerReEntered(seat=seat, score=taken):
                score[seat - 1] = taken
    sanction = table.match.sanction
    if sanction is not None and sanction.how == "lost" and sanction.side is not None:
        score[sides.index(sanction.side)] -= sanction.points  # not on the sheet yet
    assert tuple(score) == table.match.score


@ANY_BOOK
@given(seed=seeds)
@some
def test_the_line_of_a_lost_hand_has_what_its_own_infraction_gave(book: str, seed: int):
    table = evening(book, seed)
    ended: e.HandForfeited | e.MatchForfeited | None = None
    gained = 0
    for event in table.events:
        match event:
            case e.HandForfeited() | e.MatchForfeited() if isinstance(ended, e.MatchForfeited):
                pass  # a match lost first stays lost
            case e.HandForfeited():
                ended, gained = event, 0
            case e.MatchForfeited(scored=scored):
                ended, gained = event, scored
            case e.PointsGiven(infraction=infraction, side=side, points=points):
                if ended is not None and infraction == ended.infraction and side != ended.side:
                    gained += points or 0
            case e.HandScored(how="lost", side=side, points=points) if side is not None:
                assert ended is not None
                assert points == gained
                assert event.article == table.match.infractions[ended.infraction].article


@ANY_BOOK
@given(seed=seeds, kept=st.floats(0, 1))
@some
def test_undoing_to_any_prefix_is_replaying_it(book: str, seed: int, kept: float):
    table = evening(book, seed)
    keep = 1 + round(kept * (len(table.events) - 1))
    correction = undo(table.ledger, Undo(keep, "taken back"), table.now)
    assert tuple(table.ledger.plus([correction]).effective) == tuple(table.events[:keep])
    known = dict(table.history)
    if keep in known:
        assert replay(table.book, [*table.events, correction]) == known[keep]


@ANY_BOOK
@given(seed=seeds)
@some
def test_replaying_the_log_gives_the_match_and_the_log_reads_back(book: str, seed: int):
    table = evening(book, seed)
    assert replay(table.book, table.events) == table.match
    assert read_log(write_log(table.events)) == tuple(table.events)


@ANY_BOOK
@given(seed=seeds)
@some
def test_tiles_are_conserved_whatever_lies_wrong(book: str, seed: int):
    for _, match in evening(book, seed).history:
        hand = match.hand
        if hand is None:
            continue
        asleep = sum(tile.bit for tile in hand.boneyard if tile is not None)
        places = [*hand.racks, hand.chain.tiles if hand.chain is not None else 0, asleep]
        assert sum(map(int.bit_count, places)) == len(match.book.options.set.tiles)
        assert all(shown & ~rack == 0 for shown, rack in zip(hand.exposed, hand.racks, strict=True))


@ANY_BOOK
@given(seed=seeds)
@some
def test_a_decision_is_asked_of_whom_the_book_names(book: str, seed: int):
    for _, match in evening(book, seed).history:
        awaiting = match.awaiting
        if awaiting is None or awaiting.infraction is None:
            continue
        recorded = match.infractions[awaiting.infraction]
        found = entry(match.book, recorded.article)
        assert found is not None
        if awaiting.who == "director":
            assert found.while_right_waits
            continue
        times = [(i.article, i.seat) for i in match.infractions].count((recorded.article, recorded.seat))
        step = climb(match.book, found, recorded.seat is not None, times, Counter())
        if awaiting.who == "referee" and step.proposal is not None:
            assert awaiting.choices == ("yes", "no")
            continue
        assert step.decision is not None
        offered = [choice for choice in step.decision.choices if not choice.needs or choice.id in awaiting.choices]
        assert awaiting.choices == tuple(choice.id for choice in offered)
        assert awaiting.who == asked(match, step.decision, recorded.seat)


def asked(match: Match, decision: Decision, seat: int | None) -> tuple[int, ...] | str:
    assert seat is not None
    match decision.who:
        case "right_of_offender":
            after = [*match.seats, *match.seats]
            return (after[after.index(seat) + 1],)
        case "offended_side":
            others = [side for side in match.sides if seat not in side]
            return others[0] if len(others) == 1 else "referee"
        case who:
            return who


@ANY_BOOK
@given(seed=seeds)
@some
def test_nothing_moves_while_a_decision_is_open(book: str, seed: int):
    for (length, before), (later, after) in pairwise(evening(book, seed).history):
        if before.awaiting is not None and after.awaiting is None:
            assert later > length
            assert after.ended_by is not None or before.awaiting.infraction is not None
        if before.awaiting is not None and after.awaiting == before.awaiting:
            assert after.hand == before.hand


@ANY_BOOK
@given(seed=seeds)
@some
def test_a_changed_decision_is_as_if_decided_so_in_the_first_place(book: str, seed: int):
    """At every decision of an evening: decide one way and change it, or decide the other way at once."""
    table = evening(book, seed)
    for length, match in table.history:
        if match.awaiting is None or match.awaiting.infraction is None:
            continue
        log = table.events[:length]
        for first in match.awaiting.choices:
            decided = [*log, *rule(match, TakeDecision(first), table.now).events]
            for other in match.awaiting.choices:
                order = ChangeDecision(match.awaiting.infraction, other, "")
                change = change_decision(ledger_of(table.book, decided), order, table.now)
                straight = replay(table.book, [*log, *rule(match, TakeDecision(other), table.now).events])
                assert outcome(replay(table.book, [*decided, change])) == outcome(straight), (first, other)


@ANY_BOOK
@pytest.mark.parametrize("at_once", [True, False], ids=["decided at once", "decided later"])
@given(seed=seeds)
@some
def test_a_file_of_the_evening_gives_the_same_report(book: str, at_once: bool, seed: int):
    table = evening(book, seed, at_once)
    tags = [("Book", book)]
    text = write(export(ledger_of(table.book, table.events), tags))
    judged = judge(read(text), load_book)
    assert write(judged.document) == text
    if judged.hands and judged.hands[-1].computed:  # the moves have ended it, and nobody has said so yet
        hand = table.match.hand
        assert hand is not None
        assert hand.ended is not None
        return
    assert told(judged.match) == told(table.match)
    assert report(judged)["score"] == {
        e.side_name(side): score for side, score in zip(table.match.sides, table.match.score, strict=True)
    }


def told(match: Match) -> dict[str, Any]:
    followed = [replace(consequence, at=0) for consequence in match.consequences]
    return {
        "score": match.score,
        "cards": match.cards,
        "difference": match.difference_penalties,
        "awaiting": match.awaiting and (match.awaiting.who, match.awaiting.article, match.awaiting.choices),
        "infractions": [(one.article, one.seat, one.turn) for one in match.infractions],
        "followed": followed,
        "winner": (match.winner, match.ended_by),
        "hand": match.hand and (match.hand.chain, match.hand.racks, match.hand.turn, match.hand.exposed),
    }


@pytest.mark.by_chance
def test_the_evenings_are_worth_looking_at():
    """Chance reaches what the properties are about."""
    seen: Counter[str] = Counter()
    for book in EVERY_BOOK:
        for seed in range(10):
            for event in evening(book, seed).events:
                seen[event.kind if isinstance(event, e.ConsequenceFollowed) else type(event).__name__] += 1
    wanted = ("points", "hand_lost", "hand_void", "warning", "card", "difference", "exposed", "must_play", "taken_back")
    for kind in (*wanted, "rebuild", "match_lost", "expulsion", "DecisionTaken", "DecisionAwaited", "MoveSeen"):
        assert seen[kind], kind
