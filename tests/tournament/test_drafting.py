"""A draft before it is published: its reasons with names, what a change by hand breaks, what stands against it."""

from __future__ import annotations

import pytest

from tantera.tournament.agenda import next_thing
from tantera.tournament.check.draft import count_draft, told_of
from tantera.tournament.drafting import can_draft, findings, last_swap, obstacles, would_break
from tantera.tournament.hall.state import HallState
from tantera.tournament.reasons import named, pairing_told, ranks_of, why_told
from tantera.tournament.state import Round
from tests.tournament.hall import Hall

NAMES = ("Ana Abad", "Bel Bas", "Cai Cid", "Dan Dorn", "Eva Esteve", "Fina Font", "Gil Gay", "Hug Haro")


def hall_of(count: int = 8, **options: object) -> Hall:
    hall = Hall()
    hall("create", name="Open", book="competencia-individual", rounds=5, seed="1", options=options)
    for number in range(count):
        player = {"id": f"p{number}", "name": NAMES[number] if number < 8 else f"Nom{number} Cognom{number}"}
        hall("enter", entry=f"e{number}", players=[player])
    return hall


def play(hall: Hall, rounds: int) -> None:
    for number in range(1, rounds + 1):
        hall("draw")
        hall("publish")
        for table in range(1, len(hall.tournament.played[-1].tables) + 1):
            hall("result", round=number, table=table, score=[100, 40 + table])


def draft_of(hall: Hall) -> Round:
    assert hall.tournament.draft is not None
    return hall.tournament.draft


def some_swap(hall: Hall) -> tuple[str, str]:
    """Two players of a draft whose exchange makes partners of those who were."""
    draft = draft_of(hall)
    everybody = [seat for table in draft.tables for seat in table.seats]
    for one in everybody:
        for other in everybody:
            if one != other:
                found = would_break(hall.tournament, draft, [], one, other)
                if any(finding.code == "partners_again" for finding in found):
                    return one, other
    raise AssertionError("no exchange repeats a pair")


@pytest.mark.article("CI-1")
def test_a_reason_tells_names_where_the_log_has_ranks_and_ids():
    hall = hall_of(avoid_partners=3)
    play(hall, 2)
    hall("draw")
    draft = draft_of(hall)
    ranks = ranks_of(hall.tournament, draft)
    assert sorted(ranks) == [1, 2, 3, 4, 5, 6, 7, 8]
    told = [why_told(hall.tournament, why, "es", ranks) for table in draft.tables for why in table.why[1:]]
    assert told
    assert all(any(name in sentence for name in NAMES) for sentence in told)
    assert not any(".º" in sentence for sentence in told)
    assert "ya fueron pareja en la ronda" in " ".join(told)


def test_an_exchange_by_hand_is_told_with_names_and_leaves_the_ranks_as_drawn():
    hall = hall_of()
    hall("draw")
    before = ranks_of(hall.tournament, draft_of(hall))
    a, b = draft_of(hall).tables[0].seats[0], draft_of(hall).tables[1].seats[2]
    hall("swap", round=1, a=a, b=b, reason="same club")
    draft = draft_of(hall)
    assert ranks_of(hall.tournament, draft) == before
    sentence = why_told(hall.tournament, draft.tables[0].why[-1], "en")
    assert named(hall.tournament, a) in sentence
    assert named(hall.tournament, b) in sentence


@pytest.mark.article("CI-1")
def test_a_table_says_which_pairing_it_plays():
    hall = hall_of(avoid_partners=3)
    play(hall, 1)
    hall("draw")
    assert {pairing_told(table) for table in draft_of(hall).tables} <= {"1+4v2+3", "1+3v2+4", "1+2v3+4"}
    assert "" not in {pairing_told(table) for table in draft_of(hall).tables}


def test_a_draw_that_nobody_changed_has_nothing_to_mend():
    hall = hall_of(avoid_partners=3)
    play(hall, 1)
    hall("draw")
    found = findings(hall.tournament, draft_of(hall))
    assert found == []
    assert not obstacles(hall.tournament, HallState(), draft_of(hall), found, 0)


def test_what_an_exchange_would_break_is_known_before_and_stands_there_after_it():
    hall = hall_of(avoid_partners=3)
    play(hall, 1)
    hall("draw")
    a, b = some_swap(hall)
    foreseen = would_break(hall.tournament, draft_of(hall), [], a, b)
    hall("swap", round=2, a=a, b=b, reason="at their request")
    found = findings(hall.tournament, draft_of(hall))
    assert [(one.code, one.table) for one in found] == [(one.code, one.table) for one in foreseen]
    assert {one.weight for one in found} == {"by_hand"}
    record = last_swap(hall.tournament, draft_of(hall))
    assert record is not None
    hall("undo", event=record.number)
    assert findings(hall.tournament, draft_of(hall)) == []
    assert last_swap(hall.tournament, draft_of(hall)) is None


def test_players_who_are_kept_apart_are_a_rule_and_an_obstacle():
    hall = hall_of()
    hall("draw")
    one, other = draft_of(hall).tables[0].seats[:2]
    hall("keep_apart", players=[one, other])
    found = findings(hall.tournament, draft_of(hall))
    assert [(finding.code, finding.weight, finding.table) for finding in found] == [("kept_apart", "rule", 1)]
    assert obstacles(hall.tournament, HallState(), draft_of(hall), found, 0).broken == tuple(found)


def test_slips_that_are_missing_are_named_table_by_table():
    hall = hall_of()
    hall("draw")
    hall("publish")
    hall("result", round=1, table=1, score=[100, 50], status="entered")
    hall("draw")
    found = findings(hall.tournament, draft_of(hall))
    against = obstacles(hall.tournament, HallState(), draft_of(hall), found, 0)
    assert [(one.table, one.condition) for one in against.missing] == [(1, "entered"), (2, "playing")]
    assert not against.old
    hall("confirm", round=1, table=1)
    assert obstacles(hall.tournament, HallState(), draft_of(hall), found, 0).old


def test_somebody_who_came_or_went_since_the_draw_stands_against_publishing_it():
    hall = hall_of()
    hall("draw")
    hall("enter", entry="late", players=[{"id": "pl", "name": "Zoe Zapata"}])
    hall("withdraw", entries=["e3"])
    found = findings(hall.tournament, draft_of(hall))
    assert [(one.code, one.players, one.grave) for one in found] == [
        ("left_out", ("pl",), True),
        ("not_here", ("p3",), True),
    ]
    against = obstacles(hall.tournament, HallState(), draft_of(hall), found, 0)
    assert against.unfit
    assert not against.old
    assert next_thing(hall.tournament, HallState(), 0).code == "mend"
    hall("draw")
    assert findings(hall.tournament, draft_of(hall)) == []


def test_a_round_can_be_drafted_while_there_is_one_left():
    hall = hall_of()
    assert can_draft(hall.tournament) == 1
    hall("draw")
    assert can_draft(hall.tournament) is None
    hall("publish")
    assert can_draft(hall.tournament) == 2


# --- the second program ---------------------------------------------------------------------------------------------


def test_the_second_program_counts_the_draft_as_it_lies_there():
    hall = hall_of(9, avoid_partners=3)
    play(hall, 1)
    hall("draw")
    count = count_draft(hall.lines)
    assert count is not None
    assert (count.seated, count.resting, count.twice, count.left_out, count.apart) == (8, 1, (), (), ())
    assert (count.fresh, count.sides, count.faults) == (4, 4, 0)
    assert all(ok for ok, _ in told_of(count, pairs=False))


def test_the_second_program_sees_a_repeated_pair_and_players_kept_apart():
    hall = hall_of(avoid_partners=3)
    play(hall, 1)
    hall("draw")
    a, b = some_swap(hall)
    hall("swap", round=2, a=a, b=b, reason="x")
    one, other = draft_of(hall).tables[1].seats[:2]
    hall("keep_apart", players=[one, other])
    count = count_draft(hall.lines)
    assert count is not None
    assert count.fresh < count.sides
    assert count.apart == (2,)
    assert [ok for ok, _ in told_of(count, pairs=False)].count(False) == 2


def test_without_a_draft_there_is_nothing_to_count():
    hall = hall_of()
    assert count_draft(hall.lines) is None
