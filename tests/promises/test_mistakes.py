"""A user's mistakes: each command names the culprit in one sentence, fails and loses nothing."""

from pathlib import Path

import pytest

from tests.support.installation import Installation

DATE = "2015-03-05"
MISTAKES = [
    (["2015-13-05"], "2015-13-05"),
    ([DATE, "1.5"], "'1.5'"),
    (["nosuch"], "'nosuch'"),
    (["latest", "--wait", "-1"], "--wait"),
    (["rebuild", "--workers", "0"], "--workers"),
    (["forget", "yesterday"], "'yesterday'"),
    (["forget", DATE], "db"),
    (["migrate"], "db"),
    (["strengths"], "db"),
    (["show", DATE], "ps"),
    (["explain", "a", "b"], "db"),
    (["review", DATE], "decisions"),
    (["compare", "missing.ris"], "missing.ris"),
    (["compare", "folder"], "'folder'"),
    (["compare", "bytes"], "bytes"),
    (["compare", "list.ris", "--out", "pairs.docx"], "pairs.docx"),
    (["compare", "list.ris", "--out", "nowhere/pairs.csv"], "nowhere/pairs.csv"),
    (["compare", "list.ris", "--columns", "foo=bar"], "'foo=bar'"),
    (["compare", "list.ris", "--decisions", "list.ris"], "list.ris"),
    (["compare", "list.ris", "--keep", "nobody"], "nobody"),
    (["compare", "list.ris", "--colums", "a=b"], "'--colums'"),
    (["rif", "list.ris"], "'--date'"),
    (["rif", "list.ris", "--date", "yesterday"], "'yesterday'"),
    (["rif", "missing.ris", "--date", DATE], "missing.ris"),
    (["evaluate", "pairs.csv", "--right", "list.ris"], "--left"),
    (["evaluate", "missing.csv", "--left", "list.ris"], "missing.csv"),
    (["extract", "bytes"], "bytes"),
    (["extract", "list.ris", "--into", "list.ris"], "'list.ris'"),
    (["serve", "--new-key", "two words"], "'two words'"),
    (["screen", "files", "bytes"], "bytes"),
    (["screen", "files", "list.ris", "--explain", "missing"], "missing"),
    (["screen", "archives", "list.ris"], "list.ris"),
    (["screen", "harvest", "ftp://example.org", "--out", "out"], "'ftp://example.org'"),
    (["screen", "learn", "missing.csv"], "missing.csv"),
    (["screen", "correct", "a", "en"], "corrections"),
    (["screen", "review", "missing.screened.tsv"], "'missing.screened.tsv'"),
]
FILES = {
    "bytes": "\x00\x01\x02",
    "list.ris": "TY  - JOUR\nTI  - Trade and Growth in Open Economies\nAU  - Lee, A\nER  -\n",
    "pairs.csv": "left,right\na,b\n",
}


@pytest.fixture
def beginner(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """Change to a directory with some files, where nothing has run; its server is private."""
    made = Installation(installation.home / "beginner", "", installation.database)
    (made.home / "folder").mkdir(parents=True)
    made.us.mkdir()
    made.config.write_text('[paths]\nus = "us"\nps = "ps"\ndb = "db"\n', encoding="utf-8")
    for name, text in FILES.items():
        (made.home / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(made.home)
    return made


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "culprit"), [pytest.param(*one, id=" ".join(one[0])) for one in MISTAKES]
)
def test_a_mistake_is_named_and_loses_nothing(
    beginner: Installation, arguments: list[str], culprit: str
) -> None:
    before = contents(beginner.home)
    result = beginner.run(*arguments)
    sentences = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert result.exit_code in {1, 2}
    assert len(sentences) == 1
    assert culprit in sentences[0]
    assert before.items() <= contents(beginner.home).items()
