"""Own word lists, and corrections that are remembered and teach."""

from pathlib import Path

import pytest

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.kernel.errors import InputError
from wildwood.kernel.settings import Doubtful, OwnListPaths
from wildwood.screening.judge import Language, Reason
from wildwood.screening.own import NO_OWN_LISTS, OwnLists, read_own_lists
from wildwood.screening.screening import Screen
from wildwood.screening.words import ALLOWED, DENIED

EN, OTHER = Language.ENGLISH, Language.OTHER


def record(title: str, identifier: str = "a") -> CatalogueRecord:
    return CatalogueRecord(identifier, (LocalizedText(title),), (), ())


def unknown_share(own: OwnLists, title: str, *learned: str) -> float | None:
    counts = dict.fromkeys(learned, 10)
    return Screen(counts, Doubtful.AS_JUDGED, own=own).verdict(record(title)).unknown


class TestWordLists:
    def test_allow_words(self, tmp_path: Path) -> None:
        file = tmp_path / "allow.txt"
        file.write_text("Qwertish\n# a comment\nzörgons # another\n", encoding="utf-8")
        own = read_own_lists(OwnListPaths(allow=file))
        assert own.terms == {"qwertish": ALLOWED, "zorgons": ALLOWED}
        assert unknown_share(NO_OWN_LISTS, "the qwertish trade") == pytest.approx(1 / 3)
        assert unknown_share(own, "the qwertish trade") == 0

    def test_deny_words_that_the_dictionary_or_the_papers_have(self, tmp_path: Path) -> None:
        file = tmp_path / "deny.txt"
        file.write_text("trade\nqwertish\n", encoding="utf-8")
        own = read_own_lists(OwnListPaths(deny=file))
        assert unknown_share(own, "the qwertish trade", "qwertish") == pytest.approx(2 / 3)

    def test_have_phrases(self, tmp_path: Path) -> None:
        file = tmp_path / "allow.txt"
        file.write_text("De re\nprima facie # Latin\n", encoding="utf-8")
        assert read_own_lists(OwnListPaths(allow=file)).terms.keys() == {"de re", "prima facie"}

    def test_deny_goes_before_allow(self, tmp_path: Path) -> None:
        file = tmp_path / "both.txt"
        file.write_text("zqxt\nde re\n", encoding="utf-8")
        own = read_own_lists(OwnListPaths(allow=file, deny=file))
        assert own.terms == {"zqxt": DENIED, "de re": DENIED}

    def test_that_cannot_be_read_are_named(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"none\.txt; create it, or remove allow from \[lang"):
            read_own_lists(OwnListPaths(allow=tmp_path / "none.txt"))
        with pytest.raises(InputError, match=r"^Cannot read .*: Is a directory\.$"):
            read_own_lists(OwnListPaths(deny=tmp_path))


def corrected(tmp_path: Path, *lines: tuple[str, str, str]) -> OwnLists:
    """Read corrections of these ids, languages and titles."""
    file = tmp_path / "corrections.tsv"
    rows = [
        ("id", "language", "reason", "unknown", "confidence", "doubtful", "title"),
        *((id_, language, "detector", "0.5", "0.8", "", title) for id_, language, title in lines),
    ]
    file.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return read_own_lists(OwnListPaths(corrections=file))


class TestCorrections:
    def test_are_remembered(self, tmp_path: Path) -> None:
        own = corrected(tmp_path, ("a", "en", "Handel und Wachstum"), ("b", "other", "Trade"))
        screen = Screen({}, Doubtful.AS_JUDGED, own=own)
        english = screen.verdict(record("Handel und Wachstum"))
        assert (english.language, english.reason, english.kept) == (EN, Reason.CORRECTED, True)
        other = screen.verdict(record("Trade", "b"))
        assert (other.language, other.reason, other.kept) == (OTHER, Reason.CORRECTED, False)

    @pytest.mark.parametrize(("identifier", "title"), [("b", "Steuern"), ("a", "Steuern und Zoll")])
    def test_hold_for_the_same_id_and_title_only(
        self, tmp_path: Path, identifier: str, title: str
    ) -> None:
        own = corrected(tmp_path, ("a", "en", "Steuern"))
        verdict = Screen({}, Doubtful.AS_JUDGED, own=own).verdict(record(title, identifier))
        assert verdict.reason is not Reason.CORRECTED

    @pytest.mark.parametrize(
        "title", ["Steuern und Zölle.", "steuern und Zolle", "STEUERN UND ZÖLLE", "Steuern & Zölle"]
    )
    def test_are_found_again_if_punctuation_case_or_accents_change(
        self, tmp_path: Path, title: str
    ) -> None:
        own = corrected(tmp_path, ("a", "en", "Steuern und Zölle"))
        is_same = "&" not in title
        reason = Screen({}, Doubtful.AS_JUDGED, own=own).verdict(record(title)).reason
        assert (reason is Reason.CORRECTED) is is_same

    def test_of_a_record_without_an_id_are_found_by_its_title(self, tmp_path: Path) -> None:
        own = corrected(tmp_path, ("line 5", "en", "Steuern"))
        screen = Screen({}, Doubtful.AS_JUDGED, own=own)
        assert screen.verdict(record("Steuern", "line 7")).reason is Reason.CORRECTED
        assert screen.verdict(record("Zölle", "line 5")).reason is not Reason.CORRECTED

    def test_of_a_record_that_has_lost_or_got_an_id_are_found_by_its_title(
        self, tmp_path: Path
    ) -> None:
        with_id = corrected(tmp_path, ("a", "en", "Steuern"))
        assert with_id.correction(record("Steuern", "row 12")) is EN
        without = corrected(tmp_path, ("row 3", "en", "Steuern"))
        assert without.correction(record("Steuern", "a")) is EN

    def test_of_which_the_last_counts(self, tmp_path: Path) -> None:
        own = corrected(tmp_path, ("a", "en", "Steuern"), ("a", "other", "Steuern."))
        assert own.correction(record("Steuern")) is OTHER

    def test_whose_file_is_not_yet_there_are_none(self, tmp_path: Path) -> None:
        paths = OwnListPaths(corrections=tmp_path / "none.tsv")
        assert read_own_lists(paths).correction(record("Steuern")) is None

    def test_take_precedence_over_what_is_declared(self, tmp_path: Path) -> None:
        own = corrected(tmp_path, ("a", "en", "Trade"))
        declared = CatalogueRecord("a", (LocalizedText("Trade"),), (), ("ger",))
        assert Screen({}, Doubtful.AS_JUDGED, own=own).verdict(declared).language is EN

    def test_to_english_teach_the_unknown_words_of_the_title(self, tmp_path: Path) -> None:
        own = corrected(tmp_path, ("a", "en", "The qwertish trade of Zorgonia"))
        assert own.terms == {"qwertish": ALLOWED}
        assert unknown_share(own, "qwertish goods") == 0

    def test_to_another_language_unteach_learned_words_of_the_title(self, tmp_path: Path) -> None:
        own = corrected(tmp_path, ("a", "other", "qwertish trade"))
        assert own.terms == {"qwertish": DENIED}
        assert unknown_share(own, "Qwertish trade", "qwertish") == 0.5

    def test_give_way_to_the_word_lists(self, tmp_path: Path) -> None:
        words, corrections = tmp_path / "words.txt", tmp_path / "corrections.tsv"
        words.write_text("qwertish\n", encoding="utf-8")
        corrected(tmp_path, ("a", "other", "qwertish trade"))
        paths = OwnListPaths(allow=words, corrections=corrections)
        assert DENIED not in read_own_lists(paths).terms.values()

    @pytest.mark.parametrize("language", ["de", "unknown", ""])
    def test_in_another_form_are_refused(self, tmp_path: Path, language: str) -> None:
        with pytest.raises(InputError) as caught:
            corrected(tmp_path, ("a", language, "Title"))
        assert str(caught.value) == (
            f"{tmp_path / 'corrections.tsv'}: line 2 is not a line of a list with the language en"
            " or other."
        )
