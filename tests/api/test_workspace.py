"""A folder with lists that are compared, and what the page of it sends and gets."""

import csv
import re
from pathlib import Path

import pytest

from wildwood.api.workspace import Workspace
from wildwood.kernel.errors import InputError
from wildwood.kernel.pairs import COLUMNS
from wildwood.lists.reading import read_list

HEADER = "id,similar_id,decision\n"
TITLES = (
    "Essays on the Trade of Nations in the Long Run",
    "Wages and the Unions of Miners after the Great War",
)


def ris(*records: str, **fields: str) -> bytes:
    """Write records, each `id|title|year`, as RIS."""
    extra = "".join(f"{tag}  - {value}\n" for tag, value in fields.items())
    texts = []
    for record in records:
        name, title, year = record.split("|")
        texts.append(
            f"TY  - JOUR\nID  - {name}\nTI  - {title}\nAU  - Ng, Bo\nPY  - {year}\n"
            f"T2  - Journal of Trade\n{extra}ER  - \n\n"
        )
    return "".join(texts).encode()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "work")


def add(workspace: Workspace, **lists: bytes) -> Workspace:
    for name, content in lists.items():
        workspace.post("lists", {"name": f"{name}.ris"}, content)
    return workspace


@pytest.fixture
def two(workspace: Workspace) -> Workspace:
    """Add two lists: a repeat in both, and an unsure pair of two years."""
    return add(
        workspace,
        pubmed=ris(f"a|{TITLES[0]}|2015", f"b|{TITLES[1]}|2015", AB="What trade is."),
        embase=ris(f"c|{TITLES[0]}|2015", f"d|{TITLES[1]}|2011"),
    )


def download(workspace: Workspace, file: str, keep: str = "richest") -> str:
    answer = workspace.get(f"download/{file}", {"keep": keep})
    assert answer is not None
    return answer.content.decode()


def ids(workspace: Workspace, file: Path, keep: str = "richest") -> list[str]:
    """Return the ids of the clean list."""
    file.write_text(download(workspace, file.name, keep), encoding="utf-8")
    return [entry.id for entry in read_list(file).entries]


def numbers(workspace: Workspace) -> dict[tuple[str, str], int]:
    rows = csv.DictReader(download(workspace, "prisma.csv").splitlines())
    return {(row["records"], row["list"]): int(row["number"]) for row in rows}


def decide(workspace: Workspace, *rows: str) -> None:
    workspace.post("decisions", {}, f"{HEADER}{''.join(rows)}".encode())


class TestLists:
    def test_are_compared_with_each_other(self, two: Workspace) -> None:
        text = two.page().decode()
        assert "pubmed.ris" in text
        assert "1 pair for you to decide" in text

    def test_are_there_at_the_next_visit(self, two: Workspace) -> None:
        decide(two, "d,b,same\n")
        again = Workspace(two.folder)
        assert again.page() == two.page()
        assert "0 pairs for you to decide" in again.page().decode()

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"<html><p>Sign in", "new.ris is a web page"),
            (b"TY  - JOUR\nID  - a\nER  - \n", "new.ris has no record with a title"),
            (b"", "new.ris has no record with a title"),
            (b"\x00\x01\x02", "new.ris"),
        ],
    )
    def test_that_cannot_be_read_are_refused(
        self, two: Workspace, content: bytes, message: str
    ) -> None:
        before = two.page()
        with pytest.raises(InputError, match=f"^{message}"):
            add(two, new=content)
        assert two.page() == before

    def test_that_are_there_already_are_refused(self, two: Workspace) -> None:
        with pytest.raises(InputError, match=r"^again\.ris is there already, as embase\.ris\.$"):
            add(two, again=(two.folder / "lists" / "embase.ris").read_bytes())

    def test_of_one_name_are_both_kept(self, two: Workspace) -> None:
        add(two, embase=ris("e|Another|2015"))
        assert [file.name for file in two.files] == ["embase (2).ris", "embase.ris", "pubmed.ris"]

    @pytest.mark.parametrize("name", ["../../x.ris", "..\\x.ris", "/etc/x.ris", ".x.ris"])
    def test_stay_in_the_folder(self, workspace: Workspace, name: str) -> None:
        workspace.post("lists", {"name": name}, ris("a|Trade|2015"))
        assert [file.name for file in workspace.files] == ["x.ris"]

    def test_of_a_long_name_are_stored_with_its_end(self, workspace: Workspace) -> None:
        workspace.post("lists", {"name": f"{'ä' * 300}.ris"}, ris("a|Trade|2015"))
        [file] = workspace.files
        assert file.name.endswith("ä.ris")

    def test_are_taken_out_without_being_lost(self, two: Workspace) -> None:
        two.post("remove", {"name": "embase.ris"}, b"")
        assert [file.name for file in two.files] == ["pubmed.ris"]
        assert (two.folder / "removed" / "embase.ris").exists()
        add(two, embase=ris("e|Another|2015"))
        two.post("remove", {"name": "embase.ris"}, b"")
        assert len([*(two.folder / "removed").iterdir()]) == 2
        with pytest.raises(InputError, match="There is no list"):
            two.post("remove", {"name": "../decisions.csv"}, b"")

    def test_that_someone_damaged_are_named(self, two: Workspace) -> None:
        (two.folder / "lists" / "embase.ris").write_bytes(b"<html>")
        text = Workspace(two.folder).page().decode()
        assert "embase.ris is a web page" in text
        assert "pubmed.ris" in text

    def test_can_be_none(self, workspace: Workspace) -> None:
        assert "Decide" not in workspace.page().decode()
        assert workspace.get("download/clean.ris", {}) is None


class TestDownloads:
    def test_have_one_of_each_record(self, two: Workspace, tmp_path: Path) -> None:
        assert ids(two, tmp_path / "clean.ris") == ["d", "a", "b"]
        assert ids(two, tmp_path / "clean.bib", "embase.ris") == ["c", "d", "b"]

    def test_have_what_was_decided(self, two: Workspace, tmp_path: Path) -> None:
        decide(two, "b,d,same\n")
        assert ids(two, tmp_path / "clean.ris") == ["a", "b"]

    def test_are_in_the_format_of_the_lists(self, workspace: Workspace, tmp_path: Path) -> None:
        nbib = "PMID- {0}\nTI  - Trade of Nations in the Long Run\nFAU - Ng, Bo\nDP  - 2015\n\n"
        for name in "12":
            workspace.post("lists", {"name": f"{name}.nbib"}, nbib.format(name).encode())
        assert ids(workspace, tmp_path / "clean.nbib") == ["1", "2"]
        workspace.post("lists", {"name": "3.ris"}, ris("a|Trade|2015"))
        assert workspace.get("download/clean.nbib", {}) is None

    def test_name_what_was_removed_for_what(self, two: Workspace) -> None:
        [row] = csv.DictReader(download(two, "removed.csv").splitlines())
        assert (row["removed_id"], row["removed_list"]) == ("c", "embase.ris")
        assert (row["kept_id"], row["kept_list"]) == ("a", "pubmed.ris")

    def test_have_the_numbers_of_a_prisma_diagram(self, two: Workspace) -> None:
        add(two, other=ris("e|Another|2015") + b"TY  - JOUR\nID  - f\nER  - \n")
        found = numbers(two)
        assert found["identified", ""] == 6
        assert found["identified", "other.ris"] == 2
        assert found["not compared", "other.ris"] == 1
        assert found["duplicates removed", ""] == found["duplicates removed", "embase.ris"] == 1
        assert found["left", ""] == 5
        assert found["pairs still to decide", ""] == 1

    def test_count_the_versions_that_stay(self, two: Workspace, tmp_path: Path) -> None:
        decide(two, "b,d,version\n")
        found = numbers(two)
        assert found["of these, further versions of a work", ""] == 1
        assert found["pairs still to decide", ""] == 0
        assert ids(two, tmp_path / "clean.ris") == ["d", "a", "b"]

    def test_that_are_unknown_are_not_there(self, two: Workspace) -> None:
        assert two.get("download/clean.exe", {}) is None
        assert two.get("download/../decisions.csv", {}) is None


class TestValuesThatWereChosen:
    @pytest.fixture
    def three(self, workspace: Workspace) -> Workspace:
        """Add three lists with one paper; decide which values of it are kept."""
        for name, pages in (("a", "1-9"), ("b", "1-19"), ("c", "1-29")):
            content = ris(f"{name}|{TITLES[0]}|2015", VL="3", SP=pages, N2="Summary.")
            workspace.post("lists", {"name": f"{name}.ris"}, content.replace(b"\n", b"\r\n"))
        rows = ("b,a,same,pages 1; title 2\n", "c,a,same,date 2\n")
        text = f"id,similar_id,decision,keep\n{''.join(rows)}"
        workspace.post("decisions", {}, text.encode())
        return workspace

    @pytest.mark.parametrize("suffix", [".ris", ".bib"])
    @pytest.mark.parametrize(("keep", "pages"), [("a.ris", "1-19"), ("b.ris", "1-19")])
    def test_are_in_the_clean_list(
        self, three: Workspace, tmp_path: Path, suffix: str, keep: str, pages: str
    ) -> None:
        [left] = ids(three, tmp_path / f"clean{suffix}", keep)
        assert left == keep[0]
        [entry] = read_list(tmp_path / f"clean{suffix}").entries
        assert (entry.series.pages, entry.title, entry.date) == (pages, TITLES[0], "2015")
        assert entry.abstracts[0].text == "Summary."

    def test_leave_a_note_with_the_value_that_was_there(self, three: Workspace) -> None:
        assert "N1  - a: pages 1-9\r\n" in download(three, "clean.ris", "a.ris")

    def test_are_there_at_the_next_visit_and_downloaded(self, three: Workspace) -> None:
        assert "pages 1; title 2" in download(Workspace(three.folder), "decisions.csv")
        shown = Workspace(three.folder).get("pairs", {})
        assert shown is not None
        assert "pages 1; title 2" in shown.content.decode()

    def test_leave_the_rest_as_it_is(self, three: Workspace) -> None:
        other = ris(f"x|{TITLES[1]}|2001").replace(b"T2  - ", b"JF  - ")
        three.post("lists", {"name": "x.ris"}, other)
        assert other.decode().strip() in download(three, "clean.ris", "a.ris").replace("\r", "")

    def test_need_a_format_that_is_written_anew(self, workspace: Workspace) -> None:
        nbib = "PMID- {0}\nTI  - Trade of Nations in the Long Run\nFAU - Ng, Bo\nPG  - {0}-9\n\n"
        for name in "12":
            workspace.post("lists", {"name": f"{name}.nbib"}, nbib.format(name).encode())
        text = "id,similar_id,decision,keep\n2,1,same,pages 1\n"
        workspace.post("decisions", {}, text.encode())
        assert b"clean.nbib" not in workspace.page()
        assert workspace.get("download/clean.nbib", {}) is None
        assert "SP  - 2" in download(workspace, "clean.ris", "first")


class TestAbstracts:
    def test_are_those_of_the_record(self, two: Workspace) -> None:
        page = two.get("pairs", {})
        assert page is not None
        keys = re.findall('data-paper="([0-9]+)"', page.content.decode())
        answers = [two.get("abstract", {"of": key}) for key in keys]
        assert [answer and answer.content for answer in answers] == [b"What trade is."] * 2

    @pytest.mark.parametrize("key", ["", "99", "-1", "x"])
    def test_of_others_are_not_there(self, two: Workspace, key: str) -> None:
        assert two.get("abstract", {"of": key}) is None


class TestJoining:
    def test_takes_over_what_nobody_contradicts(self, two: Workspace) -> None:
        decide(two, "c,a,same\n")
        said = two.post("join", {"name": "anna.csv"}, f"{HEADER}b,d,different\n".encode())
        assert said == (
            "1 decision of anna.csv joined with yours; 0 pairs with contradictions to decide."
        )
        decided = download(two, "decisions.csv")
        rows = csv.DictReader(decided.splitlines())
        assert [(row["id"], row["decision"]) for row in rows] == [("c", "same"), ("b", "different")]

    def test_is_also_done_with_decisions_among_the_lists(self, two: Workspace) -> None:
        said = two.post("lists", {"name": "anna.csv"}, f"{HEADER}b,d,different\n".encode())
        assert said is not None
        assert said.startswith("1 decision of anna.csv joined")
        assert [file.name for file in two.files] == ["embase.ris", "pubmed.ris"]

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
    @pytest.mark.parametrize("way", ["lists", "join"])
    def test_reads_decisions_in_the_encodings_of_excel(
        self, workspace: Workspace, encoding: str, way: str
    ) -> None:
        record = f"a|{TITLES[0]} à l’été|2015"
        add(workspace, first=ris(record), second=ris(record.replace("a|", "b|").replace("5", "1")))
        shown = HEADER.replace("id", "id,title").replace("similar_id,title", "similar_id")
        rows = f"{shown}a,{TITLES[0]} à l’été,b,same\n"
        said = workspace.post(way, {"name": "anna.csv"}, rows.encode(encoding))
        assert said is not None
        assert said.startswith("1 decision of anna.csv joined with yours;")
        assert "0 pairs for you to decide" in workspace.page().decode()
        assert "à l’été" in download(workspace, "decisions.csv")

    def test_says_how_many_decisions_are_on_other_pairs(self, two: Workspace) -> None:
        rows = f"{HEADER}b,d,different\nx,y,same\n"
        said = two.post("join", {"name": "anna.csv"}, rows.encode())
        assert said == (
            "2 decisions of anna.csv joined with yours, 1 on other pairs;"
            " 0 pairs with contradictions to decide."
        )

    def test_keeps_earlier_contradictions(self, two: Workspace) -> None:
        decide(two, "b,d,same\n")
        for name, row in (("anna.csv", "b,d,different"), ("bo.csv", "a,c,same")):
            two.post("join", {"name": name}, f"{HEADER}{row}\n".encode())
        shown = two.get("pairs", {})
        assert shown is not None
        assert "you: same; anna.csv: different" in shown.content.decode()

    def test_asks_about_contradictions(self, two: Workspace, tmp_path: Path) -> None:
        decide(two, "b,d,same\n")
        two.post("join", {"name": "anna.csv"}, f"{HEADER}d,b,different\n".encode())
        assert "1 pair for you to decide" in two.page().decode()
        shown = two.get("pairs", {})
        assert shown is not None
        assert "you: same; anna.csv: different" in shown.content.decode()
        assert ids(two, tmp_path / "clean.ris") == ["d", "a", "b"]
        decide(two, "b,d,same\n")
        assert ids(two, tmp_path / "clean.ris") == ["a", "b"]

    def test_refuses_what_has_no_decisions(self, two: Workspace) -> None:
        decide(two, "b,d,same\n")
        with pytest.raises(InputError, match=r"anna\.csv: line 1 lacks"):
            two.post("join", {"name": "anna.csv"}, b"hello")
        assert "same" in download(two, "decisions.csv")


def test_the_decisions_have_the_columns_of_pairs(two: Workspace) -> None:
    assert download(two, "decisions.csv").splitlines() == [",".join(COLUMNS)]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="Cannot make"):
        Workspace(tmp_path / "file")
