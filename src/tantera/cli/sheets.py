"""Tables for people that never cut a figure: where the terminal is too narrow, every row is told line by line."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table


class Sheet(NamedTuple):
    """Headings and rows. The first column names the row unless `figures_only`."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """Told below, one a line."""
    figures_only: bool = False
    framed: bool = True

    def show(self, console: Console) -> None:
        if self.title:
            console.print(escape(self.title), style="bold", highlight=False)
        if self._needs() <= console.width:
            console.print(self._table(), highlight=False)
        else:
            for row in self.rows:
                self._show_row(console, row)
        for note in self.notes:
            console.print(escape(note), style="dim", highlight=False)

    def _widths(self) -> list[int]:
        """What each column needs: its widest cell, or the longest word of its heading."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.headings)
        return [
            max((cell_len(text) for text in (*heading.split(), *cells)), default=0)
            for heading, cells in zip(self.headings, columns, strict=True)
        ]

    def _needs(self) -> int:
        widths = self._widths()
        return sum(widths) + (3 * len(widths) + 1 if self.framed else 2 * len(widths))

    def _table(self) -> Table:
        table = Table(show_header=any(self.headings), header_style="bold" if self.framed else "dim")
        if not self.framed:
            table.box = None
        for place, (heading, width) in enumerate(zip(self.headings, self._widths(), strict=True)):
            is_name = place == 0 and not self.figures_only
            table.add_column(escape(heading), justify="left" if is_name else "right", min_width=width)
        for row in self.rows:
            table.add_row(*map(escape, row))
        return table

    def _show_row(self, console: Console, row: tuple[str, ...]) -> None:
        cells = list(zip(self.headings, row, strict=True))
        if not self.figures_only:
            console.print(escape(row[0]), highlight=False)
            del cells[0]
        for heading, cell in cells:
            if cell:
                console.print(
                    f"  {escape(heading)}: {escape(cell)}" if heading else f"  {escape(cell)}", highlight=False
                )
