"""The command `wildwood compare`."""

import csv
import gzip
import json
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wildwood.biblio.entry import Record
from wildwood.cli import compare as compare_module
from wildwood.cli.program import group
from wildwood.kernel.model import PairVerdict
from wildwood.kernel.pairs import COLUMNS
from wildwood.kernel.text import write_rows
from wildwood.lists import comparison
from wildwood.lists.reading import read_list

from tests.lists.test_formats import AMF
from tests.support.amf import rif
from tests.support.binary_lists import spreadsheet
from tests.support.browser import Browser
from tests.support.elsewhere import WITHOUT_MONGODB, run_each

WALKING = (
    '{"id": "a", "title": "The Economics of Walking About and Predicting Unemployment",'
    ' "authors": ["David G. Blanchflower", "Alex Bryson"], "date": "2021-08"}\n'
)
WALKING_AGAIN = (
    '{"id": "b", "title": "The Economics of Walking About and Predicting US Downturns",'
    ' "authors": ["Blanchflower, David", "Bryson, A."], "doi": "10.3386/w29372"}\n'
)
COPY = WALKING.replace('"a"', '"d"').replace("2021-08", "2021")
"""The same record with less."""
OTHER = '{"id": "c", "title": "A Monetary History", "authors": ["Anna Schwartz"]}\n'


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """Write a list with two similar papers, and each of them in a list of its own."""
    (tmp_path / "copies.jsonl").write_text(COPY + OTHER + WALKING, encoding="utf-8")
    (tmp_path / "both.jsonl").write_text(WALKING + OTHER + WALKING_AGAIN, encoding="utf-8")
    (tmp_path / "new.jsonl").write_text(WALKING_AGAIN, encoding="utf-8")
    (tmp_path / "old.jsonl").write_text(WALKING + OTHER, encoding="utf-8")
    return tmp_path


def compare(*arguments: object, **options: Any) -> Result:
    return CliRunner().invoke(group, ["compare", *map(str, arguments)], **options)


def compared(*arguments: object) -> dict[str, Any]:
    """Return what a comparison prints as JSON."""
    result = compare(*arguments, "--json")
    assert result.exit_code == 0, result.output
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def handles(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [
        (pair["paper"]["handle"], pair["similar"]["handle"], pair["type"]) for pair in data["pairs"]
    ]


class TestPairs:
    def test_of_one_list_are_internal(self, lists: Path) -> None:
        assert handles(compared(lists / "both.jsonl")) == [("b", "a", "int")]

    def test_of_two_lists_are_external(self, lists: Path) -> None:
        assert handles(compared(lists / "new.jsonl", lists / "old.jsonl")) == [("b", "a", "ext")]

    def test_within_the_new_list_are_found_beside_an_older_one(self, lists: Path) -> None:
        found = handles(compared(lists / "both.jsonl", lists / "old.jsonl"))
        assert sorted(found) == [
            ("a", "a", "ext"), ("b", "a", "ext"), ("b", "a", "int"), ("c", "c", "ext"),
        ]  # fmt: skip

    def test_of_the_older_list_are_not_looked_for(self, lists: Path) -> None:
        (lists / "other.jsonl").write_text(OTHER, encoding="utf-8")
        found = handles(compared(lists / "other.jsonl", lists / "both.jsonl"))
        assert found == [("c", "c", "ext")]

    def test_are_stronger_than_the_limit(self, lists: Path) -> None:
        [pair] = compared(lists / "both.jsonl")["pairs"]
        found = {
            limit: len(compared(lists / "both.jsonl", "--limit", limit)["pairs"])
            for limit in (pair["strength"], pair["strength"] - 1e-6)
        }
        assert list(found.values()) == [0, 1]

    def test_of_two_records_with_one_id_are_told_apart(self, lists: Path) -> None:
        both = lists / "both.jsonl"
        both.write_text(WALKING + WALKING_AGAIN.replace('"b"', '"a"'), encoding="utf-8")
        assert handles(compared(both)) == [("a (2)", "a", "int")]

    def test_that_are_too_many_are_refused(
        self, lists: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(comparison, "MAX_PAIRS", 0)
        result = compare(lists / "both.jsonl")
        assert (result.exit_code, result.stderr) == (
            1,
            "Error: There are more than 0 pairs above 0.6; raise the limit.\n",
        )


class TestRecordsThatLackSomething:
    def test_are_called_by_their_place_without_an_id(self, lists: Path) -> None:
        file = lists / "list.ris"
        record = "TY  - JOUR\nTI  - The Economics of Walking\nAU  - Lee, A.\nAN  - {}\nER  - \n"
        file.write_text(record.format("x1") + record.format("") * 2, encoding="utf-8")
        found = handles(compared(file))
        assert found == [
            ("line 6", "x1", "int"), ("line 11", "x1", "int"), ("line 11", "line 6", "int"),
        ]  # fmt: skip

    def test_are_compared_by_a_long_title_without_authors(self, lists: Path) -> None:
        file = lists / "list.csv"
        title = "A history of the working papers that nobody has signed"
        file.write_text(
            f"id,title,authors\na,{title},\nb,{title.upper()},\nc,{title},Lee\nd,Other,\n",
            encoding="utf-8",
        )
        assert sorted(handles(compared(file))) == [
            ("b", "a", "int"), ("c", "a", "int"), ("c", "b", "int"),
        ]  # fmt: skip

    def test_with_a_short_title_are_one_only_at_the_same_place(self, lists: Path) -> None:
        file = lists / "list.csv"
        rows = (f"{id_},Calendar,Trade,3,{page}\n" for id_, page in (("a", 1), ("b", 9), ("c", 9)))
        file.write_text(f"id,title,journal,volume,pages\n{''.join(rows)}", encoding="utf-8")
        pairs = compared(file)["pairs"]
        [pair] = [pair for pair in pairs if pair["verdict"] == PairVerdict.SAME.value]
        assert (pair["paper"]["handle"], pair["similar"]["handle"]) == ("c", "b")


class TestListsTogether:
    @pytest.fixture
    def sources(self, lists: Path) -> list[Path]:
        files = [lists / f"{name}.jsonl" for name in ("one", "two", "three")]
        for file, text in zip(files, (WALKING + OTHER, COPY + COPY, WALKING_AGAIN), strict=True):
            file.write_text(text, encoding="utf-8")
        return files

    def test_have_the_pairs_of_all(self, sources: list[Path]) -> None:
        data = compared("--together", *sources)
        assert set(handles(data)) == {
            ("b", "a", "int"), ("b", "d", "int"), ("b", "d (2)", "int"),
            ("d (2)", "a", "int"), ("d (2)", "d", "int"), ("d", "a", "int"),
        }  # fmt: skip

    def test_say_what_each_has_alone(self, sources: list[Path]) -> None:
        assert compared("--together", *sources)["sources"] == [
            {"name": "one.jsonl", "papers": 2, "works": 2, "alone": 1},
            {"name": "two.jsonl", "papers": 2, "works": 1, "alone": 0},
            {"name": "three.jsonl", "papers": 1, "works": 1, "alone": 1},
        ]
        lines = compare("--together", *sources).stdout.splitlines()
        assert [line.split() for line in lines[-4:]] == [
            ["list", "papers", "works", "only", "here"],
            ["one.jsonl", "2", "2", "1"],
            ["two.jsonl", "2", "1", "0"],
            ["three.jsonl", "1", "1", "1"],
        ]

    def test_become_one_list_that_prefers_one_of_them(self, sources: list[Path]) -> None:
        out = sources[0].with_name("all.ris")
        compare("--together", *sources, "--out", out, "--keep", "two.jsonl")
        assert [entry.id for entry in read_list(out).entries] == ["c", "d", "b"]

    @pytest.mark.parametrize(
        ("dois", "said"),
        [
            (
                ("10.1234/1", "10.1234/2"),
                ["BibTeX keys that two lists have; rename them in one: a."],
            ),
            (("10.1234/1", "10.1234/1"), []),
        ],
        ids=["other papers", "the same"],
    )
    def test_say_which_keys_of_bibtex_stay_in_both(
        self, lists: Path, dois: Sequence[str], said: Sequence[str]
    ) -> None:
        files = [lists / name for name in ("one.bib", "two.bib")]
        for file, doi in zip(files, dois, strict=True):
            of_both = f"@misc{{a, title = {{Trade}}, author = {{Keen, M.}}, doi = {{{doi}}}}}"
            file.write_text(f"{of_both}\n@misc{{{file.stem}, title = {{Only in {file.stem}}}}}\n")
        result = compare("--together", *files, "--list", lists / "all.bib", "--keep", "first")
        assert [line for line in result.stderr.splitlines() if "BibTeX keys" in line] == said

    def test_are_named_as_equals_and_otherwise_as_new_and_older(self, sources: list[Path]) -> None:
        assert ") and 2 papers of two.jsonl" in compare("--together", *sources[:2]).stderr
        assert ") against 2 papers of two.jsonl" in compare(*sources[:2]).stderr

    def test_name_the_list_of_each_paper(self, sources: list[Path]) -> None:
        out = sources[0].with_name("pairs.csv")
        compare("--together", *sources, "--out", out)
        with out.open(encoding="utf-8", newline="") as file:
            found = {(row["source"], row["similar_source"]) for row in csv.DictReader(file)}
        assert ("two.jsonl", "one.jsonl") in found

    def test_with_one_name_are_told_apart_by_their_folders(self, sources: list[Path]) -> None:
        again = sources[0].parent / "again" / "one.jsonl"
        again.parent.mkdir()
        again.write_text(OTHER, encoding="utf-8")
        counts = compared("--together", sources[0], again)["sources"]
        assert [(count["name"], count["papers"]) for count in counts] == [
            (str(sources[0]), 2),
            (str(again), 1),
        ]
        out = again.with_name("all.ris")
        for keep, title in ((str(again), "A Monetary History"), ("one.jsonl", "")):
            result = compare("--together", sources[0], again, "--list", out, "--keep", keep)
            assert (result.exit_code == 0) is bool(title), result.output
        assert f"--keep one.jsonl is not one of first, last, richest, {sources[0]}" in result.output

    @pytest.mark.parametrize("together", [[], ["--together"]])
    def test_are_each_named_once(self, sources: list[Path], together: list[str]) -> None:
        again = sources[0].parent / "again" / ".." / sources[0].name
        result = compare(*together, sources[0], again)
        assert (result.exit_code, result.stdout) == (1, "")
        assert f"The list {sources[0]} is given twice; name each list once." in result.stderr

    def test_otherwise_all_but_the_first_are_older(self, sources: list[Path]) -> None:
        found = handles(compared(*reversed(sources)))
        assert set(found) == {("b", "a", "ext"), ("b", "d", "ext"), ("b", "d (2)", "ext")}


class TestTheFormula:
    def test_is_by_default_the_one_that_measured_best(self, lists: Path) -> None:
        data = compared(lists / "both.jsonl")
        assert data["formula"] == "tolerant"

    def test_can_be_the_specified_one(self, lists: Path) -> None:
        options = ("--formula", "specified", "--limit", "0.3")
        data = compared(lists / "both.jsonl", *options)
        assert (
            data["pairs"][0]["strength"] != compared(lists / "both.jsonl")["pairs"][0]["strength"]
        )
        assert data["formula"] == "specified"

    def test_of_names_that_are_spelt_in_two_ways_finds_the_paper(self, tmp_path: Path) -> None:
        file = tmp_path / "list.jsonl"
        lines = (
            f'{{"id": "{number}", "title": "On the Academic Interview Circuit",'
            f' "authors": ["{name}"]}}\n'
            for number, name in enumerate(("Çetintemel", "Cetintemel"))
        )
        file.write_text("".join(lines), encoding="utf-8")
        assert len(compared(file)["pairs"]) == 1
        assert compared(file, "--formula", "specified")["pairs"] == []

    def test_an_unknown_formula_is_refused_with_the_known_ones(self, lists: Path) -> None:
        result = compare(lists / "both.jsonl", "--formula", "best")
        assert result.exit_code == 2
        assert "'best' is not one of 'specified', 'dice', 'tolerant'." in result.stderr


class TestTerminal:
    def test_shows_a_table_and_says_how_it_came_about(self, lists: Path) -> None:
        result = compare(lists / "both.jsonl")
        assert result.exit_code == 0
        for words in ("Economics of Walking", "David G. Blanchflower", "int", "or unsure"):
            assert words in result.stdout
        assert result.stderr.startswith(
            "3 papers of both.jsonl (JSON lines, UTF-8): 1 pair above 0.6 (0 ext, 1 int),"
            " formula tolerant, in "
        )

    def test_says_what_it_wrote(self, lists: Path) -> None:
        out = lists / "pairs.csv"
        assert compare(lists / "both.jsonl", "--out", out).stderr.endswith(f" s; wrote {out}\n")

    def test_shows_families(self, lists: Path) -> None:
        result = compare(lists / "both.jsonl", "--families")
        assert "Two papers\n" in result.stdout
        assert "│ 2021-08 │ The Economics of Walking About" in result.stdout

    def test_says_that_there_are_no_pairs(self, lists: Path) -> None:
        result = compare(lists / "new.jsonl", "-q")
        assert (result.exit_code, result.output) == (0, "There are no pairs above 0.6.\n")

    def test_shows_the_strongest_of_very_many_pairs(
        self, lists: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(compare_module, "_MOST_PRINTED", 0)
        result = compare(lists / "both.jsonl")
        assert "and 1 weaker pair; write all into a file with --out." in result.stdout

    def test_reads_standard_input(self, lists: Path) -> None:
        result = compare("-", lists / "old.jsonl", "--json", input=WALKING_AGAIN)
        assert handles(json.loads(result.stdout)) == [("b", "a", "ext")]
        assert "1 paper of standard input (JSON lines, UTF-8) against" in result.stderr


class TestFiles:
    def test_csv_has_a_row_for_each_pair(self, lists: Path) -> None:
        out = lists / "pairs.csv"
        assert compare(lists / "both.jsonl", "--out", out, "-q").output == ""
        with out.open(encoding="utf-8", newline="") as file:
            [row] = csv.DictReader(file)
        assert tuple(row) == COLUMNS
        assert (row["type"], row["family"], row["id"], row["similar_id"]) == ("int", "1", "b", "a")
        assert row["similar_authors"] == "David G. Blanchflower; Alex Bryson"
        assert (row["date"], row["similar_date"]) == ("", "2021-08")
        assert (row["verdict"], row["reasons"]) == ("related or unsure", "")

    def test_json_is_what_the_option_prints(self, lists: Path) -> None:
        out = lists / "pairs.json"
        compare(lists / "both.jsonl", "--out", out)
        data = json.loads(out.read_text(encoding="utf-8"))
        assert data == compared(lists / "both.jsonl")
        assert data["lists"] == [
            {
                "file": str(lists / "both.jsonl"), "format": "JSON lines", "encoding": "UTF-8",
                "papers": 3, "left_out": 0,
            }
        ]  # fmt: skip
        [family] = data["families"]
        assert [paper["handle"] for paper in family["papers"]] == ["b", "a"]

    def test_html_is_the_page(self, lists: Path, browser: Browser) -> None:
        out = lists / "pairs.html"
        compare(lists / "new.jsonl", lists / "old.jsonl", "--out", out)
        page = browser.open(out)
        assert page.texts("h1") == ["Likely repeats in new.jsonl and old.jsonl"]
        assert page.texts(".source") == ["new.jsonl", "old.jsonl"]
        assert page.texts(".links a") == ["doi:10.3386/w29372"]
        assert "formula tolerant" in " ".join(page.texts("header p")).lower()
        assert page.complaints == []

    @pytest.mark.parametrize("suffix", [".ris", ".bib"])
    def test_a_list_has_its_likely_repeats_marked(self, lists: Path, suffix: str) -> None:
        out = lists / f"list{suffix}"
        compare(lists / "both.jsonl", "--out", out)
        assert [entry.id for entry in read_list(out).entries] == ["a", "c", "b"]
        text = out.read_text(encoding="utf-8")
        assert text.count("Likely repeat of ") == 1
        assert "Likely repeat of a (strength 0." in text

    @pytest.mark.parametrize("suffix", [".ris", ".bib"])
    @pytest.mark.parametrize(
        ("keep", "kept"),
        [("first", ["d", "c"]), ("last", ["c", "a"]), ("copies.jsonl", ["d", "c"])],
    )
    def test_or_what_is_the_same_left_out(
        self, lists: Path, suffix: str, keep: str, kept: list[str]
    ) -> None:
        out = lists / f"list{suffix}"
        result = compare(lists / "copies.jsonl", "--out", out, "--keep", keep)
        assert [entry.id for entry in read_list(out).entries] == kept
        assert "1 paper left out as a repeat of another.\n" in result.stderr

    def test_what_only_resembles_stays_for_a_person(self, lists: Path) -> None:
        out = lists / "list.ris"
        result = compare(lists / "both.jsonl", "--out", out, "--keep", "first")
        assert [entry.id for entry in read_list(out).entries] == ["a", "c", "b"]
        assert (
            "1 pair for you to decide; until then, both stay (b and a). --out pairs.html"
            " makes a page for it, --decisions applies the file that it downloads.\n"
            in result.stderr
        )

    def test_several_files_can_be_written(self, lists: Path) -> None:
        outs = [lists / "pairs.csv", lists / "list.ris"]
        result = compare(lists / "both.jsonl", "--out", outs[0], "--list", outs[1])
        assert all(out.exists() for out in outs)
        assert result.stderr.endswith(f"; wrote {outs[0]} and {outs[1]}\n")

    def test_everything_else_in_a_list_of_that_format_stays(self, lists: Path) -> None:
        repeat = (
            "@misc{b,\r\n  title = {Trade and Growth},\r\n  author = {Keen, M.},\r\n"
            "  doi = {10.1000/1}\r\n}\r\n"
        )
        nameless = "% Ours:\r\n@misc{web, title = {Nobody wrote this}}\r\n@misc{broken\r\n"
        file = lists / "mine.bib"
        file.write_bytes((repeat.replace("{b,", "{a,") + nameless + repeat).encode())
        out = lists / "list.bib"
        assert compare(file, "--out", out, "--keep", "first").exit_code == 1
        kept = repeat.replace("{b,", "{a,").replace("/1}", "/1},\r\n  ids = {b}")
        assert out.read_bytes() == (kept + nameless).encode()

    def test_a_list_without_repeats_has_no_pairs(self, lists: Path) -> None:
        out = lists / "list.ris"
        compare(lists / "copies.jsonl", "--out", out, "--keep", "first")
        assert compared(out)["pairs"] == []

    def test_what_the_older_list_has_goes_whatever_is_richer(self, lists: Path) -> None:
        out = lists / "list.bib"
        later = OTHER.replace("Monetary History", "Later Monetary History")
        (lists / "copies.jsonl").write_text(COPY + OTHER + later + WALKING, encoding="utf-8")
        result = compare(
            lists / "copies.jsonl", lists / "old.jsonl", "--out", out, "--keep", "richest"
        )
        assert [entry.id for entry in read_list(out).entries] == ["c"]
        hint = f"Only papers of {lists / 'copies.jsonl'} are in {out}; --together merges all"
        assert hint in result.stderr

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (
                ("--out", "pairs.txt"),
                "--out writes pairs as .csv, .json or .html, not as pairs.txt; --list",
            ),
            (
                ("--list", "list.csv", "--keep", "first"),
                ".jsonl as .jsonl or .ris or .bib, not as list.csv.",
            ),
            (
                ("--list", "list.jsonl"),
                "list.jsonl needs --keep; repeats are marked in .ris and .bib only.",
            ),
            (
                ("new.jsonl", "--together", "--keep", "first", "--list", "list.jsonl"),
                "--list writes several lists as .ris or .bib, not as list.jsonl.",
            ),
            (
                ("--keep", "best", "--out", "list.ris"),
                "--keep best is not one of first, last, richest, both.jsonl.",
            ),
            (("--out", "-", "--list", "-"), "Only one of --out and --list can be standard output."),
            (
                ("--sample", "sample.csv"),
                "--sample needs --keep, and a .csv or .html file, not sample.csv.",
            ),
            (
                ("--keep", "first", "--out", "list.ris", "--sample", "sample.json"),
                "--sample needs --keep, and a .csv or .html file, not sample.json.",
            ),
        ],
    )
    def test_wrong_usage_is_refused(
        self, lists: Path, arguments: Sequence[str], message: str
    ) -> None:
        result = compare(lists / "both.jsonl", *arguments)
        assert result.exit_code == 2
        assert message in result.stderr

    def test_a_refused_suffix_names_each_format_once(self, tmp_path: Path) -> None:
        file = tmp_path / "new.ris"
        file.touch()
        result = compare(file, "--list", "list.csv", "--keep", "first")
        assert f"--list writes {file} as .ris or .bib, not as list.csv." in result.stderr

    def test_one_list_only_can_be_standard_input(self) -> None:
        result = compare("-", "-")
        assert result.exit_code == 2
        assert "Only one of the lists can be standard input." in result.stderr

    def test_that_cannot_be_written_is_named(self, lists: Path) -> None:
        result = compare(lists / "both.jsonl", "--out", lists / "none" / "pairs.csv")
        assert result.exit_code == 1
        assert result.stderr == (
            f"Error: Cannot write {lists / 'none' / 'pairs.csv'}: No such file or directory.\n"
        )


class TestStandardOutput:
    def test_has_the_pairs_as_csv_and_nothing_else(self, lists: Path) -> None:
        result = compare("--together", lists / "both.jsonl", lists / "new.jsonl", "--out", "-")
        compare("--together", lists / "both.jsonl", lists / "new.jsonl", "--out", lists / "a.csv")
        assert result.stdout_bytes == (lists / "a.csv").read_bytes()
        assert "above 0.6" in result.stderr

    def test_has_the_clean_list_in_its_own_format(self, lists: Path) -> None:
        text = (lists / "copies.jsonl").read_text(encoding="utf-8")
        result = compare("-", "--list", "-", "--keep", "first", input=text)
        assert result.stdout == "".join(text.splitlines(keepends=True)[:2])

    def test_leaves_the_trace_of_what_was_removed_to_the_standard_error(self, lists: Path) -> None:
        result = compare(lists / "copies.jsonl", "--list", "-", "--keep", "first")
        assert result.stderr.startswith("a is left out for d: same record: the same title")
        assert not list(lists.glob("*.removed.csv"))

    @pytest.mark.parametrize(
        ("text", "begin"),
        [("TY  - JOUR\nTI  - Trade\nER  - \n", "TY  - "), ("@misc{a, title = {Trade}}\n", "@misc")],
    )
    def test_has_a_marked_list_as_ris_or_bibtex(self, text: str, begin: str) -> None:
        assert compare("-", "--list", "-", input=text).stdout.startswith(begin)


class TestKeepWithoutAList:
    def test_shows_what_would_be_left_out_and_writes_nothing(self, lists: Path) -> None:
        before = sorted(lists.iterdir())
        result = compare(lists / "copies.jsonl", "--keep", "first")
        assert result.stdout.startswith("a is left out for d: same record: the same title")
        assert result.stdout.count("\n") == 1
        assert sorted(lists.iterdir()) == before

    def test_leaves_json_alone(self, lists: Path) -> None:
        assert compared(lists / "copies.jsonl", "--keep", "first")["pairs"]


class TestTheTableOfWhatIsLeftOut:
    def rows(self, file: Path) -> list[dict[str, str]]:
        with file.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    def test_of_a_list_that_is_read_is_not_replaced(self, lists: Path) -> None:
        clean, again = lists / "clean.ris", lists / "clean.bib"
        table = lists / "clean.removed.csv"
        keep = ("--keep", "first", "--list")
        compare(lists / "copies.jsonl", *keep, clean)
        trace = table.read_bytes()
        refused = compare(clean, *keep, again)
        assert refused.exit_code == 1
        assert refused.stderr == (
            f"Error: Cannot write {table}: it says what was left out of {clean}; name another file"
            " for the list.\n"
        )
        assert (table.read_bytes(), again.exists()) == (trace, False)
        assert compare(lists / "both.jsonl", *keep, again).exit_code == 0
        assert table.read_bytes() != trace

    def test_is_replaced_with_its_list(self, lists: Path) -> None:
        files = lists / "copies.jsonl", lists / "copies.bib"
        for keep in ("first", "last"):
            assert compare(files[0], "--keep", keep, "--list", files[1]).exit_code == 0
        assert [row["kept_id"] for row in self.rows(lists / "copies.removed.csv")] == ["a"]

    def test_is_beside_the_list_and_announced(self, lists: Path) -> None:
        out, table = lists / "clean.jsonl", lists / "clean.removed.csv"
        result = compare(lists / "copies.jsonl", "--list", out, "--keep", "first")
        assert result.stderr.endswith(f"; wrote {out} and {table}\n")
        [row] = self.rows(table)
        assert (row["removed_id"], row["removed_list"]) == ("a", "copies.jsonl")
        assert (row["kept_id"], row["kept_list"]) == ("d", "copies.jsonl")
        assert row["kept_title"] == "The Economics of Walking About and Predicting Unemployment"
        assert row["why"].startswith("same record: the same title")
        assert row["record"] == WALKING.strip()

    def test_names_the_list_of_each(self, lists: Path) -> None:
        files = (lists / "copies.jsonl", lists / "old.jsonl")
        compare("--together", *files, "--list", lists / "all.ris", "--keep", "old.jsonl")
        found = {
            (row["removed_id"], row["removed_list"], row["kept_id"], row["kept_list"])
            for row in self.rows(lists / "all.removed.csv")
        }
        of_old = ("a (2)", "old.jsonl")
        assert found == {
            ("d", "copies.jsonl", *of_old),
            ("a", "copies.jsonl", *of_old),
            ("c", "copies.jsonl", "c (2)", "old.jsonl"),
        }

    def test_has_the_record_in_ris_where_its_text_is_not_known(self, lists: Path) -> None:
        file = lists / "list.amf.xml"
        title = "The Economics of Walking About and Predicting Unemployment"
        papers = rif(*(Record(id_, ("Alex Bryson",), (title,)) for id_ in "ab")).decode()
        file.write_text(papers.replace("</text>", "<date>2021</date></text>"), encoding="utf-8")
        compare(file, "--list", lists / "clean.ris", "--keep", "first")
        [row] = self.rows(lists / "clean.removed.csv")
        assert row["record"].startswith("TY  - ")

    def test_is_written_again_by_a_second_run(self, lists: Path) -> None:
        out, table = lists / "clean.ris", lists / "clean.removed.csv"
        for number in range(2):
            result = compare(lists / "copies.jsonl", "--list", out, "--keep", "first")
            assert (result.exit_code, len(self.rows(table))) == (0, 1), number

    def test_is_empty_if_nothing_is_left_out(self, lists: Path) -> None:
        compare(lists / "new.jsonl", "--list", lists / "clean.ris", "--keep", "first")
        assert self.rows(lists / "clean.removed.csv") == []


class TestWhatIsMerged:
    BIBTEX = (
        "@article{{{},\n  title = {{The Economics of Walking About and Predicting Downturns}},\n"
        "  author = {{Bryson, Alex}},\n  year = 2021,\n  doi = {{10.1000/1}},\n{}}}\n"
    )
    RIS = (
        "TY  - JOUR\nTI  - The Economics of Walking About and Predicting Downturns\n"
        "AU  - Bryson, Alex\nPY  - 2021\nDO  - 10.1000/1\n{}ER  - \n"
    )

    def merged(self, folder: Path, suffix: str, *records: str) -> str:
        for number, text in enumerate(records):
            (folder / f"{number}{suffix}").write_text(text, encoding="utf-8")
        files = [folder / f"{number}{suffix}" for number in range(len(records))]
        out = folder / f"all{suffix}"
        result = compare("--together", *files, "--list", out, "--keep", "first")
        assert result.exit_code == 0, result.output
        return out.read_text(encoding="utf-8")

    def test_in_bibtex_is_the_key_so_that_a_citation_of_it_is_found(self, lists: Path) -> None:
        other = self.BIBTEX.format("two", "  ids = {older, oldest},\n")
        written = self.merged(lists, ".bib", self.BIBTEX.format("one", ""), other)
        assert "  ids = {two,older,oldest}\n}" in written

    def test_in_bibtex_are_groups_files_and_other_fields(self, lists: Path) -> None:
        own = "  groups = {mine},\n  keywords = {work},\n  volume = {},\n  owner = {me},\n"
        more = (
            "  groups = {mine, to read},\n  file = {:a\\;b.pdf:PDF},\n  readstatus = {read},\n"
            "  keywords = {jobs},\n  keywords = {walks},\n  volume = {3},\n  owner = {you},\n"
        )
        records = (self.BIBTEX.format("one", own), self.BIBTEX.format("two", more))
        written = self.merged(lists, ".bib", *records)
        assert written == self.BIBTEX.format(
            "one",
            "  groups = {mine, to read},\n  keywords = {work, jobs, walks},\n  volume = {3},\n"
            "  owner = {me},\n  ids = {two},\n  file = {:a\\;b.pdf:PDF},\n"
            "  readstatus = {read}\n",
        )

    def test_in_ris_are_numbers_addresses_databases_labels_and_files(self, lists: Path) -> None:
        own = "AN  - 1\nUR  - https://one.example\nDB  - Medline\nC1  - ours\n"
        more = "AN  - 2\nUR  - https://two.example\nDB  - Embase\nLB  - l\nL1  - two.pdf\n"
        records = (self.RIS.format(own), self.RIS.format(f"{more}C1  - theirs\n"))
        added = "UR  - https://two.example\nAN  - 2\nDB  - Embase\nLB  - l\nL1  - two.pdf\n"
        assert self.merged(lists, ".ris", *records) == self.RIS.format(own + added)

    def test_in_ris_is_a_number_as_a_note_if_it_would_become_the_id(self, lists: Path) -> None:
        written = self.merged(lists, ".ris", self.RIS.format(""), self.RIS.format("AN  - 2\n"))
        assert written == self.RIS.format("N1  - AN: 2\n")

    def test_is_merged_once_if_the_list_that_was_written_is_compared_again(
        self, lists: Path
    ) -> None:
        first = self.BIBTEX.format("one", "  groups = {mine},\n")
        other = self.BIBTEX.format("two", "  groups = {yours},\n  owner = {me},\n")
        written = self.merged(lists, ".bib", first, other)
        assert self.merged(lists, ".bib", written, other) == written


class TestAListInItsOwnFormat:
    def test_loses_only_what_is_the_same_record(self, lists: Path) -> None:
        file, out = lists / "copies.jsonl", lists / "clean.jsonl"
        result = compare(file, "--list", out, "--keep", "first")
        first, other, _ = file.read_bytes().splitlines(keepends=True)
        assert (result.exit_code, out.read_bytes()) == (0, first + other)

    def test_is_also_that_of_standard_input_and_of_a_packed_file(self, lists: Path) -> None:
        out, text = lists / "clean.jsonl", (lists / "copies.jsonl").read_text(encoding="utf-8")
        compare("-", "--list", out, "--keep", "first", input=text)
        clean = out.read_bytes()
        packed = lists / "packed.jsonl.gz"
        packed.write_bytes(gzip.compress(text.encode()))
        assert compare(packed, "--list", out, "--keep", "first").exit_code == 0
        assert out.read_bytes() == clean

    def test_is_csv_for_a_spreadsheet(self, tmp_path: Path) -> None:
        file, out = tmp_path / "list.xlsx", tmp_path / "clean.csv"
        title = "The Economics of Walking About and Predicting Unemployment"
        papers = [(id_, title, "Alex Bryson", "x, y", "2021") for id_ in "ab"]
        file.write_bytes(spreadsheet((("Id", "Title", "Authors", "Mine", "Year"), *papers)))
        compare(file, "--list", out, "--keep", "first")
        row = f'a,{title},Alex Bryson,"x, y",2021\n'
        assert out.read_text(encoding="utf-8") == f"Id,Title,Authors,Mine,Year\n{row}"

    def test_says_if_it_has_no_room_for_what_is_merged(self, lists: Path) -> None:
        papers = [
            {"paperId": id_, "title": json.loads(WALKING)["title"], "year": 2021, "doi": doi,
             "authors": [{"name": "Alex Bryson"}]}
            for id_, doi in (("a", ""), ("b", "10.1000/1"))
        ]  # fmt: skip
        file = lists / "list.json"
        file.write_text(json.dumps({"data": papers}), encoding="utf-8")
        result = compare(file, "--list", lists / "clean.json", "--keep", "first")
        assert "1 paper did not get the fields that only repeats have: JSON" in result.stderr

    def test_is_refused_where_it_cannot_be_written(self, tmp_path: Path) -> None:
        file, out = tmp_path / "list.xml", tmp_path / "clean.xml"
        file.write_text(AMF.replace("ENCODING", "UTF-8"), encoding="utf-8")
        result = compare(file, "--list", out, "--keep", "first")
        assert (result.exit_code, result.stderr) == (
            1, f"Error: {file} is AMF; write it as .ris or .bib.\n",
        )  # fmt: skip


class TestDecisions:
    @pytest.fixture
    def decide(self, lists: Path) -> Callable[[str], Path]:
        """Write the pairs of both papers, and a decision in the last cells."""

        def write(decision: str) -> Path:
            file = lists / "pairs.csv"
            compare(lists / "both.jsonl", "--out", file)
            text = file.read_text(encoding="utf-8")
            file.write_text(f"{text.strip()[:-1]}{decision}\n", encoding="utf-8")
            return file

        return write

    def test_on_different_papers_leave_their_pair_out(
        self, lists: Path, decide: Callable[[str], Path]
    ) -> None:
        decisions = decide("different,")
        assert compared(lists / "both.jsonl", "--decisions", decisions)["pairs"] == []

    def test_on_the_same_papers_are_told(self, lists: Path, decide: Callable[[str], Path]) -> None:
        [pair] = compared(lists / "both.jsonl", "--decisions", decide("same,"))["pairs"]
        assert pair["decision"] == "same"

    def test_are_in_the_file_of_the_pairs_again(
        self, lists: Path, decide: Callable[[str], Path]
    ) -> None:
        decisions = decide("same,2")
        before = decisions.read_text(encoding="utf-8").split()
        compare(lists / "both.jsonl", "--decisions", decisions, "--out", lists / "again.csv")
        assert (lists / "again.csv").read_text(encoding="utf-8").split() == before

    @pytest.mark.parametrize(
        ("decision", "kept"), [("same,1", ["c", "b"]), ("same,2", ["a", "c"]), ("different,", 3)]
    )
    def test_tell_what_stays_of_a_list(
        self, lists: Path, decide: Callable[[str], Path], decision: str, kept: list[str] | int
    ) -> None:
        out = lists / "clean.ris"
        options = ("--decisions", decide(decision), "--out", out, "--keep", "first")
        assert compare(lists / "both.jsonl", *options).exit_code == 0
        left = [entry.id for entry in read_list(out, {}).entries]
        assert (left if isinstance(kept, list) else len(left)) == kept

    def test_that_cannot_be_read_are_refused_before_anything_is_compared(self, lists: Path) -> None:
        result = compare(lists / "nothing.jsonl", "--decisions", lists / "none.csv")
        assert result.exit_code == 1
        assert (
            result.stderr
            == f"Error: Cannot read {lists / 'none.csv'}: No such file or directory.\n"
        )


class TestTheSampleOfWhatIsLeftOut:
    @pytest.fixture
    def run(self, lists: Path) -> Callable[..., Result]:
        """Keep one of each of three records, two of which are there twice."""
        file = lists / "twice.jsonl"
        longer = OTHER.replace("History", "History of the United States, 1867-1960")
        longer = longer.replace("}", ', "date": "1963"}')
        again = longer.replace("1963", "1963-05").replace('"c"', '"e"')
        file.write_text(COPY + longer + WALKING + again + OTHER, encoding="utf-8")
        return lambda *options: compare(
            file, "--list", lists / "clean.jsonl", "--keep", "first", *options
        )

    def decide(self, sample: Path, *decisions: str) -> None:
        rows = list(csv.DictReader(StringIO(sample.read_text(encoding="utf-8"))))
        for row, decision in zip(rows, decisions, strict=True):
            row["decision"] = decision
        sample.write_text(write_rows(COLUMNS, rows), encoding="utf-8", newline="")

    def test_tells_what_is_lost_once_it_is_decided(
        self, lists: Path, run: Callable[..., Result]
    ) -> None:
        sample = lists / "sample.csv"
        result = run("--sample", sample)
        assert "decide on 2 of the 2 pairs that --sample writes.\n" in result.stderr
        assert f"and {sample}\n" in result.stderr
        self.decide(sample, "same", "")
        assert "decide on 1 of the 2 pairs" in run("--decisions", sample).stderr
        self.decide(sample, "same", "same")
        assert (
            "Works lost by leaving out 2 papers: none; of the 2 pairs of the sample, 2 are the"
            " same.\n" in run("--decisions", sample).stderr
        )

    def test_brings_back_a_record_that_is_different(
        self, lists: Path, run: Callable[..., Result]
    ) -> None:
        sample = lists / "sample.csv"
        run("--sample", sample)
        self.decide(sample, "different", "same")
        result = run("--decisions", sample)
        assert "Works lost by leaving out 1 paper: none; of the 2 pairs" in result.stderr
        assert len(read_list(lists / "clean.jsonl").entries) == 4

    def test_keeps_what_is_decided_if_it_is_written_again(
        self, lists: Path, run: Callable[..., Result]
    ) -> None:
        sample, again = lists / "sample.csv", lists / "again.csv"
        run("--sample", sample)
        self.decide(sample, "different", "same")
        run("--sample", again, "--decisions", sample)
        assert again.read_bytes().split() == sample.read_bytes().split()
        assert "it has 2 decisions that would be lost" in run("--sample", sample).stderr
        assert "it is read, too" in run("--sample", sample, "--decisions", sample).stderr

    def test_is_a_page_on_which_all_is_open(
        self, lists: Path, run: Callable[..., Result], browser: Browser
    ) -> None:
        run("--sample", lists / "sample.html")
        page = browser.open(lists / "sample.html")
        drawn = "Drawn at random: 2 of 2 pairs for which a paper is left out."
        assert drawn in page.texts("header p")
        assert page.texts(".sure") == page.texts(".verdict") == []
        page.press("n", "s", "n", "s")
        (folder := lists / "downloads").mkdir()
        result = run("--decisions", page.download("#download", folder))
        assert "Works lost by leaving out 2 papers: none" in result.stderr

    def test_is_not_asked_for_if_nothing_is_left_out(self, lists: Path) -> None:
        options = ("--list", lists / "clean.jsonl", "--keep", "first")
        result = compare(lists / "old.jsonl", *options, "--sample", lists / "sample.csv")
        assert result.exit_code == 0
        assert "Works" not in result.stderr
        assert (lists / "sample.csv").read_text(encoding="utf-8").count("\n") == 1


class TestAnEmptyList:
    @pytest.fixture
    def empty(self, lists: Path) -> Path:
        file = lists / "empty.ris"
        file.touch()
        return file

    def test_has_no_papers(self, empty: Path) -> None:
        result = compare(empty)
        assert (result.exit_code, result.stdout) == (0, "There are no pairs above 0.6.\n")
        assert result.stderr.startswith("0 papers of empty.ris (empty): 0 pairs above 0.6")

    @pytest.mark.parametrize("together", [[], ["--together"]])
    @pytest.mark.parametrize("is_first", [True, False])
    def test_is_compared_with_another(
        self, lists: Path, empty: Path, together: list[str], *, is_first: bool
    ) -> None:
        files = [empty, lists / "copies.jsonl"]
        result = compare(*together, *(files if is_first else files[::-1]))
        assert result.exit_code == 0
        assert "0 papers of empty.ris (empty)" in result.stderr

    @pytest.mark.parametrize("suffix", [".ris", ".bib"])
    def test_is_written_again_as_one(self, lists: Path, empty: Path, suffix: str) -> None:
        out, alone = lists / f"clean{suffix}", lists / f"alone{suffix}"
        assert compare(empty, "--list", out, "--keep", "first").exit_code == 0
        assert out.read_bytes() == b""
        copies = lists / "copies.jsonl"
        compare("--together", empty, copies, "--list", out, "--keep", "first")
        compare(copies, "--list", alone, "--keep", "first")
        assert out.read_bytes() == alone.read_bytes()


class TestBadInput:
    def test_a_record_that_lacks_something_is_named_after_the_rest_is_done(
        self, lists: Path
    ) -> None:
        file = lists / "both.jsonl"
        with file.open("a", encoding="utf-8") as stream:
            stream.write('{"id": "d", "authors": ["Lee"]}\n')
        result = compare(file, "--json")
        assert result.exit_code == 1
        assert len(json.loads(result.stdout)["pairs"]) == 1
        assert f"Error: {file}, line 4: d has no title; it is not compared.\n" in result.stderr

    def test_a_file_of_no_known_format_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "list.txt"
        file.write_text("Dear reader\n", encoding="utf-8")
        result = compare(file)
        assert result.exit_code == 1
        assert "begins with 'Dear reader', an unknown format" in result.stderr

    def test_unusual_columns_can_be_named(self, tmp_path: Path) -> None:
        file = tmp_path / "list.csv"
        file.write_text("Nr,Was,Wer\n1,Trade and Growth,Ann Lee\n2,Trade and Growth,Ann Lee\n")
        assert compare(file).exit_code == 1
        columns = "id=Nr,title=Was,authors=Wer"
        assert len(compared(file, "--columns", columns)["pairs"]) == 1


def test_it_runs_where_there_is_no_mongodb_and_no_posix(lists: Path) -> None:
    outs = [str(lists / name) for name in ("pairs.html", "pairs.csv", "list.ris")]
    compare_them = ["compare", str(lists / "both.jsonl"), str(lists / "old.jsonl"), "-q", "--out"]
    assert run_each(WITHOUT_MONGODB, [[*compare_them, out] for out in outs]) == [(0, "", "")] * 3
    assert all(Path(out).exists() for out in outs)


class TestRecordsThatAreTheSameToTheLetter:
    RECORD = "TY  - JOUR\nTI  - Editorial\nER  -\n"

    def test_are_one_whatever_they_lack(self, tmp_path: Path) -> None:
        file = tmp_path / "list.ris"
        file.write_text(2 * self.RECORD + self.RECORD.replace("ER", "N1  - 2\nER"))
        pairs = compared(file)["pairs"]
        same = [pair["reasons"] for pair in pairs if pair["verdict"] == PairVerdict.SAME.value]
        assert same == [["the same text"]]

    def test_are_one_in_xml(self, tmp_path: Path) -> None:
        file = tmp_path / "list.xml"
        record = "<record><titles><title>Editorial</title></titles></record>"
        file.write_text(f"<xml><records>{2 * record}</records></xml>")
        [pair] = compared(file)["pairs"]
        assert pair["reasons"] == ["the same text"]

    def test_are_one_in_two_lists(self, tmp_path: Path) -> None:
        files = [tmp_path / name for name in ("a.ris", "b.ris")]
        for file in files:
            file.write_text(self.RECORD)
        clean = tmp_path / "clean.ris"
        result = compare("--together", *files, "--list", clean, "--keep", "first")
        assert "1 paper left out" in result.stderr
        assert clean.read_text().count("TI  - Editorial") == 1


class TestAFieldThatStandsAgainstMany:
    def test_is_named(self, tmp_path: Path) -> None:
        file = tmp_path / "list.csv"
        rows = (f"{number},The long run effects of trade on growth,{number}" for number in (1, 2))
        file.write_text("\n".join(["id,title,issue", *rows]))
        said = "Against the same record most often: issues (1 of 1 other pair)."
        assert said in compare(file).stderr
