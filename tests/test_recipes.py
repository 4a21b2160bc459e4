"""The recipes of docs/recipes.md: what stands there runs, and what comes out is what stands below it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.guides import Part, parts_of

ROOT = Path(__file__).parents[1]
PARTS = parts_of("recipes.md", es="Diez recetas", ca="Deu receptes", en="Ten recipes")


class Recipe(NamedTuple):
    """One of them, as a reader copies it."""

    commands: tuple[str, ...]
    code: str
    output: str


def recipes(part: Part) -> list[Recipe]:
    _, *chapters = re.split(r"^## ", part.text, flags=re.MULTILINE)
    return [
        Recipe(
            tuple(re.findall(r"^    (tantera .*)$", chapter, re.MULTILINE)),
            "".join(re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)),
            "".join(re.findall(r"```text\n(.*?)```", chapter, re.DOTALL)),
        )
        for chapter in chapters
    ]


TEN = recipes(PARTS["es"])


def test_there_are_ten_and_they_are_the_same_in_three_languages():
    assert len(TEN) == 10
    assert [recipes(part) for part in PARTS.values()] == [TEN] * 3
    numbers = [heading.partition(".")[0] for part in PARTS.values() for heading in part.chapters]
    assert numbers == [str(number) for number in range(1, 11)] * 3


@pytest.mark.parametrize("recipe", TEN, ids=[str(number) for number in range(1, 11)])
def test_a_recipe_runs_and_gives_what_it_says(recipe: Recipe, tmp_path: Path):
    shutil.copy(ROOT / "examples" / "liga.dgn", tmp_path)
    if named := re.match(r"# (\w+\.py)\n", recipe.code):
        (tmp_path / named[1]).write_text(recipe.code, "utf-8")
    at_home = {name: str(tmp_path) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
    environment = {**os.environ, **at_home, "TANTERA_LANG": "en", "PYTHONIOENCODING": "utf-8"}

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, cwd=tmp_path, env=environment, input=""
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    for command in recipe.commands:
        assert run("-m", *shlex.split(command))
    (tmp_path / "recipe.py").write_text(recipe.code, "utf-8")
    assert run("recipe.py") == recipe.output
