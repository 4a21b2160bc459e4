"""The ladder as arithmetic: what the n-th same infraction of a player brings, given the cards already shown."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tantera.referee.catalogue import entry
from tantera.referee.ladder import LadderStep, choice_of, climb, confirmed, with_cards
from tantera.rules import Consequence, Growth, load_book

TARRAGONA, SAN_JUAN = load_book("tarragona"), load_book("san-juan")


def nth(article: str, times: int, **cards: int) -> LadderStep:
    book = TARRAGONA if article.startswith("TG") else SAN_JUAN
    infraction = entry(book, article)
    assert infraction is not None
    return climb(book, infraction, True, times, Counter(cards))


def kinds(step: LadderStep) -> list[str]:
    return [consequence.card or consequence.kind for consequence in step.consequences]


@pytest.mark.parametrize(
    ("article", "times", "cards", "brings"),
    [
        ("TG-13.2", 1, {}, ["warning"]),
        ("TG-13.2", 2, {}, ["warning"]),
        ("TG-13.2", 3, {}, ["warning", "blue"]),
        ("TG-13.2", 3, {"blue": 1}, ["warning", "blue", "yellow"]),
        ("TG-13.2", 4, {"blue": 1}, ["warning"]),
        ("TG-13.2", 9, {"blue": 2}, ["warning", "blue"]),
        ("TG-14.1", 1, {}, ["blue"]),
        ("TG-14.1", 1, {"blue": 1}, ["blue", "yellow"]),
        ("TG-14.1", 2, {"blue": 2}, ["blue"]),
        ("TG-14.1", 3, {"blue": 2}, ["blue", "yellow"]),
        ("TG-14.1", 3, {"blue": 3}, ["blue", "yellow", "yellow"]),
        ("TG-14.9", 1, {}, ["blue", "exposed"]),
        ("TG-15.4", 1, {"yellow": 4}, ["yellow"]),
        ("TG-16.5", 1, {}, ["red", "match_lost"]),
        ("SJ-irreg-3", 1, {}, ["warning"]),
        ("SJ-irreg-3", 2, {}, ["points"]),
        ("SJ-irreg-3", 7, {}, ["points"]),
    ],
)
def test_what_the_nth_time_brings(article, times, cards, brings):
    assert kinds(nth(article, times, **cards)) == brings


@pytest.mark.parametrize("times", range(1, 13))
def test_an_incorreccion_never_asks_and_never_proposes(times):
    step = nth("TG-13.5", times)
    assert (step.decision, step.proposal) == (None, None)


@pytest.mark.article("TG-14.13", "TG-15.5")
@pytest.mark.parametrize("times", range(1, 13))
def test_a_leve_always_asks_and_proposes_with_the_second_grave_it_makes_and_every_one_after_it(times):
    step = nth("TG-14.8", times)
    assert step.decision is not None
    assert (step.proposal is not None) == (times in (6, 9, 12))


@pytest.mark.article("TG-15.5", "TG-18.5")
@pytest.mark.parametrize("times", range(1, 6))
def test_the_second_same_grave_is_proposed_and_every_one_after_it(times):
    assert (nth("TG-15.2", times).proposal is not None) == (times >= 2)


def test_a_muy_grave_asks_nobody():
    assert nth("TG-16.2", 1)[1:] == (None, None)


def test_a_confirmed_proposal_is_a_red_card_and_a_lost_match():
    proposal = nth("TG-15.2", 2).proposal
    assert proposal is not None
    assert [c.card or c.kind for c in confirmed(TARRAGONA, proposal, Counter())] == ["red", "match_lost"]


def test_an_entry_may_add_a_choice_or_put_its_own_in_place_of_one():
    thinking, misfit = nth("TG-14.12", 1).decision, nth("TG-14.10", 1).decision
    assert thinking is not None
    assert misfit is not None
    assert [choice.id for choice in thinking.choices] == ["continue", "annul", "rebuild"]
    assert [choice.id for choice in misfit.choices] == ["continue", "annul"]
    going_on = choice_of(misfit, "continue")
    assert going_on is not None
    assert [consequence.kind for consequence in going_on.consequences] == ["taken_back"]
    assert choice_of(misfit, "rebuild") is None


def test_an_unknown_offender_brings_something_else_where_the_book_says_so():
    infraction = entry(SAN_JUAN, "SJ-irreg-2")
    assert infraction is not None
    assert [c.kind for c in climb(SAN_JUAN, infraction, True, 1, Counter()).consequences] == ["hand_lost", "points"]
    assert [c.kind for c in climb(SAN_JUAN, infraction, False, 1, Counter()).consequences] == ["hand_void"]


@pytest.mark.parametrize("shown", range(6))
def test_every_second_blue_brings_a_yellow_right_after_it(shown):
    blue = Consequence(kind="card", card="blue")
    cards = [c.card for c in with_cards(TARRAGONA, [blue, blue], Counter(blue=shown))]
    assert cards == (["blue", "blue", "yellow"] if shown % 2 == 0 else ["blue", "yellow", "blue"])


def test_what_grows_into_something_that_asks_asks_too():
    """No built-in book has it so; a club's may."""
    harsher = tuple(
        replace(level, every=(Growth(times=3, becomes="leve"),)) if level.id == "incorreccion" else level
        for level in TARRAGONA.severities
    )
    book = replace(TARRAGONA, severities=harsher)
    infraction = entry(book, "TG-13.2")
    assert infraction is not None
    assert climb(book, infraction, True, 2, Counter()).decision is None
    third = climb(book, infraction, True, 3, Counter())
    assert third.decision is not None
    assert [choice.id for choice in third.decision.choices] == ["continue", "annul"]
