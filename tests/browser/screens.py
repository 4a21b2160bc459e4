"""What people hold in their hands or hang on a wall, and pages as they open there."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypedDict, Unpack

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.watch import Watch


class Screen(NamedTuple):
    width: int
    height: int
    pointer: Literal["finger", "mouse"] = "mouse"

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


PHONE = Screen(360, 740, "finger")
PHONE_TALL = Screen(390, 844, "finger")
LAPTOP = Screen(1280, 800)
HALL = Screen(1920, 1080)
"""The wall of a hall, which nobody touches."""

LAN = "club.test"
"""A host name that leads to 127.0.0.1 in our browser, and unlike it is no secure context: a page as on a club's LAN."""

Theme = Literal["light", "dark"]


class Settings(TypedDict, total=False):
    """What may be said of a device beside its screen, and what it is where nothing is said."""

    theme: Theme
    """``light``"""
    locale: str
    """``es-ES``"""
    motion: Literal["reduce", "no-preference"]
    """``reduce``: tests wait for nothing that only moves."""
    script: Literal["on", "off"]
    """``on``; pages and forms work without, too."""
    base_url: str
    """None; with it ``page.goto("/tables")`` is enough."""


class Devices:
    """Each context is a device of its own: nobody else's cookies, nobody else's settings."""

    def __init__(self, browser: Browser, watch: Watch) -> None:
        self._browser = browser
        self._watch = watch
        self._contexts: list[BrowserContext] = []

    def context(self, screen: Screen = LAPTOP, **settings: Unpack[Settings]) -> BrowserContext:
        touched = screen.pointer == "finger"
        context = self._browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            is_mobile=touched,  # with it the page's <meta name="viewport"> counts
            has_touch=touched,
            color_scheme=settings.get("theme", "light"),
            locale=settings.get("locale", "es-ES"),
            timezone_id="Europe/Madrid",
            reduced_motion=settings.get("motion", "reduce"),
            java_script_enabled=settings.get("script", "on") == "on",
            base_url=settings.get("base_url"),
        )
        self._contexts.append(context)
        self._watch.over(context)
        return context

    def page(self, screen: Screen = LAPTOP, **settings: Unpack[Settings]) -> Page:
        return self.context(screen, **settings).new_page()

    def close(self) -> None:
        for context in self._contexts:
            context.close()
