"""Whatever lies in the us directory is read, or refused with one sentence; never anything else."""

import datetime
import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wildwood.errors import RifError
from wildwood.rif import parse_rif

from tests.support.bad_rifs import CASES, Read, Refused
from tests.support.installation import Installation
from tests.support.paths import CHECKOUT

REFUSED = {name: case for name, case in CASES.items() if isinstance(case, Refused)}
READ = {name: case for name, case in CASES.items() if isinstance(case, Read)}

Outcome = dict[str, Any]

# Parses every rif of the table, and what is read also as it is copied, in a process that
# may use 1 GB and 60 s; says in a line of JSON what became of each.
BOUNDED = """
import json, resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

from tests.support.bad_rifs import CASES
from wildwood.errors import RifError
from wildwood.model import Similar, SimilarityType
from wildwood.rif import parse_rif

SIMILAR = [Similar("é日", 0.5, SimilarityType.EXTERNAL)]

def records(rif):
    return [[record.handle, record.names, record.titles] for record in rif.records]

def outcome(data):
    try:
        rif = parse_rif(data)
    except RifError as error:
        return {"refused": str(error)}
    similars = [SIMILAR] * len(rif.records)
    found = {"read": records(rif)}
    try:
        copy = parse_rif(rif.annotated(similars, presort=True))
    except RifError as error:
        return found | {"copy": f"refused: {error}", "similars kept": False}
    return found | {"copy": records(copy), "similars kept": copy.similars() == similars}

for name, case in CASES.items():
    try:
        found = outcome(case.data)
    except Exception as error:
        found = {"raised": repr(error)}
    print(json.dumps([name, found]), flush=True)
"""


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Outcome]:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", BOUNDED],
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    found = dict(json.loads(line) for line in done.stdout.splitlines())
    if done.returncode:
        unsaid = next((name for name in CASES if name not in found), "none")
        pytest.fail(f"{unsaid}: the process died with {done.returncode}: {done.stderr}")
    return found


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_rif_is_refused_with_its_sentence(outcomes: dict[str, Outcome], name: str) -> None:
    found = outcomes[name]
    assert list(found) == ["refused"], found
    assert re.search(REFUSED[name].sentence, found["refused"]), found["refused"]


def test_every_sentence_is_of_one_line_without_a_stop(outcomes: dict[str, Outcome]) -> None:
    """The file's name goes before it and a stop after it."""
    sentences = {name: found["refused"] for name, found in outcomes.items() if "refused" in found}
    assert sentences
    assert [name for name, said in sentences.items() if said.splitlines() != [said]] == []
    assert [name for name, said in sentences.items() if said.endswith(".")] == []


@pytest.mark.parametrize("name", READ)
def test_an_odd_rif_is_read(outcomes: dict[str, Outcome], name: str) -> None:
    found = outcomes[name]
    assert found.get("read") == [list(record) for record in READ[name].records], found.keys()


@pytest.mark.parametrize("name", READ)
def test_what_is_read_is_copied_so_that_it_is_read_again(
    outcomes: dict[str, Outcome], name: str
) -> None:
    found = outcomes[name]
    assert found.get("copy") == [list(record) for record in READ[name].records]
    assert found["similars kept"]


# Nothing but the rif is read


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server that no one should speak to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        yield server


POINTERS = {
    "DTD": '<!DOCTYPE amf SYSTEM "{0}">{1}',
    "entity": '<!DOCTYPE amf [<!ENTITY x SYSTEM "{0}">]>{1}',
    "parameter entity": '<!DOCTYPE amf [<!ENTITY % x SYSTEM "{0}"> %x;]>{1}',
    "entity unseen": '<!DOCTYPE amf [%u; <!ENTITY x SYSTEM "{0}">]>{1}',
    "parameter entity unseen": '<!DOCTYPE amf [%u; <!ENTITY % x SYSTEM "{0}"> %x;]>{1}',
    "style sheet": '<?xml-stylesheet type="text/xsl" href="{0}"?>{1}',
}
RIF = '<amf xmlns="http://amf.openlib.org"><text><title>T&x;</title></text></amf>'


def titles_and_handles(data: str) -> str:
    """All that is read from a rif; nothing where it is refused."""
    try:
        found = parse_rif(data.encode())
    except RifError as error:
        return str(error)
    return repr((found.records, found.skipped))


@pytest.mark.parametrize("root", [RIF, RIF.replace("&x;", "")], ids=["used", "not used"])
@pytest.mark.parametrize("pointer", POINTERS.values(), ids=POINTERS)
def test_no_address_is_asked(pointer: str, root: str, listener: socket.socket) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/x"
    titles_and_handles(pointer.format(address, root))
    with pytest.raises(BlockingIOError):
        listener.accept()


@pytest.mark.parametrize("root", [RIF, RIF.replace("&x;", "")], ids=["used", "not used"])
@pytest.mark.parametrize("pointer", POINTERS.values(), ids=POINTERS)
def test_no_file_is_read(pointer: str, root: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text('<!ENTITY x "SECRET"><!ATTLIST text id CDATA "SECRET">', encoding="utf-8")
    assert "SECRET" not in titles_and_handles(pointer.format(secret.as_uri(), root))


# All of them in one us directory


def test_a_rebuild_names_what_is_refused_and_does_the_rest(installation: Installation) -> None:
    day = datetime.date(2000, 1, 1)
    rifs = {}
    for name, case in CASES.items():
        if len(case.data) < 100_000 or name == "a paper of 10 MB":
            rifs[day] = case
            (installation.us / f"{day}.xml").write_bytes(case.data)
            day += datetime.timedelta(days=1)
    result = installation.run("rebuild", "--skip-bad")
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code == 1
    said = [line.split(" ")[1] for line in result.stderr.splitlines()]
    refused = {
        str(installation.us / f"{day}.xml")
        for day, case in rifs.items()
        if isinstance(case, Refused)
    }
    assert refused <= set(said)
    read = {f"{day}.xml" for day, case in rifs.items() if isinstance(case, Read)}
    assert {path.name for path in installation.ps.iterdir()} == read
    kept = {
        handle for case in rifs.values() if isinstance(case, Read) for handle, _, _ in case.records
    }
    assert {found["_id"] for found in installation.database["handles"].find({}, {"_id": 1})} == kept
