"""What people hold in their hands or hang on a wall, and pages as they open there."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypedDict, Unpack
from urllib.parse import urlsplit

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
    workers: Literal["allow", "block"]
    """``block``: no page is kept by a worker of an earlier test."""
    script: Literal["on", "off"]
    """``on``; pages and forms work without, too."""
    zone: str
    """``Europe/Madrid``"""
    base_url: str
    """None; with it ``page.goto("/tables")`` is enough."""


class Cupboard:
    """Devices that nobody holds at the moment, as new: no cookies, nothing kept, an empty page. What a browser has
    started, loaded and compiled for whoever had it last is there for the next: most of the work of a first page."""

    MOST = 8

    def __init__(self) -> None:
        self._idle: list[tuple[str, BrowserContext]] = []

    def take(self, kind: str) -> BrowserContext | None:
        place = next((place for place, (one, _) in enumerate(self._idle) if one == kind), None)
        return None if place is None else self._idle.pop(place)[1]

    def put(self, kind: str, context: BrowserContext) -> None:
        if not context.pages:
            context.close()
            return
        first, *others = context.pages
        origins = {f"{parts.scheme}://{parts.netloc}" for parts in (urlsplit(page.url) for page in context.pages)}
        for page in others:
            page.close()
        context.set_offline(False)
        first.unroute_all()
        first.goto("about:blank")
        context.clear_cookies()
        keeping = context.new_cdp_session(first)
        for origin in origins:
            keeping.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        keeping.detach()
        self._idle.append((kind, context))
        if len(self._idle) > self.MOST:
            self._idle.pop(0)[1].close()


def first_page(context: BrowserContext) -> Page:
    """The page that a device has open, or a new one."""
    return context.pages[0] if context.pages else context.new_page()


class Devices:
    """Each context is a device of its own: nobody else's cookies, nobody else's settings."""

    def __init__(self, browser: Browser, watch: Watch, cupboard: Cupboard | None = None) -> None:
        self._browser = browser
        self._watch = watch
        self._cupboard = cupboard
        self._contexts: list[tuple[str, BrowserContext]] = []
        self._spoilt: list[BrowserContext] = []

    def context(self, screen: Screen = LAPTOP, **settings: Unpack[Settings]) -> BrowserContext:
        kind = f"{screen} {sorted(settings.items())}"
        context = None if self._cupboard is None else self._cupboard.take(kind)
        if context is None:
            context = self._new(screen, settings)
        self._contexts.append((kind, context))
        self._watch.over(context)
        return context

    def _new(self, screen: Screen, settings: Settings) -> BrowserContext:
        touched = screen.pointer == "finger"
        return self._browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            is_mobile=touched,  # with it the page's <meta name="viewport"> counts
            has_touch=touched,
            color_scheme=settings.get("theme", "light"),
            locale=settings.get("locale", "es-ES"),
            timezone_id=settings.get("zone", "Europe/Madrid"),
            reduced_motion=settings.get("motion", "reduce"),
            java_script_enabled=settings.get("script", "on") == "on",
            base_url=settings.get("base_url"),
            service_workers=settings.get("workers", "block"),  # one of an earlier test would answer for a later server
        )

    def page(self, screen: Screen = LAPTOP, **settings: Unpack[Settings]) -> Page:
        return first_page(self.context(screen, **settings))

    def spoil(self, page: Page) -> Page:
        """Something is done to the device of this page that cannot be undone: nobody has it afterwards."""
        self._spoilt.append(page.context)
        return page

    def close(self) -> None:
        for kind, context in self._contexts:
            self._watch.off(context)
            if self._cupboard is None or context in self._spoilt:
                context.close()
            else:
                self._cupboard.put(kind, context)
