"""What remains of a title without markup, formulas and addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.screening.words import plain_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trade & Growth <1990", "Trade & Growth <1990"),
        ("A <i>Drosophila</i> study", "A Drosophila study"),
        ("A &lt;i&gt;Drosophila&lt;/i&gt; study", "A Drosophila study"),
        ("A &amp;lt;i&amp;gt;Drosophila&amp;lt;/i&amp;gt; study", "A Drosophila study"),
        ("R&amp;D&nbsp;in caf&eacute;s", "R&D in cafés"),
        ("the suffix <qok> in Khmer", "the suffix <qok> in Khmer"),
        ("<jats:p>Growth</jats:p>", "Growth"),
        ('<span class="a">Growth</span>', "Growth"),
    ],
)
def test_markup_is_removed_escaped_or_not(text: str, expected: str) -> None:
    assert plain_text(text).split() == expected.split()


@pytest.mark.parametrize(
    "formula",
    [
        "<math><mi>gamma</mi><mo>=</mo></math>",
        "<mml:math xmlns:mml='x'><mml:mi>gamma</mml:mi></mml:math>",
        "&lt;mml:math&gt;&lt;mml:mi&gt;gamma&lt;/mml:mi&gt;&lt;/mml:math&gt;",
        "<inline-formula><tex-math>gamma</tex-math></inline-formula>",
        "$\\gamma_{gamma}$",
        "$SU(2)$",
        r"\(gamma\)",
        r"\[gamma\]",
    ],
)
def test_a_formula_is_removed_with_its_content(formula: str) -> None:
    assert plain_text(f"Decay of {formula} rays").split() == ["Decay", "of", "rays"]


def test_amounts_of_money_are_not_formulas() -> None:
    text = "From $5 a day to $10 a week"
    assert plain_text(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Schr{\"o}dinger", "Schrödinger"),
        (r"Schr\"odinger", "Schrödinger"),
        (r"Schr\"{o}dinger", "Schrödinger"),
        (r"Erd{\H{o}}s", "Erdős"),
        (r"\v{S}vejk", "Švejk"),
        (r"Fran\c{c}ois", "François"),
        (r"Fran\c cois", "François"),
        (r"na\"{\i}ve", "naïve"),
        (r"{\O}rsted", "Ørsted"),
        (r"\L{}ukasiewicz", "Łukasiewicz"),
        (r"Gau\ss", "Gauß"),
        ("{E}nglish {DNA}", "English DNA"),
        (r"the \emph{core}", "the core"),
    ],
)
def test_a_tex_accent_and_its_letter_are_one_letter(text: str, expected: str) -> None:
    assert plain_text(text).split() == expected.split()


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/a?b=c", "www.example.org", "doi:10.1000/xyz", "10.1000/xyz.1",
        "HTTP://EXAMPLE.ORG",
    ],
)  # fmt: skip
def test_an_address_is_removed(address: str) -> None:
    assert plain_text(f"Data at {address} online").split() == ["Data", "at", "online"]


@given(st.text("ab{}\\$<>&;/=\"' .@1:", max_size=300))
def test_any_text_has_a_plain_form(text: str) -> None:
    assert isinstance(plain_text(text), str)
