"""From home to a friend's table, the lobby that stays current, and one's own page, on real screens."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page, expect

from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.browser.watch import Watch
from tests.web.matches import played
from tests.web.serving import Guest, Running


def device(devices: Devices, server: Running, who: Guest, screen: Screen, theme: Theme = "light") -> Page:
    context = devices.context(screen, theme=theme, base_url=server.url)
    context.add_cookies([{"name": "tantera", "value": who.cookie or "", "url": server.url}])
    return first_page(context)


def test_a_friends_table_is_two_taps_from_home_and_the_lobby_sees_who_comes(server: Running, devices: Devices):
    ana, bea, quim = (Guest(server.url, name) for name in ("Ana Colón", "Bea Roig", "Quim Llull"))
    for one in (bea, quim):
        one.asks("POST", "/api/me", json={"name": one.name})
    opened = ana.opens("san-juan", settings={"public": True})
    phone, laptop = device(devices, server, bea, PHONE, "dark"), device(devices, server, quim, LAPTOP)
    laptop.goto("/tables")
    mine = laptop.locator("#room-list li", has_text="Ana Colón")
    expect(mine.locator(".plate.free")).to_have_count(3)
    assert faults(laptop) == []
    keep(laptop, "lobby")

    phone.goto("/")
    phone.get_by_role("link", name="Jugar con alguien").click()
    phone.locator("#room-list li", has_text="Ana Colón").get_by_role("button").click()
    phone.wait_for_url(f"**/tables/{opened['table']}")
    expect(phone.locator(".seat.mine")).to_contain_text("Bea Roig")

    expect(mine.locator(".plate.free")).to_have_count(2)
    expect(laptop.locator("#here")).to_contain_text("Bea Roig")


def test_an_invited_friend_sees_the_button_to_come_in_without_scrolling(server: Running, devices: Devices):
    opened = Guest(server.url, "Ana Colón").opens("clasico")
    phone = devices.page(PHONE, base_url=server.url)
    phone.goto(f"/t/{opened['code']}")
    comes_in, choice = phone.get_by_role("button", name="Entrar"), phone.get_by_role("radio")
    expect(comes_in).to_be_in_viewport(ratio=1)
    assert choice.count() > 3
    assert faults(phone) == []
    choice.last.scroll_into_view_if_needed()
    choice.last.check()
    phone.get_by_label("Tu nombre").fill("Bea")
    comes_in.tap()
    phone.wait_for_url(f"**/tables/{opened['table']}")


def test_who_is_here_is_asked_by_one_tap_reads_it_where_they_are_and_sits_down_by_another(
    server: Running, devices: Devices
):
    ana, bea = (Guest(server.url, name) for name in ("Ana Colón", "Bea Roig"))
    for one in (ana, bea):
        one.asks("POST", "/api/me", json={"name": one.name})
    phone, laptop = device(devices, server, ana, PHONE, "dark"), device(devices, server, bea, LAPTOP)
    laptop.goto("/tables")
    phone.goto("/tables")
    phone.get_by_role("button", name="Invitar a Bea Roig a tu mesa").click()
    expect(phone.locator(".asked")).to_contain_text("Bea Roig tiene tu invitación")
    assert faults(phone) == []
    asked = laptop.locator("#invited")
    expect(asked).to_contain_text("Ana Colón te invita", timeout=8000)
    assert faults(laptop) == []
    laptop.goto("/")
    expect(laptop.locator(".invited")).to_contain_text("Ana Colón te invita")
    assert faults(laptop) == []
    laptop.locator(".invited").get_by_role("button", name="Sentarse").click()
    expect(laptop.locator(".seat.mine")).to_contain_text("Bea Roig")
    expect(phone.locator(".asked")).to_have_count(0)


def test_who_waits_for_somebody_sees_until_when_at_the_table_and_in_the_lobby(server: Running, devices: Devices):
    rosa = Guest(server.url, "Rosa Amat")
    rosa.asks("POST", "/api/me", json={"name": rosa.name})
    phone = device(devices, server, rosa, PHONE)
    phone.goto("/tables")
    phone.get_by_label("Reglamento").select_option("ueh")
    phone.get_by_role("button", name="Jugar con alguien").click()
    expect(phone.locator(".filling")).to_contain_text("Estás tú; faltan 3")
    expect(phone.locator(".filling time")).to_contain_text("0:")
    assert faults(phone) == []
    keep(phone, "lobby-waiting")
    other = phone.context.new_page()
    other.goto("/tables")
    expect(other.locator("#pair")).to_contain_text("Rosa Amat (tú)")
    assert faults(other) == []
    other.get_by_role("link", name="Volver a la mesa").click()
    expect(other.locator(".seat.mine")).to_contain_text("Rosa Amat")


def test_ones_own_page_can_be_read_by_everybody_in_both_themes(server: Running, devices: Devices, watch: Watch):
    watch.expect("status of 400")
    with ThreadPoolExecutor(1) as thread:
        marta, _ = thread.submit(lambda: played(server.url, "clasico", limit="30p", name="Marta Vidal")).result()
    marta.opens("tarragona", bots="all", settings={"times": {"entropy": 0}})
    for screen, theme in ((PHONE, "light"), (LAPTOP, "dark")):
        page = device(devices, server, marta, screen, theme)  # type: ignore[arg-type]
        page.goto("/me")
        assert page.locator(".primary").count() == 1, "the match that was left, and nothing else"
        assert faults(page) == []
        keep(page, "me-home", whole=True)
        page.get_by_text("Borrarme", exact=True).click()
        page.get_by_label("Escribe tu nombre para borrarlo").fill("otra")
        page.get_by_role("button", name="Bórrame para siempre").click()
        expect(page.get_by_text("Escribe tu nombre como está arriba: Marta Vidal")).to_be_visible()
        assert faults(page) == []


def test_who_waits_in_the_lobby_is_taken_to_the_table_when_it_begins(server: Running, devices: Devices):
    laia = Guest(server.url, "Laia Ferrer")
    opened = laia.opens("clasico", settings={"public": True, "fill_after": 4000, "times": {"entropy": 0}})
    laptop = device(devices, server, laia, LAPTOP)
    laptop.goto("/tables")
    laptop.wait_for_url(f"**/tables/{opened['table']}")
    expect(laptop.locator("#table")).not_to_have_attribute("data-mode", "lobby")
