"""``tantera tournament luck``: who wrote more than they were dealt, as a study beside the standings."""

from __future__ import annotations

import json
from pathlib import Path

from tantera.notation import export, write
from tantera.rules import load_book, with_options
from tests.cli.tournaments import begun, refused, said
from tests.study.hands import whole_match

BOOK = with_options(load_book("competencia-individual"), {"limit": "2h"})


def a_match(file: Path, *numbers: int) -> Path:
    names = tuple(f"Jugador {number}" for number in numbers)
    file.write_text(write(export(whole_match(BOOK, ("counter", "greedy"), 1, names))), "utf-8")
    return file


def test_what_was_dealt_is_taken_from_what_was_written(tmp_path: Path):
    event, match = begun(tmp_path / "copa"), a_match(tmp_path / "mesa1.dgn", 1, 2, 3, 4)
    told = json.loads(said("luck", event, match, "--json"))
    assert told["study"]
    rows = {row["entry"]: row for row in told["standings"]}
    assert set(rows) == {"e1", "e2", "e3", "e4"}
    for row in rows.values():
        without = (row["written"] - row["luck"]["value"]) / row["hands"]
        assert abs(row["without_luck_a_hand"]["value"] - without) < 0.02
    assert rows["e1"]["written"] == rows["e3"]["written"] == -rows["e2"]["written"]
    places = [row["without_luck_a_hand"]["value"] for row in told["standings"]]
    assert places == sorted(places, reverse=True)
    table = said("luck", event, match)
    assert "A study, not the standings" in table
    assert "Jugador 3" in table


def test_a_match_of_strangers_is_refused_with_a_sentence(tmp_path: Path):
    event, match = begun(tmp_path / "copa"), a_match(tmp_path / "mesa9.dgn", 91, 92, 93, 94)
    assert "nobody of the tournament (Jugador 91, Jugador 92" in refused("luck", event, match)
