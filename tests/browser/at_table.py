"""Somebody at a table, with eyes, fingers and keys: a page object that plays by what stands on the page.

Nothing here calls into the page's scripts: what is read is drawn or said, what is done is a tap, a drag or a key.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, NamedTuple

from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.browser.screens import first_page
from tests.web.serving import Guest

Hand = Literal["finger", "mouse", "drag", "keys"]
"""How somebody plays: taps, clicks, carries tiles to the table, or has a keyboard and nothing else."""

TO_ANSWER = ":is(.question .act, .answer, [data-key^=yes-], [data-key=sign]):enabled"
ASKED = (
    "#table[data-current=true]:not([data-side=open])"
    f" :is(#band.mine, #panel {TO_ANSWER}, #panel [data-key=conforme]:enabled)"
)
PATIENCE = 20.0


class Row(NamedTuple):
    """A row of the score sheet: the hand's number or nothing, what it says, and points by the surnames of a side."""

    number: str
    words: str
    points: dict[str, str]


class Sheet(NamedTuple):
    rows: list[Row]
    totals: dict[str, int]

    def without_words(self) -> list[tuple[str, dict[str, str]]]:
        """What must be the same in every language."""
        return [(row.number, row.points) for row in self.rows]


class Seat:
    """Whoever sits at this screen."""

    def __init__(self, page: Page, name: str, hand: Hand = "mouse", chance: int = 1) -> None:
        self.page, self.name, self.hand = page, name, hand
        self.agrees = True
        """Whether a count is agreed to when it is asked; a test that wants to look at it says no."""
        self._chance = Random(chance)
        self.table = page.locator("#table")
        self.band = page.locator("#band")
        self.rack_tiles = page.locator("#rack button")
        self.panel = page.locator("#panel")

    @property
    def table_id(self) -> str:
        return self.page.url.split("?")[0].rpartition("/")[2]

    # --- what is seen

    def mode(self) -> str:
        return self.table.get_attribute("data-mode") or ""

    def is_current(self) -> bool:
        """Whether the screen says that it is what the server has."""
        return self.table.get_attribute("data-current") == "true"

    def is_asked(self) -> bool:
        return self.page.locator(ASKED).count() > 0

    def is_my_turn(self) -> bool:
        return self.page.locator("#table[data-current=true] #band.mine").count() > 0

    def tiles(self) -> list[str]:
        """The tiles of the rack as they are called, in no order: ``6-1``."""
        # in one look: between two of them a tile may be gone
        labels = self.rack_tiles.evaluate_all("tiles => tiles.map(tile => tile.getAttribute('aria-label') ?? '')")
        return sorted(label.split(",")[0] for label in labels)

    def in_turn(self) -> str:
        """The name of whoever plays now, as this screen shows it; nothing between two hands."""
        if self.mode() != "play":
            return ""
        if self.page.locator("#band.mine").count():
            return self.name
        # in one look: between two of them the plate may be drawn anew
        plates = self.page.locator(".plate.turn .name").evaluate_all("plates => plates.map(plate => plate.title)")
        return next(iter(plates), "")

    def chain(self) -> str:
        """The carro as it is told to those who cannot see it: ``6|4 4|4``."""
        told = self.page.locator("#cloth .felt").get_attribute("aria-label") or ""
        return " ".join(re.findall(r"\d\|\d", told))

    def hand_number(self) -> int:
        """Which hand it is, as the line above the table says."""
        found = re.search(r"\d+$", self.page.locator("#bar h1").inner_text().strip())
        return int(found[0]) if found else 0

    def sheet(self) -> Sheet:
        """The score sheet, opened where it is not in sight, and put away again."""
        table = self.page.locator("#sheet .sheet-table")
        was_away = not table.is_visible()
        if was_away:
            self.press(self.page.locator("#bar .more"))
        expect(table).to_be_visible()
        sides = [self._names_in(head.inner_text()) for head in table.locator("thead th").all()]
        rows = [row.locator("td, th").all_inner_texts() for row in table.locator("tbody tr").all()]
        *_, totals = [row.locator("td").all_inner_texts() for row in table.locator("tfoot tr").all()]
        if was_away:
            self.press(self.page.locator("#bar .more"))
        return Sheet(
            [Row(row[0], " ".join(row[1].split()), dict(zip(sides, row[2:], strict=True))) for row in rows],
            {side: int(points) for side, points in zip(sides, totals[1:], strict=True)},
        )

    def _names_in(self, head: str) -> str:
        """The side of a column by surnames, whoever looks at it."""
        names = (self.surname if name in ("tú", "tu", "you") else name for name in head.strip().split(" · "))
        return " ".join(sorted(names))

    @property
    def surname(self) -> str:
        return self.name.split()[-1]

    def looks_like(self) -> str:
        """For whoever reads why a test failed."""
        state = self.table.evaluate("one => JSON.stringify(one.dataset)")
        words = (
            " / ".join(part.inner_text().split("\n")) for part in (self.page.locator("#bar"), self.band, self.panel)
        )
        return f"{self.name}: {state} {' | '.join(words)}"

    def until_current(self, seconds: float = PATIENCE) -> None:
        expect(self.table).to_have_attribute("data-current", "true", timeout=seconds * 1000)

    # --- what is done

    def press(self, what: Locator, seconds: float = 30) -> None:
        """Tap it, click it, or walk to it with Tab and press Enter."""
        if self.hand == "keys":
            self.walk_to(what)
            self.page.keyboard.press("Enter")
        elif self.hand == "finger":
            what.tap(timeout=seconds * 1000)
        else:
            what.click(timeout=seconds * 1000)

    def walk_to(self, what: Locator) -> None:
        """With Tab, as far as it takes; who cannot be reached so is not on a keyboard's page."""
        expect(what).to_be_visible()
        for _ in range(120):
            if what.evaluate("element => element === document.activeElement", timeout=2000):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} is not reached with Tab")

    def answer_whatever_is_asked(self) -> str:
        """Play, agree, choose or decide, if it is on me; what it was, or nothing."""
        if not self.is_asked():
            return ""
        if self.is_my_turn():
            return self.play_something()
        if self.mode() == "count":
            return self.agree() if self.agrees else ""
        some = self.panel.locator(TO_ANSWER)
        if not (answers := some.count()):
            return ""  # somebody else was quicker
        one = some.nth(self._chance.randrange(answers))
        key = None
        try:
            key = one.get_attribute("data-key", timeout=5000)
            told = one.inner_text(timeout=5000)
            self.press(one, seconds=15)
        except TimeoutError:
            if key and self.panel.locator(f"[data-key='{key}']:enabled").count():
                raise
            return ""  # it went away under the finger, whatever is asked now: the partner has answered
        return told

    def agree(self) -> str:
        """*Conforme*."""
        button = self.panel.locator("[data-key=conforme]:enabled")
        if button.count():
            try:
                self.press(button, seconds=5)
            except (TimeoutError, AssertionError):
                if button.count():
                    raise  # else it went away under the finger: the next hand needs them
            expect(button).to_have_count(0)
        return "conforme"

    def play_something(self) -> str:
        """One of the moves I have; what it was."""
        up = self.page.locator("#rack button.up")
        if not up.count():
            return self.pass_or_draw()
        return self.play(up.nth(self._chance.randrange(up.count())))

    def play(self, tile: Locator) -> str:
        """Play this tile, at one end or the other."""
        label = words_of(tile)
        called = label.split(",")[0]
        ends = self.band.locator(".ends.choose button")
        both = re.search("dos puntas|both ends|dues puntes|dos extrems", label) is not None
        at = self._chance.randrange(2)
        if self.hand == "keys":
            self.page.keyboard.press(tile.locator("xpath=../kbd").text_content() or "")
            expect(tile).to_have_attribute("aria-pressed", "true")
            if both:
                self.page.keyboard.press("ArrowLeft" if at == 0 else "ArrowRight")
            self.page.keyboard.press("Enter")
        elif self.hand == "drag" and not both:
            self._carry(tile)
        else:
            self.press(tile)
            if both:
                self.press(ends.nth(at))
        expect(self.page.locator(f"#band.mine #rack button[data-tile='{called}']")).to_have_count(0)
        return called

    def _carry(self, tile: Locator) -> None:
        """With the button held down from the rack to the middle of the cloth."""
        box, cloth = tile.bounding_box(), self.page.locator("#cloth").bounding_box()
        assert box is not None
        assert cloth is not None
        mouse = self.page.mouse
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mouse.down()
        mouse.move(cloth["x"] + cloth["width"] / 2, cloth["y"] + cloth["height"] / 2, steps=4)
        mouse.up()

    def pass_or_draw(self) -> str:
        button = self.band.locator(".buttons button").first
        key = button.get_attribute("data-key") or ""
        if self.hand == "keys" and key in ("pass", "draw"):
            self.page.keyboard.press(key[0])
        else:
            self.press(button)
        return key


def words_of(tile: Locator) -> str:
    return tile.get_attribute("aria-label") or ""


def play(
    seats: Sequence[Seat], enough: Callable[[], bool], seconds: float = 120, answers: int | None = None
) -> list[tuple[str, str]]:
    """Everybody answers what they are asked until it is enough, or there are so many answers: who did what."""
    done: list[tuple[str, str]] = []
    until = time.monotonic() + seconds
    while not enough():
        acted = False
        for seat in seats:
            told = seat.answer_whatever_is_asked()
            if not told:
                continue
            acted = True
            done.append((seat.name, told))
            if len(done) == answers or enough():
                return done
        if not acted:
            if time.monotonic() > until:
                shown = "\n".join(seat.looks_like() for seat in seats)
                raise AssertionError(f"nothing happens any more after {done[-5:]}:\n{shown}")
            seats[0].page.wait_for_timeout(20)
        else:
            until = time.monotonic() + seconds
    return done


def sit(context: BrowserContext, guest: Guest, opened: dict[str, str], hand: Hand = "mouse", chance: int = 1) -> Seat:
    """Somebody who opened a table or came to it elsewhere, on a device of theirs."""
    assert guest.cookie is not None
    context.add_cookies([{"name": "tantera", "value": guest.cookie, "url": guest.url}])
    page = first_page(context)
    page.goto(f"{guest.url}/tables/{opened['table']}")
    seat = Seat(page, guest.name, hand, chance)
    seat.until_current()
    return seat


def ask(context: BrowserContext, address: str) -> Any:
    """What the server answers to somebody's browser, beside the page."""
    answer = context.request.get(address)
    assert answer.ok, answer.text()
    return answer.json()
