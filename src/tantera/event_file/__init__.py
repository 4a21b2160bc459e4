"""A tournament and the one file that it is kept in."""

from tantera.event_file.answers import answered, copy_answered
from tantera.event_file.backups import Unpacking, packed
from tantera.event_file.continuing import SUFFIX, Beside, beside, catch_up, free_name, take_over
from tantera.event_file.copies import Copied, Copies, copies, copies_elsewhere, make_copy, set_copies
from tantera.event_file.file import Answer, EventFile, open_event, read_lines
from tantera.event_file.photos import PHOTOS, keep_photo, photo
from tantera.event_file.sample import write_sample
from tantera.event_file.streams import STREAM

__all__ = [
    "PHOTOS",
    "STREAM",
    "SUFFIX",
    "Answer",
    "Beside",
    "Copied",
    "Copies",
    "EventFile",
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
    "open_event",
    "packed",
    "photo",
    "read_lines",
    "set_copies",
    "take_over",
    "write_sample",
]
