"""Train the model of citations.

`python -m tests.training.train ARCHIVE FOLDER [FILE…]` writes it.

The archive contains GROBID's labelled references (`grobid_cit/corpus`), which are TEI files under
Apache-2.0. One file in ten is held back to measure the model, which is trained without these. It
is also trained on the references in each FILE: `*.jsonl`, written by `render`, or `*.xml`,
labelled for AnyStyle.
"""

import hashlib
import json
import random
import re
import sys
import tarfile
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path, PurePath

import pycrfsuite
from lxml import etree

from wildwood.extraction import crf
from wildwood.extraction.crf import Token
from wildwood.kernel.safe_xml import Element

from tests.training import anystyle

Part = tuple[str, str]
"""A label and its text, in which a newline ends a line."""
Example = list[tuple[Token, str]]
"""The tokens of a reference, each with its label."""

_PARSER = etree.XMLParser(recover=True, resolve_entities=False)
_HELD_BACK = 10
"""One file in this many is held back."""
_SEED = 7
_ITERATIONS = 100
_MARKED = frozenset({"title", "venue"})
"""The fields whose beginning has a label of its own."""
_COMMAS = 0.35
"""The share of the restyled references whose title is between commas."""
_APA, _WITH_DOI, _WITH_URL = 0.7, 0.6, 0.4
"""The shares of the others in APA style, with a DOI, and of the rest with a URL."""
_CITATION_LABELS = {
    "author": "author", "editor": "editor", "date": "date", "publisher": "publisher",
    "pubPlace": "place", "pubplace": "place", "note": "note", "ptr": "web", "orgName": "author",
}  # fmt: skip


def main(archive: Path, folder: Path, *further: Path) -> None:
    """Train the model, write it to a folder, and print their F1 on the files held back."""
    training, held_back = read_examples(archive, *further)
    model = folder / crf.CITATIONS.name
    _train(model, training)
    _measure(model, held_back)


def read_examples(archive: Path, *further: Path) -> tuple[list[Example], list[Example]]:
    """Return the examples to train on and those held back."""
    with tarfile.open(archive) as opened:
        files = [
            (PurePath(member.name), file.read())
            for member in sorted(opened.getmembers(), key=lambda member: member.name)
            if (file := opened.extractfile(member)) is not None
        ]
    chance = random.Random(_SEED)
    training: list[Example] = []
    held_back: list[Example] = []
    for path, content in files:
        if path.parent.name == "corpus" and path.suffix == ".xml":
            if is_held_back(path.name):
                held_back += _citations(content, None)
            else:
                training += _citations(content, chance)
    if not training:
        raise SystemExit(f"{archive} contains no file corpus/*.xml to train on.")
    for path in further:
        training += _anystyle(path) if path.suffix == ".xml" else _rendered(path)
    return training, held_back


def _rendered(path: Path) -> Iterator[Example]:
    """Yield the references in a file that `render` has written."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield _example([(label, text) for label, text in json.loads(line)])


def _anystyle(path: Path) -> Iterator[Example]:
    """Yield the references of AnyStyle in a file that are for training."""
    for reference in anystyle.references(path):
        if reference.use == anystyle.Use.TRAINING:
            yield _example(list(reference.parts()))


def is_held_back(name: str) -> bool:
    """Return whether a file measures the models and does not train them; one in ten does."""
    return hashlib.sha256(name.encode()).digest()[0] % _HELD_BACK == 0


def _citations(content: bytes, chance: random.Random | None) -> Iterator[Example]:
    """Yield the references in a file; with `chance`, each also in another style."""
    for bibl in etree.fromstring(content, _PARSER).iter("{*}bibl"):
        parts = list(_parts(bibl, _citation_labels(bibl)))
        if any(label != "other" for label, _ in parts):
            yield _example([(label, text.replace("\n", " ")) for label, text in parts])
            if chance and (styled := _restyled(parts, chance)):
                yield _example(styled)


def _citation_labels(bibl: Element) -> dict[Element, str]:
    """Return the label of each element of a reference that has one."""
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
        elif tag in _CITATION_LABELS:
            labels[element] = _CITATION_LABELS[tag]
    return labels


def _parts(element: Element, labels: dict[Element, str], outer: str = "other") -> Iterator[Part]:
    """Yield the texts of an element in order, each with the label of the closest element."""
    label = labels.get(element, outer)
    if element.text:
        yield label, _one_line(element.text)
    for child in element:
        if not isinstance(child.tag, str):
            pass
        elif etree.QName(child).localname == "lb":
            yield label, "\n"
        else:
            yield from _parts(child, labels, label)
        if child.tail:
            yield label, _one_line(child.tail)


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _example(parts: list[Part]) -> Example:
    """Return the tokens of all parts with their labels."""
    example: Example = []
    offset = 0
    for label, text in parts:
        for token in crf.tokenize(text):
            moved = token._replace(start=token.start + offset, end=token.end + offset)
            example.append((moved, label))
        offset += len(text)
    return example


def _restyled(parts: list[Part], chance: random.Random) -> list[Part]:
    """Return the same fields in another citation style; empty if a necessary field is missing.

    GROBID's references are mostly from the natural sciences, where few have APA style, and
    titles between commas are rare.
    """
    fields: dict[str, str] = {}
    for label, text in parts:
        fields[label] = f"{fields.get(label, '')} {text}".strip(" ,.;:()“”\"'\n")
    if chance.random() < _COMMAS:
        return _with_commas(fields, chance)
    return _author_year(fields, chance)


def _with_commas(fields: dict[str, str], chance: random.Random) -> list[Part]:
    """Return a style of mathematics: Author, Title, Venue 17 (2013), no. 5, 975."""
    if not {"author", "title", "venue"} <= fields.keys() or not fields["title"]:
        return []
    open_, close = chance.choice([("", ", "), ("", ", "), ("“", ",” "), ("", ". ")])
    styled: list[Part] = [
        ("author", fields["author"]), ("other", chance.choice([", ", ", ", ": "])),
        ("other", open_), ("title", fields["title"]), ("other", close),
        ("venue", fields["venue"]), ("other", " "),
    ]  # fmt: skip
    for label, before, after in (
        ("volume", "", " "), ("date", "(", "), "), ("issue", "no. ", ", "), ("pages", "", ""),
    ):  # fmt: skip
        if label in fields:
            styled += [("other", before), (label, fields[label]), ("other", after)]
    return [*styled, ("other", ".")]


def _author_year(fields: dict[str, str], chance: random.Random) -> list[Part]:
    """Return a style such as APA: Author (2008). Title. Venue, 5(1), 75."""
    if not {"author", "title", "date"} <= fields.keys() or not fields["title"]:
        return []
    apa = chance.random() < _APA
    open_, close = chance.choice([("", "."), ("", "."), ("“", "”."), ("", "?")])
    dot = "" if fields["author"].endswith(".") else "."
    styled: list[Part] = [("author", fields["author"] + dot)]
    if apa:
        styled += [("other", " ("), ("date", fields["date"]), ("other", "). ")]
    else:
        styled += [("other", " "), ("date", fields["date"]), ("other", ". ")]
    styled += [("other", open_), ("title", fields["title"]), ("other", close + " ")]
    if "venue" in fields:
        inside = chance.choice(["In ", ""]) if "volume" not in fields else ""
        styled += [("other", inside), ("venue", fields["venue"])]
        for label, before, after in (
            ("volume", ", ", ""), ("issue", "(", ")"), ("pages", ", ", ""),
            ("publisher", ". ", "."),
        ):  # fmt: skip
            if label in fields:
                styled += [("other", before), (label, fields[label]), ("other", after)]
    elif "publisher" in fields:
        styled += [("publisher", fields["publisher"])]
    styled += [("other", ". ")]
    if chance.random() < _WITH_DOI:
        number = f"10.{chance.randrange(1000, 99999)}/{chance.randrange(10**6)}"
        styled.append(("doi", f"https://doi.org/{number}"))
    elif chance.random() < _WITH_URL:
        styled.append(("web", f"https://www.example.org/{chance.randrange(10**4)}"))
    return styled


def _train(model: Path, examples: list[Example]) -> None:
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", verbose=False)
    trainer.set_params({"c1": 0.4, "c2": 0.01, "max_iterations": _ITERATIONS, "feature.minfreq": 2})
    for example in examples:
        tokens = [token for token, _ in example]
        features = crf.features(tokens)
        labels = [label for _, label in example]
        trainer.append(features, with_beginnings(labels))
    trainer.train(str(model))


def with_beginnings(labels: list[str]) -> list[str]:
    """Return labels that tell where a title or venue begins, so that the model learns it."""
    return [
        crf.BEGINS + label if label in _MARKED and label != before else label
        for before, label in pairwise(["", *labels])
    ]


def _measure(model: Path, examples: list[Example]) -> None:
    """Print the F1 of whole fields, by label."""
    counts: dict[str, list[int]] = {}
    for example in examples:
        tokens = [token for token, _ in example]
        labelled = {(field.label, field.tokens) for field in crf.label_fields(model, tokens)}
        runs = groupby(example, key=lambda pair: pair[1])
        right = {(label, tuple(token for token, _ in run)) for label, run in runs}
        for label, _ in labelled | right:
            counts.setdefault(label, [0, 0, 0])
        for place, fields in enumerate((labelled & right, labelled, right)):
            for label, _ in fields:
                counts[label][place] += 1
    size = model.stat().st_size
    print(f"{model.stem}: {len(examples)} held back, {size:,} bytes")
    for label, (both, in_model, in_truth) in sorted(counts.items()):
        print(f"  {label:12} F1 {200 * both / (in_model + in_truth):.1f}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
