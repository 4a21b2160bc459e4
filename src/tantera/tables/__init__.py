"""A program-run table around a match: seats, presence, fair deals, talk, pauses, rematches. Pure, as `play`."""

from tantera.tables.agenda import Asked as Asked
from tantera.tables.agenda import bots_asked as bots_asked
from tantera.tables.agenda import next_time as next_time
from tantera.tables.door import act as act
from tantera.tables.door import settle as settle
from tantera.tables.events import read_event as read_event
from tantera.tables.fold import TableProgress as TableProgress
from tantera.tables.fold import opened as opened
from tantera.tables.fold import start_table as start_table
from tantera.tables.fold import unfold as unfold
from tantera.tables.orders import AnyTableOrder as AnyTableOrder
from tantera.tables.orders import BotAt as BotAt
from tantera.tables.people import open_table as open_table
from tantera.tables.permission import By as By
from tantera.tables.seen import Reader as Reader
from tantera.tables.settings import Settings as Settings
from tantera.tables.settings import Times as Times
from tantera.tables.state import TableState as TableState
from tantera.tables.talk import may_write as may_write
from tantera.tables.wire import joined as joined
from tantera.tables.wire import messages as messages
