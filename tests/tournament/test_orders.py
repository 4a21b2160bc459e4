"""Orders as they arrive: what is refused for its words, ids that come twice, the chain, the same object from the same
orders."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from tantera.tournament.evolve import folded
from tantera.tournament.orders import OrderProblem
from tantera.tournament.reading import read_order
from tests.tournament.hall import TEN, Hall, hall, names


def test_an_option_that_cannot_be_is_told_in_words_and_its_times_as_days():
    window = {"opens": "2026-05-31T11:00", "closes": "2026-05-31T10:30"}
    said = Hall().problem("create", name="x", book="tarragona", options={"registration": window}).told("es")
    assert said == "la opción registration no puede ser opens 31 may 2026, 11:00, closes 31 may 2026, 10:30"
    late = Hall().problem("create", name="x", book="tarragona", options={"late": {"points": 5}}).told("en")
    assert late == "the option late cannot be points 5"


def code(line: str | bytes) -> str:
    with pytest.raises(OrderProblem) as found:
        read_order(line)
    assert all(found.value.told(lang) for lang in ("es", "ca", "en"))
    return found.value.code


@pytest.mark.parametrize("line", ["", "no", "[]", "12", "null", '"draw"', "{", b"\xff\xfe", '{"order": "draw"} x'])
def test_a_line_that_is_no_json_object_is_refused(line):
    assert code(line) == "not_an_order"


def test_a_line_that_is_far_too_long_is_refused():
    assert code('{"order": "' + "x" * 1_000_001) == "not_an_order"


@pytest.mark.parametrize("line", ["{}", '{"order": "dance"}', '{"order": 3}', '{"order": null}', '{"order": ["draw"]}'])
def test_an_unknown_order_is_refused(line):
    assert code(line) == "unknown_order"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"order": "draw", "rond": 2}, "unknown_field"),
        ({"order": "enter", "entry": "e", "players": [{"id": "p", "name": "P", "age": 3}]}, "unknown_field"),
        ({"order": "enter", "entry": "e", "players": [{"id": "p"}]}, "missing_field"),
        ({"order": "pay", "entry": "e"}, "missing_field"),
        ({"order": "draw", "round": "2"}, "wrong_value"),
        ({"order": "draw", "round": 2.0}, "wrong_value"),
        ({"order": "draw", "round": True}, "wrong_value"),
        ({"order": "draw", "round": 0}, "wrong_value"),
        ({"order": "draw", "round": 101}, "wrong_value"),
        ({"order": "create", "name": "", "book": "ueh"}, "wrong_value"),
        ({"order": "create", "name": "  ", "book": "ueh"}, "wrong_value"),
        ({"order": "create", "name": "x", "book": "ueh", "rounds": 101}, "wrong_value"),
        ({"order": "create", "name": "x", "book": "ueh", "format": "swiss"}, "wrong_value"),
        ({"order": "enter", "entry": "", "players": [{"id": "p", "name": "P"}]}, "wrong_value"),
        ({"order": "enter", "entry": "e 1", "players": [{"id": "p", "name": "P"}]}, "wrong_value"),
        ({"order": "enter", "entry": "e/1", "players": [{"id": "p", "name": "P"}]}, "wrong_value"),
        ({"order": "enter", "entry": "e\n", "players": [{"id": "p", "name": "P"}]}, "wrong_value"),
        ({"order": "enter", "entry": "e", "players": []}, "wrong_value"),
        ({"order": "enter", "entry": "e", "players": [{"id": "p", "name": ""}]}, "wrong_value"),
        ({"order": "late", "round": 1, "player": "p", "minutes": 601}, "wrong_value"),
        ({"order": "late", "round": 1, "player": "p", "minutes": -1}, "wrong_value"),
        ({"order": "penalty", "round": 1, "player": "p", "article": "CI-10", "points": 0}, "wrong_value"),
        ({"order": "penalty", "round": 1, "player": "p", "article": "CI-10", "points": 1001}, "wrong_value"),
        ({"order": "penalty", "round": 1, "player": "p", "article": "CI-10", "points": -30}, "wrong_value"),
        ({"order": "result", "round": 1, "table": 1, "score": [1]}, "wrong_value"),
        ({"order": "result", "round": 1, "table": 1, "score": [1, 2], "winner": "1+2"}, "wrong_value"),
        ({"order": "result", "round": 1, "table": 1, "score": [1, 2], "re_entries": [3, 0]}, "wrong_value"),
        ({"order": "result", "round": 1, "table": 1, "score": [1, 2], "status": "maybe"}, "wrong_value"),
        ({"order": "result", "round": 1, "table": 1, "score": "1-2"}, "wrong_value"),
        ({"order": "keep_apart", "players": ["a"], "hard": True}, "wrong_value"),
        ({"order": "keep_apart", "players": ["a", "b"], "hard": "yes"}, "wrong_value"),
        ({"order": "keep_apart", "players": ["a", "b"], "as": "friends"}, "wrong_value"),
        ({"order": "repair", "round": 1, "how": "somehow"}, "wrong_value"),
        ({"order": "commit", "hash": "abc"}, "wrong_value"),
        ({"order": "draw", "at": "yesterday"}, "wrong_value"),
        ({"order": "draw", "at": 5}, "wrong_value"),
        ({"order": "draw", "id": "a b"}, "wrong_value"),
        ({"order": "draw", "id": ""}, "wrong_value"),
        ({"order": "draw", "by": ""}, "wrong_value"),
        ({"order": "draw", "by": 1}, "wrong_value"),
    ],
)
def test_wrong_words_are_refused(fields, expected):
    assert code(json.dumps(fields)) == expected


@pytest.mark.parametrize("name", ["é", "Ñandú-3", "a_b.c", "９", "p1"])
def test_an_id_has_letters_of_any_alphabet_digits_and_three_signs(name):
    given = read_order(json.dumps({"order": "withdraw", "entries": [name]}))
    assert given.order.entries == (name,)  # type: ignore[union-attr]


def test_the_first_order_creates_the_event():
    one = Hall()
    assert one.refused("draw") == "no_tournament"
    assert one("create", name="Copa", book="ueh") == {"ok": True, "event": 1}
    assert one.refused("create", name="Otra", book="ueh") == "already_created"


def test_every_order_that_is_accepted_makes_one_event_and_they_are_numbered_from_one():
    one = hall("competencia-individual", *names(4))
    assert one("draw") == {"ok": True, "event": 6, "round": 1, "tables": 1}
    assert one("publish")["event"] == 7
    assert "event" not in one("repair", round=1, how="redraw", preview=True)
    assert one("repair", round=1)["event"] == 8
    assert one.object["log"]["events"] == 8 == len(one.lines)


def test_a_repeated_id_answers_with_the_first_event():
    one = hall()
    player = [{"id": "p1", "name": "Ana"}]
    assert one("enter", entry="p1", players=player, id="a")["event"] == 2
    one("enter", entry="p2", players=[{"id": "p2", "name": "Bea"}])
    again = one("enter", entry="p1", players=player, id="a", at="2027-01-01T00:00", by="desk:Luz")
    assert again == {"ok": True, "event": 2, "again": True}
    assert one.object["log"]["events"] == 3


def test_an_order_whose_round_was_left_out_is_the_same_order_when_it_is_repeated():
    one = hall("competencia-individual", *names(4))
    one("draw", id="d")
    one("publish")
    assert one("draw", id="d") == {"ok": True, "event": 6, "again": True}


def test_the_same_id_with_other_content_is_refused_and_a_refused_order_leaves_its_id_free():
    one = hall()
    assert one.refused("draw", id="a") == "too_few"
    one("enter", entry="p1", players=[{"id": "p1", "name": "Ana"}], id="a")
    assert one.refused("enter", entry="p1", players=[{"id": "p1", "name": "Eva"}], id="a") == "id_reused"
    assert one.refused("draw", id="a") == "id_reused"


def test_the_same_orders_give_the_same_object_head_and_all():
    def played() -> Hall:
        one = hall("competencia-individual", *names(9))
        one.round((100, 20), (100, 30))
        one("draw")
        return one

    assert played().object == played().object


def test_the_head_is_the_hash_of_the_last_line_and_every_line_names_the_head_before():
    one = hall("competencia-individual", *names(4))
    lines = [line.split(b"\n")[0] for line in one.lines]
    heads = ["0" * 64, *(sha256(line).hexdigest() for line in lines)]
    assert [json.loads(line)["after"] for line in lines] == heads[:-1]
    assert one.object["log"] == {"events": 5, "head": heads[-1]}


@pytest.mark.parametrize("spoil", [2, 4])
def test_a_log_that_was_changed_does_not_open(spoil):
    one = hall("competencia-individual", *names(4))
    lines = list(one.lines)
    lines[spoil - 1] = lines[spoil - 1].replace(b'"paid":0', b'"paid":9')
    with pytest.raises(OrderProblem) as found:
        folded(lines)
    assert found.value.code == "chain"
    with pytest.raises(OrderProblem):
        folded([*one.lines[:2], *one.lines[3:]])
    with pytest.raises(OrderProblem):
        folded([])
    with pytest.raises(OrderProblem):
        folded([b"{}"])


def test_a_line_of_the_log_says_who_when_and_the_order_and_words_about_people_stand_beside_it():
    one = hall()
    one("enter", entry="p1", players=[{"id": "p1", "name": "Ana", "club": "Reus"}], by="desk:Luz", id="x1")
    line, beside = map(json.loads, one.lines[1].split(b"\n"))
    luz, ana = beside
    assert line == {
        "event": "order_applied.2", "number": 2, "after": sha256(one.lines[0]).hexdigest(), "at": TEN,
        "by": f"desk:sha256:{luz}", "id": "x1", "outcome": None,
        "order": {
            "order": "enter", "entry": "p1", "paid": 0, "players": [{"id": "p1", "name": f"sha256:{ana}"}],
        },
    }  # fmt: skip
    assert (beside[luz]["words"], beside[ana]["words"]) == ("Luz", {"name": "Ana", "club": "Reus"})
    assert ana == sha256((beside[ana]["salt"] + '{"club":"Reus","name":"Ana"}').encode()).hexdigest()


# --- the law of the event


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        ("competencia-individual", "individual"),
        ("san-juan", "pairs-swiss"),
        ("tarragona", "pairs-swiss"),
        ("clasico", "pairs-swiss"),
        ("ueh", "alone-winners-on"),
    ],
)
def test_a_book_says_the_format(book, expected):
    assert hall(book).object["format"] == expected


def test_the_option_championship_says_the_format_of_the_ueh():
    assert hall("ueh", options={"championship": "one_round"}).object["format"] == "alone-one-round"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"book": "parchis"}, "unknown_book"),
        ({"book": "/etc/passwd"}, "unknown_book"),
        ({"book": "ueh", "format": "pairs-swiss"}, "format_not_of_book"),
        ({"book": "ueh", "format": "individual"}, "format_not_of_book"),
        ({"book": "tarragona", "options": {"colour": "red"}}, "unknown_option"),
        ({"book": "tarragona", "options": {"format": "individual"}}, "unknown_option"),
        ({"book": "tarragona", "options": {"limit": 200}}, "wrong_option"),
        ({"book": "tarragona", "options": {"limit": "200 points"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"limit_final": "x"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"avoid_partners": "2"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"avoid_partners": -1}}, "wrong_option"),
        ({"book": "tarragona", "options": {"pairing": "random"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"ranked_by": ["luck"]}}, "wrong_option"),
        ({"book": "tarragona", "options": {"ranked_by": "points_won"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"ranked_by": ["re_entries"]}}, "wrong_option"),
        ({"book": "tarragona", "options": {"bye": [1]}}, "wrong_option"),
        ({"book": "tarragona", "options": {"default_score": [1, 2]}}, "wrong_option"),
        ({"book": "tarragona", "options": {"legs": 3}}, "wrong_option"),
        ({"book": "tarragona", "options": {"groups": 0}}, "wrong_option"),
        ({"book": "tarragona", "options": {"stand_ins": "yes"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"prizes": [70, 40]}}, "wrong_option"),
        ({"book": "tarragona", "options": {"registration": {"opens": "soon"}}}, "wrong_option"),
        ({"book": "tarragona", "options": {"registration": {"shuts": "2026-05-31"}}}, "wrong_option"),
        ({"book": "tarragona", "options": {"at_time": "never"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"table_seating": "1+2v3+4"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"card_span": "life"}}, "wrong_option"),
        ({"book": "tarragona", "options": {"players": 3}}, "wrong_option"),
    ],
)
def test_a_law_that_cannot_be_is_refused(fields, expected):
    assert Hall().refused("create", name="x", **fields) == expected


def test_options_override_the_book():
    tournament = hall(
        "san-juan",
        options={"limit": "100p", "pairing": "folded", "bye": [100, 50], "at_time": "finish_hand", "teams": 2},
    ).tournament
    assert str(tournament.options.limit) == "100p"
    assert (tournament.options.pairing, tournament.options.bye, tournament.options.teams) == ("folded", (100, 50), 2)
    assert tournament.options.default_score == (100, 0, 0, 100)


def test_without_a_seed_the_name_of_the_event_is_the_seed():
    one = Hall()
    one("create", name="Copa de mayo", book="tarragona")
    assert one.object["seed"] == "Copa de mayo"


def test_a_clubs_own_book_travels_in_the_log():
    from tantera.rules import parse_book

    club = parse_book('id = "club"\nextends = "tarragona"\n[options]\nlimit = { points = 40 }\n')
    one = Hall({"club.toml": club}.__getitem__)
    one("create", name="Liga", book="club.toml", format="pairs-round-robin")
    again = folded(one.lines)
    assert again.own_book == club
    assert (one.object["book"], again.options.limit.points) == ("club", 40)


# --- the public lot


def test_the_public_lot_is_a_secret_and_what_was_drawn_in_the_hall():
    one = hall("competencia-individual", *names(4))
    assert one.refused("lot", secret="s", drawn="6-4") == "not_committed"
    one("commit", hash=sha256(b"secreto").hexdigest())
    assert one.refused("commit", hash="0" * 64) == "already_committed"
    assert one.refused("draw") == "lot_pending"
    assert one.refused("lot", secret="otro", drawn="6-4") == "lot_does_not_match"
    one("lot", secret="secreto", drawn="6-4")
    assert one.object["seed"] == "secreto:6-4"
    one("draw")
    assert one.seats(1) == [" ".join(sorted(names(4), key=lambda p: sha256(f"secreto:6-4/{p}".encode()).hexdigest()))]
    assert one.refused("commit", hash="0" * 64) == "already_drawn"
    assert one.refused("lot", secret="secreto", drawn="6-4") == "already_drawn"
