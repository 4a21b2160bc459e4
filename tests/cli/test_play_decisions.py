"""A match resumed from a file in which a decision is open goes on: whoever has it is asked, person, bot or office."""

from __future__ import annotations

from pathlib import Path

import pytest

from tantera.notation import judge, read
from tantera.play import Match
from tests.cli.test_commands import tantera

article = pytest.mark.article

DEAL = "deal 1:00.04.12.66.11.13.22 2:05.36.01.16.25.44.56 3:06.02.14.15.23.24.33 4:45.03.26.34.35.46.55"


def resumed(folder: Path, book: str, moves: str, me: int, answers: str) -> tuple[str, Match]:
    """What a player at that seat was shown, and the match afterwards."""
    file = folder / "m.dgn"
    file.write_text(f'[Book "{book}"]\n[You "{me}"]\n[Bots "counter"]\n#1 o1 0-0\n{DEAL}\n{moves}\n', "utf-8")
    done = tantera("play", "--resume", "m.dgn", "--lang", "en", stdin=answers, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout, judge(read(file.read_text("utf-8"))).match


@article("TG-18.2")
@pytest.mark.parametrize(("answers", "decided"), [("1\n", "continue"), ("zz\n9\n2\n", "annul")])
def test_the_player_decides_what_is_the_players_to_decide(tmp_path: Path, answers: str, decided: str):
    shown, after = resumed(tmp_path, "tarragona", "00 >05 [TG-14.8 seat=3]", 4, answers)
    assert "1 go on · 2 annul the hand" in shown
    assert f"chose={decided}" in (tmp_path / "m.dgn").read_text("utf-8")
    assert after.awaiting is None
    assert len(after.lines) == (decided == "annul")


@article("TG-18.2")
def test_a_bot_decides_what_is_its_own_to_decide(tmp_path: Path):
    shown, after = resumed(tmp_path, "tarragona", "00 >05 [TG-14.8 seat=3]", 1, "")
    assert "Which?" not in shown
    assert after.awaiting is None


@article("CI-13", "CI-18")
def test_the_player_speaks_for_a_director_who_is_not_there(tmp_path: Path):
    shown, after = resumed(tmp_path, "competencia-individual", "00 >05 3!>14 >45 [CI-13 seat=3]", 1, "it stands\n")
    assert "The ruling, in a sentence" in shown
    assert after.awaiting is None
    assert 'text="it stands"' in (tmp_path / "m.dgn").read_text("utf-8")


@article("TG-6.2")
def test_the_player_names_who_of_the_pair_keeps_the_sheet(tmp_path: Path):
    done = tantera(
        "play", "--book", "tarragona", "--seed", "5", "--save", "m.dgn", "--lang", "en", stdin="3\n", cwd=tmp_path
    )
    assert "Who of your pair keeps the score sheet? Seat 1 / 3" in done.stdout
    assert 'Scorer "3"' in (tmp_path / "m.dgn").read_text("utf-8")
