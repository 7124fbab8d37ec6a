"""Store all past papers in MongoDB.

The rest of the package uses no collections and no queries, except for the stores of the extras
`language` and `extraction`.
"""

from wildwood.store.connection import Connection, connect, translated
from wildwood.store.fresh.fresh_store import FreshStore
from wildwood.store.fresh.swap import Swap
from wildwood.store.handles.documents import encoded_documents
from wildwood.store.issues.copies import earlier_copies
from wildwood.store.issues.figures import Figures, LastRun
from wildwood.store.store import Store

__all__ = [
    "Connection",
    "Figures",
    "FreshStore",
    "LastRun",
    "Store",
    "Swap",
    "connect",
    "earlier_copies",
    "encoded_documents",
    "translated",
]
