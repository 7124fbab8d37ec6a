import pytest

from wildwood.kernel.text import read_tex_letters


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"\'e \"{u} \v c \c{s} \H o", "é ü č ş ő"),
        (r"\'\i \^{\j} \'{\ae}", "í\N{LATIN SMALL LETTER J WITH CIRCUMFLEX} ǽ"),
        (r"\l\ss{} \AE r\i{}", "łß Ær\N{LATIN SMALL LETTER DOTLESS I}"),
        (r"\alpha \lambda", r"\alpha \lambda"),
    ],
)
def test_commands_become_letters(written: str, text: str) -> None:
    assert read_tex_letters(written) == text
