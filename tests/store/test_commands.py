"""``tantera backup`` and ``tantera restore``, as people run them."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tantera.store import Head
from tantera.store.engines import FILE, data_folder
from tests.cli.warm import PROGRAM, ran
from tests.store.stories import opened


def tantera(*words: object, **variables: str) -> subprocess.CompletedProcess[str]:
    known = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "TANTERA_LANG")}
    return ran(tuple(map(str, words)), "", None, known | variables)


async def heads(place: Path | str) -> list[Head]:
    async with opened(place) as store:
        return await store.streams()


def fill(place: Path | str) -> None:
    async def write() -> None:
        async with opened(place) as store:
            await store.append("table/1", 0, [b"x", b"y"])

    asyncio.run(write())


def cold(*words: object) -> subprocess.CompletedProcess[str]:
    """The program from its very start."""
    return subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120)


def test_a_backup_of_one_folder_fills_another(tmp_path: Path):
    fill(tmp_path / "one")
    done = cold("backup", tmp_path / "b", "--data", tmp_path / "one")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'b'}: 2 sucesos en 1 series\n")
    done = cold("restore", tmp_path / "b", "--data", tmp_path / "two", "--lang", "en")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path / 'b'}: 2 events in 1 streams\n")
    assert asyncio.run(heads(tmp_path / "two")) == [Head("table/1", 2)]


def test_a_backup_of_a_folder_fills_the_database_that_the_environment_names(tmp_path: Path, database: str):
    fill(tmp_path / "one")
    tantera("backup", tmp_path / "b", "--data", tmp_path / "one")
    assert tantera("restore", tmp_path / "b", DATABASE_URL=database).returncode == 0
    assert asyncio.run(heads(database)) == [Head("table/1", 2)]


def test_without_a_word_it_is_this_users_folder(tmp_path: Path):
    if sys.platform == "linux":
        fill(tmp_path / "tantera")
        done = tantera("backup", tmp_path / "b", XDG_DATA_HOME=str(tmp_path))
        assert done.returncode == 0
    assert data_folder().name == "tantera"


def test_a_folder_without_a_store_is_said_and_not_made(tmp_path: Path):
    done = tantera("backup", tmp_path / "b", "--data", tmp_path / "none", "--lang", "es")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{tmp_path / 'none'}: no hay datos guardados, se esperaba un archivo {FILE}\n"
    assert not (tmp_path / "none").exists()


def test_a_store_that_is_in_use_is_not_overwritten(tmp_path: Path):
    fill(tmp_path / "one")
    tantera("backup", tmp_path / "b", "--data", tmp_path / "one")
    done = tantera("restore", tmp_path / "b", "--data", tmp_path / "one", "--lang", "ca")
    assert (done.returncode, done.stderr) == (2, "s'han trobat dades desades (table/1), s'esperava un lloc buit\n")


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["play", "--help"], ["backup", "--help"]])
def test_commands_that_keep_nothing_do_not_load_a_database(words: list[str]):
    program = (
        f"import sys; sys.argv = ['tantera', *{words!r}]\n"
        "from tantera.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('sqlalchemy', 'alembic', 'psycopg', 'tantera.store') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout.endswith("[]\n")


def test_a_match_in_the_terminal_does_not_load_a_database():
    program = "import sys, tantera.cli.match.session, tantera.cli.match.terminal; print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "False\n"
