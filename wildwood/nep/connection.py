"""The connection to MongoDB: batches, retries, and errors that show no password."""

import atexit
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial, wraps
from itertools import chain, islice
from pathlib import Path
from typing import Any, Concatenate, Protocol, TypeVar
from urllib.parse import quote_plus

import pymongo
from bson.codec_options import CodecOptions
from bson.errors import InvalidDocument
from pymongo import MongoClient, ReadPreference, WriteConcern, errors, uri_parser
from pymongo.collection import Collection
from pymongo.cursor import Cursor
from pymongo.database import Database
from pymongo.synchronous import monitor

from wildwood.kernel import interruption
from wildwood.kernel.errors import (
    ConfigError,
    DiskFullError,
    InputError,
    StoreError,
    UnansweredError,
)
from wildwood.kernel.interruption import Item, Parameters, Result
from wildwood.kernel.settings import URI_VARIABLE, MongoSettings

MAX_BYTES = 2 * 1024 * 1024
"""About the most bytes of a batch; MongoDB accepts 16 MB in a query, which can have two batches."""
_USUAL = 1000  # operations of a write, or keys of a query


def batches(
    items: Iterable[Item], most: int = _USUAL, size: Callable[[Item], int] | None = None
) -> Iterator[list[Item]]:
    """Yield lists of at most `most` items and about `MAX_BYTES`."""
    batch: list[Item] = []
    filled = 0
    for item in items:
        taken = size(item) if size else 0
        if batch and (len(batch) == most or filled + taken > MAX_BYTES):
            yield batch
            batch, filled = [], 0
        batch.append(item)
        filled += taken
    if batch:
        yield batch


def key_batches(keys: Iterable[str], most: int = _USUAL) -> Iterator[list[str]]:
    # In an array, a key takes up to 16 bytes more.
    return batches(keys, most, lambda key: 16 + len(key if key.isascii() else key.encode()))


# The exit need not wait half a second for threads of the driver, daemons that only sleep by then.
if _wait_for_threads := getattr(monitor, "_shutdown_resources", None):
    atexit.unregister(_wait_for_threads)

Document = dict[str, Any]
Client = MongoClient[Document]

_SRV = "mongodb+srv://"
_RETRY_PAUSE_S = 0.25
_SHORT_TIMEOUT_S = 0.5
_NO_TIMEOUT = 0  # timeout of a long operation; the heartbeat still notices a server that is gone
_HEARTBEAT_MS = 1_000  # a server that is cut off is noticed after this plus `connect_timeout_s`
_PRIMARY: dict[str, Any] = {
    "readPreference": "primary",
    "readPreferenceTags": "",
    "maxStalenessSeconds": -1,
}  # override a URI: a secondary can be behind, and writes depend on reads
_SAFE: tuple[Any, ...] = CodecOptions(), ReadPreference.PRIMARY, WriteConcern("majority", j=True)
_OUT_OF_DISK_SPACE = 14031
_CURSORS = 5  # cursors that can be lost in a row within `timeout_s`
_QUERIES_AT_ONCE = 4
_AT_ONCE = 100  # documents read from a cursor at once, as a timeout for each would be slow


@dataclass(frozen=True, slots=True)
class Connection:
    database: Database[Document]
    server: str
    timeout_s: float
    socket: Path | None = None  # the socket of a private server
    collections: frozenset[str] = frozenset()  # their names when it was opened

    @property
    def is_server(self) -> bool:
        """Return False for a stand-in of a server in tests, which has no schema and no sizes."""
        return isinstance(self.database.client, MongoClient)

    def collection(self, name: str) -> Collection[Document]:
        return self.database[name]

    @contextmanager
    def translated_errors(self) -> Iterator[None]:
        """Turn errors of driver, disk and input into those of Wildwood."""
        try:
            yield
        except (errors.PyMongoError, InvalidDocument) as error:
            kind = UnansweredError if _is_transient(error) else StoreError
            code, cause = _refusal(error)
            if code == _OUT_OF_DISK_SPACE or cause.endswith("No space left on device"):
                raise DiskFullError(self._message(error)) from error
            raise kind(self._message(error)) from error
        except UnicodeEncodeError as error:
            raise InputError(f"{error.object!r} is not a text that can be stored.") from error

    def answers(self) -> bool:
        with suppress(errors.PyMongoError):
            self.database.client.admin.command("ping")
            return True
        return False

    @staticmethod
    def short_timeout() -> AbstractContextManager[None]:
        """Limit operations to half a second, for clean-up that can be skipped."""
        return pymongo.timeout(_SHORT_TIMEOUT_S)

    def retried(self, operation: Callable[[], Result], *, long: bool = False) -> Result:
        """Retry an idempotent operation for `timeout_s`; if `long`, only outages count."""
        deadline = None if long else time.monotonic() + self.timeout_s
        with pymongo.timeout(_NO_TIMEOUT if long else self.timeout_s):
            while True:
                interruption.check()
                try:
                    return operation()
                except errors.PyMongoError as error:
                    deadline = deadline or time.monotonic() + self.timeout_s
                    _pause_or_raise(error, deadline)

    def aggregate(
        self, collection: Collection[Document], pipeline: Sequence[Document]
    ) -> list[Document]:
        """Return the results of a pipeline, which can take long, and space on the server's disk."""
        options: Document = {"allowDiskUse": True} if self.is_server else {}
        run = partial(collection.aggregate, pipeline, **options)
        return self.retried(lambda: list(run()), long=True)

    def find(
        self, collection: Collection[Document], query: Document, fields: Document | None = None
    ) -> Iterator[Document]:
        """Yield each matching document once, although a failover can make the query run again."""
        seen: set[Any] = set()
        deadline = time.monotonic() + self.timeout_s
        while True:
            try:
                for document in self._documents(collection.find(query, fields)):
                    deadline = time.monotonic() + self.timeout_s
                    if document["_id"] not in seen:
                        seen.add(document["_id"])
                        yield document
            except errors.PyMongoError as error:
                _pause_or_raise(error, deadline)
            else:
                return

    def find_all(
        self, collection: Collection[Document], queries: Iterable[Document], fields: Document
    ) -> Iterator[Document]:
        """Yield each document once, those of each query in order, asking several at once."""
        pool = ThreadPoolExecutor(_QUERIES_AT_ONCE)
        answers = (pool.submit(list, self.find(collection, query, fields)) for query in queries)
        seen: set[Any] = set()
        try:
            results = interruption.results_of(answers, 2 * _QUERIES_AT_ONCE)
            for document in chain.from_iterable(results):
                if document["_id"] not in seen:
                    seen.add(document["_id"])
                    yield document
        finally:
            pool.shutdown(cancel_futures=True)

    def _documents(self, cursor: Cursor[Document]) -> Iterator[Document]:
        """Yield documents; wait less after the first, which leaves time to ask another server."""
        timeout_s = self.timeout_s
        while True:
            interruption.check()
            with pymongo.timeout(timeout_s):
                documents = list(islice(cursor, _AT_ONCE))
            if not documents:
                return
            yield from documents
            timeout_s = self.timeout_s / _CURSORS

    def _message(self, error: Exception) -> str:
        if _is_transient(error):
            if self.socket and not self.socket.exists():
                reason = f"The socket of {self.server}, {self.socket}, was removed"
                return f"{reason}; run this command again."
            hint = "; see mongod.log in paths.db" if self.socket else ""
            return f"MongoDB at {self.server} did not answer within {self.timeout_s:g} s{hint}."
        reason = _refusal(error)[1]
        if reason.startswith(f"not authorized on {self.database.name} "):
            needed = f"the roles readWrite and dbAdmin on the database {self.database.name}"
            return f"The user of MongoDB at {self.server} needs {needed}."
        return f"MongoDB at {self.server} refused: {reason}."


class Connected(Protocol):
    @property
    def connection(self) -> Connection: ...


Owner = TypeVar("Owner", bound=Connected)


def translated(
    method: Callable[Concatenate[Owner, Parameters], Result],
) -> Callable[Concatenate[Owner, Parameters], Result]:
    """Decorate a method, but no generator, to raise `StoreError` for driver errors."""

    @wraps(method)
    def call(owner: Owner, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with owner.connection.translated_errors():
            return method(owner, *args, **kwargs)

    return call


@contextmanager
def connect(
    settings: MongoSettings, socket: Path | None, given: Client | None = None
) -> Iterator[Connection]:
    """Connect by the client of a program, if there is one, which stays open."""
    uri = settings.uri if socket is None else f"mongodb://{quote_plus(str(socket))}"
    server = "the given client" if given else "the private server" if socket else _server_name(uri)
    with nullcontext(given) if given else _closing(_client(uri, server, settings)) as client:
        try:
            database = client.get_database(settings.database, *_SAFE)
        except errors.InvalidName as error:
            raise ConfigError(f"mongodb.database is not a database name: {error}.") from error
        collections = frozenset(_checked_collections(database, server, settings))
        yield Connection(database, server, settings.timeout_s, socket, collections)


@contextmanager
def _closing(client: Client) -> Iterator[Client]:
    """Close the client, and its session only if the server still answers."""
    try:
        yield client
    finally:
        with Connection.short_timeout():
            client.close()


def _client(uri: str, server: str, settings: MongoSettings) -> Client:
    with _uri_errors():
        try:
            return MongoClient(
                uri,
                serverSelectionTimeoutMS=settings.timeout_s * 1000,
                timeoutMS=settings.timeout_s * 1000,
                connectTimeoutMS=settings.connect_timeout_s * 1000,
                heartbeatFrequencyMS=_HEARTBEAT_MS,
                w="majority",
                journal=True,
                **_PRIMARY,
                appname="wildwood",
            )
        except errors.ConfigurationError as error:
            if not uri.startswith(_SRV):
                raise
            raise StoreError(f"The DNS lookup of MongoDB at {server} failed.") from error


def _checked_collections(
    database: Database[Document], server: str, settings: MongoSettings
) -> list[str]:
    """Return the names of the collections; wait up to `timeout_s` for a primary."""
    deadline = time.monotonic() + settings.timeout_s
    while True:
        interruption.check()
        try:
            with pymongo.timeout(settings.connect_timeout_s):
                return database.list_collection_names()
        except errors.PyMongoError as error:
            is_there = bool(database.client.topology_description.known_servers)
            if not (is_there and _is_transient(error)) or time.monotonic() > deadline:
                reason = _failure(error, settings, is_there=is_there)
                raise StoreError(f"MongoDB at {server} {reason}") from error
            time.sleep(_RETRY_PAUSE_S)


def _failure(error: errors.PyMongoError, settings: MongoSettings, *, is_there: bool) -> str:
    if not _is_transient(error):
        return f"denies access: {error}."
    if is_there and settings.uri:
        hint = "are most members of the replica set running?"
        return f"has no primary within {settings.timeout_s:g} s; {hint}"
    hint = f"is it running, and is mongodb.uri (or ${URI_VARIABLE}) right?"
    hint = hint if settings.uri else "see mongod.log in paths.db."
    seconds = settings.timeout_s if is_there else settings.connect_timeout_s
    return f"does not answer within {seconds:g} s; {hint}"


def _server_name(uri: str) -> str:
    """Return the hosts of a URI, without user and password."""
    # The client looks an SRV name up; its form is that of one host without a port.
    is_srv = uri.startswith(_SRV)
    with _uri_errors():
        plain = uri.replace(_SRV, "mongodb://", 1)
        hosts = uri_parser.parse_uri(plain, default_port=None)["nodelist"]
        if is_srv and (len(hosts) > 1 or hosts[0][1] is not None):
            raise errors.InvalidURI("an SRV name has no port")
    return ",".join(host if port is None else f"{host}:{port}" for host, port in hosts)


@contextmanager
def _uri_errors() -> Iterator[None]:
    """Turn errors of a bad URI into a message that does not show it."""
    try:
        yield
    except OSError as error:
        fault = f"Cannot read the file {error.filename}, which mongodb.uri (or ${URI_VARIABLE})"
        raise ConfigError(f"{fault} names: {error.strerror}.") from error
    except (errors.InvalidURI, errors.ConfigurationError, ValueError, TypeError) as error:
        fault = f"mongodb.uri (or ${URI_VARIABLE}) is not a valid MongoDB URI"
        raise ConfigError(f"{fault}, such as mongodb://user:password@host:27017/.") from error


def _pause_or_raise(error: errors.PyMongoError, deadline: float) -> None:
    if not _is_transient(error) or time.monotonic() > deadline:
        raise error
    time.sleep(_RETRY_PAUSE_S)


def _refusal(error: Exception) -> tuple[int | None, str]:
    """Return an error's code and innermost cause; for several documents, of the first refused."""
    if isinstance(error, errors.BulkWriteError) and (refused := error.details["writeErrors"]):
        return refused[0]["code"], refused[0]["errmsg"]
    cause = str(error).partition(", full error: ")[0].rpartition(" :: caused by :: ")[2]
    return getattr(error, "code", None), cause


def _is_transient(error: Exception) -> bool:
    """Return whether an error can go away by itself, as in a failover."""
    return isinstance(error, errors.PyMongoError) and (
        error.timeout
        or isinstance(error, errors.AutoReconnect | errors.CursorNotFound)
        or error.has_error_label("RetryableWriteError")
    )
