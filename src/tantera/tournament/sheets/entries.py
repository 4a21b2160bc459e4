"""Entries from a spreadsheet: one row an entry, or one row a player of a pair.

::

    pareja;jugador 1;club 1;jugador 2;club 2;pagado          nombre,club,socio
    e1;Ana Pons;Sol;Biel Mas;Luna;40                         Ana Pons,Sol,sí

Headings may be in Spanish, Catalan or English, with the title of the list above them. Where nobody gives ids they are
numbered: ``e1``, ``p1``, … A guest may name the member who brings them. Rows that were copied without their headings
are read by their order (`understood`).
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, Final

from msgspec import Struct

from tantera.tournament.names import a_line, plain, spoken
from tantera.tournament.sheets.text import MOST_TITLE, CsvError, TextRow, rows, text_of
from tantera.tournament.state import Entry
from tantera.words import Phrase
from tantera.words.guesses import close_to, one_of

HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "entry": ("entry", "pair", "inscripcion", "inscripcio", "pareja", "parella", "numero", "n", "no", "n o", "num"),
    "id": ("id", "player id", "codigo", "codi", "code", "licencia", "llicencia", "license", "licence", "dni"),
    "name": (
        "name", "player", "nombre", "nom", "jugador", "jugadora", "jugador a", "nombre y apellidos", "nom i cognoms",
        "apellidos y nombre", "cognoms i nom", "full name",
    ),
    "surname": ("surname", "surnames", "apellidos", "apellido", "cognoms", "cognom", "last name"),
    "club": (
        "club", "pena", "penya", "equipo", "equip", "team", "pueblo", "poble", "poblacion", "poblacio", "localidad",
        "localitat", "ciudad", "ciutat", "town",
    ),
    "member": ("member", "socio", "soci", "socia"),
    "guest_of": ("guest of", "guest", "invitado de", "invitado", "convidat de", "convidat"),
    "key": (
        "key", "clave", "clau", "n o federativo", "numero federativo", "num federatiu", "numero federatiu",
        "federation number",
    ),
    "categories": ("categories", "category", "categoria", "categorias"),
    "short": ("short", "short name", "nombre corto", "nom curt", "apodo", "malnom"),
    "paid": ("paid", "pagado", "pagat", "cuota", "quota", "fee"),
}  # fmt: skip
"""What a column means, by its heading without accents, capitals and signs; ``jugador 2`` is the second of a pair."""
_EXPECTED: Final = ("nombre", "apellidos", "club", "socio", "invitado de", "pagado", "pareja", "código")
"""The headings that are named to whoever writes another one."""

_OF_THE_ENTRY: Final = frozenset({"entry", "paid"})
_YES: Final = frozenset({"si", "s", "yes", "y", "true", "verdadero", "cert", "1", "x"})
_NO: Final = frozenset({"no", "n", "false", "falso", "fals", "0", ""})
_PAID: Final = _YES - {"1"} | {"paid", "pagado", "pagada", "pagat"}
_UNPAID: Final = _NO | {"pendiente", "pendent"}
"""What stands for the whole fee and for nothing; figures are amounts."""
_MOST_MISTAKES: Final = 20
_AMOUNT: Final = re.compile(r"[$€]?\s*(\d{1,7})(?:[.,]0{1,2})?\s*[$€]?")
_MONEY: Final = re.compile(r"[$€]?\s*\d{1,7}(?:[.,]\d{1,3})*\s*[$€]?")
"""What is meant for an amount, cents and thousands too: it is no club."""


class SheetLine(Struct, frozen=True):
    """A row of a sheet, and what it was taken for."""

    line: int
    cells: list[str]
    order: dict[str, Any] | None
    """The `enter` order; None where it is wrong, in already, or belongs to the entry of a row above."""
    mistake: CsvError | None = None
    already: str = ""
    """The entry that it is about, where those people have entered."""


class Understood(Struct, frozen=True):
    """What became of a sheet, row by row."""

    columns: list[tuple[str, int] | None]
    """What each column was taken for: a field, and of which player of the row (0: the only one, 1, 2)."""
    headings: bool
    """Whether the first row said so; otherwise it was guessed."""
    unused: list[str]
    """Columns that say nothing about an entry, by their heading or by what stands in them first: telephones, notes."""
    lines: list[SheetLine]

    @property
    def mistakes(self) -> list[CsvError]:
        return [line.mistake for line in self.lines if line.mistake is not None]

    @property
    def orders(self) -> list[tuple[int, dict[str, Any]]]:
        return [(line.line, line.order) for line in self.lines if line.order is not None]


def read_entries(
    data: bytes,
    pairs: bool,
    taken: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    *,
    members: bool = False,
    fee: int = 0,
) -> list[tuple[int, dict[str, Any]]]:
    """The `enter` orders that a CSV file with headings stands for, each with its line. Ids that are `taken` are not
    given again; `names` are the players whom the event has, ids by plain name, for whose guest somebody is; `members`
    is somebody's word that everybody of whom the file says nothing else is a member; who has paid, by a yes, has paid
    the `fee`.

    Raises `CsvError` with everything that is wrong; then nothing of the file should be entered.
    """
    table = _table(text_of(data))
    if len(table) < 2:
        raise CsvError(1, Phrase("found no entry, expected a line of headings and one for each"))
    title = _title(table)
    columns = _columns(table[title], pairs, strict=True)
    read = _read(table[title + 1 :], columns, pairs, taken, names or {}, fee=fee, strict=True)
    sheet = Understood(columns, True, [], read)
    if members:
        are_members(sheet)
    if sheet.mistakes:
        first = sheet.mistakes[0]
        first.all = tuple(sheet.mistakes[:_MOST_MISTAKES])
        raise first
    return sheet.orders


def are_members(sheet: Understood) -> None:
    """Everybody of whom the sheet says neither that they are a member nor whose guest they are is one."""
    for _, order in sheet.orders:
        for player in order["players"]:
            if "guest_of" not in player:
                player.setdefault("member", True)


def understood(
    text: str,
    pairs: bool,
    taken: Collection[str] = (),
    names: Mapping[str, str] | None = None,
    entered: Collection[Entry] = (),
    most: int | None = None,
    fee: int = 0,
) -> Understood:
    """The same of rows that somebody has pasted, every row with its mistake; headings may be missing, and columns that
    are of no use are left out, for whoever pasted them sees it before anybody is entered. Of a list that is pasted
    again the rows of those who have `entered` say so; a row whose number is somebody else's by now gets another one.

    Raises `CsvError` only where there is no table at all, none with names, or one of more rows than `most`.
    """
    table = _table(text, most)
    if not table:
        raise CsvError(1, Phrase("found nothing, expected one row for each"))
    table = table[_title(table) :]
    headings = _are_headings(table)
    rows_below = table[1:] if headings else table
    if not rows_below:
        raise CsvError(1, Phrase("found no entry, expected a line of headings and one for each"))
    columns = _columns(table[0], pairs, strict=False) if headings else _guessed(rows_below, pairs)
    read = _read(rows_below, columns, pairs, taken, names or {}, entered, fee=fee, strict=False)
    first = [
        next((row.cells[at] for row in table if at < len(row.cells) and row.cells[at]), "")
        for at in range(len(columns))
    ]
    unused = [heading for heading, column in zip(first, columns, strict=True) if column is None and heading]
    return Understood(columns, headings, unused, read)


def _table(text: str, most: int | None = None) -> list[TextRow]:
    try:
        table = list(rows(text) if most is None else islice(rows(text), most + 2))  # the headings, and one too many
    except csv.Error as error:
        raise CsvError(1, Phrase("found no table ({reason}), expected CSV", reason=str(error))) from error
    if most is not None and len(table) > most + 1:
        raise CsvError(1, Phrase("found more than {most} rows", most=most))
    return table


def _read(
    table: Sequence[TextRow],
    columns: list[tuple[str, int] | None],
    pairs: bool,
    taken: Collection[str],
    names: Mapping[str, str],
    entered: Collection[Entry] = (),
    *,
    fee: int,
    strict: bool,
) -> list[SheetLine]:
    reading = _Reading(columns, pairs, set(taken), names, fee=fee, strict=strict)
    for row in table:
        reading.take(row)
    return reading.done(entered)


_KNOWN: Final = {said: field for field, names in HEADINGS.items() for said in names}


def _meaning(cell: str) -> tuple[str, int] | None:
    """What a heading says, and of which player of the row."""
    words = plain(cell)
    which = re.fullmatch(r"(.*?) ?([12])", words)
    field = _KNOWN.get(words) or (_KNOWN.get(which[1]) if which else None)
    if field is None:
        return None
    return field, int(which[2]) if which and words not in _KNOWN and field not in _OF_THE_ENTRY else 0


def _are_headings(table: Sequence[TextRow]) -> bool:
    """Whether the first row says what the columns are. «Jugador 1» above «Jugador 2» is somebody's name."""
    heads = [_meaning(cell) for cell in table[0].cells]
    below = [_meaning(cell) for cell in table[1].cells] if len(table) > 1 else []
    named = any(a is not None and b is not None and a[0] == b[0] == "name" for a, b in zip(heads, below, strict=False))
    return any(meaning is not None for meaning in heads) and not named


def _title(table: Sequence[TextRow]) -> int:
    """How many rows stand above the headings: what the list is called, a date. A row of which a cell says that names
    stand below it has the headings; nothing stands above where there is none."""
    for above, row in enumerate(table[:MOST_TITLE]):
        meanings = [meaning for cell in row.cells if (meaning := _meaning(cell)) is not None]
        if len(meanings) > 1 and any(field == "name" for field, _ in meanings) and _are_headings(table[above:]):
            return above
    return 0


def _guessed(table: Sequence[TextRow], pairs: bool) -> list[tuple[str, int] | None]:
    """Columns without headings: a number if all have one, then name and club; of a pair both; then what was paid."""
    width = max(len(row.cells) for row in table)
    cells = [[row.cells[at] if at < len(row.cells) else "" for row in table] for at in range(width)]
    filled = [at for at in range(width) if any(cells[at])]
    columns: list[tuple[str, int] | None] = [None] * width
    if len(filled) > 1 and all(cell.isdecimal() for cell in cells[filled[0]]):
        columns[filled.pop(0)] = ("entry", 0)
    if len(filled) > (2 if pairs else 1) and all(_MONEY.fullmatch(cell) for cell in cells[filled[-1]] if cell):
        columns[filled.pop()] = ("paid", 0)
    of_pair = [("name", 1), ("club", 1), ("name", 2), ("club", 2)]
    if not pairs:
        meanings = [("name", 0), ("club", 0)]
    else:
        meanings = of_pair if len(filled) > 3 else [("name", 1), ("name", 2), ("club", 0)]
    for at, meaning in zip(filled, meanings, strict=False):
        columns[at] = meaning
    return columns


def _columns(heading: TextRow, pairs: bool, *, strict: bool) -> list[tuple[str, int] | None]:
    """What each column says, and of which player of the row (0: the only one, 1, 2). A heading that nobody knows, or
    that says again what another one says, is refused or its column left out; in a row of a pair one that stands there
    twice is of the one and of the other."""
    meanings = [_meaning(cell) for cell in heading.cells]
    for twice in {one for one in meanings if pairs and one is not None and meanings.count(one) == 2}:
        field, number = twice
        if number == 0 and field not in _OF_THE_ENTRY:
            first = meanings.index(twice)
            second = meanings.index(twice, first + 1)
            meanings[first], meanings[second] = (field, 1), (field, 2)
    columns: list[tuple[str, int] | None] = []
    for cell, meaning in zip(heading.cells, meanings, strict=True):
        words = plain(cell)
        if meaning is None and words and strict:
            known = list(dict.fromkeys(filter(None, (close_to(words, _KNOWN), *_EXPECTED))))
            sentence = Phrase(
                "found the heading {found}, expected {expected}", found=repr(cell), expected=one_of(known, words)
            )
            raise CsvError(heading.line, sentence)
        if meaning is not None and meaning in columns and strict:
            raise CsvError(heading.line, Phrase("found the heading {found} twice", found=repr(cell)))
        columns.append(meaning if meaning not in columns else None)
    if not any(column is not None and column[0] == "name" for column in columns):
        raise CsvError(heading.line, Phrase("found no heading for the name, expected nombre, nom or name"))
    return columns


class _Reading:
    """The entries so far, and what was wrong."""

    def __init__(
        self,
        columns: Sequence[tuple[str, int] | None],
        pairs: bool,
        taken: set[str],
        names: Mapping[str, str],
        *,
        fee: int,
        strict: bool,
    ) -> None:
        self._columns, self._pairs, self._taken, self._names = columns, pairs, taken, names
        self._fee = fee
        self._strict = strict
        """Whether a cell that no heading explains is a mistake; otherwise it is left out."""
        self._entries: dict[str, dict[str, Any]] = {}
        self._lines: dict[str, int] = {}
        """Where each entry begins."""
        self._rows: list[TextRow] = []
        self._mistakes: dict[int, CsvError] = {}
        """By line."""
        self._players: dict[str, int] = {}

    def take(self, row: TextRow) -> None:
        self._rows.append(row)
        try:
            self._take(row)
        except CsvError as error:
            self._mistakes[row.line] = error

    def done(self, entered: Collection[Entry]) -> list[SheetLine]:
        wanted = 2 if self._pairs else 1
        wrong_rows = bool(self._mistakes)  # a row that could not be read may be the partner who is missing
        for entry, order in self._entries.items():
            if (count := len(order["players"])) != wanted and not (wrong_rows and entry[:1] != "\x00"):
                sentence = Phrase(
                    "found one player in {entry}, expected {expected}"
                    if count == 1
                    else "found {found} players in {entry}, expected {expected}",
                    found=count,
                    entry=entry.replace("\x00", "n.º "),
                    expected=wanted,
                )
                line = self._lines[entry]
                self._mistakes.setdefault(line, CsvError(line, sentence))
        already = {self._lines[entry]: count for entry, count in already_in(self._entries, entered).items()}
        new = {entry: order for entry, order in self._entries.items() if self._lines[entry] not in already}
        self._number(new)
        begins = {self._lines[entry]: order for entry, order in new.items()}
        return [
            SheetLine(
                row.line,
                row.cells,
                begins.get(row.line) if row.line not in self._mistakes else None,
                self._mistakes.get(row.line),
                already.get(row.line, ""),
            )
            for row in self._rows
        ]

    def _take(self, row: TextRow) -> None:
        fields: dict[tuple[str, int], str] = {}
        for column, cell in zip(self._columns, row.cells, strict=False):
            if column is not None:
                fields[column] = cell
            elif cell and self._strict:
                raise CsvError(row.line, Phrase("found {found} under no heading", found=repr(cell)))
        if any(row.cells[len(self._columns) :]):
            cells = len(row.cells)
            raise CsvError(
                row.line, Phrase("found {found} cells, expected {expected}", found=cells, expected=len(self._columns))
            )
        if ("name", 0) not in fields:
            _of_both(fields, row.line)
        players = [player for number in (0, 1, 2) if (player := _player(fields, number, row.line)) is not None]
        if not players:
            raise CsvError(row.line, Phrase("found no name, expected one"))
        for player in players:
            if "id" in player and (before := self._players.setdefault(player["id"], row.line)) != row.line:
                raise CsvError(
                    row.line, Phrase("found the id {id} again, after line {before}", id=player["id"], before=before)
                )
        entry = fields.get(("entry", 0), "") or f"\x00{row.line}"  # numbered when it is known which are taken
        order = self._entries.setdefault(entry, {"order": "enter", "entry": entry, "players": []})
        if entry in self._lines and not self._pairs:
            before = self._lines[entry]
            raise CsvError(
                row.line, Phrase("found the entry {entry} again, after line {before}", entry=entry, before=before)
            )
        self._lines.setdefault(entry, row.line)
        order["players"] += players
        paid = fields.get(("paid", 0), "")
        if plain(paid) in _PAID and self._fee:
            order["paid"] = self._fee
        elif plain(paid) not in _UNPAID and (amount := _amount(paid, row.line, self._fee)):
            order["paid"] = order.get("paid", 0) + amount

    def _number(self, new: dict[str, dict[str, Any]]) -> None:
        """Ids for those who have none, past all that are taken."""
        orders = new.values()
        taken = self._taken | {order["entry"] for order in orders} | self._players.keys()
        entries, players = free_ids("e", taken), free_ids("p", taken)
        for order in orders:
            if order["entry"].startswith("\x00") or (order["entry"] in self._taken and not self._strict):
                order["entry"] = next(entries)
            for place, player in enumerate(order["players"]):
                order["players"][place] = player if "id" in player else {"id": next(players), **player}
        self._find_hosts(new)

    def _find_hosts(self, new: dict[str, dict[str, Any]]) -> None:
        """Whose guest somebody is may be told by name."""
        everybody = [player for order in new.values() for player in order["players"]]
        ids = {player["id"] for player in everybody} | self._taken
        names = {**self._names, **{plain(player["name"]): player["id"] for player in everybody}}
        for entry, order in new.items():
            for player in order["players"]:
                host = player.get("guest_of")
                if host is None or host in ids:
                    continue
                player["guest_of"] = names.get(plain(host), host)
                if player["guest_of"] == host and " " in host:  # no id: somebody meant a name
                    line = self._lines[entry]
                    sentence = Phrase(
                        "found nobody called {name}, whose guest {player} is", name=host, player=player["name"]
                    )
                    self._mistakes.setdefault(line, CsvError(line, sentence))


def _of_both(fields: dict[tuple[str, int], str], line: int) -> None:
    """What a row with two players says once is of both: the club, whether they are members, whose guests they are (but
    nobody is their own guest). An id or a surname is somebody's."""
    for field in ("club", "member", "guest_of", "categories", "id", "surname", "key", "short"):
        text = fields.pop((field, 0), "")
        if text and field in ("id", "surname", "key", "short"):
            raise CsvError(line, Phrase("found {found}, expected one for each player: {field} 1, {field} 2",
                                        found=repr(text), field=field))  # fmt: skip
        for number in (1, 2) if text else ():
            if field != "guest_of" or plain(text) != plain(fields.get(("name", number), "")):
                fields[field, number] = fields.get((field, number)) or text


_PLAIN: Final = ("id", "name", "club", "guest_of", "key", "short")


def _player(fields: dict[tuple[str, int], str], number: int, line: int) -> dict[str, Any] | None:
    cells = {
        field: text
        for (field, of), cell in fields.items()
        if of == number and field not in _OF_THE_ENTRY and (text := a_line(cell))
    }
    if not cells:
        return None
    if "name" not in cells:
        raise CsvError(line, Phrase("found no name, expected one"))
    player: dict[str, Any] = {field: cells[field] for field in _PLAIN if field in cells}
    if "categories" in cells:
        player["categories"] = [one for part in cells["categories"].split(",") if (one := a_line(part))]
    if "surname" in cells:
        player["name"] = f"{cells['name']} {cells['surname']}"
    if "member" in cells:
        word = plain(cells["member"])
        if word not in _YES | _NO:
            raise CsvError(line, Phrase("found {found}, expected yes or no", found=repr(cells["member"])))
        player["member"] = word in _YES
    return player


def _amount(text: str, line: int, fee: int) -> int:
    amount = amount_of(text)
    if amount is None and plain(text) in _PAID and not fee:
        sentence = "found {found} for what was paid, but the tournament has no fee: write the amount"
        raise CsvError(line, Phrase(sentence, found=repr(text)))
    if amount is None:
        raise CsvError(line, Phrase("found {found}, expected a whole amount", found=repr(text)))
    return amount


def amount_of(text: str) -> int | None:
    """An amount of money as people write it; None where it is none, or has cents: fees are whole figures here.

    >>> amount_of("40"), amount_of("40,00 €"), amount_of(""), amount_of("20,50"), amount_of("1.250")
    (40, 40, 0, None, None)
    """
    matched = _AMOUNT.fullmatch(text.strip())
    return int(matched[1]) if matched else None if text.strip() else 0


def free_ids(letter: str, taken: Collection[str]) -> Iterator[str]:
    """``e1``, ``e2``, … without those that are taken."""
    return (name for number in count(1) if (name := f"{letter}{number}") not in taken)


class _Person(Struct, frozen=True, order=True):
    """What tells people of two lists apart."""

    name: str
    club: str
    id: str
    """Empty where the list gives none."""


def already_in(orders: Mapping[str, dict[str, Any]], entered: Collection[Entry]) -> dict[str, str]:
    """The entry that each `enter` order of a sheet stands for, by the order's key; who is new has none.

    The same people are those of the same names and clubs, or of a club that only one of the two lists tells. An entry
    is one row only: of two namesakes in a list of whom one has entered, the other is new. An id that the sheet gives
    has to be theirs.
    """
    left: dict[tuple[str, ...], list[tuple[str, list[_Person]]]] = defaultdict(list)
    for entry in entered:
        people = sorted(_person(player.name, player.club, player.id) for player in entry.players)
        left[_names(people)].append((entry.entry, people))
    rows = {
        key: sorted(_person(one["name"], one.get("club"), one.get("id", "")) for one in order["players"])
        for key, order in orders.items()
    }
    known: dict[str, str] = {}
    for exact in (True, False):
        for key, people in rows.items():
            namesakes = left.get(_names(people), [])
            same = next((namesake for namesake in namesakes if _are_same(people, namesake[1], exact=exact)), None)
            if key not in known and same is not None:
                namesakes.remove(same)
                known[key] = same[0]
    return known


def _person(name: str, club: str | None, id: str) -> _Person:
    return _Person(plain(spoken(name)), plain(club or ""), id)


def _names(people: list[_Person]) -> tuple[str, ...]:
    return tuple(person.name for person in people)


def _are_same(listed: list[_Person], entered: list[_Person], *, exact: bool) -> bool:
    """`exact`: of the same clubs. Otherwise one of the two may leave its club out."""
    return all(
        one.id in ("", other.id) and (one.club == other.club or (not exact and not (one.club and other.club)))
        for one, other in zip(listed, entered, strict=True)
    )
