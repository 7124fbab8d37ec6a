"""What records in English teach."""

import pytest

from wildwood.biblio.entry import CatalogueRecord, LocalizedText
from wildwood.screening import words
from wildwood.screening.learning import key_of, taught_by

FILLER = "the theory of trade and growth in open economies with many goods and firms "


def titled(title: str, identifier: str = "", *, language: str = "") -> CatalogueRecord:
    languages = (language,) if language else ()
    return CatalogueRecord(identifier, (LocalizedText(title),), (), languages)


def abstracted(text: str, title: str = "Trade") -> CatalogueRecord:
    return CatalogueRecord("", (LocalizedText(title),), (LocalizedText(FILLER + text),), ())


def counts(*records: CatalogueRecord) -> dict[str, int]:
    return {term: len(keys) for term, keys in taught_by(records).keys.items()}


class TestALongText:
    def test_teaches_its_unknown_words_once(self) -> None:
        assert counts(abstracted("qwertish"), abstracted("zorgons " * 2 + FILLER, "Tax")) == {
            "qwertish": 1,
            "zorgons": 1,
        }

    @pytest.mark.parametrize(("strict", "taught"), [(1 / 16, {}), (1 / 16 + 1e-9, {"zqxt": 1})])
    def test_must_have_a_smaller_share_of_unknown_words_than_the_threshold(
        self, monkeypatch: pytest.MonkeyPatch, strict: float, taught: dict[str, int]
    ) -> None:
        monkeypatch.setattr(words, "STRICT", strict)
        assert counts(abstracted("zqxt")) == taught

    def test_in_english_under_a_title_surely_in_another_language_teaches_nothing(self) -> None:
        assert counts(abstracted(FILLER * 3, "A inflação e os salários no Brasil")) == {}

    @pytest.mark.parametrize("word", ["und", "der"])
    def test_does_not_teach_stop_words_of_other_languages(self, word: str) -> None:
        assert counts(abstracted(word)) == {}


class TestATitle:
    def test_in_english_teaches_its_unknown_words_and_names(self) -> None:
        assert counts(titled("The supervenience of the mental on the physical")) == {
            "supervenience": 1
        }
        assert counts(titled("A reply to Plantinga on the existence of evil")) == {"plantinga": 1}

    def test_that_is_declared_english_teaches_unless_it_surely_is_not(self) -> None:
        title = "Zqxt modality"
        assert counts(titled(title)) == {}
        assert counts(titled(title, language="en")) == {"zqxt": 1}
        assert counts(titled("Handel und Wachstum", language="en")) == {}

    @pytest.mark.parametrize("title", ["Handel und Wachstum in Zqxt", "Zqxt", "", "Zqxt wqzxt of"])
    def test_in_another_language_or_of_strange_words_alone_teaches_nothing(
        self, title: str
    ) -> None:
        assert counts(titled(title)) == {}

    def test_that_is_declared_in_another_language_teaches_nothing(self) -> None:
        assert counts(titled("The supervenience of the mental", language="de")) == {}

    def test_teaches_by_its_abstract(self) -> None:
        assert counts(abstracted("", "Zqxt modality")) == {"zqxt": 1}


class TestARecord:
    def test_teaches_once_however_often_it_was_fetched(self) -> None:
        title = "The qwertish theory of trade and growth"
        assert counts(*[titled(title, "a")] * 10) == {"qwertish": 1}
        assert counts(*(titled(title, str(number)) for number in range(10))) == {"qwertish": 1}
        assert counts(titled(title, "a"), titled("THE QWERTISH: theory of trade & growth", "b"))

    def test_teaches_as_it_was_fetched_last(self) -> None:
        before, now = "The qwertish theory of trade", "The zorgonic theory of trade"
        assert counts(titled(before, "a"), titled(now, "a")) == {"zorgonic": 1}

    def test_has_the_key_of_its_normalised_title(self) -> None:
        assert key_of(titled("Théory of Trade.", "a")) == key_of(titled("theory of trade", "b"))
        assert key_of(titled("", "a")) != key_of(titled("", "b"))

    def test_teaches_the_same_whatever_comes_before(self) -> None:
        records = [titled("The qwertish theory of trade"), titled("A zorgonic tax on the goods")]
        assert counts(*records) == counts(*reversed(records))
