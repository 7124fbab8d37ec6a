"""Parse single references of many styles: `extraction_references.py ARCHIVE [ANYSTYLE…]`.

ARCHIVE is the one from which the models are trained; the references are those that the training
holds back. Each ANYSTYLE is a file of references that were labelled for AnyStyle; they are counted
by what they are for (`anystyle.Use`). Last are those of `references.jsonl`, of which each line is

    part        what it is for: to choose rules, or aside; by a hash of its source, or of its text
                where it is one of the `styles`, before the first look
    source      the repository and, of several papers there, the paper; or the style
    text        the reference as it was read
    authors     all their names; without the key, they were not labelled
    title, year, venue, volume, issue, pages, publisher, doi
                the forms that are right; an empty one if none is printed

A field is right if it is equal in lower-case letters and digits, and a list of authors if all
their names are; of AnyStyle's, whose names are not divided, no letter may be lost or added.
"""

import json
import re
import sys
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any

from lxml import etree

from wildwood.extraction.citations import parse_reference
from wildwood.extraction.references import remove_links
from wildwood.kernel.safe_xml import Element

from tests.benchmarks.extraction import Tally, plain
from tests.training import anystyle
from tests.training.train import is_held_back

_PARSER = etree.XMLParser(recover=True, resolve_entities=False)
_YEAR = re.compile(r"\b(1[5-9]|20)\d\d")
_LABELS = Path(__file__).with_name("references.jsonl")
_FIELDS = (
    "authors", "title", "year", "venue", "volume", "issue", "pages", "publisher", "doi",
)  # fmt: skip
_OTHER_WORDS = re.compile(r"\b(?:and|und|et al|et|y|e|others|eds?)\b", re.IGNORECASE)
"""Words in the field of authors that are no names."""


def held_back(archive: Path) -> Iterator[Element]:
    with tarfile.open(archive) as opened:
        for member in opened:
            path = PurePath(member.name)
            source = opened.extractfile(member)
            if source and path.parent.name == "corpus" and is_held_back(path.name):
                yield from etree.fromstring(source.read(), _PARSER).iter("{*}bibl")


def text(element: Element | None) -> str:
    return "" if element is None else " ".join("".join(element.itertext()).split())


def compare(reference: Element, tallies: dict[str, Tally]) -> None:
    found = parse_reference(text(reference))
    article = text(reference.find(".//{*}title[@level='a']"))
    if article:
        tallies["titles of articles"].add(right=plain(found.title) == plain(article))
        venue = text(reference.find(".//{*}title[@level='j']"))
        if venue:
            tallies["venues"].add(right=plain(found.venue) == plain(venue))
    year = _YEAR.search(text(reference.find(".//{*}date")))
    if year:
        tallies["years"].add(right=found.year == year[0])
    people = text(reference.find(".//{*}author"))
    if people:
        first = plain(found.authors[0]) if found.authors else ""
        tallies["first authors"].add(right=bool(first) and plain(people).startswith(first))
    for field, given in (("volume", found.volume), ("page", found.pages)):
        wanted = text(reference.find(f".//{{*}}biblScope[@unit='{field}']"))
        if wanted:
            tallies[f"{field}s"].add(right=plain(given) == plain(wanted))


def compare_anystyle(path: Path, tallies: dict[str, Tally]) -> None:
    for reference in anystyle.references(path):
        found = parse_reference(reference.text)
        name = f"{path.stem}, {reference.use}"
        if title := plain(reference.field("title")):
            _tally(tallies, f"{name}: titles").add(right=plain(found.title) == title)
        if year := _YEAR.search(reference.field("date")):
            _tally(tallies, f"{name}: years").add(right=found.year == year[0])
        if people := plain(reference.field("author")):
            first = plain(found.authors[0]) if found.authors else ""
            right = bool(first) and people.startswith(first)
            _tally(tallies, f"{name}: first authors").add(right=right)
            whole = _people(" ".join(found.authors)) == _people(reference.field("author"))
            _tally(tallies, f"{name}: letters of all authors").add(right=whole)


def compare_labelled(label: Mapping[str, Any], tallies: dict[str, Tally]) -> None:
    found = parse_reference(remove_links(label["text"]))
    for field in _FIELDS:
        if field not in label:
            continue
        known = label[field]
        if field == "authors":
            right = list(map(plain, found.authors)) == list(map(plain, known))
        else:
            right = plain(getattr(found, field)) in map(plain, known)
        is_printed = any(known)
        name = f"{field}" if is_printed else f"no {field}"
        for column in (name, "parts" if is_printed else "no parts"):
            _tally(tallies, f"labelled, {label['part']}: {column}").add(right=right)


def _people(text: str) -> str:
    return plain(_OTHER_WORDS.sub(" ", text))


def _tally(tallies: dict[str, Tally], name: str) -> Tally:
    return tallies.setdefault(name, Tally())


def main(archive: Path, *labelled: Path) -> None:
    names = ("titles of articles", "first authors", "years", "venues", "volumes", "pages")
    tallies = {name: Tally() for name in names}
    for reference in held_back(archive):
        compare(reference, tallies)
    for path in labelled:
        compare_anystyle(path, tallies)
    for line in _LABELS.read_text(encoding="utf-8").splitlines():
        compare_labelled(json.loads(line), tallies)
    for name, tally in tallies.items():
        print(f"{name:48} {tally}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
