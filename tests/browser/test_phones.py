"""Phones at the tables in a real browser: both sides, a network that goes away, judges who are told; every page looked
at."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tantera.store import open_store_file
from tantera.web.tournaments.clock_view import minutes
from tests.browser.looking import faults
from tests.browser.screens import HALL, LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.desk.running import AtDesk, director
from tests.web.serving import Running

NAMES = (
    "Laia Ferrer Mestres", "María de los Desamparados Fernández de Córdoba", "Jordi Soler", "Pau Bosch Amat",
    "Núria Camps", "Ramon Llull", "Ana de la Torre Gil", "Pere Riba",
)  # fmt: skip
KEPT = "Guardado en este móvil; se envía una sola vez"


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Eight players, round 1 in play with its clock."""
    desk = director(server).create(name="Open de Tarragona", rounds="4")
    for n, name in enumerate(NAMES, 1):
        desk.order("enter", entry=f"e{n}", players=[{"id": f"p{n}", "name": name}])
    desk.round()
    desk.hall("set_clock", round=1, minutes=25)
    desk.hall("start_clock")
    return desk


def sits(devices: Devices, desk: AtDesk, seat: int, screen: Screen = PHONE, **settings: Any) -> Page:
    """Somebody reads the code on the slip of table 1 and says who they are."""
    page = devices.page(screen, base_url=desk.server.url, **settings)
    code = desk.server.app.state.officers.code(desk.event, "table", 1, 1)
    page.goto(f"/e/{desk.event}/t/1/1/{code}")
    page.get_by_role("button").nth(seat - 1).click()
    page.wait_for_url("**/t/1/1")
    return page


def write(page: Page, one: int, other: int) -> None:
    page.locator("#score1").fill(str(one))
    page.locator("#score2").fill(str(other))
    page.get_by_role("button", name="Anotar").click()


def records(desk: AtDesk) -> int:
    found: int = desk.object()["log"]["events"]
    return found


def test_one_side_writes_and_the_other_sides_phone_asks_by_itself(devices: Devices, desk: AtDesk):
    north, west = sits(devices, desk, 1), sits(devices, desk, 2)
    write(north, 100, 80)
    expect(north.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()
    expect(west.get_by_role("heading", name="¿Es lo que firmasteis?")).to_be_visible()
    west.get_by_role("button", name="Conforme").click()
    expect(west.get_by_role("heading", name="Confirmado")).to_be_visible()
    expect(north.get_by_role("heading", name="Confirmado")).to_be_visible()
    assert desk.table(1, 1)["status"] == "confirmed"


def test_phone_wall_desk_and_public_page_show_the_same_second(devices: Devices, desk: AtDesk):
    """A clock that stands still does so in the middle of a second: there is one way to round it."""
    desk.hall("pause_clock")
    phone = sits(devices, desk, 1)
    wall, public = devices.page(HALL, base_url=desk.server.url), devices.page(PHONE, base_url=desk.server.url)
    wall.goto(f"/e/{desk.event}/wall?only=clock")
    public.goto(f"/e/{desk.event}")
    context = devices.context(LAPTOP, base_url=desk.server.url)
    context.add_cookies([{"name": "tantera", "value": str(desk.browser.cookie), "url": desk.server.url}])
    at_desk = first_page(context)
    at_desk.goto(f"/e/{desk.event}/desk/clock")
    clock = desk.server.app.state.tournaments.all[desk.event].hall.clock
    left = minutes(clock.left(0))
    expect(phone.locator(".phone-clock b")).to_have_text(left)
    expect(wall.locator("[data-figures]")).to_have_text(left)
    expect(public.locator("[data-public-clock]")).to_have_text(left)
    expect(at_desk.locator("#hall-clock")).to_have_text(left)
    expect(at_desk.locator("[data-clock-figures]")).to_have_text(left)


def test_without_the_network_a_slip_is_kept_on_the_phone_and_sent_once(devices: Devices, desk: AtDesk, watch: Watch):
    watch.expect("ERR_INTERNET_DISCONNECTED")
    north = sits(devices, desk, 1)
    before = records(desk)
    north.context.set_offline(True)
    write(north, 100, 80)
    expect(north.get_by_role("status")).to_contain_text(f"{KEPT}: 100–80")
    north.wait_for_timeout(1500)  # it tries again meanwhile
    assert records(desk) == before
    north.context.set_offline(False)
    expect(north.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()
    expect(north.get_by_text(KEPT)).to_be_hidden()
    assert records(desk) == before + 1
    assert desk.table(1, 1)["score"] == [100, 80]


def test_where_only_the_answer_is_lost_the_slip_still_counts_once(devices: Devices, desk: AtDesk, watch: Watch):
    watch.expect("ERR_FAILED")
    north = sits(devices, desk, 1)
    before = records(desk)
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    north.route("**/t/1/1", lose)
    write(north, 100, 80)
    expect(north.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()
    assert lost == [303, 303]
    assert records(desk) == before + 1


def test_what_was_kept_is_sent_by_the_next_page_that_opens(devices: Devices, desk: AtDesk, watch: Watch):
    watch.expect("ERR_INTERNET_DISCONNECTED")
    north = sits(devices, desk, 1)
    before = records(desk)
    with north.expect_console_message(lambda message: "ERR_INTERNET_DISCONNECTED" in message.text):
        north.context.set_offline(True)
        write(north, 100, 80)
    expect(north.get_by_text(KEPT)).to_be_visible()
    context = north.context
    north.close()
    context.clear_cookies(name="csrf")  # the browser was closed: what it keeps for a session is gone
    context.set_offline(False)
    again = context.new_page()
    again.goto(f"/e/{desk.event}/me")
    expect(again.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()
    assert records(desk) == before + 1


def without_network(page: Page, *hands: tuple[str, str]) -> None:
    """Hands are written one after the other: how each ended, its points."""
    page.get_by_role("link", name="Apuntar mano a mano").click()
    page.context.set_offline(True)
    for ended, points in hands:
        page.locator(f"input[value={ended}]").check()
        page.locator("#points").fill(points)
        page.get_by_role("button", name="Apuntar la mano").click()


def test_hands_written_without_the_network_arrive_in_order(devices: Devices, desk: AtDesk, watch: Watch):
    watch.expect("ERR_INTERNET_DISCONNECTED")
    north = sits(devices, desk, 1)
    without_network(north, ("d1", "41"), ("d2", "28"), ("b1", "60"))
    expect(north.get_by_role("status")).to_contain_text(f"{KEPT}: Mano 1, Mano 2, Mano 3")
    north.context.set_offline(False)
    expect(north.get_by_role("heading", name="La partida ha acabado: 101–28")).to_be_visible()
    expect(north.locator("tfoot")).to_contain_text("101")
    north.get_by_role("link", name="Era la última mano").click()
    assert north.locator("#score1").input_value() == "101"
    assert north.locator("#score2").input_value() == "28"
    north.get_by_role("button", name="Anotar").click()
    expect(north.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()


def test_a_hand_that_is_refused_holds_those_after_it_until_it_is_put_right(
    devices: Devices, desk: AtDesk, watch: Watch
):
    watch.expect("ERR_INTERNET_DISCONNECTED")
    watch.expect("status of 400")
    north = sits(devices, desk, 1)
    without_network(north, ("d1", "900"), ("d2", "28"), ("b1", "60"))
    north.context.set_offline(False)
    expect(north.get_by_role("alert")).to_contain_text("más de lo que da una mano")
    expect(north.get_by_role("status")).to_contain_text("Sin enviar: Mano 2, Mano 3")
    north.locator("#points").fill("41")
    north.get_by_role("button", name="Apuntar la mano").click()
    expect(north.get_by_role("heading", name="La partida ha acabado: 101–28")).to_be_visible()
    expect(north.locator("tfoot")).to_contain_text("101")


def test_two_pages_of_one_phone_lose_nothing_of_what_it_keeps(devices: Devices, desk: AtDesk, watch: Watch):
    watch.expect("ERR_INTERNET_DISCONNECTED")
    north = sits(devices, desk, 1)
    without_network(north, ("d1", "41"), ("d2", "28"), ("b1", "60"))
    north.evaluate(
        """() => {
            // Another page of this phone sends the first one too, and hears of it a moment earlier.
            const plain = window.fetch;
            window.fetch = async (address, options) => {
                const answer = await plain(address, options);
                if (options?.method !== "POST") return answer;
                window.fetch = plain;
                const [name] = Object.keys(localStorage).filter((one) => one.startsWith("tantera.outbox."));
                localStorage.setItem(name, JSON.stringify(JSON.parse(localStorage.getItem(name)).slice(1)));
                return answer;
            };
        }"""
    )
    north.context.set_offline(False)
    expect(north.get_by_role("heading", name="La partida ha acabado: 101–28")).to_be_visible()
    expect(north.locator("tfoot")).to_contain_text("101")


def test_a_router_that_answers_in_our_place_has_kept_nothing(devices: Devices, desk: AtDesk):
    north = sits(devices, desk, 1)
    before = records(desk)
    asked: list[str] = []

    def portal(route: Route) -> None:
        if route.request.method == "POST" and not asked:
            asked.append(route.request.url)
            route.fulfill(status=200, content_type="text/html", body="<main id='main'>Acepta las condiciones</main>")
        else:
            route.continue_()

    north.route("**/t/1/1", portal)
    write(north, 100, 80)
    expect(north.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()
    assert len(asked) == 1
    assert records(desk) == before + 1


def test_a_refused_slip_says_why_and_keeps_what_was_typed(devices: Devices, desk: AtDesk, watch: Watch):
    watch.expect("status of 400")
    north = sits(devices, desk, 1)
    write(north, 100, 180)
    expect(north.get_by_role("alert")).to_contain_text("Solo uno puede llegar a 100")
    assert north.locator("#score2").input_value() == "180"
    write(north, 100, 80)
    expect(north.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()


def test_plain_forms_do_without_script(devices: Devices, desk: AtDesk):
    north, west = sits(devices, desk, 1, script="off"), sits(devices, desk, 2, script="off")
    write(north, 100, 80)
    expect(north.get_by_role("heading", name="Ahora lo confirma uno de los otros")).to_be_visible()
    west.reload()
    west.get_by_role("link", name="No coincide").click()
    west.locator("#score1").fill("100")
    west.locator("#score2").fill("88")
    west.get_by_role("button", name="Enviar al juez").click()
    expect(west.get_by_role("heading", name="Esperad al juez")).to_be_visible()
    assert desk.table(1, 1)["status"] == "disputed"


def judge_on(devices: Devices, desk: AtDesk, screen: Screen = PHONE, theme: Theme = "light") -> Page:
    page = devices.page(screen, theme=theme, base_url=desk.server.url)
    assert desk.browser.cookie is not None
    page.context.add_cookies([{"name": "tantera", "value": desk.browser.cookie, "url": desk.server.url}])
    page.goto(f"/e/{desk.event}/desk/judges")
    return page


def test_a_call_comes_to_the_judges_phones_by_itself(devices: Devices, desk: AtDesk):
    judge, north = judge_on(devices, desk), sits(devices, desk, 1)
    expect(judge.get_by_text("Nadie espera al juez")).to_be_visible()
    north.get_by_role("link", name="Llamar al juez").click()
    north.get_by_role("button", name="Una falta").click()
    expect(north.get_by_text("Juez avisado: Una falta")).to_be_visible()
    expect(judge.get_by_text("Una falta")).to_be_visible()
    expect(judge.locator(".waits")).to_have_text("0:02")
    judge.get_by_role("button", name="Voy").click()
    expect(north.get_by_text("Viene")).to_be_visible()
    judge.get_by_role("button", name="Atendido").click()
    expect(judge.get_by_text("Nadie espera al juez")).to_be_visible()


def test_who_wants_to_be_told_their_table_but_has_refused_notifications_reads_where_to_allow_them(
    devices: Devices, desk: AtDesk
):
    page = sits(devices, desk, 1, workers="allow")
    devices.spoil(page)
    asked = {"permission": {"name": "notifications"}, "setting": "denied"}
    page.context.new_cdp_session(page).send("Browser.setPermission", asked)
    page.goto(f"/e/{desk.event}/me")
    told = page.locator("#not-called")
    expect(told).to_have_role("status")
    expect(told).to_be_empty()
    page.get_by_role("button", name="Avísame de mi mesa en este móvil").click()
    sentence = "a este navegador le dijiste que no: toca el icono a la izquierda de la dirección"
    expect(told).to_contain_text(sentence)
    assert faults(page) == []
    keep(page, "phone-refused")
    desk.order("result", round=1, table=1, score=[100, 88])
    expect(page.locator(".own-rounds")).to_contain_text("100–88")  # a newer page has come
    expect(told).to_contain_text(sentence)
    expect(page.get_by_role("button", name="Avísame de mi mesa en este móvil")).to_be_visible()


def test_a_photo_is_made_small_and_sent_once_the_network_is_back(devices: Devices, desk: AtDesk, watch: Watch):
    watch.expect("ERR_INTERNET_DISCONNECTED")
    north = sits(devices, desk, 1)
    picture = north.evaluate(
        """() => new Promise((done) => {
            const canvas = document.createElement("canvas");
            [canvas.width, canvas.height] = [3000, 2000];
            canvas.getContext("2d").fillRect(10, 10, 500, 500);
            canvas.toBlob((blob) => blob.arrayBuffer().then((bytes) => done([...new Uint8Array(bytes)])), "image/png");
        })"""
    )
    file = {"name": "hoja.png", "mimeType": "image/png", "buffer": bytes(picture)}
    north.context.set_offline(True)
    north.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(north.locator("#kept.unsent")).to_contain_text("Enviando la foto")
    north.context.set_offline(False)
    expect(north.get_by_text("Fotos de la papeleta: 1")).to_be_visible()
    with open_store_file(desk.server.config.events / f"{desk.event}.tantera") as store:
        (kept,) = store.streams("photo/")
        assert store.read(kept.stream)[0].event.startswith(b"\xff\xd8\xff")


Look = tuple[Screen, Theme]
DAY: Look = (PHONE, "light")
NIGHT: Look = (PHONE_TALL, "dark")


@pytest.mark.parametrize(
    ("one", "other"), [(DAY, NIGHT), *(pytest.param(look, look, marks=pytest.mark.prove) for look in (DAY, NIGHT))]
)
def test_nothing_stands_in_anybodys_way(devices: Devices, desk: AtDesk, one: Look, other: Look, watch: Watch):
    watch.expect("status of 400")
    north, west = sits(devices, desk, 1, one[0], theme=one[1]), sits(devices, desk, 2, other[0], theme=other[1])
    address = f"/e/{desk.event}/t/1/1"

    def looked(page: Page, name: str) -> None:
        assert faults(page) == [], name
        keep(page, f"phone-{name}")

    looked(north, "enter")
    for ask in ("judge", "hands"):
        north.goto(f"{address}?ask={ask}")
        looked(north, ask)
    north.goto(address)
    write(north, 100, 180)
    expect(north.get_by_role("alert")).to_be_visible()
    looked(north, "refused")
    write(north, 100, 80)
    expect(north.get_by_role("link", name="Corregir")).to_be_visible()
    looked(north, "correct")
    expect(west.get_by_role("button", name="Conforme")).to_be_visible()
    looked(west, "answer")
    west.get_by_role("link", name="No coincide").click()
    looked(west, "version")
    west.locator("#score1").fill("100")
    west.locator("#score2").fill("88")
    west.get_by_role("button", name="Enviar al juez").click()
    expect(west.get_by_role("heading", name="Esperad al juez")).to_be_visible()
    desk.hall("call_judge", call="c1", round=1, table=1, reason="No coincide el tanteo")
    expect(west.get_by_text("Juez avisado")).to_be_visible()
    looked(west, "disputed")
    looked(judge_on(devices, desk, *one), "judges")
    desk.order("late", round=1, player=desk.table(1, 1)["seats"][1], minutes=7)
    desk.order("result", round=1, table=1, score=[100, 88])
    expect(west.get_by_role("heading", name="Confirmado")).to_be_visible()
    looked(west, "confirmed")
    for more in ("", "?wrong=1"):
        west.goto(f"/e/{desk.event}/me{more}")
        looked(west, f"me{more.replace('?', '-').replace('=', '-')}")
