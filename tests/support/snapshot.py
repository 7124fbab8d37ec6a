"""The state of an installation, which tests copy instead of making it again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.support.databases import MIGRATIONS, collections_of
from tests.support.installation import Installation
from tests.support.state import files_below


@dataclass(frozen=True)
class Snapshot:
    """All documents and files of an installation, except its configuration and its schema."""

    documents: dict[str, list[dict[str, Any]]]
    files: dict[str, bytes]

    def copy_to(self, installation: Installation) -> Installation:
        """Bring an installation to this state, and return it."""
        installation.empty()
        for path in installation.us.iterdir():
            path.unlink()
        database = installation.database
        for name in set(collections_of(database)) - set(self.documents) - {MIGRATIONS}:
            database.drop_collection(name)
        for name, documents in self.documents.items():
            if documents:
                database[name].insert_many(documents)
        for name, data in self.files.items():
            path = installation.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return installation


def snapshot(installation: Installation) -> Snapshot:
    """Take a snapshot."""
    database, files = installation.database, files_below(installation.home)
    del files[installation.config.name]
    names = set(collections_of(database)) - {MIGRATIONS}
    return Snapshot({name: list(database[name].find()) for name in names}, files)


_BUILT: dict[Callable[[Installation], None], Snapshot] = {}


def built(installation: Installation, build: Callable[[Installation], None]) -> Installation:
    """Bring a new installation to the state in which a function leaves one.

    The function is called once; later installations get a copy of what it left.
    """
    if build in _BUILT:
        return _BUILT[build].copy_to(installation)
    build(installation)
    _BUILT[build] = snapshot(installation)
    return installation
