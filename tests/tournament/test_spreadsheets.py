"""Entries from a spreadsheet as people really save it; results and standings back into one."""

import csv
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.tournament.sheets import CsvError, read_entries, result_rows, standing_rows, written

INDIVIDUAL = "nombre;club;socio;pagado\nÍñigo Muñoz;Peña Sol;sí;40\nAna Pons;;no;\n"
ORDERS = [
    {
        "order": "enter",
        "entry": "e1",
        "players": [{"id": "p1", "name": "Íñigo Muñoz", "club": "Peña Sol", "member": True}],
        "paid": 40,
    },
    {"order": "enter", "entry": "e2", "players": [{"id": "p2", "name": "Ana Pons", "member": False}]},
]


def orders(data: bytes, pairs: bool = False, taken: Any = ()) -> list[dict[str, Any]]:
    return [order for _, order in read_entries(data, pairs, taken)]


def mistakes(text: str, pairs: bool = False) -> list[str]:
    with pytest.raises(CsvError) as error:
        read_entries(text.encode(), pairs)
    return [mistake.told("en") for mistake in error.value.all]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_letters_separators_and_line_ends_are_found_out(encoding: str, separator: str, line_end: str):
    text = INDIVIDUAL.replace(";", separator).replace("\n", line_end)
    assert orders(text.encode(encoding)) == ORDERS


@pytest.mark.parametrize(
    "heading",
    ["nombre;club;socio;pagado", "Nom;Penya;Soci;Pagat", "NAME;Club;Member;Paid", " Jugador ;PEÑA;socia;Cuota"],
)
def test_headings_are_read_in_three_languages(heading: str):
    assert orders((heading + INDIVIDUAL[INDIVIDUAL.index("\n") :]).encode()) == ORDERS


def test_what_excel_writes_above_the_headings_and_empty_lines_are_no_entries():
    assert orders(("sep=;\r\n" + INDIVIDUAL + "\n;;;\n\n").encode()) == ORDERS


def test_letters_that_nobody_sees_stay_out_of_a_name():
    assert orders(b"name\nA\x81\xf1o\n")[0]["players"][0]["name"] == "Año"  # no Windows letter
    assert orders("name\n\u200bA\u00adña\x1b\n".encode())[0]["players"][0]["name"] == "Aña"


def test_a_pair_is_one_row_with_two_players_or_two_rows_with_one_entry():
    one_row = "pareja,jugador 1,club 1,jugador 2,club 2,pagado\nA,Ana,Sol,Biel,Luna,40\n"
    two_rows = "pareja,jugador,club,pagado\nA,Ana,Sol,20\nA,Biel,Luna,20\n"
    players = [{"id": "p1", "name": "Ana", "club": "Sol"}, {"id": "p2", "name": "Biel", "club": "Luna"}]
    wanted = [{"order": "enter", "entry": "A", "players": players, "paid": 40}]
    assert orders(one_row.encode(), pairs=True) == orders(two_rows.encode(), pairs=True) == wanted


def test_numbers_go_on_after_those_that_are_taken_in_the_event_and_in_the_file():
    found = orders(b"id,name,guest of\n,Ana,\np3,Biel,p2\n,Carme,\n", taken={"p1", "e1", "e2"})
    assert [order["entry"] for order in found] == ["e3", "e4", "e5"]
    assert [order["players"][0]["id"] for order in found] == ["p2", "p3", "p4"]
    assert found[1]["players"][0]["guest_of"] == "p2"


def test_a_line_break_inside_a_name_does_not_shift_the_numbers_of_the_lines():
    assert mistakes('name,paid\n"Ana\nMaria",1\nBiel,x\n') == ["line 4: found 'x', expected a whole amount"]


@pytest.mark.parametrize(
    ("text", "pairs", "said"),
    [
        ("", False, "line 1: found no entry, expected a line of headings and one for each"),
        ("name\n", False, "line 1: found no entry, expected a line of headings and one for each"),
        ("club,paid\nSol,1\n", False, "line 1: found no heading for the name, expected nombre, nom or name"),
        ("name,name\nA,B\n", False, "line 1: found the heading 'name' twice"),
        ("name,club\n,Sol\n", False, "line 2: found no name, expected one"),
        ("name,paid\n,3\n", False, "line 2: found no name, expected one"),
        ("name,paid\nA,12.50\n", False, "line 2: found '12.50', expected a whole amount"),
        ("name,member\nA,perhaps\n", False, "line 2: found 'perhaps', expected yes or no"),
        ("id,name\nx,A\nx,B\n", False, "line 3: found the id x again, after line 2"),
        ("entry,name\nx,A\nx,B\n", False, "line 3: found the entry x again, after line 2"),
        ("name;club\nA;B;C\n", False, "line 2: found 3 cells, expected 2"),
        ("name,\nA,B\n", False, "line 2: found 'B' under no heading"),
        ("pair,name\nx,A\n", True, "line 2: found 1 players in x, expected 2"),
        ("pair,name\nx,A\nx,B\nx,C\n", True, "line 2: found 3 players in x, expected 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, pairs: bool, said: str):
    assert mistakes(text, pairs) == [said]


def test_a_heading_that_is_nearly_right_is_guessed():
    assert mistakes("nombr,club\nA,B\n")[0].startswith("line 1: found the heading 'nombr', expected nombre perhaps")


def test_a_heading_that_nobody_knows_is_answered_with_few_words():
    assert mistakes("nombre,xyzw\nA,B\n") == [
        "line 1: found the heading 'xyzw', expected "
        "one of nombre, apellidos, club, socio, invitado de, pagado, pareja, código"
    ]


def test_everything_that_is_wrong_is_said_at_once_and_in_the_readers_language():
    with pytest.raises(CsvError) as error:
        read_entries(b"name,paid\nA,x\nB,1\nC,y\n", False)
    assert [mistake.line for mistake in error.value.all] == [2, 4]
    assert error.value.told("es") == "línea 2: se encontró 'x', se esperaba un importe sin decimales"


@given(st.binary(max_size=300), st.booleans())
def test_rubbish_is_refused_or_read_and_never_worse(data: bytes, pairs: bool):
    with suppress(CsvError):
        read_entries(data, pairs)


names = st.text(st.characters(exclude_categories=["C", "Zl", "Zp", "Zs"]), min_size=1).filter(
    lambda name: not name.startswith(("=", "+", "-", "@")) and name == name.strip() and '"' not in name
)


@given(st.lists(names, min_size=1, max_size=5), st.booleans())
def test_what_was_written_is_read_again(people: list[str], excel: bool):
    data = written([("nombre", "club"), *((name, "x") for name in people)], excel=excel)
    assert [order["players"][0]["name"] for order in orders(data)] == people


SIGNED: dict[str, Any] = {"status": "confirmed", "default": []}
EVENT: dict[str, Any] = {
    "format": "individual",
    "rounds": [
        {
            "round": 1,
            "tables": [
                {"table": 1, "seats": [*"abcd"], "score": [100, 62], "winner": "1+3"} | SIGNED,
                {"table": 2, "seats": [*"efgh"], "score": None, "winner": "2+4"} | SIGNED | {"default": ["e"]},
            ],
            "byes": ["i"],
        }
    ],
    "standings": [
        {"place": 1, "entry": "ea", "values": {"points_won": 1, "difference": 38, "points_for": 100}},
        {"place": 2, "entry": "eb", "values": {"points_won": 0, "difference": -38, "points_for": 62}},
    ],
}


def table(data: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(data.decode("utf-8-sig")), delimiter=";"))


def test_results_come_out_table_by_table_with_names():
    rows = table(written(result_rows(EVENT, {"a": "Ana", "e": "Enric"}, "es"), excel=True))
    heading = "ronda|mesa|puesto 1|puesto 2|puesto 3|puesto 4|tantos 1+3|tantos 2+4|ganador|estado|ausente"
    assert ["|".join(rows[0]), *rows[1:]] == [
        heading,
        ["1", "1", "Ana", "b", "c", "d", "100", "62", "1+3", "confirmada", ""],
        ["1", "2", "Enric", "f", "g", "h", "", "", "2+4", "confirmada", "Enric"],
        ["1", "", "i", "", "", "", "", "", "", "descansa", ""],
    ]


def test_results_of_those_who_play_alone_have_a_column_a_seat():
    seats = ["a", "b", "c"]
    event = EVENT | {"format": "alone-one-round"}
    one = {"table": 1, "seats": seats, "score": [9, 3, 101], "winner": 2, "status": "confirmed", "default": []}
    event["rounds"] = [{"round": 1, "tables": [one], "byes": []}]
    rows = table(written(result_rows(event, {}, "en"), excel=True))
    assert rows[1] == ["1", "1", *seats, "9", "3", "101", "2", "confirmed", ""]


def test_standings_come_out_with_what_ranks_them():
    rows = table(written(standing_rows(EVENT, {"ea": "Ana"}, "ca"), excel=True))
    assert rows[0] == ["lloc", "inscripció", "nom", "punts guanyats", "diferència", "tants a favor"]
    assert rows[1:] == [["1", "ea", "Ana", "1", "38", "100"], ["2", "eb", "eb", "0", "-38", "62"]]
    grouped = EVENT | {"standings": [EVENT["standings"][0] | {"group": 2}]}
    assert table(written(standing_rows(grouped, {}, "es"), excel=True))[:2] == [
        ["grupo", "lugar", "inscripción", "nombre", "puntos ganados", "diferencia", "tantos a favor"],
        ["2", "1", "ea", "ea", "1", "38", "100"],
    ]


def test_a_name_that_a_spreadsheet_would_compute_is_made_harmless():
    assert written([("=HYPERLINK()", "@x", -3)]) == b"'=HYPERLINK(),'@x,-3\n"
