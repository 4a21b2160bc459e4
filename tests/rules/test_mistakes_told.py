"""Kinds of mistake that a club makes in its own book, each told in English and in Spanish."""

import pytest

from tantera.rules import RuleBookError, parse_book, read_book

CLUB = """\
id = "club"
extends = "tarragona"
#top
[options]
limit = { points = 100 }
#options
[table]
lifting = "at_once"
#table
[[card]]
id = "blue"
#card
[[severity]]
id = "leve"
#severity
[[infraction]]
article = "TG-14.1"
#infraction
"""
"""A club's book; a mistake is written in place of one of its remarks."""

# where, what the club wrote there, line, field, and what is told in English and in Spanish
# fmt: off
MISTAKES = [
    ("id", 'id = "Club Uno"', 1, "id",
     "found 'Club Uno', expected small letters, digits and hyphens, like club-norte",
     "se encontró 'Club Uno', se esperaba minúsculas, cifras y guiones, como club-norte"),
    ("id", "", 1, "id",
     "found no field 'id', expected id = …",
     "se encontró que falta el campo 'id', se esperaba id = …"),
    ("id", "id = 7", 1, "id",
     "found 7, expected a text in quotes",
     "se encontró 7, se esperaba un texto entre comillas"),
    ("extends", 'extends = "taragona"', 2, "extends",
     "found 'taragona', expected tarragona perhaps, or one of san-juan",
     "se encontró 'taragona', se esperaba tarragona quizá, o uno de estos: san-juan"),
    ("extends", 'extends = "base.toml"', 2, "extends",
     "found 'base.toml', but this text stands in no folder",
     "se encontró 'base.toml', pero este texto no está en ninguna carpeta"),
    ("extends", "extends = 3", 2, "extends",
     "found 3, expected one of san-juan",
     "se encontró 3, se esperaba uno de estos"),
    ("#top", 'without = "clock"', 3, "without",
     "found 'clock', expected a list",
     "se encontró 'clock', se esperaba una lista"),
    ("#top", "without = [1]", 3, "without[1]",
     "found 1, expected a text in quotes",
     "se encontró 1, se esperaba un texto"),
    ("#top", 'without = ["TG-14.99"]', 3, "without[1]",
     "found 'TG-14.99', expected TG-14.9 perhaps, or something that the book",
     "se encontró 'TG-14.99', se esperaba TG-14.9 quizá, o algo que tenga el reglamento"),
    ("#top", 'without = ["card.blu"]', 3, "without[1]",
     "expected card.blue perhaps",
     "se esperaba card.blue quizá"),
    ("#top", 'without = ["TG-8.10"]', 3, "cites.turn",
     "found 'TG-8.10', expected the id of an article of this book, TG-8.1",
     "se encontró 'TG-8.10', se esperaba el id de un artículo de este reglamento, quizá TG-8.1"),
    ("#top", 'without = ["card.yellow"]', 10, "card[1].every.card",
     "found 'yellow', expected one of blue, red",
     "se encontró 'yellow', se esperaba uno de estos: blue, red"),
    ("#top", 'without = ["options.limit"]\n[options]', None, "",
     "found options twice, on line 4 and on line 5, expected it once",
     "se encontró options dos veces, en la línea 4 y en la línea 5, se esperaba una sola vez"),
    ("#top", "best_of = 4", 3, "best_of",
     "found 4, expected an odd number",
     "se encontró 4, se esperaba un número impar"),
    ("#top", "colour = 1", 3, "colour",
     "found the unknown field 'colour', expected one of id, name",
     "se encontró el campo desconocido 'colour', se esperaba uno de estos: id, name"),
    ("#top", "infracciones = 1", 3, "infracciones",
     "expected infraction perhaps",
     "se esperaba infraction quizá"),
    ("limit", "limit = { }", 5, "options.limit",
     "found nothing, expected points, hands or minutes",
     "se encontró nada, se esperaba points, hands o minutes (puntos, manos o minutos)"),
    ("limit", "limit = 100", 5, "options.limit",
     "found 100, expected a table",
     "se encontró 100, se esperaba una tabla"),
    ("limit", "limit = { points = 0 }", 5, "options.limit.points",
     "found 0, expected a whole number from 1 to 100000",
     "se encontró 0, se esperaba un número entero de 1 a 100000"),
    ("limit", "limit = { puntos = 9 }", 5, "options.limit.puntos",
     "expected points perhaps",
     "se esperaba points quizá"),
    ("#options", "players = 5", 6, "options.players",
     "found 5, expected a whole number from 2 to 4",
     "se encontró 5, se esperaba un número entero de 2 a 4"),
    ("#options", "players = 3", 6, "options.players",
     "found 3, expected 4 where play is pairs",
     "se encontró 3, se esperaba 4 porque se juega por parejas"),
    ("#options", 'play = "parejas"', 6, "options.play",
     "found 'parejas', expected pairs perhaps, or one of pairs, alone",
     "se encontró 'parejas', se esperaba pairs quizá, o uno de estos: pairs, alone"),
    ("#options", "next_openner = 1", 6, "options.next_openner",
     "expected next_opener perhaps",
     "se esperaba next_opener quizá"),
    ("#options", "tiles = 8", 6, "options.tiles",
     "found 8, expected at most 7 for 4 players",
     "se encontró 8, se esperaba como mucho 7 para 4 jugadores"),
    ("#options", 'scoring = "fixed"', 6, "options.scoring",
     'found scoring = "fixed" without a prize, expected a table [prize] with domino = … and block = …',
     'se encontró scoring = "fixed" sin premio, se esperaba una tabla [prize] con domino = … y block = …'),
    ("#options", "players = true", 6, "options.players",
     "found true, expected a whole number",
     "se encontró true, se esperaba un número entero"),
    ("#options", "players =", 6, "",
     "found broken TOML (Invalid value), expected key = value, or a [table]",
     "se encontró TOML mal escrito (valor no válido), se esperaba clave = valor, o una [tabla]"),
    ("#options", 'play = "pairs', 6, "",
     "found a text whose quotes do not close, expected the same quotes at its end",
     "se encontró un texto cuyas comillas no se cierran, se esperaba las mismas comillas al final"),
    ("#options", "players = " + "9" * 5000, 1, "",
     "found a number of too many digits",
     "se encontró un número con demasiadas cifras"),
    ("#table", 'opener_may_shuffle_again = "yes"', 9, "table.opener_may_shuffle_again",
     "found 'yes', expected true or false",
     "se encontró 'yes', se esperaba true o false"),
    ("#table", "most_doubles = 1", 9, "table.most_doubles",
     "found 1, expected 2 or more: no deal could have fewer",
     "se encontró 1, se esperaba 2 o más: ningún reparto podría tener menos"),
    ("#table", "[clock]\nmove_seconds = 20", 9, "clock.block_seconds",
     "found no field 'block_seconds'",
     "se encontró que falta el campo 'block_seconds'"),
    ("#table", "[re_entry]\nmost = 2\nfactors = [1, 2]", 11, "re_entry.factors",
     "found 2, expected 3: one more than most",
     "se encontró 2, se esperaba 3: uno más que most"),
    ("#table", '[[bonus]]\nkind = "capicúa"\npoints = 10', 10, "bonus[1].kind",
     "found 'capicúa', expected capicua perhaps",
     "se encontró 'capicúa', se esperaba capicua quizá"),
    ("#table", "[options.clock]", 9, "options.clock",
     "found clock under [options], expected [clock], a table of its own",
     "se encontró clock en [options], se esperaba [clock], como tabla aparte"),
    ("#card", 'every = { times = 1, card = "red" }', 12, "card[1].every.times",
     "found 1, expected a whole number from 2 to 100",
     "se encontró 1, se esperaba un número entero de 2 a 100"),
    ("#card", 'every = { times = 2, card = "rad" }', 12, "card[1].every.card",
     "found 'rad', expected red perhaps",
     "se encontró 'rad', se esperaba red quizá"),
    ("#card", '[[card]]\nid = "blue"', 13, "card[2].id",
     "found blue twice, expected every one once",
     "se encontró blue dos veces, se esperaba cada uno una sola vez"),
    ("#card", '[[card]]\nid = "Verde"', 13, "card[2].id",
     "expected small letters, digits and _, like muy_grave",
     "se esperaba minúsculas, cifras y _, como muy_grave"),
    ("#severity", 'consequences = [{ kind = "tarjeta", card = "red" }]', 15, "severity[1].consequences[1].kind",
     "found 'tarjeta', expected card perhaps",
     "se encontró 'tarjeta', se esperaba card quizá"),
    ("#severity", 'consequences = [{ kind = "card" }]', 15, "severity[1].consequences[1].card",
     "found none, expected a card where kind is card and only there",
     "se encontró ninguno, se esperaba una tarjeta si kind es card"),
    ("#severity", 'consequences = [{ kind = "card", card = "green" }]', 15, "severity[1].consequences[1].card",
     "found 'green', expected one of blue, yellow, red",
     "se encontró 'green', se esperaba uno de estos: blue, yellow, red"),
    ("#severity", 'consequences = [{ kind = "warning", points = 5 }]', 15, "severity[1].consequences[1].points",
     "found 5, expected none where kind is warning",
     "se encontró 5, se esperaba ninguno si kind es warning"),
    ("#severity", 'consequences = [{ kind = "difference", points = 5 }]', 15, "severity[1].consequences[1].points",
     "found 5, expected points off the difference, below zero",
     "se encontró 5, se esperaba puntos menos en la diferencia"),
    ("#severity", 'every = [{ times = 3, becomes = "peor" }]', 15, "severity[1].every[1].becomes",
     "found 'peor', expected one of incorreccion",
     "se encontró 'peor', se esperaba uno de estos: incorreccion"),
    ("#severity", 'decision = { who = "referee", choices = [] }', 15, "severity[1].decision.choices",
     "found [], expected a list of at least 1",
     "se encontró [], se esperaba una lista de 1 o más"),
    ("#infraction", 'severity = "leves"', 18, "infraction[1].severity",
     "found 'leves', expected leve perhaps",
     "se encontró 'leves', se esperaba leve quizá"),
    ("#infraction", "name = {}", 18, "infraction[1].name.es",
     "found no text, expected one in es, ca, en or pt: one language is enough",
     "se encontró que no hay texto, se esperaba uno en es, ca, en o pt: basta con un idioma"),
    ("#infraction", 'name = "Móvil"', 18, "infraction[1].name",
     "found 'Móvil', expected a table",
     "se esperaba una tabla"),
    ("#infraction", '[[infraction]]\narticle = "C-1"', 18, "infraction[2].name",
     "found no field 'name'",
     "falta el campo 'name'"),
    ("#infraction", '[[infraction]]\nseverity = "leve"', 18, "infraction[2].article",
     "found no field 'article'",
     "falta el campo"),
    ("#infraction", '[[article]]\nid = "C 1"', 19, "article[1].id",
     "expected letters and digits joined by - . or _, like CN-4.2",
     "se esperaba letras y cifras unidas por - . o _, como CN-4.2"),
    ("#infraction", '[[article]]\nid = "TG-1"\nes = ""', 20, "article[1].es",
     "found '', expected a text of at least 1 characters",
     "se encontró '', se esperaba un texto de 1 letras o más"),
    ("#infraction", '[[article]]\nid = "TG-1"\nes = "' + "x" * 2001 + '"', 20, "article[1].es",
     "expected a text of at most 2000",
     "se esperaba un texto de 2000 letras como mucho"),
    ("#infraction", "[tournament]\ndefault_score = [1]", 19, "tournament.default_score",
     "found [1], expected a list of 4",
     "se encontró [1], se esperaba una lista de 4"),
]
# fmt: on


@pytest.mark.parametrize(
    ("where", "wrote", "line", "field", "english", "spanish"),
    MISTAKES,
    ids=[f"{number:02} {mistake[1][:30]!r}" for number, mistake in enumerate(MISTAKES)],
)
def test_a_mistake_in_a_clubs_book_is_told_in_both_languages(where, wrote, line, field, english, spanish):
    there = next(old for old in CLUB.splitlines() if old.startswith(where))
    with pytest.raises(RuleBookError) as error:
        parse_book(CLUB.replace(there, wrote, 1), "club.toml")
    said = error.value
    assert (said.source, said.field) == ("club.toml", field)
    assert line is None or said.line == line
    assert english in str(said)
    assert spanish in said.told("es")
    assert str(said).startswith(f"club.toml, line {said.line}: ")
    assert said.told("es").startswith(f"club.toml, línea {said.line}: ")
    assert said.told("ca").startswith(f"club.toml, línia {said.line}: ")
    assert "\n" not in said.told("es")


def test_there_are_more_than_thirty_kinds():
    assert len(MISTAKES) > 30
    parse_book(CLUB)


def test_all_mistakes_are_told_in_one_go():
    text = CLUB.replace("#options", 'play = "parejas"\nplayers = 9').replace("#table", "speed = 1")
    with pytest.raises(RuleBookError) as error:
        parse_book(text.replace('article = "TG-14.1"', 'severity = "leve"'), "club.toml")
    assert [(one.line, one.field) for one in error.value.all] == [
        (6, "options.play"),
        (7, "options.players"),
        (10, "table.speed"),
        (17, "infraction[1].article"),
    ]


def test_what_does_not_go_together_is_told_in_one_go_too():
    own = 'severity = "x"\n[[infraction]]\narticle = "TG-14.2"\nseverity = "y"\n'
    with pytest.raises(RuleBookError) as error:
        parse_book(CLUB.replace("#top", "best_of = 2").replace("#infraction", own), "club.toml")
    assert [one.field for one in error.value.all] == ["best_of", "infraction[1].severity", "infraction[2].severity"]


def test_no_more_mistakes_are_told_than_anybody_reads():
    with pytest.raises(RuleBookError) as error:
        parse_book(CLUB.replace("#table", "\n".join(f"x{number} = 1" for number in range(500))))
    assert len(error.value.all) == 40


def test_something_to_leave_out_needs_a_book_to_leave_it_out_of():
    with pytest.raises(RuleBookError) as error:
        parse_book(CLUB.replace('extends = "tarragona"', 'without = ["clock"]'))
    assert error.value.field == "without"
    spanish = "se encontró algo que quitar, se esperaba extends, el reglamento del que se quita"
    assert error.value.told("es").endswith(spanish)


def test_a_file_that_is_not_there_is_told_in_spanish_too(tmp_path):
    with pytest.raises(RuleBookError) as error:
        read_book(tmp_path / "club.toml")
    assert "se encontró un reglamento que no existe (no hay tal archivo)" in error.value.told("es")


def test_what_a_new_article_lacks_is_told_with_the_other_mistakes_and_a_changed_one_lacks_nothing():
    text = """
id = "club"
extends = "tarragona"
[options]
play = "parejas"
[[article]]
id = "CLUB-1"
en = "No phones."
[[article]]
id = "TG-9.2"
en = "Play where you like."
"""
    with pytest.raises(RuleBookError) as found:
        parse_book(text)
    assert [mistake.field for mistake in found.value.all] == ["options.play", "article[1].number", "article[1].ways"]
