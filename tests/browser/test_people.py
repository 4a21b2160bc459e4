"""Partners, onlookers and the referee at one table, each on a screen of their own."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Seat, play, sit
from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, PHONE_TALL, Devices, Screen, Theme
from tests.browser.screenshots import keep
from tests.web.serving import Guest, Running

QUICK = {"times": {"entropy": 0, "count": 60000}}


def a_button(seat: Seat, key: str) -> None:
    """One that is beside the table: on a phone behind the three dots."""
    button = seat.page.locator(f"#side [data-key={key}]")
    if not button.is_visible():
        seat.press(seat.page.locator("#bar .more"))
    seat.press(button)


def back_to_the_table(seat: Seat) -> None:
    if seat.table.get_attribute("data-side") == "open":
        seat.press(seat.page.locator("#bar .more"))


class Racks(NamedTuple):
    """What lies round the cloth, and while the table is at what."""

    mode: str
    open: int
    drawn: int


def racks_seen(seat: Seat) -> Racks:
    """In one look: between two of them the hand may be over, and the racks turned up."""
    count = "selector => table.querySelectorAll(`#cloth .edge ${selector}`).length"
    return Racks(*seat.table.evaluate(f"table => [table.dataset.mode, ...['.open', 'use'].map({count})]"))


@pytest.mark.article("TG-7.9", "TG-7.10", "SJ-conteo")
def test_partners_talk_after_the_hand_only_and_who_looks_on_sees_no_tile_and_comes_along_to_the_rematch(
    server: Running, devices: Devices
):
    marta, jordi, eva = (Guest(server.url, name) for name in ("Marta Vidal", "Jordi Pons", "Eva Riba"))
    opened = marta.opens("tarragona", limit="999p 2h", settings=QUICK)
    jordi.comes_to(opened)
    eva.comes_to(opened)
    one = sit(devices.context(PHONE), marta, opened, "finger")
    other = sit(devices.context(LAPTOP, theme="dark"), jordi, opened, "mouse")
    looks_on = sit(devices.context(PHONE_TALL), eva, opened, "finger")
    other.page.get_by_role("button", name="Sentarme de pareja de Vidal").click()
    one.press(one.page.locator("[data-key=start]"))
    both = [one, other]
    one.agrees = other.agrees = False

    # no hand is over while both wait: there is a look at it in play, however far a screen is behind
    play(both, lambda: "play" in (one.mode(), other.mode()))
    expect(looks_on.table).to_have_attribute("data-mode", "play")
    looks = [racks_seen(looks_on)]

    def seen_enough() -> bool:
        looks.append(racks_seen(looks_on))
        return looks_on.chain().count("|") > 3 or looks_on.mode() == "count"

    play(both, seen_enough)
    expect(looks_on.page.locator("#rack button")).to_have_count(0)
    in_play = [look for look in looks if look.mode == "play"]
    assert {look.open for look in in_play} == {0}
    assert max(look.drawn for look in in_play) > 4, "backs, and nothing else"
    expect(other.page.locator("#talk input")).to_have_count(0)
    keep(looks_on.page, "table-spectator")

    play(both, lambda: one.mode() == other.mode() == "count")
    one.press(one.panel.locator("[data-key=write]"))
    field = one.panel.get_by_label("Escribir a tu compañero")
    field.fill("¡Bien jugado!")
    field.press("Enter")
    expect(other.panel.locator(".said")).to_contain_text("¡Bien jugado!")
    keep(one.page, "count-talk")
    for seat in both:
        expect(seat.panel.locator("[data-key=conforme]")).to_be_visible()
    one.agree()
    one.agrees = other.agrees = True
    expect(one.table).to_have_attribute("data-mode", "play")
    expect(one.panel.get_by_label("Escribir a tu compañero")).to_have_count(0)
    expect(looks_on.page.get_by_text("¡Bien jugado!")).to_have_count(0)

    play(both, lambda: one.mode() == other.mode() == "ended")
    other.page.get_by_label("Escribir a todos").fill("Otra")
    other.page.keyboard.press("Enter")
    expect(looks_on.panel).to_contain_text("Otra")
    one.press(one.panel.locator("[data-key=rematch]"))
    expect(other.panel).to_contain_text("Marta Vidal propone la revancha")
    other.press(other.panel.locator("[data-key=rematch]"))
    for seat in (one, other, looks_on):
        expect(seat.table).not_to_have_attribute("data-mode", "ended")
    play(both, lambda: looks_on.mode() == "play" and looks_on.chain().count("|") > 1)
    assert looks_on.hand_number() == 1


@pytest.mark.article("TG-7.9")
def test_partners_are_offered_to_write_as_long_as_they_may_and_no_longer(server: Running, devices: Devices):
    marta, jordi = (Guest(server.url, name) for name in ("Marta Vidal", "Jordi Pons"))
    opened = marta.opens("tarragona", limit="999p 2h", settings=QUICK)
    jordi.comes_to(opened)
    one, other = (sit(devices.context(screen), guest, opened) for screen, guest in ((PHONE, marta), (LAPTOP, jordi)))
    devices.spoil(one.page).clock.install()
    other.page.get_by_role("button", name="Sentarme de pareja de Vidal").click()
    one.press(one.page.locator("[data-key=start]"))
    one.agrees = other.agrees = False
    play([one, other], lambda: one.mode() == other.mode() == "count")
    write = one.panel.locator("[data-key=write]")
    expect(write).to_be_visible()
    one.page.clock.fast_forward(31_000)  # of the thirty seconds that the book gives
    expect(write).to_have_count(0)
    expect(one.panel).not_to_contain_text("Podéis hablar")
    expect(one.panel.locator("[data-key=conforme]")).to_be_visible()


@pytest.mark.parametrize(("quick", "reader"), [(LAPTOP, PHONE), (PHONE, LAPTOP)])
def test_the_count_stays_for_who_reads_it_while_the_others_go_on_and_goes_when_they_are_needed(
    server: Running, devices: Devices, quick: Screen, reader: Screen
):
    marta, jordi = (Guest(server.url, name) for name in ("Marta Vidal", "Jordi Pons"))
    opened = marta.opens("clasico", limit="999p", settings=QUICK | {"manner": "home", "pace": "at_once"})
    jordi.comes_to(opened)
    one = sit(devices.context(quick), marta, opened)
    other = sit(devices.context(reader), jordi, opened)
    other.page.get_by_role("button", name="Sentarme de pareja de Vidal").click()
    one.press(one.page.locator("[data-key=start]"))
    one.agrees = other.agrees = False
    both = [one, other]
    for _ in range(12):
        play(both, lambda: one.mode() == other.mode() == "count")
        number = other.hand_number()
        told = other.page.locator(".count-table").inner_text()
        racks = racks_seen(other).open
        one.press(one.panel.locator("[data-key=conforme]"))
        expect(one.table).to_have_attribute("data-mode", "play")
        other.page.wait_for_function(
            "number => Number(document.querySelector('#bar h1').textContent.match(/\\d+$/)) > number"
            " || document.querySelector('#band.mine')",
            arg=number,
        )
        if other.is_my_turn():
            continue  # they are needed at once
        assert (other.mode(), racks_seen(other).open) == ("count", racks)
        assert other.page.locator(".count-table").inner_text() == told
        expect(other.panel).to_contain_text("La mano siguiente ya ha empezado")
        assert faults(other.page) == []
        keep(other.page, "count-held")
        break
    else:
        raise AssertionError("the reader was in turn first in every hand")
    play([one], lambda: other.is_my_turn())
    expect(other.table).to_have_attribute("data-mode", "play")
    expect(other.page.locator("#rack button")).to_have_count(7)

    one.agrees = True
    play(both, lambda: other.mode() == "count")
    one.agree()
    other.agree()
    expect(other.table).to_have_attribute("data-mode", "play")
    assert one.is_current()
    assert other.is_current()


@pytest.mark.parametrize("screen", [PHONE, LAPTOP])
def test_where_the_book_allows_it_a_phrase_is_one_tap_away_while_a_hand_is_played_and_read_in_ones_own_language(
    server: Running, devices: Devices, screen: Screen
):
    marta, jordi = (Guest(server.url, name) for name in ("Marta Vidal", "Jordi Pons"))
    opened = marta.opens("clasico", settings=QUICK | {"manner": "home"})
    jordi.comes_to(opened)
    one = sit(devices.context(screen), marta, opened, "finger" if screen is PHONE else "mouse")
    other = sit(devices.context(PHONE_TALL, locale="ca-ES"), jordi, opened, "finger")
    other.press(other.page.get_by_role("button", name="Seure de parella de Vidal"))
    one.press(one.page.locator("[data-key=start]"))
    play([one, other], lambda: one.mode() == "play" and one.chain().count("|") > 3)
    say = one.page.locator("#quick").get_by_role("button", name="Hablar")
    expect(say).to_be_visible()
    assert faults(one.page) == []
    one.press(say)
    expect(one.page.locator("#quick .saying button")).to_have_count(5)
    one.page.keyboard.press("Escape")
    expect(one.page.locator("#quick .saying")).to_have_count(0)
    one.press(say)
    one.press(one.page.locator("#quick .saying").get_by_role("button", name="Un momento, por favor"))
    expect(one.page.locator("#quick .saying")).to_have_count(0)
    expect(other.panel.locator(".strip.said")).to_contain_text("Marta Vidal Un moment, si us plau")


def test_a_slip_is_taken_back_and_a_pause_made_when_both_agree(server: Running, devices: Devices):
    marta, nuria = Guest(server.url, "Marta Vidal"), Guest(server.url, "Núria Roca")
    opened = marta.opens("clasico", options={"players": 2, "play": "alone", "boneyard": "one"}, settings=QUICK)
    nuria.comes_to(opened)
    one = sit(devices.context(PHONE), marta, opened, "finger")
    other = sit(devices.context(LAPTOP), nuria, opened, "keys")
    other.press(other.page.get_by_role("button", name="Sentarme enfrente"))
    both = [one, other]

    play(both, lambda: one.is_my_turn() and one.page.locator("#rack button.up").count() > 1)
    before = one.tiles()
    tile = one.play_something()
    a_button(one, "take-back")
    back_to_the_table(one)
    expect(other.panel).to_contain_text("Marta Vidal propone deshacer su última jugada")
    assert tile not in one.tiles()
    other.press(other.panel.locator("[data-key=yes-take_back]"))
    expect(one.band).to_have_class("mine")
    assert one.tiles() == before

    a_button(one, "pause")
    back_to_the_table(one)
    other.press(other.panel.locator("[data-key=yes-pause]"))
    for seat in both:
        expect(seat.band).to_contain_text("Pausa")
        assert not seat.is_my_turn()
    keep(one.page, "table-pause")
    other.press(other.panel.locator("[data-key=resume]"))
    one.press(one.panel.locator("[data-key=yes-resume]"))
    expect(one.band).to_have_class("mine")
    assert one.play_something()


@pytest.mark.article("TG-14.1", "TG-18.2")
def test_the_referee_finds_what_happened_by_players_words_and_everybodys_sheet_has_it(
    server: Running, devices: Devices
):
    marta, nuria, pere = (Guest(server.url, name) for name in ("Marta Vidal", "Núria Roca", "Pere Llull"))
    opened = marta.opens("tarragona", settings=QUICK)
    nuria.comes_to(opened)
    pere.comes_to(opened)
    one = sit(devices.context(PHONE), marta, opened, "finger")
    other = sit(devices.context(LAPTOP, theme="dark"), nuria, opened, "mouse")
    referee = sit(devices.context(PHONE_TALL), pere, opened, "finger")
    other.page.get_by_role("button", name="Sentarme a la derecha").click()
    a_button(referee, "judge")
    back_to_the_table(referee)
    for seat in (one, other):
        seat.press(seat.panel.locator("[data-key=yes-referee]"))
    one.press(one.page.locator("[data-key=start]"))
    both = [one, other]
    play(both, lambda: one.chain().count("|") > 3 and one.mode() == "play" and one.is_my_turn())

    a_button(one, "call")
    reason = one.page.get_by_label("¿De qué se trata?")
    reason.fill("ha sonado un móvil")
    reason.press("Enter")
    back_to_the_table(one)
    expect(referee.panel).to_contain_text("«ha sonado un móvil»")
    expect(other.panel).to_contain_text("Marta Vidal ha llamado al juez")
    expect(other.panel).not_to_contain_text("ha sonado")

    # The player on the offender's right decides: both are people where they sit beside each other.
    right = one.page.locator(".plate.right .name").get_attribute("title")
    offender, decider = (one, other) if right == other.name else (other, one)
    referee.press(referee.panel.get_by_role("button", name="Anotar una falta"))
    referee.press(referee.panel.locator(".person", has_text=offender.name))
    search = referee.panel.get_by_role("searchbox")
    search.fill("renuncio")
    expect(referee.panel.locator(".entry").first).to_contain_text("Pasar con ficha")
    search.fill("teléfono")
    referee.press(referee.panel.get_by_role("radio", name="Llamada al móvil"))
    expect(referee.panel.locator(".follows")).to_contain_text("Tarjeta azul")
    keep(referee.page, "referee-records")
    referee.press(referee.panel.locator("[data-key=record]"))
    expect(decider.panel.get_by_role("heading", name="Decides tú")).to_be_visible()
    expect(offender.panel.locator(".answer")).to_have_count(0)
    expect(referee.panel.locator(".answer")).to_have_count(0)
    keep(decider.page, "table-decides")
    decider.press(decider.panel.locator(".answer").first)
    for seat in both:
        expect(seat.panel.locator(".answer")).to_have_count(0)
        words = [row.words for row in seat.sheet().rows]
        assert any("Az" in row and "¿por qué?" in row for row in words), words


@pytest.mark.parametrize(("screen", "theme"), [(PHONE, "dark"), (LAPTOP, "light")])
def test_who_looks_at_a_match_that_is_over_reads_that_a_friend_asks_them_to_another(
    server: Running, devices: Devices, screen: Screen, theme: Theme
):
    marta, nuria = Guest(server.url, "Marta Vidal"), Guest(server.url, "Núria Roca")
    for guest in (marta, nuria):
        guest.asks("POST", "/api/me", json={"name": guest.name})
    opened = marta.opens("clasico", limit="1h", settings=QUICK | {"manner": "home", "pace": "at_once"})
    nuria.comes_to(opened)
    one = sit(devices.context(LAPTOP), marta, opened)
    other = sit(devices.context(screen, theme=theme), nuria, opened)
    other.page.get_by_role("button", name="Sentarme de pareja de Vidal").click()
    one.press(one.page.locator("[data-key=start]"))
    play([one, other], lambda: one.mode() == other.mode() == "ended")

    asked = other.page.locator("#asked")
    other.page.get_by_role("link", name="Ver la repetición").click()
    expect(asked).to_be_empty()
    one.press(one.panel.locator("[data-key=rematch]"))
    expect(asked).to_contain_text("Marta Vidal propone la revancha")
    assert faults(other.page) == []
    asked.get_by_role("link", name="A la mesa").click()
    other.press(other.panel.locator("[data-key=no-rematch]"))

    person = other.page.evaluate("fetch('/api/me').then((answer) => answer.json())")["person"]
    settings = {"invited": [person], "manner": "home"}
    again = marta.opens("clasico", settings=settings)
    expect(other.panel.locator(".invited")).to_contain_text("Marta Vidal te invita")
    assert faults(other.page) == []
    keep(other.page, "ended-invited")
    other.panel.locator(".invited").get_by_role("button", name="Sentarse").click()
    other.page.wait_for_url(f"**/tables/{again['table']}")
