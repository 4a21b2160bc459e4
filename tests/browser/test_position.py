"""A position that somebody sets, on a phone and a laptop, and played on from at a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.looking import faults
from tests.browser.screens import LAPTOP, PHONE, Devices, Screen
from tests.browser.screenshots import keep
from tests.web.serving import Running as Server

RACKS = "66.64.31.55.20.10.42_65.63.60.54.33.21.11_62.61.53.52.44.30.00_51.50.43.41.40.32.22"


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_a_position_is_set_by_fingers_alone_and_can_be_read_at_every_step(
    devices: Devices, server: Server, screen: Screen
):
    page = devices.page(screen, base_url=server.url)
    page.goto("/position")
    assert faults(page) == []
    keep(page, "position-empty")
    page.get_by_role("link", name="6-6", exact=True).click()
    page.get_by_role("link", name="5-1", exact=True).click()
    assert faults(page) == []
    keep(page, "position-begun")
    page.goto(f"/position?racks={RACKS}")
    assert faults(page) == []
    keep(page, "position-dealt", whole=True)
    page.get_by_role("link", name="6-4", exact=True).click()
    page.get_by_role("link", name="6-5 en el 6", exact=True).click()
    assert faults(page) == []
    keep(page, "position-laid", whole=True)
    page.get_by_role("button", name="Jugar desde aquí").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#rack button")).to_have_count(6)
    keep(page, "position-table")


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=str)
def test_a_problem_looks_like_any_puzzle(devices: Devices, server: Server, screen: Screen):
    page = devices.page(screen, base_url=server.url)
    page.goto(f"/position/problem?racks={RACKS}&moves=42 <21 >44 >40")
    expect(page.locator("#question")).to_contain_text("¿Qué ficha da más puntos")
    assert faults(page) == []
    keep(page, "position-problem")
