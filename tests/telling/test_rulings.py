"""Infractions, what followed, who is asked what and who chose what: in words, and right."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tantera.notation import Judged, judge, read
from tantera.play import Match, evolve, new_match, start_match
from tantera.play.events import (
    CardShown,
    ConsequenceFollowed,
    DecisionAwaited,
    DecisionTaken,
    HandRebuilt,
    InfractionRecorded,
    PointsGiven,
)
from tantera.referee import entry
from tantera.rules import BOOKS, load_book
from tantera.rules.sanctions import ConsequenceKind, Decider
from tantera.telling import DECIDERS, Sentence, asked, cards, infraction, infraction_name, story
from tantera.telling.infractions import CHOICES, FOLLOWS, consequence
from tantera.telling.narrator import Narrator

PLAYERS = '[Seat1 "Pons"]\n[Seat2 "Vidal"]\n[Seat3 "Mas"]\n[Seat4 "Roca"]\n'


def judged(book: str, hands: str) -> Judged:
    return judge(read(f'[Book "{book}"]\n{PLAYERS}{hands}'))


def lines(book: str, hands: str, lang: str = "en") -> list[str]:
    return [told.text for told in story(judged(book, hands), Narrator(lang)) if isinstance(told, Sentence)]


def a_match(book: str = "tarragona") -> Match:
    return start_match(load_book(book), new_match(load_book(book), ("Pons", "Vidal", "Mas", "Roca")))


# --- nothing is forgotten -------------------------------------------------------------------------------------------


def test_every_kind_of_consequence_has_words_and_another_raises():
    assert set(FOLLOWS) == {*get_args(ConsequenceKind), "opening"}


def test_everybody_who_may_decide_by_office_has_a_name():
    assert set(get_args(Decider)) - {"right_of_offender", "offended_side"} == set(DECIDERS)


@pytest.mark.parametrize("book", BOOKS)
def test_every_choice_of_the_built_in_books_has_words(book: str):
    law = load_book(book)
    decisions = [*(one.decision for one in law.severities), *(one.decision for one in law.infractions)]
    ids = {choice.id for decision in decisions if decision is not None for choice in decision.choices}
    ids |= {choice.id for one in law.infractions for choice in one.choices}
    assert ids <= set(CHOICES)


# --- infractions ----------------------------------------------------------------------------------------------------


@pytest.mark.article("SJ-irreg-5")
def test_an_infraction_is_told_by_its_name_in_the_book_with_who_did_it():
    match = a_match("san-juan")
    event = InfractionRecorded("SJ-irreg-5", 3, 0, at=0)
    assert infraction(event, match, "es") == "Gestos, comentarios o gritos: Mas"
    assert infraction(event, match, "ca") == "Gestos, comentaris o crits: Mas"
    assert infraction(event, match, "en") == "Gestures, comments or shouting: Mas"
    told = Narrator("es").sentence(event, match, evolve(match, event))
    assert told == Sentence("Gestos, comentarios o gritos: Mas", "urgent", "record", article="SJ-irreg-5")
    assert told.cited == "SJ-irreg-5 Gestos, comentarios o gritos: Mas"


@pytest.mark.article("CI-10", "SJ-irreg-2")
def test_tile_and_turn_are_told_and_that_nobody_knows_who_it_was():
    late = InfractionRecorded("CI-10", 3, 3, (("tile", "64"), ("turn", "3"), ("chose", "accept")), at=0)
    told = infraction(late, a_match("competencia-individual"), "es")
    assert told == "Pasar o pensar en falso: Mas, 6-4, en el turno 3"
    unknown = InfractionRecorded("SJ-irreg-2", None, 0, at=0)
    assert infraction(unknown, a_match("san-juan"), "es").endswith(": no se sabe quién")


@pytest.mark.article("CI-18")
def test_a_ruling_is_told_by_its_text_and_author():
    ruling = InfractionRecorded("CI-18", None, 0, (("by", "la juez"), ("text", "sigue")), at=0)
    assert infraction(ruling, a_match("competencia-individual"), "es") == "Decisión del director «sigue» (la juez)"
    free = InfractionRecorded("ruling", None, 0, (("text", "se repite"),), at=0)
    assert infraction(free, a_match("clasico"), "es") == "Decisión de los jueces «se repite»"
    told = Narrator("es").sentence(free, a_match("clasico"), a_match("clasico"))
    assert told is not None
    assert told.article == ""  # no book provides for it


def test_every_consequence_says_whom_it_hits():
    def follows(lang: str, event: ConsequenceFollowed) -> str:
        return consequence(event, a_match(), lang)

    assert follows("en", PointsGiven(0, (1, 3), -20, at=0)) == "-20 for Pons + Mas"
    assert follows("es", PointsGiven(0, (1, 3), 20, at=0)) == "+20 a Pons + Mas"
    left = "a Vidal + Roca, los puntos que quedan: los cuenta la mesa"
    assert follows("es", PointsGiven(0, (2, 4), None, at=0)) == left
    assert follows("ca", CardShown(0, 2, "blue", at=0)) == "Targeta blava a Vidal"
    assert follows("en", HandRebuilt(0, 4, at=0)) == "the hand goes back to turn 4"


def test_a_kind_of_consequence_that_nobody_has_words_for_raises():
    class Banished(ConsequenceFollowed, frozen=True, tag="consequence_banished.1"):
        kind = "banished"  # type: ignore[assignment]

    with pytest.raises(KeyError):
        consequence(Banished(0, at=0), a_match(), "en")


@pytest.mark.article("TG-14.1", "SJ-irreg-5")
def test_the_catalogue_says_how_grave_an_infraction_is_where_the_book_has_grades():
    graded, plain = entry(load_book("tarragona"), "TG-14.1"), entry(load_book("san-juan"), "SJ-irreg-5")
    assert graded is not None
    assert plain is not None
    assert infraction_name(graded, a_match(), "es") == "Llamada al móvil (falta leve)"
    assert infraction_name(plain, a_match("san-juan"), "en") == "Gestures, comments or shouting"


# --- decisions ------------------------------------------------------------------------------------------------------


@pytest.mark.article("TG-18.2")
def test_an_open_decision_says_who_has_to_choose_between_what():
    who = {
        "es": "Decide Roca: seguir / anular la mano",
        "ca": "Decideix Roca: continuar / anul·lar la mà",
        "en": "Roca decides: go on / annul the hand",
    }
    for lang, question in who.items():
        assert lines("tarragona", "#1 o1 0-0 [TG-14.8 seat=3]", lang)[-1] == question


@pytest.mark.parametrize(
    ("who", "es", "en"),
    [
        ((4,), "Decide Roca: seguir", "Roca decides: go on"),
        ((2, 4), "Deciden Vidal + Roca: seguir", "Vidal + Roca decide: go on"),
        ("referee", "Decide el árbitro: seguir", "The referee decides: go on"),
        ("judges", "Deciden los jueces: seguir", "The judges decide: go on"),
    ],
)
def test_one_decides_and_many_decide(who: Any, es: str, en: str):
    awaited = DecisionAwaited(who, "X-1", ("continue",), 0, at=0)
    assert asked(awaited, a_match(), "es") == es
    assert asked(awaited, a_match(), "en") == en


@pytest.mark.article("SJ-estructura", "CI-18")
def test_only_a_match_that_ended_level_is_told_as_one():
    level = DecisionAwaited("judges", "SJ-estructura", ("1+3", "2+4", "="), at=0)
    assert asked(level, a_match("san-juan"), "en") == "Level at the end: the judges rule"
    director = DecisionAwaited("director", "CI-18", (), 0, at=0)
    assert asked(director, a_match(), "en") == "The director of refereeing rules"
    assert asked(DecisionAwaited("judges", "CI-18", (), 0, at=0), a_match(), "es") == "Deciden los jueces"


@pytest.mark.article("TG-14.1", "CI-10")
def test_a_decision_that_came_with_its_record_says_who_took_it():
    told = lines("tarragona", "#1 o1 0-0 [TG-14.1 seat=2 chose=annul]", "es")
    assert "Ha decidido Mas: anular la mano" in told
    told = lines("competencia-individual", "#1 o1 0-0 [CI-10 seat=2 chose=accept]", "es")
    assert "Han decidido Pons + Mas: aceptar la sanción" in told
    told = lines("tarragona", '#1 o1 0-0 [TG-14.1 seat=2 chose=annul by="la mesa"]', "es")
    assert "Ha decidido la mesa: anular la mano" in told


@pytest.mark.article("TG-15.5")
def test_what_the_referee_confirms_is_the_referees():
    talk = "[TG-15.4 seat=4 chose=continue]"
    told = lines("tarragona", f"#1 o1 0-0 {talk} [TG-15.4 seat=4 confirm=no chose=continue]")
    assert "The referee has decided: leave it" in told
    assert "Pons has decided: go on" in told


def test_a_decision_that_was_awaited_is_told_as_taken_by_whoever_it_was_asked_of():
    match = evolve(a_match(), DecisionAwaited((2, 4), "X-1", ("continue", "annul"), 0, at=0))
    told = Narrator("en").sentence(DecisionTaken("X-1", "annul", infraction=0, at=0), match, match)
    assert told == Sentence("Vidal + Roca have decided: annul the hand", "warning", "record")
    told = Narrator("en").sentence(DecisionTaken("X-1", "annul", at=0), a_match(), match)
    assert told is not None
    assert told.text == "— has decided: annul the hand"


@pytest.mark.article("CI-13", "CI-18")
def test_a_ruling_that_answers_a_decision_is_told_once():
    deal = "deal 1:00.04.12.66.11.13.22 2:05.36.01.16.25.44.56 3:06.02.14.15.23.24.33 4:45.03.26.34.35.46.55"
    moves = '00 >05 3!>14 >45 [CI-13 seat=3] [CI-18 seat=3 by="Director" text="it stands" points=1:-10] <04'
    told = lines("competencia-individual", f"#1 o1 0-0\n{deal}\n{moves}")
    assert told[4:9] == [
        "Roca plays 5-4",
        "Cachirul (tile that does not fit): Mas",
        "The director of refereeing rules",
        "Director's ruling «it stands» (Director)",
        "-10 for Pons + Mas",
    ]


@pytest.mark.article("TG-18.4")
def test_cards_are_counted_by_name():
    hands = "#1 o1 0-0 [TG-14.1 seat=2 chose=continue] = domino 3 +20 #2 o2 20-0 [TG-14.1 seat=2]"
    match = judged("tarragona", hands).match
    assert cards(match, "es") == "Vidal: Tarjeta azul 2, Tarjeta amarilla 1"
    assert cards(a_match(), "es") == ""
