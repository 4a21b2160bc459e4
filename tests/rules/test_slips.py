"""The slips of somebody who writes a book for the first time: each one sentence, with line, found and expected."""

import msgspec
import pytest

from tantera.rules import RuleBookError, kept_book, load_book, parse_book

CLUB = """\
id = "club"
extends = "clasico"
#top
[options]
#options
[table]
#table
[tournament]
#tournament
[[article]]
id = "C-1"
number = "1"
ways = ["referee"]
es = "Una norma."
#article
[[infraction]]
article = "C-1"
name = { es = "Falta" }
example = { es = "Hizo algo." }
#infraction
"""

# where, what was written there, and the whole sentence in English, Spanish and Catalan
# fmt: off
SLIPS = [
    ("#options", "play = pairs",
     "line 5: found pairs without quotes, expected \"pairs\"",
     "línea 5: se encontró pairs sin comillas, se esperaba \"pairs\"",
     "línia 5: s'ha trobat pairs sense cometes, s'esperava \"pairs\""),
    ("#article", "ca = Una norma nostra",
     "line 15: found Una norma nostra without quotes, expected \"Una norma nostra\"",
     "línea 15: se encontró Una norma nostra sin comillas, se esperaba \"Una norma nostra\"",
     "línia 15: s'ha trobat Una norma nostra sense cometes, s'esperava \"Una norma nostra\""),
    ("#tournament", "ranked_by = [wins, \"lot\"]",
     "line 9: found wins without quotes, expected \"wins\"",
     "línea 9: se encontró wins sin comillas, se esperaba \"wins\"",
     "línia 9: s'ha trobat wins sense cometes, s'esperava \"wins\""),
    ("#options", "play = “pairs”",
     "line 5: found curly quotes, “ ”, expected straight quotes: \" \"",
     "línea 5: se encontró comillas tipográficas, “ ”, se esperaba comillas rectas: \" \"",
     "línia 5: s'ha trobat cometes tipogràfiques, “ ”, s'esperava cometes rectes: \" \""),
    ("#article", "en = «A rule»",
     "line 15: found curly quotes, « », expected straight quotes: \" \"",
     "línea 15: se encontró comillas tipográficas, « », se esperaba comillas rectas: \" \"",
     "línia 15: s'ha trobat cometes tipogràfiques, « », s'esperava cometes rectes: \" \""),
    ("#options", "play = \"pairs",
     "line 5: found a text whose quotes do not close, expected the same quotes at its end",
     "línea 5: se encontró un texto cuyas comillas no se cierran, se esperaba las mismas comillas al final",
     "línia 5: s'ha trobat un text amb cometes que no es tanquen, s'esperava les mateixes cometes al final"),
    ("#options", "limit = 150",
     "line 5: options.limit: found 150, expected a table like { points = 150 }",
     "línea 5: options.limit: se encontró 150, se esperaba una tabla, como { points = 150 }",
     "línia 5: options.limit: s'ha trobat 150, s'esperava una taula, com { points = 150 }"),
    ("#table", "[bonus]\nkind = \"capicua\"\npoints = 25",
     "line 7: bonus: found [bonus], expected [[bonus]], with two brackets, once for each",
     "línea 7: bonus: se encontró [bonus], se esperaba [[bonus]], con doble corchete, una vez por cada uno",
     "línia 7: bonus: s'ha trobat [bonus], s'esperava [[bonus]], amb doble claudàtor, un cop per cadascun"),
    ("#table", "[bonus]\nkind = \"capicua\"\npoints = 25\n[bonus]\nkind = \"first_pass\"\npoints = 10",
     "line 10: found [bonus], expected [[bonus]], with two brackets, once for each",
     "línea 10: se encontró [bonus], se esperaba [[bonus]], con doble corchete, una vez por cada uno",
     "línia 10: s'ha trobat [bonus], s'esperava [[bonus]], amb doble claudàtor, un cop per cadascun"),
    ("#options", "limit = { points = \"150\" }",
     "line 5: options.limit.points: found \"150\" in quotes, expected 150 without quotes",
     "línea 5: options.limit.points: se encontró \"150\" entre comillas, se esperaba 150 sin comillas",
     "línia 5: options.limit.points: s'ha trobat \"150\" entre cometes, s'esperava 150 sense cometes"),
    ("#table", "fewer_play_alone = \"true\"",
     "line 7: table.fewer_play_alone: found \"true\" in quotes, expected true without quotes",
     "línea 7: table.fewer_play_alone: se encontró \"true\" entre comillas, se esperaba true sin comillas",
     "línia 7: table.fewer_play_alone: s'ha trobat \"true\" entre cometes, s'esperava true sense cometes"),
    ("#options", "shuffle = \"anybody\"",
     "line 5: options.shuffle: found shuffle under [options], expected it under [table]",
     "línea 5: options.shuffle: se encontró shuffle en [options], se esperaba en [table]",
     "línia 5: options.shuffle: s'ha trobat shuffle a [options], s'esperava a [table]"),
    ("#top", "next_opener = \"winner\"",
     "line 3: next_opener: found next_opener outside any table, expected it under [options]",
     "línea 3: next_opener: se encontró next_opener fuera de toda tabla, se esperaba en [options]",
     "línia 3: next_opener: s'ha trobat next_opener fora de cap taula, s'esperava a [options]"),
    ("#options", "best_of = 3",
     "line 5: options.best_of: found best_of under [options], expected it at the top, before the first table",
     "línea 5: options.best_of: se encontró best_of en [options], se esperaba al principio del archivo, antes de la "
     "primera tabla",
     "línia 5: options.best_of: s'ha trobat best_of a [options], s'esperava al principi del fitxer, abans de la "
     "primera taula"),
    ("#options", "play = \"pairs\"\nset = \"double-six\"\nplay = \"alone\"",
     "line 7: found options.play twice, on line 5 and on line 7, expected it once",
     "línea 7: se encontró options.play dos veces, en la línea 5 y en la línea 7, se esperaba una sola vez",
     "línia 7: s'ha trobat options.play dues vegades, a la línia 5 i a la línia 7, s'esperava una sola vegada"),
    ("#options", "scoring = \"fixed\"",
     "line 5: options.scoring: found scoring = \"fixed\" without a prize, expected a table [prize] with domino = … and "
     "block = …",
     "línea 5: options.scoring: se encontró scoring = \"fixed\" sin premio, se esperaba una tabla [prize] con domino = "
     "… y block = …",
     "línia 5: options.scoring: s'ha trobat scoring = \"fixed\" sense premi, s'esperava una taula [prize] amb domino = "
     "… i block = …"),
    ("#table", "[prize]\ndomino = 50\nblock = 20",
     "line 7: prize: found a prize with scoring = \"all\", expected scoring = \"fixed\" under [options], or no [prize]",
     "línea 7: prize: se encontró un premio con scoring = \"all\", se esperaba scoring = \"fixed\" en [options], o "
     "quitar [prize]",
     "línia 7: prize: s'ha trobat un premi amb scoring = \"all\", s'esperava scoring = \"fixed\" a [options], o treure "
     "[prize]"),
    ("#infraction", "consequences = [{ kind = \"points\" }]",
     "line 20: infraction[1].consequences[1].points: found kind = \"points\" without points, expected points = 20, or "
     "−20, remaining = true or award",
     "línea 20: infraction[1].consequences[1].points: se encontró kind = \"points\" sin puntos, se esperaba points = "
     "20, o −20, o bien remaining = true o award",
     "línia 20: infraction[1].consequences[1].points: s'ha trobat kind = \"points\" sense punts, s'esperava points = "
     "20, o −20, o bé remaining = true o award"),
    ("#tournament", "prizes = [60, \"mucho\", 10]",
     "line 9: tournament.prizes[2]: found 'mucho' as number 2 of the list, expected a whole number from 1 to 100",
     "línea 9: tournament.prizes[2]: se encontró 'mucho' como elemento 2 de la lista, se esperaba un número entero de "
     "1 a 100",
     "línia 9: tournament.prizes[2]: s'ha trobat 'mucho' com a element 2 de la llista, s'esperava un nombre enter de 1 "
     "a 100"),
    ("#tournament", "prizes = 60",
     "line 9: tournament.prizes: found 60, expected a list like [60]",
     "línea 9: tournament.prizes: se encontró 60, se esperaba una lista, como [60]",
     "línia 9: tournament.prizes: s'ha trobat 60, s'esperava una llista, com [60]"),
    ("#options", "players = 40",
     "line 5: options.players: found 40, expected a whole number from 2 to 4",
     "línea 5: options.players: se encontró 40, se esperaba un número entero de 2 a 4",
     "línia 5: options.players: s'ha trobat 40, s'esperava un nombre enter de 2 a 4"),
]
# fmt: on


@pytest.mark.parametrize(
    ("where", "wrote", "english", "spanish", "catalan"), SLIPS, ids=[repr(slip[1][:30]) for slip in SLIPS]
)
def test_a_slip_is_one_sentence_that_says_what_was_meant(where, wrote, english, spanish, catalan):
    with pytest.raises(RuleBookError) as error:
        parse_book(CLUB.replace(where, wrote), "club.toml")
    told = [error.value.told(lang) for lang in ("en", "es", "ca")]
    assert told == [f"club.toml, {sentence}" for sentence in (english, spanish, catalan)]


def test_the_book_that_is_spoiled_here_is_right_without_slips():
    assert parse_book(CLUB).id == "club"


def test_a_kept_book_with_points_of_nothing_still_opens():
    """It was let pass once; only whoever writes a file is told."""
    data = msgspec.to_builtins(parse_book(CLUB))
    data["infraction"][0]["consequences"] = [{"kind": "points"}]
    assert kept_book(msgspec.json.encode(data)).infractions[0].consequences[0].points == 0


def test_quotes_inside_a_text_and_remarks_are_nobodys_slip():
    text = CLUB.replace("#article", 'ca = "Diu “paso” i «passo»"  # pairs, “así”')
    assert parse_book(text).articles[-1].text("ca") == "Diu “paso” i «passo»"
    assert load_book("clasico").options.play == "pairs"
