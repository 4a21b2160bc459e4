"""The table on a terminal: chain, backs, own tiles, what happened, the end of a hand, the sheet; and help that
speaks of the book in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.table import Table
from rich.text import Text

from tantera.cli.console import SafeConsole
from tantera.play import Event, Ledger, Match, Phase, Side, View, view
from tantera.play import orders as o
from tantera.rules import Book, Refusal, Seat
from tantera.rules.glossary import bonus_points, key_in_words, value_in_words
from tantera.telling import MARKS, Count, Counted, Narrator, Part, Sentence, Tally, Tone, count, law_in_words
from tantera.tiles import Chain, Tile
from tantera.words import Phrase, translate

IVORY: Final = "black on #f2ead8"
RESTING: Final = "grey37 on #b9b2a2"
OPEN_END: Final = "bold black on #ffd75f"
BACK: Final = "▮"
TILE_WIDTH: Final = 7
"""A tile of a rack with the gap behind it."""
NARROW: Final = 60
"""Columns below which the players stand one below the other, and the score below the heading."""

STYLES: Final[dict[Tone, str]] = {
    "plain": "",
    "quiet": "dim",
    "strong": "bold",
    "good": "bold green",
    "warning": "yellow",
    "urgent": "bold yellow",
}
"""How the tone of a sentence looks."""
INDENTS: Final[dict[Part, str]] = {
    "heading": "\n",
    "line": "",
    "move": "  ",
    "record": "  ",
    "consequence": "    → ",
    "note": "",
    "for_you": "",
}
"""What stands before a sentence; the mark of a move takes the first places of it."""


class Screen:
    """Draws for one reader in one language."""

    def __init__(self, lang: str, me: Seat = 0, tile_names: str | None = None) -> None:
        self.lang = lang
        self.narrator = Narrator(lang, me, tile_names)
        self.console = SafeConsole(highlight=False)

    def say(self, message: str, style: str = "", **facts: object) -> None:
        """A sentence, translated."""
        self.console.print(Text(self.words(message, **facts), style))

    def say_where(self, message: str, style: str, path: object) -> None:
        """A sentence with a path that is never broken in two: it is copied and pasted."""
        self.console.print(Text(self.words(message, path=path), style), soft_wrap=True)

    def words(self, message: str, **facts: object) -> str:
        return translate(self.lang, message, **facts)

    # --- the table

    def table(self, view: View, now: int) -> None:
        """Everything on the table, from the seat of the player it is for."""
        self.header(view, now)
        self._others(view)
        self.console.print()
        if view.chain is not None:
            self.chain(view.chain)
        else:
            self.say("   the table is empty", "dim")
        if view.killed:
            self.say("   killed: {tiles}", "dim", tiles=" ".join(map(self.narrator.said, view.killed)))
        self.console.print()
        self.rack(view)

    def header(self, view: View, now: int) -> None:
        book = view.book.name.text(self.lang)
        hand = self.words("hand {number}", number=view.number)
        points = " · ".join(
            f"{self.side(view, side)} {score}" for side, score in zip(view.sides, view.score, strict=True)
        )
        parts = [book, hand, str(view.book.options.limit)]
        if not self.narrow:
            parts.append(points)
        if view.boneyard:
            parts.append(self.words("{count} asleep", count=view.boneyard))
        if view.clock.ends is not None:
            left = max(0, view.clock.ends - (now if view.clock.paused is None else view.clock.paused)) // 1000
            parts.append(f"{left // 60}:{left % 60:02}")
        self.console.rule(Text("  ".join(parts)), style="dim")
        if self.narrow:
            self.console.print(Text(points, "bold"))

    def side(self, view: View, side: Side) -> str:
        """A side by the names of its players, the reader's own first: ``Tú + Mas``."""
        names = [self.words("You") if seat == view.seat else view.names[seat - 1] for seat in side]
        return " + ".join(sorted(names, key=lambda name: name != self.words("You")))

    @property
    def narrow(self) -> bool:
        return self.console.width < NARROW

    def _others(self, view: View) -> None:
        """Partner above, the next player to the right, the one before to the left; clockwise the other way round."""
        seats = range(1, len(view.names) + 1)
        around = [(view.seat - 1 + offset) % len(seats) + 1 for offset in range(1, len(seats))]
        near, far = ("right", "left") if view.book.options.turns == "to_the_right" else ("left", "right")
        places = {0: near, 1: "center", 2: far} if len(around) == 3 else {0: near, 1: far}
        if self.narrow:
            for seat in around:
                self.console.print(self._player(view, seat))
            return
        grid = Table.grid(expand=True)
        for _ in range(3):
            grid.add_column(ratio=1)
        cells: dict[str, Text] = {"left": Text(), "center": Text(), "right": Text()}
        for index, seat in enumerate(around):
            cells[places[index]] = self._player(view, seat)
        cells["center"].justify, cells["right"].justify = "center", "right"
        grid.add_row(Text(), cells["center"], Text())
        grid.add_row(cells["left"], Text(), cells["right"])
        self.console.print(grid)

    def _player(self, view: View, seat: Seat) -> Text:
        text = Text("▶ " if view.turn == seat else "  ", "bold yellow")
        text.append(f"{view.names[seat - 1]}", "bold" if view.turn == seat else "")
        opens = view.opener == seat and view.phase is not Phase.CHOOSING  # the winners have still to say who does
        text.append("● " if opens else " ", "yellow")
        if seat in view.out:
            return text.append(self.words("out"), "dim")
        exposed = view.exposed[seat - 1] if view.exposed else ()
        text.append(BACK * (view.counts[seat - 1] - len(exposed)), "grey62")
        for tile in exposed:
            text.append(" ").append(f" {tile.high}│{tile.low} ", IVORY)
        if view.counts[seat - 1] == 0 and view.turn is not None:
            text.append(self.words("no tiles left"), "dim")
        if seat not in view.lifted and view.turn is not None:
            text.append(" " + self.words("not lifted"), "dim")
        if any(view.re_entries):
            text.append(
                f" ×{view.book.re_entry.factors[view.re_entries[seat - 1]]}" if view.book.re_entry else "", "dim"
            )
        return text

    def chain(self, chain: Chain) -> None:
        """The line of tiles, doubles across it, the two open ends lit; wrapped to the width of the terminal."""
        line = chain.in_line()
        width = self.console.width - 4
        bands: list[list[Text]] = []
        used = width + 1
        for place, (one, other) in enumerate(line):
            cell_width = 3 if one == other else 5
            if used + cell_width + 1 > width:
                bands.append([Text("   "), Text("   "), Text("   ")])
                used = 3
            used += cell_width + 1
            first, last = place == 0, place == len(line) - 1
            for row, cell in zip(bands[-1], _cell(one, other, first, last), strict=True):
                row.append_text(cell).append(" ")
        for band in bands:
            for row in band:
                self.console.print(row, no_wrap=True, overflow="crop")

    def rack(self, view: View) -> None:
        """The own tiles in the order lifted; those that can be played bright and numbered."""
        numbers = numbered(view)
        mine = [tile for tile in view.mine if tile is not None]
        in_a_row = max(1, (self.console.width - 3) // TILE_WIDTH)
        for start in range(0, len(mine), in_a_row):
            tiles, labels = Text("   "), Text("   ")
            for tile in mine[start : start + in_a_row]:
                number = numbers.get(tile)
                commands = [c for c in view.options if isinstance(c, o.PlaceTile) and c.tile is tile]
                label = f"{number}" + "".join(MARKS[c.end] for c in commands if c.end) if number else "·"
                tiles.append(f" {tile.high}│{tile.low} ", IVORY if number or not view.options else RESTING).append("  ")
                labels.append(f"{label:^5}  ", "bold" if number else "dim")
            self.console.print(tiles)
            self.console.print(labels)
        kinds = {type(command) for command in view.options}
        if len(view.options) == 1:
            self._forced(view.options[0])
        elif o.PlaceDoubles in kinds:
            self.say("   d: both doubles in one turn", "bold")
        if {o.DrawTile, o.PassTurn} <= kinds:
            self.say("   r: draw · p: pass", "bold")

    def _forced(self, order: o.Order) -> None:
        """There is one thing to do only: say which, so that nobody looks for another."""
        match order:
            case o.PassTurn():
                self.say("   (forced) nothing fits: p or Enter passes", "bold")
            case o.DrawTile():
                self.say("   (forced) nothing fits: r or Enter draws", "bold")
            case o.PlaceTile(tile=tile):
                self.say("   (forced) only {what} fits: 1 or Enter plays it", "bold", what=self.narrator.said(tile))

    # --- what happened

    def tell(self, event: Event, before: Match, after: Match) -> None:
        """An event in words."""
        sentence = self.narrator.sentence(event, before, after)
        if sentence is not None:
            self.sentence(sentence)

    def sentence(self, sentence: Sentence) -> None:
        mark = sentence.mark
        indent = mark + INDENTS[sentence.part][len(mark) :]
        # A forced move is no news: whoever wants its article asks for the rule.
        text = sentence.text if sentence.part == "move" else sentence.cited
        self.console.print(Text(indent + text, STYLES[sentence.tone]))

    # --- racks turned up, the sheet, refusals

    def count(self, view: View) -> None:
        """The racks turned up and counted."""
        for seat, rack in enumerate(view.racks, start=1):
            if not rack or seat in view.out:
                continue
            row = Text(f"   {view.names[seat - 1][:12]:12} ")
            in_a_row = max(1, (self.console.width - len(row) - 6) // 6)
            for number, tile in enumerate(rack):
                if number and number % in_a_row == 0:
                    self.console.print(row)
                    row = Text(" " * 16)
                row.append(f" {tile.high}│{tile.low} " if tile is not None else " ?│? ", IVORY).append(" ")
            row.append(f" = {sum(tile.pips for tile in rack if tile is not None)}", "bold")
            self.console.print(row)

    def sheet(self, tally: Tally, cards: str = "", signed: Sequence[str] = ()) -> None:
        """The *tantera*: every line, the totals, the cards, who signed."""
        table = Table(title=self.words("Score sheet"), title_justify="left", box=None, header_style="dim")
        table.add_column("#", justify="right")
        table.add_column("")
        for side in tally.sides:
            table.add_column(side, justify="right")
        for row in tally.rows:
            nothing = "" if row.number is None else "—"
            points = [f"{more:+}" if more else nothing for more in row.points] or [""] * len(tally.sides)
            if row.number is not None:
                what = " · ".join(filter(None, (row.what, row.article)))
                table.add_row(str(row.number), Text(what), *points)
            else:  # a record begins with its article, as it was told
                what = " · ".join(filter(None, (f"{row.article} {row.what}".lstrip(), row.card)))
                table.add_row("└" if row.under else "", Text(what), *points, style="yellow")
        table.add_row("", self.words("total"), *map(str, tally.totals), style="bold")
        self.console.print(table)
        if cards:
            self.console.print(Text(cards, "yellow"))
        if signed:
            self.say("Signed: {names}", "dim", names=", ".join(signed))

    def refusal(self, refusal: Refusal) -> None:
        text = Text("   " + refusal.told(self.lang), "red")
        text.append(f"  {refusal.article}", "bold").append("  ?", "dim")
        self.console.print(text)

    def article(self, book: Book, article: str | None) -> None:
        """The text of an article and how we read it, or what this book says and which articles it has."""
        cited = book.find(article) if article else None
        if cited is None:
            if article:
                self.say("   found {answer}; expected an article of this book:", "red", answer=article)
            else:
                self.law(book)
            for line in articles_in_words(book, self.lang):
                self.console.print(Text(line, "dim"))
            self.say("  ? and one of these shows it", "dim")
            return
        self.console.print(Text(f"   {cited.id}  ", "bold").append(cited.text(self.lang), "not bold"))
        if cited.reading is not None:
            mark = f"   {translate(self.lang, 'How we read it')}: "
            self.console.print(Text(mark, "dim").append(cited.reading.text(self.lang), "not dim"))

    def help(self, book: Book) -> None:
        """What can be typed, and what this book says."""
        for line in keys_in_words(book, self.lang):
            self.console.print(Text(line, "dim"))
        self.law(book)

    def law(self, book: Book) -> None:
        first, *others = book_in_words(book, self.lang)
        self.console.print(Text(first, "bold"))
        for line in others:
            self.console.print(Text(line, "dim"))

    def heading(self, match: Match, title: str) -> None:
        names = " · ".join(f"{seat} {name}" for seat, name in enumerate(match.names, start=1))
        self.console.rule(Text(f"{title}  {match.book.name.text(self.lang)}  {match.book.options.limit}"), style="dim")
        self.console.print(Text(names, "dim"))


def numbered(view: View) -> dict[Tile, int]:
    """The tiles that can be played, numbered in the order they were lifted."""
    playable = {command.tile for command in view.options if isinstance(command, o.PlaceTile)}
    return {
        tile: number for number, tile in enumerate((t for t in view.mine if t in playable), start=1) if tile is not None
    }


def _cell(one: int, other: int, first: bool, last: bool) -> tuple[Text, Text, Text]:
    left, right = OPEN_END if first else IVORY, OPEN_END if last else IVORY
    if one == other:
        style = OPEN_END if first or last else IVORY
        return Text(f" {one} ", style), Text("───", style), Text(f" {other} ", style)
    middle = Text(f" {one}", left).append("│", IVORY).append(f"{other} ", right)
    return Text("     "), middle, Text("     ")


def show_hand_over(screen: Screen, ledger: Ledger, me: Seat) -> None:
    """Drawn after every hand, however it ended; what nobody knows is left out."""
    last = view(ledger.match, me)
    if last.chain is not None and last.chain.placements:
        screen.console.print()
        screen.chain(last.chain)
        screen.console.print()
    screen.count(last)
    counted = count(ledger, screen.lang, me)
    if counted is None:
        return
    heading = ", ".join(filter(None, (counted.heading, counted.second)))
    screen.console.print(Text(f"{heading} ({counted.article})" if counted.article else heading, "bold"))
    screen.console.print(_totals(screen, counted))
    _explain(screen, ledger, counted)


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


TOLD: Final = ("scoring", "next_opener", "tied_block", "boneyard")
"""The options that a player wants to know at the table."""
UNUSUAL: Final = {
    "block": "pair",
    "block_points": "as_won",
    "reset": "never",
    "turns": "to_the_right",
    "choose_opener": "before_dealing",
    "tied_worth": 1,
    "tied_worth_until": 0,
    "reserve": 0,
}
"""Those that a player wants to know where they are not as nearly everywhere."""


def keys_in_words(book: Book, lang: str) -> Iterator[str]:
    """What can be typed. A key that this book has no use for is not named."""

    def t(message: str) -> str:
        return translate(lang, message)

    yield t("  a number: plays the tile above it; with < or > you say the end (2>); 6-4 works too")
    keys = [t("p pass")]
    if may_draw(book):
        keys.append(t("r draw"))
    if book.customs.two_doubles_from_hand is not None:
        keys.append(t("d both doubles"))
    yield "  " + " · ".join(keys)
    yield t("  ▮ a tile you do not see · ● opened the hand · ◂ ▸ on which end a tile went")
    yield t("  hint: what the bots would play · u take back your last move")
    yield t("  t score sheet · ? rules · h help · q save and leave")


def may_draw(book: Book) -> bool:
    return book.options.boneyard != "none" or book.options.players < 4


def book_in_words(book: Book, lang: str) -> Iterator[str]:
    """The law of this table in a few lines: what it is played to, what a hand brings, bonuses."""
    law = law_in_words(book, lang)
    yield translate(lang, "{book}: to {limit}", book=law.name, limit=law.limit)
    for custom in law.customs:
        yield f"  {custom}"
    options = msgspec.to_builtins(book.options)
    for name in (*TOLD, *(one for one, usual in UNUSUAL.items() if options.get(one, usual) != usual)):
        value = value_in_words(f"options.{name}", options.get(name))
        told = value.told(lang) if isinstance(value, Phrase) else str(value)
        yield f"  {key_in_words(f'options.{name}').told(lang)}: {told}"
    for kind, points in msgspec.to_builtins(book.prize or {}).items():
        if points is not None:
            yield f"  {key_in_words(f'prize.{kind}').told(lang)}: {points}"
    for key, value in msgspec.to_builtins(book.points_in_play or {}).items():
        if value:
            said = value_in_words(f"points_in_play.{key}", value)
            told = said.told(lang) if isinstance(said, Phrase) else str(said)
            yield f"  {key_in_words(f'points_in_play.{key}').told(lang)}: {told}" + _cited(book.cites.in_play)
    for bonus in book.bonuses:
        yield f"  {bonus.rule.called.told(lang)}: {bonus_points(bonus).told(lang)}" + _cited(bonus.article)
    if book.options.false_thinking == "forbidden":
        forced = translate(lang, "  a turn with one thing to do only is played at once (forced)")
        yield forced + _cited(book.cites.clock)
    if book.comment_seconds is not None and book.cites.talk is not None:
        told = translate(lang, "   partners may comment for {seconds} s", seconds=book.comment_seconds)
        yield f"  {told.strip()}" + _cited(book.cites.talk)


def articles_in_words(book: Book, lang: str) -> Iterator[str]:
    """Every article of the book that is about the table, by its id and its title or its first words."""
    for article in book.articles:
        if "play" in article.ways:
            title = article.title.text(lang) if article.title is not None else _first_words(article.text(lang))
            yield f"  {article.id}  {title}"


def _first_words(text: str) -> str:
    sentence = text.split(". ")[0]
    return sentence if len(sentence) <= 60 else sentence[:57].rsplit(" ", 1)[0] + "…"


def _cited(article: str | None) -> str:
    return f" ({article})" if article else ""
