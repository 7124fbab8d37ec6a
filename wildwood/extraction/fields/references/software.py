"""Find the title of a reference to software, which begins with its name: `plotlib: Draw Plots`."""

import re

from wildwood.extraction.fields.references.styles import YEAR, YEARS, Styled

_NAME = re.compile(r"(?<=[.)]\s)(?P<name>[^\W\d_][\w.]*):\s(?=[^\W\d_])")
_ADDRESS = re.compile(r"https?://\S+")
_LOWER_WORD = re.compile(r"\b[^\W\d_A-Z]{4,}\b")
"""What names do not have, but a title before the name of a book or journal."""
_YEAR_AFTER = re.compile(rf",?\s\(?{YEAR}\b.*$")
_END = re.compile(r"[.?!]\s|\.?$|\s[\[(](?:[Vv]ersion|R\spackage|[Cc]omputer)")
_YEAR_BEFORE = re.compile(rf"[.,]?\s?\(?{YEAR}[a-z]?\)?\.?\s?$")
_NAME_BEFORE = re.compile(
    r"(?:[^\W\d_]{3,}[.)]|\d[.)]{1,2})\s(?P<any>[^\W\d_][\w.-]*:\s)$|"
    r"[^\W\d_]\.\s(?P<mixed>(?!Ma?c[A-Z])(?:[a-z]+[A-Z\d]?|[A-Z]+[a-z]+[A-Z])\w*:\s)$"
)
"""The name before a title: after a sentence; or after an initial, if no family name is so."""
_NO_NAME = re.compile(
    r"(?:In|En|Em|Im|Dans|URL|url|DOI|doi|[Ee]ds?|[Hh]rsg|[Cc]oords?|[Oo]rgs?)\.?:"
)
_MAX_NAME = 40


def parse(text: str) -> Styled | None:
    """Return the title of software whose address has the same name, or nothing."""
    address = _ADDRESS.search(text)
    named = _NAME.search(text, 0, address.start()) if address else None
    if address is None or named is None or _LOWER_WORD.search(text, 0, named.start()):
        return None
    if named["name"].lower() not in re.split(r"[/=?#]+", address[0].lower().rstrip(".,;)>")):
        return None
    years = YEARS.findall(_ADDRESS.sub("", text))
    authors = _YEAR_BEFORE.sub("", text[: named.start()].rstrip())
    title = _END.split(text[named.start() :])[0]
    if not YEARS.search(text, 0, named.start()):
        title = _YEAR_AFTER.sub("", title)
    return Styled(authors, title, years[0] if years else "")


def with_name(title: str, text: str) -> str:
    """Return a title with the name before it, if there is one."""
    start = text.find(title) if title else 0
    before = text[max(0, start - _MAX_NAME) : start]
    found = _NAME_BEFORE.search(before)
    name = (found["any"] or found["mixed"]) if found else ""
    return title if _NO_NAME.match(name) else name + title
