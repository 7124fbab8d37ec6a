"""Find what tells authors apart from others of their names: addresses and ORCID iDs."""

import re
from collections.abc import Sequence
from dataclasses import replace

from wildwood.extraction.extracted import Author, Line
from wildwood.names.division import divided
from wildwood.records.field_text import letters

_ORCID = re.compile(r"\b(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b")
_MIN_LOCAL = 3
"""The least length of a name that an address can contain."""


def author(name: str, affiliations: tuple[str, ...], emails: Sequence[str] = ()) -> Author:
    """Return an author with the parts of the name and the own address."""
    family, given = divided(name)
    return Author(name, given, family, affiliations, _own_email(given, family, emails))


def _own_email(given: str, family: str, emails: Sequence[str]) -> str:
    """Return the address that contains the family name, or the given name."""
    names = [folded(family), folded(family.rpartition(" ")[2]), folded(given.partition(" ")[0])]
    for name in names:
        for email in emails:
            local = folded(email.partition("@")[0])
            is_part = len(local) > _MIN_LOCAL and local in name
            if len(name) >= _MIN_LOCAL and (name in local or is_part):
                return email
    initials = "".join(folded(word)[:1] for word in f"{given} {family}".split())
    return next((one for one in emails if folded(one.partition("@")[0]) == initials), "")


def folded(text: str) -> str:
    """Return the letters of a text in lower case, without diacritics."""
    return "".join(filter(str.isalpha, letters(text)))


def with_orcids(authors: Sequence[Author], lines: Sequence[Line]) -> tuple[Author, ...]:
    """Return the authors with the identifiers that are on lines with their names."""
    if not authors:
        return ()
    identified: dict[int, str] = {}
    for line in lines:
        for match in _ORCID.finditer(line.text):
            before = folded(line.text[: match.start()])
            places = [
                (before.rfind(folded(author.family)), number)
                for number, author in enumerate(authors)
                if len(folded(author.family)) > 1 and folded(author.family) in before
            ]
            if places:
                identified.setdefault(max(places)[1], match[1])
    return tuple(replace(one, orcid=identified.get(n, "")) for n, one in enumerate(authors))
