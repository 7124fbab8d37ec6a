"""Render bibliographic entries in many styles, as labelled references to train on.

`python -m tests.training.render STYLES ENTRIES RENDERED` needs the program
pandoc.

STYLES is a folder with styles of the Citation Style Language (`*.csl`), ENTRIES a JSON file with
entries in its data format, and RENDERED the file to write: each line is a reference in JSON, a list
of labels and texts. Each style is made to put private characters around its fields, so that they
are known in what it renders.
"""

import hashlib
import html
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

from wildwood.kernel.safe_xml import Element, safe_parser

Part = tuple[str, str]
"""A label and its text."""
Entry = Mapping[str, Any]

_NAMESPACE = "{http://purl.org/net/xbiblio/csl}"
_PARSER = safe_parser()
_LABELS = {
    "title": "title", "title-short": "title", "container-title": "venue",
    "container-title-short": "venue", "collection-title": "venue", "event": "venue",
    "event-title": "venue", "journalAbbreviation": "venue", "volume": "volume", "issue": "issue",
    "page": "pages", "page-first": "pages", "publisher": "publisher", "publisher-place": "place",
    "event-place": "place", "DOI": "doi", "URL": "web", "ISBN": "idno", "ISSN": "idno",
    "PMID": "idno", "PMCID": "idno", "genre": "note", "edition": "note", "version": "note",
    "citation-number": "number", "citation-label": "number",
    "first-reference-note-number": "number",
}  # fmt: skip
_DATES = frozenset({"issued", "original-date"})
MARKS = {
    label: chr(0xE000 + number)
    for number, label in enumerate(sorted({*_LABELS.values(), "author", "editor", "date"}))
}
"""The private character at the beginning of a field."""
END = "\ue0ff"
_MARKED = {mark: label for label, mark in MARKS.items()}
_ENTRY = re.compile(r'<div id="ref-[^"]*"[^>]*>')
_SMALL_CAPITALS = re.compile(r'<span class="smallcaps">(.*?)</span>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_TWO_STOPS = re.compile(rf"([.?!,;:])([{END}”\"»’]+)\.")
_TWO_COMMAS = re.compile(rf",({END}*),")
_AROUND_TITLE, _AROUND = '\\s“”"„«»‘’', "\\s"
_LOCALES = {
    "en": ("en-US", "en-GB"), "fr": ("fr-FR", "fr-CA"), "es": ("es-ES", "es-MX"),
    "pt": ("pt-BR", "pt-PT"), "it": ("it-IT",), "de": ("de-DE", "de-AT"),
}  # fmt: skip
_WEIGHTS = {"en": 45, "es": 14, "fr": 13, "pt": 12, "de": 11, "it": 5}
"""How often references are in a language."""
_OWN_LANGUAGE, _SAME_LANGUAGE = 0.7, 0.75
"""How often a style keeps its language, and entries are in that of the references."""
_WITH_EDITION = 0.15
"""How often a book has an edition."""
_CAPITALS = 0.5
"""How often small capitals are read as capitals."""
_NO_STYLES = re.compile(r"bibtex$|china|gb-")
"""Styles of other scripts, or of files instead of references."""
_SEED = 11
_RUNS, _ENTRIES_IN_RUN = 600, 27
_TIMEOUT_S = 90


def main(styles: Path, entries: Path, rendered: Path) -> None:
    """Render the entries in random styles, and write the references to a file."""
    chance = random.Random(_SEED)
    known = json.loads(entries.read_text(encoding="utf-8"))
    families = _families(styles)
    names = sorted(families)
    journals = _journals(styles)
    weights = [sum(journals[style.stem] for style in families[name]) ** 0.5 + 1 for name in names]
    with rendered.open("w", encoding="utf-8") as file:
        for family in chance.choices(names, weights, k=_RUNS):
            style = chance.choice(families[family])
            root = etree.parse(str(style), _PARSER).getroot()
            language = _language(root, chance)
            chosen = _choose(known, language, chance)
            for printed in _ENTRY.split(_render(root, chosen, language, chance))[1:]:
                parts = list(parts_of(printed, small_capitals=chance.random() < _CAPITALS))
                if any(label == "title" for label, _ in parts):
                    file.write(json.dumps(parts, ensure_ascii=False) + "\n")


def mark(style: Element) -> None:
    """Make a style put private characters around its fields."""
    for element in style.iter(f"{_NAMESPACE}text", f"{_NAMESPACE}number"):
        if element.get("variable") in _LABELS:
            _put_around(element, _LABELS[element.get("variable", "")])
    for element in style.iter(f"{_NAMESPACE}date"):
        if element.get("variable") in _DATES:
            _put_around(element, "date")
    for element in style.iter(f"{_NAMESPACE}names"):
        parent = element.getparent()
        if parent is None or parent.tag != f"{_NAMESPACE}substitute":
            inside = element.iter(f"{_NAMESPACE}names")
            printed = {name for names in inside for name in _people(names)}
            _put_around(element, "author" if "author" in printed else "editor")


def _people(names: Element) -> list[str]:
    return (names.get("variable") or "").split()


def _put_around(element: Element, label: str) -> None:
    element.set("prefix", element.get("prefix", "") + MARKS[label])
    element.set("suffix", END + element.get("suffix", ""))


def parts_of(reference: str, *, small_capitals: bool) -> Iterator[Part]:
    """Yield the labels and texts of a reference in HTML without its number.

    Args:
        reference: the HTML.
        small_capitals: whether they become capitals.
    """
    if small_capitals:
        reference = _SMALL_CAPITALS.sub(lambda match: match[1].upper(), reference)
    text = " ".join(html.unescape(_TAG.sub("", reference)).split())
    text = _TWO_COMMAS.sub(r",\1", _TWO_STOPS.sub(r"\1\2", text))
    has_begun = False
    for label, part in _labelled(text):
        has_begun = has_begun or (label != "number" and any(map(str.isalnum, part)))
        if has_begun:
            yield from _without_space("other" if label == "number" else label, part)


def _labelled(text: str) -> Iterator[Part]:
    """Yield the parts between private characters, each with the label of the closest field."""
    labels = ["other"]
    for part in re.split(rf"([{''.join(_MARKED)}{END}])", text):
        if part in _MARKED:
            labels.append(_MARKED[part])
        elif part == END and len(labels) > 1:
            labels.pop()
        elif part and part != END:
            yield labels[-1], part


def _without_space(label: str, text: str) -> Iterator[Part]:
    """Yield a field without the spaces around it, and a title without its quotation marks."""
    if label == "other":
        yield label, text
        return
    around = _AROUND_TITLE if label == "title" else _AROUND
    found = re.fullmatch(rf"([{around}]*)(.*?)([{around}]*)", text, re.DOTALL)
    before, core, after = found.groups() if found else ("", text, "")
    for name, part in (("other", before), (label, core), ("other", after)):
        if part:
            yield name, part


def is_held_back(name: str) -> bool:
    """Return whether a family of styles measures the models and does not train them."""
    return hashlib.sha256(name.encode()).digest()[0] % 7 == 0


def _families(styles: Path) -> dict[str, list[Path]]:
    """Return the styles that have a bibliography, by the one that they were made from."""
    families: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(styles.glob("*.csl")):
        text = path.read_text(encoding="utf-8")
        made_from = re.search(r'zotero\.org/styles/([^"/]+)"\s+rel="template"', text)
        family = made_from[1] if made_from else path.stem
        if "<bibliography" in text and not _NO_STYLES.search(path.stem):
            families[family].append(path)
    return {name: paths for name, paths in families.items() if not is_held_back(name)}


def _journals(styles: Path) -> Counter[str]:
    """Return how many journals have each style, as the folder of dependent styles says."""
    texts = (path.read_text(encoding="utf-8") for path in styles.glob("dependent/*.csl"))
    parents = map(
        re.compile(r'zotero\.org/styles/([^"/]+)"\s+rel="independent-parent"').search, texts
    )
    return Counter(parent[1] for parent in parents if parent)


def _language(style: Element, chance: random.Random) -> str:
    own = (style.get("default-locale") or "en")[:2]
    if own in _LOCALES and own != "en" and chance.random() < _OWN_LANGUAGE:
        return own
    return chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]


def _choose(entries: Sequence[Entry], language: str, chance: random.Random) -> list[Entry]:
    """Return entries of many kinds, most of them in a language."""
    kinds: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        kinds[entry["language"], entry["type"]].append(entry)
    chosen = {}
    for _ in range(_ENTRIES_IN_RUN):
        wanted = language if chance.random() < _SAME_LANGUAGE else "en"
        of_language = [kind for kind in sorted(kinds) if kind[0] == wanted]
        weights = [min(len(kinds[kind]), 400) ** 0.6 for kind in of_language]
        entry = chance.choice(kinds[chance.choices(of_language, weights)[0]])
        chosen[entry["title"]] = _completed(entry, chance)
    return list(chosen.values())


def _completed(entry: Entry, chance: random.Random) -> Entry:
    """Return an entry of software with a version, or a book with an edition, as many have."""
    if entry["type"] == "software":
        prefix, numbers = (
            chance.choice(["", "v"]),
            chance.choices(range(12), k=chance.choice([2, 3])),
        )
        return {"version": prefix + ".".join(map(str, numbers)), **entry}
    if entry["type"] == "book" and chance.random() < _WITH_EDITION:
        return {"edition": chance.randrange(2, 9), **entry}
    return entry


def _render(style: Element, entries: Sequence[Entry], language: str, chance: random.Random) -> str:
    """Return the HTML of a bibliography."""
    mark(style)
    locale = chance.choice(_LOCALES[language])
    style.set("default-locale", locale)
    numbered = [{**entry, "id": f"e{number}"} for number, entry in enumerate(entries)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "style.csl").write_bytes(etree.tostring(style))
        (folder / "entries.json").write_text(json.dumps(numbered), encoding="utf-8")
        command = [
            "pandoc", "--citeproc", "--csl", "style.csl", "--bibliography", "entries.json",
            "-f", "markdown", "-t", "html", "--wrap=none",
        ]  # fmt: skip
        document = f'---\nnocite: "@*"\nlang: {locale}\n---\n'
        done = subprocess.run(
            command, cwd=folder, input=document, capture_output=True, text=True,
            timeout=_TIMEOUT_S, check=False,
        )  # fmt: skip
    return done.stdout


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
