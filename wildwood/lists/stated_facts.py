"""The fields of a paper in the form in which two papers are compared, and how it appeared."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property

from wildwood.biblio.entry import PublicationType, publication_type
from wildwood.biblio.identifiers import ARTICLE_HANDLE, URL, bare_doi, identifiers_in, issns_in
from wildwood.biblio.words import entries, entries_by_language, pattern, words
from wildwood.kernel.features import normalise
from wildwood.kernel.pairs import ReportPaper
from wildwood.kernel.tolerant import fold, is_spelling

_MIN_LETTERS = 30  # in a title that hardly names two papers; East Asian characters count as three
EAST_ASIAN = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af]")
CHINESE = re.compile("[\u3400-\u9fff]")
_BRACKETED = re.compile(r"\s*\[(?:[^\[\]]|\[[^\[\]]*\])*\]\.?$")  # as databases add: [in German]
_ABOUT_ANOTHER = re.compile(
    rf"\[\s*(?:see {pattern('notices')}\s*\]|{pattern('notices')}(?: appears| published)? in\b)",
    re.IGNORECASE,
)
_CORRECTED = re.compile(r"\s*\(vol\.? \w+, (?:pg|art no) [^()]*\)\.?$", re.IGNORECASE)
"""What the Web of Science puts behind the title of a correction: (vol 142, pg 310, 2003)."""
_MARKUP = re.compile(r"</?(?:su[bp]|inf|[biu]|em|italic|strong)>", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_GREEK = re.compile("(?<![^\\W_])[\u0391-\u03a9\u03b1-\u03c9](?![^\\W_])")  # a letter alone
_IN_WORD = re.compile(r"\d+(?:[a-d]$)?")
_LETTERED = re.compile(r"(?<=\d)[a-d]\b")
_DASHES = "-\u2010-\u2015\u2212"
_PART = re.compile(
    rf"(?<![^\W_])(?<![{_DASHES}])(\d{{1,2}}|(?:19|20)\d\d|[ivxlc]+)"
    rf"(?![^\W_]|[{_DASHES}]|[.,\s]?\d{{3}}\b)(\W*[:.]\s)?"
)
_LEADING_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_ROMAN = re.compile(r"(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_NO_VOLUME = re.compile(r"ahead|e-?pub|in press|online|print|^[^(]*\)", re.IGNORECASE)
"""Not yet in one, or only the end of one, such as 1) of 31 (SUPPL. 1)."""
_SUPPLEMENT = re.compile(r"\bs(?:\d|up)", re.IGNORECASE)
_TOTAL = re.compile(r"[\W\divxl]*\d+\s*(?:p|pp|s|pages|seiten)\b\.?", re.IGNORECASE)
"""The number of pages, not which."""
_PAGES = re.compile(r"([a-z]{0,3})\.?(\d+)[a-z]?(?:\s*[^\w\s,;]{1,2}\s*[a-z]{0,3}(\d+))?")
_PAGE_WORD = re.compile(r"^\W*(?:pp?|pages?|s)[.\s]+(?=\w)")
_CONFERENCE = re.compile(r"[.:]\s*(?:conference|supplement)\b.*|\(.*?\)", re.IGNORECASE)
_DATE = re.compile(r"\d{4}[/-]\d")  # in the place of the edition, when a paper was online
_MIN_NAME = 2
THESES = {PublicationType.THESIS, PublicationType.MASTERS_THESIS}


@dataclass(frozen=True)
class Pages:
    prefix: str
    first: int
    last: int


@dataclass(frozen=True)
class StatedFacts:
    paper: ReportPaper

    @cached_property
    def title(self) -> str:
        """The letters and digits of the title in the list's first language."""
        return "".join(self.title_words)

    @cached_property
    def title_words(self) -> tuple[str, ...]:
        titles = self.paper.record.titles
        shown = _MARKUP.sub("", _CORRECTED.sub("", titles[0])) if titles else ""
        while (shorter := _BRACKETED.sub("", shown)) and shorter != shown:
            shown = shorter
        return _words(shown)

    @property
    def has_long_title(self) -> bool:
        return len(self.title) + 2 * len(EAST_ASIAN.findall(self.title)) >= _MIN_LETTERS

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers of the title, which tell parts apart; those of COVID-19 and COVID19 agree."""
        return frozenset(
            number
            for word in filter(is_number, self.title_words)
            for number in ([str(_roman(word))] if _is_roman(word) else _IN_WORD.findall(word))
        )

    @property
    def part_numbers(self) -> dict[str, str]:
        """The numbers of parts, such as 2, IV or 2010, and the colon or full stop behind each."""
        return dict(_PART.findall(f"{''.join(self.paper.record.titles[:1]).lower()}. "))

    @cached_property
    def notices(self) -> frozenset[str]:
        texts = (*self.paper.record.titles[:1], words("series").sub("", self.paper.kind))
        about_itself = " ".join(_ABOUT_ANOTHER.split(text, maxsplit=1)[0] for text in texts)
        present = {word.lower() for word in words("notices").findall(about_itself)}
        return frozenset(present | {"erratum"} if any(map(_CORRECTED.search, texts)) else present)

    @cached_property
    def names(self) -> frozenset[str]:
        names = map(normalise, map(_simplify, self.paper.record.names))
        joined = (name.replace(" ", "") if EAST_ASIAN.match(name) else name for name in names)
        long = (word for word in " ".join(joined).split() if len(word) >= _MIN_NAME)
        return frozenset(map(fold, long)) - {"anon", "anonymous"}

    @property
    def names_in_pinyin(self) -> frozenset[str]:
        """The letters of each name, sorted, as the family name can come first or last."""
        names = map(chinese_converters()[1], self.paper.record.names)
        return frozenset("".join(sorted(fold(normalise(name)))).strip() for name in names) - {""}

    @cached_property
    def dois(self) -> frozenset[str]:
        return frozenset(map(bare_doi, self.paper.dois))

    @cached_property
    def identifiers(self) -> dict[str, set[str]]:
        numbers: dict[str, set[str]] = {}
        for identifier in (*self.paper.identifiers, *identifiers_in(self.paper.urls)):
            kind, _, number = identifier.rpartition(":")
            numbers.setdefault(kind, set()).add(number)
        return numbers

    @property
    def type(self) -> PublicationType:
        return publication_type(self.paper.kind, self.paper.series)

    @cached_property
    def year(self) -> int:
        return int(self.paper.date[:4] or 0)

    @property
    def has_day(self) -> bool:
        return self.paper.date.count("-") > 1

    @cached_property
    def volumes(self) -> frozenset[int]:
        written = self.paper.series.volume
        return frozenset() if _NO_VOLUME.search(written) else frozenset(_numbers(written))

    @cached_property
    def issues(self) -> frozenset[int]:
        return frozenset(_numbers(self.paper.series.issue))

    @property
    def is_in_supplement(self) -> bool:
        series = self.paper.series
        written = f"{series.volume} {series.issue}"
        return bool(_SUPPLEMENT.search(written) or _SUPPLEMENT.match(series.pages))

    @cached_property
    def pages(self) -> Pages | None:
        """The first and the last page; 123-9 is 123-129."""
        written = fold(self.paper.series.pages.lower())
        if _TOTAL.fullmatch(written):
            return None
        match = _PAGES.match(_PAGE_WORD.sub("", written).lstrip())
        if match is None:
            return None
        first, last = match[2], match[3] or match[2]
        if len(last) < len(first):
            last = first[: -len(last)] + last
        return Pages(match[1], int(first), int(last)) if int(first) <= int(last) else None

    @cached_property
    def issns(self) -> frozenset[str]:
        return frozenset(issn.upper().replace("-", "") for issn in issns_in(self.paper.series.issn))

    @cached_property
    def isbn(self) -> str:
        """The ISBN, without the parts that differ between 10 and 13 digits."""
        return self.paper.series.isbn[-10:-1]

    @cached_property
    def editions(self) -> frozenset[int]:
        written = self.paper.edition
        if _DATE.search(written):
            return frozenset()
        ordinals = (_ordinals().get(word) for word in _words(written))
        return frozenset((*_numbers(written), *filter(None, ordinals)))

    @cached_property
    def journal(self) -> tuple[str, ...]:
        """The words that count in the journal, series, book or school."""
        series, is_thesis = self.paper.series, self.type in THESES
        written = series.title or (series.publisher if is_thesis else "")
        if URL.match(written):
            return ()
        kept = _words(_CONFERENCE.sub(" ", written)) or _words(written)
        return tuple(word for word in kept if word not in entries("stopwords")) or kept


def _simplify(text: str) -> str:
    return chinese_converters()[0](text) if CHINESE.search(text) else text


@cache
def chinese_converters() -> tuple[Callable[[str], str], Callable[[str], str]]:
    """Return converters to simplified Chinese and to pinyin; both do nothing without the extra."""
    try:
        from opencc import OpenCC  # noqa: PLC0415 - only for Chinese
        from pypinyin import lazy_pinyin  # noqa: PLC0415
    except ModuleNotFoundError:
        return str, str
    return OpenCC("t2s").convert, lambda name: " ".join(lazy_pinyin(name))


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text, without diacritics, in one spelling of ae, oe and *β*, *beta*."""
    named = _GREEK.sub(lambda letter: unicodedata.name(letter[0]).split()[-1].lower(), text)
    plain = fold(normalise(_simplify(named))).replace("ae", "e").replace("oe", "e")
    return tuple(unicodedata.normalize("NFKC", plain).split())


def are_other_numbers(left: str, right: str) -> bool:
    """Return whether two texts differ in their numbers only, such as WP/15/12 and WP/15/13."""
    left, right = (_LEADING_ZEROS.sub("", text.lower().strip()) for text in (left, right))
    forms = (_NUMBER.sub("#", _LETTERED.sub("@", text)) for text in (left, right))
    return left != right and len(set(forms)) == 1 and bool(_NUMBER.search(left))


@cache
def _ordinals() -> dict[str, int]:
    languages = entries_by_language("ordinals").values()
    numbered = (pair for names in languages for pair in enumerate(names, 1))
    return {word: number for number, name in numbered for word in _words(name)}


def _numbers(text: str) -> Iterator[int]:
    yield from (int(match) for match in _NUMBER.findall(text))
    yield from (_roman(word) for word in normalise(text).split() if _is_roman(word))


def is_number(word: str) -> bool:
    return _is_roman(word) or bool(_NUMBER.search(word))


def _is_roman(word: str) -> bool:
    return bool(_ROMAN.fullmatch(word))


def _roman(word: str) -> int:
    values = [_ROMAN_DIGITS[letter] for letter in word]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


def is_abbreviation(short: Sequence[str], long: Sequence[str]) -> bool:
    """Return whether each word of one title abbreviates that of the other, in their order."""
    if len(short) == 1 and len(long) > 1:
        return "".join(word[0] for word in long).startswith(short[0])
    return len(short) == len(long) and all(map(_abbreviates, short, long))


def _abbreviates(short: str, long: str) -> bool:
    """Return whether a word has the letters of a longer one, in their order from the first on."""
    if _NUMBER.search(short + long):
        return short == long
    letters = iter(long)
    return short[0] == long[0] and all(letter in letters for letter in short)


MOST_YEARS = 10  # between a working paper and its article
_ARCHIVE_DOI = re.compile(r"10\.(?:(?:3386|21203|22541|64898)/|1101/\d)")
"""NBER, Research Square, Authorea, openRxiv and bioRxiv; the DOIs of others have their name."""
_MANY_AUTHORS, _NEAR_OF_MANY = 4, (2 / 3, 0.5)  # the same for all titles of one large group
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
    is_paper = handle.startswith("repec:") and not ARTICLE_HANDLE.search(handle)
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


def is_poor(facts: StatedFacts, counterpart: StatedFacts) -> bool:
    """Return whether a record has no type, DOI or identifier, and no day in another month."""
    is_untyped = facts.type is PublicationType.OTHER and not (facts.dois or facts.identifiers)
    has_own_day = facts.has_day and facts.paper.date[:7] != counterpart.paper.date[:7]
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


def are_other_parts(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether numbers of the titles tell parts, years or editions of a work apart."""
    ours, theirs = left.part_numbers, right.part_numbers
    every = {**ours, **theirs}
    ends = (every[number] for number in ours.keys() ^ theirs if len(number) < len("2010"))
    return bool(ours.keys() - theirs and theirs.keys() - ours) or any(ends)


def have_near_titles(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether two titles have most of their words in common, numbers aside."""
    words_of_titles = ({*paper.title_words} - entries("stopwords") for paper in (left, right))
    words_that_count = ({word for word in some if not is_number(word)} for some in words_of_titles)
    short, long = sorted(words_that_count, key=len)
    shared = sum(word in long or any(is_spelling(word, each) for each in long) for word in short)
    fewest = min(len(facts.paper.record.names) for facts in (left, right))
    is_group = left.names == right.names and fewest >= _MANY_AUTHORS
    of_long = _NEAR_LONG if left.numbers == right.numbers else _NEAR_SHORT
    of_short, of_long = _NEAR_OF_MANY if is_group else (_NEAR_SHORT, of_long)
    least = max(_NEAR_LEAST, of_short * len(short), of_long * len(long))
    return not are_other_parts(left, right) and shared >= least


def are_misprints(left: StatedFacts, right: StatedFacts) -> bool:
    """Return whether titles differ in some letters, or one has all words of the other in order."""
    short, long = sorted((left.title_words, right.title_words), key=len)
    following = iter(long)
    changed, replaced = {*short} - {*long}, {*long} - {*short}
    are_alike = (get_close_matches(word, replaced, 1, _MISPRINTED) for word in changed)
    has_all = all(word in following for word in short)
    return has_all or (len(changed) == len(replaced) and all(are_alike))
