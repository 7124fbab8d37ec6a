"""All past papers in MongoDB. The rest of the package sees no collection and no query."""

from wildwood.store.connection import Connection, connect, translated
from wildwood.store.figures import Figures, LastRun
from wildwood.store.fresh import FreshStore
from wildwood.store.store import Store
from wildwood.store.swap import Swap

__all__ = [
    "Connection",
    "Figures",
    "FreshStore",
    "LastRun",
    "Store",
    "Swap",
    "connect",
    "translated",
]
