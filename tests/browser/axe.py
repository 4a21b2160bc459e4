"""Faults of accessibility, as axe-core sees them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

GRAVE = ("serious", "critical")
RUN = """() => axe.run(document, {
    resultTypes: ["violations"], preload: false, iframes: false,
    rules: Object.fromEntries(axe._audit.rules.filter(({ impact }) => ["minor", "moderate"].includes(impact))
        .map(({ id }) => [id, { enabled: false }])),
})"""
"""Nothing grave needs style sheets or sounds to be loaded again first, our pages have no frames, and a rule whose own
impact is less finds nothing grave."""


def serious_violations(page: Page) -> list[str]:
    """What axe calls serious or critical on the page as it stands, a line for each element; best when empty.

    The script goes in by the debugger's door, which no content security policy guards: the page keeps its own.
    """
    scripted, is_there = page.evaluate("() => [matchMedia('(scripting: enabled)').matches, 'axe' in window]")
    if not scripted:
        raise ValueError("axe needs timers, and a page with script off has none: it would wait for ever")
    if not is_there:
        page.evaluate(script())
    found: dict[str, Any] = page.evaluate(RUN)
    return [
        f"{fault['id']} ({fault['impact']}): {' '.join(map(str, node['target']))}: {reason(node)}"
        for fault in found["violations"]
        if fault["impact"] in GRAVE
        for node in fault["nodes"]
    ]


@cache
def script() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def reason(node: dict[str, Any]) -> str:
    """axe's own words for the first check that failed: ``Element has insufficient color contrast of 1.5 (…)``."""
    checks = [*node["any"], *node["all"], *node["none"]]
    return f"{checks[0]['message'] if checks else ''} {node['html'][:120]}".replace("\n", " ")
