"""The score sheet: its lines as players say them, what stands under them, and a sheet that is written on."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tantera.notation import Judged, judge, read
from tantera.play import Event, Ledger, Match, RecordInfraction, new_match
from tantera.play import events as e
from tantera.play.events import AnyEvent
from tantera.rules import BOOKS, load_book, with_options
from tantera.telling import Row, RunningTally, tally
from tantera.telling.infractions import letters_on
from tantera.telling.tally import _WRITERS, NOT_ON_THE_SHEET, first_change, rows
from tests.builders import Dealt, Table
from tests.golden.hands import TIED_WITH_MANO

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.dgn"))
NAMES = ("Pons", "Vidal", "Mas", "Roca")
PLAYERS = "".join(f'[Seat{seat} "{name}"]\n' for seat, name in enumerate(NAMES, start=1))
CLUB = Path(__file__).parents[2] / "examples" / "books" / "cafe-del-sol.toml"


def judged(book: str, hands: str) -> Judged:
    return judge(read(f'[Book "{book}"]\n{PLAYERS}{hands}'))


def told(book: str, hands: str, lang: str = "es") -> list[Row]:
    return rows(judged(book, hands).ledger, lang)


# --- a hand's line --------------------------------------------------------------------------------------------------


THREE_HANDS = """#1 o1 0-0 = domino 3 +48
#2 o2 48-0 = block 2+4 +55 (31-24)
#3 o3 48-55 [TG-14.8 seat=2 chose=annul] = void TG-14.8"""


@pytest.mark.article("TG-10", "TG-18.2")
def test_a_hand_is_written_as_players_say_it():
    sheet = [row for row in told("tarragona", THREE_HANDS) if row.number]
    assert sheet == [Row(1, "dominó de Mas", (48, 0)), Row(2, "cerrado 31-24", (0, 55)), Row(3, "anulada", (0, 0))]


def test_it_is_said_in_catalan_and_in_english_too():
    catalan, english = (
        [row.what for row in told("tarragona", THREE_HANDS, lang) if row.number] for lang in ("ca", "en")
    )
    assert catalan == ["domina Mas", "tancat 31-24", "anul·lada"]
    assert english == ["domino by Mas", "blocked 31-24", "void"]


@pytest.mark.article("TG-18.2")
def test_a_hand_that_a_record_ended_cites_its_article_where_no_line_below_does():
    match = judged("tarragona", "").match
    void = e.HandScored("void", None, 0, (None,) * 4, (0, 0), 1, "TG-14.8", at=0)
    ledger = Ledger.begun(match.book, new_match(match.book, NAMES)).plus([void])
    assert rows(ledger, "es") == [Row(1, "anulada", (0, 0), "TG-14.8")]


@pytest.mark.article("TG-10", "SJ-tranque")
@pytest.mark.parametrize(("book", "article"), [("tarragona", "TG-10"), ("san-juan", "SJ-tranque")])
def test_a_tied_block_cites_the_article_that_gives_nobody_anything(book: str, article: str):
    assert told(book, "#1 o1 0-0 = block tie (28-28)") == [Row(1, "cerrado 28-28", (0, 0), article)]
    assert told(book, "#1 o1 0-0 = block tie") == [Row(1, "cerrado y empatado", (0, 0), article)]


@pytest.mark.article("UEH-final")
def test_alone_every_player_has_a_figure_and_a_tie_cites_its_article():
    table = Table("ueh", names=NAMES).hands(TIED_WITH_MANO)
    assert rows(table.ledger, "es")[0] == Row(1, "cerrado 28-31-28-39", (0, 31, 28, 39), "UEH-final")


def test_what_nobody_wrote_down_is_left_out():
    assert told("san-juan", "#1 o1 0-0 = block 1+3 +52")[0].what == "cerrado"
    match = judged("san-juan", "").match
    ledger = Ledger.begun(match.book, new_match(match.book, NAMES))
    unknown = e.HandScored("domino", (1, 3), 41, (None,) * 4, (41, 0), None, at=0)
    assert rows(ledger.plus([unknown]), "es")[0].what == "dominó"


@pytest.mark.article("SJ-estructura", "SJ-jueces")
def test_a_hand_that_the_clock_stopped_and_one_that_was_ruled_on():
    assert told("san-juan", "#1 o1 0-0 00 = time") == [Row(1, "tiempo", (0, 0), "SJ-estructura")]
    assert told("san-juan", '#1 o1 0-0 = ruling "se repite"')[0].what == "decisión: se repite"


# --- what stands under it -------------------------------------------------------------------------------------------


@pytest.mark.article("SJ-irreg-5", "SJ-tranque")
def test_infractions_stand_under_their_hand_with_their_points_and_their_article():
    match = judged("san-juan", "#1 o1 0-0\n[SJ-irreg-5 seat=3]\n= domino 3 +41\n#2 o3 21-0\n= block tie (38-38)\n")
    assert rows(match.ledger, "es") == [
        Row(1, "dominó de Mas", (41, 0)),
        Row(None, "Gestos, comentarios o gritos: Mas", (-20, 0), "SJ-irreg-5", under=True),
        Row(2, "cerrado 38-38", (0, 0), "SJ-tranque"),
    ]
    sheet = tally(match.ledger, "es")
    assert (sheet.sides, sheet.totals) == (("Pons + Mas", "Vidal + Roca"), (21, 0))
    assert tuple(map(sum, zip(*(row.points for row in sheet.rows), strict=True))) == sheet.totals


@pytest.mark.article("TG-14.1", "TG-18.2")
def test_a_card_has_its_name_its_letters_and_its_colour_and_the_article_is_cited_once():
    hand, card = told("tarragona", "#1 o1 0-0\n[TG-14.1 seat=2 chose=annul]\n= void TG-14.1\n")
    assert hand == Row(1, "anulada", (0, 0))
    assert card == Row(None, "Llamada al móvil: Vidal", (), "TG-14.1", "Tarjeta azul", "Az", "blue", under=True)


@pytest.mark.article("TG-18.4")
def test_a_card_that_two_others_bring_has_a_line_of_its_own_after_its_infraction():
    hands = "#1 o1 0-0 [TG-14.1 seat=2 chose=continue] = domino 3 +20 #2 o2 20-0 [TG-14.1 seat=2 chose=continue]"
    sheet = told("tarragona", hands + " [TG-14.1 seat=4 chose=continue] = domino 3 +20")
    assert [(row.number, row.what, row.letters, row.under) for row in sheet] == [
        (1, "dominó de Mas", "", False),
        (None, "Llamada al móvil: Vidal", "Az", True),
        (2, "dominó de Mas", "", False),
        (None, "Llamada al móvil: Vidal", "Az", True),
        (None, "Vidal", "Am", True),
        (None, "Llamada al móvil: Roca", "Az", True),
    ]


def test_the_letters_on_the_cards_of_a_book_tell_them_apart_in_every_language():
    for book in map(load_book, BOOKS):
        for lang in ("es", "ca", "en"):
            letters = [letters_on(card.id, book, lang) for card in book.cards]
            assert len(set(letters)) == len(letters)
    tarragona = load_book("tarragona")
    assert [letters_on(card.id, tarragona, "es") for card in tarragona.cards] == ["Az", "Am", "Ro"]
    assert letters_on("green", tarragona, "es") == "Gr"  # one that the book does not have


def test_a_bonus_stands_under_its_hand_with_the_article_of_the_club():
    table = Table(load_book(str(CLUB)), names=NAMES, opener=1, tiles=2)
    table.deal(Dealt(("66.16", "55.44", "26.00", "33.22")), opener=1).finish()
    sheet = rows(table.ledger, "es")
    assert sheet[0].what == "dominó de Pons"
    assert sheet[1:] == [Row(None, "Primer pase", (10, 0, 0, 0), "CS-premios", under=True)]


def test_a_bonus_of_a_book_without_an_article_for_it_cites_none():
    started = new_match(load_book("tarragona"), NAMES)
    given = e.BonusGiven("first_pass", (1, 3), 10, at=0)
    assert rows(Ledger.opened((started, given)), "ca") == [Row(None, "Primer pas", (10, 0))]


@pytest.mark.article("UEH-reenganche")
def test_who_passes_the_limit_is_told_under_the_hand():
    table = Table(with_options(load_book("ueh"), {}, "30p"), names=NAMES, opener=1)
    dealt = Dealt(("00.04.12.66.11.13.22", "05.36.01.16.25.44.56", "06.02.14.15.23.24.33", "45.03.26.34.35.46.55"))
    table.deal(dealt).finish()
    sheet = tally(table.ledger, "en")
    below = [row for row in sheet.rows if row.number is None]
    assert below
    assert all(row.under for row in below)
    assert any("re-enters with" in row.what or "is out of the match" in row.what for row in below)
    assert tuple(map(sum, zip(*(row.points for row in sheet.rows), strict=True))) == sheet.totals


@pytest.mark.article("SJ-irreg-3")
def test_what_happens_while_a_hand_is_counted_stands_under_that_hand():
    table = Table("san-juan", names=NAMES, opener=1)
    table.do("deal a")
    table.finish().give(RecordInfraction("SJ-irreg-3", 2))
    table.agree().do("deal b")
    table.finish()
    assert [(row.number, row.under) for row in rows(table.ledger, "es")] == [(1, False), (None, True), (2, False)]


# --- a sheet that is written on -------------------------------------------------------------------------------------


def test_every_event_is_written_down_or_stands_among_those_that_are_not():
    assert set(_WRITERS) | NOT_ON_THE_SHEET == set(get_args(AnyEvent)) - {e.Corrected}
    assert not set(_WRITERS) & NOT_ON_THE_SHEET


def test_a_correction_and_an_event_nobody_has_heard_of_raise():
    class TableSwept(e.Event, frozen=True, tag="table_swept.1"):
        pass

    match = judged("san-juan", "").match
    for event in (TableSwept(at=0), e.Corrected(1, (), "it was Vidal", at=0)):
        with pytest.raises(TypeError, match="no sheet"):
            RunningTally("es").then(event, match, match)


@pytest.mark.article("TG-18.2")
def test_what_happened_in_a_hand_stands_by_itself_until_the_hand_has_its_line_above_it():
    before = told("tarragona", "#1 o1 0-0 = domino 3 +20 #2 o2 20-0 [TG-14.1 seat=2 chose=continue]")
    assert [(row.number, row.under) for row in before] == [(1, False), (None, False)]
    ledger = judged("tarragona", "#1 o1 0-0 = domino 3 +20 #2 o2 20-0 [TG-14.1 seat=2 chose=continue] = domino 3 +9")
    sheet, changes = RunningTally("es"), list[tuple[str, int]]()
    for event, match, after in ledger.ledger.happenings():
        changed = sheet.then(event, match, after)
        if changed is not None:
            changes.append((type(event).__name__, changed))
    assert changes == [("HandScored", 0), ("InfractionRecorded", 1), ("CardShown", 1), ("HandScored", 1)]
    assert [(row.number, row.under) for row in sheet.rows] == [(1, False), (2, False), (None, True)]


def test_whoever_is_sent_the_rows_from_the_first_change_on_has_the_whole_sheet_at_every_moment():
    for path in GOLDEN:
        ledger = judge(read(path.read_text("utf-8"))).ledger
        sheet, shown, events = RunningTally("es"), list[Row](), list[Event]()
        for event, before, after in ledger.happenings():
            changed = sheet.then(event, before, after)
            if changed is not None:
                assert shown[changed:] != sheet.rows[changed:], path.name
                shown = [*shown[:changed], *sheet.rows[changed:]]
            assert shown == sheet.rows, path.name
            events.append(event)
        assert sheet.rows == rows(ledger, "es")
        assert sheet.shown(ledger.match) == tally(ledger, "es")
        if not any(isinstance(event, e.ScoreTaken) for event in events):
            assert summed(sheet.rows, ledger.match) == ledger.match.score, path.name


def summed(sheet: list[Row], match: Match) -> tuple[int, ...]:
    nothing = (0,) * len(match.score)
    return tuple(map(sum, zip(nothing, *(row.points for row in sheet if row.points), strict=True)))


def test_after_a_correction_the_sheet_is_another_one_from_some_row_on():
    ledger = judged("san-juan", "#1 o1 0-0 = domino 3 +41 #2 o3 41-0 [SJ-irreg-5 seat=3] = domino 2 +20").ledger
    sheet = RunningTally("es", ledger)
    assert len(sheet.rows) == 3
    since = next(place for place, event in enumerate(ledger.effective) if isinstance(event, e.InfractionRecorded))
    corrected = ledger.plus([e.Corrected(since, (), "it was nothing", at=ledger.at)])
    assert sheet.afresh(corrected) == 1
    assert [row.what for row in sheet.rows] == ["dominó de Mas"]
    assert sheet.afresh(corrected) is None
    assert first_change([Row(1, "a")], [Row(1, "a"), Row(2, "b")]) == 1
