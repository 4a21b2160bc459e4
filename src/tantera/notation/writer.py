"""Documents as text: one canonical form. And commands as they would be written in a hand, and back."""

from __future__ import annotations

import re
from typing import Final

from tantera.notation import document as d
from tantera.notation.document import DoublesTurn, DrawTurn, OpeningTurn, PassTurnItem, PlaceTurn, Turn
from tantera.play import DrawTile, Hand, MoveOrder, PassTurn, PlaceDoubles, PlaceTile
from tantera.play.events import side_name
from tantera.rules import Seat
from tantera.tiles import Tile

WIDTH: Final = 100
"""Moves are wrapped here."""


def write(document: d.Document) -> str:
    """The text of a document.

    >>> print(write(d.Document((("Book", "san-juan"), ("Result", "*")), (d.HandText(1, 2, (0, 0)),))), end="")
    [Book "san-juan"]
    [Result "*"]
    <BLANKLINE>
    #1 o2 0-0
    """
    tags = [f"[{name} {quoted(value)}]" for name, value in document.tags]
    comments = [_comment(text) for text in document.comments]
    parts = ["\n".join((*tags, *comments)), *map(_hand, document.hands)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _hand(hand: d.HandText) -> str:
    lines = [f"#{hand.number} o{hand.opener} {write_score(hand.score, hand.alone)}"]
    line = ""
    for item in hand.items:
        token = write_item(item)
        if isinstance(item, d.Comment) and not isinstance(item, d.Note):
            lines.append(f"{line} {token}" if line else token)
            line = ""
        elif isinstance(item, d.DealItem | d.SeedItem | d.ResultItem):
            if line:
                lines.append(line)
            lines.append(token)
            line = ""
        elif line and len(line) + 1 + len(token) > WIDTH:
            lines.append(line)
            line = token
        else:
            line = f"{line} {token}" if line else token
    return "\n".join([*lines, line] if line else lines)


def write_score(score: tuple[int, ...], alone: bool) -> str:
    """``0-0`` for pairs, ``0/0/0/0`` by seat where each plays alone."""
    return ("/" if alone else "-").join(map(str, score))


def write_item(item: d.Item) -> str:
    """One item as its token."""
    match item:
        case d.Note(text=text):
            return f"{{%{text}}}"
        case d.Comment(text=text):
            return _comment(text)
        case d.DealItem(racks=racks):
            return "deal " + " ".join(f"{seat}:{write_rack(rack)}" for seat, rack in racks)
        case d.SeedItem(commitment=commitment, server=server, entropy=entropy):
            return " ".join(("seed", commitment, server, *(f"{seat}:{_plain(text)}" for seat, text in entropy)))
        case d.SeenItem(seat=seat, turn=turn):
            return f"{seat}!{write_item(turn)}"
        case d.ExposedItem(seat=seat, tile=tile):
            return f"^{seat}:{tile.code}"
        case d.RecordItem():
            return _record(item)
        case d.ResultItem():
            return _result(item)
        case d.Turn():
            scored = f"*{item.points}" if item.points is not None else ""
            return _turn(item) + scored + ("" if item.took is None else f"{{{write_seconds(item.took)}}}")
    raise TypeError(f"{item!r} is no item")


def write_rack(rack: tuple[Tile | None, ...]) -> str:
    return ".".join("??" if tile is None else tile.code for tile in rack)


def write_seconds(milliseconds: int) -> str:
    """
    >>> write_seconds(4100), write_seconds(9000), write_seconds(1234)
    ('4.1', '9.0', '1.234')
    """
    whole, rest = divmod(max(0, milliseconds), 1000)  # whatever a broken clock says, it can be read back
    return f"{whole}.{f'{rest:03}'.rstrip('0') or '0'}"


def quoted(text: str) -> str:
    """In quotes and on one line: a line break in a name becomes a space.

    >>> print(quoted('the "Club"'))
    "the \\"Club\\""
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def _plain(text: str) -> str:
    """As it is where that reads back, else in quotes."""
    return text if re.fullmatch(r"[\w+\-:._/]+", text, re.ASCII) else quoted(text)


def _comment(text: str) -> str:
    return f"; {text}" if text else ";"


def _turn(turn: d.Turn) -> str:
    match turn:
        case d.OpeningTurn(tile=tile):
            return tile.code
        case d.PlaceTurn(end=end, touching=touching, open=opened):
            return f"{end}{touching}{opened}"
        case d.DoublesTurn(left=left, right=right):
            return f"<{left}{left}&>{right}{right}"
        case d.PassTurnItem():
            return "-"
        case d.DrawTurn(tile=tile):
            return "+??" if tile is None else f"+{tile.code}"
    raise TypeError(f"{turn!r} is no turn")


def _record(record: d.RecordItem) -> str:
    words = [record.article]
    if record.seat is not None:
        words.append(f"seat={record.seat}")
    words += [f"{key}={quoted(value) if key in ('by', 'text') else _plain(value)}" for key, value in record.details]
    return f"[{' '.join(words)}]"


def _result(result: d.ResultItem) -> str:
    made = ("/" if result.alone else "-").join(map(str, result.made))
    return f"{_ending(result)} *{made}" if made else _ending(result)


def _ending(result: d.ResultItem) -> str:
    side = side_name(result.side) if result.side is not None else ""
    match result.how:
        case "domino":
            return f"= domino {side} {result.points:+}{_totals(result)}"
        case "block" if result.side is None:
            return f"= block tie{_totals(result)}"
        case "block":
            return f"= block {side} {result.points:+}{_totals(result)}"
        case "void":
            return f"= void {result.article}"
        case "lost":
            return f"= lost {side} {result.points:+} {result.article}"
        case "ruling":
            return f"= ruling {quoted(result.text)}"
        case "time":
            return "= time"
        case "limit":
            return f"= limit {side}"


def _totals(result: d.ResultItem) -> str:
    if not result.totals:
        return ""
    between = "/" if result.alone else "-"
    return f" ({between.join('-' if total is None else str(total) for total in result.totals)})"


def write_command(hand: Hand, command: MoveOrder) -> str:
    """The token of a command that is legal in this hand."""
    return write_item(turn_of(hand, command))


def turn_of(hand: Hand, command: MoveOrder) -> Turn:
    match command:
        case PlaceTile(tile=tile, end=end) if end is not None and hand.chain is not None:
            number = hand.chain.end(end)
            return PlaceTurn(end, number, tile.other(number))
        case PlaceTile(tile=tile):
            return OpeningTurn(tile)
        case PlaceDoubles(left=left, right=right):
            return DoublesTurn(left.low, right.low)
        case DrawTile():
            return DrawTurn(hand.boneyard[0])
        case PassTurn():
            return PassTurnItem()


def command_of(seat: Seat, turn: Turn) -> tuple[MoveOrder, Tile | None]:
    """What a written turn orders, and the tile that it says was drawn."""
    match turn:
        case OpeningTurn(tile=tile):
            return PlaceTile(seat, tile), None
        case PlaceTurn(end=end, touching=touching, open=opened):
            return PlaceTile(seat, Tile.of(touching, opened), end), None
        case DoublesTurn(left=left, right=right):
            return PlaceDoubles(seat, Tile.of(left, left), Tile.of(right, right)), None
        case DrawTurn(tile=tile):
            return DrawTile(seat), tile
        case _:
            return PassTurn(seat), None
