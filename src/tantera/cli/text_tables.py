"""Tables for people that never cut a figure: where the terminal is too narrow, names go on in a second line; where that
does not help either, every row is told line by line."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.markup import escape
from rich.table import Table


class TextTable(NamedTuple):
    """Headings and rows. The first column names the row unless `figures_only`."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """Told below, one a line."""
    figures_only: bool = False
    framed: bool = True
    may_shorten: bool = False
    """Whether headings may be shortened, and told below, where the table has no room for them."""

    def show(self, console: Console) -> None:
        if self.may_shorten and self._needs(False) > console.width >= self._shortened()._needs(False):
            self._shortened().show(console)
            return
        if self.title:
            console.print(escape(self.title), style="bold", highlight=False)
        framed = self.framed and self._needs(True) <= console.width
        if self._needs(framed) <= console.width:
            console.print(self._table(framed, console.width), highlight=False)
        else:
            for row in self.rows:
                self._show_row(console, row)
        for note in self.notes:
            console.print(escape(note), style="dim", highlight=False)

    def _shortened(self) -> TextTable:
        short = {heading: _short(heading) for heading in self.headings if len(_short(heading)) < len(heading)}
        legend = " · ".join(f"{letters} {heading}" for heading, letters in short.items())
        headings = tuple(short.get(heading, heading) for heading in self.headings)
        return self._replace(headings=headings, notes=(legend, *self.notes), may_shorten=False)

    def _columns(self) -> list[tuple[str, ...]]:
        return list(zip(*self.rows, strict=True)) if self.rows else [()] * len(self.headings)

    def _least(self) -> list[int]:
        """What each column needs: the longest word of its heading and of its cells; of figures, the widest cell."""
        return [
            max((cell_len(text) for text in (*heading.split(), *self._unbroken(place, cells))), default=0)
            for place, (heading, cells) in enumerate(zip(self.headings, self._columns(), strict=True))
        ]

    def _unbroken(self, place: int, cells: tuple[str, ...]) -> list[str]:
        """What has to stay on one line: words, where they are people's or clubs'; figures whole."""
        if self._is_text(place, cells):
            return [word for cell in cells for word in cell.split()]
        return list(cells)

    def _is_text(self, place: int, cells: tuple[str, ...]) -> bool:
        return (place == 0 and not self.figures_only) or (any(cells) and all(map(_is_text, filter(None, cells))))

    def _widths(self, framed: bool, room: int) -> list[int]:
        """What each column gets: room left over goes to cells that would be broken first, then to headings."""
        widths = self._least()
        spare = room - self._frame(framed) - sum(widths)
        cells = [max(map(cell_len, column), default=0) for column in self._columns()]
        for wanted in (cells, list(map(cell_len, self.headings))):
            lacking = [max(0, want - width) for want, width in zip(wanted, widths, strict=True)]
            while spare > 0 and any(lacking):
                place = lacking.index(max(lacking))
                widths[place], lacking[place], spare = widths[place] + 1, lacking[place] - 1, spare - 1
        return widths

    def _frame(self, framed: bool) -> int:
        return 3 * len(self.headings) + 1 if framed else 2 * len(self.headings)

    def _needs(self, framed: bool) -> int:
        return sum(self._least()) + self._frame(framed)

    def _table(self, framed: bool, room: int) -> Table:
        table = Table(show_header=any(self.headings), header_style="bold" if framed else "dim")
        if not framed:
            table.box = None
        columns = zip(self.headings, self._widths(framed, room), self._columns(), strict=True)
        for place, (heading, width, cells) in enumerate(columns):
            justify: JustifyMethod = "left" if self._is_text(place, cells) else "right"
            table.add_column(escape(heading), justify=justify, width=width)
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


def _short(heading: str) -> str:
    """
    >>> _short("points for"), _short("difference"), _short("wins")
    ('pf', 'dif.', 'win.')
    """
    words = heading.split()
    return "".join(word[0] for word in words) if len(words) > 1 else f"{heading[:3]}." if heading else ""


def _is_text(cell: str) -> bool:
    """Names and words: they may be broken between two words, a figure with its unit may not."""
    return sum(map(str.isalpha, cell)) > sum(map(str.isdigit, cell))
