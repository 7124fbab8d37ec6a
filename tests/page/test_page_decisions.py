"""Decisions on the page of pairs, as a person takes them in a browser."""

import csv
import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from wildwood.biblio.entry import Series
from wildwood.cli.program import group
from wildwood.kernel.decisions import applied, parse_decisions, read_decisions
from wildwood.kernel.model import PairVerdict, SimilarityType
from wildwood.kernel.pairs import COLUMNS, Keep, Report, ReportPair, write_csv
from wildwood.kernel.relation import Decision
from wildwood.kernel.text import write_rows
from wildwood.page.page import page

from tests.support.browser import Browser, Page
from tests.support.paths import DATA
from tests.support.shown_pairs import DECIDED_ROWS, MakePair, MakePaper, pairs_of, row_of
from tests.support.waiting import wait_for

INTERNAL = SimilarityType.INTERNAL


def report(*pairs: ReportPair) -> Report:
    return Report("Pairs", ["One list."], 0.6, pairs)


@dataclass(frozen=True)
class Desk:
    """Where a person decides on pairs."""

    browser: Browser
    folder: Path

    def open(self, *pairs: ReportPair, of: Report | None = None) -> Page:
        """Open the page of some pairs, or of a report."""
        file = self.folder / "pairs.html"
        file.write_bytes(page(of or report(*pairs)))
        return self.browser.open(file)

    def upload(self, shown: Page, text: str, encoding: str = "utf-8") -> None:
        """Open a file of decisions, and wait until the page has read it."""
        file = self.folder / "mine.csv"
        file.write_text(text, encoding=encoding)
        shown.upload("#file", file)
        wait_for(lambda: file.name in progress(shown))

    def downloaded(self, shown: Page) -> list[dict[str, str]]:
        """Download the decisions, and return their rows."""
        folder = self.folder / f"downloads-{len([*self.folder.iterdir()])}"
        folder.mkdir()
        file = shown.download("#download", folder)
        with file.open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines)
            found = list(rows)
        assert tuple(rows.fieldnames or ()) == COLUMNS
        return found


@pytest.fixture
def desk(browser: Browser, tmp_path: Path) -> Desk:
    return Desk(browser, tmp_path)


@pytest.fixture
def three(pair: MakePair, paper: MakePaper) -> list[ReportPair]:
    """Make three pairs of two papers each."""
    odd = paper(
        "a,1", 'A "quoted", title', names=("Müller, Ä.", "Ng, Bo"), date="2015-03", source="A, B"
    )
    return [pair(odd, "b", 0.9), pair("c", "d", 0.8, INTERNAL), pair("e", "f", 0.75)]


@pytest.fixture
def family(pair: MakePair) -> list[ReportPair]:
    """Make three pairs of three papers."""
    return [pair("b", "a", 0.9), pair("c", "b", 0.8), pair("c", "a", 0.7)]


def test_shows_what_differs(desk: Desk, pair: MakePair, paper: MakePaper) -> None:
    one = paper("a", "Trade and Growth I", date="2015", series=Series("Trade", "12", "", "1-9"))
    other = paper("b", "Trade and Growth II", date="2016", series=Series("Trade", "13", "", "1-8"))
    shown = desk.open(pair(one, other, 0.9))
    assert shown.texts(".family b") == ["I", "2015", "vol. 12", "II", "2016", "vol. 13"]


def decided(shown: Page) -> list[str]:
    """The words that the page shows beside the strengths."""
    return shown.texts(".decided")


def current(shown: Page) -> str:
    """The strength of the pair that keys decide on."""
    return " ".join(shown.texts(".current .strength"))


def judged(pairs: list[ReportPair]) -> list[ReportPair]:
    """Judge pairs by their fields: the second one is unsure."""
    verdicts = (PairVerdict.SAME, PairVerdict.UNSURE, PairVerdict.DIFFERENT)
    return [replace(one, verdict=verdict) for one, verdict in zip(pairs, verdicts, strict=True)]


def progress(shown: Page) -> str:
    return " ".join(shown.texts("#progress"))


class TestKeys:
    def test_decide_on_one_pair_after_the_other(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        assert current(shown) == "90 %"
        shown.press("s", "d", "u")
        assert decided(shown) == ["same", "different", "unsure"]
        assert progress(shown) == "3 of 3 pairs decided. No shown pair is open."

    def test_decide_that_records_of_lists_are_versions(
        self, desk: Desk, three: list[ReportPair]
    ) -> None:
        shown = desk.open(*(replace(one, verdict=PairVerdict.UNSURE) for one in three))
        shown.press("v", "s")
        assert decided(shown) == ["version", "same"]
        assert [row["decision"] for row in desk.downloaded(shown)] == ["version", "same"]
        shown = desk.open(*three)
        assert shown.texts("[data-word=version]") == []
        shown.press("v")
        assert decided(shown) == []

    def test_tell_which_paper_to_keep(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("1", "2")
        assert decided(shown) == ["same, keep 1", "same, keep 2"]

    def test_move_without_deciding(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        seen = []
        for key in ("j", "ArrowDown", "ArrowDown", "k", "ArrowUp"):
            shown.press(key)
            seen.append(current(shown))
        assert seen == ["80 %", "75 %", "75 %", "80 %", "90 %"]
        assert decided(shown) == []

    def test_take_a_decision_back(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("s", "k", "s")
        assert decided(shown) == []
        assert progress(shown) == "0 of 3 pairs decided."

    def test_go_to_the_next_open_pair(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("j", "s", "k", "k", "n")
        assert current(shown) == "75 %"

    def test_write_into_the_search_box(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.type("#words", "sd1")
        assert decided(shown) == []

    def test_decide_on_no_pair_that_is_out_of_view(self, desk: Desk, pair: MakePair) -> None:
        shown = desk.open(*(pair(f"a{n}", f"b{n}", 0.9 - n / 1000) for n in range(60)))
        shown.evaluate("scrollTo(0, document.body.scrollHeight)")
        shown.press("s")
        assert decided(shown) == []
        shown.press("s")
        assert decided(shown) == ["same"]

    def test_decide_on_a_pair_that_late_layout_moves_and_keep_it_in_view(
        self, desk: Desk, pair: MakePair
    ) -> None:
        """What is around a pair gets its choices, and so its height, some frames later."""
        shown = desk.open(*(pair(f"a{n}", f"b{n}", 0.9 - n / 1000) for n in range(60)))
        shown.evaluate(
            "for (const height of ['900px', '1800px']) {"
            "  dispatchEvent(new KeyboardEvent('keydown', { key: 's' }));"
            "  families[0].element.style.paddingBottom = height;"
            "}"
        )
        assert decided(shown) == ["same", "same"]
        assert shown.evaluate(
            "new Promise(requestAnimationFrame).then(() => isInView(current.element, 1))"
        )

    def test_pass_over_pairs_that_the_search_hides(
        self, desk: Desk, three: list[ReportPair]
    ) -> None:
        shown = desk.open(*three)
        shown.type("#words", "e f")
        shown.evaluate("document.activeElement.blur()")
        shown.press("j", "s")
        assert decided(shown) == ["same"]
        assert [row["id"] for row in desk.downloaded(shown)] == ["e"]


class TestMouse:
    def test_decides(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.click(".family:nth-of-type(2) [data-word=different]")
        assert decided(shown) == ["different"]
        assert current(shown) == "80 %"
        assert shown.texts("[aria-pressed=true]") == ["Different"]

    def test_tells_which_paper_to_keep(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.click(".choice [data-keep='2']")
        assert decided(shown) == ["same, keep 2"]
        shown.click(".choice [data-word=same]")
        assert decided(shown) == ["same"]

    def test_shows_the_open_pairs_alone(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("s")
        shown.click("#open-only")
        assert shown.texts(".strength") == ["80 %", "75 %"]
        shown.click("#open-only")
        assert len(shown.texts(".strength")) == 3

    def test_shows_the_pairs_alone_that_fields_leave_open(
        self, desk: Desk, three: list[ReportPair]
    ) -> None:
        shown = desk.open(*judged(three))
        for section in (".sure", ".sure + .sure"):
            shown.click(f"{section} > summary")
        assert len(shown.texts(".strength")) == 3
        shown.click("#unsure-only")
        assert shown.texts(".strength") == ["80 %"]
        shown.press("n", "d")
        assert [row["id"] for row in desk.downloaded(shown)] == ["c"]
        shown.click("#unsure-only")
        assert len(shown.texts(".strength")) == 3
        assert desk.open(*three).texts("#unsure-only") == []


class TestWhatIsSure:
    def test_is_not_asked_about(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*judged(three))
        assert current(shown) == "80 %"
        assert progress(shown) == "0 of 1 pairs decided."
        shown.press("s", "j")
        assert progress(shown) == "1 of 1 pairs decided. No shown pair is open."
        assert shown.texts(".strength") == ["80 %"]

    def test_can_be_decided_otherwise(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*judged(three))
        shown.click(".sure > summary")
        shown.press("j", "d")
        assert progress(shown) == "1 of 2 pairs decided."
        shown.call("reload")
        assert shown.texts(".strength") == ["80 %", "90 %"]
        assert [row["strength"] for row in desk.downloaded(shown)] == ["0.9"]

    def test_is_found_by_its_words(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*judged(three))
        shown.type("#words", "quoted")
        assert shown.texts(".strength") == ["90 %"]


class TestFamilies:
    def test_unfold_where_a_key_leads(self, desk: Desk, family: list[ReportPair]) -> None:
        shown = desk.open(*family)
        shown.press("s")
        assert current(shown) == "80 %"

    def test_are_not_asked_about_what_follows(self, desk: Desk, family: list[ReportPair]) -> None:
        shown = desk.open(*family)
        shown.press("s", "d")
        shown.click("#fold")
        assert decided(shown)[-1] == "different, as follows from the others"
        assert progress(shown).startswith("3 of 3 pairs decided.")
        assert [row["decision"] for row in desk.downloaded(shown)] == ["same", "different"]

    def test_have_what_follows_from_the_file_too(
        self, desk: Desk, family: list[ReportPair]
    ) -> None:
        shown = desk.open(*family)
        shown.press("s", "d")
        shown.click("#fold")
        told = [word.partition(",")[0] for word in decided(shown)]
        desk.downloaded(shown)
        [file] = desk.folder.glob("downloads-*/*.csv")
        found = applied(report(*family), read_decisions(file), with_different=True)
        assert [pair.decision and pair.decision.value for pair in found.pairs] == told

    def test_have_what_follows_in_the_cases_of_the_commands(
        self, desk: Desk, family: list[ReportPair]
    ) -> None:
        """See tests/kernel/test_relation.py."""
        cases = json.loads((DATA / "relation.json").read_text(encoding="utf-8"))
        script = "(({decided, follows}) => { const of = relationOf(decided);"
        script += " return follows.map(([one, other]) => of([one, other])) })"
        found = desk.open(*family).evaluate(f"{json.dumps(cases)}.map({script})")
        expected = [[word for _, _, word in case["follows"]] for case in cases]
        assert dict(zip((case["case"] for case in cases), found, strict=True)) == dict(
            zip((case["case"] for case in cases), expected, strict=True)
        )

    def test_are_not_asked_about_what_follows_from_the_fields(
        self, desk: Desk, family: list[ReportPair]
    ) -> None:
        verdicts = (PairVerdict.SAME, PairVerdict.UNSURE, PairVerdict.UNSURE)
        pairs = [
            replace(one, verdict=verdict) for one, verdict in zip(family, verdicts, strict=True)
        ]
        shown = desk.open(*pairs)
        assert progress(shown) == "0 of 1 pairs decided."
        shown.click("#fold")
        assert decided(shown) == ["as the other pair of these records"]
        shown.press("d")
        assert progress(shown) == "1 of 1 pairs decided. No shown pair is open."
        assert len(desk.downloaded(shown)) == 1

    def test_follow_a_decision_that_overrules_the_fields(
        self, desk: Desk, family: list[ReportPair]
    ) -> None:
        verdicts = (PairVerdict.SAME, PairVerdict.SAME, PairVerdict.UNSURE)
        shown = desk.open(
            *(replace(one, verdict=verdict) for one, verdict in zip(family, verdicts, strict=True))
        )
        shown.click(".sure > summary")
        shown.click("#fold")
        assert decided(shown) == ["same, as follows from the fields of the others"]
        shown.press("j", "d")
        assert decided(shown)[-1] == "as the other pair of these records"

    def test_are_decided_as_a_whole(self, desk: Desk, family: list[ReportPair]) -> None:
        shown = desk.open(*family)
        shown.click("#fold")
        shown.press("a")
        assert decided(shown) == ["same", "same", "same"]
        assert progress(shown) == "3 of 3 pairs decided. No shown pair is open."

    def test_are_decided_as_a_whole_with_the_mouse(
        self, desk: Desk, family: list[ReportPair]
    ) -> None:
        shown = desk.open(*family)
        shown.click(".all")
        assert progress(shown) == "3 of 3 pairs decided."


class TestUndoing:
    def test_takes_back_the_last_step(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("s", "d", "z")
        assert decided(shown) == ["same"]
        assert current(shown) == "80 %"
        shown.press("z", "z")
        assert decided(shown) == []

    def test_takes_back_what_was_decided_on_a_whole_card(
        self, desk: Desk, family: list[ReportPair]
    ) -> None:
        shown = desk.open(*family)
        shown.press("d", "a", "z")
        assert decided(shown) == ["different"]

    def test_lists_the_steps_and_takes_back_any(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        assert shown.texts("#undo") == []
        shown.press("s", "d")
        shown.click("#undo summary")
        assert shown.texts("#undo li") == ["Undo different: c", 'Undo same: A "quoted", title']
        shown.click("#undo li:last-child button")
        assert decided(shown) == ["different"]
        assert shown.texts("#undo summary") == ["Undo (1)"]

    def test_brings_back_the_decision_before(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("2", "k", "d", "z")
        assert decided(shown) == ["same, keep 2"]


class TestMemory:
    def test_keeps_the_place_and_the_decisions(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("1", "d", "k")
        shown.call("reload")
        assert decided(shown) == ["same, keep 1", "different"]
        assert current(shown) == "80 %"

    def test_is_that_of_the_page_alone(self, desk: Desk, three: list[ReportPair]) -> None:
        desk.open(*three).press("s", "d", "u")
        assert decided(desk.open(*three)) == ["same", "different", "unsure"]
        assert decided(desk.open(*three[:2])) == []

    def test_can_be_missing(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.call(
            "evaluateOnNewDocument",
            "Object.defineProperty(window, 'localStorage', {get() { throw new Error('no') }})",
        )
        shown.call("reload")
        shown.press("s", "d")
        assert decided(shown) == ["same", "different"]
        assert len(desk.downloaded(shown)) == 2
        assert shown.complaints == []

    def test_can_be_damaged(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        odd = '{"decided": [[9, "same", ""], [0, "perhaps", ""], [1]]}'
        for state in ("{", "null", "[]", odd):
            shown.evaluate(f"localStorage.setItem(STORAGE, {json.dumps(state)})")
            shown.call("reload")
            assert decided(shown) == []
            assert progress(shown) == "0 of 3 pairs decided."
        assert shown.complaints == []


class TestFile:
    def test_is_what_the_commands_read(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("2", "d", "u")
        desk.downloaded(shown)
        [file] = desk.folder.glob("downloads-*/*.csv")
        assert file.name == "decisions.csv"
        found = applied(report(*three), read_decisions(file), with_different=True)
        assert [(pair.decision, pair.keep) for pair in found.pairs] == [
            (Decision.SAME, Keep.SECOND),
            (Decision.DIFFERENT, None),
            (Decision.UNSURE, None),
        ]

    def test_has_the_cells_of_the_file_of_pairs(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        shown.press("s")
        [row] = desk.downloaded(shown)
        text = write_csv(report(*three)).decode()
        expected = next(csv.DictReader(text.splitlines()))
        assert row == {**expected, "decision": "same"}

    def test_is_opened_again(self, desk: Desk, three: list[ReportPair]) -> None:
        turned = [replace(one, left=one.right, right=one.left) for one in three[1:2]]
        shown = desk.open(*turned, *three[2:])
        text = write_csv(report(*three)).decode().splitlines()
        rows = [text[0], f"{text[1][:-1]}same,", f"{text[2][:-1]}same,1", f"{text[3][:-1]}unsure,"]
        desk.upload(shown, "\n".join(rows))
        assert decided(shown) == ["same, keep 2", "unsure"]
        assert "2 decisions of mine.csv were taken over; 1 are on other pairs." in progress(shown)
        assert [row["id"] for row in desk.downloaded(shown)] == ["a,1", "d", "e"]

    def test_has_the_values_that_are_kept(
        self, desk: Desk, pair: MakePair, paper: MakePaper
    ) -> None:
        left, right = paper("a", "Trade", date="2015"), paper("b", "Tariffs", date="2016")
        one = replace(pair(left, right, 0.9), verdict=PairVerdict.UNSURE)
        shown = desk.open(one)
        shown.press("f", "ArrowDown", "Escape")
        assert shown.texts(".decided") == ["same, title of 1"]
        shown.press("2")
        rows = desk.downloaded(shown)
        assert [(row["decision"], row["keep"]) for row in rows] == [("same", "2; title 1")]
        other = desk.open(replace(one, left=one.right, right=one.left))
        desk.upload(other, write_rows(COLUMNS, rows))
        assert [row["keep"] for row in desk.downloaded(other)] == ["1; title 2"]

    def test_is_opened_again_as_a_spreadsheet_program_saves_it(
        self, desk: Desk, three: list[ReportPair]
    ) -> None:
        shown = desk.open(*three)
        desk.upload(shown, "\ufeffid;similar_id;decision\r\nc;d;Same\r\n")
        assert decided(shown) == ["same"]

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
    def test_is_opened_again_in_the_encodings_of_excel(
        self, desk: Desk, pair: MakePair, paper: MakePaper, encoding: str
    ) -> None:
        accented = paper("a", "Économie du café", names=("Müller, Ä.",))
        shown = desk.open(pair(accented, "b", 0.9))
        text = write_csv(report(pair(accented, "b", 0.9))).decode().rstrip()[:-1] + "same,\r\n"
        desk.upload(shown, text, encoding)
        assert decided(shown) == ["same"]

    def test_finds_papers_whose_ids_have_changed(
        self, desk: Desk, pair: MakePair, paper: MakePaper
    ) -> None:
        named = [paper(one, title, names=("Ng",)) for one, title in ("1A", "2B")]
        before = write_csv(report(pair(*named, 0.9))).decode().rstrip()[:-1] + "different,"
        again = [paper(one, title, names=("Ng",)) for one, title in ("3a", "4b")]
        others = [paper(one, title, names=("Li",)) for one, title in ("1C", "2D")]
        shown = desk.open(pair(*again, 0.9), pair(*others, 0.8))
        desk.upload(shown, before)
        assert decided(shown) == ["different"]

    def test_is_about_the_pairs_that_the_commands_find(self, desk: Desk) -> None:
        """See tests/kernel/test_decisions.py."""
        told = {}
        shown = desk.open()
        for case in DECIDED_ROWS:
            (desk.folder / "pairs.html").write_bytes(page(report(*pairs_of(case))))
            shown.call("reload")
            script = f"pairs.indexOf(finder()({json.dumps(row_of(case))})?.pair)"
            told[case["case"]] = shown.evaluate(script)
        assert told == {
            case["case"]: -1 if case["pair"] is None else case["pair"] for case in DECIDED_ROWS
        }

    def test_that_is_none_is_refused(self, desk: Desk, three: list[ReportPair]) -> None:
        shown = desk.open(*three)
        for text, message in (
            ("a,b\n1,2\n", "line 1 has no column id"),
            ("id,similar_id,decision\nc,d,maybe\n", "line 2 has the decision maybe"),
            ('id,similar_id,decision\nc,d,"same\n', "line 2 is not CSV"),
        ):
            shown.call("reload")
            desk.upload(shown, text)
            assert f"mine.csv: {message}; use a CSV that this page downloaded." in progress(shown)
            assert decided(shown) == []

    def test_has_the_decisions_that_the_page_was_made_with(
        self, desk: Desk, three: list[ReportPair]
    ) -> None:
        text = write_csv(report(*three)).decode().splitlines()
        known = parse_decisions(
            "\n".join([text[0], text[1][:-1] + "different,", text[2][:-1] + "same,1"]), "x"
        )
        shown = desk.open(of=applied(report(*three), known))
        assert decided(shown) == ["same, keep 1"]
        shown.press("u")
        rows = desk.downloaded(shown)
        assert [(row["id"], row["decision"], row["keep"]) for row in rows] == [
            ("a,1", "different", ""), ("c", "same", "1"), ("e", "unsure", ""),
        ]  # fmt: skip


def test_forty_pairs_are_decided_by_keys_and_read_by_the_commands(
    desk: Desk, browser: Browser
) -> None:
    """From a list to its decisions: reloaded in the middle, downloaded, applied and evaluated."""
    papers, out = desk.folder / "mine.csv", desk.folder / "pairs.html"
    rows = ["id,title,authors,year"]
    for number in range(40):
        title = " ".join(f"{word}{number}" for word in ("essays", "on", "trade", "now"))
        rows += [f'a{number},{title},"Smith{number}, Ann",{1980 + number}']
        rows += [f'b{number},{title} in Rome,"Smith{number}, A.",{1980 + number}']
    papers.write_text("\n".join(rows), encoding="utf-8")

    def run(*arguments: object) -> str:
        result = CliRunner().invoke(group, [*map(str, arguments)])
        assert result.exit_code == 0, result.output
        return result.stdout

    run("compare", papers, "--out", out)
    shown = browser.open(out)
    assert progress(shown) == "0 of 40 pairs decided."
    for number, key in enumerate("s1d2u" * 8):
        if number == 20:
            shown.call("reload")
        shown.press(key)
    assert progress(shown).startswith("40 of 40 pairs decided.")
    [*downloads] = desk.downloaded(shown)
    [file] = desk.folder.glob("downloads-*/*.csv")
    words = [row["decision"] for row in downloads]
    assert [words.count(word) for word in ("same", "different", "unsure")] == [24, 8, 8]

    again = json.loads(run("compare", papers, "--decisions", file, "--json"))["pairs"]
    assert [pair["decision"] for pair in again] == [word for word in words if word != "different"]
    evaluated = run("evaluate", file)
    assert "decided: 24 pairs the same, 8 different; 8 unsure, not counted" in evaluated
