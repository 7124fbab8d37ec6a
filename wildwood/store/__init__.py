"""Store all past papers in MongoDB.

The rest of the package uses no collections and no queries, except for the stores of the extras
`language` and `extraction`.
"""

from wildwood.store.connection import Connection, connect, translated
from wildwood.store.documents import encoded_documents
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
    "encoded_documents",
    "translated",
]
