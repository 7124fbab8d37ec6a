"""The notes of a first page."""

import pytest

from wildwood.extraction import notes


class TestANote:
    @pytest.mark.parametrize(
        "rest",
        [
            " We thank Anna Smith.",
            " Financial support by the Bank of Norway is appreciated.",
            " anna@example.org",
            " anna smith@example.org",
            " https://example.org",
        ],
    )
    def test_ends_before_thanks_or_an_address(self, rest: str) -> None:
        own = "Department of Finance, University of Oslo."
        assert notes.cut_thanks(f"{own}{rest}").strip() == own

    @pytest.mark.parametrize(
        "own", ["department of finance, University of Oslo", "the Bank of Thanks"]
    )
    def test_goes_on_behind_words_of_institutions(self, own: str) -> None:
        assert notes.cut_thanks(own) == own
