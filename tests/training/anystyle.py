"""Read references that were labelled for AnyStyle, as examples to train on and to measure with."""

import hashlib
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from lxml import etree

from wildwood.kernel.safe_xml import safe_parser

Part = tuple[str, str]
"""A label and its text."""

_PARSER = safe_parser()
_NUMBER = "citation-number"
_LABELS = {
    "author": "author", "title": "title", "date": "date", "journal": "venue",
    "container-title": "venue", "collection-title": "venue", "volume": "volume", "pages": "pages",
    "location": "place", "publisher": "publisher", "note": "note", "genre": "note",
    "medium": "note", "edition": "note", "editor": "editor", "translator": "editor",
    "director": "editor", "producer": "editor", "doi": "doi", "url": "web", "isbn": "idno",
}  # fmt: skip
_BEFORE = {
    "title": r"[\W_]*?(?=[\w(\[¿¡])", "venue": r"\W*(?:[Ii]n\b[:.]?\s+)?[^\w(]*",
    "editor": r"\W*(?:[Ii]n\b[:.]?\s+)?\W*", "pages": r"\W*(?:pp?\b|pages?|[Ss]\.)?\W*",
    "web": r"\W*(?:URL|url|Available|at|from|:|\s|<|\()*", "doi": r".*?(?=10\.|$)",
}  # fmt: skip
"""What AnyStyle's fields begin with, and ours do not."""
_AFTER = {
    "title": r"[^\w?!)\]]*", "author": r"(?:(?<!\b[^\W\d_])(?<!\bal)\.)?[\s,;:&(]*",
    "venue": r"[\s,;:(]*", "note": r"[\s,;:.]*", "date": r"\W*", "pages": r"\W*(?:p\.?)?\W*",
}  # fmt: skip
_MARKS_BEFORE, _MARKS_AFTER = r"[\s,;:.(\[]*", r"[\s,;:.)\]>]*"
_IN_VOLUME = re.compile(r"\w*\d[\w.–-]*(?<![.–-])")
_ISSUE_FOLLOWS = re.compile(r"(?:\bn[o°º]?\.?|issue|nr\.?|núm\.?|heft)\s*$", re.IGNORECASE)
_PAGES_FOLLOW = re.compile(r"(?<!^):\s*$")


class Use(StrEnum):
    """What a reference is for."""

    TRAINING = "training"
    CHOICE = "choice"
    """To choose rules."""
    MEASUREMENT = "measurement"


class Reference(NamedTuple):
    """A labelled reference."""

    segments: tuple[tuple[str, str], ...]
    """The tags and texts, in order, without the number of the reference."""

    @property
    def text(self) -> str:
        """Return the reference as printed."""
        return " ".join(text for _, text in self.segments)

    def field(self, tag: str) -> str:
        """Return all texts with a tag."""
        return " ".join(text for other, text in self.segments if other == tag)

    @property
    def use(self) -> Use:
        """Return what it is for, by a hash of its title: a half, a quarter and a quarter."""
        letters = re.sub(r"[\W_]+", "", (self.field("title") or self.text).lower())
        uses = (Use.TRAINING, Use.TRAINING, Use.CHOICE, Use.MEASUREMENT)
        return uses[hashlib.sha256(letters.encode()).digest()[0] % len(uses)]

    def parts(self) -> Iterator[Part]:
        """Yield the labels of our models and the texts, with the punctuation outside fields."""
        for number, (tag, text) in enumerate(self.segments):
            if number:
                yield "other", " "
            yield from _volume(text) if tag == "volume" else _field(_LABELS.get(tag, "other"), text)


def references(path: Path) -> Iterator[Reference]:
    """Yield the references of a file."""
    for sequence in etree.parse(str(path), _PARSER).iter("sequence"):
        segments = ((str(child.tag), " ".join((child.text or "").split())) for child in sequence)
        yield Reference(tuple(one for one in segments if one[0] != _NUMBER and one[1]))


def _field(label: str, text: str) -> Iterator[Part]:
    """Yield a field without what is around it, and this as other text."""
    before = re.match(_BEFORE.get(label, _MARKS_BEFORE), text)
    start = before.end() if before else 0
    after = re.search(rf"(?:{_AFTER.get(label, _MARKS_AFTER)})$", text[start:])
    end = start + after.start() if after else len(text)
    if label == "venue" and text[start:end].find(".") == end - start - 1:
        end -= 1
    for name, part in (("other", text[:start]), (label, text[start:end]), ("other", text[end:])):
        if part:
            yield name, part


def _volume(text: str) -> Iterator[Part]:
    """Yield the volume, issue and pages of a text such as `5(1):75`."""
    place, known = 0, ""
    for number in _IN_VOLUME.finditer(text):
        before = text[: number.start()]
        label = "issue" if known or _ISSUE_FOLLOWS.search(before) else "volume"
        if known and _PAGES_FOLLOW.search(before):
            label = "pages"
        if text[place : number.start()]:
            yield "other", text[place : number.start()]
        yield label, number[0]
        place, known = number.end(), label
    if text[place:]:
        yield "other", text[place:]
