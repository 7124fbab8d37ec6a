"""Find and normalise identifiers in texts; ignore placeholders, such as the PMID 0."""

import html
import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote, urlsplit

DOI = re.compile(
    r"\b10\.\d{4,9}(?:\.\d+)*/(?:[^\s\"<>]+<[^\s\"<>]+>(?=\d\.\d\.CO;2))?[^\s\"<>]+", re.IGNORECASE
)  # with punctuation after it; a SICI in it has angle brackets
URL = re.compile(r"https?://[^\s\"<>]+", re.IGNORECASE)
ARTICLE_HANDLE = re.compile(r":[vyip]:", re.IGNORECASE)  # of RePEc, with a volume, year or page
_AFTER_DOI = re.compile(r"(?:[?&]\w+=|/-/|—|\(0123456789|,available).*")  # parameters, or a text
_PUNCTUATION = ".,;:’”]}"
_ESCAPE = re.compile(r"[\\&%]")
_LATEX = re.compile(r"\{\\([_%&#$])\}|\\([_%&#$])")
_NO_DOI = re.compile(
    r"10\.0+/|10\.13039/|10\.1145/1122445\.1122456|.*\b(?:n{4,}|x{3,})\b|"
    r".*/(?:[\W_]*(?:n{3,}|x{3,}|y{3,}|0{4,}|tobeassigned))+$|"
    r"[\d.]+/\(\(|10\.1109/\w+\.\d{4}\.(?:doi|0\d{6})$",
    re.IGNORECASE,
)
_DOI_VERSION = re.compile(r"(?:[./]v\d+|/(?:abstract|full|pdf|epdf|meta)|\.pdf)+$")
_ISBN = re.compile(r"(?:97[89])?\d{9}[\dX]")
_LENGTH_OF_ISBN = 10
_NO_PART_OF_ISBN = re.compile(r"^ISBN:?|[-\N{EN DASH}]")
_ISSN = re.compile(r"(?<!\d)(?<!\d-)\d{4}-?\d{3}[\dXx](?![\dXx]|-\d)")
_NO_NUMBER = re.compile(r"(?:97[89])?(\d)\1*")
_PMID = re.compile(
    r"(?:\bpmid\b\W{0,3}|\bpubmed\.ncbi\.nlm\.nih\.gov/|\bnih\.gov/pubmed/)(\d{1,8})\b",
    re.IGNORECASE,
)
_PMID_FIELD = re.compile(r"(?!.*pmc)\D*0*([1-9]\d{0,7})(?:\.0)?\W*", re.IGNORECASE)
_REGISTERED = re.compile(r"([A-Za-z]{2,})[\W_]*(\d[\w./-]*)")  # NCT01234567, WOS:000123
_VERSION = re.compile(r"(?<=\d)v\d+$|\.(?:pdf|html?)$", re.IGNORECASE)
_NAMED_ID = re.compile(r"(?:^|&)(e?id|an)=([^&]*\d[^&]*)", re.IGNORECASE)


def dois_in(*texts: str) -> tuple[str, ...]:
    """Return the distinct DOIs in texts, without a resolver; case does not count."""
    return tuple({doi.lower(): doi for doi in reversed(list(_dois(texts)))}.values())[::-1]


def _dois(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for match in DOI.finditer(_plain(text)):
            doi = _unpunctuated(_AFTER_DOI.sub("", match[0]))
            if not _NO_DOI.match(doi):
                yield doi


def bare_doi(doi: str) -> str:
    """Return a DOI in lower case, without what platforms add to it."""
    return _DOI_VERSION.sub("", doi.lower())


def urls_in(*texts: str) -> tuple[str, ...]:
    """Return the addresses in texts, without those that only resolve a DOI."""
    matches = (match[0] for text in texts for match in URL.finditer(_remove_latex(text)))
    addresses = map(_unpunctuated, matches)
    own = (address for address in addresses if "doi.org/" not in address.lower())
    return tuple(dict.fromkeys(own))


def _plain(text: str) -> str:
    """Undo the escapes of LaTeX, HTML and addresses."""
    return unquote(html.unescape(_remove_latex(text))) if _ESCAPE.search(text) else text


def _remove_latex(text: str) -> str:
    return _LATEX.sub(r"\1\2", text) if "\\" in text else text


def _unpunctuated(address: str) -> str:
    address = address.rstrip(_PUNCTUATION)
    while address.endswith(")") and address.count(")") > address.count("("):
        address = address[:-1].rstrip(_PUNCTUATION)
    return address


def isbn_in(text: str) -> str:
    if len(text) < _LENGTH_OF_ISBN:  # as an ISSN is, which most serials have
        return ""
    words = (word.strip(".,;:()").upper() for word in text.split())
    isbns = filter(_ISBN.fullmatch, (_NO_PART_OF_ISBN.sub("", word) for word in words))
    return next((isbn for isbn in isbns if not _NO_NUMBER.fullmatch(isbn)), "")


def issns_in(*texts: str) -> list[str]:
    issns = (match[0] for text in texts for match in _ISSN.finditer(text))
    return [issn for issn in issns if not _NO_NUMBER.fullmatch(issn.replace("-", ""))]


def issn_in(*texts: str) -> str:
    return next(iter(issns_in(*texts)), "")


def pmid_in(*texts: str, own: str = "") -> str:
    """Return the PMID that a field of its own has, else that in texts."""
    match = next(filter(None, map(_PMID.search, texts)), None)
    return pmid_of(own) or (pmid_of(match[1]) if match else "")


def pmid_of(value: str) -> str:
    match = _PMID_FIELD.fullmatch(value.strip())
    return match[1] if match else ""


def identifier_of(text: str, kind: str = "") -> str:
    """Return `kind:number`, or "" without a number; letters before it (NCT0123) replace `kind`."""
    match = _REGISTERED.fullmatch(text)
    kind, number = (match[1], match[2]) if match else (kind, text)
    has_number = any(sign in "123456789" for sign in number)
    return _identifier(kind, number) if kind and has_number else ""


def _identifier(kind: str, number: str) -> str:
    kind = "pmcid" if kind.lower() == "pmc" else kind
    return f"{kind}:{_VERSION.sub('', number).replace(':', '')}".lower()


def identifiers_in(urls: Iterable[str]) -> Iterator[str]:
    """Yield the identifiers in addresses; host and path are their kind."""
    for url in urls:
        parts = urlsplit(url)
        path, _, last = parts.path.rstrip("/").rpartition("/")
        named = _NAMED_ID.search(parts.query)
        if named:
            yield _identifier(f"{parts.netloc}{parts.path}?{named[1]}", named[2])
        elif any(map(str.isdigit, last)):
            yield _identifier(f"{parts.netloc}{path}", last)
