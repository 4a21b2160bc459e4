"""Charts as a reader's eye and an XML parser see them: marks where the numbers are, and no words on top of others."""

from xml.etree import ElementTree

import pytest

from tantera.cli.study.plots import LETTER, WIDTH, histogram_svg, intervals_svg

SVG = "{http://www.w3.org/2000/svg}"

BARS = [
    (f"{start}–{start + 9}", float(height)) for start, height in zip(range(0, 130, 10), range(13, 0, -1), strict=True)
]
ROWS = [("random", 0.0, 0.3), ("highest", 3.2, 0.3), ("counter <b> & co", -7.9, 1.25)]


def parts(svg: str, tag: str, look: str = "") -> list[ElementTree.Element]:
    found = ElementTree.fromstring(svg).iter(f"{SVG}{tag}")
    return [part for part in found if look in part.get("class", "").split() or not look]


def at(part: ElementTree.Element, name: str) -> float:
    return float(part.attrib[name])


def spans(svg: str) -> list[tuple[float, float, float]]:
    """Of every text its height on the page, and from where to where it may run."""
    found = []
    for text in parts(svg, "text"):
        long = LETTER * len(text.text or "") * (17 / 13 if "title" in text.attrib["class"] else 1)
        start = at(text, "x") - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")] * long
        found.append((at(text, "y"), start, start + long))
    return found


def test_a_bar_is_as_high_as_its_number():
    bars = parts(histogram_svg("Points", [("a", 1.0), ("b", 2.0), ("c", 4.0), ("none", 0.0)], "%"), "rect", "mark")
    one, *others = (at(bar, "height") for bar in bars)
    assert [height / one for height in others] == pytest.approx([2, 4, 0], rel=0.01)
    assert len({at(bar, "y") + at(bar, "height") for bar in bars}) == 1, "all stand on one line"


def test_a_dot_lies_in_the_middle_of_its_whiskers_and_right_of_zero_only_if_it_is_more():
    svg = intervals_svg("Bots", ROWS, "points a hand")
    dots, zero = parts(svg, "circle", "mark"), at(parts(svg, "line", "axis")[0], "x1")
    reach = [line for line in parts(svg, "line", "whisker") if line.attrib["y1"] == line.attrib["y2"]]
    for dot, line, (_, value, error) in zip(dots, reach, ROWS, strict=True):
        assert at(dot, "cx") == pytest.approx((at(line, "x1") + at(line, "x2")) / 2, abs=0.2)
        assert (at(dot, "cx") > zero) == (value > 0)
        per_point = (at(dots[1], "cx") - zero) / 3.2
        assert at(line, "x2") - at(line, "x1") == pytest.approx(2 * error * per_point, abs=0.5)


@pytest.mark.parametrize(
    "svg",
    [
        histogram_svg("Points of a hand", BARS, "% of hands"),
        histogram_svg("Many", [(str(1000 + number), 1.0) for number in range(90)], "%"),
        histogram_svg("One", [("0", 0.0)], "%"),
        histogram_svg("Huge", [("a", 3e6), ("b", 1e-3)], "hands"),
        intervals_svg("Bots", ROWS, "points a hand"),
        intervals_svg("One", [("x", 0.0123, 0.0004)], "points"),
        intervals_svg("Sure", [("x", 0.0, 0.0)], "points"),
        intervals_svg("A long name", [("n" * 90, -1234.5, 10.25), ("b", -1000.0, 3.0)], "points"),
        intervals_svg("A title that goes on and on, " * 4, ROWS, "points"),
    ],
)
def test_no_words_lie_on_others_or_run_off_the_page(svg):
    texts = spans(svg)[1:]  # without the title, which shrinks to its line
    assert all(start >= 0 and end <= WIDTH for _, start, end in texts)
    for place, (height, start, end) in enumerate(texts):
        for other_height, other_start, other_end in texts[:place]:
            assert abs(height - other_height) > 10 or end <= other_start or other_end <= start


def test_a_long_title_is_written_smaller():
    sizes = []
    for title in ("short", "A title that goes on and on, " * 4):
        style = parts(histogram_svg(title, BARS, "%"), "text", "title")[0].attrib["style"]
        sizes.append(float(style.removeprefix("font-size: ").removesuffix("px")))
    assert sizes[0] == 17
    assert sizes[1] < 10


def test_names_are_text_whatever_they_look_like():
    svg = intervals_svg("<i>", ROWS, "&")
    assert "counter <b> & co" in [text.text for text in parts(svg, "text")]
    assert parts(svg, "b") == parts(svg, "i") == []


def test_a_chart_is_drawn_for_light_and_dark_screens_without_scripts_or_links():
    for svg in (histogram_svg("a", BARS, "%"), intervals_svg("b", ROWS, "points")):
        assert "prefers-color-scheme: dark" in svg
        assert "<script" not in svg
        assert "href" not in svg


def test_a_chart_of_nothing_is_refused():
    with pytest.raises(ValueError, match="expected at least one bar"):
        histogram_svg("a", [], "%")
    with pytest.raises(ValueError, match="none below zero"):
        histogram_svg("a", [("x", -1.0)], "%")
    with pytest.raises(ValueError, match="expected at least one row"):
        intervals_svg("a", [], "%")
    with pytest.raises(ValueError, match="no error below zero"):
        intervals_svg("a", [("x", 1.0, -0.5)], "%")
