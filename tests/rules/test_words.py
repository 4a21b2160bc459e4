"""The words: what a refusal says in three languages. The article stays."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import tantera
from tantera.cli.books import rulebooks
from tantera.rules import Refusal, descriptions, glossary, mistakes, questions, summary, telling, template
from tantera.words import LANGS, translate
from tantera.words.catalogue import catalogue

SOURCE = Path(tantera.__file__).parent


@cache
def messages() -> dict[str, str]:
    """Every English sentence that a `Refusal` in the source may carry, and where."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text if "Refusal(" in text else "")
        for call, scope in calls(tree, tree):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if name == "Refusal" and len(call.args) > 1:
                for sentence in sentences(call.args[1], scope):
                    found[sentence] = f"{path.name}:{call.lineno}"
    return found


def calls(node: ast.AST, scope: ast.AST) -> Iterator[tuple[ast.Call, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        inner = child if isinstance(child, ast.FunctionDef) else scope
        if isinstance(child, ast.Call):
            yield child, scope
        yield from calls(child, inner)


def sentences(node: ast.expr, scope: ast.AST) -> Iterator[str]:
    """The texts an expression may be: itself, either branch, or what its name was given in the same function."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from sentences(one, scope)
            yield from sentences(other, scope)
        case ast.Name(id=name):
            for given in ast.walk(scope):
                if isinstance(given, ast.Assign) and any(getattr(to, "id", "") == name for to in given.targets):
                    yield from sentences(given.value, scope)
        case _:
            raise AssertionError(f"line {node.lineno}: a refusal's sentence must be written out")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_source_has_refusals_to_translate():
    assert len(messages()) >= 35
    assert "it is the turn of seat {seat}" in messages()


@pytest.mark.parametrize("lang", ["es", "ca"])
def test_every_refusal_is_translated_with_the_same_gaps(lang):
    words = catalogue(lang)
    missing = [f"{where}: {text}" for text, where in messages().items() if not (words.get(text) and words[text].string)]
    assert missing == []
    wrong = [text for text in messages() if gaps(str(words[text].string)) != gaps(text)]
    assert wrong == []


@pytest.mark.parametrize("lang", ["es", "ca", "pt"])
def test_every_entry_of_the_catalogue_keeps_its_gaps(lang):
    for entry in catalogue(lang):
        if entry.id and entry.string:
            assert gaps(str(entry.string)) == gaps(str(entry.id)), entry.id


def test_a_refusal_is_told_in_the_players_language_and_its_article_stays():
    refusal = Refusal("SJ-flujo-1", "it is the turn of seat {seat}", seat=2)
    assert refusal.told("es") == "el turno es del puesto 2"
    assert refusal.told("ca") != refusal.told("en") == "it is the turn of seat 2"
    assert str(refusal) == "SJ-flujo-1: it is the turn of seat 2"
    assert (refusal.article, refusal.facts) == ("SJ-flujo-1", {"seat": 2})


@pytest.mark.parametrize("lang", LANGS)
def test_a_sentence_nobody_translated_is_said_in_english(lang):
    assert translate(lang, "a sentence for this test with {gap}", gap=1) == "a sentence for this test with 1"


def test_a_language_nobody_speaks_here_is_english():
    assert translate("xx", "the match is over") == "the match is over"


def test_a_sentence_without_facts_is_left_alone():
    assert translate("en", "braces {stay}") == "braces {stay}"


@cache
def phrases() -> dict[str, str]:
    """Every English sentence that rule books are told in, and where."""
    found = dict.fromkeys(glossary.KEYS.values(), "glossary")
    found |= {text: "glossary" for words in glossary.VALUES.values() for text in words.values()}
    tables = (telling._KINDS, telling._OPENINGS, telling._DECIDERS, telling.CHOICES, mistakes._BOUNDS, rulebooks._PARTS)
    found |= {text: "telling" for table in tables for text in table.values()}
    others = (descriptions.FIELDS, descriptions.CITED, template._ABOUT)
    found |= {text: "descriptions" for table in others for text in table.values()}
    found |= dict.fromkeys(summary.PARTS, "summary")
    found |= {
        text: "questions"
        for one in (*questions.QUESTIONS, questions.PRIZE, questions.IN_PLAY)
        for text in (one.asks, one.why)
    }
    for path in [*(SOURCE / "rules").glob("*.py"), *(SOURCE / "cli" / "books").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", "")
                place = {"Phrase": 0, "say": 0, "translate": 1, "in_a_row": 1}.get(name, len(node.args))
                for argument in node.args[place : place + 1]:
                    if isinstance(argument, ast.Constant):
                        found[str(argument.value)] = f"{path.name}:{node.lineno}"
    return found


@pytest.mark.parametrize("lang", ["es", "ca", "pt"])
def test_everything_said_of_rule_books_is_translated(lang):
    words = catalogue(lang)
    assert len(phrases()) > 200
    missing = [f"{where}: {text}" for text, where in phrases().items() if not (words.get(text) and words[text].string)]
    assert missing == []
