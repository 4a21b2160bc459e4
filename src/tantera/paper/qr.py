"""The code on a slip: a phone's camera finds the table it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple

import segno

from tantera.paper.data import Printable, Round


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
    return {one.table: address(of_round.round, one.table) if callable(address) else Way("") for one in of_round.tables}


def for_tables(event: Printable, of_round: Round, address: Address | None) -> dict[int, str]:
    """A QR code for each table, as SVG. Without an address it says which slip it is, for a scanner at the desk."""
    codes: dict[int, str] = {}
    mask = None
    for table in of_round.tables:
        code = segno.make(_text(event, of_round.round, table.table, address), error="m", micro=False, mask=mask)
        # Any of the eight masks can be read. Weighing them all is most of the work and the texts differ in a few
        # digits: the best one for the first slip serves the others.
        mask = code.mask
        svg = BytesIO()
        code.save(svg, kind="svg", border=0, xmldecl=False, svgns=True, omitsize=True, nl=False)
        codes[table.table] = svg.getvalue().decode()
    return codes


def _text(event: Printable, round_number: int, table: int, address: Address | None) -> str:
    if address is None:
        return f"tantera:{round_number}/{table}#{event.event.log.head[:8]}"
    if callable(address):
        return address(round_number, table).link
    return f"{address.rstrip('/')}/{round_number}/{table}"
