"""Infractions found by words, what must be asked for each, and figures that cannot be right."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tantera.notation import DgnError, judge, read
from tantera.notation.document import RecordItem, ResultItem
from tantera.play import Match, new_match, start_match
from tantera.referee import FREE_RULING, entry
from tantera.rules import BOOKS, Refusal, load_book
from tantera.sheet import Pad, look_up, look_up_at, needs, results
from tantera.sheet.infractions import (
    MOST_FOUND,
    Needs,
    read_points,
    read_tile,
    read_turn,
    record_of,
    ruling_record,
)
from tantera.tiles import Tile
from tests.referee.papers import one as one_hand


def match_of(book: str = "san-juan") -> Match:
    return start_match(load_book(book), new_match(load_book(book), ("Pons", "Vidal", "Mas", "Roca")))


def need(book: str, article: str) -> Needs:
    found = entry(load_book(book), article)
    assert found is not None
    return needs(load_book(book), found)


# --- infractions ----------------------------------------------------------------------------------------------------


@pytest.mark.article("TG-14.1")
def test_words_find_an_infraction_and_a_free_ruling_always_stands_at_the_end():
    found = look_up(load_book("tarragona"), "móvil", "es")
    assert found[0].article == "TG-14.1"
    assert found[-1].ruling
    assert [one.article for one in look_up(load_book("san-juan"), "zapatos", "es")] == ["SJ-jueces"]
    assert [one.article for one in look_up(load_book("clasico"), "zapatos", "es")] == [FREE_RULING]
    assert look_up(load_book("tarragona"), "tg-15.4", "es")[0].article == "TG-15.4"


@pytest.mark.article("TG-14.10", "TG-14.7")
def test_what_can_have_happened_is_found_first_and_the_rest_with_the_reason():
    book = load_book("tarragona")
    nothing = Pad.begun([("Book", "tarragona")]).opened(1).match
    assert [one.infraction for one in look_up_at(nothing, "ficha", "es")] == list(look_up(book, "ficha", "es"))
    assert all(one.against is None for one in look_up_at(nothing, "", "es")), "of which nothing is known"
    match = judge(read(one_hand("tarragona", "00 >05 <06"))).match
    found = look_up_at(match, "ficha", "es")
    against = [one.against is not None for one in found]
    assert found[-1].infraction.ruling
    assert against[:-1] == sorted(against[:-1])
    told = {one.infraction.article: one.against for one in look_up_at(match, "", "es", seat=2)}
    assert str(told["TG-14.10"]) == "TG-14.10: every tile that seat 2 laid fits"
    assert told["TG-14.9"] is None
    anybody = {one.infraction.article: one.against for one in look_up_at(match, "", "es")}
    assert anybody["TG-14.3"] is None, "seat 1 opened"
    assert told["TG-14.3"] is not None


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_found_fits_one_digit_and_has_one_ruling(book: str):
    found = look_up(load_book(book), "a", "es")
    assert len(found) <= MOST_FOUND
    assert sum(one.ruling for one in found) == 1


@pytest.mark.article("SJ-irreg-5", "SJ-irreg-2", "SJ-jueces", "TG-18.3", "CI-12")
def test_what_must_be_asked_depends_on_what_the_article_does():
    assert need("san-juan", "SJ-irreg-5") == Needs("named", tile=False, turn=False, ruling=False)
    assert need("san-juan", "SJ-irreg-2").offender == "maybe"
    assert need("san-juan", "SJ-jueces") == Needs("nobody", tile=False, turn=False, ruling=True)
    assert need("competencia-individual", "CI-10").turn
    assert need("competencia-individual", "CI-12").tile


def test_a_record_has_what_was_answered_and_nothing_else():
    found = entry(load_book("competencia-individual"), "CI-12")
    assert found is not None
    assert record_of(found, 2) == RecordItem("CI-12", 2)
    details = (("tile", "46"), ("turn", "3"))
    assert record_of(found, 2, Tile.of(6, 4), 3) == RecordItem("CI-12", 2, details)
    assert ruling_record("CI-18", "sigue", "la juez") == RecordItem(
        "CI-18", None, (("by", "la juez"), ("text", "sigue"))
    )
    assert ruling_record("CI-18", "sigue", "x", (2, 20)).details[-1] == ("points", "2:+20")


def test_what_was_typed_is_read_and_an_empty_answer_is_nothing():
    match = match_of()
    assert [read_tile(match.book, typed) for typed in ("64", "6-4", "")] == [Tile.of(6, 4), Tile.of(6, 4), None]
    assert [read_turn(match.book, typed) for typed in ("12", "")] == [12, None]
    assert [read_points(match, typed) for typed in ("2 +20", "vidal:-5", "")] == [(2, 20), (2, -5), None]


# --- figures --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda match: read_tile(match.book, "9-8"), "expected a tile"),
        (lambda match: read_tile(match.book, "six"), "expected a tile"),
        (lambda match: read_turn(match.book, "now"), "the number of a turn"),
        (lambda match: read_points(match, "20"), "a seat and points"),
        (lambda match: results.domino_points(match, "-4"), "expected points"),
        (lambda match: results.domino_points(match, "169"), "all the tiles together have 168"),
        (lambda match: results.pips(match, "169"), "all the tiles together have 168"),
    ],
)
def test_a_figure_that_cannot_be_right_is_refused_with_the_reason(wrong: Callable[[Match], object], reason: str):
    with pytest.raises(Refusal, match=reason):
        wrong(match_of())


@pytest.mark.article("SJ-tranque")
def test_a_tie_is_written_with_or_without_its_totals():
    assert results.tie(match_of(), None) == ResultItem("block", None, 0)
    assert results.tie(match_of(), 38) == ResultItem("block", None, 0, (38, 38))
    assert results.block(match_of(), None, (38, 38), 1) == ResultItem("block", None, 0, (38, 38))


@pytest.mark.article("SJ-tranque")
@pytest.mark.parametrize(
    ("said", "totals", "reason"),
    [
        ((1, 3), (35, 17), "2\\+4 as the winner of those totals"),
        ((1, 3), (20, 20), "block tie: the totals are equal"),
        (None, (10, 20), "1\\+3 has the lowest"),
        (None, (90, 90), "\\(90-90\\)"),
    ],
)
def test_totals_typed_the_wrong_way_round_are_found_out_by_the_line(said, totals, reason):
    pad = Pad.begun([("Book", "san-juan")]).opened(1)
    with pytest.raises(DgnError, match=reason):
        pad.ended(results.block(pad.match, said, totals, 1))
