"""Somebody is forgotten by a tournament: a name becomes a dash, and everything that was played stays as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from tantera.formats import FORMATS
from tantera.tournament.beside import read_beside, split, unsealed
from tantera.tournament.check import check, second_object
from tantera.tournament.erasing import forgotten, named, without
from tantera.tournament.events import NOTHING, head_of
from tantera.tournament.evolve import folded
from tantera.tournament.export import export
from tantera.tournament.names import names_of
from tantera.tournament.orders import OrderProblem
from tantera.tournament.presentation import Presentation
from tests.tournament.first_program import First
from tests.tournament.hall import Hall
from tests.tournament.random_events import play

ANA = {"id": "p1", "name": "Ana Pons", "club": "Reus"}


def salts() -> Callable[[], str]:
    numbers = count()
    return lambda: f"{next(numbers):032x}"


def begun(*more: dict[str, Any], **options: Any) -> Hall:
    hall = Hall()
    hall("create", name="Open", book="competencia-individual", seed="7", options=options)
    for player in (ANA, *more):
        hall("enter", entry=player["id"], players=[player], id=f"in-{player['id']}", salt="ab" * 16)
    return hall


def four(**options: Any) -> Hall:
    return begun(*({"id": f"p{n}", "name": f"Jugador {n}", "club": "Valls"} for n in (2, 3, 4)), **options)


def erase(hall: Hall, player: str) -> None:
    hall.lines = without(hall.lines, [forgotten(hall.lines, player)], salts())
    hall.now = folded(hall.lines)


def test_the_name_is_in_no_row_and_every_head_is_as_it_was():
    hall = four()
    hall.round((100, 20))
    heads, before = [head_of(row) for row in hall.lines], hall.object
    erase(hall, "p1")
    assert b"Ana Pons" not in b"".join(hall.lines)
    assert [head_of(row) for row in hall.lines] == heads
    assert names_of(hall.tournament).players["p1"] == "—"
    assert hall.tournament.entries["p1"].players[0].club is None
    assert json.loads(json.dumps(hall.object, ensure_ascii=False)) == json.loads(
        json.dumps(before, ensure_ascii=False).replace("Ana Pons", "—")
    )
    assert check(hall.lines).ok
    assert second_object(hall.lines)["standings"] == before["standings"]


def test_of_a_pair_only_one_is_erased():
    hall = Hall()
    hall("create", name="Open", book="tarragona")
    hall("enter", entry="e1", players=[ANA, {"id": "p2", "name": "Bea Mas", "club": "Reus"}])
    erase(hall, "p1")
    ana, bea = hall.tournament.entries["e1"].players
    assert (ana.name, ana.club, bea.name, bea.club) == ("—", None, "Bea Mas", "Reus")
    assert check(hall.lines).checked["words beside the chain"] == 1


def test_two_who_were_erased_are_told_apart_by_their_ids():
    hall = four()
    erase(hall, "p1")
    erase(hall, "p2")
    assert [names_of(hall.tournament).players[one] for one in ("p1", "p2", "p3")] == ["— (p1)", "— (p2)", "Jugador 3"]


def test_an_order_under_the_same_id_is_known_again_though_its_words_are_gone():
    hall = four()
    erase(hall, "p1")
    for salt in ("ab" * 16, "cd" * 16):
        again = hall("enter", entry="p1", players=[ANA], id="in-p1", salt=salt)
        assert (again["event"], again["again"]) == (2, True)
    assert hall.refused("enter", entry="p1", players=[{**ANA, "id": "px"}], id="in-p1") == "id_reused"
    assert hall.refused("enter", entry="p2", players=[{"id": "p2", "name": "Otra"}], id="in-p2") == "id_reused"
    assert len(hall.lines) == 5


def test_what_comes_before_and_after_an_erased_entry_can_be_undone():
    hall = begun({"id": "p2", "name": "Bea"}, {"id": "p3", "name": "Cai"}, {"id": "p4", "name": "Dan"})
    paid = hall("pay", entry="p2", amount=5)["event"]
    erase(hall, "p1")
    undone = hall("undo", event=paid)
    assert undone["fallen"] == []
    assert hall("undo", event=2)["fallen"] == []
    assert "p1" not in hall.tournament.entries
    hall("undo", event=hall.tournament.number)
    assert hall.tournament.entries["p1"].players[0].name == "—"
    assert check(hall.lines).ok


@pytest.mark.article("SJ-jugadores")
def test_a_member_who_was_erased_stays_entered_where_only_members_play_and_so_do_guests():
    hall = Hall()
    hall("create", name="Open", book="san-juan", format="individual")
    first = hall("enter", entry="x", players=[{"id": "x", "name": "X", "member": True}])["event"]
    hall("enter", entry="p1", players=[{**ANA, "member": True}])
    hall("enter", entry="p2", players=[{"id": "p2", "name": "Bea", "guest_of": "p1"}])
    erase(hall, "p1")
    erase(hall, "p2")
    assert hall.tournament.entries["p2"].players[0].guest_of is None
    assert hall("undo", event=first)["fallen"] == []
    assert list(hall.tournament.entries) == ["p1", "p2"]
    assert check(hall.lines).ok


def test_who_stood_in_who_judged_and_what_names_them_is_erased_with_the_player_of_that_name():
    hall = four()
    hall("draw", by="director:ANA PONS")
    hall("swap", round=1, a="p2", b="p3", reason="Ana Pons lo pide", by="organiser:Luz")
    hall("publish", by="director:Ana María Pons")
    hall("stand_in", round=1, player="p4", name="Pons, Ana")
    before = hall.object
    erase(hall, "p1")
    assert b"Pons" not in b"".join(hall.lines).replace("Ana María Pons".encode(), b"")
    assert hall.tournament.played[0].stand_ins == {"p4": "—"}
    assert hall.object["rounds"][0]["edited"] == [{"a": "p2", "b": "p3", "reason": "—"}]
    assert [one.by for one in hall.tournament.log.history[-4:-1]] == [
        "director:—",
        "organiser:Luz",
        "director:Ana María Pons",
    ]
    assert hall.object["log"] == before["log"]
    assert second_object(hall.lines)["rounds"][0]["stand_ins"] == {"p4": "—"}
    assert check(hall.lines).ok


def test_a_name_is_looked_for_in_texts_as_whole_words_and_one_of_a_letter_not_at_all():
    hall = begun({"id": "p2", "name": "A"}, {"id": "p3", "name": "Mar"}, {"id": "p4", "name": "Dan"})
    hall("draw")
    hall("swap", round=1, a="p1", b="p2", reason="pasa a la mesa de Marta")
    for player in ("p2", "p3"):
        erase(hall, player)
    assert hall.tournament.played[0].edited[0].reason == "pasa a la mesa de Marta"


def test_somebody_who_only_stood_in_is_erased_by_name():
    hall = four()
    hall("draw")
    hall("publish")
    hall("stand_in", round=1, player="p4", name="Ramón Gil")
    hall.lines = without(hall.lines, [named("ramon gil")], salts())
    assert "Ramón".encode() not in b"".join(hall.lines)
    assert folded(hall.lines).played[0].stand_ins == {"p4": "—"}


def test_an_erased_player_counts_for_no_club_and_a_pair_for_that_of_the_other():
    hall = four(teams=1)
    hall.round((100, 20), close=True)
    assert {one["club"] for one in hall.object["teams"]} == {"Reus", "Valls"}
    erase(hall, "p1")
    assert {one["club"] for one in hall.object["teams"]} == {"Valls"}
    assert second_object(hall.lines)["teams"] == hall.object["teams"]
    pairs = Hall()
    pairs("create", name="Open", book="tarragona", options={"teams": 1})
    for n in (1, 3):
        players = [{"id": f"p{one}", "name": f"N{one}", "club": f"C{n}"} for one in (n, n + 1)]
        pairs("enter", entry=f"e{n}", players=players)
    pairs.round((300, 20), close=True)
    before = pairs.object["teams"]
    erase(pairs, "p1")
    assert pairs.object["teams"] == before == second_object(pairs.lines)["teams"]


def test_club_and_categories_go_with_the_name_and_a_partners_new_club_is_not_theirs():
    hall = four()
    hall("edit_player", player="p1", club="Valls", categories=["señoras"], key="F-7")
    hall("edit_player", player="p1", categories=["veteranos"])
    erase(hall, "p1")
    assert not [row for row in hall.lines if "ñoras".encode() in row or b"veteranos" in row]
    hall("edit_player", player="p1", key="F-8")
    player = hall.tournament.entries["p1"].players[0]
    assert (player.name, player.club, player.categories, player.key) == ("—", None, None, "F-8")
    clubs = Hall()
    clubs("create", name="Liga", book="tarragona", format="pairs-team-matches", options={"team_pairs": 1})
    clubs("enter", entry="e1", players=[ANA, {"id": "p2", "name": "Bea Mas", "club": "Reus"}])
    erase(clubs, "p1")
    clubs("edit_player", player="p2", club="Valls")
    assert [player.club for player in clubs.tournament.entries["e1"].players] == [None, "Valls"]
    for event in (hall, clubs):
        assert check(event.lines).ok


def test_what_outcomes_repeat_is_forgotten_in_them_too():
    """A stand-in who goes on for somebody expelled, and the reason of an exchange that a repair replaces."""
    hall = Hall()
    hall("create", name="Open", book="tarragona", seed="7")
    for n in range(1, 5):
        hall("enter", entry=f"e{n}", players=[{"id": f"p{n}{side}", "name": f"N {n}{side}"} for side in "ab"])
    hall("draw")
    hall("swap", round=1, a="e1", b="e2", reason="lo pide Ramón Gil")
    hall("publish")
    hall("repair", round=1, how="redraw")
    hall.results(1, *[(300, 20)] * 2)
    hall("expel", player="p3a", round=1, article="TG-18.5", by="director")
    hall("stand_in", round=1, player="p3a", name="Ramón Gil")
    hall("close_round")
    drawn = hall("draw")["event"]
    hall("undo", event=drawn)
    hall("draw")
    hall("publish")
    gil = "Ramón Gil".encode()
    assert [gil in row for row in hall.lines].count(True) == 4
    before = hall.object
    hall.lines = without(hall.lines, [named("Ramón Gil")], salts())
    hall.now = folded(hall.lines)
    assert gil not in b"".join(hall.lines)
    assert hall.tournament.expelled["p3a"].stand_in == "—"
    assert hall.tournament.played[1].stand_ins == {"p3a": "—"}
    assert hall.object["log"] == before["log"]
    assert plain(hall.object)["standings"] == plain(before)["standings"]
    assert check(hall.lines).ok


@pytest.mark.parametrize("name", ["—", " — "])
def test_nobody_enters_and_nobody_stands_in_under_the_name_of_the_erased(name: str):
    hall = four()
    hall("draw")
    hall("publish")
    assert hall.refused("enter", entry="p9", players=[{"id": "p9", "name": name}]) == "nobodys_name"
    assert hall.refused("stand_in", round=1, player="p4", name=name) == "nobodys_name"


# --- salts


def test_the_same_orders_give_the_same_head_and_the_salt_is_part_of_it():
    assert four().tournament.head == four().tournament.head
    bare, again, salted = Hall(), Hall(), Hall()
    for hall, more in ((bare, {}), (again, {}), (salted, {"salt": "00" * 16})):
        hall("create", name="Open", book="ueh", seed="7")
        hall("enter", entry="p1", players=[ANA], **more)
    assert bare.tournament.head == again.tournament.head != salted.tournament.head
    assert b"00" * 16 not in salted.lines[-1]  # who has the salt of an order could try names for both of a pair


@pytest.mark.parametrize("salt", ["ab", "x" * 32, "ab" * 65, 7, ""])
def test_a_salt_is_at_least_32_hex_digits(salt: object):
    assert begun().refused("pay", entry="p1", amount=1, salt=salt) == "wrong_value"


# --- faults


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Ana Pons", b"Ana Puns"),
        (b'"club":"Reus"', b'"club":"Vila"'),
        (b'"salt":"', b'"salt":"0'),
        (b'{"salt"', b'{ "salt"'),
        (b'{"salt"', b'{"sblt"'),
        (b"}}", b"}"),
    ],
)
def test_whatever_is_changed_beside_a_line_is_found_by_both_programs(old: bytes, new: bytes):
    hall = four()
    line, beside = hall.lines[1].split(b"\n")
    assert old in beside
    hall.lines[1] = line + b"\n" + beside.replace(old, new, 1)
    assert head_of(hall.lines[-1]) == hall.tournament.head
    with pytest.raises(OrderProblem) as found:
        folded(hall.lines)
    assert found.value.code == "words"
    assert found.value.told("es")
    (violation,) = check(hall.lines).violations
    assert (violation.event, violation.code in ("words", "unreadable")) == (2, True)


def test_words_of_another_line_and_words_in_the_open_are_found_too():
    hall = four()
    second, third = hall.lines[1].split(b"\n"), hall.lines[2].split(b"\n")
    planted = [second[0] + b"\n" + third[1], hall.lines[1].replace(b'"sha256:', b'"sha255:', 1)]
    for row in planted:
        lines = [hall.lines[0], row]
        with pytest.raises(OrderProblem):
            folded(lines)
        assert not check(lines).ok


# --- whatever is ordered

WORDS = ("why", "teams", "awards")  # a prize of a category goes by what was said of somebody


def plain(shown: Any) -> Any:
    """The object without what is told with names, and without its head."""
    if isinstance(shown, dict):
        people = shown.get("players")
        if isinstance(people, dict):  # of what is known of somebody only the key is left
            shown = shown | {"players": {player: about["key"] for player, about in people.items() if "key" in about}}
            shown = shown if shown["players"] else shown | {"players": None}
        return {key: plain(value) for key, value in shown.items() if key not in WORDS and value is not None}
    return [plain(one) for one in shown] if isinstance(shown, list) else shown


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("seed", range(3))
def test_anybody_can_be_erased_at_any_time_and_the_object_stays(format: str, seed: int):
    """The same orders with the same salts, with and without: every answer, every head and the object are the same."""
    rng, first = Random(f"{format}{seed}"), First()
    orders = [order for order, _ in play(f"erase {seed}", format, first.apply, first.export).orders]
    orders = [order | {"salt": f"{rng.getrandbits(128):032x}"} for order in orders]
    whole, erased = First(), First()
    entered: dict[str, str] = {}
    times = 0
    for order in orders:
        assert whole.apply(order)["ok"] == erased.apply(order)["ok"], order
        if order.get("order") == "enter" and whole.state is not None:
            entered |= {one["id"]: one["name"] for one in order["players"] if one["id"] in whole.state.players}
        if entered and (rng.random() < 0.2 or order is orders[-1]):
            left = [player for player in sorted(entered) if format != "pairs-team-matches" or player.endswith("a")]
            if not left:
                continue
            player, times = rng.choice(left), times + 1  # a pair of which nobody's club is known plays for none
            erased.lines = without(erased.lines, [forgotten(erased.lines, player)], salts())
            erased.state = folded(erased.lines)
            assert f'"{entered[player]}"'.encode() not in b"".join(
                row for row in erased.lines if f'"{player}"'.encode() in row
            )
    assert times
    assert plain(erased.export()) == plain(whole.export())
    assert [head_of(row) for row in erased.lines] == [head_of(row) for row in whole.lines]
    assert check(erased.lines).ok
    assert export(Presentation(folded(erased.lines)), "en") == erased.export()


def of_before(rows: list[bytes]) -> list[bytes]:
    """The same log as an older Tantera wrote it: the words in the lines."""
    head, lines = NOTHING, list[bytes]()
    for row in rows:
        line, beside = split(row)
        data = json.loads(line)
        assert unsealed(data, read_beside(beside) or {})
        lines.append(json.dumps(data | {"event": "order_applied.1", "after": head}, ensure_ascii=False).encode())
        head = head_of(lines[-1])
    return lines


@pytest.mark.parametrize("format", FORMATS)
def test_anybody_can_be_erased_from_a_log_of_before_and_from_one_that_went_on(format: str):
    rng, first = Random(format), First()
    orders = [order for order, _ in play("of before", format, first.apply, first.export).orders]
    old = First()
    for order in orders[: len(orders) // 2]:
        old.apply(order)
    old.lines = of_before(old.lines)
    old.state = folded(old.lines)
    early = sorted(old.state.players)
    for order in orders[len(orders) // 2 :]:
        old.apply(order)
    assert plain(old.export()) | {"log": None} == plain(first.export()) | {"log": None}
    assert check(old.lines).ok
    head = head_of(old.lines[-1])
    player = rng.choice(early)
    old.lines = without(old.lines, [forgotten(old.lines, player)], salts())
    again = folded(old.lines)
    assert again.log.history[0].was == head
    assert b"order_applied.1" not in b"".join(old.lines)
    assert plain(export(Presentation(again), "en")) | {"log": None} == plain(first.export()) | {"log": None}
    assert [one.at for one in again.log.history] == [one.at for one in first.state.log.history]
    assert check(old.lines).ok
    once = [head_of(row) for row in old.lines]
    other = rng.choice(sorted(again.players))
    assert [head_of(row) for row in without(old.lines, [forgotten(old.lines, other)], salts())] == once
