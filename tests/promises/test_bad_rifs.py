"""Every file in the us directory is read, or refused with one sentence."""

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

from wildwood.kernel.errors import RifError
from wildwood.nep.rif import parse_rif

from tests.support.bad_rifs import CASES, Read, Refused
from tests.support.installation import Installation
from tests.support.once import made_once
from tests.support.paths import CHECKOUT

REFUSED = {name: case for name, case in CASES.items() if isinstance(case, Refused)}
READ = {name: case for name, case in CASES.items() if isinstance(case, Read)}

Outcome = dict[str, Any]

# Parse every rif of the table, and the copy of each that is read, in a process that can use 1 GB
# and 50 s of processor time; the checks of the fuzzer, which are slow, are made of the small ones.
# Print a line of JSON for each; records only if they are unexpected, as some have 10 MB.
BOUNDED = """
import json, resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (50, 50))

from tests.fuzzing.targets import TARGETS
from tests.support.bad_rifs import CASES
from wildwood.kernel.errors import RifError
from wildwood.kernel.model import Similar
from wildwood.kernel.model import SimilarityType
from wildwood.nep.rif import parse_rif

SIMILAR = [Similar("é日", 0.5, SimilarityType.EXTERNAL)]

def unexpected(rif, case):
    records = [(record.handle, [*record.names], [*record.titles]) for record in rif.records]
    return "" if records == getattr(case, "records", []) else repr(records)[:1000]

def outcome(case):
    try:
        rif = parse_rif(case.data)
    except RifError as error:
        return {"refused": str(error)}
    similars = [SIMILAR] * len(rif.records)
    read = {"unexpected": unexpected(rif, case)}
    try:
        copy = parse_rif(rif.annotated(similars, presort=True))
    except RifError as error:
        return read | {"unexpected in the copy": f"refused: {error}", "similars kept": False}
    return read | {
        "unexpected in the copy": unexpected(copy, case),
        "similars kept": copy.similars() == similars,
    }

for name, case in CASES.items():
    try:
        result = outcome(case)
        if len(case.data) <= 100_000:
            TARGETS["rif"](case.data)
    except Exception as error:
        result = {"raised": repr(error)}
    print(json.dumps([name, result]), flush=True)
"""


def parse_all(folder: Path) -> None:
    """Write the outcomes into a file."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", BOUNDED],
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    outcomes = dict(json.loads(line) for line in done.stdout.splitlines())
    if done.returncode:
        last = next((name for name in CASES if name not in outcomes), "none")
        pytest.fail(f"{last}: the process ended with {done.returncode}: {done.stderr}")
    (folder / "outcomes.json").write_text(json.dumps(outcomes), encoding="utf-8")


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> dict[str, Outcome]:
    folder = made_once(tmp_path_factory, "bad-rifs", parse_all, worker_id)
    outcomes: dict[str, Outcome] = json.loads((folder / "outcomes.json").read_bytes())
    return outcomes


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_rif_is_refused_with_its_sentence(outcomes: dict[str, Outcome], name: str) -> None:
    outcome = outcomes[name]
    assert list(outcome) == ["refused"], outcome
    assert re.search(REFUSED[name].pattern, outcome["refused"]), outcome["refused"]


def test_every_sentence_has_one_line_and_no_full_stop(outcomes: dict[str, Outcome]) -> None:
    """The file name is put before it, and a full stop after it."""
    sentences = {
        name: outcome["refused"] for name, outcome in outcomes.items() if "refused" in outcome
    }
    assert sentences
    assert [name for name, text in sentences.items() if text.splitlines() != [text]] == []
    assert [name for name, text in sentences.items() if text.endswith(".")] == []


@pytest.mark.parametrize("name", READ)
def test_an_odd_rif_is_read(outcomes: dict[str, Outcome], name: str) -> None:
    assert outcomes[name].get("unexpected") == "", outcomes[name]


@pytest.mark.parametrize("name", READ)
def test_the_copy_of_a_rif_that_is_read_has_the_same_records(
    outcomes: dict[str, Outcome], name: str
) -> None:
    assert outcomes[name].get("unexpected in the copy") == "", outcomes[name]
    assert outcomes[name]["similars kept"]


# Only the rif is read


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Make a server that nobody may connect to."""
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
    """Return everything that is read from a rif, or the refusal."""
    try:
        rif = parse_rif(data.encode())
    except RifError as error:
        return str(error)
    return repr((rif.records, rif.skipped))


@pytest.mark.parametrize("root", [RIF, RIF.replace("&x;", "")], ids=["used", "not used"])
@pytest.mark.parametrize("pointer", POINTERS.values(), ids=POINTERS)
def test_no_address_is_connected_to(pointer: str, root: str, listener: socket.socket) -> None:
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


def test_a_rebuild_names_the_refused_rifs_and_processes_the_others(
    installation: Installation,
) -> None:
    day = datetime.date(2000, 1, 1)
    rifs = {}
    for case in CASES.values():
        if len(case.data) < 100_000:
            rifs[day] = case
            (installation.us / f"{day}.xml").write_bytes(case.data)
            day += datetime.timedelta(days=1)
    result = installation.run("rebuild", "--skip-bad", "--workers", "1")
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code == 1
    named = [line.split(" ")[1] for line in result.stderr.splitlines()]
    refused = {
        str(installation.us / f"{day}.xml")
        for day, case in rifs.items()
        if isinstance(case, Refused)
    }
    assert refused <= set(named)
    read = {f"{day}.xml" for day, case in rifs.items() if isinstance(case, Read)}
    assert {path.name for path in installation.ps.iterdir()} == read
    kept = {
        handle for case in rifs.values() if isinstance(case, Read) for handle, _, _ in case.records
    }
    stored = installation.database["handles"].find({}, {"_id": 1})
    assert {document["_id"] for document in stored} == kept
