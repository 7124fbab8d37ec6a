"""The review of verdicts: what is shown, in a browser too, and what becomes of the decisions."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from wildwood.kernel.errors import InputError
from wildwood.page import server as page_server
from wildwood.page.server import ReviewServer
from wildwood.screening.own import LIST_HEADINGS, read_corrections
from wildwood.screening.review import LanguageReview, rows_to_review

from tests.support.browser import AXE, PHONE, Browser
from tests.support.waiting import wait_for

SURE_ENGLISH = ("a", "en", "dictionary", "0.00", "0.9990", "", "The theory of trade")
DOUBTFUL = ("b", "en", "detector", "0.00", "0.7000", "yes", "Art & <i>Science</i>")
LEFT_OUT = ("c", "other", "detector", "0.50", "0.9000", "yes", "Handel")
SURE_OTHER = ("e", "other", "detector", "0.80", "0.9990", "", "Zölle und Steuern")
DECLARED = ("d", "other", "declared", "", "", "", "Steuern")


def write(path: Path, *rows: tuple[str, ...]) -> Path:
    text = "".join("\t".join(row) + "\n" for row in (LIST_HEADINGS, *rows))
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    return write(
        tmp_path / "x.screened.tsv", SURE_ENGLISH, LEFT_OUT, SURE_OTHER, DOUBTFUL, DECLARED
    )


@pytest.fixture
def review(listed: Path, tmp_path: Path) -> LanguageReview:
    return LanguageReview(rows_to_review([listed]), tmp_path / "corrections.tsv")


def corrected(tmp_path: Path) -> dict[str, str]:
    found = read_corrections(tmp_path / "corrections.tsv")
    return {row[0]: row[1] for row in found.by_key.values()}


class TestWhatIsShown:
    def test_is_what_is_doubtful_least_sure_first(self, listed: Path) -> None:
        assert [row[0] for row in rows_to_review([listed])] == ["b", "c"]

    def test_is_text_whatever_it_contains(self, review: LanguageReview) -> None:
        assert b"Art &amp; &lt;i&gt;Science" in review.page()


class TestDecisions:
    def test_are_stored_as_corrections(self, review: LanguageReview, tmp_path: Path) -> None:
        review.store("0 other\n1 en\n")
        assert corrected(tmp_path) == {"b": "other", "c": "en"}
        assert review.page().count(b'data-word="en"') > 2

    def test_can_be_taken_back_and_leave_those_on_other_records(
        self, review: LanguageReview, tmp_path: Path
    ) -> None:
        write(tmp_path / "corrections.tsv", ("x", "en", "", "", "", "", "Zoll"))
        review.store("0 other\n1 en\n")
        review.store("0 \n")
        assert corrected(tmp_path) == {"x": "en", "c": "en"}
        assert review.stored == 1

    @pytest.mark.parametrize("text", ["hello", "7 en", "0 de", "-1 en"])
    def test_of_another_form_are_refused(
        self, review: LanguageReview, tmp_path: Path, text: str
    ) -> None:
        with pytest.raises(InputError, match="no decisions"):
            review.store(text)
        assert not (tmp_path / "corrections.tsv").exists()


@pytest.fixture
def server(review: LanguageReview, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReviewServer]:
    monkeypatch.setattr(page_server, "_LOOK_S", 0.01)
    with ReviewServer(review) as running:
        thread = threading.Thread(target=running.run)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


class TestInTheBrowser:
    def test_keys_decide_and_go_on(
        self, server: ReviewServer, browser: Browser, tmp_path: Path
    ) -> None:
        shown = browser.open(server.address)
        shown.press("o", "e")
        wait_for((tmp_path / "corrections.tsv").exists)
        wait_for(lambda: corrected(tmp_path) == {"b": "other", "c": "en"})
        wait_for(lambda: "2 of 2 records decided. Stored." in shown.texts("#progress"))
        assert shown.complaints == []

    def test_two_pages_keep_what_the_other_one_decided(
        self, server: ReviewServer, browser: Browser, tmp_path: Path
    ) -> None:
        older, newer = (browser.open(server.address) for _ in range(2))
        newer.press("o")
        wait_for((tmp_path / "corrections.tsv").exists)
        older.click("[data-number='1'] [data-word=en]")
        wait_for(lambda: corrected(tmp_path) == {"b": "other", "c": "en"})

    def test_a_decision_is_shown_again_and_can_be_taken_back(
        self, server: ReviewServer, browser: Browser, tmp_path: Path
    ) -> None:
        shown = browser.open(server.address)
        shown.click("[data-number='1'] [data-word=en]")
        wait_for((tmp_path / "corrections.tsv").exists)
        again = browser.open(server.address)
        assert again.texts("#progress") == ["1 of 2 records decided."]
        again.click("[data-number='1'] [data-word=en]")
        wait_for(lambda: corrected(tmp_path) == {})

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_fits_a_phone_and_a_screen_reader(
        self, server: ReviewServer, browser: Browser, scheme: str
    ) -> None:
        shown = browser.open(server.address, size=(375, PHONE[1]))
        shown.call("emulateMediaFeatures", [{"name": "prefers-color-scheme", "value": scheme}])
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shown.evaluate(AXE.read_text(encoding="utf-8"))
        found = shown.evaluate("axe.run().then(({ violations }) => violations)")
        assert [violation["help"] for violation in found] == []
