"""Read text in which a tag says what each line is, and add to it, by a table of tags."""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from wildwood.biblio.entry import Entry, EntrySpan
from wildwood.biblio.field_texts import MONTH, YEAR, remove_controls
from wildwood.lists.content import Content, lines_of
from wildwood.lists.fields import best_values, identified_entry_of, places_of, values_of

_PAGES = re.compile(
    r"(?<=[\s.,;])(?P<volume>[^\W_]{1,8})?\s?(?:\((?P<issue>[^()]{1,20})\))?:\s?"
    r"(?P<pages>[A-Za-z]?\d[^\W_]*(?:-[^\W_]+)?)"
)
_CITED = re.compile(  # as PsycINFO: Vol.75(2), Apr 2014, pp. 22-33
    r"(?<=[\s.])(?:Vol\.? ?)?(?P<volume>[^\W_]{1,8}) ?(?:\((?P<issue>[^()]*(?:\(\w+\)[^()]*)?)\))?"
    r"(?:(?:, ?[A-Z][\w/-]*)?,? ?(?:19|20)\d\d, ?pp?\. (?P<pages>[A-Za-z]?\d\w*(?:-\w+)?)"
    r"| \(no pagination\), (?:19|20)\d\d)"
)
_EDITORS = re.compile(r"(?:[^\[\]]+\[(?:Ed|Reprint)[^\]]*\][;,.\s]*)+(?:\(\d{4}\)\.\s*)?")
_BEFORE_PAGES = re.compile(
    rf"[\s.,;]+(?:(?:{MONTH}|\d{{1,2}}|{YEAR})\b[\s,./;-]*)*$", re.IGNORECASE
)
_CITATION = 4000  # characters; what follows in a damaged record would only take time

Values = dict[str, list[str]]


@dataclass(frozen=True)
class Dialect:
    tag: re.Pattern[str]  # matches a line with a tag; the groups are the tag and its value
    places: Mapping[str, str]  # tags of each field, best first; with a comma, several at once
    first: str = ""
    separator: re.Pattern[str] = re.compile(r"(?!)")
    ends: bool = False  # whether the line ends a record; otherwise it begins one, unless blank
    ignored: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()  # the tags that have a value in each line
    not_name: re.Pattern[str] = re.compile(r"(?!)")
    not_title: re.Pattern[str] = re.compile(r"(?!)")
    source: str = ""
    line: str = "{} {}"
    doi: str = "{}"

    def read(self, content: Content) -> Iterator[Entry]:
        yield from (_entry(self, record) for record in self.records_in(content.text))

    def records_in(self, text: str) -> Iterator["TaggedRecord"]:
        record = TaggedRecord()
        begin = len(text) - len(text.removeprefix("\ufeff"))
        for number, line in enumerate(lines_of(text[begin:]), 1):
            end = begin + len(line)
            is_between = self.separator.match(line)
            match = None if is_between else self.tag.match(line)
            tag = match[1] if match else ""
            is_next = tag == self.first and tag in record.values and len(record.values) > 1
            if record.values and (is_between or is_next):
                record.end = end if is_between and self.ends else record.end
                yield record
                record = TaggedRecord()
            if is_between and not self.ends and line.strip():
                record.begin = begin
            elif match and tag not in self.ignored:
                record.line = record.line or number
                record.begin = begin if record.begin is None else record.begin
                record.add(tag, match[2] or "")
                record.end = end
            elif not match and not is_between and (rest := line.strip()):
                record.go_on(rest, is_listed=record.last in self.listed)
                record.end = end
            begin += len(line) + 1
        if record.values:
            yield record

    def additions(self, record: str, gain: Entry) -> list[tuple[int, str]]:
        """Return where to insert lines for fields, and the text; those of RIS have another form."""
        present = {tag for parsed in self.records_in(record) for tag in parsed.values}
        lines = "".join(
            f"\n{self.line.format(tag, remove_controls(value))}"
            for name, values in self._added_fields(gain).items()
            if (tag := self._tag(name, present))
            for value in values
        )
        is_ended = self.ends and self.separator.match(record[record.rfind("\n") + 1 :])
        end = record.rfind("\n") if is_ended else len(record)
        return [(end, lines)] if lines else []

    def _added_fields(self, gain: Entry) -> dict[str, list[str]]:
        fields = values_of(gain)
        fields["date"] = fields.pop("year", [])
        in_two = "end page" in self.places
        for name in ("pages",) if in_two else ("start page", "end page"):
            fields.pop(name, None)
        return {**fields, "doi": [self.doi.format(doi) for doi in fields.get("doi", ())]}

    def _tag(self, name: str, present: AbstractSet[str]) -> str:
        """Return the tag of a field: the one that is read if there are others, or the best."""
        named = [tag.replace("_", " ") for tag in re.split("[ ,]", self.places.get(name, ""))]
        tag = next((tag for tag in named if tag in present), named[0])
        return tag if tag != self.first else ""


@dataclass
class TaggedRecord:
    line: int = 0
    begin: int | None = None
    end: int = 0
    values: Values = field(default_factory=dict)
    last: str = ""

    def add(self, tag: str, value: str) -> None:
        self.values.setdefault(tag, []).append(value.strip())
        self.last = tag

    def go_on(self, text: str, *, is_listed: bool) -> None:
        if is_listed:
            self.add(self.last, text)
        elif self.last:
            values = self.values[self.last]
            values[-1] = f"{values[-1]} {text}".lstrip()


def _entry(dialect: Dialect, record: TaggedRecord) -> Entry:
    values, place = record.values, f"line {record.line}"
    fields = {
        name: best_values(tags, lambda tag: values.get(tag.replace("_", " "), []))
        for name, tags in dialect.places.items()
    }
    for role in ("authors", "editors"):
        fields[role] = [person for name in fields[role] for person in _people(name, dialect)]
    fields["title"] = [dialect.not_title.sub("", title) for title in fields["title"]]
    for name, value in _source(" ".join(values.get(dialect.source, ()))).items():
        fields[name] = fields.get(name) or [value]
    return identified_entry_of(fields, place, EntrySpan(record.begin or 0, record.end))


def _people(written: str, dialect: Dialect) -> list[str]:
    names = dialect.not_name.sub(" ", written.replace("\N{FULLWIDTH SEMICOLON}", ";"))
    return [written] if names == written else [name.strip(" ,") for name in names.split(";")]


def _source(text: str) -> dict[str, str]:
    """Return what a text such as "Journal. 28(2):103-106, April 2015." says.

    >>> _source("Trade Quarterly May 2011;43(8):647-653")
    {'series': 'Trade Quarterly', 'volume': '43', 'issue': '8', 'pages': '647-653'}
    """
    text = _EDITORS.sub("", text[:_CITATION], count=1)
    match = _CITED.search(text) or _PAGES.search(text)
    parts = {name: value for name, value in match.groupdict().items() if value} if match else {}
    title = _BEFORE_PAGES.sub("", text[: match.start()] if match else text.partition(".")[0])
    title = title.partition(". Conference: ")[0]
    return {"series": title, **parts} if title else parts


_DEGREES = re.compile(
    r"\[[^\]]*\]|\([^)]*\)|(?<=[\s,])(?:MD|DO|RN|DVM|DDS|Pharm ?D|Ph\.? ?D|Dr ?PH|[BM]\.?Sc|MPH|"
    r"M[BS]|MBBS|MBChB|BA|MA|FAAN|F[A-Z]{3,4})\b\.?|(?<=[\w.])[\s,]+[\d*+,\s]+(?=;|$)"
)
_KIND_OF_TITLE = re.compile(r"\.?\s*\[[A-Z][\w\s,;:-]*\]\.?$")

MEDLINE = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9]{1,4}) {0,3}- ?(.*)"),
    first="PMID",
    separator=re.compile(r"\s*$"),
    places=places_of("medline"),
    line="{:<4}- {}",
    doi="{} [doi]",
)
WEB_OF_SCIENCE = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9])(?: (.*))?$"),
    first="PT",
    separator=re.compile(r"E[RF]\s*$"),
    ends=True,
    ignored=frozenset({"FN", "VR"}),
    listed=frozenset({"AU", "AF", "BA", "BF", "BE", "ED", "GP", "CA", "C1", "CR"}),
    not_name=re.compile(r"\([^()@]*@[^()]*\)"),
    places=places_of("web_of_science"),
)
REFWORKS = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9])(?: (.*))?$"), first="RT", places=places_of("refworks")
)
OVID = Dialect(
    tag=re.compile(r" ?([A-Z][A-Z0-9]{1,2}) {1,2}- ?(.*)"),
    first="VN",
    separator=re.compile(r"\s?<\s*\d+\s*\.?\s*>\s*$"),
    not_name=_DEGREES,
    not_title=_KIND_OF_TITLE,
    source="SO",
    places=places_of("ovid"),
    line="{:<4}- {}",
)
OVID_LABELS = Dialect(
    tag=re.compile(r"([A-Z][A-Za-z]+(?: [A-Za-z/]+){0,7})\s*()$"),
    separator=OVID.separator,
    not_name=_DEGREES,
    not_title=_KIND_OF_TITLE,
    source="Source",
    places=places_of("ovid_labels"),
    line="{}\n  {}",
)
PROQUEST = Dialect(
    tag=re.compile(r"([A-Z][A-Za-z]+(?: (?:[A-Za-z]+|/)){0,3}): (.*)"),
    separator=re.compile(r"[_*]{20,}\s*$"),
    places=places_of("proquest"),
    line="{}: {}",
)
NOTEEXPRESS = Dialect(
    tag=re.compile(r"\{([^{}]+)\}: ?(.*)"),
    first="Reference Type",
    not_name=re.compile(r"(?<=;)"),
    places=places_of("noteexpress"),
    line="{{{}}}: {}",
)
ENDNOTE = Dialect(
    tag=re.compile(r"%([0-9A-Z@!#$&()*+?^<>\[\]~|=-])(?: (.*))?$"),
    first="0",
    places=places_of("endnote"),
    line="%{} {}",
)


def ovid_dialect(text: str) -> Dialect:
    return OVID if re.search(r"^ ?[A-Z]{2} {1,2}- ", text, re.MULTILINE) else OVID_LABELS


def read_ovid(content: Content) -> Iterator[Entry]:
    return ovid_dialect(content.text).read(content)
