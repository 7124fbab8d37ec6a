"""A store that the tests of several commands read."""

import pytest

from tests.support.installation import Installation
from tests.support.snapshot import Snapshot, snapshot
from tests.support.two_issues import FIRST, LIKE_TRADE, MONEY, SECOND, TRADE, TRADE_AGAIN


@pytest.fixture(scope="module")
def stored_once(
    module_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Snapshot:
    made = module_installation
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, LIKE_TRADE, TRADE_AGAIN)
    for date in (FIRST, SECOND):
        assert made.run(date, "0.3").exit_code == 0
    return snapshot(made, tmp_path_factory.mktemp("snapshot") / "stored")


@pytest.fixture
def stored(stored_once: Snapshot) -> Installation:
    """Store two issues, compared above 0.3."""
    return stored_once.restore()
