"""Parse the values of BibTeX's fields, with their macros."""

import re
from collections.abc import Iterator

_MAX_VALUE = 1 << 20  # characters of a value; macros that make more of it are not expanded
_BRACE = re.compile(r"(?<!\\)[{}]")
_BRACE_OR_QUOTE = re.compile(r'(?<!\\)[{}]|"')
_WORD = re.compile(r"[^\s#{}\"]+")
_NEXT = re.compile(r"\s*(#|$)\s*")
_FIELD = re.compile(r"\s*([A-Za-z][\w-]*)\s*=\s*(.*)", re.DOTALL)
_COMMENTS = re.compile(r"(?:\s*%.*)*\s*")  # as Biber reads them; BibTeX has no comments

_REFERENCE = re.compile(
    r"\b(?:crossref|xref|related|entryset|xdata)\s*=\s*(?:\{([^{}]*)\}|\"([^\"]*)\")", re.IGNORECASE
)

Macros = dict[str, str]


class BibtexValueError(ValueError):
    """A value does not follow BibTeX's syntax; the message continues a sentence on its field."""


def fields_in(name: str, written: str, macros: Macros) -> Iterator[tuple[str, str]]:
    """Yield a field, and those that follow it without a comma."""
    while True:
        value, end = _value_and_end(written, macros)
        yield name, value
        end = skip_comments(written, end)
        if end == len(written):
            return
        following = _FIELD.match(written, end)
        if following is None:
            raise BibtexValueError("is not followed by a comma")
        name, written = following[1], following[2]


def skip_comments(text: str, position: int = 0) -> int:
    match = _COMMENTS.match(text, position)
    return match.end() if match else position


def value_of(written: str, macros: Macros) -> str:
    value, end = _value_and_end(written, macros)
    if end < len(written):
        raise BibtexValueError("has something after its value")
    return value


def _value_and_end(written: str, macros: Macros) -> tuple[str, int]:
    parts: list[str] = []
    position = 0
    while position < len(written):
        end = _end_of_part(written, position)
        part = written[position:end]
        if part[0] in '{"':
            parts.append(part[1:-1])
        else:
            parts.append(part if part.isdigit() else macros.get(part.lower(), part))
        following = _NEXT.match(written, end)
        position = following.end() if following else end
        if following is None:
            break
    if sum(map(len, parts)) > _MAX_VALUE:
        raise BibtexValueError("has more than a million characters")
    return "".join(parts), position


def _end_of_part(written: str, start: int) -> int:
    """Return where a part of a value ends: in braces, in quotation marks, or a word."""
    if written[start] not in '{"':
        word = _WORD.match(written, start)
        if word is None:
            raise BibtexValueError("has an empty part")
        return word.end()
    quoted, depth = written[start] == '"', 0
    for match in (_BRACE_OR_QUOTE if quoted else _BRACE).finditer(written, start + quoted):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0 and match[0] == ('"' if quoted else "}"):
            return match.end()
    raise BibtexValueError("is not closed")


def is_in_braces(name: str) -> bool:
    try:
        return name.startswith("{") and _end_of_part(name, 0) == len(name)
    except BibtexValueError:
        return False


def references_in(text: str) -> frozenset[str]:
    """Return the keys, in lower case, that fields such as `crossref` name in BibTeX."""
    values = (match[1] or match[2] or "" for match in _REFERENCE.finditer(text))
    keys = (key.strip().lower() for value in values for key in value.split(","))
    return frozenset(filter(None, keys))
