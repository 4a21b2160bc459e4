"""The append-only log: streams of events, durable before anybody hears of them."""

from tantera.store.interface import Appended, Head, Rewritten, State, Store, Stored, Unwritable, Writable
from tantera.store.one_file import FileStore, open_store_file
from tantera.store.opening import open_store
from tantera.store.problems import Conflict, NotSaved, StoreError
from tantera.store.sql_store import SqlStore
from tantera.store.whole_files import copy_whole

__all__ = [
    "Appended",
    "Conflict",
    "FileStore",
    "Head",
    "NotSaved",
    "Rewritten",
    "SqlStore",
    "State",
    "Store",
    "StoreError",
    "Stored",
    "Unwritable",
    "Writable",
    "copy_whole",
    "open_store",
    "open_store_file",
]
