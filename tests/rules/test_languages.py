"""A club writes in its own language: one is enough, and Portuguese is one of them."""

import itertools

import pytest

from tantera.cli.books.rulebooks import tell_book, tell_differences, tell_infractions
from tantera.paper.notice import notice
from tantera.rules import BOOKS, RuleBookError, json_schema, load_book, parse_book
from tantera.rules.basics import SPOKEN, Words
from tantera.rules.diff import differences
from tantera.rules.law import law_hash
from tantera.rules.template import new_book
from tantera.words import catalogue
from tests.cli.test_commands import tantera

START = 'id = "club"\nextends = "clasico"\n'

BRAZIL = """\
id = "boteco"
name = { pt = "Dominó do boteco" }
about = { pt = "Duplas até 7." }
options = { limit = { points = 7 } }

[cites]
seating = "B-1"
opener = "B-1"
deal = "B-1"
turn = "B-1"
opening_tile = "B-1"
fit = "B-1"
must_play = "B-1"
equal_ends = "B-1"
two_doubles = "B-1"
drawing = "B-1"
exposed = "B-1"
clock = "B-1"
count = "B-1"
limit = "B-1"
time = "B-1"
scorer = "B-1"
sheet = "B-1"

[[article]]
id = "B-1"
number = "1"
ways = ["referee"]
pt = "Quem fecha o jogo sem pontos perde a rodada."
reading = { pt = "Vale para as duplas." }

[[infraction]]
article = "B-1"
name = { pt = "Falar na mesa" }
example = { pt = "Falou com o parceiro." }
consequences = [{ kind = "warning" }]
"""


@pytest.mark.parametrize("there", [some for size in (1, 2, 3, 4) for some in itertools.combinations(SPOKEN, size)])
def test_whoever_reads_in_another_language_gets_the_one_there_is(there):
    words = Words(**dict(zip(there, there, strict=True)))
    for asked in ("es", "ca", "en", "pt", "eu"):
        expected = asked if asked in there else next(lang for lang in ("es", "en", "ca", "pt") if lang in there)
        assert words.text(asked) == expected


def test_a_whole_book_may_be_in_portuguese_alone(capsys):
    book = parse_book(BRAZIL)
    for lang in ("es", "ca", "en"):
        assert (book.name.text(lang), book.articles[0].text(lang)[:4]) == ("Dominó do boteco", "Quem")
        tell_book(book, book.articles, lang)
        assert "Vale para as duplas." in capsys.readouterr().out
        assert book.infractions[0].name.text(lang) == "Falar na mesa"
        assert [one.told(lang) for one in differences(book, book)] == []


def test_the_words_of_a_book_are_no_part_of_its_law_in_any_language():
    assert law_hash(parse_book(BRAZIL)) == law_hash(parse_book(BRAZIL.replace('pt = "', 'es = "')))


def test_a_club_that_names_itself_in_one_language_has_no_other_name():
    book = parse_book(START + '[name]\nes = "Peña Sol"\n')
    assert {book.name.text(lang) for lang in SPOKEN} == {"Peña Sol"}


def test_an_article_rewritten_in_one_language_says_the_old_rule_in_none():
    base = load_book("clasico").articles[0]
    book = parse_book(START + f'[[article]]\nid = "{base.id}"\nca = "Ara és diferent."\n')
    assert {book.articles[0].text(lang) for lang in SPOKEN} == {"Ara és diferent."}
    assert (book.articles[0].number, book.articles[0].ways) == (base.number, base.ways)


def test_an_article_whose_text_nobody_touched_keeps_every_language():
    base = load_book("clasico").articles[0]
    book = parse_book(START + f'[[article]]\nid = "{base.id}"\nnumber = "9"\n')
    assert [book.articles[0].text(lang) for lang in SPOKEN] == [base.text(lang) for lang in SPOKEN]


def test_a_text_in_no_language_is_a_mistake():
    with pytest.raises(RuleBookError) as error:
        parse_book(START + "[name]\n", "club.toml")
    found, expected = "se encontró que no hay texto", "se esperaba uno en es, ca, en o pt: basta con un idioma"
    assert error.value.told("es") == f"club.toml, línea 3: name.es: {found}, {expected}"


def test_editors_know_that_one_language_is_enough_and_none_is_not():
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json_schema())
    assert not list(validator.iter_errors({"id": "x", "extends": "clasico", "name": {"pt": "Boteco"}}))
    assert list(validator.iter_errors({"id": "x", "extends": "clasico", "name": {}}))


def test_a_starter_book_is_in_the_language_it_was_asked_for():
    assert parse_book(new_book("club", "Peña", "es", "clasico", load_book("clasico"))).name == Words(es="Peña")


def test_all_that_is_said_of_rule_books_is_there_in_portuguese(capsys, monkeypatch):
    """Whoever reads them in Portuguese meets no sentence of the program in another language."""
    there = {said for said, words in catalogue.catalogue("pt").items() if words}
    asked: set[str] = set()
    sentences = catalogue._sentences

    class Heard(dict[str, str]):
        def get(self, message: str, otherwise: str) -> str:  # type: ignore[override]
            asked.add(message)
            return super().get(message, otherwise)

    monkeypatch.setattr(
        catalogue, "_sentences", lambda lang: Heard(sentences(lang)) if lang == "pt" else sentences(lang)
    )
    for book_id in BOOKS:
        book = load_book(book_id)
        tell_book(book, book.articles, "pt")
        tell_infractions(book, book.infractions, "pt")
        notice(book, "pt")
        new_book("club", "Clube", "pt", extends=book_id)
        for one, other in itertools.permutations((book, load_book("clasico"))):
            tell_differences(list(differences(one, other)), "pt")
    json_schema("pt")
    assert "Como o lemos" in capsys.readouterr().out
    assert asked - there == set()


def test_a_brazilian_reads_the_brazilian_book_in_portuguese():
    shown = tantera("rules", "show", "brasil-7", "--lang", "pt")
    assert "Duplas a 7: batida simples 1" in shown.stdout
    assert "   Quem sai primeiro: quem tem a carroça mais alta" in shown.stdout
    assert "Ninguém ganha o jogo fechado" in shown.stdout
    refused = tantera("rules", "show", "brasil-7", "--lang", "eu")
    assert refused.stderr == "--lang: se encontró 'eu', se esperaba es, ca, en o pt\n"
