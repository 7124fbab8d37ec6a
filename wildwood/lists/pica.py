"""Read PICA+ as catalogues export it: as text, normalised or plain, and in XML."""

import re
from collections.abc import Iterable, Iterator, Mapping

from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.biblio.fields import clean
from wildwood.biblio.person import Person
from wildwood.kernel.errors import InputError
from wildwood.kernel.safe_xml import Element, text_of
from wildwood.lists.content import Content, Fault
from wildwood.lists.fields import best_values, identified_entry_of
from wildwood.lists.formats import Format
from wildwood.lists.tagged import Dialect, records_in
from wildwood.lists.xml import entries_at, root_of

Fields = Mapping[str, list[list[tuple[str, str]]]]  # codes and values of each field with a tag

_PLACES = {
    "id": "003@0", "date": "011@a 031Aj", "language": "010@a", "abstract": "047Ia",
    "keywords": "044Ka,044Na,041Aa", "doi": "004V0,017Cu,009Qu", "url": "017Cu,009Qu",
    "series": "039Bt 036Ea 036Fa", "volume": "031Ad", "issue": "031Ae 036El", "pages": "031Ah",
    "issn": "005A0", "isbn": "004AA 004A0", "publisher": "033An", "edition": "032@a",
}  # fmt: skip
_AUTHORS = (("028A", "028B"), ("029A", "029F"), ("028C",))
_LINES = Dialect(
    tag=re.compile(r"(\d{3}[A-Z@])(?:/\d+)? (.*)"), separator=re.compile(r"\s*$"), places={}
)
_NORMALISED = str.maketrans({"\x1e": "\n", "\x1f": "ƒ"})
_LIFE = re.compile(r"\s*(?:\*.*|\[[^\]]*\])$")  # behind a name: *1749-1832*, [Verfasser]


def read_pica(content: Content) -> Iterator[Entry]:
    text = content.text.translate(_NORMALISED)
    for record in records_in(_LINES, text):
        end = record.end + (content.text[record.end : record.end + 1] == "\x1e")
        fields = {tag: list(map(_subfields, values)) for tag, values in record.values.items()}
        yield _entry(fields, f"line {record.line}", EntrySpan(record.begin or 0, end))


def _subfields(value: str) -> list[tuple[str, str]]:
    """Divide a field at its first character; a doubled $ is one of the text."""
    mark = value[:1]
    parts = value.replace("$$", "\0").split(mark) if mark == "$" else value.split(mark or None)
    return [(part[0], clean(part[1:].replace("\0", "$"))) for part in parts if part]


def read_pica_xml(content: Content) -> Iterator[Entry | Fault]:
    root = root_of(content)
    records = [
        record for record in root.iter("{*}record") if record.find("{*}datafield") is not None
    ]
    if not records and not root.tag.startswith(f"{{{Format.PICA_XML.traits.namespace}}}"):
        raise InputError("has no PICA records")
    yield from entries_at(records, content, _entry_of_xml)


def _entry_of_xml(element: Element) -> Entry:
    fields: dict[str, list[list[tuple[str, str]]]] = {}
    for field in element.iterfind("{*}datafield"):
        subfields = field.iterfind("{*}subfield")
        values = [(part.get("code", ""), clean(text_of(part))) for part in subfields]
        fields.setdefault(field.get("tag", ""), []).append(values)
    return _entry(fields, f"line {element.sourceline}")


def _entry(fields: Fields, place: str, span: EntrySpan | None = None) -> Entry:
    values: dict[str, object] = {
        name: best_values(places, lambda place: _values(fields, place[:4], place[4]))
        for name, places in _PLACES.items()
    }
    values["title"] = list(_titles(fields))
    people = (list(_people(fields, tags)) for tags in _AUTHORS)
    values["authors"] = next(filter(None, people), [])
    return identified_entry_of(values, place, span)


def _values(fields: Fields, tag: str, codes: str) -> list[str]:
    return [text for field in fields.get(tag, ()) for code, text in field if code in codes]


def _titles(fields: Fields) -> Iterator[str]:
    """Yield the title, else that of the whole with the number of the volume; @ begins sorting."""
    for tag, codes in (("021A", "ad"), ("036C", "al")):
        if parts := _values(fields, tag, codes):
            yield " : ".join(part.replace("@", "", 1) for part in parts)
            return


def _people(fields: Fields, tags: Iterable[str]) -> Iterator[Person | str]:
    for field in (field for tag in tags for field in fields.get(tag, ())):
        values = dict(reversed(field))
        family = " ".join(filter(None, (values.get("c"), values.get("a"))))
        if family:
            yield Person(family, values.get("d", ""))
        elif whole := _LIFE.sub("", values.get("8") or values.get("P") or ""):
            yield whole
