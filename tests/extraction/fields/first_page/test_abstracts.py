"""How the abstract is found by its heading, and what is not taken for one."""

import pytest

from wildwood.extraction.extracted import Line
from wildwood.extraction.fields.first_page import abstracts

TEXT = "We show that towns match workers and firms better than villages do."


def lines(*texts: str, size: float = 10) -> list[Line]:
    return [
        Line(text, 0, 72, 400, 700 - 12 * number, 710 - 12 * number, size, hyphenated=False)
        for number, text in enumerate(texts)
    ]


class TestThePlaces:
    @pytest.mark.parametrize("heading", ["Abstract", "ABSTRACT", "Résumé", "Zusammenfassung"])
    def test_begins_with_a_heading(self, heading: str) -> None:
        page = lines("Anna Smith", heading, TEXT, "1. Introduction")
        assert abstracts.places(page, (), ()) == [1, 2]

    @pytest.mark.parametrize(
        "after", [
            "1. Introduction", "Keywords: towns, work", "Index terms", "JEL: R12", "Résumé",
            "DOI: 10.1103/5",
        ],
    )  # fmt: skip
    def test_ends_before_the_next_heading(self, after: str) -> None:
        assert abstracts.places(lines("Abstract", TEXT, TEXT, after, TEXT), (), ()) == [0, 1, 2]

    def test_is_not_below_its_entry_in_the_contents(self) -> None:
        page = lines("Abstract . . . . . . . . 4", "Towns . . . . . . . 5", "Abstract", TEXT)
        assert abstracts.places(page, (), ()) == [2, 3]

    def test_without_a_heading_is_not_the_caption_of_a_figure(self) -> None:
        title = lines("Towns and Workers", size=16)[0]._replace(bottom=760)
        figure = lines(f"Fig. 1. {TEXT}", TEXT, TEXT)
        text = [
            line._replace(bottom=line.bottom - 80) for line in lines(TEXT, TEXT, TEXT, "Keywords")
        ]
        assert abstracts.places([title, *figure, *text], (), (0,)) == [4, 5, 6]

    def test_ends_before_larger_letters(self) -> None:
        (heading,) = lines("Towns", size=14)
        assert abstracts.places([*lines("Abstract", TEXT), heading], (), ()) == [0, 1]

    def test_is_empty_without_a_heading(self) -> None:
        assert abstracts.places(lines("Anna Smith", TEXT, "1. Introduction"), (), ()) == []
        page = lines("abstract thinking is", TEXT, "1. Introduction")
        assert abstracts.places(page, (), ()) == []


class TestAnAbstract:
    @pytest.mark.parametrize("heading", ["", "Abstract ", "Abstract: ", "Abstract — "])
    def test_has_no_heading(self, heading: str) -> None:
        assert abstracts.valid(f"{heading}{TEXT}") == TEXT

    @pytest.mark.parametrize(
        "notice",
        [
            "© 2019 Elsevier B.V. All rights reserved.",
            "(c) 2019 The Authors. Published by Oslo Press. Open access.",
            "2019 Oslo Press Ltd. All rights reserved.",
            "Copyright 2019 by the Society",
        ],
    )
    def test_ends_before_the_notice_of_its_publisher(self, notice: str) -> None:
        assert abstracts.valid(f"{TEXT} {notice}") == TEXT

    def test_can_be_about_rights(self) -> None:
        text = (
            "Copyright protects authors. We study how the law has worked since it was made in 1709."
        )
        assert abstracts.valid(text) == text

    @pytest.mark.parametrize("text", ["", "6", "Abstract", "First version. Subject headings: —"])
    def test_is_not_shorter_than_a_sentence(self, text: str) -> None:
        assert abstracts.valid(text) == ""
