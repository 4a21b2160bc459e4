"""Every program in `bench/` still runs, and its figures can be compared with those of a later run."""

import json
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = sorted(path.stem for path in ROOT.glob("bench/[!_]*.py"))


def run(monkeypatch: pytest.MonkeyPatch, name: str, *words: str) -> int:
    """The program as `python -m` runs it, in this process: what it returns to the shell."""
    monkeypatch.setattr(sys, "argv", [f"bench/{name}.py", *words])
    monkeypatch.delitem(sys.modules, f"bench.{name}", raising=False)  # another program may have asked it for something
    with pytest.raises(SystemExit) as done:
        runpy.run_module(f"bench.{name}", run_name="__main__")
    return int(done.value.code or 0)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_benchmark_runs_and_writes_figures_that_a_later_run_is_compared_with(name, tmp_path, monkeypatch, capsys):
    file = tmp_path / "figures.json"
    assert run(monkeypatch, name, "--quick", "--json", str(file)) == 0
    kept = json.loads(file.read_text())
    assert kept["bench"] == name
    assert kept["figures"]
    assert all(isinstance(figure, (int, float)) for figure in kept["figures"].values())


def test_a_comparison_shows_what_was_measured_then_and_now(tmp_path, monkeypatch, capsys):
    then = {"bench": "draw", "machine": "another", "words": [], "figures": {"gone: ms": 1.5}}
    (tmp_path / "then.json").write_text(json.dumps(then))
    assert run(monkeypatch, "draw", "--quick", "--compare", str(tmp_path / "then.json")) == 0
    told = capsys.readouterr().out
    assert "then: another" in told
    assert "gone: ms" in told
    assert "individual, 24: ms" in told


def test_figures_that_nobody_has_kept_are_no_comparison(tmp_path, monkeypatch, capsys):
    assert run(monkeypatch, "move", "--quick", "--compare", str(tmp_path / "none.json")) == 2
    assert "found no figures in" in capsys.readouterr().err


@pytest.mark.parametrize("file", sorted(ROOT.glob("bench/figures/*.json")), ids=lambda file: file.stem)
def test_the_figures_that_are_kept_are_those_of_a_whole_run_of_a_program_there_is(file):
    kept = json.loads(file.read_text())
    assert kept["bench"] == file.stem
    assert kept["bench"] in PROGRAMS
    assert kept["machine"]
    assert "--quick" not in kept["words"]
