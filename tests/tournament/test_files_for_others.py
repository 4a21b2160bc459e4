"""Files for others: a real Excel workbook that we read back ourselves, and a federation's report by its schema."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from tantera.formats import FORMATS
from tantera.tournament.presentation import Presentation
from tantera.tournament.report import report, schema_text
from tantera.tournament.sheets import read_entries, tables, workbook
from tantera.tournament.sheets.workbook import workbook_text
from tests.tournament.first_program import First
from tests.tournament.random_events import play
from tests.tournament.story import Story

VALIDATOR = Draft202012Validator(json.loads(schema_text()))


def night() -> Story:
    story = Story("competencia-individual", options={"prizes": [60], "awards": [{"place": 1, "trophy": "copa"}]})
    story.enter(8, paid=10)
    story.give("edit_player", player="p1", name="=HYPERLINK(1)", key="FED-7", categories=["señoras", "socias"])
    story.give("edit_event", date="2026-05-31", venue="Casal", texts={"arbiters": "Mora\n\nLuz"})
    story.play([100, 10], [20, 100])
    story.give("penalty", player="p2", round=1, article="CI-10", points=30)
    return story


def test_a_workbook_has_real_cells_and_no_name_becomes_a_formula():
    made = workbook(tables(Presentation(night().state), "es"))
    assert b"<f>" not in made
    first = workbook_text(made).splitlines()
    assert first[0].split("\t")[2:] == [
        "nombre", "club", "socio", "invitado de", "pagado", "n.º federativo", "categorías",
    ]  # fmt: skip
    assert first[1].split("\t")[2:] == ["=HYPERLINK(1)", "", "", "", "10", "FED-7", "señoras, socias"]
    assert made == workbook(tables(Presentation(night().state), "es")), "the same tables, the same bytes"


def test_a_workbook_has_prizes_sanctions_and_fees_on_sheets_of_their_own():
    found = tables(Presentation(night().state), "es")
    assert found["prizes"][0] == ["lugar", "categoría", "nombre", "importe", "trofeo"]
    assert [row[3:] for row in found["prizes"][1:]] == [[48, ""], ["", "copa"]]
    assert found["sanctions"][0] == ["ronda", "nombre", "artículo", "puntos menos", "tarjeta"]
    assert [[*row[:1], *row[2:]] for row in found["sanctions"][1:]] == [[1, "CI-10", 30, ""]]
    assert found["fees"][:2] == [["inscripción", "nombre", "pagado", "debe"], ["e1", "=HYPERLINK(1)", 10, 0]]


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_whoever_was_written_into_a_workbook_enters_from_it_as_they_were(lang: str):
    state = night().state
    read = read_entries(workbook(tables(Presentation(state), lang)), False, (), {})
    again = Story("competencia-individual")
    for _, order in read:
        again.give(**order)
    assert again.state.entries["e1"].players[0] == state.entries["e1"].players[0]
    assert [entry.players for entry in again.state.entries.values()] == [
        entry.players for entry in state.entries.values()
    ]


def test_a_report_says_who_people_are_by_name_and_by_the_federations_number():
    found = report(Presentation(night().state))
    assert found["event"] == {
        "name": "Torneo", "date": "2026-05-31", "venue": "Casal", "arbiters": ["Mora", "Luz"],
        "book": "competencia-individual", "format": "individual", "stage": "running",
    }  # fmt: skip
    one = {"id": "p1", "key": "FED-7", "name": "=HYPERLINK(1)", "categories": ["señoras", "socias"]}
    assert found["players"][0] == one
    assert found["sanctions"] == [{"player": "p2", "round": 1, "article": "CI-10", "points": -30}]
    assert [prize["amount"] for prize in found["prizes"]] == [48, 0]
    assert len(found["matches"]) == 2


@pytest.mark.parametrize("format", FORMATS)
def test_the_report_of_any_event_is_as_its_schema_says(format: str):
    first = First()
    play(f"report {format}", format, first.apply, first.export)
    assert first.state is not None
    found = json.loads(json.dumps(report(Presentation(first.state))))
    assert [error.message for error in VALIDATOR.iter_errors(found)] == []
    assert found["matches"] or not first.state.published
    del found["players"][0]["name"]
    assert not VALIDATOR.is_valid(found), "a planted fault is found"
