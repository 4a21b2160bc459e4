"""Spreadsheets: entries in, results and standings out, as CSV that Excel and LibreOffice read and write."""

from tantera.tournament.sheets.entries import CsvError, Understood, are_members, read_entries, understood
from tantera.tournament.sheets.results import entry_rows, result_rows, standing_rows
from tantera.tournament.sheets.text import column, written

__all__ = [
    "CsvError",
    "Understood",
    "are_members",
    "column",
    "entry_rows",
    "read_entries",
    "result_rows",
    "standing_rows",
    "understood",
    "written",
]
