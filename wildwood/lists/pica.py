"""Read PICA+ as catalogues export it: normalised, plain or in XML."""

import re
from collections.abc import Iterable, Iterator

from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.biblio.field_texts import clean
from wildwood.kernel.safe_xml import Element, text_of
from wildwood.lists.content import Content, Entries
from wildwood.lists.fields import best_values, identified_entry_of, places_of
from wildwood.lists.tagged import Dialect, Values
from wildwood.lists.xml import entries_at, root_without_controls

_Field = tuple[str, list[tuple[str, str]]]  # its tag, and its subfields with their codes
_PLACES = places_of("pica")  # a tag alone is a title or a name
_LINES = Dialect(
    tag=re.compile(r"(\d{3}[A-Z@])(?:/\d+)? (.*)"), separator=re.compile(r"\s*$"), places={}
)
_NORMALISED = str.maketrans({"\x1e": "\n", "\x1f": "ƒ"})
_LIFE = re.compile(r"\s*(?:\*.*|\[[^\]]*\])$")  # behind a name: *1749-1832*, [Verfasser]


def read_pica(content: Content) -> Iterator[Entry]:
    for record in _LINES.records_in(content.text.translate(_NORMALISED)):
        end = record.end + (content.text[record.end : record.end + 1] == "\x1e")
        span = EntrySpan(record.begin or 0, end)
        fields = ((tag, _subfields(each)) for tag, own in record.values.items() for each in own)
        yield _entry(fields, f"line {record.line}", span)


def read_pica_xml(content: Content) -> Entries:
    records = root_without_controls(content).iter("{*}record")
    own = (record for record in records if record.find("{*}datafield") is not None)  # not a wrapper
    yield from entries_at(own, content, lambda record, place: _entry(_fields_of(record), place))


def _fields_of(record: Element) -> Iterator[_Field]:
    for field in record.iterfind("{*}datafield"):
        parts = field.iterfind("{*}subfield")
        yield field.get("tag", ""), [(part.get("code", ""), clean(text_of(part))) for part in parts]


def _entry(fields: Iterable[_Field], place: str, span: EntrySpan | None = None) -> Entry:
    texts = _texts(fields)
    values = {
        name: best_values(tags, lambda tag: texts.get(tag, ())) for name, tags in _PLACES.items()
    }
    return identified_entry_of(values, place, span)


def _texts(fields: Iterable[_Field]) -> Values:
    texts: Values = {}
    for tag, subfields in fields:
        for code, text in subfields:
            texts.setdefault(tag + code, []).append(text)
        whole = _name if tag[:3] in {"028", "029"} else _title
        texts.setdefault(tag, []).append(whole(dict(reversed(subfields))))
    return texts


def _subfields(value: str) -> list[tuple[str, str]]:
    """Divide a field at its first character; a doubled $ is one of the text."""
    parts = (value.replace("$$", "\0") if value[:1] == "$" else value).split(value[:1] or None)
    return [(part[0], clean(part[1:].replace("\0", "$"))) for part in parts if part]


def _title(values: dict[str, str]) -> str:
    """Return the title, or that of the whole with the number of the volume; @ begins sorting."""
    parts = (values.get(code, "") for code in "adl")
    return " : ".join(part.replace("@", "", 1) for part in parts if part)


def _name(values: dict[str, str]) -> str:
    """Return a name; capital codes have that of a linked authority record."""
    family = " ".join(filter(None, (values.get("c"), values.get("a") or values.get("A"))))
    whole = ", ".join(filter(None, (family, values.get("d") or values.get("D"))))
    return whole or _LIFE.sub("", values.get("8") or values.get("P") or "")
