"""A tournament and the one file that it is kept in."""

from tantera.event_file.answers import answered, copy_answered
from tantera.event_file.copies import Copied, Copies, copies, make_copy, set_copies
from tantera.event_file.file import STREAM, Answer, EventFile, open_event, read_lines
from tantera.event_file.sample import write_sample

__all__ = [
    "STREAM",
    "Answer",
    "Copied",
    "Copies",
    "EventFile",
    "answered",
    "copies",
    "copy_answered",
    "make_copy",
    "open_event",
    "read_lines",
    "set_copies",
    "write_sample",
]
