"""A program-run table around a match: seats, presence, fair deals, talk, pauses, rematches. Pure, as `play`."""

from tantera.tables.agenda import Asked, bots_asked, next_time
from tantera.tables.door import act, settle
from tantera.tables.events import read_event
from tantera.tables.fold import TableProgress, opened, start_table, unfold
from tantera.tables.orders import AnyTableOrder, BotAt
from tantera.tables.people import open_table
from tantera.tables.permission import By
from tantera.tables.seen import Reader
from tantera.tables.settings import Settings, Times
from tantera.tables.state import TableState
from tantera.tables.talk import may_write
from tantera.tables.wire import joined, messages

__all__ = [
    "AnyTableOrder",
    "Asked",
    "BotAt",
    "By",
    "Reader",
    "Settings",
    "TableProgress",
    "TableState",
    "Times",
    "act",
    "bots_asked",
    "joined",
    "may_write",
    "messages",
    "next_time",
    "open_table",
    "opened",
    "read_event",
    "settle",
    "start_table",
    "unfold",
]
