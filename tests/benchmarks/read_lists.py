"""Count the records that are read from real lists, beside what the formats' own tools read.

Run it as `python -m tests.benchmarks.read_lists FOLDER...`. Each FOLDER is named for a format
(`ris`, `bib`, `marc` or any other) and contains files in it; README.md has the figures. A file
NAME.items beside NAME has the number of records that another tool, such as Zotero, reads from
NAME. pybtex is in none of our environments; without it, its counts are left at -1.
"""

import io
import logging
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

import rispy
from bibtexparser.entrypoint import parse_string
from pymarc.marcxml import parse_xml_to_array

from wildwood.kernel.errors import WildwoodError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

FAILED = -1


def pybtex_count(data: bytes) -> int:
    """Count the entries that pybtex reads; it is in none of our environments."""
    database = import_module("pybtex.database")
    return len(database.parse_string(data.decode("utf-8-sig"), "bibtex").entries)


def bibtexparser_count(data: bytes) -> int:
    """Count the entries that bibtexparser reads."""
    return len(parse_string(data.decode("utf-8-sig")).entries)


def pymarc_count(data: bytes) -> int:
    """Count the records that pymarc reads."""
    records: list[object] = parse_xml_to_array(io.BytesIO(data))  # type: ignore[no-untyped-call]
    return len(records)


OTHERS: Mapping[str, Mapping[str, Callable[[bytes], int]]] = {
    "ris": {"rispy": lambda data: len(rispy.loads(data.decode("utf-8-sig")))},
    "marc": {"pymarc": pymarc_count},
    "bib": {"bibtexparser": bibtexparser_count, "pybtex": pybtex_count},
}
"""The tools of a format: each counts the records of a file."""


def count(tool: Callable[[bytes], int], data: bytes) -> int:
    """Return the number of records that a tool reads, or `FAILED`."""
    try:
        return tool(data)
    except Exception:  # noqa: BLE001 - whatever a tool raises, it has read nothing
        return FAILED


def own_counts(path: Path) -> tuple[int, int]:
    """Return the numbers of records and of complete papers that Wildwood reads, or `FAILED`."""
    try:
        entries = read_list(path, needs=ANY_RECORD).entries
    except WildwoodError:
        return FAILED, FAILED
    return len(entries), sum(bool(one.id and one.titles and one.authors) for one in entries)


def main(*folders: Path) -> None:
    """Print a line for each file on which two tools differ, and the sums of each folder."""
    logging.disable(logging.CRITICAL)
    for folder in folders:
        sums: Counter[str] = Counter()
        for path in sorted(folder.iterdir()):
            if path.suffix == ".items":
                continue
            records, complete = own_counts(path)
            found = {
                name: count(tool, path.read_bytes())
                for name, tool in OTHERS.get(folder.name, {}).items()
            }
            items = path.with_name(f"{path.name}.items")
            if items.exists():
                found["items"] = int(items.read_text(encoding="utf-8"))
            counts = {"Wildwood": records, **found}
            sums["files"] += 1
            sums["complete"] += max(complete, 0)
            for name, number in counts.items():
                sums[name] += max(number, 0)
                sums[f"{name} fails"] += number == FAILED
            if set(found.values()) - {records}:
                print(path.name, counts)
        print(folder.name, dict(sums))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
