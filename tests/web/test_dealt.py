"""The page that sets what was dealt beside what chance gives."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from tests.web.browsing import ids_twice, styles_inline
from tests.web.matches import played
from tests.web.serving import Guest, serving


def test_everybody_reads_what_they_were_dealt_and_what_people_were(tmp_path: Path):
    with serving(tmp_path / "data") as server:
        host, opened = played(server.url, limit="60p")
        racks = []
        for hand in count(1):
            deal = host.asks("GET", f"/api/matches/{opened['table']}/1/hands/{hand}/deal")
            if deal.status_code != 200:
                break
            racks.append(deal.json()["racks"]["1"])
        mine = host.asks("GET", "/deals").text
        others = Guest(server.url, "Bea").asks("GET", "/deals").text
    assert ids_twice(mine) == styles_inline(mine) == []
    assert len(racks) > 0
    doubles = sum(tile[0] == tile[1] for rack in racks for tile in rack) / len(racks)
    pips = sum(int(number) for rack in racks for tile in rack for number in tile) / len(racks)
    for page, times in ((mine, 2), (others, 1)):  # of oneself and of all people, who are one
        assert figures(page, "dobles por mano") == [f"{doubles:.2f}".replace(".", ",")] * times
        assert figures(page, "puntos por mano") == [f"{pips:.2f}".replace(".", ",")] * times
    assert "el azar da 42,0" in mine
    assert "Aún son pocas manos" in mine
    assert "Cuando acabes una partida" in others


def figures(page: str, name: str) -> list[str]:
    return re.findall(rf'<dt>{name} <b class="number">([^<]+)</b>', page)
