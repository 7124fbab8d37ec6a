"""Write the records that a screening kept as an OAI-PMH response, JSON lines or a rif."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from lxml import etree

from wildwood.biblio.entry import Entry, LocalizedText
from wildwood.kernel.files import write_file
from wildwood.kernel.safe_xml import XML_LANG, Element, allowed

_OAI = "http://www.openarchives.org/OAI/2.0/"
_OAI_DC = "http://www.openarchives.org/OAI/2.0/oai_dc/"
_DC = "http://purl.org/dc/elements/1.1/"


class KeptFormat(Enum):
    OAI = "oai"
    JSON_LINES = "jsonl"
    RIF = "rif"


def kept_file(folder: Path, name: str, target: KeptFormat) -> Path:
    return folder / f"{name}.kept.{_WRITERS[target][0]}"


def write_kept(folder: Path, name: str, target: KeptFormat, entries: Iterable[Entry]) -> Path:
    path = kept_file(folder, name, target)
    write_file(path, _WRITERS[target][1](entries), makes_folder=True)
    return path


def write_json_lines(entries: Iterable[Entry]) -> bytes:
    lines = (json.dumps(_fields(entry), ensure_ascii=False) + "\n" for entry in entries)
    return "".join(lines).encode(errors="replace")


def write_oai(entries: Iterable[Entry]) -> bytes:
    """Return a response to ListRecords with the Dublin Core of each entry."""
    root = etree.Element(f"{{{_OAI}}}OAI-PMH", nsmap={None: _OAI})
    records = etree.SubElement(root, f"{{{_OAI}}}ListRecords")
    for entry in entries:
        record = etree.SubElement(records, f"{{{_OAI}}}record")
        header = etree.SubElement(record, f"{{{_OAI}}}header")
        etree.SubElement(header, f"{{{_OAI}}}identifier").text = allowed(_id(entry))
        metadata = etree.SubElement(record, f"{{{_OAI}}}metadata")
        names = {"oai_dc": _OAI_DC, "dc": _DC}
        dublin_core = etree.SubElement(metadata, f"{{{_OAI_DC}}}dc", nsmap=names)
        for name, text in _dublin_core(entry):
            _add(dublin_core, name, text)
    etree.indent(root)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"


def _fields(entry: Entry) -> dict[str, Any]:
    fields = {
        "id": _id(entry),
        "title": _make_data(entry.titles),
        "authors": [author.inverted for author in entry.authors],
        "abstract": _make_data(entry.abstracts),
        "language": list(entry.languages),
        "date": entry.date,
        "type": entry.kind,
        "keywords": list(entry.keywords),
        "doi": list(entry.dois),
        "url": list(entry.urls),
        "journal": entry.series.title,
        "publisher": entry.series.publisher,
        "source": entry.archive,
    }
    return {name: value for name, value in fields.items() if value}


def _make_data(texts: Iterable[LocalizedText]) -> list[str | dict[str, str]]:
    return [
        {"text": text.text, "lang": text.language} if text.language else text.text for text in texts
    ]


def _dublin_core(entry: Entry) -> Iterator[tuple[str, LocalizedText]]:
    for name, texts in (("title", entry.titles), ("description", entry.abstracts)):
        yield from ((name, text) for text in texts)
    plain: Mapping[str, Iterable[str]] = {
        "creator": [author.inverted for author in entry.authors],
        "language": entry.languages,
        "date": [entry.date],
        "type": [entry.kind],
        "subject": entry.keywords,
        "identifier": [*(f"doi:{doi}" for doi in entry.dois), *entry.urls],
        "publisher": [entry.series.publisher],
        "source": [entry.archive or entry.series.title],
    }
    for name, values in plain.items():
        yield from ((name, LocalizedText(value)) for value in values if value)


def _add(parent: Element, name: str, text: LocalizedText) -> None:
    element = etree.SubElement(parent, f"{{{_DC}}}{name}")
    element.text = allowed(text.text)
    if text.language:
        element.set(XML_LANG, allowed(text.language))


def _id(entry: Entry) -> str:
    return entry.id or entry.place


def _write_amf(entries: Iterable[Entry]) -> bytes:
    from wildwood.lists.amf import write_amf  # noqa: PLC0415 - it imports all of names

    return write_amf(entries)


_WRITERS: Mapping[KeptFormat, tuple[str, Callable[[Iterable[Entry]], bytes]]] = {
    KeptFormat.OAI: ("xml", write_oai),
    KeptFormat.JSON_LINES: ("jsonl", write_json_lines),
    KeptFormat.RIF: ("amf.xml", _write_amf),
}
