"""DGN text → document. Tolerant of white space and line breaks, strict about meaning; raises nothing but `DgnError`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Literal, NamedTuple, NoReturn, cast

from tantera.notation import document as d
from tantera.notation.errors import DgnError, Where, Words
from tantera.notation.judge import Judged, judge
from tantera.notation.values import KNOWN, OPEN, flipped, parse_values
from tantera.play.events import Side
from tantera.rules import Books, Seat, built_in_books
from tantera.tiles import End, Tile
from tantera.words import Phrase

Kind = Literal["comment", "bracket", "string", "clock", "totals", "equals", "word", "end"]


class Token(NamedTuple):
    kind: Kind
    text: str
    where: Where


_QUOTED: Final = r'"(?:[^"\\\n]|\\["\\])*"'
_TOKEN: Final = re.compile(
    rf"""(?P<space>\s+)
    |;(?P<comment>[^\n]*)
    |(?P<bracket>\[(?:[^\[\]"\n]|{_QUOTED})*\])
    |(?P<string>{_QUOTED})
    |(?P<clock>\{{[^{{}}\n]*\}})
    |(?P<totals>\([^()\n]*\))
    |(?P<equals>=)
    |(?P<word>[^\s;\[\]"{{}}()=]+)
    """,
    re.VERBOSE,
)


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, and one ``end``. Anything else, such as a bracket left open, is an error."""
    breaks = [match.start() for match in re.finditer("\n", text)]

    def place(offset: int) -> Where:
        line = bisect_right(breaks, offset - 1)
        return Where(line + 1, offset - (breaks[line - 1] if line else -1))

    offset = 0
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            found = text[offset : offset + 20].splitlines()[0]
            expected = Phrase("a bracket, brace or quote that is closed on the same line")
            raise DgnError(place(offset), found, expected)
        kind = cast(Kind, match.lastgroup)
        if match["space"] is None:
            yield Token(kind, match[kind], place(offset))
        offset = match.end()
    yield Token("end", "the end of the text", place(len(text)))


def unquoted(text: str) -> str:
    """The text between quotes, without its escapes."""
    return re.sub(r"\\(.)", r"\1", text[1:-1])


QUOTED: Final = _QUOTED


MOST_CHARACTERS: Final = 5_000_000
"""A longer text is no match."""

LAST_HAND: Final = 9999
"""No match has more."""

MOST_TAGS: Final = 1000
"""More tags say nothing of a match."""

MOST_ITEMS: Final = 1000
"""More moves, records and comments are no hand."""

_MOVE: Final = "a move: 65, <54, >63, -, <55&>33 or +35"
_RESULT: Final = "domino, block, void, lost, ruling, time or limit"
_MADE: Final = "what each side made in play, like *12-7, or *12/7/0 by seat"
_VALUES: Final = "values after a move, like {{%v -3.2±0.8 >63:0 <54:-3.2}}"
_POINTS: Final = "points like *3, right after a tile that scored them"


def read(text: str) -> d.Document:
    """The document of a text.

    >>> read('[Book "san-juan"] #1 o1 0-0 = domino 3 +41').hands[0].result
    ResultItem(how='domino', side=(3,), points=41, totals=(), article='', text='', alone=False, made=())
    """
    if len(text) > MOST_CHARACTERS:
        found = Phrase("{count} characters", count=len(text))
        raise DgnError(Where(1, 1), found, Phrase("at most {most}", most=MOST_CHARACTERS))
    if broken := re.search("[\ud800-\udfff]", text):
        before = text[: broken.start()]
        where = Where(before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise DgnError(where, broken[0], Phrase("a text in UTF-8"))
    return _Reader(text.removeprefix("\ufeff")).document()


class _Reader:
    """A cursor over the tokens."""

    def __init__(self, text: str) -> None:
        self.tokens = list(tokens(text))
        self.next = 0

    # --- the cursor

    @property
    def token(self) -> Token:
        return self.tokens[self.next]

    def take(self, kind: Kind, expected: str) -> Token:
        token = self.token
        if token.kind != kind:
            self.fail(token, expected)
        self.next += 1
        return token

    def matching(self, pattern: str, expected: str) -> tuple[re.Match[str], Where]:
        """The next word, which must look like this."""
        token = self.take("word", expected)
        match = re.fullmatch(pattern, token.text, re.ASCII)
        if match is None:
            self.fail(token, expected)
        return match, token.where

    def fail(self, token: Token, expected: str, **facts: object) -> NoReturn:
        """`expected` is an English sentence, its gaps are filled with the facts."""
        written = token.text if token.kind != "comment" else ";" + token.text
        found: Words = written if len(written) <= 60 else written[:57] + "…"
        if token.kind == "end":
            found = Phrase("the end of the text")
        raise DgnError(token.where, found, Phrase(expected, **facts))

    # --- the file

    def document(self) -> d.Document:
        tags: list[tuple[str, str, Where]] = []
        seen: set[str] = set()
        comments: list[str] = []
        while self.token.kind in ("bracket", "comment"):
            if self.token.kind == "comment":
                comments.append(self.token.text.strip())
            else:
                if len(tags) == MOST_TAGS:
                    self.fail(self.token, "at most {most} tags", most=MOST_TAGS)
                tags.append(self.tag(self.token, seen))
                seen.add(tags[-1][0])
            self.next += 1
        if self.token.kind != "end" and not self.token.text.startswith("#"):
            self.fail(self.token, 'a tag like [Book "san-juan"] or a hand like #1 o1 0-0')
        if "Book" not in seen:
            self.fail(self.token, 'a tag [Book "…"] before the first hand')
        hands = []
        while self.token.kind != "end":
            hands.append(self.hand())
        ordered = d.in_order(tags)
        return d.Document(
            tuple((name, value) for name, value, _ in ordered),
            tuple(hands),
            tuple(comments),
            tuple(where for _, _, where in ordered),
        )

    def tag(self, token: Token, seen: set[str]) -> tuple[str, str, Where]:
        match = re.fullmatch(rf"\[\s*(\w+)\s+({QUOTED})\s*\]", token.text)
        if match is None:
            self.fail(token, 'a tag like [Book "san-juan"]')
        if match[1] in seen and match[1] in d.ONCE:
            self.fail(token, "one tag {name} only", name=match[1])
        return match[1], unquoted(match[2]), token.where

    # --- a hand

    def hand(self) -> d.HandText:
        if re.fullmatch(r"#\d{5,}", self.token.text, re.ASCII):
            self.fail(self.token, "a hand of a match: they are numbered #1 to #{last}", last=LAST_HAND)
        number, where = self.matching(r"#(\d{1,4})", "a hand like #1")
        opener, _ = self.matching(r"o([1-4])", "the opener, o1 to o4")
        written, _ = self.matching(r"-?\d{1,7}(-)-?\d{1,7}|-?\d{1,7}(?:/-?\d{1,7}){1,3}", "the score, 0-0 or 0/0/0/0")
        alone = written[1] is None
        score = tuple(map(int, written[0].split("/") if alone else re.findall(r"(?:^|(?<=\d)-)(-?\d+)", written[0])))
        items: list[d.Item] = []
        over = revealed = False
        while self.token.kind != "end" and not self.token.text.startswith("#"):
            if over and self.token.kind != "comment" and self.token.text != "seed":
                self.fail(self.token, "the next hand, #n: nothing but a seed stands after a result")
            if revealed and self.token.kind not in ("comment", "equals") and self.token.text != "seed":
                self.fail(self.token, "the result or the next hand, #n: a seed stands after the hand")
            if len(items) == MOST_ITEMS:
                self.fail(self.token, "at most {most} items in a hand", most=MOST_ITEMS)
            if self.token.kind == "clock" and self.token.text.startswith("{%"):
                items.append(self.note(items))
                continue
            if self.token.kind == "clock":
                self.clock(items)
                continue
            if self.token.kind == "word" and self.token.text.startswith("*"):
                self.scored(items)
                continue
            items.append(self.item(items))
            over = over or isinstance(items[-1], d.ResultItem)
            revealed = revealed or isinstance(items[-1], d.SeedItem)
        high_low = _written_high_low(items)
        ordered = tuple(map(_flipped, items)) if high_low else tuple(items)
        return d.HandText(int(number[1]), int(opener[1]), score, alone, ordered, where=where, flipped=high_low)

    def item(self, items: list[d.Item]) -> d.Item:
        token = self.token
        match token.kind:
            case "comment":
                self.next += 1
                return d.Comment(token.text.strip(), where=token.where)
            case "bracket":
                self.next += 1
                return self.record(token)
            case "equals":
                self.next += 1
                return self.result(token.where)
            case "word":
                self.next += 1
                return self.word(token, items)
        self.fail(token, _MOVE)

    def word(self, token: Token, items: list[d.Item]) -> d.Item:
        if token.text == "deal":
            if any(isinstance(item, d.Turn | d.SeenItem | d.ExposedItem | d.DealItem) for item in items):
                self.fail(token, "one deal, before the first move")
            return self.deal(token.where)
        if token.text == "seed":
            if any(isinstance(item, d.SeedItem) for item in items):
                self.fail(token, "one seed a hand")
            return self.seed(token.where)
        if exposed := re.fullmatch(r"\^([1-4]):(\d\d)", token.text, re.ASCII):
            return d.ExposedItem(int(exposed[1]), Tile.parse(exposed[2]), where=token.where)
        if seen := re.fullmatch(r"([1-4])!(.+)", token.text, re.ASCII):
            turn = self.turn(token, seen[2])
            if not isinstance(turn, d.OpeningTurn | d.PlaceTurn | d.PassTurnItem) or turn.points is not None:
                self.fail(token, "a placement or a pass after the seat and !")
            return d.SeenItem(int(seen[1]), turn, where=token.where)
        return self.turn(token, token.text)

    def scored(self, items: list[d.Item]) -> None:
        """Points that stand apart from their move, as after its clock."""
        last, token = items[-1] if items else None, self.token
        match, _ = self.matching(r"\*(\d{1,4})", _POINTS)
        if not isinstance(last, d.OpeningTurn | d.PlaceTurn) or last.points is not None:
            self.fail(token, _POINTS)
        items[-1] = replace(last, points=int(match[1]))

    def turn(self, token: Token, text: str) -> d.Turn:
        where = token.where
        if scored := re.fullmatch(r"(.+)\*(\d{1,4})", text, re.ASCII):
            turn = self.turn(token, scored[1])
            if not isinstance(turn, d.OpeningTurn | d.PlaceTurn) or turn.points is not None:
                self.fail(token, _POINTS)
            return replace(turn, points=int(scored[2]))
        if text == "-":
            return d.PassTurnItem(where=where)
        if re.fullmatch(r"\d\d", text, re.ASCII):
            return d.OpeningTurn(Tile.parse(text), where=where, written=text)
        if placed := re.fullmatch(r"([<>])(\d)(\d)", text, re.ASCII):
            return d.PlaceTurn(End(placed[1]), int(placed[2]), int(placed[3]), where=where)
        if re.fullmatch(r"\+(\d\d|\?\?)", text, re.ASCII):
            return d.DrawTurn(None if text == "+??" else Tile.parse(text[1:]), where=where)
        if doubles := re.fullmatch(r"([<>])(\d)\2&([<>])(\d)\4", text, re.ASCII):
            ends = {doubles[1]: int(doubles[2]), doubles[3]: int(doubles[4])}
            if len(ends) == 2:
                return d.DoublesTurn(ends["<"], ends[">"], where=where)
        self.fail(token, _MOVE)

    def note(self, items: list[d.Item]) -> d.Note:
        """A comment for programs: what we do not understand is kept as it is, and of what we do the form is checked."""
        token = self.take("clock", _VALUES)
        text = " ".join(token.text[2:-1].split())
        moved = next((item for item in reversed(items) if not isinstance(item, d.Comment)), None)
        is_ours = text.split(" ", 1)[0] in (KNOWN, OPEN)
        if is_ours and (parse_values(text) is None or not isinstance(moved, d.Turn | d.SeenItem)):
            self.fail(token, _VALUES)
        return d.Note(text, where=token.where)

    def clock(self, items: list[d.Item]) -> None:
        token = self.take("clock", "seconds like {4.1}")
        match = re.fullmatch(r"\{\s*(\d{1,7}(?:\.\d{1,9})?)\s*\}", token.text, re.ASCII)
        last = items[-1] if items else None
        took = None if match is None else round(float(match[1]) * 1000)
        if took is None or took > d.LONGEST:  # that is so once rounded: it could be written and not read again
            self.fail(token, "seconds like {4.1}")
        if isinstance(last, d.Turn) and last.took is None:
            items[-1] = replace(last, took=took)
        elif isinstance(last, d.SeenItem) and last.turn.took is None:
            items[-1] = replace(last, turn=replace(last.turn, took=took))
        else:
            self.fail(token, "one clock, right after a move")

    def deal(self, where: Where) -> d.DealItem:
        racks: dict[Seat, tuple[Tile | None, ...]] = {}
        expected = "racks like 1:00.04.12 2:??.13"
        while self.token.kind == "word" and re.match(r"\d:", self.token.text, re.ASCII):
            token = self.token
            rack, _ = self.matching(r"([0-4]):((?:\d\d|\?\?)(?:\.(?:\d\d|\?\?))*)?", expected)
            seat = int(rack[1])
            if seat in racks:
                self.fail(token, "one rack for seat {seat}", seat=seat)
            tiles = rack[2].split(".") if rack[2] else []
            racks[seat] = tuple(None if tile == "??" else Tile.parse(tile) for tile in tiles)
        if not racks:
            self.fail(self.token, expected)
        in_turn_order = sorted(racks.items(), key=lambda rack: rack[0] or 5)
        return d.DealItem(tuple(in_turn_order), where=where)

    def seed(self, where: Where) -> d.SeedItem:
        commitment, _ = self.matching(r"(?:[0-9A-Fa-f]{2}){1,64}", "the commitment in hex")
        server, _ = self.matching(r"(?:[0-9A-Fa-f]{2}){1,128}", "the server's seed in hex")
        entropy: list[tuple[Seat, str]] = []
        while self.token.kind == "word" and (match := re.fullmatch(r"([1-4]):(\S*)", self.token.text)):
            if int(match[1]) in dict(entropy):
                self.fail(self.token, "every seat once")
            self.next += 1
            added = match[2] or unquoted(self.take("string", "what that seat added, in quotes if not plain").text)
            entropy.append((int(match[1]), added))
        return d.SeedItem(commitment[0], server[0], tuple(entropy), where=where)

    def record(self, token: Token) -> d.RecordItem:
        inside = token.text[1:-1]
        words = re.findall(rf"([^\s\"=]+)(?:=({QUOTED}|[^\s\"=]*))?", inside)
        shape = rf"\s*[^\s\"=]+(?:\s+[^\s\"=]+=(?:{QUOTED}|[^\s\"=]+))*\s*"
        if not re.fullmatch(shape, inside):
            self.fail(token, "a record like [TG-14.8 seat=2 chose=continue]")
        details = [(key, unquoted(value) if value.startswith('"') else value) for key, value in words[1:]]
        keys = [key for key, _ in details]
        if len(set(keys)) != len(keys):
            self.fail(token, "every key once")
        seat = dict(details).get("seat")
        if seat is not None and not re.fullmatch("[1-4]", seat, re.ASCII):
            self.fail(token, "seat=1 to seat=4")
        rest = tuple((key, value) for key, value in details if key != "seat")
        return d.RecordItem(words[0][0], int(seat) if seat else None, rest, where=token.where)

    # --- how it ended

    def result(self, where: Where) -> d.ResultItem:
        item = self.ending(where)
        if self.token.kind != "word" or not self.token.text.startswith("*"):
            return item
        token = self.token
        made, _ = self.matching(r"\*(\d{1,5}(?:-\d{1,5}|(?:/\d{1,5}){1,3}))", _MADE)
        alone = "/" in made[1]
        if item.totals and item.alone != alone:
            self.fail(token, _MADE)
        return replace(item, made=tuple(map(int, re.split("[-/]", made[1]))), alone=alone)

    def ending(self, where: Where) -> d.ResultItem:
        token = self.take("word", _RESULT)
        match token.text:
            case "domino":
                side = self.side(r"[1-4]", "the seat that went out")
                points = self.points()
                totals, alone = self.totals()
                return d.ResultItem("domino", side, points, totals, alone=alone, where=where)
            case "block":
                if self.token.text == "tie":
                    self.next += 1
                    totals, alone = self.totals()
                    return d.ResultItem("block", totals=totals, alone=alone, where=where)
                side, points = self.side(), self.points()
                totals, alone = self.totals()
                return d.ResultItem("block", side, points, totals, alone=alone, where=where)
            case "void":
                return d.ResultItem("void", article=self.article(), where=where)
            case "lost":
                return d.ResultItem("lost", self.side(), self.points(), article=self.article(), where=where)
            case "ruling":
                text = unquoted(self.take("string", 'the ruling in quotes, "…"').text)
                return d.ResultItem("ruling", text=text, where=where)
            case "time":
                return d.ResultItem("time", where=where)
            case "limit":
                return d.ResultItem("limit", self.side(), where=where)
        self.fail(token, _RESULT)

    def side(self, pattern: str = r"1\+3|2\+4|[1-4]", expected: str = "a side: 1+3, 2+4 or a seat") -> Side:
        match, _ = self.matching(pattern, expected)
        return tuple(map(int, match[0].split("+")))

    def points(self) -> int:
        match, _ = self.matching(r"\+?(\d{1,7})", "points like +41")
        return int(match[1])

    def article(self) -> str:
        return self.matching(r"\S{1,40}", "the article")[0][0]

    def totals(self) -> tuple[tuple[int | None, ...], bool]:
        if self.token.kind != "totals":
            return (), False
        token = self.take("totals", "totals")
        inside = re.sub(r"\s", "", token.text[1:-1])
        if re.fullmatch(r"\d{1,5}-\d{1,5}", inside, re.ASCII):
            return tuple(map(int, inside.split("-"))), False
        if re.fullmatch(r"(?:\d{1,5}|-)(?:/(?:\d{1,5}|-)){1,3}", inside, re.ASCII):
            return tuple(None if total == "-" else int(total) for total in inside.split("/")), True
        self.fail(token, "totals like (67-59), or (10/0/-/31) by seat")


def _written_high_low(items: list[d.Item]) -> bool:
    """Whether the opening tile names the ends the other way round: documents have its low number on the left."""
    opening = next((item for item in items if isinstance(item, d.OpeningTurn)), None)
    if opening is None:
        opening = next((i.turn for i in items if isinstance(i, d.SeenItem) and isinstance(i.turn, d.OpeningTurn)), None)
    return opening is not None and opening.written > opening.tile.code


def _flipped(item: d.Item) -> d.Item:
    match item:
        case d.PlaceTurn(end=end):
            return replace(item, end=end.other)
        case d.DoublesTurn(left=left, right=right):
            return replace(item, left=right, right=left)
        case d.SeenItem(turn=d.PlaceTurn(end=end) as turn):
            return replace(item, turn=replace(turn, end=end.other))
        case d.Note(text=text) if parse_values(text) is not None:
            return replace(item, text=flipped(text))
    return item


def judge_file(data: bytes, books: Books = built_in_books, source: str = "dgn") -> Judged:
    """The judged match of a file, or the `DgnError` that says where in it something cannot be right.

    `source` is what the file is called. A mark of the byte order, as some editors write it, is passed over.

    >>> judge_file(b'[Book "san-juan"]', source="final.dgn").match.score
    (0, 0)
    """
    try:
        return judge(read(decoded(data, source)), books)
    except DgnError as error:
        raise error.in_file(source) from None


def decoded(data: bytes, source: str = "dgn") -> str:
    """The text of a file, or the `DgnError` that says which byte of it is none of UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        where = Where(before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        found = Phrase("the byte {byte}", byte=f"{data[error.start]:#04x}")
        raise DgnError(where, found, "UTF-8", source=source) from None
