"""References by organisations, and books with a publisher between commas."""

import pytest

from wildwood.extraction import citations


@pytest.mark.parametrize(
    ("reference", "author", "title", "year"),
    [
        (
            (
                "World Water Organization. Use of pumps in floods. A short guide. World Water "
                "Organization 2020 11th June:56."
            ),
            "World Water Organization",
            "Use of pumps in floods. A short guide",
            "2020",
        ),
        (
            (
                "National Society of Rivers and Lakes. Recommendations for towns during the "
                "F19 (Flood Nineteen) crisis. [cited 2020 August 28]. Available from: "
                "http://www.example.org/a.pdf."
            ),
            "National Society of Rivers and Lakes",
            "Recommendations for towns during the F19 (Flood Nineteen) crisis",
            "",
        ),
        (
            (
                "Fundação Nacional de Águas. Programa de controle de cheias. Brasília (DF); "
                "2002. p. 51."
            ),
            "Fundação Nacional de Águas",
            "Programa de controle de cheias",
            "2002",
        ),
        (
            (
                "Rivers Oncology Group (ROG). Common criteria for floods version 5.0, 2017. "
                "Available: http://www.example.org/v22.pdf [Accessed 1 Apr 2020]."
            ),
            "Rivers Oncology Group (ROG)",
            "Common criteria for floods version 5.0",
            "2017",
        ),
    ],
)
def test_an_organisation_is_the_author(reference: str, author: str, title: str, year: str) -> None:
    found = citations.parse_reference(reference)
    assert (found.authors, found.title, found.year) == ((author,), title, year)


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (
            (
                "B. A. Smith and S. A. Berg, Flood Practice and the Community, Elsevier, St. "
                "Louis, Mo, USA, 6th edition, 2005."
            ),
            "Flood Practice and the Community",
        ),
    ],
)
def test_a_publisher_and_places_between_commas_are_no_part_of_the_title(
    reference: str, title: str
) -> None:
    assert citations.parse_reference(reference).title == title


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        (
            (
                "Smith JR, Berg MR, Jones J, Task Force of the National Society of River "
                "Surgeons. Practice parameters for floods (revised). Flood Res. "
                "2013;56:535-50."
            ),
            "Practice parameters for floods (revised)",
        ),
        (
            (
                "Smith G, Berg ES, et al. Persistence of floods in low valleys. N Engl J "
                "Floods. 2017. Epub 2017/02/15. https://doi.org/10.1056/NEJ1613108"
            ),
            "Persistence of floods in low valleys",
        ),
        (
            (
                "Smith JD, Berg MK. Classification of mountain rivers. 8th edn. Chichester, "
                "UK: Water, 2017."
            ),
            "Classification of mountain rivers",
        ),
        (
            (
                "Smith JY, Berg R, et al. Pumps versus dams in floods (River Association "
                "[RA]): a randomised trial. Flood Res 2006;7:719-27."
            ),
            "Pumps versus dams in floods (River Association [RA]): a randomised trial",
        ),
        (
            "Smith F, Berg J. Flood data 2018: rivers of 185 lands. Flood J. 2018;68:394-424.",
            "Flood data 2018: rivers of 185 lands",
        ),
        (
            "Anna J. Smith. Tests of floods. Flood Journal, 16(4):7-9, 2000. ISSN 01692070. doi: 1",
            "Tests of floods",
        ),
        ("Smith M, Berg M. Maps of rivers. eFlood. 2015; 4:e08347.", "Maps of rivers"),
        ("Smith R. Psicologia dos rios. São Paulo: Ed. USP; 1983.", "Psicologia dos rios"),
        ("Smith R. O rio. Uma busca. 2a ed. Lisboa: Água; 2003. p. 3-9.", "O rio. Uma busca"),
        (
            "Smith EG, organizador. Informe sobre los ríos. Quito: OPS; 2003. [OPS, 588].",
            "Informe sobre los ríos",
        ),
        (
            "Smith SLD, Berg EA de, Lee CM. O impacto das cheias. Bol Rios 2000;13:33-8.",
            "O impacto das cheias",
        ),
        (
            "Smith CC da S. Brasil: cheias por municípios. Brasília (DF): Água; 1999.",
            "Brasil: cheias por municípios",
        ),
        (
            "Smith CM. Cheias: o início. In: Berg CM. Velhos rios. Quito: Água; 2000. p. 3-5.",
            "Cheias: o início",
        ),
        (
            "Smith AB. Water use: signs of floods: World Water Society; 2003.",
            "Water use: signs of floods",
        ),
    ],
)
def test_titles_in_the_style_of_medicine(reference: str, title: str) -> None:
    assert citations.parse_reference(reference).title == title


def test_the_word_for_and_is_no_part_of_a_name() -> None:
    found = citations.parse_reference(
        "Rossi, M. e Bianchi, L. (2010). Le piene dei fiumi. Il Mulino."
    )
    assert found.authors == ("Rossi, M.", "Bianchi, L.")


@pytest.mark.parametrize("book", ["Proc. FLOOD’99, Oslo, pp. 5-9.", "Proceedings of FLOOD, Oslo."])
def test_proceedings_are_no_part_of_the_title(book: str) -> None:
    found = citations.parse_reference(f"Smith G., Berg J.-S. (1999) A Simulator for Rivers. {book}")
    assert found.title == "A Simulator for Rivers"


def test_editors_are_no_part_of_the_title() -> None:
    found = citations.parse_reference(
        "D. Smith, O. Berg, and W. Lee, Eds., Classes of Floods, Water Press, Lyon, France, 2007."
    )
    assert found.title == "Classes of Floods"


@pytest.mark.parametrize(
    ("reference", "title"),
    [
        ("Smith, N. (1996) : The Minimal River, The MITPress", "The Minimal River"),
        ("SMITH, A. C. D. Tendências dos Rios. [s.l.] Uniágua, 2007.", "Tendências dos Rios"),
    ],
)
def test_titles_before_a_journal_or_publisher_in_french_and_portuguese(
    reference: str, title: str
) -> None:
    assert citations.parse_reference(reference).title == title
