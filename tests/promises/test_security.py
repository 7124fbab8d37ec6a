"""Access to the data, the secrecy of the password, and writes outside the ps directory."""

import datetime
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pymongo import MongoClient

from wildwood.biblio.entry import Record
from wildwood.kernel import settings
from wildwood.nep import runs
from wildwood.nep.folders import Listing
from wildwood.nep.outcome import Run
from wildwood.nep.private_server import private_server

from tests.support.amf import rif
from tests.support.fork_server import Completed, ForkServer, run_program
from tests.support.installation import Installation
from tests.support.secured_mongod import PASSWORD, QUOTED, USER, SecuredMongod, secured_mongod

DAY = "2015-03-05"
TRADE = Record("RePEc:a:b:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
AS_NOBODY = """
import os, socket, sys
place = sys.argv[1]
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
attempts = {
    "enters": lambda: os.listdir(place),
    "finds the socket": lambda: os.listdir(place + "/socket"),
    "connects": lambda: socket.socket(socket.AF_UNIX).connect(place + "/socket/m.sock"),
    "finds the data": lambda: os.listdir(place + "/data"),
}
for what, attempt in attempts.items():
    try:
        attempt()
        print(what)
    except PermissionError:
        pass
"""


@pytest.fixture
def open_place() -> Iterator[Path]:
    """Make a directory that every user can enter; its path has room for a socket."""
    with tempfile.TemporaryDirectory(prefix="w") as place:
        Path(place).chmod(0o755)
        yield Path(place)


@pytest.mark.root
def test_another_user_reaches_neither_the_private_server_nor_its_data(open_place: Path) -> None:
    db = open_place / "db"
    with private_server(db):
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(db)],
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout == ""


def test_the_private_server_leaves_nothing_in_the_temporary_directory(
    open_place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (open_place / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(open_place / "tmp"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    with private_server(open_place / "db"):
        assert list((open_place / "tmp").iterdir()) == []
    assert list((open_place / "tmp").iterdir()) == []


# A server with authentication and TLS


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecuredMongod]:
    with secured_mongod(tmp_path_factory.mktemp("secured")) as made:
        yield made


@pytest.fixture
def secured_installation(tmp_path: Path, secured: SecuredMongod) -> Installation:
    """Make an installation on the server, with the rif of one new issue."""
    uri = secured.uri(options=secured.tls())
    made = Installation(tmp_path, uri, MongoClient(uri, connect=False)["unused"])
    made.us.mkdir()
    made.issue(DAY, TRADE)
    configure(made, uri)
    return made


def configure(made: Installation, uri: str, timeout: str = "") -> None:
    made.config.write_text(
        f"""
        [paths]
        us = "{made.us}"
        ps = "{made.ps}"
        [mongodb]
        uri = "{uri}"
        {timeout}
        """,
        encoding="utf-8",
    )


def run(server: ForkServer, made: Installation, *arguments: str) -> Completed:
    """Run a command as a program; its stderr goes to its stdout."""
    return server.run("wildwood", *arguments, "--config", made.config, merged=True)


def test_a_run_with_a_user_a_password_and_tls_succeeds(
    fork_server: ForkServer, secured_installation: Installation
) -> None:
    done = run(fork_server, secured_installation, DAY)
    assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stdout
    assert (secured_installation.ps / f"{DAY}.amf.xml").exists()


def wrong_password(secured: SecuredMongod) -> str:
    return secured.uri(user=f"{USER}:{QUOTED}x@", options=secured.tls())


def no_user(secured: SecuredMongod) -> str:
    return secured.uri(user="", options=secured.tls())


def no_tls(secured: SecuredMongod) -> str:
    return secured.uri()


def another_authority(secured: SecuredMongod) -> str:
    return secured.uri(options=secured.tls(secured.other_authority))


def a_missing_authority(secured: SecuredMongod) -> str:
    return secured.uri(options=secured.tls(Path("/nowhere/ca.pem")))


def another_port(secured: SecuredMongod) -> str:
    return secured.uri(options=secured.tls()).replace(f":{secured.port}", ":1")


def a_bad_option(secured: SecuredMongod) -> str:
    return secured.uri(options=f"{secured.tls()}&authMechanism=none")


REFUSED = [
    wrong_password,
    no_user,
    no_tls,
    another_authority,
    a_missing_authority,
    another_port,
    a_bad_option,
]


def shows_the_password(text: str) -> bool:
    return PASSWORD in text or QUOTED in text


@pytest.mark.parametrize("uri", REFUSED)
def test_every_refusal_is_one_sentence_without_the_password(
    fork_server: ForkServer,
    secured_installation: Installation,
    secured: SecuredMongod,
    uri: Callable[[SecuredMongod], str],
) -> None:
    configure(secured_installation, uri(secured), "connect_timeout_s = 0.5")
    done = run(fork_server, secured_installation, DAY, "-v")
    assert done.returncode == 1
    assert re.fullmatch(r"Error: .*[.?]\n", done.stdout), done.stdout
    assert not shows_the_password(done.stdout)


def test_a_user_who_lacks_a_role_is_told_which_it_needs(
    fork_server: ForkServer, secured_installation: Installation, secured: SecuredMongod
) -> None:
    assert run(fork_server, secured_installation, DAY).returncode == 0
    roles = [{"role": "read", "db": "wildwood"}]
    with MongoClient[dict[str, Any]](secured.uri(options=secured.tls())) as client:
        client.admin.command("createUser", "reader", pwd="r", roles=roles)
    configure(secured_installation, secured.uri(user="reader:r@", options=secured.tls()))
    done = run(fork_server, secured_installation, "rebuild")
    assert done.returncode == 1
    assert done.stdout == (
        f"Error: The user of MongoDB at localhost:{secured.port} needs the roles"
        " readWrite and dbAdmin on the database wildwood.\n"
    )


@pytest.mark.parametrize("command", [DAY, "rebuild", "latest", "status", "migrate"])
def test_no_command_prints_the_password(
    fork_server: ForkServer, secured_installation: Installation, command: str
) -> None:
    done = run(fork_server, secured_installation, command, "-v")
    assert not shows_the_password(done.stdout)


def test_the_settings_show_no_password_in_a_traceback(secured_installation: Installation) -> None:
    assert not shows_the_password(repr(settings.load_config(secured_installation.config)))


def run_with_a_defect(words: list[str]) -> None:
    """Run the program in this process; it fails where it compares an issue."""

    def fail(run: Run, rifs: Listing, date: datetime.date) -> None:
        raise ZeroDivisionError(run, rifs, date)

    runs.run_issue = fail
    run_program(words)


def test_a_defect_shows_no_password_in_its_traceback(
    fork_server: ForkServer, secured_installation: Installation
) -> None:
    """A traceback contains lines of code, and the texts of the error and of its causes."""
    words = ["wildwood", DAY, "-v", "--config", str(secured_installation.config)]
    done = fork_server.call(run_with_a_defect, words, merged=True)
    assert "ZeroDivisionError" in done.stdout
    assert not shows_the_password(done.stdout)


def test_no_process_that_the_shell_starts_has_the_password_in_its_arguments(
    secured_installation: Installation, tmp_path: Path
) -> None:
    """This mongosh prints the arguments of every process on the machine."""
    mongosh = tmp_path / "bin" / "mongosh"
    mongosh.parent.mkdir()
    mongosh.write_text("#!/bin/sh\ncat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '\n")
    mongosh.chmod(0o755)
    path = os.pathsep.join([str(mongosh.parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "wildwood", "shell", "--config", secured_installation.config],
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert "wildwood shell" in done.stdout
    assert not shows_the_password(done.stdout)


def test_the_server_has_logged_no_password(
    fork_server: ForkServer, secured_installation: Installation, secured: SecuredMongod
) -> None:
    run(fork_server, secured_installation, DAY)
    assert not shows_the_password(secured.log.read_text(encoding="utf-8"))


# Writes outside the ps directory


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """Make a directory next to us and ps, with a file that nothing may change."""
    place = tmp_path / "outside"
    place.mkdir()
    (place / f"{DAY}.amf.xml").write_bytes(b"not ours")
    return place


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def link_in_place_of_the_ps_rif(ps: Path, outside: Path) -> None:
    (ps / f"{DAY}.amf.xml").symlink_to(outside / f"{DAY}.amf.xml")


def link_in_place_of_another_ps_rif(ps: Path, outside: Path) -> None:
    (ps / f"{DAY}_old.xml").symlink_to(outside / f"{DAY}.amf.xml")


def link_in_place_of_the_temporary_file(ps: Path, outside: Path) -> None:
    (ps / f".wildwood-{DAY}.tmp").symlink_to(outside / f"{DAY}.amf.xml")


def link_in_place_of_the_directory_of_a_rebuild(ps: Path, outside: Path) -> None:
    (ps / ".wildwood_all-1").symlink_to(outside)


LINKS = [
    link_in_place_of_the_ps_rif,
    link_in_place_of_another_ps_rif,
    link_in_place_of_the_temporary_file,
    link_in_place_of_the_directory_of_a_rebuild,
]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("command", [DAY, "rebuild"])
def test_no_write_follows_a_link_out_of_the_ps_directory(
    installation: Installation, outside: Path, command: str, link: Callable[[Path, Path], None]
) -> None:
    installation.ps.mkdir()
    link(installation.ps, outside)
    installation.issue(DAY, TRADE)
    result = installation.run(command)
    assert result.exit_code == 0, result.output
    assert contents(outside) == {f"{DAY}.amf.xml": b"not ours"}
    ps_rif = installation.ps / f"{DAY}.amf.xml"
    assert not ps_rif.is_symlink()
    assert ps_rif.read_bytes() == (installation.us / ps_rif.name).read_bytes()


@pytest.mark.parametrize(
    "name",
    [
        f"{DAY}..%2f..%2fx.xml",
        f"{DAY} ..\\..\\x.xml",
        f"{DAY}\n.xml",
        f"{DAY}-$(touch x).xml",
        f"{DAY}~.xml",
    ],
)
def test_a_rif_with_an_odd_name_is_written_to_the_ps_directory(
    installation: Installation, name: str
) -> None:
    (installation.us / name).write_bytes(rif(TRADE))
    before = {path.name for path in installation.home.iterdir()} | {"ps"}
    assert installation.run(DAY).exit_code == 0
    assert set(contents(installation.ps)) == {name}
    assert {path.name for path in installation.home.iterdir()} == before


def test_a_handle_is_not_used_as_a_path(installation: Installation) -> None:
    installation.issue(DAY, Record("../../x", TRADE.names, TRADE.titles))
    assert installation.run(DAY).exit_code == 0
    assert set(contents(installation.ps)) == {f"{DAY}.amf.xml"}
