"""Entries from a spreadsheet: one row an entry, or one row a player of a pair.

::

    pareja;jugador 1;club 1;jugador 2;club 2;pagado          nombre,club,socio
    e1;Ana Pons;Sol;Biel Mas;Luna;40                         Ana Pons,Sol,sí

Headings may be in Spanish, Catalan or English. Where nobody gives ids they are numbered: ``e1``, ``p1``, …
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import count
from typing import Any, Final

from tantera.tournament.sheets.text import Row, decoded, rows
from tantera.words import Phrase, Problem
from tantera.words.guesses import one_of

HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "entry": ("entry", "pair", "inscripcion", "inscripcio", "pareja", "parella", "numero", "n", "no", "num"),
    "id": ("id", "player id", "codigo", "codi", "code", "licencia", "llicencia", "license", "licence", "dni"),
    "name": ("name", "player", "nombre", "nom", "jugador", "jugadora", "jugador a", "nombre y apellidos"),
    "club": ("club", "pena", "penya", "equipo", "equip", "team"),
    "member": ("member", "socio", "soci", "socia"),
    "guest_of": ("guest of", "guest", "invitado de", "invitado", "convidat de", "convidat"),
    "paid": ("paid", "pagado", "pagat", "cuota", "quota", "fee"),
}
"""What a column means, by its heading without accents, capitals and signs; ``jugador 2`` is the second of a pair."""

_OF_THE_ENTRY: Final = frozenset({"entry", "paid"})
_YES: Final = frozenset({"si", "s", "yes", "y", "true", "verdadero", "cert", "1", "x"})
_NO: Final = frozenset({"no", "n", "false", "falso", "fals", "0", ""})
_MOST_MISTAKES: Final = 20


class CsvError(Problem):
    """A line of a spreadsheet that cannot be an entry. `all` has every one of them."""

    code = "csv"

    def __init__(self, line: int, said: Phrase) -> None:
        super().__init__(Phrase("line {line}: {said}", line=line, said=said))
        self.line = line
        self.all: tuple[CsvError, ...] = (self,)


def read_entries(data: bytes, pairs: bool, taken: Collection[str] = ()) -> list[tuple[int, dict[str, Any]]]:
    """The `enter` orders that a CSV file stands for, each with its line. Ids that are `taken` are not given again.

    Raises `CsvError` with everything that is wrong; then nothing of the file should be entered.
    """
    try:
        table = list(rows(decoded(data)))
    except csv.Error as error:
        raise CsvError(1, Phrase("found no table ({reason}), expected CSV", reason=str(error))) from error
    if len(table) < 2:
        raise CsvError(1, Phrase("found no entry, expected a line of headings and one for each"))
    columns = _columns(table[0])
    reading = _Reading(columns, pairs, set(taken))
    for row in table[1:]:
        reading.take(row)
    return reading.done()


def _columns(heading: Row) -> list[tuple[str, int] | None]:
    """What each column says, and of which player of the row (0: the only one, 1, 2)."""
    known = {said: field for field, names in HEADINGS.items() for said in names}
    found: list[tuple[str, int] | None] = []
    for cell in heading.cells:
        words = _plain(cell)
        which = re.fullmatch(r"(.*?) ?([12])", words)
        field = known.get(words) or (known.get(which[1]) if which else None)
        if field is None and words:
            names = [name for names in HEADINGS.values() for name in names]
            raise CsvError(
                heading.line,
                Phrase(
                    "found the heading {found}, expected {expected}", found=repr(cell), expected=one_of(names, words)
                ),
            )
        number = int(which[2]) if which and words not in known and field not in _OF_THE_ENTRY else 0
        if field is not None and (field, number) in found:
            raise CsvError(heading.line, Phrase("found the heading {found} twice", found=repr(cell)))
        found.append(None if field is None else (field, number))
    if not any(column is not None and column[0] == "name" for column in found):
        raise CsvError(heading.line, Phrase("found no heading for the name, expected nombre, nom or name"))
    return found


def _plain(text: str) -> str:
    """Without accents, capitals and signs.

    >>> _plain("N.º"), _plain(" Inscripció "), _plain("Guest_of")
    ('n o', 'inscripcio', 'guest of')
    """
    letters = unicodedata.normalize("NFKD", text.casefold().replace("º", " o").replace("ª", " a"))
    kept = (" " if not letter.isalnum() else letter for letter in letters if not unicodedata.combining(letter))
    return " ".join("".join(kept).split())


class _Reading:
    """The entries so far, and what was wrong."""

    def __init__(self, columns: Sequence[tuple[str, int] | None], pairs: bool, taken: set[str]) -> None:
        self._columns, self._pairs, self._taken = columns, pairs, taken
        self._entries: dict[str, dict[str, Any]] = {}
        self._lines: dict[str, int] = {}
        self._mistakes: list[CsvError] = []
        self._players: dict[str, int] = {}

    def take(self, row: Row) -> None:
        try:
            self._take(row)
        except CsvError as error:
            self._mistakes.append(error)

    def done(self) -> list[tuple[int, dict[str, Any]]]:
        wanted = 2 if self._pairs else 1
        for entry, order in self._entries.items():
            if (found := len(order["players"])) != wanted and not self._mistakes:
                said = Phrase(
                    "found {found} players in {entry}, expected {expected}", found=found, entry=entry, expected=wanted
                )
                self._mistakes.append(CsvError(self._lines[entry], said))
        if self._mistakes:
            first = self._mistakes[0]
            first.all = tuple(self._mistakes[:_MOST_MISTAKES])
            raise first
        self._number()
        return [(self._lines[entry], order) for entry, order in self._entries.items()]

    def _take(self, row: Row) -> None:
        fields: dict[tuple[str, int], str] = {}
        for column, cell in zip(self._columns, row.cells, strict=False):
            if column is not None:
                fields[column] = cell
            elif cell:
                raise CsvError(row.line, Phrase("found {found} under no heading", found=repr(cell)))
        if any(row.cells[len(self._columns) :]):
            cells = len(row.cells)
            raise CsvError(
                row.line, Phrase("found {found} cells, expected {expected}", found=cells, expected=len(self._columns))
            )
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
        if paid := _amount(fields.get(("paid", 0), ""), row.line):
            order["paid"] = order.get("paid", 0) + paid

    def _number(self) -> None:
        """Ids for those who have none, past all that are taken."""
        orders = self._entries.values()
        taken = self._taken | {order["entry"] for order in orders} | self._players.keys()
        entries, players = free_ids("e", taken), free_ids("p", taken)
        for order in orders:
            if order["entry"].startswith("\x00"):
                order["entry"] = next(entries)
            for place, player in enumerate(order["players"]):
                order["players"][place] = player if "id" in player else {"id": next(players), **player}


def _player(fields: dict[tuple[str, int], str], number: int, line: int) -> dict[str, Any] | None:
    found = {
        field: cell for (field, of), cell in fields.items() if of == number and field not in _OF_THE_ENTRY and cell
    }
    if not found:
        return None
    if "name" not in found:
        raise CsvError(line, Phrase("found no name, expected one"))
    player: dict[str, Any] = {field: found[field] for field in ("id", "name", "club", "guest_of") if field in found}
    if "member" in found:
        said = _plain(found["member"])
        if said not in _YES | _NO:
            raise CsvError(line, Phrase("found {found}, expected yes or no", found=repr(found["member"])))
        player["member"] = said in _YES
    return player


def _amount(text: str, line: int) -> int:
    """
    >>> _amount("40", 2), _amount("40,00 €", 2), _amount("", 2)
    (40, 40, 0)
    """
    found = re.fullmatch(r"[$€]?\s*(\d{1,7})(?:[.,]0{1,2})?\s*[$€]?", text) if text else None
    if text and found is None:
        raise CsvError(line, Phrase("found {found}, expected a whole amount", found=repr(text)))
    return int(found[1]) if found else 0


def free_ids(letter: str, taken: Collection[str]) -> Iterator[str]:
    """``e1``, ``e2``, … without those that are taken."""
    return (name for number in count(1) if (name := f"{letter}{number}") not in taken)
