"""A rebuild on a cluster: the same documents and bytes as without, whatever happens to workers."""

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from distributed import Client, LocalCluster

from wildwood.biblio.entry import Record
from wildwood.cli import rebuild
from wildwood.kernel import postings
from wildwood.nep import documents

from tests.support.amf import rif
from tests.support.dask_cluster import KillWorkers, SlowTasks, running_cluster
from tests.support.installation import Installation
from tests.support.paths import DATA
from tests.support.state import State, differences, state
from tests.support.usual_papers import AUTHORS, MONEY, TRADE, TRADE_AGAIN

TRADE_BY_OTHERS = Record("RePEc:cpr:ceprdp:3", ("Li Na",), ("Trade and Growth in Open Economies",))
TRADE_RENAMED = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Small Economies",))
UNNAMED = Record("RePEc:nbr:nberwo:1", (), ())
_TIME = re.compile(r" in [\d.]+ s$", re.MULTILINE)
MANY = tuple(f"Name{number} Krugman" for number in range(1500))
WIDE = Record("RePEc:nbr:nberwo:9", MANY, ("Trade and Growth in Open Economies and Money",))
WIDE_AGAIN = Record("RePEc:cpr:ceprdp:9", MANY, ("Trade and Growth in Open Economies",))


@pytest.fixture
def real_issues(installation: Installation) -> Installation:
    """Two real issues."""
    for path in sorted((DATA / "issues").iterdir())[:2]:
        shutil.copy(path, installation.us)
    return installation


@pytest.fixture
def odd_issues(installation: Installation) -> Installation:
    """Issues with what is rare: wide papers, handles of several papers, no papers."""
    installation.issue("2015-03-05", TRADE, MONEY, WIDE, TRADE_RENAMED, UNNAMED)
    installation.issue("2015-03-12")
    installation.issue("2015-03-19", TRADE_AGAIN, TRADE, WIDE_AGAIN)
    installation.issue("2015-03-26", MONEY, WIDE, TRADE_BY_OTHERS, TRADE_RENAMED)
    (installation.us / "about.xml").write_bytes(rif(MONEY))
    return installation


def rebuilt(installation: Installation, *options: str) -> tuple[int, str, State]:
    """Rebuild from nothing; return the exit status, the output less the time, and the result."""
    installation.empty()
    done = installation.run("rebuild", *options)
    return done.exit_code, _TIME.sub("", done.output), state(installation)


def assert_equal(installation: Installation, cluster: LocalCluster, *options: str) -> None:
    """Check that a rebuild on the cluster does and says what a plain one does and says."""
    address = cluster.scheduler_address
    status, said, plain = rebuilt(installation, *options)
    status_on_cluster, said_on_cluster, found = rebuilt(
        installation, "--cluster", address, *options
    )
    assert (status_on_cluster, said_on_cluster) == (status, said)
    assert differences(found, plain) == []


SPECIFIED, TOLERANT = "", '[strength]\nformula = "tolerant"\n'


@pytest.mark.parametrize(
    ("issues", "strength"),
    [
        pytest.param("real_issues", SPECIFIED, id="real_issues-specified"),
        pytest.param("odd_issues", TOLERANT, id="odd_issues-tolerant and by titles"),
        pytest.param("real_issues", TOLERANT, id="real_issues-tolerant", marks=pytest.mark.long),
        pytest.param("odd_issues", SPECIFIED, id="odd_issues-specified", marks=pytest.mark.long),
    ],
)
def test_it_has_the_same_result_as_a_plain_rebuild(
    request: pytest.FixtureRequest, cluster: LocalCluster, issues: str, strength: str
) -> None:
    installation = request.getfixturevalue(issues)
    with installation.config.open("a", encoding="utf-8") as stream:
        stream.write(strength)
    assert_equal(installation, cluster, "0.3")
    assert list(installation.ps.glob("*.xml*"))


@pytest.fixture
def doomed_cluster() -> Iterator[LocalCluster]:
    """Start a cluster for a test that kills workers, which take a while to come back."""
    with running_cluster(workers=2) as started:
        yield started


def test_killed_workers_change_nothing(
    real_issues: Installation, doomed_cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, plain = rebuilt(real_issues)
    kills = KillWorkers(doomed_cluster)
    monkeypatch.setattr(rebuild, "progress_bar", kills)
    status, _, found = rebuilt(real_issues, "--cluster", doomed_cluster.scheduler_address)
    assert kills.killed == ["reading", "storing", "searching", "comparing"]
    assert status == 0
    assert differences(found, plain) == []


def test_a_slow_worker_changes_nothing(real_issues: Installation, cluster: LocalCluster) -> None:
    _, _, plain = rebuilt(real_issues)
    with Client(cluster, set_as_default=False) as client:
        slow = min(client.nthreads())
        client.run(_slow_down, workers=[slow])
        status, _, found = rebuilt(real_issues, "--cluster", cluster.scheduler_address)
        [pauses] = client.run(_normal_speed, workers=[slow]).values()
    assert pauses > 0
    assert status == 0
    assert differences(found, plain) == []


def _slow_down(dask_worker: Any) -> None:
    dask_worker.plugins["slow"] = SlowTasks(pause_s=0.3)


def _normal_speed(dask_worker: Any) -> int:
    """Remove the plugin; return how often it made a task wait."""
    plugin: SlowTasks = dask_worker.plugins.pop("slow")
    return plugin.pauses


def write_bad_rifs(installation: Installation) -> None:
    (installation.us / "2015-02-30.amf.xml").write_bytes(rif(MONEY))
    (installation.us / "2015-03-20.amf.xml").write_bytes(b"<amf")


def test_bad_rifs_are_refused_and_nothing_is_left_beside_the_ps_rifs(
    odd_issues: Installation, cluster: LocalCluster
) -> None:
    write_bad_rifs(odd_issues)
    assert_equal(odd_issues, cluster)
    again = odd_issues.run("rebuild", "--cluster", cluster.scheduler_address)
    assert "Nothing was rebuilt because 2 of " in again.output
    assert [path for path in odd_issues.ps.iterdir() if path.name.startswith(".")] == []
    names = odd_issues.database.list_collection_names()
    assert [name for name in names if name.startswith("fresh")] == []


def test_papers_that_are_too_large_to_store_are_left_out(
    odd_issues: Installation, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Client(cluster, set_as_default=False) as client:
        monkeypatch.setattr(documents, "MAX_BYTES", 10_000)
        client.run(_set_limit, documents.MAX_BYTES)
        assert_equal(odd_issues, cluster, "0.3")
        client.run(_set_limit, 12 * 1024 * 1024)


def _set_limit(limit: int) -> None:
    documents.MAX_BYTES = limit


def test_bad_rifs_and_an_issue_with_too_many_pairs_are_left_out_if_asked_for(
    odd_issues: Installation, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Client(cluster, set_as_default=False) as client:
        usual = postings.MAX_COMPARED
        monkeypatch.setattr(postings, "MAX_COMPARED", 8)
        client.run(_set_compared, postings.MAX_COMPARED)
        write_bad_rifs(odd_issues)
        assert_equal(odd_issues, cluster, "0.1", "--skip-bad")
        client.run(_set_compared, usual)


def _set_compared(pairs: int) -> None:
    postings.MAX_COMPARED = pairs
