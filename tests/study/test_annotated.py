"""A match with the values of its moves goes out as DGN and comes back."""

from __future__ import annotations

from tantera.notation import judge, judge_file, read, write
from tantera.notation.document import Note, Turn
from tantera.notation.values import parse_values
from tantera.study.annotated import annotated
from tantera.study.balance import study
from tests.study.test_balance import LIGA


def test_values_go_out_and_come_back_and_the_match_is_the_same():
    judged = judge_file(LIGA)
    studied = study(judged.ledger)
    text = write(annotated(judged.document, studied, judged.ledger))
    document = read(text)
    assert write(document) == text
    again = judge(document)
    assert again.match == judged.match
    items = document.hands[0].items
    turns = [place for place, item in enumerate(items) if isinstance(item, Turn)]
    for turn in studied.hands[0].turns:
        note = items[turns[turn.number - 1] + 1]
        assert isinstance(note, Note)
        values = parse_values(note.text)
        assert values is not None
        assert values.kind == "v"
        assert len(values.options) == len(turn.decision.options)
        assert values.played == round(-turn.decision.told_cost.mean, 1) + 0.0
        assert max(value for _, value in values.options) == 0
    assert sum(isinstance(item, Note) for item in items) >= len(studied.hands[0].turns)


def test_who_studies_a_studied_match_writes_the_same_again():
    judged = judge_file(LIGA)
    studied = study(judged.ledger)
    once = write(annotated(judged.document, studied, judged.ledger))
    again = judge_file(once.encode())
    assert write(annotated(again.document, study(again.ledger), again.ledger)) == once
