"""The history of a date: the versions of the issues strictly before it."""

import datetime

import pytest

from wildwood.kernel.model import Features
from wildwood.kernel.strength import Target, shared_totals
from wildwood.nep.history import StoredHistory
from wildwood.nep.store import Store

from tests.support.stored import FIRST, SECOND, THIRD, paper, put


class TestTheHistoryOfADate:
    OLD, NEW = paper("a", "Trade and Growth"), paper("a", "Trade and Growth Again")

    @pytest.mark.parametrize(
        ("before", "found"),
        [
            (FIRST, []),
            (SECOND, [("a", OLD.features)]),
            (THIRD, [("a", OLD.features)]),
            (THIRD + datetime.timedelta(days=1), [("a", OLD.features), ("a", NEW.features)]),
        ],
        ids=["on the first day", "after it", "on the next day", "after that"],
    )
    def test_has_every_version_of_the_issues_strictly_before_it(
        self, store: Store, before: datetime.date, found: list[tuple[str, Features]]
    ) -> None:
        put(store, FIRST, self.OLD)
        put(store, THIRD, self.NEW)
        new = paper("new", "Trade and Growth").features
        expected = [
            Target(0, handle, shared_totals(new, known), known.totals) for handle, known in found
        ]
        assert list(StoredHistory(store.connection, before).targets([new], 0.0)) == expected

    def test_does_not_contain_a_later_issue(self, store: Store) -> None:
        put(store, FIRST, self.OLD)
        put(store, THIRD, paper("b", "Trade and Growth"))
        found = StoredHistory(store.connection, before=SECOND).targets([self.OLD.features], 0.0)
        assert [target.key for target in found] == ["a"]
