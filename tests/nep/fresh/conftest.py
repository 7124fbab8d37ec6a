"""A store with one old issue."""

from collections.abc import Iterator

import pytest

from wildwood.kernel import settings
from wildwood.nep.session import writing_store
from wildwood.nep.store import Store

from tests.support.installation import Installation
from tests.support.issues import issue_of
from tests.support.rebuilt import FIRST, paper


@pytest.fixture
def store(installation: Installation) -> Iterator[Store]:
    """A store with one old issue, with the writer's lock held."""
    with writing_store(settings.load_config(installation.config), "a test") as opened:
        old = paper("old")
        opened.replace_issue(issue_of(FIRST, [old]), [old])
        yield opened
