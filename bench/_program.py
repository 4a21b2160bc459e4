"""What the programs in this folder have in common: a run of a second, figures that are kept, and a comparison with
earlier ones.

    python3 run.py bench NAME [WORDS] [--quick] [--json FILE] [--keep] [--compare [FILE]]

`--quick` measures next to nothing and shows that the program works: the tests run every one of them so. `--json` writes
the figures to a file, `--keep` to bench/figures; `--compare` prints them beside those of a file, else beside the kept.
"""

from __future__ import annotations

import gc
import os
import platform
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "bench" / "figures"


class Measured(NamedTuple):
    """What a run came to."""

    figures: dict[str, float]
    """By name; whether more is better is for the name to say."""
    missed: list[str] = []  # noqa: RUF012  (a default that nobody changes)
    """The targets it did not meet, a few words each."""


class Kept(msgspec.Struct):
    """Figures on disk."""

    bench: str
    machine: str
    words: list[str]
    """What the program was asked for."""
    figures: dict[str, float]


def program(main: Callable[..., Measured], *kinds: Callable[[str], Any], quick: tuple[Any, ...] = ()) -> None:
    """Run `main` with the words of the command line, each read as its kind (the last kind is that of all further
    words), or with `quick`; print which targets it missed, and do with the figures what was asked."""
    name = Path(sys.argv[0]).stem
    parser = ArgumentParser(prog=f"run.py bench {name}", description=sys.modules["__main__"].__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--compare", type=Path, nargs="?", const=FIGURES / f"{name}.json")
    asked = parser.parse_args()
    if asked.compare and not asked.compare.is_file():
        parser.error(f"found no figures in {asked.compare}, expected a file that --json or --keep has written")
    before = msgspec.json.decode(asked.compare.read_bytes(), type=Kept) if asked.compare else None
    read = [kind(word) for kind, word in zip(chain(kinds, repeat(kinds[-1] if kinds else str)), asked.words)]  # noqa: B905
    try:
        measured = main(*(quick if asked.quick else read))
    finally:
        gc.enable()  # some turn it off
    print(f"missed: {'; '.join(measured.missed)}" if measured.missed else "all targets met")
    figures = {what: round(figure, 4) for what, figure in measured.figures.items()}
    kept = Kept(name, machine(), ["--quick"] if asked.quick else asked.words, figures)
    for path in [asked.json] * bool(asked.json) + [FIGURES / f"{name}.json"] * asked.keep:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")
    if before is not None:
        compare(before, kept)
    sys.exit(1 if measured.missed and not asked.quick else 0)


def compare(before: Kept, now: Kept) -> None:
    table = Table("figure", "then", "now", "×", title=f"then: {before.machine} {' '.join(before.words)}")
    for what in {**before.figures, **now.figures}:
        was, found = before.figures.get(what), now.figures.get(what)
        shown = ["" if figure is None else f"{figure:,.6g}" for figure in (was, found)]
        table.add_row(what, *shown, f"{found / was:.2f}" if was and found is not None else "")
    Console(width=120).print(table)


def machine() -> str:
    """Its kind: figures of another one are no comparison."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
