"""Compare papers from Python as `wildwood compare` does."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from lxml import html

import wildwood
from wildwood.cli.program import group
from wildwood.kernel.errors import InputError
from wildwood.kernel.pairs import COLUMNS
from wildwood.kernel.relation import Decision
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import write_rows

if TYPE_CHECKING:
    from wildwood.api.given import Papers

COSTA = {
    "id": "a",
    "title": "Trade and Tariffs in the Long Run",
    "authors": "Dora L. Costa",
    "year": 2015,
}
AGAIN = {"id": "b", "title": "Trade and tariffs in the long run", "authors": "Costa, Dora"}
OTHER = {"id": "c", "title": "Labour Supply of Married Women", "authors": "Claudia Goldin"}


def handles(found: wildwood.Pairs) -> list[tuple[str, str]]:
    return [(pair.left.record.handle, pair.right.record.handle) for pair in found]


class TestStrength:
    def test_it_is_that_of_the_explanation(self) -> None:
        for formula in Formula:
            found = wildwood.explain(COSTA, AGAIN, formula=formula.value)
            assert wildwood.strength(COSTA, AGAIN, formula=formula.value) == found.strength

    def test_the_order_of_the_papers_does_not_matter(self) -> None:
        assert wildwood.strength(COSTA, AGAIN) == wildwood.strength(AGAIN, COSTA)

    def test_papers_with_nothing_in_common_have_none(self) -> None:
        assert wildwood.strength(COSTA, {"title": "Labour", "authors": "Claudia Goldin"}) < 0.2

    def test_a_paper_can_have_no_authors(self) -> None:
        nameless = {"title": COSTA["title"]}
        found = wildwood.strength(COSTA, nameless)
        assert 0 < found < 1
        assert wildwood.strength(COSTA, {**nameless, "author_id": 7, "rank": 1}) == found

    @pytest.mark.parametrize(
        ("paper", "message"),
        [
            ({}, "The right paper has no title; its fields are not named. Give a dictionary with"),
            ({"authors": "Dora L. Costa"}, "The right paper has no title; its fields are authors."),
            ({**OTHER, "title": None}, "The right paper has no title; its fields are id, title, "),
            (
                {"title": "Trade", "autors": "x"},
                "The right paper has 'autors' and no authors; write",
            ),
            (None, "The right paper is of the type NoneType; give a dictionary with title and"),
        ],
    )
    def test_a_paper_that_is_none_is_named(self, paper: Any, message: str) -> None:
        with pytest.raises(InputError) as caught:
            wildwood.strength(COSTA, paper)
        assert str(caught.value).startswith(message)

    def test_a_formula_that_is_none_is_named_with_the_choices(self) -> None:
        message = 'The formula must be "specified", "dice" or "tolerant", not \'jaccard\'.'
        with pytest.raises(InputError, match=message):
            wildwood.strength(COSTA, AGAIN, formula="jaccard")


class TestPairs:
    def test_of_one_list_are_within_it(self) -> None:
        found = wildwood.pairs([COSTA, OTHER, AGAIN])
        assert handles(found) == [("b", "a")]
        assert [pair.type.value for pair in found] == ["int"]

    def test_of_two_lists_are_not_within_the_older(self) -> None:
        found = wildwood.pairs([OTHER, AGAIN], [COSTA, COSTA])
        assert sorted(handles(found)) == [("b", "a"), ("b", "a (2)")]
        assert {pair.type.value for pair in found} == {"ext"}

    def test_of_two_lists_together_are_those_of_one(self) -> None:
        found = wildwood.pairs([OTHER, AGAIN], [COSTA, COSTA], together=True)
        assert sorted(handles(found)) == [("a (2)", "a"), ("b", "a"), ("b", "a (2)")]
        assert {pair.type.value for pair in found} == {"int"}

    def test_decided_to_be_different_are_left_out(self, tmp_path: Path) -> None:
        found = wildwood.pairs([COSTA, OTHER, AGAIN])
        rows = [{**row, "decision": "different"} for row in found.as_dicts()]
        files = [tmp_path / "mine.csv", tmp_path / "yours.csv"]
        for file in files:
            file.write_text(write_rows(COLUMNS, rows), encoding="utf-8")
        for decisions in (files[0], str(files[0]), files):
            assert len(wildwood.pairs([COSTA, OTHER, AGAIN], decisions=decisions)) == 0

    def test_decided_to_be_the_same_say_so(self, tmp_path: Path) -> None:
        file = tmp_path / "decisions.csv"
        file.write_text("id,similar_id,decision\nb,a,same\n", encoding="utf-8")
        [pair] = wildwood.pairs([COSTA, AGAIN], decisions=file)
        assert pair.decision is Decision.SAME

    def test_are_a_sequence_strongest_first(self) -> None:
        found = wildwood.pairs([COSTA, {**COSTA, "id": "d"}, AGAIN])
        strengths = [pair.strength for pair in found]
        assert len(found) == 3
        assert strengths == sorted(strengths, reverse=True)
        assert found[-1] is found[:][-1]
        assert repr(found) == "<Pairs: 3 above 0.6>"
        assert repr(found[-1]) == f"<ReportPair: b and d, {found[-1].printed}>"

    def test_are_a_table_in_a_notebook(self) -> None:
        marked = {**AGAIN, "id": "<b>"}
        table = html.document_fromstring(wildwood.pairs([COSTA, marked])._repr_html_())
        assert table.text_content().startswith("<Pairs: 1 above 0.6>")
        rows = [[cell.text for cell in row] for row in table.iter("tr")]
        assert rows[0][:2] == ["strength", "verdict"]
        assert rows[1][-2:] == ["<b>", "a"]

    def test_of_which_a_notebook_shows_the_strongest(self) -> None:
        found = wildwood.pairs([{**COSTA, "id": number} for number in range(10)])
        assert found._repr_html_().count("<tr>") == 1 + 20 < len(found)

    def test_are_those_above_the_limit(self) -> None:
        (pair,) = wildwood.pairs([COSTA, AGAIN])
        assert len(wildwood.pairs([COSTA, AGAIN], limit=pair.strength)) == 0

    def test_a_verdict_has_its_reasons(self) -> None:
        (pair,) = wildwood.pairs([COSTA, {**COSTA, "id": "d", "year": 2021}])
        assert pair.verdict is not None
        assert pair.verdict.value != "same record"
        assert any("2021" in reason for reason in pair.reasons)

    def test_of_files_and_records_are_what_the_command_finds(self, tmp_path: Path) -> None:
        file = tmp_path / "old.jsonl"
        file.write_text("\n".join(map(json.dumps, [COSTA, OTHER, AGAIN])), encoding="utf-8")
        done = CliRunner().invoke(group, ["compare", str(file), "--json"])
        expected = [
            (pair["strength"], pair["verdict"], list(pair["reasons"]))
            for pair in json.loads(done.stdout)["pairs"]
        ]
        sources: list[Papers] = [file, str(file), [COSTA, OTHER, AGAIN]]
        for papers in sources:
            found = [
                (pair.strength, pair.verdict and pair.verdict.value, list(pair.reasons))
                for pair in wildwood.pairs(papers)
            ]
            assert found == expected

    def test_name_what_was_left_out(self, tmp_path: Path) -> None:
        file = tmp_path / "old.jsonl"
        file.write_text('{"id": "x"}\n' + json.dumps(OTHER), encoding="utf-8")
        found = wildwood.pairs([COSTA, AGAIN, {"id": "y"}], file)
        assert len(found) == 1
        assert found.left_out == (
            f"{file}, line 1: x has no title; it is not compared.",
            "y has no title; it is not compared.",
        )

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"limit": 60}, "The limit is 60; use a number from 0 to 1, such as 0.6."),
            ({"formula": "Tolerant"}, "The formula must be .* not 'Tolerant'"),
            ({"columns": {"titel": "x"}}, "columns has 'titel', which is not a field"),
            ({"papers": "gone.ris"}, "Cannot read gone.ris: No such file"),
            ({"papers": "a\0b"}, "is not the path of a file"),
            ({"columns": {"title": "gone"}}, "No paper has the field 'gone'; the fields are id, "),
            (
                {"papers": [{"title": "Trade", "autors": "x"}]},
                "No paper has authors, but some have 'autors'; name the field authors, or say",
            ),
            ({"older": 7}, "An object of the type int is not a list of papers"),
            ({"decisions": None}, "None is not the path of a file."),
        ],
    )
    def test_a_mistake_is_one_sentence(self, arguments: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError, match=message):
            wildwood.pairs(**{"papers": [COSTA], **arguments})


class TestResults:
    @pytest.mark.parametrize("function", [wildwood.pairs, wildwood.deduplicate])
    def test_one_iterator_is_not_two_lists(self, function: Callable[..., object]) -> None:
        papers = iter([COSTA, AGAIN])
        with pytest.raises(InputError, match="papers and older are one iterator"):
            function(papers, papers)
        assert len(list(papers)) == 2

    def test_dictionaries_have_the_columns_of_the_csv(self, tmp_path: Path) -> None:
        found = wildwood.pairs([COSTA, AGAIN])
        found.write(tmp_path / "pairs.csv")
        with (tmp_path / "pairs.csv").open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
        (row,) = found.as_dicts()
        assert tuple(row) == COLUMNS
        assert rows == [{name: str(value) for name, value in row.items()}]

    def test_strength_and_family_are_numbers(self) -> None:
        (row,) = wildwood.pairs([COSTA, AGAIN]).as_dicts()
        assert isinstance(row["strength"], float)
        assert row["family"] == 1

    def test_a_page_is_written(self, tmp_path: Path) -> None:
        wildwood.pairs([COSTA, AGAIN]).write(str(tmp_path / "pairs.html"))
        text = (tmp_path / "pairs.html").read_text(encoding="utf-8")
        assert "<title>Likely repeats</title>" in text

    def test_the_list_that_was_read_is_not_written(self, tmp_path: Path) -> None:
        file = tmp_path / "list.csv"
        file.write_text("id,title,authors\na,Trade and Growth,Ann Lee\n", encoding="utf-8")
        before = file.read_bytes()
        with pytest.raises(InputError, match="it is read, too; name another file"):
            wildwood.pairs(file).write(str(file))
        assert file.read_bytes() == before

    def test_nor_from_another_directory(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "list.csv"
        file.write_text("id,title,authors\na,Trade and Growth,Ann Lee\n", encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        found = wildwood.pairs("list.csv")
        monkeypatch.chdir("/")
        with pytest.raises(InputError, match="it is read, too; name another file"):
            found.write(file)

    def test_decisions_are_not_overwritten(self, tmp_path: Path) -> None:
        file = tmp_path / "pairs.csv"
        file.write_text("id,similar_id,decision\na,b,same\n", encoding="utf-8")
        with pytest.raises(InputError, match="it has 1 decision that would be lost"):
            wildwood.pairs([COSTA, AGAIN]).write(file)

    def test_another_suffix_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"pairs.xlsx must end in .csv or .html"):
            wildwood.pairs([COSTA, AGAIN]).write(tmp_path / "pairs.xlsx")

    def test_a_path_that_is_none_is_refused(self) -> None:
        found = wildwood.pairs([COSTA, AGAIN])
        with pytest.raises(InputError, match=r"^None is not the path of a file\.$"):
            found.write(None)  # type: ignore[arg-type]

    def test_families_take_pairs_in_any_form(self) -> None:
        found = wildwood.pairs([COSTA, AGAIN])
        assert wildwood.families(iter(found)) == wildwood.families(found) != []
        for wrong in (None, 3, "ab", [COSTA]):
            with pytest.raises(InputError, match=r" is not a pair; give what wildwood"):
                wildwood.families(wrong)  # type: ignore[arg-type]

    def test_families_connect_papers_across_pairs(self) -> None:
        found = wildwood.pairs([COSTA, {**COSTA, "id": "d"}, AGAIN, OTHER])
        (family,) = wildwood.families(found)
        assert {paper.record.handle for paper in family.papers} == {"a", "b", "d"}


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        ({"limit": "high"}, r"The limit is 'high'; use a number from 0 to 1, such as 0\.6\."),
        ({"columns": ["title"]}, r"columns must be a dictionary, such as \{"),
    ],
)
def test_a_mistake_is_one_sentence(mistake: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence}"):
        wildwood.pairs([], **mistake)
