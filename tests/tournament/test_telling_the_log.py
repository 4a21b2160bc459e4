"""The log in words: every kind of record, what was corrected, what no longer counts."""

from __future__ import annotations

from typing import get_args

import pytest

from tantera.tournament.hall.state import HallState, folded
from tantera.tournament.orders import AnyOrder, Refused
from tantera.tournament.telling import disagreement, of_table, score_told, told_log
from tests.tournament.ordered import Event


def last(event: Event, lang: str = "en") -> str:
    line = told_log(event.now)[-1]
    return (
        f"{line.about.told(lang)}: {line.sentence.told(lang)}" if line.about is not None else line.sentence.told(lang)
    )


def test_a_day_is_told_line_by_line():
    event = Event()
    assert last(event) == "the tournament is created: Copa"
    event.players(7, paid=10)
    assert last(event) == "Ana Pons 7: enters and pays 10"
    event.order("enter", entry="e8", players=[{"id": "p8", "name": "Eva"}])
    assert last(event) == "Eva: enters"
    event.order("pay", entry="e8", amount=10)
    assert last(event) == "Eva: pays 10"
    event.order("pay", entry="e8", amount=-5)
    assert last(event) == "Eva: is given 5 back"
    event.order("check_in", entries=[f"e{n}" for n in range(1, 9)])
    assert last(event).startswith("checked in: Ana Pons 1; Ana Pons 2")
    event.order("check_out", entries=["e8"])
    assert last(event) == "not here after all: Eva"
    event.order("check_in", entries=["e8"])
    event.order("keep_apart", players=["p1", "p8"], hard=False)
    assert last(event) == "kept apart: Ana Pons 1, Eva"
    event.order("edit_player", player="p8", name="Eva Roig", club="Reus")
    assert last(event) == "Eva Roig: put right (name: Eva Roig, before Eva; club: Reus)"
    event.order("undo", event=event.now.number)
    event.order("edit_event", venue="Casal", texts={"arbiters": "Mora"}, options={"prizes": [60, 40]})
    assert (
        last(event) == "The event: put right (place of the event: Casal; arbiters: Mora; prizes, in per cent: 60, 40)"
    )
    event.order("undo", event=event.now.number)
    event.order("seed", entries=["e8", "e1"])
    assert last(event) == "seeded: Eva; Ana Pons 1"
    event.order("undo", event=event.now.number)
    event.order("commit", hash="a" * 64)
    assert last(event) == "public lot: the hash of a secret, aaaaaaaaaaaa…"
    event.order("undo", event=event.now.number)
    assert last(event) == "undoes record 22 (public lot: the hash of a secret, aaaaaaaaaaaa…)"
    event.order("draw")
    assert last(event) == "Round 1: drawn as a draft, 2 tables"
    a, b = event.now.played[0].tables[0].seats[0], event.now.played[0].tables[1].seats[0]
    event.order("swap", round=1, a=a, b=b, reason="wheelchair")
    line = told_log(event.now)[-1]
    assert (line.marks, line.why) == (("by_hand",), "wheelchair")
    event.order("publish")
    assert last(event) == "Round 1: is published"
    seats = event.now.played[0].tables[0].seats
    event.order("late", round=1, player=seats[0], minutes=6)
    assert last(event).endswith("6 minutes late: 25 points off the difference (CI-8)")
    event.order("penalty", player=seats[0], round=1, article="CI-10", points=30)
    assert last(event).endswith("30 points off the difference (CI-10)")
    event.order("card", player=seats[0], round=1, article="TG-14.1", card="blue")
    assert last(event).endswith("Blue card (TG-14.1)")
    event.order("result", f"player:{seats[0]}", round=1, table=1, score=[100, 62])
    assert last(event) == "Round 1, table 1: 100–62, by phone"
    event.order("dispute", f"player:{seats[1]}", round=1, table=1)
    assert last(event).startswith("Round 1, table 1: disputed: ")
    event.order("result", round=1, table=1, score=[100, 72])
    assert last(event) == "Round 1, table 1: settled as 100–72, entered as 100–62"
    event.order("default", round=1, table=2, absent=[event.now.played[0].tables[1].seats[0]])
    assert last(event).startswith("Round 1, table 2: not there: ")
    event.order("stand_in", round=1, player=event.now.played[0].tables[1].seats[0], name="Comodín")
    assert last(event).endswith("not there: Comodín plays instead")
    event.order("result", round=1, table=2, score=[40, 100], status="entered")
    assert last(event) == "Round 1, table 2: 40–100, keyed in"
    event.order("confirm", round=1, table=2)
    assert last(event) == "Round 1, table 2: confirmed"
    event.order("expel", player=seats[2], round=1, article="CI-19")
    assert last(event).endswith("expelled (CI-19)")
    event.order("repair", round=1)
    assert last(event) == "Round 1: the tables stay as they are"
    event.order("close_round")
    assert last(event) == "Round 1: is closed"
    event.order("withdraw", entries=["e8"])
    assert last(event) == "withdrawn: Eva"
    event.order("return", entries=["e8"])
    assert last(event) == "back again: Eva"
    event.order("close")
    assert last(event) == "the tournament is closed"
    kinds = {type(one.order) for one in event.now.log.history}
    left_out = {kind.__struct_config__.tag for kind in get_args(AnyOrder) if kind not in kinds}
    assert left_out == {"lot", "postpone"}


def test_what_is_put_right_of_the_event_is_told_as_people_say_it():
    """What an act has signed: no list, no key and no line break of a program."""
    event = Event(options={"prizes": [70, 30]})
    event.order("edit_event", date="2026-11-19", texts={"arbiters": "Paco Mora\nPuri Sala", "notice": "A las 9"})
    said = last(event, "es")
    assert said == (
        "El torneo: datos corregidos (día: 19 de noviembre de 2026; árbitros: Paco Mora, Puri Sala; "
        "texto de las listas: A las 9)"
    )
    awards = [{"place": 1, "trophy": "trofeo"}, {"place": 1, "category": "señoras", "amount": 50}]
    options = {"awards": awards, "one_prize": True, "prizes": [60, 40], "fee": 10, "limit": "100p 25m"}
    event.order("edit_event", options=options | {"late": {"default_minutes": 15}})
    said = last(event, "es")
    assert "otros premios: 1: trofeo; señoras 1: 50" in said
    assert "60, 40, antes 70, 30" in said
    assert "100 puntos o 25 minutos" in said
    assert "incomparecencia a los 15 minutos" in said
    assert not set("[]{}'`\n_") & set(said)


def test_a_match_of_a_league_that_is_moved_to_another_day_is_told():
    event = Event(format="pairs-round-robin", options={"dates": {"from": "2026-03-05", "every_days": 7}}).pairs(4)
    event.order("draw")
    event.order("publish")
    event.order("postpone", round=1, table=2, to="2026-03-20")
    assert last(event) == "Round 1: table 2 is played on 2026-03-20"


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_line_is_told_in_every_language(lang: str):
    event = Event().players(8).round([100, 62], [40, 100])
    for line in told_log(event.now):
        assert line.sentence.told(lang)
        assert "{" not in line.sentence.told(lang)


@pytest.mark.article("CI-8")
@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (4, "4 minutes late, which costs nothing"),
        (6, "6 minutes late: 25 points off the difference (CI-8)"),
        (10, "10 minutes late: the match is lost (CI-8)"),
    ],
)
def test_whoever_is_late_is_told_what_it_costs(minutes: int, said: str):
    event = Event().players(4)
    event.order("draw")
    event.order("publish")
    event.order("late", round=1, player="p1", minutes=minutes)
    assert last(event) == f"Ana Pons 1: {said}"


def test_what_was_undone_is_marked_and_cannot_be_undone_again():
    event = Event().players(8).round([100, 62])
    number = event.now.number
    event.order("undo", event=number)
    lines = told_log(event.now)
    assert "undone" in lines[number - 1].marks
    assert not lines[number - 1].can_be_undone
    assert lines[number].can_be_undone, "an undo can be undone"
    assert not lines[0].can_be_undone, "everything rests on the first"


def test_a_result_after_an_undo_is_no_correction():
    event = Event().players(8).round([100, 62])
    event.order("undo", event=event.now.number)
    event.order("result", round=1, table=1, score=[100, 72])
    assert last(event) == "Round 1, table 1: 100–72, keyed in"


def test_the_history_of_a_table_has_its_players_sanctions_and_undos():
    event = Event().players(8).round([100, 62])
    seat = event.now.played[0].tables[0].seats[0]
    event.order("penalty", player=seat, round=1, article="CI-10", points=30)
    event.order("undo", event=event.now.number)
    event.order("result", round=1, table=2, score=[100, 1])
    told = [line.sentence.told("en") for line in of_table(told_log(event.now), 1, 1)]
    assert len(told) == 3
    assert told[0] == "100–62, keyed in"
    assert told[2].startswith("undoes record")


def test_publishing_past_a_rule_is_marked_with_its_reason():
    event = Event().players(8)
    event.order("draw")
    seats = event.now.played[0].tables[0].seats
    event.order("keep_apart", players=[seats[0], seats[2]])
    event.order("publish", override="asked for by both")
    line = told_log(event.now)[-1]
    assert (line.marks, line.why, line.sentence.told("en")) == (
        ("override",), "asked for by both", "published with a rule broken",
    )  # fmt: skip


def test_a_dispute_says_what_each_side_says():
    event = Event().players(4).round([100, 84])
    event.order("dispute", round=1, table=1)
    round = event.now.played[0]
    assert disagreement(event.now, HallState(), round, 1).told("en") == "one side does not agree with the slip"
    event.order("dispute", round=1, table=1, score=[100, 94])
    round = event.now.played[0]
    both = "una pareja anota 100–84 y la otra 100–94"
    assert disagreement(event.now, HallState(), round, 1).told("es") == both
    assert score_told([1, 2, 3, 4]) == "1–2–3–4"


def test_a_file_of_before_has_the_other_sides_version_in_the_halls_own_log():
    event = Event().players(4).round([100, 84])
    event.order("dispute", round=1, table=1)
    line = b'{"event":"version_given.1","at":1,"by":"player:p1","round":1,"table":1,"score":[100,94]}'
    said = disagreement(event.now, folded([line]), event.now.played[0], 1).told("es")
    assert said == "una pareja anota 100–84 y la otra 100–94"


def test_what_the_other_side_says_has_as_many_figures_as_the_slip():
    event = Event().players(4).round([100, 84])
    with pytest.raises(Refused) as refused:
        event.order("dispute", round=1, table=1, score=[1, 2, 3])
    assert refused.value.told("es") == "aquí el resultado lleva 2 números"
