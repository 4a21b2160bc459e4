"""The code on a slip: a phone's camera finds the table it belongs to."""

from __future__ import annotations

from io import BytesIO

import segno

from tantera.paper.data import Printable, Round


def for_tables(event: Printable, of_round: Round, address: str | None) -> dict[int, str]:
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


def _text(event: Printable, round_number: int, table: int, address: str | None) -> str:
    if address is None:
        return f"tantera:{round_number}/{table}#{event.event.log.head[:8]}"
    return f"{address.rstrip('/')}/{round_number}/{table}"
