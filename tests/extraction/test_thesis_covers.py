"""Who is the author of a thesis, by its cover, and of which university."""

from pathlib import Path

import pytest

from wildwood.extraction import header
from wildwood.extraction.data import Header, Line

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
    "fr, short": (
        "# Apprentissage des réseaux et marchés", "Mémoire de Master", "Anna Berg",
        "Directeur de mémoire : Marie Curie", "Jury : Marie Curie, Alain Martin, Luc Petit",
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


def test_a_cover_needs_no_type_of_thesis_below_a_university(tmp_path: Path) -> None:
    rows = [
        centred(740, 12, "UNIVERSIDADE FEDERAL DO RIO"), centred(724, 12, "INSTITUTO DE ÁGUAS"),
        centred(600, 12, "ANNA BERG"), centred(400, 16, "CHEIAS EM RIOS DE MONTANHA", bold=True),
    ]  # fmt: skip
    author = read(tmp_path / "cover.pdf", rows, BODY).authors[0]
    assert author.name == "ANNA BERG"
    assert author.affiliations == ("UNIVERSIDADE FEDERAL DO RIO INSTITUTO DE ÁGUAS",)


def read_rows(*rows: tuple[float, float, float, str]) -> Header:
    """Return the header of a cover with lines at given left edges, heights and sizes."""
    lines = [
        Line(text, 0, left, left + size * len(text), low, low + size, size, text.endswith("-"))
        for left, low, size, text in rows
    ]
    return header.extract_header(lines)


def test_spaced_letters_are_words_of_its_university_type_and_labels() -> None:
    found = read_rows(
        (114, 733, 32, "國 立 中 央 大 學"), (198, 666, 24, "統 計 研 究 所"),
        (207, 615, 24, "碩 士 論 文"), (85, 528, 24, "時間相依曲線分析: 修正與比較"),
        (199, 328, 24, "研 究 生：侯昰宇 Shi-Yu Hou"), (180, 269, 24, "指 導 教 授：曾議寬 博士"),
    )  # fmt: skip
    assert found.title == "時間相依曲線分析: 修正與比較"
    assert names(found) == ["侯昰宇"]
    assert found.affiliations == ("國立中央大學 統計研究所",)


@pytest.mark.parametrize("label", ["Title of thesis:", "论文题目：", "Tema:"])
def test_its_title_is_behind_a_label(label: str) -> None:
    found = read_rows(
        (136, 640, 28, "UNIVERSITETET I OSLO"), (136, 560, 28, "Studies of Economics and Law"),
        (122, 499, 12, f"{label} Learning to Match Workers and Firms"), (136, 400, 12, "Anna Berg"),
    )  # fmt: skip
    assert found.title == "Learning to Match Workers and Firms"


@pytest.mark.parametrize("function", ["dr hab.", "доцент, к.ф.-м.н."])
def test_a_function_can_be_between_a_supervisor_and_the_label(function: str) -> None:
    found = read_rows(
        (136, 700, 20, "Anna Berg"), (122, 600, 24, "Learning to Match Workers and Firms"),
        (136, 340, 14, "Supervisor:"), (136, 322, 14, function), (136, 304, 14, "Robert Jones"),
        (136, 180, 14, "MASTER THESIS"),
    )  # fmt: skip
    assert names(found) == ["Anna Berg"]


def test_its_authors_can_be_in_a_column_with_their_numbers() -> None:
    found = read_rows(
        (76, 756, 20, "Learning to Match Workers and Firms"), (203, 685, 17, "Project Report"),
        (260, 652, 17, "Submitted by"), (164, 620, 17, "Anna Berg"), (363, 620, 17, "111903020"),
        (164, 590, 17, "Robert Jones"), (363, 590, 17, "111903022"),
        (164, 560, 17, "Mary Elizabeth White"), (363, 560, 17, "111903068"),
    )  # fmt: skip
    assert names(found) == ["Anna Berg", "Robert Jones", "Mary Elizabeth White"]


def test_neither_its_type_nor_a_label_is_a_title_or_a_name() -> None:
    found = read_rows(
        (144, 555, 14, "SISTEM PEMESANAN MAKANAN DAN MINUMAN"), (290, 477, 12, "Tugas Akhir"),
        (232, 336, 12, "NAMA"), (318, 336, 12, ": ROBBY AWALDI"),
        (200, 250, 16, "Научные руководители"), (217, 164, 12, "UNIVERSITAS INDRAPRASTA PGRI"),
    )  # fmt: skip
    assert found.title == "SISTEM PEMESANAN MAKANAN DAN MINUMAN"
    assert names(found) == ["ROBBY AWALDI"]


def test_its_title_goes_on_after_a_broken_word(tmp_path: Path) -> None:
    rows = [
        centred(740, 11, "Master Thesis in Economics and Law, University of Oslo, Norway"),
        centred(600, 11, "Ways to Learn of Parallel Pro-", bold=True),
        centred(573, 11, "grams for Workers and Firms", bold=True),
        centred(300, 11, "Anna Berg"),
    ]  # fmt: skip
    found = read(tmp_path / "thesis.pdf", rows, BODY)
    assert found.title == "Ways to Learn of Parallel Programs for Workers and Firms"


@pytest.mark.parametrize(
    ("statement", "university"),
    [
        (
            ("A thesis submitted to the Graduate Faculty of the Federal Univer-",
             "sity of Kansas in Partial Fulfillment of the requirements"),
            "Faculty of the Federal University of Kansas",
        ),
        (
            ("Doctoral dissertation, to be presented for public examination",
             "with the permission of the Faculty of Science of the University",
             "of Helsinki, in Auditorium B123, Exactum, on December 2nd"),
            "Faculty of Science of the University of Helsinki",
        ),
        (
            ("Федеральное учреждение высшего образования",
             "«Санкт-Петербургский государственный университет",
             "имени первого президента (Ленина)»"),
            "«Санкт-Петербургский государственный университет имени первого президента (Ленина)»",
        ),
    ],
    ids=["broken word", "next line", "quoted name"],
)  # fmt: skip
def test_its_university_is_in_lines_of_a_statement(
    statement: tuple[str, ...], university: str
) -> None:
    rows = [(90, 500 - 14 * n, 12, row) for n, row in enumerate(statement)]
    found = read_rows(
        (90, 700, 20, "Learning to Match Workers and Firms"), (90, 600, 12, "by"),
        (90, 580, 12, "Anna Berg"), *rows,
    )  # fmt: skip
    assert found.authors[0].affiliations == (university,)


def test_a_type_of_project_is_no_university() -> None:
    found = read_rows(
        (76, 756, 20, "Learning to Match Workers and Firms"),
        (203, 685, 17, "B. Tech. Project Report"), (260, 652, 17, "Submitted by"),
        (260, 620, 17, "Anna Berg"), (207, 431, 17, "College of Engineering"),
    )  # fmt: skip
    assert found.authors[0].affiliations == ("College of Engineering",)


def test_its_title_is_no_faculty_that_the_next_page_repeats(tmp_path: Path) -> None:
    faculty = ("FAKULTAS ILMU KOMPUTER", "PROGRAM STUDI ILMU KOMPUTER", "DEPOK", "DESEMBER 2016")
    rows = [
        centred(654, 12, "UNIVERSITAS INDONESIA", bold=True),
        centred(608, 12, "PENGENALAN ENTITAS KESEHATAN ONLINE", bold=True),
        centred(590, 12, "DENGAN RECURRENT NEURAL NETWORKS", bold=True),
        centred(455, 12, "SKRIPSI", bold=True), centred(352, 12, "ANNA BERG", bold=True),
        *(centred(174 - 18 * n, 12, row, bold=True) for n, row in enumerate(faculty)),
    ]  # fmt: skip
    second = [centred(274 - 18 * n, 12, row, bold=True) for n, row in enumerate(faculty)]
    found = read(tmp_path / "thesis.pdf", rows, second, BODY)
    assert found.title == "PENGENALAN ENTITAS KESEHATAN ONLINE DENGAN RECURRENT NEURAL NETWORKS"


def test_it_can_be_in_korean() -> None:
    found = read_rows(
        (231, 760, 14, "공학석사학위논문"), (150, 700, 22, "물리 기반 신경망을 이용한 거동 해석"),
        (231, 590, 14, "지도교수 최 원"), (219, 473, 16, "서울대학교 대학원"),
        (219, 452, 16, "지역시스템공학전공"), (255, 300, 16, "정 영 준"),
    )  # fmt: skip
    assert found.title == "물리 기반 신경망을 이용한 거동 해석"
    assert names(found) == ["정영준"]
    assert found.authors[0].affiliations == ("서울대학교 대학원 지역시스템공학전공",)


def test_its_author_is_above_its_title_and_no_place_far_below() -> None:
    found = read_rows(
        (86, 747, 14, "Dissertação apresentada ao Instituto Tecnológico de Aeronáutica"),
        (196, 600, 14, "Wellington Martins de Castro"),
        (100, 517, 17, "SLAM DISTRIBUÍDO ENVOLVENDO NAVEGAÇÃO"),
        (238, 382, 12, "Orientador: Jacques Waldmann"),
        (262, 82, 12, "Campo Montenegro"),
    )  # fmt: skip
    assert names(found) == ["Wellington Martins de Castro"]


def test_its_authors_can_go_on_below_a_label_with_the_first(tmp_path: Path) -> None:
    rows = (
        "Université de Rivières", "# Sur le théorème des rivières et des lacs",
        "Présenté par : BERG Anna", "LUND Eva", "Soutenu en septembre 2021", "Président : REZ Omar",
    )  # fmt: skip
    assert names(read(tmp_path / "cover.pdf", cover(*rows), BODY)) == ["BERG Anna", "LUND Eva"]


def test_a_second_supervisor_is_not_its_author(tmp_path: Path) -> None:
    rows = (
        "UNIVERSIDAD DE CHILE", "# Estudio de los ríos en las minas a cielo abierto", "ANNA BERG",
        "PROFESOR GUÍA:", "DANIEL LUND", "PROFESOR CO-GUÍA:", "EDUARDO SOL",
    )  # fmt: skip
    assert names(read(tmp_path / "cover.pdf", cover(*rows), BODY)) == ["ANNA BERG"]


def test_its_author_is_nobody_of_the_committee_on_the_next_page(tmp_path: Path) -> None:
    rows = (
        "# New Directions in the Theory of Rivers", "A Dissertation Presented to", "by",
        "Anna Berg", "School of Rivers", "University of Oslo",
    )  # fmt: skip
    committee = (
        "# New Directions in the Theory of Rivers", "Dr. Vladimir Kolesnikov",
        "School of Lakes", "University of Oslo", "Dr. Daniel Genkin", "School of Lakes",
    )  # fmt: skip
    found = read(tmp_path / "cover.pdf", cover(*rows), cover(*committee), BODY)
    assert names(found) == ["Anna Berg"]


def test_its_author_is_above_its_title_and_no_unlikely_words_below() -> None:
    rows = (
        "Univerza v Ljubljani", "Anej Lekše", "# Avtomatizacija delavniškega dnevnika",
        "DIPLOMSKO DELO", "PRVE STOPNJE", "Mentor: Andrej Brodnik",
    )  # fmt: skip
    lines = [
        Line(
            row,
            0,
            250 - 4 * len(row),
            250 + 4 * len(row),
            700 - 40 * n,
            714 - 40 * n,
            20 if row[0] == "#" else 14,
            hyphenated=False,
        )
        for n, row in enumerate(rows)
    ]
    lines[2] = lines[2]._replace(text=rows[2].removeprefix("# "), bold=True)
    assert names(header.extract_header(lines)) == ["Anej Lekše"]


@pytest.mark.parametrize(
    ("rows", "university"),
    [
        (("Presented to the Faculties of the University of Pennsylvania", "in",
          "Partial Fulfillment of the Requirements for the", "Degree of Doctor of Philosophy"),
         "Faculties of the University of Pennsylvania"),
        (("Dissertation", "University of California", "Davis"), "University of California Davis"),
        (("Dissertation", "University of Oslo", "Davis"), "University of Oslo"),
        (("(B.A.(Hons.), BERGEN UNIVERSITY)", "A thesis submitted", "UNIVERSITY OF OSLO"),
         "UNIVERSITY OF OSLO"),
    ],
)  # fmt: skip
def test_its_university_is_whole_and_nothing_more(
    tmp_path: Path, rows: tuple[str, ...], university: str
) -> None:
    title = ("Learning to Match Workers and Firms", "Anna Berg", "A DISSERTATION")
    page = [centred(700 - 22 * number, 11, row) for number, row in enumerate((*title, *rows))]
    assert read(tmp_path / "thesis.pdf", page).affiliations == (university,)
