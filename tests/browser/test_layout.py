"""Where things lie on a table's page, measured: both ends of the carro are seen on every phone, and nothing lies over a
tile, an open end or a rack."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.crew import Crew, Gathering
from tests.browser.looking import faults
from tests.browser.scenes import LONG, NAMES, REFEREE, at_table, deciding, fits_both, in_play, pick_for_both_ends
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen, first_page
from tests.browser.screenshots import keep
from tests.web.serving import Running

LYING, LYING_SMALL, NARROW = Screen(740, 360, "finger"), Screen(640, 320, "finger"), Screen(320, 568, "finger")
TABLET, TABLET_SMALL = Screen(1100, 700), Screen(900, 600)
LOOKS_ON = "Eva Riba"

OVER = """([over, under]) => {
    const cloth = document.querySelector("#cloth").getBoundingClientRect();
    const seen = ({ left, right, top, bottom }) => ({  // what lies on the cloth ends where the cloth does
        left: Math.max(left, cloth.left), right: Math.min(right, cloth.right),
        top: Math.max(top, cloth.top), bottom: Math.min(bottom, cloth.bottom),
    });
    const boxOf = (one) => (one.closest(".felt") ? seen : (box) => box)(one.getBoundingClientRect());
    const boxes = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility())
        .map((one) => [one, boxOf(one)]).filter(([, box]) => box.right > box.left && box.bottom > box.top);
    const called = (one) => one.dataset?.tile ?? (one.textContent.trim().slice(0, 20) || one.getAttribute("class"));
    return boxes(over).flatMap(([one, a]) => boxes(under).flatMap(([other, b]) =>
        a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1
            ? [`${called(one)} lies over ${called(other)}`] : []));
}"""
"""What of the first kind lies over something of the second."""

ENDS = """([left, right]) => [left, right].map((tile) => {
    const one = document.querySelector(`.felt .faces [data-tile="${tile}"]`);
    const [box, cloth] = [one, document.querySelector("#cloth")].map((it) => it.getBoundingClientRect());
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const inside = box.left >= cloth.left && box.right <= cloth.right &&
        box.top >= cloth.top && box.bottom <= cloth.bottom;
    return inside && top?.closest(".felt") && !top.closest(".small") ? Math.round(Math.min(box.width, box.height)) : 0;
})"""
"""How wide, in px, the tiles at the two ends are; 0 where one is not to be seen whole."""

BEYOND = """(panel, which) => [...panel.querySelectorAll(which)].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().right > panel.getBoundingClientRect().left + panel.clientWidth;
}).map((one) => one.textContent)"""
"""What is written beyond the right edge of the panel."""

CROWDED = """(band) => {
    const boxOf = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return one.matches("strong") ? range.getBoundingClientRect() : one.getBoundingClientRect();
    };
    const parts = [...band.querySelectorAll(".ring, strong, .end, button")].filter((one) => one.checkVisibility());
    const edge = band.getBoundingClientRect().right;
    return parts.filter((one, at) => boxOf(one).right > (parts[at + 1] ? boxOf(parts[at + 1]).left : edge))
        .map((one) => one.textContent || one.getAttribute("class"));
}"""
"""What of the band reaches into what stands on its right."""


@pytest.fixture(scope="module")
def crew(server: Running) -> Iterator[Crew]:
    with closing(Crew(server)) as crew:
        yield crew


STILL = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((one) => one.finished));
}"""
"""Until nothing moves any more but what moves for ever."""


def looked_at(devices: Devices, crew: Crew, party: Gathering, name: str, screen: Screen, look: str = "") -> Page:
    scene = at_table(party, name)
    context = devices.context(screen, base_url=crew.url)
    assert scene.guest.cookie is not None
    cookies = {"tantera": scene.guest.cookie} | ({"look": look} if look else {})
    context.add_cookies([{"name": key, "value": value, "url": crew.url} for key, value in cookies.items()])
    page = first_page(context)
    page.goto(scene.path)
    expect(page.locator("#table")).to_have_attribute("data-current", "true")
    page.evaluate(STILL)
    return page


def a_long_hand(crew: Crew) -> Gathering:
    """Twenty tiles on the table, and people around it."""
    for _ in range(20):
        party = crew.gather("san-juan", [*NAMES, LOOKS_ON])
        party.until(lambda shown: in_play(shown, 20) or shown.get("phase") == "counting")
        if in_play(party.shown, 20):
            break
    return party


def ends_of(party: Gathering) -> list[str]:
    chain = party.shown["chain"]
    return [next((one["tile"] for one in reversed(chain) if one["end"] == end), chain[0]["tile"]) for end in "<>"]


@pytest.mark.parametrize("look", ["", "left", "larger"])
@pytest.mark.parametrize("screen", [LYING, LYING_SMALL, NARROW], ids=str)
def test_both_ends_of_a_long_carro_are_seen_and_nothing_is_covered(
    devices: Devices, crew: Crew, screen: Screen, look: str
):
    party = crew.shared(a_long_hand)
    page = looked_at(devices, crew, party, party.in_turn(), screen, look)
    assert min(page.evaluate(ENDS, ends_of(party))) >= 8
    assert page.evaluate(OVER, [".plate, #panel, #band, #score, #rack li, .small", ".felt .faces > *"]) == []
    assert page.evaluate(OVER, ["#rack button .standing", "#band, #news, #score"]) == []
    lowest = "(tiles) => Math.max(...tiles.map((one) => one.getBoundingClientRect().bottom))"
    assert page.locator("#rack .standing").evaluate_all(lowest) <= screen.height
    assert faults(page) == []
    keep(page, f"long-{look or 'usual'}")


def test_on_a_phone_that_lies_the_tiles_keep_to_the_room_that_what_stands_above_leaves(devices: Devices, crew: Crew):
    """Long names, a long sentence, larger letters: how high all of it is differs from hand to hand."""
    party = crew.shared(a_long_hand)
    page = devices.spoil(looked_at(devices, crew, party, party.in_turn(), LYING_SMALL, "larger"))
    height = "(tile) => tile.getBoundingClientRect().height"
    before = page.locator("#rack .standing").first.evaluate(height)
    page.locator("#band .body").evaluate("(body) => { body.style.minHeight = `${body.offsetHeight + 20}px`; }")
    assert page.evaluate(OVER, ["#rack button .standing", "#band, #news, #score"]) == []
    assert before > page.locator("#rack .standing").first.evaluate(height)


@pytest.mark.parametrize("screen", [PHONE, LYING, LYING_SMALL, NARROW], ids=str)
def test_which_of_two_ends_is_asked_and_nothing_lies_over_the_question_or_the_ends(
    devices: Devices, crew: Crew, screen: Screen
):
    party = crew.shared(a_choice_of_ends)
    page = looked_at(devices, crew, party, party.in_turn(), screen)
    pick_for_both_ends(page)
    expect(page.locator("#band strong")).to_have_text("¿Qué punta?")
    keep(page, "two-ends")
    assert page.locator("#band").evaluate(CROWDED) == []
    page.wait_for_function("() => !document.getAnimations().length")
    assert page.evaluate(OVER, ["#rack .standing", "#band, #news, #score"]) == []


def a_choice_of_ends(crew: Crew) -> Gathering:
    party = crew.gather("san-juan", NAMES)
    return party.until(
        lambda shown: (
            in_play(shown, 6)
            and len({*shown["ends"]}) == 2
            and min(shown["counts"]) > 1  # else it would not be asked
            and any(fits_both(player.options) for player in party.players.values())
        )
    )


@pytest.mark.parametrize("screen", [PHONE, LYING, LYING_SMALL, NARROW], ids=str)
def test_who_has_to_pass_sees_the_two_ends_beside_the_button(devices: Devices, crew: Crew, screen: Screen):
    party = crew.shared(a_pass)
    page = looked_at(devices, crew, party, party.in_turn("pass_turn"), screen)
    expect(page.locator("#band .end")).to_have_count(2)
    expect(page.locator("#band .end").last).to_be_visible()
    keep(page, "pass")
    assert page.locator("#band").evaluate(CROWDED) == []


def a_pass(crew: Crew) -> Gathering:
    party = crew.gather("san-juan", NAMES)
    return party.until(lambda shown: in_play(shown, 3) and party.asked("pass_turn") is not None)


def test_plates_stand_clear_of_the_carro_and_of_the_racks_for_who_looks_on(devices: Devices, crew: Crew):
    party = crew.shared(a_long_hand)
    page = looked_at(devices, crew, party, LOOKS_ON, LAPTOP)
    expect(page.locator(".plate")).to_have_count(4)
    expect(page.locator("#watching")).to_have_text("Estás mirando")
    assert page.evaluate(OVER, [".plate, .small", ".felt .faces > *, .edge > *"]) == []
    assert min(page.evaluate(ENDS, ends_of(party))) >= 14


def a_short_hand_at_home(crew: Crew) -> Gathering:
    party = crew.gather("san-juan", NAMES, settings={"manner": "home"})
    return party.until(lambda shown: in_play(shown, 6))


SPREAD = """() => {
    const boxes = [...document.querySelectorAll(".felt .faces > *")].map((one) => one.getBoundingClientRect());
    const [left, top] = [Math.min(...boxes.map((one) => one.left)), Math.min(...boxes.map((one) => one.top))];
    const [right, bottom] = [Math.max(...boxes.map((one) => one.right)), Math.max(...boxes.map((one) => one.bottom))];
    const least = Math.min(...boxes.map((one) => Math.min(one.width, one.height)));
    return { wide: right - left, high: bottom - top, tile: least };
}"""


@pytest.mark.parametrize("name", NAMES)
def test_at_home_the_carro_lies_along_the_width_of_a_laptop_whoever_looks_at_it(
    devices: Devices, crew: Crew, name: str
):
    party = crew.shared(a_short_hand_at_home)
    page = looked_at(devices, crew, party, name, LAPTOP)
    spread = page.evaluate(SPREAD)
    assert spread["wide"] > spread["high"]
    assert spread["tile"] >= 34
    assert page.evaluate(OVER, [".plate", ".felt .faces > *, .edge > *"]) == []
    keep(page, f"laptop-{NAMES.index(name)}")


def test_a_cloth_without_room_for_a_moment_stops_nothing_else(devices: Devices, crew: Crew):
    """As when the draw goes away and a tile lies already: what is asked and the tiles are shown all the same."""
    page = looked_at(devices, crew, crew.shared(a_short_hand_at_home), NAMES[0], LAPTOP)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    tile = page.locator(".felt .faces > *").first
    page.evaluate("document.getElementById('cloth').style.cssText = 'height: 9px; min-height: 0'")
    page.wait_for_function("document.getElementById('cloth').clientHeight < 10")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("document.getElementById('cloth').style.cssText = ''")
    page.wait_for_function("document.getElementById('cloth').clientHeight > 99")
    expect(page.locator("#rack button").first).to_be_visible()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert wrong == []
    expect(tile).to_be_in_viewport(ratio=1)


def test_ones_own_tiles_are_larger_on_a_laptop_than_on_a_phone(devices: Devices, crew: Crew):
    party = crew.gather("clasico", NAMES).until(lambda shown: in_play(shown, 1))
    wide = "(one) => one.getBoundingClientRect().width"
    pages = {screen: looked_at(devices, crew, party, LONG, screen) for screen in (PHONE, LAPTOP)}
    sizes = {screen: page.locator("#rack .standing").first.evaluate(wide) for screen, page in pages.items()}
    assert sizes[LAPTOP] > 1.2 * sizes[PHONE], sizes
    assert faults(pages[LAPTOP]) == []
    keep(pages[LAPTOP], "rack")


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_no_name_at_the_sums_is_cut_while_there_is_room(devices: Devices, crew: Crew, screen: Screen):
    names = ["Ramon", "Tomàs", "Carmen", "Marta"]
    party = crew.gather("clasico", names).until(lambda shown: shown.get("phase") == "counting")
    page = looked_at(devices, crew, party, "Ramon", screen)
    expect(page.locator(".sum")).to_have_count(4)
    assert sorted(page.locator(".sum span").all_inner_texts()) == ["Carmen", "Marta", "Tomàs", "Tú"]
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert page.locator(".sum span").evaluate_all(cut) == []
    assert page.evaluate(OVER, [".sum", ".edge .open, .felt .faces > *"]) == []


def test_sums_and_full_racks_lie_over_nothing_when_a_hand_is_counted(devices: Devices, crew: Crew):
    party = crew.gather("san-juan", [*NAMES, REFEREE])
    party.until(lambda shown: in_play(shown, 1))
    party.orders(REFEREE, order="propose", what="referee")
    for name in NAMES:
        party.orders(name, order="agree", what="referee")
    assert party.orders(REFEREE, order="record_infraction", article="SJ-tranque-falso", seat=2)["type"] == "done"
    page = looked_at(devices, crew, party, LONG, PHONE)
    expect(page.locator("#table")).to_have_attribute("data-mode", "count")
    assert page.locator(".edge .open").count() > 24
    assert page.evaluate(OVER, [".sum", ".edge .open, .felt .faces > *"]) == []
    sides = ("above", "below", "left", "right")
    for one in sides:
        others = ", ".join(f".edge.{side} .open .dm-tile" for side in sides if side != one)
        assert page.evaluate(OVER, [f".edge.{one} .open .dm-tile", others]) == []
    keep(page, "count-full")


@pytest.mark.parametrize("screen", [PHONE, LYING, LYING_SMALL, NARROW], ids=str)
def test_the_count_of_a_hand_is_read_whole_above_the_button(devices: Devices, crew: Crew, screen: Screen):
    party = crew.shared(a_counted_hand)
    page = looked_at(devices, crew, party, LONG, screen)
    expect(page.locator("#table")).to_have_attribute("data-mode", "count")
    keep(page, "count-at-home")
    panel = page.locator("#panel")
    assert panel.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    assert panel.evaluate(BEYOND, ".count-table td, .count-table th") == []
    assert page.evaluate(OVER, [".count-foot", ".count-table tfoot td"]) == []
    hidden = page.evaluate(OVER, [".count-foot", ".next span"])
    assert not hidden or panel.get_attribute("data-more") is not None
    page.set_viewport_size({"width": screen.width, "height": screen.height // 2})
    expect(panel).to_have_attribute("data-more", "")
    page.set_viewport_size({"width": screen.width, "height": screen.height})  # the next test looks at the same screen


def a_counted_hand(crew: Crew) -> Gathering:
    """As at home: one button and nothing else."""
    party = crew.gather("clasico", NAMES, settings={"manner": "home"})
    return party.until(lambda shown: shown.get("phase") == "counting")


@pytest.mark.parametrize("look", ["", "larger"])
@pytest.mark.parametrize("screen", [PHONE, NARROW], ids=str)
def test_what_is_pressed_in_a_free_seat_stays_within_it_and_no_word_is_broken(
    devices: Devices, crew: Crew, screen: Screen, look: str
):
    party = crew.shared(an_empty_table)
    page = looked_at(devices, crew, party, LONG, screen, look)
    expect(page.locator(".seat.free .act")).to_have_count(3)
    keep(page, f"free-seats-{look or 'usual'}")
    within = """(seats) => seats.filter((seat) => {
        const range = document.createRange();
        range.selectNodeContents(seat.querySelector(".act"));
        const [text, frame] = [range.getBoundingClientRect(), seat.getBoundingClientRect()];
        return text.left < frame.left || text.right > frame.right;
    }).length"""
    assert page.locator(".seat.free").evaluate_all(within) == 0
    page.goto("/")
    keep(page, f"home-{look or 'usual'}")
    lines = """(label) => {
        const range = document.createRange();
        range.selectNodeContents(label.querySelector("b"));
        return range.getClientRects().length;
    }"""
    assert page.locator("label[for=code]").evaluate(lines) == 1


def an_empty_table(crew: Crew) -> Gathering:
    return crew.gather("clasico", [LONG], seated=1)


def test_three_answers_to_a_decision_are_all_seen_without_scrolling(devices: Devices, crew: Crew):
    party = crew.shared(deciding)
    context = devices.context(PHONE, base_url=crew.url)
    guest = party.guests[party.in_turn("take_decision")]
    assert guest.cookie is not None
    context.add_cookies([{"name": "tantera", "value": guest.cookie, "url": crew.url}])
    page = devices.spoil(first_page(context))

    def with_a_third(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            frame: dict[str, Any] = json.loads(text)
            if frame.get("question"):
                frame["question"]["answers"].append(
                    {
                        "order": {},
                        "text": "Reconstruir la mano",
                        "follows": "Se vuelve a la jugada anterior a la falta.",
                    }
                )
            route.send(json.dumps(frame))

        server.on_message(pass_on)

    page.route_web_socket("**/socket*", with_a_third)
    page.goto(party.path)
    expect(page.locator(".answer")).to_have_count(3)
    panel = page.locator("#panel").bounding_box()
    last = page.locator(".answer").last.bounding_box()
    assert panel is not None
    assert last is not None
    assert last["y"] + last["height"] <= panel["y"] + panel["height"] <= PHONE.height
    assert page.locator("#panel").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1
    keep(page, "decision-three")


@pytest.mark.article("CL-matar")
@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_the_word_of_dead_doubles_lies_over_no_tile(devices: Devices, crew: Crew, screen: Screen):
    party = crew.shared(a_dead_double)
    for name in (party.in_turn(), LOOKS_ON):
        page = looked_at(devices, crew, party, name, screen)
        expect(page.locator("#cloth .killed")).to_be_visible()
        assert page.evaluate(OVER, ["#cloth .killed, #cloth .asleep", ".felt .faces > *, .edge > *, .plate"]) == []
        keep(page, "dead-doubles")


def a_dead_double(crew: Crew) -> Gathering:
    for _ in range(20):
        party = crew.gather("clasico", [*NAMES, LOOKS_ON])
        party.until(lambda shown: bool(shown.get("killed")) or shown.get("phase") == "counting")
        if party.shown.get("phase") == "playing":
            break
    return party


CUT = """() => [...document.querySelectorAll(".plate :is(.name, .last)")]
    .filter((one) => one.checkVisibility() && one.clientWidth)
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)
    .map((one) => one.textContent)"""
"""What of the plates has no room."""


@pytest.mark.parametrize("look", ["", "larger"])
@pytest.mark.parametrize("screen", [PHONE, LYING_SMALL, LAPTOP, TABLET, TABLET_SMALL], ids=str)
def test_no_name_at_the_table_is_cut_however_large_its_letters(devices: Devices, crew: Crew, screen: Screen, look: str):
    party = crew.shared(with_long_names)
    for name in LONG_NAMES[:2]:
        page = looked_at(devices, crew, party, name, screen, look)
        assert page.evaluate(CUT) == []
        assert page.evaluate(OVER, [".plate.right", ".plate.above, .plate.left"]) == []
        assert page.evaluate(OVER, [".plate", ".felt .faces > *"]) == []
        keep(page, f"long-names-{look or 'usual'}")
        page.goto("about:blank")


LONG_NAMES = (LONG, "Wilfredo Colón Rivera", "Eva Fernández-Villalobos", "Montserrat Vallverdú")


def with_long_names(crew: Crew) -> Gathering:
    party = crew.gather("san-juan", LONG_NAMES)
    return party.until(lambda shown: in_play(shown, 4))
