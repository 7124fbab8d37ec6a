"""What an evaluation counts: groups, intervals, and the file of errors."""

from operator import attrgetter
from pathlib import Path

import pytest

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.kernel.errors import InputError
from wildwood.kernel.settings import Doubtful
from wildwood.screening.accuracy import (
    Labelled,
    Rates,
    breakdown,
    interval,
    measure_detector,
    write_errors,
)
from wildwood.screening.screening import Screen


def labelled(title: str, language: str = "en", source: str = "a", abstract: str = "") -> Labelled:
    abstracts = (LocalizedText(abstract),) if abstract else ()
    record = CatalogueRecord("id", (LocalizedText(title),), abstracts, ())
    return Labelled(record, language == "en", language, source)


def has_the(record: CatalogueRecord) -> bool:
    """Keep a record with the word "the", in place of a detector."""
    texts = (*record.titles, *record.abstracts)
    return any("the" in text.text.split() for text in texts)


RECORDS = (
    labelled("the tax"),
    labelled("tax and the growth of open economies"),
    labelled("taxes", abstract="on the growth of open economies"),
    labelled("Steuern", "de", "b"),
    labelled("Alfred the Great", "de", "b"),
    labelled("impôts", "fr"),
)


def test_titles_short_titles_and_titles_with_abstracts_are_counted_apart() -> None:
    figures = measure_detector(RECORDS, has_the)
    assert figures.titles == Rates(english=3, kept=2, others=3, others_kept=1)
    assert figures.short_titles == Rates(english=2, kept=1, others=3, others_kept=1)
    assert figures.with_abstracts == Rates(english=1, kept=1, others=0, others_kept=0)


def test_each_title_and_each_record_with_an_abstract_is_judged_once() -> None:
    asked: list[CatalogueRecord] = []

    def kept(record: CatalogueRecord) -> bool:
        asked.append(record)
        return has_the(record)

    figures = measure_detector(RECORDS[1:], kept)
    breakdown(figures.judged, attrgetter("language"))
    assert asked == [*(one.title for one in RECORDS[1:]), RECORDS[2].record]


def test_a_breakdown_has_the_rates_of_each_group_the_largest_first() -> None:
    judged = [(one, has_the(one.title)) for one in RECORDS]
    assert list(breakdown(judged, attrgetter("language")).items()) == [
        ("en", Rates(3, 2, 0, 0)),
        ("de", Rates(0, 0, 2, 1)),
        ("fr", Rates(0, 0, 1, 0)),
    ]
    assert list(breakdown(judged, attrgetter("source"))) == ["a", "b"]


@pytest.mark.parametrize(
    ("part", "whole", "expected"),
    [
        (0, 0, (0, 100)),
        (0, 10, (0, 27.75)),
        (10, 10, (72.25, 100)),
        (81, 263, (25.53, 36.62)),  # the example of Newcombe (1998), table I
    ],
)
def test_the_interval_of_a_share_is_wilsons(
    part: int, whole: int, expected: tuple[float, float]
) -> None:
    assert interval(part, whole) == pytest.approx(expected, abs=0.01)


def test_rates_are_shown_in_per_cent_with_their_intervals() -> None:
    rates = Rates(english=10, kept=10, others=0, others_kept=0)
    assert str(rates) == "100.00 (72.25 to 100.00) / - (0.00 to 100.00)"


@pytest.fixture(scope="module")
def screen() -> Screen:
    return Screen({}, Doubtful.AS_JUDGED)


class TestTheFileOfErrors:
    def test_has_the_titles_whose_verdict_contradicts_the_label(
        self, screen: Screen, tmp_path: Path
    ) -> None:
        file = tmp_path / "errors.tsv"
        records = (
            labelled("The theory of trade and growth"),
            labelled("Handel und Wachstum der Volkswirtschaften", "de"),
            labelled("The theory of trade\tand growth", "de", "b"),
            labelled("Handel und Wachstum", "en", abstract="The theory of trade and growth"),
        )
        figures = measure_detector(records, lambda record: screen.verdict(record).kept)
        assert write_errors(file, figures.judged, screen) == 2
        lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
        assert lines[0] == [
            "source", "label", "language", "reason", "unknown", "confidence", "title",
        ]  # fmt: skip
        assert [[*line[:4], line[6]] for line in lines[1:]] == [
            ["b", "de", "en", "detector", "The theory of trade and growth"],
            ["a", "en", "other", "detector", "Handel und Wachstum"],
        ]

    def test_has_headings_only_if_there_is_no_error(self, screen: Screen, tmp_path: Path) -> None:
        file = tmp_path / "errors.tsv"
        assert write_errors(file, [(labelled("The theory of trade"), True)], screen) == 0
        assert file.read_text(encoding="utf-8").count("\n") == 1

    def test_that_cannot_be_written_is_named(self, screen: Screen, tmp_path: Path) -> None:
        with pytest.raises(InputError) as caught:
            write_errors(tmp_path, [], screen)
        assert str(caught.value) == f"Cannot write {tmp_path}: Is a directory."
