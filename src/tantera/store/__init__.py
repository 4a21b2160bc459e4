"""The append-only log: streams of events, durable before anybody hears of them."""

from tantera.store.blocking import BlockingStore as BlockingStore
from tantera.store.interface import Appended as Appended
from tantera.store.interface import Head as Head
from tantera.store.interface import Rewritten as Rewritten
from tantera.store.interface import State as State
from tantera.store.interface import Store as Store
from tantera.store.interface import Stored as Stored
from tantera.store.interface import Unwritable as Unwritable
from tantera.store.interface import Writable as Writable
from tantera.store.one_file import FileStore as FileStore
from tantera.store.one_file import open_store_file as open_store_file
from tantera.store.parts import StoreParts as StoreParts
from tantera.store.parts import open_parts as open_parts
from tantera.store.problems import Conflict as Conflict
from tantera.store.problems import NotRead as NotRead
from tantera.store.problems import NotSaved as NotSaved
from tantera.store.problems import StoreError as StoreError
from tantera.store.sql_store import SqlStore as SqlStore
from tantera.store.sql_store import open_store as open_store
from tantera.store.whole_files import copy_whole as copy_whole
