"""How the abstract is found by its heading, and what is not taken for one."""

from collections.abc import Sequence

import pytest

from wildwood.extraction import header, zones
from wildwood.extraction.data import Line

TEXT = "We show that towns match workers and firms better than villages do."


def lines(*texts: str, size: float = 10) -> list[Line]:
    return [
        Line(text, 0, 72, 400, 700 - 12 * number, 710 - 12 * number, size, hyphenated=False)
        for number, text in enumerate(texts)
    ]


class TestThePlaces:
    @pytest.mark.parametrize(
        "heading",
        [
            "Abstract", "ABSTRACT", "Résumé", "Zusammenfassung", "Аннотация", "Özet", "Özetçe",
            "Executive Summary", "1 Abstract", "I. Özet", "j Abstract", "▪ Abstract",
            "1.1 Abstract", "Abstract (250 words)", "【摘要】",
        ],
    )  # fmt: skip
    def test_begins_with_a_heading(self, heading: str) -> None:
        page = lines("Anna Smith", heading, TEXT, "1. Introduction")
        assert zones.abstract_places(page, (), ()) == [1, 2]

    @pytest.mark.parametrize(
        "after", [
            "1. Introduction", "Keywords: towns, work", "Index terms", "JEL: R12", "Résumé",
            "DOI: 10.1103/5", "Klíčová slova: města", "Введение", "Title: Towns",
            "Contents . . . . . . . 5", "To cite this article: Smith, A.", "Zitiervorschlag: Smith",
            "Abbreviations: TT, towns", "2012 ACM Subject Classification Towns",
            "Key words towns • work • firms", "1", "IndexTerms - Towns, work", "Index Terms- towns",
            "Subject headings: towns", "Supervisor: Eva Jones", "Project page: https://example.org",
            "Table of Contents", "Manuscript received 4 July 2011", "j Keywords: towns",
            "Addresses", "Verification Materials:", "Word count: 9,024",
        ],
    )  # fmt: skip
    def test_ends_before_the_next_heading(self, after: str) -> None:
        assert zones.abstract_places(lines("Abstract", TEXT, TEXT, after, TEXT), (), ()) == [
            0,
            1,
            2,
        ]

    @pytest.mark.parametrize(
        "text",
        ["1 y tipo 2 son frecuentes.", "1 + ε times as many.", "(1 + ε) as many.", "1 Oslo."],
    )
    def test_goes_on_in_a_line_that_begins_with_a_number(self, text: str) -> None:
        page = lines("Abstract", TEXT, TEXT[:-1], text, "1 Introduction", TEXT)
        assert zones.abstract_places(page, (), ()) == [0, 1, 2, 3]

    def test_goes_on_in_a_list_behind_a_colon(self) -> None:
        page = lines("Abstract", TEXT, f"{TEXT[:-1]}:", "1. towns;", "2. villages.", "Keywords")
        page[3:] = [line._replace(bottom=line.bottom - 8) for line in page[3:]]
        assert zones.abstract_places(page, (), ()) == [0, 1, 2, 3, 4]

    def test_can_be_numbered(self) -> None:
        """As in the journals of the British Ecological Society."""
        page = lines("Summary", f"1. {TEXT}", TEXT, f"2. {TEXT}", "Key-words: towns, villages")
        assert zones.abstract_places(page, (), ()) == [0, 1, 2, 3]

    def test_can_be_a_summary_of_three_pages(self) -> None:
        pages = [line._replace(page=n) for n in range(3) for line in lines(*[TEXT[:-1]] * 45)]
        page = [*lines("Executive Summary"), *pages, *lines("Contents")]
        assert len(zones.abstract_places(page, (), ())) == 136

    def test_ends_before_a_centred_line_apart_from_it(self) -> None:
        page = lines("Abstract", TEXT, TEXT, "", "Talk at the Conference on Towns", TEXT)
        page[4] = page[4]._replace(left=180, right=290)
        assert zones.abstract_places([*page[:3], *page[4:]], (), ()) == [0, 1, 2]

    def test_ends_before_a_number_apart_from_its_last_line(self) -> None:
        page = lines("Abstract", TEXT, TEXT[:-1], "", "1 The Model", TEXT)
        assert zones.abstract_places([*page[:3], *page[4:]], (), ()) == [0, 1, 2]

    def test_ends_before_a_list_below_its_centred_heading(self) -> None:
        page = lines("Abstract", TEXT, TEXT, "Références", "1. Smith, Towns", TEXT)
        page[3] = page[3]._replace(left=200, right=260)
        assert zones.abstract_places(page, (), ()) == [0, 1, 2, 3]

    @pytest.mark.parametrize("part", ["Background", "Introduction", "Abstract Algebra helps"])
    def test_can_begin_with_the_heading_of_a_part(self, part: str) -> None:
        page = lines("Abstract", part, TEXT, "Methods", TEXT, "1 Introduction", TEXT)
        assert zones.abstract_places(page, (), ()) == [0, 1, 2, 3, 4]

    def test_has_parts_with_headings_in_larger_letters(self) -> None:
        heading = lines("Abstract", size=14)
        parts = lines("", "Background", TEXT, "", "Methods", TEXT, "", "Introduction", TEXT)[1:]
        sizes = {"Background": 12, "Methods": 12, "Introduction": 14}
        parts = [line._replace(size=sizes.get(line.text, 10)) for line in parts if line.text]
        assert zones.abstract_places([*heading, *parts], (), ()) == [0, 1, 2, 3, 4]

    @pytest.mark.parametrize(
        ("between", "after", "places"),
        [
            ((7, "Published in 2018"), "workers and firms.", [0, 1, 2, 4]),
            ((7, "Published in 2018"), "Workers and firms.", [0, 1, 2]),
            ((10, "1 Towns"), "workers and firms.", [0, 1, 2]),
        ],
    )
    def test_goes_on_overleaf_within_a_sentence_above_small_print(
        self, between: tuple[float, str], after: str, places: list[int]
    ) -> None:
        size, foot = between
        page = lines("Abstract", TEXT, "We show that towns match", foot, after, "Keywords: towns")
        page[3] = page[3]._replace(size=size, bottom=40)
        overleaf = [line._replace(page=1) for line in page[4:]]
        assert zones.abstract_places([*page[:4], *overleaf], (), ()) == places

    @pytest.mark.parametrize(
        ("foot", "end", "places"),
        [
            ("Anna Smith: anna@uio.no", "Keywords: towns", [0, 1, 2, 4, 5]),
            ("Anna Smith: anna@uio.no", "1 Introduction", [0, 1, 2, 4, 5]),
            ("Anna Smith: anna@uio.no", "2 Model", [0, 1, 2]),
            ("Keywords: towns", "1 Introduction", [0, 1, 2]),
            ("1 Towns", "Introduction", [0, 1, 2]),
        ],
    )
    def test_goes_on_overleaf_down_to_keywords_or_introduction(
        self, foot: str, end: str, places: list[int]
    ) -> None:
        page = lines("Abstract", TEXT, TEXT, foot, TEXT, TEXT, end, "Towns grow.")
        page[3] = page[3]._replace(size=9, bottom=40)
        overleaf = [line._replace(page=1) for line in page[4:]]
        assert zones.abstract_places([*page[:4], *overleaf], (), ()) == places

    def test_goes_on_overleaf_within_a_sentence_with_a_capital_before_text(self) -> None:
        page = lines("Abstract", TEXT, "We count towns (Smith in", "Anna Smith", "Rivers 4:1), as")
        page[3] = page[3]._replace(size=7, bottom=40)
        overleaf = lines(TEXT, "Keywords: towns")
        moved = [line._replace(page=1) for line in (page[4], *overleaf)]
        assert zones.abstract_places([*page[:4], *moved], (), ()) == [0, 1, 2, 4, 5]

    def test_goes_on_with_a_word_of_headings_within_a_sentence(self) -> None:
        page = lines("Abstract", TEXT, "We count all", f"abbreviations. {TEXT}", "Keywords: towns")
        assert zones.abstract_places(page, (), ()) == [0, 1, 2, 3]

    @pytest.mark.parametrize(
        ("heading", "size"), [("Introduction", 14), ("1 Introduction", 10), ("Keywords: towns", 10)]
    )
    def test_is_empty_before_the_next_heading(self, heading: str, size: float) -> None:
        page = lines("Abstract", heading, *[TEXT] * 3)
        page[1] = page[1]._replace(size=size)
        assert zones.abstract_places(page, (), ()) == []

    def test_can_begin_with_the_words_of_the_title(self) -> None:
        title = lines("Towns match workers and firms better", size=16)
        page = [*title, *lines("Abstract", *[TEXT] * 4, "Keywords")]
        page[5] = page[5]._replace(right=200)
        assert zones.abstract_places(page, (), (0,)) == [1, 2, 3, 4, 5]

    def test_can_begin_with_the_title_in_a_double_spaced_line(self) -> None:
        title = lines("Towns match workers and firms better", size=16)
        page = [*title, *lines("Abstract", TEXT, TEXT, "Keywords")]
        spaced = [line._replace(bottom=800 - 24 * place) for place, line in enumerate(page)]
        assert zones.abstract_places(spaced, (), (0,)) == [1, 2, 3]

    def test_is_not_below_its_entry_in_the_contents(self) -> None:
        page = lines("Abstract . . . . . . . . 4", "Towns . . . . . . . 5", "Abstract", TEXT)
        assert zones.abstract_places(page, (), ()) == [2, 3]

    def test_ends_before_a_paragraph_in_somewhat_larger_letters(self) -> None:
        page = lines("Abstract", *[TEXT] * 3)
        after = [line._replace(bottom=line.bottom - 60) for line in lines(*[TEXT] * 3, size=10.9)]
        assert zones.abstract_places([*page, *after], (), ()) == [0, 1, 2, 3]

    def test_ends_before_larger_letters(self) -> None:
        (heading,) = lines("Towns", size=14)
        assert zones.abstract_places([*lines("Abstract", TEXT), heading], (), ()) == [0, 1]

    def test_is_beside_what_stands_in_the_column_to_the_left(self) -> None:
        left = [
            line._replace(right=150) for line in lines("article info", "Received 1 May", "Oslo")
        ]
        right = [line._replace(left=200) for line in lines("abstract", TEXT, TEXT)]
        page = [left[0], right[0], *left[1:], *right[1:]]
        assert zones.abstract_places(page, (), ()) == [1, 4, 5]

    def test_ends_at_an_address_above_smaller_letters(self) -> None:
        page = lines("Abstract", TEXT, TEXT, "Contact: anna@oslo.example")
        (dates,) = lines("Received on 1 May 2012; accepted on 4 June 2012", size=8)
        dates = dates._replace(bottom=page[-1].bottom - 22, top=page[-1].bottom - 14)
        assert zones.abstract_places([*page, dates], (), ()) == [0, 1, 2, 3]

    def test_is_beside_the_history_of_the_article_to_the_right(self) -> None:
        right = [
            line._replace(left=420, right=500)
            for line in lines("ARTICLE HISTORY", "Received 1 May", "Accepted 4 June")
        ]
        left = lines("ABSTRACT", TEXT, TEXT)
        page = [left[0], *right, *left[1:]]
        assert zones.abstract_places(page, (), ()) == [0, 4, 5]

    def test_goes_on_behind_an_ellipsis_at_the_end_of_a_sentence(self) -> None:
        page = lines("Abstract", TEXT, "We count the towns 1, 2, ... . " + TEXT)
        assert zones.abstract_places(page, (), ()) == [0, 1, 2]

    def test_ends_before_the_contents(self) -> None:
        page = lines("Abstract", TEXT, "Contents", "1 Introduction 2")
        assert zones.abstract_places(page, (), ()) == [0, 1]

    @pytest.mark.parametrize(
        "text", ["城市使工人与企业更好地匹配。", "都市は労働者と企業を結びつける。"]
    )
    def test_can_be_written_without_spaces(self, text: str) -> None:
        assert zones.abstract_places(lines("摘要", text, "关键词"), (), ()) == [0, 1]

    @pytest.mark.parametrize(
        "citation",
        [
            "doi:10.1000/towns.2006.—",
            "doi: 10.1000/towns.2006.—",
            "Towns and Work. J Towns 1: R5–R9, 1999.—",
        ],
    )
    def test_begins_behind_the_citation_of_its_paper(self, citation: str) -> None:
        page = lines("Anna Smith", "Smith A. Towns", f"{citation}{TEXT}", TEXT, "Keywords: towns")
        assert zones.abstract_places(page, (), ()) == [2, 3]
        assert zones.validate_abstract(f"{citation}{TEXT}") == TEXT

    @pytest.mark.parametrize(
        "text", ["4. Summary", "abstract, introduction and text.", "Smith, A. 1999.—Towns."]
    )
    def test_is_not_below_a_later_section_a_list_or_a_reference(self, text: str) -> None:
        assert zones.abstract_places(lines(text, TEXT, TEXT, "Keywords"), (), ()) == []

    def test_is_empty_without_a_heading(self) -> None:
        assert zones.abstract_places(lines("Anna Smith", TEXT, "1. Introduction"), (), ()) == []
        page = lines("abstract thinking is", TEXT, "1. Introduction")
        assert zones.abstract_places(page, (), ()) == []


FRONT = [*lines("Towns", size=16), *lines("", "Anna Smith", size=12)[1:]]


class TestWithoutAHeading:
    def test_is_below_the_title(self) -> None:
        page = [*FRONT, *lines("", "", *[TEXT] * 3, "Keywords: towns")[2:]]
        beside = [line._replace(left=420, right=700) for line in lines("", *[TEXT] * 5)[1:]]
        assert zones.abstract_places([*page, *beside], (), (0,)) == [2, 3, 4]

    @pytest.mark.parametrize(
        "before",
        [
            "1. The Towns of Norway",
            "I The Towns of Norway",
            "This article is brought to you for free and open access by the library of Oslo.",
            "The authors would like to thank the workers of Norway for their long patience.",
        ],
    )
    def test_is_no_text_and_no_notice(self, before: str) -> None:
        page = lines("", "", before, *[TEXT] * 3, "Keywords: towns")
        page[2] = page[2]._replace(size=11 if before[1:2] in " ." else 10)
        assert zones.abstract_places([*FRONT, *page[2:]], (), (0,)) == []

    def test_is_below_a_link_to_the_paper(self) -> None:
        link = "Find the latest version of the paper on the page of the University of Oslo."
        page = lines("", "", link, "", *[TEXT] * 3, "Keywords: towns")
        shown = [page[2]._replace(bottom=page[2].bottom + 12), *page[4:]]
        assert zones.abstract_places([*FRONT, *shown], (), (0,)) == [3, 4, 5]

    @pytest.mark.parametrize(
        ("first", "is_abstract"),
        [
            ("We study the response of towns to a correction of prices and rents", True),
            ("Correction to the study of towns and of the prices and rents there", False),
            ("Electronic supplementary material is available at the site of towns", False),
        ],
    )
    def test_can_have_a_word_that_notices_begin_with(
        self, first: str, *, is_abstract: bool
    ) -> None:
        page = [*FRONT, *lines("", "", first, *[TEXT] * 3, "Keywords: towns")[2:]]
        assert bool(zones.abstract_places(page, (), (0,))) == is_abstract

    def test_ends_before_columns_below_its_full_lines(self) -> None:
        page = [*FRONT, *lines("", "", *[TEXT] * 3, "", TEXT, TEXT)[2:]]
        page[4] = page[4]._replace(right=300)
        del page[5]
        assert zones.abstract_places(page, (), (0,)) == []
        columns = [line._replace(right=230) for line in page[5:]]
        assert zones.abstract_places([*page[:5], *columns], (), (0,)) == [2, 3, 4]

    def test_ends_before_the_name_of_a_conference_apart_from_it(self) -> None:
        meeting = "The 41st International Symposium on Towns (TOWNS2024)"
        page = [*FRONT, *lines("", "", *[TEXT] * 3, "", meeting, "Oslo")[2:]]
        del page[5]
        assert zones.abstract_places(page, (), (0,)) == [2, 3, 4]

    def test_can_be_below_the_keywords(self) -> None:
        words = "Keywords: towns, markets for workers, firms, prices of land and of labour"
        page = [*FRONT, *lines("", "", words, "", *[TEXT] * 3, "1. Introduction")[2:]]
        del page[3]
        assert zones.abstract_places(page, (), (0,)) == [3, 4, 5]

    def test_is_no_second_part_of_a_sentence(self) -> None:
        page = [*FRONT, *lines("", "", f"workers, while {TEXT}", TEXT, "Keywords: towns")[2:]]
        assert zones.abstract_places(page, (), (0,)) == []

    @pytest.mark.parametrize(
        ("fonts", "places"),
        [
            (("Serif-Bold", "Serif", "Serif"), [2, 3, 4]),
            (("AB+Serif-Bold", "CD+Serif-Bold", "Serif"), []),
            (("Serif", "Sans", "Serif"), []),
            (("", "", ""), []),
        ],
    )
    def test_ends_before_a_paragraph_in_another_font(
        self, fonts: tuple[str, str, str], places: list[int]
    ) -> None:
        page = [*FRONT, *lines("", "", *[TEXT] * 7)[2:]]
        own, first, later = fonts
        texts = [line._replace(font=own) for line in page[2:5]]
        texts[-1] = texts[-1]._replace(right=200)
        body = [page[5]._replace(font=first), *(line._replace(font=later) for line in page[6:])]
        assert zones.abstract_places([*FRONT, *texts, *body], (), (0,)) == places

    def test_is_in_the_left_column_though_the_right_one_begins_higher(self) -> None:
        left = lines("", "", *[TEXT] * 3, "Keywords: towns")[2:]
        right = [
            line._replace(left=420, right=700, bottom=line.bottom + 0.3)
            for line in lines("", "", f"workers, while {TEXT}", *[TEXT] * 5)[2:]
        ]
        title = FRONT[0]._replace(right=700)
        assert zones.abstract_places([title, FRONT[1], *left, *right], (), (0,)) == [2, 3, 4]

    @pytest.mark.parametrize(
        ("font", "under", "places"),
        [
            ("Serif", "Oslo 2005", []),
            ("Sans", "Oslo 2005", [2, 3, 4]),
            ("Serif", f"{TEXT} Keywords", [2, 3, 4]),
        ],
    )
    def test_is_no_text_that_goes_on_overleaf(
        self, font: str, under: str, places: list[int]
    ) -> None:
        page = lines("", "", *[TEXT] * 3, under, "Journal of Towns, Oslo", TEXT, TEXT)[2:]
        page[3:5] = [line._replace(bottom=line.bottom - 300, size=8) for line in page[3:5]]
        page[5:] = [line._replace(page=1, font=font) for line in page[5:]]
        page[:3] = [line._replace(font="Serif") for line in page[:3]]
        assert zones.abstract_places([*FRONT, *page], (), (0,)) == places

    def test_ends_before_the_head_of_the_page_behind_it(self) -> None:
        page = [*FRONT, *lines("", "", *[TEXT] * 3)[2:]]
        page.append(page[0]._replace(text="Journal of Towns 5", size=10, bottom=760))
        assert zones.abstract_places(page, (), (0,)) == [2, 3, 4]

    def test_is_below_an_affiliation_with_a_number(self) -> None:
        page = [*FRONT, *lines("", "", "1 University of Oslo", *[TEXT] * 3, "Keywords: towns")[2:]]
        assert zones.abstract_places(page, (), (0,)) == [3, 4, 5]


def pages(*texts: Sequence[str]) -> list[Line]:
    return [line._replace(page=n) for n, page in enumerate(texts) for line in lines(*page)]


def on_own_page(*texts: Sequence[str]) -> list[str]:
    document = pages(*texts)
    return [document[place].text for place in zones.find_on_own_page(document)]


TITLE = "Towns and Their Workers: A Study of Markets"


class TestAPageOfItsOwn:
    @pytest.mark.parametrize("heading", ["Abstract", "Streszczenie", "Summary:"])
    def test_has_the_heading_at_its_top(self, heading: str) -> None:
        found = on_own_page(["A Thesis"], ["For Anna"], [heading, TEXT], ["1 Introduction", TEXT])
        assert found == [heading, TEXT]

    def test_can_have_its_heading_on_the_line_of_the_text(self) -> None:
        assert on_own_page(["A Thesis"], [f"Résumé : {TEXT}"], [TEXT]) == [f"Résumé : {TEXT}", TEXT]

    def test_is_below_the_title_and_the_name(self) -> None:
        page = lines("ABSTRACT", "Towns and Their Workers", "by Anna Smith", "", TEXT, TEXT, TEXT)
        document = [*pages(["A Thesis"]), *(line._replace(page=1) for line in page if line.text)]
        assert zones.find_on_own_page(document) == [1, 4, 5, 6]

    def test_is_below_a_form_with_keywords(self) -> None:
        form = ["ABSTRACT", "Author: Anna Smith", "Keywords: towns, firms", "", TEXT, TEXT, TEXT]
        document = [*pages(["A Thesis"]), *(line._replace(page=1) for line in lines(*form))]
        assert zones.find_on_own_page([line for line in document if line.text]) == [1, 4, 5, 6]

    def test_can_be_the_last(self) -> None:
        text = [["A Thesis"], ["1 Introduction", TEXT], [TEXT], ["Summary", TEXT]]
        assert on_own_page(*text) == ["Summary", TEXT]

    def test_is_no_list_of_headings(self) -> None:
        headings = ["Sommaire", "1 Towns and Firms 5", "2 Markets and Workers 9", "3 Prices 11"]
        assert not on_own_page(["A Thesis"], headings, ["1 Introduction"], [TEXT], [TEXT])


class TestAnAbstract:
    def test_keeps_a_word_that_is_a_heading_elsewhere(self) -> None:
        assert zones.validate_abstract(f"{TEXT} In summary, it is.") == f"{TEXT} In summary, it is."

    @pytest.mark.parametrize("heading", ["", "Abstract ", "Abstract: ", "Abstract — "])
    def test_has_no_heading(self, heading: str) -> None:
        assert zones.validate_abstract(f"{heading}{TEXT}") == TEXT

    @pytest.mark.parametrize(
        "notice",
        [
            "© 2019 Elsevier B.V. All rights reserved.",
            "(c) 2019 The Authors. Published by Oslo Press. Open access.",
            "2019 Oslo Press Ltd. All rights reserved.",
            "Copyright 2019 by the Society",
            "r 2007 Elsevier B.V. All rights reserved.",
            "This is an open access article under the CC BY license (https://cc.org/by/4.0).",
            "& 2015 The Authors. Published by Elsevier B.V.",
            "VC 2016 Acoustical Society of America. [http://dx.doi.org/10.1121/1.1]",
            "Hum Mutat 20:162–173, 2002. r 2002 Wiley-Liss, Inc.",
            "Cancer 2003;97:1–9. © 2003 River Society.",
            "tgis_1197 283..298",
            "c 2012 Published by Oslo Press Ltd. Peer-review under responsibility of the Society.",
        ],
    )
    def test_ends_before_the_notice_of_its_publisher(self, notice: str) -> None:
        assert zones.validate_abstract(f"{TEXT} {notice}") == TEXT

    def test_ends_before_a_doi_in_brackets(self) -> None:
        assert zones.validate_abstract(f"{TEXT} [DOI: 10.1115/1.404631]") == TEXT

    @pytest.mark.parametrize("month", ["8/94", "11/1994"])
    def test_ends_before_its_month(self, month: str) -> None:
        assert zones.validate_abstract(f"{TEXT} {month}") == TEXT

    @pytest.mark.parametrize(
        "end", ["We use the U.S. 2010 Census.", "As in Hill et al. 2014 Americans leave."]
    )
    def test_goes_on_after_a_year_behind_a_full_stop(self, end: str) -> None:
        assert zones.validate_abstract(f"{TEXT} {end}") == f"{TEXT} {end}"

    def test_can_be_about_rights(self) -> None:
        text = (
            "Copyright protects authors. We study how the law has worked since it was made in 1709."
        )
        assert zones.validate_abstract(text) == text

    @pytest.mark.parametrize("text", ["", "6", "Abstract", "First version. Subject headings: —"])
    def test_has_several_words(self, text: str) -> None:
        assert zones.validate_abstract(text) == ""

    @pytest.mark.parametrize(
        "text",
        [
            "Sie untersucht den Einfluss der EU-Politik auf Einkommen und Investitionen in Oslo.",
            "We treated 171 patients (95% CI 0.5–1.1; p<0.001; n=171).",
            "이 논문은 도시가 마을보다 노동자와 기업을 더 잘 연결한다는 것을 보인다",
        ],
    )
    def test_can_have_capitals_numbers_or_no_small_letters(self, text: str) -> None:
        assert zones.validate_abstract(text) == text


@pytest.mark.parametrize("heading", ["摘要：", "摘 要", "概要", "中文摘要"])
def test_begins_with_a_heading_in_chinese_or_japanese(heading: str) -> None:
    page = lines(heading, *["本文探讨了一种模型"] * 6, "关键词：模型")
    assert zones.abstract_places(page, (), ()) == [0, 1, 2, 3, 4, 5, 6]


def test_a_heading_above_text_without_spaces_is_no_part_of_it() -> None:
    title = lines("砂丘の形")[0]._replace(bottom=740, top=756, size=16)
    page = lines("概要", *["本論文では砂丘の形と風の関係を調べる。"] * 6, "キーワード：砂")
    assert header.extract_header([title, *page]).abstract.startswith("本論文では砂丘の形")


def test_ends_before_a_name_apart_from_it() -> None:
    page = lines("Abstract", TEXT, TEXT)
    name = lines("Anna Smith")[0]._replace(bottom=650, top=660, right=130)
    assert zones.abstract_places([*page, name, *lines(TEXT)], (), ()) == [0, 1, 2]


def test_ends_before_a_wide_gap() -> None:
    page = lines("Abstract", TEXT, TEXT)
    body = [line._replace(bottom=line.bottom - 80) for line in lines("Towns and villages", TEXT)]
    assert zones.abstract_places([*page, *body], (), ()) == [0, 1, 2]


def test_keywords_behind_an_abstract_are_no_part_of_it() -> None:
    assert zones.validate_abstract(f"Abstract {TEXT} Keywords: towns, work") == TEXT
    assert zones.validate_abstract(f"ABSTRACT. {TEXT} KEY WORDS • towns • work") == TEXT


def test_notes_below_the_names_end_at_the_abstract() -> None:
    venue, names, note, last, heading, *text = lines(
        "Published as a paper at the conference on towns", "Anna Smith1", "1 Bank of Norway",
        "2 University of Rivers", "Abstract", TEXT, TEXT,
    )  # fmt: skip
    note = note._replace(raised=((0, 1),), right=200, size=9.5)
    page = [venue, names, note, last._replace(right=200, size=9.5)]
    page += [
        heading._replace(left=250, right=300, size=9.5),
        *(row._replace(size=9.5) for row in text),
    ]
    assert zones.label_lines(page)[2:] == (zones.Zone.NOTE,) * 2 + (zones.Zone.ABSTRACT,) * 3


def test_a_remark_in_brackets_behind_the_heading_is_no_part_of_it() -> None:
    assert zones.validate_abstract(f"Abstract (250 words) {TEXT}") == TEXT
    assert zones.validate_abstract(f"Abstract (old) towns. {TEXT}").startswith("(old) towns")


@pytest.mark.parametrize("contents", ["Contents", "Inhaltsverzeichnis", "目次"])
def test_a_heading_in_a_table_of_contents_without_numbers_is_none(contents: str) -> None:
    page = lines(contents, "Abstract", "The towns of Norway", "Firms and workers in villages")
    paper = [line._replace(page=1) for line in lines("Abstract", TEXT, TEXT, "1 Introduction")]
    assert zones.abstract_places([*page, *paper], (), ()) == [4, 5, 6]


@pytest.mark.parametrize("entry", ["Abstract 6", "Abstract ……………… ii"])
def test_an_entry_in_a_table_of_contents_is_no_heading(entry: str) -> None:
    page = lines(entry, "Introduction to the towns and villages of the north 7", TEXT)
    assert zones.abstract_places(page, (), ()) == []


@pytest.mark.parametrize(
    "heading",
    [
        "ABSTRACT OF THE DISSERTATION",
        "RESUMEN DE LA TESIS PARA OPTAR AL TÍTULO DE",
        "Abstrak (10 PT)",
    ],
)
def test_the_statement_of_a_degree_beside_the_heading_is_not_taken(heading: str) -> None:
    page = lines(heading, "FLOODS AND VILLAGES", "by Anna Smith", TEXT, TEXT, "Keywords: towns")
    assert zones.abstract_places(page, (), ()) == [3, 4]


def test_the_number_of_a_footnote_behind_an_abstract_is_no_part_of_it() -> None:
    assert zones.validate_abstract(f"Abstract. {TEXT} 1") == TEXT
    assert zones.validate_abstract(f"Abstract. {TEXT[:-1]} in 2010.") == f"{TEXT[:-1]} in 2010."
    assert zones.validate_abstract(f"{TEXT} We like villages2.") == f"{TEXT} We like villages."


def test_an_abbreviation_in_brackets_is_no_classification() -> None:
    assert zones.validate_abstract(f"A camera (PACS) is used. {TEXT}").endswith(TEXT)
    assert zones.validate_abstract(f"{TEXT} (PACS: 12.34)") == TEXT


class TestAParagraphAboveKeywords:
    @staticmethod
    def page(above: str, heading: str, size: float = 10) -> list[Line]:
        """Return a title and the next page, double-spaced, with a line above its paragraph."""
        rows = lines("Towns", above, TEXT, TEXT, TEXT, "They work.", heading)
        spaced = [line._replace(bottom=line.bottom - 8 * n) for n, line in enumerate(rows)]
        above_text, *text = (line._replace(page=1) for line in spaced[1:])
        return [spaced[0]._replace(size=16), above_text._replace(size=size), *text]

    @pytest.mark.parametrize("heading", ["Keywords: towns, work", "Key words : towns; work"])
    def test_is_an_abstract(self, heading: str) -> None:
        page = self.page("By Anna Smith", heading, 12)
        assert zones.abstract_places(page, (), (0,)) == [2, 3, 4, 5]

    @pytest.mark.parametrize("above", ["1. Introduction", "1 Towns and their work"])
    def test_is_none_below_a_heading_of_the_text(self, above: str) -> None:
        page = self.page(above, "Keywords: towns, work", 12)
        assert zones.abstract_places(page, (), (0,)) == []

    def test_is_none_if_it_is_no_prose(self) -> None:
        page = lines("Towns", "Anna Smith", "University of Oslo.", "Keywords: towns, work", TEXT)
        assert zones.abstract_places(page, (), (0,)) == []

    def test_can_end_with_the_sign_of_a_note(self) -> None:
        page = self.page("By Anna Smith", "Keywords: towns, work", 12)
        page[5] = page[5]._replace(text="They work.*")
        assert zones.abstract_places(page, (), (0,)) == [2, 3, 4, 5]
        assert zones.validate_abstract(f"{TEXT}*") == TEXT


def test_the_number_of_its_paragraph_is_no_part_of_an_abstract() -> None:
    """As the journals of the American Geophysical Union print it."""
    assert zones.validate_abstract(f"[1] {TEXT}") == TEXT


def test_a_citation_of_the_article_at_the_right_is_no_part_of_an_abstract() -> None:
    heading, *text = lines("Abstract", TEXT, TEXT, TEXT)
    citation = [
        line._replace(left=449, right=560, bottom=line.bottom - 30, size=7)
        for line in lines("Cite this article as Smith, A.,", "Towns (2022), Rivers 4, 217.")
    ]
    page = [heading._replace(right=120), *citation, *text, *lines("Introduction", TEXT)]
    assert zones.abstract_places(page, (), ()) == [0, 3, 4, 5]


class TestALineOfAnotherSize:
    @pytest.mark.parametrize(("size", "is_part"), [(11.9, True), (14, False)])
    def test_goes_on_a_sentence_if_it_is_little_larger_as_on_scans(
        self, size: float, *, is_part: bool
    ) -> None:
        page = lines("Abstract", TEXT, "They work as the", "towns grow.", TEXT, "1 Introduction")
        page[3] = page[3]._replace(size=size)
        assert (len(zones.abstract_places(page, (), ())) > 3) is is_part

    def test_with_a_capital_is_no_part(self) -> None:
        page = lines("Abstract", TEXT, "They work as the", "Towns Grow", TEXT)
        page[3] = page[3]._replace(size=11.9)
        assert zones.abstract_places(page, (), ()) == [0, 1, 2]


class TestAnAbstractOnAPageOfItsOwn:
    def pages(self, heading: str) -> list[Line]:
        """Return a cover, an abstract, its last paragraph overleaf, and the next heading."""
        cover, *rows = lines("Towns", "Abstract", TEXT, TEXT, TEXT, TEXT, heading)
        numbers = (1, 1, 1, 2, 2, 3)
        return [cover, *(row._replace(page=n) for row, n in zip(rows, numbers, strict=True))]

    @pytest.mark.parametrize(
        "heading", ["1 Introduction", "Table of Contents", "© Anna Smith 2020"]
    )
    def test_goes_on_overleaf_up_to_what_follows(self, heading: str) -> None:
        assert zones.abstract_places(self.pages(heading), (), (0,)) == [1, 2, 3, 4, 5]

    def test_ends_with_its_page_if_no_heading_follows(self) -> None:
        assert zones.abstract_places(self.pages(TEXT), (), (0,)) == [1, 2, 3]

    def test_is_no_statement_of_the_degree_on_the_cover(self) -> None:
        statement = "A dissertation submitted in partial satisfaction of the requirements for the"
        rows = [statement, *["degree of a doctor who has worked in towns and in the villages"] * 4]
        cover = lines("Towns", *rows, "Anna Smith", "2019")
        assert zones.abstract_places(cover, (), (0,)) == []
