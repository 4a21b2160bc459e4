"""Bots of somebody's own in the arena: whatever their code does, the arena answers with one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tantera.bots.arena import Arena, ArenaError, check_known, duel, pool
from tantera.rules import load_book

BOTS = """\
import multiprocessing, sys
import numpy

def raises(view):
    return view.options[99]

def takes_nothing():
    return None

def leaves(view):
    sys.exit(3)

def plays_nonsense(view):
    return "64"

def plays_an_array(view):
    return numpy.zeros(3)

def raises_elsewhere(view):
    if multiprocessing.parent_process():
        raise OSError("not here")
    return view.options[0]

class Player:
    def __call__(self, view):
        return view.options[0]

def talks(view):
    print("I think")
    return view.options[0]
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(BOTS)
    return file


def arena_of(bot: str, deals: int = 4) -> Arena:
    return Arena([duel(load_book("san-juan"), bot, "random", "yardstick-1")], deals)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        ("raises", r"mine.py:raises, line 5: found IndexError \(tuple index out of range\) in deal 1, expected a move"),
        ("takes_nothing", r"mine.py:takes_nothing: found TypeError \(takes_nothing\(\) takes 0 .*\) in deal 1, "),
        ("leaves", r"mine.py:leaves, line 11: found SystemExit \(3\) in deal 1, expected a move"),
        ("plays_nonsense", r"mine.py:plays_nonsense: found '64' in deal 1, expected one of the \d moves it has"),
        ("plays_an_array", r"mine.py:plays_an_array: found ValueError \(.*\) in deal 1, expected a move"),
    ],
)
def test_a_bot_that_fails_is_named_with_the_deal_the_error_and_the_line(bots: Path, function: str, sentence: str):
    with pytest.raises(ArenaError, match=sentence):
        arena_of(f"{bots}:{function}").play_here()


def test_a_bot_that_fails_in_another_process_is_named_as_well(bots: Path):
    arena = arena_of(f"{bots}:raises_elsewhere")
    with pool(1) as executor, pytest.raises(ArenaError, match=r"line 21: found OSError \(not here\) in deal \d"):
        arena.play(executor, 2)


def test_a_class_is_no_bot(bots: Path):
    with pytest.raises(ArenaError, match=r"found a class by the name Player, expected a function"):
        check_known([f"{bots}:Player"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import sys\nsys.exit(4)\n", r"line 2: found SystemExit \(4\) on loading it"),
        ("1 / 0\n", r"line 1: found ZeroDivisionError \(division by zero\) on loading it"),
        ("\ndef x(:\n", r"line 2: found SyntaxError .* on loading it"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_named_with_its_line(tmp_path: Path, text: str, found: str):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(ArenaError, match=found):
        check_known([f"{file}:x"])


def test_a_bot_without_a_function_is_no_name(bots: Path):
    with pytest.raises(ArenaError, match=r"found '.*mine.py:', expected one of random.*FILE.py:FUNCTION"):
        check_known([f"{bots}:"])


def test_what_a_bot_prints_goes_to_standard_error(bots: Path, capsys: pytest.CaptureFixture[str]):
    bots.write_text('print("loading")\n' + BOTS)
    arena_of(f"{bots.parent}/./mine.py:talks").play_here()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("loading\nI think\n")


def test_what_a_bot_prints_in_another_process_goes_to_standard_error(bots: Path):
    program = (
        "from tantera.bots.arena import Arena, duel, pool\n"
        "from tantera.rules import load_book\n"
        "if __name__ == '__main__':\n"
        "    arena = Arena([duel(load_book('san-juan'), 'mine.py:talks', 'random', 'yardstick-1')], 4)\n"
        "    with pool(1) as executor: arena.play(executor, 2)\n"
    )
    (bots.parent / "program.py").write_text(program)
    command = [sys.executable, "program.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=bots.parent, env=os.environ, timeout=60)
    assert (done.returncode, done.stdout) == (0, "")
    assert "I think" in done.stderr
