"""The papers of a fresh store, for other processes than the one that made it."""

from collections.abc import Iterator
from contextlib import contextmanager

from wildwood.errors import LockedError
from wildwood.settings import MongoSettings
from wildwood.store.connection import connect
from wildwood.store.fresh.fresh_store import NOT_JOURNALLED
from wildwood.store.fresh.swap import fresh_name
from wildwood.store.handles.collection import Handles


@contextmanager
def fresh_handles(settings: MongoSettings, mark: str) -> Iterator[Handles]:
    """Connect to the papers of the rebuild `mark`.

    Before each write, this checks that the rebuild still fills its collections: a process that was
    cut off must not create one of them again after they were renamed or dropped.

    Raises:
        StoreError: the database cannot be reached.
    """
    name = fresh_name("handles", mark)
    with connect(settings, None) as connection:

        def check_existence() -> None:
            if not connection.database.list_collection_names(filter={"name": name}):
                raise LockedError("The rebuild has ended; run wildwood_all again if it failed.")

        collection = connection.collection(name).with_options(write_concern=NOT_JOURNALLED)
        yield Handles(connection, collection, check_existence)
