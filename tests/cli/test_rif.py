"""The command `wildwood rif`, and the run on the rif that it writes."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.lists.reading import read_list

from tests.support.installation import Installation

RIS = """TY  - RPRT
ID  - first
TI  - The Economics of Walking About and Predicting US Downturns
AU  - Blanchflower, David G
AU  - Bryson, Alex
DA  - 2021/10/05
AB  - On walking about.
LA  - en
ER  -
"""
BIBTEX = """@techreport{second,
  title = {The Economics of Walking About and Predicting Unemployment},
  author = {David G Blanchflower and Alex Bryson},
  institution = {NBER}, number = 29172, doi = {10.3386/W29172}, url = {https://nber.example/1}
}
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    ris, bibtex = tmp_path / "a.ris", tmp_path / "b.bib"
    ris.write_text(RIS, encoding="utf-8")
    bibtex.write_text(BIBTEX, encoding="utf-8")
    return str(ris), str(bibtex)


def test_lists_become_an_issue_whose_repeats_are_found(
    installation: Installation, files: tuple[str, str]
) -> None:
    result = installation.run("rif", *files, "--date", "2021-11-01")
    path = installation.us / "2021-11-01.amf.xml"
    assert (result.exit_code, result.stderr) == (0, f"2 papers; wrote {path}\n")
    first, second = read_list(path).entries
    assert (first.id, first.date, first.languages) == ("first", "2021-10-05", ("en",))
    assert first.names == ("David G Blanchflower", "Alex Bryson")
    assert first.abstracts[0].text == "On walking about."
    assert (second.id, second.dois) == ("doi:10.3386/w29172", ("10.3386/W29172",))
    assert (second.series.title, second.series.issue) == ("NBER", "29172")
    assert second.urls == ("https://nber.example/1",)
    assert installation.run("2021-11-01").exit_code == 0
    shown = installation.run("show", "2021-11-01", "--json").stdout
    assert '"first"' in shown
    assert "0.9329" in shown or "0.93" in shown


def test_a_rif_of_the_date_is_replaced_only_if_asked(
    installation: Installation, files: tuple[str, str]
) -> None:
    command = ("rif", files[0], "--date", "2021-11-01")
    assert installation.run(*command).exit_code == 0
    path = installation.us / "2021-11-01.amf.xml"
    refused = installation.run("rif", files[1], "--date", "2021-11-01")
    assert refused.exit_code == 1
    assert f"There is a rif of 2021-11-01, {path}; --replace writes over it." in refused.stderr
    assert read_list(path).entries[0].id == "first"
    assert installation.run("rif", files[1], "--date", "2021-11-01", "--replace").exit_code == 0
    assert read_list(path).entries[0].id == "doi:10.3386/w29172"


def test_a_rif_of_the_date_by_another_name_is_never_replaced(
    installation: Installation, files: tuple[str, str]
) -> None:
    installation.us.mkdir(parents=True, exist_ok=True)
    other = installation.us / "2021-11-01_1635724800.amf.xml"
    other.write_bytes(b"")
    result = installation.run("rif", files[0], "--date", "2021-11-01", "--replace")
    assert (result.exit_code, other.read_bytes()) == (1, b"")
    assert f"There is a rif of 2021-11-01, {other}; move it away." in result.stderr


def test_a_us_directory_that_cannot_be_made_is_one_sentence(
    installation: Installation, files: tuple[str, str]
) -> None:
    us = installation.home / ("u" * 300) / "us"
    installation.config.write_text(f"[paths]\nus = '{us}'\n", encoding="utf-8")
    result = installation.run("rif", files[0], "--date", "2021-11-01")
    assert (result.exit_code, result.stdout) == (1, "")
    expected = f"Error: Cannot write {us / '2021-11-01.amf.xml'}: File name too long.\n"
    assert result.stderr == expected


def test_a_paper_without_an_id_that_stays_is_named_and_left_out(
    installation: Installation, tmp_path: Path
) -> None:
    file = tmp_path / "a.ris"
    file.write_text(
        RIS.replace("ID  - first\n", "") + RIS.replace("ID  - first", "DO  - 10.1000/1")
    )
    result = installation.run("rif", str(file), "--date", "2021-11-01")
    assert result.exit_code == 1
    assert f"{file}, line 1: the record has neither DOI nor id; it is left out." in result.stderr
    (entry,) = read_list(installation.us / "2021-11-01.amf.xml").entries
    assert entry.id == "doi:10.1000/1"


def test_columns_can_be_named(installation: Installation, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text('nr,name,who\n7,Trade,"Keen, M., Slemrod, J."\n')
    command = ("rif", str(file), "--date", "2021-11-01")
    unnamed = installation.run(*command)
    assert (
        "its columns are nr, name, who; rename the right one to title, or name it with"
        in unnamed.stderr
    )
    columns = "id=nr,title=name,authors=who"
    assert installation.run(*command, "--columns", columns).exit_code == 0
    (entry,) = read_list(installation.us / "2021-11-01.amf.xml").entries
    assert (entry.id, entry.names) == ("7", ("M. Keen", "J. Slemrod"))


@pytest.mark.parametrize("columns", ["id", "x=y", "id="])
def test_other_columns_are_a_usage_error(
    installation: Installation, files: tuple[str, str], columns: str
) -> None:
    result = installation.run("rif", files[0], "--date", "2021-11-01", "--columns", columns)
    assert result.exit_code == 2
    assert f"{columns!r} names no column; write such as authors=Writers" in result.stderr


def test_lists_without_papers_write_no_rif(installation: Installation, tmp_path: Path) -> None:
    file = tmp_path / "new.jsonl"
    file.touch()
    result = installation.run("rif", str(file), "--date", "2021-11-01")
    said = "No rif of 2021-11-01 is written: the lists have no papers.\n"
    assert (result.exit_code, result.stderr) == (0, said)
    assert not list(installation.us.glob("*.xml"))


def test_without_a_configuration_no_directory_is_made(
    files: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for variable in ("XDG_CONFIG_HOME", "WILDWOOD_CONFIG"):
        monkeypatch.delenv(variable, raising=False)
    result = CliRunner().invoke(group, ["rif", files[0], "--date", "2021-11-01"])
    us = home / "ernad/var/reports/nep-all/source/us"
    cure = f"set us, ps and db under [paths] in {home}/.config/wildwood/wildwood.toml"
    assert result.exit_code == 1
    assert f"{us} does not exist; there is no configuration yet: {cure}." in result.stderr
    assert list(home.iterdir()) == []
