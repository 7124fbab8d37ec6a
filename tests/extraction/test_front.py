"""What the lines of a first page can be."""

import pytest

from wildwood.extraction import front_page


class TestProse:
    @pytest.mark.parametrize(
        "text",
        [
            "We show that towns match workers (and firms) better than villages do.",
            "Работа посвящена повышению эффективности алгоритма управления в условиях рынка",
            "Η εργασία αυτή μελετά την αγορά εργασίας των πόλεων στην Ελλάδα",
        ],
    )
    def test_is_mostly_in_lower_case(self, text: str) -> None:
        assert front_page.is_prose(text)

    @pytest.mark.parametrize(
        "text",
        [
            "Towns match workers better",
            "Anna Smith, Robert Jones, Mary Brown and Peter Black of the University of Oslo",
            "Московский государственный университет имени Ломоносова, Факультет Математики",
            "1 2 3 4 5 6 7 8 9 10",
        ],
    )
    def test_is_no_short_line_and_no_names(self, text: str) -> None:
        assert not front_page.is_prose(text)
