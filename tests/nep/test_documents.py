"""The documents of `handles` and `issues`, without a database."""

import datetime
from itertools import permutations

import bson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import (
    Features,
    Issue,
    Paper,
    Provenance,
    PsRecord,
    Punctuation,
    WrittenFile,
)
from wildwood.nep import documents
from wildwood.nep.connection import Document
from wildwood.nep.documents import feature_keys, pair_key, pair_keys

from tests.support.issues import issue_of, version_document

HANDLE = "RePEc:nbr:nberwo:10013"
FIRST, SECOND, THIRD = (datetime.date(2015, 3, day) for day in (5, 12, 19))
WINDOW = paper_of(Record(HANDLE, ("Anna Smith", "Bob Smith"), ("Then a Moving Window",)))


def titled(title: str) -> Paper:
    return paper_of(Record(HANDLE, ("Anna Smith",), (title,)))


def of_size(date: datetime.date, size: int) -> Document:
    """Make a version whose document of HANDLE has this size in bytes."""
    version: Document = {
        "date": date.isoformat(),
        "names": [""],
        "titles": [],
        "author_features": [],
        "title_features": [],
    }
    empty = {"_id": HANDLE, "issues": [version], "features": [], "totals": "0+0"}
    return {**version, "names": ["x" * (size - len(bson.encode(empty)))]}


class TestTheDocumentOfAHandle:
    def test_has_readable_fields(self) -> None:
        document = documents.handle_document(HANDLE, [version_document(FIRST, WINDOW)])
        assert document == {
            "_id": HANDLE,
            "issues": [
                {
                    "date": "2015-03-05",
                    "stamp": issue_of(FIRST, []).stamp,
                    "names": ["Anna Smith", "Bob Smith"],
                    "titles": ["Then a Moving Window"],
                    "author_features": ["anna", "smith", "bob", "smith"],
                    "title_features": ["then a moving", "a moving window"],
                }
            ],
            "features": [
                "author:anna",
                "author:bob",
                "author:smith",
                "name:anna smith",
                "name:bob smith",
                "title:a moving window",
                "title:then a moving",
                *sorted(
                    pair_key(author, title)
                    for author in ("anna", "bob", "smith")
                    for title in ("then a moving", "a moving window")
                ),
            ],
            "totals": "4+2",
        }

    def test_is_found_by_the_features_of_all_its_issues(self) -> None:
        versions = [
            version_document(FIRST, WINDOW),
            version_document(SECOND, titled("Wind")),
        ]
        document = documents.handle_document(HANDLE, versions)
        assert document == {
            "_id": HANDLE,
            "issues": versions,
            "features": [
                *sorted(feature_keys(WINDOW.features) | feature_keys(titled("Wind").features)),
                *sorted(pair_keys(WINDOW.features) | pair_keys(titled("Wind").features)),
            ],
        }

    def test_lists_its_issues_by_date_in_any_order_of_versions(self) -> None:
        versions = [version_document(date, titled(str(date))) for date in (FIRST, SECOND, THIRD)]
        found = [documents.handle_document(HANDLE, order) for order in permutations(versions)]
        assert found == [{**(found[0] or {}), "issues": versions}] * 6

    def test_is_none_without_issues(self) -> None:
        assert documents.handle_document(HANDLE, []) is None

    def test_can_contain_a_paper_without_authors_and_titles(self) -> None:
        bare = version_document(FIRST, paper_of(Record(HANDLE, (), ())))
        assert documents.handle_document(HANDLE, [bare]) == {
            "_id": HANDLE,
            "issues": [
                {
                    "date": "2015-03-05",
                    "stamp": issue_of(FIRST, []).stamp,
                    "names": [],
                    "titles": [],
                    "author_features": [],
                    "title_features": [],
                }
            ],
            "features": [],
            "totals": "0+0",
        }

    def test_has_totals_if_they_are_the_same_in_all_its_issues(self) -> None:
        versions = [version_document(date, WINDOW) for date in (FIRST, SECOND)]
        assert (documents.handle_document(HANDLE, versions) or {})["totals"] == "4+2"


class TestTheSizeLimitOfADocument:
    def test_is_12_megabytes(self) -> None:
        assert documents.MAX_BYTES == 12 * 1024 * 1024

    def test_is_a_size_that_is_still_stored(self) -> None:
        version = of_size(FIRST, documents.MAX_BYTES)
        document = documents.handle_document(HANDLE, [version])
        assert document is not None
        assert document["issues"] == [version]
        assert len(bson.encode(document)) == documents.MAX_BYTES

    def test_leaves_out_a_paper_that_is_one_byte_larger(self) -> None:
        version = of_size(FIRST, documents.MAX_BYTES + 1)
        assert documents.handle_document(HANDLE, [version]) is None

    def test_leaves_out_the_later_of_two_issues(self) -> None:
        early = of_size(FIRST, documents.MAX_BYTES * 2 // 3)
        late = of_size(SECOND, documents.MAX_BYTES * 2 // 3)
        document = documents.handle_document(HANDLE, [late, early])
        assert document == {
            "_id": HANDLE,
            "issues": [early],
            "features": [],
            "totals": "0+0",
        }


def test_the_multisets_of_a_version_are_read_back_unchanged() -> None:
    version = version_document(FIRST, WINDOW)
    features = Features(WINDOW.features.authors, WINDOW.features.titles)
    assert documents.features_of(version) == features
    assert documents.features_with_names(version) == WINDOW.features


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (FIRST, []),
        (FIRST + datetime.timedelta(days=1), [FIRST]),
        (THIRD, [FIRST]),
        (THIRD + datetime.timedelta(days=1), [FIRST, THIRD]),
        (datetime.date(2030, 1, 1), [FIRST, THIRD]),
    ],
)
def test_the_features_before_a_date_are_those_of_all_issues_strictly_before_it(
    before: datetime.date, expected: list[datetime.date]
) -> None:
    papers = {date: titled(str(date)) for date in (FIRST, THIRD)}
    versions = (version_document(date, paper) for date, paper in papers.items())
    document = documents.handle_document(HANDLE, versions)
    assert document is not None
    found = documents.features_before(document, before, names=True)
    assert found == [papers[date].features for date in expected]


def test_versions_with_the_same_features_are_all_compared_as_in_a_rebuild() -> None:
    versions = [version_document(date, titled("Wind")) for date in (FIRST, THIRD)]
    document = documents.handle_document(HANDLE, versions)
    assert document is not None
    found = documents.features_before(document, datetime.date(2030, 1, 1), names=True)
    assert found == [titled("Wind").features] * 2


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (["Wind", "Wine"], "Wine"),
        (["Wind", ""], "Wind"),
        (["Wind", "Wine", " "], "Wine"),
        (["", " "], " "),
    ],
)
def test_of_texts_with_one_handle_the_last_that_says_something_is_stored(
    titles: list[str], expected: str
) -> None:
    papers = [Paper(Record(HANDLE, (), (title,)), Features((), ())) for title in titles]
    [version] = documents.version_documents(issue_of(FIRST, []), papers).values()
    assert version["titles"] == [expected]


def test_the_paper_of_a_handle_is_that_of_its_latest_issue() -> None:
    versions = [
        version_document(SECOND, WINDOW),
        version_document(FIRST, titled("Older")),
    ]
    document = documents.handle_document(HANDLE, versions)
    assert document is not None
    latest = documents.versions_of(document)[-1].paper
    assert latest.record == Record(HANDLE, WINDOW.record.names, WINDOW.record.titles)
    assert latest.features == WINDOW.features


@pytest.mark.parametrize("punctuation", Punctuation)
def test_a_stored_paper_has_all_of_its_names(punctuation: Punctuation) -> None:
    record = Record(HANDLE, ("Keen,M.", "J.E. Stiglitz"), ("A Title",))
    paper = paper_of(record, punctuation)
    document = documents.handle_document(HANDLE, [version_document(FIRST, paper)])
    assert document is not None
    assert documents.versions_of(document)[-1].paper == paper
    assert documents.features_before(document, SECOND, names=True) == [paper.features]


class TestTheDocumentOfAnIssue:
    def test_records_how_the_issue_was_stored_and_compared(self) -> None:
        file = WrittenFile("2015-03-05.amf.xml.gz", "ca1f", 1234)
        run = PsRecord(Provenance({"external": 0.6, "presort": True}, "5a1d"), file)
        issue = Issue(
            FIRST,
            "2015-03-05.amf.xml.gz",
            digest="e3b0",
            papers=490,
            ps=run,
            stamp="2015-03-05 00112233445566ff",
            content="c0de",
            size=99,
            stored=488,
            omissions=("A text was skipped.",),
            too_large=("RePEc:a:b:1",),
        )
        assert documents.issue_document(issue) == {
            "_id": "2015-03-05",
            "rif": "2015-03-05.amf.xml.gz",
            "digest": "e3b0",
            "stamp": "2015-03-05 00112233445566ff",
            "content": "c0de",
            "papers": 490,
            "size": 99,
            "stored": 488,
            "omissions": ["A text was skipped."],
            "too_large": ["RePEc:a:b:1"],
            "ps": {
                "provenance": "5a1d",
                "made_from": {"external": 0.6, "presort": True},
                "file": {
                    "name": "2015-03-05.amf.xml.gz",
                    "digest": "ca1f",
                    "size": 1234,
                },
            },
        }

    def test_of_an_older_version_has_no_provenance(self) -> None:
        ps = {"external": 0.6, "internal": 0.6, "presort": True, "history": "5a1d"}
        document = {"_id": "2015-03-05", "rif": "2015-03-05.xml", "papers": 1, "ps": ps}
        read = documents.issue_of(document).ps
        assert read is not None
        assert read.provenance == Provenance({}, "")

    def test_has_no_digest_while_the_issue_is_stored_in_part(self) -> None:
        issue = Issue(FIRST, "2015-03-05.amf.xml", digest=None, papers=0, ps=None)
        assert not {"digest", "stamp", "ps"} & documents.issue_document(issue).keys()

    @settings(deadline=None, max_examples=50)
    @given(
        st.builds(
            Issue,
            date=st.dates(),
            rif=st.text(),
            digest=st.none() | st.text(),
            papers=st.integers(0, 2**31),
            ps=st.none()
            | st.builds(
                PsRecord,
                provenance=st.builds(
                    Provenance,
                    st.dictionaries(st.sampled_from(["a", "b"]), st.text() | st.floats(0, 1)),
                    st.text(),
                ),
                file=st.none() | st.builds(WrittenFile, size=st.integers(0, 2**63 - 1)),
            ),
        )
    )
    def test_is_read_back_as_the_same_issue_from_its_bytes(self, issue: Issue) -> None:
        stored = bson.decode(bson.encode(documents.issue_document(issue)))
        assert documents.issue_of(stored) == issue
