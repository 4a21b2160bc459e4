"""The end of a hand at the terminal: the table as it lies, every rack turned up, what each side writes."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from tantera.cli.match.screen import Screen
from tantera.play import Ledger, view
from tantera.rules import Seat
from tantera.rules.glossary import value_in_words
from tantera.telling import Count, Counted, count
from tantera.words import Phrase


def show_hand_over(screen: Screen, ledger: Ledger, me: Seat) -> None:
    """Drawn after every hand, however it ended; what nobody knows is left out."""
    shown = view(ledger.match, me)
    if shown.chain is not None and shown.chain.placements:
        screen.console.print()
        screen.chain(shown.chain)
        screen.console.print()
    screen.count(shown)
    told = count(ledger, screen.lang, me)
    if told is None:
        return
    heading = ", ".join(filter(None, (told.heading, told.second)))
    screen.console.print(Text(f"{heading} ({told.article})" if told.article else heading, "bold"))
    screen.console.print(_totals(screen, told))
    _explain(screen, ledger, told)


def _totals(screen: Screen, count: Count) -> Table:
    """Both pairs, or everybody: what is left, what the hand brings, bonuses and penalties, the score."""
    brought = [_brought(side) for side in count.sides]
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 1))
    table.add_column("", max_width=max(10, screen.console.width - 28))
    for heading in ("left", "this hand", "bonuses", "total"):
        if heading != "bonuses" or any(brought):
            table.add_column(screen.words(heading), justify="right")
    for side, more in zip(count.sides, brought, strict=True):
        cells: list[Text | str] = [Text(side.names), _left(side), f"{side.points:+}" if side.points else "—"]
        if any(brought):
            cells.append(f"{more:+}" if more else "—")
        table.add_row(*cells, Text(str(side.score), "bold"))
    return table


def _left(side: Counted) -> str:
    """``18 + 16 = 34``: each player of the pair, and both together."""
    if len(side.left) == 1 or side.total is None:
        return "–" if side.total is None else str(side.total)
    return " + ".join(str(pips) for pips in side.left) + f" = {side.total}"


def _brought(side: Counted) -> int:
    return 0 if side.had is None else side.score - side.had - side.points


def _explain(screen: Screen, ledger: Ledger, count: Count) -> None:
    """Why it is that many: by the book's own way to score."""
    scoring = value_in_words("options.scoring", ledger.match.book.options.scoring)
    why = scoring.told(screen.lang) if isinstance(scoring, Phrase) else str(scoring)
    for side in count.sides:
        if side.points and len(side.sum) > 1:
            times = f" × {side.times}" if side.times > 1 else ""
            terms = " + ".join(map(str, side.sum))
            terms = f"({terms}){times}" if times else terms
            facts: dict[str, object] = {"points": side.points, "sum": terms, "why": why}
            screen.console.print(Text(screen.words("   {points} = {sum}: {why}", **facts), "dim"))
