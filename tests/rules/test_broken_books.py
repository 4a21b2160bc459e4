"""A copy of a book with one mistake in it: every kind is answered with line, field, found and expected."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.rules import BOOKS, RuleBookError, parse_book
from tests.rules.texts import line_with, text_of

# book, what stands there, what the club wrote instead, a fragment of the line the answer names, field, found, expected
MISTAKES = [
    (
        "clasico",
        "next_opener =",
        "next_openner =",
        "next_openner",
        "options.next_openner",
        "unknown",
        "next_opener perhaps",
    ),
    (
        "clasico",
        "[table]",
        "[table]\nspeed = 1",
        "speed",
        "table.speed",
        "the unknown field 'speed'",
        "one of seating,",
    ),
    ("clasico", "[table]", '[table]\n"a.b" = 1', "a.b", "table.'a.b'", "the unknown field 'a.b'", "one of seating,"),
    ("clasico", "[cites]", "[colour]\nx = 1\n[cites]", "[colour]", "colour", "the unknown field", "one of id, name"),
    ("clasico", "[options]", "[opciones]", "[opciones]", "opciones", "the unknown field", "options perhaps"),
    ("clasico", "number =", "nunber =", "nunber", "article[1].nunber", "the unknown field", "number perhaps"),
    ("clasico", "{ points", "{ puntos", "{ puntos", "options.limit.puntos", "the unknown field", "points perhaps"),
    (
        "clasico",
        '"right"',
        '"left"',
        '"left"',
        "options.next_opener",
        "'left'",
        "one of right, last_tile, winner, loser",
    ),
    ("clasico", '"double-six"', '"double-ten"', "ten", "options.set", "'double-ten'", "one of double-six, double-nine"),
    ("clasico", 'play = "pairs"', "play = 2", "play = 2", "options.play", "2", "one of pairs, alone"),
    (
        "clasico",
        '["play"]',
        '["plays"]',
        "plays",
        "article[1].ways[1]",
        "'plays'",
        "play perhaps, or one of play, referee",
    ),
    ("clasico", "players = 4", 'players = "cuatro"', "cuatro", "options.players", "'cuatro'", "a whole number"),
    ("clasico", "players = 4", "players = 5", "players = 5", "options.players", "5", "a whole number from 2 to 4"),
    ("clasico", "players = 4", "players = 1", "players = 1", "options.players", "1", "a whole number from 2 to 4"),
    ("clasico", "players = 4", "players = 3", "players = 3", "options.players", "3", "4 where play is pairs"),
    ("clasico", "players = 4", '"players" = 5', '"players" = 5', "options.players", "5", "a whole number from 2 to 4"),
    ("clasico", "players = 4", "players = 2024-01-01", "2024", "options.players", "datetime.date", "a whole number"),
    ("clasico", "players = 4", "players = inf", "inf", "options.players", "inf", "a whole number"),
    ("clasico", "players = 4", f"players = {'9' * 70}", "999", "options.players", "999", "a whole number from 2 to 4"),
    ("clasico", "players = 4", "tiles = 9", "tiles = 9", "options.tiles", "9", "at most 7 for 4 players"),
    ("clasico", "players = 4", "tiles = 0", "tiles = 0", "options.tiles", "0", "a whole number from 1 to 14"),
    ("clasico", "points = 100", "points = 100.5", "100.5", "options.limit.points", "100.5", "a whole number"),
    ("clasico", "points = 100", "points = -1", "-1", "options.limit.points", "-1", "a whole number from 1 to"),
    ("clasico", "{ points = 100 }", "{ }", "{ }", "options.limit", "nothing", "points, hands or minutes"),
    ("clasico", "{ points = 100 }", '"100p"', "100p", "options.limit", "'100p'", "a table"),
    ("clasico", "limit = { points = 100 }\n", "", "[options]", "options.limit", "no field 'limit'", "limit = …"),
    ("clasico", 'id = "clasico"\n', "", "# The game", "id", "no field 'id'", "id = …"),
    (
        "clasico",
        'id = "clasico"',
        'id = "Club Uno"',
        "Club Uno",
        "id",
        "'Club Uno'",
        "small letters, digits and hyphens",
    ),
    (
        "clasico",
        'es = "Clásico"\nca = "Clàssic"\nen = "Classic"\npt = "Clássico"\n',
        "",
        "[name]",
        "name.es",
        "no text",
        "one in es",
    ),
    ("clasico", 'es = "Clásico"', 'es = ""', 'es = ""', "name.es", "''", "a text of at least 1"),
    ("clasico", 'es = "Clásico"', f'es = "{"x" * 2001}"', "xxx", "name.es", "xxx…", "a text of at most 2000"),
    ("clasico", 'turn = "CL-desarrollo"', 'turn = "CL-9"', "CL-9", "cites.turn", "'CL-9'", "the id of an article"),
    ("clasico", 'turn = "CL-desarrollo"\n', "", "[cites]", "cites.turn", "no field 'turn'", "turn = …"),
    (
        "clasico",
        "[cites]",
        '[[bonus]]\nkind = "capicua"\npoints = 25\narticle = "CL-9"\n[cites]',
        "CL-9",
        "bonus[1].article",
        "'CL-9'",
        "the id of an article",
    ),
    ("clasico", '["play"]', "[]", "ways = []", "article[1].ways", "[]", "a list of at least 1"),
    ("clasico", '["play"]', '"play"', 'ways = "play"', "article[1].ways", "'play'", "a list"),
    ("clasico", "[options]", "[[options]]", "[[options]]", "options", "[[options]]", "[options], with one"),
    ("ueh", "[1, 2, 4]", "[1, 2]", "[1, 2]", "re_entry.factors", "2", "3: one more than most"),
    ("ueh", "[1, 2, 4]", "[0, 2, 4]", "[0, 2", "re_entry.factors[1]", "0", "a whole number from 1 to 100"),
    ("ueh", "most_doubles = 4", "most_doubles = 11", "11", "table.most_doubles", "11", "a whole number from 0 to 10"),
    ("competencia-individual", "= true", '= "yes"', "yes", "table.opener_may_shuffle_again", "'yes'", "true or false"),
    (
        "competencia-individual",
        "move_seconds = 20\n",
        "",
        "[clock]",
        "clock.move_seconds",
        "no field",
        "move_seconds = …",
    ),
    (
        "competencia-individual",
        "[100, 70, 0, 100]",
        "[100]",
        "[100]",
        "tournament.default_score",
        "[100]",
        "a list of 4",
    ),
    (
        "competencia-individual",
        '"points_won"',
        '"buchholz"',
        "buchholz",
        "tournament.ranked_by[1]",
        "'buchholz'",
        "one of points_won",
    ),
    (
        "competencia-individual",
        "every_minutes = 5",
        'every_minutes = "five"',
        "five",
        "tournament.late.every_minutes",
        "'five'",
        "a whole number",
    ),
    (
        "san-juan",
        "award = 20",
        "award = 30",
        "award = 30",
        "options.false_pass_award",
        "30",
        "one of 20, remaining_plus_20",
    ),
    (
        "clasico",
        "players = 4",
        "players =",
        "players =",
        "",
        "broken TOML (Invalid value)",
        "key = value, or a [table]",
    ),
    ("clasico", "[table]", "[table", "[table", "", "broken TOML (Expected ']'", "key = value"),
    ("clasico", "players = 4", "set = 4", "set = 4", "", "options.set twice, on line 30", "it once"),
    ("clasico", "players = 4", 'players = "\x00"', "\x00", "", "broken TOML", "key = value"),
]


@pytest.mark.parametrize(
    ("book_id", "there", "instead", "named", "field", "found", "expected"),
    MISTAKES,
    ids=[f"{number:02} {mistake[2][:30]!r}" for number, mistake in enumerate(MISTAKES)],
)
def test_a_mistake_names_its_line_its_field_what_was_found_and_what_was_expected(
    book_id, there, instead, named, field, found, expected
):
    text = text_of(book_id)
    assert there in text
    broken = text.replace(there, instead, 1)
    with pytest.raises(RuleBookError) as error:
        parse_book(broken, "club.toml")
    said = error.value
    assert (said.source, said.field) == ("club.toml", field)
    assert said.line == line_with(broken, named)
    assert found in said.found
    assert expected in said.expected
    assert "\n" not in str(said)


def test_the_answer_is_one_sentence():
    with pytest.raises(RuleBookError) as error:
        parse_book(text_of("clasico").replace("players = 4", "players = 5"), "club.toml")
    assert str(error.value) == "club.toml, line 32: options.players: found 5, expected a whole number from 2 to 4"


def test_an_article_that_stands_twice_is_found_where_it_stands_again():
    text = text_of("clasico")
    first = text.index("[[article]]")
    again = text + "\n" + text[first : text.index("[[article]]", first + 1)]
    with pytest.raises(RuleBookError) as error:
        parse_book(again)
    assert error.value.field == "article[12].id"
    assert error.value.found == "CL-fichas twice"
    assert error.value.line is not None
    assert again.splitlines()[error.value.line - 1] == 'id = "CL-fichas"'
    assert error.value.line > line_with(again, "CL-final")


def test_lines_are_right_after_texts_of_several_lines():
    long = text_of("clasico").replace('es = "Clásico"', 'es = """Clá\nplayers = 7\n[options]\nsico"""')
    with pytest.raises(RuleBookError) as error:
        parse_book(long.replace("players = 4", "players = 5"))
    assert error.value.line == 35


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "no field 'id'"),
        ("x = " + "[" * 100_000, "values nested too deep"),
        (".".join("a" * 10) + " = 4", "the unknown field 'a'"),
        (".".join("a" * 3000) + " = 4", "values nested too deep"),
        (text_of("clasico").replace("players = 4", ".".join("a" * 3000) + " = 4"), "values nested too deep"),
        (text_of("clasico").replace("players = 4", "players = " + "9" * 5000), "a number of too many digits"),
        (
            text_of("clasico").replace("[table]", '[table]\n"a\\nb - at `$.x`" = 1'),
            "the unknown field 'a\\nb - at `$.x`'",
        ),
        ('id = "x"\nname = "unended', "a text whose quotes do not close"),
        (text_of("clasico")[: text_of("clasico").index("[[article]]")], "no field 'article'"),
    ],
    ids=[
        "nothing",
        "brackets",
        "a few dots",
        "dots",
        "dots in a table",
        "digits",
        "an odd key",
        "an open quote",
        "no articles",
    ],
)
def test_hostile_files_get_an_answer_too(text, found):
    with pytest.raises(RuleBookError) as error:
        parse_book(text)
    assert found in error.value.found
    assert len(str(error.value)) < 1000
    assert "\n" not in str(error.value)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(BOOKS), st.data())
def test_no_change_to_a_line_of_a_book_raises_anything_but_its_own_error(book_id, data):
    lines = text_of(book_id).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    junk = st.one_of(
        st.text(max_size=20),
        st.sampled_from(
            ["[options]", "[[article]]", "x = 1", "limit = 3", "[options.limit]", "article = 1", '"', *lines]
        ),
    )
    lines[place] = data.draw(junk)
    try:
        parse_book("\n".join(lines))
    except RuleBookError as error:
        said = error
    else:
        return
    assert said.line is None or 1 <= said.line <= len(lines) + 1
    assert said.found
    assert said.expected
