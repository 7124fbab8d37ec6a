"""Estimate how certain a header is, by how many pieces of evidence agree on each field."""

from collections.abc import Iterable, Sequence

from wildwood.biblio.entry import letters
from wildwood.extraction import front_page
from wildwood.extraction.authors import Byline
from wildwood.extraction.data import Header, Line
from wildwood.extraction.front_page import INSTITUTION
from wildwood.extraction.title import FULL_WORDS, Title

_SHARES = {
    "title": (0.2, 0.2, 0.2, 0.5, 0.9, 0.96, 0.99),
    "authors": (0.3, 0.3, 0.3, 0.4, 0.45, 0.75, 0.94, 0.97),
    "affiliations": (0.3, 0.3, 0.3, 0.3, 0.4, 0.8, 0.95, 0.97),
    "abstract": (0.2, 0.2, 0.2, 0.4, 0.8, 0.9, 0.95),
}
"""The share of fields that are right, by the number of pieces of evidence, none to all; measured
on half of the documents of `tests/benchmarks/headers.py`."""
_LIKELY = 0.8  # the confidence in a title by which authors are more certain, too
_MARGIN = 1.0  # least difference between the scores of the title and of the next candidate
_MOST_LETTERS = 0.9  # least share of letters and spaces in a title
_MAX_NAME_WORDS, _MAX_AFFILIATION = 4, 150
_ABSTRACT_WORDS, _USUAL_ABSTRACT_WORDS = range(40, 400), range(60, 300)


def estimate(
    header: Header, title: Title, byline: Byline, after: Sequence[Line]
) -> dict[str, float]:
    """Return the confidence in title, authors, affiliations and abstract; `after` is the text."""
    own = letters(header.title)
    is_clear = title.margin >= _MARGIN
    share = sum(letter.isalpha() or letter.isspace() for letter in header.title)
    are_letters = share >= _MOST_LETTERS * len(header.title)
    is_likely = title.confidence >= _LIKELY
    repeated = bool(own) and own in letters(" ".join(line.text for line in after))
    found = bool(byline.authors)
    evidence = {
        "title": (
            is_clear,
            found,
            len(header.title.split()) >= FULL_WORDS,
            are_letters,
            title.is_stated or repeated,
            not front_page.likeness(header.title),
        ),
        "authors": (is_likely, found, is_clear, are_letters, *_of_authors(header)),
        "affiliations": (is_likely, found, *_of_affiliations(header)),
        "abstract": (found, *_of_abstract(header.abstract)),
    }
    return {
        field: _SHARES[field][sum(pieces)]
        for field, pieces in evidence.items()
        if getattr(header, field)
    }


def _of_authors(header: Header) -> Iterable[bool]:
    names = [author.name for author in header.authors]
    placed = [author for author in header.authors if author.affiliations]
    texts = (text for author in placed for text in author.affiliations)
    is_named = any(map(INSTITUTION.search, texts))
    yield len(placed) >= len(names) / 2
    yield is_named or any(author.email for author in header.authors)
    yield all(len(name.split()) <= _MAX_NAME_WORDS and not name.isupper() for name in names)


def _of_affiliations(header: Header) -> Iterable[bool]:
    texts = header.affiliations
    named = [INSTITUTION.search(text) is not None for text in texts]
    yield all(author.affiliations for author in header.authors)
    yield any(named)
    yield all(named)
    yield all(len(text) < _MAX_AFFILIATION for text in texts)
    yield any(author.email for author in header.authors)


def _of_abstract(text: str) -> Iterable[bool]:
    count = len(text.split())
    yield text[:1].isupper()
    yield text.rstrip().endswith((".", "!", "?", "”", '"'))
    yield count in _USUAL_ABSTRACT_WORDS
    yield count in _ABSTRACT_WORDS
    yield not any(sign in text for sign in "@©")
