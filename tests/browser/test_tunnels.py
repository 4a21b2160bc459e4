"""A phone in a tunnel: a link that is tapped there says so, and opens when the phone comes out."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.lines import Line
from tests.browser.screens import PHONE, Devices
from tests.web.serving import Running

TAPS = """() => new Promise((said) => {
  const tapped = document.querySelector(".play-pair a");
  const told = () => [...document.querySelectorAll("[role=status]")].map((one) => one.textContent.trim()).find(Boolean);
  const look = () => told() && said([busy, told()]);
  setTimeout(() => said([busy, "nothing"]), 20_000);
  new MutationObserver(look).observe(document.body, { childList: true });
  tapped.click();
  const busy = tapped.getAttribute("aria-busy");
})"""
"""A tap, and what the page says of it. Playwright's own locators wait for the navigation that never ends."""


def test_a_link_tapped_in_a_tunnel_is_busy_at_once_says_why_and_opens_by_itself(devices: Devices, server: Running):
    line = Line(int(server.url.rpartition(":")[2]))
    page = devices.page(PHONE, base_url=line.url)
    page.goto("/")
    page.get_by_role("button", name="Jugar ahora").tap()
    page.wait_for_url("**/tables/*")
    table = page.url
    page.goto("/")
    line.lose()
    busy, said = page.evaluate(TAPS)
    assert (busy, said) == ("true", "Sin conexión: se abrirá sola en cuanto vuelva")
    line.mend()
    page.wait_for_url(table)
    expect(page.locator("#rack button").first).to_be_visible()
    line.close()
