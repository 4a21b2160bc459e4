"""Spreadsheets: entries in, results and standings out, as CSV that Excel and LibreOffice read and write."""

from tantera.tournament.sheets.entries import Understood as Understood
from tantera.tournament.sheets.entries import are_members as are_members
from tantera.tournament.sheets.entries import read_entries as read_entries
from tantera.tournament.sheets.entries import understood as understood
from tantera.tournament.sheets.excel import workbook as workbook
from tantera.tournament.sheets.text import KINDS as KINDS
from tantera.tournament.sheets.text import CsvError as CsvError
from tantera.tournament.sheets.text import entry_rows as entry_rows
from tantera.tournament.sheets.text import result_rows as result_rows
from tantera.tournament.sheets.text import standing_rows as standing_rows
from tantera.tournament.sheets.text import tables as tables
from tantera.tournament.sheets.text import text_of as text_of
from tantera.tournament.sheets.text import written as written
