"""Files that cannot be right: refused with line and column, what was found, what was expected, and the article."""

import pytest

from tantera.notation import DgnError, judge, read
from tests.notation.broken import BROKEN


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_right_is_refused_with_place_found_expected_and_article(name):
    text, line, column, found, expected, article = BROKEN[name]
    with pytest.raises(DgnError) as error:
        judge(read(text))
    said = error.value
    assert (said.where.line, said.where.column) == (line, column)
    assert found in said.found
    assert expected in said.expected
    assert said.article == article


@pytest.mark.parametrize("name", BROKEN)
def test_the_answer_is_one_line_that_names_the_file(name):
    with pytest.raises(DgnError) as error:
        judge(read(BROKEN[name][0]))
    said = str(error.value.in_file("final.dgn"))
    assert said.startswith(f"final.dgn:{error.value.where.line}:{error.value.where.column}: found ")
    assert said.isprintable()
    assert len(said) < 1000


def test_a_text_too_long_for_a_match_is_not_read():
    with pytest.raises(DgnError, match="at most 5000000"):
        read(" " * 5_000_001)
