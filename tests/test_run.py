"""run.py, the one command of a fresh clone."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, list[tuple[str, ...]]]:
    """run.py, with what it would start written down; setting up a .venv takes a network and twenty seconds."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(module, "prepare", lambda kind: started.append(("prepare", kind)))
    monkeypatch.setattr(module, "tantera", lambda *words: _note(started, words))
    return module, started


def _note(started: list[tuple[str, ...]], words: tuple[str, ...]) -> int:
    started.append(words)
    return 0


def test_without_a_word_it_serves(run: tuple[ModuleType, list[tuple[str, ...]]]):
    module, started = run
    assert module.main([]) == 0
    assert started == [("prepare", "run"), ("serve",)]


def test_with_play_it_plays_in_the_terminal(run: tuple[ModuleType, list[tuple[str, ...]]]):
    module, started = run
    assert module.main(["play", "--book", "ueh"]) == 0
    assert started == [("prepare", "run"), ("play", "--book", "ueh")]


def test_its_help_says_so(run: tuple[ModuleType, list[tuple[str, ...]]], capsys: pytest.CaptureFixture[str]):
    module, started = run
    assert module.main(["--help"]) == 0
    assert started == []
    said = capsys.readouterr().out
    assert "tantera serve" in said
    assert "python3 run.py play" in said
