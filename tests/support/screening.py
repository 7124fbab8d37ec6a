"""Papers and helpers for the tests of `wildwood screen`."""

from pathlib import Path

from wildwood.biblio.entry import Record

from tests.support.amf import HEAD, TAIL
from tests.support.installation import Installation

AMF = "{http://amf.openlib.org}"
FIRST, SECOND = "2015-03-05", "2015-03-12"
ENGLISH = Record("en", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
AGAIN = Record("again", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
GERMAN = Record("de", ("Paul Krugman",), ("Außenhandel und Wachstum offener Volkswirtschaften",))
FORMULA = Record("mc", ("Albert Einstein",), ("E = mc²",))
FILLER = "the theory of trade and growth in open economies with many goods and firms "
COMMON = [FILLER + "qwertish"] * 10
"""Abstracts with a word that is learned from them."""


def configure(installation: Installation, text: str) -> None:
    """Append to the table [language] of the configuration."""
    with installation.config.open("a", encoding="utf-8") as file:
        file.write(f"\n[language]\npause_s = 0\n{text}\n")


def rows(path: Path) -> list[list[str]]:
    """Return the rows of a list, without its headings."""
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def rif_with_abstracts(installation: Installation, date: str, *abstracts: str) -> None:
    texts = (
        f'<text id="{date}/{number}"><title>Trade, part {number} of {date}</title>'
        f"<abstract>{abstract}</abstract></text>"
        for number, abstract in enumerate(abstracts)
    )
    path = installation.us / f"{date}.amf.xml"
    path.write_text(HEAD + "".join(texts) + TAIL, encoding="utf-8")


def words(installation: Installation) -> str:
    result = installation.run("screen", "words")
    assert result.exit_code == 0, result.output
    return result.stdout
