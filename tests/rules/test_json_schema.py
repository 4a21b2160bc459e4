"""The JSON Schema of a rule book, for editors that complete and check TOML."""

import tomllib

import pytest
from jsonschema import Draft202012Validator

from tantera.rules import BOOKS, json_schema
from tests.rules.texts import text_of


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    schema = json_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("book_id", BOOKS)
def test_every_built_in_book_is_valid(validator, book_id):
    assert [error.message for error in validator.iter_errors(tomllib.loads(text_of(book_id)))] == []


@pytest.mark.parametrize(
    ("there", "instead", "path"),
    [
        ("players = 4", "players = 5", ["options", "players"]),
        ("players = 4", 'players = "four"', ["options", "players"]),
        ('"right"', '"left"', ["options", "next_opener"]),
        ("next_opener =", "next_openner =", ["options"]),
        ('es = "Clásico"\nca = "Clàssic"\nen = "Classic"\npt = "Clássico"\n', "", ["name"]),
        ('["play"]', "[]", ["article", 0, "ways"]),
    ],
)
def test_a_broken_book_is_not(validator, there, instead, path):
    broken = tomllib.loads(text_of("clasico").replace(there, instead, 1))
    errors = list(validator.iter_errors(broken))
    assert [list(error.absolute_path) for error in errors] == [path]


@pytest.mark.parametrize("lang", ["es", "ca", "en"])
def test_every_key_of_every_table_is_described_in_the_language_asked_for(lang):
    tables = json_schema(lang)["$defs"]
    silent = [
        f"{name}.{key}"
        for name, table in tables.items()
        for key, value in table.get("properties", {}).items()
        if not value.get("description", "").endswith((".", "…"))
    ]
    assert silent == []
    assert len([key for table in tables.values() for key in table.get("properties", ())]) > 150
    said = {"es": "Quién sale después", "ca": "Qui surt després", "en": "Who opens next"}[lang]
    assert tables["Options"]["properties"]["next_opener"]["description"].startswith(said)
    assert " last_tile: " in tables["Options"]["properties"]["next_opener"]["description"]
