"""Texts of fields, as every format's module cleans them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from wildwood.model import LocalizedText

DOI = re.compile(r"\b10\.\d{4,9}(?:\.\d+)*/[^\s\"<>]+")
"""A DOI, with the punctuation after it."""
URL = re.compile(r"https?://[^\s\"<>]+", re.IGNORECASE)
"""An address, with the punctuation after it."""
_PUNCTUATION = ".,;:’”]}"
"""What is no end of a DOI or an address."""
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]++\s?@\s?[\w-]+(?:\.[\w-]+)+")
"""An e-mail address; in print, a space can be beside its sign."""
_EMAILS = re.compile(r"[{(\[]\s*([\w.+\s,;|/-]+?)\s*[})\]]\s?@\s?([\w-]+(?:\.[\w-]+)+)")
"""Several addresses, as in `{a,b}@example.org`."""
_ISBN = re.compile(r"(?:97[89])?\d{9}[\dX]")
_ISSN = re.compile(r"(?<!\d)(?<!\d-)\d{4}-?\d{3}[\dXx](?![\dXx]|-\d)")
_SHORTENED = re.compile(r"([A-Za-z]*)(\d+)-\1?(\d+)")
_PMID = re.compile(
    r"(?:\bpmid\b\W{0,3}|\bpubmed\.ncbi\.nlm\.nih\.gov/|\bnih\.gov/pubmed/)(\d{1,8})\b",
    re.IGNORECASE,
)
_NO_LETTERS = re.compile(r"[\W_]+")
_CONTROLS = dict.fromkeys((*range(0x09), *range(0x0E, 0x1C), 0x7F))
"""Control characters that are no white space."""


def clean(value: object) -> str:
    """Return a value as one line of text.

    Lone surrogates, which escapes in JSON can make, become `?`: UTF-8 cannot encode them.
    """
    text = "" if value is None else str(value)
    if not text.isascii():
        text = text.encode(errors="replace").decode()
    return " ".join(text.split())


def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, without diacritics, to compare it."""
    return _NO_LETTERS.sub("", unicodedata.normalize("NFKD", text).lower())


def cleaned(values: Iterable[object]) -> tuple[str, ...]:
    """Clean several values; those that are empty or repeated are left out."""
    return tuple(dict.fromkeys(filter(None, map(clean, values))))


def localized(values: Iterable[object], language: str = "") -> tuple[LocalizedText, ...]:
    """Clean several texts of a language."""
    return tuple(LocalizedText(text, language) for text in cleaned(values))


def dois_in(*texts: str) -> tuple[str, ...]:
    """Return the DOIs in texts, without a resolver; case does not count."""
    return tuple({doi.lower(): doi for doi in reversed(list(_dois(texts)))}.values())[::-1]


def _dois(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for found in DOI.finditer(text):
            yield _unpunctuated(found[0])


def urls_in(*texts: str) -> tuple[str, ...]:
    """Return the addresses in texts, without those that only resolve a DOI."""
    addresses = (_unpunctuated(found[0]) for text in texts for found in URL.finditer(text))
    return tuple(dict.fromkeys(one for one in addresses if "doi.org/" not in one.lower()))


def _unpunctuated(address: str) -> str:
    """Return a DOI or address without the punctuation after it."""
    address = address.rstrip(_PUNCTUATION)
    while address.endswith(")") and address.count(")") > address.count("("):
        address = address[:-1].rstrip(_PUNCTUATION)
    return address


def emails_in(*texts: str) -> tuple[str, ...]:
    """Return the e-mail addresses in texts; `{a,b}@example.org` is two."""
    return tuple(dict.fromkeys(address for text in texts for address in _emails(text)))


def _emails(text: str) -> Iterator[str]:
    for names, host in _EMAILS.findall(text):
        yield from (f"{name}@{host}" for name in re.split(r"[\s,;|/]+", names) if name)
    for address in EMAIL.findall(_EMAILS.sub(" ", text)):
        yield address.replace(" ", "")


def without_emails(text: str, instead: str = " ") -> str:
    """Return a text with something else in the place of e-mail addresses."""
    return EMAIL.sub(instead, _EMAILS.sub(instead, text))


def isbn_in(text: str) -> str:
    """Return the first ISBN in a text, without hyphens; empty if there is none."""
    tokens = (re.sub(r"[-\N{EN DASH}]", "", token.strip(".,;:()")) for token in text.split())
    return next(filter(_ISBN.fullmatch, map(str.upper, tokens)), "")


def page_range(start: str, end: str = "") -> str:
    """Return the pages from a first and a last one, or from the first if that has both.

    A shortened last page is written in full: 1021-7 is 1021-1027, and S12-4 is S12-S14.
    """
    pages = f"{start}-{end}" if end and end != start and "-" not in start else start
    found = _SHORTENED.fullmatch(pages)
    if found is None:
        return pages
    prefix, first, last = found.groups()
    full = first[: -len(last)] + last
    return f"{prefix}{first}-{prefix}{full}" if first < full and len(last) < len(first) else pages


def issn_in(*texts: str) -> str:
    """Return the first ISSN in texts; empty if there is none."""
    found = next(filter(None, map(_ISSN.search, texts)), None)
    return found[0] if found else ""


def pmid_in(*texts: str) -> str:
    """Return the first number of PubMed in texts; empty if there is none."""
    found = next(filter(None, map(_PMID.search, texts)), None)
    return found[1] if found else ""


def without_controls(value: str) -> str:
    """Return a value in one line, without control characters."""
    return " ".join(value.translate(_CONTROLS).split())
