"""What is signed and handed over: the act and the certificates, of an event that was run order by order."""

from __future__ import annotations

from typing import Any

from tantera.paper import laid_out, press
from tantera.tournament.presentation import Presentation
from tests.tournament.ordered import Event


def run(**create: Any) -> Event:
    event = Event(**create)
    for n in range(1, 9):
        player = {"id": f"p{n}", "name": f"Ana Pons {n}", "club": "Reus"}
        event.order("enter", entry=f"e{n}", players=[player], paid=10)
    return event


def blocks(event: Event, what: str = "act") -> list[dict[str, Any]]:
    return [
        block for sheet in laid_out(Presentation(event.now), what, "es").content["sheets"] for block in sheet["blocks"]
    ]


def happened(event: Event) -> list[str]:
    return [item["text"] for block in blocks(event) if block["kind"] == "list" for item in block["items"]]


def test_the_act_tells_how_a_dispute_ended_what_was_corrected_and_what_was_undone():
    event = run().round([100, 62])
    event.order("result", round=1, table=2, score=[100, 40], status="disputed")
    event.order("result", round=1, table=2, score=[100, 90])
    event.order("result", round=1, table=1, score=[100, 26])
    fine = event.order("penalty", player="p1", round=1, article="CI-6", points=10).after.number
    event.order("undo", event=fine)
    said = " ".join(happened(event))
    assert "la mesa 2 de la ronda 1 queda en disputa" in said
    assert "resuelve la disputa de la mesa 2 de la ronda 1: 100–90" in said
    assert "corrige la mesa 1 de la ronda 1: 100–26, antes 100–62" in said
    assert f"deshace la anotación {fine} (Ana Pons 1: 10 puntos menos de diferencia (CI-6))" in said


def test_the_act_names_the_slips_that_never_came():
    event = run().round([100, 62])
    event.order("draw")
    event.order("publish", accept_missing=[2])
    assert "Ronda 1: falta el resultado de la mesa 2; no cuenta para nadie." in [
        block.get("text") for block in blocks(event)
    ]


def test_the_arbiters_sign_the_act_by_name_and_every_entry_is_counted():
    event = run()
    event.order("edit_event", organiser="Club Reus", texts={"arbiters": "Paco Mora\nPuri Sala"})
    event.order("check_in", entries=[f"e{n}" for n in range(1, 6)])
    event.round()
    (signed,) = [block["items"] for block in blocks(event) if block["kind"] == "sign"]
    assert signed[:3] == ["Paco Mora, árbitro", "Puri Sala, árbitro", "Club Reus, la organización"]
    facts = {
        item["mark"]: item["text"] for block in blocks(event) if block["kind"] == "facts" for item in block["items"]
    }
    assert "5 de 8 inscripciones, 5 jugadores" in facts.values()


def test_whoever_wins_a_place_has_one_certificate_with_all_its_prizes():
    awards = [{"place": 1, "trophy": "trofeo"}, {"place": 1, "clubs": True, "trophy": "jamón"}]
    event = run(options={"prizes": [60, 40], "awards": awards, "teams": 2}).round([100, 62], [100, 40])
    event.order("edit_event", texts={"arbiters": "Paco Mora"})
    document = laid_out(Presentation(event.now), "certificates", "es")
    people = [(one["what"], one["prize"]) for one in document.content["people"]]
    assert people == [
        ("1.er puesto", "Premio: 48 + trofeo"),
        ("2.º puesto", "Premio: 32"),
        ("1.er puesto por clubes", "Premio: jamón"),
    ]
    assert document.content["has_won"] == "ha obtenido el"
    assert document.content["signers"][1] == {"name": "Paco Mora", "as": "árbitro"}
    assert press(document, "pdf").startswith(b"%PDF")


def test_the_standings_of_a_hundred_players_are_two_sheets():
    event = Event()
    event.players(98)
    event.round(*[[100, 60]] * 24)
    assert len(press(laid_out(Presentation(event.now), "standings", "es"), "png", 30)) == 2
