"""Split labelled records into two parts: python language_split.py OUT FILE...

The part "choose" holds one half: rules and thresholds are chosen on it. The part "kept" holds the
other: it is measured, and its errors are never looked at. The hash of the title decides, so that
the same title is in the same part of every file, whatever its order.
"""

import gzip
import hashlib
import json
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHOOSE, KEPT = "choose", "kept"


def part_of(title: str) -> str:
    """Return the part that a title belongs to."""
    plain = " ".join(unicodedata.normalize("NFKC", title).casefold().split())
    return KEPT if hashlib.sha256(f"half {plain}".encode()).digest()[0] & 1 else CHOOSE


def lines_of(path: Path, part: str) -> Iterator[str]:
    """Yield the JSON lines of a file whose title belongs to a part."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        for line in file:
            if line.strip() and part_of(_title(json.loads(line))) == part:
                yield line


def _title(record: dict[str, Any]) -> str:
    title = record["title"]
    return title if isinstance(title, str) else " / ".join(title)


def main(out: Path, *files: Path) -> None:
    """Write OUT/choose/NAME and OUT/kept/NAME for each file."""
    for part in (CHOOSE, KEPT):
        (out / part).mkdir(parents=True, exist_ok=True)
        for path in files:
            name = path.name.removesuffix(".gz") + ".gz"
            with gzip.open(out / part / name, "wt", encoding="utf-8") as target:
                target.writelines(lines_of(path, part))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
