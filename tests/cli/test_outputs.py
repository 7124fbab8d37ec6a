"""No command writes over what it reads, or over what a person has decided."""

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wildwood.cli.program import group
from wildwood.lists.reading import read_list

from tests.support.installation import Installation
from tests.support.screening import configure
from tests.support.usual_papers import SECOND

RIS = (
    "TY  - JOUR\nTI  - The Economics of Walking About and Predicting Unemployment\n"
    "AU  - Bryson, Alex\nPY  - 2021\nDO  - 10.1000/1\nAN  - {}\nER  - \n"
)
DECIDED = "id,similar_id,decision\nb,a,different\n"
PAPERS = "id,title,authors\n1,Trade and Growth,Paul Krugman\nA,Trade and Growth,P. Krugman\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a list of one record twice, and work in its folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.ris").write_text(RIS.format("a") + RIS.format("b"), encoding="utf-8")
    (tmp_path / "decided.csv").write_text(DECIDED, encoding="utf-8")
    return tmp_path


def compare(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["compare", "mine.ris", *arguments])


def decide(file: Path, decision: str) -> bytes:
    """Fill in the column of decisions, as a person does in a spreadsheet program."""
    with file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "decision": decision} for row in rows)
    return file.read_bytes()


class TestDecisionsThatAPersonWroteIntoTheFileOfPairs:
    def test_stay_if_the_command_runs_again(self, place: Path) -> None:
        assert compare("--out", "p.csv").exit_code == 0
        decided = decide(place / "p.csv", "different")
        again = compare("--out", "p.csv")
        assert (again.exit_code, (place / "p.csv").read_bytes()) == (1, decided)
        assert again.stderr.startswith(
            "Error: Cannot write p.csv: it has 1 decision that would be lost; name another file"
        )

    def test_stay_if_they_are_applied_to_their_own_file(self, place: Path) -> None:
        compare("--out", "p.csv")
        decided = decide(place / "p.csv", "different")
        again = compare("--decisions", "p.csv", "--out", "p.csv")
        assert (again.exit_code, (place / "p.csv").read_bytes()) == (1, decided)

    @pytest.mark.parametrize("decision", ["same", "different", "unsure"])
    def test_are_carried_into_each_further_file(self, place: Path, decision: str) -> None:
        compare("--out", "1.csv")
        decide(place / "1.csv", decision)
        for read, written in ("12", "12", "23", "23"):  # each twice
            result = compare("--decisions", f"{read}.csv", "--out", f"{written}.csv")
            assert result.exit_code == 0, result.output
        compare("--decisions", "3.csv", "--list", "clean.ris", "--keep", "first")
        kept = [entry.id for entry in read_list(place / "clean.ris").entries]
        assert kept == (["a"] if decision == "same" else ["a", "b"])


class TestCompare:
    @pytest.mark.parametrize(
        "arguments",
        [
            ("--list", "mine.ris", "--keep", "first"),
            ("--list", "mine.ris"),
            ("--out", "mine.ris"),
            ("--out", "decided.csv"),
            ("--decisions", "decided.csv", "--out", "./decided.csv"),
            ("--list", "clean.ris", "--keep", "first", "--list", "./clean.ris"),
            ("clean.removed.csv", "--list", "clean.ris", "--keep", "first"),
        ],
    )
    def test_refuses_and_writes_nothing(self, place: Path, arguments: tuple[str, ...]) -> None:
        (place / "clean.removed.csv").write_text(PAPERS, encoding="utf-8")
        before = {file: file.read_bytes() for file in place.iterdir()}
        result = compare(*arguments)
        assert (result.exit_code, result.stderr.count("Error: Cannot write ")) == (1, 1)
        assert {file: file.read_bytes() for file in place.iterdir()} == before


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("show", SECOND, "--html", "decided.csv"), "decided.csv"),
        (("show", SECOND, "--decisions", "decided.csv", "--html", "decided.csv"), "decided.csv"),
        (("screen", "files", "papers.csv", "papers.screened.tsv"), "papers.screened.tsv"),
        (("screen", "files", "mine.ris"), "mine.screened.tsv"),
        (("screen", SECOND), "mine.screened.tsv"),
        (
            ("screen", "harvest", "--archives", "archives.tsv", "--out", "."),
            "archives.tsv",
        ),
        (("extract", "papers.pdf", "papers.body.txt"), "papers.body.txt"),
    ],
)
def test_each_other_command_refuses_too(
    stored: Installation, place: Path, command: tuple[str, ...], file: str
) -> None:
    configure(stored, f'corrections = "{place}/mine.screened.tsv"')
    for name in ("papers.csv", "papers.screened.tsv", "papers.body.txt", "papers.pdf"):
        (place / name).write_text(PAPERS, encoding="utf-8")
    (place / "mine.screened.tsv").write_text("", encoding="utf-8")
    (place / "archives.tsv").write_text("http://127.0.0.1:9/oai\n", encoding="utf-8")
    (place / f"{SECOND}.screened.tsv").symlink_to("mine.screened.tsv")
    before = (place / file).read_bytes()
    result = stored.run(*command)
    assert (result.exit_code, "Error: Cannot write " in result.stderr) == (1, True), result.output
    assert (place / file).read_bytes() == before


def test_a_rif_is_not_written_from_itself(stored: Installation) -> None:
    rif = stored.us / f"{SECOND}.amf.xml"
    [us] = stored.us.glob(f"{SECOND}*")
    us.rename(rif)
    before = rif.read_bytes()
    result = stored.run("rif", str(rif), "--date", SECOND, "--replace")
    assert (result.exit_code, rif.read_bytes()) == (1, before)
    assert f"Cannot write {rif}: it is read, too; name another file." in result.stderr
