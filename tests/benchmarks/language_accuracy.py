"""Accuracy of the screen on labelled records: python -m tests.benchmarks.language_accuracy FILES

FILES are JSON lines or CSV with title, abstract, lang and source. The rates have intervals of 95 %.
"""

import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path

from wildwood.biblio.entry import CatalogueRecord
from wildwood.kernel.errors import InputError
from wildwood.kernel.settings import Doubtful
from wildwood.kernel.text import clipped, one_line
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list
from wildwood.screening.declared import Declared, declared, languages_of
from wildwood.screening.screening import Screen

Kept = Callable[[CatalogueRecord], bool]  # whether a detector keeps a record

_SHORT_TITLE_WORDS = 4
_Z = 1.96  # standard deviations on either side of the mean that hold 95 % of a normal distribution


@dataclass(frozen=True, slots=True)
class Labelled:
    record: CatalogueRecord
    english: bool
    language: str
    source: str

    @property
    def title(self) -> CatalogueRecord:
        return replace(self.record, abstracts=())

    @property
    def is_short(self) -> bool:
        return sum(len(title.text.split()) for title in self.record.titles) <= _SHORT_TITLE_WORDS


@dataclass(frozen=True, slots=True)
class Rates:
    english: int
    kept: int
    others: int
    others_kept: int

    def __str__(self) -> str:
        english, others = (
            f"{_percent(part, whole)} ({low:.2f} to {high:.2f})"
            for part, whole in ((self.kept, self.english), (self.others_kept, self.others))
            for low, high in [interval(part, whole)]
        )
        return f"{english} / {others}"


@dataclass(frozen=True, slots=True)
class DetectorFigures:
    judged: Sequence[tuple[Labelled, bool]]  # each record, and whether its title was kept
    titles: Rates
    short_titles: Rates
    with_abstracts: Rates


def interval(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson score), in per cent."""
    if not whole:
        return 0.0, 100.0
    share, spread = part / whole, _Z * _Z / whole
    centre = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(share * (1 - share) / whole + spread / whole / 4) / (1 + spread)
    return 100 * max(0.0, centre - half), 100 * min(1.0, centre + half)


def read_labelled(path: Path) -> tuple[Labelled, ...]:
    """Read labelled records; the source is that of a JSON line, or else the file's name."""
    read = read_list(path, needs=ANY_RECORD)
    if not read.entries:
        raise InputError(f"{path} contains no records.")
    records = read.catalogue_records
    for record in records:
        if declared(record.languages) is Declared.NOTHING:
            label = f"{clipped(one_line(record.languages[0]))!r}" if record.languages else "nothing"
            raise InputError(
                f"{path}: the language of {one_line(record.id)} is unknown (declared: {label});"
                ' declare one for each record, such as "lang": "en".'
            )
    return tuple(
        Labelled(
            replace(record, languages=()),
            declared(record.languages) is Declared.ENGLISH,
            " ".join(sorted({code for value in record.languages for code in languages_of(value)})),
            entry.archive or path.name,
        )
        for record, entry in zip(records, read.entries, strict=True)
    )


def measure_detector(records: Sequence[Labelled], kept: Kept) -> DetectorFigures:
    judged = [(record, kept(record.title)) for record in records]
    return DetectorFigures(
        judged,
        _rates(judged),
        _rates((record, is_kept) for record, is_kept in judged if record.is_short),
        _rates((record, kept(record.record)) for record in records if record.record.abstracts),
    )


def breakdown(
    judged: Iterable[tuple[Labelled, bool]], group: Callable[[Labelled], str]
) -> Mapping[str, Rates]:
    groups: dict[str, list[tuple[Labelled, bool]]] = {}
    for record, kept in judged:
        groups.setdefault(group(record), []).append((record, kept))
    largest_first = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    return {name: _rates(some) for name, some in largest_first}


def text_of(record: CatalogueRecord) -> str:
    titles = " / ".join(title.text for title in record.titles)
    return "\n".join([titles, *(abstract.text for abstract in record.abstracts[:1])])


def _rates(judged: Iterable[tuple[Labelled, bool]]) -> Rates:
    pairs = [(record.english, kept) for record, kept in judged]
    english = sum(is_english for is_english, _ in pairs)
    return Rates(
        english=english,
        kept=pairs.count((True, True)),
        others=len(pairs) - english,
        others_kept=pairs.count((False, True)),
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "-"


def main(labelled: Sequence[Path]) -> None:
    """Print the rates of English and of others that the screen keeps, without learned words."""
    records = [record for path in labelled for record in read_labelled(path)]
    screen = Screen({}, Doubtful.AS_JUDGED)
    figures = measure_detector(records, lambda record: screen.verdict(record).kept)
    print(f"titles: {figures.titles}")
    print(f"of {_SHORT_TITLE_WORDS} words or fewer: {figures.short_titles}")
    print(f"with abstract: {figures.with_abstracts}")
    for group in ("language", "source"):
        for name, rates in breakdown(figures.judged, attrgetter(group)).items():
            print(f"{group} {name}, {rates.english:,} / {rates.others:,}: {rates}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
