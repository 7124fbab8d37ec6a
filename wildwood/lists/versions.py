"""Tell how a record is published, and whether two titles can be of one work."""

import re
from difflib import get_close_matches

from wildwood.biblio.entry import PublicationType
from wildwood.biblio.words import entries, words
from wildwood.kernel.tolerant import is_spelling
from wildwood.lists.stated_facts import THESES, StatedFacts, is_number

MOST_YEARS = 10  # between a working paper and its article
_ARCHIVE_DOI = re.compile(r"10\.(?:(?:3386|21203|22541|64898)/|1101/\d)")
"""NBER, Research Square, Authorea, openRxiv and bioRxiv; the DOIs of others have their name."""
_ARTICLE_HANDLE = re.compile(r":[vyip]:", re.IGNORECASE)
_NEAR_SHORT, _NEAR_LONG, _NEAR_LEAST = 0.8, 0.6, 4  # the words that near titles have in common
_MISPRINTED = 0.7  # the similarity of a word to its misprint, such as pylon of pylori
_NEVER_VERSIONS = {PublicationType.DATASET, PublicationType.SOFTWARE}
_ON_BOOKS = {PublicationType.ARTICLE, PublicationType.CONFERENCE_PAPER, PublicationType.CHAPTER}


def publication_of(facts: StatedFacts) -> PublicationType:
    """Return the type of a record; REPORT is any working paper or preprint, THESIS any thesis."""
    kind, series = facts.type, facts.paper.series
    if kind in THESES:
        return PublicationType.THESIS
    if kind is PublicationType.UNPUBLISHED or _is_in_archive(facts):
        return kind if kind in _NEVER_VERSIONS else PublicationType.REPORT
    if kind is not PublicationType.OTHER:
        return kind
    if words("proceedings").search(series.title):
        return PublicationType.CONFERENCE_PAPER
    handle = facts.paper.record.handle.lower()
    is_paper = handle.startswith("repec:") and not _ARTICLE_HANDLE.search(handle)
    has_place = series.title or series.isbn or series.volume or series.pages
    return PublicationType.REPORT if (facts.paper.kind or is_paper) and not has_place else kind


def _is_in_archive(facts: StatedFacts) -> bool:
    series = facts.paper.series
    named = " ".join((series.title, *facts.dois))
    if any(map(_ARCHIVE_DOI.match, facts.dois)) or words("archives").search(named):
        return True
    elsewhere = " ".join((named, *facts.identifiers, series.publisher, facts.paper.kind))
    is_placed = facts.volumes or facts.pages
    return not is_placed and bool(words("archives", "series").search(elsewhere))


def is_poor(facts: StatedFacts, other: StatedFacts) -> bool:
    """Return whether a record may be the other's, as it says neither what it is nor its own day."""
    is_untyped = facts.type is PublicationType.OTHER and not (facts.dois or facts.identifiers)
    has_own_day = facts.has_day and facts.paper.date[:7] != other.paper.date[:7]
    return is_untyped and not has_own_day


def why_two_publications(kinds: set[PublicationType]) -> str:
    """Name two types in which a work is often published; an article on a book reviews it."""
    if kinds & _NEVER_VERSIONS or (PublicationType.BOOK in kinds and kinds & _ON_BOOKS):
        return ""
    names = sorted(kind.name.lower().replace("_", " ") for kind in kinds)
    return " and ".join(names).replace("report", "working paper or preprint")


def are_subtitled(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether one title begins with the other, and no number of a part follows."""
    short, long = sorted((left, right), key=lambda facts: len(facts.title))
    added = long.title_words[len(short.title_words) :][:2]
    return long.title.startswith(short.title) and not any(map(is_number, added))


def have_near_titles(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether two titles have most of their words in common, and all numbers."""
    words_that_count = ({*paper.title_words} - entries("stopwords") for paper in (left, right))
    short, long = sorted(words_that_count, key=len)
    shared = sum(word in long or any(is_spelling(word, other) for other in long) for word in short)
    least = max(_NEAR_LEAST, _NEAR_SHORT * len(short), _NEAR_LONG * len(long))
    return left.numbers == right.numbers and shared >= least


def are_misprints(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether titles differ in some letters, or one has all words of the other in order."""
    short, long = sorted((left.title_words, right.title_words), key=len)
    following = iter(long)
    changed, replaced = {*short} - {*long}, {*long} - {*short}
    return all(word in following for word in short) or (
        len(changed) == len(replaced)
        and all(get_close_matches(word, replaced, 1, _MISPRINTED) for word in changed)
    )
