"""Titles on cover pages and below banners, each made on a page."""

from pathlib import Path

import pytest

from wildwood.extraction import documents, header
from wildwood.extraction.data import DocumentType, Header, Line
from wildwood.extraction.title import remove_mark

from tests.support.made_pdfs import Page, centred, paragraph, text, write

Row = tuple[float, float, str, bool]
"""The place of a centred line from the bottom, its font size, text and weight."""


def read(path: Path, page: Page) -> Header:
    pages = [page, paragraph(72, 700, 40)]
    return header.extract_header(documents.read_document(write(path, pages), DocumentType.PDF))


def cover(*rows: Row) -> Page:
    return [
        part
        for bottom, size, words, bold in rows
        for part in centred(bottom, size, words, bold=bold)
    ]


COVERS: dict[str, tuple[tuple[Row, ...], str]] = {
    "period": (
        (
            (740, 12, "WORKING PAPER SERIES", True),
            (600, 18, "World Trade Flows: 1962-2000", True),
            (560, 12, "Anna Smith", False),
            (545, 10, "University of Oslo", False),
        ),
        "World Trade Flows: 1962-2000",
    ),
    "university": (
        (
            (740, 16, "THÈSE", True),
            (720, 11, "présentée à", False),
            (700, 16, "L'UNIVERSITÉ DE LYON", True),
            (620, 14, "Jean Dupont", True),
            (580, 14, "DOCTEUR", True),
            (500, 16, "Les crues des rivières alpines", True),
            (400, 11, "Soutenue le 12 mai 2010 devant le jury composé de", False),
        ),
        "Les crues des rivières alpines",
    ),
    "capitals": (
        (
            (740, 14, "UNIVERSIDADE FEDERAL DO RIO", True),
            (720, 14, "INSTITUTO DE ÁGUAS", True),
            (620, 14, "JOÃO PEDRO SILVA", True),
            (520, 14, "MODELOS DE CHEIAS EM RIOS DE MONTANHA", True),
            (200, 12, "Dissertação apresentada ao programa de águas", False),
            (85, 12, "2015", False),
        ),
        "MODELOS DE CHEIAS EM RIOS DE MONTANHA",
    ),
    "series": (
        (
            (740, 30, "WORKING PAPER SERIES", True),
            (700, 14, "No. 123 / June 2015", False),
            (600, 18, "Models of Floods in Mountain Rivers", False),
            (560, 12, "Anna Smith", False),
        ),
        "Models of Floods in Mountain Rivers",
    ),
    "degree": (
        (
            (700, 14, "Universidad Nacional de Ríos", False),
            (640, 12, "Facultad de Ciencias", False),
            (560, 14, "MODELOS DE CRECIDAS", False),
            (460, 24, "T E S I S", False),
            (430, 14, "QUE PARA OBTENER EL TÍTULO DE:", False),
            (410, 14, "FÍSICO", False),
            (370, 12, "PRESENTA:", False),
            (350, 12, "ANNA GARCÍA LÓPEZ", False),
        ),
        "MODELOS DE CRECIDAS",
    ),
    "faculty": (
        (
            (740, 20, "Universidad Nacional Pedro Ríos", False),
            (715, 16, "Facultad de Ciencias Económicas y Contables", False),
            (600, 16, "Modelos de crecidas en ríos", False),
            (560, 16, "Presentado por:", False),
            (540, 12, "Anna García López", False),
            (500, 12, "Asesor:", False),
            (480, 12, "Juan Pérez Díaz", False),
            (90, 12, "Lima, 2015", False),
        ),
        "Modelos de crecidas en ríos",
    ),
    "kind and course": (
        (
            (700, 14, "TRABAJO FIN DE GRADO EN FÍSICA DE RÍOS", False),
            (670, 14, "DOBLE GRADO EN FÍSICA Y MATEMÁTICAS", False),
            (600, 14, "Modelos de crecidas", True),
            (500, 12, "Autor", False),
            (480, 12, "Juan García López", False),
            (440, 12, "Directores", False),
            (420, 12, "Ana Pérez Díaz", False),
            (90, 12, "Granada, junio de 2015", False),
        ),
        "Modelos de crecidas",
    ),
    "course of study": (
        (
            (740, 16, "Fachbereich Wasserbau", False),
            (715, 16, "Studiengang Angewandte Wasserkunde", False),
            (640, 16, "Hochwasser in Gebirgen", False),
            (560, 12, "Bachelorarbeit", False),
            (520, 12, "vorgelegt von", False),
            (500, 12, "Anna Schmidt", False),
            (460, 12, "Betreuer: Prof. Dr. Hans Meier", False),
            (90, 12, "Kiel, 2015", False),
        ),
        "Hochwasser in Gebirgen",
    ),
    "kind of thesis": (
        (
            (740, 18, "Universidad de Ríos", True),
            (640, 22, "Trabajo Fin de Grado", True),
            (580, 18, "Modelos de crecidas en ríos", True),
            (500, 12, "Autor: Juan García López", False),
        ),
        "Modelos de crecidas en ríos",
    ),
    "kind of report": (
        (
            (700, 22, "Project Report", True),
            (650, 18, "Models of Floods in Mountain Rivers", False),
            (600, 12, "Authors:", False),
            (585, 12, "Anna Smith", False),
        ),
        "Models of Floods in Mountain Rivers",
    ),
    "subject": (
        (
            (661, 16, "RIVER University of Applied Science", True),
            (578, 13, "Bachelor’s Thesis", True),
            (474, 13, "submitted in partial fulfilment of the requirements for the degree", False),
            (446, 16, "Bachelor of Science (B.Sc.)", True),
            (381, 13, "on the subject", False),
            (350, 13, "A Model of Floods for the Naming of Rivers", True),
            (328, 13, "Using Water Functions", True),
            (280, 13, "by", False),
            (246, 16, "Anna Smith", True),
        ),
        "A Model of Floods for the Naming of Rivers Using Water Functions",
    ),
    "spaced letters": (
        (
            (690, 14, "Universidad Nacional de Ríos", False),
            (538, 17, "Modelos de las crecidas en ríos", False),
            (435, 25, "T E S I S", False),
            (357, 12, "presenta:", False),
            (336, 12, "Juan García López", False),
        ),
        "Modelos de las crecidas en ríos",
    ),
    "capitals that look like names": (
        (
            (770, 19, "République du Fleuve Bleu", False),
            (415, 24, "DATA MINING APPLIQUE A", False),
            (382, 24, "L’AMELIORATION DES CRUES DES", False),
            (349, 24, "RIVIERES ALPINES", False),
            (159, 15, "Présenté par : Jean Dupont", False),
        ),
        "DATA MINING APPLIQUE A L’AMELIORATION DES CRUES DES RIVIERES ALPINES",
    ),
    "several names in larger letters": (
        (
            (600, 20, "Floods of Rivers", False),
            (575, 16, "An Application with the Sensors of Telephones", False),
            (448, 14, "Bachelor of Science Thesis in Computer Technology", False),
            (388, 18, "Anna Smith", False),
            (367, 18, "Robert Jones", False),
            (346, 18, "Mary White", False),
        ),
        "Floods of Rivers: An Application with the Sensors of Telephones",
    ),
    "a name above a title that looks like one": (
        (
            (650, 17, "Anna Maria Costa Pereira", True),
            (590, 24, "Call Subsumption Mechanisms for", True),
            (562, 24, "Tabled Logic Programs", True),
            (170, 14, "Departamento de Engenharia", True),
            (148, 14, "Faculdade de Engenharia da Universidade do Porto", True),
            (130, 14, "Junho de 2010", True),
        ),
        "Call Subsumption Mechanisms for Tabled Logic Programs",
    ),
    "names of two people as the title": (
        ((600, 20, "Adam Smith and David Hume", True), (560, 12, "Anna Berg", False)),
        "Adam Smith and David Hume",
    ),
    "names as the title, in French": (
        ((600, 20, "Marie Curie et Paul Langevin", True), (560, 12, "Anne MARTIN", False)),
        "Marie Curie et Paul Langevin",
    ),
    "a title that begins with the word of a label": (
        (
            (600, 20, "By Chance and Necessity", True),
            (560, 12, "by", False),
            (540, 20, "Victor van den Berg", True),
            (400, 12, "Master Thesis", False),
        ),
        "By Chance and Necessity",
    ),
    "letters of one size": (
        (
            (700, 12, "UNIVERSIDAD NACIONAL DE MÉXICO", False),
            (640, 12, "FACULTAD DE CIENCIAS", False),
            (560, 12, "Modelos de las crecidas en los ríos y", False),
            (546, 12, "en las montañas", False),
            (460, 12, "QUE PARA OBTENER EL TÍTULO DE:", False),
            (420, 12, "Matemático", False),
            (380, 12, "PRESENTA:", False),
            (340, 12, "Ana María Costa", False),
        ),
        "Modelos de las crecidas en los ríos y en las montañas",
    ),
    "a plain title below a larger school": (
        (
            (723, 16, "Fachhochschule Landshut", False),
            (690, 12, "Fachbereich Informatik", False),
            (551, 12, "Ein Modell für die Fluten der Alpen", False),
            (488, 14, "Diplomarbeit", False),
            (155, 12, "Autor: Hans Berg", False),
        ),
        "Ein Modell für die Fluten der Alpen",
    ),
    "a title that begins with the word for one": (
        (
            (600, 16, "Title IX and the Floods: Its Effects on Sports", True),
            (560, 12, "Anna Smith", False),
        ),
        "Title IX and the Floods: Its Effects on Sports",
    ),
    "a title that ends in a kind after an adjective": (
        (
            (700, 17, "Readability and Length of the Corporate", True),
            (678, 17, "Annual Report", True),
            (640, 12, "Anna Smith", False),
        ),
        "Readability and Length of the Corporate Annual Report",
    ),
    "a title that ends in a kind after an adjective, in Spanish": (
        (
            (700, 17, "Guía para escribir el nuevo", True),
            (678, 17, "trabajo fin de grado", True),
            (640, 12, "Ana García", False),
        ),
        "Guía para escribir el nuevo trabajo fin de grado",
    ),
    "a name above, in letters of one size": (
        (
            (740, 14, "UNIVERSITY OF RIVERDALE", False),
            (560, 18, "D. S. Ivanov", False),
            (539, 18, "Models of Floods and Villages by", False),
            (518, 18, "the River", False),
            (497, 18, "Master's Thesis", False),
            (300, 14, "Supervisor: Robert Jones", False),
        ),
        "Models of Floods and Villages by the River",
    ),
    "lines far apart, in one font": (
        (
            (
                740,
                12,
                "THE UNIVERSITY OF RIVERDALE, FACULTY OF NORTHERN LETTERS AND SCIENCE",
                False,
            ),
            (520, 16, "Computation of Geodetic Heights", True),
            (482, 16, "Towns of the Northern Lakes", True),
            (444, 16, "Observed from Villages", True),
            (380, 12, "Anna Smith", False),
        ),
        "Computation of Geodetic Heights Towns of the Northern Lakes Observed from Villages",
    ),
    "a date below, in letters of one size": (
        (
            (700, 12, "Essays on Trade and Growth", False),
            (672, 12, "June 2015", False),
            (640, 12, "Master Thesis", False),
        ),
        "Essays on Trade and Growth",
    ),
    "an institution above, in letters of one size": (
        (
            (727, 12, "Faculté des lettres", False),
            (700, 12, "Essais sur le commerce et la croissance", False),
            (672, 12, "Faculté des sciences", False),
            (640, 12, "Mémoire de master", False),
        ),
        "Essais sur le commerce et la croissance",
    ),
    "a kind above a bold title": (
        (
            (700, 14, "Bachelorarbeit zur", False),
            (680, 14, "Wirkung von Steuern auf den Handel", True),
            (640, 12, "Hans Berg", False),
        ),
        "Wirkung von Steuern auf den Handel",
    ),
    "a kind above a bold title, in Portuguese": (
        (
            (700, 14, "Dissertação de Mestrado em", False),
            (680, 14, "Comércio e crescimento das cidades", True),
            (640, 12, "Ana Costa", False),
        ),
        "Comércio e crescimento das cidades",
    ),
    "the label of the author in the letters of the title": (
        (
            (700, 16, "Trade and Growth in the Cities", True),
            (665, 16, "by", True),
            (630, 16, "John Miller", True),
        ),
        "Trade and Growth in the Cities",
    ),
    "a label before a person's degree": (
        (
            (700, 14, "Handel und Wachstum der Städte", True),
            (640, 11, "Anna Berg", False),
            (625, 11, "Titel: Doktor der Philosophie und Künste", False),
        ),
        "Handel und Wachstum der Städte",
    ),
    "a label before the office of a person": (
        (
            (700, 14, "Trade and Growth in the Cities", True),
            (640, 11, "Anna Smith", False),
            (625, 11, "Title: Research Fellow in Economics and Trade", False),
        ),
        "Trade and Growth in the Cities",
    ),
    "names as a title below a label and a name": (
        (
            (700, 12, "Dissertation", False),
            (660, 12, "vorgelegt von", False),
            (640, 12, "Hans Müller", False),
            (612, 18, "Max Weber und Karl Marx", True),
        ),
        "Max Weber und Karl Marx",
    ),
    "a title that ends in a kind": (
        (
            (700, 17, "How to Make Models of Floods for the", False),
            (678, 17, "Thesis", False),
            (640, 12, "Anna Smith", False),
        ),
        "How to Make Models of Floods for the Thesis",
    ),
    "a title that ends in a kind, in French": (
        (
            (700, 17, "Comment faire un modèle de crues pour une", False),
            (678, 17, "Thèse", False),
            (640, 12, "Jean Dupont", False),
        ),
        "Comment faire un modèle de crues pour une Thèse",
    ),
    "double spaced": (
        (
            (458, 17.5, "DEVELOPMENT OF MODELS FOR RIVERS", True),
            (419, 17.5, "IN A GENERAL FRAMEWORK OF FLOODS", True),
            (186, 12, "Anna Smith", False),
            (164, 12, "Budapest, 2011", False),
        ),
        "DEVELOPMENT OF MODELS FOR RIVERS IN A GENERAL FRAMEWORK OF FLOODS",
    ),
    "name-like words far below a comma": (
        (
            (600, 16, "COMBINATOIRE DES MOTS : MOTS AMASSANTS,", True),
            (563, 16, "TRIPLETS DE MARKOFF ET GRAPHES CHENILLES", True),
            (400, 12, "MÉLODIE MARTIN", False),
        ),
        "COMBINATOIRE DES MOTS : MOTS AMASSANTS, TRIPLETS DE MARKOFF ET GRAPHES CHENILLES",
    ),
    "a short title above a name and a date": (
        (
            (445, 17, "Rivers Today", False),
            (423, 12, "Institution Name", False),
            (380, 12, "Hector Daniel Gonzalez Perez", False),
            (355, 12, "10 junio 2015", False),
        ),
        "Rivers Today",
    ),
    "lines that look like names, above names": (
        (
            (600, 14, "Ministry of Floods", False),
            (586, 14, "Admitted to the Committee on Rivers ______", False),
            (450, 14, "DUBOKE KONVOLUCIJSKE", False),
            (436, 14, "RASPOZNAVANJE ZNAKOVA", False),
            (380, 14, "Matija Horvat", False),
            (360, 14, "Ana Horvat", False),
        ),
        "DUBOKE KONVOLUCIJSKE RASPOZNAVANJE ZNAKOVA",
    ),
    "a kind in Croatian": (
        (
            (740, 14, "FAKULTET ELEKTROTEHNIKE", True),
            (640, 16, "DIPLOMSKI RAD br. 1115", False),
            (580, 16, "DUBOKE KONVOLUCIJSKE", True),
            (560, 16, "RASPOZNAVANJE ZNAKOVA", True),
            (520, 12, "Matija Horvat", False),
        ),
        "DUBOKE KONVOLUCIJSKE RASPOZNAVANJE ZNAKOVA",
    ),
    "what introduces a title in its letters": (
        (
            (420, 14, "TESINA", True),
            (395, 14, "con el título", True),
            (371, 14, "Los modelos de las crecidas", True),
            (347, 14, "en los ríos de las sierras", True),
            (260, 12, "Autor: Juan García López", False),
        ),
        "Los modelos de las crecidas en los ríos de las sierras",
    ),
    "a label in larger letters": (
        (
            (720, 17, "University of Riverdale", False),
            (640, 20, "Master Thesis", True),
            (600, 14, "A Model for Rivers", False),
            (379, 17, "Author:", False),
            (361, 14, "Anna Smith", False),
            (271, 17, "Supervisor:", False),
            (248, 14, "Karl Jones", False),
        ),
        "A Model for Rivers",
    ),
    "two names, of which the title is the larger": (
        (
            (692, 16, "University of Riverdale", True),
            (421, 19.6, "Antonia Costa", False),
            (341, 23.5, "RIVER FLOODS", True),
            (283, 16, "Diplomski rad", False),
        ),
        "RIVER FLOODS",
    ),
    "lines of two weights": (
        (
            (700, 17, "jss: A Class for the Publications of the Journal of", True),
            (678, 17, "Statistical Software", False),
            (647, 12, "Anna Smith", False),
        ),
        "jss: A Class for the Publications of the Journal of Statistical Software",
    ),
}

AUTHORS = ("Anna Smith", "Robert Jones")
FLOODS = "Does Rain Raise the Wages of Farmers in the Valley"
TITLE_PAGE = [
    *centred(720, 14, FLOODS, bold=True),
    *centred(690, 12, "Anna Smith and Robert Jones"),
    *paragraph(72, 640, 40),
]


def read_all(path: Path, *pages: Page) -> Header:
    lines = documents.read_document(write(path, [*pages, paragraph(72, 700, 40)]), DocumentType.PDF)
    return header.extract_header(lines)


def test_a_title_that_the_next_page_repeats_is_found_below_a_logo(tmp_path: Path) -> None:
    page = [
        *text(60, 780, 24, "riverstor", bold=True),
        *text(60, 762, 9, "Make Publications Visible"),
        *text(60, 680, 11, "Smith, Anna; Jones, Robert"),
        *text(60, 655, 11, "Working Paper", bold=True),
        *text(60, 640, 14, FLOODS, bold=True),
        *text(60, 615, 11, "Riverdale Discussion Papers, No. 123"),
        *text(60, 590, 10, "Provided in Cooperation with:", bold=True),
        *text(60, 578, 10, "University of Riverdale, Institute of Rain"),
        *text(60, 540, 9, "Suggested Citation: Smith, Anna; Jones, Robert (2006) : Does Rain"),
        *text(60, 530, 9, "Raise the Wages of Farmers in the Valley, Riverdale Papers, No. 123"),
    ]
    found = read_all(tmp_path / "paper.pdf", page, TITLE_PAGE)
    assert found.title == FLOODS
    assert [(one.given, one.family) for one in found.authors] == [
        ("Anna", "Smith"), ("Robert", "Jones"),
    ]  # fmt: skip


def test_the_authors_of_suggested_papers_are_no_authors(tmp_path: Path) -> None:
    """As on the covers of the Institute of Physics."""
    page = [
        *text(72, 720, 12, "RIVER Advances"),
        *text(72, 680, 16, FLOODS),
        *text(72, 640, 8, "To cite this article: Anna Smith 2023 RIVER Adv. 2 040502"),
        *text(72, 600, 12, "You may also like"),
        *text(72, 580, 7, "Search for Sources of Rain in the Valleys and the Mountains of"),
        *(*text(72, 570, 7, "Norway"), *text(72, 560, 7, "A. Albert, M. André, B. Lund et al.")),
    ]
    second = [*centred(720, 14, FLOODS), *centred(690, 10, "Anna Smith"), *paragraph(72, 640, 20)]
    found = read_all(tmp_path / "paper.pdf", page, second)
    assert [author.name for author in found.authors] == ["Anna Smith"]


def test_names_in_a_recommended_citation_are_no_further_authors(tmp_path: Path) -> None:
    page = [
        *text(73, 676, 11, "University of Riverdale"),
        *text(73, 545, 16, FLOODS),
        *(*text(73, 494, 11, "Anna Smith"), *text(73, 469, 11, "Robert Jones")),
        *text(73, 456, 10, "University of Riverdale, jones@riverdale.example"),
        *text(73, 272, 10, "Follow this and additional works at: https://works.riverdale.example"),
        *text(73, 211, 11, "Recommended Citation"),
        *text(73, 197, 10, 'A. Smith and R. Jones, "Rain Raises Wages in the Valley of Rivers,"'),
    ]
    found = read_all(tmp_path / "paper.pdf", page, paragraph(72, 700, 40))
    assert [author.name for author in found.authors] == ["Anna Smith", "Robert Jones"]


def test_labelled_lines_below_a_title_in_its_size_are_no_part_of_it(tmp_path: Path) -> None:
    page = [
        *text(50, 671, 11, FLOODS),
        *text(50, 659, 11, "Author(s): Anna Smith, Robert Jones"),
        *text(50, 647, 11, "Source: Riverdale Papers, Vol. 22, No. 1 (Jan., 1954), pp. 23-36"),
        *text(50, 635, 11, "Published by: The Riverdale Society"),
        *text(50, 623, 11, "Stable URL: http://www.example.org/stable/1909829"),
        *paragraph(50, 560, 8),
    ]
    found = read_all(tmp_path / "paper.pdf", page)
    assert found.title == FLOODS
    assert [author.name for author in found.authors] == ["Anna Smith", "Robert Jones"]


def profiles(*names: str) -> Page:
    """Return the cover that an archive makes of what it knows of some authors."""
    return [
        *text(40, 714, 6, "See discussions and author profiles for this publication"),
        *text(40, 687, 13, FLOODS),
        *text(40, 640, 7, "Article in Riverdale Papers, February 2008", bold=True),
        *text(40, 562, 7, f"{len(names)} authors, including:", bold=True),
        *[
            part
            for number, name in enumerate(names)
            for part in (
                *text(67, 544 - 40 * number, 7, name),
                *text(67, 533 - 40 * number, 7, "University of Later Years"),
            )
        ],
    ]


def test_the_article_itself_says_where_its_authors_were(tmp_path: Path) -> None:
    article = [
        *centred(720, 14, FLOODS, bold=True),
        *centred(690, 12, "Anna Smith"),
        *centred(675, 12, "University of Riverdale"),
        *paragraph(72, 640, 40),
    ]
    (author,) = read_all(tmp_path / "paper.pdf", profiles("Anna Smith"), article).authors
    assert author.affiliations == ("University of Riverdale",)


def test_a_form_behind_the_cover_of_a_thesis_does_not_say_where_its_author_is(
    tmp_path: Path,
) -> None:
    thesis = [
        *centred(740, 14, "Master's thesis"),
        *centred(620, 20, FLOODS),
        *centred(560, 14, "Anna Smith"),
        *centred(200, 12, "University of Riverdale"),
        *centred(180, 12, "Faculty of Science"),
    ]
    form = [
        *text(72, 800, 10, "HELSINGIN YLIOPISTO - UNIVERSITY OF HELSINKI"),
        *text(72, 770, 10, "Anna Smith"),
        *text(72, 755, 6, "Arbetets titel - Title of the Faculty's form"),
        *text(72, 740, 10, FLOODS),
        *paragraph(72, 700, 20),
    ]
    (author,) = read_all(tmp_path / "paper.pdf", thesis, form).authors
    assert author.affiliations == ("University of Riverdale Faculty of Science",)


def test_a_title_that_ends_in_another_weight_is_repeated_on_the_next_page(tmp_path: Path) -> None:
    article = [
        *centred(730, 14, "Does Rain Raise the Wages of Farmers"),
        *centred(714, 14, "in the Valley", bold=True),
        *centred(690, 12, "Anna Smith and Robert Jones"),
        *paragraph(72, 640, 40),
    ]
    found = read_all(tmp_path / "paper.pdf", profiles("Anna Smith"), article)
    assert [author.name for author in found.authors] == ["Anna Smith", "Robert Jones"]


def test_the_large_name_of_a_series_of_papers_is_no_title(tmp_path: Path) -> None:
    page = [
        *text(72, 770, 30, "LAKE", bold=True),
        *text(72, 735, 30, "ECONOMIC PAPERS", bold=True),
        *text(72, 620, 12, "Anna Smith"),
        *text(72, 606, 12, "Robert Jones"),
        *text(72, 560, 16, "Does Rain Raise the Wages", bold=True),
        *text(72, 540, 16, "of Farmers in the Valley", bold=True),
        *text(450, 120, 24, "#123", bold=True),
    ]
    assert read_all(tmp_path / "paper.pdf", page, TITLE_PAGE).title == FLOODS


def test_the_cover_of_a_thesis_in_another_language_stays_the_first_page(tmp_path: Path) -> None:
    page = [
        *centred(740, 14, "UNIVERSIDADE DO RIO", bold=True),
        *centred(640, 14, "Anna Maria Souza"),
        *centred(500, 18, "A chuva e os salários no vale", bold=True),
        *centred(120, 12, "2006"),
    ]
    after = [
        *centred(720, 14, FLOODS, bold=True),
        *centred(690, 12, "Paulo Lima"),
        *centred(660, 12, "Abstract", bold=True),
        *paragraph(72, 640, 40),
    ]
    found = read_all(tmp_path / "paper.pdf", page, after)
    assert found.title == "A chuva e os salários no vale"
    assert [author.name for author in found.authors] == ["Anna Maria Souza"]


def test_a_title_in_capitals_is_not_taken_for_the_name_above_it(tmp_path: Path) -> None:
    page = cover(
        (745, 12, "INSTITUTO DOS RIOS", False),
        (602, 12, "JOÃO DA SILVA MIRANDA", True),
        (466, 12, "ENSAIOS SOBRE ESCOLARIDADE E CHEIAS", True),
    )
    found = read_all(tmp_path / "paper.pdf", page, page)
    assert found.title == "ENSAIOS SOBRE ESCOLARIDADE E CHEIAS"
    assert [author.name for author in found.authors] == ["JOÃO DA SILVA MIRANDA"]


def test_those_who_guided_a_thesis_are_no_authors(tmp_path: Path) -> None:
    page = [
        *text(90, 640, 17, "A Model of Floods in Rivers", bold=True),
        *text(90, 292, 10, "Candidato:"),
        *text(90, 278, 12, "Anna Rossi"),
        *text(340, 292, 10, "Relatore:"),
        *text(340, 278, 12, "Prof. Mario Bianchi"),
        *text(90, 200, 12, "Tutor: Paolo Verdi"),
    ]
    found = read_all(tmp_path / "paper.pdf", page)
    assert [author.name for author in found.authors] == ["Anna Rossi"]


@pytest.mark.parametrize("heading", ["Contents", "Índice"])
def test_the_heading_of_a_table_of_contents_is_no_title(heading: str, tmp_path: Path) -> None:
    rows = [(700 - 20 * number, f"{number} The level of the water") for number in range(1, 20)]
    page = [
        *text(72, 740, 24, heading, bold=True),
        *[part for height, row in rows for part in text(72, height, 10, row)],
    ]
    assert read(tmp_path / "made.pdf", page).title != heading


@pytest.mark.parametrize("row", ["Online Appendix"])
def test_a_line_below_the_title_in_its_style_is_no_part_of_it(tmp_path: Path, row: str) -> None:
    page = [
        *centred(720, 16, "Does Rain Raise the Wages?", bold=True),
        *centred(700, 16, row, bold=True),
        *paragraph(72, 640, 40),
    ]
    assert read_all(tmp_path / "paper.pdf", page).title.rstrip("?") == "Does Rain Raise the Wages"


@pytest.mark.parametrize(
    "title",
    ["Network Floods and Rivers", "Hospitals in Mountain Valleys", "Institutions of Mountain Men"],
)
def test_a_title_with_words_of_institutions_is_above_a_column_of_names(
    title: str, tmp_path: Path
) -> None:
    path = tmp_path / "paper.pdf"
    rows = [(740.0, 12.0, "Discussion Paper Series", True), (600.0, 18.0, title, True)]
    for number, name in enumerate(("Anna Smith", "Bo Jones", "Eva Lund")):
        rows.append((540.0 - 40 * number, 12.0, name, False))
        rows.append((525.0 - 40 * number, 10.0, "University of Oslo, Norway", False))
    found = read(path, cover(*rows, (100, 10, "March 2015", False)))
    assert (found.title, [author.name for author in found.authors]) == (
        title,
        ["Anna Smith", "Bo Jones", "Eva Lund"],
    )


@pytest.mark.parametrize("name", COVERS)
def test_the_title_of_a_cover_is_found_among_its_other_lines(tmp_path: Path, name: str) -> None:
    rows, title = COVERS[name]
    assert read(tmp_path / "paper.pdf", cover(*rows)).title == title


def test_the_first_of_two_titles_in_two_languages_is_taken(tmp_path: Path) -> None:
    page = [
        *centred(731, 14, "Plataforma de Controle e Acompanhamento", bold=True),
        *centred(715, 14, "das Cheias dos Rios", bold=True),
        *centred(686, 14, "A Platform for Control of River Floods", bold=True),
        *centred(658, 12, "Anna Maria Souza"),
        *centred(643, 12, "Paulo Lima"),
        *paragraph(72, 580, 40),
    ]
    found = read(tmp_path / "paper.pdf", page)
    assert found.title == "Plataforma de Controle e Acompanhamento das Cheias dos Rios"


def test_the_first_of_two_titles_of_two_weights_is_taken(tmp_path: Path) -> None:
    page = [
        *text(72, 735, 22, "Sintomas depressivos e fatores", bold=True),
        *text(72, 709, 22, "associados no Sul do Brasil", bold=True),
        *text(72, 682, 22, "Depressive symptoms and related"),
        *text(72, 656, 22, "factors in a region of southern Brazil"),
        *text(72, 620, 11, "Ana Maria Costa, Rui Pinheiro", bold=True),
        *paragraph(72, 560, 30),
    ]
    found = read(tmp_path / "paper.pdf", page)
    assert found.title == "Sintomas depressivos e fatores associados no Sul do Brasil"
    assert [author.name for author in found.authors] == ["Ana Maria Costa", "Rui Pinheiro"]


def test_a_heading_before_text_on_its_line_is_no_title(tmp_path: Path) -> None:
    page = [
        *centred(720, 18, "Liquid Floods"),
        *centred(680, 12, "Anna Smith and Robert Jones"),
        *text(72, 600, 10, "Reports and Subjects D.2.4 [Software Engi-", bold=True),
        *text(72, 588, 10, "neering]: Software and Program Verification of the"),
        *text(72, 576, 10, "Meanings of Programs"),
        *paragraph(72, 540, 30),
    ]
    assert read(tmp_path / "paper.pdf", page).title == "Liquid Floods"


@pytest.mark.parametrize(
    ("last", "title"),
    [
        ("of System One^1^.", "The Floods of System One"),
        ("of Systems (Extended Abstract)", "The Floods of Systems"),
    ],
)
def test_marks_and_kinds_are_no_part_of_the_title(tmp_path: Path, last: str, title: str) -> None:
    page = [
        *centred(720, 18, "The Floods", bold=True),
        *centred(698, 18, last, bold=True),
        *centred(660, 12, "Anna Smith and Robert Jones"),
        *paragraph(72, 600, 30),
    ]
    assert read(tmp_path / "paper.pdf", page).title == title


def test_a_short_title_has_its_subtitle_in_letters_almost_as_large(tmp_path: Path) -> None:
    page = [
        *centred(737, 14.3, "FLOOD PROGRAMMING", bold=True),
        *centred(722, 13, "An Overlooked Way of Taming Rivers", bold=True),
        *centred(660, 11, "Anna Smith and Robert Jones"),
        *paragraph(72, 600, 30),
    ]
    assert read(tmp_path / "paper.pdf", page).title == (
        "FLOOD PROGRAMMING: An Overlooked Way of Taming Rivers"
    )


def test_two_words_of_the_title_above_the_names_are_no_name(tmp_path: Path) -> None:
    page = [
        *text(72, 720, 18, "Levels of Elements in Plants of the Long", bold=True),
        *text(72, 700, 18, "Valleys Found by Using", bold=True),
        *text(72, 680, 18, "Mass Spectrometry", bold=True),
        *text(100, 640, 12, "Anna B. Smith", bold=True),
        *paragraph(72, 600, 30),
    ]
    assert read(tmp_path / "paper.pdf", page).title == (
        "Levels of Elements in Plants of the Long Valleys Found by Using Mass Spectrometry"
    )


COVER_WITH_ONE_NAME = [
    *text(72, 720, 9, "See discussions and profiles for this publication"),
    *text(72, 690, 18, "Models of Floods in Mountain Rivers"),
    *text(72, 600, 10, "3 authors, including:", bold=True),
    *text(100, 570, 10, "Anna Smith"),
    *text(72, 500, 10, "Citation: Journal of Rivers 5, 2009"),
]
THREE_NAMES = [
    *centred(700, 16, "Models of Floods in Mountain Rivers", bold=True),
    *centred(670, 11, "Anna Smith, Robert Jones and Ann Li"),
    *centred(655, 11, "University of Rivers"),
    *text(72, 620, 11, "Abstract", bold=True),
    *paragraph(72, 600, 30),
]


def test_the_authors_are_those_of_the_page_after_a_cover_with_some(tmp_path: Path) -> None:
    found = read_all(tmp_path / "made.pdf", COVER_WITH_ONE_NAME, THREE_NAMES)
    assert found.title == "Models of Floods in Mountain Rivers"
    assert [one.name for one in found.authors] == ["Anna Smith", "Robert Jones", "Ann Li"]
    assert found.affiliations == ("University of Rivers",)


def test_the_authors_are_those_of_the_page_after_a_cover_with_none(tmp_path: Path) -> None:
    cover = [*COVER_WITH_ONE_NAME[:2], *COVER_WITH_ONE_NAME[-1:]]
    found = read_all(tmp_path / "made.pdf", cover, THREE_NAMES)
    assert [one.name for one in found.authors] == ["Anna Smith", "Robert Jones", "Ann Li"]


def test_the_authors_of_another_paper_after_a_cover_are_none(tmp_path: Path) -> None:
    other = [*centred(700, 16, "Floods of Lakes: an Old Report", bold=True), *THREE_NAMES[1:]]
    found = read_all(tmp_path / "made.pdf", COVER_WITH_ONE_NAME, other)
    assert [one.name for one in found.authors] == ["Anna Smith"]


def test_the_author_of_a_thesis_is_below_the_word_for_author(tmp_path: Path) -> None:
    found = read(tmp_path / "made.pdf", cover(*COVERS["kind and course"][0]))
    assert [one.name for one in found.authors] == ["Juan García López"]


def test_the_author_of_a_thesis_is_below_who_handed_it_in(tmp_path: Path) -> None:
    found = read(tmp_path / "made.pdf", cover(*COVERS["course of study"][0]))
    assert [one.name for one in found.authors] == ["Anna Schmidt"]


def test_a_short_name_of_an_academic_degree_is_no_part_of_a_name(tmp_path: Path) -> None:
    page = cover(
        (700, 18, "Modelos de crecidas en ríos", True),
        (660, 12, "Dra. Ana Pérez Díaz", False),
        (640, 12, "Mgr. Juan García López", False),
        (90, 10, "Lima, 2015", False),
    )
    found = read(tmp_path / "made.pdf", page)
    assert [one.name for one in found.authors] == ["Ana Pérez Díaz", "Juan García López"]


def test_a_title_goes_on_at_the_distance_of_the_lines_of_the_text(tmp_path: Path) -> None:
    prose = "we show that the model of the data is better than others"
    page = [
        *cover(
            (700, 16, "Learning to Match Workers and", False),
            (658, 16, "Firms in Large Cities", False),
            (600, 11, "Anna Smith", False),
        ),
        *(part for number in range(6) for part in text(72, 500 - 30 * number, 11, prose)),
    ]
    title = read(tmp_path / "paper.pdf", page).title
    assert title == "Learning to Match Workers and Firms in Large Cities"


def test_the_university_above_the_author_is_no_title(tmp_path: Path) -> None:
    page = cover(
        (740, 12, "UNIVERSIDADE FEDERAL DE SANTA CATARINA", True),
        (726, 12, "DEPARTAMENTO DE INFORMÁTICA", True),
        (680, 12, "Ana Costa", False),
        (500, 12, "VERIFICAÇÃO UTILIZANDO BLOCKCHAIN PARALELO", True),
    )
    title = read(tmp_path / "tcc.pdf", page).title
    assert title == "VERIFICAÇÃO UTILIZANDO BLOCKCHAIN PARALELO"


def test_a_title_can_have_words_of_the_institution(tmp_path: Path) -> None:
    page = cover(
        (740, 16, "DEPARTMENT OF POLITICAL ECONOMY, UNIVERSITY OF OSLO", False),
        (600, 18, "Political Economy", False),
        (480, 14, "Working Notes on Growth", False),
        (400, 12, "Anna Berg", False),
        (200, 12, "2015", False),
    )
    assert read(tmp_path / "notes.pdf", page).title == "Political Economy"


def test_a_word_in_spaced_letters_is_not_repeated_by_a_cover(tmp_path: Path) -> None:
    page = cover(
        (760, 12, "pour obtenir le grade de Master", False),
        (640, 12, "présentée et soutenue par", False),
        (620, 12, "Anna Smith", False),
        (560, 20, "Evaluation des classifications", False),
        (300, 24, "M A S T E R", False),
    )
    assert read(tmp_path / "memoire.pdf", page).title == "Evaluation des classifications"


@pytest.mark.parametrize("label", ["Titre :", "Thème"])
def test_the_title_is_below_its_label(label: str, tmp_path: Path) -> None:
    page = cover(
        (740, 16, "THÈSE", True),
        (700, 12, "présentée par", False),
        (680, 20, "Anne MARTIN", True),
        (560, 20 if label == "Thème" else 12, label, True),
        (520, 18, "Les crues des rivières", True),
    )
    assert read(tmp_path / "these.pdf", page).title == "Les crues des rivières"


def test_the_page_after_a_cover_has_the_affiliations_below_its_abstract(tmp_path: Path) -> None:
    title = "Floods of Mountain Rivers in Practice"
    front = [
        centred(740, 12, "NBER WORKING PAPER SERIES"), centred(640, 12, title.upper()),
        centred(600, 12, "Anna Smith"), centred(560, 12, "Working Paper 19959"),
    ]  # fmt: skip
    behind = [
        text(72, 740, 12, title), text(72, 726, 12, "Anna Smith"),
        text(72, 712, 12, "NBER Working Paper No. 19959"), centred(680, 12, "ABSTRACT", bold=True),
        paragraph(72, 660, 20, size=12), text(72, 374, 12, "towns and firms."),
        text(72, 340, 12, "Anna Smith"), text(72, 326, 12, "Department of Rivers"),
        text(72, 312, 12, "Stanford University"), text(72, 298, 12, "smith@stanford.edu"),
    ]  # fmt: skip
    pages = [[part for row in rows for part in row] for rows in (front, behind)]
    path = write(tmp_path / "cover.pdf", [*pages, paragraph(72, 700, 40)])
    found = header.extract_header(documents.read_document(path, DocumentType.PDF))
    assert found.authors[0].affiliations == ("Department of Rivers Stanford University",)
    assert found.abstract.endswith("towns and firms.")


def test_a_page_further_behind_a_cover_can_have_the_affiliations(tmp_path: Path) -> None:
    title = "Floods of Mountain Rivers in Practice"
    front = [centred(640, 24, title), centred(600, 12, "Anna Smith")]
    imprint = [text(72, 700, 9, "Working Papers of Oslo"), text(72, 680, 9, "ISSN 1234-5678")]
    after = [
        centred(740, 18, title), centred(700, 14, "Abstract"), paragraph(72, 680, 20, size=12),
        text(72, 374, 12, "towns and firms."), centred(340, 12, "Anna Smith"),
        centred(326, 12, "University of Oslo / Norway"), centred(312, 12, "smith@uio.example"),
    ]  # fmt: skip
    pages = [[part for row in rows for part in row] for rows in (front, imprint, after)]
    path = write(tmp_path / "cover.pdf", [*pages, *3 * [paragraph(72, 700, 40)]])
    found = header.extract_header(documents.read_document(path, DocumentType.PDF))
    assert [author.affiliations for author in found.authors] == [("University of Oslo / Norway",)]


def behind(front: Page, path: Path) -> Header:
    """Read a paper with an abstract that has no heading, behind a cover."""
    paper = [
        *centred(740, 16, TITLE), *centred(710, 11, "Anna Smith"),
        *text(100, 672, 10, "Rivers rise in the spring when the snow melts in the mountains."),
        *paragraph(100, 660, 5), *text(100, 600, 10, "That is what we show."),
        *text(72, 540, 11, "1. Introduction", bold=True), *paragraph(72, 520, 30),
    ]  # fmt: skip
    pages = [front, paper, paragraph(72, 700, 40)]
    return header.extract_header(documents.read_document(write(path, pages), DocumentType.PDF))


TITLE = "Floods of Mountain Rivers in Practice"
NOTICE = "You may print a copy of the paper for your own use, and may not sell it to others."


def test_the_paper_behind_a_cover_has_the_abstract(tmp_path: Path) -> None:
    front = [
        *centred(740, 14, TITLE), *centred(700, 11, "Anna Smith"),
        *text(72, 400, 9, NOTICE), *text(72, 388, 9, NOTICE),
    ]  # fmt: skip
    found = behind(front, tmp_path / "cover.pdf")
    assert (found.title, found.authors[0].name) == (TITLE, "Anna Smith")
    assert found.abstract.endswith("That is what we show.")
    assert "copy" not in found.abstract


@pytest.mark.parametrize("label", ["Oleh:", "Oleh"])
def test_the_author_below_a_label_is_no_title(label: str, tmp_path: Path) -> None:
    page = cover(
        (620, 14, "OPTIMASI GERAKAN ROBOT SEPAK BOLA", True),
        (600, 14, "MENGGUNAKAN KALMAN FILTER", True),
        (520, 12, "Diajukan untuk Memenuhi", False),
        (400, 14, label, True),
        (380, 14, "Fikri Rivandi Putra", True),
        (360, 14, "NIM: 2207112583", False),
    )
    found = read(tmp_path / "skripsi.pdf", page).title
    assert found == "OPTIMASI GERAKAN ROBOT SEPAK BOLA MENGGUNAKAN KALMAN FILTER"


def test_an_institution_of_several_lines_at_the_top_is_no_title() -> None:
    rows = [
        (722, "Московский Государственный Университет имени М.В. Ломоносова", True),
        (706, "Факультет вычислительной математики и кибернетики", True),
        (689, "кафедра общей математики", True),
        (493, "Дипломная работа", True),
        (460, "Быстрый алгоритм построения тени многогранных поверхностей", False),
        (166, "Выполнил: М.М. Казбеков 509 гр.", True),
    ]
    page = []
    for bottom, row, bold in rows:
        half = 4 * len(row)
        place = 0, 300 - half, 300 + half, bottom, bottom + 10
        page.append(Line(row, *place, 14, hyphenated=False, bold=bold))
    assert header.extract_header(page).title == rows[4][1]


def test_a_report_has_a_subtitle_its_author_and_a_text_above_its_contents(tmp_path: Path) -> None:
    page = [
        *centred(700, 20, "Rivers, Towns and Farmers", bold=True),
        *centred(680, 12, "The rain of the years in the north of the country and its", bold=True),
        *centred(664, 12, "correlations", bold=True),
        *centred(630, 14, "Anna Smith"),
        *centred(600, 14, "25 January 2024"),
        *paragraph(110, 550, 6, size=11, seed="Here"),
        *text(110, 550 - 6 * 13, 11, "towns grow where the rivers are."),
        *text(72, 440, 14, "Table of contents", bold=True),
        *text(72, 410, 11, "1 Introduction", bold=True),
        *text(520, 410, 11, "2", bold=True),
    ]
    path = write(tmp_path / "report.pdf", [page, paragraph(72, 700, 40)])
    found = header.extract_header(documents.read_document(path, DocumentType.PDF))
    assert [one.name for one in found.authors] == ["Anna Smith"]
    assert found.abstract.startswith("Here model of the data")


@pytest.mark.parametrize("end", [" Norway W OA", " Norway1"])
def test_raised_icons_and_marks_behind_a_title_are_no_part_of_it(end: str) -> None:
    words = f"The Rivers and the Towns of{end}"
    raised = [(n, n + len(word)) for word in ("W", "OA", "1") if (n := words.rfind(word)) > 30]
    line = Line(words, 0, 72, 500, 700, 717, 17, hyphenated=False, raised=tuple(raised))
    assert remove_mark(line).text == "The Rivers and the Towns of Norway"


def test_a_raised_capital_beside_a_letter_belongs_to_a_title() -> None:
    line = Line("The Space of LP", 0, 72, 500, 700, 717, 17, hyphenated=False, raised=((14, 15),))
    assert remove_mark(line).text == "The Space of LP"


def test_the_next_page_has_all_authors_if_its_title_is_most_of_that_of_a_cover(
    tmp_path: Path,
) -> None:
    page = [
        *text(41, 687, 13, f"Improved {FLOODS}"),
        *text(40, 640, 7, "Conference Paper · December 2023"),
        *text(40, 562, 7, "3 authors, including:", bold=True),
        *(*text(67, 544, 7, "Anna Smith"), *text(67, 534, 7, "University of Riverdale")),
    ]
    first = [
        *centred(708, 14, FLOODS),
        *centred(682, 11, "A. Smith^1^, R. Jones^1^, E. Lund^1^"),
        *centred(660, 11, "^1^University of Riverdale"),
        *paragraph(72, 600, 30),
    ]
    found = read_all(tmp_path / "paper.pdf", page, first)
    assert [author.family for author in found.authors] == ["Smith", "Jones", "Lund"]


def test_a_notice_can_be_between_a_cover_and_the_title_page(tmp_path: Path) -> None:
    """As in the offprints of Springer; the title page can add a dedication to the title."""
    page = [*text(58, 768, 28, FLOODS), *text(58, 600, 20, "Anna Smith & Robert Jones")]
    notice = text(256, 467, 12, "Your article is protected by copyright and all rights are held")
    first = [
        *text(47, 700, 13, FLOODS, bold=True),
        *text(47, 683, 11, "In Memory of Eva Lund", bold=True),
        *text(47, 650, 10, "Anna Smith^1^ · Robert Jones^2^", bold=True),
        *text(47, 600, 10, "Abstract", bold=True),
        *paragraph(47, 580, 20),
        *(*text(47, 90, 8, "^1^ University of Riverdale"), *text(47, 78, 8, "^2^ Bank of Norway")),
    ]
    found = read_all(tmp_path / "paper.pdf", page, notice, first)
    assert [one.affiliations for one in found.authors] == [
        ("University of Riverdale",),
        ("Bank of Norway",),
    ]


def test_a_banner_that_repeats_its_words_is_no_title(tmp_path: Path) -> None:
    """As on the covers of the Banco de la República."""
    cover_page = text(10, 95, 9, "- Bogotá - Colombia " * 12)
    first = [
        *centred(700, 11, "EXPECTATIVAS DE INFLACIÓN Y PRIMA DE LIQUIDEZ PARA LOS"),
        *centred(686, 11, "BONOS DEL GOBIERNO COLOMBIANO", bold=True),
        *centred(650, 9, "Juan Andrés Espinosa", bold=True),
        *centred(638, 9, "jespinosa@rivers.example"),
        *paragraph(72, 600, 30, size=9),
    ]
    found = read_all(tmp_path / "paper.pdf", cover_page, first)
    assert found.title == (
        "EXPECTATIVAS DE INFLACIÓN Y PRIMA DE LIQUIDEZ PARA LOS BONOS DEL GOBIERNO COLOMBIANO"
    )
    assert [author.name for author in found.authors] == ["Juan Andrés Espinosa"]
