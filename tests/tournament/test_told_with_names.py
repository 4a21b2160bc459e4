"""Reasons are for people: they have names where the log has ids."""

from __future__ import annotations

from tantera.tournament.names import names_of
from tests.tournament.hall import Hall, hall, names


def entered(*entries: tuple[str, ...], book: str = "tarragona", **fields) -> Hall:
    """``(entry, id, name, id, name)``."""
    one = hall(book, **fields)
    for entry, *rest in entries:
        players = [{"id": rest[at], "name": rest[at + 1]} for at in range(0, len(rest), 2)]
        one("enter", entry=entry, players=players)
    return one


def test_an_entry_and_a_player_of_one_id_are_told_apart():
    one = entered(("1", "1", "Ana", "2", "Pau"), ("2", "3", "Eva", "4", "Joan"))
    assert names_of(one.tournament).entries == {"1": "Ana · Pau", "2": "Eva · Joan"}
    one("keep_apart", players=["2", "3"])
    one("draw")
    told = one.problem("publish").told("es")
    assert "Pau" in told
    assert "Eva" in told


def test_namesakes_have_their_ids():
    one = entered(("1", "p1", "Ana", "p2", "Ana"))
    assert names_of(one.tournament).players == {"p1": "Ana (p1)", "p2": "Ana (p2)"}


def test_the_reasons_of_the_object_and_of_the_papers_have_names():
    pairs = [(f"e{at}", f"x{at}", f"Xisca {at}", f"y{at}", f"Yago {at}") for at in (1, 2, 3)]
    one = entered(*pairs, format="pairs-knock-out")
    one("draw")
    first = one.table(1, 1)
    assert "Xisca" in first["why"]
    assert "e1 " not in first["why"]
    bye = one.byes(1)[0]
    other = first["seats"][0].replace("x", "e")
    one("swap", round=1, a=other, b=bye, reason="llegan tarde")
    assert f"Xisca {other[1]} · Yago {other[1]} and Xisca {bye[1]} · Yago {bye[1]}" in one.table(1, 1)["why"]
    one("publish")
    one("result", round=1, table=1, score=[300, 0])
    one("draw")
    notes = [note.told("es", names_of(one.tournament)) for round in one.tournament.played for note in round.notes]
    assert notes
    assert all("{" not in note for note in notes)


def test_who_sits_out_is_named_on_paper():
    one = hall("competencia-individual", *names(5))
    one("draw")
    (said,) = [
        note.told("en", names_of(one.tournament)) for note in one.tournament.played[0].notes if "sits out" in note.say
    ]
    assert said.startswith(one.byes(1)[0].upper())
