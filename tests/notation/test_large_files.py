"""A match sheet or a rule book that a stranger hands over costs time and memory in proportion to its length.

Each shape is read at one length and at four times that length. What grows with the square takes sixteen times as much;
eight times is where the line is drawn, so that a busy machine is no fault.
"""

from collections.abc import Callable
from random import Random
from time import process_time
from tracemalloc import get_traced_memory, start, stop

import pytest

from tantera.notation import DgnError, judge, read
from tantera.rules import RuleBookError, parse_book
from tests.notation.mutations import VOCABULARY
from tests.play.tables import proof

Shape = Callable[[int], str]
"""How many of its parts → a text."""

SHORT = 1000
MATCH = '[Book "san-juan"]\n'

SHEETS: dict[str, Shape] = {
    "tags": lambda n: MATCH + "".join(f'[T{i} "x"]' for i in range(n)),
    "one tag again and again": lambda n: MATCH + '[A "x"]' * n,
    "options": lambda n: MATCH + "".join(f'[Option "a{i}=1"]' for i in range(n)),
    "comments": lambda n: MATCH + "; x\n" * n,
    "hands": lambda n: MATCH + "".join(f"#{i} o1 0-0\n" for i in range(1, n)),
    "moves": lambda n: MATCH + "#1 o1 0-0 " + "- " * n,
    "a record of many words": lambda n: MATCH + "#1 o1 0-0 [x " + "".join(f"a{i}=1 " for i in range(n)) + "]",
    "records": lambda n: MATCH + "#1 o1 0-0 " + "[SJ-irreg-5 seat=1] " * n,
    "quotes": lambda n: MATCH + "[" + '"a"' * n,
    "escapes": lambda n: MATCH + '[A "' + '\\"' * n + '"]',
    "a long name": lambda n: MATCH + '[Seat1 "' + "a" * n + '"]',
    "a long rack": lambda n: MATCH + "#1 o1 0-0 deal 1:" + "00." * n + "00",
    "brackets": lambda n: "[" * n,
}
BOOKS: dict[str, Shape] = {
    "a dotted key": lambda n: "a." * n + "a=1",
    "a dotted header": lambda n: "[" + "a . " * n + "a]",
    "a dotted key in quotes": lambda n: '"a".' * n + "a=1",
    "a dotted key in a table of one line": lambda n: "x={" + "''." * n + "a=1}",
    "keys": lambda n: "\n".join(f"k{i}=1" for i in range(n)),
    "articles": lambda n: "\n".join(f"[[article]]\nid='x{i}'" for i in range(n)),
    "articles on top of a book": lambda n: (
        "extends='san-juan'\n" + "\n".join(f"[[article]]\nid='x{i}'" for i in range(n))
    ),
    "tables": lambda n: "\n".join(f"[options.x{i}]" for i in range(n)),
    "one key again and again": lambda n: "a=1\n" * n,
    "tables of one line": lambda n: "x=[" + "{a=1}," * n + "]",
    "nested lists": lambda n: "a=" + "[" * n,
    "one long word": lambda n: "a" * n,
    "quotes": lambda n: '"' * n,
    "escapes": lambda n: '"\\' * n,
    "lines": lambda n: "\n" * n,
}


def judged(text: str) -> None:
    try:
        judge(read(text))
    except DgnError as error:
        str(error)


def loaded(text: str) -> None:
    try:
        parse_book(text)
    except RuleBookError as error:
        str(error)


def grows_in_proportion(look: Callable[[str], object], shape: Shape, short: int = SHORT) -> bool:
    small, large = shape(short), shape(4 * short)
    if _memory(look, large) > 8 * _memory(look, small) + 2**20:
        return False
    # What takes no time at all says nothing, and anybody may be held up once.
    return any(_seconds(look, large) <= 8 * _seconds(look, small) + 0.05 for _ in range(3))


def _seconds(look: Callable[[str], object], text: str) -> float:
    begun = process_time()
    look(text)
    return process_time() - begun


def _memory(look: Callable[[str], object], text: str) -> int:
    look(text[:100])  # what is kept for the next text is not this one's
    start()
    try:
        look(text)
        return get_traced_memory()[1]
    finally:
        stop()


@pytest.mark.parametrize("shape", SHEETS)
def test_a_match_sheet_costs_in_proportion_to_its_length(shape):
    assert grows_in_proportion(judged, SHEETS[shape])


@pytest.mark.parametrize("shape", BOOKS)
def test_a_rule_book_costs_in_proportion_to_its_length(shape):
    assert grows_in_proportion(loaded, BOOKS[shape])


@pytest.mark.parametrize("seed", range(proof(4, 400)))
def test_whatever_is_said_again_and_again_costs_in_proportion(seed):
    chance = Random(seed)
    unit = " ".join(chance.choices(VOCABULARY, k=chance.randint(1, 4))) + chance.choice(" \n")
    assert grows_in_proportion(judged, lambda n: MATCH + "#1 o1 0-0 " * chance.randint(0, 1) + unit * n), unit
    letters = "".join(chance.choices("ab.=[]{}\"'\\#, \n", k=chance.randint(1, 6)))
    assert grows_in_proportion(loaded, lambda n: letters * n), letters


@pytest.mark.by_chance  # or rather by the clock, and through no code of ours
def test_what_grows_with_the_square_is_found():
    def compares_all_with_all(text: str) -> int:
        return sum(one == other for one in text for other in text)

    def keeps_all_with_all(text: str) -> list[str]:
        return [text + one for one in text]

    assert not grows_in_proportion(compares_all_with_all, lambda n: "a" * n, short=700)
    assert not grows_in_proportion(keeps_all_with_all, lambda n: "a" * n)


def test_more_tags_than_a_match_has_are_refused_with_their_place():
    with pytest.raises(DgnError, match=r"dgn:2:9881: found \[T999 \"x\"\], expected at most 1000 tags") as refused:
        read(SHEETS["tags"](1500))
    assert refused.value.told("es").endswith("se esperaba como mucho 1000 etiquetas")


def test_a_key_of_many_names_is_refused_with_its_line():
    with pytest.raises(RuleBookError, match="line 2: found values nested too deep"):
        parse_book('id = "x"\n' + "a." * 20 + "a = 1")
