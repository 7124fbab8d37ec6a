"""Make German bibliographic entries from the titles of a catalogue, for `render` and `traditions`.

`python -m tests.training.catalogue CATALOGUE ENTRIES` reads records in JSON lines with `lang` and
`title` (compressed by gzip), and writes entries in the data format of the Citation Style Language.
Only the titles are those of the catalogue: names, publishers, places, journals and numbers are
drawn at random.
"""

import gzip
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

Entry = dict[str, Any]

_SEED = 5
_TIMES = 2
"""How often each title is used, each time with other fields."""
_KINDS = {
    "book": 40, "chapter": 28, "article-journal": 22, "article-newspaper": 3, "thesis": 3,
    "report": 4,
}  # fmt: skip
"""How often an entry is of a kind."""
_WORDS = json.loads(Path(__file__).with_name("german.json").read_text(encoding="utf-8"))
"""Names, publishers with their places, journals and so on, which are drawn at random."""


def main(catalogue: Path, entries: Path) -> None:
    """Write German entries with the titles of a catalogue."""
    chance = random.Random(_SEED)
    with gzip.open(catalogue, "rt", encoding="utf-8") as lines:
        records = map(json.loads, lines)
        titles = [_plain(record["title"]) for record in records if record["lang"] == "de"]
    made = [_entry(title, titles, chance) for title in titles * _TIMES]
    entries.write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")


def _plain(title: str) -> str:
    """Return a title without who is responsible and without the space before its subtitle."""
    return title.partition(" / ")[0].replace(" : ", ": ").replace(" ; ", "; ")


def _entry(title: str, titles: Sequence[str], chance: random.Random) -> Entry:
    kind = chance.choices(list(_KINDS), list(_KINDS.values()))[0]
    entry: Entry = {
        "type": kind, "title": title, "language": "de", "author": list(_people(chance)),
        "issued": {"date-parts": [[chance.randint(1950, 2023)]]},
    }  # fmt: skip
    entry |= _source(kind, titles, chance)
    if chance.random() < 0.06:
        entry["author"] = [{"literal": chance.choice(_WORDS["bodies"])}]
    if kind == "book" and chance.random() < 0.2:
        entry["editor"] = entry.pop("author")
    if chance.random() < 0.06:
        host = chance.choice(_WORDS["hosts"])
        folder = chance.choice(["pdf", "artikel", "fulltext"])
        entry["URL"] = f"http://{host}/{folder}/{chance.randrange(10**5)}.pdf"
    return entry


def _source(kind: str, titles: Sequence[str], chance: random.Random) -> Entry:
    """Return what says where a work of a kind appeared."""
    place, publisher = chance.choice(_WORDS["published"])
    first = chance.randint(1, 400)
    pages = f"{first}-{first + chance.randint(3, 40)}"
    if kind == "article-journal":
        journal = chance.choice(_WORDS["journals"])
        entry = {"container-title": journal, "volume": str(chance.randint(1, 90)), "page": pages}
        if chance.random() < 0.7:
            entry["issue"] = str(chance.randint(1, 12))
        return entry
    if kind == "article-newspaper":
        day = [chance.randint(1985, 2020), chance.randint(1, 12), chance.randint(1, 28)]
        newspaper = chance.choice(_WORDS["newspapers"])
        issued = {"date-parts": [day]}
        return {"container-title": newspaper, "issued": issued, "page": str(first % 60)}
    published = {"publisher-place": place, "publisher": publisher}
    if kind == "thesis":
        genre = chance.choice(_WORDS["theses"])
        return {**published, "genre": genre, "publisher": chance.choice(_WORDS["universities"])}
    if kind == "report":
        return {**published, **_series(chance)}
    if kind == "chapter":
        book = chance.choice(titles)
        published |= {"container-title": book, "page": pages, "editor": list(_people(chance))}
    return {**published, **_series(chance)} if chance.random() < 0.12 else published


def _series(chance: random.Random) -> Entry:
    series = chance.choice(_WORDS["series"])
    return {"collection-title": series, "collection-number": str(chance.randint(1, 300))}


def _people(chance: random.Random) -> Iterator[dict[str, str]]:
    for _ in range(chance.choices([1, 2, 3, 4], [62, 26, 9, 3])[0]):
        given = chance.choice(_WORDS["given"])
        if chance.random() < 0.12:
            given += f" {chance.choice('ABCEFGHJKLMPRSW')}."
        family = chance.choice(_WORDS["family"])
        if chance.random() < 0.04:
            family = f"{chance.choice(['von', 'van', 'von der', 'de', 'zu'])} {family}"
        yield {"family": family, "given": given}


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
