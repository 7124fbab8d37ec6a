"""The language of one text, by the dictionary and two detectors."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wildwood.screening.evidence import NONE, Dictionary
from wildwood.screening.judge import Judge, Judgement, Language, Reason
from wildwood.screening.words import ALLOWED, DENIED, MAX_CHARACTERS

from tests.support.detectors import FixedDetector, judge_with

EN, OTHER, UNKNOWN = Language.ENGLISH, Language.OTHER, Language.UNKNOWN
ENGLISH, UNDECIDED, FOREIGN = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)
JUDGE = Judge(Dictionary())


def with_detectors(
    *scores: tuple[float, float],
    learned: tuple[str, ...] = (),
    own: Mapping[str, int] = NONE,
) -> Judge:
    dictionary = Dictionary(dict.fromkeys(learned, 10), own)
    return judge_with(dictionary, *(FixedDetector(*score) for score in scores))


def decision(judgement: Judgement) -> tuple[Language, Reason]:
    return judgement.language, judgement.reason


class TestTheDictionary:
    LONG = "The theory of trade and growth in open economies with many goods and many firms"

    def test_decides_on_a_long_text_of_known_words_with_an_english_function_word(self) -> None:
        detector = FixedDetector(*FOREIGN)
        judge = judge_with(Dictionary(), detector, detector)
        assert decision(judge.passage(self.LONG)) == (EN, Reason.DICTIONARY)

    def test_is_surer_of_english_if_the_first_detector_is_too(self) -> None:
        sure, unsure, against = (
            with_detectors(answer, answer).passage(self.LONG).log_odds
            for answer in (ENGLISH, UNDECIDED, FOREIGN)
        )
        assert sure > unsure > against > 0

    def test_does_not_decide_on_a_short_text(self) -> None:
        text = "The theory of trade and growth in open economies"
        assert decision(with_detectors(ENGLISH).passage(text)) == (EN, Reason.DETECTOR)

    def test_does_not_decide_against_a_text_of_unknown_words(self) -> None:
        text = "Structure of morpholinyl thiophenylmethyl benzamidate"
        assert decision(with_detectors(FOREIGN).passage(text)) == (OTHER, Reason.DETECTOR)
        assert decision(with_detectors(ENGLISH).passage(text)) == (EN, Reason.DETECTOR)

    @pytest.mark.parametrize(("unknown", "reason"), [(3, "dictionary"), (4, "detector")])
    def test_four_unknown_words_of_fifty_are_not_less_than_7_percent(
        self, unknown: int, reason: str
    ) -> None:
        words = ["zq"] * unknown + ["the", "of"] + ["tax"] * (48 - unknown)
        assert len(words) == 50
        assert with_detectors(UNDECIDED, UNDECIDED).passage(" ".join(words)).reason.value == reason

    def test_does_not_decide_on_a_title_without_an_english_function_word(self) -> None:
        detector = FixedDetector(*FOREIGN)
        judge = judge_with(Dictionary(), detector, detector)
        assert decision(judge.passage("Control social")) == (OTHER, Reason.DETECTOR)
        assert set(detector.texts) == {"Control social"}

    @pytest.mark.parametrize(
        "title",
        [
            "Trade",
            "Trade and growth",
            "Open trade, open growth",
            "Social capital",
            "Temporal logic",
        ],
    )
    def test_leaves_other_known_words_to_english(self, title: str) -> None:
        assert with_detectors(UNDECIDED, (0.4, 0.5)).passage(title).language is EN

    def test_knows_learned_words(self) -> None:
        text = f"{self.LONG} of the cybersecuritization and cybersecuritizations"
        assert with_detectors(UNDECIDED, UNDECIDED).passage(text).reason is Reason.DETECTOR
        words = ("cybersecuritization", "cybersecuritizations")
        learned = with_detectors(FOREIGN, learned=words).passage(text)
        assert decision(learned) == (EN, Reason.DICTIONARY)

    def test_reads_only_the_beginning_of_a_long_text(self) -> None:
        english = "The theory of trade and growth in open economies. " * 8
        assert len(english) >= MAX_CHARACTERS
        german = "Diese Arbeit untersucht den Außenhandel und das Wachstum. " * 20
        assert JUDGE.passage(english + german).evidence.share == 0

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
            "Box-Behnken Design-响应面法优化人参皂苷制备",
            "古今汉语句子对齐研究(Research on the alignment of Chinese)",
            "言語処理学会\uff08Natural Language Processing Methods\uff09",
        ],
    )
    def test_a_text_in_another_script_is_never_english(self, text: str) -> None:
        assert with_detectors(ENGLISH).passage(text).language is OTHER


class TestTheDetectors:
    def test_the_second_is_asked_if_the_first_is_undecided(self) -> None:
        first, second = FixedDetector(0.3, 0.9), FixedDetector(*FOREIGN)
        judgement = judge_with(Dictionary(), first, second).passage("Control social")
        assert judgement.language is OTHER
        assert (first.texts, second.texts) == (["Control social"], ["Control social"])
        assert [(name, answer.other) for name, answer in judgement.answers] == [
            ("fixed", 0.9),
            ("fixed", 1.0),
        ]

    def test_the_second_is_not_asked_if_the_first_is_sure(self) -> None:
        first, second = FixedDetector(*ENGLISH), FixedDetector(*FOREIGN)
        assert judge_with(Dictionary(), first, second).passage("Trade").language is EN
        assert second.texts == []

    def test_must_be_surer_the_more_words_are_unknown(self) -> None:
        judge = with_detectors((0.5, 0.6), UNDECIDED)
        assert judge.passage("Qwertish trade theory").language is EN
        assert judge.passage("Qwertish tradish theory").language is OTHER

    def test_read_no_markup(self) -> None:
        detector = FixedDetector(*ENGLISH)
        judge_with(Dictionary(), detector, detector).passage("<i>Trade</i>  routes")
        assert [text.split() for text in detector.texts] == [["Trade", "routes"]]

    def test_read_only_the_latin_part_of_a_title_that_quotes(self) -> None:
        detector = FixedDetector(*ENGLISH)
        judge_with(Dictionary(), detector, detector).passage("The routes of trade of the 日本語")
        assert detector.texts == ["The routes of trade of the  "]

    @pytest.mark.parametrize(
        "text",
        [
            "Revolution in Deutschland", "De minister", "Finland i siffror",
            "Les rites de passage", "Introduction à la cuisine des îles", "Manuel de la langue",
            "La paz social", "UML 2 für Dummies",
        ],
    )  # fmt: skip
    def test_recognise_short_titles_of_words_that_english_has_too(self, text: str) -> None:
        assert decision(JUDGE.title(text)) == (OTHER, Reason.DETECTOR)


@pytest.mark.parametrize(
    "title",
    [
        "Gettier cases", "Humean supervenience", "The concept of صبر in Islam",
        "Studies in 日本語", "The Cathars", "Immunoophthalmology handbooks", "Krugman revisited",
        "Isolation of Escherichia coli and Drosophila melanogaster",
        r"Solutions of the Schr{\"o}dinger equation",
    ],
)  # fmt: skip
def test_names_species_and_quotations_speak_for_no_other_language(title: str) -> None:
    assert JUDGE.title(title).language is EN


class TestUpToFourWords:
    """Of a name or a term that other languages have too, in whatever language the work is."""

    @pytest.mark.parametrize(
        "title",
        [
            "Nietzsche", "Foucault", "Ludwig Wittgenstein", "Moral hazard", "Cartesian Clarity",
            "Plato", "Sikhism", "Luxembourg", "Moral hazard trade taxes",
        ],
    )  # fmt: skip
    def test_that_english_has_are_kept(self, title: str) -> None:
        assert JUDGE.title(title).language is not OTHER

    @pytest.mark.parametrize("title", ["ASEAN", "GMM", "COVID-19", "NASA"])
    def test_that_are_an_acronym_are_kept(self, title: str) -> None:
        assert JUDGE.title(title).language is not OTHER

    @pytest.mark.parametrize(
        "title",
        [
            "Critica marxista", "Voprosy filosofii", "Principia philosophiae", "Nuova antologia",
            "Volkswirtschaftslehre", "Grue",
        ],
    )  # fmt: skip
    def test_that_english_does_not_have_are_judged_as_others(self, title: str) -> None:
        assert decision(JUDGE.title(title)) == (OTHER, Reason.DETECTOR)

    def test_are_kept_if_own_papers_have_them(self) -> None:
        detectors = FixedDetector(0.0, 0.7), FixedDetector(*FOREIGN)
        judge = judge_with(Dictionary({"grue": 4}), *detectors)
        assert decision(judge.title("Grue")) == (UNKNOWN, Reason.FEW_WORDS)

    @pytest.mark.parametrize(
        ("title", "scores"),
        [
            ("Moral hazard", (0.0, 0.8)), ("Préface", (0.0, 0.7)), ("Para", (0.0, 0.7)),
            ("Moral hazard trade taxes goods", (0.0, 0.7)),
        ],
    )  # fmt: skip
    def test_are_of_another_language_if_more_speaks_for_it(
        self, title: str, scores: tuple[float, float]
    ) -> None:
        assert with_detectors(scores, FOREIGN).title(title).language is OTHER

    def test_are_english_if_the_detectors_do_not_contradict(self) -> None:
        assert decision(with_detectors(UNDECIDED, UNDECIDED).title("Trade")) == (
            EN,
            Reason.DETECTOR,
        )


class TestOwnPapers:
    def test_count_the_more_the_more_of_them_have_a_word(self) -> None:
        none, one, few, enough = (
            Judge(Dictionary({"zqxt": count})).title("Zqxt and growth").log_odds
            for count in (0, 1, 5, 10)
        )
        assert none < one < few < enough


EVIDENCE = {
    "the dictionary": "trade",
    "a name": "Plantinga",
    "an acronym": "ZQXT",
    "a function word of English": "the",
    "a function word of another language": "und",
    "a learned word": "supervenience",
    "a phrase": "de re",
}
"""For each kind of evidence, a term that has it."""


class TestTheUsersLists:
    LEARNED = MappingProxyType({"supervenience": 10})

    @pytest.mark.parametrize("kind", EVIDENCE)
    def test_deny_overrules_each_kind_of_evidence(self, kind: str) -> None:
        term = EVIDENCE[kind]
        dictionary = Dictionary(self.LEARNED, {term.lower(): DENIED})
        evidence = dictionary.evidence(f"Coal, {term} and growth")
        assert evidence.unknown == term.lower().split()
        assert evidence.seen == 0
        assert not evidence.names
        assert not evidence.foreign
        assert decision(Judge(dictionary).title(term)) == (OTHER, Reason.OWN_WORDS)

    @pytest.mark.parametrize("kind", [*EVIDENCE, "an unknown word", "a phrase of unknown words"])
    def test_allow_overrules_each_kind_of_evidence(self, kind: str) -> None:
        more = {"an unknown word": "zqxt", "a phrase of unknown words": "zqxt para wqzxt"}
        term = (EVIDENCE | more)[kind]
        own = {term.lower(): ALLOWED}
        evidence = Dictionary(own=own).evidence(f"Trade, {term} and growth")
        assert (evidence.unknown, evidence.names, evidence.foreign) == ([], [], [])
        assert decision(with_detectors(FOREIGN, own=own).title(term)) == (EN, Reason.OWN_WORDS)

    def test_a_phrase_goes_before_its_words(self) -> None:
        own = {"prima facie": ALLOWED, "facie": DENIED, "prima": DENIED}
        dictionary = Dictionary(own=own)
        assert dictionary.evidence("A prima facie duty").unknown == []
        assert dictionary.evidence("A facie duty").unknown == ["facie"]

    def test_decide_alone_only_if_they_have_all_words(self) -> None:
        own = {"grue": ALLOWED}
        assert JUDGE.title("Grue").language is OTHER
        assert Judge(Dictionary(own=own)).title("Grue").reason is Reason.OWN_WORDS
        assert Judge(Dictionary(own=own)).title("Grue und Bleen").reason is not Reason.OWN_WORDS


class TestParallelTitles:
    FINNISH, SWEDISH = "60 vuotta kumia ja muovia", "60 år gummi och plast i Finland"
    ENGLISH = "60 years of rubber and plastics"

    @pytest.mark.parametrize(
        "title",
        [
            "Suomen vanhat linnat = The castles of Finland",
            "Designing for the future = Tulevaisuutta muotoilemassa",
        ],
    )
    def test_one_of_two_in_english_makes_the_work_english(self, title: str) -> None:
        judgement = JUDGE.title(title)
        assert judgement.language is EN

    def test_make_the_work_english_if_the_first_is(self) -> None:
        judgement = JUDGE.title(f"{self.ENGLISH} = {self.FINNISH} = {self.SWEDISH}")
        assert decision(judgement) == (EN, Reason.PARALLEL)

    def test_one_of_three_is_a_translation(self) -> None:
        judgement = JUDGE.title(f"{self.FINNISH} = {self.SWEDISH} = {self.ENGLISH}")
        assert judgement.language is OTHER

    @pytest.mark.parametrize(
        "title",
        ["Matka Oseaniaan = Journey Oceania", "Ulkoilukartta Lahti = Outdoor map Lahti"],
    )
    def test_a_few_nouns_in_english_are_no_title(self, title: str) -> None:
        assert JUDGE.title(title).language is OTHER

    def test_a_formula_is_no_parallel_title(self) -> None:
        judgement = JUDGE.title("Solutions of the equation a = b in the theory of groups")
        assert decision(judgement) == (EN, Reason.DETECTOR)

    def test_abstracts_are_not_divided(self) -> None:
        text = "Die Verfahren für Steuern = taxes of the state sind in diesem Buch erklärt worden"
        assert JUDGE.passage(text).language is OTHER


@given(st.text(max_size=300))
def test_any_title_has_a_judgement(text: str) -> None:
    judgement = JUDGE.title(text)
    assert (judgement.log_odds == 0) <= (judgement.language is not EN)
