"""Reaching MongoDB, and its errors in sentences that show no password."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote_plus

import pymongo
from pymongo import MongoClient, uri_parser
from pymongo.collection import Collection
from pymongo.cursor import Cursor
from pymongo.database import Database
from pymongo.errors import (
    AutoReconnect,
    ConfigurationError,
    CursorNotFound,
    DuplicateKeyError,
    InvalidName,
    InvalidURI,
    PyMongoError,
)

from wildwood.config import URI_VARIABLE
from wildwood.errors import ConfigError, StoreError
from wildwood.settings import MongoSettings

Document = dict[str, Any]
Result = TypeVar("Result")

_SRV = "mongodb+srv://"
_RETRY_PAUSE_S = 0.25
_BRIEF_S = 0.5
_AS_LONG_AS_IT_TAKES = 0
"""A timeout of an operation; a server that is gone is noticed all the same."""
_HEARTBEAT_S = 1
"""A server that is cut off answers nobody and closes nothing: only a heartbeat that fails to come
for this long and `connect_timeout_s` more ends what waits for it."""
_CURSORS = 5
"""Cursors that may be lost one after the other within `timeout_s`."""


@dataclass(frozen=True, slots=True)
class Connection:
    """An open database, the server's name for messages, and its patience."""

    database: Database[Document]
    server: str
    timeout_s: float

    def collection(self, name: str) -> Collection[Document]:
        """The collection of that name."""
        return self.database[name]

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Turn the driver's errors into ours.

        Raises:
            StoreError: in place of any error of pymongo's.
        """
        try:
            yield
        except DuplicateKeyError:
            raise
        except PyMongoError as error:
            raise StoreError(self._sentence(error)) from error

    @staticmethod
    @contextmanager
    def briefly() -> Iterator[None]:
        """Let what is done meanwhile wait for MongoDB but a moment.

        For what is good to do and can be left, when MongoDB has been waited for already.
        """
        with pymongo.timeout(_BRIEF_S):
            yield

    def repeated(self, operation: Callable[[], Result], *, long: bool = False) -> Result:
        """Do something idempotent again after a failover, until `timeout_s` is over.

        A long operation may take its time; only what it is out of reach for counts.
        """
        deadline = None if long else time.monotonic() + self.timeout_s
        with pymongo.timeout(_AS_LONG_AS_IT_TAKES if long else self.timeout_s):
            while True:
                try:
                    return operation()
                except PyMongoError as error:
                    deadline = deadline or time.monotonic() + self.timeout_s
                    _pause_or_raise(error, deadline)

    def found(
        self, collection: Collection[Document], query: Document, fields: Document | None = None
    ) -> Iterator[Document]:
        """The documents that a query finds, each once.

        The driver does not ask again where a server is lost between two portions; so after
        a failover the query is put anew, and what was given already is passed over.
        """
        given: set[Any] = set()
        deadline = time.monotonic() + self.timeout_s
        while True:
            try:
                for document in self._portions(collection.find(query, fields)):
                    deadline = time.monotonic() + self.timeout_s
                    if document["_id"] not in given:
                        given.add(document["_id"])
                        yield document
            except PyMongoError as error:
                _pause_or_raise(error, deadline)
            else:
                return

    def _portions(self, cursor: Cursor[Document]) -> Iterator[Document]:
        """What a cursor gives.

        It is bound to the server that began it and waits for that one to come back. After
        the first portion, that is cut short, so that there is time to ask another one.
        """
        patience = self.timeout_s
        while True:
            with pymongo.timeout(patience):
                document = next(cursor, None)
            if document is None:
                return
            yield document
            patience = self.timeout_s / _CURSORS

    def _sentence(self, error: PyMongoError) -> str:
        if _is_passing(error):
            return f"MongoDB at {self.server} did not answer within {self.timeout_s:g} s."
        reason = str(error).partition(", full error: ")[0]
        return f"MongoDB at {self.server} refused: {reason}."


@contextmanager
def connect(settings: MongoSettings, socket: Path | None) -> Iterator[Connection]:
    """Open the database by the settings' URI, or on a private server's socket.

    Raises:
        ConfigError: the URI or the database's name is no good.
        StoreError: no server answers within `connect_timeout_s`, or it lets us not in.
    """
    uri = settings.uri if socket is None else f"mongodb://{quote_plus(str(socket))}"
    server = _server_name(uri) if socket is None else "the private server"
    with _closing(_client(uri, server, settings)) as client:
        try:
            database = client[settings.database]
        except InvalidName as error:
            raise ConfigError(f"mongodb.database is no database name: {error}.") from error
        _greet(client, server, settings)
        yield Connection(database, server, settings.timeout_s)


@contextmanager
def _closing(client: MongoClient[Document]) -> Iterator[MongoClient[Document]]:
    """Close the client afterwards; it takes its leave of a server that is there only."""
    try:
        yield client
    finally:
        with Connection.briefly():
            client.close()


def _client(uri: str, server: str, settings: MongoSettings) -> MongoClient[Document]:
    with _uri_errors():
        try:
            return MongoClient(
                uri,
                serverSelectionTimeoutMS=settings.timeout_s * 1000,
                timeoutMS=settings.timeout_s * 1000,
                connectTimeoutMS=settings.connect_timeout_s * 1000,
                heartbeatFrequencyMS=_HEARTBEAT_S * 1000,
                w="majority",
                journal=True,
                appname="wildwood",
            )
        except ConfigurationError as error:
            if not uri.startswith(_SRV):
                raise
            raise StoreError(f"MongoDB at {server} cannot be looked up.") from error


def _greet(client: MongoClient[Document], server: str, settings: MongoSettings) -> None:
    try:
        with pymongo.timeout(settings.connect_timeout_s):
            client.admin.command("ping")
            client[settings.database].list_collection_names()
    except PyMongoError as error:
        if _is_passing(error):
            cure = f"is it running, and is mongodb.uri (or ${URI_VARIABLE}) right?"
            raise StoreError(
                f"MongoDB at {server} does not answer within {settings.connect_timeout_s:g} s;"
                f" {cure if settings.uri else 'see mongod.log in paths.db.'}"
            ) from error
        raise StoreError(f"MongoDB at {server} does not let us in: {error}.") from error


def _server_name(uri: str) -> str:
    """The hosts that a URI names, without the user and the password.

    Raises:
        ConfigError: it is no good URI, or names a file that cannot be read.
    """
    # Looking an SRV name up is the client's work; its form is that of one host without port.
    is_srv = uri.startswith(_SRV)
    with _uri_errors():
        plain = uri.replace(_SRV, "mongodb://", 1)
        hosts = uri_parser.parse_uri(plain, default_port=None)["nodelist"]
        if is_srv and (len(hosts) > 1 or hosts[0][1] is not None):
            raise InvalidURI("an SRV name has no port")
    return ",".join(host if port is None else f"{host}:{port}" for host, port in hosts)


@contextmanager
def _uri_errors() -> Iterator[None]:
    """Turn what a bad URI raises into a sentence that does not show it."""
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"mongodb.uri (or ${URI_VARIABLE}) names the file {error.filename}, which cannot"
            f" be read: {error.strerror}."
        ) from error
    except (InvalidURI, ConfigurationError, ValueError, TypeError) as error:
        raise ConfigError(
            f"mongodb.uri (or ${URI_VARIABLE}) is not a good MongoDB URI; it looks like"
            " mongodb://user:password@host:27017/."
        ) from error


def _pause_or_raise(error: PyMongoError, deadline: float) -> None:
    """Wait a little where the error may go away by itself, and there is time."""
    if not _is_passing(error) or time.monotonic() > deadline:
        raise error
    time.sleep(_RETRY_PAUSE_S)


def _is_passing(error: PyMongoError) -> bool:
    """Whether the error may go away by itself, as in a failover."""
    return (
        error.timeout
        or isinstance(error, AutoReconnect | CursorNotFound)
        or error.has_error_label("RetryableWriteError")
    )
