"""The door: papers of real events, from their orders to the press."""

from __future__ import annotations

from typing import Any

import pytest

from tantera.paper import PAPERS, PaperProblem, laid_out, press
from tantera.paper.printing import OF_A_ROUND, OF_DUPLICATE
from tantera.tournament.decide import apply
from tantera.tournament.export import told
from tantera.tournament.presentation import Presentation
from tantera.tournament.reading import order_of
from tantera.tournament.state import TournamentState
from tests.paper.test_papers import texts

NAMES = [
    "Ferrer Mestres, Laia",
    "Quim Soler",
    "Rosa Amat",
    "Enric Bosch",
    "Pau Mora",
    "Núria Gil",
    "Marc Bas",
    "Ana Ñíguez",
]


def held(*orders: dict[str, Any]) -> Presentation:
    """The event after these orders, one a minute."""
    state: TournamentState | None = None
    for minute, order in enumerate(orders):
        state = apply(state, order_of({"at": f"2026-05-31T10:{minute:02}:00", **order})).after
    assert state is not None
    return Presentation(state)


def entries(count: int) -> list[dict[str, Any]]:
    return [
        {
            "order": "enter",
            "entry": f"e{n}",
            "players": [{"id": f"p{n}", "name": NAMES[n - 1], "club": "Reus"}],
            "paid": 10,
        }
        for n in range(1, count + 1)
    ]


def pairs(count: int) -> list[dict[str, Any]]:
    people = [{"id": f"p{n}", "name": f"Jugador {n}", "club": "Reus", "member": True} for n in range(1, 2 * count + 1)]
    return [
        {"order": "enter", "entry": f"e{n}", "players": people[2 * n - 2 : 2 * n], "paid": 40}
        for n in range(1, count + 1)
    ]


@pytest.fixture(scope="module")
def individual() -> Presentation:
    """Eight players, two rounds, a fine, a swap by hand, a correction, an undo; the third round is a draft."""
    options = {"prizes": [50, 30], "teams": 2}
    return held(
        {"order": "create", "name": "Open", "book": "competencia-individual", "seed": "s", "options": options},
        *entries(8),
        {"order": "draw"},
        {"order": "swap", "round": 1, "a": "p1", "b": "p5", "reason": "son hermanos"},
        {"order": "publish"},
        {"order": "result", "round": 1, "table": 1, "score": [100, 62]},
        {"order": "result", "round": 1, "table": 2, "score": [40, 107]},
        {"order": "penalty", "player": "p3", "round": 1, "article": "CI-10", "points": 30, "by": "judge:Mora"},
        {"order": "card", "player": "p2", "round": 1, "article": "TG-14.1", "card": "blue"},
        {"order": "close_round"},
        {"order": "result", "round": 1, "table": 2, "score": [40, 101], "reason": "se sumó mal"},
        {"order": "pay", "entry": "e1", "amount": 3},
        {"order": "undo", "event": 19},
        {"order": "draw"},
        {"order": "publish"},
        {"order": "late", "player": "p4", "round": 2, "minutes": 6},
        {"order": "result", "round": 2, "table": 1, "score": [100, 12]},
        {"order": "result", "round": 2, "table": 2, "score": [100, 99]},
        {"order": "draw"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def knock_out() -> Presentation:
    """Four pairs of San Juan; one is expelled, and the final has a limit of its own."""
    law = {"book": "san-juan", "format": "pairs-knock-out", "options": {"limit_final": "300p 60m"}}
    return held(
        {"order": "create", "name": "Copa", "seed": "s", **law},
        *pairs(4),
        {"order": "draw"},
        {"order": "publish"},
        {"order": "result", "round": 1, "table": 1, "score": [200, 62]},
        {"order": "result", "round": 1, "table": 2, "score": [140, 207]},
        {"order": "draw"},
        {"order": "publish"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def alone() -> Presentation:
    """Seven of the UEH: a table of four and one of three."""
    return held(
        {"order": "create", "name": "UEH", "book": "ueh", "seed": "s"},
        *entries(7),
        {"order": "draw"},
        {"order": "publish"},
        {"order": "result", "round": 1, "table": 1, "score": [120, 310, 320, 305], "winner": 1},
    )  # fmt: skip


@pytest.mark.parametrize("what", sorted(set(PAPERS) - OF_DUPLICATE))
@pytest.mark.parametrize("which", ["individual", "knock_out", "alone"])
def test_every_paper_of_a_real_event_is_printed(which: str, what: str, request: pytest.FixtureRequest):
    state = request.getfixturevalue(which)
    printed = press(laid_out(state, what, "es"), "pdf")
    assert isinstance(printed, bytes)
    assert printed.startswith(b"%PDF")


def test_pictures_come_page_by_page(individual: Presentation):
    printed = press(laid_out(individual, "standings", "ca"), "png")
    assert isinstance(printed, list)
    assert all(page.startswith(b"\x89PNG") for page in printed)


def test_the_seating_is_that_of_the_round_asked_for(individual: Presentation):
    assert "BORRADOR" in texts(laid_out(individual, "seating", "es"))
    published = texts(laid_out(individual, "seating", "es", round=2))
    assert "BORRADOR" not in published
    assert {"Ronda 2", "Ñíguez", "Ferrer Mestres"} <= set(published)


def test_the_draw_explains_itself_on_the_list_of_tables(individual: Presentation):
    reasons = [told(table.why, "es", individual.names) for table in individual.rounds[1].tables]
    assert all(reasons)
    assert set(reasons) <= set(texts(laid_out(individual, "tables", "es", round=2)))


def test_a_swap_by_hand_is_on_the_list_and_in_the_act(individual: Presentation):
    sentence = "Laia Ferrer Mestres y Pau Mora cambian de sitio: son hermanos"
    assert sentence in texts(laid_out(individual, "tables", "es", round=1))
    assert f"Borrador cambiado a mano: {sentence}." in texts(laid_out(individual, "act", "es"))


def test_the_act_tells_corrections_and_undoings(individual: Presentation):
    said = " ".join(texts(laid_out(individual, "act", "es")))
    assert "corrige la mesa 2 de la ronda 1: 40–101, antes 40–107 (se sumó mal)" in said
    assert "deshace la anotación 19" in said
    assert individual.state.head in said


@pytest.mark.article("CI-8")
def test_lateness_and_fines_are_on_the_sheet_of_penalties(individual: Presentation):
    said = texts(laid_out(individual, "cards", "es"))
    assert {"−25", "−30", "CI-8", "CI-10", "Tarjeta azul"} <= set(said)


def test_the_prizes_are_those_of_the_event_and_the_clubs_have_lines_to_write_on(individual: Presentation):
    said = texts(laid_out(individual, "prizes", "es"))
    assert {"50 %", "40", "30 %", "24", "No se reparte: 16."} <= set(said)


def test_standings_after_a_round_know_nothing_later(individual: Presentation):
    after_one = laid_out(individual, "standings", "es", round=1)
    assert after_one.content["sheets"][0]["second"] == "tras la ronda 1"
    assert str(after_one) != str(laid_out(individual, "standings", "es"))


@pytest.mark.article("SJ-estructura")
def test_only_the_final_has_the_limit_of_the_final(knock_out: Presentation):
    rounds = [slip["round"] for slip in laid_out(knock_out, "slips", "es").content["slips"]]
    assert rounds == ["Ronda 2 · 300 puntos o 60 minutos", "Ronda 2 · 200 puntos o 40 minutos"]


def test_everybodys_record_has_a_sheet_each(alone: Presentation):
    assert len(laid_out(alone, "record", "en").content["sheets"]) == 7
    assert len(laid_out(alone, "record", "en", player="p3").content["sheets"]) == 1


def test_what_cannot_be_printed_is_said(individual: Presentation):
    empty = held({"order": "create", "name": "Open", "book": "tarragona", "seed": "s"})
    wrong: list[tuple[Presentation, str, str, dict[str, Any], str]] = [
        (individual, "poster", "es", {}, "there is no paper poster"),
        (individual, "act", "fr", {}, "papers are in es, ca, en, found fr"),
        (individual, "seating", "es", {"round": 9}, "there is no round 9"),
        (individual, "record", "es", {"player": "nobody"}, "there is no player nobody"),
        (empty, "slips", "es", {}, "no round has been drawn yet"),
    ]
    for state, what, lang, more, sentence in wrong:
        with pytest.raises(PaperProblem) as refused:
            laid_out(state, what, lang, **more)
        assert sentence in refused.value.told("en")
        assert refused.value.code == "paper"


@pytest.mark.parametrize("what", sorted(set(PAPERS) - OF_A_ROUND))
def test_an_event_without_a_round_has_its_other_papers(what: str):
    empty = held({"order": "create", "name": "Open", "book": "tarragona", "seed": "s"}, *pairs(1))
    assert press(laid_out(empty, what, "es"), "pdf")
