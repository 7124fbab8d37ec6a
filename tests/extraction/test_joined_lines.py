"""The text of lines."""

import pytest

from wildwood.extraction.data import Line
from wildwood.extraction.documents import read_text_lines
from wildwood.extraction.lines import join_lines, paragraphs, words_of


def lines(text: str) -> list[Line]:
    return read_text_lines(text.encode())


def joined(text: str) -> str:
    document = lines(text)
    return join_lines(document, words_of(document))


def test_a_broken_word_is_rejoined() -> None:
    assert joined("the exploita-\ntion of it") == "the exploitation of it"


def test_a_hyphen_between_two_words_of_the_text_is_kept() -> None:
    text = "python is based on python, a text-based\nthing, python-\nbased as it is"
    assert "python-based" in joined(text)


def test_the_words_of_a_long_document_are_counted_line_by_line() -> None:
    words = words_of(lines("A well-known town\nTowns grow\n" * 1500))
    assert words == {
        "a": 1500, "well": 1500, "known": 1500, "well-known": 1500, "town": 1500, "towns": 1500,
        "grow": 1500,
    }  # fmt: skip


def test_a_line_that_was_a_mark_and_a_hyphen_can_be_empty() -> None:
    broken, rest = (
        line._replace(text=text) for line, text in zip(lines("-\na"), ("", "trade"), strict=True)
    )
    assert join_lines([broken._replace(hyphenated=True), rest], words_of([rest])) == "trade"


def test_writing_without_spaces_has_none_between_lines() -> None:
    assert joined("铁路信号的设\n计及实现") == "铁路信号的设计及实现"
    assert joined("風が砂を動か\nすので、\nWind と") == "風が砂を動かすので、 Wind と"
    assert joined("모래를 옮기는\n바람") == "모래를 옮기는 바람"


def test_a_hyphen_before_a_capital_is_kept() -> None:
    assert joined("after Weierstrass-\nStone we") == "after Weierstrass-Stone we"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("in Python\nthe Python-\nbased tool", "Python-based"),
        ("a rule-based one\nthe rule-\nbased tool", "rule-based"),
        ("exploitation\nthe exploita-\ntion", "exploitation"),
    ],
)
def test_a_broken_compound_is_told_from_a_broken_word(text: str, word: str) -> None:
    assert word in joined(text)


def test_a_line_takes_its_hyphens_from_the_whole_document() -> None:
    document = lines("self-paced\n" + "self-\npaced")
    assert paragraphs(document) == "self-paced\nself-paced\n"


def test_a_url_that_is_broken_within_its_host_is_rejoined() -> None:
    assert joined("URL https://CRAN.\nR-project.org/") == "URL https://CRAN.R-project.org/"
    assert joined("URL https://a.org.\nRead on") == "URL https://a.org. Read on"


def test_a_url_is_rejoined_over_several_lines() -> None:
    url = "see https://a.example/one/\ntwo_\nthree for more"
    assert joined(url) == "see https://a.example/one/two_three for more"


def test_pages_are_separated_by_an_empty_line() -> None:
    assert paragraphs(lines("one\ntwo\fthree")) == "one\ntwo\n\nthree\n"


def test_a_text_in_latin_1_is_read() -> None:
    assert read_text_lines("Erdős é".encode())[0].text == "Erdős é"
    assert read_text_lines("née Müller".encode("latin-1"))[0].text == "née Müller"


def test_indentation_is_kept() -> None:
    assert [line.left for line in read_text_lines(b"a\n   b\n\tc")] == [0, 3, 8]
