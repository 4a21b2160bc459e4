"""The screen of the draw on a real server: draft, exchange, publish, the public lot; for those who may."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("draw") / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Nine players with names of their own."""
    desk = director(server).create()
    for number, name in enumerate(("Abad", "Bas", "Cid", "Dorn", "Esteve", "Font", "Gay", "Haro", "Isern"), 1):
        desk.order("enter", entry=f"e{number}", players=[{"id": f"p{number}", "name": f"Laia {name}"}])
    return desk


def seats(desk: AtDesk, table: int) -> list[str]:
    round = len(desk.object()["rounds"])
    found: list[str] = desk.table(round, table)["seats"]
    return found


def test_before_the_draw_the_screen_offers_it(desk: AtDesk):
    page = desk.get("draw")
    assert page.status_code == 200
    assert "Todavía no se ha sorteado nada" in words(page)
    assert "Sorteo público" in words(page)
    assert page.text.count("primary") == 1


def test_a_draft_says_that_it_is_one_and_who_rests(desk: AtDesk):
    assert desk.post("draw").status_code == 303
    page = desk.get("draw")
    assert "BORRADOR" in words(page)
    assert "Nadie lo ha visto todavía" in words(page)
    assert "Mesas 1–2 de 2." in words(page)
    assert "Comprobado aparte" in words(page)
    assert page.text.count('"primary"') == 1


def test_two_names_are_chosen_by_links_and_it_is_said_what_the_exchange_breaks(desk: AtDesk):
    desk.post("draw")
    one, third, other = seats(desk, 1)[0], seats(desk, 1)[1], seats(desk, 2)[0]
    desk.order("keep_apart", players=[one, other])
    page = desk.get(f"draw?a={other}&b={third}")
    assert "Mesa 1: separados a petición" in words(page)
    assert "deben ir por separado" in words(page)
    assert desk.post("draw/swap", a=other, b=third, reason="").status_code == 400
    answer = desk.post("draw/swap", a=other, b=third, reason="a petición")
    assert answer.status_code == 303
    page = desk.get("draw")
    assert "deben ir por separado" in words(page)
    assert "Arreglar la mesa" in words(page)
    assert "Deshacer" in words(page)
    assert page.text.count('primary"') == 1
    refused = desk.post("draw/publish", round="1")
    assert refused.status_code == 400
    number = re.search(r'name="event" value="(\d+)"', page.text)
    assert number is not None
    assert desk.post("draw/undo", event=number[1]).status_code == 303
    assert "Arreglar la mesa" not in words(desk.get("draw"))


def test_a_broken_rule_is_published_with_the_directors_reason_and_it_stands_there(desk: AtDesk):
    desk.post("draw")
    one, other = seats(desk, 1)[:2]
    desk.order("keep_apart", players=[one, other])
    assert desk.post("draw/publish", round="1", override="lo piden ellos").status_code == 303
    page = desk.get("draw?round=1")
    assert "lo piden ellos" in words(page)
    assert "BORRADOR" not in words(page)


def test_why_it_cannot_be_published_is_answered_table_by_table(desk: AtDesk):
    desk.post("draw")
    assert desk.post("draw/publish", round="1").status_code == 303
    desk.order("result", round=1, table=1, score=[100, 50], status="disputed")
    desk.post("draw")
    page = desk.get("draw")
    assert "¿Por qué no se puede publicar?" in words(page)
    assert "Mesa 1 en disputa" in words(page)
    assert "Mesa 2 en juego" in words(page)
    assert f"/e/{desk.event}/desk/tables#table-1" in page.text
    refused = desk.post("draw/publish", **{"round": "2", "accept-1": "yes"})
    assert refused.status_code == 400
    assert 'name="accept-1" value="yes" checked' in refused.text
    accepted = desk.post("draw/publish", **{"round": "2", "accept-1": "yes", "accept-2": "yes"})
    assert accepted.status_code == 303
    assert [one["stage"] for one in desk.object()["rounds"]] == ["closed", "published"]


def test_a_draft_that_rests_on_changed_results_says_draw_again(desk: AtDesk):
    desk.post("draw")
    desk.post("draw/publish", round="1")
    desk.post("draw")
    desk.order("result", round=1, table=1, score=[100, 50])
    page = desk.get("draw")
    assert "Han cambiado resultados o sanciones" in words(page)
    assert "Sortear otra vez" in words(page)


def test_a_draft_that_no_longer_fits_who_is_here_asks_to_draw_again_or_to_publish_all_the_same(desk: AtDesk):
    desk.order("draw")
    desk.order("enter", entry="late", players=[{"id": "pl", "name": "Zoe Zapata"}])
    page = words(desk.get("draw"))
    assert "Zoe Zapata ha llegado después" in page
    assert "Publicar igualmente" in page
    refused = desk.post("draw/publish", round="1")
    assert refused.status_code == 400
    assert "El borrador ya no cuadra: sin mesa para Zoe Zapata" in words(refused)
    headers = {"x-csrftoken": desk.browser.http.cookies["csrf"], "accept": "application/json"}
    path = f"/api/events/{desk.event}/orders"
    said = desk.browser.http.post(path, json={"order": "publish"}, headers=headers).json()
    assert (said["code"], said["players"]) == ("draft_is_old", ["pl"])
    assert desk.post("draw/publish", round="1", override="empieza en la ronda 2").is_redirect
    assert "«empieza en la ronda 2»" in words(desk.get("draw"))


def test_the_second_program_counts_in_a_process_of_its_own(desk: AtDesk):
    desk.post("draw")
    answer = desk.browser.get(f"/e/{desk.event}/desk/draw/count")
    lines = [line["text"] for line in answer.json()["lines"]]
    assert "8 sentados una vez, nadie dos" in lines
    assert "ninguno fuera; descansos: 1" in lines


def test_the_public_lot_shows_the_hash_first_and_the_secret_after_the_hall_has_drawn(desk: AtDesk):
    assert desk.post("draw/commit").status_code == 303
    page = desk.get("draw")
    found = re.search(r'<p class="code">([0-9a-f]{64})</p>', page.text)
    assert found is not None
    assert found[1] in desk.browser.get(f"/e/{desk.event}").text
    assert desk.post("draw").status_code == 400  # the lot is pending
    secret = re.findall(r'<p class="code">([0-9a-f]{64})</p>', page.text)[1]
    assert sha256(secret.encode()).hexdigest() == found[1]
    assert secret not in desk.browser.get(f"/e/{desk.event}").text
    assert secret not in desk.as_("judge").get("draw").text
    assert desk.post("draw/lot", drawn="").status_code == 400
    assert desk.post("draw/lot", drawn="6-5  2-2").status_code == 303
    page = desk.browser.get(f"/e/{desk.event}")
    assert secret in page.text
    assert "6-5 2-2" in page.text
    assert desk.object()["seed"] == f"{secret}:6-5 2-2"


def test_a_judge_looks_and_cannot_draw_and_the_public_does_not_even_look(desk: AtDesk):
    desk.post("draw")
    judge = desk.as_("judge")
    page = judge.get("draw")
    assert page.status_code == 200
    assert "data-pick" not in page.text
    assert "Publicar" not in words(page)
    assert judge.post("draw/publish", round="1").status_code == 400
    assert judge.post("draw").status_code == 400
    assert desk.as_("player", "p1").get("draw").status_code == 403


def test_pairs_change_places_as_pairs(server: Running):
    desk = director(server).create("tarragona").pairs(5)
    desk.post("draw")
    page = desk.get("draw")
    assert page.status_code == 200
    resting = desk.object()["rounds"][0]["byes"][0]
    playing = next(f"e{n}" for n in range(1, 6) if f"e{n}" != resting)
    assert desk.post("draw/swap", a=playing, b=resting, reason="llega tarde").status_code == 303
    assert desk.object()["rounds"][0]["byes"] == [playing]
    assert desk.get("draw").status_code == 200


def test_everybody_alone_has_tables_of_three_and_four(server: Running):
    desk = director(server).create("ueh").players(11)
    assert desk.post("draw").status_code == 303
    page = desk.get("draw")
    assert page.status_code == 200
    assert "Mesa 3" in words(page)


def test_hand_made_links_do_no_harm(desk: AtDesk):
    desk.post("draw")
    for query in ("a=nobody", "a=p1&b=p1", "page=999", "page=-4", "round=77", "a=%3Cscript%3E"):
        assert desk.get(f"draw?{query}").status_code == 200, query
    assert desk.post("draw/undo", event="x").status_code == 400
    assert desk.post("draw/swap", a="p1", b="nobody", reason="x").status_code == 400


def test_with_an_exchange_begun_the_filled_button_makes_it(desk: AtDesk):
    desk.post("draw")
    page = desk.get(f"draw?a={seats(desk, 1)[0]}&b={seats(desk, 2)[0]}")
    assert re.findall(r'class="primary"[^>]*>([^<]*)<', page.text) == ["Cambiarlos"]
    assert "El cambio todavía no se ha hecho" in words(page)


def test_namesakes_are_told_apart_at_the_tables_of_a_draft(server: Running):
    desk = director(server).create()
    for number, club in enumerate(("Reus", "Valls", "Reus", ""), 1):
        name = "Ana Pons" if number < 3 else f"Laia Gil {number}"
        desk.order("enter", entry=f"e{number}", players=[{"id": f"p{number}", "name": name, "club": club}])
    desk.post("draw")
    page = words(desk.get("draw"))
    assert "Pons Ana (Reus)" in page
    assert "Pons Ana (Valls)" in page
    assert "Laia Gil 3 (" not in page


def test_in_a_large_hall_somebody_is_found_by_name_and_chosen(server: Running):
    desk = director(server).create()
    for number in range(1, 61):
        name = f"{'Núria' if number < 3 else 'Pau'} Mas{'a' * number}"
        desk.order("enter", entry=f"e{number}", players=[{"id": f"p{number}", "name": name}])
    desk.post("draw")
    found = desk.get("draw?table=PAU+masaaa")
    assert "y 46 más" in words(found)
    assert "Nadie con ese nombre juega esta ronda" in words(desk.get("draw?table=Xavier"))
    one = desk.get("draw?table=nuria+masaa&a=p1")
    at = next(table["table"] for table in desk.object()["rounds"][0]["tables"] if "p2" in table["seats"])
    assert one.status_code == 303
    assert one.headers["location"].endswith(f"/desk/draw?page={(at + 11) // 12}&a=p1&b=p2#table-{at}")


@pytest.mark.article("CI-1")
def test_a_later_round_says_by_which_rule_it_is_drawn(desk: AtDesk):
    desk.round()
    for table in (1, 2):
        desk.order("result", round=1, table=table, score=[100, 60])
    desk.post("draw")
    page = desk.get("draw")
    assert "Por clasificación, de cuatro en cuatro: del 1.º al 4.º en la mesa 1. Parejas 1+4 v 2+3 · CI-1" in words(
        page
    )
    assert "de cuatro en cuatro" not in words(desk.get("draw?round=1"))


def test_publishing_leads_to_printing_the_slips(desk: AtDesk):
    desk.order("draw")
    answer = desk.post("draw/publish", round="1")
    assert answer.headers["location"].endswith("/desk?published=1")
    page = desk.browser.get(answer.headers["location"])
    for _ in range(3):
        if page.is_redirect:
            page = desk.browser.get(page.headers["location"])
    assert "Ronda 1 publicada" in words(page)
    assert f'href="/e/{desk.event}/desk/paper/slips.pdf?round=1"' in page.text
    assert "publicada" not in words(desk.get("clock"))
