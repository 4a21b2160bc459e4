"""The append-only log: streams of events, durable before anybody hears of them."""

from tantera.store.blocking import BlockingStore
from tantera.store.interface import Appended, Head, Rewritten, State, Store, Stored, Unwritable, Writable
from tantera.store.one_file import FileStore, open_store_file
from tantera.store.opening import open_parts, open_store
from tantera.store.parts import StoreParts
from tantera.store.problems import Conflict, NotRead, NotSaved, StoreError
from tantera.store.sql_store import SqlStore
from tantera.store.whole_files import copy_whole

__all__ = [
    "Appended",
    "BlockingStore",
    "Conflict",
    "FileStore",
    "Head",
    "NotRead",
    "NotSaved",
    "Rewritten",
    "SqlStore",
    "State",
    "Store",
    "StoreError",
    "StoreParts",
    "Stored",
    "Unwritable",
    "Writable",
    "copy_whole",
    "open_parts",
    "open_store",
    "open_store_file",
]
