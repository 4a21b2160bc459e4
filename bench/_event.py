"""The tournament of `bench hall`: how it is before anybody reports, and what is in its file afterwards."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

EVENT = "open"
ROUND = 3


class Seats(NamedTuple):
    """A table of the round: the code on its slip, and who sits there."""

    code: str
    players: tuple[str, ...]


def prepared(folder: Path, tables: int) -> list[Seats]:
    """A data folder with a tournament in it: two rounds played, the third on the tables."""
    from tantera.rules import built_in_books
    from tantera.tournament.reading import order_of
    from tantera.tournament_file import open_tournament

    chance = random.Random(1)
    events = folder / "events"
    events.mkdir(parents=True)
    file = open_tournament(events / f"{EVENT}.tantera", built_in_books, lambda: datetime.now(UTC), new=True)

    def give(*orders: dict[str, Any]) -> None:
        for answers in file.apply([order_of(order) for order in orders]):
            assert not any(isinstance(answer, Exception) for answer in answers), answers

    give({"order": "create", "name": "Open", "book": "competencia-individual", "seed": "1", "rounds": ROUND + 1})
    give(*({"order": "enter", "entry": f"e{n}",
            "players": [{"id": f"p{n}", "name": f"Jugadora {n}", "club": f"Club {n % 9}"}]}
           for n in range(4 * tables)))  # fmt: skip
    for number in range(1, ROUND + 1):
        give({"order": "draw"}, {"order": "publish"})
        if number < ROUND:
            give(*({"order": "result", "round": number, "table": table, "score": scored(chance)}
                   for table in range(1, tables + 1)))  # fmt: skip
    assert file.state is not None
    found = [table.seats for table in file.state.played[-1].tables]
    file.close()
    codes = asyncio.run(_codes(folder, len(found)))
    return [Seats(code, seats) for code, seats in zip(codes, found, strict=True)]


async def _codes(folder: Path, tables: int) -> list[str]:
    from tantera.store import open_store
    from tantera.web.app import server_secret
    from tantera.web.tournaments.offices import Officers

    store = open_store(folder)
    try:
        officers = Officers(store, await server_secret(store))
        return [officers.code(EVENT, "table", ROUND, table) for table in range(1, tables + 1)]
    finally:
        await store.close()


def scored(chance: random.Random) -> list[int]:
    score = [100 + chance.randrange(20), chance.randrange(100)]
    chance.shuffle(score)
    return score


def written(folder: Path) -> tuple[dict[int, list[int]], Counter[str]]:
    """What the tournament's file says afterwards: confirmed scores of the round by table, and orders by kind."""
    from tantera.tournament.evolve import folded
    from tantera.tournament.export import export
    from tantera.tournament.presentation import Presentation
    from tantera.tournament_file import read_lines

    state = folded(read_lines(folder / "events" / f"{EVENT}.tantera"))
    tables = export(Presentation(state), "es")["rounds"][ROUND - 1]["tables"]
    found = {n: table["score"] for n, table in enumerate(tables, 1) if table["status"] == "confirmed"}
    about = [one for one in state.log.history if getattr(one.order, "round", None) == ROUND]
    return found, Counter(str(one.order.__struct_config__.tag) for one in about)
