"""Letters that nobody sees are found, however many there are."""

import pytest

from tantera.words.alike import unseen


@pytest.mark.time_limit(10)
def test_a_letter_under_a_hundred_thousand_accents_is_told_at_once():
    assert unseen("a" + "\u0316\u0301" * 100_000)


def test_accents_that_are_written_apart_are_seen():
    assert not unseen("Nu\u0301ria Pen\u0303a")
    assert not unseen("Vie\u0323\u0302t")
    assert not unseen("")


@pytest.mark.parametrize("letter", ["\n", "\t", "\x7f", "\x00", "\x85"])
def test_a_control_character_is_not_seen_in_whatever_letters_the_rest_is(letter: str):
    assert unseen(f"Ana{letter}Pons")
    assert unseen(f"Núria{letter}Peña")
