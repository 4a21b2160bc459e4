"""The words: what a refusal says in three languages. The article stays."""

import pytest

from tantera.rules import Refusal, Seated
from tantera.words import LANGS, translate


def test_a_refusal_is_told_in_the_players_language_and_its_article_stays():
    refusal = Refusal("SJ-flujo-1", "it is the turn of {player}", player=Seated(2))
    assert refusal.told("es") == "juega el puesto 2"
    assert refusal.named(("Pons", "Vidal")).told("es") == "juega Vidal"
    assert refusal.told("ca") != refusal.told("en") == "it is the turn of seat 2"
    assert str(refusal) == "SJ-flujo-1: it is the turn of seat 2"
    assert refusal.named(("Pons", "Vidal")).article == refusal.article == "SJ-flujo-1"


@pytest.mark.parametrize("lang", LANGS)
def test_a_sentence_nobody_translated_is_said_in_english(lang):
    assert translate(lang, "a sentence for this test with {gap}", gap=1) == "a sentence for this test with 1"


def test_a_language_nobody_speaks_here_is_english():
    assert translate("xx", "the match is over") == "the match is over"


def test_a_sentence_without_facts_is_left_alone():
    assert translate("en", "braces {stay}") == "braces {stay}"
