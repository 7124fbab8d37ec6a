"""A list of which one of each record is kept has every work that it had."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

_REPORT = """@techreport{KEY, title={Annual report of the society for the study of trees},
 author={Keen, Michael and Adams, Anna}, institution={Society for the Study of Trees}, year={YEAR}}
"""
_BOOK = """@book{KEY, title={An introduction to the economics of trees}, author={Keen, Michael},
 year={2010}, publisher={Wood}, MORE}
"""
_TRIAL = """TY  - GEN
ID  - KEY
TI  - A study of the safety of copper in adults with an infection
AU  - Wood Company
PY  - YEAR
T2  - ClinicalTrials.gov
MORE
ER  -
"""
_EDITORIAL = """TY  - JOUR
ID  - KEY
TI  - Editorial
PY  - 2012
VL  - 12
SP  - 1
MORE
ER  -
"""


def _filled(template: str, *values: dict[str, str]) -> str:
    """Return a list with an entry for each of some values, whose keys are a, b, c."""
    entries = []
    for key, fields in zip("abcdef", values, strict=False):
        entry = template.replace("KEY", key)
        for name, value in fields.items():
            entry = entry.replace(name, value)
        entries.append(entry)
    return "\n".join(entries)


def _book(*more: str) -> str:
    return _filled(_BOOK, *({"MORE": one} for one in more))


def _trials(*more: str, years: tuple[str, ...] = ("2015", "2016")) -> str:
    fields = ({"MORE": one, "YEAR": year} for one, year in zip(more, years, strict=True))
    return _filled(_TRIAL, *fields)


def _editorials(*more: str) -> str:
    return _filled(_EDITORIAL, *({"MORE": one} for one in more))


_FOREWORD = """TY  - JOUR
ID  - KEY
TI  - Foreword
AU  - Heslop-Harrison, J
PY  - 2012
VL  - 110
SP  - 1
JO  - MORE
ER  -
"""

LISTS = {
    "forewords of two journals": _filled(
        _FOREWORD, {"MORE": "Annals of Botany"}, {"MORE": "Advances in Cancer Research"}
    ),
    "editorials of three journals": _editorials(
        "JO  - Annals of Botany", "JO  - Advances in Cancer Research", "JO  - Trade Quarterly"
    ),
    "editorials of a journal and an unknown one": _editorials("JO  - Annals of Botany", ""),
    "editorials of a journal and its supplement": _editorials(
        "JO  - Annals of Botany\nIS  - 1", "JO  - Annals of Botany\nIS  - Suppl 1"
    ),
    "long titles of two journals without authors": _editorials(
        "JO  - Annals of Botany", "JO  - Trade Quarterly"
    ).replace("Editorial", "Instructions for the authors of this journal"),
    "long titles of unknown journals without authors": _editorials("", "PB  - Wood").replace(
        "Editorial", "Instructions for the authors of this journal"
    ),
    "trials with two numbers": _trials("AN  - NCT0000001", "AN  - NCT0000002"),
    "trials with two numbers and one year": _trials(
        "AN  - NCT0000001", "AN  - NCT0000002", years=("2015", "2015")
    ),
    "trials with two addresses": _trials(
        "UR  - https://clinicaltrials.gov/show/NCT0000001",
        "UR  - https://clinicaltrials.gov/show/NCT0000002",
        years=("2015", "2015"),
    ),
    "records with two numbers in one database": _trials(
        "DB  - EconLit\nAN  - 0123456", "DB  - EconLit\nAN  - 0123457", years=("2015", "2015")
    ),
    "reports with two numbers": _trials(
        "M1  - WP 2015-12", "M1  - WP 2015-13", years=("2015", "2015")
    ),
    "reports with two numbers as ISSN": _trials(
        "SN  - WP/15/12", "SN  - WP/15/13", years=("2015", "2015")
    ),
    "annual reports": _filled(_REPORT, {"YEAR": "2009"}, {"YEAR": "2010"}),
    "annual reports with the same pages": _filled(
        _REPORT.replace("year=", "pages={1--20}, year="), {"YEAR": "2009"}, {"YEAR": "2010"}
    ),
    "reports of one year": _filled(
        _REPORT.replace("year=", "year={2010}, number="), {"YEAR": "TR-2010-12"},
        {"YEAR": "TR-2010-13"},
    ),
    "statutes": _filled(
        _TRIAL.replace("GEN", "STAT").replace("T2  - ClinicalTrials.gov\n", ""),
        {"YEAR": "1988", "MORE": "PB  - Parliament"}, {"YEAR": "1989", "MORE": "PB  - Parliament"},
    ),
    "theses of two schools": (
        "@mastersthesis{a, title={The long run effects of trade on growth}, author={Keen, Michael},"
        " school={University of Bonn}, year={2009}}\n"
        "@phdthesis{b, title={The long run effects of trade on growth}, author={Keen, Michael},"
        " school={University of Kiel}, year={2010}}\n"
    ),
    "theses of one school and year": (
        "@mastersthesis{a, title={The long run effects of trade on growth}, author={Keen, Michael},"
        " school={University of Bonn}, year={2009}}\n"
        "@phdthesis{b, title={The long run effects of trade on growth}, author={Keen, Michael},"
        " school={University of Bonn}, year={2009}}\n"
    ),
    "versions of a data set": _book("version={1.0}", "version={2.0}"),
    "editions in words": _book("edition={Fourth}", "edition={Fifth}"),
    "editions in words and numbers": _book("edition={Fourth}", "edition={5th}"),
    "editions in two forms": _book("edition={2.0}", "edition={3.0}"),
    "chapters": _book("chapter={2}", "chapter={5}"),
    "volumes": _book("volume={3}", "volume={4}"),
    "volumes with letters": _book("volume={45A}", "volume={45B}"),
    "preprints": _book("eprint={1502.01234}", "eprint={1502.01235}"),
    "volumes with an ISBN each": _book("isbn={9780262033848}", "isbn={9780131103627}"),
    "volumes in M1": _trials("M1  - 3", "M1  - 4", years=("2015", "2015")),
    "editions in ET": _trials("ET  - 2.0", "ET  - 3.0", years=("2015", "2015")),
    "papers whose number in PubMed is 0": (
        "id,title,authors,pubmed id\na,The long run effects of trade,Keen,0\n"
        "b,The long run effects of trade,Keen,0\n"
    ),
    "reports of two months": _filled(
        _REPORT.replace("year={YEAR}", "month={YEAR}, year={2010}"),
        {"YEAR": "mar"}, {"YEAR": "may"},
    ),
    "editorials of two seasons": _editorials(
        "JO  - Annals of Botany\nIS  - Spring", "JO  - Annals of Botany\nIS  - Fall"
    ),
    "papers of two handbooks": _editorials(
        "JO  - Handbook of Trade 1", "JO  - Handbook of Trade 12"
    ),
    "versions with one DOI": _book(
        "version={1.0}, doi={10.5281/zenodo.1}", "version={2.0}, doi={10.5281/zenodo.1}"
    ),
    "volumes with one DOI": _book(
        "volume={1}, doi={10.5281/zenodo.1}", "volume={2}, doi={10.5281/zenodo.1}"
    ),
    "records with two numbers of EndNote": (
        "%0 Generic\n%T A study of the safety of copper in adults\n%A Keen, M.\n%D 2015\n"
        "%M NCT0000001\n\n%0 Generic\n%T A study of the safety of copper in adults\n%A Keen, M.\n"
        "%D 2015\n%M NCT0000002\n"
    ),
    "proceedings of two years": _trials(
        "JO  - Proceedings of the Society 2015", "JO  - Proceedings of the Society 2016"
    ),
    "chapters with the DOI of their book": _filled(
        "TY  - CHAP\nID  - KEY\nTI  - Introduction\nAU  - MORE\nPY  - 2010\n"
        "DO  - 10.1007/978-3-319-20794-0\nSP  - YEAR\nER  - \n",
        {"MORE": "Keen, Michael", "YEAR": "1"}, {"MORE": "Adams, Anna", "YEAR": "51"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_each_work_stays_and_is_no_version(name: str, tmp_path: Path) -> None:
    suffix = {"@": "bib", "T": "ris", "i": "csv", "%": "enw"}[LISTS[name][0]]
    file, clean = tmp_path / f"list.{suffix}", tmp_path / f"clean.{suffix}"
    file.write_text(LISTS[name], encoding="utf-8")
    compared = CliRunner().invoke(
        group, ["compare", f"{file}", "--list", f"{clean}", "--keep=first"]
    )
    assert compared.exit_code == 0, compared.output
    assert "of versions" not in compared.stderr
    left = [entry.id for entry in read_list(clean, needs=ANY_RECORD).entries]
    assert left == [entry.id for entry in read_list(file, needs=ANY_RECORD).entries]
