"""A tournament and the one file that it is kept in."""

from tantera.tournament_file.continuing import Beside, beside, catch_up
from tantera.tournament_file.copies import Copied, Copies, copies, copies_elsewhere, make_copy, set_copies
from tantera.tournament_file.file import (
    Answer,
    TournamentFile,
    answered,
    copy_answered,
    open_tournament,
    read_lines,
    tournament_in,
)
from tantera.tournament_file.kept import (
    PREFIX,
    SUFFIX,
    KeptTournaments,
    TournamentFolder,
    Unpacking,
    kept_tournaments,
    take_over,
)
from tantera.tournament_file.sample import write_sample
from tantera.tournament_file.streams import PHOTOS, STREAM, keep_photo, photo

__all__ = [
    "PHOTOS",
    "PREFIX",
    "STREAM",
    "SUFFIX",
    "Answer",
    "Beside",
    "Copied",
    "Copies",
    "KeptTournaments",
    "TournamentFile",
    "TournamentFolder",
    "Unpacking",
    "answered",
    "beside",
    "catch_up",
    "copies",
    "copies_elsewhere",
    "copy_answered",
    "keep_photo",
    "kept_tournaments",
    "make_copy",
    "open_tournament",
    "photo",
    "read_lines",
    "set_copies",
    "take_over",
    "tournament_in",
    "write_sample",
]
