"""``tantera arena`` as a user or another program runs it: real files, and real processes where one is looked at."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from typer.testing import CliRunner

import tantera
from tantera.bots.arena import Arena, duel
from tantera.cli.app import app
from tantera.rules import load_book
from tests.cli.warm import Started, ran, started


@contextmanager
def begun(folder: Path, *words: str) -> Iterator[tuple[Started, Path, BinaryIO]]:
    """The command in a process and a group of its own, as a shell begins it: what it prints goes into a file, and what
    it says besides can be read as it comes."""
    ours, theirs = os.pipe()
    out = folder / "out"
    with open(os.devnull, "rb") as nothing, out.open("wb") as printed, open(ours, "rb") as said:
        environment = os.environ | {"XDG_CACHE_HOME": str(folder)}
        process = started(("arena", *words), (nothing.fileno(), printed.fileno(), theirs), folder, environment)
        os.close(theirs)
        try:
            yield process, out, said
        finally:
            process.kill()


def arena(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The same, until it has ended."""
    return ran(("arena", *words), "", folder, os.environ | {"XDG_CACHE_HOME": str(folder)})


def test_json_holds_points_wins_blocks_and_thinking(tmp_path: Path):
    done = arena(tmp_path, "counter", "random", "--deals", "12", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert (data["book"], data["set"], data["unit"], data["deals"]) == ("san-juan", "yardstick-1", "hand", 12)
    (contest,) = data["contests"]
    here = Arena([duel(load_book("san-juan"), "counter", "random", "yardstick-1")], 12)
    here.play_here()
    points = here.tallies[0].points_each(here.contests[0].point_parts)
    assert points is not None
    assert contest["points"] == {"mean": points.mean, "error": points.error}
    assert contest["won"] + contest["level"] + contest["lost"] == contest["hands"] == 24
    assert contest["bots"]["counter"]["cpu_us_p50"] <= contest["bots"]["counter"]["cpu_us_p99"]
    assert Path(data["file"]).is_relative_to(tmp_path)


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """The command in this process, in a folder of its own with its cache in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return lambda *words: CliRunner().invoke(app, ["arena", "--lang", "en", *words, "--workers", "1"])


def test_the_same_command_again_plays_nothing_and_says_the_same(told: Callable[..., Any]):
    words = ("counter", "random", "--matches", "3", "--book", "tarragona", "--json", "--save", "here.jsonl")
    first, again = (json.loads(told(*words).stdout) for _ in range(2))
    assert (first["resumed"], again["resumed"]) == (0, 3)
    assert first["contests"] == again["contests"]


def test_people_get_tables_for_a_duel_for_teams_and_for_a_ladder(told: Callable[..., Any]):
    a_duel = told("counter", "random", "--deals", "5").stdout
    assert "points a hand" in a_duel
    assert "CPU time a decision" in a_duel
    assert "counter+random" in told("counter", "random", "--deals", "5", "--cross").stdout
    assert "against random" in told("--ladder", "counter", "--reference", "random", "--deals", "5").stdout


def test_the_ladder_is_drawn(told: Callable[..., Any]):
    words = ("--ladder", "counter", "--reference", "random", "--deals", "5", "--svg", "ladder.svg", "--json")
    names = [rung["name"] for rung in json.loads(told(*words).stdout)["ladder"]]
    assert sorted(names) == ["counter", "random"]
    assert "counter" in Path("ladder.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("counter", "bonzo"), "found 'bonzo', expected one of"),
        (("counter",), "found 1, expected two"),
        (("counter", "counter", "--cross"), "found counter twice"),
        (("counter", "random", "--cross", "--book", "ueh"), "each plays alone"),
        (("counter", "random", "--book", "nowhere"), "no such book"),
        (("counter", "random", "--option", "tiles"), "expected key=value"),
        (("counter", "random", "--set", "../x"), "--set: found '../x'"),
        (("counter", "random", "--svg", "no/where.svg"), "--svg: found no/where.svg"),
        (("counter", "random", "--save", "diary.txt"), "--save: found diary.txt"),
        (("counter", "random", "--cluster", "rubbish://x"), "--cluster: found 'rubbish://x'"),
        (("counter", "random", "--reference", "greedy"), "--reference: found greedy without --ladder"),
        (("counter", "random", "--lang", "fr"), "--lang: se encontró 'fr'"),
    ],
)
def test_what_is_wrong_is_one_sentence_with_status_2(told: Callable[..., Any], words: tuple[str, ...], sentence: str):
    Path("diary.txt").write_text("Dear diary,")
    done = told(*words, "--deals", "3")
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.prove
def test_a_cluster_that_does_not_answer_is_one_sentence_too(tmp_path: Path):
    done = arena(tmp_path, "counter", "random", "--cluster", "tcp://127.0.0.1:9")
    assert done.returncode == 2
    assert done.stderr == "--cluster: no se encontró ningún scheduler en tcp://127.0.0.1:9, se esperaba uno\n"


def test_without_distributed_a_cluster_is_refused_with_what_to_install(
    told: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = told("counter", "random", "--cluster", "tcp://127.0.0.1:9")
    assert done.exit_code == 2
    assert done.stderr.endswith("pip install tantera[cluster]\n")


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes, as a terminal does")
def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path: Path, told: Callable[..., Any]):
    words = ("counter", "random", "--json", "--save", "kept.jsonl", "--lang", "en")
    with begun(tmp_path, *words, "--workers", "2", "--deals", "1000000") as (process, out, said):
        kept = tmp_path / "kept.jsonl"
        before = 0
        while before < 500:  # by then the other processes play, too
            assert process.poll() is None, said.read()
            time.sleep(0.1)
            before = len(kept.read_bytes().splitlines()) if kept.exists() else 0
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(300) == 130
        assert said.read() == b"stopping after the deals in play; Ctrl-C again stops now\n"
    stopped = json.loads(out.read_text())
    assert stopped["stopped"]
    assert stopped["contests"][0]["deals"] == len(kept.read_bytes().splitlines()) >= before
    again = json.loads(told(*words, "--deals", "100").stdout)
    assert again["resumed"] == 100


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_second_ctrl_c_does_not_wait_for_the_deals_in_play(tmp_path: Path, workers: str):
    slow = "import time\ndef slow(view):\n    open('playing', 'w').close()\n    time.sleep(1000)\n"
    (tmp_path / "mine.py").write_text(slow)
    words = ("mine.py:slow", "random", "--workers", workers, "--lang", "en")
    with begun(tmp_path, *words) as (process, _, said):
        while not (tmp_path / "playing").exists():  # other processes may still be starting: Ctrl-C does not hit them
            assert process.poll() is None, said.read()
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        assert said.readline() == b"stopping after the deals in play; Ctrl-C again stops now\n"
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(300) == 130  # the deals in play would take a quarter of an hour


def test_tables_and_data_name_the_options_the_limit_the_version_and_how_the_bots_think(told: Callable[..., Any]):
    words = ("best,worlds=4", "random", "--deals", "1", "--book", "clasico", "--option", "set=double-nine")
    table = told(*words, "--limit", "50p").stdout
    assert "best,worlds=4 v random · clasico · set=double-nine · yardstick-1" in table
    assert f"limit 50p · tantera {tantera.__version__}" in table
    assert "best,worlds=4: 4 worlds, 300,000 nodes, 0.3 s at most" in table
    data = json.loads(told(*words, "--limit", "50p", "--json").stdout)
    assert (data["options"], data["limit"], data["version"]) == ({"set": "double-nine"}, "50p", tantera.__version__)
    assert data["styles"]["best,worlds=4"]["worlds"] == 4
    assert "random" not in data["styles"]


def test_deals_with_other_options_or_another_limit_are_not_mixed_in_one_file(told: Callable[..., Any]):
    words = ("counter", "random", "--deals", "3", "--book", "clasico", "--json", "--save", "here.jsonl")
    for more in ((), ("--option", "set=double-nine"), ("--limit", "50p")):
        assert json.loads(told(*words, *more).stdout)["resumed"] == 0
        assert json.loads(told(*words, *more).stdout)["resumed"] == 3


def test_tables_are_spanish_unless_somebody_asks_for_other_words(told: Callable[..., Any]):
    words = ("counter", "random", "--deals", "3", "--workers", "1")
    spanish, catalan = (CliRunner().invoke(app, ["arena", *words, *more]).stdout for more in ((), ("--lang", "ca")))
    assert "puntos por mano" in spanish
    assert "guardado en " in spanish
    assert "punts per mà" in catalan


def test_matches_are_matches_and_one_deal_has_no_error(told: Callable[..., Any]):
    table = told("counter", "random", "--matches", "1").stdout
    assert "points a match" in table
    assert "matches" in table
    assert "± –" in table
    assert "± 0" not in table


def test_a_narrow_terminal_cuts_no_figure(told: Callable[..., Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "40")
    for words in (("counter", "random"), ("counter", "random", "--cross"), ("--ladder", "counter", "greedy")):
        table = told(*words, "--deals", "5").stdout
        assert "…" not in table
        assert "points a hand" in table
        assert table.count("±") >= 2


def test_a_drawing_that_cannot_be_written_leaves_the_table(told: Callable[..., Any]):
    done = told("counter", "random", "--deals", "3", "--svg", "/dev/full")
    assert done.exit_code == 2
    assert "points a hand" in done.stdout
    assert done.stderr.startswith("--svg: found /dev/full (")


def test_a_bot_that_fails_is_one_sentence(told: Callable[..., Any]):
    Path("mine.py").write_text("def bad(view):\n    return 1 / 0\n")
    done = told("mine.py:bad", "random", "--deals", "3")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == (
        "mine.py:bad, line 2: found ZeroDivisionError (division by zero) in deal 1, expected a move from a View\n"
    )


ENDLESS = """
def endless(view):
    while True:
        try:
            sum(range(1000))
        except Exception:
            pass
"""


def test_a_bot_that_never_answers_loses_by_the_clock(told: Callable[..., Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tantera.bots.arena.playing.PATIENCE", 0.1)
    Path("slow.py").write_text(ENDLESS)
    words = ("slow.py:endless", "random", "--deals", "2", "--json")
    (contest,) = json.loads(told(*words).stdout)["contests"]
    assert (contest["won"], contest["lost"], contest["lost_by_clock"]) == (0, 4, 4)
    assert contest["points"]["mean"] < -50, "all pips left are the others'"
    monkeypatch.setattr("tantera.cli.study.arena_tables.PATIENCE", 10.0)  # whichever of the two was imported first
    assert "lost by the clock, no answer within 10 s: 4" in told(*words[:-1]).stdout


def test_four_wins_out_of_four_are_not_certain(told: Callable[..., Any]):
    (contest,) = json.loads(told("level-3", "random", "--matches", "2", "--json").stdout)["contests"]
    assert contest["wins_percent"]["error"] > 10
