"""By which law a match is played: named in a line, found again, and never mistaken for another."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
import time
from typing import get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tantera.rules import (
    BOOKS,
    Book,
    Law,
    RuleBookError,
    book_under,
    built_in_books,
    former_editions,
    law_hash,
    law_of,
    load_book,
    parse_book,
    text_hash,
    with_options,
)
from tantera.rules.schema import Options
from tests.rules.texts import text_of

every_book = pytest.mark.parametrize("book_id", BOOKS)

CLUB = """
id = "club-norte"
extends = "tarragona"
[name]
es = "Club Norte"
ca = "Club Norte"
en = "Club Norte"
[options]
limit = { points = 250 }
[table]
lifting = "at_once"
"""

# A change here is a change of law: logs that name the old hash no longer fold under the built-in book. Correcting a
# sentence must not come here; a new rule must, and then the old book has to stay findable for the old logs.
HASHES = {
    "san-juan": "5cf1856fea045aff5c38a167e15e0e765c491eac070eeed3e46b7b6ca8ccf59b",
    "tarragona": "b206bcf5d9089dedf3ce232bf72dc0223ddba69bc4c86571a943b7171ec6f9d2",
    "ueh": "c5c62bdff0ff2439d6732e5e51f95fa7ee3aa8cc487ea627a094220deee027e6",
    "competencia-individual": "d3de56d4770360ea50df31a83c972ae438adc30cd90879662d39fa0dbe64c54a",
    "clasico": "c1c5cbc4ba5f63d3aec8074cb665463085d99eb8fa393c792e245020f8c7d028",
    "puerto-rico-500": "0f5fe29d9e23ba6af3ef029a5a811dd1a73c871e24e79e55deee2629b4d9bc2e",
    "dominicano-200": "4c6cdf085596bfac22c20578d89b381da89fba55832c46e7d327223473669e52",
    "jamaica-six-love": "b95df84fa2b1a2da063a2e961e82b3134504ee3757acd67d70a0bf9760178351",
    "brasil-7": "7ccfa23a866a8db3571ea3ab4d91b97d1cbd8c43907b9dcae9d64e3ea2b26cae",
    "cuba-doble-nueve": "b3011d9e3257cf7e3273ed5885b065366abc52d8fc2916b362f9b3ff96ba0474",
    "fives-and-threes": "7d386127f9d8640cdc9a2d48794e68870e8a7c22de4b5fd6800a01e2b62c11d0",
    "venezuela-75": "9d6ec9284db54d3fe5f208d571e6ca4b73f66284a0a51164e8fb4a4bd46f95be",
}

FORMER = {
    "puerto-rico-500": ["42e2fce8869b154dfddd9189afd56c1ebfe1e66d7dc95e840889e1e0aad7e725"],
    "dominicano-200": ["f54bff628f6c99fdfd6d603dace0f92095f141cef2623c238670e07209b11f87"],
    "jamaica-six-love": ["4ed5be673a21838efb8fc035270bbbe9683ff34949468c084cc3f2b569a690b4"],
    "brasil-7": ["72d3a3aea5f8019e7b4c448d1b7132e3008b429ad2274ca404d4df978d966e46"],
    "cuba-doble-nueve": ["e63121aa1abac4beb8e7129747ff6856887b8b6439c81db87d064eb4eae03226"],
}
"""The laws that books had before a rule of theirs changed, the latest first: what stands here stays."""


def choices() -> dict[str, list[str | int]]:
    """Every option that is one of several words, and some that are numbers."""
    hints = get_type_hints(Options)
    words = {
        key: list(get_args(hint)) for key, hint in hints.items() if get_args(hint) and key not in ("limit", "tiles")
    }
    return {
        **words,
        "set": ["double-six", "double-nine"],
        "players": [2, 3, 4],
        "tiles": [3, 5, 7],
        "avoid_partners": [0, 3],
    }


@st.composite
def tables(draw: st.DrawFn) -> tuple[Book, dict[str, str | int], str | None]:
    book = draw(st.sampled_from([*map(load_book, BOOKS), parse_book(CLUB)]))
    keys = draw(st.lists(st.sampled_from(sorted(choices())), unique=True, max_size=6))
    options = {key: draw(st.sampled_from(choices()[key])) for key in keys}
    return book, options, draw(st.sampled_from([None, "12h", "200p 40m", "300p", str(book.options.limit)]))


# --- there and back -------------------------------------------------------------------------------------------------


@every_book
def test_a_book_as_it_stands_is_a_law_of_two_words(book_id):
    book = load_book(book_id)
    assert law_of(book) == Law(book_id, law_hash(book))
    assert book_under(law_of(book)) is book


@given(tables())
def test_a_law_finds_its_book_and_options_again(table):
    book, options, limit = table
    try:
        played = with_options(book, options, limit)
    except RuleBookError:  # options that do not go together
        return
    law = law_of(played)
    read = msgspec.json.decode(msgspec.json.encode(law), type=Law)
    assert read == law
    found = book_under(read, {book.id: book}.__getitem__)
    assert found == played
    assert law_of(found) == law
    assert (law.book, law.hash) == (book.id, law_hash(book))


def test_a_law_names_only_what_the_table_set_otherwise_by_key_and_the_limit_apart():
    san_juan = load_book("san-juan")
    table = with_options(san_juan, {"scoring": "all", "draw_order": "number", "at_time": "finish_hand"}, "100p")
    assert law_of(table) == Law(
        "san-juan", law_hash(san_juan), (("at_time", "finish_hand"), ("draw_order", "number")), "100p"
    )
    assert law_of(with_options(san_juan, {"scoring": "all"}, "200p 40m")) == law_of(san_juan)


@pytest.mark.article("CL-jugadores")
def test_what_a_number_of_players_implies_is_named_too():
    assert law_of(with_options(load_book("clasico"), {"players": 3})).options == (("play", "alone"), ("players", 3))


def test_options_on_top_of_options_have_the_same_base():
    book = load_book("clasico")
    twice = with_options(with_options(book, {"at_time": "stop"}), {"draw_order": "number"})
    assert law_of(twice) == law_of(with_options(book, {"at_time": "stop", "draw_order": "number"}))
    assert twice.base is book


def test_a_clubs_own_book_is_found_where_the_caller_looks_for_it():
    club = parse_book(CLUB)
    table = with_options(club, {"card_span": "tournament"}, "12h")
    law = law_of(table)
    assert law == Law("club-norte", law_hash(club), (("card_span", "tournament"),), "12h")
    assert book_under(law, {"club-norte": parse_book(CLUB)}.__getitem__) == table
    with pytest.raises(RuleBookError, match="club-norte: found no such book"):
        book_under(law)


# --- what binds -----------------------------------------------------------------------------------------------------


@every_book
def test_the_law_of_the_built_in_books_changes_only_on_purpose(book_id):
    assert law_hash(load_book(book_id)) == HASHES[book_id]


@every_book
def test_a_law_that_a_book_once_had_still_finds_the_book_as_it_was(book_id):
    assert [law_hash(book) for book in former_editions(book_id)] == FORMER.get(book_id, [])
    for law in FORMER.get(book_id, ()):
        then = book_under(Law(book_id, law, limit="7h"))
        assert (then.id, law_hash(then.base), str(then.options.limit)) == (book_id, law, "7h")
        assert then.base != load_book(book_id)
        assert law_of(then) == Law(book_id, law, limit="7h")
        assert {article.id for article in then.articles} == {article.id for article in load_book(book_id).articles}


def words_of(book: Book, article: str) -> str:
    found = book.find(article)
    assert found is not None
    return found.text("en")


def test_what_a_book_said_before_is_told_in_the_words_of_those_days():
    before = former_editions("cuba-doble-nueve")[0]
    now = load_book("cuba-doble-nueve")
    assert (before.options.tied_block, now.options.tied_block) == ("mano_wins", "nobody_same_opener")
    assert "the pair that opened wins" in words_of(before, "CU-tranque")
    assert "nobody scores" in words_of(now, "CU-tranque")


@every_book
def test_correcting_a_sentence_changes_the_text_and_not_the_law(book_id):
    book, text = load_book(book_id), text_of(book_id)
    corrected = re.sub(r'^((?:es|ca|en|number) = ")', r"\1Corregido: ", text, flags=re.MULTILINE)
    corrected = re.sub(r'\b((?:es|ca|en) = ")', r"\1Corregido: ", corrected)
    changed = parse_book(corrected)
    assert changed.name != book.name
    assert changed.articles != book.articles
    assert not book.infractions or changed.infractions != book.infractions
    assert not book.cards or changed.cards != book.cards
    assert law_hash(changed) == law_hash(book)
    assert text_hash(changed) != text_hash(book)
    assert book_under(law_of(book), lambda name: changed) is changed


@every_book
def test_saying_what_is_the_default_anyway_changes_nothing(book_id):
    book = load_book(book_id)
    said = book.options.championship == "winners_on" and "championship =" not in text_of(book_id)
    text = text_of(book_id).replace(
        "[options]\n", '[options]\nchampionship = "winners_on"\n' if said else "[options]\n"
    )
    text = text.replace("[table]\n", "[table]\n# a remark\n")
    assert law_hash(parse_book(text)) == law_hash(book)
    assert text_hash(parse_book(text)) == text_hash(book)


def test_what_only_a_line_of_the_sheet_cites_binds_nobody():
    text = text_of("clasico")
    silent = parse_book(text.replace('tied_block = "CL-final"\n', ""))
    assert silent.cites.tied_block is None
    assert law_hash(silent) == law_hash(load_book("clasico"))
    bonus = '[[bonus]]\nkind = "capicua"\npoints = 25\n{}[cites]'
    plain, cited = (parse_book(text.replace("[cites]", bonus.format(own))) for own in ("", 'article = "CL-final"\n'))
    assert cited.bonuses[0].article == "CL-final"
    assert law_hash(cited) == law_hash(plain) != law_hash(silent)
    assert text_hash(cited) != text_hash(plain)


@pytest.mark.parametrize(
    ("book_id", "was", "now"),
    [
        ("san-juan", "points = 200", "points = 201"),
        ("san-juan", 'at_time = "stop"', 'at_time = "finish_hand"'),
        ("san-juan", 'shuffle = "losing_side"', 'shuffle = "anybody"'),
        ("san-juan", "points = -20 }]", "points = -21 }]"),
        ("san-juan", 'must_play = "SJ-pase"', 'must_play = "SJ-flujo-2"'),
        ("san-juan", 'id = "san-juan"', 'id = "san-juan-2"'),
        ("tarragona", "times = 3, becomes", "times = 4, becomes"),
        ("tarragona", 'times = 2, card = "yellow"', 'times = 3, card = "yellow"'),
        ("tarragona", 'severity = "muy_grave"', 'severity = "grave"'),
        ("tarragona", 'signed_by = "scorer_and_counter"', 'signed_by = "everybody"'),
        ("ueh", "factors = [1, 2, 4]", "factors = [1, 2, 3]"),
        ("competencia-individual", "block_seconds = 60", "block_seconds = 61"),
        ("competencia-individual", "difference_cap = 100", "difference_cap = 90"),
        ("clasico", "fewer_play_alone = true", ""),
    ],
)
def test_changing_a_rule_changes_the_law(book_id, was, now):
    text = text_of(book_id)
    assert was in text
    changed = parse_book(text.replace(was, now, 1))
    assert law_hash(changed) != law_hash(load_book(book_id))
    with pytest.raises(RuleBookError):
        book_under(law_of(load_book(book_id)), lambda name: changed)


@every_book
def test_a_table_has_the_hash_of_its_book_and_a_text_of_its_own(book_id):
    book = load_book(book_id)
    table = with_options(book, {}, "7h")
    assert law_of(table).hash == law_hash(book) != law_hash(table)
    assert text_hash(table) != text_hash(book)


def test_a_book_changed_by_hand_is_a_book_of_its_own():
    book = with_options(load_book("clasico"), {"at_time": "stop"})
    changed = replace(book, best_of=3)
    assert changed.base is changed
    assert law_of(changed) == Law("clasico", law_hash(changed))


# --- the wrong book -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "book: found ueh with the law {found}, expected tarragona with the law {expected}"),
        ("es", "book: se encontró ueh con la ley {found}, se esperaba tarragona con la ley {expected}"),
        ("ca", "book: s'ha trobat ueh amb la llei {found}, s'esperava tarragona amb la llei {expected}"),
    ],
)
def test_the_wrong_book_is_refused_by_name(lang, sentence):
    wrong, right = load_book("ueh"), load_book("tarragona")
    with pytest.raises(RuleBookError) as error:
        book_under(law_of(right), lambda name: wrong)
    hashes = {"found": law_hash(wrong)[:12], "expected": law_hash(right)[:12]}
    assert error.value.told(lang) == sentence.format(**hashes)
    assert error.value.code == "rule_book"


def test_another_edition_of_the_same_book_is_told_apart_by_its_hash():
    old = Law("tarragona", "0" * 64)
    with pytest.raises(
        RuleBookError, match=r"found tarragona with the law \w{12}, expected tarragona with the law 0{12}$"
    ):
        book_under(old)


@pytest.mark.parametrize("name", ["", "Tarragona", "club.toml", "/etc/passwd", "../ueh", "x" * 9000, "no\0", "\ud800"])
def test_a_name_that_is_no_built_in_book_opens_no_path(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text(text_of("clasico"), encoding="utf-8")
    with pytest.raises(RuleBookError) as error:
        built_in_books(name)
    assert "tarragona" in error.value.expected
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("options", "limit", "said"),
    [
        ((("colour", "red"),), None, "the unknown field 'colour'"),
        ((("at_time", "later"),), None, "'later'"),
        ((), "200x", "'200x'"),
    ],
)
def test_options_that_no_table_can_set_are_refused_by_their_name(options, limit, said):
    law = Law("tarragona", law_hash(load_book("tarragona")), options, limit)
    with pytest.raises(RuleBookError, match=re.escape(said)):
        book_under(law)


# --- in another process, and in a hurry -----------------------------------------------------------------------------

THERE = """
import pickle, sys
from tantera.rules import law_of
print(law_of(pickle.loads(sys.stdin.buffer.read())))
"""


@pytest.mark.parametrize("text", [CLUB, text_of("ueh")], ids=["a club's", "built in"])
def test_a_book_keeps_its_law_when_it_goes_to_another_process(text):
    book = parse_book(text)
    for one in (book, with_options(book, {"draw_order": "number"}, "90p")):
        done = subprocess.run([sys.executable, "-c", THERE], input=pickle.dumps(one), capture_output=True, timeout=60)
        assert done.stdout.decode().strip() == str(law_of(one)), done.stderr.decode()


def test_a_pickled_book_is_equal_and_has_its_base():
    table = with_options(parse_book(CLUB), {"draw_order": "number"}, "90p")
    again = pickle.loads(pickle.dumps(table))
    assert (again, again.base, law_of(again)) == (table, table.base, law_of(table))


def test_a_law_once_known_costs_next_to_nothing():
    table = with_options(load_book("tarragona"), {"at_time": "stop"})
    law = law_of(table)
    began = time.thread_time()  # of the processor, whoever else wants it
    for _ in range(10_000):
        assert law_of(table) is law
    assert (time.thread_time() - began) / 10_000 < 20e-6  # it takes 0.2 µs
