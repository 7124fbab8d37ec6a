"""Who is the author of a thesis, by its cover, and of which university."""

from pathlib import Path

import pytest

from tests.extraction.test_header import BODY, names, read
from tests.support.made_pdfs import Text, centred

COVERS = {
    "cs": (
        "# Modely trhu práce a firem", "DIPLOMOVÁ PRÁCE", "Autor: Anna Berg",
        "Vedoucí práce: doc. Petr Svoboda", "Praha 2019",
    ),
    "de": (
        "# Lernen auf Märkten für Arbeit und Firmen", "Dissertation",
        "zur Erlangung des Grades eines Doktors der Naturwissenschaften", "vorgelegt von",
        "Dipl.-Math. Anna Berg", "aus Augsburg", "Gutachter:", "Prof. Dr. Eva Schmidt",
        "Prof. Dr. Karl Müller", "Tag der mündlichen Prüfung: 3. Mai 2019",
    ),
    "en": (
        "# Learning to Match Workers and Firms", "by", "Anna Berg",
        "Submitted to the Department of Economics", "Certified by", "Robert Jones",
        "Professor of Economics", "Accepted by", "Mary White", "Chairman, Department Committee",
    ),
    "en, California": (
        "# Learning to Match Workers and Firms",
        "A dissertation submitted in partial satisfaction of the",
        "requirements for the degree Doctor of Philosophy", "by", "Anna Berg",
        "Committee in charge:", "Professor Robert Jones, Chair", "Professor Mary White", "2019",
    ),
    "es": (
        "# Mercados de trabajo y redes sociales", "TESIS DOCTORAL", "Anna Berg", "Directores:",
        "Dr. Juan Pérez Ruiz", "Dra. María Gómez Sanz", "Sevilla, 2019",
    ),
    "fr": (
        "# Apprentissage des réseaux et marchés", "THÈSE", "Présentée par", "Anna Berg",
        "Thèse dirigée par Marie CURIE", "Soutenue publiquement le 3 mai 2019",
        "devant le jury composé de :", "Alain MARTIN, Professeur, Rapporteur",
    ),
    "it": (
        "# Mercati del lavoro e reti sociali", "Relatore:", "Chiar.mo Prof. Mario Rossi",
        "Candidato:", "Anna Berg", "Correlatore:", "Carla Verdi", "Anno Accademico 2018/2019",
    ),
    "nl": (
        "# Leren op markten van werk", "PROEFSCHRIFT", "ter verkrijging van de graad van doctor",
        "door", "Anna Berg", "Promotor: Prof. dr. A. Bakker", "Promotiecommissie:",
        "Prof. dr. K. Smit",
    ),
    "pl": (
        "# Uczenie na rynkach pracy i firm", "Anna Berg", "Praca magisterska",
        "Promotor: prof. dr hab. Ewa Nowak",
    ),
    "pt": (
        "# Mercados de trabalho e redes sociais", "Anna Berg",
        "Dissertação de Mestrado em Economia", "Orientador: Prof. Doutor Rui Pereira", "Júri:",
        "Presidente: António Sousa", "Vogal: Carla Nunes",
    ),
    "sv": (
        "# Inlärning på marknader för arbete", "Examensarbete", "Anna Berg",
        "Handledare: Karl Lund", "Examinator: Eva Lind",
    ),
}  # fmt: skip


def cover(*rows: str) -> list[list[Text]]:
    """Return lines below one another; one that begins with a sign for it is the title."""
    parts: list[list[Text]] = []
    height = 760.0
    for row in rows:
        is_title = row.startswith("# ")
        height -= 40 if is_title else 0
        size = 18 if is_title else 12
        parts.append(centred(height, size, row.removeprefix("# "), bold=is_title))
        height -= 40 if is_title else 24
    return parts


@pytest.mark.parametrize("rows", COVERS.values(), ids=COVERS)
def test_its_author_is_nobody_who_guided_or_judged_it(
    rows: tuple[str, ...], tmp_path: Path
) -> None:
    found = read(tmp_path / "thesis.pdf", cover(*rows), BODY)
    assert [name.title() for name in names(found)] == ["Anna Berg"]


@pytest.mark.parametrize("language", ["de", "en, California", "fr", "nl", "pt", "sv"])
def test_its_university_is_that_of_its_author(language: str, tmp_path: Path) -> None:
    rows = cover("University of Oslo", *COVERS[language])
    (author,) = read(tmp_path / "thesis.pdf", rows, BODY).authors
    assert author.affiliations == ("University of Oslo",)


def test_its_university_is_apart_from_the_degree_above_it(tmp_path: Path) -> None:
    rows = [
        centred(700, 18, "Learning to Match Workers and Firms", bold=True),
        centred(600, 12, "Student: Anna Berg"),
        centred(560, 12, "Master Thesis in Mathematics"),
        centred(546, 12, "Aarhus University"),
    ]
    (author,) = read(tmp_path / "thesis.pdf", rows, BODY).authors
    assert author.affiliations == ("Aarhus University",)


@pytest.mark.parametrize(
    ("kind", "university"),
    [
        ("Bachelorprojekt", "Aarhus Universitet Institut for Matematik"),
        ("Masteroppgave", "Universitetet i Oslo"),
        ("Pro gradu -tutkielma", "Oulun yliopisto Tietotekniikan laitos"),
        ("Szakdolgozat", "SZEGEDI TUDOMÁNYEGYETEM Informatikai Intézet"),
        ("Diplomski rad", "Univerzitet u Beogradu"),
        ("Diplomová práca", "Masarykova univerzita"),
        ("Treball final de grau", "Universitat de Barcelona"),
    ],
)
def test_its_university_can_be_of_many_languages(
    kind: str, university: str, tmp_path: Path
) -> None:
    rows = cover(university, "# Anna Karenina 1877", kind, "Anna Berg")
    (author,) = read(tmp_path / "thesis.pdf", rows, BODY).authors
    assert author.affiliations == (university,)


def test_the_end_of_its_title_is_no_name_below_its_author(tmp_path: Path) -> None:
    rows = [
        centred(760, 14, "University of Oslo", bold=True),
        centred(600, 16, "MASTER THESIS"),
        centred(530, 14, "ANNA BERG"),
        centred(460, 14, "ANALYSIS OF NEW WAYS OF WORK ON THE", bold=True),
        centred(442, 14, "TOOLS OF THE MARKETS FOR USE IN", bold=True),
        centred(424, 14, "GAMES TYPE FPS", bold=True),
        centred(100, 14, "Oslo 2013", bold=True),
    ]
    found = read(tmp_path / "thesis.pdf", rows, BODY)
    assert found.title.endswith("GAMES TYPE FPS")
    assert names(found) == ["ANNA BERG"]


def test_a_title_in_capitals_is_apart_from_the_institution_above_it(tmp_path: Path) -> None:
    rows = [
        centred(700, 10, "D. V. Sukhomlinov"),
        centred(686, 10, "Institute of Mobile Information Systems"),
        centred(668, 10, "ON THE USE OF METHODS FOR THE CONTROL"),
        centred(656, 10, "OF PLANNING AND THE WORK OF FLIGHTS"),
    ]
    found = read(tmp_path / "paper.pdf", rows, BODY)
    assert (
        found.title == "ON THE USE OF METHODS FOR THE CONTROL OF PLANNING AND THE WORK OF FLIGHTS"
    )


def test_a_cover_needs_no_type_of_thesis_below_a_university(tmp_path: Path) -> None:
    rows = [
        centred(740, 12, "UNIVERSIDADE FEDERAL DO RIO"), centred(724, 12, "INSTITUTO DE ÁGUAS"),
        centred(600, 12, "ANNA BERG"), centred(400, 16, "CHEIAS EM RIOS DE MONTANHA", bold=True),
    ]  # fmt: skip
    author = read(tmp_path / "cover.pdf", rows, BODY).authors[0]
    assert author.name == "ANNA BERG"
    assert author.affiliations == ("UNIVERSIDADE FEDERAL DO RIO INSTITUTO DE ÁGUAS",)
