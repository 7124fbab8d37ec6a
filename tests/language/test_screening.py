"""The verdict on a record, and the accuracy on labelled records."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.language.dictionary import foreign_function_words, foreign_stop_words, standard
from wildwood.language.evaluation import detectors, measure_detector
from wildwood.language.learning import lesson
from wildwood.language.record_files import read_record_file
from wildwood.language.screening import MAX_CHARACTERS, Language, Reason, Screen
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.settings import Thresholds

from tests.support.paths import DATA

LANGUAGE = DATA / "language"
THRESHOLDS = Thresholds(strict=0.07, entries=10, english=0.07, other=0.5)
WITHOUT_LEARNED_WORDS = Screen((), THRESHOLDS)
EN, OTHER, UNKNOWN = Language.ENGLISH, Language.OTHER, Language.UNKNOWN


class FixedDetector:
    """A detector with a fixed confidence, which records the texts that it receives."""

    def __init__(self, confidence: float) -> None:
        self._confidence = confidence
        self.texts: list[str] = []

    def confidence(self, text: str) -> float:
        self.texts.append(text)
        return self._confidence


@pytest.fixture(scope="module")
def screen() -> Screen:
    """A screen without learned words."""
    return WITHOUT_LEARNED_WORDS


def with_detector(confidence: float, *neologisms: str) -> Screen:
    return Screen(neologisms, THRESHOLDS, FixedDetector(confidence))


def record(*titles: str | LocalizedText, language: str = "", abstract: str = "") -> CatalogueRecord:
    wordings = tuple(LocalizedText(title) if isinstance(title, str) else title for title in titles)
    abstracts = (LocalizedText(abstract),) if abstract else ()
    return CatalogueRecord("id", wordings, abstracts, (language,) if language else ())


class TestDeclared:
    def test_a_record_declared_as_not_english_is_left_out(self, screen: Screen) -> None:
        verdict = screen.verdict(record("Trade and Growth", language="ger"))
        assert (verdict.language, verdict.reason) == (OTHER, Reason.DECLARED)
        assert not verdict.kept

    def test_a_record_declared_as_english_is_still_tested(self, screen: Screen) -> None:
        assert screen.verdict(record("Trade and Growth", language="eng")).language is EN
        assert screen.verdict(record("Handel und Wachstum", language="eng")).language is OTHER

    @pytest.mark.parametrize("language", ["", "und", "some nonsense"])
    def test_an_unknown_language_declares_nothing(self, screen: Screen, language: str) -> None:
        verdict = screen.verdict(record("Trade and Growth", language=language))
        assert (verdict.language, verdict.reason) == (EN, Reason.DICTIONARY)

    def test_the_language_of_the_titles_counts_if_the_record_declares_none(
        self, screen: Screen
    ) -> None:
        verdict = screen.verdict(record(LocalizedText("Trade", "fr")))
        assert verdict.reason is Reason.DECLARED

    def test_the_language_of_the_record_takes_precedence_over_that_of_its_titles(
        self, screen: Screen
    ) -> None:
        verdict = screen.verdict(record(LocalizedText("Trade", "en"), language="fr"))
        assert verdict.reason is Reason.DECLARED

    def test_only_the_english_titles_are_tested_if_titles_are_in_several_languages(
        self, screen: Screen
    ) -> None:
        titles = (
            LocalizedText("Le commerce extérieur et la croissance", "fr"),
            LocalizedText("Trade", "en"),
        )
        verdict = screen.verdict(record(*titles))
        assert (verdict.language, verdict.unknown) == (EN, 0)


class TestDictionary:
    def test_a_text_with_few_unknown_words_is_english(self) -> None:
        detector = FixedDetector(0.0)
        screen = Screen((), THRESHOLDS, detector)
        verdict = screen.of_text("The theory of trade and growth in open economies")
        assert (verdict.language, verdict.reason, verdict.unknown) == (EN, Reason.DICTIONARY, 0)
        assert detector.texts == []

    def test_a_text_with_many_unknown_words_is_not_english(self) -> None:
        verdict = with_detector(1.0).of_text("Außenwirtschaft Wachstumstheorie trade")
        assert (verdict.language, verdict.reason) == (OTHER, Reason.DICTIONARY)
        assert verdict.share == "0.67"

    def test_a_learned_word_is_known(self) -> None:
        text = "Cybersecuritization of trade"
        assert with_detector(0.0).of_text(text).unknown == pytest.approx(1 / 3)
        assert with_detector(0.0, "cybersecuritization").of_text(text).unknown == 0

    def test_diacritics_are_folded_on_both_sides(self, screen: Screen) -> None:
        assert screen.of_text("A naïve café and Schrödinger").unknown == 0

    @pytest.mark.parametrize(
        "text", ["Introduction à la cuisine des îles", "Manuel de la langue", "La paz social"]
    )
    def test_function_words_of_other_languages_do_not_count_as_english(
        self, screen: Screen, text: str
    ) -> None:
        verdict = screen.of_text(text)
        assert (verdict.language, verdict.reason) == (OTHER, Reason.DETECTOR)

    def test_only_the_beginning_of_a_long_text_is_tested(self, screen: Screen) -> None:
        english = "The theory of trade and growth in open economies. " * 8
        assert len(english) >= MAX_CHARACTERS
        german = "Diese Arbeit untersucht den Außenhandel und das Wachstum. " * 20
        assert screen.of_text(english + german).unknown == 0

    @pytest.mark.parametrize(
        "text",
        [
            "Экономика роста",
            "経済成長の理論",
            "النمو الاقتصادي",
            "Οικονομική ανάπτυξη",
            "เศรษฐศาสตร์",
            "경제 성장",
            "אקונומיה",
            "\u9053",
            "GDP, FDI: 中国的经济增长与对外开放",
        ],
    )
    def test_a_text_in_another_script_is_never_english(self, text: str) -> None:
        assert with_detector(1.0).of_text(text).language is OTHER


class TestDetector:
    @pytest.mark.parametrize(("confidence", "language"), [(0.34, EN), (0.33, OTHER), (0.0, OTHER)])
    def test_it_must_be_more_confident_the_more_words_are_unknown(
        self, confidence: float, language: Language
    ) -> None:
        verdict = with_detector(confidence).of_text("Qwertish trade theory")
        assert (verdict.language, verdict.reason) == (language, Reason.DETECTOR)

    def test_it_distinguishes_english_from_german(self, screen: Screen) -> None:
        assert screen.of_text("UML 2 für Dummies").language is OTHER
        assert screen.of_text("Immunoophthalmology handbooks").language is EN


@pytest.mark.parametrize(
    "text",
    ["", "   ", "1990-2020", "E = mc²", "∫ f(x) dx = 0", "§ 12 (3)", r"$\frac{\alpha_{ij}}{2}$"],
)
def test_a_title_without_words_is_unknown_and_kept(screen: Screen, text: str) -> None:
    verdict = screen.verdict(record(text))
    assert (verdict.language, verdict.reason) == (UNKNOWN, Reason.NO_WORDS)
    assert (verdict.kept, verdict.share) == (True, "")


@given(st.text(max_size=500))
def test_any_text_has_a_verdict(text: str) -> None:
    verdict = WITHOUT_LEARNED_WORDS.of_text(text)
    assert (verdict.unknown is None) == (verdict.language is UNKNOWN)


OTHER_LETTERS = "абвгдежзиклмнопαβγδεζηאבגדהוابتثج一二三四五あいうえおขฃคฅ가나다라"


@given(st.text(OTHER_LETTERS, min_size=3, max_size=40), st.text(OTHER_LETTERS + " ", max_size=40))
def test_a_text_in_other_letters_is_not_english(first: str, rest: str) -> None:
    assert not WITHOUT_LEARNED_WORDS.of_text(f"{first} {rest}").kept


def test_a_record_without_a_title_is_unknown_and_kept(screen: Screen) -> None:
    verdict = screen.verdict(record())
    assert (verdict.language, verdict.kept, verdict.share) == (UNKNOWN, True, "")


def test_an_abstract_is_tested_too(screen: Screen) -> None:
    abstract = "Die Arbeit untersucht den Außenhandel und das Wachstum der Volkswirtschaften."
    assert screen.verdict(record("Marketing")).language is EN
    assert screen.verdict(record("Marketing", abstract=abstract)).language is OTHER


def test_the_dictionary_has_british_and_american_forms_and_no_foreign_words() -> None:
    assert {"color", "colour", "organised", "centre", "naive", "don"} <= standard()
    assert not {"und", "der", "wirtschaft", "économie"} & standard()


def test_foreign_function_words_are_not_english_words() -> None:
    assert {"de", "la", "und", "des", "les", "para"} <= foreign_function_words()
    assert not {"the", "and", "of", "in", "no", "me", "do", "an"} & foreign_function_words()


@pytest.mark.parametrize("word", ["care", "data", "post", "bank", "grit", "tag", "bet", "unit"])
def test_a_word_that_is_common_in_english_is_not_foreign(word: str) -> None:
    assert word not in foreign_function_words()


@pytest.mark.parametrize("word", ["fur", "des", "una", "del", "sur", "con", "van", "para"])
def test_a_word_that_is_rare_in_english_is_foreign(word: str) -> None:
    assert word in foreign_function_words()


@pytest.mark.parametrize(
    "title",
    [
        "Analysis of Longitudinal Earnings Data: American Scientists 1960-70",
        "Is American Health Care Uniquely Inefficient?",
        "The Diffusion of Health Care Fraud: A Network Analysis",
        "A Model of a Systemic Bank Run",
        "Money or Grit? Determinants of MisMatch",
        "Tag Team-Parenting",
    ],
)
def test_an_english_title_of_known_words_is_kept(screen: Screen, title: str) -> None:
    verdict = screen.of_text(title)
    assert (verdict.language, verdict.reason) == (EN, Reason.DICTIONARY)


def test_a_stop_word_of_english_is_not_a_foreign_stop_word() -> None:
    assert {"und", "der", "para"} <= foreign_stop_words()
    assert not {"the", "and", "of", "in"} & foreign_stop_words()


def test_the_accuracy_on_labelled_records() -> None:
    """Check an excerpt of 1,000 records; docs/screening.md has the figures on all 4,000."""
    teaching = read_record_file(LANGUAGE / "learn.jsonl.gz").records
    counts = lesson("file", "digest", teaching, 0.07).counts
    learned = [word for word, count in counts.items() if count >= 10]
    labelled = read_record_file(LANGUAGE / "labelled.jsonl.gz").records
    by_name = dict(detectors(Screen(learned, THRESHOLDS), 0.07))
    own = measure_detector(labelled, "wildwood", by_name["wildwood"])
    strict = measure_detector(labelled, "strict", by_name["standard dictionary, strict 7%"])
    assert (own.titles.english, own.titles.others) == (276, 724)
    assert own.titles.kept >= 271
    assert own.titles.others_kept <= 12
    assert (own.short_titles.english, own.short_titles.others) == (36, 121)
    assert own.short_titles.kept >= 35
    assert own.short_titles.others_kept <= 3
    assert own.with_abstracts.kept >= 271
    assert own.with_abstracts.others_kept <= 1
    assert strict.titles.kept < own.titles.kept - 50
