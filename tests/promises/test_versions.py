"""A working paper and its article are named as versions in every output, and both stay."""

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import wildwood
from wildwood.cli.program import group
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

RIS = """TY  - RPRT
ID  - w13372
TI  - Trade and tariffs in the long run of small countries
AU  - Costa, Dora L.
PY  - 2007
T2  - NBER Working Paper Series
DO  - 10.3386/w13372
ER  -

TY  - JOUR
ID  - aer
TI  - Trade and tariffs in the long run of small countries
AU  - Costa, Dora L.
PY  - 2009
T2  - Journal of Trees
VL  - 99
SP  - 12
EP  - 34
DO  - 10.1257/tree.99.12
ER  -
"""
BIBTEX = """% my list
@techreport{w13372, title={Trade and tariffs in the long run of small countries},
 author={Costa, Dora L.}, year={2007}, institution={NBER}, doi={10.3386/w13372}}
@article{aer, title={Trade and tariffs in the long run of small countries},
 author={Costa, Dora L.}, year={2009}, journal={Journal of Trees}, volume={99}, pages={12--34},
 doi={10.1257/tree.99.12}}
"""
NOTE = "Version of w13372 (NBER Working Paper Series, 2007, 10.3386/w13372)"


@pytest.fixture
def ris(tmp_path: Path) -> Path:
    file = tmp_path / "list.ris"
    file.write_text(RIS, encoding="utf-8")
    return file


def run(*arguments: object) -> str:
    result = CliRunner().invoke(group, ["compare", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stderr


def keep(file: Path, clean: Path) -> str:
    """Write one of each record of a list, and return that list."""
    run(file, "--list", clean, "--keep", "first")
    return clean.read_text(encoding="utf-8")


def test_a_table_names_and_counts_them(ris: Path) -> None:
    out = ris.with_suffix(".csv")
    told = run(ris, "--out", out)
    with out.open(encoding="utf-8", newline="") as rows:
        [row] = csv.DictReader(rows)
    assert row["verdict"] == "version"
    assert row["reasons"].startswith("article and working paper or preprint; DOIs ")
    assert "1 pair of versions, such as a preprint and its article.\n" in told


def test_json_and_the_page_name_them(ris: Path) -> None:
    data, page = ris.with_suffix(".json"), ris.with_suffix(".html")
    run(ris, "--out", data, "--out", page)
    [pair] = json.loads(data.read_bytes())["pairs"]
    assert pair["verdict"] == "version"
    assert '<span class="verdict">version</span>' in page.read_text(encoding="utf-8")
    assert "Settled by the fields, version: 1 work, 1 pair" in page.read_text(encoding="utf-8")


def test_a_program_gets_them(ris: Path) -> None:
    [pair] = wildwood.pairs(ris)
    assert pair.verdict == "version"


def test_both_stay_and_the_later_one_names_the_earlier(ris: Path) -> None:
    clean = ris.with_name("clean.ris")
    told = run(ris, "--list", clean, "--keep", "first")
    assert "1 pair of versions; both stay (aer and w13372).\n" in told
    text = clean.read_text(encoding="utf-8")
    assert text == RIS[: RIS.rindex("ER")] + f"N1  - {NOTE}\n" + RIS[RIS.rindex("ER") :]


def test_bibtex_relates_them(tmp_path: Path) -> None:
    file = tmp_path / "list.bib"
    file.write_text(BIBTEX, encoding="utf-8")
    added = keep(file, tmp_path / "clean.bib").removeprefix(BIBTEX.rstrip("}\n"))
    assert "related = {w13372}" in added
    assert "relatedtype = {version}" in added
    assert BIBTEX.rstrip("}\n") in keep(file, tmp_path / "clean.bib")


REDIF = """Template-Type: ReDIF-Paper 1.0
Author-Name: Dora L. Costa
Title: Trade and tariffs in the long run of small countries
Creation-Date: 2007-09
Handle: RePEc:nbr:nberwo:13372

Template-Type: ReDIF-Article 1.0
Author-Name: Dora L. Costa
Title: Trade and tariffs in the long run of small countries
Journal: Journal of Trees
Year: 2009
Volume: 99
Handle: RePEc:abc:treesq:v:99:y:2009:i:2:p:12-34
"""


def test_redif_links_them_as_archives_do(tmp_path: Path) -> None:
    file, clean = tmp_path / "list.rdf", tmp_path / "clean.rdf"
    file.write_text(REDIF, encoding="utf-8")
    added = keep(file, clean).removeprefix(REDIF.rstrip("\n")).splitlines()
    assert added == [
        "",
        "Note: Version of RePEc:nbr:nberwo:13372 (2007)",
        "Paper-Handle: RePEc:nbr:nberwo:13372",
    ]
    assert keep(clean, tmp_path / "again.rdf") == clean.read_text(encoding="utf-8")


def test_redif_of_a_later_paper_links_its_article(tmp_path: Path) -> None:
    file = tmp_path / "list.rdf"
    file.write_text(REDIF.replace("2007-09", "2010-01"), encoding="utf-8")
    paper = keep(file, tmp_path / "clean.rdf").split("\n\n")[0]
    assert paper.endswith("\nArticle-Handle: RePEc:abc:treesq:v:99:y:2009:i:2:p:12-34")


@pytest.mark.parametrize(
    ("usual", "unusual"),
    [
        ("Type: ReDIF-Article", "type:  ReDIF-Article"),
        ("Type: ReDIF-Article", "Type:ReDIF-article"),
        (":v:99:y:2009:i:2:p:12-34", ":y:2009:i:2:p:12-34"),
        ("99\nHandle", "99\nBook-Handle: RePEc:nbr:nberwo:133720\nHandle"),
    ],
)
def test_redif_links_a_paper_however_its_article_is_written(
    tmp_path: Path, usual: str, unusual: str
) -> None:
    file = tmp_path / "list.rdf"
    file.write_text(REDIF.replace(usual, unusual), encoding="utf-8")
    assert keep(file, tmp_path / "clean.rdf").endswith("\nPaper-Handle: RePEc:nbr:nberwo:13372\n")


def test_redif_of_a_later_paper_links_an_article_without_a_volume(tmp_path: Path) -> None:
    file, handle = tmp_path / "list.rdf", "RePEc:abc:treesq:y:2009:i:2:p:12-34"
    text = REDIF.replace("2007-09", "2010-01").replace(":v:99:y", ":y")
    file.write_text(text, encoding="utf-8")
    paper = keep(file, tmp_path / "clean.rdf").split("\n\n")[0]
    assert paper.endswith(f"\nArticle-Handle: {handle}")


@pytest.mark.parametrize(("kind", "field"), [("Article", "Article"), ("Chapter", "Chapter")])
def test_redif_of_a_later_paper_links_what_its_template_says(
    tmp_path: Path, kind: str, field: str
) -> None:
    file, handle = tmp_path / "list.rdf", "RePEc:abc:treesq:2009-12"
    text = REDIF.replace("2007-09", "2010-01").replace("ReDIF-Article", f"ReDIF-{kind}")
    file.write_text(text.replace("RePEc:abc:treesq:v:99:y:2009:i:2:p:12-34", handle))
    paper = keep(file, tmp_path / "clean.rdf").split("\n\n")[0]
    assert paper.endswith(f"\n{field}-Handle: {handle}")


def test_redif_does_not_link_papers_with_each_other(tmp_path: Path) -> None:
    file = tmp_path / "list.rdf"
    file.write_text(REDIF.replace("ReDIF-Article", "ReDIF-Paper"), encoding="utf-8")
    assert "-Handle" not in keep(file, tmp_path / "clean.rdf").removeprefix(REDIF.rstrip("\n"))


def test_bibtex_relates_several(tmp_path: Path) -> None:
    file = tmp_path / "list.bib"
    other = BIBTEX.replace("{w13372,", "{iza,").replace("10.3386/w13372", "10.2139/ssrn.9")
    file.write_text(BIBTEX + other[: other.index("@article")], encoding="utf-8")
    added = keep(file, tmp_path / "clean.bib")
    assert "related = {w13372,iza}" in added or "related = {iza,w13372}" in added
    assert added.count("relatedtype = {version}") == 2


@pytest.mark.parametrize(("suffix", "text"), [("ris", RIS), ("bib", BIBTEX)])
def test_a_list_that_names_them_stays_as_it_is(tmp_path: Path, suffix: str, text: str) -> None:
    file, clean = tmp_path / f"list.{suffix}", tmp_path / f"clean.{suffix}"
    file.write_text(text, encoding="utf-8")
    named = keep(file, clean)
    assert keep(clean, tmp_path / f"again.{suffix}") == named


def test_a_list_of_likely_repeats_names_them_instead(ris: Path) -> None:
    marked = ris.with_name("marked.ris")
    run(ris, "--list", marked)
    text = marked.read_text(encoding="utf-8")
    assert f"N1  - {NOTE}\n" in text
    assert "Likely repeat" not in text


def test_what_is_one_record_with_each_joins_no_versions(tmp_path: Path) -> None:
    """A record without a DOI or place can be the paper or the article; both stay."""
    poor = "TY  - GEN\nID  - poor\nTI  - {}\nAU  - Costa, Dora L.\nPY  - 2009\nER  - \n".format(
        "Trade and tariffs in the long run of small countries"
    )
    file = tmp_path / "list.ris"
    file.write_text(RIS + poor, encoding="utf-8")
    keep(file, clean := tmp_path / "clean.ris")
    ids = [entry.id for entry in read_list(clean, needs=ANY_RECORD).entries]
    assert ids[:2] == ["w13372", "aer"]
