"""The code on a slip: a phone's camera finds the table it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple

import segno

from tantera.tournament.presentation import Presentation
from tantera.tournament.state import Round


class Way(NamedTuple):
    """How a phone comes to the sheet of a table: by its camera, or by fingers where it has none."""

    link: str
    place: str = ""
    """An address that is short enough to be typed."""
    code: str = ""
    """What is typed there."""


Address = str | Callable[[int, int], Way]
"""Where a phone gives the result of a table: the beginning of it, before ``/ROUND/TABLE``, or a function of the two."""


def typed(of_round: Round, address: Address | None) -> dict[int, Way]:
    """What stands beside the code of each table, to be typed."""
    tables = range(1, len(of_round.tables) + 1)
    return {table: address(of_round.number, table) if callable(address) else Way("") for table in tables}


def for_tables(tournament: Presentation, of_round: Round, address: Address | None) -> dict[int, str]:
    """A QR code for each table, as SVG. Without an address it says which slip it is, for a scanner at the desk."""
    codes: dict[int, str] = {}
    mask = None
    for table in range(1, len(of_round.tables) + 1):
        code = segno.make(_text(tournament, of_round.number, table, address), error="m", micro=False, mask=mask)
        # Any of the eight masks can be read. Weighing them all is most of the work and the texts differ in a few
        # digits: the best one for the first slip serves the others.
        mask = code.mask
        svg = BytesIO()
        code.save(svg, kind="svg", border=0, xmldecl=False, svgns=True, omitsize=True, nl=False)
        codes[table] = svg.getvalue().decode()
    return codes


def _text(tournament: Presentation, round_number: int, table: int, address: Address | None) -> str:
    if address is None:
        return f"tantera:{round_number}/{table}#{tournament.state.head[:8]}"
    if callable(address):
        return address(round_number, table).link
    return f"{address.rstrip('/')}/{round_number}/{table}"
