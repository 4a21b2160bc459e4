"""Entries from a spreadsheet as people really save it; results and standings back into one."""

import csv
from contextlib import suppress
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.tournament.sheets import CsvError, read_entries, result_rows, standing_rows, understood, written
from tantera.tournament.sheets.text import text_of

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


@pytest.mark.parametrize("encoding", ["cp850", "mac_roman"])
@pytest.mark.parametrize(
    "names",
    [["José Núñez", "Íñigo Peña", "Núria Solé", "Àngel Güell"], ["JOSÉ NÚÑEZ", "ÍÑIGO GARCÍA", "LÓPEZ", "ÚRSULA"]],
)
def test_what_old_programs_wrote_is_read_with_its_accents(encoding: str, names: list[str]):
    found = orders(("nombre\n" + "\n".join(names) + "\n").encode(encoding))
    assert [order["players"][0]["name"] for order in found] == names
    ansi = orders(("nombre\n" + "\n".join(names) + "\n").encode("cp1252"))
    assert [order["players"][0]["name"] for order in ansi] == names


# --- Excel


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook_sheet(rows: str, main: str = MAIN) -> bytes:
    return f'<?xml version="1.0"?><worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>'.encode()


def workbook(*sheets: str, shared: tuple[str, ...] = (), main: str = MAIN) -> bytes:
    """A workbook as Excel packs it, as far as its cells go."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", "<Types/>")
        for number, rows in enumerate(sheets, 1):
            file.writestr(f"xl/worksheets/sheet{number}.xml", workbook_sheet(rows, main))
        if shared:
            told = "".join(f"<si>{one}</si>" for one in shared)
            file.writestr("xl/sharedStrings.xml", f'<sst xmlns="{main}">{told}</sst>')
    return out.getvalue()


ROWS = (
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>'
    '<c r="D1" t="inlineStr"><is><t>pagado</t></is></c></row>'
    '<row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3" t="s"><v>4</v></c><c r="C3" t="b"><v>1</v></c>'
    '<c r="D3"><v>40.0</v></c></row>'
    '<row r="4"><c r="A4" t="str"><f>X1</f><v>Ana Pons</v></c><c r="C4" t="b"><v>0</v></c></row>'
)
SHARED = ("<t>nombre</t>", "<t>club</t>", "<t>socio</t>",
          '<r><t>Íñigo </t></r><r><rPr><b/></rPr><t xml:space="preserve">Muñoz</t></r><rPh><t>x</t></rPh>',
          "<t>Peña Sol</t>")  # fmt: skip


@pytest.mark.parametrize("main", [MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main"])
def test_an_excel_workbook_is_read_as_it_is(main: str):
    assert orders(workbook("", ROWS, shared=SHARED, main=main)) == ORDERS
    assert [line for line, _ in read_entries(workbook(ROWS, shared=SHARED), False)] == [3, 4]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "found an old Excel file (.xls), or one with a password"),
        (b"%PDF-1.7 x", "found a PDF"),
        (b"\xff\xd8\xff\xe0 jpeg", "found a picture"),
        (workbook(), "found a packed file that is no Excel workbook"),
        (workbook(ROWS, shared=SHARED)[:-40], "found a packed file that is no Excel workbook"),
        (workbook("<row><c t='s'><v>9</v></c></row>"), "found a packed file that is no Excel workbook"),
        (workbook("<row>"), "found a packed file that is no Excel workbook"),
        (b"PK\x03\x04" + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "found a LibreOffice file (.ods)"),
    ],
)
def test_a_file_of_another_kind_is_refused_as_what_it_is(data: bytes, said: str):
    with pytest.raises(CsvError) as error:
        read_entries(data, False)
    assert error.value.told("en") == f"{said}, expected Excel (.xlsx) or CSV: save it as one of them"


def test_a_workbook_that_unfolds_without_end_is_not_unfolded():
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", b"<row>" * 8_000_000)
    assert len(out.getvalue()) < 1_000_000
    with pytest.raises(CsvError):
        read_entries(out.getvalue(), False)
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'
    with ZipFile(out := BytesIO(), "w") as file:
        file.writestr("xl/worksheets/sheet1.xml", bomb)
    with pytest.raises(CsvError):
        read_entries(out.getvalue(), False)


_BOMB = f'<?xml version="1.0"?>%s<!DOCTYPE x [<!ENTITY a "Ana">]><worksheet xmlns="{MAIN}"><sheetData>\
<row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>'


@pytest.mark.parametrize(
    "sheet",
    [
        (_BOMB % "").encode("utf-16"),
        (_BOMB % f"<!--{'x' * 2000}-->").encode(),
        workbook_sheet('<row r="10000"><c t="str"><v>a</v></c></row><row r="1"><c t="str"><v>b</v></c></row>' * 900),
        workbook_sheet('<row r="1048577"><c t="str"><v>a</v></c></row>'),
        workbook_sheet('<row><c r="GR1" t="str"><v>a</v></c></row>' * 50_000),
        workbook_sheet("<c/>" * 600_000),
    ],
    ids=["entities in UTF-16", "entities far down", "rows up and down", "a row too far", "wide rows", "tiny elements"],
)
def test_a_small_workbook_that_would_become_a_large_one_is_refused(sheet: bytes):
    with ZipFile(out := BytesIO(), "w", ZIP_DEFLATED) as file:
        file.writestr("xl/worksheets/sheet1.xml", sheet)
    try:
        found = text_of(out.getvalue())
    except CsvError:
        return
    assert len(found) < 20_000  # rows that go up and down are read, without the gaps between them


def test_the_place_of_a_cell_is_no_longer_than_the_last_column():
    far = workbook(f'<row><c r="{"A" * 2_000_000}1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>')
    assert text_of(far).split() == ["b"]


def test_a_table_is_read_as_far_as_a_list_of_people_goes():
    wide = "nombre;" + "club;" * 100_000 + "\n" + "Ana;" * 100_000
    assert len(understood(wide, False).columns) == 200
    with pytest.raises(CsvError) as error:
        understood("nombre\n" + "Ana\n" * 11, False, most=10)
    assert error.value.told("en") == "line 1: found more than 10 rows"
    assert len(understood("nombre\n" + "Ana\n" * 10, False, most=10).lines) == 10


# --- pairs, money


def test_one_socio_and_one_host_in_a_row_of_two_are_of_both():
    text = "jugador 1,jugador 2,club,socio,invitado de\nAna Pons,Biel Mas,Sol,sí,\nCarme Roca,Dídac Soler,,,Ana Pons\n"
    first, second = orders(text.encode(), pairs=True)
    assert [(one["club"], one["member"]) for one in first["players"]] == [("Sol", True)] * 2
    assert [one["guest_of"] for one in second["players"]] == ["p1", "p1"]
    (third,) = orders(b"jugador 1,jugador 2,invitado de\nAna Pons,Biel Mas,ana pons\n", pairs=True)
    assert [one.get("guest_of") for one in third["players"]] == [None, "p1"]
    assert mistakes("jugador 1,jugador 2,dni\nAna,Biel,44\n", pairs=True) == [
        "line 2: found '44', expected one for each player: id 1, id 2"
    ]


@pytest.mark.parametrize("pairs", [False, True])
def test_money_with_cents_in_a_list_without_headings_is_no_club(pairs: bool):
    row = "Ana Pons\tBiel Mas\t20,50\n" if pairs else "Ana Pons\t20,50\n"
    found = understood(row, pairs)
    assert ("paid", 0) in found.columns
    assert [mistake.told("en") for mistake in found.mistakes] == ["line 1: found '20,50', expected a whole amount"]


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


def test_who_has_paid_by_a_yes_has_paid_the_fee():
    people = "nombre;pagado\nAna Pons;sí\nBiel Mas;No\nCarme Roca;5\nDídac Soler;pendiente\n".encode()
    assert [order.get("paid", 0) for _, order in read_entries(people, False, fee=10)] == [10, 0, 5, 0]
    couple = "pareja;jugador;pagado\nA;Ana Pons;sí\nA;Biel Mas;sí\n".encode()
    assert [order["paid"] for _, order in read_entries(couple, True, fee=40)] == [40]
    with pytest.raises(CsvError, match="but the tournament has no fee: write the amount"):
        read_entries(people, False)


@pytest.mark.parametrize("title", ["LISTA DE PAREJAS NAVIDAD 2026\n\n", "Parejas, Navidad\t\t\t\nEl 24\n"])
def test_headings_may_stand_below_what_the_list_is_called(title: str):
    text = f"{title}N.º\tJugador\tClub\tJugador\tClub\tTeléfono\n1\tAna\tSol\tBiel\tLuna\t600\n2\tEva\t\tPau\tSol\t\n"
    found = understood(text, True)
    assert found.headings
    assert found.unused == ["Teléfono"]
    assert not found.mistakes
    assert [[(one["name"], one.get("club")) for one in order["players"]] for _, order in found.orders] == [
        [("Ana", "Sol"), ("Biel", "Luna")], [("Eva", None), ("Pau", "Sol")],
    ]  # fmt: skip


def test_a_heading_that_stands_twice_over_a_pair_is_of_the_one_and_of_the_other():
    text = "jugador 1,club,jugador 2,club\nAna,Sol,Biel,Luna\n"
    (order,) = orders(text.encode(), pairs=True)
    assert [one["club"] for one in order["players"]] == ["Sol", "Luna"]


def test_numbers_go_on_after_those_that_are_taken_in_the_event_and_in_the_file():
    found = orders(b"id,name,guest of\n,Ana,\np3,Biel,p2\n,Carme,\n", taken={"p1", "e1", "e2"})
    assert [order["entry"] for order in found] == ["e3", "e4", "e5"]
    assert [order["players"][0]["id"] for order in found] == ["p2", "p3", "p4"]
    assert found[1]["players"][0]["guest_of"] == "p2"


def test_a_line_break_inside_a_name_does_not_shift_the_numbers_of_the_lines():
    assert mistakes('name,paid\n"Ana\nMaria",1\nBiel,z\n') == ["line 4: found 'z', expected a whole amount"]


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
        ("pair,name\nx,A\n", True, "line 2: found one player in x, expected 2"),
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
        read_entries(b"name,paid\nA,z\nB,1\nC,w\n", False)
    assert [mistake.line for mistake in error.value.all] == [2, 4]
    assert error.value.told("es") == "línea 2: se encontró 'z', se esperaba un importe sin decimales"


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
    heading = "ronda|mesa|asiento 1|asiento 2|asiento 3|asiento 4|puntos 1+3|puntos 2+4|ganador|estado|ausente"
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
