"""Clubs against clubs, at the desk, on the wall and on a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.desk.phones import by_slip
from tests.web.desk.running import director, words
from tests.web.serving import Running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("clubs") / "data") as running:
        yield running


def test_a_league_of_clubs_from_the_form_to_the_wall(server: Running):
    desk = director(server).create("tarragona", format="pairs-team-matches", team_pairs="2", name="Liga")
    for number, club in enumerate(("Norte", "Norte", "Norte", "Sur"), 1):
        both = [{"id": f"{one}{number}", "name": f"{one} {club} {number}", "club": club} for one in ("Ana", "Pau")]
        desk.order("enter", entry=f"e{number}", players=both)
    assert "clubes contra clubes" in words(desk.get("draw"))
    desk.order("draw")
    draft = words(desk.get("draw"))
    assert "contra" in draft
    assert "pareja 2" in draft
    assert "no tiene pareja para esta mesa" in draft
    assert desk.order("publish")["round"] == 1
    home = desk.table(1, 1)["meeting"]["clubs"][0]
    at_table = words(desk.get("tables/1/1"))
    assert f"{home} contra" in at_table
    phone = by_slip(desk, desk.table(1, 1)["seats"][0])
    assert f"{home} contra" in words(phone.sees())
    assert phone.me().status_code == 200
    for screen in ("tables", "standings", "standings?show=met", "standings?show=places", "acts", "people"):
        assert desk.get(screen).status_code == 200, screen
    desk.order("result", round=1, table=1, score=[300, 100])
    desk.order("close_round")
    shown = words(desk.get("standings"))
    assert "encuentros" in shown
    assert "Norte" in shown
    wall = words(desk.browser.get(f"/e/{desk.event}/wall"))
    assert "Norte" in wall
    assert "mesas" in wall
