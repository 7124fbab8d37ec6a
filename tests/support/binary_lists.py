"""The two papers of tests/lists/test_formats.py in formats that are no text."""

import io
import zipfile
from collections.abc import Sequence

from pymarc import Field, Indicators, Record, Subfield

_TYPES = """<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml"
 ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>
"""
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
ROWS = (
    ("Exported on 2026-01-01",),
    ("Id", "Title", "Authors", "Year"),
    ("RePEc:abc:wpaper:1", "Außenhandel und Löhne", "Keen, Michael; Slemrod, Joël", "2010-05"),
    ("two", "Trade &amp; Wages: A “Long” View", "World Bank"),
)


def spreadsheet(*sheets: Sequence[Sequence[str | int]]) -> bytes:
    """Make an .xlsx file of some sheets."""
    numbers = range(1, len(sheets) + 1)
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _links([("officeDocument", "xl/workbook.xml")]),
        "xl/_rels/workbook.xml.rels": _links([("worksheet", f"sheet{one}.xml") for one in numbers]),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
        + "".join(f'<sheet name="S{one}" sheetId="{one}" r:id="r{one}"/>' for one in numbers)
        + "</sheets></workbook>",
        **{f"xl/sheet{one}.xml": _sheet(rows) for one, rows in zip(numbers, sheets, strict=True)},
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    return file.getvalue()


def _links(targets: Sequence[tuple[str, str]]) -> str:
    links = (
        f'<Relationship Id="r{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_RELATIONS}">{"".join(links)}</Relationships>'


def _sheet(rows: Sequence[Sequence[str | int]]) -> str:
    lines = (
        f'<row r="{number}">{"".join(map(_cell, row))}</row>' for number, row in enumerate(rows, 1)
    )
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def _cell(value: str | int) -> str:
    if isinstance(value, int):
        return f"<c><v>{value}</v></c>"
    return f'<c t="inlineStr"><is><t>{value}</t></is></c>'


def marc() -> bytes:
    """Make binary MARC 21."""
    first = _record("RePEc:abc:wpaper:1", "Außenhandel und Löhne /", "100", "Keen, Michael,")
    first.fields += [_field("700", "Slemrod, Joël"), _field("260", "2010-05", code="c")]
    second = _record("two", "Trade & Wages: A “Long” View /", "110", "World Bank.")
    return bytes(first.as_marc() + second.as_marc())


def _record(identifier: str, title: str, tag: str, name: str) -> Record:
    record = Record(force_utf8=True)
    record.fields += [Field(tag="001", data=identifier), _field("245", title), _field(tag, name)]
    return record


def _field(tag: str, value: str, code: str = "a") -> Field:
    return Field(tag=tag, indicators=Indicators("1", " "), subfields=[Subfield(code, value)])
