"""``tantera dgn``: files of many matches, counted, picked out, put together and made."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tantera.bots.arena.archive import BATCH
from tantera.cli.app import app

ONE = """[Event "Liga de Otoño"]
[Book "san-juan"]
[Date "2026-11-15"]
[Seat1 "Pons"]
[Seat2 "Vidal"]
[Seat3 "Mas"]
[Seat4 "Roca"]
[Limit "100p"]
[Result "1+3"]

#1 o1 0-0
= domino 3 +41

#2 o3 41-0
= block 1+3 +70 (30-40)
"""
TWO = ONE.replace("2026-11-15", "2026-10-01").replace("Liga de Otoño", "Copa").replace('"Pons"', '"Riu"')
OPEN = '[Book "tarragona"]\n[Seat1 "Pons"]\n#1 o1 0-0 = domino 2 +20\n'


def run(*words: str, stdin: str = "") -> Any:
    return CliRunner().invoke(app, ["dgn", *words], input=stdin, env={"TANTERA_LANG": "en", "COLUMNS": "100"})


def answer(*words: str, stdin: str = "") -> Any:
    done = run(*words, "--json", stdin=stdin)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def league(tmp_path: Path) -> str:
    file = tmp_path / "league.dgn"
    file.write_text(f"{ONE}\n{OPEN}{TWO}", "utf-8")
    return str(file)


# --- stats


def test_matches_and_hands_are_counted_and_who_won_them(league: str):
    (counted,) = answer("stats", league)
    assert (counted["matches"], counted["over"], counted["hands"], counted["wrong"]) == (3, 2, 5, 0)
    assert counted["how"] == {"domino": 3, "block": 2}
    assert counted["books"] == {"san-juan": 2, "tarragona": 1}
    assert counted["points_a_hand"] == (41 + 70 + 41 + 70 + 20) / 5
    assert counted["turns_a_hand"] is None  # nobody wrote a move down
    assert counted["opener_wins"] == 4 / 5
    mas = {"matches": 2, "won": 2, "hands": 4, "hands_won": 4, "points": 222}
    assert counted["players"]["Mas"] == mas
    assert next(iter(counted["players"])) == "Mas"
    told = run("stats", league).stdout
    assert "3 matches, 2 of them over; 5 hands" in told
    assert "Vidal" in told


def test_turns_are_counted_where_the_moves_are_written(tmp_path: Path):
    (counted,) = answer("stats", "examples/liga.dgn")
    assert counted["turns_a_hand"] > 0


def test_a_match_that_cannot_be_right_is_told_with_its_place_and_the_others_are_counted(tmp_path: Path):
    file = tmp_path / "league.dgn"
    file.write_text(ONE + ONE.replace("+70 (30-40)", "+71 (30-40)") + TWO, "utf-8")
    done = run("stats", str(file), "--json")
    assert done.exit_code == 2
    counted = json.loads(done.stdout)
    assert (counted["matches"], counted["wrong"]) == (2, 1)
    assert f"{file}:{2 * len(ONE.splitlines())}:1: found = block 1+3 +71 (30-40)" in done.stderr


@pytest.mark.parametrize("bomb", ["a" * 12_000_000, "; a\n" * 3_000_000], ids=["one line", "many lines"])
def test_of_what_unpacks_without_end_no_more_is_kept_than_is_refused(bomb: str, tmp_path: Path):
    file = tmp_path / "league.dgn.gz"
    file.write_bytes(gzip.compress(f'{ONE}[Book "clasico"]\n{bomb}\n'.encode()))
    assert file.stat().st_size < 30_000
    done = run("stats", str(file), "--json")
    assert (done.exit_code, json.loads(done.stdout)["matches"]) == (2, 1)
    assert int(done.stderr.partition("found ")[2].split()[0]) < 10_000_100


def test_a_file_that_is_not_there_is_one_sentence(league: str):
    done = run("stats", "nowhere.dgn", league, "--json")
    assert done.exit_code == 2
    assert json.loads(done.stdout)["matches"] == 3
    assert done.stderr.startswith("nowhere.dgn: found no way to read it")


# --- filter


@pytest.mark.parametrize(
    ("words", "takes"),
    [
        ((), 3),
        (("--book", "tarragona"), 1),
        (("--player", "pons"), 2),
        (("--won-by", "Pons"), 1),
        (("--won-by", "Vidal"), 0),
        (("--event", "otoño"), 1),
        (("--since", "2026-10-02"), 1),
        (("--until", "2026-10-02"), 1),
        (("--how", "block"), 2),
        (("--hands", "2"), 2),
        (("--player", "Pons", "--how", "block"), 1),
    ],
)
def test_what_is_asked_for_is_picked_out(words: tuple[str, ...], takes: int, league: str):
    assert len(answer("filter", league, *words)) == takes
    assert run("filter", league, *words).stdout.count("[Book ") == takes


def test_what_is_picked_out_can_be_counted_again(league: str):
    picked = run("filter", league, "--book", "san-juan").stdout
    (counted,) = answer("stats", "-", stdin=picked)
    assert counted["matches"] == 2
    assert picked.strip() == f"{ONE}\n{TWO}".strip()


def test_an_object_has_the_tags_and_what_the_match_comes_to(league: str):
    (found,) = answer("filter", league, "--book", "tarragona")
    assert found["tags"]["Seat1"] == "Pons"
    assert found["score"] == {"1+3": 0, "2+4": 20}


# --- merge


def test_files_are_put_together_each_match_once_the_oldest_first(league: str, tmp_path: Path):
    other, to = tmp_path / "other.dgn", tmp_path / "all.dgn.gz"
    other.write_text(TWO, "utf-8")
    (told,) = answer("merge", league, str(other), "--to", str(to), "--by-date")
    assert told == {"file": str(to), "matches": 3, "twice": 1, "wrong": 0}
    days = [found["tags"].get("Date") for found in answer("filter", str(to))]
    assert days == [None, "2026-10-01", "2026-11-15"]
    again = run("merge", league, "--to", str(to))
    assert again.exit_code == 2  # nothing is written over
    assert "found a file that is there already" in again.stderr


def test_replay_tells_every_match_of_a_file(league: str):
    done = CliRunner().invoke(app, ["replay", league, "--json"])
    assert [json.loads(line)["book"] for line in done.stdout.splitlines()] == ["san-juan", "tarragona", "san-juan"]


# --- archive


def text_of(file: Path) -> str:
    return gzip.decompress(file.read_bytes()).decode()


def archived(file: Path, hands: int, *words: str) -> Any:
    return answer("archive", str(file), "--hands", str(hands), "--seed", "7", "--workers", "1", *words)[0]


def test_an_archive_is_played_by_its_seed_and_judged(tmp_path: Path):
    file = tmp_path / "bots.dgn.gz"
    told = archived(file, 30, "--book", "clasico", "--limit", "40p", "--bot", "greedy", "--bot", "random")
    assert told["matches"] == BATCH
    assert told["hands"] == told["played"] >= 30
    (counted,) = answer("stats", str(file))
    assert (counted["matches"], counted["over"], counted["hands"]) == (BATCH, BATCH, told["hands"])
    assert set(counted["players"]) == {"greedy 1", "random 2", "greedy 3", "random 4"}
    assert counted["players"]["greedy 1"]["won"] > counted["players"]["random 2"]["won"]


def test_stopped_anywhere_it_goes_on_to_the_same_text(tmp_path: Path):
    words = ("--book", "dominicano-200", "--limit", "30p")
    whole, stopped = tmp_path / "whole.dgn.gz", tmp_path / "stopped.dgn.gz"
    hands = archived(whole, 1, *words)["hands"]
    archived(whole, 2 * hands, *words)
    data = whole.read_bytes()
    for cut in (0, 1, len(data) // 3, len(data) - 1, len(data)):
        stopped.write_bytes(data[:cut])
        archived(stopped, 2 * hands, *words)
        assert text_of(stopped) == text_of(whole)


def test_a_file_that_is_enough_already_stays_as_it_is(tmp_path: Path):
    file = tmp_path / "bots.dgn.gz"
    archived(file, 1, "--limit", "20p")
    before = file.read_bytes()
    assert archived(file, 1, "--limit", "20p")["played"] == 0
    assert file.read_bytes() == before


def test_no_other_archive_and_no_other_file_is_gone_on_with(tmp_path: Path):
    file = tmp_path / "bots.dgn.gz"
    archived(file, 1, "--limit", "20p")
    before = file.read_bytes()
    done = run("archive", str(file), "--seed", "8", "--limit", "20p", "--workers", "1")
    assert done.exit_code == 2
    assert "expected tantera " in done.stderr
    assert file.read_bytes() == before
    for other in (gzip.compress(ONE.encode()), gzip.compress(ONE.encode())[:-9], b"my photos", ONE.encode()):
        file.write_bytes(other)
        done = run("archive", str(file), "--workers", "1")
        assert "found nothing of an archive" in done.stderr
        assert file.read_bytes() == other


def test_what_nobody_could_play_again_is_no_archive(tmp_path: Path):
    done = run("archive", str(tmp_path / "a.dgn.gz"), "--bot", "mine.py:clever")
    assert done.exit_code == 2
    assert "a bot that comes along" in done.stderr
    assert "'many'" in run("archive", str(tmp_path / "a.dgn.gz"), "--limit", "many").output
    assert "a name that ends in .gz" in run("archive", str(tmp_path / "a.dgn")).stderr
    assert not list(tmp_path.iterdir())
