"""A refusal that rests on a rule cites its article; where no article says it, none."""

from __future__ import annotations

import pytest

from tests.tournament.hall import Hall, hall, names


def in_play(book: str, *entries: str, **fields) -> Hall:
    one = hall(book, *entries, **fields)
    one("draw")
    one("publish")
    return one


def cited(one: Hall, order: str, **fields) -> tuple[str, str]:
    problem = one.problem(order, **fields)
    return problem.code, problem.article


TABLE = {"round": 1, "table": 1}


@pytest.mark.parametrize(
    ("score", "code"),
    [([100, 100], "both_at_limit"), ([300, 0], "over_the_limit"), ([80, 80], "level_without_winner")],
)
@pytest.mark.article("CI-4")
def test_what_cannot_be_by_the_limit_cites_it(score, code):
    one = in_play("competencia-individual", *names(4))
    assert cited(one, "result", **TABLE, score=score) == (code, "CI-4")
    assert cited(one, "result", **TABLE, score=[100, 0], winner="2+4") == ("winner_against_score", "CI-4")


@pytest.mark.article("CI-8")
def test_a_default_cites_who_does_not_come():
    one = in_play("competencia-individual", *names(8))
    player = one.seats(1)[0].split()[0]
    one("default", round=1, table=1, absent=[player])
    assert cited(one, "result", **TABLE, score=[100, 0]) == ("defaulted", "CI-8")
    one("result", round=1, table=2, score=[100, 0])
    late = {"round": 1, "player": one.seats(1)[1].split()[0]}
    assert cited(one, "late", **late, minutes=10) == ("slip_is_in", "CI-8")
    assert cited(one, "stand_in", **late, name="x") == ("slip_is_in", "CI-8")


@pytest.mark.article("CI-1")
@pytest.mark.article("CI-2")
def test_draws_and_slips_cite_what_the_book_says_of_them():
    one = hall("competencia-individual", "p1")
    assert cited(one, "draw") == ("too_few", "CI-1")
    one.enter("p2", "p3", "p4")
    one("draw")
    one("publish")
    assert cited(one, "close_round") == ("slips_missing", "CI-2")
    one("result", **TABLE, score=[100, 0])
    one("close_round")
    assert cited(one, "result", **TABLE, score=[100, 10]) == ("reason_needed", "CI-2")
    one("draw")
    one("result", **TABLE, score=[100, 10], reason="misread")
    assert cited(one, "publish") == ("draft_is_old", "CI-1")


@pytest.mark.article("SJ-jugadores")
@pytest.mark.article("SJ-registro")
@pytest.mark.article("SJ-estructura")
@pytest.mark.article("SJ-irreg-6")
def test_san_juan_says_who_enters_when_and_who_is_out():
    window = {"registration": {"opens": "2026-05-31T10:30"}}
    early = hall("san-juan", options=window)
    players = [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "member": False}]
    assert cited(early, "enter", entry="e", players=players) == ("registration_closed", "SJ-registro")
    one = hall("san-juan", "e1", "e2")
    assert cited(one, "enter", entry="e", players=players) == ("not_a_member", "SJ-jugadores")
    assert cited(one, "enter", entry="e", players=players[:1]) == ("wrong_number_of_players", "SJ-jugadores")
    one("draw")
    one("publish")
    assert cited(one, "result", **TABLE, score=[80, 80]) == ("level_without_winner", "SJ-estructura")
    one("expel", player="e1a", round=1, article="SJ-irreg-6")
    assert cited(one, "return", entries=["e1"]) == ("is_out", "SJ-irreg-6")
    assert cited(one, "expel", player="e1a", round=1, article="SJ-irreg-7") == ("is_out", "SJ-irreg-6")


@pytest.mark.article("UEH-reenganche")
@pytest.mark.article("UEH-campeonato")
def test_everybody_alone_has_articles_of_its_own():
    one = in_play("ueh", *names(4))
    slip = {**TABLE, "score": [301, 302, 303, 100], "winner": 4}
    assert cited(one, "result", **slip, re_entries=[3, 0, 0, 0])[0] == "wrong_value"
    assert cited(one, "enter", entry="p9", players=[{"id": "p9", "name": "P9"}]) == ("too_late", "UEH-campeonato")
    one("result", **slip)
    assert cited(one, "draw") == ("no_more_rounds", "UEH-campeonato")


def test_where_no_article_says_it_none_is_cited():
    one = hall("clasico", "e1", "e2", rounds=1)
    one.round((100, 0))
    assert cited(one, "draw") == ("no_more_rounds", "")
    assert cited(one, "undo", event=99) == ("no_such_event", "")
