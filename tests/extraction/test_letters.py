"""Accents that are drawn over letters, and ligatures."""

import pytest

from wildwood.extraction.characters import compose_letters


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("Gr´egory Mouni´e", "Grégory Mounié"),
        ("Pierre-Franc¸ois", "Pierre-François"),
        ("F´ısica, M¨uller", "Física, Müller"),
        ("voil`a", "voilà"),
        ("eﬃcient", "efficient"),
        ("B\uf779 D\uf761\uf776\uf769\uf764", "By David"),
        ("use `awk` here", "use `awk` here"),
        ("Gianı` and Bassı´", "Gianì and Bassí"),
        ("Universite´ de Me´xico, Mu¨ller", "Université de México, Müller"),
        ("Jose´ Poincare´, Erdo˝s", "José Poincaré, Erdős"),
        ("Universit´e, Gda´nsk, Espa˜na", "Université, Gdańsk, España"),
        ("Jose\u200b´ a\u200bb", "Jose´ ab"),
        ("V(f) ´ cpf", "V(f) ´ cpf"),
        ("normyˆ2, log n`k, Ri¯j", "normyˆ2, log n`k, Ri¯j"),
        ("(´) alone", "(´) alone"),
        ("Anna Smith⁎, Bo Lee＊", "Anna Smith*, Bo Lee*"),
        ("［１２］王伟，李明．城市［Ｊ］", "[12]王伟，李明．城市[J]"),
    ],
)
def test_a_letter_and_its_accent_become_one(drawn: str, text: str) -> None:
    assert compose_letters(drawn) == (text, ())


def test_spans_move_with_the_letters() -> None:
    text, spans = compose_letters("Mouni´e1", ((7, 8),))
    assert [text[start:end] for start, end in spans] == ["1"]
