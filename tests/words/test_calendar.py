"""Days, months, figures and ``.po`` files, held against Babel, which has them from the CLDR."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from babel.dates import format_date, format_datetime, format_skeleton
from babel.messages.pofile import read_po as read_by_babel
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st

from tantera.words import calendar
from tantera.words.catalogue import OF_BOOKS
from tantera.words.numbers import number
from tantera.words.po import read_po

LOCALE = Path(calendar.__file__).parent / "locale"


@pytest.mark.parametrize("lang", OF_BOOKS)
def test_every_day_of_a_year_is_written_as_the_language_writes_it(lang: str):
    for day in range(366):
        at = datetime(2024, 1, 1, 0, 5) + timedelta(days=day, minutes=37 * day)
        assert calendar.weekday(at, lang) == format_datetime(at, "EEEE", locale=lang)
        assert calendar.day_and_month(at, lang) == format_datetime(at, "d MMM", locale=lang)
        both = f"{calendar.short_date(at, lang)}, {calendar.clock(at)}"
        assert both == format_datetime(at, "d MMM y, HH:mm", locale=lang)
        assert calendar.long_date(at, lang) == format_date(at, "long", locale=lang)
        assert calendar.full_date(at, lang) == format_date(at, "full", locale=lang)
        assert calendar.month_and_year(at, lang) == format_skeleton("yMMM", at, locale=lang)


@given(
    st.sampled_from(OF_BOOKS),
    st.integers(-(10**9), 10**9) | st.floats(-(10**9), 10**9),
    st.integers(0, 4),
    st.booleans(),
)
def test_every_figure_is_written_as_the_language_writes_it(lang: str, value: float, places: int, sign: bool):
    shape = "#,##0" + ("." + "0" * places if places else "")
    expected = format_decimal(value, f"+{shape};-{shape}" if sign else shape, locale=lang)
    assert number(value, lang, places, sign) == expected


@pytest.mark.parametrize("file", sorted(LOCALE.rglob("*.po")), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_file_of_translators_is_read_as_babel_reads_it(file: Path):
    with file.open("rb") as po:
        expected = {str(entry.id): str(entry.string) for entry in read_by_babel(po) if entry.id}
    assert read_po(file.read_text("utf-8").splitlines()) == expected
