"""How pages look on one device, and on the next one; and never a colour without something else that tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tantera.web.pages.look import LOOKS
from tantera.web.pages.static_files import STATIC
from tests.web.browsing import Browser
from tests.web.serving import serving

TOKENS = (STATIC / "tokens.css").read_text("utf-8")
IVORY = "#f4ecd9"

RGB = tuple[float, float, float]
SEEN_BY: dict[str, tuple[RGB, RGB, RGB]] = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopes": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopes": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopes": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""What is left of a colour in linear RGB: Machado, Oliveira and Fernandes (2009), at their severest."""


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with serving(tmp_path) as server, Browser(server.url) as one:
        yield one


def test_a_choice_is_on_the_next_page_and_leaves_the_others_as_they_are(browser: Browser):
    assert 'data-theme="auto" data-tiles="ivory" data-text="usual" data-hand="right"' in browser.opens("/").html
    page = browser.opens("/look/dark?to=/books")
    assert page.path == "/books"
    assert 'data-theme="dark" data-tiles="ivory"' in page.html
    browser.opens("/look/numerals?to=/")
    page = browser.opens("/look/left?to=/")
    assert 'data-theme="dark" data-tiles="numerals" data-text="usual" data-hand="left"' in page.html
    assert '<meta name="color-scheme" content="dark">' in page.html
    assert browser.opens("/look/pink").status == 404


def test_no_word_says_two_things():
    words = [word for choices in LOOKS.values() for word in choices]
    assert len(words) == len(set(words))


def test_the_night_that_is_chosen_is_the_night_of_the_device():
    of_device, chosen = (
        re.search(start + r"(.*?)\}", TOKENS, re.DOTALL)
        for start in (r':root:not\(\[data-theme="light"\]\) \{', r':root\[data-theme="dark"\] \{\s*color-scheme: dark;')
    )
    assert of_device is not None
    assert chosen is not None
    assert of_device[1].split() == chosen[1].split()
    own = re.findall(
        r'^\[data-theme="dark"\] (\.dm-[^[]+?\})|(?<=\} )\[data-theme="dark"\] (\.dm-[^[]+?\})', TOKENS, re.M
    )
    device = re.findall(r':root:not\(\[data-theme="light"\]\) (\.dm-.*?\})', TOKENS)
    assert ["".join(one) for one in own] == device


def linear(colour: str) -> RGB:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(colour: str, eyes: tuple[RGB, RGB, RGB]) -> RGB:
    """CIE L*a*b* of a colour as somebody sees it."""
    light = linear(colour)
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in eyes)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("who", SEEN_BY)
def test_the_coloured_numbers_of_a_double_six_set_differ_for_all_eyes(who: str):
    told = re.search(r'\[data-tiles="colours"\] \{(.*?)\}', TOKENS)
    assert told is not None
    colours = dict(re.findall(r"--pip(\d): (#\w{6});", told[1]))
    assert list(colours) == list("123456789")
    for colour in colours.values():
        assert (luminance(IVORY) + 0.05) / (luminance(colour) + 0.05) >= 3
    seen = {number: lab(colour, SEEN_BY[who]) for number, colour in colours.items() if number in "123456"}
    for one, other in combinations(seen, 2):
        far = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
        assert far > 20, (one, other)
