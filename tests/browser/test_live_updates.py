"""What happens elsewhere takes nothing out of anybody's hands: no live update shuts what is open, takes the focus away
or empties a field."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tantera.tournament.structure import commitment
from tests.browser.crew import Crew
from tests.browser.screens import LAPTOP, PHONE, Devices, first_page
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Eight players."""
    return director(server).create(rounds="4").players(8)


def at_desk(desk: AtDesk, devices: Devices, screen: str) -> Page:
    context = devices.context(LAPTOP, base_url=desk.server.url)
    context.add_cookies([{"name": "tantera", "value": desk.browser.cookie or "", "url": desk.server.url}])
    page = first_page(context)
    page.goto(f"/e/{desk.event}/desk/{screen}")
    return page


def is_left_alone(field: Locator, text: str) -> None:
    expect(field).to_have_value(text)
    expect(field).to_be_focused()


def test_an_announcement_half_written_stays_while_results_come_in(desk: AtDesk, devices: Devices):
    desk.round()
    desk.hall("set_clock", round=1, minutes=25)
    desk.hall("start_clock")
    page = at_desk(desk, devices, "clock")
    field = page.locator("#text")
    field.fill("Comida a las")
    desk.order("result", round=1, table=1, score=[100, 60])
    expect(page.locator("#todo")).to_contain_text("falta 1 resultado")
    is_left_alone(field, "Comida a las")
    desk.hall("pause_clock")
    expect(page.get_by_role("button", name="Seguir")).to_be_visible()
    expect(page.locator("#hall-clock")).to_have_attribute("title", "en pausa")
    is_left_alone(field, "Comida a las")


def test_a_field_that_has_only_the_focus_keeps_it(desk: AtDesk, devices: Devices):
    desk.round()
    desk.hall("set_clock", round=1, minutes=25)
    desk.hall("start_clock")
    page = at_desk(desk, devices, "clock")
    page.locator("#extra").focus()
    desk.order("result", round=1, table=1, score=[100, 60])
    expect(page.locator("#todo")).to_contain_text("falta 1 resultado")
    expect(page.locator("#extra")).to_be_focused()


def test_what_is_open_beside_the_draw_stays_open(desk: AtDesk, devices: Devices):
    page = at_desk(desk, devices, "draw")
    page.get_by_role("button", name="Enseñar la huella").click()
    secret = page.locator("#lot details")
    secret.locator("summary").click()
    page.locator("#drawn").fill("5-5")
    desk.order("enter", entry="e9", players=[{"id": "p9", "name": "Eva Mas"}])
    expect(page.locator("#todo")).to_contain_text("9")
    expect(secret).to_have_attribute("open", "")
    is_left_alone(page.locator("#drawn"), "5-5")


@pytest.mark.parametrize("typed", ["6-5 2-2", ""])
def test_a_form_that_somebody_is_filling_in_does_not_go_though_another_desk_was_quicker(
    typed: str, desk: AtDesk, devices: Devices
):
    """Or is about to fill in. The page says that there is a newer one."""
    desk.order("commit", hash=commitment("secreto"))
    page = at_desk(desk, devices, "draw")
    page.locator("#drawn").fill(typed)
    page.locator("#drawn").focus()
    expect(page.locator(".older")).to_be_hidden()
    desk.order("lot", secret="secreto", drawn="5-5")
    expect(page.locator("#lot")).to_contain_text("Sacado en la sala: 5-5")
    is_left_alone(page.locator("#drawn"), typed)
    expect(page.locator(".older")).to_be_visible()


def test_a_sanction_half_chosen_stays_while_another_table_reports(desk: AtDesk, devices: Devices):
    desk.round()
    page = at_desk(desk, devices, "tables/1/1")
    page.locator("#q").fill("pase")
    expect(page.locator("#infractions li").first).to_be_visible()
    other = page.locator("details", has_text="Otro artículo")
    other.locator("summary").click()
    page.locator("#article").fill("CI-1")
    desk.order("result", round=1, table=2, score=[100, 60])
    desk.order("result", round=1, table=1, score=[100, 40])
    expect(page.locator(".history, .log").first).to_contain_text("100–40")
    expect(page.locator("#infractions li").first).to_be_visible()
    expect(other).to_have_attribute("open", "")
    expect(page.locator("#q")).to_have_value("pase")
    is_left_alone(page.locator("#article"), "CI-1")


def test_somebody_half_entered_stays_while_others_are_checked_in(desk: AtDesk, devices: Devices):
    page = at_desk(desk, devices, "entries")
    page.locator("#club_1").fill("Reus")
    page.locator("#name_1").fill("Mar")
    desk.order("check_in", entries=["e1", "e2"])
    expect(page.get_by_role("link", name="Están 2")).to_be_visible()
    expect(page.locator("#club_1")).to_have_value("Reus")
    is_left_alone(page.locator("#name_1"), "Mar")


def test_figures_half_keyed_stay_while_other_tables_report(desk: AtDesk, devices: Devices):
    desk.round()
    page = at_desk(desk, devices, "tables")
    page.locator("#table").fill("1")
    page.locator("#score1").fill("10")
    desk.order("result", round=1, table=2, score=[100, 60])
    expect(page.locator("#table-2")).to_contain_text("100–60")
    expect(page.locator("#table")).to_have_value("1")
    is_left_alone(page.locator("#score1"), "10")


def test_a_button_keeps_the_focus_while_the_list_changes_around_it(desk: AtDesk, devices: Devices):
    page = at_desk(desk, devices, "acts")
    page.locator("#record-2 .undo button").focus()
    desk.order("check_in", entries=["e1"])
    expect(page.locator("#record-10")).to_be_visible()
    expect(page.locator("#record-2 .undo button")).to_be_focused()


def test_on_a_phone_a_score_half_written_stays_and_so_does_the_focus(desk: AtDesk, devices: Devices):
    desk.round()
    page = devices.page(PHONE, base_url=desk.server.url)
    code = desk.server.app.state.officers.code(desk.event, "table", 1, 1)
    page.goto(f"/e/{desk.event}/t/1/1/{code}")
    page.get_by_role("button").first.click()
    page.wait_for_url("**/t/1/1")
    page.locator("#score1").focus()
    desk.hall("call_judge", call="llamada-1", round=1, table=1, reason="Una duda del reglamento")
    expect(page.get_by_text("Una duda del reglamento")).to_be_visible()
    expect(page.locator("#score1")).to_be_focused()
    page.keyboard.type("87")
    desk.hall("announce", text="Comida")
    page.wait_for_timeout(1_500)  # the page has heard of it by then, and waits
    is_left_alone(page.locator("#score1"), "87")


def test_on_the_public_page_a_search_and_what_is_open_stay(desk: AtDesk, devices: Devices):
    desk.order("commit", hash=commitment("secreto"))
    desk.order("lot", secret="secreto", drawn="5-5")
    desk.round([100, 60])
    page = devices.spoil(devices.page(PHONE, base_url=desk.server.url))
    page.clock.install()
    page.goto(f"/e/{desk.event}")
    page.locator("[data-keep=lot] summary").click()
    page.locator("#name").fill("pons")
    desk.hall("announce", text="Comida a las dos")
    for _ in range(20):
        page.clock.run_for(5_000)
        if page.get_by_text("Comida a las dos").is_visible():
            break
        page.wait_for_timeout(250)
    expect(page.get_by_text("Comida a las dos")).to_be_visible()
    expect(page.locator("[data-keep=lot]")).to_have_attribute("open", "")
    is_left_alone(page.locator("#name"), "pons")


def test_a_referee_who_writes_something_down_goes_on_writing_while_the_table_plays(server: Running, devices: Devices):
    names, referee = ("Marta Vidal", "Núria Roca", "Jordi Pons", "Albert Mas"), "Pere Llull"
    with closing(Crew(server)) as crew:
        party = crew.gather("tarragona", [*names, referee])
        party.until(lambda shown: shown.get("phase") == "playing")
        party.orders(referee, order="propose", what="referee")
        for name in names:
            party.orders(name, order="agree", what="referee")
        context = devices.context(LAPTOP, base_url=server.url)
        context.add_cookies([{"name": "tantera", "value": party.guests[referee].cookie or "", "url": server.url}])
        page = first_page(context)
        page.goto(party.path)
        page.get_by_role("button", name="Anotar una falta").click()
        page.locator(".person", has_text="Jordi Pons").click()
        page.get_by_role("searchbox").fill("renuncio")
        before = len(party.shown["moves"]) if "moves" in party.shown else 0
        turn = party.shown["turn"]
        party.until(lambda shown: shown.get("turn") != turn or len(shown.get("moves", [])) > before)
        page.wait_for_timeout(500)
        is_left_alone(page.get_by_role("searchbox"), "renuncio")
        expect(page.locator(".person", has_text="Jordi Pons")).to_have_attribute("aria-pressed", "true")


def test_in_the_lobby_what_is_being_written_stays_when_somebody_sits_down(server: Running, devices: Devices):
    with closing(Crew(server)) as crew:
        party = crew.gather("clasico", ["Marta Vidal", "Núria Roca", "Jordi Pons"], seated=2)
        context = devices.context(LAPTOP, base_url=server.url)
        cookie = party.guests["Marta Vidal"].cookie or ""
        context.add_cookies([{"name": "tantera", "value": cookie, "url": server.url}])
        page = first_page(context)
        page.goto(party.path)
        field = page.locator(".composer input").first
        field.fill("¿Empezamos")
        bot = page.locator("select.bot").last
        party.orders("Jordi Pons", order="sit", seat=3)
        expect(page.locator(".seat", has_text="Jordi Pons")).to_be_visible()
        is_left_alone(field, "¿Empezamos")
        bot.focus()
        party.orders("Jordi Pons", order="stand_up")
        expect(page.locator(".seat.taken")).to_have_count(2)
        expect(page.locator("select.bot").last).to_be_focused()


def test_a_phone_that_has_slept_on_a_dead_connection_shows_the_new_round_as_soon_as_somebody_looks(
    desk: AtDesk, devices: Devices
):
    phone = devices.page(PHONE, base_url=desk.server.url)
    code = desk.server.app.state.officers.code(desk.event, "player", "p1")
    phone.goto(f"/e/{desk.event}/p/p1/{code}")
    phone.get_by_role("button").first.click()
    expect(phone.get_by_text("La ronda 1 aún no está sorteada")).to_be_visible()
    dead: list[Route] = []
    asleep = True

    def ask(route: Route) -> None:
        if asleep:
            dead.append(route)  # neither answered nor refused
        else:
            route.continue_()

    phone.context.route("**/news?*", ask)
    phone.reload()
    phone.wait_for_timeout(300)
    desk.round()
    assert dead, "it waits, and hears nothing"
    asleep = False
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.get_by_role("heading", name="Ronda 1: tu mesa")).to_be_visible(timeout=5_000)
    phone.context.unroute_all(behavior="ignoreErrors")
