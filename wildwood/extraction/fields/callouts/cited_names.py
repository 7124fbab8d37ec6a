"""Find the places that cite by names and year, such as `(Smith and Jones, 2001a)`."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from wildwood.extraction.fields.callouts.bibliography import Named
from wildwood.extraction.full_text import Called, Callout
from wildwood.names.name_words import AND, AND_OTHERS, PARTICLE
from wildwood.records.dates import YEAR

_YEAR = re.compile(rf"(?<![\d/.-])({YEAR})([a-z]?)(?![\d/]|\w)")
_REACH = 110
"""Characters before a year in which the surname must be."""
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_BETWEEN = re.compile(
    rf"(?:[\s,.;:&()\[\]]|(?:’s|'s)\b|[’']|{AND_OTHERS}|in\spress\b|{AND}\b|"
    rf"[^\W\d_a-z][\w’'-]*|{PARTICLE}\b|{YEAR}[a-z]?(?!\w)|"
    r"(?<=\W)[a-z](?!\w)|pp?\.|\d{1,4}(?!\d))*+"
)
"""What can be between a surname and a year: other names, other years."""


def find(text: str, by_year: Mapping[str, Sequence[Named]]) -> Iterator[Callout]:
    """Yield a callout for each year after the surname of an entry of that year."""
    last = 0
    for year in _YEAR.finditer(text):
        near = _nearest(text, by_year.get(year[1], ()), year)
        if near is not None:
            start, entry = near
            # A further year after the same names is a callout of its own.
            start = start if start >= last else year.start()
            yield Callout(start, year.end(), Called.CITATION, (entry.place,))
            last = year.end()


def _nearest(text: str, entries: Sequence[Named], year: re.Match[str]) -> tuple[int, Named] | None:
    """Return where the surname nearest before a year is, and its entry."""
    surnames = {entry.surname for entry in entries}
    if not surnames:
        return None
    words = list(_WORD.finditer(text, max(0, year.start() - _REACH), year.start()))
    for number, word in reversed(list(enumerate(words))):
        bare = word[0].lower().removesuffix("’s").removesuffix("'s")
        if bare not in surnames or not word[0][0].isupper():
            continue
        if _BETWEEN.fullmatch(text, word.start() + len(bare), year.start()):
            beside = {other[0].lower() for other in words[number + 1 :]}
            same = [entry for entry in entries if entry.surname == bare]
            best = max(same, key=lambda entry: _likeness(entry, beside, year[2]))
            return word.start(), best
    return None


def _likeness(entry: Named, beside: Collection[str], suffix: str) -> tuple[bool, int]:
    """Return how well an entry agrees with the words between its surname and the year."""
    named = len(entry.others.intersection(beside))
    missing = 0 if "al" in beside else len(entry.others) - named
    return entry.suffix == suffix, named - missing
