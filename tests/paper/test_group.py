"""A text for the club's group: whole names, results where they count, in three languages."""

from __future__ import annotations

import pytest

from tantera.paper.group import group_text
from tantera.tournament.presentation import Presentation
from tests.tournament.hall import Hall


def pairs(**more: object) -> Hall:
    hall = Hall()
    hall("create", name="Copa", book="tarragona", seed="7", **more)
    for n in range(1, 6):
        players = [
            {"id": f"p{n}{side}", "name": f"{name} {n}"} for side, name in (("a", "Ana Pons"), ("b", "Biel Mas"))
        ]
        hall("enter", entry=f"e{n}", players=players)
    hall("draw")
    hall("publish")
    return hall


def text(hall: Hall, lang: str = "es", **more: object) -> list[str]:
    shown = Presentation(hall.tournament)
    return group_text(shown, hall.tournament.published[-1], lang, **more).split("\n")  # type: ignore[arg-type]


def test_everybody_is_in_it_with_their_table_and_who_rests_is_told():
    hall = pairs()
    lines = text(hall, address="http://192.168.1.5:8000/e/copa")
    assert lines[0] == "Copa · Ronda 1"
    assert [line.split(":")[0] for line in lines[1:3]] == ["Mesa 1", "Mesa 2"]
    assert lines[3].startswith("Descansan: Ana Pons ")
    assert lines[-1] == "http://192.168.1.5:8000/e/copa"
    assert sum("\n".join(lines).count(f"Biel Mas {n}") for n in range(1, 6)) == 5
    assert " contra " in lines[1]
    assert "Taula 1: " in "\n".join(text(hall, "ca"))
    assert "Rest: Ana Pons" in "\n".join(text(hall, "en"))


def test_one_table_is_told_alone_and_a_result_only_once_it_counts():
    hall = pairs()
    hall("result", round=1, table=2, score=[300, 120], status="entered")
    assert "300" not in text(hall, table=2)[1]
    hall("confirm", round=1, table=2)
    one = text(hall, table=2)
    assert " 300–120 " in one[1]
    assert not any("Mesa 1" in line or "Descansan" in line for line in one)


def test_a_stand_in_is_called_by_name_and_a_league_has_its_days():
    hall = pairs(format="pairs-round-robin", options={"dates": {"from": "2026-01-08", "every_days": 7}})
    seat = hall.tournament.published[0].tables[0].seats[0]
    hall("stand_in", round=1, player=seat, name="Ramón Gil")
    hall("postpone", round=1, table=2, to="2026-03-01")
    lines = text(hall)
    assert lines[0].endswith("8 de enero de 2026")
    assert "Ramón Gil" in lines[1]
    assert lines[2].endswith("1 de marzo de 2026")


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_who_plays_alone_stands_beside_the_others_at_the_table(lang: str):
    hall = Hall()
    hall("create", name="Copa", book="ueh", seed="7")
    for n in range(1, 5):
        hall("enter", entry=f"p{n}", players=[{"id": f"p{n}", "name": f"Ana Pons {n}"}])
    hall("draw")
    hall("publish")
    line = text(hall, lang)[1]
    assert line.count(" · ") == 3
    hall("result", round=1, table=1, score=[10, 301, 302, 303], winner=1)
    assert text(hall, lang)[1].endswith(", 10–301–302–303")
