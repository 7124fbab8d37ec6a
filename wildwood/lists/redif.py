"""Read ReDIF 1.0 (https://openlib.org/acmes/root/docu/redif_1.html), which RePEc's archives use.

A template begins with `Template-Type:` and has a field in each line; a line without one continues
the last. A cluster, such as an author's, begins with its key field, `Person-Name:`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from wildwood.biblio.entry import Entry, EntrySpan, Series, localized
from wildwood.biblio.field_texts import clean, cleaned, iso_date, keywords_in, page_range
from wildwood.biblio.identifiers import dois_in, isbn_in, urls_in
from wildwood.biblio.names import author_in
from wildwood.biblio.person import Person
from wildwood.lists.content import Content, Entries
from wildwood.lists.fields import places_of, words_of
from wildwood.lists.tagged import Dialect

_FIELD = re.compile(r"([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)[ \t]*:(.*)", re.DOTALL)
_ROOTS = frozenset(words_of("redif_roots"))  # so "Note that: …" in an abstract begins no field
_PAPERS = re.compile(r"redif-(paper|article|book|chapter|software)\b", re.IGNORECASE)
_LIST = re.compile(r"\s*[,;]\s*")
_JEL = re.compile(r"[\s,;]+")
_HANDLE = re.compile(r"(?:repec|relis|mapin):[a-z]{3}:[a-z0-9]{6}:\S*[^\s.,;)]", re.IGNORECASE)
_LINKED = re.compile(r"(article|book|chapter|paper)-handle|publication-status")
_PART_AND_WHOLE = {"chapter", "book"}  # the handle of the other is no version
_TEMPLATE = re.compile(r"^\ufeff?Template-Type[ \t]*:", re.IGNORECASE | re.MULTILINE)
_KIND = re.compile(rf"{_TEMPLATE.pattern}[ \t]*ReDIF-(\w+)", re.IGNORECASE)
_RELATED_WORKS = re.compile(r"^\s*%relatedworks\s*=", re.MULTILINE)
_ADDED = Dialect(re.compile(r"([A-Za-z][\w-]*):[ \t]*(.*)"), places_of("redif"), line="{}: {}")
_PERL = re.compile(r"""(['"])((?:(?!\1)[^\\]|\\.)*)\1|[][(){}]""")


class _Field(NamedTuple):
    name: str
    value: str


class _Template(NamedTuple):
    line: int
    fields: list[_Field]
    span: EntrySpan


def read_redif(content: Content) -> Entries:
    for template in _templates(content.text.removeprefix("\ufeff").split("\n")):
        match = _PAPERS.match(template.fields[0].value)
        if match:
            yield _entry(template, match[1].lower())


def links_in(text: str) -> Iterator[tuple[str, str]] | None:
    """Return the handles of works that ReDIF or `relatedworks.dat` links; None for other texts."""
    if match := _RELATED_WORKS.search(text):
        return _related_works(text[match.end() :])
    return _links_of_templates(text) if _TEMPLATE.search(text) else None


def _links_of_templates(text: str) -> Iterator[tuple[str, str]]:
    for template in _templates(text.split("\n")):
        handle, match = _first(template, "handle"), _PAPERS.match(template.fields[0].value)
        for field in template.fields if match else ():
            linked = _LINKED.fullmatch(field.name)
            if match and linked and {match[1].lower(), linked[1]} != _PART_AND_WHOLE:
                yield from ((handle, target) for target in _HANDLE.findall(field.value))


def _related_works(text: str) -> Iterator[tuple[str, str]]:
    """Read a hash of Perl: the kinds of works that are linked to a handle, with their handles."""
    depth, keys = 0, ["", ""]
    for match in _PERL.finditer(text):
        if not match[1]:
            depth += 1 if match[0] in "([{" else -1
        elif depth in {1, 2}:
            keys[depth - 1] = match[2]
        elif keys[1] != "redif-software" and _HANDLE.match(match[2]):
            yield keys[0], match[2]


def _templates(lines: Sequence[str]) -> Iterator[_Template]:
    fields: list[_Field] = []
    start = begin = end = position = 0
    for number, line in enumerate([*lines, "Template-Type:"], 1):  # which ends the last one
        name, value = _field(line)
        if name == "template-type":
            if fields:
                yield _Template(start, fields, EntrySpan(begin, end))
            start, begin, fields = number, position, [_Field(name, value)]
        elif name and fields:
            fields.append(_Field(name, value))
        elif fields and line.strip() and not line.startswith("#"):
            last = fields[-1]
            fields[-1] = last._replace(value=f"{last.value} {line.strip()}")
        end = position + len(line) if line.strip() and not line.startswith("#") else end
        position += len(line) + 1


def _field(line: str) -> _Field:
    match = _FIELD.match(line)
    if match is None or match[1].lower().partition("-")[0] not in _ROOTS:
        return _Field("", "")
    return _Field(match[1].lower(), match[2].strip())


def _entry(template: _Template, kind: str) -> Entry:
    linked = _all(template, "doi", "x-doi", "file-url", "handle", "x-url")
    editors = _authors(template, "editor")
    codes = cleaned(_JEL.split(" ".join(_all(template, "classification-jel"))))
    first = partial(_first, template)
    title, volume = first("journal", "series", "book-title"), first("volume")
    issue, publisher = first("issue", "number"), first("publisher-name", "provider-name")
    pages, issn, isbn = page_range(first("pages")), first("issn"), isbn_in(first("isbn"))
    return Entry(
        id=_first(template, "handle"),
        titles=localized(_all(template, "title")[:1]),
        authors=_authors(template, "author") or editors,
        editors=editors,
        place=f"line {template.line}",
        kind=kind,
        date=_date(template),
        languages=cleaned(_LIST.split(_first(template, "language"))),
        abstracts=localized(_all(template, "abstract")),
        keywords=cleaned(word for text in _all(template, "keywords") for word in keywords_in(text)),
        classifications=tuple(f"jel:{code}" for code in codes),
        dois=dois_in(*linked),
        urls=urls_in(*linked),
        series=Series(title, volume, issue, pages, issn, publisher, isbn),
        notes=cleaned(_all(template, "note")),
        extra=(("Handle", _first(template, "handle")),),
        span=template.span,
    )


def redif_additions(record: str, gain: Entry) -> list[tuple[int, str]]:
    """Add fields, and link a paper and its article by their handles, as archives do."""
    present = _HANDLE.findall(record.lower())
    own = _KIND.match(record)
    linked = (
        (len(record), f"\n{name}: {handle}")
        for name, handle in gain.extra
        if (kind := _LINKED.fullmatch(name.lower())) and own and kind[1] != own[1].lower()
        if _HANDLE.fullmatch(handle) and handle.lower() not in present
    )
    codes = ", ".join(code.removeprefix("jel:") for code in gain.classifications)
    classified = [(len(record), f"\nClassification-JEL: {codes}")] if codes else []
    return [*_ADDED.additions(record, replace(gain, classifications=())), *classified, *linked]


def _all(template: _Template, *names: str) -> list[str]:
    return [field.value for name in names for field in template.fields if field.name == name]


def _first(template: _Template, *names: str) -> str:
    return next(filter(None, map(clean, _all(template, *names))), "")


def _authors(template: _Template, role: str) -> tuple[Person, ...]:
    authors: list[Person] = []
    family = given = whole = ""
    for field in [*template.fields, _Field(f"{role}-name", "")]:
        part = field.name.replace("-x-", "-")
        if part == f"{role}-name":
            is_divided = _are_parts(whole, family, given)
            authors += (Person(family, given),) if is_divided else author_in(whole)
            family = given = ""
            whole = clean(field.value)
        elif part == f"{role}-name-last":
            family = clean(field.value)
        elif part == f"{role}-name-first":
            given = clean(field.value)
    return tuple(author for author in authors if author.family)


def _are_parts(whole: str, family: str, given: str) -> bool:
    words = re.sub(r"[,.]", " ", f"{given} {family}").casefold().split()
    return bool(family) and sorted(words) == sorted(re.sub(r"[,.]", " ", whole).casefold().split())


def _date(template: _Template) -> str:
    for name in ("creation-date", "publication-date", "revision-date"):
        if date := iso_date(_first(template, name)):
            return date
    year, month = _first(template, "year"), _first(template, "month")
    return iso_date(f"{year}-{month}") or iso_date(year)
