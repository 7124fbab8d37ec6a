"""What the accuracy of the screen counts: groups and intervals."""

import json
from operator import attrgetter
from pathlib import Path

import pytest

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.kernel.errors import InputError

from tests.benchmarks.language_accuracy import (
    Labelled,
    Rates,
    breakdown,
    interval,
    main,
    measure_detector,
    read_labelled,
)


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


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "{file} contains no records."),
        (
            [{"title": "Trade", "lang": "German"}, {"title": "Growth"}],
            "{file}: the language of line 2 is unknown (declared: nothing); {hint}",
        ),
        (
            [{"title": "Trade", "lang": "xx"}],
            "{file}: the language of line 1 is unknown (declared: 'xx'); {hint}",
        ),
    ],
    ids=["an empty file", "no language", "an unknown language"],
)
def test_the_language_of_every_record_is_required(
    tmp_path: Path, lines: list[dict[str, str]], sentence: str
) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    hint = 'declare one for each record, such as "lang": "en".'
    with pytest.raises(InputError) as caught:
        read_labelled(file)
    assert str(caught.value) == sentence.format(file=file, hint=hint)


def test_the_figures_of_each_language_and_source_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.jsonl"
    titles = {"The theory of trade": "en", "Handel und Wachstum der Wirtschaft": "de"}
    records = [
        {"title": title, "lang": code, "source": f"of {code}"} for title, code in titles.items()
    ]
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    main([file])
    printed = capsys.readouterr().out
    assert printed.startswith("titles: 100.00 (20.65 to 100.00) / 0.00 (0.00 to 79.35)\n")
    for group in ("language en", "language de", "source of en", "source of de"):
        assert f"{group}, " in printed
