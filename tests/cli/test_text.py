"""`wildwood screen text`: the verdict on one text."""

import pytest

from tests.support.installation import Installation
from tests.support.screening import FILLER


class TestAText:
    @staticmethod
    def explained(installation: Installation, text: str) -> str:
        result = installation.run("screen", "text", "--explain", text)
        assert result.exit_code == 0, result.output
        return result.stdout

    @pytest.mark.parametrize("text", ["E = mc^2", "1990-2020", ""])
    def test_without_words_has_no_explanation(self, installation: Installation, text: str) -> None:
        assert self.explained(installation, text) == "unknown (no words)\n"

    def test_is_explained_by_its_words(self, installation: Installation) -> None:
        assert self.explained(installation, "Les rites de passage") == (
            "other (detector)\n"
            "confidence  0.9853\n"
            "declared  no language\n"
            "title  other (detector)\n"
            "  unknown  0.00 of 4 words\n"
            "  unknown words  none\n"
            "  names and other words of no language  none\n"
            "  words of other languages  les de\n"
            "  eldc  fr; English 0.37, highest other 0.86\n"
            "  log-odds of English  -4.21\n"
        )

    def test_gets_suggestions_for_its_misspelt_words(self, installation: Installation) -> None:
        explained = self.explained(installation, "The goverment of nanosensors and trade")
        assert "\nsuggestion  government for goverment\n" in explained
        assert "for nanosensors" not in explained

    def test_can_have_an_abstract_and_a_declaration(self, installation: Installation) -> None:
        result = installation.run(
            "screen", "text", "Die Vandalen", "--abstract", FILLER, "--language", "eng"
        )
        assert result.stdout == "en (abstract), doubtful\n"
        declared = installation.run("screen", "text", "Trade", "--language", "ger")
        assert declared.stdout == "other (declared)\n"
