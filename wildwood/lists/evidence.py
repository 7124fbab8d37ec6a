"""Tell whether two papers of lists are one record, by fields beside the strength.

A field agrees, contradicts or, if a paper lacks it or it cannot be read, is silent. Two papers are

- the *same record* if their texts are the same to the letter; if their titles agree and an
  identifier agrees, or the volume and the first page in one journal, or of a long title with
  authors; or if nothing contradicts and a long title, authors, year and journal agree;
- *versions* if authors and titles agree, and what contradicts is what publications differ in;
- *different* if two volumes have two first pages, if the DOI and anything else contradicts, or if
  anything contradicts and the titles are short or do not agree;
- *related or unsure* otherwise: a person decides.

So names and titles never outvote a field that contradicts. tests/benchmarks/README.md has what
each rule loses and finds.
"""

import re
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from wildwood.biblio.entry import NO_SERIES, PublicationType
from wildwood.biblio.words import entries
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import ReportPaper
from wildwood.kernel.tolerant import is_spelling
from wildwood.lists import stated_facts
from wildwood.lists.stated_facts import CHINESE, StatedFacts, are_other_numbers, is_abbreviation

_NAMES_A_WORK = 60  # letters of a title that no column has, so that authors can be missing
_FEW_WORDS = 2  # of a title that papers of one day can share
_NAMES_AGREE = 0.5  # the share of the words of the shorter list of authors that the longer one has
_Written = tuple[str, frozenset[int]]  # a text as written, and its numbers
_VOLUME = attrgetter("paper.series.volume", "volumes")
_ISSUE = attrgetter("paper.series.issue", "issues")
_EDITION = attrgetter("paper.edition", "editions")
_WORDED = re.compile(r"\D*[^\W\d_]{3}\D*")


class Titles(Enum):
    EQUAL = "the same title"
    CLOSE = "titles that differ in spelling"
    PART = "one title is part of the other"
    OTHER = "two titles"


class Field(Enum):
    """What can agree or contradict, in the plural for a message."""

    DOI = "DOIs"
    PMID = "PMIDs"
    IDENTIFIER = "identifiers"
    ISBN = "ISBNs"
    VOLUME = "volumes"
    PAGES = "first pages"
    ISSUE = "issues"
    YEAR = "years"
    MONTH = "months"
    JOURNAL = "journals"
    AUTHORS = "authors"
    NUMBERS = "numbers in the titles"
    NOTICE = "notices"
    EDITION = "editions"
    TYPE = "types"


_AGREEING = (
    Field.DOI, Field.PMID, Field.IDENTIFIER, Field.ISBN, Field.VOLUME, Field.PAGES, Field.JOURNAL,
)  # fmt: skip
_PLACE = {Field.VOLUME, Field.PAGES}
_IDENTIFIERS = {Field.DOI, Field.PMID}
_OF_THE_WORK = {Field.AUTHORS, Field.NUMBERS, Field.NOTICE}  # make another work of unequal titles
_WITHIN = {Field.PAGES, Field.AUTHORS, Field.IDENTIFIER}  # the same for parts of a book or issue
_OF_THE_VERSION = {Field.EDITION, Field.TYPE}  # parts or versions can share an identifier
_OF_ANOTHER_WORK = {Field.NOTICE, Field.EDITION}  # no versions differ in them
_YEARS_TWICE = 3  # between two publications of one kind
_OF_ONE_ARCHIVE = {Field.IDENTIFIER, Field.YEAR, Field.ISSUE, Field.VOLUME}
_TYPES = frozenset({
    PublicationType.BOOK, PublicationType.CHAPTER, PublicationType.THESIS,
    PublicationType.MASTERS_THESIS, PublicationType.DATASET, PublicationType.SOFTWARE,
})  # fmt: skip
_NEVER_TWICE = _TYPES - {PublicationType.CHAPTER} | {PublicationType.REPORT}


class RecordJudgement(NamedTuple):
    verdict: PairVerdict
    reasons: tuple[str, ...]
    against: tuple[str, ...] = ()


def judged(left: StatedFacts, right: StatedFacts) -> RecordJudgement:
    if left.paper.digest and left.paper.digest == right.paper.digest:
        return RecordJudgement(PairVerdict.SAME, ("the same text",))
    evidence = RecordEvidence(left, right)
    if evidence.shows_one_record:
        reasons = [*evidence.agreements(), *evidence.contradictions()]
        return RecordJudgement(PairVerdict.SAME, tuple(reasons))
    reasons = [*evidence.contradictions(), *evidence.agreements()]
    if why := evidence.why_versions:
        return RecordJudgement(PairVerdict.VERSION, (why, *reasons))
    verdict = PairVerdict.DIFFERENT if evidence.shows_two_records else PairVerdict.UNSURE
    against = (field.value for field in Field if field in evidence.contradict)
    return RecordJudgement(verdict, tuple(reasons), tuple(against))


class RecordEvidence:
    def __init__(self, left: StatedFacts, right: StatedFacts) -> None:
        self._left, self._right = left, right

    @property
    def shows_one_record(self) -> bool:
        has_place = self._have_one_place or self._have_one_whole_place
        return self._have_one_identifier or has_place or self._agree_in_all_that_both_say

    @property
    def _have_one_identifier(self) -> bool:
        agree, clash = self.agree, self.contradict
        if self.titles is Titles.OTHER or clash >= _PLACE:
            return False
        if self.titles is not Titles.EQUAL and clash & _OF_THE_WORK:
            return False
        if clash & _OF_THE_VERSION or (not self._have_long_titles and clash & _WITHIN):
            return False
        if Field.VOLUME in clash and Field.PAGES not in agree:
            return False
        return bool(agree & _IDENTIFIERS) and not clash & _IDENTIFIERS

    @property
    def _have_one_place(self) -> bool:
        agree, clash = self.agree, self.contradict
        if not agree >= _PLACE or clash & {*_IDENTIFIERS, *_OF_THE_WORK, Field.ISSUE, Field.YEAR}:
            return False
        if self._have_long_titles and Field.AUTHORS in agree:
            return self.titles is not Titles.OTHER
        return self._have_one_place_of_a_column

    @property
    def _have_one_place_of_a_column(self) -> bool:
        """Whether one place is enough even for a title of many papers, such as "Editorial"."""
        left, right, agree = self._left, self._right, self.agree
        if self.titles is not Titles.EQUAL or self.contradict & {Field.IDENTIFIER, Field.JOURNAL}:
            return False
        if left.is_in_supplement != right.is_in_supplement:
            return False
        if self._have_a_title_of_one_work and not self.contradict and Field.YEAR in agree:
            return True
        have_journals = bool(left.journal and right.journal)
        return Field.JOURNAL in agree or (Field.AUTHORS in agree and have_journals)

    @property
    def _agree_in_all_that_both_say(self) -> bool:
        agree, clash = self.agree, self.contradict
        if clash or self.titles is not Titles.EQUAL or not self._have_long_titles:
            return False
        if Field.JOURNAL not in agree and not self._can_have_one_journal:
            return False
        return {Field.AUTHORS, Field.YEAR} <= agree

    @property
    def _can_have_one_journal(self) -> bool:
        """Whether no journal is named, or an article with a place of its own lacks it."""
        unnamed = [each for each in (self._left, self._right) if not each.journal]
        if len(unnamed) != 1:
            return bool(unnamed)
        is_placed = bool(unnamed[0].pages or unnamed[0].volumes) and not self._is_in_supplement
        return is_placed and {self._left.type, self._right.type} == {PublicationType.ARTICLE}

    @property
    def _is_in_supplement(self) -> bool:
        return self._left.is_in_supplement or self._right.is_in_supplement

    @property
    def _have_one_whole_place(self) -> bool:
        """Whether the whole place agrees, so that a misprint or a second DOI can contradict.

        Abstracts can share a page or, in a supplement, the DOI of the whole.
        """
        left, right, agree, clash = self._left, self._right, self.agree, self.contradict
        if not {Field.AUTHORS, Field.YEAR} <= agree or not self._have_long_titles:
            return False
        pages = left.pages if left.pages == right.pages else None
        has_pages = Field.VOLUME in agree and pages is not None and pages.first < pages.last
        if self.titles is Titles.EQUAL:
            return clash <= {Field.DOI} and (has_pages or self._have_one_page)
        has_one = has_pages or (Field.VOLUME in agree and _IDENTIFIERS & agree)
        is_whole = has_one and Field.JOURNAL in agree and not (clash or self._is_in_supplement)
        return bool(is_whole) and stated_facts.are_misprints(left, right)

    @property
    def _have_one_page(self) -> bool:
        """Whether a first page agrees, other than 1, and no registrant has it twice."""
        pages = self._left.pages
        both = self._left.dois, self._right.dois
        ours, theirs = ({doi.partition("/")[0] for doi in dois} for dois in both)
        is_inner = Field.PAGES in self.agree and pages is not None and pages.first > 1
        return is_inner and ours.isdisjoint(theirs)

    @property
    def why_versions(self) -> str:
        """Why the records are versions of one work; empty if they may not be."""
        left, right = self._left, self._right
        is_far = left.year and right.year and abs(left.year - right.year) > stated_facts.MOST_YEARS
        if is_far or not self._have_authors_of_one_work or self.contradict & _OF_ANOTHER_WORK:
            return ""
        kinds = {stated_facts.publication_of(left), stated_facts.publication_of(right)}
        is_paper = PublicationType.REPORT in kinds
        may_count = is_paper and len(kinds) > 1 and not stated_facts.are_other_parts(left, right)
        if Field.NUMBERS in self.contradict and not may_count:
            return ""
        if not self._have_titles_of_one_work(is_paper=is_paper):
            return ""
        if len(kinds) == 1 and is_paper and self._are_two_papers:
            return "two working papers or preprints"
        if len(kinds) > 1 and (is_paper or PublicationType.OTHER not in kinds):
            may_be_one = not self.contradict and Field.YEAR in self.agree
            is_poor = stated_facts.is_poor(left, right) or stated_facts.is_poor(right, left)
            return "" if may_be_one and is_poor else stated_facts.why_two_publications(kinds)
        return self._why_published_twice(kinds)

    @property
    def _have_authors_of_one_work(self) -> bool:
        """Whether the authors agree, or one record lacks them and nothing contradicts."""
        if Field.AUTHORS in self.agree:
            return True
        is_lacking = bool(self._left.names) != bool(self._right.names)
        may_be_one = not self.contradict and Field.YEAR in self.agree
        return is_lacking and may_be_one and self._have_a_title_of_one_work

    @property
    def _have_a_title_of_one_work(self) -> bool:
        return self.titles is Titles.EQUAL and len(self._left.title) >= _NAMES_A_WORK

    def _why_published_twice(self, kinds: set[PublicationType]) -> str:
        """Why the records are one work in two places; empty if they may not be."""
        left, right, agree, clash = self._left, self._right, self.agree, self.contradict
        names = [len(each.paper.record.names) for each in (left, right)]
        if self.titles is not Titles.EQUAL or not self._have_long_titles or min(names) < max(names):
            return ""
        if kinds <= _NEVER_TWICE or Field.IDENTIFIER in clash or agree & {Field.JOURNAL, *_PLACE}:
            return ""
        in_two = Field.JOURNAL in clash
        are_two = clash & _IDENTIFIERS or (in_two and clash & _PLACE)
        is_column = not in_two and clash & {Field.VOLUME, Field.ISSUE, Field.YEAR}
        is_late = abs(left.year - right.year) > _YEARS_TWICE
        return "published twice" if are_two and not (is_column or is_late) else ""

    def _have_titles_of_one_work(self, *, is_paper: bool) -> bool:
        left, right = self._left, self._right
        if self.titles in (Titles.EQUAL, Titles.CLOSE):
            is_named = is_paper and min(len(left.title_words), len(right.title_words)) > 1
            return self._have_long_titles or is_named
        if not (left.names <= right.names or right.names <= left.names):
            return False
        is_near = is_paper and stated_facts.have_near_titles(left, right)
        return is_near or (self._have_long_titles and stated_facts.are_subtitled(left, right))

    @property
    def _are_two_papers(self) -> bool:
        """Whether two series or archives have a paper, or one archive has it twice."""
        clash, left, right = self.contradict, self._left, self._right
        have_days = left.has_day and right.has_day
        is_of_one_day = have_days and left.paper.date == right.paper.date
        is_named = self._have_long_titles or (is_of_one_day and len(left.title_words) > _FEW_WORDS)
        if self.titles is not Titles.EQUAL or not is_named:
            return False
        have_no_series = left.paper.series == right.paper.series == NO_SERIES
        are_revised = have_days and not clash and have_no_series
        has_two_dois = Field.DOI in clash and not clash & _OF_ONE_ARCHIVE
        return Field.JOURNAL in clash or has_two_dois or are_revised

    @property
    def shows_two_records(self) -> bool:
        clash = self.contradict
        if clash >= _PLACE or (clash >= {Field.PAGES, Field.ISSUE}):
            return True
        agrees = self.titles in (Titles.EQUAL, Titles.CLOSE) and self._have_long_titles
        if clash & _IDENTIFIERS and (len(clash) > 1 or not agrees):
            return True
        if not self._have_long_titles:
            return bool(clash)
        return self.titles is Titles.OTHER and len(clash) > 1

    @property
    def _have_long_titles(self) -> bool:
        return self._left.has_long_title and self._right.has_long_title

    @cached_property
    def titles(self) -> Titles:
        left, right = self._left, self._right
        if left.title == right.title:
            return Titles.EQUAL
        short, long = sorted((left, right), key=lambda facts: len(facts.title))
        if self._have_long_titles and short.title in long.title and short.numbers <= long.numbers:
            return Titles.PART
        if _are_spellings(left.title_words, right.title_words):
            return Titles.CLOSE
        return Titles.OTHER

    @cached_property
    def agree(self) -> frozenset[Field]:
        return frozenset(field for field, agrees in self._fields.items() if agrees)

    @cached_property
    def contradict(self) -> frozenset[Field]:
        return frozenset(field for field, agrees in self._fields.items() if agrees is False)

    @cached_property
    def _fields(self) -> dict[Field, bool | None]:
        left, right = self._left, self._right
        have_two_numbers = self.titles is not Titles.PART and left.numbers != right.numbers
        have_two_types = {left.type, right.type} <= _TYPES and left.type != right.type
        return {
            Field.DOI: _meet(left.dois, right.dois),
            Field.PMID: _equal(left.paper.pmid, right.paper.pmid),
            Field.IDENTIFIER: self._identifiers(),
            Field.ISBN: _equal(left.isbn, right.isbn),
            Field.VOLUME: self._volume(),
            Field.PAGES: self._pages(),
            Field.ISSUE: self._issue(),
            Field.YEAR: self._year(),
            Field.MONTH: self._month(),
            Field.JOURNAL: self._journal(),
            Field.AUTHORS: self._authors(),
            Field.NUMBERS: False if have_two_numbers else None,
            Field.NOTICE: None if left.notices == right.notices else False,
            Field.EDITION: _meet_numbers(_EDITION(left), _EDITION(right)),
            Field.TYPE: False if have_two_types else None,
        }

    def _volume(self) -> bool | None:
        left, right = self._left, self._right
        if (left.year in left.volumes) != (right.year in right.volumes):
            return None  # one has the year instead
        return _meet_numbers(_VOLUME(left), _VOLUME(right))

    def _identifiers(self) -> bool | None:
        """Compare the numbers of one kind: those of two databases say nothing."""
        left, right = self._left.identifiers, self._right.identifiers
        agree = [bool(left[kind] & right[kind]) for kind in left.keys() & right.keys()]
        return all(agree) if agree else None

    def _pages(self) -> bool | None:
        left, right = self._left.pages, self._right.pages
        if left is None or right is None:
            return None
        if left.first == right.first:
            return left.prefix == right.prefix or not (left.prefix and right.prefix)
        for ours, theirs in ((left, right), (right, left)):
            if ours.first == 1 and theirs.first == theirs.last:
                return None  # the number of an article, which has pages of its own
            if ours.first <= theirs.first and theirs.last <= ours.last:
                return None  # all of a section or supplement
        return False

    def _issue(self) -> bool | None:
        return _meet_numbers(_ISSUE(self._left), _ISSUE(self._right))

    def _year(self) -> bool | None:
        """Compare the years; one apart says nothing, as a paper can be online before."""
        left, right = self._left.year, self._right.year
        if not (left and right) or abs(left - right) == 1:
            return None
        return left == right

    def _month(self) -> bool | None:
        """Compare the months; long titles also need one journal, and no place, to contradict."""
        left, right = self._left.paper.date[:7], self._right.paper.date[:7]
        if not ("-" in left and "-" in right) or left == right:
            return None
        if not self._have_long_titles:
            return False
        has_place = self._volume() or self._pages() or self._issue()
        return None if has_place or not self._journal() else False

    def _journal(self) -> bool | None:
        left, right = self._left, self._right
        if left.issns & right.issns:
            return True
        ours, theirs = left.journal, right.journal
        if not (ours and theirs):
            return None
        short, long = sorted((ours, theirs), key=lambda words: (len(words), len("".join(words))))
        if short == long or is_abbreviation(short, long):
            return True
        return None if set(short) < set(long) else False

    def _authors(self) -> bool | None:
        left, right = self._left.names, self._right.names
        scripts = ({name.isascii() for name in names} for names in (left, right))
        if set.isdisjoint(*scripts):  # one has no names, or they are not in one alphabet
            return (any(map(CHINESE.search, left | right)) and self._agree_in_pinyin) or None
        shared = len(left & right) / min(len(left), len(right))
        if shared >= _NAMES_AGREE:
            return True
        is_misspelt = any(is_spelling(ours, theirs) for ours in left for theirs in right)
        return None if shared or is_misspelt else False

    @property
    def _agree_in_pinyin(self) -> bool:
        left, right = self._left.names_in_pinyin, self._right.names_in_pinyin
        return len(left & right) >= max(1, min(len(left), len(right)) * _NAMES_AGREE)

    def agreements(self) -> Iterator[str]:
        if self.titles is not Titles.OTHER:
            yield self.titles.value
        for field in _AGREEING:
            if field in self.agree:
                yield f"the same {field.value.removesuffix('s')}"

    def contradictions(self) -> Iterator[str]:
        return (self._contradiction(field) for field in Field if field in self.contradict)

    def _contradiction(self, field: Field) -> str:
        if field is Field.AUTHORS:
            return "no author in common"
        if field is Field.NUMBERS:
            return f"two {field.value}"
        if field is Field.NOTICE:
            ours, theirs = self._left.notices, self._right.notices
            return f"only one says {', '.join(sorted(ours ^ theirs))}"
        shown = (_shown(facts.paper, field) for facts in (self._left, self._right))
        return f"{field.value} {' and '.join(shown)}"


def _shown(paper: ReportPaper, field: Field) -> str:
    series = paper.series
    numbers = ", ".join(identifier.rpartition(":")[2] for identifier in paper.identifiers)
    return {
        Field.DOI: ", ".join(paper.dois),
        Field.PMID: paper.pmid,
        Field.ISBN: series.isbn,
        Field.VOLUME: series.volume,
        Field.PAGES: series.pages,
        Field.ISSUE: series.issue,
        Field.YEAR: paper.date[:4],
        Field.MONTH: paper.date[:7],
        Field.JOURNAL: f"“{series.title}”",
        Field.EDITION: paper.edition,
        Field.TYPE: paper.kind,
        Field.IDENTIFIER: numbers or ", ".join(paper.urls),
    }[field]


def _equal(left: str, right: str) -> bool | None:
    return left == right if left and right else None


def _meet(left: frozenset[object], right: frozenset[object]) -> bool | None:
    return bool(left & right) if left and right else None


def _meet_numbers(left: _Written, right: _Written) -> bool | None:
    if not (left[1] or right[1]) and _WORDED.fullmatch(left[0]) and _WORDED.fullmatch(right[0]):
        short, long = sorted(map(str.casefold, (left[0], right[0])), key=len)
        return is_abbreviation([short], [long])
    if left[1] and right[1] and are_other_numbers(left[0], right[0]):
        return False
    return _meet(left[1], right[1])


def _are_spellings(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Return whether the words of two titles differ in spelling, or only in function words."""
    small = entries("stopwords")
    ours, theirs = {*left} - {*right} - small, {*right} - {*left} - small
    have_spelling = (any(is_spelling(word, spelling) for spelling in theirs) for word in ours)
    return len(ours) == len(theirs) and all(have_spelling)
