"""Two worlds that differ only in what somebody may not know (noninterference): the same server, the same log, but the
tiles that this person has not seen lie elsewhere, and the seeds are others. Whatever they ask, the bytes are the same.

This finds what no search for tiles can: a picture, a count, an option, a refusal that depends on somebody's rack.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

from tests.web.knowing import Truth, kind_of, tile_of
from tests.web.plain import Client
from tests.web.serving import PATIENCE, Player, Running

_CHANCE = re.compile(r'\b1[0-9]{12}\b|(?<="took":)\d+| *\([\d.,]+ s\)|(?<=placeholder=")\w+ \d+')
"""A moment in milliseconds, how long somebody took, and what a newcomer might be called."""


def copied(folder: Path, name: str) -> Path:
    """The data of a server that has stopped, for another one."""
    place = folder.parent / name
    shutil.copytree(folder, place)
    return place


def hide_elsewhere(folder: Path, table: str, person: str | None, turn: int, rng: Random) -> int:
    """Put the tiles that this person does not know elsewhere, in the log itself; how many there are.

    Those of another player who is in turn stay where they are: a turn without a choice may be played at once.
    """
    truth = Truth.of(folder, table)
    last = truth.at[-1]
    if not last.hand:
        return 0
    theirs = set() if last.seats[turn - 1] == person else _held_by(turn, truth, last.dealt)
    unknown = sorted(last.unknown_to(person) - theirs)
    moved = dict(zip(unknown, rng.sample(unknown, len(unknown)), strict=True))
    seeds = {seed: rng.randbytes(32).hex() for seed in (last.dealt, *last.sealed)}
    since = max(place for place, event in enumerate(truth.events) if _deals(event, last.dealt))
    database = sqlite3.connect(folder / "tantera.sqlite", isolation_level=None)
    for version, event in enumerate(truth.events, start=1):
        changed = _changed(event, moved if version > since else {}, seeds)
        if changed != event:
            database.execute(
                "UPDATE event SET event = ? WHERE stream = ? AND version = ?",
                (json.dumps(changed, separators=(",", ":"), ensure_ascii=False).encode(), f"table/{table}", version),
            )
    database.close()
    assert Truth.of(folder, table).at[-1].own.get(person or "") == last.own.get(person or ""), "their own are the same"
    return len(unknown)


def _held_by(seat: int, truth: Truth, seed: str) -> set[str]:
    dealt = next(event for event in truth.events if _deals(event, seed))
    drawn = {tile_of(event["tile"]) for event in truth.events if kind_of(event) == "tile_drawn"}
    return set(map(tile_of, dealt["racks"][seat - 1])) | drawn


def _deals(event: dict[str, Any], seed: str) -> bool:
    return seed in json.dumps(event) and kind_of(event) != "seed_kept"


def _changed(value: Any, moved: dict[str, str], seeds: dict[str, str]) -> Any:
    if isinstance(value, str):
        return seeds.get(value) or (moved.get(tile_of(value), value) if re.fullmatch(r"\d\d", value) else value)
    if isinstance(value, dict):
        return {key: _changed(one, moved, seeds) for key, one in value.items()}
    return [_changed(one, moved, seeds) for one in value] if isinstance(value, list) else value


# --- what somebody is sent there ------------------------------------------------------------------------------------


def plain(text: str, server: Running) -> str:
    """Without what chance and time make different in every world."""
    return _CHANCE.sub(lambda found: "" if "(" in found[0] else "0", text).replace(f":{server.port}", ":PORT")


def frames_of(player: Player, server: Running) -> list[str]:
    return [plain(text, server) for text in player.raw if '"type":"beat"' not in text[:20]]


def pages(server: Running, cookie: str | None, paths: list[str]) -> dict[str, tuple[int, str]]:
    """What somebody is answered. The token against forged forms is the browser's own, and stays the same."""
    cookies = {} if cookie is None else {"tantera": cookie}
    headers = {"accept": "text/html, application/json"}
    with Client(base_url=server.url, cookies=cookies, headers=headers, timeout=PATIENCE) as http:
        found = {path: http.get(path) for path in paths}
    tokens = {answer.cookies.get("csrf") or "-" for answer in found.values()} | {http.cookies.get("csrf") or "-"}
    told = {}
    for path, answer in found.items():
        text = plain(answer.text, server)
        if path == "/metrics":  # how often and how long is chance; what is counted is not
            text = re.sub(r" [\d.e+-]+$", "", text, flags=re.MULTILINE)
        for token in tokens:
            text = text.replace(token, "TOKEN") if len(token) > 8 else text
        text = re.sub(r"\b[0-9a-f]{256}\b", "MASKED", text)  # the same token, in every answer under another pad
        told[path] = answer.status_code, text
    return told
