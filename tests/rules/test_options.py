"""A table's own options and limits on top of a book, and books from files."""

import os
import tracemalloc

import pytest

from tantera.rules import BOOKS, RuleBookError, load_book, parse_limit, read_book, with_options
from tantera.rules.loader import MOST_BYTES
from tantera.rules.tournament import Limit
from tantera.tiles import TileSet
from tests.rules.texts import text_of


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("200p", Limit(points=200)),
        ("12h", Limit(hands=12)),
        ("40m", Limit(minutes=40)),
        ("200p 40m", Limit(points=200, minutes=40)),
        ("  25m\t100p  5h ", Limit(points=100, hands=5, minutes=25)),
        ("100000p", Limit(points=100_000)),
        ("1000h 1000m", Limit(hands=1000, minutes=1000)),
    ],
)
@pytest.mark.article("TG-6.1")
def test_a_limit_is_points_hands_minutes_or_several(text, limit):
    assert parse_limit(text) == limit
    assert parse_limit(str(limit)) == limit


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "200",
        "p",
        "0p",
        "-5p",
        "+5p",
        "007p",
        "1.5p",
        "200P",
        "200 p",
        "200p200p",
        "200p 100p",
        "200x",
        "100001p",
        "1001h",
        "1001m",
        "999999p",
        "9" * 6000 + "p",
        "٣p",
        "200p\x00",
        "200p; 40m",
    ],
)
def test_what_is_no_limit_is_answered_with_what_one_looks_like(text):
    with pytest.raises(RuleBookError) as error:
        parse_limit(text)
    assert error.value.found == repr(text)
    assert error.value.expected == "200p, 12h, 40m, or several of them, each from 1 to 999999"


@pytest.mark.parametrize(
    ("book_id", "key", "value"),
    [
        ("san-juan", "at_time", "finish_hand"),
        ("san-juan", "level_at_end", "half_point"),
        ("san-juan", "draw_order", "number"),
        ("clasico", "first_tile", "double"),
        ("clasico", "boneyard", "one"),
        ("san-juan", "false_pass_award", "remaining_plus_20"),
        ("clasico", "first_opener", "agreed"),
        ("clasico", "next_opener", "loser"),
        ("clasico", "tied_block", "mano_wins"),
        ("clasico", "scoring", "opponents"),
        ("san-juan", "false_thinking", "forbidden"),
        ("clasico", "next_match_opener", "winner"),
        ("tarragona", "card_span", "tournament"),
        ("competencia-individual", "table_seating", "1+3v2+4"),
        ("ueh", "championship", "one_round"),
        ("clasico", "set", "double-nine"),
        ("clasico", "play", "alone"),
    ],
)
def test_every_option_of_the_table_can_be_set(book_id, key, value):
    book = load_book(book_id)
    changed = with_options(book, {key: value})
    assert getattr(changed.options, key) == value != getattr(book.options, key)
    assert changed.articles == book.articles


def test_numbers_may_come_as_text_as_a_dgn_file_has_them():
    book = with_options(load_book("ueh"), {"players": "3", "tiles": "9", "avoid_partners": 2})
    assert (book.options.players, book.options.tiles_each, book.options.avoid_partners) == (3, 9, 2)
    assert with_options(load_book("san-juan"), {"false_pass_award": "20"}).options.false_pass_award == 20


def test_nothing_set_is_the_book_itself():
    book = load_book("clasico")
    assert with_options(book, {}) is book
    assert with_options(book, {"play": "pairs", "players": "4"}, "100p") is book


def test_the_same_options_give_the_same_book_and_everything_else_is_shared():
    book = load_book("tarragona")
    table = with_options(book, {"at_time": "stop", "draw_order": "number"}, "200p")
    assert with_options(book, {"draw_order": "number", "limit": "200p", "at_time": "stop"}) is table
    assert with_options(with_options(book, {"at_time": "stop"}), {"draw_order": "number"}, "200p") is table
    assert with_options(table, {"at_time": "finish_hand", "draw_order": "sum"}, "300p") is book
    assert all(getattr(table, key) is getattr(book, key) for key in book.__struct_fields__ if key != "options")


def test_a_table_costs_no_copy_of_the_book():
    book = load_book("tarragona")
    tracemalloc.start()
    tables = [with_options(book, {}, f"{points}p") for points in range(1, 51)]
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held / len(tables) < 2500  # bytes; a book has 20,000


@pytest.mark.article("CL-jugadores")
@pytest.mark.parametrize("players", ["2", "3", 2, 3])
def test_fewer_than_four_play_alone_where_the_book_lets_them(players):
    options = with_options(load_book("clasico"), {"players": players}).options
    assert (options.play, options.players) == ("alone", int(players))


@pytest.mark.article("SJ-jugadores", "TG-6.4")
@pytest.mark.parametrize("book_id", ["san-juan", "tarragona", "competencia-individual"])
def test_books_for_pairs_want_four_players_unless_the_table_says_alone(book_id):
    with pytest.raises(RuleBookError, match="4 where play is pairs"):
        with_options(load_book(book_id), {"players": 3})
    assert with_options(load_book(book_id), {"players": 3, "play": "alone"}).options.players == 3


@pytest.mark.article("CL-fichas")
def test_the_large_set_gives_ten_tiles_each_unless_the_table_says_seven():
    clasico = load_book("clasico")
    assert with_options(clasico, {"set": "double-nine"}).options.tiles_each == 10
    seven = with_options(clasico, {"set": "double-nine", "tiles": "7"})
    assert (seven.options.set, seven.options.tiles_each) == (TileSet.DOUBLE_NINE, 7)


def test_a_limit_replaces_the_whole_limit_of_the_book():
    assert with_options(load_book("san-juan"), {}, "12h").options.limit == Limit(hands=12)
    assert with_options(load_book("san-juan"), {"limit": "50p 5m"}).options.limit == Limit(points=50, minutes=5)


@pytest.mark.parametrize(
    ("options", "field", "found", "expected"),
    [
        ({"colour": "red"}, "options.colour", "the unknown field 'colour'", "one of limit, at_time"),
        ({"at_tiem": "stop"}, "options.at_tiem", "the unknown field 'at_tiem'", "at_time perhaps"),
        ({"at_time": "later"}, "options.at_time", "'later'", "one of stop, finish_hand, extra_hands"),
        ({"at_time": "1"}, "options.at_time", "1", "one of stop, finish_hand, extra_hands"),
        ({"players": "four"}, "options.players", "'four'", "a whole number"),
        ({"players": "9" * 5000}, "options.players", "'999", "a whole number"),
        ({"players": "٣"}, "options.players", "'٣'", "a whole number"),
        ({"players": "5"}, "options.players", "5", "from 2 to 4"),
        ({"players": "3", "play": "pairs"}, "options.players", "3", "4 where play is pairs"),
        ({"players": "2", "play": "alone", "tiles": "15"}, "options.tiles", "15", "from 1 to 14"),
        ({"play": "alone", "players": "3", "tiles": "10"}, "options.tiles", "10", "at most 9 for 3 players"),
        ({"set": "double-twelve"}, "options.set", "'double-twelve'", "one of double-six, double-nine"),
        ({"false_pass_award": "21"}, "options.false_pass_award", "21", "one of 20, remaining_plus_20"),
    ],
)
def test_an_option_that_cannot_be_names_field_found_and_expected(options, field, found, expected):
    with pytest.raises(RuleBookError) as error:
        with_options(load_book("clasico"), options)
    assert (error.value.source, error.value.field, error.value.line) == ("clasico", field, None)
    assert found in error.value.found
    assert expected in error.value.expected


def test_a_copied_book_is_read_from_its_file(tmp_path):
    copy = tmp_path / "club.toml"
    copy.write_text(text_of("clasico"), encoding="utf-8")
    assert load_book(str(copy)) == read_book(copy) == load_book("clasico")


def test_a_changed_option_in_a_copied_book_counts(tmp_path):
    copy = tmp_path / "club.toml"
    copy.write_text(text_of("clasico").replace("points = 100", "points = 150"), encoding="utf-8")
    assert load_book(str(copy)).options.limit == Limit(points=150)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_from_a_windows_editor_is_read_too(tmp_path, encoding):
    copy = tmp_path / "club.toml"
    copy.write_bytes(text_of("clasico").replace("\n", "\r\n").encode(encoding))
    assert read_book(copy) == load_book("clasico")


@pytest.mark.parametrize("name", ["", ".", "/", "no-such-book", "San-Juan", "no\0where", "x" * 5000, "\ud800", "~"])
def test_a_name_that_is_no_book_is_answered_with_the_books_there_are(name):
    with pytest.raises(RuleBookError) as error:
        load_book(name)
    assert error.value.found.startswith("no such book (")
    assert all(book in error.value.expected for book in BOOKS)
    assert "path" in error.value.expected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_no_book_and_nobody_waits_for_it(tmp_path):
    pipe = tmp_path / "club.toml"
    os.mkfifo(pipe)
    with pytest.raises(RuleBookError, match="not a file"):
        read_book(pipe)


def test_a_file_too_long_for_a_rule_book_is_not_read_whole(tmp_path):
    long = tmp_path / "long.toml"
    long.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(RuleBookError, match=f"more than {MOST_BYTES} bytes"):
        read_book(long)


def test_bytes_that_are_no_text_are_named_with_their_line(tmp_path):
    latin = tmp_path / "latin.toml"
    latin.write_bytes(text_of("clasico").encode("latin-1", "replace"))
    with pytest.raises(RuleBookError, match="a text in UTF-8") as error:
        read_book(latin)
    assert error.value.line == 9
    assert error.value.found == "the byte 0xe1"
