"""A store that the tests of several commands read."""

import pytest

from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.usual_papers import FIRST, LIKE_TRADE, MONEY, SECOND, TRADE, TRADE_AGAIN


def store_issues(made: Installation) -> None:
    made.issue(FIRST, TRADE, MONEY)
    made.issue(SECOND, LIKE_TRADE, TRADE_AGAIN)
    for date in (FIRST, SECOND):
        assert made.run(date, "0.3").exit_code == 0


@pytest.fixture
def stored(installation: Installation) -> Installation:
    """Store two issues, compared above 0.3."""
    return built(installation, store_issues)
