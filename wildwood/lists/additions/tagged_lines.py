"""Add lines to a record of tagged text."""

from wildwood.lists.fields import values_of
from wildwood.lists.readers.tagged.tagged_text import Dialect, records_in
from wildwood.records.entry import Entry
from wildwood.records.field_text import without_controls


def additions(dialect: Dialect, record: str, more: Entry) -> list[tuple[int, str]]:
    """Return what adds fields to a record as it is written, and the place in it."""
    present = {tag for one in records_in(dialect, record) for tag in one.values}
    lines = "".join(
        f"\n{dialect.line.format(tag, value)}"
        for name, values in _fields(dialect, more).items()
        if (tag := _tag(dialect, name, present))
        for value in map(without_controls, values)
    )
    end = len(record)
    if dialect.ends and dialect.separator.match(record[record.rfind("\n") + 1 :]):
        end = record.rfind("\n")
    return [(end, lines)] if lines else []


def _fields(dialect: Dialect, more: Entry) -> dict[str, list[str]]:
    fields = values_of(more)
    fields["date"] = fields.pop("year", [])
    in_two = "end page" in dialect.places
    for name in ("pages",) if in_two else ("start page", "end page"):
        fields.pop(name, None)
    return {**fields, "doi": [dialect.doi.format(doi) for doi in fields.get("doi", ())]}


def _tag(dialect: Dialect, name: str, present: set[str]) -> str:
    """Return the tag of a field: the one that is read if there are others, or the best."""
    tags = dialect.places.get(name, "").replace(",", " ").replace("_", "\0").split()
    named = [tag.replace("\0", " ") for tag in tags]
    tag = next((tag for tag in named if tag in present), next(iter(named), ""))
    return tag if tag != dialect.first else ""
