"""What the README shows, works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=["play", "check"])
def test_the_code_in_the_readme_runs(block: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(ROOT)
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_two_commands_stand_at_the_top():
    top = (ROOT / "README.md").read_text("utf-8").splitlines()[:5]
    assert any(line.strip().startswith("python3 run.py ") for line in top)
    assert any(line.strip().startswith("python3 run.py test") for line in top)
