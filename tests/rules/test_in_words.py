"""Books in words: the starter book, what two books do differently, and what follows from an infraction."""

import tomllib
from typing import get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator

from tantera.rules import (
    BOOKS,
    Infraction,
    RuleBookError,
    glossary,
    json_schema,
    load_book,
    parse_book,
    schema,
    telling,
    with_options,
)
from tantera.rules.diff import differences
from tantera.rules.sanctions import ConsequenceKind, Decider, VoidOpening
from tantera.rules.telling import what_follows
from tantera.rules.template import new_book
from tantera.words import LANGS
from tests.rules.texts import text_of

every_book = pytest.mark.parametrize("book_id", BOOKS)
every_lang = pytest.mark.parametrize("lang", LANGS)


# --- a new book ------------------------------------------------------------------------------------------------------


@every_lang
@every_book
def test_a_starter_book_is_the_book_it_extends(book_id, lang):
    book = parse_book(new_book("club", 'El "Club"', lang, book_id, load_book(book_id)))
    assert (book.id, book.name.text(lang)) == ("club", 'El "Club"')
    assert book.options == load_book(book_id).options
    assert list(differences(load_book(book_id), book)) == []


@every_lang
def test_a_starter_book_stands_alone_too(lang):
    book = parse_book(new_book("club", "Club", lang))
    assert book.about.languages == book.articles[0].languages == (lang,)


@pytest.mark.parametrize("base", [None, *BOOKS])
def test_every_line_that_may_be_set_is_right_when_its_mark_is_taken_away(base):
    text = new_book("club", "Club", "es", base, load_book(base) if base is not None else None)
    lines = [line.removeprefix("# ").removeprefix("#") for line in text.splitlines() if not line.startswith("##")]
    lines = [line for line in lines if not line.startswith("without")]
    book = parse_book("\n".join(lines))
    assert "C-2" in [entry.article for entry in book.infractions]


def test_a_starter_book_explains_every_option_in_the_language_asked_for():
    text = new_book("club", "Club", "es")
    for option in schema.Options.__struct_fields__:
        assert option == "tiles" or f"\n# {option} = " in text or f"\n{option} = " in text, option
    assert "## quién sale después" in text
    assert "##   last_tile: quien puso la última ficha" in text


def test_a_name_of_several_lines_stays_in_its_quotes():
    book = parse_book(new_book("club", 'a"\nid = "x', "en"))
    assert (book.id, book.name.en) == ("club", 'a" id = "x')


def test_an_id_that_cannot_be_is_refused():
    with pytest.raises(RuleBookError, match="small letters"):
        new_book("Mi Club", "Mi Club", "es")


# --- words for everything --------------------------------------------------------------------------------------------


def test_the_glossary_has_a_word_for_every_key_and_for_every_value_that_is_a_word():
    tables = {field.encode_name: field.type for field in msgspec.structs.fields(schema.Book)}
    plain = {"cites", "name", "about", "options", "table", "sheet"}
    for table in ("options", "table", "clock", "prize", "raises", "re_entry", "sheet", "tournament"):
        kind = tables[table] if table in plain else get_args(tables[table])[0]
        for field in msgspec.structs.fields(kind):
            key = f"{table}.{field.encode_name}"
            assert key in glossary.KEYS, key
            words = glossary.VALUES.get(key)
            choices = {str(value) for value in get_args(field.type) if isinstance(value, (str, int))}
            if key not in ("options.table_seating",) and words is not None and choices:
                assert set(words) == choices, key


def test_every_kind_of_consequence_and_decision_has_words():
    written_out = {"points", "card", "difference", "hand_void"}
    assert set(telling._KINDS) | written_out == set(get_args(ConsequenceKind))
    assert set(telling._OPENINGS) == set(get_args(VoidOpening))
    assert set(telling._DECIDERS) == set(get_args(Decider))


@every_lang
@every_book
def test_what_follows_is_told_for_every_infraction(book_id, lang):
    book = load_book(book_id)
    for infraction in book.infractions:
        told = [sentence.told(lang) for sentence in what_follows(book, infraction)]
        assert told
        assert all(sentence and "{" not in sentence for sentence in told)


@pytest.mark.parametrize(
    ("book_id", "article", "lang", "expected"),
    [
        (
            "san-juan",
            "SJ-irreg-2",
            "es",
            [
                "pierde la mano",
                "20 puntos para los otros",
                "si no se sabe quién fue: la mano se anula y vuelve a salir el mismo",
            ],
        ),
        ("san-juan", "SJ-irreg-3", "en", ["a warning", "from the second time on: 20 points off the offender's side"]),
        ("san-juan", "SJ-pase", "ca", ["perd la mà", "20 punts per als altres"]),
        ("san-juan", "SJ-jueces", "es", ["decisión libre: quien juzga dice qué se hace"]),
        (
            "tarragona",
            "TG-14.12",
            "es",
            [
                "Tarjeta azul",
                "elige el jugador de su derecha: seguir / anular la mano "
                "(la mano se anula y la salida se pierde si era de los suyos) / rehacer la mano "
                "(se rehace la mano hasta ese momento)",
                "cada 3 veces la misma: cuenta como Falta grave",
            ],
        ),
        (
            "tarragona",
            "TG-16.2",
            "en",
            ["Red card", "the match is lost and the other side's score is raised to the limit"],
        ),
        (
            "competencia-individual",
            "CI-10",
            "es",
            [
                "eligen los otros: aceptar los puntos (30 puntos menos en su propia "
                "diferencia) / quedarse la salida (la mano se anula y sale el jugador de su derecha) / rehacer la mano "
                "(se rehace la mano hasta ese momento)"
            ],
        ),
        ("ueh", "UEH-obligada", "es", ["queda apuntada y no pasa nada más"]),
    ],
)
def test_what_follows_reads_as_a_referee_says_it(book_id, article, lang, expected):
    book = load_book(book_id)
    entry = next(one for one in book.infractions if one.article == article)
    assert [sentence.told(lang) for sentence in what_follows(book, entry)] == expected


def test_the_award_for_a_false_pass_is_told_as_the_table_has_it():
    book = with_options(load_book("san-juan"), {"false_pass_award": "remaining_plus_20"})
    entry = next(one for one in book.infractions if one.article == "SJ-pase")
    assert str(what_follows(book, entry)[1]) == "the pips left for the other side and 20 points"


def points(side: str, number: int) -> Infraction:
    one = {"kind": "points", "side": side, "points": number}
    return msgspec.convert({"article": "X", "name": NAME, "example": NAME, "consequences": [one]}, Infraction)


NAME = {"es": "x", "ca": "x", "en": "x"}


@pytest.mark.parametrize(
    ("side", "number", "told"),
    [
        ("offender", 5, "5 points for the offender's side"),
        ("offender", -5, "5 points off the offender's side"),
        ("others", 5, "5 points for the other side"),
        ("others", -5, "5 points off the other side"),
    ],
)
def test_points_are_told_with_their_sign_in_words(side, number, told):
    assert [str(sentence) for sentence in what_follows(load_book("clasico"), points(side, number))] == [told]


# --- what two books do differently -----------------------------------------------------------------------------------


@every_book
def test_a_book_does_nothing_differently_from_itself(book_id):
    assert list(differences(load_book(book_id), load_book(book_id))) == []


def test_a_changed_limit_is_told_as_a_club_secretary_says_it():
    book = load_book("san-juan")
    (limit,) = differences(book, with_options(book, {}, "150p"))
    assert limit.told("es") == "límite: 200 puntos o 40 minutos → 150 puntos"
    assert limit.told("ca") == "límit: 200 punts o 40 minuts → 150 punts"


CHANGES = """\
id = "club"
extends = "tarragona"
without = ["TG-14.6"]
comment_seconds = 60
[table]
opener_may_shuffle_again = true
[clock]
move_seconds = 20
block_seconds = 60
[tournament]
ranked_by = ["difference"]
late = { points = 25, every_minutes = 5, default_minutes = 10 }
[[bonus]]
kind = "capicua"
points = 25
[[card]]
id = "blue"
every = { times = 3, card = "yellow" }
[[severity]]
id = "incorreccion"
every = []
[[infraction]]
article = "TG-14.1"
name = { es = "Móvil", ca = "Mòbil", en = "Phone" }
severity = "grave"
[[article]]
id = "TG-1"
es = "Se juega en la sala grande."
"""


def test_every_part_of_a_book_is_compared():
    told = [different.told("es") for different in differences(load_book("tarragona"), parse_book(CHANGES))]
    for expected in [
        "el salidor puede volver a mezclar y entonces toma el último: no → sí",
        "segundos por jugada: ninguno → 20",
        "al acabarse el tiempo de una jugada: ninguno → se juega la primera ficha que entra",
        "se clasifica por: puntos ganados, diferencia, puntos a favor → diferencia",
        "retrasos: ninguno → 25 puntos menos cada 5 minutos, e incomparecencia a los 10",
        "segundos para comentar la mano acabada: 30 → 60",
        "nuevo: capicúa (dominar con una ficha que entra por los dos extremos): 25 puntos",
        "tarjeta blue: Tarjeta azul, cada 2: Tarjeta amarilla → Tarjeta azul, cada 3: Tarjeta amarilla",
        "Incorrección: una advertencia; cada 3 veces la misma: Tarjeta azul → una advertencia",
        "nombre: TG-14.1 Llamada al móvil → TG-14.1 Móvil",
        "desaparece: TG-14.6 Fuerza distinta al jugar",
        "desaparece: artículo TG-14.6",
    ]:
        assert expected in told, expected
    assert any(line.startswith("TG-14.1 Móvil: Tarjeta azul; ") and " → Tarjeta amarilla; " in line for line in told)
    assert any(line.startswith("artículo TG-1: ") and line.endswith(" → Se juega en la sala grande.") for line in told)


# --- the schema of a file that extends another -----------------------------------------------------------------------


def test_the_schema_takes_changes_where_a_book_is_extended_and_only_there():
    validator = Draft202012Validator(json_schema())
    assert [error.message for error in validator.iter_errors(tomllib.loads(CHANGES))] == []
    alone = tomllib.loads(CHANGES.replace('extends = "tarragona"', "").replace('without = ["TG-14.6"]', ""))
    assert list(validator.iter_errors(alone))
    assert list(validator.iter_errors(tomllib.loads(text_of("clasico") + "\n") | {"without": []}))


@pytest.mark.parametrize(
    ("there", "instead", "path"),
    [
        ("comment_seconds = 60", "comment_second = 60", []),
        ("move_seconds = 20", "move_seconds = 0", ["clock"]),
        ('kind = "capicua"\n', "", ["bonus", 0]),
        ("times = 3", "times = 1", ["card", 0, "every"]),
        ('["TG-14.6"]', '"TG-14.6"', ["without"]),
    ],
)
def test_the_schema_finds_a_mistake_in_changes(there, instead, path):
    errors = list(Draft202012Validator(json_schema()).iter_errors(tomllib.loads(CHANGES.replace(there, instead, 1))))
    assert [list(error.absolute_path) for error in errors] == [path]
