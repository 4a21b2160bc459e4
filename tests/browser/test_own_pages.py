"""Somebody's own pages once there is something on them, and the match that is looked at again: in both themes axe
finds nothing, and nothing sticks out, is covered or too small."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta, timezone
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tantera.web.replays.reviewing import Reviews
from tantera.words.calendar import clock, short_date
from tests.browser.crew import Crew
from tests.browser.looking import faults, looks
from tests.browser.screens import PHONE_TALL, Devices, Screen, Theme, first_page
from tests.browser.screenshots import keep
from tests.web.serving import Guest, Running
from tests.web.studying import at_once
from tests.web.visiting import Browser

MARTA, JORDI = "Marta Vidal", "Jordi Pons"


class Evening(NamedTuple):
    """Of two people who have played a match against each other, each with a bot."""

    marta: Guest
    profile: str
    """Hers, which she has switched on."""
    replay: str


@pytest.fixture(scope="module")
def evening(server: Running) -> Iterator[Evening]:
    with closing(Crew(server)) as crew, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reviews, "_worked_out", at_once)
        party = crew.gather("clasico", [MARTA, JORDI], seated=2, limit="1h", settings={"public": True})
        for guest in party.guests.values():
            guest.asks("POST", "/api/me", json={"name": guest.name})
        party.begin(MARTA)
        party.until(lambda shown: shown.get("phase") == "ended")
        marta = party.guests[MARTA]
        with Browser(server.url, marta.cookie) as hers:
            hers.post("/me/profile", {"shown": "yes"})
            profile = f"/people/{hers.me()['person']}"
        yield Evening(marta, profile, f"/replays/{party.opened['table']}/1")


def their_own(page: Page, evening: Evening) -> None:
    page.goto("/me")
    expect(page.get_by_role("heading", name="Con quién has jugado")).to_be_visible()
    for details in page.locator("details").all():
        details.evaluate("(one) => { one.open = true }")


def all_matches(page: Page, evening: Evening) -> None:
    page.goto("/me/matches")
    expect(page.locator(".my-matches .result")).to_have_count(1)


def their_deals(page: Page, evening: Evening) -> None:
    page.goto("/deals")
    expect(page.locator("dl.beside")).to_have_count(2)


def a_page_for_others(page: Page, evening: Evening) -> None:
    page.goto(evening.profile)
    expect(page.get_by_role("heading", level=1)).to_have_text(MARTA)
    expect(page.locator(".my-matches .result")).to_have_count(1)


def a_code_on_paper(page: Page, evening: Evening) -> None:
    page.goto("/me")
    page.get_by_role("button", name=re.compile("código en papel")).click()
    expect(page.locator(".recovery-code")).to_have_text(re.compile(r"(\w{4}-){4}\w{4}"))


def a_link_for_another_device(page: Page, evening: Evening) -> None:
    page.goto("/me")
    page.get_by_role("button", name="Seguir en otro dispositivo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Apunta aquí con la cámara del otro dispositivo")


def that_link_on_the_other_device(page: Page, evening: Evening) -> None:
    a_link_for_another_device(page, evening)
    page.goto(page.locator(".code.big").inner_text())
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Seguir aquí como {MARTA}")


def the_match_looked_at_again(page: Page, evening: Evening) -> None:
    page.goto(f"{evening.replay}/review")
    expect(page.locator("#review[data-settled]")).to_be_visible(timeout=120_000)
    expect(page.get_by_role("heading", name="Mano a mano")).to_be_visible()


PAGES: tuple[Callable[[Page, Evening], None], ...] = (
    their_own,
    all_matches,
    their_deals,
    a_page_for_others,
    a_code_on_paper,
    a_link_for_another_device,
    that_link_on_the_other_device,
    the_match_looked_at_again,
)


@pytest.mark.parametrize(("screen", "theme"), looks())
def test_everybody_can_read_what_is_theirs(devices: Devices, evening: Evening, screen: Screen, theme: Theme):
    context = devices.context(screen, theme=theme, base_url=evening.marta.url)
    assert evening.marta.cookie is not None
    context.add_cookies([{"name": "tantera", "value": evening.marta.cookie, "url": evening.marta.url}])
    page = first_page(context)
    found: dict[str, list[str]] = {}
    for comes_to in PAGES:
        comes_to(page, evening)
        if wrong := faults(page):
            found[comes_to.__name__] = wrong
        keep(page, f"own-{comes_to.__name__.replace('_', '-')}", whole=True)
    assert found == {}


def test_times_of_day_are_those_of_whoever_reads_and_on_the_servers_clock_nothing_changes(
    evening: Evening, server: Running, devices: Devices
):
    def replays_in(zone: str) -> Locator:
        page = devices.page(base_url=server.url, zone=zone)
        page.goto("/replays")
        times = page.locator("time")
        expect(times).not_to_have_count(0)
        return times.first

    here = datetime.now().astimezone().utcoffset()
    assert here is not None
    at_home = replays_in(f"Etc/GMT{-round(here / timedelta(hours=1)):+d}")
    written = at_home.get_attribute("datetime")
    assert written is not None
    at = datetime.fromisoformat(written)
    expect(at_home).to_have_text(f"{short_date(at, 'es')}, {clock(at)}")
    there = at.astimezone(timezone(timedelta(hours=-9)))  # no other month is looked at: its name is the browser's
    expect(replays_in("Etc/GMT+9")).to_have_text(re.compile(rf"^{there.day} \w+ {there.year}, {clock(there)}$"))


def test_before_one_has_a_name_the_screen_is_a_question_of_its_own(server: Running, devices: Devices):
    page = devices.page(PHONE_TALL, base_url=server.url)
    page.goto("/me")
    above = page.get_by_role("link", name="Tengo un código en papel").bounding_box()
    below = page.get_by_role("heading", name="Tu pantalla").bounding_box()
    assert above is not None
    assert below is not None
    keep(page, "no-name-yet")
    assert below["y"] - (above["y"] + above["height"]) >= 24, "as between any two parts of a page"
