"""CSV as programs really write it: which letters, which separator."""

from __future__ import annotations

import csv
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import islice
from typing import Any, Final, NamedTuple

from tantera.tournament.export import export
from tantera.tournament.names import called
from tantera.tournament.presentation import Presentation
from tantera.tournament.roll import owes
from tantera.tournament.state import TournamentState
from tantera.tournament.telling import card_named
from tantera.words import Phrase, Problem, translate

SEPARATORS: Final = (";", "\t", ",")
"""The likeliest first: Excel writes what the computer's language calls a list separator."""

MOST_TITLE: Final = 10
"""Rows among which the headings are looked for: what the list is called may stand above them."""

MOST_COLUMNS: Final = 200
"""What stands to the right of them is not read: it is no list of people."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


class TextRow(NamedTuple):
    line: int
    """Where it begins in the file, from 1."""
    cells: list[str]


class CsvError(Problem):
    """A line of a spreadsheet that cannot be an entry. `all` has every one of them."""

    code = "csv"

    def __init__(self, line: int, sentence: Phrase) -> None:
        super().__init__(Phrase("line {line}: {said}", line=line, said=sentence))
        self.line = line
        self.all: tuple[CsvError, ...] = (self,)


class NoSheet(CsvError):
    """A file of another kind: it has no lines."""

    def __init__(self, sentence: Phrase) -> None:
        super().__init__(1, sentence)
        self.args = (sentence,)


_KINDS: Final = (
    (b"\xd0\xcf\x11\xe0", "an old Excel file (.xls), or one with a password"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"{\\rtf", "a document of a word processor"),
)
"""How files of other kinds begin that are sent for a list."""


def text_of(data: bytes) -> str:
    """The text of a file of entries: CSV in whatever letters, or an Excel workbook. `NoSheet` says what else it is."""
    if data.startswith(b"PK\x03\x04"):
        from tantera.tournament.sheets.workbook import NoWorkbook, workbook_text  # it reads zips and XML

        try:
            return workbook_text(data)
        except NoWorkbook:
            ours = b"opendocument.spreadsheet" in data[:200]
            raise _another("a LibreOffice file (.ods)" if ours else "a packed file that is no Excel workbook") from None
    for begins, kind in _KINDS:
        if data.startswith(begins):
            raise _another(kind)
    return decoded(data)


def _another(kind: str) -> NoSheet:
    return NoSheet(Phrase("found {kind}, expected Excel (.xlsx) or CSV: save it as one of them", kind=Phrase(kind)))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, UTF-16 with one, else what Excel calls ANSI, what
    MS-DOS wrote (CP850: old club programs still do) or an old Mac, whichever reads like names.

    >>> decoded("Muñoz".encode("cp1252")), decoded("Muñoz".encode("utf-8-sig")), decoded("MUÑOZ".encode("cp850"))
    ('Muñoz', 'Muñoz', 'MUÑOZ')
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        pass
    try:
        ansi = data.decode("cp1252")
    except UnicodeDecodeError:
        ansi = data.decode("latin-1")  # every byte is a letter there
    return max((ansi, data.decode("cp850"), data.decode("mac_roman")), key=_like_names)


_ACCENTED: Final = frozenset("áéíóúàèòïüñçÁÉÍÓÚÀÈÒÏÜÑÇ")
_SIGNS: Final = frozenset("ºª·¿¡€’–«»")


def _like_names(text: str) -> int:
    """How many letters are such as names here have, less those that are not: an accent in the wrong case is none."""
    score = 0
    for place, letter in enumerate(text):
        if letter.isascii():
            continue
        before, after = text[max(0, place - 1) : place], text[place + 1 : place + 2]
        odd = before.islower() if letter.isupper() else after.isupper()
        score += 1 if letter in _ACCENTED and not odd else 0 if letter in _SIGNS else -1
    return score


def rows(text: str) -> Iterator[TextRow]:
    """The rows that have something in them. The first one with any says the separator; ``sep=;`` above it is obeyed."""
    text = text.replace("\x00", "")
    first, _, rest = text.partition("\n")
    skipped = 0
    if first.strip().lower().startswith("sep=") and len(first.strip("\r\n")) == 5:
        separator, text, skipped = first[4], rest, 1
    else:
        lines = list(islice((line for line in text.splitlines() if line.strip()), MOST_TITLE))
        heading = next((line for line in lines if any(sign in line for sign in SEPARATORS)), "")
        tabs = sum("\t" in line for line in lines) * 2 > len(lines)  # a title above them may have a comma
        separator = "\t" if tabs else max(SEPARATORS, key=heading.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    began = 1
    for cells in reader:
        stripped = [cell.strip() for cell in cells[:MOST_COLUMNS]]
        if any(stripped):
            yield TextRow(began + skipped, stripped)
        began = reader.line_num + 1


def column(lang: str, word: str, **facts: object) -> str:
    """A heading. The catalogue has headings apart from other words: a bye rests in one place and is given in another.

    >>> column("en", "points_won"), column("es", "points_won"), column("ca", "seat {seat}", seat=2)
    ('points won', 'puntos ganados', 'seient 2')
    """
    return translate(lang, f"column: {word}", **facts).removeprefix("column: ").replace("_", " ")


def written(table: Iterable[Sequence[object]], *, excel: bool = False) -> bytes:
    """A table as CSV: commas and UTF-8; for Excel semicolons, a byte order mark and its line ends.

    A text that a spreadsheet would take for a formula gets an apostrophe: names come from strangers.

    >>> written([("nombre", "puntos"), ("Íñigo", -3), ("=1+1", 0)]).decode()
    "nombre,puntos\\nÍñigo,-3\\n'=1+1,0\\n"
    """
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=";" if excel else ",", lineterminator="\r\n" if excel else "\n")
    for row in table:
        writer.writerow([_safe(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig" if excel else "utf-8")


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else "" if cell is None else cell


Cells = list[list[object]]


def result_rows(event: Mapping[str, Any], names: Mapping[str, str], lang: str) -> Cells:
    """One row a table of every round, then one a bye."""
    most = max((len(table["seats"]) for round in event["rounds"] for table in round["tables"]), default=4)
    heading: list[object] = [column(lang, "round"), column(lang, "table")]
    heading += [column(lang, "seat {seat}", seat=seat) for seat in range(1, most + 1)]
    scores = 2 if not event["format"].startswith("alone") else most
    sides = ["1+3", "2+4"] if scores == 2 and most != 2 else [str(seat) for seat in range(1, most + 1)]
    heading += [column(lang, "points {side}", side=side) for side in sides]
    heading += [column(lang, "winner"), column(lang, "status"), column(lang, "absent")]
    rows: Cells = [heading]
    for round in event["rounds"]:
        for table in round["tables"]:
            seats, score = [names.get(player, player) for player in table["seats"]], table["score"] or []
            absent = ", ".join(names.get(player, player) for player in table["default"])
            played = [*_padded(seats, most), *_padded(score, len(sides))]
            status = column(lang, table["status"]) if table["status"] else ""
            rows.append([round["round"], table["table"], *played, table["winner"], status, absent])
        for bye in round["byes"]:
            cells = [names.get(bye, bye), *[""] * (most - 1), *[""] * len(sides), "", column(lang, "bye"), ""]
            rows.append([round["round"], "", *cells])
    return rows


def standing_rows(event: Mapping[str, Any], names: Mapping[str, str], lang: str) -> Cells:
    """One row an entry, in order, with every value that ranks it."""
    standings = event["standings"]
    values = list(dict.fromkeys(value for row in standings for value in row["values"]))
    grouped = any("group" in row for row in standings)
    heading: list[object] = [*([column(lang, "group")] if grouped else []), column(lang, "place")]
    heading += [column(lang, "entry"), column(lang, "name"), *(column(lang, value) for value in values)]
    rows: Cells = [heading]
    for row in standings:
        cells: list[object] = [row.get("group", "")] if grouped else []
        cells += [row["place"], row["entry"], names.get(row["entry"], row["entry"])]
        rows.append([*cells, *(row["values"].get(value, "") for value in values)])
    return rows


def entry_rows(state: TournamentState, lang: str) -> Cells:
    """One row a player, so that the import of another event reads them."""
    more = any(player.key or player.categories for entry in state.entries.values() for player in entry.players)
    words = ("entry", "id", "name", "club", "member", "guest of", "paid", *(("key", "categories") if more else ()))
    rows: Cells = [[column(lang, word) for word in words]]
    for entry in state.entries.values():
        for place, player in enumerate(entry.players):
            member = "" if player.member is None else column(lang, "yes" if player.member else "no")
            paid = entry.paid if place == 0 else 0
            cells: list[object] = [entry.entry, player.id, player.name, player.club, member, player.guest_of, paid]
            rows.append([*cells, *([player.key, ", ".join(player.categories or ())] if more else [])])
    return rows


def prize_rows(tournament: Presentation, names: Mapping[str, str], lang: str) -> Cells:
    """One row a prize: the place, in which category, whose it is, and what there is for it."""
    words = ("place", "category", "name", "amount", "trophy")
    rows: Cells = [[column(lang, word) for word in words]]
    rows += [[won.place, "", names[won.entry], won.amount, ""] for won in tournament.prizes]
    for won in tournament.awards:
        category = column(lang, "clubs") if won.award.clubs else won.award.category
        rows.append([won.award.place, category, won.club or names[won.entry], won.amount or "", won.award.trophy])
    return rows


def sanction_rows(tournament: Presentation, lang: str) -> Cells:
    """One row for all that was noted against somebody: points, a card, out."""
    words = ("round", "name", "article", "points off", "card")
    rows: Cells = [[column(lang, word) for word in words]]
    rows += [[fine.round, tournament.name(fine.player), fine.article, fine.points, ""] for fine in tournament.fines]
    for card in tournament.cards:
        name = card_named(tournament.state, card.card).told(lang)
        rows.append([card.round, tournament.name(card.player), card.article, "", name])
    for player, out in tournament.state.expelled.items():
        rows.append([out.round, tournament.name(player), out.article, "", column(lang, "expelled")])
    return rows


def fee_rows(state: TournamentState, names: Mapping[str, str], lang: str) -> Cells:
    """One row an entry: what was paid, and what is owed."""
    rows: Cells = [[column(lang, word) for word in ("entry", "name", "paid", "owes")]]
    return rows + [[one.entry, names[one.entry], one.paid, owes(state, one)] for one in state.entries.values()]


KINDS: Final = {
    "entries": "Entries",
    "standings": "Standings",
    "results": "Results",
    "prizes": "Prizes",
    "sanctions": "Cards and penalties",
    "fees": "Fees",
}
"""The tables of an event, and what they are called."""


def tables(tournament: Presentation, lang: str, kinds: Iterable[str] = KINDS) -> dict[str, Cells]:
    """The tables of an event by what they are of, with names that tell everybody apart."""
    known = called(tournament.state)
    players = {player: one.full for player, one in known.items()}
    entries = {key: " / ".join(players[one] for one in entry.ids) for key, entry in tournament.state.entries.items()}
    content = export(tournament, lang)
    makers: dict[str, Callable[[], Cells]] = {
        "results": lambda: result_rows(content, entries | players, lang),
        "standings": lambda: standing_rows(content, entries, lang),
        "entries": lambda: entry_rows(tournament.state, lang),
        "prizes": lambda: prize_rows(tournament, entries, lang),
        "sanctions": lambda: sanction_rows(tournament, lang),
        "fees": lambda: fee_rows(tournament.state, entries, lang),
    }
    return {kind: makers[kind]() for kind in kinds}


def _padded(cells: list[Any], wanted: int) -> list[Any]:
    return [*cells, *[""] * (wanted - len(cells))][:wanted]
