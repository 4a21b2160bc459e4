"""No text whatever makes the reader or the judge raise anything but their own error."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tantera.cli.common import books_beside
from tantera.notation import DgnError, export, judge, read, report, write
from tantera.rules import BOOKS
from tests.notation.mutations import ODD, SHEETS, VOCABULARY, exported, mutated
from tests.play.tables import proof

relaxed = settings(deadline=None, suppress_health_check=list(HealthCheck))


def survives(text: str) -> bool:
    """Whether the text is a match; if not, the answer is one line with a place in the text."""
    try:
        document = read(text)
        assert read(write(document)) == document
        judged = judge(document, books_beside(Path(__file__).parent))
    except DgnError as error:
        said = error
    else:
        report(judged)
        read(write(export(judged.ledger)))
        return True
    lines = text.split("\n")
    assert 1 <= said.where.line <= len(lines)
    assert 1 <= said.where.column <= len(lines[said.where.line - 1]) + 1
    assert str(said).isprintable()
    assert said.found
    assert said.expected
    return False


@cache
def valid_files() -> list[str]:
    return [*SHEETS, *map(exported, range(20))]


def test_the_files_that_are_mutated_are_right_before():
    assert all(survives(text) for text in valid_files()), "or the fuzz would only knock at the door"


@settings(relaxed, max_examples=300)
@given(st.text(st.characters()))
@example('[Book "clasico"]\n#1 o1 0-0 00 {9999999.9999}\n')
@example("\ufeff")
@example("\0")
@example("[" * 50_000)
@example("(" * 50_000)
@example('"' * 50_001)
@example("#" * 50_000)
@example('[Book "ueh"]' + "{" * 50_000)
@example('[Book "ueh"]\n' * 3)
def test_any_text_is_read_or_refused(text):
    survives(text)


@settings(relaxed, max_examples=300)
@given(st.sampled_from(BOOKS), st.lists(st.sampled_from(VOCABULARY), max_size=25))
def test_any_heap_of_tokens_is_judged_or_refused(book_id, heap):
    survives(f'[Book "{book_id}"]\n' + " ".join(heap))


@settings(relaxed, max_examples=600)
@given(st.integers(0, 2**32))
def test_any_change_to_a_right_file_is_judged_or_refused(seed):
    rng = Random(seed)
    survives(mutated(rng.choice(valid_files()), rng))


@pytest.mark.prove
def test_very_many_changes_to_right_files_are_judged_or_refused():
    files = [*valid_files(), *map(exported, range(100, 160))]
    right = 0
    for seed in range(proof(5000, 300_000)):
        rng = Random(seed)
        right += survives(mutated(rng.choice(files), rng))
    assert right > 0


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: f"U+{ord(odd):04X}")
@pytest.mark.parametrize("text", SHEETS[:3])
def test_an_odd_character_anywhere_does_no_harm(text, odd):
    for place in range(0, len(text), 7):
        survives(text[:place] + odd + text[place:])
        survives(text[:place] + odd + text[place + 1 :])


@pytest.mark.parametrize("text", SHEETS)
def test_a_file_cut_short_anywhere_does_no_harm(text):
    for place in range(len(text)):
        survives(text[:place])


@pytest.mark.parametrize(
    "number", ["0", "-1", "9" * 20, "9" * 5000, "1e9", "0x10", "１", "²", "+5", "1_000", "００１", "NaN", "inf", "1.5"]
)
@pytest.mark.parametrize(
    "pattern",
    [
        "#{} o1 0-0",
        "#1 o{} 0-0",
        "#1 o1 {}-0",
        "#1 o1 0-{}",
        "#1 o1 0-0 66{{{}}}",
        "#1 o1 0-0 = domino 1 +{}",
        "#1 o1 0-0 = block 1+3 +0 ({}-{})",
        "#1 o1 0-0 [SJ-irreg-5 turn={}]",
        "#1 o1 0-0 [SJ-irreg-5 seat={}]",
        "#1 o1 0-0 [ruling points=1:+{}]",
        "#1 o1 0-0 deal {}:00",
        "#1 o1 0-0 deal 1:{}",
        "#1 o1 0-0 seed {} {}",
        "#1 o1 0-0 +{}",
        "#1 o1 0-0 ^{}:66",
        "#1 o1 0-0 {}!66",
    ],
)
def test_an_odd_number_anywhere_does_no_harm(pattern, number):
    survives('[Book "san-juan"]\n' + pattern.format(number, number))


@pytest.mark.parametrize(
    "tag",
    [
        '[Players "{}"]',
        '[Limit "{}"]',
        '[Limit "{}p"]',
        '[Option "players={}"]',
        '[Option "tiles={}"]',
        '[Option "set={}"]',
        '[Option "limit={}h"]',
        '[Option "{}={}"]',
        '[Option "false_pass_award={}"]',
        '[Option "avoid_partners={}"]',
        '[Result "{}"]',
    ],
)
@pytest.mark.parametrize("book_id", ["ueh", "clasico"])
@pytest.mark.parametrize(
    "value", ["", " ", "3", "٣", "-1", "9" * 5000, "null", "None", "true", "\\\\", "[x]", "\0", "=", "💥"]
)
def test_an_odd_tag_does_no_harm(book_id, tag, value):
    score = "0/0/0" if book_id == "ueh" else "0-0"
    survives(f'[Book "{book_id}"]\n{tag.format(value, value)}\n#1 o1 {score}\n')


ODD_BOOKS = [
    *["", ".", "..", "/", "/dev", "/dev/null", "/dev/zero", "/proc/self/mem", "~", "*", "san-juan/", "SAN-JUAN"],
    *["a\0b", "x" * 300, "x" * 5000, "x" * 300 + ".toml", "x" * 5000 + ".toml", "\0.toml", "..toml", "💥.toml"],
    "test_fuzz.py",
]


@pytest.mark.parametrize("book", ODD_BOOKS)
def test_an_odd_book_does_no_harm(book):
    assert not survives(f'[Book "{book}"]\n#1 o1 0-0\n')
