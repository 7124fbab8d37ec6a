"""Connecting to MongoDB: within a timeout, and without a password in any message."""

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from pymongo.errors import AutoReconnect, BulkWriteError, OperationFailure
from pymongo.synchronous.database import Database
from pymongo.topology_description import TopologyDescription

from wildwood.kernel.errors import ConfigError, DiskFullError, StoreError, WildwoodError
from wildwood.kernel.settings import MongoSettings
from wildwood.nep.connection import connect
from wildwood.nep.private_server import private_server
from wildwood.nep.store import Store

from tests.support.installation import Installation
from tests.support.servers import end_servers

SECRET = "secretpw"
BAD_URI = (
    "mongodb.uri (or $WILDWOOD_MONGODB_URI) is not a valid MongoDB URI, such as"
    " mongodb://user:password@host:27017/."
)


def settings(uri: str, database: str = "wildwood", connect_timeout_s: float = 0.5) -> MongoSettings:
    """Make settings whose `timeout_s` is so long that only `connect_timeout_s` can end a test."""
    return MongoSettings(uri, database, connect_timeout_s, timeout_s=3600)


def refusal(settings: MongoSettings) -> WildwoodError:
    """Return the error of a connection that fails."""
    with pytest.raises(WildwoodError) as caught, connect(settings, socket=None):
        pass
    return caught.value


@contextmanager
def silent_server() -> Iterator[int]:
    """Run a server that accepts connections and never answers; yield its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@contextmanager
def deaf_port() -> Iterator[int]:
    """Yield a port on which nothing listens and that no other process can use."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def test_a_server_that_answers_is_named_by_its_host_and_port(
    installation: Installation,
) -> None:
    uri = installation.uri
    with connect(settings(uri, connect_timeout_s=300), socket=None) as connection:
        assert f"mongodb://{connection.server}/" == uri


def test_all_members_of_a_replica_set_are_named() -> None:
    with deaf_port() as one, deaf_port() as two:
        error = refusal(settings(f"mongodb://127.0.0.1:{one},127.0.0.1:{two}/?replicaSet=rs0"))
        assert f"at 127.0.0.1:{one},127.0.0.1:{two} does not answer" in str(error)


class TestAServerThatDoesNotAnswer:
    def test_is_given_up_with_a_message_that_names_it_and_gives_advice(self) -> None:
        with deaf_port() as port:
            error = refusal(settings(f"mongodb://anna:{SECRET}@127.0.0.1:{port}/"))
        assert isinstance(error, StoreError)
        assert str(error) == (
            f"MongoDB at 127.0.0.1:{port} does not answer within 0.5 s;"
            " is it running, and is mongodb.uri (or $WILDWOOD_MONGODB_URI) right?"
        )

    def test_is_given_up_though_it_accepts_the_connection(self) -> None:
        with silent_server() as port:
            error = refusal(settings(f"mongodb://anna:{SECRET}@127.0.0.1:{port}/"))
        assert str(error).startswith(f"MongoDB at 127.0.0.1:{port} does not answer within 0.5 s;")

    def test_is_given_up_if_it_was_killed_meanwhile(self, tmp_path: Path) -> None:
        short_timeout = MongoSettings("", "wildwood", connect_timeout_s=300, timeout_s=0.5)
        with private_server(tmp_path / "db") as path, connect(short_timeout, path) as connection:
            assert Store(replace(connection, timeout_s=300)).issues() == []
            end_servers(tmp_path / "db")
            with pytest.raises(StoreError) as caught:
                Store(connection).issues()
        assert str(caught.value) == (
            "MongoDB at the private server did not answer within 0.5 s; see mongod.log in paths.db."
        )

    def test_is_not_said_to_be_a_replica_set_if_it_is_killed_as_a_command_connects(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def end(*_arguments: object) -> NoReturn:
            raise AutoReconnect("connection closed")

        monkeypatch.setattr(Database, "list_collection_names", end)
        monkeypatch.setattr(TopologyDescription, "known_servers", [object()])
        short_timeout = MongoSettings("", "wildwood", connect_timeout_s=300, timeout_s=0.5)
        with (
            private_server(tmp_path / "db") as path,
            pytest.raises(StoreError) as caught,
            connect(short_timeout, path),
        ):
            pass
        assert str(caught.value) == (
            "MongoDB at the private server does not answer within 0.5 s;"
            " see mongod.log in paths.db."
        )

    def test_is_given_up_with_a_message_that_names_its_socket_if_that_was_removed(
        self, tmp_path: Path
    ) -> None:
        short_timeout = MongoSettings("", "wildwood", connect_timeout_s=300, timeout_s=0.5)
        with private_server(tmp_path / "db") as path, connect(short_timeout, path) as connection:
            shutil.rmtree(path.parent)
            end_servers(tmp_path / "db")
            with pytest.raises(StoreError) as caught:
                Store(connection).issues()
        assert str(caught.value) == (
            f"The socket of the private server, {path}, was removed; run this command again."
        )


class TestSeveralQueries:
    def test_are_answered_in_their_order(self, installation: Installation) -> None:
        with connect(settings(installation.uri, connect_timeout_s=300), socket=None) as connection:
            collection = connection.collection("numbers")
            collection.insert_many([{"_id": number, "tens": number // 10} for number in range(300)])
            found = connection.find_all(collection, ({"tens": n} for n in range(29, -1, -1)), {})
            tens = [document["_id"] // 10 for document in found]
        assert tens == [number for number in range(29, -1, -1) for _ in range(10)]

    def test_fail_if_one_of_them_is_refused(self, installation: Installation) -> None:
        with connect(settings(installation.uri, connect_timeout_s=300), socket=None) as connection:
            found = connection.find_all(
                connection.collection("numbers"), [{}, {"$no_such": 1}, {}], {}
            )
            with pytest.raises(StoreError, match="no_such"), connection.translated_errors():
                list(found)


def test_a_query_that_is_too_large_is_refused_with_one_sentence(installation: Installation) -> None:
    with connect(settings(installation.uri, connect_timeout_s=300), socket=None) as connection:
        query = {"_id": {"$in": ["x" * 1024 * 1024] * 20}}
        with pytest.raises(StoreError, match="refused: "), connection.translated_errors():
            list(connection.find(connection.collection("numbers"), query))


def test_a_server_without_room_for_some_of_several_documents_is_full(
    installation: Installation,
) -> None:
    full = {"index": 0, "code": 14031, "errmsg": "out of disk space"}
    with (
        connect(settings(installation.uri, connect_timeout_s=300), socket=None) as connection,
        pytest.raises(DiskFullError, match="refused: out of disk space"),
        connection.translated_errors(),
    ):
        raise BulkWriteError({"writeErrors": [full], "writeConcernErrors": []})


def test_a_server_without_room_to_build_an_index_is_full_in_plain_words(
    installation: Installation,
) -> None:
    message = (
        "Index build failed: 4b3b: Collection fresh_handles ( a510 ) :: caused by :: Caught"
        ' exception during index builder. First index spec: { v: 2, key: { x: 1 }, name: "x_1" }'
        " :: caused by :: 28: No space left on device"
    )
    with (
        connect(settings(installation.uri, connect_timeout_s=300), socket=None) as connection,
        pytest.raises(DiskFullError, match=r"refused: 28: No space left on device\.$"),
        connection.translated_errors(),
    ):
        raise OperationFailure(message, 8)


@pytest.mark.parametrize(
    "uri",
    [
        f"anna:{SECRET}@host",
        f"http://anna:{SECRET}@host/",
        f"mongodb://anna:{SECRET}",
        f"mongodb://anna:{SECRET}@",
        f"mongodb://anna:{SECRET}@host:port/",
        f"mongodb://anna:{SECRET}@host:99999/",
        f"mongodb://anna:{SECRET}@[::1/",
        f"mongodb://anna:x@{SECRET}@host/",
        f"mongodb://anna:x/{SECRET}@host/",
        f"mongodb://anna:%zz{SECRET}@host/",
        f"mongodb://:{SECRET}@host/",
        f"mongodb://anna:{SECRET}@host/{SECRET} {SECRET}",
        f"mongodb://anna:{SECRET}@host/?{SECRET}",
        f"mongodb://anna:{SECRET}@host/?no_such_option={SECRET}",
        f"mongodb://anna:{SECRET}@host/?timeoutMS={SECRET}",
        f"mongodb://anna:{SECRET}@host/?authMechanism=NONE-SUCH",
        f"mongodb://anna:{SECRET}@host/?authMechanism=MONGODB-X509",
        f"mongodb://anna:+srv:{SECRET}@host/",
        f"mongodb+srv://anna:{SECRET}",
        f"mongodb+srv://anna:{SECRET}/",
        f"mongodb+srv://anna:{SECRET}@host.example:27017/",
        f"mongodb+srv://anna:x@{SECRET}@host.example/",
        f"mongodb+srv://anna:x/{SECRET}@host.example/",
    ],
)
def test_a_malformed_uri_is_refused_without_being_shown(uri: str) -> None:
    error = refusal(settings(uri))
    assert isinstance(error, ConfigError)
    assert str(error) == BAD_URI


def test_a_missing_file_that_the_uri_names_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "key.pem"
    uri = f"mongodb://anna:{SECRET}@host/?tls=true&tlsCertificateKeyFile={missing}"
    assert str(missing) in str(refusal(settings(uri)))


@pytest.mark.parametrize("name", ["", "a.b", "a b", "a/b", "a$b", "a\x00b"])
def test_an_invalid_database_name_is_refused(name: str) -> None:
    error = refusal(settings("mongodb://127.0.0.1:1/", database=name))
    assert isinstance(error, ConfigError)
    assert str(error).startswith("mongodb.database is not a database name: database name")


class TestAServerThatDeniesAccess:
    @pytest.fixture
    def error(self, installation: Installation) -> WildwoodError:
        with_password = installation.uri.replace("://", f"://anna:{SECRET}@")
        return refusal(settings(with_password, connect_timeout_s=300))

    def test_is_named_with_its_reason(
        self, error: WildwoodError, installation: Installation
    ) -> None:
        host = installation.uri.removeprefix("mongodb://").rstrip("/")
        assert isinstance(error, StoreError)
        assert str(error).startswith(f"MongoDB at {host} denies access: Authentication failed.")

    def test_is_distinguished_from_one_that_does_not_answer(self, error: WildwoodError) -> None:
        assert isinstance(error.__cause__, OperationFailure)
        assert "does not answer" not in str(error)


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all errors in its chain of causes and contexts."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


class TestThePassword:
    """It is in no message of an error or of the errors in its chain."""

    @staticmethod
    def assert_hidden(error: WildwoodError) -> None:
        shown = [text for each in chain(error) for text in (str(each), repr(each))]
        assert len(shown) > 2
        assert [text for text in shown if SECRET in text] == []

    def test_is_hidden_if_no_server_answers(self) -> None:
        with deaf_port() as port:
            self.assert_hidden(refusal(settings(f"mongodb://anna:{SECRET}@127.0.0.1:{port}/")))

    def test_is_hidden_if_it_is_wrong(self, installation: Installation) -> None:
        with_password = installation.uri.replace("://", f"://anna:{SECRET}@")
        self.assert_hidden(refusal(settings(with_password)))

    def test_is_hidden_if_the_host_cannot_be_looked_up(self) -> None:
        self.assert_hidden(refusal(settings(f"mongodb://anna:{SECRET}@no-such-host.invalid/")))

    def test_is_hidden_if_the_uri_is_malformed(self) -> None:
        self.assert_hidden(refusal(settings(f"mongodb://anna:{SECRET}@host:port/")))

    def test_is_hidden_if_the_database_name_is_invalid(self) -> None:
        uri = f"mongodb://anna:{SECRET}@127.0.0.1:1/"
        self.assert_hidden(refusal(settings(uri, database="a.b")))


@pytest.mark.parametrize(
    ("module", "waits"), [("pymongo", True), ("wildwood.nep.connection", False)]
)
def test_the_exit_does_not_wait_for_the_threads_of_the_driver(module: str, *, waits: bool) -> None:
    program = (
        f"import {module}; from pymongo.synchronous import monitor;"
        " monitor._shutdown_executors = lambda: print('waits')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().splitlines() == ["waits"] * waits
