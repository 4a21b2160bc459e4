"""Notes in braces: what a judge says of a move, and what other programs say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantera.notation import DgnError, judge, read, write
from tantera.notation.document import Comment, Note
from tantera.notation.values import Values, flipped, parse_values, write_values

MATCH = """[Book "san-juan"]

#1 o1 0-0
deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66
00{4.1} {%v -3.2±0.8 00:0 04:-3.2} {%clk 0:12} <05 >06 {%h 0 >06:0 <56:-7} <54 <40 >63 <02 >30 <21 <10
= block 2+4 +126 (67-59)
"""


def test_a_match_with_notes_is_the_same_match_and_is_written_as_it_was_read():
    document = read(MATCH)
    assert write(document).split() == write(read(write(document))).split()
    assert [item.text for item in document.hands[0].items if isinstance(item, Note)] == [
        "v -3.2±0.8 00:0 04:-3.2",
        "clk 0:12",
        "h 0 >06:0 <56:-7",
    ]
    assert judge(document).match.score == (0, 126)


def test_whoever_does_not_know_a_note_keeps_it_as_a_comment():
    assert isinstance(read(MATCH).hands[0].items[-3], Comment) or issubclass(Note, Comment)
    strange = MATCH.replace("{%clk 0:12}", '{%eval of "somebody" [else] ; (who knows)}')
    assert '{%eval of "somebody" [else] ; (who knows)}' in write(read(strange))


@pytest.mark.parametrize(
    "note",
    ["{%v}", "{%v good}", "{%v 1}", "{%v 1 >63}", "{%h 1 >99999:1}", "{%v 1±x >63:0}", "{%v 1 <55&>34:0}"],
)
def test_values_that_cannot_be_right_are_refused_where_they_stand(note: str):
    with pytest.raises(DgnError) as refused:
        read(MATCH.replace("{%v -3.2±0.8 00:0 04:-3.2}", note))
    assert refused.value.where.line == 5
    assert "{%v -3.2±0.8 >63:0 <54:-3.2}" in refused.value.told("en")


def test_values_stand_after_a_move():
    with pytest.raises(DgnError):
        read(MATCH.replace("00{4.1}", "{%v 0 00:0} 00{4.1}"))


def test_where_the_opening_tile_is_written_high_low_the_ends_of_the_values_are_turned_too():
    turned = read('[Book "san-juan"]\n#1 o1 0-0\n64 <62 {%v -1 <62:0 >45:-1}').hands[0].items
    assert turned[-1] == Note("v -1 >62:0 <45:-1")


tenths = st.integers(-9999, 9999).map(lambda tenth: tenth / 10)
tokens = st.sampled_from(["65", "<54", ">63", "-", "+??", "<55&>33"])
values = st.builds(
    Values,
    st.sampled_from("vh"),
    tenths,
    st.none() | tenths.map(abs),
    st.lists(st.tuples(tokens, tenths), min_size=1, max_size=7).map(tuple),
)


@given(values)
def test_what_is_written_is_read_again(one: Values):
    assert parse_values(write_values(one)) == one
    assert flipped(flipped(write_values(one))) == write_values(one)
