"""A tournament and the one file that it is kept in."""

from tantera.tournament_file.backups import Unpacking, packed
from tantera.tournament_file.continuing import SUFFIX, Beside, beside, catch_up, free_name, take_over
from tantera.tournament_file.copies import Copied, Copies, copies, copies_elsewhere, make_copy, set_copies
from tantera.tournament_file.file import Answer, TournamentFile, answered, copy_answered, open_tournament, read_lines
from tantera.tournament_file.sample import write_sample
from tantera.tournament_file.streams import PHOTOS, STREAM, keep_photo, photo

__all__ = [
    "PHOTOS",
    "STREAM",
    "SUFFIX",
    "Answer",
    "Beside",
    "Copied",
    "Copies",
    "TournamentFile",
    "Unpacking",
    "answered",
    "beside",
    "catch_up",
    "copies",
    "copies_elsewhere",
    "copy_answered",
    "free_name",
    "keep_photo",
    "make_copy",
    "open_tournament",
    "packed",
    "photo",
    "read_lines",
    "set_copies",
    "take_over",
    "write_sample",
]
