"""Read PICA+ as catalogues export it: as text, normalised or plain, and in XML."""

import re
from collections.abc import Iterable, Iterator

from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.biblio.fields import clean
from wildwood.kernel.errors import InputError
from wildwood.kernel.safe_xml import Element, text_of
from wildwood.lists.content import Content, Fault
from wildwood.lists.fields import best_values, identified_entry_of
from wildwood.lists.formats import Format
from wildwood.lists.tagged import Dialect, Values, records_in
from wildwood.lists.xml import entries_at, root_of

_PLACES = {
    "id": "003@0", "title": "021A 036C", "authors": "028A,028B 029A,029F 028C",
    "date": "011@a 031Aj", "language": "010@a", "abstract": "047Ia",
    "keywords": "044Ka,044Na,041Aa", "doi": "004V0,017Cu,009Qu", "url": "017Cu,009Qu",
    "series": "039Bt 036Ea 036Fa", "volume": "031Ad", "issue": "031Ae 036El", "pages": "031Ah",
    "issn": "005A0", "isbn": "004AA 004A0", "publisher": "033An", "edition": "032@a",
}  # fmt: skip
"""Tags and codes; a tag alone is a title or a name."""
_LINES = Dialect(
    tag=re.compile(r"(\d{3}[A-Z@])(?:/\d+)? (.*)"), separator=re.compile(r"\s*$"), places={}
)
_NORMALISED = str.maketrans({"\x1e": "\n", "\x1f": "ƒ"})
_LIFE = re.compile(r"\s*(?:\*.*|\[[^\]]*\])$")  # behind a name: *1749-1832*, [Verfasser]

Field = tuple[str, list[tuple[str, str]]]  # a tag, and codes with their values


def read_pica(content: Content) -> Iterator[Entry]:
    for record in records_in(_LINES, content.text.translate(_NORMALISED)):
        end = record.end + (content.text[record.end : record.end + 1] == "\x1e")
        fields = ((tag, _subfields(one)) for tag, values in record.values.items() for one in values)
        yield _entry(fields, f"line {record.line}", EntrySpan(record.begin or 0, end))


def _subfields(value: str) -> list[tuple[str, str]]:
    """Divide a field at its first character; a doubled $ is one of the text."""
    parts = (value.replace("$$", "\0") if value[:1] == "$" else value).split(value[:1] or None)
    return [(part[0], clean(part[1:].replace("\0", "$"))) for part in parts if part]


def read_pica_xml(content: Content) -> Iterator[Entry | Fault]:
    root = root_of(content)
    records = [one for one in root.iter("{*}record") if one.find("{*}datafield") is not None]
    if not records and not root.tag.startswith(f"{{{Format.PICA_XML.traits.namespace}}}"):
        raise InputError("has no PICA records")
    yield from entries_at(
        records, content, lambda record: _entry(_fields(record), f"line {record.sourceline}")
    )


def _fields(element: Element) -> Iterator[Field]:
    for field in element.iterfind("{*}datafield"):
        parts = field.iterfind("{*}subfield")
        yield field.get("tag", ""), [(part.get("code", ""), clean(text_of(part))) for part in parts]


def _entry(fields: Iterable[Field], place: str, span: EntrySpan | None = None) -> Entry:
    values: Values = {}
    for tag, subfields in fields:
        for code, text in subfields:
            values.setdefault(tag + code, []).append(text)
        first = dict(reversed(subfields))
        whole = _name(first) if tag.startswith("02") and tag[2] != "1" else _title(first)
        values.setdefault(tag, []).append(whole)
    places = {
        name: best_values(places, lambda place: values.get(place, ()))
        for name, places in _PLACES.items()
    }
    return identified_entry_of({**places, "title": places["title"][:1]}, place, span)


def _title(values: dict[str, str]) -> str:
    """Return the title, or that of the whole with the number of the volume; @ begins sorting."""
    parts = (values.get(code, "") for code in "adl")
    return " : ".join(part.replace("@", "", 1) for part in parts if part)


def _name(values: dict[str, str]) -> str:
    family = " ".join(filter(None, (values.get("c"), values.get("a"))))
    whole = ", ".join(filter(None, (family, values.get("d"))))
    return whole or _LIFE.sub("", values.get("8") or values.get("P") or "")
