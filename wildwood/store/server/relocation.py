"""Move a private database to another version of MongoDB, which cannot read its data files."""

import shutil
from pathlib import Path
from typing import Any

import bson
import pymongo
from bson.codec_options import CodecOptions
from bson.raw_bson import RawBSONDocument
from pymongo.database import Database

from wildwood import interruption
from wildwood.atomic_write import sync_folder
from wildwood.errors import ServerError
from wildwood.settings import MongoSettings
from wildwood.store.connection import Document, connect
from wildwood.store.server.folders import MOVING, database_folder
from wildwood.store.server.mongod_program import version_of
from wildwood.store.server.private_server import only_user, server_of

_OF_THE_SERVER = ("admin", "config", "local")
"""Databases of the server itself."""
_RAW: CodecOptions[Any] = CodecOptions(document_class=RawBSONDocument)


def move_data(db: Path, old: Path, new: Path, settings: MongoSettings) -> Path:
    """Copy a private database to data files of another mongod, which then replace its own.

    Until all is copied, nothing changes; afterwards the old files are beside the new ones.

    Args:
        db: the directory of the database.
        old: the mongod that can read it.
        new: the mongod that is to read it.
        settings: how long to wait for the servers.

    Returns:
        The directory of the old data files.

    Raises:
        WildwoodError: one of the servers does not start, the disk is full, or another command uses
            the database. Nothing has changed.
    """
    with only_user(db) as folder:
        kept, moving = folder / f"data-{version_of(old)}", folder / MOVING
        if kept.exists():
            raise ServerError(f"{kept} is there already; move it away and run this command again.")
        shutil.rmtree(moving, ignore_errors=True)
        try:
            with (
                server_of(old, folder) as source,
                server_of(new, database_folder(moving)) as target,
            ):
                _copy_all(source, target, settings)
        except BaseException:
            shutil.rmtree(moving, ignore_errors=True)
            raise
        # If it is broken off between the two, the next command continues: see `database_folder`.
        (folder / "data").rename(kept)
        (moving / "data").rename(folder / "data")
        sync_folder(folder)
        shutil.rmtree(moving, ignore_errors=True)
    return kept


def _copy_all(source: Path, target: Path, settings: MongoSettings) -> None:
    """Copy all databases from a server to an empty one, known by their sockets."""
    with (
        connect(settings, source) as copied,
        connect(settings, target) as made,
        copied.translated_errors(),
        pymongo.timeout(None),
    ):
        from_client, to_client = copied.database.client, made.database.client
        for name in from_client.list_database_names():
            if name not in _OF_THE_SERVER:
                _copy_database(from_client[name], to_client[name])


def _copy_database(source: Database[Document], target: Database[Document]) -> None:
    """Copy all collections with their options, documents and indexes."""
    for found in list(source.list_collections(filter={"type": "collection"})):
        name = found["name"]
        target.command({"create": name, **found["options"]})
        documents = target.get_collection(name, write_concern=pymongo.WriteConcern(1, j=False))
        batches: Any = source[name].find_raw_batches()
        for batch in batches:
            interruption.check()
            read = bson.decode_all(batch, _RAW)
            documents.insert_many(read, ordered=False, bypass_document_validation=True)
        # With the documents in place, an index is sorted once.
        target.command("createIndexes", name, indexes=list(source[name].list_indexes()))
