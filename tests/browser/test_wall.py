"""The wall, the public page and the draw in a real browser: pages turn, the clock follows the server, two taps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious_violations
from tests.browser.looking import written_again
from tests.browser.screens import HALL, LAPTOP, PHONE, Devices, first_page
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Running

LONG = "Abascal-Villavicencio Goicoechea-Etxeberria"


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Thirty-eight players with names of their own, two with the same and two of one long family, round 1 published."""
    desk = director(server).create()
    for given in ("Montserrat", "Mercedes"):
        desk.order("enter", entry=given, players=[{"id": given, "name": f"{given} {LONG}"}])
    for club in ("Montblanc", "Vila-seca"):
        desk.order("enter", entry=club, players=[{"id": club, "name": "Xavier Abalaví", "club": club}])
    for number in range(38):
        name = f"Laia {chr(65 + number // 2)}màt {chr(65 + number % 26)}ila"
        desk.order("enter", entry=f"e{number}", players=[{"id": f"p{number}", "name": name}])
    return desk.round()


def on_the_wall(page: Page) -> str:
    found = page.locator(".page.on")
    expect(found).to_have_count(1)
    return found.get_attribute("id") or ""


WHOLE = """name => [...document.querySelectorAll("#names-1 .who")].some((one) => one.textContent.includes(name)
    && one.offsetHeight > 0 && one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1
    && one.offsetHeight <= one.parentElement.clientHeight)"""
"""Of the name as it stands there now: a newer page may have taken the place of the one before."""


SAT_AT = """place => {
    for (const line of document.querySelectorAll("#names-1 li")) {
        const who = line.querySelector(".who");
        if (!/^(Abalaví|Abascal)/.test(who.textContent)) continue;
        line.innerHTML = place;
        line.prepend(who);
    }
    dispatchEvent(new Event("resize"));
}"""
"""The long names, all of them drawn to one place."""


def test_long_names_are_whole_on_the_wall_wherever_the_draw_puts_them(desk: AtDesk, devices: Devices):
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall?only=names&part=1/2")  # this page alone: it does not turn while it is measured
    expect(page.locator("#names-1")).to_be_visible()
    clubs = [f"Abalaví, Xavier ({club})" for club in ("Montblanc", "Vila-seca")]
    sisters = [f"{LONG.split()[0]} G., {given}" for given in ("Montserrat", "Mercedes")]
    places = page.locator(".page li:has(.seat)").evaluate_all(
        "(lines) => lines.map((line) => line.innerHTML.slice(line.innerHTML.indexOf('<span class=\"seat\"')))"
    )
    resting = [place for place in places if "descansa" in place]
    assert len(places) == 42
    assert len(resting) == 2
    for place in {*places}:
        page.evaluate(SAT_AT, place)
        for name in (*clubs, *sisters):  # smaller or on two lines, and whole
            assert page.evaluate(WHOLE, name), (name, place)


OUT_OF_ITS_ROW = """() => [...document.querySelectorAll(".page.on .card p")].filter((line) => {
    const [inner, row] = [line, line.closest(".card")].map((one) => one.getBoundingClientRect());
    return row.height > 0 && (inner.top < row.top - 1 || inner.bottom > row.bottom + 1);
}).length"""
"""Tables whose names are written over the tables beside them."""


def test_the_names_of_a_table_stay_in_its_row_however_long_they_are(server: Running, devices: Devices):
    desk = director(server).create()
    surnames = ("Vázquez Domínguez", "Fernández Ortiz", "García López", "Gutiérrez Castro", "Hernández Núñez")
    for number in range(100):
        given = ("Montserrat", "María Cristina", "José", "Begoña")[number % 4]
        player = {"id": f"p{number}", "name": f"{given} {surnames[number % 5]}", "club": f"Hogar del Jubilado {number}"}
        desk.order("enter", entry=f"e{number}", players=[player])
    desk.round(*[[100, 62]] * 24)
    page = devices.page(HALL, base_url=desk.server.url)
    for kind in ("tables", "results"):
        page.goto(f"/e/{desk.event}/wall?only={kind}")
        expect(page.locator(f"#{kind}-1")).to_be_visible()
        assert page.evaluate(OUT_OF_ITS_ROW) == 0, kind


def test_who_has_not_come_stands_on_the_wall_while_the_round_is_played(desk: AtDesk, devices: Devices):
    first, second = (desk.table(1, number)["seats"] for number in (1, 2))
    desk.order("default", round=1, table=1, absent=[first[0], first[2]])
    desk.order("default", round=1, table=2, absent=[second[3]])
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall?only=absent")
    shown = page.locator("#absent-1")
    expect(shown.get_by_text("No se han presentado")).to_be_visible()
    expect(shown.locator(".plate")).to_have_text(["1", "1", "2"])
    assert serious_violations(page) == []
    keep(page, "wall-absent")


def test_the_offer_of_sound_stands_on_nothing_that_is_said_to_the_hall(desk: AtDesk, devices: Devices):
    desk.hall(
        "announce", text="Los premios se entregan a las 14:00 en el bar del Casino, y hay un aperitivo para todos"
    )
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall?only=names")
    sound, said = page.locator("#sound"), page.locator(".page.on footer p").first
    expect(said).to_contain_text("aperitivo")
    expect(sound).to_be_visible()
    offered, text = sound.bounding_box(), said.bounding_box()
    assert offered
    assert text
    assert offered["x"] >= text["x"] + text["width"]


def test_pages_turn_by_themselves_and_nothing_scrolls(desk: AtDesk, devices: Devices):
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall")
    expect(page.locator("#names-2")).to_be_visible()
    expect(page.locator("#names-1")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert serious_violations(page) == []
    assert written_again(page) == []


def test_the_names_of_a_page_are_of_one_size(desk: AtDesk, devices: Devices):
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall?only=names")
    expect(page.locator("#names-1")).to_be_visible()
    sizes = page.evaluate(
        """() => ["who", "seat"].map((what) => [...document.querySelectorAll(`#names-1 .${what}`)])
            .map((those) => [...new Set(those.map((one) => getComputedStyle(one).fontSize))])"""
    )
    assert [len(one) for one in sizes] == [1, 1]
    assert sizes[0] != sizes[1], "the longest name has made all of them smaller"


def test_the_clock_fills_the_wall_in_the_last_minutes_and_says_time_in_words(desk: AtDesk, devices: Devices):
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall")
    expect(page.locator("#names-1")).to_be_visible()
    page.get_by_role("button", name="Activar el sonido").click()
    desk.hall("set_clock", round=1, minutes=4)
    desk.hall("start_clock")
    expect(page.locator("#clock-1")).to_be_visible()
    expect(page.get_by_text("Últimos 5 minutos")).to_be_visible()
    expect(page.locator("[data-figures]")).to_have_text(re.compile(r"0[23]:\d\d"))
    desk.hall("call_time")
    expect(page.locator("[data-figures]")).to_have_text("TIEMPO")
    expect(page.get_by_text("Últimas manos")).to_be_visible()
    expect(page.get_by_text("la mano levantada y una más")).to_be_visible()
    assert int(page.evaluate("document.body.dataset.rang ?? 0")) >= 4  # one to try it, three at time


def test_without_the_server_the_wall_and_its_clock_go_on_and_say_since_when(
    desk: AtDesk, devices: Devices, watch: Watch
):
    watch.expect("Failed to load resource|ERR_INTERNET_DISCONNECTED")
    desk.hall("set_clock", round=1, minutes=25)
    desk.hall("start_clock")
    context = devices.context(HALL, base_url=desk.server.url)
    page = first_page(context)
    page.goto(f"/e/{desk.event}/wall")
    expect(page.locator(".page.on [data-head-clock], .page.on [data-figures]").first).to_have_text(
        re.compile(r"2\d:\d\d")
    )
    context.set_offline(True)
    desk.hall("announce", text="Comida")  # whoever waits for news is answered, and the next question fails
    expect(page.locator("#away")).to_have_text(
        re.compile(r"Sin conexión desde las \d\d:\d\d: el reloj sigue solo"), timeout=40_000
    )
    clock = page.locator(".page.on [data-head-clock], .page.on [data-figures]").first
    expect(clock).to_have_text(re.compile(r"2\d:\d\d"))
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    expect(clock).to_have_text(re.compile(r"2\d:\d\d"))
    assert on_the_wall(page)
    context.set_offline(False)
    expect(page.locator("#away")).to_be_hidden()


def test_a_new_round_hangs_without_anybody_touching_the_wall(desk: AtDesk, devices: Devices):
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall")
    expect(page.locator("#wall")).to_have_attribute("data-round", "1")
    for table in range(1, 11):
        desk.order("result", round=1, table=table, score=[100, 50 + table])
    desk.order("draw")
    desk.order("publish")
    expect(page.locator("#wall")).to_have_attribute("data-round", "2")


def test_a_phone_finds_its_table_by_name_without_accents(desk: AtDesk, devices: Devices):
    page = devices.page(PHONE, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}")
    page.get_by_label("Tu nombre o apellido").fill("amat bila")
    expect(page.locator("[data-names] li:visible")).to_have_count(1)
    page.get_by_label("Tu nombre o apellido").fill("nadie")
    expect(page.get_by_text("Nadie con ese nombre")).to_be_visible()
    assert serious_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_script_the_names_stand_there(desk: AtDesk, devices: Devices):
    page = devices.page(PHONE, script="off", base_url=desk.server.url)
    page.goto(f"/e/{desk.event}")
    expect(page.locator("[data-names] li")).to_have_count(42)
    page.goto(f"/e/{desk.event}/wall")
    expect(page.locator("#names-2")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_two_taps_exchange_two_names_and_undo_gives_them_back(desk: AtDesk, devices: Devices, theme: str):
    for table in range(1, 11):
        desk.order("result", round=1, table=table, score=[100, 50 + table])
    desk.order("draw")
    context = devices.context(LAPTOP, theme=theme, base_url=desk.server.url)  # type: ignore[arg-type]
    context.add_cookies([{"name": "tantera", "value": desk.browser.cookie or "", "url": desk.server.url}])
    page = first_page(context)
    page.goto(f"/e/{desk.event}/desk/draw")
    assert serious_violations(page) == []
    before = desk.table(2, 1)["seats"]
    names = page.locator("#table-1 a[data-pick]"), page.locator("#table-3 a[data-pick]")
    names[0].first.focus()
    page.keyboard.press("Enter")
    expect(names[0].first).to_have_class(re.compile("chosen"))
    names[1].first.click()
    expect(page.get_by_role("heading", name="Cambio")).to_be_visible()
    assert serious_violations(page) == []
    page.get_by_label("Motivo").fill("a petición")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Último cambio a mano")).to_be_visible()
    assert desk.table(2, 1)["seats"] != before
    page.get_by_role("button", name="Deshacer").click()
    expect(page.get_by_text("Último cambio a mano")).to_be_hidden()
    assert desk.table(2, 1)["seats"] == before
    page.get_by_role("button", name="Publicar la ronda 2").click()
    expect(page).to_have_url(re.compile("/desk/clock"))
    page.get_by_role("button", name="Arrancar el reloj").click()
    expect(page.locator("#hall-clock")).to_have_text(re.compile(r"24:5\d"))
    assert serious_violations(page) == []


def test_the_prizes_are_whole_on_the_wall_and_on_a_phone(desk: AtDesk, devices: Devices):
    awards: list[dict[str, object]] = [{"place": place, "amount": 100 - 10 * place} for place in range(1, 8)]
    awards.append({"place": 9, "trophy": "un jamón de Trevélez y dos botellas"})
    desk.order("edit_event", options={"awards": awards})
    for table in range(1, 11):
        desk.order("result", round=1, table=table, score=[100, 50 + table])
    desk.order("close_round")
    desk.order("close")
    page = devices.page(HALL, base_url=desk.server.url)
    page.goto(f"/e/{desk.event}/wall?only=prizes")
    expect(page.locator("#prizes-1 tr")).to_have_count(8)
    keep(page, "wall-prizes")
    bottom, top = (
        page.evaluate(f"() => document.querySelector('.on {one}').getBoundingClientRect().{side}")
        for one, side in (("table", "bottom"), ("footer", "top"))
    )
    assert bottom <= top
    phone = devices.page(PHONE, base_url=desk.server.url)
    phone.goto(f"/e/{desk.event}")
    expect(phone.locator(".prizes li")).to_have_count(8)
    assert serious_violations(phone) == []
    phone.locator("#prizes").scroll_into_view_if_needed()
    keep(phone, "phone-prizes", whole=True)
