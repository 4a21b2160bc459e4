"""A program-run table around a match: seats, presence, fair deals, talk, pauses, rematches. Pure, as `play`."""

from tantera.tables.agenda import Owed, agenda, due, next_time
from tantera.tables.asked import Asked, bots_asked
from tantera.tables.door import act, settle
from tantera.tables.events import AnyTableEvent, Audience, StreamEvent, TableEvent, TableOpened, What
from tantera.tables.fold import TableProgress, evolve, opened, start_table, unfold
from tantera.tables.log import read_event, read_stream, write_stream
from tantera.tables.narrator import TableNarrator
from tantera.tables.orders import AnyTableOrder, BotAt, TableOrder
from tantera.tables.people import code_hash, open_table
from tantera.tables.permission import By, Standing
from tantera.tables.seen import Reader, all_racks, eyes_of_all, eyes_on_the_match, seen
from tantera.tables.settings import Settings, Times
from tantera.tables.state import TableState
from tantera.tables.talk import may_write
from tantera.tables.telling import Listener, sheet_since, tell
from tantera.tables.view import TableView, table_view
from tantera.tables.wire import joined, messages

__all__ = [
    "AnyTableEvent",
    "AnyTableOrder",
    "Asked",
    "Audience",
    "BotAt",
    "By",
    "Listener",
    "Owed",
    "Reader",
    "Settings",
    "Standing",
    "StreamEvent",
    "TableEvent",
    "TableNarrator",
    "TableOpened",
    "TableOrder",
    "TableProgress",
    "TableState",
    "TableView",
    "Times",
    "What",
    "act",
    "agenda",
    "all_racks",
    "bots_asked",
    "code_hash",
    "due",
    "evolve",
    "eyes_of_all",
    "eyes_on_the_match",
    "joined",
    "may_write",
    "messages",
    "next_time",
    "open_table",
    "opened",
    "read_event",
    "read_stream",
    "seen",
    "settle",
    "sheet_since",
    "start_table",
    "table_view",
    "tell",
    "unfold",
    "write_stream",
]
