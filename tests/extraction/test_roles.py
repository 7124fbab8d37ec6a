"""The author of a thesis beside those who guided or judged it, in several languages."""

from pathlib import Path

import pytest

from wildwood.extraction import documents, header
from wildwood.extraction.data import DocumentType

from tests.support.made_pdfs import Page, Text, centred, paragraph, text, write

TITLE = "Models of Floods in Mountain Rivers"


def rows(top: float, *words: str, left: float | None = None) -> list[Text]:
    """Make rows of one column, centred on the page if it has no left edge."""
    return [
        part
        for number, row in enumerate(words)
        for bottom in [top - 16 * number]
        for part in (centred(bottom, 12, row) if left is None else text(left, bottom, 12, row))
    ]


COVERS: dict[str, tuple[Page, list[str]]] = {
    "columns": (
        [
            *centred(700, 14, "RAPPORT DE PROJET", bold=True),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Réalisé par :", "Luc DUPONT", "Anne MARTIN", left=80),
            *rows(300, "Encadré par :", "M. Jean PETIT", left=380),
        ],
        ["Luc DUPONT", "Anne MARTIN"],
    ),
    "several who guided it": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Autor", "Juan García López"),
            *rows(440, "Directores", "Ana Pérez Díaz", "Luis Gómez Ruiz"),
        ],
        ["Juan García López"],
    ),
    "two who guided it, beside their role": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Alumno: Juan García López", "Tutores: Ana Pérez Díaz", left=80),
            *rows(268, "Luis Gómez Ruiz", left=131),
        ],
        ["Juan García López"],
    ),
    "titles on a line of their own": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Relatore:", "Chiar.mo Prof.", "Mario Rossi", left=80),
            *rows(300, "Candidato:", "Anna Berg", left=380),
        ],
        ["Anna Berg"],
    ),
    "a table": (
        [
            *centred(700, 14, "Abschlussarbeit"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Author:", "Gutachter:", left=80),
            *rows(300, "Anna Berg", "Prof. Dr. Karl Schmidt", left=220),
            *rows(268, "Zweitgutachter:", left=80),
            *rows(268, "Prof. Dr. Eva Müller", left=220),
        ],
        ["Anna Berg"],
    ),
    "a label above the title": (
        [
            *rows(760, "THÈSE présentée par :", "Luc DUPONT"),
            *centred(600, 20, TITLE, bold=True),
            *rows(400, "M. PETIT Jean"),
        ],
        ["Luc DUPONT"],
    ),
    "Monsieur": (
        [
            *centred(700, 14, "Thèse de doctorat"),
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Par M. Luc DUPONT"),
        ],
        ["Luc DUPONT"],
    ),
    "to whom it was handed in": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Vorgelegt bei", "Prof. Dr. Karl Berg", left=80),
            *rows(300, "Vorgelegt von", "Anna Schmidt", left=380),
        ],
        ["Anna Schmidt"],
    ),
    "under whose direction": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Présenté par :", "Luc DUPONT"),
            *rows(440, "Sous la direction de :", "Mme Anne MARTIN"),
        ],
        ["Luc DUPONT"],
    ),
    "under whose direction, in Spanish": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Juan García López", "Bajo la dirección de:", "Luis Gómez Ruiz"),
        ],
        ["Juan García López"],
    ),
    "report": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Rapport présenté par Luc Dupont", "sous la direction de Jean Petit"),
        ],
        ["Luc Dupont"],
    ),
    "kind below the name": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "João Pedro Silva", "MONOGRAFIA FINAL"),
            *rows(300, "Supervisora: Profa. Dra. Maria Souza"),
        ],
        ["João Pedro Silva"],
    ),
    "jury below the title": (
        [
            *rows(700, "THÈSE DE DOCTORAT", "présentée par", "Luc DUPONT"),
            *rows(620, "Sujet de la thèse :"),
            *centred(560, 20, TITLE, bold=True),
            *rows(460, "devant le jury composé de :"),
            *rows(440, "M. Jean PETIT", "Mme Anne MARTIN", left=100),
        ],
        ["Luc DUPONT"],
    ),
    "committee": (
        [
            *centred(700, 20, TITLE, bold=True),
            *rows(640, "by", "Anna B. Smith"),
            *rows(400, "Doctoral Committee:", "Professor Karl Jones, Chair", "Mary Wang"),
        ],
        ["Anna B. Smith"],
    ),
    "referees": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Autorin", "Anna Schmidt"),
            *rows(440, "Referent", "Prof. Dr. Hans Meier"),
            *rows(390, "Koreferentin", "Dr. Vera Huber"),
        ],
        ["Anna Schmidt"],
    ),
    "columns at both margins": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Author:", "Anna SMITH", left=100),
            *rows(500, "Supervisors:", left=434),
            *rows(484, "Prof. Ferdinand M. JONES", left=356),
        ],
        ["Anna SMITH"],
    ),
    "larger than its label": (
        [
            *rows(760, "THÈSE", "présentée et soutenue publiquement", "par"),
            *centred(692, 18, "Luc DUPONT", bold=True),
            *rows(640, "Titre :"),
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Co-directeur de thèse : Jean PETIT"),
        ],
        ["Luc DUPONT"],
    ),
    "advisor of a thesis": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Candidate", "Anna Smith", left=100),
            *rows(420, "Thesis Advisor", "Prof. Karl Jones", left=100),
        ],
        ["Anna Smith"],
    ),
    "with a label on a page with text": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(540, "Relatório Semestral", "Aluna: Anna Smith", "Orientadora: Mary Jones"),
            *paragraph(72, 480, 30),
        ],
        ["Anna Smith"],
    ),
    "who is yet to graduate": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Relatore", "Prof. Mario Rossi", left=80),
            *rows(300, "Laureando", "Luca Bianchi", left=380),
        ],
        ["Luca Bianchi"],
    ),
    "a role with the kind of work": (
        [
            *centred(700, 14, "MASTER THESIS"),
            *centred(660, 14, "Anna Berg"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Supervisor of the master thesis", left=80),
            *rows(300, "prof. Karl Jones", left=300),
        ],
        ["Anna Berg"],
    ),
    "the name directly below a degree, in German": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(540, "Dissertation zur Erlangung des Doktorgrades", "Hans Müller", "aus Kiel"),
            *rows(300, "Gutachter: Paul Schmidt"),
        ],
        ["Hans Müller"],
    ),
    "the name directly below a degree": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(540, "Bachelor of Science in Mathematics", "Anna Berg"),
        ],
        ["Anna Berg"],
    ),
    "the name directly below a degree, in Spanish": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(540, "Tesis para optar al grado de Doctor en Ciencias", "Ana García"),
        ],
        ["Ana García"],
    ),
    "in spaced letters": (
        [
            *centred(600, 20, TITLE, bold=True),
            *centred(460, 16, "TESIS", bold=True),
            *rows(444, "Que para obtener el título de"),
            *centred(422, 16, "Ingeniero Mecatrónico", bold=True),
            *centred(343, 16, "P R E S E N T A N", bold=True),
            *centred(321, 16, "Rafael Costa Ramírez"),
            *centred(299, 16, "Marco Soriano Pimentel"),
            *centred(220, 16, "DIRECTOR DE TESIS", bold=True),
            *centred(199, 16, "Dr. Jesús Pérez Ruiz"),
        ],
        ["Rafael Costa Ramírez", "Marco Soriano Pimentel"],
    ),
    "in Hungarian": (
        [
            *centred(640, 14, "SZAKDOLGOZAT"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Konzulens:", "Dr. Vida Rolland", left=80),
            *rows(300, "Készítette:", "Gáspár Tamás", left=380),
        ],
        ["Gáspár Tamás"],
    ),
    "a role and one who is named with a department": (
        [
            *centred(700, 14, "Master thesis"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Supervisor", "Prof. Smith, Department of Physics"),
            *rows(220, "Anna Berg", "2015"),
        ],
        ["Anna Berg"],
    ),
    "a role with a colon": (
        [
            *centred(700, 14, "Master thesis"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Supervisors:", "Smith, Department of Physics"),
            *rows(220, "Anna Berg", "2015"),
        ],
        ["Anna Berg"],
    ),
    "apart from its label": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(372, "QUE PARA OBTENER EL GRADO DE:"),
            *rows(287, "PRESENTA:"),
            *rows(240, "Juan García López"),
            *rows(200, "TUTOR"),
            *rows(153, "Luis Gómez Ruiz"),
        ],
        ["Juan García López"],
    ),
    "below the group of a student": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(560, "Bachelor Thesis"),
            *rows(500, "Student of group 12", "Anna Smith", left=80),
            *rows(200, "Mary White", left=300),
        ],
        ["Anna Smith"],
    ),
    "above the kind of work, and at the left margin": (
        [
            *rows(690, "Anna Berg", "Matrikel 386956", left=72),
            *rows(640, "Masterarbeit"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Gutachter: Prof. Dr. Karl Schmidt", left=300),
        ],
        ["Anna Berg"],
    ),
    "in Slovak": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(540, "Diplomová práca"),
            *rows(300, "Konzultant:", left=80),
            *rows(300, "RNDr. Erik Berg", left=220),
            *rows(200, "Vypracoval: Pavol Novak", left=80),
        ],
        ["Pavol Novak"],
    ),
    "in Romanian": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(540, "Lucrare de licenta", "realizat de", "Ion Ionescu"),
            *rows(300, "Coordonator:", "Maria Popescu"),
        ],
        ["Ion Ionescu"],
    ),
    "in Indonesian": (
        [
            *centred(640, 14, "SKRIPSI"),
            *centred(600, 20, TITLE, bold=True),
            *rows(500, "Disusun dan diajukan oleh"),
            *rows(460, "Denny Wijaya"),
            *rows(300, "Dosen Pembimbing:", "Luqman Hakim"),
            *rows(200, "FAKULTAS TEKNIK"),
        ],
        ["Denny Wijaya"],
    ),
    "in Finnish": (
        [
            *centred(600, 20, TITLE, bold=True),
            *rows(560, "Juho Niemi"),
            *rows(200, "Pro gradu -tutkielma", "HELSINGIN YLIOPISTO"),
        ],
        ["Juho Niemi"],
    ),
    "a committee with titles": (
        [
            *centred(700, 20, TITLE, bold=True),
            *rows(640, "A dissertation proposal submitted in partial satisfaction"),
            *rows(560, "Anna Koo"),
            *rows(480, "Research Members of the Jury", "Dr. Michael Jones", "Dr. Julia Wang"),
        ],
        ["Anna Koo"],
    ),
    "who signs a thesis below its title": (
        [
            *rows(760, "Dissertação apresentada ao Instituto de Rios como requisito do título"),
            *centred(680, 14, "Ana Vieira de Castro", bold=True),
            *centred(600, 20, TITLE, bold=True),
            *rows(480, "Dissertação aprovada pelos abaixo assinados:"),
            *rows(400, "Prof. Dr. Karl Waldmann", "Orientador"),
        ],
        ["Ana Vieira de Castro"],
    ),
    "titles before the names of those who guided it alone": (
        [
            *centred(700, 14, "Master thesis"),
            *centred(600, 20, TITLE, bold=True),
            *rows(520, "Anna Smith", "Bo Berg", "Mrs. Eva Lund"),
        ],
        ["Anna Smith", "Bo Berg"],
    ),
    "a label in two languages": (
        [
            *centred(700, 14, "GRADUATION THESIS"),
            *centred(600, 20, TITLE, bold=True),
            *rows(540, "Author / Student Anna Berg", "Faculty of Rivers", left=84),
        ],
        ["Anna Berg"],
    ),
    "a place for a signature": (
        [
            *centred(700, 14, "Master thesis"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Student _____________ Anna Berg, 4th year", left=86),
            *rows(260, "Supervisor _____________ Karl Jones", left=86),
        ],
        ["Anna Berg"],
    ),
    "the number of a group": (
        [
            *centred(700, 14, "Master thesis"),
            *centred(600, 20, TITLE, bold=True),
            *rows(300, "Student gr. 3530901/60202 Anna Berg", left=200),
        ],
        ["Anna Berg"],
    ),
}


@pytest.mark.parametrize("row", ["Oslo, 2019", "Department of Rivers", "Mary Wang"])
def test_a_single_word_below_a_label_is_no_name_in_two_rows(tmp_path: Path, row: str) -> None:
    page = [*centred(600, 20, TITLE, bold=True), *rows(540, "by", "Saattvic"), *rows(500, row)]
    path = write(tmp_path / "made.pdf", [page, paragraph(72, 700, 40)])
    found = header.extract_header(documents.read_document(path, DocumentType.PDF))
    assert not any("Saattvic" in one.name for one in found.authors)


def test_a_line_of_the_title_is_no_label_with_a_name(tmp_path: Path) -> None:
    page = [
        *centred(755, 24, "Living with Higher Rivers"),
        *centred(717, 24, "by RST Transfer"),
        *rows(524, "Dissertation"),
        *rows(265, "vorgelegt von", "Karl Berg"),
    ]
    path = write(tmp_path / "made.pdf", [page, paragraph(72, 700, 40)])
    found = header.extract_header(documents.read_document(path, DocumentType.PDF))
    assert [one.name for one in found.authors] == ["Karl Berg"]


def test_an_author_with_a_mark_is_beside_the_label_for_it(tmp_path: Path) -> None:
    page = [
        *centred(600, 20, TITLE, bold=True),
        *rows(540, "Author: Anna Berg^1^", "Carl Lund^2^", left=72),
    ]
    path = write(tmp_path / "made.pdf", [page, paragraph(72, 700, 40)])
    found = header.extract_header(documents.read_document(path, DocumentType.PDF))
    assert "Anna Berg" in [one.name for one in found.authors]


@pytest.mark.parametrize("name", COVERS)
def test_the_author_is_told_from_others(tmp_path: Path, name: str) -> None:
    page, names = COVERS[name]
    path = write(tmp_path / "made.pdf", [page, paragraph(72, 700, 40)])
    found = header.extract_header(documents.read_document(path, DocumentType.PDF))
    assert found.title == TITLE
    assert [one.name for one in found.authors] == names


@pytest.mark.parametrize(
    ("above", "affiliations"),
    [
        (
            ("KING OLAF UNIVERSITY", "OF PETROLEUM & MINERALS"),
            ("KING OLAF UNIVERSITY OF PETROLEUM & MINERALS",),
        ),
        ((), ("Institute of Rivers",)),
    ],
)
def test_the_author_of_a_thesis_is_at_the_institution_outside_the_title(
    above: tuple[str, ...], affiliations: tuple[str, ...], tmp_path: Path
) -> None:
    page = [
        *rows(740, *above),
        *centred(640, 20, "Floods and the Society of Farmers", bold=True),
        *rows(580, "Master's thesis", "Anna Smith"),
        *rows(200, "Institute of Rivers"),
    ]
    path = write(tmp_path / "thesis.pdf", [page, paragraph(72, 700, 40)])
    (author,) = header.extract_header(documents.read_document(path, DocumentType.PDF)).authors
    assert author.affiliations == affiliations
