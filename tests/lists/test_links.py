"""Links between works, as ReDIF templates and RePEc's `relatedworks.dat` declare them."""

from pathlib import Path

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.errors import InputError
from wildwood.kernel.features import paper_of
from wildwood.lists.evaluation import Labels, evaluate_pairs, read_labels
from wildwood.lists.redif import links_in

from tests.support.labelled_works import strengths_by_handle
from tests.support.usual_papers import LIKE_TRADE, MONEY, TRADE, TRADE_AGAIN

PAPER = """\
Template-Type: ReDIF-Paper 1.0
Author-Name: Paul Krugman
Title: Trade and Growth
Publication-Status: Published in Journal of Trade, 2016
Article-Handle: RePEc:aaa:journl:v:3:y:2016:i:2:p:1-20
Handle: RePEc:aaa:wpaper:1
"""

RELATED_WORKS = """\
package EP::Data;
# generated
%relatedworks = (
  'repec:aaa:wpaper:1' => {
    'redif-article' => {
      'repec:aaa:journl:v:3:y:2016:i:2:p:1-20' => 1
    },
    'redif-paper' => {
      'repec:bbb:dpaper:7' => '1',
      'repec:ccc:papers:o\\'neil(8)' => undef
    },
    'redif-software' => {
      'repec:boc:bocode:s1' => 1
    }
  },
  'repec:bbb:dpaper:7' => {
    'redif-paper' => [ 'repec:aaa:wpaper:1' ]
  }
);
1;
"""


def links(text: str) -> list[tuple[str, str]]:
    return list(links_in(text) or ())


def template(kind: str, *fields: str) -> str:
    return "\n".join([f"Template-Type: ReDIF-{kind} 1.0", "Handle: RePEc:aaa:series:1", *fields])


class TestTemplates:
    def test_of_a_paper_name_its_article(self) -> None:
        assert links(PAPER) == [("RePEc:aaa:wpaper:1", "RePEc:aaa:journl:v:3:y:2016:i:2:p:1-20")]

    @pytest.mark.parametrize("field", ["Article", "Book", "Chapter", "Paper"])
    def test_have_a_field_for_each_kind_of_work(self, field: str) -> None:
        linked = links(template("Paper", f"{field}-Handle: RePEc:bbb:others:2"))
        assert linked == [("RePEc:aaa:series:1", "RePEc:bbb:others:2")]

    def test_can_repeat_a_field_and_write_it_in_any_case(self) -> None:
        fields = ("paper-handle: RePEc:bbb:others:2", "PAPER-HANDLE: RePEc:bbb:others:3")
        assert len(links(template("Article", *fields))) == 2

    def test_can_have_several_handles_in_a_field_and_break_it(self) -> None:
        field = "Paper-Handle: RePEc:bbb:others:2; RePEc:bbb:others:3,\n RePEc:bbb:others:4"
        targets = [target for _, target in links(template("Article", field))]
        assert targets == [f"RePEc:bbb:others:{number}" for number in (2, 3, 4)]

    def test_can_name_a_handle_in_their_publication_status(self) -> None:
        status = "Publication-Status: Published in Journal of Trade (RePEc:bbb:others:2), 2016."
        assert links(template("Paper", status)) == [("RePEc:aaa:series:1", "RePEc:bbb:others:2")]

    def test_of_a_chapter_do_not_link_it_to_its_book(self) -> None:
        assert links(template("Chapter", "Book-Handle: RePEc:bbb:others:2")) == []
        assert links(template("Book", "Chapter-Handle: RePEc:bbb:others:2")) == []

    def test_link_no_software_series_or_archive(self) -> None:
        assert links(template("Paper", "Software-Handle: RePEc:boc:bocode:s1")) == []
        assert links(template("Series", "Paper-Handle: RePEc:bbb:others:2")) == []

    def test_without_such_fields_are_no_links(self) -> None:
        assert links(template("Paper", "Title: Trade", "Article-Handle: to appear")) == []


class TestRelatedWorks:
    def test_are_linked_by_kind(self) -> None:
        assert links(RELATED_WORKS) == [
            ("repec:aaa:wpaper:1", "repec:aaa:journl:v:3:y:2016:i:2:p:1-20"),
            ("repec:aaa:wpaper:1", "repec:bbb:dpaper:7"),
            ("repec:aaa:wpaper:1", "repec:ccc:papers:o\\'neil(8)"),
            ("repec:bbb:dpaper:7", "repec:aaa:wpaper:1"),
        ]


def test_other_texts_declare_no_links() -> None:
    assert links_in("left,right\n1,2\n") is None


class TestReading:
    def test_takes_each_link_once_in_lower_case(self, tmp_path: Path) -> None:
        file = tmp_path / "relatedworks.dat"
        file.write_text(RELATED_WORKS, encoding="utf-8")
        labels = read_labels(file, by_id=False)
        assert labels.same == [
            ("repec:aaa:journl:v:3:y:2016:i:2:p:1-20", "repec:aaa:wpaper:1"),
            ("repec:aaa:wpaper:1", "repec:bbb:dpaper:7"),
            ("repec:aaa:wpaper:1", "repec:ccc:papers:o\\'neil(8)"),
        ]
        assert labels.declared == 3

    def test_takes_the_archives_in_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "aaa").mkdir()
        (tmp_path / "aaa" / "wpaper.rdf").write_text(PAPER, encoding="utf-8")
        latin = template("Paper", "Title: Économie", "Paper-Handle: RePEc:bbb:others:2")
        (tmp_path / "bbb.redif").write_bytes(latin.encode("latin-1"))
        (tmp_path / "README").write_text("Paper-Handle: RePEc:no:no:no", encoding="utf-8")
        assert read_labels(tmp_path, by_id=False).declared == 2

    def test_leaves_labels_to_others(self, tmp_path: Path) -> None:
        file = tmp_path / "pairs.csv"
        file.write_text("left,right\n1,2\n", encoding="utf-8")
        assert read_labels(file, by_id=False) == Labels([("1", "2")])

    def test_drops_a_link_of_a_paper_with_itself(self, tmp_path: Path) -> None:
        file = tmp_path / "a.rdf"
        file.write_text(template("Paper", "Paper-Handle: repec:AAA:series:1"), encoding="utf-8")
        assert read_labels(file, by_id=False).declared == 0


class TestBetweenPapers:
    def test_handles_are_written_as_stored(self) -> None:
        stored = ["RePEc:aaa:wpaper:1", "RePEc:BBB:dpaper:7", "RePEc:ccc:wpaper:9"]
        declared = [
            ("repec:aaa:wpaper:1", "repec:bbb:dpaper:7"),
            ("repec:aaa:wpaper:1", "repec:ddd:wpaper:1"),
        ]
        labels = Labels(declared, (), declared=2).between(stored)
        assert labels.same == [("RePEc:aaa:wpaper:1", "RePEc:BBB:dpaper:7")]

    def test_none_is_an_error(self) -> None:
        with pytest.raises(InputError, match=r"Of 1 link, none is between stored papers\."):
            Labels([("a", "b")], (), declared=1).between([])


def linked(link: tuple[str, str], *records: Record) -> dict[tuple[str, str], float]:
    labels = Labels([link], (), declared=1)
    return strengths_by_handle(evaluate_pairs(labels, [list(map(paper_of, records))]))


class TestEvaluating:
    def test_the_strongest_versions_of_a_link_count(self) -> None:
        link = TRADE.handle, TRADE_AGAIN.handle
        versions = [record._replace(handle=link[0]) for record in (MONEY, LIKE_TRADE)]
        [(pair, strength)] = linked(link, *versions, TRADE_AGAIN).items()
        assert (pair, round(strength, 4)) == (link, 0.7071)

    def test_other_pairs_do_not_count(self) -> None:
        link = MONEY.handle, TRADE.handle
        assert not linked(link, MONEY, TRADE, TRADE_AGAIN)
