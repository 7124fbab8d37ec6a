"""Who can reach the data, who can read the password, and where a rif can have written."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pymongo import MongoClient

from wildwood import config_file
from wildwood.model import Record
from wildwood.store.private_server import private_server

from tests.support.amf import rif
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
    """A directory that every user can enter, of a path that is short."""
    with tempfile.TemporaryDirectory(prefix="w") as place:
        Path(place).chmod(0o755)
        yield Path(place)


if os.getuid() == 0:  # another user can be had by root alone

    def test_another_user_reaches_neither_the_private_server_nor_its_data(open_place: Path) -> None:
        db = open_place / "db"
        with private_server(db):
            done = subprocess.run(
                [sys.executable, "-c", AS_NOBODY, str(db)],
                capture_output=True,
                text=True,
                check=True,
            )
        assert done.stdout == "enters\n"


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
    """A wildwood on that server, with one issue waiting."""
    uri = secured.uri(options=secured.tls())
    made = Installation(tmp_path, uri, MongoClient(uri, connect=False)["unused"])
    made.us.mkdir()
    made.issue(DAY, TRADE)
    configure(made, uri)
    return made


def configure(made: Installation, uri: str) -> None:
    made.config.write_text(
        f"""
        [paths]
        us = "{made.us}"
        ps = "{made.ps}"
        [mongodb]
        uri = "{uri}"
        connect_timeout_s = 2
        """,
        encoding="utf-8",
    )


def run(
    made: Installation, *arguments: str, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run a command as a program, all that it says together."""
    return subprocess.run(
        [sys.executable, "-m", "wildwood", *arguments, "--config", made.config],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def test_a_run_by_a_uri_with_user_password_and_tls_is_done(
    secured_installation: Installation,
) -> None:
    done = run(secured_installation, DAY)
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


def an_authority_that_is_missing(secured: SecuredMongod) -> str:
    return secured.uri(options=secured.tls(Path("/nowhere/ca.pem")))


def another_port(secured: SecuredMongod) -> str:
    return secured.uri(options=secured.tls()).replace(f":{secured.port}", ":1")


def no_good_uri(secured: SecuredMongod) -> str:
    return secured.uri(options=f"{secured.tls()}&authMechanism=none")


REFUSED = [
    wrong_password,
    no_user,
    no_tls,
    another_authority,
    an_authority_that_is_missing,
    another_port,
    no_good_uri,
]


def shows_the_password(text: str) -> bool:
    return PASSWORD in text or QUOTED in text


@pytest.mark.parametrize("uri", REFUSED)
def test_whatever_fails_is_one_sentence_without_the_password(
    secured_installation: Installation, secured: SecuredMongod, uri: Callable[[SecuredMongod], str]
) -> None:
    configure(secured_installation, uri(secured))
    done = run(secured_installation, DAY, "-v")
    assert done.returncode == 1
    assert re.fullmatch(r"Error: .*[.?]\n", done.stdout), done.stdout
    assert not shows_the_password(done.stdout)


@pytest.mark.parametrize("command", [DAY, "rebuild", "latest", "status", "migrate"])
def test_no_command_says_the_password(secured_installation: Installation, command: str) -> None:
    done = run(secured_installation, command, "-v")
    assert not shows_the_password(done.stdout)


def test_the_settings_show_no_password_in_a_traceback(secured_installation: Installation) -> None:
    assert not shows_the_password(repr(config_file.load(secured_installation.config)))


def test_a_defect_shows_no_password_in_its_traceback(secured_installation: Installation) -> None:
    """Python shows lines of code, and the text of the error and of those before it."""
    broken = (
        "import wildwood.cli.commands.issue as command\n"
        "def fail(job, store, rif_file, outcome): raise ZeroDivisionError(job, store, rif_file)\n"
        "command.run_issue = fail\n"
        "from wildwood.cli.program import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", broken, DAY, "-v", "--config", secured_installation.config],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert "ZeroDivisionError" in done.stdout
    assert not shows_the_password(done.stdout)


def test_no_process_that_the_shell_starts_has_the_password_in_its_arguments(
    secured_installation: Installation, tmp_path: Path
) -> None:
    """The mongosh here shows what every process on the machine was called with."""
    mongosh = tmp_path / "bin" / "mongosh"
    mongosh.parent.mkdir()
    mongosh.write_text("#!/bin/sh\ncat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '\n")
    mongosh.chmod(0o755)
    path = os.pathsep.join([str(mongosh.parent), os.environ["PATH"]])
    done = run(secured_installation, "shell", PATH=path)
    assert "wildwood shell" in done.stdout
    assert not shows_the_password(done.stdout)


def test_the_server_itself_has_logged_no_password(
    secured_installation: Installation, secured: SecuredMongod
) -> None:
    run(secured_installation, DAY)
    assert not shows_the_password(secured.log.read_text(encoding="utf-8"))


# Where a rif can have written


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A directory beside us and ps, with a file in it, that nothing may change."""
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


def link_in_place_of_a_rebuilds_directory(ps: Path, outside: Path) -> None:
    (ps / ".wildwood_all-1").symlink_to(outside)


LINKS = [
    link_in_place_of_the_ps_rif,
    link_in_place_of_another_ps_rif,
    link_in_place_of_the_temporary_file,
    link_in_place_of_a_rebuilds_directory,
]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("command", [DAY, "rebuild"])
def test_a_link_in_the_ps_directory_leads_no_write_out_of_it(
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
def test_an_odd_name_of_a_rif_stays_in_the_ps_directory(
    installation: Installation, name: str
) -> None:
    (installation.us / name).write_bytes(rif(TRADE))
    before = {path.name for path in installation.home.iterdir()} | {"ps"}
    assert installation.run(DAY).exit_code == 0
    assert set(contents(installation.ps)) == {name}
    assert {path.name for path in installation.home.iterdir()} == before


def test_a_handle_that_looks_like_a_path_is_no_path(installation: Installation) -> None:
    installation.issue(DAY, Record("../../x", TRADE.names, TRADE.titles))
    assert installation.run(DAY).exit_code == 0
    assert set(contents(installation.ps)) == {f"{DAY}.amf.xml"}
