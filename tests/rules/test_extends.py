"""A book that changes another one: what is taken over, what is left out, and which files may be read."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantera.rules import RuleBookError, load_book, parse_book, read_book
from tantera.rules.loader import MOST_FILES
from tantera.rules.tournament import Limit

START = 'id = "club"\nextends = "tarragona"\n'


def test_a_book_that_changes_nothing_is_the_other_one_under_its_own_id():
    book, base = parse_book(START), load_book("tarragona")
    assert book.id == "club"
    assert (book.options, book.articles, book.infractions) == (base.options, base.articles, base.infractions)


def test_keys_of_a_table_are_changed_one_by_one_and_a_value_is_taken_whole():
    options = '[options]\nlimit = { minutes = 30 }\nnext_opener = "loser"\n'
    book = parse_book(START + options + '[table]\nlifting = "at_once"')
    assert book.options.limit == Limit(minutes=30)
    assert (book.options.next_opener, book.options.first_opener) == ("loser", "draw")
    assert (book.customs.lifting, book.customs.taking) == ("at_once", "opener_last")


def test_a_table_the_other_book_does_not_have_is_added():
    book = parse_book(START + "[clock]\nmove_seconds = 10\nblock_seconds = 20")
    assert book.clock is not None
    assert book.clock.move_seconds == 10


def test_an_entry_of_the_same_id_is_changed_where_it_stands_and_a_new_one_is_added():
    own = '[[infraction]]\narticle = "TG-14.1"\nseverity = "grave"\n[[bonus]]\nkind = "capicua"\npoints = 5\n'
    book, base = parse_book(START + own), load_book("tarragona")
    places = [entry.article for entry in book.infractions]
    assert places == [entry.article for entry in base.infractions]
    changed, was = (one.infractions[places.index("TG-14.1")] for one in (book, base))
    assert (changed.severity, changed.name) == ("grave", was.name)
    assert [(bonus.kind, bonus.points) for bonus in book.bonuses] == [("capicua", 5)]


def entries(book, article):
    return [entry for entry in book.infractions if entry.article == article]


@pytest.mark.parametrize(
    ("name", "gone"),
    [
        ("comment_seconds", lambda book: book.comment_seconds is None),
        ("tournament", lambda book: book.tournament is None),
        ("sheet.scorer", lambda book: book.sheet.scorer == "anybody"),
        ("TG-14.1", lambda book: not book.find("TG-14.1") and not entries(book, "TG-14.1")),
        ("infraction.TG-14.1", lambda book: book.find("TG-14.1") and not entries(book, "TG-14.1")),
        ("infraction.TG-14.12.choices", lambda book: not entries(book, "TG-14.12")[0].choices),
        ("card.blue.every", lambda book: next(card for card in book.cards if card.id == "blue").every is None),
    ],
)
def test_what_is_left_out_is_gone(name, gone):
    assert not gone(load_book("tarragona"))
    assert gone(parse_book(START + f'without = ["{name}"]'))


def test_what_is_left_out_may_be_written_anew():
    own = 'without = ["card.blue"]\n[[card]]\nid = "blue"\nname = { es = "Azul", ca = "Blava", en = "Blue" }\n'
    book = parse_book(START + own)
    assert [card.id for card in book.cards] == ["yellow", "red", "blue"]
    assert book.cards[-1].every is None


def test_files_may_stand_on_each_others_shoulders(tmp_path):
    (tmp_path / "base.toml").write_text(START + "[options]\nlimit = { points = 50 }\n[table]\nlifting = 'at_once'")
    club = tmp_path / "club.toml"
    club.write_text('id = "third"\nextends = "base.toml"\n[table]\nseating = "as_entered"')
    book = load_book(str(club))
    assert (book.id, book.options.limit) == ("third", Limit(points=50))
    assert (book.customs.lifting, book.customs.seating, book.customs.taking) == ("at_once", "as_entered", "opener_last")


def test_a_mistake_is_told_in_the_file_in_which_it_stands(tmp_path):
    base, club = tmp_path / "base.toml", tmp_path / "club.toml"
    base.write_text(START + "[options]\n\nplayers = 9")
    club.write_text('id = "third"\nextends = "base.toml"')
    with pytest.raises(RuleBookError) as error:
        read_book(club)
    assert (error.value.source, error.value.line) == (str(base), 5)


def test_what_two_files_say_together_is_told_in_the_one_that_says_it(tmp_path):
    base, club = tmp_path / "base.toml", tmp_path / "club.toml"
    base.write_text(START + '[[infraction]]\narticle = "TG-14.1"\nseverity = "nueva"\n' + SEVERITY.format("nueva"))
    club.write_text('id = "third"\nextends = "base.toml"\nwithout = ["severity.nueva"]')
    assert read_book(base).id == "club"
    with pytest.raises(RuleBookError) as error:
        read_book(club)
    assert (error.value.source, error.value.line) == (str(base), 5)
    assert error.value.field == "infraction[1].severity"


SEVERITY = '[[severity]]\nid = "{}"\nname = {{ es = "a", ca = "b", en = "c" }}\n'


def chain(folder, length):
    for number in range(length):
        above = f"{number + 1}.toml" if number + 1 < length else "clasico"
        (folder / f"{number}.toml").write_text(f'id = "book-{number}"\nextends = "{above}"')
    return folder / "0.toml"


def test_a_chain_is_followed_as_far_as_five_files_and_no_further(tmp_path):
    assert read_book(chain(tmp_path, MOST_FILES)).id == "book-0"
    with pytest.raises(RuleBookError) as error:
        read_book(chain(tmp_path, MOST_FILES + 1))
    assert error.value.found == "a chain of more than 5 books"
    assert "una cadena de más de 5 reglamentos" in error.value.told("es")


@pytest.mark.parametrize("names", [["a"], ["a", "b"], ["a", "b", "c"]])
def test_a_chain_that_comes_back_to_itself_is_refused(tmp_path, names):
    for name, above in zip(names, [*names[1:], names[0]], strict=True):
        (tmp_path / f"{name}.toml").write_text(f'id = "{name}"\nextends = "{above}.toml"')
    with pytest.raises(RuleBookError) as error:
        read_book(tmp_path / "a.toml")
    assert (error.value.line, error.value.field) == (2, "extends")
    assert error.value.found == "'a.toml', which leads back to itself"
    assert "que vuelve a sí mismo" in error.value.told("es")


@pytest.mark.parametrize(
    "name",
    [
        "../secret.toml",
        "{folder}/secret.toml",
        "below/../../secret.toml",
        "link.toml",
        "..\\\\secret.toml",
        "/etc/passwd",
    ],
)
def test_what_a_book_extends_never_leaves_its_folder(tmp_path, name):
    folder = tmp_path / "club"
    (folder / "below").mkdir(parents=True)
    (tmp_path / "secret.toml").write_text('id = "secret"\nextends = "clasico"')
    (folder / "link.toml").symlink_to(tmp_path / "secret.toml")
    (folder / "club.toml").write_text(f'id = "club"\nextends = "{name.format(folder=tmp_path)}"')
    with pytest.raises(RuleBookError) as error:
        read_book(folder / "club.toml")
    assert (error.value.field, error.value.line) == ("extends", 2)
    assert "secret" not in error.value.expected


def test_a_folder_below_is_not_outside(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "base.toml").write_text('id = "base"\nextends = "ueh"')
    (tmp_path / "club.toml").write_text('id = "club"\nextends = "below/base.toml"')
    assert read_book(tmp_path / "club.toml").options.play == "alone"


def test_a_book_that_extends_a_file_that_is_not_there_says_so(tmp_path):
    (tmp_path / "club.toml").write_text('id = "club"\nextends = "base.toml"')
    with pytest.raises(RuleBookError) as error:
        read_book(tmp_path / "club.toml")
    assert error.value.found == "'base.toml', which is no file"
    assert "'base.toml', que no es un archivo" in error.value.told("es")


def test_a_line_is_found_below_an_entry_with_tables_of_its_own():
    own = '[[infraction]]\narticle = "TG-14.1"\n[[infraction]]\narticle = "TG-14.2"\n[infraction.name]\nes = 1\n'
    with pytest.raises(RuleBookError) as error:
        parse_book(START + own)
    assert (error.value.field, error.value.line) == ("infraction[2].name.es", 8)


EXAMPLE = (Path(__file__).parents[2] / "examples" / "books" / "penya-ribera.toml").read_text("utf-8").splitlines()
JUNK = [
    "[options]",
    "[[article]]",
    "[[options]]",
    "article = 1",
    "card = [1]",
    "bonus = [{}]",
    "id = []",
    "extends = []",
    'extends = "clasico"',
    'without = ["options", "cites", "article", "name"]',
    'without = [["a"], {}]',
    "[infraction]",
    "[without]",
    'infraction = ["TG-1"]',
]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_change_to_a_line_of_a_clubs_book_raises_anything_but_its_own_error(data):
    lines = list(EXAMPLE)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        lines[place] = data.draw(st.one_of(st.text(max_size=20), st.sampled_from(JUNK + lines)))
    try:
        parse_book("\n".join(lines))
    except RuleBookError as error:
        for mistake in error.all:
            assert mistake.line is None or 1 <= mistake.line <= len(lines) + 1
            assert mistake.told("es")
            assert "\n" not in str(mistake)


def test_an_article_that_need_not_be_cited_may_be_left_out_by_itself():
    text = 'id = "club"\nextends = "tarragona"\nwithout = ["TG-7.9", "comment_seconds"]\n'
    assert parse_book(text).cites.talk is None
    assert load_book("tarragona").cites.talk == "TG-7.9"
