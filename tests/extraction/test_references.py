"""Where the entries of a list begin, and what is no part of them."""

import pytest

from wildwood.biblio.words import entries
from wildwood.extraction import references
from wildwood.extraction.data import Line


def lines(*rows: tuple[float, str]) -> list[Line]:
    """Return lines below one another with their left edges."""
    return [
        Line(text, 0, left, 400, 700 - 10 * number, 708 - 10 * number, 8.5, hyphenated=False)
        for number, (left, text) in enumerate(rows)
    ]


class TestAListInTheStyleOfEconometrica:
    ROWS = (
        (54, "ACKERBERG,DANIEL A., AND PAUL J. DEVEREUX (2009): “Better Estimators of Models"),
        (62, "Heteroskedasticity,” Review of Economics and Statistics, 91 (2), 351–362. [0527]"),
        (54, "AGAN,AMANDA, AND SONJA STARR (2017): “Effect of Criminal Records on Access,”"),
        (62, "American Economic Association Papers and Proceedings, 107 (5), 560–564. [0528,0530]"),
        (88, "(2018): “Ban the Box, Criminal Records, and Discrimination: An Experiment,” The"),
        (62, "Quarterly Journal of Economics, 133, 191–235. [0507]"),
    )  # fmt: skip

    def test_begins_an_entry_at_the_margin_and_after_a_drawn_line(self) -> None:
        assert references.starts_of(lines(*self.ROWS)) == [0, 2, 4]

    def test_has_entries_without_the_pages_that_cite_them(self) -> None:
        found = list(references.split_entries(lines(*self.ROWS), [0, 2, 4], {}))
        assert [one.text.rpartition(", ")[2] for one in found] == [
            "351–362.", "560–564.", "191–235.",
        ]  # fmt: skip


def test_an_issue_at_the_beginning_of_a_line_begins_no_entry() -> None:
    rows = (
        (54, "Doepke, Matthias. “The Baby Boom.” Review of Economic Studies 82, no. 4"),
        (62, "(2015): 1031–73."),
        (54, "Smith, Anna. “Towns and Work.” Journal of Towns 3, no. 1 (2016): 1–20."),
        (62, "Oslo."),
    )
    assert references.starts_of(lines(*rows)) == [0, 2]


def test_numbers_alone_can_tell_where_entries_begin() -> None:
    rows = (
        (54, "1. Smith, A., Towns and Work, Journal of Towns 3, pages 1 to 20, by the editor"),
        (54, "Jones, B., Oslo 2016."),
        (54, "2. Doepke, M., The Baby Boom, Review of Economic Studies 82, Chicago 2015."),
        (54, "3. Agan, A., Criminal Records and Access, American Economic Association, in"),
        (54, "Nashville, T., 2017."),
    )
    assert references.starts_of(lines(*rows)) == [0, 2, 3]


def test_a_number_can_be_unreadable_in_part_or_before_the_first_entry() -> None:
    rows = (
        (62, "SMITH, Towns and Work, Journal of Towns 3, pages 1 to 20, by the editor"),
        (92, "Oslo 2016."),
        (54, "[2] M. DOEPKE, The Baby Boom, Review of Economic Studies 82, Chicago"),
        (92, "2015."),
        (54, "3] A. AGAN, Criminal Records and Access, American Economic Association, in"),
        (92, "Nashville, 2017."),
    )
    starts = references.starts_of(lines(*rows))
    found = list(references.split_entries(lines(*rows), starts, {}))
    assert [one.label for one in found] == ["", "2", "3"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "J. Bardeen and L. N. Cooper, Phys. Rev. 108, 1175 (1957);",
            "L. P. Rio, JETP 9, 1 (1959)",
        ),
        ("Riess A G et al, 1998 Astrophys. J. 116 1009 [SPIRES]", "Smith A et al, 1999 Water 5 6"),
        ("Li N and Schwarz D J, 2007 arXiv:0710.5073", "Rao A and Singh T P, 2008 Water 7 8"),
        ("Smith, A.; Jones, B. Water 2010, 5, 1;", "(b) Rao, C.; Lee, B. Rivers 2012, 6, 2."),
    ],
)
def test_each_work_under_one_number_is_an_entry_with_that_number(first: str, second: str) -> None:
    found = list(references.split_entries(lines((54, f"[7] {first}"), (62, second)), [0], {}))
    assert [(one.text, one.label) for one in found] == [
        (first.rstrip(";"), "7"), (second.removeprefix("(b) "), "7"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Smith, A.; Jones, B. Towns of 2010; Oslo Press: Oslo, 2012.",
        "Smith, A. (2010). Towns, 1990 to 2000. In Jones, B., Work. Oslo 2010",
        "Smith, A. Towns (2010); edited by B. Jones, Oslo, 2012",
    ],
)
def test_a_work_with_several_years_is_one_entry(text: str) -> None:
    found = references.split_entries(lines((54, f"[7] {text}")), [0], {})
    assert [one.text for one in found] == [text]


@pytest.mark.parametrize(
    "pages", ["(citado nas pgs. 13, 17).", "(cité page 24).", "(cited on pages 3, 5 and 7)"]
)
def test_the_pages_in_brackets_that_cite_an_entry_are_left_out(pages: str) -> None:
    assert references.join_entry(f"Smith, A. Towns. Oslo, 2010 {pages}").text == (
        "Smith, A. Towns. Oslo, 2010"
    )


@pytest.mark.parametrize("pages", ["3", "1, 2, 15", "→ page 21", "→ pages 3, 5"])
def test_the_pages_behind_the_year_that_cite_an_entry_are_left_out(pages: str) -> None:
    assert references.join_entry(f"A. Smith. Towns. In ICCV, 2010. {pages}").text == (
        "A. Smith. Towns. In ICCV, 2010."
    )


def test_the_pages_behind_an_address_that_cite_an_entry_are_left_out() -> None:
    whole = "A. Smith. Towns. In ICCV. URL https://x.org/papers/towns-44."
    assert references.join_entry(f"{whole} 6, 7, 14").text == whole


@pytest.mark.parametrize(
    "text",
    [
        "Smith, A. Towns [2015]",
        "Smith, A. Towns. Oslo [1561-1588]",
        "Smith, A. Towns (cited in Lee 2010)",
    ],
)
def test_a_year_in_brackets_is_kept(text: str) -> None:
    assert references.join_entry(text).text == text


@pytest.mark.parametrize("text", ["Smith, A. Towns. Caracas.", "Smith, A. Towns of a particle."])
def test_a_word_that_ends_like_the_name_of_a_link_is_kept(text: str) -> None:
    assert references.join_entry(text).text == text


@pytest.mark.parametrize(
    "links",
    [
        " [PubMed]", "CrossRefPubMed", " view record in Scopus",
        *(f" [{link.title()} ]." for link in sorted(entries("reference_links"))),
    ],
)  # fmt: skip
def test_links_behind_an_entry_are_no_part_of_it(links: str) -> None:
    assert references.join_entry(f"Smith, A. Towns. doi:10.1234/ab{links}").text.endswith("/ab")


def test_a_number_of_a_page_between_columns_moves_no_margin() -> None:
    rows = (
        (45, "Agan, A. (2017). Effects of criminal records on access to work. J. Towns 3, 1–20."),
        (55, "doi: 10.1234/1"),
        (305, "Doepke, M. (2015). The baby boom and the war. Rev. Towns 82, 1031–1073."),
        (315, "doi: 10.1234/2"),
        (305, "Smith, A. (2016). Towns and work. J. Towns 3, 1–20."),
        (315, "doi: 10.1234/3"),
        (296, "12"),
    )
    assert [start for start in references.starts_of(lines(*rows)) if rows[start][1] != "12"] == [
        0,
        2,
        4,
    ]


def test_a_line_left_of_the_entries_makes_none_of_them_deeper() -> None:
    rows = (
        (92, "Scharpf, Fritz W. (2000): Interaktionsformen. Institutionalismus in der"),
        (114, "Politikforschung. Opladen: Leske und Budrich"),
        (92, "Von Reibnitz, Ute (1991): Szenario-Technik. Instrumente für die"),
        (86, "unternehmerische und persönliche"),
        (114, "Erfolgsplanung. Wiesbaden: Gabler"),
        (92, "Weber, Max (2000): Die protestantische Ethik und der Geist des Kapitalismus."),
        (114, "Textausgabe auf der Grundlage der ersten Fassung. Weinheim: Beltz"),
    )
    starts = references.starts_of(lines(*rows))
    assert {0, 2, 5} < set(starts)
    assert not {1, 4, 6} & set(starts)


def test_an_issue_in_brackets_is_no_second_number() -> None:
    rows = (
        (54, "Doepke M (2015) The Baby Boom. Review of Economic Studies 82"),
        (62, "(2), 1031–73."),
        (54, "Smith A (2016) Towns and Work. Journal of Towns 3, 1–20."),
        (54, "Agan A (2017) Criminal Records and Access, American Economic Association,"),
        (62, "Nashville."),
    )
    assert references.starts_of(lines(*rows)) == [0, 2, 3]


def test_names_and_a_year_in_brackets_are_the_label_of_an_entry() -> None:
    rows = (
        (54, "(Smith, 79) A. Smith, “Towns,” Urban Science, Volume 3, 1979."),
        (54, "(Jones et al., 2010) B. Jones, C. Lee, “Using rivers to weave an information"),
        (54, "tapestry,” Water, 2010."),
    )
    starts = references.starts_of(lines(*rows))
    found = list(references.split_entries(lines(*rows), starts, {}))
    assert [one.label for one in found] == ["Smith, 79", "Jones et al., 2010"]


def test_the_label_of_an_entry_can_touch_its_names() -> None:
    rows = (
        (38, "[Basu et al., 2016]Basu, S. and Singh, S. (2016). Towns and Work. Journal of"),
        (45, "Data Science, 14:539–552."),
        (38, "[Clark, 2000]Clark, S. (2000). Old towns. Demography, 37(1):95–108."),
        (38, "[Gupta, 2008]Gupta, B. (2008). Rivers of many towns. Reproductive"),
        (45, "Health Matters, 16(31):90–98."),
    )
    starts = references.starts_of(lines(*rows))
    found = list(references.split_entries(lines(*rows), starts, {}))
    assert starts == [0, 2, 3]
    assert [one.label for one in found] == ["Basu et al., 2016", "Clark, 2000", "Gupta, 2008"]


def test_a_label_can_be_one_letter() -> None:
    rows = (
        (85, "[A] A. Smith (1997) Rivers of many towns, École Polytechnique, Palaiseau,"),
        (118, "Springer, France."),
        (85, "[B1] B. Jones, Towns and their work, Rev. Math. Phys. 9, (1997) 123. Elsevier"),
        (118, "Science Publishers, Bonn."),
    )
    assert references.starts_of(lines(*rows)) == [0, 2]


def test_initials_can_touch_the_family_name_at_the_beginning_of_an_entry() -> None:
    rows = (
        (63, "Bae,S. et al. (2014) Rivers: a fast and versatile way that searches for many"),
        (70, "Bioinformatics, 30, 1473–1475."),
        (63, "Billon,P. et al. (2017) Towns and their work enable the disruption of states"),
        (70, "Nature, 67, 1068–1079."),
    )
    assert references.starts_of(lines(*rows)) == [0, 2]


def test_the_sign_of_an_entry_of_a_review_is_no_part_of_it() -> None:
    rows = (
        (38, "⁎Altenhofen, S., & Biringen, Z. (2010). Families and towns. Journal of Towns,"),
        (50, "51, 141–156."),
        (38, "Amato, P. R. (2001). Rivers of the 1990s. Journal of Rivers, 15, 355–370."),
        (38, "* Arditti, J. A. (1997). Involvement of towns. Journal of Towns, 27, 5–9."),
    )
    starts = references.starts_of(lines(*rows))
    found = list(references.split_entries(lines(*rows), starts, {}))
    assert [one.text[:6] for one in found] == ["Altenh", "Amato,", "Arditt"]


def test_a_list_can_begin_with_a_remark_on_its_signs() -> None:
    rows = (
        (311, "Papers of particular interest, published within the period of review,"),
        (311, "have been highlighted as:"),
        (327, "• of special interest"),
        (311, "1. LeBlanc JG, Milani C: Towns as suppliers of rivers: a view of many"),
        (327, "states. Curr Opin Towns 2013, 24:160-168."),
        (311, "2. Metges CC: Contribution of rivers. J Towns 2000, 130:1857-1864."),
    )
    assert references.starts_of(lines(*rows)) == [3, 5]


def test_the_indented_lines_begin_the_entries_if_they_follow_the_end_of_one() -> None:
    entry = (
        (94, "Smith, Anna. Towns of the Rivers and Their Work: Examples of"),
        (58, "the North and of the South. Oslo. Instituto de"),
        (58, "Rios, Aplicado, 2024."),
    )
    assert references.starts_of(lines(*entry * 4)) == [0, 3, 6, 9]
