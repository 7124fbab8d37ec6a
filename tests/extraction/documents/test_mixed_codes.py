"""Text in the codes of another computer's characters."""

from wildwood.extraction.documents.mixed_codes import repaired
from wildwood.extraction.extracted import Line

FRENCH = [
    "Une méthodologie d’analyse systématique des textes",
    "d’un dossier – présentée à l’été près de la rivière",
    "La vérité est générale",
]


def lines(texts: list[str]) -> list[Line]:
    return [
        Line(text, 0, 72, 400, 700 - 14 * n, 710 - 14 * n, 11, hyphenated=False)
        for n, text in enumerate(texts)
    ]


def test_codes_of_windows_that_were_read_as_those_of_the_macintosh_are_read_again() -> None:
    mixed = [text.encode("cp1252").decode("mac_roman") for text in FRENCH]
    assert "mÈthodologie díanalyse" in mixed[0]
    assert [line.text for line in repaired(lines(mixed))] == FRENCH


def test_a_text_with_right_letters_stays() -> None:
    right = [*FRENCH, "aÈb cËd eÍf gÓh"]
    assert [line.text for line in repaired(lines(right))] == right
