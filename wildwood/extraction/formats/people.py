"""Separate the family name of a person from the given names."""

import re
from dataclasses import dataclass

from wildwood.extraction.model import Author

_ORGANISATION = re.compile(
    r"\b(?:agency|association|bank|bureau|cent(?:er|re)|collaboration|commission|committee|"
    r"company|consortium|convention|cooperation|corporation|council|department|federation|"
    r"foundation|group|inc|institut\w*|laborator\w*|ltd|ministry|nations|network|office|"
    r"organi[sz]ation|programme?|project|school|society|survey|team|trust|union|universit\w*)\b",
    re.IGNORECASE,
)
_MAX_WORDS = 5
"""A name without a comma and with more words is an organisation's."""
_INITIALS = re.compile(r"(?:[A-Z]\.?-?){1,4}")
_PARTICLES = frozenset(
    "af al bin da de del della den der di dos du el ibn la le st ten ter van von zu".split()  # noqa: SIM905
)
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV)\.?")


@dataclass(frozen=True, slots=True)
class Person:
    """A name in parts; an organisation has only a family name."""

    family: str
    given: str = ""
    is_organisation: bool = False


def of_author(author: Author) -> Person:
    """Return the parts of an author's name."""
    if author.family:
        return Person(author.family, author.given)
    return of_name(author.name)


def of_name(name: str) -> Person:
    """Return the parts of a name as printed: `Knuth, D. E.`, `D. E. Knuth` or `Knuth DE`."""
    parts = [stripped for part in name.split(",") if (stripped := part.strip())]
    if len(parts) > 1:
        return _inverted(*parts)
    words = name.replace(",", " ").split()
    if _ORGANISATION.search(name) or len(words) > _MAX_WORDS:
        return Person(" ".join(words), is_organisation=True)
    if len(words) < 2:  # noqa: PLR2004 - a given and a family name
        return Person(" ".join(words))
    if _INITIALS.fullmatch(words[-1]) and len(words[0]) > 1 and words[0][-1] != ".":
        return Person(" ".join(words[:-1]), words[-1])
    start = _family_start(words)
    return Person(" ".join(words[start:]), " ".join(words[:start]))


def _inverted(family: str, *parts: str) -> Person:
    """Return the parts of a name that begins with the family name, which a suffix belongs to."""
    suffixes = [part for part in parts if _SUFFIX.fullmatch(part)]
    given = [part for part in parts if part not in suffixes]
    return Person(" ".join((family, *suffixes)), ", ".join(given))


def _family_start(words: list[str]) -> int:
    """Return where the family name starts, which particles and a suffix belong to."""
    start = len(words) - 1
    if _SUFFIX.fullmatch(words[start]) and start > 1:
        start -= 1
    while start > 1 and words[start - 1].lower() in _PARTICLES:
        start -= 1
    return start
