"""Ten questions and a book: every answer makes one that checks."""

import itertools
import random

import pytest

from tantera.play import new_match, start_match
from tantera.rules import BOOKS, load_book, parse_book
from tantera.rules.advice import advice_on
from tantera.rules.glossary import VALUES
from tantera.rules.loader import read_text
from tantera.rules.questions import IN_PLAY, PRIZE, QUESTIONS, asked, book_of_answers, granted, offered, understood

BY_KEY = {question.key: question for question in (*QUESTIONS, PRIZE, IN_PLAY)}


@pytest.mark.parametrize(
    ("said", "prize", "block"),
    [
        ({}, (1, 0, 3), "nobody"),
        ({"capicua": "0"}, (1, 0, None), "nobody"),
        ({"prize": "2 1"}, (2, 1, 4), "pair"),
        ({"prize": "2 0", "capicua": "5"}, (2, 0, 7), "nobody"),
    ],
)
def test_where_a_fixed_prize_has_a_capicua_so_many_points_more_are_more_than_a_plain_domino(said, prize, block):
    """And whoever gives points for a block wants somebody to win it."""
    book = parse_book(book_of_answers(answers_of("brasil-7", **said), "club", "es"))
    assert book.prize is not None
    assert (book.prize.domino, book.prize.block, book.prize.capicua) == prize
    assert (book.options.block, book.bonuses) == (block, ())


def answers_of(base: str, **said: str) -> dict[str, str]:
    answers = {"name": "Peña", "extends": base, **said}
    while missing := [one for one in asked(answers) if one.key not in answers]:
        answers[missing[0].key] = granted(missing[0], answers)
    return answers


def every_answer() -> list[dict[str, str]]:
    keys = [one.key for one in QUESTIONS if one.kind == "choice"]
    values = [list(VALUES[f"options.{key}"]) for key in keys]
    some = random.Random("ten questions").sample(list(itertools.product(BOOKS, ("0", "25"), *values)), 36)
    return [answers_of(base, capicua=points, **dict(zip(keys, chosen, strict=True))) for base, points, *chosen in some]


@pytest.mark.parametrize("at", range(6))
def test_whatever_is_answered_the_book_checks_begins_a_match_and_has_no_warning(at: int):
    for answers in every_answer()[at::6]:
        text = book_of_answers(answers, "club", "es")
        book, layers = read_text(text, "club.toml")
        assert advice_on(book, layers) == [], answers
        assert book.options.next_opener == answers["next_opener"]
        assert parse_book(text) == book
        start_match(book, new_match(book, ("Pons", "Vidal", "Mas", "Roca")))


def test_every_default_is_an_answer_and_gives_the_base_itself():
    for base in BOOKS:
        answers = answers_of(base)
        for question in asked(answers):
            assert question.key in ("name", "extends") or understood(question, answers[question.key]) is not None
        assert parse_book(book_of_answers(answers, "club", "es")).options == load_book(base).options


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("150", "150p"),
        ("200 puntos o 40 minutos", "200p 40m"),
        ("12 manos", "12h"),
        ("12 mans", "12h"),
        ("100 pontos ou 8 mãos", "100p 8h"),
        ("100p, 25m", "100p 25m"),
        ("100 points and 9 hands", "100p 9h"),
        ("0", None),
        ("", None),
        ("mucho", None),
        ("100 200", None),
        ("100 perros", None),
        ("9" * 30, None),
        ("-5", None),
    ],
)
def test_a_limit_is_understood_as_people_say_it(said: str, kept: str | None):
    assert understood(BY_KEY["limit"], said) == kept


@pytest.mark.parametrize("said", ["\x1b[31mPeña", 'a"\nid = "x', "Peña \\ Sol", "#", '"', "=", "«Sol»", "\u202ePeña"])
def test_any_name_is_a_name_and_nothing_else(said: str):
    name = understood(BY_KEY["name"], said)
    assert name is not None
    assert name.isprintable()
    book = parse_book(book_of_answers({**answers_of("clasico"), "name": name}, "club", "es"))
    assert (book.id, book.name.text("es")) == ("club", name)


def test_every_question_has_its_sentence_and_there_are_ten():
    assert len(QUESTIONS) == 10
    for question in QUESTIONS:
        assert question.asks.endswith("?")
        assert question.why.endswith(".")
        assert (question.kind in ("choice", "book")) == bool(offered(question))
