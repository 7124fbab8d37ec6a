"""A rebuild on a cluster: the same documents and bytes as without, whatever happens to workers."""

import shutil
from collections.abc import Iterator

import pytest
from distributed import LocalCluster

from tests.support.dask_cluster import running_cluster
from tests.support.installation import Installation
from tests.support.paths import DATA
from tests.support.state import differences, state


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with running_cluster(workers=2) as started:
        yield started


@pytest.fixture
def real_issues(installation: Installation) -> Installation:
    """Ten real issues."""
    for path in (DATA / "issues").iterdir():
        shutil.copy(path, installation.us)
    return installation


def rebuild_on(cluster: LocalCluster, installation: Installation, *options: str) -> None:
    done = installation.run("rebuild", "--cluster", cluster.scheduler_address, *options)
    assert done.exit_code == 0, done.output


def test_the_documents_and_ps_rifs_are_those_of_a_plain_rebuild(
    real_issues: Installation, cluster: LocalCluster
) -> None:
    assert real_issues.run("rebuild").exit_code == 0
    plain = state(real_issues)
    rebuild_on(cluster, real_issues)
    assert differences(state(real_issues), plain) == []
