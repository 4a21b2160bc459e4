"""What nobody would accept on a screen: faults that axe finds, what sticks out, is cut off, is covered or too small."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.axe import serious_violations

FINGER = 44
"""px that a target has at least on a phone."""

_STICKS_OUT = """() => {
    const wide = document.scrollingElement.scrollWidth;
    return wide > innerWidth ? [`the page is ${wide} px wide on a screen of ${innerWidth}`] : [];
}"""

_CUT_OFF = """() => [...document.querySelectorAll("body *")].flatMap((one) => {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.checkVisibility({ visibilityProperty: true }) || one.closest(".sr, .unseen, svg, select, [aria-hidden=true]")) return [];
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    if (style.overflow === "visible" || style.overflowX === "auto" || style.overflowX === "scroll" || box.width < 2) return [];
    const over = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2;
    return over ? [`cut off: ${one.className || one.tagName}: ${one.textContent.trim().slice(0, 60)}`] : [];
})"""

_OUTSIDE = """() => [...document.querySelectorAll("body *")].flatMap((one) => {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.checkVisibility({ visibilityProperty: true }) || one.closest(".sr, .unseen, svg, .skip")) return [];
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    if (!box.width || (box.left >= -1 && box.right <= innerWidth + 1)) return [];
    for (let up = one.parentElement; up; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (style.overflowX === "auto" || style.overflowX === "scroll" || style.textOverflow === "ellipsis") return [];
    }
    return [`outside the screen: ${one.className || one.tagName}: ${one.textContent.trim().slice(0, 60)}`];
})"""

_COVERED = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, summary")].flatMap((one) => {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".sr, .unseen, .skip") || one.disabled) return [];
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [];
    const top = document.elementFromPoint(x, y);
    if (!top || one.contains(top) || top.contains(one) || one.closest("label")?.contains(top) || top.closest("label")) return [];
    for (let up = one.parentElement; up; up = up.parentElement) {
        const style = getComputedStyle(up), frame = up.getBoundingClientRect();
        if (style.overflowY !== "visible" && (y < frame.top || y > frame.bottom)) return [];
        if (up.scrollHeight > up.clientHeight + 1 && style.overflowY !== "visible" && getComputedStyle(top.closest("footer, .acts, .count-foot, .follows") ?? top).position === "sticky") return [];
    }
    if (getComputedStyle(top.closest("footer, .acts, .count-foot, .follows, .open-bar, header") ?? top).position === "sticky") return [];
    return [`covered by ${top.className || top.tagName}: ${(one.textContent || one.ariaLabel || one.name).trim().slice(0, 60)}`];
})"""

_TOO_SMALL = """(least) => [...document.querySelectorAll("button, input:not([type=hidden]), select, summary, a")].flatMap((one) => {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".sr, .unseen, .skip, label")) return [];
    if (getComputedStyle(one).display === "inline") return [];
    const box = one.getBoundingClientRect();
    const small = box.width && Math.min(box.width, box.height) < least - 0.5;
    return small ? [`too small: ${(one.textContent || one.ariaLabel || one.name).trim().slice(0, 40)} ${Math.round(box.width)}×${Math.round(box.height)}`] : [];
})"""


def faults(page: Page) -> list[str]:
    """Everything that is wrong with a page as it stands; best when empty."""
    found = [f"axe: {one}" for one in serious_violations(page)]
    for check in (_STICKS_OUT, _OUTSIDE, _CUT_OFF, _COVERED):
        found += page.evaluate(check)
    return found


def too_small(page: Page, least: int = FINGER) -> list[str]:
    """Targets that a finger misses; a link inside a sentence is exempt."""
    found: list[str] = page.evaluate(_TOO_SMALL, least)
    return found
