"""LaTeX becomes the text that it prints; what is common is not parsed, with the same result."""

import re
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.lists.bibtex import read_latex

PIECES = (
    *("a", "b ", "{", "}", "~", "-", "--", "---", "``", "''", "`", "'", "é", "#", "^", "_", "!"),
    *(r"\"o", r"\'{e}", r"\'\i", r"\^{\i}", r"\c{c}", r"\c c", r"\v s", r"\ss{}", r"{\o}", r"\aa"),
    *(r"\&", "&", "%", r"\%", r"\_", r"\$", r"\#", r"\=x", r"\H{o}", " ", "\n", "?"),
    *(r"\i b", r"\'\i b", r"\o b", r"\d{s}", r"\i{}", r"\L{}"),
)


def is_balanced(value: str) -> bool:
    depths = list(accumulate({"{": 1, "}": -1}.get(character, 0) for character in value))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


def is_plain(value: str) -> bool:
    """Whether no command is before é, which the parser takes as a part of its name."""
    return is_balanced(value) and not re.search(r"\\[A-Za-z]+é", value)


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join).filter(is_plain))
def test_common_latex_is_read_as_the_parser_reads_it(value: str) -> None:
    assert read_latex(value).split() == read_latex(rf"\relax{{}}{value}").split()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"{\'{E}}cole {\ss}", "École ß"),
        (r"Trade & Wages {A}", "Trade & Wages A"),
        (r"\emph{Trade} & Wages", "Trade & Wages"),
        ("!`Hola!", "¡Hola!"),
        (r"Mar\'\i  a K\o  benhavn", "María København"),
        (r"``x'' -- y~z", "“x” \N{EN DASH} y\xa0z"),
    ],
)
def test_text(written: str, text: str) -> None:
    assert read_latex(written) == text
