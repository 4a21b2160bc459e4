"""The act of a match: everything on the sheet is on it, in three languages, whatever people are called."""

from __future__ import annotations

import pytest

from tantera.notation import judge, read
from tantera.paper.match_act import match_act
from tantera.paper.press import press

SHEET = """[Event "Copa"][Book "tarragona"][Date "2026-11-16"][Round "2"][Table "3"][Seat1 "Pons"][Seat2 "Vidal"]
[Seat3 "Mas"][Seat4 "Roca"][Limit "200p"][Signed "Mas, Roca"][Match "2"]
#1 o1 0-0 [TG-14.1 seat=2 chose=continue] = domino 3 +100
#2 o2 100-0 [TG-14.8 seat=2 chose=annul] = void TG-14.8
#3 o3 100-0 = domino 1 +100
"""


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "es",
            ("Acta de la partida", "Llamada al móvil: Vidal", "Ha decidido Mas: seguir", "Tarjeta amarilla a Vidal"),
        ),
        ("ca", ("Acta de la partida", "Vidal", "Targeta groga")),
        ("en", ("Act of the match", "Mas has decided: go on", "200 – 0, 1+3 (Pons + Mas) win")),
    ],
)
def test_the_act_tells_lines_infractions_decisions_and_who_signed(lang: str, words: tuple[str, ...]):
    told = str(match_act(judge(read(SHEET)), lang))
    for one in (*words, "Copa", "2026-11-16", "Mas, Roca", "TG-14.8"):
        assert one in told


@pytest.mark.parametrize(
    ("text", "signs", "says"),
    [
        ('[Book "san-juan"]', ["1 + 3", "2 + 4", "el árbitro"], "0 – 0, sin terminar"),
        ('[Book "competencia-individual"]', ["1", "2", "3", "4", "el árbitro"], "Sin incidencias."),
        ('[Book "san-juan"][Result "="] #1 o1 0-0 = time', ["1 + 3", "2 + 4", "el árbitro"], "0 – 0, empate"),
    ],
)
def test_whoever_the_book_has_sign_finds_a_line_for_it(text: str, signs: list[str], says: str):
    document = match_act(judge(read(text)), "es")
    (sheet,) = document.content["sheets"]
    (lines,) = [block["items"] for block in sheet["blocks"] if block["kind"] == "sign"]
    assert lines == signs
    assert says in str(document)


def test_any_sheet_can_be_printed_whatever_people_are_called():
    names = "".join(f'[Seat{seat} "{name}"]' for seat, name in enumerate(("#let x", "*b*" * 60, "\x1b[2J", "ñ·ŀ"), 1))
    sheet = f'[Book "ueh"]{names} #1 o4 0/0/0/0 [ruling by="$x$" text="{"muy " * 200}"] = domino 1 +18 (0/5/6/7)'
    assert press(match_act(judge(read(sheet)), "es"), "pdf").startswith(b"%PDF-")
