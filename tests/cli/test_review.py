"""``tantera review`` as people and programs run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tantera.cli.app import app

ROOT = Path(__file__).parents[2]
LIGA = str(ROOT / "examples" / "liga.dgn")
POINTS_IN_PLAY = str(ROOT / "tests" / "golden" / "FT-ultima.dgn")


def review(*words: str) -> Result:
    return CliRunner().invoke(app, ["review", *words])


def test_the_same_file_gives_the_same_figures_twice_and_they_add_up():
    one, other = (review(LIGA, "--json").stdout for _ in range(2))
    assert one == other
    told = json.loads(one)
    assert [side["names"] for side in told["sides"]] == [["Pons", "Mas"], ["Vidal", "Roca"]]
    for side in told["hands"][0]["sides"]:
        parts = side["luck"]["value"] + side["play"]["value"] - side["play_of_the_others"]["value"]
        assert parts + side["rest"]["value"] == pytest.approx(side["result"], abs=0.03)  # rounded
    assert told["hands"][0]["sides"][0]["result"] == -126
    costliest = [decision for player in told["players"] for decision in player["costliest"]]
    assert costliest
    assert all(decision["mistake"] and decision["known"] and decision["why"] for decision in costliest)
    finest = [decision for player in told["players"] for decision in player["finest"]]
    assert finest
    assert all(decision["played"] == decision["better"] and decision["gain"]["value"] > 0 for decision in finest)


def test_people_read_the_balance_the_players_and_what_was_better():
    told = review(LIGA, "--lang", "es").stdout
    assert "Pons + Mas: -126 puntos" in told
    assert "suerte" in told
    assert "lo que más costó" in told
    assert "Vidal: lo que salió bien" in told
    assert "lo que se sabía: fichas:" in told
    assert "muy pocas decisiones" in " ".join(told.split())


def test_several_matches_are_added_up_month_by_month(tmp_path: Path):
    later = tmp_path / "later.dgn"
    later.write_text(Path(LIGA).read_text().replace("2026-11-15", "2026-12-06"))
    one, other, together = map(json.loads, review(LIGA, str(later), "--json").stdout.splitlines())
    pons = together["together"][0]
    assert (pons["name"], pons["matches"]) == ("Pons", 2)
    assert pons["decisions"] == one["players"][0]["decisions"] + other["players"][0]["decisions"]
    assert [month["month"] for month in pons["months"]] == ["2026-11", "2026-12"]
    assert pons["months"][0]["error_a_decision"] == one["players"][0]["error_a_decision"]
    for_people = review(LIGA, str(later), "--lang", "es").stdout.partition("Todas las partidas juntas")[2]
    assert "nov 2026" in for_people
    assert "dic 2026" in for_people


@pytest.mark.parametrize(("lang", "word"), [("ca", "sort"), ("en", "luck")])
def test_in_three_languages(lang: str, word: str):
    assert word in review(LIGA, "--lang", lang).stdout


def test_a_book_that_makes_points_in_play_is_refused_with_a_sentence():
    result = review(POINTS_IN_PLAY, "--lang", "en")
    assert result.exit_code == 2
    assert (
        "found a book that makes points in play, expected one whose points come at the end of a hand" in result.stderr
    )


def test_a_file_without_tiles_or_no_file_at_all_is_one_sentence(tmp_path: Path):
    sheet = tmp_path / "sheet.dgn"
    sheet.write_text('[Book "san-juan"]\n\n#1 o1 0-0\n= domino 3 +41\n')
    result = review(str(sheet), str(tmp_path / "none.dgn"), "--lang", "en")
    assert result.exit_code == 2
    assert "found no hand with its tiles and moves, expected one that can be studied" in result.stderr
    assert "none.dgn: found no readable file" in result.stderr


def test_one_page_that_needs_nothing_else(tmp_path: Path):
    page = tmp_path / "liga.html"
    assert review(LIGA, "--html", str(page), "--lang", "es").exit_code == 0
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "Pons" in text
    assert "Error por decisión" in text
    for fetched in ("src=", "<link", "url(http", "@import", "<script"):
        assert fetched not in text
    assert "expected one: a page is about one match" in review(LIGA, LIGA, "--html", str(page), "--lang", "en").stderr


def test_the_match_itself_with_the_values_of_its_moves(tmp_path: Path):
    told = review(LIGA, "--dgn").stdout
    assert "{%v " in told
    file = tmp_path / "noted.dgn"
    file.write_text(told, "utf-8")
    assert review(str(file), "--dgn").stdout == told
