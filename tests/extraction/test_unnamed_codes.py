"""Letters of fonts of TeX whose codes a PDF gives as if they were Latin-1."""

from pathlib import Path

import pytest

from wildwood.extraction import pdf

from tests.support.made_pdfs import text, write


def lines(path: Path, *rows: str) -> list[str]:
    page = [part for n, row in enumerate(rows) for part in text(72, 700 - 20 * n, 12, row)]
    return [line.text for line in pdf.read(write(path, [page]))[0]]


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("Ov¥°ení slu£ek", "Ověření sluček"),
        ("Rezolvarea ecuaµiilor", "Rezolvarea ecuaţiilor"),
        ("c÷urs et groÿe", "cœurs et große"),
    ],
)
def test_words_with_signs_inside_are_read_by_the_codes(
    tmp_path: Path, printed: str, meant: str
) -> None:
    others = ["inºenýrství", "kv¥tna", "uºivatel·"]
    assert lines(tmp_path / "made.pdf", printed, *others)[0] == meant


def test_accented_letters_alone_are_cyrillic(tmp_path: Path) -> None:
    found = lines(tmp_path / "made.pdf", "Ïðèìåð ¾ïëàíà¿", "îãëàâëåíèå", "Plane 1984")
    assert found == ["Пример «плана»", "оглавление", "Plane 1984"]


@pytest.mark.parametrize(
    "row",
    [
        "Où l'été à Orléans",
        "a heat of 20 °C",
        "with dµt and §5",
        "what tÿden Moÿse knew",
        "××××××××",
        "soft¬ened words",
        "one odd wo°rd only",
    ],
)
def test_other_signs_and_letters_stay(tmp_path: Path, row: str) -> None:
    assert lines(tmp_path / "made.pdf", row) == [row]


def test_a_few_signs_of_formulas_change_nothing(tmp_path: Path) -> None:
    rows = ["the heat dµtsi of it", *["a row of words"] * 40]
    assert lines(tmp_path / "made.pdf", *rows)[0] == rows[0]


_MACINTOSH = "signiÖcant áows", "deÖne a beneÖt", "the e§ect", "it di§ers", "o§ered", "LÛpez"
_WINDOWS = "signi…cant ‡ows", "de…ne a bene…t", "the e¤ect", "it di¤ers", "o¤ered", "López"


@pytest.mark.parametrize("rows", [_MACINTOSH, _WINDOWS])
def test_scientific_word_has_its_own_ligatures(tmp_path: Path, rows: tuple[str, ...]) -> None:
    assert lines(tmp_path / "made.pdf", *rows) == [
        "significant flows", "define a benefit", "the effect", "it differs", "offered", "López",
    ]  # fmt: skip


def test_its_dashes_and_quotation_marks_can_be_letters(tmp_path: Path) -> None:
    found = lines(tmp_path / "made.pdf", "ìTownsî, 440ñ451", *_MACINTOSH)
    assert found[0] == "“Towns”, 440–451"
