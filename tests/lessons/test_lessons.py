"""Each lesson's idea: the law, the engine's own count, or the solver says that the right answer is the right one."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from tantera.layout import ends_from_the_left
from tantera.lessons import LEARNER, Lesson, Task, judged, lessons
from tantera.lessons.judging import NotOffered
from tantera.play import PassTurn, PlaceTile, legal_moves
from tantera.play.hand import Hand
from tantera.rules import Refusal
from tests.lessons.values import advantage, values

WORLDS = 1000
LEAST = 3.0
"""Points by which the right move has to be better than the best of the others."""
SURE = 3.0
"""And how many standard errors that is at least."""


class Asked(NamedTuple):
    lesson: Lesson
    number: int
    task: Task

    def __str__(self) -> str:
        return f"{self.lesson.id}.{self.number}"

    @property
    def hand(self) -> Hand:
        assert self.task.match.hand is not None
        return self.task.match.hand

    def answer(self, order: object) -> str:
        assert isinstance(order, PlaceTile | PassTurn)
        return "-" if isinstance(order, PassTurn) else f"{order.end or ''}{order.tile}"


TASKS = [Asked(lesson, place + 1, task) for lesson in lessons() for place, task in enumerate(lesson.tasks)]
MOVES = [asked for asked in TASKS if not asked.task.counted]
COUNTED = [asked for asked in TASKS if asked.task.counted]
each = pytest.mark.parametrize


def test_there_are_eight_lessons_in_three_languages():
    assert [lesson.number for lesson in lessons()] == list(range(1, 9))
    assert len({lesson.id for lesson in lessons()}) == 8
    for lesson in lessons():
        assert 2 <= len(lesson.tasks) <= 5
        texts = [
            lesson.title,
            lesson.idea,
            *(text for one in lesson.tasks for text in (one.asks, one.why, one.why_not)),
        ]
        for text in texts:
            assert {"es", "ca", "en"} <= set(text.languages)
            assert all(len(text.text(lang)) <= 200 for lang in ("es", "ca", "en")), text.text("es")


@each("asked", MOVES, ids=str)
def test_the_right_move_is_clearly_the_best(asked: Asked):
    """Where the law leaves a choice, the solver says which move it is, over deals that agree with all that was seen."""
    assert asked.hand.turn == LEARNER
    legal = legal_moves(asked.hand)
    verdicts = {order: judged(asked.task, asked.answer(order)) for order in legal}
    right = [order for order, verdict in verdicts.items() if verdict.right]
    assert right
    if len(right) == len(legal) or asked.task.leaves:  # the law, or the question itself, leaves no other
        return
    worth = values(asked.task.match, WORLDS)
    good = [worth[order] for order in right if order in worth]  # of equal ends the solver names one
    bad = [worth[order] for order in legal if order not in right and order in worth]
    for one in good:
        for other in bad:
            more, error = advantage(one, other)
            assert more >= max(LEAST, SURE * error), {asked.answer(key): value.mean() for key, value in worth.items()}


@each("asked", MOVES, ids=str)
def test_something_can_be_answered_wrongly_and_the_law_says_what_cannot_be_played(asked: Asked):
    answers = {str(tile): judged(asked.task, str(tile)) for tile in asked.hand.rack(LEARNER)}
    assert any(not verdict.right for verdict in answers.values())
    fits = {str(order.tile) for order in legal_moves(asked.hand) if isinstance(order, PlaceTile)}
    refused = {answer for answer, verdict in answers.items() if verdict.refusal is not None}
    assert refused == answers.keys() - fits
    for answer in refused:
        assert answers[answer].after is asked.task.match
    if fits:
        assert isinstance(judged(asked.task, "-").refusal, Refusal)


ENDS = re.compile(r"(?:puntas son|puntes són|ends are|Now they are|Ahora son|Ara són) (\d) (?:y|i|and) (\d)")


@each("asked", MOVES, ids=str)
def test_the_ends_that_a_question_names_are_those_on_the_table_from_the_left(asked: Asked):
    chain = asked.hand.chain
    assert chain is not None
    seen = [chain.end(end) for end in ends_from_the_left(chain, LEARNER - asked.hand.opener)]
    for lang in ("es", "ca", "en"):
        for said in ENDS.findall(asked.task.asks.text(lang)):
            assert [*map(int, said)] == seen


def test_the_right_tile_at_the_wrong_end_is_told_so():
    task = next(asked.task for asked in TASKS if asked.task.leaves == "00" and asked.lesson.id == "placing")
    wrong = [told for end in "<>" if not (told := judged(task, f"{end}02")).right]
    assert [told.why.text("es") for told in wrong if told.why] == ["Esa ficha sí, pero en la otra punta."]
    other = judged(task, "23")
    assert other.why == task.why_not


@each("asked", COUNTED, ids=str)
def test_what_is_counted_is_among_what_is_offered_once(asked: Asked):
    assert asked.task.offers.count(asked.task.count) == 1
    assert len(set(asked.task.offers)) == len(asked.task.offers) >= 3
    assert [one for one in asked.task.offers if judged(asked.task, one).right] == [asked.task.count]


def test_what_nobody_was_offered_is_no_answer():
    move, count = MOVES[0].task, COUNTED[0].task
    outside = next(tile for tile in MOVES[0].hand.dealt[1])
    for task, answer in ((move, ""), (move, "xx"), (move, "<9"), (move, str(outside)), (count, "1000"), (count, "")):
        with pytest.raises(NotOffered):
            judged(task, answer)


def test_a_wrong_idea_would_be_found_out():
    """The same proof, with a wrong move called right, fails: it is no proof of everything."""
    chosen = [asked for asked in MOVES if asked.task.right and len(legal_moves(asked.hand)) > len(asked.task.right)]
    asked = chosen[-1]
    wrong = next(order for order in legal_moves(asked.hand) if not judged(asked.task, asked.answer(order)).right)
    worth = values(asked.task.match, WORLDS)
    assert max(worth.values(), key=lambda one: one.mean()) is not worth[wrong]
