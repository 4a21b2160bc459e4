"""What each move was worth: asked for on a page, worked out in a process of its own."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tantera.notation import judge, read
from tantera.play import PassTurn
from tantera.web.replays import worth as module
from tantera.web.replays.steps import hands_of
from tantera.web.replays.worth import Busy, HandWorth, Reviewer, TurnWorth, worth_told
from tests.builders import Table
from tests.web.matches import played
from tests.web.serving import Guest, Running, serving

KNOWN = """[Book "san-juan"]

#1 o1 0-0
deal 1:00.04.12.16.25.35.46 2:01.05.13.22.26.36.55 3:02.06.14.23.33.44.56 4:03.11.15.24.34.45.66
00 <05 >06 <54 <40 >63 <02 >30 <21 <10
= block 2+4 +126 (67-59)
"""
PARTLY = KNOWN.replace("25.35.46 2:", "25.??.46 2:")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("worth") / "data") as running:
        yield running


def uploaded(running: Running, text: str) -> str:
    zoe = Guest(running.url, "Zoe")
    page = zoe.asks("GET", "/replays", headers={"accept": "text/html"}).text
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page)
    assert token is not None
    files = {"file": ("known.dgn", text.encode())}
    place: str = zoe.asks("POST", "/replays", data={"_csrf_token": token[1]}, files=files).headers["location"]
    return place


def test_every_choice_of_a_hand_is_valued_and_forced_moves_are_not(running):
    place = uploaded(running, KNOWN)
    told = Guest(running.url, "Zoe").asks("GET", f"{place}/hands/1/worth").json()
    assert told["unknown"] == []
    first = told["turns"]["1"]
    assert first["best"]
    assert first["mark"] == "✓"
    assert first["options"][0] == {"move": "0-0", "value": "+27", "lost": "la mejor", "played": True}
    for turn in told["turns"].values():
        assert [one["lost"] for one in turn["options"]].count("la mejor") >= 1
        assert sum(one["played"] for one in turn["options"]) == 1
        chosen = next(one for one in turn["options"] if one["played"])
        assert (turn["mark"] == "✓") == (chosen["lost"] == "la mejor")
    steps = {int(step) for step in told["turns"]} | set(told["forced"])
    assert steps == set(range(1, 11))
    assert len(told["sums"]) == 4


def test_what_cannot_be_calculated_is_said(running):
    place = uploaded(running, PARTLY)
    told = Guest(running.url, "Zoe").asks("GET", f"{place}/hands/1/worth").json()
    assert told["turns"] == {}
    assert told["note"].startswith("No se pueden calcular, porque hay fichas sin saber o se tarda demasiado: 1, ")


def test_what_is_reckoned_without_a_rule_of_the_book_says_so():
    valued = HandWorth((TurnWorth(1, 1, "points", (), PassTurn(1), 0),), (), ())
    for book, note in (("tarragona", ""), ("cuba-doble-nueve", "Calculado sin estas reglas de cuba-doble-nueve: ")):
        told = worth_told(valued, Table(book).match, "es")
        assert told["note"].startswith(note)
        assert bool(told["note"]) == bool(note)


def test_it_needs_no_script(running):
    place = uploaded(running, KNOWN)
    zoe, page = Guest(running.url, "Zoe"), '<noscript><meta http-equiv="refresh"'
    while '<noscript><meta http-equiv="refresh"' in page:  # it comes at once, and loads itself again until it is known
        page = zoe.asks("GET", f"{place}?hand=1&move=1&worth=1", headers={"accept": "text/html"}).text
    assert 'class="options"' in page
    assert 'class="worth best">✓' in page
    assert "+27" in page


@pytest.mark.parametrize(("book", "options"), [("ueh", {}), ("clasico", {"players": 2}), ("tarragona", {})])
def test_hands_of_every_kind_of_book_are_valued(running, book, options):
    ana, opened = played(running.url, book, "20p", options=options)
    told = ana.asks("GET", f"/api/matches/{opened['table']}/1/hands/1/worth").json()
    assert told["turns"] or told["forced"]
    assert told["unknown"] == []


def test_a_hand_is_valued_once_however_many_ask(monkeypatch):
    (hand,) = hands_of(judge(read(KNOWN)).ledger)
    asked: list[Any] = []

    async def review(self: Reviewer, one: Any) -> Any:
        asked.append(one)
        await asyncio.sleep(0.01)
        return module.HandWorth((), (), ())

    monkeypatch.setattr(Reviewer, "_review", review)

    async def many() -> None:
        reviewer = Reviewer()
        await asyncio.gather(*(reviewer.worth("/x", 1, hand) for _ in range(20)))
        await reviewer.worth("/x", 1, hand)
        assert len(asked) == 1
        waiting = [asyncio.create_task(reviewer.worth("/x", version, hand)) for version in range(2, 8)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await reviewer.worth("/x", 99, hand)
        await asyncio.gather(*waiting)
        assert len(asked) == 7

    asyncio.run(many())


def test_the_server_itself_never_loads_the_compiler(tmp_path):
    """In a process of its own: it serves a page with what moves were worth, and has not imported numba."""
    script = f"""
import sys
sys.path.insert(0, {str(Path.cwd())!r})
from pathlib import Path
from tests.web import plain
from tests.web.serving import serving
from tests.web.test_worth import KNOWN, uploaded

def main():
    with serving(Path({str(tmp_path / "data")!r})) as running:
        place = uploaded(running, KNOWN)
        told = plain.get(running.url + place + "/hands/1/worth", timeout=120).json()
        assert told["turns"]["1"]["options"][0]["value"] == "+27", told
        assert not any(name.split(".")[0] in ("numba", "llvmlite") for name in sys.modules)
    print("never")

if __name__ == "__main__":
    main()
"""
    file = tmp_path / "serve_and_ask.py"
    file.write_text(script, "utf-8")
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=180)
    assert done.stdout.strip() == "never", done.stderr[-2000:]
    assert "leaked" not in done.stderr
