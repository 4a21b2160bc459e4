"""Tournaments on the command line, for tests: run a command, write orders, read answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner, Result

from tantera.cli.app import app

PROGRAM = [sys.executable, "-c", "from tantera.cli import main; main()", "tournament"]
AT = "2026-05-30T10:00:00+00:00"


def tournament(*words: object, lang: str | None = "en", input: str | None = None) -> Result:
    """A command in this process; what it says in English."""
    known = {"COLUMNS": "200", "TANTERA_LANG": lang}
    done = CliRunner().invoke(app, ["tournament", *map(str, words)], env=known, input=input)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def said(*words: object, lang: str | None = "en") -> str:
    """What a command that must succeed prints."""
    done = tournament(*words, lang=lang)
    assert done.exit_code == 0, done.output
    return done.stdout


def refused(*words: object, lang: str | None = "en") -> str:
    """The one sentence of a command that must fail."""
    done = tournament(*words, lang=lang)
    assert done.exit_code == 2, done.output
    return done.stderr.strip()


class Ran(NamedTuple):
    returncode: int
    stdout: bytes
    stderr: bytes


def ran(*words: object, input: str | bytes = b"") -> Ran:
    """A command in this process, byte for byte."""
    done = CliRunner().invoke(app, ["tournament", *map(str, words)], env={"TANTERA_LANG": None}, input=input)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return Ran(done.exit_code, done.stdout_bytes, done.stderr_bytes)


def program(*words: object, input: str | bytes = b"", **variables: str) -> Ran:
    """A command as a program of its own: it takes seconds to start on a busy machine."""
    known = {key: value for key, value in os.environ.items() if key != "TANTERA_LANG"} | variables
    data = input.encode() if isinstance(input, str) else input
    done = subprocess.run([*PROGRAM, *map(str, words)], input=data, capture_output=True, env=known, timeout=120)
    return Ran(done.returncode, done.stdout, done.stderr)


def lines_of(orders: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(order) + "\n" for order in orders)


def answers(text: str | bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def create(**words: Any) -> dict[str, Any]:
    return {"order": "create", "name": "Copa", "book": "competencia-individual", "seed": "7", "at": AT} | words


def players(count: int, first: int = 1) -> list[dict[str, Any]]:
    return [
        {"order": "enter", "entry": f"e{n}", "players": [{"id": f"p{n}", "name": f"Jugador {n}"}], "at": AT}
        for n in range(first, first + count)
    ]


def begun(file: Path, count: int = 8, **words: Any) -> Path:
    """A file with an individual tournament and its players."""
    source = file.with_suffix(".jsonl")
    source.write_text(lines_of([create(**words), *players(count)]), "utf-8")
    assert tournament("apply", file, source).exit_code == 0
    source.unlink()
    return file


def exported(file: Path, *words: object) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(said("export", file, "--json", *words))
    return event
