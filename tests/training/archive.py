"""An archive of labelled references like GROBID's, made from NBER records (CC0)."""

import gzip
import io
import json
import tarfile
from itertools import islice
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from tests.support.paths import DATA

_RECORDS = DATA / "nber.jsonl.gz"
_FILES = 12
_REFERENCES_EACH = 12


def make_archive(path: Path) -> None:
    """Write twelve files of references."""
    with gzip.open(_RECORDS, "rt", encoding="utf-8") as lines:
        records = list(map(json.loads, islice(lines, _FILES * _REFERENCES_EACH)))
    with tarfile.open(path, "w:gz") as archive:
        for number in range(_FILES):
            several = records[number * _REFERENCES_EACH :][:_REFERENCES_EACH]
            _add(archive, f"corpus/{number}.xml", "".join(map(_reference, several)), "listBibl")


def _add(archive: tarfile.TarFile, name: str, content: str, element: str) -> None:
    data = f"<TEI><text><{element}>{content}</{element}></text></TEI>".encode()
    member = tarfile.TarInfo(name)
    member.size = len(data)
    archive.addfile(member, io.BytesIO(data))


def _reference(record: dict[str, Any]) -> str:
    authors = ", and ".join(map(_turned, record["authors"]))
    number = record["handle"].rpartition(":")[2]
    return (
        f"<bibl><author>{escape(authors)}</author> <title level='a'>{_title(record)}</title>."
        f" <title level='j'>NBER Working Paper</title> <biblScope unit='volume'>{number}"
        f"</biblScope>, <date>{record['date'][:4]}</date>.</bibl>"
    )


def _turned(name: str) -> str:
    given, _, surname = name.rpartition(" ")
    return f"{surname}, {given[:1]}."


def _title(record: dict[str, Any]) -> str:
    return escape(str(record["titles"][0]))
