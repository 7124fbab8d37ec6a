"""The page of pairs, as a reader uses it in a browser."""

import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from wildwood.biblio.entry import Record, Series
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper
from wildwood.page.page import page

from tests.support.browser import PHONE, Browser, Page
from tests.support.contrast import contrasts
from tests.support.shown_pairs import MakePair, MakePaper

ISSUE, BEFORE = datetime.date(2015, 3, 5), datetime.date(2014, 11, 20)
HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "<img src=x onerror=alert(3)>",
    "\"><svg onload=alert(4)> ' onmouseover='alert(5)",
    "</title></style><style>*{display:none}</style>",
    "{{ 7*7 }} {% raw %}",
    "&lt;b&gt; &amp; <!-- comment",
)
Show = Callable[..., Page]


def report(*pairs: ReportPair, title: str = "Pairs") -> Report:
    return Report(title, ["One list.", "Limit 0.6."], 0.6, pairs)


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Show:
    """Open the page of some pairs."""

    def opened(*pairs: ReportPair, title: str = "Pairs", **options: tuple[int, int]) -> Page:
        file = tmp_path / "pairs.html"
        file.write_bytes(page(report(*pairs, title=title)))
        return browser.open(file, **options)

    return opened


@pytest.fixture
def sample(pair: MakePair, paper: MakePaper) -> list[ReportPair]:
    """Make a chain of four papers, and a pair with one word in common."""
    walking = paper(
        "walking", "Walking About", names=("Ann Smith",), issue=ISSUE,
        series=Series("Journal of Trade"),
    )  # fmt: skip
    talking = paper("talking", "Talking about Économie", names=("Bob Smith", "Zoë Ruiz"))
    return [
        pair(walking, talking, 0.95),
        pair("a", "b", 0.9, SimilarityType.INTERNAL),
        pair("b", "c", 0.8),
        pair("c", "d", 0.7),
    ]


def judged(pairs: list[ReportPair], *verdicts: str) -> list[ReportPair]:
    return [
        replace(one, verdict=PairVerdict[verdict.upper()])
        for one, verdict in zip(pairs, verdicts, strict=False)
    ]


def strengths(shown: Page) -> list[str]:
    return shown.texts(".strength")


class TestReading:
    def test_needs_no_network_and_has_no_complaints(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(*sample)
        assert [url.partition(":")[0] for url in shown.requested] == ["file"]
        assert shown.complaints == []

    def test_shows_a_card_for_each_work_with_a_row_for_each_record(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(*sample)
        assert shown.texts("h2") == ["Walking About", "b"]
        assert shown.texts(".number") == ["1", "2", "1", "2", "3", "4"]
        assert strengths(shown) == ["95 %", "90 %", "80 %", "70 %"]
        assert shown.texts(".which") == ["with 1", "with 1", "with 3"]
        assert shown.texts("#count") == ["4 of 4 pairs, 2 of 2 works"]

    def test_marks_the_words_of_titles_and_names_that_differ(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(sample[0])
        assert [*shown.texts("h2"), *shown.texts(".title")] == [
            "Walking About", "Talking about Économie",
        ]  # fmt: skip
        assert shown.texts("h2 b, .title b") == ["Walking", "Talking", "Économie"]
        assert shown.texts(".names b") == ["Ann", "Bob", "Zoë Ruiz"]

    def test_says_nothing_twice_that_is_the_same(
        self, show: Show, pair: MakePair, paper: MakePaper
    ) -> None:
        same = {"names": ("Ng, Bo",), "date": "2015", "source": "mine.ris"}
        shown = show(pair(paper("a", "Trade", **same), paper("b", "trade.", **same), 0.9))
        assert shown.texts(".title") == []
        assert shown.texts(".family b") == []

    def test_says_nothing_that_only_a_programmer_knows(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(*judged(sample, "unsure", "unsure", "same", "different"))
        text = shown.evaluate("document.querySelector('main').innerText")
        assert not re.search(r"\b(?:int|ext|fields:)|0\.\d{4}", text)

    def test_draws_the_strength_to_scale(self, show: Show, pair: MakePair) -> None:
        shown = show(pair("a", "b", 0.75))
        whole, part = shown.evaluate(
            "[...document.querySelectorAll('rect')].map(one => one.getBoundingClientRect().width)"
        )
        assert part / whole == pytest.approx(0.75)

    def test_puts_the_fields_of_a_record_side_by_side(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        left, right = boxes(show(sample[0]))[:2]
        assert left["top"] == right["top"]
        assert left["right"] <= right["left"]

    def test_puts_them_one_below_the_other_on_a_phone(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(*sample, size=PHONE)
        left, right = boxes(shown)[:2]
        assert left["bottom"] <= right["top"]
        assert shown.evaluate("document.documentElement.scrollWidth") == PHONE[0]

    def test_tells_when_a_known_paper_was_first_seen(
        self, show: Show, pair: MakePair, paper: MakePaper
    ) -> None:
        shown = show(pair("a", paper("b", is_new=False, first_seen=BEFORE), 0.9))
        assert f"first seen in the issue of {BEFORE}" in " ".join(shown.texts(".facts"))

    def test_tells_that_a_handle_was_in_an_earlier_issue(
        self, show: Show, pair: MakePair, paper: MakePaper
    ) -> None:
        again = paper("a", issue=ISSUE, first_seen=BEFORE)
        first = paper("b", issue=ISSUE, first_seen=ISSUE)
        shown = show(pair(again, "c", 0.9), pair(first, "d", 0.8))
        assert shown.texts(".before") == [f"same handle in the issue of {BEFORE}"]

    def test_links_what_can_be_looked_up(
        self, show: Show, pair: MakePair, paper: MakePaper
    ) -> None:
        known = paper("RePEc:nbr:nberwo:1", dois=("10.1000/1",), urls=("javascript:alert(1)",))
        shown = show(pair("a", known, 0.9))
        assert shown.texts(".links a") == ["IDEAS", "EconPapers", "doi:10.1000/1"]

    def test_says_that_there_are_no_pairs(self, show: Show) -> None:
        shown = show()
        assert shown.texts("main p") == ["There are no pairs above 0.6."]
        assert shown.texts("#controls") == []

    def test_shows_the_strongest_pairs_if_there_are_too_many(
        self, show: Show, sample: list[ReportPair], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("wildwood.page.page.MAX_PAIRS", 1)
        shown = show(*sample)
        assert strengths(shown) == ["95 %"]
        [warning] = shown.texts(".warning")
        assert warning.startswith("The 1 strongest of 4 pairs are shown.")


class TestWhatIsSure:
    def test_is_folded_behind_what_is_to_decide(self, show: Show, sample: list[ReportPair]) -> None:
        [_, *chain] = judged(sample, "same", "same", "unsure", "same")
        shown = show(judged(sample, "same")[0], *chain)
        assert shown.texts(".counts") == ["For you to decide: 1 of 4 pairs."]
        assert strengths(shown) == ["90 %", "80 %", "70 %"]
        assert shown.texts(".verdict") == ["same record", "to decide", "same record"]
        assert shown.texts(".sure > summary") == [
            "Settled by the fields, same record: 1 work, 1 pair"
        ]
        shown.click(".sure > summary")
        assert strengths(shown) == ["90 %", "80 %", "70 %", "95 %"]

    def test_is_left_out_first_if_there_are_too_many_pairs(
        self, show: Show, pair: MakePair, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("wildwood.page.page.MAX_PAIRS", 3)
        pairs = [pair(f"a{number}", f"b{number}", 0.99 - number / 100) for number in range(5)]
        shown = show(*judged(pairs, "same", "different", "same", "unsure", "unsure"))
        shown.click(".sure > summary")
        assert strengths(shown) == ["96 %", "95 %", "99 %"]
        assert shown.texts(".sure > p") == [
            "Not shown: the 2 weakest; wildwood compare … --out pairs.csv lists all."
        ]

    def test_nothing_is_left_out_that_is_to_decide(
        self, show: Show, sample: list[ReportPair], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("wildwood.page.page.MAX_PAIRS", 1)
        shown = show(*judged(sample, "same", "unsure", "unsure", "unsure"))
        assert strengths(shown) == ["90 %", "80 %", "70 %"]

    def test_can_be_all(self, show: Show, sample: list[ReportPair]) -> None:
        shown = show(*judged(sample, "same", "same", "same", "different"))
        assert shown.texts("main > p") == ["No pair is left to decide."]
        assert shown.texts(".sure > summary") == [
            "Settled by the fields, same record: 2 works, 4 pairs"
        ]
        assert shown.complaints == []

    def test_of_a_version_and_a_repeat_is_folded_with_the_versions(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(*judged(sample, "same", "version", "same", "different"))
        assert shown.texts(".sure > summary") == [
            "Settled by the fields, same record: 1 work, 1 pair",
            "Settled by the fields, version: 1 work, 3 pairs",
        ]

    def test_is_printed(self, show: Show, sample: list[ReportPair], tmp_path: Path) -> None:
        shown = show(*judged(sample, "same", "same", "same", "same"))
        shown.evaluate("window.seen = 0")
        shown.evaluate(
            "addEventListener('beforeprint',"
            " () => seen = document.querySelectorAll('main details:not([open])').length + 1)"
        )
        shown.print(tmp_path / "pairs.pdf")
        assert shown.evaluate("seen") == 1


class TestFurtherPairs:
    @pytest.fixture
    def family(self, pair: MakePair) -> list[ReportPair]:
        """Make a pair, and three of one family of four papers."""
        return [
            pair("x", "y", 0.95), pair("a", "b", 0.9), pair("a", "c", 0.8), pair("b", "c", 0.7),
            pair("c", "d", 0.65),
        ]  # fmt: skip

    def test_are_unfolded_one_by_one(self, show: Show, family: list[ReportPair]) -> None:
        shown = show(*family)
        assert shown.texts(".family > details > summary") == ["1 further pair of these records"]
        shown.click(".family > details > summary")
        assert shown.texts("li .which") == ["2 and 3"]

    def test_are_unfolded_and_folded_all_at_once(
        self, show: Show, family: list[ReportPair]
    ) -> None:
        shown = show(*family)
        for unfolded in (5, 4):
            shown.click("#fold")
            assert len(strengths(shown)) == unfolded

    def test_are_many_in_a_card_that_is_tightly_connected(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        assert show(*sample).texts(".family:nth-of-type(2) > header > p") == [
            "4 records", "loosely connected",
        ]  # fmt: skip


class TestSlider:
    def test_hides_weaker_pairs(self, show: Show, sample: list[ReportPair]) -> None:
        shown = show(*sample)
        shown.evaluate("document.getElementById('limit').focus()")
        shown.press("End", *["ArrowLeft"] * 8)
        assert shown.texts("#limit-shown") == ["0.92"]
        assert strengths(shown) == ["95 %"]
        assert shown.texts("#count") == ["1 of 4 pairs, 1 of 2 works"]

    def test_can_be_dragged(self, show: Show, sample: list[ReportPair]) -> None:
        shown = show(*sample)
        shown.click("#limit")  # in its middle
        assert shown.texts("#limit-shown") == ["0.80"]
        assert strengths(shown) == ["95 %", "90 %"]

    def test_says_that_a_family_falls_apart(self, show: Show, pair: MakePair) -> None:
        shown = show(pair("a", "b", 0.95), pair("c", "d", 0.94), pair("b", "c", 0.7))
        assert shown.texts(".split") == []
        shown.click("#limit")
        assert shown.texts(".split") == ["at this limit 2 separate groups"]
        assert strengths(shown) == ["95 %", "94 %"]

    def test_leaves_out_papers_that_belong_no_longer(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(*sample)
        shown.evaluate("document.getElementById('limit').focus()")
        shown.press(*["ArrowRight"] * 15)
        assert shown.texts("#limit-shown") == ["0.75"]
        assert shown.texts(".family:nth-of-type(2) .handle") == ["b", "a", "c"]

    def test_is_strict_as_a_limit_is(self, show: Show, pair: MakePair) -> None:
        shown = show(pair("a", "b", 0.8), pair("c", "d", 0.800000001))
        shown.click("#limit")
        assert shown.texts(".handle") == ["c", "d"]


class TestSearchBox:
    def test_keeps_families_that_have_all_words(self, show: Show, sample: list[ReportPair]) -> None:
        expected = {
            "walking": ["95 %"],
            "SMITH talking": ["95 %"],
            "zoe economie": ["95 %"],
            "smith nobody": [],
            "int": [],
            "journal of trade": ["95 %"],
            "  ": ["95 %", "90 %", "80 %", "70 %"],
        }
        shown, found = show(*sample), {}
        for words in expected:
            shown.evaluate("document.getElementById('words').value = ''")
            shown.type("#words", words)
            found[words] = strengths(shown)
        assert found == expected

    def test_enter_does_not_leave_the_page(self, show: Show, sample: list[ReportPair]) -> None:
        shown = show(*sample)
        shown.type("#words", "walking")
        shown.press("Enter")
        assert strengths(shown) == ["95 %"]
        assert len(shown.requested) == 1


class TestHostileTexts:
    def test_stay_text_wherever_they_stand(self, show: Show, pair: MakePair) -> None:
        pairs = []
        for text in HOSTILE:
            one, two, three = (
                ReportPaper(
                    text + key, Record(text + key, (text,), (text,)), date=text, kind=text,
                    dois=(text,), urls=(f"https://x.org/{text}",),
                )
                for key in "abc"
            )  # fmt: skip
            pairs += [pair(one, two, 0.9), pair(two, three, 0.8)]
        shown = show(*pairs, title=" ".join(HOSTILE))
        shown.evaluate(
            "for (const one of document.querySelectorAll('*'))"
            "  one.dispatchEvent(new Event('mouseover'))"
        )
        expected = [" ".join(text.split()) for text in HOSTILE]
        assert shown.evaluate("document.title") == " ".join(expected)
        assert [" ".join(one.split()) for one in shown.texts("h2")] == expected
        assert shown.evaluate("document.querySelectorAll('script:not([type])').length") == 1
        assert shown.complaints == []
        assert len(shown.requested) == 1

    def test_cannot_run_even_if_they_were_markup(self, browser: Browser, tmp_path: Path) -> None:
        """The page's policy forbids what escaping already prevents."""
        written = page(report()).replace(
            b"</main>", b'<img src="https://x.org/y" onerror="alert(1)"><script>alert(2)</script>'
        )
        file = tmp_path / "pairs.html"
        file.write_bytes(written)
        shown = browser.open(file)
        assert not [one for one in shown.complaints if one.startswith("dialog")]
        assert all("Content Security Policy" in one for one in shown.complaints)
        assert len(shown.complaints) == 3

    def test_control_characters_are_replaced(self, show: Show, pair: MakePair) -> None:
        shown = show(pair("a\u202egro\x00\x1b[31m", "b\ud800", 0.9))
        assert [*shown.texts("h2"), *shown.texts(".title")] == ["a�gro��[31m", "b?"]


class TestAccessibility:
    def test_has_landmarks_headings_and_names(self, show: Show, sample: list[ReportPair]) -> None:
        shown = show(*sample)
        tree = shown.call("accessibility.snapshot", {"interestingOnly": False})
        roles = set(roles_of(tree))
        assert {"banner", "search", "main", "contentinfo", "article", "status"} <= roles
        for role in ("slider", "searchbox", "button"):
            assert all(name for found, name in named(tree) if found == role)

    def test_all_controls_are_reached_by_the_keyboard(
        self, show: Show, sample: list[ReportPair]
    ) -> None:
        shown = show(*sample)
        reached = []
        for _ in range(7):
            shown.press("Tab")
            reached.append(
                shown.evaluate("(({id, localName}) => id || localName)(document.activeElement)")
            )
        assert reached == [
            "a", "limit", "words", "open-only", "download", "open", "button",
        ]  # fmt: skip

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_texts_have_the_contrast_of_wcag_aa(
        self, show: Show, sample: list[ReportPair], scheme: str
    ) -> None:
        shown = show(*sample)
        shown.call("emulateMediaFeatures", [{"name": "prefers-color-scheme", "value": scheme}])
        shown.press("s")
        assert {one["text"]: one["ratio"] for one in contrasts(shown) if one["ratio"] < 4.5} == {}
        assert len(contrasts(shown)) > 20


class TestPrint:
    def test_unfolds_the_families_and_leaves_the_controls_out(
        self, show: Show, sample: list[ReportPair], pair: MakePair, tmp_path: Path
    ) -> None:
        shown = show(*sample, pair("a", "c", 0.65))
        shown.evaluate(
            "addEventListener('beforeprint', () => document.title = `open ${open()}`);"
            "window.open = () => document.querySelectorAll('details[open]').length"
        )
        shown.print(tmp_path / "pairs.pdf")
        assert shown.evaluate("document.title") == "open 1"
        assert shown.evaluate("open()") == 0
        shown.call("emulateMediaType", "print")
        assert shown.texts("#controls") == []


def test_is_readable_without_scripts(browser: Browser, tmp_path: Path, pair: MakePair) -> None:
    file = tmp_path / "pairs.html"
    content = page(report(pair("a", "b", 0.9))).decode()
    file.write_text(re.sub("<script>.*</script>", "", content, flags=re.DOTALL), encoding="utf-8")
    shown = browser.open(file)
    assert strengths(shown) == ["90 %"]
    assert shown.texts("#controls") == []


def boxes(shown: Page) -> list[dict[str, float]]:
    found: list[dict[str, float]] = shown.evaluate(
        "[...document.querySelectorAll('.record > *')]"
        ".map(one => one.getBoundingClientRect().toJSON())"
    )
    return found


def named(tree: dict[str, object]) -> list[tuple[str, str]]:
    children = tree.get("children", [])
    assert isinstance(children, list)
    below = [found for child in children for found in named(child)]
    return [(str(tree["role"]), str(tree.get("name", ""))), *below]


def roles_of(tree: dict[str, object]) -> list[str]:
    return [role for role, _ in named(tree)]
