"""The verdict on a record, and the accuracy on labelled records."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.kernel.settings import Doubtful
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list
from wildwood.screening.evidence import Dictionary
from wildwood.screening.judge import Language, Reason
from wildwood.screening.learning import taught_by
from wildwood.screening.screening import Screen

from tests.benchmarks.detectors import strict_test
from tests.benchmarks.language_accuracy import interval, measure_detector, read_labelled
from tests.support.detectors import FixedDetector, judge_with
from tests.support.paths import DATA

LANGUAGE = DATA / "language"
WITHOUT_LEARNED_WORDS = Screen({}, Doubtful.AS_JUDGED)
EN, OTHER, UNKNOWN = Language.ENGLISH, Language.OTHER, Language.UNKNOWN


@pytest.fixture(scope="module")
def screen() -> Screen:
    """A screen without learned words."""
    return WITHOUT_LEARNED_WORDS


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
        assert (verdict.language, verdict.reason) == (EN, Reason.DETECTOR)

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


class TestTitlesAndAbstracts:
    GERMAN = "Die Arbeit untersucht den Außenhandel und das Wachstum der Volkswirtschaften."
    ENGLISH = "This paper studies the trade and the growth of several economies."

    def test_are_judged_apart(self, screen: Screen) -> None:
        explanation = screen.explain(record("Handel und Wachstum", abstract=self.ENGLISH))
        assert [title.language for title in explanation.titles] == [OTHER]
        assert [abstract.language for abstract in explanation.abstracts] == [EN]

    @pytest.mark.parametrize(
        "title",
        [
            "A inflação e os salários no Brasil: um estudo da Região Nordeste",
            "Handel und Wachstum",
            "Экономика роста",
        ],
    )
    def test_a_title_surely_in_another_language_outweighs_an_english_abstract(
        self, screen: Screen, title: str
    ) -> None:
        verdict = screen.verdict(record(title, abstract=self.ENGLISH))
        assert (verdict.language, verdict.kept) == (OTHER, False)
        assert verdict.reason is screen.verdict(record(title)).reason

    @pytest.mark.parametrize("title", ["Information et explication", "Die Vandalen"])
    def test_an_english_abstract_under_another_title_is_doubtful(
        self, screen: Screen, title: str
    ) -> None:
        assert screen.verdict(record(title)).language is OTHER
        verdict = screen.verdict(record(title, abstract=self.ENGLISH))
        assert (verdict.language, verdict.reason, verdict.doubtful) == (EN, Reason.ABSTRACT, True)

    def test_an_abstract_in_another_language_is_told_too(self, screen: Screen) -> None:
        verdict = screen.verdict(record("Marketing", abstract=self.GERMAN))
        assert (verdict.language, verdict.reason) == (OTHER, Reason.ABSTRACT)

    def test_one_of_several_abstracts_in_english_is_enough(self, screen: Screen) -> None:
        abstracts = (LocalizedText(self.GERMAN), LocalizedText(self.ENGLISH))
        titles = (LocalizedText("Trade"),)
        assert screen.verdict(CatalogueRecord("id", titles, abstracts, ())).language is EN

    def test_one_of_several_titles_in_english_is_enough(self, screen: Screen) -> None:
        verdict = screen.verdict(record("Handel und Wachstum", "The growth of trade"))
        assert verdict.language is EN


class TestNeologisms:
    @pytest.mark.parametrize(
        "title",
        [
            "Crystal structure of N-[(morpholin-4-yl)(thiophen-2-yl)methyl]benzamide",
            "Crystal structure of di-μ-isobutyrato-κ4O:O'-bis[cis-dichlorido(dimethyl sulfoxide)]",
        ],
    )
    def test_do_not_make_a_title_surely_another_language(self, screen: Screen, title: str) -> None:
        verdict = screen.verdict(record(title))
        assert verdict.doubtful or verdict.language is EN


def screen_expecting(share: float | None) -> Screen:
    return Screen({}, Doubtful.AS_JUDGED, english_share=share)


class TestTheExpectedShareOfEnglish:
    TITLE = "Karl Popper: Science & Philosophie"

    def test_makes_english_more_or_less_likely(self) -> None:
        few, half, many = (
            screen_expecting(share).verdict(record(self.TITLE)) for share in (0.05, 0.5, 0.95)
        )
        assert (few.language, many.language) == (OTHER, EN)
        assert half == WITHOUT_LEARNED_WORDS.verdict(record(self.TITLE))

    def test_can_be_learned_from_the_sure_records_of_a_list(self) -> None:
        english = [record("The theory of trade and growth in the world")] * 50
        german = [record("Handel und Wachstum in der Welt", language="de")] * 50
        among_english, among_german = (
            screen_expecting(None).learn_share(records).verdict(record(self.TITLE))
            for records in (english, german)
        )
        assert (among_german.language, among_english.language) == (OTHER, EN)

    def test_that_is_set_is_not_learned_for_longer_titles(self, screen: Screen) -> None:
        title = record("Karl Popper: Science & Philosophie und Methode")
        german = screen.learn_share([record("Handel und Wachstum", language="de")] * 50)
        english = screen.learn_share([record("The theory of trade and growth")] * 50)
        assert german.verdict(title) == english.verdict(title) == screen.verdict(title)

    def test_is_that_of_a_long_list_in_which_two_languages_take_turns(self) -> None:
        pairs = (
            (f"The theory of trade and growth {n}", f"Handel und Wachstum {n}") for n in range(150)
        )
        turns = [record(title) for pair in pairs for title in pair]
        blocks = turns[::2] + turns[1::2]
        screens = [
            screen_expecting(None).learn_share(some) for some in (turns, blocks, turns[::-1])
        ]
        assert len({screen.verdict(record(self.TITLE)).confidence for screen in screens}) == 1
        for screen in screens:
            assert screen.verdict(record("Marbury v Madison")).language is OTHER

    def test_does_not_depend_on_the_order_of_the_records(self) -> None:
        records = [record("The theory of trade"), record("Handel"), record("Zölle und Steuern")]
        forward, backward = (
            screen_expecting(None).learn_share(some) for some in (records, records[::-1])
        )
        assert forward.verdict(record(self.TITLE)) == backward.verdict(record(self.TITLE))


class TestAShortTitle:
    ENGLISH = record("The theory of trade and growth in the world")
    GERMAN = record("Handel und Wachstum in der Welt", language="de")

    @pytest.mark.parametrize(
        "title",
        [
            "Prima Facie Duties",
            "Marbury v Madison",
            "Guillain-Barré Syndrome",
            "Mussa Puzzle Redux",
        ],
    )
    def test_is_english_in_a_list_that_is(self, screen: Screen, title: str) -> None:
        assert screen.verdict(record(title)).language is OTHER
        assert screen.learn_share([self.ENGLISH] * 50).verdict(record(title)).language is EN

    @pytest.mark.parametrize(
        "title", ["Droit international", "Moral und Politik", "Handel im Wandel", "Justice sociale"]
    )
    def test_that_is_surely_in_another_language_is_not(self, screen: Screen, title: str) -> None:
        assert screen.learn_share([self.ENGLISH] * 50).verdict(record(title)).language is OTHER

    @pytest.mark.parametrize("title", ["Moral hazard", "Public goods", "Prima Facie Duties"])
    def test_is_judged_by_itself_in_another_list(self, screen: Screen, title: str) -> None:
        among_german = screen.learn_share([self.GERMAN] * 50)
        assert among_german.verdict(record(title)) == screen.verdict(record(title))


class TestConfidence:
    TITLE = "Coal trade, coal prices"
    LIKELY = FixedDetector(0.8, 0.6)
    LESS_LIKELY = FixedDetector(0.2, 0.9), FixedDetector(0.4, 0.5)

    @staticmethod
    def screen(doubtful: Doubtful, *detectors: FixedDetector) -> Screen:
        screen = Screen({}, doubtful)
        screen.judge = judge_with(Dictionary(), *detectors)
        return screen

    def test_is_the_probability_of_the_log_odds(self) -> None:
        explanation = self.screen(Doubtful.AS_JUDGED, self.LIKELY).explain(record(self.TITLE))
        log_odds = explanation.titles[0].log_odds
        verdict = explanation.verdict
        assert verdict.confidence == pytest.approx(1 / (1 + math.exp(-log_odds)))
        assert (verdict.certainty, verdict.doubtful) == ("0.9854", False)

    def test_a_language_with_little_confidence_is_doubtful(self) -> None:
        verdict = self.screen(Doubtful.AS_JUDGED, *self.LESS_LIKELY).verdict(record(self.TITLE))
        assert (verdict.certainty, verdict.doubtful, verdict.language) == ("0.5691", True, OTHER)

    @pytest.mark.parametrize(
        ("doubtful", "kept"),
        [(Doubtful.AS_JUDGED, False), (Doubtful.KEEP, True), (Doubtful.LEAVE_OUT, False)],
    )
    def test_users_set_what_becomes_of_doubtful_records(
        self, doubtful: Doubtful, *, kept: bool
    ) -> None:
        assert self.screen(doubtful, *self.LESS_LIKELY).verdict(record(self.TITLE)).kept is kept

    def test_doubtful_records_in_english_can_be_left_out(self) -> None:
        detectors = FixedDetector(0.5, 0.6), FixedDetector(0.4, 0.4)
        verdict = self.screen(Doubtful.LEAVE_OUT, *detectors).verdict(record(self.TITLE))
        assert (verdict.language, verdict.doubtful, verdict.kept) == (EN, True, False)

    def test_a_declared_or_unknown_language_has_none(self, screen: Screen) -> None:
        for verdict in (
            screen.verdict(record("Trade", language="ger")),
            screen.verdict(record("2020")),
        ):
            assert (verdict.confidence, verdict.certainty, verdict.doubtful) == (None, "", False)


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
    verdict = WITHOUT_LEARNED_WORDS.verdict(record(text))
    assert (verdict.unknown is None) == (verdict.reason is Reason.NO_WORDS)


OTHER_LETTERS = "абвгдежзиклмнопαβγδεζηאבגדהוابتثج一二三四五あいうえおขฃคฅ가나다라"


@given(st.text(OTHER_LETTERS, min_size=3, max_size=40), st.text(OTHER_LETTERS + " ", max_size=40))
def test_a_text_in_other_letters_is_not_english(first: str, rest: str) -> None:
    assert not WITHOUT_LEARNED_WORDS.verdict(record(f"{first} {rest}")).kept


def test_a_record_without_a_title_is_unknown_and_kept(screen: Screen) -> None:
    verdict = screen.verdict(record())
    assert (verdict.language, verdict.kept, verdict.share) == (UNKNOWN, True, "")


def test_an_abstract_is_tested_too(screen: Screen) -> None:
    abstract = "Die Arbeit untersucht den Außenhandel und das Wachstum der Volkswirtschaften."
    assert screen.verdict(record("Marketing")).language is EN
    assert screen.verdict(record("Marketing", abstract=abstract)).language is OTHER


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
    verdict = screen.verdict(record(title))
    assert (verdict.language, verdict.share) == (EN, "0.00")


NOTICED = 0.02  # a fall by so much must fail, so the figures may lag behind by less


@pytest.mark.parametrize(
    ("title", "part", "whole"),
    [
        ("titles in English that are kept", 271, 276),
        ("other titles that are left out", 724 - 12, 724),
    ],
)
def test_the_page_has_the_accuracy_with_its_interval(title: str, part: int, whole: int) -> None:
    page = (DATA / "accuracy" / "README.md").read_text(encoding="utf-8")
    low, high = interval(part, whole)
    figures = f"{part} of {whole} | {100 * part / whole:.1f} % | {low:.1f} to {high:.1f} %"
    assert f"| {title} | {figures} |\n" in page


def test_the_accuracy_on_labelled_records() -> None:
    """Check an excerpt of 1,000 records; tests/benchmarks/README.md has the figures on all."""
    teaching = read_list(LANGUAGE / "learn.jsonl.gz", needs=ANY_RECORD).catalogue_records
    learned = {term: len(keys) for term, keys in taught_by(teaching).keys.items()}
    labelled = read_labelled(LANGUAGE / "labelled.jsonl.gz")
    screen = Screen(learned, Doubtful.AS_JUDGED)
    own = measure_detector(labelled, lambda one: screen.verdict(one).kept)
    strict = measure_detector(labelled, strict_test())
    assert (own.titles.english, own.titles.others) == (276, 724)
    assert 271 <= own.titles.kept < 271 + NOTICED * 276
    assert 12 - NOTICED * 724 < own.titles.others_kept <= 12
    assert (own.short_titles.english, own.short_titles.others) == (36, 121)
    assert own.short_titles.kept >= 35
    assert own.short_titles.others_kept <= 3
    assert own.with_abstracts.kept >= 271
    assert own.with_abstracts.others_kept <= 1
    assert strict.titles.kept < own.titles.kept - 50
