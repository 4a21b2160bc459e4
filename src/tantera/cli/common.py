"""What the commands share: their options, and how they answer."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, NoReturn

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Language = Annotated[str, typer.Option("--lang", envvar="TANTERA_LANG", help="es, ca or en.")]
TileNames = Annotated[
    str | None,
    typer.Option("--tile-names", help="Say tiles in the words of a region: es, es-pito, es-sena, ca, en…"),
]
BookName = Annotated[str, typer.Option("--book", help="A book's id, or the path of a rule-book file.")]


def fail(message: object) -> NoReturn:
    """One line on standard error, and status 2."""
    print(message, file=sys.stderr)
    raise typer.Exit(2)


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False))


def option_pairs(options: list[str]) -> dict[str, str | int]:
    """What ``--option key=value`` says, each time it is given. Raises `ValueError` with a sentence."""
    pairs: dict[str, str | int] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"--option: found {option!r}, expected key=value")
        pairs[key.strip()] = value.strip()
    return pairs


def check_tile_names(region: str | None) -> None:
    from tantera.tiles import SUIT_NAMES

    if region is not None and region not in SUIT_NAMES:
        fail(f"--tile-names: found {region!r}, expected one of {', '.join(SUIT_NAMES)}")


def check_lang(lang: str) -> None:
    if lang not in ("es", "ca", "en"):
        fail(f"--lang: found {lang!r}, expected es, ca or en")
