"""Write the records that a screening kept as JSON lines or a rif."""

import json
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.kernel.files import write_file


class KeptFormat(Enum):
    JSON_LINES = "jsonl"
    RIF = "rif"


def kept_file(folder: Path, name: str, target: KeptFormat) -> Path:
    suffix = "amf.xml" if target is KeptFormat.RIF else "jsonl"
    return folder / f"{name}.kept.{suffix}"


def write_kept(folder: Path, name: str, target: KeptFormat, entries: Iterable[Entry]) -> None:
    from wildwood.lists.amf import write_amf  # noqa: PLC0415 - it imports all of names

    write = write_amf if target is KeptFormat.RIF else write_json_lines
    write_file(kept_file(folder, name, target), write(entries), makes_folder=True)


def write_json_lines(entries: Iterable[Entry]) -> bytes:
    lines = (json.dumps(_fields(entry), ensure_ascii=False) + "\n" for entry in entries)
    return "".join(lines).encode(errors="replace")


def _fields(entry: Entry) -> dict[str, Any]:
    fields = {
        "id": entry.identified.id,
        "title": _make_data(entry.titles),
        "authors": [author.inverted for author in entry.authors],
        "abstract": _make_data(entry.abstracts),
        "language": list(entry.languages),
        "date": entry.date,
        "type": entry.kind,
        "keywords": list(entry.subjects),
        "doi": list(entry.dois),
        "url": list(entry.urls),
        "journal": entry.series.title,
        **{part: getattr(entry.series, part) for part in Series.__slots__[1:]},
        "pmid": entry.pmid,
        "pmcid": entry.pmcid,
        "edition": entry.edition,
        "source": entry.archive,
    }
    return {name: value for name, value in fields.items() if value}


def _make_data(texts: Iterable[LocalizedText]) -> list[str | dict[str, str]]:
    return [{"text": text, "lang": language} if language else text for text, language in texts]
