"""A duplicate round on paper: made at the desk, its cards printed, its slips hand by hand by keyboard and by phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tantera.rules import built_in_books
from tantera.tournament import export
from tantera.tournament.decided import book_of
from tantera.tournament.duplicate import hand_of
from tantera.tournament_file import open_tournament
from tests.web.desk.phones import by_card, by_slip, four
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("duplicate") / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Eight players who change partners, three hands a round, round 1 in play at two tables."""
    made = director(server).create(duplicate_score="butler", duplicate_hands="3")
    return made.players(8).round()


def test_the_desk_keys_a_slip_hand_by_hand(desk: AtDesk):
    assert 'name="hands"' in desk.get("tables").text
    assert desk.post("tables", round="1", table="1", hands="30 -12 x").status_code == 303
    assert desk.table(1, 1)["score"] == [30, 12]
    assert "hay 2 escritas" in words(desk.post("tables", round="1", table="2", hands="30 -12"))
    assert "no es una mano" in words(desk.post("tables", round="1", table="2", hands="30 doce x"))
    assert desk.post("tables/1/1", do="result", hands="30 -13 0").status_code in (200, 303)


def test_a_phone_writes_one_hand_at_a_time_and_the_other_side_confirms_them(desk: AtDesk):
    north, west, *_ = four(desk)
    assert "Mano 1" in words(north.sees())
    assert north.says("hand", hand="1", ended="d1", points="30").status_code == 303
    assert north.says("hand", hand="2", ended="b2", points="12").status_code == 303
    assert "Mano 3" in words(north.sees())
    assert north.says("hand", hand="3", ended="not_played").status_code == 303
    page = north.sees()
    assert "¿Son estas las manos?" in words(page)
    assert 'value="30 -12 x"' in page.text
    assert north.says("result", hands="30 -12 x").status_code == 303
    assert desk.table(1, 1)["status"] == "entered"
    assert "no se jugó" in words(west.sees())
    assert west.says("confirm").status_code == 303
    assert desk.table(1, 1)["status"] == "confirmed"


def test_there_is_no_fourth_hand(desk: AtDesk):
    north = by_slip(desk, desk.table(1, 2)["seats"][0], 1, 2)
    for hand in ("1", "2", "3"):
        north.says("hand", table=2, hand=hand, ended="d1", points="7")
    assert "La ronda tiene 3 manos" in words(north.says("hand", table=2, hand="4", ended="d1", points="7"))


def test_the_cards_of_a_round_are_for_the_director_and_its_hands_for_nobody_before_it_is_closed(desk: AtDesk):
    assert desk.get("paper/dealing.pdf").content.startswith(b"%PDF")
    assert desk.as_("desk").get("paper/dealing.pdf").status_code in (403, 404)
    assert desk.get("paper/hands.pdf").status_code == 400
    shown = desk.object()["rounds"][0]
    assert "deals" not in shown
    assert "hands" not in shown["tables"][0]


PUBLIC = (
    "/api/events/{0}",
    "/e/{0}",
    "/e/{0}/wall",
    "/e/{0}/me",
    "/e/{0}/t/1/1",
    "/e/{0}/t/1/2",
    "/api/events/{0}/news",
)
OF_OFFICERS = ("tables", "tables/1/1", "standings", "acts", "paper/slips.pdf", "paper/tables.pdf", "paper/act.pdf")


def leaks(desk: AtDesk) -> list[str]:
    """Where somebody who does not direct is told the round's secret, or a rack that comes from it."""
    state = desk.server.app.state.tournaments.all[desk.event].state
    (round,) = state.played
    hands = [hand_of(book_of(state), round.secret, 1, hand) for hand in (1, 2, 3)]
    racks = [json.dumps([tile.code for tile in rack]) for hand in hands for rack in hand.dealt]
    told = {round.secret, *racks, *(rack.replace(" ", "") for rack in racks)}
    player = by_card(desk, round.tables[0].seats[0])
    found = [(where, player.browser.get(where.format(desk.event))) for where in PUBLIC]
    for role in ("desk", "judge"):
        found += [(f"{role} {screen}", desk.as_(role).get(screen)) for screen in OF_OFFICERS]
        found.append((f"{role} file", desk.as_(role).get("event.tantera")))
    return [where for where, answer in found if any(one.encode() in answer.content for one in told)]


def test_nobody_but_who_directs_is_told_a_hand_before_the_round_is_closed(desk: AtDesk):
    desk.order("result", round=1, table=1, hands=[[30, 0], [0, 12], None])
    assert leaks(desk) == []


def test_the_file_has_the_secret_so_that_another_machine_can_go_on_and_its_button_says_so(desk: AtDesk, tmp_path: Path):
    secret = desk.server.app.state.tournaments.all[desk.event].state.played[0].secret
    acts = words(desk.get("acts"))
    assert "Descargar el archivo del torneo, con las fichas" in acts
    assert "lleva las fichas de todas las manos de la ronda 1: hasta que se cierre es solo para quien dirige" in acts
    copy = tmp_path / "copy.tantera"
    copy.write_bytes(desk.get("event.tantera").content)
    with closing(open_tournament(copy, built_in_books, lambda: datetime.now(UTC))) as restored:
        assert restored.state is not None
        assert restored.state.played[0].secret == secret
    for table in (1, 2):
        desk.order("result", round=1, table=table, hands=[[30, 0], [0, 12], None])
    desk.order("close_round")
    acts = words(desk.get("acts"))
    assert "Descargar el archivo del torneo" in acts
    assert "con las fichas" not in acts


def test_what_is_made_for_others_has_no_hand_of_a_round_that_is_played(desk: AtDesk):
    secret = desk.server.app.state.tournaments.all[desk.event].state.played[0].secret.encode()
    for sheet in ("report.json", "entries.csv", "standings.csv", "results.csv"):
        assert secret not in desk.get(f"sheet/{sheet}").content
    with ZipFile(BytesIO(desk.get("sheet/all.xlsx").content)) as workbook:
        assert all(secret not in workbook.read(part) for part in workbook.namelist())


def test_a_planted_leak_is_found(desk: AtDesk, monkeypatch: pytest.MonkeyPatch):
    def told(tournament: Any, round: Any, value: Any) -> dict[str, Any]:
        hand = hand_of(tournament.book, round.secret, round.number, 3)
        return {"deals": [[tile.code for tile in rack] for rack in hand.dealt]}

    monkeypatch.setattr(export, "_deals", told)
    assert leaks(desk) == ["/api/events/{0}"]


def test_once_it_is_closed_everybody_may_read_the_deals(desk: AtDesk):
    for table in (1, 2):
        desk.order("result", round=1, table=table, hands=[[30, 0], [0, 12], None])
    desk.order("close_round")
    shown = desk.object()["rounds"][0]
    assert len(shown["deals"]) == 3
    assert shown["tables"][1]["hands"] == [[30, 0], [0, 12], None]


def test_of_tables_on_paper_the_page_has_the_racks_and_results_and_no_moves(desk: AtDesk):
    assert desk.browser.get(f"/e/{desk.event}/hands/1").status_code == 404
    for table in (1, 2):
        desk.order("result", round=1, table=table, hands=[[30, 0], [0, 12], None])
    desk.order("close_round")
    told = words(desk.browser.get(f"/e/{desk.event}/hands/1"))
    assert "Manos de la ronda 1" in told
    assert "30–0" in told
    assert "Lo más jugado" not in told
    assert desk.browser.get(f"/e/{desk.event}/hands/2").status_code == 404
