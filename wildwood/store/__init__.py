"""The memory of all past papers in MongoDB; the only place that knows pymongo."""

from wildwood.store.connection import Connection, connect
from wildwood.store.figures import Figures, LastRun
from wildwood.store.fresh import FreshStore
from wildwood.store.neologisms import Lesson, Neologisms
from wildwood.store.store import Store
from wildwood.store.swap import Swap

__all__ = [
    "Connection",
    "Figures",
    "FreshStore",
    "LastRun",
    "Lesson",
    "Neologisms",
    "Store",
    "Swap",
    "connect",
]
