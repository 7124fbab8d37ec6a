"""A librarian's work: harvest an archive, correct what is doubtful, and find it again next time."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from wildwood.screening.review import LanguageReview, rows_to_review

from tests.support.installation import Installation
from tests.support.oai_server import Fault, Server, dublin_core, page, serving, title
from tests.support.screening import configure, rows

FIRST_PAGE = (
    dublin_core("a", title("Trade and Growth in Open Economies")),
    dublin_core("b", title("Ex Nihilo")),
)
SECOND_PAGE = (
    dublin_core("c", title("Außenhandel und Wachstum offener Volkswirtschaften")),
    dublin_core("d", title("Disputatio (1320-1321)")),
    dublin_core("e", title("Moral Hazard")),
)
CHANGED = (
    dublin_core("b", title("EX NIHILO."), "<dc:language>lat</dc:language>"),
    dublin_core("d", title("Disputatio, 1320–1321")),
    dublin_core("f", title("The Theory of Trade")),
)
FINALLY = {
    "a": ["en", "detector"],
    "b": ["en", "corrected"],
    "c": ["other", "detector"],
    "d": ["en", "corrected"],
    "e": ["other", "own words"],
    "f": ["en", "detector"],
}


@pytest.fixture
def librarian(installation: Installation) -> Installation:
    """Name the librarian's own files in the configuration, as docs/screening.md says."""
    names = {"allow": "allow.txt", "deny": "deny.txt", "corrections": "corrections.tsv"}
    configure(installation, "".join(f'{key} = "{name}"\n' for key, name in names.items()))
    for name in ("allow.txt", "deny.txt"):
        (installation.home / name).touch()
    return installation


def harvest(librarian: Installation, server: Server, *options: str) -> str:
    command = ("screen", "harvest", server.url, "--out", str(librarian.home / "example"), *options)
    result = librarian.run(*command)
    assert result.exit_code == 0, result.output
    return result.stderr


def verdicts(librarian: Installation) -> dict[str, list[str]]:
    listed = rows(librarian.home / "example" / "harvest.screened.tsv")
    return {row[0]: row[1:3] for row in listed}


def decide(lists: Path, corrections: Path, decisions: Mapping[str, str]) -> None:
    """Decide as the page of a review does, which sends all decisions that it shows."""
    found = rows_to_review([lists])
    numbers = {row[0]: number for number, row in enumerate(found)}
    lines = [f"{numbers[one]} {language}\n" for one, language in decisions.items()]
    LanguageReview(found, corrections).store("".join(lines))


def test_decisions_outlast_later_harvests(librarian: Installation) -> None:
    broken = Fault(page(*SECOND_PAGE)[:-200])
    with serving([FIRST_PAGE, SECOND_PAGE], t1=[broken]) as server:
        assert harvest(librarian, server).startswith("2 new pages; 5 records: 2 kept, 3 left out ")

        lists = librarian.home / "example" / "harvest.screened.tsv"
        corrected = librarian.run("screen", "correct", "b", "en", "--list", str(lists))
        assert corrected.exit_code == 0, corrected.output
        decide(lists, librarian.home / "corrections.tsv", {"b": "en", "d": "en"})
        (librarian.home / "deny.txt").write_text("moral hazard\n", encoding="utf-8")
        pages = map(str, sorted(lists.parent.glob("page-*.xml")))
        learned = librarian.run("screen", "learn", *pages)
        assert learned.stderr.startswith("Learned from 2 of 2 issues and files;")

        server.pages = [CHANGED]
        assert harvest(librarian, server).startswith("1 new page; 6 records: 4 kept, 2 left out ")
        assert next(query["verb"] for query in server.queries if "from" in query) == "ListRecords"
        assert verdicts(librarian) == FINALLY

        server.pages = [FIRST_PAGE, SECOND_PAGE, CHANGED]
        harvest(librarian, server, "--all")
        assert verdicts(librarian) == FINALLY
