"""Every paper compiles in three languages, says what it must, and nothing leaves its place."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tantera.paper import act, lists, persons, results
from tantera.paper.press import Document, press
from tantera.paper.slips import WayToSheet, slips
from tantera.tournament.orders import EntryPlayer
from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Slip, with_table
from tantera.words import LANGS
from tests.paper.events import HOSTILE, LONG, event
from tests.paper.pictures import Page, inked, pages, size
from tests.play.tables import proof

ADDRESS = "https://example.org/t/open-2026"
MAKERS = {
    "slips": lambda one, lang: slips(one, one.rounds[-1], lang, ADDRESS),
    "seating": lambda one, lang: lists.seating_by_name(one, one.rounds[-1], lang),
    "tables": lambda one, lang: lists.seating_by_table(one, one.rounds[-1], lang),
    "standings": results.standings,
    "crosstable": results.crosstable,
    "record": lambda one, lang: persons.record(one, ["p1"], lang),
    "cards": persons.cards_and_penalties,
    "checklist": act.checklist,
    "prizes": act.prizes,
    "act": act.act,
}
FORMATS = ["individual", "pairs-swiss", "pairs-round-robin", "alone-one-round"]


def made(one: Presentation, what: str, lang: str = "es") -> Document:
    document = MAKERS[what](one, lang)
    assert isinstance(document, Document)
    return document


def texts(document: Document) -> list[str]:
    """Every text that a document has."""
    found: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            for inside in value.values():
                walk(inside)
        elif isinstance(value, list):
            for inside in value:
                walk(inside)

    walk(json.loads(str(document)))
    return found


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("what", MAKERS)
def test_every_paper_of_every_format_is_told_in_three_languages_and_printed(what: str, format: str):
    """In one of them, in turn: each paper in each language, of one format or another."""
    one = event(format, 12, odd=True)
    told = [made(one, what, lang) for lang in LANGS]
    assert len(set(map(str, told))) == 3
    assert press(told[FORMATS.index(format) % 3], "pdf").startswith(b"%PDF")


@pytest.mark.prove
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("what", MAKERS)
def test_every_paper_of_every_format_is_printed_in_three_languages(what: str, format: str):
    for lang in LANGS:
        assert press(made(event(format, 12, odd=True), what, lang), "pdf").startswith(b"%PDF")


@pytest.mark.parametrize("what", MAKERS)
def test_every_sheet_says_the_last_event_and_the_head_of_the_chain(what: str):
    one = event()
    foot = made(one, what).content["foot"]
    assert f"acta {one.state.number}" in str(foot)
    assert f"{one.state.head[:4]} {one.state.head[4:8]}" in str(foot)


@pytest.mark.parametrize("what", ["seating", "tables", "standings", "crosstable", "cards", "act"])
def test_the_foot_of_every_page_says_which_sheet_it_is(what: str):
    """Twenty pages hang side by side: the second and the last say round or title too."""
    assert made(event(), what).content["title"]


def test_the_act_has_the_whole_head_of_the_chain():
    one = event()
    assert one.state.head in texts(made(one, "act"))


@pytest.mark.parametrize("what", MAKERS)
def test_the_same_event_prints_the_same_bytes(what: str):
    assert press(made(event(), what), "pdf") == press(made(event(), what), "pdf")


@pytest.mark.parametrize("what", ["slips", "seating", "tables", "standings", "crosstable", "record", "act"])
def test_a_name_of_markup_is_only_a_name(what: str):
    """Text reaches typst as data: what would be code in a document is letters on paper."""
    assert any(HOSTILE in text or HOSTILE in text.replace("\u200b", "") for text in texts(made(event(odd=True), what)))
    assert press(made(event(odd=True), what), "pdf")


@pytest.mark.parametrize(("players", "sheets"), [(4, 1), (16, 1), (20, 2), (40, 3)])
def test_four_slips_lie_on_an_a4(players: int, sheets: int):
    assert len(press(made(event(count=players, rounds=1), "slips"), "png", 4)) == sheets


SLIPS = [
    ("individual", "competencia-individual", "es"),
    ("individual", "competencia-individual", "ca"),
    ("pairs-swiss", "san-juan", "es"),
    ("pairs-swiss", "tarragona", "en"),
    ("pairs-swiss", "clasico", "ca"),
    ("alone-one-round", "ueh", "es"),
]


@pytest.mark.parametrize(("format", "book", "lang"), SLIPS)
def test_nothing_leaves_its_slip(format: str, book: str, lang: str):
    """Five millimetres around each A6 stay white, but for the marks to cut along; and there is room to sign."""
    one = event(format, 16, rounds=1, book=book, odd=True, stage="published")
    page = pages(made(one, "slips", lang))[0]
    assert size(page) == (210, 297)
    for column in (0, 1):
        for row in (0, 1):
            x, y = column * 105, row * 148.5
            assert not inked(page, x + 6, y + 0.5, x + 99, y + 6), "above"
            assert not inked(page, x + 6, y + 143.2, x + 99, y + 148), "below"
            assert not inked(page, x + 0.6, y + 8, x + 6.2, y + 140), "left"
            assert not inked(page, x + 98.8, y + 8, x + 104.4, y + 140), "right"
            assert not inked(page, x + 8, y + 125, x + 97, y + 128.5), "where one signs"
            assert inked(page, x + 8, y + 60, x + 97, y + 110), "the lines to write on"


IN_MARGINS = [
    *((what, "individual") for what in sorted(set(MAKERS) - {"slips"})),
    ("tables", "pairs-swiss"), ("tables", "alone-one-round"), ("crosstable", "pairs-round-robin"),
    ("crosstable", "pairs-swiss"), ("record", "alone-one-round"), ("standings", "pairs-swiss"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "format"), IN_MARGINS)
def test_nothing_runs_into_the_margins(what: str, format: str):
    one = event(format, 12, rounds=8 if format == "individual" else 3, odd=True)
    for page in pages(made(one, what)):
        wide, high = size(page)
        assert not inked(page, 0, 0, 12.5, high)
        assert not inked(page, wide - 12.5, 0, wide, high)
        assert not inked(page, 0, high - 8, wide, high)


def test_a_thousand_players_find_their_tables():
    one = event(count=1000, rounds=2, stage="published")
    seating = made(one, "seating")
    sheets = seating.content["sheets"]
    assert len(sheets) == 20
    lines = [line for sheet in sheets for column in sheet["columns"] for line in column]
    assert len(lines) == 1000
    assert {line.table for line in lines} == {str(table) for table in range(1, 251)}
    assert sheets[0]["letters"] == "A"
    assert len(press(seating, "png", 4)) == 20
    assert len(press(made(one, "slips"), "png", 4)) == 63


@pytest.mark.prove
@pytest.mark.parametrize("what", MAKERS)
def test_every_paper_holds_hundreds_of_players_with_odd_names(what: str):
    for format in FORMATS:
        for page in pages(made(event(format, proof(300, 1000), odd=True), what)):
            wide, high = size(page)
            assert what == "slips" or not inked(page, wide - 12.5, 0, wide, high), format


def test_a_slip_has_everything_to_play_with_a_pen():
    one = event(count=8, rounds=2, stage="published")
    document = made(one, "slips")
    said = " ".join(texts(document))
    for word in (
        "Ronda 2 · 100 puntos o 25 minutos",
        "Mesa",
        "Norte–Sur",
        "Este–Oeste",
        "Total",
        "firma",
        "CI-3",
        "gana",
    ):
        assert word in said
    first, second = document.content["slips"]
    assert (first["table"], second["table"]) == (1, 2)
    assert first["signatures"] == ["Norte", "Sur", "Este", "Oeste"]
    assert first["qr"].startswith("<svg")
    assert first["qr"] != second["qr"]
    assert document.content["rows"] == 9


@pytest.mark.parametrize("lang", LANGS)
def test_the_address_on_a_slip_is_whole_however_long_the_event_is_called(lang: str):
    one = event(count=4, rounds=1, stage="published")

    def printed(end: str) -> list[Page]:
        place = f"192.168.100.134:8000/e/campeonato-individual-de-domino-de-tarr-{end}"
        return pages(
            slips(one, one.rounds[0], lang, lambda round, table: WayToSheet("https://x", place, "abcde fghij"))
        )

    (first,), (second,) = printed("1a"), printed("2b")
    assert (first != second).any()


def test_namesakes_are_told_apart_on_every_paper():
    namesakes = [EntryPlayer(f"p{n}", "Jordi Vidal", ("Reus", "Valls")[n % 2]) for n in range(1, 9)]
    one = event(rounds=1, stage="published", players=namesakes)
    for what in ("slips", "tables", "standings", "seating"):
        said = [text for text in texts(made(one, what)) if text.count("Jordi") == 1]
        assert len(set(said)) == 8, what


@pytest.mark.article("TG-12")
def test_in_tarragona_scorer_and_counter_sign_and_the_pairs_are_home_and_away():
    said = texts(made(event("pairs-swiss", 8, book="tarragona"), "slips"))
    assert "de quien anota (local)" in said
    assert "de quien cuenta (visitante)" in said
    assert {"Local", "Visitante"} <= set(said)
    assert not {"Norte", "Este"} & set(said), "the places are drawn at the table (TG-6.3)"


@pytest.mark.article("UEH-mesas")
def test_everybody_alone_has_a_column_each_and_lines_for_re_entries():
    four, three = made(event("alone-one-round", 7, 1), "slips").content["slips"]
    assert [seat["seat"] for seat in four["seats"]] == ["1 Norte", "2 Oeste", "3 Sur", "4 Este"]
    assert len(three["seats"]) == 3
    assert made(event("alone-one-round", 7, 1), "slips").content["words"]["factors"] == ["×2", "×4"]


def test_without_an_address_the_code_says_which_slip_it_is():
    one = event(count=4, rounds=1)
    with_address, without = (slips(one, one.rounds[-1], "es", where) for where in (ADDRESS, None))
    assert with_address.content["slips"][0]["qr"] != without.content["slips"][0]["qr"]


def test_names_are_in_alphabetical_order_and_whoever_rests_is_told():
    one = event(count=14, rounds=1)
    seating = made(one, "seating")
    lines = [line for sheet in seating.content["sheets"] for column in sheet["columns"] for line in column]
    resting = [line for line in lines if line.table == ""]
    assert len(lines) == 14
    assert len(resting) == 2
    assert {line.seat for line in resting} == {"descansa"}
    assert [line.surname[0] for line in lines] == sorted(line.surname[0] for line in lines)


def test_namesakes_are_told_apart_by_their_club():
    said = texts(made(event(odd=True), "seating"))
    assert any(text.endswith(("(Reus)", "(Valls)", "(Tarragona)", "(Peña El Doble Seis)")) for text in said)
    assert LONG not in said


def test_a_draft_says_so_and_a_published_round_does_not():
    for what in ("slips", "seating", "tables"):
        assert made(event(stage="draft"), what).content["draft"] == "BORRADOR"
        assert made(event(stage="published"), what).content["draft"] == ""


def test_a_draft_changed_by_hand_is_printed_with_its_reason():
    for what in ("tables", "act"):
        assert any("son hermanos" in text for text in texts(made(event(), what)))


@pytest.mark.article("CI-4")
def test_the_standings_say_how_the_order_comes_about():
    said = " ".join(texts(made(event(), "standings")))
    assert "contando hasta 100 como mucho" in said
    assert (
        said.index("puntos ganados")
        < said.index("diferencia: ")
        < said.index("puntos a favor")
        < said.index("el sorteo")
    )


def test_places_that_only_the_lot_parts_are_marked():
    one = event("alone-one-round", 4, 1)
    round = one.rounds[0]
    level = Slip((310, 310, 310, 310), 1, (0, 0, 0, 1), "confirmed", "desk", 2)
    told = with_table(one.state, round, 1, replace(round.tables[0], slip=level))
    places = [row[0] for row in made(Presentation(told), "standings").content["sheets"][0]["blocks"][0]["rows"]]
    assert places == ["1 †", "2 †", "3 †", "4"]


def test_the_crosstable_of_everybody_against_everybody_is_a_square():
    block = made(event("pairs-round-robin", 12, 5), "crosstable").content["sheets"][0]["blocks"][0]
    assert len(block["columns"]) == 2 + 6
    assert [row[2 + place] for place, row in enumerate(block["rows"])] == ["■"] * 6


def test_the_crosstable_of_many_goes_round_by_round_with_partner_and_opponents():
    sheets = made(event(count=16, rounds=10), "crosstable").content["sheets"]
    assert len(sheets) == 2, "eight rounds on a sheet, the rest on the next"
    cell = sheets[0]["blocks"][0]["rows"][0][2]
    assert cell["sub"].startswith("con ")
    assert cell["top"][0] in "+−"


def test_a_record_tells_every_round_and_what_was_sanctioned():
    blocks = made(event(), "record").content["sheets"][0]["blocks"]
    rounds = next(block for block in blocks if block["kind"] == "table")
    assert [row[0] for row in rounds["rows"]] == ["1", "2", "3"]
    assert any(block.get("text") == "Tarjetas" for block in blocks)


@pytest.mark.article("CI-10")
def test_cards_and_penalties_cite_the_articles_in_full_and_our_reading_apart():
    one = event()
    said = texts(made(one, "cards"))
    article = one.book.find("CI-10")
    assert article is not None
    assert article.reading is not None
    assert said[said.index(article.text("es")) + 1 :][:2] == ["", f"Cómo lo leemos: {article.reading.text('es')}"]
    assert "−30" in said


def test_without_cards_and_penalties_the_sheet_says_so():
    assert "Ni tarjetas ni sanciones." in texts(made(event(cards=(), fines=()), "cards"))


@pytest.mark.article("TG-1")
@pytest.mark.article("TG-5")
def test_the_check_list_has_the_articles_of_tarragona_to_tick_off():
    said = texts(made(event("pairs-swiss", 8, book="tarragona"), "checklist"))
    assert [text[:4] for text in said if text.startswith("TG-")] == ["TG-1", "TG-2", "TG-3", "TG-4", "TG-5"]
    assert "De 15 a 20 g cada una (±1 g)" in said


def test_a_book_without_such_articles_has_a_check_list_of_the_house():
    assert "Cuatro sillas en cada mesa" in texts(made(event(), "checklist"))


def test_prizes_stand_by_category_with_what_is_left():
    one = event(count=12)
    options = replace(one.state.options, prizes=(45, 27))
    said = texts(made(event(count=12, options=options), "prizes"))
    assert {"45 %", "54", "Por clubes", "Reus", "No se reparte: 34."} <= set(said)
    nothing = event(options=replace(options, prizes=(), teams=0))
    assert "El torneo no reparte premios de las cuotas." in texts(made(nothing, "prizes"))


def test_the_act_tells_what_happened_and_has_places_to_sign():
    document = made(event(), "act")
    said = " ".join(texts(document))
    for word in (
        "Competencia individual",
        "individual, con pareja nueva",
        "Incidencias",
        "expulsión de",
        "juez (Mora)",
    ):
        assert word in said
    assert document.content["sheets"][0]["blocks"][-1]["kind"] == "sign"
