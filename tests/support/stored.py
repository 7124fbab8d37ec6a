"""What a store has, beside what it should have."""

import datetime
from typing import Any

from pymongo.database import Database

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Paper
from wildwood.nep import documents
from wildwood.nep.store import Store

from tests.support.issues import issue_of, version_document

Document = dict[str, Any]


FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))


def paper(handle: str, title: str = "Trade and Growth in Open Economies") -> Paper:
    return paper_of(Record(handle, ("Paul Krugman",), (title,)))


def put(store: Store, date: datetime.date, *papers: Paper) -> list[str]:
    """Store an issue; return the handles that were left out."""
    return list(store.replace_issue(issue_of(date, papers), papers).too_large)


def handles(database: Database[Document]) -> list[Document]:
    return list(database["handles"].find().sort("_id"))


def stored(database: Database[Document]) -> dict[str, list[Document]]:
    """Return all documents of papers, issues and pairs."""
    return {
        name: list(database[name].find().sort("_id")) for name in ("handles", "issues", "similar")
    }


def expected(handle: str, *versions: tuple[datetime.date, Paper]) -> Document:
    """Return the document of a handle, which test_documents.py tests."""
    document = documents.handle_document(handle, [version_document(*entry) for entry in versions])
    assert document is not None
    return document
