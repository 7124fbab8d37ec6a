"""Divide affiliations as printed into institutions and addresses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wildwood.extraction.fields.byline.affiliations import MARKED
from wildwood.extraction.fields.first_page.validation import INSTITUTION
from wildwood.lexicon.patterns import words

_DEPARTMENT = words("departments")
_COUNTRY = words("countries")
_SEVERAL = re.compile(r"\s*[;\n]\s*")
_NAMED = re.compile(rf"{INSTITUTION.pattern}|{_DEPARTMENT.pattern}")
_POST_CODE = re.compile(
    r"\b(?:[A-Z]{1,2}[- ])?\d{4,6}(?:-\d{3,4})?\b|\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b"
)
_PUNCTUATION = " .,;:–—-"


@dataclass(frozen=True, slots=True)
class AffiliationParts:
    """An affiliation; what is not printed is empty."""

    departments: tuple[str, ...] = ()
    institutions: tuple[str, ...] = ()
    post_code: str = ""
    settlement: str = ""
    region: str = ""
    country: str = ""


def parse(text: str) -> list[AffiliationParts]:
    """Return the affiliations of a text, which semicolons or line breaks separate."""
    return [
        _parts(one.strip(_PUNCTUATION)) for one in _SEVERAL.split(text) if one.strip(_PUNCTUATION)
    ]


def _parts(raw: str) -> AffiliationParts:
    """Divide an affiliation at its commas: institutions first, then the address."""
    pieces = [piece for piece in MARKED.sub("", raw).split(",") if piece.strip(_PUNCTUATION)]
    post_code = next((code[0] for code in map(_POST_CODE.search, pieces[1:]) if code), "")
    names = list(_without(pieces, post_code))
    country = names.pop() if len(names) > 1 and _COUNTRY.fullmatch(names[-1]) else ""
    last = max((n for n, name in enumerate(names) if _NAMED.search(name)), default=0)
    inside, address = names[: last + 1], names[last + 1 :]
    return AffiliationParts(
        departments=tuple(name for name in inside if _DEPARTMENT.search(name)),
        institutions=tuple(name for name in inside if not _DEPARTMENT.search(name)),
        post_code=post_code,
        settlement=address[-2] if len(address) > 1 else "".join(address),
        region=address[-1] if len(address) > 1 else "",
        country=country,
    )


def _without(pieces: list[str], post_code: str) -> Iterator[str]:
    """Yield the pieces without the post code, and without punctuation."""
    for piece in pieces:
        if name := piece.replace(post_code, "").strip(_PUNCTUATION):
            yield name
