"""Open decisions as questions: who is asked, what each answer brings, and nothing that nobody may know yet."""

import pytest
from msgspec.structs import replace

from tantera.play import JUDGES, REFEREE, Match, options
from tantera.play.actors import DIRECTOR
from tantera.play.events import DecisionAwaited
from tantera.play.fold import evolve
from tantera.play.orders import GiveRuling, RecordInfraction, TakeDecision
from tantera.referee import step
from tantera.rules import Book, Consequence, Refusal, load_book
from tantera.rules.sanctions import Choice, Decision
from tantera.telling import foreseen, question
from tantera.telling.questions import OFFICES
from tests.builders import credulous
from tests.tables.rooms import Room


def playing(book: str | Book, moves: int = 5) -> Match:
    return Room(book).begun().plays(moves).match


def recorded(match: Match, article: str, seat: int) -> Match:
    return step(match, RecordInfraction(article, seat), REFEREE, match.at).after


@pytest.mark.article("TG-18.2")
def test_the_player_on_the_right_is_asked_and_knows_what_each_answer_brings():
    match = recorded(playing("tarragona"), "TG-14.1", 2)
    asked = question(match, (3,), "es")
    assert asked is not None
    assert (asked.text, asked.about, asked.article) == ("Decides tú", "Llamada al móvil: Dan", "TG-14.1")
    assert [(one.text, one.follows) for one in asked.answers] == [
        ("Seguir", "La mano sigue como está."),
        ("Anular la mano", "La mano se anula; sale Ana."),
    ]
    assert {one.order for one in asked.answers} == set(options(match, 3))


def test_the_others_see_whom_they_wait_for_and_have_nothing_to_answer():
    match = recorded(playing("tarragona"), "TG-14.1", 2)
    for me in ((1,), (), OFFICES):
        asked = question(match, me, "es")
        assert asked is not None
        assert asked.text == "Decide Cai: seguir / anular la mano"
        assert asked.answers == ()


def test_nobody_is_asked_where_nothing_is_open():
    assert question(playing("tarragona"), (1,), "es") is None


@pytest.mark.article("CI-10")
def test_every_answer_can_be_given():
    match = recorded(playing(credulous("competencia-individual")), "CI-10", 2)
    asked = question(match, (1,), "ca")
    assert asked is not None
    assert len(asked.answers) == 3
    for answer in asked.answers:
        assert step(match, answer.order, 1, match.at).events


@pytest.mark.article("CI-13")
@pytest.mark.article("CI-18")
def test_what_is_not_written_is_ruled_in_ones_own_words():
    match = recorded(playing(credulous("competencia-individual")), "CI-13", 2)
    asked = question(match, OFFICES, "es")
    assert asked is not None
    assert (asked.answers, asked.ruling) == ((), "CI-18")
    order = RecordInfraction("CI-18", details=(("text", "sigue"), ("points", "1:+5")))
    assert step(match, order, DIRECTOR, match.at).events
    others = question(match, (1,), "es")
    assert others is not None
    assert others.ruling is None


@pytest.mark.article("SJ-jueces")
def test_a_match_that_ended_level_is_ruled_by_the_judges():
    match = playing("san-juan")
    level = evolve(match, DecisionAwaited("judges", "SJ-estructura", ("1+3", "2+4", "="), at=match.at))
    asked = question(level, OFFICES, "es")
    assert asked is not None
    assert asked.about == ""
    assert [one.order for one in asked.answers] == [GiveRuling(side, JUDGES.value) for side in ((1, 3), (2, 4), None)]
    assert asked.answers[0].text == "Gana la partida Ana + Cai"


def test_an_answer_that_would_tell_what_somebody_holds_is_told_as_the_book_says_it():
    """The pips left come from racks: whoever decides may not know them."""
    book = load_book("san-juan")
    pips = Consequence(kind="points", side="others", remaining=True)
    decision = Decision(who="offended_side", choices=(Choice(id="accept", consequences=(pips,)), Choice(id="continue")))
    infractions = tuple(
        replace(one, consequences=(), decision=decision) if one.article == "SJ-irreg-5" else one
        for one in book.infractions
    )
    match = recorded(playing(replace(book, infractions=infractions)), "SJ-irreg-5", 2)
    asked = question(match, (1,), "es")
    assert asked is not None
    assert [one.follows for one in asked.answers] == [
        "Los puntos que quedan, para los otros.",
        "La mano sigue como está.",
    ]
    assert not any(letter.isdigit() for one in asked.answers for letter in one.follows)


# --- before it is recorded


@pytest.mark.article("TG-18.4")
def test_a_referee_sees_what_would_follow_and_nothing_happens():
    match = recorded(playing("tarragona"), "TG-14.1", 2)
    match = step(match, TakeDecision("continue"), 3, match.at).after
    told = foreseen(match, RecordInfraction("TG-14.1", 2), REFEREE, "es")
    assert [(one.text, one.card) for one in told.follows] == [
        ("Tarjeta azul a Dan", "blue"),
        ("Tarjeta amarilla a Dan", "yellow"),
    ]
    assert told.question is not None
    assert told.question.text == "Decide Cai: seguir / anular la mano"
    assert len(told.question.answers) == 2


def test_what_would_be_refused_is_refused_with_its_article():
    with pytest.raises(Refusal) as refused:
        foreseen(playing("competencia-individual"), RecordInfraction("CI-14", 2), REFEREE, "es")
    assert refused.value.article == "CI-14"


@pytest.mark.article("TG-18.6")
def test_a_match_that_would_be_lost_is_foreseen():
    told = foreseen(playing("tarragona"), RecordInfraction("TG-16.6", 2), REFEREE, "es")
    assert told.question is None
    assert "red" in [one.card for one in told.follows]
    assert any("ganan la partida" in one.text for one in told.follows)
