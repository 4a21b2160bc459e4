"""What nobody would accept on a screen: faults that axe finds, what sticks out, is cut off, is covered or too small."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar, get_args

import pytest
from playwright.sync_api import Page

from tests.browser.axe import serious_violations
from tests.browser.screens import LAPTOP, PHONE, Screen, Theme

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

T = TypeVar("T")

FINGER = 44
"""px that a target has at least on a phone."""

_SEEN = """
const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .unseen, .skip, [inert]");
const called = (one) => (one.textContent || one.ariaLabel || one.name || one.tagName).trim().slice(0, 60);
const texts = () => [...document.querySelectorAll("body *")].filter(
    (one) => seen(one) && !one.closest("svg, select") &&
        [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
"""

_STICKS_OUT = """() => {
    const wide = document.scrollingElement.scrollWidth;
    return wide > innerWidth ? [`the page is ${wide} px wide on a screen of ${innerWidth}`] : [];
}"""

# A name that ends in … is no fault: it is whole in its title, and elsewhere. What can be scrolled is none either.
_CUT_OFF = f"""() => {{ {_SEEN}
    const within = (box, frame) => box.left >= frame.left - 1 && box.right <= frame.right + 1 &&
        box.top >= frame.top - 3 && box.bottom <= frame.bottom + 3;
    return texts().flatMap((one) => {{
        const range = document.createRange();
        range.selectNodeContents(one);
        const box = range.getBoundingClientRect();
        for (let up = one; up && up !== document.body; up = up.parentElement) {{
            const {{ overflowX, overflowY, textOverflow }} = getComputedStyle(up);
            const either = `${{overflowX}} ${{overflowY}}`;
            if (textOverflow === "ellipsis" || /auto|scroll/.test(either)) return [];
            if (/hidden|clip/.test(either) && !within(box, up.getBoundingClientRect()))
                return [`cut off: ${{called(one)}}`];
        }}
        return [];
    }});
}}"""

_OUTSIDE = f"""() => {{ {_SEEN}
    return texts().flatMap((one) => {{
        const range = document.createRange();
        range.selectNodeContents(one);
        const box = range.getBoundingClientRect();
        if (!box.width || (box.left >= -1 && box.right <= innerWidth + 1)) return [];
        for (let up = one; up; up = up.parentElement) {{
            const style = getComputedStyle(up);
            if (["auto", "scroll"].includes(style.overflowX) || style.textOverflow === "ellipsis") return [];
        }}
        return [`outside the screen: ${{called(one)}}`];
    }});
}}"""

# What is scrolled under a bar that sticks to an edge comes out when it is scrolled.
_COVERED = f"""() => {{ {_SEEN}
    const sticks = (one) => {{
        for (let up = one; up; up = up.parentElement) if (getComputedStyle(up).position === "sticky") return true;
        return false;
    }};
    return [...document.querySelectorAll("a, button, input, select, summary")].flatMap((one) => {{
        if (!seen(one) || one.disabled || one.type === "hidden") return [];
        const box = one.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [];
        for (let up = one.parentElement; up; up = up.parentElement) {{
            const frame = up.getBoundingClientRect();
            if (getComputedStyle(up).overflowY !== "visible" && (y < frame.top || y > frame.bottom)) return [];
        }}
        const top = document.elementFromPoint(x, y);
        const same = !top || one.contains(top) || top.contains(one) || one.closest("label")?.contains(top);
        return same || sticks(top) ? [] : [`covered by ${{called(top)}}: ${{called(one)}}`];
    }});
}}"""

_TOO_SMALL = f"""(least) => {{ {_SEEN}
    return [...document.querySelectorAll("button, input, select, summary, a")].flatMap((one) => {{
        if (!seen(one) || one.type === "hidden" || one.closest("label")) return [];
        if (one.localName === "a" && one.closest(".article, p, h1, h2, h3, li, td, th, dd, small, .share")) return [];
        const box = one.getBoundingClientRect();
        const small = box.width && Math.min(box.width, box.height) < least - 1.5;
        return small ? [`too small: ${{called(one)}} ${{Math.round(box.width)}}×${{Math.round(box.height)}}`] : [];
    }});
}}"""

_EVERYTHING = f"""(least) => [
    ...[{_STICKS_OUT}, {_OUTSIDE}, {_CUT_OFF}, {_COVERED}].flatMap((check) => check()),
    ...(navigator.maxTouchPoints > 0 ? ({_TOO_SMALL})(least) : []),
]"""

_WRITTEN_AGAIN = """() => new Promise((done) => {
    const again = [];
    const same = (gone, come) => gone?.nodeType === 3 && come?.nodeType === 3 && gone.data === come.data;
    const seeing = new MutationObserver((changes) => again.push(...changes
        .filter(({ removedNodes, addedNodes }) => same(removedNodes[0], addedNodes[0]))
        .map(({ target }) => target.outerHTML.slice(0, 90))));
    seeing.observe(document.body, { childList: true, subtree: true });
    let ticks = 0;
    const ticking = setInterval(() => {
        if (++ticks < 5) return;
        clearInterval(ticking);
        done(again);
    }, 250);
})"""


ALWAYS: list[tuple[Screen, Theme]] = [(PHONE, "light"), (LAPTOP, "dark")]
EVERY: list[tuple[Screen, Theme]] = [*ALWAYS, (PHONE, "dark"), (LAPTOP, "light")]


def looks(*others: Screen) -> list[ParameterSet]:
    """Screens and themes for a test to be run with that looks at `some_of` its pages: two of them always; all of them,
    and at all pages, when it is proved."""
    every = [*EVERY, *((screen, theme) for screen in others for theme in get_args(Theme))]
    always = [pytest.param(*look, id=f"{look[0]}-{look[1]}") for look in ALWAYS]
    return always + [pytest.param(*one, id=f"{one[0]}-{one[1]}-all", marks=pytest.mark.prove) for one in every]


def some_of(pages: Sequence[T], screen: Screen) -> Sequence[T]:
    """Every other page on a phone by day, the others on a laptop by night: each of them once. All when it is proved."""
    if os.environ.get("TANTERA_PROVE"):
        return pages
    return pages[:: len(ALWAYS)] if screen.pointer == "finger" else pages[1 :: len(ALWAYS)]


def faults(page: Page) -> list[str]:
    """Everything that is wrong with a page as it stands; best when empty."""
    found = [f"axe: {one}" for one in serious_violations(page)]
    found += page.evaluate(_EVERYTHING, FINGER)
    return found


def written_again(page: Page) -> list[str]:
    """What a page writes while nothing happens though it stands there already; best when empty. A screen that is left
    alone for an evening would be laid out and painted anew several times a second."""
    found: list[str] = page.evaluate(_WRITTEN_AGAIN)
    return found
