"""Subtitles in smaller letters that the title does not announce."""

from itertools import chain
from pathlib import Path

import pytest

from wildwood.extraction import documents, header
from wildwood.extraction.data import DocumentType, Line

from tests.support.made_pdfs import Text, centred, paragraph, text, write

TITLE = "Living by the River Today"
BODY = [*text(72, 480, 12, "1 Introduction", bold=True), *paragraph(72, 460, 20)]


def title(folder: Path, *parts: list[Text]) -> str:
    path = write(folder / "made.pdf", [list(chain(*parts, BODY))])
    return header.extract_header(documents.read_document(path, DocumentType.PDF)).title


def test_a_subtitle_above_the_names_belongs_to_the_title(tmp_path: Path) -> None:
    found = title(
        tmp_path,
        centred(700, 20, TITLE),
        centred(676, 14, "Models of Floods and of Villages"),
        centred(640, 11, "Anna Smith and Robert Jones"),
    )
    assert found == f"{TITLE}: Models of Floods and of Villages"


@pytest.mark.parametrize(
    ("height", "name"), [(640, "Smith, Anna"), (740, "Anna Smith"), (740, "Anna Smith · Oslo")]
)
def test_the_names_can_be_above_the_title_or_inverted(
    tmp_path: Path, height: float, name: str
) -> None:
    below = centred(676, 14, "Models of Floods and of Villages")
    found = title(tmp_path, centred(700, 20, TITLE), below, centred(height, 11, name))
    assert found == f"{TITLE}: Models of Floods and of Villages"


def test_a_subtitle_of_two_lines_that_looks_more_like_a_title_has_the_one_above(
    tmp_path: Path,
) -> None:
    found = title(
        tmp_path,
        text(72, 700, 22, "Rivers and Floods"),
        text(72, 674, 15, "Structure and Extent of the Models in"),
        text(72, 656, 15, "Mountain Villages"),
        text(72, 620, 12, "Anna Smith"),
    )
    assert found == ("Rivers and Floods: Structure and Extent of the Models in Mountain Villages")


def test_a_title_of_few_words_has_a_subtitle_without_names(tmp_path: Path) -> None:
    below = centred(676, 14, "Models of Floods and of Villages")
    assert title(tmp_path, centred(700, 20, "RIVER-NET"), below) == (
        "RIVER-NET: Models of Floods and of Villages"
    )
    assert title(tmp_path, centred(700, 20, TITLE), below) == TITLE


def test_a_subtitle_can_have_half_the_size(tmp_path: Path) -> None:
    found = title(
        tmp_path,
        text(72, 700, 21, "Rivers and Floods"),
        text(72, 671, 11, "Theory of the Rain and its Use"),
        text(72, 620, 11, "Anna Smith"),
    )
    assert found == "Rivers and Floods: Theory of the Rain and its Use"


@pytest.mark.parametrize(
    "below",
    [
        pytest.param("Department of Rivers and Floods", id="institution"),
        pytest.param("Mémoire de stage", id="kind"),
        pytest.param("Soutenue le premier mai par Anna", id="when it was defended"),
        pytest.param("Modelos de las crecidas en los ríos", id="in another language"),
        pytest.param("Click here for the latest version", id="remark"),
    ],
)
def test_other_lines_above_the_names_do_not(tmp_path: Path, below: str) -> None:
    found = title(
        tmp_path,
        centred(700, 20, TITLE),
        centred(676, 14, below),
        centred(640, 11, "Anna Smith and Robert Jones"),
    )
    assert found == TITLE


def test_a_subtitle_can_begin_with_an_article(tmp_path: Path) -> None:
    found = title(
        tmp_path,
        centred(700, 20, "Vom Fluss zum Dorf im Gebirge"),
        centred(676, 14, "Das Geschichtliche Verzeichnis"),
        centred(640, 11, "Anna Smith and Robert Jones"),
    )
    assert found == "Vom Fluss zum Dorf im Gebirge: Das Geschichtliche Verzeichnis"


def test_a_banner_above_a_smaller_title_does_not(tmp_path: Path) -> None:
    found = title(
        tmp_path,
        text(72, 720, 22, "Working Paper Series"),
        text(72, 694, 16, "Models of Floods and of Villages"),
        text(72, 660, 11, "Anna Smith"),
    )
    assert found == "Models of Floods and of Villages"


def test_a_smaller_title_in_another_language_than_both_it_can_be_in_is_not_taken(
    tmp_path: Path,
) -> None:
    found = title(
        tmp_path,
        text(72, 700, 20, "Shell para inspección de repositorios"),
        text(72, 676, 14, "A Tool for the Inspection of Code"),
        text(72, 640, 11, "Anna Smith"),
    )
    assert found == "Shell para inspección de repositorios"


def test_a_smaller_title_in_another_language_is_not_taken(tmp_path: Path) -> None:
    found = title(
        tmp_path,
        centred(700, 18, "Modelli delle piene per le città di montagna"),
        centred(678, 15, "Models of the Floods of Mountain Towns"),
        centred(640, 11, "Anna Smith and Robert Jones"),
    )
    assert found == "Modelli delle piene per le città di montagna"


def test_an_author_below_a_colon_is_no_subtitle(tmp_path: Path) -> None:
    own, name = centred(720, 20, "Financial Indicators:"), centred(680, 14, "Anna Smith")
    assert title(tmp_path, own, name) == "Financial Indicators"


@pytest.mark.parametrize("end", [":", "?"])
def test_a_title_that_ends_in_a_colon_or_question_goes_on_farther_below(
    tmp_path: Path, end: str
) -> None:
    found = title(
        tmp_path,
        centred(700, 17, f"Where do Rivers Come from{end}"),
        centred(662, 17, "The Theory of the Rain and its Use"),
        centred(620, 11, "Anna Smith and Robert Jones"),
    )
    assert found == f"Where do Rivers Come from{end} The Theory of the Rain and its Use"


def test_a_subtitle_behind_a_colon_can_look_like_names(tmp_path: Path) -> None:
    found = title(
        tmp_path,
        centred(700, 17, "When Rivers Do Not Help:"),
        centred(676, 17, "Heavy Tails, Mountain Memory, and"),
        centred(652, 17, "Short-Run Forecasts"),
        centred(620, 11, "Anna Smith"),
    )
    assert found == "When Rivers Do Not Help: Heavy Tails, Mountain Memory, and Short-Run Forecasts"


def title_of_rows(*rows: tuple[float, float, str]) -> str:
    """Return the title of rows above a text, each with its height and font size."""
    below = [(580.0 - 12 * n, 10.0, "we show the rain of the towns") for n in range(20)]
    lines = [
        Line(row, 0, 100, 500, bottom, bottom + size, size, hyphenated=False)
        for bottom, size, row in [*rows, *below]
    ]
    return header.extract_header(lines).title


def test_a_title_in_another_script_is_no_subtitle() -> None:
    own = "最大クリーク発見問題の省メモリアルゴリズム"
    rows = [(700, 16.6, own), (676, 14.3, "A Small Rain Algorithm"), (640, 11, "小畠 教寛")]
    assert title_of_rows(*rows, (600, 10, "Abstract")) == own


@pytest.mark.parametrize(
    ("own", "translation"),
    [
        ("Les villages et la rivière au nord de la France", "The Villages by the River in France"),
        ("Taşkın yönetimi için köy modelleri", "Models of the Villages by the River"),
        ("İlaçların İyi Seçimi İçin Köy Modelleri", "Models of the Villages by the River"),
    ],
)
def test_a_translation_in_the_style_of_the_title_is_not_taken(own: str, translation: str) -> None:
    rows = [(700, 14, own), (678, 14, translation), (640, 11, "Anna Smith"), (600, 10, "Abstract")]
    assert title_of_rows(*rows) == own


def test_a_title_goes_on_in_a_letter_of_another_script() -> None:
    rows = [(700, 20, "環境エネルギー駆動型センサの"), (672, 20, "Q学習による電力制御")]
    assert (
        title_of_rows(*rows, (600, 10, "Abstract"))
        == "環境エネルギー駆動型センサの Q学習による電力制御"
    )


def test_a_translation_farther_below_is_not_taken(tmp_path: Path) -> None:
    own = ("Villages, levées et crues dans la vallée", "de la rivière")
    found = title(
        tmp_path,
        centred(720, 20, own[0]),
        centred(696, 20, own[1]),
        centred(664, 14, "The Villages and Levees of the River Valley and"),
        centred(646, 14, "of their Floods"),
        centred(622, 12, "Masters of Science"),
        centred(606, 12, "University of Rivers"),
        centred(590, 14, "Anna Smith"),
    )
    assert found == " ".join(own)


def test_a_statement_of_the_degree_is_no_subtitle(tmp_path: Path) -> None:
    own = "Medidor para las aguas de los ríos"
    found = title(
        tmp_path,
        centred(700, 20, own),
        centred(676, 12, "Documento para optar por el título de maestro"),
        centred(640, 11, "Anna Smith and Robert Jones"),
    )
    assert found == own


def test_a_subtitle_behind_a_colon_needs_no_names(tmp_path: Path) -> None:
    below = centred(670, 14, "Models of Floods and of Villages")
    found = title(tmp_path, centred(700, 20, f"{TITLE}:"), below)
    assert found == f"{TITLE}: Models of Floods and of Villages"


def test_a_title_printed_twice_is_no_subtitle(tmp_path: Path) -> None:
    names = centred(640, 11, "Anna Smith and Robert Jones")
    assert title(tmp_path, centred(700, 20, TITLE), centred(676, 14, TITLE), names) == TITLE


def test_bold_can_begin_within_a_title_before_a_word_in_lower_case(tmp_path: Path) -> None:
    below = text(72, 676, 18, "and the Models of Floods", bold=True)
    names = text(72, 640, 11, "Anna Smith")
    assert (
        title(tmp_path, text(72, 700, 18, TITLE), below, names)
        == f"{TITLE} and the Models of Floods"
    )


def test_a_title_in_capitals_goes_on_below_a_species_in_small_letters(tmp_path: Path) -> None:
    found = title(
        tmp_path,
        centred(700, 12, "STUDIES OF THE FLOODS AND OF Arthrospira platensis", bold=True),
        centred(684, 12, "IN THE RIVERS OF MOUNTAINS AND TOWNS", bold=True),
        centred(640, 11, "Anna Smith and Robert Jones"),
    )
    assert found.startswith("STUDIES OF THE FLOODS AND OF Arthrospira platensis IN THE RIVERS")
