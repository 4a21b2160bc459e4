"""What the README shows, works."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tantera.cli.app import app

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=["play", "check"])
def test_the_code_in_the_readme_runs(block: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(ROOT)
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_code_in_the_readme_and_in_the_pages_is_strictly_typed(tmp_path: Path):
    """As a developer has it who copies it: each block in a file of its own, as strictly as `pyproject.toml` asks, and
    with what mypy knows of the program since it was checked last."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    blocks = [
        block for page in pages for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    ]
    assert len(blocks) >= 4
    files = [tmp_path / f"block_{number}.py" for number in range(len(blocks))]
    for file, block in zip(files, blocks, strict=True):
        file.write_text(block, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, files)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout


def test_the_code_in_the_pages_and_the_examples_imports_what_is_public():
    """A room, never a module of it: `docs/versions.md` promises the names of the rooms and nothing below them."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    code = "".join(
        block for page in pages for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    )
    code += "".join(path.read_text("utf-8") for path in sorted((ROOT / "examples").rglob("*.py")))
    imported = re.findall(r"^\s*(?:from|import) (tantera[\w.]*)", code, re.MULTILINE)
    assert len(imported) > 20
    assert sorted({name for name in imported if name.count(".") > 1}) == []
    assert not {"tantera.store", "tantera.web", "tantera.cli"} & set(imported), "they are nobody's to build on"


def test_the_two_commands_stand_at_the_top():
    top = (ROOT / "README.md").read_text("utf-8").splitlines()[:5]
    assert any(line.strip().startswith("python3 run.py ") for line in top)
    assert any(line.strip().startswith("python3 run.py test") for line in top)


def test_the_tournament_in_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    players = "".join(f"Jugador {number};Sol\n" for number in range(1, 9))
    Path("jugadores.csv").write_text("nombre;club\n" + players, "utf-8")
    readme = (ROOT / "README.md").read_text("utf-8")
    lines = re.findall(r"^    tantera (tournament .*?)(?:  +#.*)?$", readme, re.MULTILINE)
    assert len(lines) == 8
    for line in lines:
        done = CliRunner().invoke(app, shlex.split(line), env={"TANTERA_LANG": "es", "COLUMNS": "120"})
        assert done.exit_code == 0, (line, done.output)
    assert list(Path().glob("*.pdf"))
