"""Pictures for people to look at. No test compares them: every machine has its own fonts."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page

ARTEFACTS = Path(__file__).parent / "artefacts"
"""Not in git."""


def keep(page: Page, name: str, *, whole: bool = False) -> Path:
    """Write ``artefacts/NAME-360x740-dark.png``: what the screen shows, or with `whole` all of a longer page.
    Only where something is proved: drawing takes its time."""
    size = page.viewport_size or {"width": 0, "height": 0}
    dark = page.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches")
    path = ARTEFACTS / f"{name}-{size['width']}x{size['height']}-{'dark' if dark else 'light'}.png"
    if os.environ.get("TANTERA_PROVE"):
        page.screenshot(path=path, full_page=whole, animations="disabled")
    return path
