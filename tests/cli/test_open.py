"""The command `wildwood open`: from exports of databases to a clean list, in a browser."""

import csv
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.lists.reading import read_list

from tests.support.browser import Browser, BrowserError, Page
from tests.support.contrast import contrasts
from tests.support.fork_server import ForkServer
from tests.support.serving import serving
from tests.support.waiting import wait_for

SMALL_PHONE = (375, 812)


@contextmanager
def opened(server: ForkServer, *paths: Path) -> Iterator[str]:
    """Start `wildwood open`, yield the address of its page, and end it."""
    with serving(server, "open", *paths, "--no-browser") as served:
        yield served.address


def texts(shown: Page, selector: str) -> list[str]:
    """Return the texts that a selector finds; none while the page is loaded again."""
    try:
        return shown.texts(selector)
    except BrowserError:
        return []


def _is_listed(shown: Page, name: str) -> bool:
    return name in " ".join(texts(shown, ".sums th")) and bool(texts(shown, "#done"))


def add(shown: Page, *files: Path) -> None:
    """Choose files one by one, and wait until each is listed."""
    for file in files:
        shown.upload("#files", file)
        wait_for(partial(_is_listed, shown, file.name))


def tab_to(shown: Page, text: str) -> None:
    """Press Tab until what has the focus shows a text."""
    for _ in range(60):
        shown.press("Tab")
        if shown.evaluate("document.activeElement.textContent.trim()") == text:
            return
    pytest.fail(f"Tab does not reach {text}.")


def follow(shown: Page, text: str, to: str) -> None:
    """Follow a link by the keyboard, and wait until a page with an element listens to keys."""
    tab_to(shown, text)
    shown.press("Enter")
    wait_for(lambda: texts(shown, to))
    wait_for(lambda: shown.evaluate("document.readyState") == "complete")


def progress(shown: Page) -> str:
    return " ".join(texts(shown, "#progress"))


def paper(name: str, subject: str, year: int) -> str:
    """Write a record as RIS; papers of two subjects do not resemble each other."""
    title = " ".join(f"{subject}{part}" for part in ("growth", "trade", "wages", "prices", "debt"))
    fields = {
        "TY": "JOUR", "ID": name, "TI": title, "AU": f"{subject.title()}son, Bo", "PY": str(year),
        "T2": "Journal of Trade", "AB": f"About {title}.",
    }  # fmt: skip
    return "".join(f"{tag}  - {value}\n" for tag, value in fields.items()) + "ER  - \n\n"


@pytest.fixture
def exports(tmp_path: Path) -> list[Path]:
    """Write twenty records as two exports: three are in both, and three have another year."""
    files = [tmp_path / "pubmed.ris", tmp_path / "embase.ris"]
    for file in files:
        own, year = file.stem, 2015 if file is files[0] else 2011
        records = [(subject, 2015) for subject in ("wheat", "iron", "salt")]
        records += [(subject, year) for subject in ("wool", "silk", "tin")]
        records += [(f"{own}{letter}", 1999) for letter in "abcd"]
        texts = (
            paper(f"{own}{number}", subject, year) for number, (subject, year) in enumerate(records)
        )
        file.write_text("".join(texts), encoding="utf-8")
    return files


def test_twenty_records_are_dropped_decided_and_downloaded_by_the_keyboard(
    browser: Browser, fork_server: ForkServer, exports: list[Path], tmp_path: Path
) -> None:
    with opened(fork_server, tmp_path / "work") as address:
        shown = browser.open(address)
        assert str(tmp_path / "work") in " ".join(shown.texts("header"))
        add(shown, *exports)
        assert [row.split()[0] for row in shown.texts(".step:first-of-type tbody tr")] == [
            "embase.ris", "pubmed.ris",
        ]  # fmt: skip
        assert shown.texts(".step strong") == ["3 pairs for you to decide"]

        follow(shown, "Decide on pairs", "#progress")
        assert progress(shown) == "0 of 3 pairs decided."
        shown.press("s", "d", "s")
        wait_for(lambda: "Stored." in progress(shown))
        badges = "[...document.querySelectorAll('[data-decision] .verdict')]"
        assert shown.evaluate(f"{badges}.map((badge) => badge.offsetParent)") == [None] * 3
        follow(shown, "Back to the lists", "#files")
        assert shown.texts(".step strong") == ["0 pairs for you to decide"]

        downloads = {}
        for name in ("clean.ris", "removed.csv", "prisma.csv"):
            folder = tmp_path / name.replace(".", "-")
            folder.mkdir()
            downloads[name] = shown.download(f"[href^='download/{name}']", folder, "Enter")
        assert shown.complaints == []
        assert {url.split("/")[2] for url in shown.requested} == {address.split("/")[2]}

    assert len(read_list(downloads["clean.ris"]).entries) == 20 - 3 - 2
    with downloads["removed.csv"].open(encoding="utf-8", newline="") as lines:
        whys = [row["why"].partition(":")[0] for row in csv.DictReader(lines)]
    assert sorted(whys) == ["decision"] * 2 + ["same record"] * 3
    assert "left,,15" in downloads["prisma.csv"].read_text(encoding="utf-8")


SLOW_POSTS = """
const usual = window.fetch;
window.fetch = async (...asked) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return usual(...asked);
};
"""


def test_decisions_are_stored_before_the_page_is_left(
    browser: Browser, fork_server: ForkServer, exports: list[Path], tmp_path: Path
) -> None:
    with opened(fork_server, tmp_path / "work", *exports) as address:
        shown = browser.open(address)
        follow(shown, "Decide on pairs", "#progress")
        shown.evaluate(SLOW_POSTS)
        shown.press("s", "d", "s")
        follow(shown, "Back to the lists", "#files")
        assert shown.texts(".step strong") == ["0 pairs for you to decide"]
        assert shown.complaints == []


def test_lists_can_be_named_and_are_there_once_with_the_decisions(
    fork_server: ForkServer, exports: list[Path], tmp_path: Path
) -> None:
    folder = tmp_path / "work"
    with opened(fork_server, folder, exports[0]) as address:
        body = b"id,similar_id,decision\npubmed3,embase3,same\n"
        urllib.request.urlopen(f"{address}decisions", data=body).close()
    with opened(fork_server, folder, *exports) as address:
        page = urllib.request.urlopen(address).read().decode()
    assert sorted(file.name for file in (folder / "lists").iterdir()) == [
        "embase.ris",
        "pubmed.ris",
    ]
    assert "2 pairs for you to decide" in re.sub(r"<.*?>|\s+", " ", page).replace("  ", " ")


@pytest.mark.parametrize(
    ("paths", "status", "sentence"),
    [
        (["pubmd.ris"], 2, "There is no file pubmd.ris; if it is a folder, create it first."),
        (["work", "pubmd.ris"], 1, "Cannot read pubmd.ris: No such file or directory."),
    ],
)
def test_a_list_that_is_not_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: list[str], status: int, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(group, ["open", *paths])
    assert (result.exit_code, sentence in result.stderr) == (status, True)
    assert not (tmp_path / "pubmd.ris").exists()


def test_a_file_that_cannot_be_read_gets_its_sentence_and_nothing_is_lost(
    browser: Browser, fork_server: ForkServer, exports: list[Path], tmp_path: Path
) -> None:
    bad = tmp_path / "sign-in.ris"
    bad.write_text("<html><p>Sign in", encoding="utf-8")
    with opened(fork_server, tmp_path / "work") as address:
        shown = browser.open(address)
        add(shown, *exports)
        shown.upload("#files", bad)
        wait_for(lambda: texts(shown, "#faults li"))
        assert shown.texts("#faults li")[0].startswith("sign-in.ris is a web page")
        assert len(shown.texts(".step:first-of-type tbody tr")) == 2


def test_values_of_two_records_are_chosen_by_the_keyboard_and_downloaded(
    browser: Browser, fork_server: ForkServer, tmp_path: Path
) -> None:
    exports = [tmp_path / "pubmed.ris", tmp_path / "embase.ris"]
    for file, journal in zip(exports, ("Annals of Trade", "Journal of Trade"), strict=True):
        text = paper(file.stem, "wheat", 2015)
        file.write_text(text.replace("Journal of Trade", journal), encoding="utf-8")
    with opened(fork_server, tmp_path / "work") as address:
        shown = browser.open(address)
        add(shown, *exports)
        follow(shown, "Decide on pairs", "#progress")

        def has_opened() -> bool:
            shown.press("f")  # a key brings a pair into view that is not there yet
            return bool(shown.evaluate("document.activeElement.name") == "journal")

        wait_for(has_opened)
        shown.press("ArrowDown", "ArrowDown")
        wait_for(lambda: "Stored." in progress(shown))
        shown.press("Escape")
        assert shown.texts(".decided") == ["same, journal of 2"]

        again = browser.open(f"{address}pairs")
        wait_for(lambda: again.texts(".decided") == ["same, journal of 2"])
        kept = again.evaluate("document.querySelector('.values select').selectedOptions[0].text")
        shown = browser.open(address)
        (tmp_path / "clean").mkdir()
        clean = shown.download("[href^='download/clean.ris']", tmp_path / "clean", "Enter")
    [entry] = read_list(clean).entries
    assert kept == f"2: {entry.series.title}"
    assert entry.abstracts


def test_the_abstract_is_shown_on_request(
    browser: Browser, fork_server: ForkServer, exports: list[Path], tmp_path: Path
) -> None:
    with opened(fork_server, tmp_path / "work") as address:
        shown = browser.open(address)
        add(shown, *exports)
        pairs = browser.open(f"{address}pairs")
        pairs.click(".abstract")
        [text] = wait_for(lambda: [text for text in pairs.texts(".abstract + p") if text])
        assert text.startswith("About ")
        pairs.click(".abstract")
        assert pairs.texts(".abstract + p") == []


def test_fits_a_phone_and_can_be_read_in_the_dark(
    browser: Browser, fork_server: ForkServer, exports: list[Path], tmp_path: Path
) -> None:
    with opened(fork_server, tmp_path / "work") as address:
        shown = browser.open(address)
        add(shown, *exports)
        for path in ("", "pairs"):
            phone = browser.open(f"{address}{path}", SMALL_PHONE)
            assert phone.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE[0]
            phone.call("emulateMediaFeatures", [{"name": "prefers-color-scheme", "value": "dark"}])
            ratios = {one["text"]: one["ratio"] for one in contrasts(phone)}
            assert {text: ratio for text, ratio in ratios.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("each", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_takes_thousands_of_records(
    browser: Browser, fork_server: ForkServer, tmp_path: Path, each: int
) -> None:
    """Three tenths of the records of each of two exports are in both, and 40 pairs are open."""
    files = [tmp_path / "one.csv", tmp_path / "two.csv"]
    in_both = each * 3 // 10
    for number, file in enumerate(files):
        rows = ["id,title,authors,year,journal"]
        for record in range(each):
            name = f"{10_000 + record}{file.stem if record >= in_both else ''}"
            words = " ".join(f"{word}{name}" for word in ("growth", "trade", "wages", "prices"))
            year = 2011 if number and record < 40 else 2015
            rows.append(f"{file.stem}{record},{words},Smith{name} Ann,{year},Trade")
        file.write_text("\n".join(rows), encoding="utf-8")
    with opened(fork_server, tmp_path / "work") as address:
        shown = browser.open(address)
        add(shown, *files)
        assert shown.texts(".step strong") == ["40 pairs for you to decide"]
        follow(shown, "Decide on pairs", "#progress")
        shown.press("s", "d")
        wait_for(lambda: progress(shown) == "2 of 40 pairs decided. Stored.")
        same = in_both - 40
        assert shown.texts("main > details > summary") == [
            f"Settled by the fields, same record: {same:,} works, {same:,} pairs"
        ]
