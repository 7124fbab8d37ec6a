"""The commands of `wildwood screen`, and the marks in ps rifs, with a real database."""

import datetime
import gzip
import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from wildwood.lists import ANY_RECORD, read_list
from wildwood.model import Record

from tests.support.amf import HEAD, TAIL
from tests.support.installation import Installation
from tests.support.oai_archives import (
    Holdings,
    SimulatedArchive,
    Stateless,
    serving_archives,
)
from tests.support.oai_server import Fault, deleted, dublin_core, page, refusal, serving, title
from tests.support.paths import DATA

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
        f'<text id="{date}/{number}"><title>Trade</title><abstract>{abstract}</abstract></text>'
        for number, abstract in enumerate(abstracts)
    )
    path = installation.us / f"{date}.amf.xml"
    path.write_text(HEAD + "".join(texts) + TAIL, encoding="utf-8")


def words(installation: Installation) -> str:
    result = installation.run("screen", "words")
    assert result.exit_code == 0, result.output
    return result.stdout


class TestAnIssue:
    @pytest.mark.parametrize("command", [["screen"], ["screen", "issue"]])
    def test_is_listed_with_a_verdict_for_each_paper(
        self, installation: Installation, command: list[str]
    ) -> None:
        installation.issue(FIRST, ENGLISH, GERMAN, FORMULA)
        out = installation.home / "lists"
        result = installation.run(*command, FIRST, "--out", str(out))
        assert result.exit_code == 0, result.output
        assert result.stderr == "3 records: 2 kept, 1 left out (1 dictionary)\n"
        listed = rows(out / f"{FIRST}.screened.tsv")
        assert [row[:3] for row in listed] == [
            ["en", "en", "dictionary"],
            ["de", "other", "dictionary"],
            ["mc", "unknown", "no words"],
        ]
        assert [row[0] for row in rows(out / f"{FIRST}.left-out.tsv")] == ["de"]

    def test_that_does_not_exist_is_reported_in_one_sentence(
        self, installation: Installation
    ) -> None:
        result = installation.run("screen", FIRST)
        assert (result.exit_code, result.stderr) == (
            1,
            f"Error: There is no rif of {FIRST} in {installation.us}.\n",
        )

    def test_an_unknown_command_is_answered_with_the_nearest_name(
        self, installation: Installation
    ) -> None:
        result = installation.run("screen", "lern")
        assert result.exit_code == 2
        assert "the nearest command is 'learn'" in result.stderr

    def test_real_english_papers_are_kept(self, installation: Installation) -> None:
        rif = DATA / "issues" / "2020-03-09.amf.xml.gz"
        (installation.us / rif.name).write_bytes(rif.read_bytes())
        result = installation.run("-q", "screen", "2020-03-09", "--out", str(installation.home))
        assert result.stderr == ""
        assert len(rows(installation.home / "2020-03-09.screened.tsv")) == 488
        assert len(rows(installation.home / "2020-03-09.left-out.tsv")) <= 4


class TestFiles:
    def test_are_listed_one_by_one(self, installation: Installation) -> None:
        oai, out = installation.home / "page.xml", installation.home / "lists"
        german = dublin_core("b", title("Handel"), "<dc:language>ger</dc:language>")
        oai.write_bytes(page(dublin_core("a", title("Trade")), german, deleted("c")))
        some = installation.home / "some.jsonl.gz"
        some.write_bytes(gzip.compress(json.dumps({"title": "Trade"}).encode()))
        result = installation.run("screen", "files", str(oai), str(some), "--out", str(out))
        assert result.exit_code == 0, result.output
        assert result.stderr == "4 records: 2 kept, 2 left out (1 declared, 1 deleted)\n"
        assert [row[:3] for row in rows(out / "page.left-out.tsv")] == [
            ["b", "other", "declared"],
            ["c", "", "deleted"],
        ]
        assert len(rows(out / "some.screened.tsv")) == 1

    def test_that_are_malformed_are_named_and_the_others_screened(
        self, installation: Installation
    ) -> None:
        malformed, good = installation.home / "malformed.xml", installation.home / "good.xml"
        malformed.write_bytes(page(dublin_core("a", title("Trade")))[:-30])
        good.write_bytes(page(dublin_core("b", title("Trade"))))
        out = installation.home / "lists"
        result = installation.run("screen", "files", str(malformed), str(good), "--out", str(out))
        assert result.exit_code == 1
        assert result.stderr.startswith(f"Error: {malformed} is malformed XML at line ")
        assert [row[0] for row in rows(out / "good.screened.tsv")] == ["b"]

    def test_with_the_same_name_are_refused(self, installation: Installation) -> None:
        result = installation.run("screen", "files", "a/page.xml", "b/page.xml.gz")
        assert result.exit_code == 2
        assert "More than one file is named page; screen them apart." in result.stderr


class TestLearning:
    def test_learns_from_the_rifs_of_the_stored_issues(self, installation: Installation) -> None:
        rif_with_abstracts(installation, FIRST, *COMMON, FILLER + "zorgons")
        assert installation.run(FIRST).exit_code == 0
        result = installation.run("screen", "learn")
        assert result.stderr == (
            "Learned from 1 of 1 issues and files; 1 words are known beyond the dictionary.\n"
        )
        assert words(installation) == "10\tqwertish\n"

    def test_adds_another_issue_and_skips_unchanged_ones(self, installation: Installation) -> None:
        for date in (FIRST, SECOND):
            rif_with_abstracts(installation, date, *COMMON[:5])
            assert installation.run(date).exit_code == 0
            installation.run("screen", "learn")
        assert words(installation) == "10\tqwertish\n"
        result = installation.run("screen", "learn")
        assert result.stderr.startswith("Learned from 0 of 2 ")
        assert installation.run("screen", "learn", "--again").stderr.startswith("Learned from 2 of")
        assert words(installation) == "10\tqwertish\n"

    def test_removes_the_words_of_a_forgotten_issue(self, installation: Installation) -> None:
        rif_with_abstracts(installation, FIRST, *COMMON)
        for command in ([FIRST], ["screen", "learn"], ["forget", FIRST], ["screen", "learn"]):
            assert installation.run(*command).exit_code == 0
        assert words(installation) == ""

    def test_keeps_its_words_after_a_rebuild(self, installation: Installation) -> None:
        rif_with_abstracts(installation, FIRST, *COMMON)
        for command in ([FIRST], ["screen", "learn"], ["rebuild"]):
            assert installation.run(*command).exit_code == 0
        assert words(installation) == "10\tqwertish\n"

    def test_names_files_that_it_cannot_read_and_learns_the_rest(
        self, installation: Installation
    ) -> None:
        for date in (FIRST, SECOND):
            rif_with_abstracts(installation, date, *COMMON)
            assert installation.run(date).exit_code == 0
        (installation.us / f"{FIRST}.amf.xml").unlink()
        result = installation.run("screen", "learn", "/nowhere.jsonl")
        assert result.exit_code == 1
        assert f"Error: There is no rif of {FIRST} in {installation.us}." in result.stderr
        assert "Error: Cannot read /nowhere.jsonl: No such file or directory." in result.stderr
        assert words(installation) == "10\tqwertish\n"

    def test_changes_the_verdict_on_a_text_with_the_word(self, installation: Installation) -> None:
        before = installation.run("screen", "text", "Qwertish trade", "--explain").stdout
        assert "unknown words  qwertish\n" in before
        assert "unknown  0.50 of 2 words\n" in before
        rif_with_abstracts(installation, FIRST, *COMMON)
        for command in ([FIRST], ["screen", "learn"]):
            assert installation.run(*command).exit_code == 0
        after = installation.run("screen", "text", "Qwertish trade", "--explain").stdout
        assert after.startswith("en (detector)\n")
        assert "unknown  0.00 of 2 words\n" in after


class TestAText:
    @staticmethod
    def explained(installation: Installation, text: str) -> str:
        result = installation.run("screen", "text", "--explain", text)
        assert result.exit_code == 0, result.output
        return result.stdout

    @pytest.mark.parametrize("text", ["E = mc^2", "1990-2020", ""])
    def test_without_words_has_no_explanation(self, installation: Installation, text: str) -> None:
        assert self.explained(installation, text) == "unknown (no words)\n"

    def test_is_explained_by_its_words(self, installation: Installation) -> None:
        assert self.explained(installation, "Les rites de passage") == (
            "other (detector)\n"
            "confidence  0.9897\n"
            "declared  no language\n"
            "title  other (detector)\n"
            "  unknown  0.00 of 4 words\n"
            "  unknown words  none\n"
            "  names and other words of no language  none\n"
            "  words of other languages  les de\n"
            "  eldc  fr; English 0.37, highest other 0.86\n"
            "  log-odds of English  -4.56\n"
        )

    def test_can_have_an_abstract_and_a_declaration(self, installation: Installation) -> None:
        result = installation.run(
            "screen", "text", "Handel und Wachstum", "--abstract", FILLER, "--language", "eng"
        )
        assert result.stdout == "en (abstract)\n"
        declared = installation.run("screen", "text", "Trade", "--language", "ger")
        assert declared.stdout == "other (declared)\n"


class TestHarvest:
    PAGES = (
        [dublin_core("a", title("Trade")), deleted("b")],
        [dublin_core("c", title("Außenhandel und Wachstum"))],
    )

    def test_fetches_and_lists(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            result = installation.run("screen", "harvest", server.url, "--out", str(out))
        assert result.exit_code == 0, result.output
        assert result.stderr == "3 records: 1 kept, 2 left out (1 deleted, 1 detector)\n"
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]
        assert [row[0] for row in rows(out / "harvest.left-out.tsv")] == ["b", "c"]

    def test_lists_the_pages_before_an_interruption_and_resumes(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES, t1=[Fault(b"<OAI-PMH")]) as server:
            result = installation.run("screen", "harvest", server.url, "--out", str(out))
            assert result.exit_code == 1
            assert result.stderr.count("\n") == 2
            assert "is malformed XML" in result.stderr
            assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b"]
            again = installation.run("screen", "harvest", server.url, "--out", str(out))
            assert again.exit_code == 0
            assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]
            restarted = installation.run(
                "screen", "harvest", server.url, "--out", str(out), "--all"
            )
            assert restarted.exit_code == 0
        assert server.tokens == ["", "t1", "t1", "", "t1"]

    @pytest.mark.parametrize(
        ("kept", "name"), [("oai", "xml"), ("jsonl", "jsonl"), ("rif", "amf.xml")]
    )
    def test_can_write_the_records_kept(
        self, installation: Installation, kept: str, name: str
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out), "--kept", kept)
            assert installation.run(*command).exit_code == 0
        (entry,) = read_list(out / f"harvest.kept.{name}", needs=ANY_RECORD).entries
        assert entry.id == "a"

    def test_obeys_corrections_in_the_lists(self, installation: Installation) -> None:
        file = installation.home / "corrections.tsv"
        configure(installation, f'corrections = "{file}"')
        file.touch()
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out), "-q")
            assert installation.run(*command).exit_code == 0
            left_out = (out / "harvest.left-out.tsv").read_text(encoding="utf-8")
            (line,) = [line for line in left_out.splitlines() if "\tother\t" in line]
            file.write_text(line.replace("\tother\t", "\ten\t") + "\n", encoding="utf-8")
            server.faults[""] = [Fault(refusal("noRecordsMatch"))]
            assert installation.run(*command).exit_code == 0
        found = {row[0]: row[1:3] for row in rows(out / "harvest.screened.tsv")}
        assert found[line.partition("\t")[0]] == ["en", "corrected"]

    def test_takes_a_set_a_format_and_a_date(self, installation: Installation) -> None:
        configure(installation, "")
        out = str(installation.home / "harvested")
        with serving(self.PAGES) as server:
            options = ("--set", "econ", "--prefix", "oai_openaire", "--from", "2024-01-31")
            result = installation.run("screen", "harvest", server.url, "--out", out, *options)
        assert result.exit_code == 0, result.output
        assert server.queries[0] == {
            "verb": "ListRecords", "set": "econ", "metadataPrefix": "oai_openaire",
            "from": "2024-01-31",
        }  # fmt: skip

    @pytest.mark.parametrize(
        "date", ["yesterday", "2024-1-31", "2024-01-31 09:30", "2024-02-30", "2024-01-31T25:00:00Z"]
    )
    def test_from_no_date_of_oai_pmh_is_a_usage_error(
        self, installation: Installation, date: str
    ) -> None:
        result = installation.run(
            "screen", "harvest", "http://127.0.0.1:9/", "--out", "x", "--from", date
        )
        assert result.exit_code == 2
        assert f"{date!r} is not a date, such as 2024-01-31 or" in result.stderr

    def test_needs_an_address(self, installation: Installation) -> None:
        result = installation.run("screen", "harvest", "--out", "x")
        assert result.exit_code == 2
        assert "Name an address, or a list of archives with --archives." in result.stderr

    def test_fetches_what_is_new_and_lists_each_record_once(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        holdings = Holdings("a", 10)
        archive = SimulatedArchive(holdings, Stateless(holdings))
        out = installation.home / "harvested"
        with serving_archives([archive]):
            for count in (10, 11):
                result = installation.run("screen", "harvest", archive.url, "--out", str(out))
                assert result.exit_code == 0, result.output
                assert len(rows(out / "harvest.screened.tsv")) == count
                holdings.put(10, "first")
                holdings.put(0, "first", deleted=True)
        assert [row[:3] for row in rows(out / "harvest.left-out.tsv")] == [
            ["oai:a:0", "", "deleted"]
        ]

    @pytest.mark.parametrize("form", ["json", "list", "lines"])
    def test_of_the_archives_of_a_list_reports_each(
        self, installation: Installation, form: str
    ) -> None:
        configure(installation, "")
        archives = [SimulatedArchive(one, Stateless(one)) for one in (Holdings(n, 5) for n in "ab")]
        archives[1].fault_rate = 1
        out, file = installation.home / "out", installation.home / "opendoar.json"
        with serving_archives(archives, hosts=2):
            items = [
                {"oai_url": url, "content_languages": [language]}
                for url, language in (
                    (archives[0].url, "en"), (archives[1].url, "en"), ("http://x/", "de"),
                )
            ]  # fmt: skip
            metadata = [{"repository_metadata": item} for item in items]
            file.write_text(json.dumps({"items": metadata}), encoding="utf-8")
            if form == "list":
                lists = str(installation.home)
                installation.run("screen", "archives", str(file), "--out", lists)
                file = installation.home / "opendoar.screened.tsv"
            if form == "lines":
                file = installation.home / "addresses.txt"
                file.write_text("".join(f"{one.url}\n" for one in archives), encoding="utf-8")
            result = installation.run(
                "screen", "harvest", "--archives", str(file), "--out", str(out)
            )
        assert result.exit_code == 1
        assert f"{archives[0].url}: 2 new pages; 5 records: 5 kept, 0 left out\n" in result.stderr
        assert "2 archives, 5 records: 5 kept, 0 left out\n" in result.stderr
        assert archives[1].url in result.stderr.splitlines()[-1]
        report = {row[0]: row[2:] for row in rows(out / "archives.tsv")}
        assert report[archives[0].url] == ["2", "5", "5", "0", ""]
        assert report[archives[1].url][:4] == ["0", "0", "0", "0"]
        assert archives[1].url in report[archives[1].url][4]

    def test_from_the_start_loses_nothing_if_the_server_reports_an_error(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            assert installation.run(*command).exit_code == 0
            server.faults[""] = [Fault(status=404)]
            result = installation.run(*command, "--all")
        assert result.exit_code == 1
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]
        assert len(list(out.glob("page-*.xml"))) == 2

    def test_of_a_server_without_records_reports_none(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES, first=[Fault(refusal("noRecordsMatch"))]) as server:
            result = installation.run("screen", "harvest", server.url, "--out", str(out))
        assert (result.exit_code, result.stderr) == (0, "0 records\n")

    def test_names_a_damaged_page_with_what_to_do_and_lists_the_others(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            assert installation.run(*command).exit_code == 0
            (out / "page-000001.xml").write_bytes(b"<")
            server.faults[""] = [Fault(refusal("noRecordsMatch"))]  # nothing is new
            result = installation.run(*command)
            assert result.exit_code == 1
            assert f"{out / 'page-000001.xml'} begins with '<', " in result.stderr
            assert "Its records are left out; fetch all records with --all.\n" in result.stderr
            assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["c"]
            assert installation.run(*command, "--all").exit_code == 0
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]

    @pytest.mark.parametrize("url", ["nonsense", "ftp://x", "http://[", "", "https://", "//x"])
    def test_of_an_invalid_address_is_a_usage_error(
        self, installation: Installation, url: str
    ) -> None:
        result = installation.run("screen", "harvest", url, "--out", str(installation.home / "x"))
        assert result.exit_code == 2
        assert f"{url!r} is not an address, such as https://example.org/oai." in result.stderr


class TestMarks:
    @staticmethod
    def marks(installation: Installation, date: str) -> dict[str, dict[str, str]]:
        root = ET.parse(installation.ps / f"{date}.amf.xml").getroot()
        return {
            text.attrib["id"]: mark.attrib for text in root for mark in text.iter(f"{AMF}language")
        }

    def test_are_off_by_default(self, installation: Installation) -> None:
        installation.issue(FIRST, ENGLISH, GERMAN)
        assert installation.run(FIRST).exit_code == 0
        assert self.marks(installation, FIRST) == {}

    @pytest.mark.parametrize("command", [[SECOND], ["latest"], ["rebuild"]])
    def test_show_whether_each_paper_with_words_is_in_english(
        self, installation: Installation, command: list[str]
    ) -> None:
        configure(installation, "mark = true")
        installation.issue(FIRST, ENGLISH)
        assert installation.run(FIRST).exit_code == 0
        installation.issue(SECOND, AGAIN, GERMAN, FORMULA)
        assert installation.run(*command).exit_code == 0
        assert self.marks(installation, SECOND) == {
            "again": {"code": "en", "reason": "dictionary", "unknown": "0.00"},
            "de": {"code": "other", "reason": "dictionary", "unknown": "1.00"},
        }

    def test_precede_the_similar_papers_and_change_nothing_else(
        self, installation: Installation
    ) -> None:
        configure(installation, "mark = true")
        installation.issue(FIRST, ENGLISH)
        us = installation.issue(SECOND, AGAIN, FORMULA)
        for date in (FIRST, SECOND):
            assert installation.run(date).exit_code == 0
        added = (
            '<language code="en" reason="dictionary" unknown="0.00"/>'
            '<wildwood><similar id="en" strength="1.0000" type="ext"/></wildwood>'
        )
        ps = (installation.ps / us.name).read_text(encoding="utf-8")
        assert f"{added}</text>" in ps
        assert ps.replace(added, "") == us.read_text(encoding="utf-8")

    def test_in_the_us_rif_are_replaced(self, installation: Installation) -> None:
        configure(installation, "mark = true")
        paper = (
            '<text id="a"><title>Trade</title><language>en</language>'
            '<language code="other" reason="declared" unknown="0.90"/></text>\n'
        )
        (installation.us / f"{FIRST}.amf.xml").write_text(HEAD + paper + TAIL, encoding="utf-8")
        assert installation.run(FIRST).exit_code == 0
        ps = (installation.ps / f"{FIRST}.amf.xml").read_text(encoding="utf-8")
        assert ps.count("<language") == 2
        assert '<language>en</language><language code="en" reason="detector"' in ps

    def test_show_a_declared_language(self, installation: Installation) -> None:
        configure(installation, "mark = true")
        paper = '<text id="a" xml:lang="fr"><title>Commerce</title></text>\n'
        (installation.us / f"{FIRST}.amf.xml").write_text(HEAD + paper + TAIL, encoding="utf-8")
        assert installation.run(FIRST).exit_code == 0
        assert self.marks(installation, FIRST)["a"]["reason"] == "declared"

    def test_are_the_same_after_a_rebuild_with_several_processes(
        self, installation: Installation
    ) -> None:
        configure(installation, "mark = true")
        day = datetime.date(2015, 1, 1)
        for number in range(60):
            installation.issue(str(day + datetime.timedelta(number)), ENGLISH, GERMAN)
        assert installation.run("rebuild", "--workers", "1").exit_code == 0
        with_one_worker = {path.name: path.read_bytes() for path in installation.ps.iterdir()}
        assert installation.run("rebuild", "--workers", "2").exit_code == 0
        assert {
            path.name: path.read_bytes() for path in installation.ps.iterdir()
        } == with_one_worker
        assert len(self.marks(installation, str(day))) == 2


class TestEvaluation:
    def test_prints_the_figures_of_each_language_and_source(
        self, installation: Installation
    ) -> None:
        file = installation.home / "some.jsonl"
        titles = {"The theory of trade": "en", "Handel und Wachstum der Wirtschaft": "de"}
        file.write_text(
            "".join(
                json.dumps({"title": title, "lang": language, "source": f"of {language}"}) + "\n"
                for title, language in titles.items()
            ),
            encoding="utf-8",
        )
        result = installation.run("screen", "evaluate", str(file))
        assert result.exit_code == 0, result.output
        assert "English kept / others kept, %" in result.stdout
        assert " wildwood " in result.stdout
        for group in ("language en", "language de", "source of en", "source of de"):
            assert f" {group} " in result.stdout

    def test_can_write_the_errors(self, installation: Installation) -> None:
        file, errors = installation.home / "some.jsonl", installation.home / "errors.tsv"
        file.write_text('{"title": "The theory of trade", "lang": "de"}\n', encoding="utf-8")
        command = ("screen", "evaluate", str(file), "--errors", str(errors))
        result = installation.run(*command)
        assert (result.exit_code, result.stderr) == (0, f"Wrote 1 error to {errors}.\n")
        assert [row[-1] for row in rows(errors)] == ["The theory of trade"]

    def test_of_a_missing_file_is_reported_in_one_sentence(
        self, installation: Installation
    ) -> None:
        result = installation.run("screen", "evaluate", "/nowhere.jsonl")
        assert (result.exit_code, result.stderr) == (
            1,
            "Error: Cannot read /nowhere.jsonl: No such file or directory.\n",
        )

    @pytest.mark.parametrize(
        ("lines", "sentence"),
        [
            ([], "{file} is empty."),
            (
                [{"title": "Trade", "lang": "German"}, {"title": "Growth"}],
                "{file}: the language of line 2 is unknown (declared: nothing); {hint}",
            ),
            (
                [{"title": "Trade", "lang": "xx"}],
                "{file}: the language of line 1 is unknown (declared: 'xx'); {hint}",
            ),
        ],
        ids=["an empty file", "no language", "an unknown language"],
    )
    def test_requires_the_language_of_every_record(
        self, installation: Installation, lines: list[dict[str, str]], sentence: str
    ) -> None:
        file = installation.home / "some.jsonl"
        file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        result = installation.run("screen", "evaluate", str(file))
        hint = 'declare one for each record, such as "lang": "en".'
        expected = sentence.format(file=file, hint=hint)
        assert (result.exit_code, result.stderr) == (1, f"Error: {expected}\n")


class TestArchives:
    @staticmethod
    def file(installation: Installation, **languages: object) -> Path:
        """Write a file with an archive for each name and its languages."""
        archives = [
            {"name": [{"name": name}], "url": f"https://{name[0]}/", "content_languages": value}
            for name, value in languages.items()
        ]
        items = [{"repository_metadata": archive} for archive in archives]
        path = installation.home / "opendoar.json"
        path.write_text(json.dumps({"items": items}), encoding="utf-8")
        return path

    def test_are_shown_with_their_verdict(self, installation: Installation) -> None:
        file = self.file(installation, A=["en", "de"], B=["de"], C=[])
        result = installation.run("screen", "archives", str(file))
        assert (result.exit_code, result.stdout) == (
            0,
            "in\ten de\tA\thttps://A/\nout\tde\tB\thttps://B/\nout\tnone declared\tC\thttps://C/\n",
        )

    def test_take_one_line_each_even_with_control_characters_in_the_name(
        self, installation: Installation
    ) -> None:
        file = self.file(installation, **{"A\tB\nC\u202e\x1b[2J\ud800": "en"})
        result = installation.run("screen", "archives", str(file))
        assert result.stdout == "in\ten\tA B C��[2J?\thttps://A/\n"

    def test_are_listed_in_files_with_the_reason(self, installation: Installation) -> None:
        file = self.file(installation, A=["en", "de"], B=["de"], C=[])
        out = installation.home / "lists"
        assert installation.run("screen", "archives", str(file), "--out", str(out)).exit_code == 0
        german = ["https://B/", "de", "English not declared", "", "", "", "B"]
        silent = ["https://C/", "", "no language declared", "", "", "", "C"]
        assert rows(out / "opendoar.left-out.tsv") == [german, silent]
        assert rows(out / "opendoar.screened.tsv") == [
            ["https://A/", "en de", "declared", "", "", "", "A"],
            german,
            silent,
        ]


class TestWithoutTheExtra:
    """With the extra's libraries hidden, as in an installation without the extra."""

    HIDDEN = (
        "eldc", "httpx2", "langcodes", "language_data", "oaipmh_scythe", "py3langid",
        "spellchecker", "stopwordsiso",
    )  # fmt: skip

    def run(
        self, installation: Installation, *arguments: str
    ) -> "subprocess.CompletedProcess[str]":
        program = (
            f"import sys; sys.modules.update(dict.fromkeys({self.HIDDEN}));"
            "from wildwood.cli.program import main; main()"
        )
        command = [sys.executable, "-c", program, *arguments, "--config", str(installation.config)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    @pytest.mark.parametrize(
        "arguments", [["screen", FIRST], ["screen", "words"], ["screen", "learn"]]
    )
    def test_a_screen_command_names_the_extra(
        self, installation: Installation, arguments: list[str]
    ) -> None:
        result = self.run(installation, *arguments)
        assert result.returncode == 1
        assert result.stderr.count("\n") == 1
        assert "pip install '.[language]'" in result.stderr

    def test_a_run_that_marks_languages_names_the_extra(self, installation: Installation) -> None:
        configure(installation, "mark = true")
        installation.issue(FIRST, ENGLISH)
        result = self.run(installation, FIRST)
        assert result.returncode == 1
        assert "pip install '.[language]'" in result.stderr
        assert not list(installation.ps.iterdir())

    def test_everything_else_works(self, installation: Installation) -> None:
        installation.issue(FIRST, ENGLISH)
        for arguments in ([FIRST], ["latest"], ["rebuild"], ["status"], ["--help"]):
            assert self.run(installation, *arguments).returncode == 0
