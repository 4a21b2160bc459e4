"""Spreadsheets: entries in, results and standings out, as CSV that Excel and LibreOffice read and write."""

from tantera.tournament.sheets.entries import Understood, are_members, read_entries, understood
from tantera.tournament.sheets.results import entry_rows, result_rows, standing_rows
from tantera.tournament.sheets.text import CsvError, text_of, written

__all__ = [
    "CsvError",
    "Understood",
    "are_members",
    "entry_rows",
    "read_entries",
    "result_rows",
    "standing_rows",
    "text_of",
    "understood",
    "written",
]
