"""The shares of common features: counted in a sample, again when the papers have doubled."""

import datetime
from typing import Any

from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.nep.connection import Connection
from wildwood.nep.documents import encoded_documents
from wildwood.nep.fresh import Swap
from wildwood.nep.handles import Frequencies
from wildwood.nep.store import Store

from tests.support.issues import issue_of

Document = dict[str, Any]

FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
SWAP = Swap("1")


def put(store: Store, date: datetime.date, first: int, last: int) -> None:
    """Store an issue with the papers from number `first` to before `last`, all by a David."""
    papers = [_paper(number) for number in range(first, last)]
    store.replace_issue(issue_of(date, papers), papers)


def _paper(number: int) -> Paper:
    other = f"Author{number}" if number % 2 else "Anna"
    return paper_of(Record(str(number), (f"David {other}",), (f"On the Matter of {number}",)))


def frequencies(database: Database[Document]) -> Frequencies:
    connection = Connection(database, server="a test", timeout_s=30)
    return Frequencies(connection, database["handles"], database["frequencies"])


def shares(database: Database[Document], *keys: str) -> dict[str, float]:
    return frequencies(database).shares(keys)


def test_a_share_is_the_fraction_of_papers_that_have_a_feature(
    store: Store, database: Database[Document]
) -> None:
    put(store, FIRST, 0, 20)
    assert shares(database, "author:david", "author:anna", "title:on the matter") == {
        "author:david": 1.0,
        "author:anna": 0.5,
        "title:on the matter": 1.0,
    }


def test_rare_features_have_no_share(store: Store, database: Database[Document]) -> None:
    put(store, FIRST, 0, 20)
    assert shares(database, "author:author1", "title:of 1", "author:nobody") == {}


def test_only_single_features_have_shares(store: Store, database: Database[Document]) -> None:
    put(store, FIRST, 0, 20)
    assert {found["_id"] for found in database["frequencies"].find()} == {
        "author:david",
        "author:anna",
        "title:on the matter",
        "title:the matter of",
    }


def test_features_are_counted_again_when_the_papers_have_doubled(
    store: Store, database: Database[Document]
) -> None:
    put(store, FIRST, 0, 20)
    put(store, SECOND, 100, 120)
    assert {found["papers"] for found in database["frequencies"].find()} == {20}
    put(store, THIRD, 200, 201)
    assert {found["papers"] for found in database["frequencies"].find()} == {41}


def test_a_rebuild_counts_features_again(store: Store, database: Database[Document]) -> None:
    put(store, FIRST, 0, 20)
    fresh = store.fresh(SWAP.mark)
    papers = [paper_of(Record(str(n), ("Maria Rossi",), ("Growth",))) for n in range(5)]
    issue = issue_of(FIRST, papers)
    fresh.add_issue(issue, encoded_documents(issue, papers))
    assert shares(database, "author:david") == {"author:david": 1.0}
    fresh.decide_swap(SWAP)
    store.swaps.complete(SWAP)
    assert shares(database, "author:david", "author:maria") == {"author:maria": 1.0}


def test_an_empty_store_has_no_shares(database: Database[Document]) -> None:
    frequencies(database).count()
    assert database["frequencies"].find_one() is None
