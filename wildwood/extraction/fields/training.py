"""Trains the sequence models: `python -m wildwood.extraction.fields.training ARCHIVE FOLDER`.

The archive has GROBID's labelled references (`grobid_cit/corpus`) and headers
(`grobid_head/tei`), TEI files under Apache-2.0. One in ten is held back and measured on;
what is shipped is trained without these.
"""

import hashlib
import random
import re
import sys
import tarfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path, PurePath

import pycrfsuite
from lxml import etree

from wildwood.extraction.fields import sequence
from wildwood.extraction.fields.sequence import Token
from wildwood.safe_xml import Element, safe_parser

Part = tuple[str, str]
"""A label and its text; a line's end is a newline in the text."""
Example = list[tuple[Token, str]]

_PARSER = safe_parser(recover=True)
_HELD_BACK = 10
_SEED = 7
_ITERATIONS = 120
_COMMAS = 0.35
"""How many of the restyled references have their title between commas."""
_APA, _WITH_DOI, _WITH_ADDRESS = 0.7, 0.6, 0.4
"""How many of the others are so."""
_SIMPLE = {
    "author": "author", "editor": "editor", "date": "date", "publisher": "publisher",
    "pubPlace": "place", "pubplace": "place", "note": "note", "ptr": "web", "orgName": "author",
}  # fmt: skip
_HEADER = {
    "docTitle": "title", "titlePart": "title", "docAuthor": "author", "affiliation": "affiliation",
    "address": "address", "email": "email", "date": "date", "idno": "idno", "keyword": "keyword",
    "reference": "reference", "note": "note", "title": "reference", "div": "abstract",
}  # fmt: skip


def main(archive: Path, folder: Path) -> None:
    """Train the models, write them to a folder, and say what they do on what was held back."""
    with tarfile.open(archive) as opened:
        files = [
            (PurePath(member.name), source.read())
            for member in sorted(opened.getmembers(), key=lambda member: member.name)
            if (source := opened.extractfile(member)) is not None
        ]
    chance = random.Random(_SEED)  # noqa: S311 - no secret
    for name, kind, examples in (
        ("citations", "corpus", _citations),
        ("header", "tei", _headers),
        ("titled", "tei", _titled_headers),
    ):
        learn: list[Example] = []
        check: list[Example] = []
        for path, content in files:
            if path.parent.name == kind and path.suffix == ".xml":
                held_back = is_held_back(path.name)
                found = examples(content, chance, plain=held_back)
                (check if held_back else learn).extend(found)
        if not learn:
            raise SystemExit(f"{archive} has no file {kind}/*.xml to learn from.")
        model = folder / f"{name}.crfsuite"
        _train(model, learn)
        _measure(model, check)


def is_held_back(name: str) -> bool:
    """Whether a file is measured on and not learnt from; one in ten is, by its name."""
    return hashlib.sha256(name.encode()).digest()[0] % _HELD_BACK == 0


def _citations(content: bytes, chance: random.Random, *, plain: bool) -> Iterator[Example]:
    """The references of a file, each also in another style where it is to be learnt from."""
    for bibl in etree.fromstring(content, _PARSER).iter("{*}bibl"):
        parts = list(_parts(bibl, _citation_labels(bibl)))
        if any(label != "other" for label, _ in parts):
            yield _example([(label, text.replace("\n", " ")) for label, text in parts])
            if not plain and (styled := _restyled(parts, chance)):
                yield _example(styled)


def _citation_labels(bibl: Element) -> dict[Element, str]:
    has_article = any(title.get("level") == "a" for title in bibl.iter("{*}title"))
    labels = {}
    for element in bibl.iter("{*}*"):
        tag = etree.QName(element).localname
        kind = (element.get("type") or element.get("unit") or "").lower()
        if tag == "title":
            level = element.get("level")
            is_title = level == "a" or (level == "m" and not has_article)
            labels[element] = "title" if is_title else "venue"
        elif tag == "biblScope":
            labels[element] = {"vol": "volume", "volume": "volume", "issue": "issue"}.get(
                kind, "pages"
            )
        elif tag == "idno":
            labels[element] = "doi" if kind == "doi" else "idno"
        elif tag in _SIMPLE:
            labels[element] = _SIMPLE[tag]
    return labels


def _headers(content: bytes, chance: random.Random, *, plain: bool) -> Iterator[Example]:
    """The header of a file."""
    del chance, plain
    return _headers_of(content, given=False)


def _titled_headers(content: bytes, chance: random.Random, *, plain: bool) -> Iterator[Example]:
    """The header of a file, its title known beforehand."""
    del chance, plain
    return _headers_of(content, given=True)


def _headers_of(content: bytes, *, given: bool) -> Iterator[Example]:
    for front in etree.fromstring(content, _PARSER).iter("{*}front"):
        labels = {
            element: _HEADER[etree.QName(element).localname]
            for element in front.iter("{*}*")
            if etree.QName(element).localname in _HEADER
        }
        parts = list(_parts(front, labels))
        if any(label == "title" for label, _ in parts):
            yield _example(parts, given=given)


def _parts(element: Element, labels: dict[Element, str], around: str = "other") -> Iterator[Part]:
    """The texts of an element in order, each with the label of what it stands in."""
    label = labels.get(element, around)
    if element.text:
        yield label, _flat(element.text)
    for child in element:
        if not isinstance(child.tag, str):
            pass
        elif etree.QName(child).localname == "lb":
            yield label, "\n"
        else:
            yield from _parts(child, labels, label)
        if child.tail:
            yield label, _flat(child.tail)


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _example(parts: list[Part], *, given: bool = False) -> Example:
    """The tokens of all parts with their labels, numbered by line; empty lines do not count."""
    example: Example = []
    line = offset = 0
    for label, text in parts:
        for piece in re.split(r"(\n)", text):
            if piece == "\n" and example and example[-1][0].line == line:
                line += 1
            for token in sequence.tokenize(piece, line, given=given and label == "title"):
                moved = token._replace(start=token.start + offset, end=token.end + offset)
                example.append((moved, label))
            offset += len(piece)
    return example


def _restyled(parts: list[Part], chance: random.Random) -> list[Part]:
    """The same fields in the order and with the signs of another style of citing.

    GROBID's references are mostly of the natural sciences, where few are like APA's, and those
    that have titles seldom set them between commas.
    """
    found: dict[str, str] = {}
    for label, text in parts:
        found[label] = f"{found.get(label, '')} {text}".strip(" ,.;:()“”\"'\n")
    if chance.random() < _COMMAS:
        return _with_commas(found, chance)
    return _author_year(found, chance)


def _with_commas(found: dict[str, str], chance: random.Random) -> list[Part]:
    """As in mathematics: Author, Title, Venue 17 (2013), no. 5, 975."""
    if not {"author", "title", "venue"} <= found.keys() or not found["title"]:
        return []
    open_, close = chance.choice([("", ", "), ("", ", "), ("“", ",” "), ("", ". ")])
    styled: list[Part] = [
        ("author", found["author"]), ("other", chance.choice([", ", ", ", ": "])),
        ("other", open_), ("title", found["title"]), ("other", close),
        ("venue", found["venue"]), ("other", " "),
    ]  # fmt: skip
    for label, before, after in (
        ("volume", "", " "), ("date", "(", "), "), ("issue", "no. ", ", "), ("pages", "", ""),
    ):  # fmt: skip
        if label in found:
            styled += [("other", before), (label, found[label]), ("other", after)]
    return [*styled, ("other", ".")]


def _author_year(found: dict[str, str], chance: random.Random) -> list[Part]:
    """As after APA and its kin: Author (2008). Title. Venue, 5(1), 75."""
    if not {"author", "title", "date"} <= found.keys() or not found["title"]:
        return []
    apa = chance.random() < _APA
    open_, close = chance.choice([("", "."), ("", "."), ("“", "”."), ("", "?")])
    dot = "" if found["author"].endswith(".") else "."
    styled: list[Part] = [("author", found["author"] + dot)]
    if apa:
        styled += [("other", " ("), ("date", found["date"]), ("other", "). ")]
    else:
        styled += [("other", " "), ("date", found["date"]), ("other", ". ")]
    styled += [("other", open_), ("title", found["title"]), ("other", close + " ")]
    if "venue" in found:
        inside = chance.choice(["In ", ""]) if "volume" not in found else ""
        styled += [("other", inside), ("venue", found["venue"])]
        for label, before, after in (
            ("volume", ", ", ""), ("issue", "(", ")"), ("pages", ", ", ""),
            ("publisher", ". ", "."),
        ):  # fmt: skip
            if label in found:
                styled += [("other", before), (label, found[label]), ("other", after)]
    elif "publisher" in found:
        styled += [("publisher", found["publisher"])]
    styled += [("other", ". ")]
    if chance.random() < _WITH_DOI:
        number = f"10.{chance.randrange(1000, 99999)}/{chance.randrange(10**6)}"
        styled.append(("doi", f"https://doi.org/{number}"))
    elif chance.random() < _WITH_ADDRESS:
        styled.append(("web", f"https://www.example.org/{chance.randrange(10**4)}"))
    return styled


def _train(model: Path, examples: list[Example]) -> None:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": 0.4, "c2": 0.01, "max_iterations": _ITERATIONS, "feature.minfreq": 2})
    for example in examples:
        trainer.append(
            sequence.features([token for token, _ in example]), [label for _, label in example]
        )
    trainer.train(str(model))


def _measure(model: Path, examples: list[Example]) -> None:
    """Print how many fields of each label are found whole, and how many found are right."""
    counts: dict[str, list[int]] = {}
    for example in examples:
        found = {
            (field.label, field.tokens)
            for field in sequence.labelled(model, [token for token, _ in example])
        }
        runs = groupby(example, key=lambda pair: pair[1])
        right = {(label, tuple(token for token, _ in run)) for label, run in runs}
        for label, _ in found | right:
            counts.setdefault(label, [0, 0, 0])
        for place, fields in enumerate((found & right, found, right)):
            for label, _ in fields:
                counts[label][place] += 1
    size = model.stat().st_size
    print(f"{model.stem}: {len(examples)} held back, {size:,} bytes")  # noqa: T201
    for label, (both, found_, right_) in sorted(counts.items()):
        print(f"  {label:12} F1 {200 * both / (found_ + right_):.1f}")  # noqa: T201


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
