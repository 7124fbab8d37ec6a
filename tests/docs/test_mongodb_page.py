"""docs/how-to/mongodb.md: its user can do what Wildwood does, and its URI reaches the server."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from pymongo import MongoClient

from wildwood.biblio.entry import Record
from wildwood.cli.program import group

from tests.support.amf import rif
from tests.support.paths import DOCS
from tests.support.secured_mongod import SecuredMongod, secured_mongod

PAGE = (DOCS / "how-to" / "mongodb.md").read_text(encoding="utf-8")
PASSWORD = "pa/ss@word"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecuredMongod]:
    with secured_mongod(tmp_path_factory.mktemp("secured")) as started:
        yield started


@pytest.fixture(scope="module")
def uri(server: SecuredMongod) -> str:
    """Make the page's user; return the page's first URI, for this server."""
    (name,) = re.findall(r'^  user: "(\w+)",$', PAGE, re.MULTILINE)
    roles = re.findall(r'{ role: "(\w+)", db: "(\w+)" }', PAGE)
    with MongoClient[dict[str, Any]](server.uri(options=server.tls())) as client:
        client["wildwood"].command(
            "createUser", name, pwd=PASSWORD, roles=[{"role": role, "db": db} for role, db in roles]
        )
    first: str = re.findall(r'^uri = "(.*)"$', PAGE, re.MULTILINE)[0]
    named = first.replace(f":PASSWORD@{urlsplit(first).hostname}", f":{_quoted()}@localhost")
    return named.replace("/?", f":{server.port}/?") + f"&tlsCAFile={server.authority}"


def _quoted() -> str:
    """Write the password as the page says."""
    written = re.findall(r"`(%\w\w)` for `(.)`", PAGE)
    assert len(written) == 4
    codes = {character: code for code, character in written}
    return "".join(codes.get(character, character) for character in PASSWORD)


def test_its_user_can_run_issues_and_rebuild(
    uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WILDWOOD_MONGODB_URI", uri)
    config = tmp_path / "wildwood.toml"
    config.write_text('[paths]\nus = "us"\nps = "ps"\n', encoding="utf-8")
    (tmp_path / "us").mkdir()
    paper = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth",))
    (tmp_path / "us" / "2015-03-05.xml").write_bytes(rif(paper))
    for command in ("latest", "rebuild", "status"):
        done = CliRunner().invoke(group, [command, "--config", str(config)])
        assert done.exit_code == 0, done.output


def test_its_uri_without_the_source_of_the_user_is_refused(
    uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = uri.replace("authSource=wildwood", "authSource=admin")
    monkeypatch.setenv("WILDWOOD_MONGODB_URI", without)
    config = tmp_path / "wildwood.toml"
    config.write_text("", encoding="utf-8")
    done = CliRunner().invoke(group, ["status", "--config", str(config)])
    assert "denies access: Authentication failed" in done.output
    assert PASSWORD not in done.output
