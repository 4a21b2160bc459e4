"""Texts round-trip: what is written reads back as the same document, and is written the same again."""

import pytest
from hypothesis import HealthCheck, given, settings

from tantera.notation import read, write
from tantera.notation.writer import WIDTH, write_item
from tests.notation.documents import documents
from tests.play.tables import proof

CANONICAL = """\
[Event "Liga; del \\"Club\\" \\\\"]
[Book "san-juan"]
[Date "2026-11-15"]
[Seat1 "Pons"]
[Limit "200p 40m"]
[Option "at_time=finish_hand"]
[Option "level_at_end=half_point"]
[Weather "rain"]
[Result "*"]
; a remark about it all

#1 o1 0-0
[SJ-inicio-2]
deal 1:00.04 2:??.05 0:66
00{4.1} <05 >06 - <55&>33 +35 +?? 3!>64{9.0} 2!- ^2:46 [SJ-irreg-5 seat=3 turn=2 by="the judges"] ; seen by all
seed ab12 cd34 1:abc 3:"a b=c"
= block 2+4 +126 (67-59)
;

#2 o2 -20-126
= lost 1+3 +0 SJ-irreg-6
"""


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(documents())
def test_every_document_reads_back_as_it_was_written(document):
    text = write(document)
    assert read(text) == document
    assert write(read(text)) == text


@pytest.mark.prove
@settings(max_examples=proof(1000, 20_000), deadline=None, suppress_health_check=list(HealthCheck))
@given(documents())
def test_many_more_documents_read_back(document):
    assert read(write(document)) == document


def test_the_canonical_form_is_left_as_it_is():
    assert write(read(CANONICAL)) == CANONICAL


@pytest.mark.parametrize(
    "loose",
    [
        CANONICAL.replace("\n", "\r\n"),
        "\ufeff" + CANONICAL,
        CANONICAL.replace(" <05 ", "\n\t<05\n"),
        CANONICAL.replace("{4.1}", " { 4.100 } "),
        CANONICAL.replace("[Date ", "  [  Date   ").replace("(67-59)", "( 67 - 59 )"),
        CANONICAL.replace("+126", "126"),
        CANONICAL.replace("<55&>33", ">33&<55"),
        CANONICAL.replace("deal 1:00.04 2:??.05 0:66", "deal\n 0:66\n2:??.50   1:00.40"),
        CANONICAL.replace("#1 o1", "#0001\no1"),
        CANONICAL.replace('[Book "san-juan"]\n', "").replace('[Result "*"]', '[Result "*"][Book "san-juan"]'),
        CANONICAL.replace('by="the judges"', 'by="the judges" ').replace("[SJ-irreg-5", "[ SJ-irreg-5"),
    ],
    ids=["crlf", "bom", "breaks", "clock", "spaces", "plus", "ends", "deal order", "numbers", "tag order", "record"],
)
def test_white_space_line_breaks_and_order_do_not_matter(loose):
    assert write(read(loose)) == CANONICAL


def test_long_hands_are_wrapped():
    moves = " ".join(["00", *["<00"] * 80])
    text = write(read(f'[Book "clasico"] #1 o1 0-0 {moves}'))
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert len(text.splitlines()) > 5
    assert len(read(text).hands[0].items) == 81


def test_a_line_break_in_a_name_cannot_break_the_file():
    document = read('[Book "clasico"]')
    odd = type(document)((("Book", "clasico"), ("Seat1", 'a\nb"]\n#1 o1 0-0')))
    assert read(write(odd)).tag("Seat1") == 'a b"] #1 o1 0-0'


def test_only_items_can_be_written():
    with pytest.raises(TypeError, match="is no item"):
        write_item("65")  # type: ignore[arg-type]
