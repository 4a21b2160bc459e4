"""Tantera without a single extra: what each command and a server answer, as JSON. A program of its own, for nothing
that was imported once can be forgotten."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ABSENT = ("numba", "llvmlite", "numpy", "typst", "rustworkx", "PIL", "cryptography", "psycopg", "distributed", "uvloop")
MINE = {"bot": "level-3", "times": {"entropy": 0}}


def main(lang: str) -> None:
    sys.modules |= dict.fromkeys(ABSENT)  # type: ignore[arg-type]  # an import of any of them fails from here on
    with TemporaryDirectory() as name:
        told: dict[str, Any] = commands(Path(name), lang) | served(Path(name) / "data", lang)
    told["loaded"] = [module for module in ABSENT if sys.modules[module] is not None]
    json.dump(told, sys.stdout)


def commands(folder: Path, lang: str) -> dict[str, Any]:
    from typer.testing import CliRunner

    from tantera.cli.app import app

    def said(line: str) -> tuple[int, str, str]:
        words = line.replace("CUP", str(folder / "cup.tantera")).replace("FOLDER", str(folder)).split()
        done = CliRunner().invoke(app, words, env={"TANTERA_LANG": lang, "COLUMNS": "200"}, input="")
        return done.exit_code, done.stdout[:400], done.stderr

    players = ",".join(f"Player{letter}" for letter in "ABCDEFGH")
    entered = [f"tournament enter CUP {name} --paid 10" for name in players.split(",")]
    for line in ("tournament new CUP Cup --book competencia-individual --seed 7 --rounds 2", *entered):
        assert said(line)[0] == 0, said(line)
    lines = (
        "--version",
        "--help",
        "play --seed 3 --save FOLDER/match.dgn",
        "play --level 5 --save FOLDER/another.dgn",
        "replay FOLDER/match.dgn",
        "rules list",
        "solve ends=- turn=1 1:00 2:01 3:02 4:03",
        "simulate",
        "arena best greedy",
        "review FOLDER/match.dgn",
        "partners FOLDER/match.dgn",
        "puzzles make --count 1",
        "puzzles play",
        "tournament check-in CUP --all",
        "tournament draw CUP",
        "tournament print CUP checklist",
        "tournament check CUP",
    )
    return {line: said(line) for line in lines}


def served(folder: Path, lang: str) -> dict[str, Any]:
    from tests.web.serving import Guest, serving

    headers = {"accept": "text/html", "accept-language": lang}
    told: dict[str, Any] = {}
    with serving(folder) as running:
        ana = Guest(running.url, "Ana")
        opened = ana.opens("clasico", bots="all", settings=MINE)
        asyncio.run(_some_moves(ana, opened))
        told["page"] = ana.asks("GET", "/", headers=headers).text
        for level in (3, 5):
            asked = {"name": "Ana", "book": "clasico", "settings": MINE | {"bot": f"level-{level}"}}
            answer = ana.asks("POST", "/api/tables", json=asked, headers={"accept-language": lang})
            told[f"a table of level {level}"] = answer.status_code, answer.json().get("message")
        told["icon"] = ana.asks("GET", "/icons/192.png").status_code
        told["manifest"] = ana.asks("GET", "/manifest.webmanifest").json()["icons"][0]["type"]
        told["calls"] = ana.asks("GET", "/api/calls", headers={"accept-language": lang}).status_code
    return told


async def _some_moves(ana: Any, opened: dict[str, str]) -> None:
    """Until the bots have played as well: nobody waits for a compiler that is not there."""
    async with ana.at(opened) as player:
        await player.play(lambda: len(player.shown.get("moves", [])) > 5)


if __name__ == "__main__":
    main(sys.argv[1])
