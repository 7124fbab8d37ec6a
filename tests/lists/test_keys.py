"""Pairs that an identifier, a place or an East Asian title connects, whatever names and titles."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import wildwood
from wildwood.biblio.entry import Entry, LocalizedText, Series
from wildwood.biblio.person import Person
from wildwood.kernel.strength import Formula
from wildwood.lists.comparison import PaperLists
from wildwood.lists.stated_facts import chinese_converters

PLACE = Series("Journal of Trees", "12", "", "3-20")


def entry(id_: str, title: str, author: str = "Keen, M.", **more: Any) -> Entry:
    family, _, given = author.partition(", ")
    return Entry(id_, (LocalizedText(title),), (Person(given, family),), date="2010", **more)


def pairs(*entries: Entry, older: int = 0) -> list[tuple[str, str, float, str]]:
    lists = PaperLists()
    for one in entries:
        lists.add(one, "list")
    return [
        (pair.left.record.handle, pair.right.record.handle, pair.strength, pair.verdict or "")
        for pair in lists.pairs(older, 0.6, Formula.TOLERANT)
    ]


GERMAN = entry("de", "Die Wirkung von Zöllen auf die Löhne", dois=("10.1000/Tree.1",))
ENGLISH = entry("en", "How tariffs changed wages", dois=("10.1000/tree.1",))


class TestAnIdentifierConnects:
    @pytest.mark.parametrize(
        "shared",
        [
            {"dois": ("10.1000/tree.1",)},
            {"dois": (), "pmid": "1234567"},
            {"dois": (), "identifiers": ("nct:01234567",)},
            {"dois": (), "urls": ("https://hdl.example.org/2381/12345",)},
        ],
    )
    def test_titles_in_two_languages(self, shared: dict[str, Any]) -> None:
        [pair] = pairs(replace(GERMAN, **shared), replace(ENGLISH, **shared))
        assert pair == ("en", "de", 1.0, "related or unsure")

    def test_papers_of_the_new_list_with_older_ones(self) -> None:
        again = replace(GERMAN, id="old")
        found = [pair[:2] for pair in pairs(GERMAN, again, ENGLISH, older=2)]
        assert found == [("en", "de"), ("en", "old")]

    def test_each_of_many_with_a_few(self) -> None:
        """A book has chapters with its DOI."""
        titles = ("Tariffs", "Wages", "Prices", "Taxes", "Growth", "Debt", "Trade", "Oil", "Gold")
        chapters = [entry(title, title, f"Author{title}, A.", dois=("10.1000/b",))
                    for title in titles]  # fmt: skip
        assert len(pairs(*chapters)) == 8 + 7 + 6

    def test_no_records_that_a_column_numbers(self) -> None:
        left = [entry(f"a{n}", f"word{n} one{n} two{n}", f"Left{n}, A.", pmid=str(n + 1))
                for n in range(40)]  # fmt: skip
        right = [entry(f"b{n}", f"other{n} three{n}", f"Right{n}, B.", pmid=str(n + 1))
                 for n in range(40)]  # fmt: skip
        lists = PaperLists()
        for source, entries in (("a", left), ("b", right)):
            for one in entries:
                lists.add(one, source)
        assert list(lists.pairs(0, 0.6, Formula.TOLERANT)) == []


class TestAPlaceConnects:
    def test_near_titles_without_a_name_in_common(self) -> None:
        found = pairs(
            entry("a", "Effects of vitamin β and calcium™ on bone loss in adults", series=PLACE),
            entry("b", "Effects of vitamin beta plus calcium on bone loss in adults", "Lee, B.",
                  series=replace(PLACE, title="J Trees")),
        )  # fmt: skip
        assert [pair[:3] for pair in found] == [("b", "a", 1.0)]

    @pytest.mark.parametrize(
        ("title", "journal"),
        [
            ("Effects of vitamin A and calcium on bone loss in adults", "Quarterly of Wood"),
            ("Why wages fell in the long run of small countries", PLACE.title),
        ],
    )
    def test_no_other_journal_or_title(self, title: str, journal: str) -> None:
        first = entry("a", "Effects of vitamin A and calcium on bone loss in adults", series=PLACE)
        second = entry("b", title, "Adams, A.", series=replace(PLACE, title=journal))
        assert pairs(first, second) == []


class TestAnEastAsianTitleConnects:
    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (("关税对小国工资的影响研究", "张 伟"), ("关税对小国工资的影响研究", "张伟")),
            (("한국 경제의 성장과 분배에 관한 연구", "김철수"),
             ("한국경제의 성장과 분배에 관한 연구", "김 철수")),
            (("日本の賃金と関税に関する研究", "山田 太郎"),
             ("日本の賃金と関税に関する研究", "山田太郎")),
            (("關稅對小國工資的影響研究", "張偉"), ("关税对小国工资的影响研究", "张伟")),
            (("關稅對小國工資的影響研究", "張偉明"),
             ("关税对小国工资的影响研究", "Zhang, Wei-ming")),
            (("关税对小国工资的影响研究", "欧阳修"), ("关税对小国工资的影响研究", "Xiu Ouyang")),
        ],
    )  # fmt: skip
    def test_names_and_titles_that_are_written_in_two_ways(
        self, left: tuple[str, str], right: tuple[str, str]
    ) -> None:
        series = Series("Journal of Trees")
        found = pairs(entry("a", *left, series=series), entry("b", *right, series=series))
        assert found == [("b", "a", 1.0, "same record")]

    @pytest.mark.parametrize("name", ["Zhang, W.", "Keen, M.", "Чжан Вэй"])
    def test_a_person_decides_on_names_in_two_scripts(self, name: str) -> None:
        title = "关税对小国工资的影响研究"
        found = pairs(entry("a", title, "张伟"), entry("b", title, name))
        assert found == [("b", "a", 1.0, "related or unsure")]

    def test_without_the_libraries_as_it_is_written(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "opencc", None)
        chinese_converters.cache_clear()
        found = pairs(entry("a", "關稅與工資", "張偉"), entry("b", "关税与工资", "Zhang, Wei"))
        chinese_converters.cache_clear()
        assert found == []

    def test_two_people_are_two(self) -> None:
        title = "关税对小国工资的影响研究"
        found = pairs(entry("a", title, "张伟"), entry("b", title, "李明"))
        assert [pair[3] for pair in found] == ["related or unsure"]


def test_a_list_in_a_file_has_such_pairs(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text(
        "id,title,authors,doi\na,Zölle,M. Keen,10.1000/x1\nb,Tariffs,A. Adams,10.1000/x1\n"
    )
    [pair] = wildwood.pairs(file)
    assert (pair.printed, pair.reasons) == ("1.0000", ("no author in common", "the same DOI"))
