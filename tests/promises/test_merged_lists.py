"""The exports of two databases, merged and read again: each work once, with all that was known."""

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import rispy
from bibtexparser.entrypoint import parse_file
from click.testing import CliRunner

from wildwood.biblio.entry import Entry
from wildwood.cli.program import group
from wildwood.lists.reading import read_list

SUBJECTS = (
    "Exercise training and falls in older adults", "Vitamin D & fractures after 65",
    "Salt reduction lowers blood pressure by 5%", "β-blockers in heart failure",
    "School meals and body mass index", "Statins and mortality in women",
    "Remote monitoring after discharge", "Guidelines for economic evaluations, part 1",
    "Guidelines for economic evaluations, part 2",
)  # fmt: skip
NAMES = (("Müller", "Anna"), ("van der Berg", "Pieter"), ("O'Brien", "Siobhán"))


@dataclass(frozen=True)
class Work:
    """An article, as both databases know it."""

    number: int
    title: str

    @property
    def authors(self) -> list[tuple[str, str]]:
        return [*NAMES[self.number % 3 :], *NAMES[: self.number % 3]][: 1 + self.number % 3]

    @property
    def doi(self) -> str:
        return f"10.1000/{self.number}"

    @property
    def abstract(self) -> str:
        return f"We studied {100 + self.number} people (P < 0.05)."

    @property
    def as_nbib(self) -> str:
        names = "".join(f"FAU - {family}, {given}\n" for family, given in self.authors)
        return (
            f"PMID- {2000 + self.number}\nDP  - 2015 Mar\nTI  - {self.title}.\nVI  - 7\n"
            f"PG  - {100 + self.number}-{20 + self.number}\nLID - {self.doi} [doi]\n"
            f"AB  - {self.abstract}\n{names}PT  - Randomized Controlled Trial\n"
            f"JT  - The Lancet\nIS  - 0140-6736 (Print)\nSO  - Lancet. 2015.\n\n"
        )

    @property
    def as_ris(self) -> str:
        names = "".join(f"A1  - {family}, {given[0]}.\n" for family, given in self.authors)
        return (
            f"TY  - JOUR\nID  - emb{self.number}\nT1  - {self.title}\n{names}Y1  - 2015//\n"
            f"JF  - Lancet\nVL  - 7\nSP  - {100 + self.number}\nKW  - keyword {self.number}\n"
            f"DO  - https://doi.org/{self.doi}\nER  - \n\n"
        )


WORKS = tuple(Work(*numbered) for numbered in enumerate(SUBJECTS))
IN_PUBMED, IN_EMBASE = WORKS[:6], WORKS[3:]
ERRATUM = (
    f"TY  - JOUR\nID  - err\nT1  - Erratum: {WORKS[4].title}\nA1  - van der Berg, P.\n"
    "A1  - O'Brien, S.\nY1  - 2015//\nJF  - Lancet\nVL  - 7\nSP  - 900\nER  - \n\n"
)
PREPRINT = (
    f"TY  - UNPB\nID  - pre\nT1  - {WORKS[2].title}\nA1  - O'Brien, S.\nA1  - Müller, A.\n"
    "A1  - van der Berg, P.\nY1  - 2014//\nT2  - medRxiv\nDO  - 10.1101/2\nER  - \n\n"
)


def run(*arguments: object) -> str:
    result = CliRunner().invoke(group, ["compare", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def exports(tmp_path: Path) -> list[Path]:
    """Write the exports of two databases, with an erratum and a preprint."""
    pubmed, embase = tmp_path / "pubmed.nbib", tmp_path / "embase.ris"
    pubmed.write_text("".join(one.as_nbib for one in IN_PUBMED), encoding="utf-8")
    text = "".join(one.as_ris for one in IN_EMBASE) + ERRATUM + PREPRINT
    embase.write_text(text, encoding="utf-8")
    return [pubmed, embase]


def decide(pairs: Path) -> Path:
    """Decide that the preprint is the article, which stays, and the erratum is another work."""
    with pairs.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    for row in rows:
        if "err" in (row["id"], row["similar_id"]):
            row["decision"] = "different"
        elif "pre" in (row["id"], row["similar_id"]):
            row |= {"decision": "same", "keep": "2" if row["id"] == "pre" else "1"}
    assert {row["decision"] for row in rows} == {"same", "different", ""}
    with pairs.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return pairs


def titles_of_ris(file: Path) -> list[str]:
    read = rispy.loads(file.read_text(encoding="utf-8"))
    return [one.get("title") or one["primary_title"] for one in read]


def titles_of_bibtex(file: Path) -> list[str]:
    library = parse_file(str(file))
    assert not library.failed_blocks
    assert {one.entry_type for one in library.entries} == {"article"}
    return [one["title"] for one in library.entries]


def plain(title: str) -> str:
    return title.strip("{}.").replace("\\", "")


@pytest.mark.parametrize(
    ("suffix", "titles"), [("ris", titles_of_ris), ("bib", titles_of_bibtex)], ids=["RIS", "BibTeX"]
)
def test_have_each_work_once_with_all_that_was_known(
    exports: list[Path], suffix: str, titles: Callable[[Path], list[str]]
) -> None:
    pairs, merged = exports[0].with_name("pairs.csv"), exports[0].with_name(f"merged.{suffix}")
    run("--together", *exports, "--out", pairs)
    decisions = decide(pairs)
    applied = ("--decisions", decisions, "--keep", "richest", "--list", merged)
    run("--together", *exports, *applied)

    expected = sorted([*SUBJECTS, f"Erratum: {WORKS[4].title}"])
    assert sorted(map(plain, titles(merged))) == expected
    read = read_list(merged)
    assert not read.faults
    by_title = {entry.titles[0].text.strip("."): entry for entry in read.entries}
    assert sorted(by_title) == expected
    for work in WORKS:
        check(work, by_title[work.title])

    again = json.loads(run(merged, "--decisions", decisions, "--json"))["pairs"]
    assert {pair["verdict"] for pair in again} <= {"different"}


def test_have_both_of_what_was_decided_to_be_different(exports: list[Path]) -> None:
    """Although the fields say that it is the same record."""
    decisions, merged = exports[0].with_name("decisions.csv"), exports[0].with_name("merged.ris")
    decisions.write_text("id,similar_id,decision\n2005,emb5,different\n", encoding="utf-8")
    run("--together", *exports, "--decisions", decisions, "--keep", "first", "--list", merged)
    titles = [plain(title) for title in titles_of_ris(merged)]
    assert {work.number: titles.count(work.title) for work in IN_EMBASE} == {
        3: 1, 4: 1, 5: 2, 6: 1, 7: 1, 8: 1
    }  # fmt: skip


def check(work: Work, entry: Entry) -> None:
    """Check that an entry has what either database knew."""
    assert work.doi in entry.dois
    assert [author.family for author in entry.authors] == [family for family, _ in work.authors]
    assert entry.date[:4] == "2015"
    assert entry.series.title in ("The Lancet", "Lancet")
    assert entry.series.volume == "7"
    if work in IN_PUBMED:
        assert entry.series.pages == f"{100 + work.number}-{120 + work.number}"
        assert entry.pmid == str(2000 + work.number)
        assert [abstract.text for abstract in entry.abstracts] == [work.abstract]
    if work in IN_EMBASE:
        assert f"keyword {work.number}" in entry.keywords


def provenance(number: int) -> str:
    """Return fields that tell where a record is from, with what a reviewer added."""
    return (
        f"AN  - 100{number}\nDB  - database {number}\nLB  - label {number}\nU1  - own {number}\n"
        f"L1  - file{number}.pdf\nKW  - word {number}\nUR  - https://{number}.example.org/\n"
        f"N1  - note {number}\nER  - \n"
    )


ORIGINS = (
    "ID: k2", "AN  - 1002", "database 2", "label 2", "own 2", "file2.pdf", "word 2",
    "2.example.org", "note 2",
)  # fmt: skip


def test_have_the_origins_of_all_that_a_record_replaces(tmp_path: Path) -> None:
    exports = [tmp_path / f"{number}.ris" for number in (1, 2)]
    for number, export in enumerate(exports, 1):
        record = WORKS[4].as_ris.replace("ID  - emb4", f"ID  - k{number}")
        text = record.replace("ER  - \n", provenance(number))
        export.write_text(text, encoding="utf-8")
    merged = {suffix: tmp_path / f"merged.{suffix}" for suffix in ("ris", "bib")}
    lists = [argument for file in merged.values() for argument in ("--list", file)]
    run("--together", *exports, "--keep", "first", *lists)
    text = merged["ris"].read_text(encoding="utf-8")
    assert [origin for origin in ORIGINS if origin not in text] == []
    (entry,) = read_list(merged["ris"]).entries
    assert entry.id == "k1"
    bibtex = merged["bib"].read_text(encoding="utf-8")
    assert "ids = {k2}" in bibtex
    assert "accession = {1001; 1002}" in bibtex


def of_endnote(number: int) -> str:
    return (
        f"<record><rec-number>{number}</rec-number><contributors><authors><author>Keen, Michael"
        "</author></authors></contributors><titles><title>The long road of foreign trade and wages"
        "</title><secondary-title>Trade Quarterly</secondary-title></titles><dates><year>2010"
        f"</year></dates><label>L{number}</label><urls><pdf-urls><url>internal-pdf://{number}.pdf</url>"
        "</pdf-urls></urls></record>"
    )


def test_have_the_labels_and_files_of_endnote(tmp_path: Path) -> None:
    file, clean, ris = (tmp_path / name for name in ("list.xml", "clean.xml", "again.ris"))
    file.write_text(f"<xml><records>{of_endnote(1)}{of_endnote(2)}</records></xml>")
    run(file, "--keep", "first", "--list", clean)
    (entry,) = read_list(clean).entries
    files = [f"internal-pdf://{number}.pdf" for number in (1, 2)]
    assert entry.extra == (("LB", "L1; L2"), *(("L1", file) for file in files))
    run(clean, "--keep", "first", "--list", ris)
    assert "LB  - L1; L2\n" in ris.read_text(encoding="utf-8")


def test_have_the_sources_and_keys_of_csl(tmp_path: Path) -> None:
    file, clean = tmp_path / "list.json", tmp_path / "clean.json"
    record = {
        "title": "The long road of foreign trade and wages", "author": [{"family": "Keen"}],
        "issued": {"date-parts": [[2010]]}, "container-title": "Trade Quarterly",
    }  # fmt: skip
    file.write_text(json.dumps([{"id": name, "source": name, **record} for name in ("A", "B")]))
    run(file, "--keep", "first", "--list", clean)
    assert json.loads(clean.read_text())[0]["note"] == "B: source B; Key B"


def test_have_the_handles_of_redif(tmp_path: Path) -> None:
    file, clean = tmp_path / "list.rdf", tmp_path / "clean.rdf"
    template = (
        "Template-Type: ReDIF-Article 1.0\nAuthor-Name: Michael Keen\nJournal: Trade Quarterly\n"
        "Title: The long road of foreign trade and wages\nYear: 2010\nHandle: {}\n\n"
    )
    handles = ("RePEc:aaa:journl:1", "RePEc:bbb:journl:1")
    file.write_text("".join(map(template.format, handles)))
    run(file, "--keep", "first", "--list", clean)
    assert f"\nNote: {handles[1]}: Handle {handles[1]}\n" in clean.read_text()


def test_the_decisions_of_two_people_are_joined(exports: list[Path]) -> None:
    files = [exports[0].with_name(f"{name}.csv") for name in "ab"]
    merged = exports[0].with_name("merged.ris")
    for file, number in zip(files, (3, 4), strict=True):
        row = f"200{number},emb{number},different\n"
        file.write_text(f"id,similar_id,decision\n{row}", encoding="utf-8")
    decisions = [argument for file in files for argument in ("--decisions", file)]
    run("--together", *exports, *decisions, "--keep", "first", "--list", merged)
    titles = [plain(title) for title in titles_of_ris(merged)]
    assert [titles.count(WORKS[number].title) for number in (3, 4, 5)] == [2, 2, 1]

    files[1].write_text("id,similar_id,decision\nemb3,2003,same\n", encoding="utf-8")
    arguments = ["compare", "--together", *map(str, [*exports, *decisions])]
    result = CliRunner().invoke(group, arguments)
    assert result.exit_code == 1
    votes = f"2003 and emb3 (different in {files[0]}), emb3 and 2003 (same in {files[1]})"
    assert f"contradict each other, so agree on {votes}" in result.stderr


def test_the_database_of_a_record_stays_in_endnote(tmp_path: Path) -> None:
    record = (
        "<record><rec-number>{}</rec-number><contributors><authors><author>Keen, Jo</author>"
        "</authors></contributors><titles><title>Trade and the Wages of All</title>"
        "<secondary-title>AER</secondary-title></titles><pages>1-9</pages><volume>1</volume>"
        "<dates><year>2010</year></dates>{}</record>"
    )
    database = "<remote-database-name>Scopus</remote-database-name>"
    exported, merged = tmp_path / "a.xml", tmp_path / "b.xml"
    records = record.format(1, "") + record.format(2, database)
    exported.write_text(f"<xml><records>{records}</records></xml>", encoding="utf-8")
    run(exported, "--keep", "first", "--list", merged)
    whole = record.format(1, database)
    assert merged.read_text(encoding="utf-8") == f"<xml><records>{whole}</records></xml>"


def test_the_accession_number_of_a_record_stays_in_noteexpress(tmp_path: Path) -> None:
    record = (
        "{{Reference Type}}: Thesis\n{{Title}}: 贸易与工资关系的实证研究及其影响\n"
        "{{Author}}: 张三\n{{Year}}: 2015\n{}"
    )
    number = "{Accession Number}: 201503001\n{Database Provider}: CNKI\n"
    exported, merged = tmp_path / "a.txt", tmp_path / "b.txt"
    exported.write_text(f"{record.format('')}\n{record.format(number)}", encoding="utf-8")
    run(exported, "--keep", "first", "--list", merged)
    note = "{Notes}: 201503001: cnki 201503001\n{Database Provider}: CNKI\n"
    assert merged.read_text(encoding="utf-8").strip() == record.format(note).strip()


def test_the_key_of_a_source_of_word_stays_since_texts_cite_it(tmp_path: Path) -> None:
    source = (
        "<b:Source><b:Tag>{}</b:Tag><b:Author><b:Author><b:NameList><b:Person><b:Last>Keen</b:Last>"
        "<b:First>Jo</b:First></b:Person></b:NameList></b:Author></b:Author>"
        "<b:Title>Trade and the Wages of All</b:Title><b:JournalName>AER</b:JournalName>"
        "<b:Year>2010</b:Year><b:Volume>1</b:Volume><b:Pages>1-9</b:Pages>{}</b:Source>"
    )
    sources = '<b:Sources xmlns:b="b">{}</b:Sources>'
    exported, merged = tmp_path / "a.xml", tmp_path / "b.xml"
    both = source.format("Kee10", "") + source.format("Kee10b", "")
    exported.write_text(sources.format(both), encoding="utf-8")
    run(exported, "--keep", "first", "--list", merged)
    note = "<b:Comments>Kee10b: Key Kee10b</b:Comments>"
    assert merged.read_text(encoding="utf-8") == sources.format(source.format("Kee10", note))


def test_the_isbn_of_a_book_stays_in_redif(tmp_path: Path) -> None:
    book = (
        "Template-Type: ReDIF-Book 1.0\nTitle: Trade and the Wages of All\nAuthor-Name: Jo Keen\n"
        "Year: 2010\nDOI: 10.1000/abc\nHandle: RePEc:abc:books:{}\n"
    )
    isbn = "ISBN: 9781921536502\n"
    exported, merged = tmp_path / "a.rdf", tmp_path / "b.rdf"
    exported.write_text(f"{book.format(1)}\n{book.format(2)}{isbn}", encoding="utf-8")
    run(exported, "--keep", "first", "--list", merged)
    note = "Note: RePEc:abc:books:2: Handle RePEc:abc:books:2\n"
    written = merged.read_text(encoding="utf-8")
    assert sorted(written.split("\n")) == sorted(f"{book.format(1)}{isbn}{note}\n".split("\n"))
