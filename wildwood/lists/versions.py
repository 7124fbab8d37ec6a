"""Tell how a record is published, and whether two titles can be of one work.

A working paper or preprint, conference paper, thesis, chapter and article of one work differ in
DOI, journal, volume, pages and, up to several years, in their date.
"""

import re
from difflib import get_close_matches

from wildwood.biblio.entry import PublicationType
from wildwood.biblio.words import entries, words
from wildwood.kernel.tolerant import is_spelling
from wildwood.lists.stated_facts import StatedFacts, is_number

MOST_YEARS = 10  # between a working paper and its article
_ARCHIVE_DOI = re.compile(r"10\.(?:(?:3386|21203|22541|64898)/|1101/\d)")
"""NBER, Research Square, Authorea, openRxiv and bioRxiv; the DOIs of others have their name."""
_ARTICLE_HANDLE = re.compile(r":[vyip]:", re.IGNORECASE)
_NEAR_SHORT, _NEAR_LONG = 0.8, 0.6  # the shares of the words that near titles have in common
_MIN_SHARED = 4
_MISPRINTED = 0.7  # the similarity of a word to its misprint, such as pylon of pylori

_PAPERS = {PublicationType.REPORT, PublicationType.UNPUBLISHED}
_NEVER_PAPERS = {
    PublicationType.THESIS, PublicationType.MASTERS_THESIS, PublicationType.DATASET,
    PublicationType.SOFTWARE,
}  # fmt: skip
_NEVER_VERSIONS = {PublicationType.DATASET, PublicationType.SOFTWARE}
_ON_BOOKS = {PublicationType.ARTICLE, PublicationType.CONFERENCE_PAPER, PublicationType.CHAPTER}


def publication_of(facts: StatedFacts) -> PublicationType:
    """Return the type of a record; REPORT is any working paper or preprint, THESIS any thesis."""
    kind, series = facts.type, facts.paper.series
    if kind in _NEVER_PAPERS:
        return kind if kind in _NEVER_VERSIONS else PublicationType.THESIS
    if kind in _PAPERS or _is_in_archive(facts):
        return PublicationType.REPORT
    if kind is not PublicationType.OTHER:
        return kind
    if words("proceedings").search(series.title):
        return PublicationType.CONFERENCE_PAPER
    handle = facts.paper.record.handle.lower()
    is_unplaced = not (series.title or series.isbn or series.volume or series.pages)
    is_paper = handle.startswith("repec:") and not _ARTICLE_HANDLE.search(handle)
    return PublicationType.REPORT if is_unplaced and (facts.paper.kind or is_paper) else kind


def _is_in_archive(facts: StatedFacts) -> bool:
    series = facts.paper.series
    named = " ".join((series.title, *facts.dois))
    if any(map(_ARCHIVE_DOI.match, facts.dois)) or words("archives").search(named):
        return True
    elsewhere = " ".join((named, *facts.identifiers, series.publisher))
    is_placed = facts.volumes or facts.pages
    return not is_placed and bool(words("archives", "series").search(elsewhere))


def why_two_publications(kinds: set[PublicationType]) -> str:
    """Name two types in which a work is often published; an article on a book reviews it."""
    is_on_book = PublicationType.BOOK in kinds and kinds & _ON_BOOKS
    if kinds & _NEVER_VERSIONS or is_on_book:
        return ""
    return " and ".join(sorted(map(_name, kinds)))


def _name(kind: PublicationType) -> str:
    if kind is PublicationType.REPORT:
        return "working paper or preprint"
    return kind.name.lower().replace("_", " ")


def are_subtitled(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether one title begins with the other, and no number of a part follows."""
    short, long = sorted((left, right), key=lambda facts: len(facts.title))
    added = long.title_words[len(short.title_words) :][:2]
    return long.title.startswith(short.title) and not any(map(is_number, added))


def counted_words(facts: StatedFacts) -> set[str]:
    return {*facts.title_words} - entries("stopwords")


def have_near_titles(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether two titles have most of their words in common, and all numbers."""
    short, long = sorted((counted_words(left), counted_words(right)), key=len)
    shared = sum(
        word in long or any(is_spelling(word, spelling) for spelling in long) for word in short
    )
    return left.numbers == right.numbers and shared >= max(
        _MIN_SHARED, _NEAR_SHORT * len(short), _NEAR_LONG * len(long)
    )


def are_misprints(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether the words of two titles differ in some letters."""
    ours, theirs = {*left.title_words}, {*right.title_words}
    changed, replaced = ours - theirs, theirs - ours
    return len(changed) == len(replaced) and all(
        get_close_matches(word, replaced, 1, _MISPRINTED) for word in changed
    )


def are_parts_by_words(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether one title has all words of the other, in their order."""
    short, long = sorted((left.title_words, right.title_words), key=len)
    following = iter(long)
    return all(word in following for word in short)
