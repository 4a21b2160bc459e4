"""The books that come along: five by their sources, and those of other families."""

import subprocess
import sys
from typing import get_args, get_type_hints

import pytest

from tantera.rules import BOOKS, bonuses, counting, load_book, schema, scores
from tantera.rules import functions as rules
from tantera.rules.bonuses import conditions
from tantera.rules.loader import FAMILY_BOOKS, SOURCE_BOOKS
from tantera.rules.schema import Cites
from tantera.rules.tournament import Limit
from tantera.tiles import TileSet
from tantera.words import LANGS

every_book = pytest.mark.parametrize("book_id", BOOKS)


def test_there_are_five_books_of_the_contract_and_seven_of_other_families_and_all_of_them_load():
    assert SOURCE_BOOKS == ("san-juan", "tarragona", "ueh", "competencia-individual", "clasico")
    assert len(FAMILY_BOOKS) == 7
    assert (*SOURCE_BOOKS, *FAMILY_BOOKS) == BOOKS
    assert [load_book(book_id).id for book_id in BOOKS] == list(BOOKS)


@every_book
def test_every_article_has_a_text_of_its_own_in_three_languages(book_id):
    for article in load_book(book_id).articles:
        texts = [article.text(lang) for lang in ("es", "ca", "en")]
        assert all(text.strip() == text and len(text) > 10 for text in texts), article.id
        assert len(set(texts)) == 3, f"{article.id} says the same in two languages"
        assert article.number.strip()


@every_book
def test_a_book_names_itself_in_three_languages(book_id):
    book = load_book(book_id)
    assert LANGS == ("es", "ca", "en")
    for lang in LANGS:
        assert getattr(book.name, lang)
        assert getattr(book.about, lang)


@pytest.mark.parametrize(
    ("article", "said", "not_said"),
    [
        ("SJ-flujo-2", ("«no tengo»", "«no en tinc»", "«no tengo»"), ()),
        ("TG-9.3", ("«PASO»", "«PASO»", "«PASO»"), ("PASSO", "PASS ")),
        ("TG-13.3", ("sin que se le vea", "sense que se’n vegi", "without its face"), ("aunque", "encara que", "even")),
        ("TG-espiritu", ("espíritu que la letra", "esperit que la lletra", "spirit of these rules"), ()),
    ],
)
def test_what_a_text_must_say_and_must_not(article, said, not_said):
    found = next(one for book in map(load_book, BOOKS) if (one := book.find(article)) is not None)
    for lang, words in zip(LANGS, said, strict=True):
        assert words in found.text(lang)
        assert not [wrong for wrong in not_said if wrong in found.text(lang)]


@every_book
def test_every_refusal_cites_an_article_of_the_book(book_id):
    book = load_book(book_id)
    need_not = {
        "talk",
        "in_play",
        "closing",
        "rack",
        "silence",
        "draw",
        "entries",
        "registration",
        "slip",
        "level",
        "default",
        "re_entries",
        "sanctions",
        "suspension",
    }
    for reason in Cites.__struct_fields__:
        cited = getattr(book.cites, reason)
        assert book.find(cited) is not None if cited is not None else reason in need_not, reason


@every_book
def test_an_article_is_found_whatever_its_capitals(book_id):
    book = load_book(book_id)
    for article in book.articles:
        assert book.find(article.id.upper()) is book.find(article.id.lower()) is article
    assert book.find("no-such-article") is None


@pytest.mark.parametrize(
    ("book_id", "limit", "at_time", "level", "next_opener", "tied", "scoring", "thinking"),
    [
        ("san-juan", "200p 40m", "stop", "ruling", "last_tile", "nobody_same_opener", "all", "allowed"),
        ("tarragona", "300p", "finish_hand", "one_more_hand", "right", "nobody_moves_on", "all", "forbidden"),
        ("ueh", "300p", "finish_hand", "one_more_hand", "right", "mano_wins", "own_loss", "forbidden"),
        (
            "competencia-individual",
            "100p 25m",
            "extra_hands",
            "one_more_hand",
            "right",
            "nobody_moves_on",
            "all",
            "forbidden",
        ),
        ("clasico", "100p", "finish_hand", "one_more_hand", "right", "nobody_moves_on", "all", "allowed"),
    ],
)
def test_the_options_of_the_books_are_those_of_the_table(
    book_id, limit, at_time, level, next_opener, tied, scoring, thinking
):
    options = load_book(book_id).options
    assert str(options.limit) == limit
    assert (options.at_time, options.level_at_end) == (at_time, level)
    assert (options.next_opener, options.tied_block, options.scoring) == (next_opener, tied, scoring)
    assert options.false_thinking == thinking
    assert options.draw_order == "sum"
    assert options.first_tile == "any"


def test_who_opens_first_and_what_sleeps_are_those_of_the_table():
    assert {book: load_book(book).options.first_opener for book in SOURCE_BOOKS} == {
        "san-juan": "draw",
        "tarragona": "draw",
        "ueh": "double",
        "competencia-individual": "draw",
        "clasico": "double",
    }
    assert [book for book in BOOKS if load_book(book).options.boneyard == "one"] == ["ueh"]
    assert [book for book in BOOKS if load_book(book).options.play == "alone"] == ["ueh"]


def test_san_juan_awards_twenty_for_a_false_pass():
    assert load_book("san-juan").options.false_pass_award == 20


@pytest.mark.parametrize(
    ("literal", "registry"),
    [
        (schema.AtTime, rules.AT_TIMES),
        (schema.DrawOrder, rules.DRAW_ORDERS),
        (schema.NextOpener, rules.NEXT_OPENERS),
        (schema.NextMatchOpener, rules.NEXT_MATCH_OPENERS),
        (schema.TiedBlockRule, counting.TIED_BLOCKS),
        (schema.BlockRule, counting.BLOCKS),
        (schema.Reset, counting.RESETS),
        (schema.ScoringRule, counting.SCORINGS),
        (get_type_hints(scores.PointsInPlay)["count"], counting.IN_PLAY),
        (scores.BonusKind, bonuses.BONUSES),
        (scores.Condition, conditions.CONDITIONS),
        (schema.Shuffle, rules.SHUFFLES),
        (schema.Taking, rules.TAKINGS),
        (schema.Lifting, schema.LIFTINGS),
    ],
)
def test_the_schema_offers_exactly_the_functions_that_exist(literal, registry):
    assert set(get_args(literal)) == set(registry)


def test_no_registry_of_functions_is_forgotten_above():
    found = vars(rules) | vars(counting)
    registries = {name for name, value in found.items() if name.isupper() and isinstance(value, dict)}
    assert registries == {
        "AT_TIMES",
        "DRAW_ORDERS",
        "NEXT_OPENERS",
        "NEXT_MATCH_OPENERS",
        "BLOCKS",
        "TIED_BLOCKS",
        "RESETS",
        "SCORINGS",
        "IN_PLAY",
        "SHUFFLES",
        "TAKINGS",
    }


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (Limit(points=200, minutes=40), "200p 40m"),
        (Limit(hands=12), "12h"),
        (Limit(points=100, hands=5, minutes=25), "100p 5h 25m"),
    ],
)
def test_a_limit_is_written_as_a_dgn_file_has_it(limit, text):
    assert str(limit) == text


def test_seven_tiles_of_the_small_set_and_ten_of_the_large_one():
    clasico = load_book("clasico").options
    assert clasico.set is TileSet.DOUBLE_SIX
    assert clasico.tiles_each == 7


AT_ONCE = """
import sys, threading
from tantera.rules import BOOKS, load_book

sys.setswitchinterval(1e-6)
together = threading.Barrier(8)
read = []

def reads(name):
    together.wait()
    read.append(load_book(name))

threads = [threading.Thread(target=reads, args=(BOOKS[number % len(BOOKS)],)) for number in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(read))
"""


def test_the_first_books_of_a_program_may_be_read_in_many_threads_at_once():
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.returncode) == ("8\n", 0), done.stderr
