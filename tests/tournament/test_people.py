"""The register of people: found by two letters, told apart, joined, parted, undone, forgotten."""

from __future__ import annotations

from random import Random

import pytest

from tantera.tournament import people
from tantera.tournament.orders import Refused
from tantera.tournament.people import Change, Person, Register, evolve, read_register, written
from tests.tournament.story import Story


def register(*names: str, **clubs: str) -> Register:
    known = Register()
    for name in names:
        known = evolve(known, people.added(known, {"name": name, "club": clubs.get(name.split()[0])}))
    return known


def refused(code: str, change: object) -> None:
    assert callable(change)
    with pytest.raises(Refused) as found:
        change()
    assert found.value.code == code
    assert all(found.value.told(lang) for lang in ("es", "ca", "en"))


def test_numbers_are_given_one_after_the_other_and_a_federations_number_stays():
    known = register("Ana Pons", "Biel Mas")
    known = evolve(known, people.added(known, {"name": "Eva Roig", "key": "FED-7"}))
    assert [*known.people] == ["n1", "n2", "FED-7"]
    refused("key_taken", lambda: people.added(known, {"name": "Otro", "key": "FED-7"}))
    refused("nobodys_name", lambda: people.added(known, {"name": "—"}))
    refused("wrong_value", lambda: people.added(known, {"name": "X", "key": "a b"}))


def test_two_of_one_name_are_told_apart_by_their_clubs_and_else_by_their_numbers():
    known = register("Isabel Font", "Laia Font")
    known = evolve(known, people.edited(known, "n1", {"club": "Reus"}))
    known = evolve(known, people.added(known, {"name": "Isabel Font", "club": "Valls"}))
    assert people.called(known) == {"n1": "Isabel Font (Reus)", "n2": "Laia Font", "n3": "Isabel Font (Valls)"}
    known = evolve(known, people.edited(known, "n3", {"club": "Reus"}))
    assert [people.called(known)[key] for key in ("n1", "n3")] == ["Isabel Font (n1)", "Isabel Font (n3)"]
    assert people.meant(known, "isabel font (N3)") == known.people["n3"]
    assert people.meant(known, "Isabel Font") is None, "one of the two has to be chosen"
    assert [one.key for one in people.found(known, "fo is")] == ["n1", "n3"]


def test_two_records_become_one_with_both_numbers_and_can_be_parted_years_later():
    known = register("Ana Pons", "Anna Pons Gil", Anna="Reus")
    known = evolve(known, people.joined(known, "n1", "n2"))
    assert known.people["n1"] == Person("n1", "Ana Pons", club="Reus", was=("n2",))
    assert (known.now_called("n2"), known.find("n2").key) == ("n1", "n1")
    refused("same_person", lambda: people.joined(known, "n1", "n2"))
    known = evolve(known, people.edited(known, "n1", {"born": "1961"}))
    known = evolve(known, people.parted(known, "n2"))
    assert known.people["n2"] == Person("n2", "Anna Pons Gil", club="Reus")
    assert known.people["n1"] == Person("n1", "Ana Pons", born="1961"), "the club was the other's"


def test_who_is_parted_takes_along_what_was_taken_over_and_what_was_written_since_stays():
    known = register("Ana Pons", "Anna Pons", "A. Pons")
    said = {"club": "Reus", "short": "Anna", "categories": ["señoras", "veteranos"], "licence": "77"}
    known = evolve(known, people.edited(known, "n1", {"categories": ["veteranos"]}))
    known = evolve(known, people.edited(known, "n2", said))
    known = evolve(known, people.edited(known, "n3", {"licence": "88", "categories": ["señoras"]}))
    known = evolve(known, people.joined(known, "n1", "n2"))
    known = evolve(known, people.joined(known, "n1", "n3"))
    known = evolve(known, people.edited(known, "n1", {"short": "Anita"}))
    known = evolve(known, people.parted(known, "n2"))
    assert known.people["n1"] == Person(
        "n1", "Ana Pons", "Anita", None, ("veteranos", "señoras"), licence="88", was=("n3",)
    )
    assert known.people["n2"] == Person("n2", "Anna Pons", "Anna", "Reus", ("señoras", "veteranos"), licence="77")
    known = evolve(known, people.parted(known, "n3"))
    assert known.people["n1"] == Person("n1", "Ana Pons", "Anita", None, ("veteranos",))
    before = evolve(known, people.joined(known, "n2", "n3"))
    nested = evolve(before, people.joined(before, "n1", "n2"))
    apart = evolve(nested, people.parted(nested, "n2"))
    assert apart.people["n1"] == known.people["n1"]
    assert apart.people["n2"] == before.people["n2"]


def test_a_change_is_undone_unless_somebody_has_changed_the_same_people_since():
    known = register("Ana Pons", "Biel Mas")
    before = known.people
    known = evolve(known, people.joined(known, "n1", "n2"))
    known = evolve(known, people.undone(known, 3))
    assert known.people == before
    refused("already_undone", lambda: people.undone(known, 3))
    known = evolve(known, people.edited(known, "n1", {"name": "Anna Pons"}))
    known = evolve(known, people.edited(known, "n1", {"club": "Reus"}))
    refused("rests_on_it", lambda: people.undone(known, 5))


def test_who_is_erased_has_a_number_and_nothing_else_in_the_history_too():
    known = register("Ana Pons", "Biel Mas", Ana="Reus")
    known = evolve(known, people.edited(known, "n1", {"born": "1961", "name": "Ana Pons Gil"}))
    known = people.forgotten(known, "n1")
    assert known.people["n1"] == Person("n1", "—")
    for secret in (b"Ana", b"Pons", b"Reus", b"1961"):
        assert secret not in written(known)
    assert b"Biel Mas" in written(known)
    refused("erased", lambda: people.undone(known, len(known.changes)))
    refused("erased", lambda: people.edited(known, "n1", {"name": "Ana"}))
    assert people.next_key(known) == "n3", "the number is not given to anybody else"


def test_an_earlier_tournament_brings_its_people_once():
    story = Story("competencia-individual")
    players = [{"id": "p1", "name": "Ana Pons", "club": "Reus", "categories": ["señoras"]}]
    story.give("enter", entry="e1", players=players)
    story.give("enter", entry="e2", players=[{"id": "p2", "name": "Biel Mas", "key": "FED-9"}])
    known = Register()
    for change in people.of_tournament(known, story.state):
        known = evolve(known, change)
    assert [(one.key, one.name, one.categories) for one in known.listed] == [
        ("n1", "Ana Pons", ("señoras",)),
        ("FED-9", "Biel Mas", ()),
    ]
    assert people.of_tournament(known, story.state) == []


def test_somebody_is_found_in_a_tournament_by_every_number_of_theirs_or_by_name_and_club_where_nobody_else_has_both():
    story = Story("competencia-individual")
    said = [
        {"name": "Ana Pons", "key": "n1"},
        {"name": "Anna P.", "key": "n2"},
        {"name": "ana pons", "club": "Réus"},
        {"name": "Ana Pons", "club": "Valls"},
        {"name": "Ana Pons", "club": "Reus", "key": "other"},
    ]
    for number, player in enumerate(said, 1):
        story.give("enter", entry=f"e{number}", players=[{"id": f"p{number}"} | player])
    story.give("undo", event=2)
    known = Register()
    for name in ("Ana Pons", "Anna Pons"):
        known = evolve(known, people.added(known, {"name": name, "club": "Reus"}))
    known = evolve(known, people.joined(known, "n1", "n2"))
    assert people.played_as(known, "n2", story.state) == ["p1", "p2", "p3"]
    known = evolve(known, people.added(known, {"name": "Ana Pons", "club": "Reus"}))
    assert people.played_as(known, "n1", story.state) == ["p1", "p2"], "who of the two is p3?"
    assert people.played_as(known, "n3", story.state) == []


def test_whatever_is_done_the_file_reads_back_the_same_and_the_changes_fold_to_it():
    rng, known = Random(7), Register()
    for _ in range(300):
        keys = [*known.people] or ["n1"]
        a, b = rng.choice(keys), rng.choice(keys)
        try:
            match rng.choice(["add", "add", "edit", "join", "part", "undo", "erase"]):
                case "add":
                    change: Change = people.added(known, {"name": rng.choice(["Ana Pons", "Biel Mas", "Eva Roig"])})
                case "edit":
                    change = people.edited(known, a, {"club": rng.choice(["Reus", None]), "born": "1961"})
                case "join":
                    change = people.joined(known, a, b)
                case "part":
                    change = people.parted(known, rng.choice(sorted(known.keys) or ["n1"]))
                case "undo":
                    change = people.undone(known, rng.randint(1, len(known.changes) + 1))
                case _ if rng.random() < 0.2:
                    known = people.forgotten(known, a)
                    continue
                case _:
                    continue
        except Refused:
            continue
        known = evolve(known, change)
        owners = [key for person in known.people.values() for key in (person.key, *person.was)]
        assert len(owners) == len(set(owners)), "a number is one person's"
    assert len(known.changes) > 100
    assert read_register(written(known)) == known
    again = Register()
    for change in known.changes:
        again = evolve(again, change)
    assert {key: one for key, one in again.people.items() if not one.erased} == {
        key: one for key, one in known.people.items() if not one.erased
    }


def test_what_is_no_register_is_refused_in_a_sentence():
    for data in (b"", b"[]", b'{"people": [{"key": "a b", "name": "X"}]}', b'{"people": [{"key": "a"}]}', b"\xff"):
        with pytest.raises(Exception, match="register") as found:
            read_register(data)
        assert getattr(found.value, "told", None) is not None
    assert read_register(b"{}") == Register()
