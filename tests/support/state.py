"""Everything that commands leave behind, to be compared as a whole."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pymongo.database import Database

from tests.support.databases import collections_of
from tests.support.installation import Installation

State = tuple[dict[str, list[dict[str, Any]]], dict[str, bytes]]
"""The documents of all collections, and the content of all files below the ps directory."""


def state(installation: Installation) -> State:
    """Return all documents but those with a time of day, and all files below the ps directory."""
    return documents_of(installation.database, {"omissions"}), files_below(installation.ps)


def documents_of(
    database: Database[dict[str, Any]], without: Collection[str] = ()
) -> dict[str, list[dict[str, Any]]]:
    """Return the documents of all collections but some, except the record of the last run."""
    return {
        name: list(database[name].find({"_id": {"$ne": "last_run"}}).sort("_id"))
        for name in sorted(set(collections_of(database)) - set(without))
    }


def files_below(folder: Path) -> dict[str, bytes]:
    """Return the content of all files below a directory by their relative paths."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def differences(one: State, other: State) -> list[str]:
    """Return the collections and files that differ, by name."""
    (our_documents, our_files), (their_documents, their_files) = one, other
    return _differing(our_documents, their_documents) + _differing(our_files, their_files)


def _differing(ours: Mapping[str, object], theirs: Mapping[str, object]) -> list[str]:
    return [name for name in sorted({*ours, *theirs}) if ours.get(name) != theirs.get(name)]
