"""The type of a publication, from the words of formats and databases."""

import pytest

from wildwood.biblio.entry import NO_SERIES, PublicationType, Series, publication_type

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
