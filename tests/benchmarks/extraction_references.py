"""Parse single references of many styles: `extraction_references.py ARCHIVE`.

ARCHIVE is the one from which the models are trained; the references are those that the training
holds back. A field is right if it is equal in lower-case letters and digits.
"""

import re
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePath

from lxml import etree

from wildwood.extraction.fields.citations import parse
from wildwood.extraction.fields.labelling.training import is_held_back
from wildwood.safe_xml import Element, safe_parser

from tests.benchmarks.extraction import Tally, plain

_PARSER = safe_parser(recover=True)
_YEAR = re.compile(r"\b(1[5-9]|20)\d\d")


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
    found = parse(text(reference))
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


def main(archive: Path) -> None:
    names = ("titles of articles", "first authors", "years", "venues", "volumes", "pages")
    tallies = {name: Tally() for name in names}
    for reference in held_back(archive):
        compare(reference, tallies)
    for name, tally in tallies.items():
        print(f"{name:24} {tally}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
