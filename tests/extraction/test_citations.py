"""Single references, and lists of them."""

from dataclasses import replace

import pytest

from wildwood.extraction import crf, reference_lists, references
from wildwood.extraction.citations import extract_citations, parse_reference
from wildwood.extraction.data import Line
from wildwood.extraction.documents import read_text_lines
from wildwood.extraction.names import cited_names

from tests.support.paths import PAPERS


def test_a_reference_in_apa_style() -> None:
    citation = parse_reference(
        "Schalk, G., Miller, K. J., & Leuthardt, E. C. (2008). Two-dimensional movement control "
        "using electrocorticographic signals in humans. Journal of Neural Engineering, 5(1), "
        "75–84. https://doi.org/10.1088/1741-2560/5/1/008"
    )
    assert citation.authors == ("Schalk, G.", "Miller, K. J.", "Leuthardt, E. C.")
    assert citation.title == (
        "Two-dimensional movement control using electrocorticographic signals in humans"
    )
    assert (citation.year, citation.venue, citation.volume, citation.pages, citation.doi) == (
        "2008", "Journal of Neural Engineering", "5", "75–84", "10.1088/1741-2560/5/1/008",
    )  # fmt: skip


def test_a_reference_in_the_style_of_the_natural_sciences() -> None:
    citation = parse_reference("D. Gale and L. S. Shapley, Phys. Rev. Lett. 69, 9 (1962).")
    assert citation.authors == ("D. Gale", "L. S. Shapley")
    assert (citation.venue, citation.volume, citation.year) == ("Phys. Rev. Lett", "69", "1962")


EXAMPLES = (PAPERS / "cited-titles.txt").read_text(encoding="utf-8").split("\n\n")
"""References of the social sciences, each with its title on the line below."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_title_ends_where_its_style_says(example: str) -> None:
    reference, title = example.strip().splitlines()
    assert parse_reference(reference).title == title


@pytest.mark.parametrize(
    ("reference", "authors", "title"),
    [
        (
            ("Anna B. de Smit. 2015. The use of tools against floods: whose moral order? Ethics "
            "and Rivers 17, 3 (sep 2015), 175–188."),
            ("Anna B. de Smit",), "The use of tools against floods: whose moral order",
        ),
        (
            ("Anna Smith and R.B. Lee. 2010. Beyond Rivers. In Proceedings of the 2010 Conference "
            "on Water - CoW ’10. Flood Press, Oslo, 215."),
            ("Anna Smith", "R.B. Lee"), "Beyond Rivers",
        ),
        (
            ("A. B. Smith. Models of water tables. Journal of the River Society. Series B "
            "(Methods), 34(2):187–220, 1972."),
            ("A. B. Smith",), "Models of water tables",
        ),
        (
            "Anna Smith and Bo Lee. Foreseeing floods in wards. Nordic Journal of Water, 2020.",
            ("Anna Smith", "Bo Lee"), "Foreseeing floods in wards",
        ),
        (
            ("Smith, A., Lee, B., van der Ek, I., Berg, C., Dahl, D., Elg, E., Falk, F., Gran, G., "
            "Holm, H., Ivarsen, I.: An Edge-to-Edge, Large Survey of Rivers: How Deep Are They? "
            "In: Proceedings of the 19th River Conference (RC). Society of Water (2019)"),
            ("Smith, A.", "Lee, B.", "van der Ek, I.", "Berg, C.", "Dahl, D.", "Elg, E.",
             "Falk, F.", "Gran, G.", "Holm, H.", "Ivarsen, I."),
            "An Edge-to-Edge, Large Survey of Rivers: How Deep Are They",
        ),
        (
            "Anna Smith and Bo Lee. Lakes in flow. IEEE Trans. Water Systems, 9:394–407, 2016.",
            ("Anna Smith", "Bo Lee"), "Lakes in flow",
        ),
        (
            "Anna Smith. Merging parallel rivers. Commun. ACM, 18(10):588–591, October 1975.",
            ("Anna Smith",), "Merging parallel rivers",
        ),
        (
            "A. Smith and B. Lee. Lakes by dispatch. ACM Commun. Comput. Algebra, 55(3):92, 2021.",
            ("A. Smith", "B. Lee"), "Lakes by dispatch",
        ),
        (
            "Anna Smith and Bo Lee. Review of lakes. Int. Journal of Water, 4(1):90, 2014.",
            ("Anna Smith", "Bo Lee"), "Review of lakes",
        ),
        (
            "Anna Smith and Bo Lee. Lakes and rivers. Part II. Journal of Water, 38(5):51, 2013.",
            ("Anna Smith", "Bo Lee"), "Lakes and rivers. Part II",
        ),
        (
            "Juan García y María López. Los ríos de la montaña. Revista de Aguas, 5(2):10, 2010.",
            ("Juan García", "María López"), "Los ríos de la montaña",
        ),
        (
            "R River Team. R: A Language for Rivers. R Foundation, Vienna, 2021. URL https://r.org.",
            ("R River Team",), "R: A Language for Rivers",
        ),
        (
            "Ivan Svet. smooth: Foreseeing Using River Models, 2021. URL https://svet.org/smooth.",
            ("Ivan Svet",), "smooth: Foreseeing Using River Models",
        ),
        (
            "R. Nystrom. River Forming Patterns. Genever, 2014.", ("R. Nystrom",),
            "River Forming Patterns",
        ),
        (
            "Anna Smith, Tom La Tour, and Bo Lee. Learning lakes. In Water Notes, pages 9, 2017.",
            ("Anna Smith", "Tom La Tour", "Bo Lee"), "Learning lakes",
        ),
        (
            "A. Smith and B. Lee, Ultimate river turbulence, Rev. Mod. Phys. 96, 035001 (2024).",
            ("A. Smith", "B. Lee"), "Ultimate river turbulence",
        ),
        (
            "A. Smith, E. Kent, B. Lee, The River Classification Archive, 2015. www.rivers.edu/~a",
            ("A. Smith", "E. Kent", "B. Lee"), "The River Classification Archive",
        ),
        (
            "A. Smith and B. Lee, Guide to Rivers, 4th ed. Harlow, UK: Water Press, 2003.",
            ("A. Smith", "B. Lee"), "Guide to Rivers",
        ),
        (
            "Water Foundation: Happy river index (2012), http://www.rivers.org/index.pdf",
            ("Water Foundation",), "Happy river index",
        ),
        (
            "PEREIRA, Luís. Controle de rios. 2014. 80 f. Dissertação – Escola, Lima, 2014.",
            ("PEREIRA, Luís",), "Controle de rios",
        ),
        (
            "SILVA, J. P. da; SOUZA, A. M. de. Rios e cheias. In: SIMPÓSIO DE ÁGUAS, 5., 2012.",
            ("SILVA, J. P. da", "SOUZA, A. M. de"), "Rios e cheias",
        ),
        (
            "RIVERSOFT. River Studio. 2019. Disponível em: <https://river.org>.", ("RIVERSOFT",),
            "River Studio",
        ),
        ("A. Smith, Lake Theory, vol. 2. Springer, 2010.", ("A. Smith",), "Lake Theory"),
        (
            "A. Smith, Lake Theory: Models of Water. Oslo, Norway: Water Press, 2010, vol. 1.",
            ("A. Smith",), "Lake Theory: Models of Water",
        ),
        (
            "Hal R. Smith. River data: New tricks. Journal of Lakes, 28(2):3–28, May 2014.",
            ("Hal R. Smith",), "River data: New tricks",
        ),
        (
            "Jo I. Smith, Bo Lee, and Al Kent. Exploiting rivers. RIVLAN Not., 41(11):1–2, 2006.",
            ("Jo I. Smith", "Bo Lee", "Al Kent"), "Exploiting rivers",
        ),
        ("Smith J. Microbiology. 2nd ed. Oslo: Water Press; 2008.", ("Smith J",), "Microbiology"),
    ],
)  # fmt: skip
def test_a_style_shows_authors_and_title(
    reference: str, authors: tuple[str, ...], title: str
) -> None:
    citation = parse_reference(reference)
    assert (citation.authors, citation.title.rstrip("?")) == (authors, title)


@pytest.mark.parametrize(
    ("rest", "title"),
    [
        ("River load index; 20 years later. , 50(9), 904–908.", "River load index; 20 years later"),
        (
            "Shrinkage of rivers. Journal of the Water Society. Series B (Methods) 58 (1), 26–28.",
            "Shrinkage of rivers",
        ),
        (
            (
                "Gaps About River Depths, Please: A Guide for Editors. Water and Its "
                "Measurement, 61(4), 517–531."
            ),
            "Gaps About River Depths, Please: A Guide for Editors",
        ),
        (
            (
                "Why towns challenge rivers, and how they can challenge the theory of “general "
                "floods.” Journal of Water, 33(3), 331–364."
            ),
            "Why towns challenge rivers, and how they can challenge the theory of “general floods",
        ),
        (
            "“Dry as in moist?” Free water and the gap of rivers. First Flood, 18(1), 5–9.",
            "Dry as in moist?” Free water and the gap of rivers",
        ),
        (
            "‘Where do the new rivers flow?’ Water Journal, 7, 371–391.",
            "Where do the new rivers flow?",
        ),
        (
            "‘Rivers, Lakes and Seas: Why Is It So Dry?’ Nordic Journal of Water 44: 355–90.",
            "Rivers, Lakes and Seas: Why Is It So Dry?",
        ),
        (
            "What Determines Trust in River Risks? Underlying Models. Risk Analysis, 16: 473.",
            "What Determines Trust in River Risks? Underlying Models",
        ),
        ("Infectious rivers of humans. Oxford water press.", "Infectious rivers of humans"),
        (
            "Rivers of Ocimum [LOS]: a potent cure. Water, 33(3), 331–364.",
            "Rivers of Ocimum [LOS]: a potent cure",
        ),
        ("River floods (Tesis doctoral). Universidad de Ríos, Madrid.", "River floods"),
        ("[Re] Rivers between banks. Water, 33(3), 331–364.", "[Re] Rivers between banks"),
        (
            "Water in sweet basil (Ocimum basilicum L.). Water, 33(3), 331.",
            "Water in sweet basil (Ocimum basilicum L.)",
        ),
    ],
)
def test_a_title_goes_on_where_its_style_says(rest: str, title: str) -> None:
    assert parse_reference(f"Smith, A. B., & Lee, C. (2006). {rest}").title == title


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        ("GARCÍA, Juan: Las crecidas del río, Madrid, Alianza Agua, 2010.", "Las crecidas del río"),
        ("CEPAL (2010), Panorama de ríos, Santiago de Chile, Naciones Unidas.", "Panorama de ríos"),
        ("Dupont J., Martin P., 2010, Les crues, Paris, La Source.", "Les crues"),
        ("J. Dupont, Les crues du fleuve, Paris, PUF, 2010.", "Les crues du fleuve"),
        ("M. Rossi, Le acque della valle, Laterza, Roma-Bari 2010.", "Le acque della valle"),
        (
            "Müller, Hans/Schmidt, Anna (2010): Die Flut im Tal, Frankfurt a.M.: Wasser.",
            "Die Flut im Tal",
        ),
        (
            "García, J. Las crecidas del río. Tesis doctoral. Universidad de Ríos, 2010.",
            "Las crecidas del río",
        ),
        (
            (
                "Müller, Hans, Die Städte im Tal. Untersuchungen zur Geschichte der Flüsse, "
                "Diss. phil., Universität Köln 2010."
            ),
            "Die Städte im Tal. Untersuchungen zur Geschichte der Flüsse",
        ),
        (
            "Smith, A. (2010). Floods in Paris, London, and Rome. Water.",
            "Floods in Paris, London, and Rome",
        ),
        ("Smith, A. (2010). Rain, Chicago, 1890–1930. Water, 3, 4–5.", "Rain, Chicago, 1890–1930"),
        ("Smith, Anna, & Lee, Bo. 2019. Dry rivers. Tech. rept. 1711.05101. arXiv.", "Dry rivers"),
        (
            "James, N. T. and Lee, B. E. (2021). Floods of rivers, arXiv:2102.00330 .",
            "Floods of rivers",
        ),
        ("Smith, J. C.: A treatise on rivers, vol. 1, River press, 1881.", "A treatise on rivers"),
        (
            "Smith, A. and Lee, B. (2010). Rivers in Action, volume 1. Water Books Co.",
            "Rivers in Action",
        ),
        (
            "Smith, A. B. Rivers in towns. Water Trade, v. 16, n. 3, p. 29-34, 1951. Doi: https://doi.org/10.1007/BF023.",
            "Rivers in towns",
        ),
        (
            "SMITH, A. et al. Rivers after a flood. Wat Rep., v. 12, n. 34, 2022. Doi: 10.1007/BF.",
            "Rivers after a flood",
        ),
        (
            "SMITH, A. Rivers are warming up. RNBC, Mar. 29, 2023. Available at: https://r.org.",
            "Rivers are warming up",
        ),
    ],
)
def test_a_title_ends_before_its_publisher_and_town(reference: str, title: str) -> None:
    assert parse_reference(reference).title == title


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (
            (
                "Smith, A., Brown, J. & Ek, R. L. Rainfinder : A System for Forecasting Floods. "
                "Journal of Rivers 12, 57-71 (1996)."
            ),
            "Rainfinder : A System for Forecasting Floods",
        ),
        (
            (
                "Smith, A. and Lee, B. J. (1990). Models of rain for rivers and lakes, Applied "
                "Statistics & Water 12(3): 5–19."
            ),
            "Models of rain for rivers and lakes",
        ),
        (
            (
                "Pérez Sánchez, J., «Los ríos secos del norte», en Ana López (coord.), Agua, "
                "Madrid, Akal, 1998, pp. 15-30."
            ),
            "Los ríos secos del norte",
        ),
        (
            "Dupont, Marie, 1998, Les crues du fleuve au Moyen Âge, Paris, Presses de l’eau.",
            "Les crues du fleuve au Moyen Âge",
        ),
        (
            (
                "Rossi, M. (2003). Le piene dei fiumi. In: L. Bianchi (a cura di), Acqua e terra. "
                "Bologna: il Mulino."
            ),
            "Le piene dei fiumi",
        ),
    ],
)
def test_the_model_knows_styles_of_several_languages(reference: str, title: str) -> None:
    assert parse_reference(reference).title == title


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (
            "Fluss mit 10 Brücken. Eingesehen am 12.03.2017. url: https://fluss.de/Fluss-mit-10.html.",
            "Fluss mit 10 Brücken",
        ),
    ],
)
def test_a_page_of_the_web_that_names_nobody_has_a_title(reference: str, title: str) -> None:
    citation = parse_reference(reference)
    assert (citation.title, citation.authors) == (title, ())


@pytest.mark.parametrize(
    ("reference", "venue", "publisher"),
    [
        ("Достовалов В.Н. Общее мерзлотоведение. – М.: Изд. МГУ, 1967. – 403 с.", "", "Изд. МГУ"),
        ("Іванов І. І. Цифрова держава : монографія. Київ : Думка, 2019. 320 с.", "", "Думка"),
        ("Smith A. Rivers of towns // Water Trade. 2019. Vol. 14.", "Water Trade", ""),
        ("Ek, A., 2001: Coole Flüsse und Bäche. Opladen: Leske + Budrich.", "", "Leske + Budrich"),
        ("Diekmann, A. (1995): Empirische Flussforschung. Reinbek: Rowohlt, S. 386", "", "Rowohlt"),
        (
            "Lee, A. (2003): Rivers. In: Ek, P. (Eds.): Les guerres des fleuves, pp. 13‒22.",
            "Les guerres des fleuves",
            "",
        ),
    ],
)
def test_a_publisher_is_behind_a_place_and_before_the_year_pages_or_end(
    reference: str, venue: str, publisher: str
) -> None:
    citation = parse_reference(reference)
    assert (citation.venue, citation.publisher) == (venue, publisher)


@pytest.mark.parametrize(
    ("reference", "book"),
    [
        (
            (
                "Berg, J. (1985), »Anmerkungen zum Wasser der Städte«, in: W. Adler & H. Ek "
                "(Hg.), Entzauberte Flüsse. Zur Geltung hydrologischer Forschung, Ulm: Ek, S. 49."
            ),
            "Entzauberte Flüsse. Zur Geltung hydrologischer Forschung",
        ),
        (
            (
                "Berg, Alois/Ek, Herbert (1998), »Wasser, Moderne, Flut: Identitäten der Flüsse«; "
                "in: Ek, Herbert /Adler, Martin (Hg.), Flutgesellschaft, Opladen, S. 193–213."
            ),
            "Flutgesellschaft",
        ),
        (
            (
                "Becker, H. S. (1992): Rivers, floods and imagery. In: Ragin, C. C./Ek, H. S. "
                "(eds.): What is a river? Exploring the foundations of floods. Cambridge, pp. 205."
            ),
            "What is a river? Exploring the foundations of floods",
        ),
    ],
)
def test_a_book_is_behind_its_editors_and_before_its_place(reference: str, book: str) -> None:
    assert parse_reference(reference).venue == book


@pytest.mark.parametrize(
    ("rest", "venue", "volume"),
    [
        (": Die Flüsse der Städte, Der Fluss Nr. 23 v. 3.6.2002, S. 26", "Der Fluss", "23"),
        (
            " (1959), Zur Ordnung der Flüsse (=Wasser und Vorträge, H. 30), Köln.",
            "Wasser und Vorträge",
            "30",
        ),
        (
            (
                ": Über den Lauf der Flüsse. Quellen und Mündungen, Bd. I: Wandlungen des Wassers "
                "in den Ländern des Nordens, Frankfurt/M. 1998"
            ),
            "",
            "I",
        ),
        (
            " (1992) “Water Research in the Nordic Towns,” Water Research 1(2): 161.",
            "Water Research",
            "1",
        ),
        (", and Petrov, V. I. (2009). On the banks of rivers. River Press.", "", ""),
    ],
)
def test_a_volume_has_a_label_that_is_no_part_of_the_journal(
    rest: str, venue: str, volume: str
) -> None:
    citation = parse_reference(f"Adler, Anna{rest}")
    assert (citation.venue, citation.volume) == (venue, volume)


RIVERPLOT = "riverplot: Draw Maps of Rivers and Seas"


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (f"Smith, A. y Lee, B. {RIVERPLOT}, 2021. URL https://waters.org/riverplot.", RIVERPLOT),
        (f"Smith, A. 2018. {RIVERPLOT}. R package. (https://waters.org/p=riverplot).", RIVERPLOT),
        (
            "Smith, A. (2025). RI23: Draw rivers 2025. URL: https://waters.org/ri23/.",
            "RI23: Draw rivers 2025",
        ),
        (
            (
                "Anna Smith and Bo Lee. UniRiver: Unified maps of rivers in images. In Conference "
                "on Water (CoW), pages 7033–7042. Flood, 2020."
            ),
            "UniRiver: Unified maps of rivers in images",
        ),
        (
            "Anna Smith. Basic water theory. 2016. arXiv: 1612.09375. url: https://arxiv.org/abs/1",
            "Basic water theory",
        ),
    ],
)
def test_the_name_of_software_belongs_to_the_title(reference: str, title: str) -> None:
    assert parse_reference(reference).title == title


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (
            (
                "SMITH A. F.: Models of light and water for seas. RIVERS Comput. Graph. 11, 2 (jul "
                "1977), 192–198. URL: https://doi.org/10.1/9, doi:10.1/9. 2, 3"
            ),
            "Models of light and water for seas",
        ),
        (
            (
                "AALST, W. M. P. van der et al. River mining manifesto. In: Water Workshops "
                "(WPM 2011). [S.l.]: Springer, 2012. p. 169–194."
            ),
            "River mining manifesto",
        ),
        (
            (
                'SMITH, J.; LEE, D.; EK, M. Mastering River Architecture. [S.l.]: "O’River Media, '
                'Inc.", 2021.'
            ),
            "Mastering River Architecture",
        ),
    ],
)
def test_a_title_is_without_names_journal_and_company(reference: str, title: str) -> None:
    assert parse_reference(reference).title == title


MATHEMATICS = [
    ("J. Rivers and Seas 17 (1982), no. 2, 185–232. MR 664494", "1982"),
    ("Water Math. Soc. Bull. (1992), no. 28, 11–19", "1992"),
    ("J. Seas 32 (1975) 2033–2043. https://seas.org/1. (Accessed 10 November 2021)", "1975"),
    ("Tech. report, University of the Dunes, 1994", "1994"),
]


@pytest.mark.parametrize(("source", "year"), MATHEMATICS)
@pytest.mark.parametrize(
    "names",
    [("Anna B. Smith",), ("Anna B. Smith", "Jean-Luc Lee"), ("A. Smith", "B. C. Lee", "D. van Ek")],
)
def test_a_reference_between_commas_has_a_title(
    names: tuple[str, ...], source: str, year: str
) -> None:
    authors = ", ".join(names[:-1]) + f", and {names[-1]}" if names[1:] else names[0]
    found = parse_reference(f"{authors}, Lie groups of waves, and of rivers. II, {source}.")
    assert (found.title, found.year) == ("Lie groups of waves, and of rivers. II", year)
    assert found.authors == names


def test_two_initials_in_one_name_are_no_end_of_the_names() -> None:
    citation = parse_reference(
        "Duda, J. M. & Varga, M. Y. Parallel Counting of Rivers 2021. doi:10.1000/182."
    )
    assert citation.title == "Parallel Counting of Rivers"
    assert citation.authors == ("Duda, J. M.", "Varga, M. Y.")


def test_a_title_with_a_country_is_followed_by_its_journal() -> None:
    reference = (
        "Smith N, Lee M, Ek A. Knowledge of floods among women living in the rural west, Nepal. "
        "J Water Rivers. 2018;29(4):e5."
    )
    title = "Knowledge of floods among women living in the rural west, Nepal"
    assert parse_reference(reference).title == title


@pytest.mark.parametrize("address", ["10.1002/riv.20658", "10.1001/rivers.2010.120"])
def test_a_number_in_an_address_is_no_year(address: str) -> None:
    citation = parse_reference(
        f"Smith A, Lee B, Jones C. Abnormal rivers. Wat Trade. (2005) 20:15–60. doi: {address}"
    )
    assert (citation.title, citation.year) == ("Abnormal rivers", "2005")


def test_pages_end_before_the_number_of_a_review() -> None:
    reference = "Lee, A. (1992). Floods and their depth. Ann. Water 96 939-967. MR1946364"
    assert parse_reference(reference).pages == "939-967"


@pytest.mark.parametrize(
    ("reference", "year"),
    [
        (
            (
                "Y. Mu, S. Yin, “Pump therapy for rivers (July 2010),” Journal of Water, vol. 4, "
                "no. 2, pp. 127–139, 2012."
            ),
            "2012",
        ),
        (
            (
                "Centers for Water (CDW), “Floods after a storm—Colorado, 2004,” Weekly Report, "
                "vol. 53, no. 51, pp. 1202–1203, 2005."
            ),
            "2005",
        ),
        ("M. Jones, “The floods of 1953,” Water Press.", "1953"),
    ],
)
def test_a_year_in_the_title_is_taken_only_if_there_is_no_other(reference: str, year: str) -> None:
    assert parse_reference(reference).year == year


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Knuth, D. E., & Plass, M. F.", ("Knuth, D. E.", "Plass, M. F.")),
        ("D. E. Knuth and M. F. Plass", ("D. E. Knuth", "M. F. Plass")),
        ("Knuth, Donald, and Michael Plass", ("Knuth, Donald", "Michael Plass")),
        ("D. E. Knuth, A. Kent, B. Li", ("D. E. Knuth", "A. Kent", "B. Li")),
        ("Knuth DE, Plass MF, et al.", ("Knuth DE", "Plass MF")),
        ("World Meteorological Organisation", ("World Meteorological Organisation",)),
    ],
)
def test_names_are_separated(text: str, people: tuple[str, ...]) -> None:
    assert cited_names(text) == people


def test_a_text_that_is_longer_than_any_reference_is_ignored() -> None:
    good = "[1] Smith, J. (2010). A good title. Journal of Cities, 5(1), 7-9."
    long = "[2] Jones, B. (2011). " + "A title (vol " * 2_000
    citations = extract_citations(
        read_text_lines(f"Text.\nMore.\nReferences\n{good}\n{long}\n".encode())
    )
    assert [one.title for one in citations] == ["A good title"]


@pytest.mark.parametrize("heading", ["Anmerkungen", "Notes", "Endnotes:"])
def test_notes_are_the_list_of_a_text_that_has_no_other(heading: str) -> None:
    notes = "".join(
        f"{number} Anna Smith, The Rivers of {place}, in: Water, 5 (2006), S. {number}0.\n"
        for number, place in enumerate(("Oslo", "Rome", "Bonn", "Lima", "Kiel"), 1)
    )
    text = "A text about rivers.\n" * 20 + f"{heading}\n{notes}"
    assert len(extract_citations(read_text_lines(text.encode()))) == 5
    listed = f"{text}References\nSmith, A. (2010). A title of rivers. Water, 5(1), 7-9.\n"
    assert [one.title for one in extract_citations(read_text_lines(listed.encode()))] == [
        "A title of rivers"
    ]


@pytest.mark.parametrize(
    ("text", "title", "authors"),
    [
        ("Dialog der Bürger, 2003: http://example.org/a.htm (2004).", "Dialog der Bürger", ()),
        (
            "Noelle-Berg, Eva: Öffentliche Meinung. Die Entdeckung der Spirale, Frankfurt 1996",
            "Öffentliche Meinung. Die Entdeckung der Spirale",
            ("Noelle-Berg, Eva",),
        ),
        (
            "Ek R.P., Lee O.B. River Winter: Views of dry towns // Water. – 1983. – V. 2. – P. 3.",
            "River Winter: Views of dry towns",
            ("Ek R.P.", "Lee O.B."),
        ),
        (
            "Ministerio de Ríos, Secretaría de la Cooperación (2003b): Plan de las aguas, Madrid.",
            "Plan de las aguas",
            ("Ministerio de Ríos", "Secretaría de la Cooperación"),
        ),
        (
            "Ek, M. (1992): Towns: dry or wet? In: Lee, C./Berg, H. (eds.): What is a town? Oslo.",
            "Towns: dry or wet?",
            ("Ek, M.",),
        ),
        ("Ek, L. (2004): Den store flod (Oslo: Jurist og Flod).", "Den store flod", ("Ek, L.",)),
        ("Ek, L.: Das Gesetz über Flüsse vom 17.3.2003.", "Das Gesetz über Flüsse", ("Ek, L.",)),
    ],
)
def test_names_and_titles_are_told_apart(text: str, title: str, authors: tuple[str, ...]) -> None:
    citation = parse_reference(text)
    assert (citation.title, citation.authors) == (title, authors)


@pytest.mark.parametrize("words", ["Ders.: ", "Ders. (1999): ", "Dies., "])
def test_a_word_in_the_place_of_names_means_those_before(words: str) -> None:
    listed = (
        "References\nSmith, Armand: Flüsse des Nordens, Bonn 1954.\n"
        f"{words}Wüsten des Südens, Bonn 1956.\n"
    )
    found = extract_citations(read_text_lines(f"{'Ein Text vom Fluss. ' * 9}\n{listed}".encode()))
    assert [one.authors for one in found] == [("Smith, Armand",)] * 2


def test_a_list_of_notes_is_read_without_the_words_before_works() -> None:
    notes = (
        "1) Vgl. Anna Smith: Die Flüsse von Oslo, in: Wasser, 5 (2006), S. 10.\n"
        "2) Zur Lage am Meer siehe Jan Ek: Die Häfen von Bonn, in: Wasser, 6 (2007), S. 9.\n"
        "3) Rita Lund: Die Mühlen von Rom, in: Wasser, 7 (2008), S. 8.\n"
    )
    text = "A text about rivers.\n" * 20 + f"Anmerkungen\n{notes}"
    first, second, third = extract_citations(read_text_lines(text.encode()))
    assert first.authors == ("Anna Smith",)
    assert first.title == "Die Flüsse von Oslo"
    assert first.raw.startswith("Vgl. Anna")
    assert second.authors == ("Jan Ek",)
    assert second.title == "Die Häfen von Bonn"
    assert third.authors == ("Rita Lund",)


def test_an_author_can_have_the_name_of_a_word_before_works() -> None:
    listed = (
        "Lund, R. (2008). The Mills of Rome. Water, 7, 1-9.\n"
        "See, A. (1999). The Rivers of Oslo. Water, 5, 10-20.\n"
        "West, B. (2003). The Floods of Bonn. Water, 6, 30-41.\n"
    )
    text = "A text about rivers.\n" * 20 + f"References\n{listed}"
    cited = [citation.authors for citation in extract_citations(read_text_lines(text.encode()))]
    assert cited == [("Lund, R.",), ("See, A.",), ("West, B.",)]


@pytest.mark.parametrize("line", ["———, ", "———. ", "---. ", ", "])
def test_a_line_in_the_place_of_names_means_those_before(line: str) -> None:
    listed = (
        "References\n[1] Armand Smith, Rivers of the north, Water Math. 40 (1954), 11–51.\n"
        f"[2] {line}Linear groups of rivers, Water Math. 41 (1955), 7–9.\n"
        "[3] Anna Lee, Deserts of the south, Sand Math. 5 (1956), 75–99.\n"
    )
    found = extract_citations(read_text_lines(f"{'A text about rivers.' * 9}\n{listed}".encode()))
    assert [one.authors for one in found] == [("Armand Smith",), ("Armand Smith",), ("Anna Lee",)]
    assert found[1].title == "Linear groups of rivers"
    assert found[1].raw.startswith(line.strip())


def test_the_address_of_an_entry_is_whole() -> None:
    listed = "References\nSmith, A. (2010). A title of rivers. http : // example.org/rivers\n"
    (citation,) = extract_citations(
        read_text_lines(f"{'A text about rivers.' * 9}\n{listed}".encode())
    )
    assert citation.raw.endswith("http://example.org/rivers")


class TestAList:
    def entries(self, text: str) -> list[str]:
        lines = read_text_lines(f"Text.\nMore.\nReferences\n{text}".encode())
        section = reference_lists.find_section(lines)
        listed = reference_lists.entries_of(lines, section)
        return [
            entry.text
            for entry in references.split_entries(listed, references.starts_of(listed), {})
        ]

    def test_is_divided_by_numbers(self) -> None:
        assert self.entries("[1] A. One. First.\nmore\n[2] B. Two. Second.\n") == [
            "A. One. First. more",
            "B. Two. Second.",
        ]

    def test_is_divided_by_labels_in_lines_of_their_own(self) -> None:
        listed = "[Smi94] Smith, A. One.\n[Smi09]\n, Two.\nmore\n[Lee]\nLee, B. Three.\n"
        assert self.entries(listed) == ["Smith, A. One.", ", Two. more", "Lee, B. Three."]

    def test_can_have_numbers_before_a_line_for_names(self) -> None:
        listed = "9. Smith, A. Zero.\n10.\n, One.\n11. Lee, B. Two.\n"
        assert self.entries("".join(f"{n}. Lee, B. More.\n" for n in range(1, 9)) + listed)[8:] == [
            "Smith, A. Zero.", ", One.", "Lee, B. Two.",
        ]  # fmt: skip

    def test_with_numbers_in_brackets_is_not_divided_by_others(self) -> None:
        listed = "[1] A. One. First, pp. 1–\n2.\n[2] B. Two. Second.\n[3] C. Three. Third.\n"
        assert len(self.entries(listed)) == 3

    def test_is_not_divided_by_a_number_out_of_order(self) -> None:
        assert len(self.entries("1. A. One. In vol.\n12. of it\n2. B. Two. Second.\n")) == 2

    def test_is_divided_by_numbers_of_which_one_lacks_its_full_stop(self) -> None:
        listed = (
            "1 One A. First.\n2. Two B. Second.\n   more\n3. Three C. Third.\n4 Four D. Last.\n"
        )
        assert self.entries(listed) == [
            "One A. First.", "Two B. Second. more", "Three C. Third.", "Four D. Last.",
        ]  # fmt: skip

    def test_is_divided_by_numbers_before_particles_of_names(self) -> None:
        listed = "1 One A. First.\n2 van der Two B. Second.\n3 Three C. Third.\n"
        assert len(self.entries(listed)) == 3

    def test_is_divided_by_raised_numbers_of_which_one_has_a_space(self) -> None:
        listed = "1A. One, First 1, 2 (1999).\n2 B. Two, Second.\n3J.-P. Three, Third.\n4D. Four.\n"
        assert len(self.entries(listed)) == 4

    def test_is_divided_by_indented_names_with_initials(self) -> None:
        listed = (
            "   One I., Two J. & Four L. (1984)\nA title of rivers and\nfloods I. Press, 17 p.\n"
            "   One I., Two J., Five\nM.-N. (1988) Another title of\nrivers II. Press, 33 p.\n"
        )
        assert len(self.entries(listed)) == 2

    def test_is_divided_by_a_hanging_indent(self) -> None:
        entries = self.entries("One, A. First paper\n    goes on.\nTwo, B. Second\n    one.\n")
        assert entries == ["One, A. First paper goes on.", "Two, B. Second one."]

    def test_is_divided_by_lines_drawn_for_names_beside_a_hanging_indent(self) -> None:
        entries = self.entries("One, A. 2001. First\n    paper.\n      . 2007. Second\n    one.\n")
        assert entries == ["One, A. 2001. First paper.", ". 2007. Second one."]

    def test_is_not_divided_before_a_year_inside_an_entry(self) -> None:
        listed = "One, A. First. In: The Press\n    (2001): A book.\nTwo, B. Second\n    one.\n"
        assert self.entries(listed)[0] == "One, A. First. In: The Press (2001): A book."

    def test_is_divided_by_its_indent_on_a_page_with_thousands_of_labels(self) -> None:
        labels = [Line("7", 0, n / 50, n / 50, 1, 2, 5, hyphenated=False) for n in range(20_000)]
        assert references.starts_of(labels) is not None

    def test_ends_before_an_appendix(self) -> None:
        assert len(self.entries("[1] A. One. First.\n[2] B. Two.\nAppendix A\n[3] no\n")) == 2

    def test_is_empty_without_its_heading(self) -> None:
        assert extract_citations(read_text_lines(b"A title\nSome text.\n[1] A. One. First.")) == []


def test_a_number_in_brackets_is_a_context() -> None:
    text = "As shown in [1] and [2, 3], it is so.\nReferences\n" + "".join(
        f"[{n}] A. Author. A title of it. 199{n}.\n" for n in (1, 2, 3)
    )
    citations = extract_citations(read_text_lines(text.encode()))
    assert [len(one.contexts) for one in citations] == [1, 1, 1]
    assert "it is so" in citations[2].contexts[0]


@pytest.mark.parametrize(
    ("source", "venue"),
    [
        ("Вопросы экономики. 2016. № 11. С. 5–23.", "Вопросы экономики"),
        ("Вісник права. – 2019. – Т. 3, № 2. – С. 12-18.", "Вісник права"),
        ("Известия РАН. Энергетика. N2, 2013, С. 53-63.", "Известия РАН. Энергетика"),
        ("Journal of Rivers. 1991. Vol. 17, no. 1. P. 99–120.", "Journal of Rivers"),
    ],
)
@pytest.mark.parametrize("responsible", ["", " / А. В. Смирнов"])
def test_a_source_in_the_style_of_gost_follows_two_slashes(
    source: str, venue: str, responsible: str
) -> None:
    citation = parse_reference(f"Смирнов А. В. Экономика знаний: уроки{responsible} // {source}")
    assert (citation.title, citation.venue) == ("Экономика знаний: уроки", venue)


@pytest.mark.parametrize(
    ("reference", "publisher"),
    [
        ("Schmidt, K.: Das Haus / K. Schmidt, Berlin: Springer, 2010.", "Springer"),
        ("Ivanov I.I. Economic growth in the north / I.I. Ivanov. Moscow: Nauka, 2010.", "Nauka"),
        (
            "Ivanov I.I. Economic growth in the north / I.I. Ivanov. Moscow: Nauka, 2010. – 20 p.",
            "Nauka",
        ),
    ],
)
def test_what_follows_who_is_responsible_is_kept(reference: str, publisher: str) -> None:
    citation = parse_reference(reference)
    assert (citation.year, citation.publisher) == ("2010", publisher)
    assert "/" not in citation.title


@pytest.mark.parametrize(
    "rest",
    [
        ". in: Berg, Ute (Hg.) Mütter. Ein Vergleich. München: CH Beck, 29-52.",
        ", in: die tageszeitung v. 18.9.1997, S. 10",
        ", Dissertation Albert-Ludwigs-Universität Freiburg, eingereicht im Februar 2008.",
        " (=Kritische Studien 143), Göttingen.",
    ],
)
def test_a_title_ends_before_what_it_appeared_in(rest: str) -> None:
    reference = f"Canzler, Weert & Andreas Knie 1997: Die weite Ferne der Stadt{rest}"
    assert parse_reference(reference).title == "Die weite Ferne der Stadt"


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (
            "Herbert, Ulrich (2003): Geschichte der Ausländer, Bonn: Bundeszentrale für Bildung.",
            "Geschichte der Ausländer",
        ),
        (
            "Christensen, T. and P. Laegreid (2001): New Management: Ideas (Aldershot: Ashgate).",
            "New Management: Ideas",
        ),
    ],
)
def test_a_title_ends_before_its_town(reference: str, title: str) -> None:
    assert parse_reference(reference).title == title


@pytest.mark.parametrize(
    ("rest", "venue"),
    [
        ("[J]. Journal of Rivers, 2002, 16: 321-357.", "Journal of Rivers"),
        (
            "[C]//Proceedings of the 26th conference on towns. 2017: 173-182.",
            "Proceedings of the 26th conference on towns",
        ),
        ("[M/OL]. Cham: River Press, 2016.", ""),
    ],
)
def test_a_title_ends_before_its_type_in_the_style_of_gb_t_7714(rest: str, venue: str) -> None:
    citation = parse_reference(f"Cai T, Li M, Wu P, et al. BANK: A Model of Floods{rest}")
    assert (citation.title, citation.venue) == ("BANK: A Model of Floods", venue)


def test_a_reference_can_be_labelled_as_names_to_its_end() -> None:
    text = "Smith, Anna. Trade"
    fields = [crf.Field("author", tuple(crf.tokenize(text)))]
    assert references.end_authors(fields, text) == fields


@pytest.mark.parametrize(
    ("printed", "numbers"),
    [
        ("Griffiths, M (1999). Games. Violent Behaviour, 4, 2: 203-212", ("4", "2", "203-212")),
        ("Burke, A., On cells. Energy Research, 2010. 34(2): p. 133-151.", ("34", "2", "133-151")),
        ("Pey, A. L. “On water.” J. Am. Chem. Soc 2010, 132, 1218–1219.", ("132", "", "1218–1219")),
    ],
)
def test_an_issue_is_read_between_volume_and_pages(
    printed: str, numbers: tuple[str, str, str]
) -> None:
    found = parse_reference(printed)
    assert (found.volume, found.issue, found.pages) == numbers


@pytest.mark.parametrize(
    "reference",
    [
        "倪韵竹,戈新生.航天器太阳帆板振动抑制[J].应用力学学报,2020,37(01):293-300.",
        "倪韵竹, 戈新生. 航天器太阳帆板振动抑制 [J]. 应用力学学报, 2020(1):293-300.",
    ],
)
def test_a_chinese_title_is_between_the_names_and_the_type(reference: str) -> None:
    citation = parse_reference(reference)
    assert citation.title == "航天器太阳帆板振动抑制"
    assert citation.authors == ("倪韵竹", "戈新生")


def test_a_chinese_reference_can_have_full_width_punctuation() -> None:
    before = "王伟，李明，等 . 城市（乡村）规划：认知与“实践”［J］. "
    citation = parse_reference(f"{before}河流大学学报（工学版），2015，34（4）：601 - 613.")
    assert citation.authors == ("王伟", "李明")
    assert citation.title == "城市（乡村）规划：认知与“实践”"
    assert citation.venue == "河流大学学报（工学版）"
    assert citation.year == "2015"
    assert (citation.volume, citation.issue, citation.pages) == ("34", "4", "601 - 613")


def test_a_chinese_book_has_a_publisher_behind_its_place() -> None:
    citation = parse_reference("王伟，李明 . 城市与河流［M］. 南京：河流大学出版社，2013：4.")
    assert (citation.title, citation.publisher) == ("城市与河流", "河流大学出版社")
    assert (citation.year, citation.venue) == ("2013", "")


def test_a_reference_is_read_without_its_chinese_translation() -> None:
    english = "Wang Wei, Li Ming. Towns and rivers: A case. Society, 2018, 34(10): 128-146."
    chinese = "[王伟, 李明. 城市与河流: 以河城为例[J]. 社会, 2018, 34(10): 128-146.]"
    whole, alone = parse_reference(f"{english} {chinese}"), parse_reference(english)
    assert replace(whole, raw=english) == alone
    assert whole.raw.endswith(chinese)


@pytest.mark.parametrize(
    ("rest", "venue"),
    [
        (". arXiv preprint arXiv:1801.07737.", "arXiv preprint arXiv:1801.07737"),
        (". Preprint, arXiv:2509.16188.", "Preprint, arXiv:2509.16188"),
        (". ArXiv, abs/1904.00796, 2019.", "ArXiv"),
        (". URL https://arxiv.org/abs/1010.2943.", ""),
    ],
)
def test_a_preprint_without_a_journal_has_its_archive_as_venue(rest: str, venue: str) -> None:
    citation = parse_reference(f"Anna Smith and Bo Lee. 2018. A corpus of rivers and lakes{rest}")
    assert citation.venue == venue


@pytest.mark.parametrize(
    ("source", "venue"),
    [
        (" 2018. Dry rivers of towns. arXiv:1611.09268 [cs.CL]", "arXiv:1611.09268"),
        (". Dry rivers of towns. CoRR, abs/1409.0473, 2018.", "CoRR"),
        (": Dry rivers of towns. CoRR abs/1409.0473 (2018)", "CoRR"),
    ],
)
def test_the_class_or_number_of_a_preprint_is_no_part_of_its_archive(
    source: str, venue: str
) -> None:
    found = parse_reference(f"Anna Smith and Bo Lee{source}")
    assert (found.year, found.venue, found.volume, found.pages, found.publisher) == (
        "2018", venue, "", "", "",
    )  # fmt: skip


@pytest.mark.parametrize(
    "venue",
    [
        "International Conference on Rivers (ICR)",
        "Proceedings of the Society of Towns (Volume 1: Long Papers)",
        "arXiv preprint arXiv:2103.01696",
    ],
)
def test_a_venue_is_whole(venue: str) -> None:
    reference = f"Anna Smith and Bo Lee. Towns and their work. In {venue}, 2021."
    assert parse_reference(reference).venue == venue


def test_a_venue_is_without_a_bracket_that_ends_behind_something_else() -> None:
    found = parse_reference(
        "Mosteller, F. and Bush, R. (1954). Selected techniques. In Handbook of Social Psychology"
        " (G. Lindzey, ed.) 1 289-334. Addison-Wesley, Cambridge, Mass."
    )
    assert found.venue == "Handbook of Social Psychology"


@pytest.mark.parametrize(
    ("visit", "year"),
    [
        ("https://x.org/towns (accessed 5 May 2020).", ""),
        ("Oslo: Oslo Press [cited 2020 Jan 5]. Available from: https://x.org/towns", ""),
        ("2012. Retrieved May 5, 2020, from https://x.org/towns", "2012"),
        ("https://x.org/towns, letzter Zugriff am 5. Mai 2020.", ""),
        ("https://x.org/towns (consulté le 5 mai 2020).", ""),
        ("https://x.org/towns, fecha de acceso: 2 de febrero de 2021.", ""),
        ("Disponível em: https://x.org/towns. Acesso em: 5 maio 2020.", ""),
        ("https://x.org/towns, geraadpleegd op 30 maart 2022.", ""),
        ("https://x.org/towns (dostęp: 07.11.2022).", ""),
        ("https://x.org/towns. Last accessed: 2020-05-05", ""),
    ],
)
def test_the_day_of_a_visit_is_no_year_of_publication(visit: str, year: str) -> None:
    found = parse_reference(f"Smith, A. Rivers of old towns. {visit}")
    assert (found.title, found.year) == ("Rivers of old towns", year)


def test_the_number_of_a_preprint_has_no_year() -> None:
    assert parse_reference("A. Smith, “Tests of rivers,” arXiv:1908.11299 [hep-ex].").year == ""


@pytest.mark.parametrize(
    ("rest", "venue"),
    [
        (
            "“Mistakes in Future Consumption.” NBER Working Paper 29517.",
            "NBER Working Paper 29517",
        ),
        ("“The New Public Accommodations.” Georgetown Law Journal.", "Georgetown Law Journal"),
        (
            "Falling rivers in towns. In: Advances in Neural Information Processing Systems.",
            "Advances in Neural Information Processing Systems",
        ),
    ],
)
def test_a_journal_or_series_without_numbers_is_no_publisher(rest: str, venue: str) -> None:
    citation = parse_reference(f"Smith, Anna. 2021. {rest}")
    assert (citation.venue, citation.publisher) == (venue, "")


def test_a_publisher_is_before_the_year_of_its_copyright() -> None:
    citation = parse_reference(
        "Smith J, Green S, editors. Handbook for reviews of rivers [Internet]. Version 5.1.0. "
        "Oxford: Cochrane Collaboration; c2011 [cited 2011 Apr 14]."
    )
    assert citation.publisher == "Cochrane Collaboration"


def test_the_day_of_a_newspaper_is_no_volume() -> None:
    citation = parse_reference(
        "Adams, Anna. 2020. Schools Trial Body Cameras to Aid Safety and Monitor Behaviour. The "
        "Guardian, February 7, 2020, sec. Education."
    )
    assert (citation.venue, citation.volume) == ("The Guardian", "")


def test_a_collaboration_is_an_author_beside_persons() -> None:
    citation = parse_reference(
        "OPAL Collaboration, A. Smith et al., “Measurement of the mass and width of the W boson,” "
        "The Eur. Phys. J. C 45 (2006) 307–335."
    )
    assert citation.authors == ("OPAL Collaboration", "A. Smith")


def test_the_number_of_proceedings_in_brackets_is_part_of_their_title() -> None:
    citation = parse_reference(
        "Anna Smith. 2023. Listening to rivers. In Proceedings of the 61st Annual Meeting of the "
        "Society for Water (Volume 1: Long Papers), pages 11–19, Oslo, Norway."
    )
    assert citation.volume == ""


def test_a_volume_is_behind_its_whole_label() -> None:
    reference = "Anna Smith. 2009. The Iranian Rivers, volume 2009. Routledge London."
    assert parse_reference(reference).volume == "2009"


def test_pages_can_be_numbers_like_years() -> None:
    citation = parse_reference(
        "Smith, A., Lee, B. (2022): “Screening inattentive rivers,” Water Economics Review, 112, "
        "1949–1984."
    )
    assert (citation.year, citation.pages) == ("2022", "1949–1984")


@pytest.mark.parametrize(
    ("days", "pages"),
    [
        ("Oslo, Norway, 25–28 September 2017; pp. 339–343", "339–343"),
        ("Oslo, Norway, 9–11 March 2017, pp. 1–16", "1–16"),
        ("Oslo, Norway, June 16–17, 2017, pages 48–60", "48–60"),
        ("Oslo, Norway, 6–11 August 2017", ""),
    ],
)
def test_the_days_of_a_conference_are_no_pages(days: str, pages: str) -> None:
    citation = parse_reference(
        "Smith, A.; Lee, B. Efficient maps of rivers. In Proceedings of the International "
        f"Conference on Intelligent Rivers and Systems, {days}."
    )
    assert (citation.volume, citation.issue, citation.pages) == ("", "", pages)


@pytest.mark.parametrize(
    "rest",
    [
        "“Principles of rivers”, in Handbook of Rivers. ISBN: 0-471-13403-1, Wiley, 1998.",
        "Rivers of towns. Springer, 2004, ISBN-13: 978-3-540-24429-5.",
        "“Rivers of towns”. In: Journal of Rivers (2004). issn: 1365-8050.",
        "Rivers of towns. https://x.org/rivers. 2016. Accessed: 2016-11-01.",
    ],
)
def test_the_number_of_a_book_or_a_visit_is_no_page(rest: str) -> None:
    citation = parse_reference(f"Anna Smith and Bo Lee. {rest}")
    assert (citation.volume, citation.issue, citation.pages) == ("", "", "")


@pytest.mark.parametrize(
    ("printed", "url", "doi"),
    [
        ("https : / / www . x . org / our - towns/a/", "https://www.x.org/our-towns/a/", ""),
        ("https://x.org/ - May 5, 2015", "https://x.org/", ""),
        ("DOI: 10 . 1002 / sand.21760.", "", "10.1002/sand.21760"),
    ],
)
def test_an_address_can_be_printed_with_spaces(printed: str, url: str, doi: str) -> None:
    citation = parse_reference(f"Anna Smith. Sand and dust. Oslo: Oslo Press, 2019. {printed}")
    assert (citation.title, citation.publisher) == ("Sand and dust", "Oslo Press")
    assert (citation.url, citation.doi) == (url, doi)


@pytest.mark.parametrize(("date", "end"), [(" (2023)", ""), ("", ", 2023")])
def test_the_second_part_of_a_title_is_no_publisher(date: str, end: str) -> None:
    citation = parse_reference(
        f"Smith, A., Lee, B., and Ek, R.{date}. Riverbench: Measuring how models see rivers{end}."
    )
    assert citation.title == "Riverbench: Measuring how models see rivers"
    assert citation.publisher == ""


@pytest.mark.parametrize("names", ["Lee, A.; and Smith, H.", "Lee, A., and Smith, J. N."])
def test_an_initial_before_a_year_is_no_label_of_a_volume(names: str) -> None:
    citation = parse_reference(f"{names} 2016. Listening to cold rivers. In WATER, 252–261.")
    assert (citation.year, citation.volume) == ("2016", "")


@pytest.mark.parametrize(
    ("printed", "parts"),
    [
        ("79, 387 (1984), 516–524", ("79", "387", "516–524")),
        ("8, 3–4 (Sept. 1984), 279– 292", ("8", "3–4", "279– 292")),
        ("81, 20 (Nov. 1984)", ("81", "20", "")),
    ],
)
def test_an_issue_can_be_behind_a_comma_if_the_year_is_behind_the_names(
    printed: str, parts: tuple[str, str, str]
) -> None:
    citation = parse_reference(
        f"Anna Smith and Robert Jones. 1984. Reducing bias in studies of rivers. Journal of the "
        f"Norwegian Statistical Association {printed}."
    )
    assert (citation.volume, citation.issue, citation.pages) == parts


def test_a_page_in_brackets_before_its_number_is_no_issue() -> None:
    citation = parse_reference("A. Smith and R. Jones. Cold rivers. Nature Physics 69, 9 (1962).")
    assert (citation.volume, citation.issue) == ("69", "")


@pytest.mark.parametrize("pages", ["8:1–8:78", "33.1–33.34"])
def test_pages_can_begin_with_the_number_of_the_article(pages: str) -> None:
    citation = parse_reference(
        f"A. Smith, “Structured programs for rivers,” ACM Trans. Water, vol. 34, pp. {pages}, 2012."
    )
    assert citation.pages == pages


@pytest.mark.parametrize(
    ("rest", "venue", "year"),
    [
        ("In Conference on Rivers 2012, pages 1–12. ACM, 2013.",
         "Conference on Rivers 2012", "2013"),
        ("Database 2012 (2012), 17.", "Database", "2012"),
        ("Journal of Rivers, 2012, 3, 1–12.", "Journal of Rivers", "2012"),
    ],
)  # fmt: skip
def test_a_conference_has_its_year_in_its_name_if_another_is_printed(
    rest: str, venue: str, year: str
) -> None:
    citation = parse_reference(f"Anna Smith. How cold rivers learn. {rest}")
    assert (citation.venue, citation.year) == (venue, year)


@pytest.mark.parametrize(
    "rest",
    [
        ",” in Machine Models of Music, S. M. Lee and D. Ek, Eds. Cambridge: MIT Press, 1993.",
        ".” In: Lee M, editor. Machine Models of Music. Cambridge, MA: MIT Press; 2001. p. 1–52.",
    ],
)
def test_a_book_is_apart_from_its_editors(rest: str) -> None:
    citation = parse_reference(f"A. Smith, “Short-term memory and rivers{rest}")
    assert citation.venue == "Machine Models of Music"
    assert citation.title == "Short-term memory and rivers"


@pytest.mark.parametrize(
    ("rest", "venue"),
    [
        ("Proceedings of the 2010 Conference on Rivers. – 2010. – P. 1–9.",
         "Proceedings of the 2010 Conference on Rivers"),
        ("Patterns of Constructions. – De Gruyter, 2014.", "Patterns of Constructions"),
    ],
)  # fmt: skip
def test_a_source_between_slashes_and_a_dash_is_whole(rest: str, venue: str) -> None:
    assert parse_reference(f"Smith A. B. Slow rivers and cold lakes // {rest}").venue == venue


def test_editors_behind_their_label_are_no_book() -> None:
    citation = parse_reference(
        "Smith, A. 2001, in Lighthouses of the Universe: The Most Luminous Celestial Objects, ed. "
        "M. Lee, R. A. Ek, & E. Roe (Berlin: Springer), 1"
    )
    assert not citation.venue.startswith("ed.")
