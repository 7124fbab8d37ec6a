"""The verdict on a record, and the figures that the test reaches on labelled ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.language.dictionary import function_words_of_others, standard, stop_words_of_others
from wildwood.language.evaluation import detectors, measure_detector
from wildwood.language.learning import lesson
from wildwood.language.record_files import read_record_file
from wildwood.language.screening import MAX_CHARACTERS, Language, Reason, Screen
from wildwood.model import CatalogueRecord, LocalizedText
from wildwood.settings import Thresholds

from tests.support.paths import DATA

LANGUAGE = DATA / "language"
THRESHOLDS = Thresholds(strict=0.07, entries=10, english=0.07, other=0.5)
NOTHING_LEARNT = Screen((), THRESHOLDS)
EN, OTHER, UNKNOWN = Language.ENGLISH, Language.OTHER, Language.UNKNOWN


class Sure:
    """A detector that is always so sure, and remembers what it was asked."""

    def __init__(self, confidence: float) -> None:
        self._confidence = confidence
        self.asked: list[str] = []

    def confidence(self, text: str) -> float:
        self.asked.append(text)
        return self._confidence


@pytest.fixture(scope="module")
def screen() -> Screen:
    """A screen that has learnt nothing."""
    return NOTHING_LEARNT


def with_detector(confidence: float, *neologisms: str) -> Screen:
    return Screen(neologisms, THRESHOLDS, Sure(confidence))


def entry(*titles: str | LocalizedText, language: str = "", abstract: str = "") -> CatalogueRecord:
    wordings = tuple(LocalizedText(title) if isinstance(title, str) else title for title in titles)
    abstracts = (LocalizedText(abstract),) if abstract else ()
    return CatalogueRecord("id", wordings, abstracts, (language,) if language else ())


class TestDeclared:
    def test_what_is_declared_as_not_english_goes(self, screen: Screen) -> None:
        verdict = screen.verdict(entry("Trade and Growth", language="ger"))
        assert (verdict.language, verdict.reason) == (OTHER, Reason.DECLARED)
        assert not verdict.kept

    def test_what_is_declared_as_english_is_tested_all_the_same(self, screen: Screen) -> None:
        assert screen.verdict(entry("Trade and Growth", language="eng")).language is EN
        assert screen.verdict(entry("Handel und Wachstum", language="eng")).language is OTHER

    @pytest.mark.parametrize("language", ["", "und", "some nonsense"])
    def test_no_known_language_declares_nothing(self, screen: Screen, language: str) -> None:
        verdict = screen.verdict(entry("Trade and Growth", language=language))
        assert (verdict.language, verdict.reason) == (EN, Reason.DICTIONARY)

    def test_the_language_of_the_wordings_serves_where_the_record_has_none(
        self, screen: Screen
    ) -> None:
        verdict = screen.verdict(entry(LocalizedText("Trade", "fr")))
        assert verdict.reason is Reason.DECLARED

    def test_the_records_own_language_goes_before_that_of_its_wordings(
        self, screen: Screen
    ) -> None:
        verdict = screen.verdict(entry(LocalizedText("Trade", "en"), language="fr"))
        assert verdict.reason is Reason.DECLARED

    def test_of_wordings_in_several_languages_the_english_ones_are_tested(
        self, screen: Screen
    ) -> None:
        titles = (
            LocalizedText("Le commerce extérieur et la croissance", "fr"),
            LocalizedText("Trade", "en"),
        )
        verdict = screen.verdict(entry(*titles))
        assert (verdict.language, verdict.unknown) == (EN, 0)


class TestDictionary:
    def test_few_unknown_words_are_english(self) -> None:
        detector = Sure(0.0)
        screen = Screen((), THRESHOLDS, detector)
        verdict = screen.of_text("The theory of trade and growth in open economies")
        assert (verdict.language, verdict.reason, verdict.unknown) == (EN, Reason.DICTIONARY, 0)
        assert detector.asked == []

    def test_many_unknown_words_are_not(self) -> None:
        verdict = with_detector(1.0).of_text("Außenwirtschaft Wachstumstheorie trade")
        assert (verdict.language, verdict.reason) == (OTHER, Reason.DICTIONARY)
        assert verdict.share == "0.67"

    def test_a_learnt_word_is_known(self) -> None:
        text = "Cybersecuritization of trade"
        assert with_detector(0.0).of_text(text).unknown == pytest.approx(1 / 3)
        assert with_detector(0.0, "cybersecuritization").of_text(text).unknown == 0

    def test_diacritics_are_folded_on_both_sides(self, screen: Screen) -> None:
        assert screen.of_text("A naïve café and Schrödinger").unknown == 0

    @pytest.mark.parametrize(
        "text", ["Introduction à la cuisine des îles", "Manuel de la langue", "La paz social"]
    )
    def test_function_words_of_other_languages_are_no_sign_of_english(
        self, screen: Screen, text: str
    ) -> None:
        verdict = screen.of_text(text)
        assert (verdict.language, verdict.reason) == (OTHER, Reason.DETECTOR)

    def test_only_the_beginning_of_a_long_text_counts(self, screen: Screen) -> None:
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
    def test_another_script_never_passes(self, text: str) -> None:
        assert with_detector(1.0).of_text(text).language is OTHER


class TestDetector:
    @pytest.mark.parametrize(("confidence", "language"), [(0.34, EN), (0.33, OTHER), (0.0, OTHER)])
    def test_it_must_be_surer_the_more_words_are_unknown(
        self, confidence: float, language: Language
    ) -> None:
        verdict = with_detector(confidence).of_text("Qwertish trade theory")
        assert (verdict.language, verdict.reason) == (language, Reason.DETECTOR)

    def test_it_knows_english_from_german(self, screen: Screen) -> None:
        assert screen.of_text("UML 2 für Dummies").language is OTHER
        assert screen.of_text("Immunoophthalmology handbooks").language is EN


@pytest.mark.parametrize(
    "text",
    ["", "   ", "1990-2020", "E = mc²", "∫ f(x) dx = 0", "§ 12 (3)", r"$\frac{\alpha_{ij}}{2}$"],
)
def test_a_title_without_words_is_unknown_and_kept(screen: Screen, text: str) -> None:
    verdict = screen.verdict(entry(text))
    assert (verdict.language, verdict.reason) == (UNKNOWN, Reason.NO_WORDS)
    assert (verdict.kept, verdict.share) == (True, "")


@given(st.text(max_size=500))
def test_any_text_has_a_verdict(text: str) -> None:
    verdict = NOTHING_LEARNT.of_text(text)
    assert (verdict.unknown is None) == (verdict.language is UNKNOWN)


OTHER_LETTERS = "абвгдежзиклмнопαβγδεζηאבגדהוابتثج一二三四五あいうえおขฃคฅ가나다라"


@given(st.text(OTHER_LETTERS, min_size=3, max_size=40), st.text(OTHER_LETTERS + " ", max_size=40))
def test_no_text_in_other_letters_is_english(first: str, rest: str) -> None:
    assert not NOTHING_LEARNT.of_text(f"{first} {rest}").kept


def test_a_record_without_a_title_is_unknown_and_kept(screen: Screen) -> None:
    verdict = screen.verdict(entry())
    assert (verdict.language, verdict.kept, verdict.share) == (UNKNOWN, True, "")


def test_an_abstract_is_used_where_there_is_one(screen: Screen) -> None:
    abstract = "Die Arbeit untersucht den Außenhandel und das Wachstum der Volkswirtschaften."
    assert screen.verdict(entry("Marketing")).language is EN
    assert screen.verdict(entry("Marketing", abstract=abstract)).language is OTHER


def test_the_dictionary_has_british_and_american_forms_and_no_foreign_ones() -> None:
    assert {"color", "colour", "organised", "centre", "naive", "don"} <= standard()
    assert not {"und", "der", "wirtschaft", "économie"} & standard()


def test_function_words_of_others_are_not_words_that_english_has_too() -> None:
    assert {"de", "la", "und", "des", "les", "para"} <= function_words_of_others()
    assert not {"the", "and", "of", "in", "no", "me", "do", "an"} & function_words_of_others()


@pytest.mark.parametrize("word", ["care", "data", "post", "bank", "grit", "tag", "bet", "unit"])
def test_a_word_that_english_has_often_is_none_of_others(word: str) -> None:
    assert word not in function_words_of_others()


@pytest.mark.parametrize("word", ["fur", "des", "una", "del", "sur", "con", "van", "para"])
def test_a_word_that_english_has_seldom_stays_one_of_others(word: str) -> None:
    assert word in function_words_of_others()


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


def test_no_stop_word_of_english_is_one_of_others() -> None:
    assert {"und", "der", "para"} <= stop_words_of_others()
    assert not {"the", "and", "of", "in"} & stop_words_of_others()


def test_the_figures_on_labelled_records() -> None:
    """An excerpt of 1,000; docs/screening.md has the figures on all of them."""
    taught = lesson("file", "digest", read_record_file(LANGUAGE / "learn.jsonl.gz").entries, 0.07)
    learnt = [word for word, count in taught.counts.items() if count >= 10]
    entries = read_record_file(LANGUAGE / "labelled.jsonl.gz").entries
    rows = dict(detectors(Screen(learnt, THRESHOLDS), 0.07))
    own = measure_detector(entries, "wildwood", rows["wildwood"])
    strict = measure_detector(entries, "strict", rows["standard dictionary, strict 7%"])
    assert (own.titles.english, own.titles.others) == (276, 724)
    assert own.titles.kept >= 271
    assert own.titles.let_in <= 12
    assert (own.short_titles.english, own.short_titles.others) == (36, 121)
    assert own.short_titles.kept >= 35
    assert own.short_titles.let_in <= 3
    assert own.with_abstracts.kept >= 271
    assert own.with_abstracts.let_in <= 1
    assert strict.titles.kept < own.titles.kept - 50
