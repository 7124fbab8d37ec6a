"""Find the title of a reference whose parts are all divided by commas, as in mathematics.

The style is applied only where the whole reference fits it; otherwise the sequence model decides.
"""

import re

from wildwood.extraction.fields.references.styles import CAPITALISED, PARTICLES, YEAR, YEARS, Styled

_INITIALS = r"(?:[^\W\d_a-z]\.[‐-]?)+"
_NAME = (
    rf"(?:(?:{_INITIALS}|{CAPITALISED})\s){{1,3}}{PARTICLES}{CAPITALISED}(?<=\w\w)"
    r"(?:\s\(eds?\.\))?"
)
_NAMES = re.compile(
    rf"(?P<authors>{_NAME}(?:(?:,\s{_NAME})*,?\s(?:and|et|und|y|e)\s{_NAME})?(?:,\seds?\.)?),\s(?=[^\W\d_])"
)
"""Given names first; several end with `and`, so that no title in capitals is one of them."""
_NO_TITLE = re.compile(
    rf"{_NAME}(?:[.,]|\s(?:and|et)\s{_NAME}|$)|[^\W\d_a-z]\.[,\s]|(?:and|et|in)\s"
)
"""What begins with another name, or with the book of an article."""
_SENTENCE_END = re.compile(r"[^\W\d_A-Z]{3}\.\s(?!Chap|Part|Tome|Teil|Vol|[IVX]+\b)")
_COMMA = re.compile(r",\s(?![^()]{0,80}\))")
"""A comma outside brackets."""
_JOURNAL = re.compile(rf"[^\W\d_a-z].*\s\((?:[^()]*[\s,])?{YEAR}(?:[/–-]\d+)?\)(?:\s[\w–-]+)?$")
"""A journal, its volume and the year, or a conference."""
_SERIES = re.compile(
    r"&\s(?:Cie|Sons)\b|\b(?:Monographs|Texts|Lecture\sNotes|Studies\sin|Series|Progress\sin|Encyclop\w+|Springer|"
    r"Birkhäuser|Verlag|Press|Publish\w+|Wiley|Elsevier|Proceedings)\b"
)
_EDITION = re.compile(r"\w+\sed(?:ition|\.)")
_REPORT = re.compile(r"(?:Ph\.?\s?D|Master|Tech\.|Technical|[Pp]reprint|arXiv|Unpublished)")
_VOLUME = re.compile(r"[Vv]ol(?:\.|ume)\s")
_END = re.compile(rf"(?:no\.\s\d+|\w?\d+[–-]\w?\d+|{YEAR}|pp\.\s\d+[–-]\d+|\d{{1,4}})\b")
"""What a part after the journal or the series begins with."""
_ADDRESS = re.compile(r"(?:\bAvailable\b|\bAccessed\b|https?:|\bdoi\b).*$")
_QUOTE = re.compile(r"[“”\"«»„]")
_LOWER_WORD = re.compile(r"\b[^\W\d_A-Z]{3,}")


def parse(text: str) -> Styled | None:
    """Parse a style such as `Anna B. Smith and Bo Lee, Title, J. Rivers 5 (2008), no. 2`."""
    names = _NAMES.match(text)
    if names is None or _QUOTE.search(text):
        return None
    parts = _COMMA.split(_ADDRESS.sub("", text[names.end() :]).rstrip(" ."))
    end = next((place for place in range(1, len(parts)) if _is_source(parts, place)), 0)
    title = ", ".join(parts[:end])
    if not _LOWER_WORD.search(title) or _NO_TITLE.match(title) or _SENTENCE_END.search(title):
        return None
    return Styled(names["authors"], title, _year(parts[end:]))


def _is_source(parts: list[str], place: int) -> bool:
    """Return whether a part is the journal, the series, the edition or the kind of a work."""
    part, after = parts[place], parts[place + 1 : place + 2]
    if _JOURNAL.match(part):
        return not after or _END.match(after[0]) is not None or "(" in part[:-7]
    if _VOLUME.match("".join(after)):
        return True
    found = _SERIES.search(part) or _EDITION.fullmatch(part) or _REPORT.match(part)
    return found is not None and any(YEARS.fullmatch(one[:4]) for one in parts[place:])


def _year(source: list[str]) -> str:
    """Return the year of a source, which is in brackets or a part of its own."""
    found = re.search(rf"\(({YEAR})\)|^{YEAR}\b", "\n".join(source), re.MULTILINE)
    years = [found[1] or found[0]] if found else YEARS.findall(" ".join(source))
    return years[-1] if years else ""
