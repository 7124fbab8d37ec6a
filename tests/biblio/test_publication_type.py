"""The type of a publication, from the words of formats and databases."""

import pytest

from wildwood.biblio.as_bibtex import write_bibtex
from wildwood.biblio.as_ris import write_ris
from wildwood.biblio.entry import (
    NO_SERIES,
    Entry,
    PublicationType,
    Series,
    localized,
    publication_type,
)

JOURNAL = Series("Trade", "7")


@pytest.mark.parametrize(
    ("kind", "series", "expected"),
    [
        ("Journal Article", NO_SERIES, PublicationType.ARTICLE),
        ("article-journal", NO_SERIES, PublicationType.ARTICLE),
        ("info:eu-repo/semantics/masterThesis", NO_SERIES, PublicationType.MASTERS_THESIS),
        ("bookitem", NO_SERIES, PublicationType.CHAPTER),
        ("Book Chapter", JOURNAL, PublicationType.CHAPTER),
        ("Article; Early Access", NO_SERIES, PublicationType.ARTICLE),
        ("Randomized Controlled Trial", JOURNAL, PublicationType.ARTICLE),
        ("", JOURNAL, PublicationType.ARTICLE),
        ("", Series("Trade", issn="1234-5678"), PublicationType.ARTICLE),
        ("", Series("Trade", issn="1234-5678", isbn="9783161484100"), PublicationType.OTHER),
        ("", Series("Trade"), PublicationType.OTHER),
    ],
)
def test_is_told_by_the_word_or_else_by_the_series(
    kind: str, series: Series, expected: PublicationType
) -> None:
    assert publication_type(kind, series) is expected


@pytest.mark.parametrize("kind", ["misc", "Text", "OTHER", "S", "article", "JOUR"])
def test_no_word_for_any_publication_is_written_as_a_document_type(kind: str) -> None:
    entry = Entry("a", localized(["Sand"]), (), kind=kind)
    assert "M3  - " not in write_ris(entry)
    assert "type = " not in write_bibtex(entry)


def test_the_words_of_a_database_are_written_as_the_document_type() -> None:
    entry = Entry("a", localized(["Sand"]), (), kind="Letter")
    assert "M3  - Letter\n" in write_ris(entry)
    assert "type = {Letter}" in write_bibtex(entry)
