"""Reaching MongoDB: in time or not at all, and never with a password in a sentence."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from pymongo.errors import OperationFailure

from wildwood.errors import ConfigError, StoreError, WildwoodError
from wildwood.settings import MongoSettings
from wildwood.store import Store, connect
from wildwood.store.private_server import private_server

from tests.support.installation import Installation

SECRET = "secretpw"
BAD_URI = (
    "mongodb.uri (or $WILDWOOD_MONGODB_URI) is not a valid MongoDB URI, such as"
    " mongodb://user:password@host:27017/."
)


def settings(uri: str, database: str = "wildwood") -> MongoSettings:
    """So patient with operations that only `connect_timeout_s` can end a test."""
    return MongoSettings(uri, database, connect_timeout_s=0.5, timeout_s=3600)


def refusal(settings: MongoSettings) -> WildwoodError:
    """What is said where no connection comes about."""
    with pytest.raises(WildwoodError) as caught, connect(settings, socket=None):
        pass
    return caught.value


@contextmanager
def silent_server() -> Iterator[int]:
    """The port of a server that takes a connection and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@contextmanager
def deaf_port() -> Iterator[int]:
    """A port that nothing listens on and nobody else can take."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


def test_a_server_that_answers_is_named_by_its_host_and_port(
    installation: Installation,
) -> None:
    with connect(settings(installation.uri), socket=None) as connection:
        assert f"mongodb://{connection.server}/" == installation.uri


def test_all_members_of_a_replica_set_are_named() -> None:
    with deaf_port() as one, deaf_port() as two:
        said = refusal(settings(f"mongodb://127.0.0.1:{one},127.0.0.1:{two}/?replicaSet=rs0"))
        assert f"at 127.0.0.1:{one},127.0.0.1:{two} does not answer" in str(said)


class TestAServerThatDoesNotAnswer:
    def test_is_given_up_with_a_sentence_that_names_it_and_the_cure(self) -> None:
        with deaf_port() as port:
            said = refusal(settings(f"mongodb://anna:{SECRET}@127.0.0.1:{port}/"))
        assert isinstance(said, StoreError)
        assert str(said) == (
            f"MongoDB at 127.0.0.1:{port} does not answer within 0.5 s;"
            " is it running, and is mongodb.uri (or $WILDWOOD_MONGODB_URI) right?"
        )

    def test_is_given_up_though_it_takes_the_connection(self) -> None:
        with silent_server() as port:
            said = refusal(settings(f"mongodb://anna:{SECRET}@127.0.0.1:{port}/"))
        assert str(said).startswith(f"MongoDB at 127.0.0.1:{port} does not answer within 0.5 s;")

    def test_is_given_up_where_it_was_killed_meanwhile(self, tmp_path: Path) -> None:
        impatient = MongoSettings("", "wildwood", connect_timeout_s=5, timeout_s=0.5)
        with private_server(tmp_path / "db") as path, connect(impatient, path) as connection:
            store = Store(connection)
            assert store.issues() == []
            server = psutil.Process(int((tmp_path / "db" / "data" / "mongod.lock").read_text()))
            server.kill()
            server.wait()
            with pytest.raises(StoreError) as caught:
                store.issues()
        assert str(caught.value) == ("MongoDB at the private server did not answer within 0.5 s.")


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
    said = refusal(settings(uri))
    assert isinstance(said, ConfigError)
    assert str(said) == BAD_URI


def test_a_file_that_is_missing_though_the_uri_names_it_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "key.pem"
    uri = f"mongodb://anna:{SECRET}@host/?tls=true&tlsCertificateKeyFile={missing}"
    assert str(missing) in str(refusal(settings(uri)))


@pytest.mark.parametrize("name", ["", "a.b", "a b", "a/b", "a$b", "a\x00b"])
def test_a_bad_name_of_the_database_is_refused(name: str) -> None:
    said = refusal(settings("mongodb://127.0.0.1:1/", database=name))
    assert isinstance(said, ConfigError)
    assert str(said).startswith("mongodb.database is not a database name: database name")


class TestAServerThatLetsUsNotIn:
    @pytest.fixture
    def said(self, installation: Installation) -> WildwoodError:
        with_password = installation.uri.replace("://", f"://anna:{SECRET}@")
        return refusal(settings(with_password))

    def test_is_named_with_what_it_said(
        self, said: WildwoodError, installation: Installation
    ) -> None:
        host = installation.uri.removeprefix("mongodb://").rstrip("/")
        assert isinstance(said, StoreError)
        assert str(said).startswith(f"MongoDB at {host} denies access: Authentication failed.")

    def test_is_told_from_one_that_does_not_answer(self, said: WildwoodError) -> None:
        assert isinstance(said.__cause__, OperationFailure)
        assert "does not answer" not in str(said)


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and those that it was raised from or while they were handled."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


class TestThePassword:
    """It stands in none of our messages, nor in those that a traceback would add to them."""

    @staticmethod
    def assert_hidden(error: WildwoodError) -> None:
        shown = [text for each in chain(error) for text in (str(each), repr(each))]
        assert len(shown) > 2
        assert [text for text in shown if SECRET in text] == []

    def test_is_hidden_where_nothing_answers(self) -> None:
        with deaf_port() as port:
            self.assert_hidden(refusal(settings(f"mongodb://anna:{SECRET}@127.0.0.1:{port}/")))

    def test_is_hidden_where_it_is_wrong(self, installation: Installation) -> None:
        with_password = installation.uri.replace("://", f"://anna:{SECRET}@")
        self.assert_hidden(refusal(settings(with_password)))

    def test_is_hidden_where_the_host_cannot_be_looked_up(self) -> None:
        self.assert_hidden(refusal(settings(f"mongodb://anna:{SECRET}@no-such-host.invalid/")))

    def test_is_hidden_where_the_uri_is_malformed(self) -> None:
        self.assert_hidden(refusal(settings(f"mongodb://anna:{SECRET}@host:port/")))

    def test_is_hidden_where_the_database_has_no_good_name(self) -> None:
        uri = f"mongodb://anna:{SECRET}@127.0.0.1:1/"
        self.assert_hidden(refusal(settings(uri, database="a.b")))
