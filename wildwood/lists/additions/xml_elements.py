"""Add elements to a record in XML."""

import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from wildwood.lists.fields import values_of
from wildwood.records.entry import Entry
from wildwood.safe_xml import allowed

_PREFIX = re.compile(r"<((?:[^\s<>/:]+:)?)[^\s<>/:]+")
_ATTRIBUTE = re.compile(r"\[@(\w+)='([^']*)'\]")


def additions(
    places: Mapping[str, str], record: str, more: Entry, *, fills: bool = False
) -> list[tuple[int, str]]:
    """Return what adds elements to a record as it is written, and the places in it.

    Args:
        places: the paths of each field, the best first.
        record: the record; one that has no end tag gets nothing.
        more: what it gets.
        fills: whether an element goes into its parent, where the record has that once.
    """
    prefix = _PREFIX.match(record)
    end = record.rfind("</")
    if prefix is None or end < 0:
        return []
    found = []
    for name, values in values_of(more).items():
        steps = re.split("[ ,]", places.get(name, ""))[0].split("/")
        place = end
        while (
            fills and len(steps) > 1 and record.count(closing := f"</{prefix[1]}{steps[0]}>") == 1
        ):
            place, steps = record.index(closing), steps[1:]
        if steps[0] and "#" not in steps[-1]:
            found += [(place, _element(prefix[1], steps, value)) for value in values]
    return found


def _element(prefix: str, steps: Sequence[str], value: str) -> str:
    if not steps:
        return escape(allowed(value))
    name = prefix + steps[0].partition("[")[0]
    attributes = "".join(
        f" {key}={quoteattr(text.replace('#', ' '))}" for key, text in _ATTRIBUTE.findall(steps[0])
    )
    return f"<{name}{attributes}>{_element(prefix, steps[1:], value)}</{name}>"
