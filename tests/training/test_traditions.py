"""Printing entries as German and Romance lists do."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.training import catalogue, traditions

BOOK = {
    "type": "book", "title": "Kontinuität: Essays zur Zeit", "language": "de",
    "author": [{"family": "Weber", "given": "Anna"}, {"family": "von Huber", "given": "Jan"}],
    "issued": {"date-parts": [[1999]]}, "publisher-place": "Opladen", "publisher": "Leske",
}  # fmt: skip
CHAPTER = {
    **BOOK, "type": "chapter", "title": "Wandel", "container-title": "Das Ganze", "page": "12-34",
    "editor": [{"family": "Klein", "given": "Eva"}],
}  # fmt: skip
ARTICLE = {
    **BOOK, "type": "article-journal", "title": "Lage", "container-title": "Leviathan",
    "volume": "45", "issue": "3", "page": "7-9",
}  # fmt: skip
ENGLISH = {**BOOK, "language": "en", "title": "Change"}
FOREIGN = [{**BOOK, "language": language} for language in ("fr", "es", "it", "pt")]


def printed(tmp_path: Path, *entries: dict[str, Any], count: int = 400) -> list[Any]:
    source, target = tmp_path / "entries.json", tmp_path / "printed.jsonl"
    source.write_text(json.dumps([*entries, ENGLISH, *FOREIGN]), encoding="utf-8")
    traditions.main(source, target, str(count))
    return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def field(parts: list[Any], label: str) -> list[str]:
    return [text for name, text in parts if name == label]


def test_each_reference_has_its_fields(tmp_path: Path) -> None:
    references = printed(tmp_path, BOOK)

    assert len(references) == 400
    for parts in references:
        (title,) = field(parts, "title")
        assert re.match(r"\W?(?:Kontinuität|Change)", title)
        assert len(field(parts, "author")) == len(field(parts, "date")) == 1
        assert "" not in [text for _, text in parts]


def test_forms_of_german_lists_occur(tmp_path: Path) -> None:
    texts = {
        "".join(text for _, text in parts)
        for parts in printed(tmp_path, BOOK, CHAPTER, ARTICLE, count=6000)
    }

    assert any("Weber, Anna/von Huber, Jan (1999): " in text for text in texts)
    assert any("Kontinuität. Essays zur Zeit. Opladen: Leske" in text for text in texts)
    assert any("Opladen 1999" in text for text in texts)
    assert any(" (Hrsg.): Das Ganze" in text for text in texts)
    assert any("Leviathan, Jg. 45, H. 3" in text for text in texts)
    assert not any(".." in text or ",," in text for text in texts)


@pytest.mark.parametrize(
    "form",
    [
        r"<author>.+<title>„Kontinuität“\. Essays",
        r"<title>.+ (?:18|19)\d\d–(?:18|19|20)\d\d<other>",
        r"<note>Arbeitspapier Nr\. \d+<other>",
        r"<other>Bd\. <volume>\d<other>",
        r"<date>\d{4}/\d{4}<other>",
        r"<author>Weber, Anna(?:; |, | and ).*<title>Change<.*<other>, pp\. <pages>\d+",
    ],
)
def test_what_can_be_in_and_behind_titles_occurs(tmp_path: Path, form: str) -> None:
    texts = [
        "".join(f"<{label}>{text}" for label, text in parts)
        for parts in printed(tmp_path, BOOK, count=6000)
    ]
    assert any(re.search(form, text) for text in texts)


def test_parts_of_a_book_are_labelled(tmp_path: Path) -> None:
    chapters = [parts for parts in printed(tmp_path, CHAPTER) if field(parts, "venue")]

    assert chapters
    for parts in chapters:
        (title,) = field(parts, "title")
        assert re.fullmatch(r"\W?Wandel\W?(?: [\d –-]+)?", title)
        assert field(parts, "venue") == ["Das Ganze"]
        assert field(parts, "pages") == ["12-34"]
        (editor,) = field(parts, "editor")
        assert set(editor.lower()) <= set("eva klein,.")


def test_the_same_entries_are_printed_alike_again(tmp_path: Path) -> None:
    assert printed(tmp_path, BOOK, ARTICLE) == printed(tmp_path, BOOK, ARTICLE)


def test_titles_of_a_catalogue_become_entries(tmp_path: Path) -> None:

    source, target = tmp_path / "catalogue.jsonl.gz", tmp_path / "entries.json"
    records = [
        {"lang": "de", "title": "Lernen als Abenteuer : mit Lust / A. Weber"},
        {"lang": "en", "title": "Learning"},
    ]
    with gzip.open(source, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)
    catalogue.main(source, target)

    entries = json.loads(target.read_text(encoding="utf-8"))
    assert {entry["title"] for entry in entries} == {"Lernen als Abenteuer: mit Lust"}
    assert all(entry.get("author") or entry.get("editor") for entry in entries)
    assert all("container-title" in entry or "publisher" in entry for entry in entries)
