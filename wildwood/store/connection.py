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
from pymongo.database import Database
from pymongo.errors import (
    AutoReconnect,
    ConfigurationError,
    DuplicateKeyError,
    InvalidName,
    InvalidURI,
    PyMongoError,
)

from wildwood.config import URI_VARIABLE, MongoSettings
from wildwood.errors import ConfigError, StoreError

Document = dict[str, Any]
Result = TypeVar("Result")

_SRV = "mongodb+srv://"
_RETRY_PAUSE_S = 0.25
_BRIEF_S = 0.5


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

    def repeated(self, operation: Callable[[], Result]) -> Result:
        """Do something idempotent again after a failover, until `timeout_s` is over."""
        deadline = time.monotonic() + self.timeout_s
        while True:
            try:
                return operation()
            except PyMongoError as error:
                if not _passing(error) or time.monotonic() > deadline:
                    raise
                time.sleep(_RETRY_PAUSE_S)

    def _sentence(self, error: PyMongoError) -> str:
        if error.timeout or isinstance(error, AutoReconnect):
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
        if error.timeout or isinstance(error, AutoReconnect):
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


def _passing(error: PyMongoError) -> bool:
    """Whether the error may go away by itself, as in a failover."""
    return isinstance(error, AutoReconnect) or error.has_error_label("RetryableWriteError")
