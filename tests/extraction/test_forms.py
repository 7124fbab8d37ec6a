"""Texts that are names of people, and others."""

import gzip
import json

import pytest

from wildwood.extraction.names import cleaned, is_name

from tests.support.paths import DATA


@pytest.mark.parametrize(
    "name",
    [
        "Philippe d'Astous", "Vasco d’Orey", "David Laborde", "Joanne Im", "Wing-Kwong Au",
        "Masatoshi Nei", "Analisa Packham", "Luigi Delle Site", "Het Shah", "Mette Auf",
    ],
)  # fmt: skip
def test_a_name_is_one(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("name", ["Oleh Havrylyshyn", "A F M Saiful Islam", "Av Berg"])
def test_a_name_keeps_what_is_a_label_elsewhere(name: str) -> None:
    assert cleaned(name) == name


@pytest.mark.parametrize(
    "text",
    [
        "Labor Economics", "Hong Kong", "South Dakota", "St. Louis", "Les Prairies", "Der Markt",
        "HOCHSCHULE TRIER", "Marché du travail au Québec", "Arbeit im Alter", "A Bo",
        "Anna Keen&Co", "Anna von der", "A. B. C. D.", "Ryby för Alla", "ANALÝZA PRO RYBY",
        "Recovering Trace Links Between",
    ],
)  # fmt: skip
def test_another_text_is_none(text: str) -> None:
    assert not is_name(text)


def test_nearly_all_authors_of_a_series_have_names() -> None:
    with gzip.open(DATA / "nber.jsonl.gz", "rt", encoding="utf-8") as lines:
        authors = {author for line in lines for author in json.loads(line)["authors"]}
    refused = [author for author in authors if not is_name(cleaned(author))]
    assert len(refused) < 0.002 * len(authors)
