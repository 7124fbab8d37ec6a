"""The state of an installation, which tests bring back instead of making it again."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.installation import Installation

_Documents = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Snapshot:
    """All documents and files of an installation."""

    installation: Installation
    documents: _Documents
    files: Path
    """A copy of the installation's directory."""

    def restore(self) -> Installation:
        """Bring the installation back to this state, and return it."""
        database = self.installation.database
        names = set(database.list_collection_names())
        missing = set(self.documents) - names
        if missing:
            raise RuntimeError(f"The test dropped {missing} with their indexes.")
        for name in names - set(self.documents):
            database.drop_collection(name)
        for name, documents in self.documents.items():
            database[name].delete_many({})
            if documents:
                database[name].insert_many(documents)
        shutil.rmtree(self.installation.home)
        shutil.copytree(self.files, self.installation.home)
        return self.installation


def snapshot(installation: Installation, folder: Path) -> Snapshot:
    """Take a snapshot; `folder` must not exist."""
    database = installation.database
    documents = {name: list(database[name].find()) for name in database.list_collection_names()}
    shutil.copytree(installation.home, folder)
    return Snapshot(installation, documents, folder)
