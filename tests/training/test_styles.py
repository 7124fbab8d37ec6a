"""References in random styles to train on."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.training.styles import Entry, Part, Printer, Style, draw_style, main, shorten

ARTICLE: Entry = {
    "type": "article-journal", "language": "en", "title": "Floods and their prices",
    "author": [
        {"family": "Smith", "given": "Anna Berta"},
        {"family": "Vries", "given": "Jan", "non-dropping-particle": "de"},
    ],
    "container-title": "Journal of Applied Economics", "volume": "7", "issue": "2",
    "page": "112-119", "issued": {"date-parts": [[2008]]},
}  # fmt: skip
BOOK: Entry = {
    "type": "book", "language": "en", "title": "Rivers", "publisher": "Delta Press",
    "publisher-place": "Delft", "editor": [{"family": "Smith", "given": "Anna"}],
    "issued": {"date-parts": [[1999]]},
}  # fmt: skip
SEEDS = range(40)


def a_style(language: str = "en", seed: int = 1) -> Style:
    """Return a style in which no text is misread or abbreviated, and the year is at the end."""
    drawn = draw_style(language, random.Random(seed))
    return replace(drawn, is_misread=False, abbreviation="", case="", year="end", has_titles=True)


def parts(entry: Entry, style: Style, seed: int = 1) -> list[Part]:
    return Printer(entry, style, random.Random(seed)).print_parts()


def fields(printed: list[Part]) -> dict[str, str]:
    return {label: text for label, text in printed if label != "other"}


@pytest.mark.parametrize(
    ("form", "given"),
    [
        ("", "Anna Berta-Eva"), ("A. B.", "A. B.-E."), ("A.B.", "A.B.-E."), ("AB", "AB"),
        ("A B", "A B"),
    ],
)  # fmt: skip
def test_given_names_are_shortened(form: str, given: str) -> None:
    assert shorten("Anna Berta-Eva", form) == given


@pytest.mark.parametrize(
    ("inverted", "names"),
    [
        ("all", "Smith, Anna Berta; de Vries, Jan"), ("first", "Smith, Anna Berta; Jan de Vries"),
        ("none", "Anna Berta Smith; Jan de Vries"),
    ],
)  # fmt: skip
def test_names_are_in_the_order_of_the_style(inverted: str, names: str) -> None:
    style = replace(
        a_style(), inverted=inverted, initials="", has_comma=True, are_capitals=False,
        most_names=9, before_last_name="; ",
    )  # fmt: skip
    assert fields(parts(ARTICLE, style))["author"] == names


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fields_of_an_article_have_their_labels(seed: int) -> None:
    style = replace(a_style(seed=seed), pages="bare", dash="–", has_short_ranges=False)
    found = fields(parts(ARTICLE, style, seed))
    wanted = {
        "title": "Floods and their prices", "venue": "Journal of Applied Economics",
        "volume": "7", "issue": "2", "pages": "112–119",
    }  # fmt: skip
    assert {label: found[label] for label in wanted} == wanted
    assert found["date"][:4] == "2008"


@pytest.mark.parametrize("seed", SEEDS)
def test_editors_of_a_book_are_its_authors(seed: int) -> None:
    found = fields(parts(BOOK, a_style(seed=seed), seed))
    assert "Smith" in found["author"].title()
    assert (found["publisher"], found["place"]) == ("Delta Press", "Delft")


@pytest.mark.parametrize(("short", "pages"), [(True, "112–9"), (False, "112–119")])
def test_the_last_page_can_be_short(short: bool, pages: str) -> None:  # noqa: FBT001
    style = replace(a_style(), pages="bare", dash="–", has_short_ranges=short)
    assert fields(parts(ARTICLE, style))["pages"] == pages


def test_the_style_of_gost_has_the_journal_behind_two_slashes() -> None:
    printed = Printer(ARTICLE, a_style("ru"), random.Random(3)).print_gost()
    text = "".join(text for _, text in printed)
    before, _, after = text.partition(" // ")
    assert "Floods and their prices" in before
    assert after.startswith("Journal of Applied Economics")


@pytest.mark.parametrize("language", ["en", "de", "ru", "pl"])
def test_the_words_around_the_fields_have_no_label(language: str) -> None:
    style = replace(a_style(language), pages="label", has_stop=True)
    printed = parts(ARTICLE, style)
    place = [label for label, _ in printed].index("pages")
    assert printed[place - 1] == ("other", printed[place - 1][1])
    assert printed[place - 1][1].endswith(style.words["pages"])


def test_as_many_references_as_asked_for_are_written(tmp_path: Path) -> None:
    unreadable = {**BOOK, "title": "Espa\ufffda"}
    Path(tmp_path, "entries.json").write_text(json.dumps([ARTICLE, BOOK, unreadable]))
    main(tmp_path / "entries.json", tmp_path / "printed.jsonl", "30")
    lines = (tmp_path / "printed.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 30
    assert not any("\ufffd" in line for line in lines)
