"""The text of lines."""

from wildwood.extraction.documents.plain_text import read
from wildwood.extraction.documents.text import join_lines, paragraphs, without_running_heads
from wildwood.extraction.model import Line


def lines(text: str) -> list[Line]:
    return read(text.encode())


def test_a_broken_word_is_rejoined() -> None:
    assert join_lines(lines("the exploita-\ntion of it")) == "the exploitation of it"


def test_a_hyphen_between_two_words_of_the_text_is_kept() -> None:
    text = "python is based on python, a text-based\nthing, python-\nbased as it is"
    assert "python-based" in join_lines(lines(text))


def test_a_hyphen_before_a_capital_is_kept() -> None:
    assert join_lines(lines("after Weierstrass-\nStone we")) == "after Weierstrass-Stone we"


def test_pages_are_separated_by_an_empty_line() -> None:
    assert paragraphs(lines("one\ntwo\fthree")) == "one\ntwo\n\nthree\n"


def test_a_running_head_is_removed_whatever_its_page_number() -> None:
    pages = "\f".join(f"Journal 7, p. {n}\n" + f"line {'xyz'[n]} of it\n" * 9 for n in range(3))
    kept = [line.text for line in without_running_heads(lines(pages))]
    assert not [text for text in kept if text.startswith("Journal")]
    assert len(kept) == 27


def test_a_line_that_is_repeated_inside_the_pages_is_kept() -> None:
    page = "\n".join([*"abcde", "same", *"fghij"])
    other = "\n".join([*"klmno", "same", *"pqrst"])
    kept = [line.text for line in without_running_heads(lines(f"{page}\f{other}"))]
    assert kept.count("same") == 2


def test_a_text_in_latin_1_is_read() -> None:
    assert read("Erdős é".encode())[0].text == "Erdős é"
    assert read("née Müller".encode("latin-1"))[0].text == "née Müller"


def test_indentation_is_kept() -> None:
    assert [line.left for line in read(b"a\n   b\n\tc")] == [0, 3, 8]
