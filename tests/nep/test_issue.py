"""The effects of a run of one issue and of `latest` on the ps rifs and the store."""

import gzip
import hashlib
import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pymongo.collection import Collection

from wildwood.biblio.entry import Record
from wildwood.nep.documents import pair_key
from wildwood.nep.folders import PsFolder
from wildwood.nep.job import OUTPUT
from wildwood.nep.store import Store

from tests.support.amf import HEAD, TAIL, rif, text
from tests.support.installation import Installation
from tests.support.snapshot import built
from tests.support.state import files_below
from tests.support.stored import stored
from tests.support.usual_papers import FIRST, FOURTH, MONEY, SECOND, THIRD, TRADE, TRADE_AGAIN

MONEY_AGAIN = Record("RePEc:cpr:ceprdp:2", ("A. Schwartz",), ("A Monetary History",))


def ps_text(record: Record, *similars: tuple[str, str, str]) -> str:
    """Return the `text` of a record in a ps rif, with these handles, strengths and types."""
    entries = "".join(
        f'<similar id="{handle}" strength="{strength}" type="{kind}"/>'
        for handle, strength, kind in similars
    )
    return text(record).replace("</text>", f"<wildwood>{entries}</wildwood></text>")


def ps_rif(*texts: str) -> bytes:
    return (HEAD + "".join(texts) + TAIL).encode()


def ps_of(installation: Installation, date: str) -> bytes:
    return (installation.ps / f"{date}.amf.xml").read_bytes()


def handles(installation: Installation) -> list[str]:
    return [found["_id"] for found in installation.database["handles"].find().sort("_id")]


def dates(installation: Installation) -> list[str]:
    return [found["_id"] for found in installation.database["issues"].find().sort("_id")]


def status(installation: Installation) -> dict[str, str]:
    """Return the lines of `wildwood status` about issues, by their first word."""
    lines = installation.run("status").stdout.splitlines()
    values = {word: rest.strip() for word, _, rest in (line.partition(" ") for line in lines)}
    return {word: values[word] for word in ("stored", "waiting", "stale", "differs", "changed")}


def store(installation: Installation, *dates: str) -> None:
    """Run the issues of these dates in this order."""
    for date in dates:
        result = installation.run(date)
        assert result.exit_code == 0, result.output


def stale_warning(*dates: str) -> str:
    return (
        f"Warning: The ps rifs of later issues are stale now: {', '.join(dates)};"
        " run wildwood latest --stale.\n"
    )


@contextmanager
def interrupted_at(owner: type, name: str) -> Iterator[None]:
    """Interrupt the program, like Ctrl-C, instead of each call of a method."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, interrupt)
        yield


class TestARun:
    def test_writes_a_copy_of_the_issue_with_the_similar_papers(
        self, installation: Installation
    ) -> None:
        known = Record("RePEc:a:known", ("Smith, Bob",), ("Three four five six seven",))
        new = Record("RePEc:b:new", ("Anna Smith", "Bob Smith"), ("One two three four five six",))
        installation.issue(FIRST, known)
        installation.issue(SECOND, MONEY, new)
        store(installation, FIRST, SECOND)
        assert ps_of(installation, FIRST) == rif(known)
        assert ps_of(installation, SECOND) == ps_rif(
            ps_text(new, ("RePEc:a:known", "0.8293", "ext")), text(MONEY)
        )

    def test_stores_a_document_for_each_handle(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE)
        store(installation, FIRST)
        assert stored(installation.database)["handles"] == [
            {
                "_id": "RePEc:nbr:nberwo:1",
                "issues": [
                    {
                        "date": "2015-03-05",
                        "stamp": stored(installation.database)["issues"][0]["stamp"],
                        "names": ["Paul Krugman", "Maurice Obstfeld"],
                        "titles": ["Trade and Growth in Open Economies"],
                        "author_features": ["paul", "krugman", "maurice", "obstfeld"],
                        "title_features": [
                            "trade and growth",
                            "and growth in",
                            "growth in open",
                            "in open economies",
                        ],
                    }
                ],
                "features": [
                    "author:krugman",
                    "author:maurice",
                    "author:obstfeld",
                    "author:paul",
                    "name:krugman paul",
                    "name:maurice obstfeld",
                    "title:and growth in",
                    "title:growth in open",
                    "title:in open economies",
                    "title:trade and growth",
                    *sorted(
                        pair_key(author, title)
                        for author in ("krugman", "maurice", "obstfeld", "paul")
                        for title in (
                            "and growth in",
                            "growth in open",
                            "in open economies",
                            "trade and growth",
                        )
                    ),
                ],
                "totals": "4+4",
            }
        ]

    def test_records_the_issue_and_how_its_ps_rif_was_made(
        self, installation: Installation
    ) -> None:
        us = installation.issue(FIRST, TRADE, MONEY)
        result = installation.run(FIRST, "0.7", "0.8", "--keep-order")
        assert result.exit_code == 0
        (issue,) = stored(installation.database)["issues"]
        assert re.fullmatch("[0-9a-f]{64}", issue["ps"].pop("provenance"))
        assert re.fullmatch("[0-9a-f]{64}", issue["ps"]["made_from"].pop("history"))
        assert re.fullmatch("2015-03-05 [0-9a-f]{16}", issue.pop("stamp"))
        assert re.fullmatch("[0-9a-f]{64}", issue.pop("content"))
        assert issue == {
            "_id": "2015-03-05",
            "rif": "2015-03-05.amf.xml",
            "digest": hashlib.sha256(us.read_bytes()).hexdigest(),
            "papers": 2,
            "size": us.stat().st_size,
            "stored": 2,
            "omissions": [],
            "too_large": [],
            "ps": {
                "made_from": {
                    "output": OUTPUT,
                    "unicode": unicodedata.unidata_version,
                    "punctuation": "space",
                    "external": 0.7,
                    "internal": 0.8,
                    "most": 0,
                    "formula": "specified",
                    "presort": False,
                    "language": "",
                },
                "file": {
                    "name": "2015-03-05.amf.xml",
                    "digest": hashlib.sha256(ps_of(installation, FIRST)).hexdigest(),
                    "size": len(ps_of(installation, FIRST)),
                },
                "similar": 0,
            },
        }

    def test_accepts_the_date_without_hyphens_too(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE)
        store(installation, "20150305")
        assert dates(installation) == [FIRST]

    def test_does_not_change_the_us_rif(self, installation: Installation) -> None:
        us = installation.issue(FIRST, TRADE, TRADE_AGAIN)
        store(installation, FIRST)
        assert us.read_bytes() == rif(TRADE, TRADE_AGAIN)
        assert list(installation.us.iterdir()) == [us]

    def test_repeated_has_the_same_result(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE, MONEY)
        installation.issue(SECOND, TRADE_AGAIN, MONEY_AGAIN, TRADE)
        store(installation, FIRST, SECOND)
        before = stored(installation.database), files_below(installation.ps)
        store(installation, SECOND, FIRST)
        assert (stored(installation.database), files_below(installation.ps)) == before

    def test_reports_a_handle_that_was_in_an_earlier_issue(
        self, installation: Installation
    ) -> None:
        installation.issue(FIRST, TRADE)
        installation.issue(SECOND, TRADE)
        store(installation, FIRST, SECOND)
        assert ps_of(installation, SECOND) == ps_rif(
            ps_text(TRADE, (TRADE.handle, "1.0000", "ext"))
        )

    def test_adds_its_version_to_a_handle_that_was_in_an_earlier_issue(
        self, installation: Installation
    ) -> None:
        installation.issue(FIRST, Record("h", ("Paul Krugman",), ("Old title",)))
        installation.issue(SECOND, Record("h", ("P Krugman",), ("New title",)))
        store(installation, SECOND, FIRST)
        (document,) = stored(installation.database)["handles"]
        assert [(entry["date"], entry["titles"]) for entry in document["issues"]] == [
            (FIRST, ["Old title"]),
            (SECOND, ["New title"]),
        ]
        assert document["features"] == [
            "author:krugman",
            "author:paul",
            "name:krugman paul",
            "title:new title",
            "title:old title",
            *sorted(
                pair_key(author, title)
                for author, title in (
                    ("krugman", "new title"),
                    ("krugman", "old title"),
                    ("paul", "old title"),
                )
            ),
        ]

    @pytest.mark.parametrize(
        ("date", "expected"),
        [
            pytest.param(SECOND, {"old"}, id="between the two issues, the first version"),
            pytest.param(FOURTH, {"old", "new"}, id="after both issues, both versions"),
        ],
    )
    def test_compares_with_every_version_of_the_issues_before(
        self, installation: Installation, date: str, expected: set[str]
    ) -> None:
        """The same handle had one title in the first issue and another in the third."""
        old, new = ("Old words are enough",), ("New words are better",)
        installation.issue(FIRST, Record("known", ("Paul Krugman",), old))
        installation.issue(THIRD, Record("known", ("Paul Krugman",), new))
        papers = {
            "old": Record("has the old title", ("Paul Krugman",), old),
            "new": Record("has the new title", ("Paul Krugman",), new),
        }
        installation.issue(date, *papers.values())
        store(installation, FIRST, THIRD, date)
        assert ps_of(installation, date) == ps_rif(
            *(
                ps_text(paper, ("known", "1.0000", "ext")) if name in expected else text(paper)
                for name, paper in papers.items()
            )
        )

    def test_reports_the_strongest_version_of_a_handle(self, installation: Installation) -> None:
        near = Record("known", ("Paul Krugman",), ("The wages of fear in deep mining",))
        copy = Record("known", ("Paul Krugman",), ("The wages of fear in coal mining",))
        other = Record("known", ("Paul Krugman",), ("Another title",))
        for date, record in ((FIRST, near), (SECOND, copy), (THIRD, other)):
            installation.issue(date, record)
        new = Record("iza:9", copy.names, copy.titles)
        installation.issue(FOURTH, new)
        store(installation, FIRST, SECOND, THIRD, FOURTH)
        assert ps_of(installation, FOURTH) == ps_rif(ps_text(new, ("known", "1.0000", "ext")))

    def test_a_pointer_beside_a_paper_leaves_it_in_the_database(
        self, installation: Installation
    ) -> None:
        full = Record("RePEc:x:1", ("Paul Krugman",), ("The wages of fear in coal mining",))
        (installation.us / f"{FIRST}.xml").write_bytes(
            f'{HEAD}{text(full)}<text ref="RePEc:x:1"/>{TAIL}'.encode()
        )
        new = Record("iza:9", full.names, full.titles)
        installation.issue(SECOND, new)
        store(installation, FIRST, SECOND)
        assert ps_of(installation, SECOND) == ps_rif(ps_text(new, (full.handle, "1.0000", "ext")))
        assert installation.database["issues"].count_documents({"papers": 1}) == 2

    def test_does_not_compare_with_issues_of_its_own_date_or_later(
        self, installation: Installation
    ) -> None:
        installation.issue(SECOND, TRADE)
        installation.issue(THIRD, TRADE_AGAIN)
        store(installation, SECOND, THIRD, SECOND)
        assert ps_of(installation, SECOND) == rif(TRADE)

    def test_of_a_changed_rif_replaces_the_issue(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE, MONEY)
        installation.issue(SECOND, MONEY)
        store(installation, FIRST, SECOND)
        installation.issue(FIRST, TRADE_AGAIN)
        store(installation, FIRST)
        assert handles(installation) == [TRADE_AGAIN.handle, MONEY.handle]
        (kept,) = installation.database["handles"].find({"_id": MONEY.handle})
        assert [entry["date"] for entry in kept["issues"]] == [SECOND]
        assert ps_of(installation, FIRST) == rif(TRADE_AGAIN)

    def test_keeps_the_name_and_the_compression_of_the_rif(
        self, installation: Installation
    ) -> None:
        name = "20150305_1425548400.amf.xml.gz"
        (installation.us / name).write_bytes(gzip.compress(rif(TRADE)))
        store(installation, FIRST)
        assert list(files_below(installation.ps)) == [name]
        assert gzip.decompress(files_below(installation.ps)[name]) == rif(TRADE)

    def test_replaces_a_ps_rif_of_its_date_with_another_name(
        self, installation: Installation
    ) -> None:
        installation.issue(SECOND, MONEY)
        us = installation.issue(FIRST, TRADE)
        store(installation, FIRST, SECOND)
        us.rename(installation.us / "2015-03-05_2.amf.xml")
        store(installation, FIRST)
        assert sorted(files_below(installation.ps)) == [
            "2015-03-05_2.amf.xml",
            "2015-03-12.amf.xml",
        ]


class TestAnInterruptedRun:
    """Before the ps rif is written or while the issue is stored; another run repairs it."""

    @staticmethod
    def store_both(made: Installation) -> None:
        made.issue(FIRST, TRADE)
        made.issue(SECOND, TRADE_AGAIN, MONEY_AGAIN)
        store(made, FIRST, SECOND)

    @staticmethod
    def store_another(made: Installation) -> None:
        made.issue(SECOND, MONEY)
        store(made, SECOND)
        made.issue(SECOND, TRADE_AGAIN, MONEY_AGAIN)

    @pytest.fixture
    def complete(self, installation: Installation) -> tuple[Any, dict[str, bytes]]:
        """The state after two runs; then the second date is run with another rif."""
        built(installation, self.store_both)
        expected = stored(installation.database), files_below(installation.ps)
        built(installation, self.store_another)
        return expected

    @pytest.mark.parametrize(
        ("owner", "name"),
        [
            pytest.param(PsFolder, "add", id="before the ps rif"),
            pytest.param(Collection, "bulk_write", id="before the handles"),
            pytest.param(Collection, "replace_one", id="before the issue's record"),
        ],
    )
    @pytest.mark.parametrize("again", [SECOND, "latest"])
    def test_is_repaired_by_the_next_run(
        self,
        installation: Installation,
        complete: tuple[Any, dict[str, bytes]],
        owner: type,
        name: str,
        again: str,
    ) -> None:
        with interrupted_at(owner, name):
            assert installation.run(SECOND).exit_code == 1
        assert status(installation)["waiting"] == SECOND
        assert installation.run(again).exit_code == 0
        assert (stored(installation.database), files_below(installation.ps)) == complete

    @pytest.mark.parametrize(
        ("owner", "name"),
        [
            pytest.param(Store, "replace_issue", id="after the ps rif"),
            pytest.param(Collection, "replace_one", id="before the issue's record"),
        ],
    )
    def test_is_detected_even_if_the_rif_is_the_previous_one_again(
        self,
        installation: Installation,
        complete: tuple[Any, dict[str, bytes]],
        owner: type,
        name: str,
    ) -> None:
        assert installation.run(SECOND).exit_code == 0
        installation.issue(SECOND, MONEY)
        with interrupted_at(owner, name):
            assert installation.run(SECOND).exit_code == 1
        assert installation.database["issues"].distinct("digest", {"_id": SECOND}) == []
        installation.issue(SECOND, TRADE_AGAIN, MONEY_AGAIN)
        assert status(installation)["waiting"] == SECOND
        assert installation.run("latest").exit_code == 0
        assert (stored(installation.database), files_below(installation.ps)) == complete


class TestAnOlderIssueStoredLater:
    @staticmethod
    def store_later(made: Installation) -> None:
        for date, record in zip(
            (FIRST, SECOND, THIRD, FOURTH), (TRADE, TRADE_AGAIN, TRADE, MONEY), strict=True
        ):
            made.issue(date, record)
        store(made, SECOND, THIRD)

    @pytest.fixture
    def later(self, installation: Installation) -> Installation:
        """The second and the third issue are stored, the first and the fourth are not."""
        return built(installation, self.store_later)

    def test_names_the_later_dates_and_succeeds(self, later: Installation) -> None:
        result = later.run(FIRST)
        assert result.stderr.startswith(stale_warning(SECOND, THIRD))
        assert result.exit_code == 0

    def test_does_not_change_the_later_ps_rifs(self, later: Installation) -> None:
        before = files_below(later.ps)
        store(later, FIRST)
        assert files_below(later.ps) == {**before, "2015-03-05.amf.xml": rif(TRADE)}

    def test_makes_status_list_the_later_dates(self, later: Installation) -> None:
        store(later, FIRST, FOURTH)
        assert status(later)["stale"] == f"{SECOND} {THIRD}"
        assert later.run("status").exit_code == 1

    def test_is_compared_with_a_later_one_that_is_run_again(self, later: Installation) -> None:
        store(later, FIRST, SECOND)
        assert ps_of(later, SECOND) == ps_rif(ps_text(TRADE_AGAIN, (TRADE.handle, "1.0000", "ext")))
        assert status(later)["stale"] == THIRD

    def test_makes_nothing_stale_after_the_later_ones_are_run_again(
        self, later: Installation
    ) -> None:
        store(later, FIRST, SECOND, THIRD, FOURTH)
        assert status(later)["stale"] == "none"
        assert later.run("status").exit_code == 0

    def test_makes_the_later_ones_stale_again_when_its_rif_changes(
        self, later: Installation
    ) -> None:
        store(later, FIRST, SECOND, THIRD)
        later.issue(FIRST, MONEY)
        assert later.run(FIRST).stderr.startswith(stale_warning(SECOND, THIRD))

    def test_makes_nothing_stale_when_its_rif_is_unchanged(self, later: Installation) -> None:
        store(later, FIRST, SECOND, THIRD)
        assert "Warning" not in later.run(FIRST).stderr
        assert status(later)["stale"] == "none"

    def test_makes_nothing_stale_when_its_first_rif_is_restored(self, later: Installation) -> None:
        store(later, FIRST, SECOND, THIRD)
        later.issue(FIRST, MONEY)
        store(later, FIRST)
        later.issue(FIRST, TRADE)
        store(later, FIRST)
        assert status(later)["stale"] == "none"

    def test_names_five_dates_and_counts_the_rest(self, installation: Installation) -> None:
        later = [f"2015-03-{day}" for day in range(10, 17)]
        for date in (FIRST, *later):
            installation.issue(date, MONEY)
        store(installation, *later)
        assert installation.run(FIRST).stderr.startswith(
            "Warning: The ps rifs of later issues are stale now: 2015-03-10, 2015-03-11,"
            " 2015-03-12, 2015-03-13, 2015-03-14 and 2 more (see wildwood status); run"
            " wildwood latest --stale.\n"
        )
        assert status(installation)["stale"] == " ".join(later)


class TestLatest:
    @staticmethod
    def store_two(made: Installation) -> None:
        made.issue(FIRST, TRADE)
        made.issue(SECOND, TRADE_AGAIN)
        store(made, FIRST, SECOND)

    @pytest.fixture
    def current(self, installation: Installation) -> Installation:
        """Two issues, both stored."""
        return built(installation, self.store_two)

    def test_does_nothing_if_no_issue_waits(self, current: Installation) -> None:
        result = current.run("latest")
        assert (result.exit_code, result.output) == (0, "")

    def test_fails_if_the_us_directory_has_no_rif_any_more(self, current: Installation) -> None:
        for path in current.us.iterdir():
            path.unlink()
        result = current.run("latest", "-q")
        assert result.stderr == f"Error: No rifs in {current.us}; check paths.us.\n"
        assert result.exit_code == 1

    def test_runs_new_issues_oldest_first(self, current: Installation) -> None:
        """The fourth is compared with the third, and neither is stale."""
        current.issue(FOURTH, MONEY_AGAIN)
        current.issue(THIRD, MONEY)
        assert current.run("latest").exit_code == 0
        assert ps_of(current, FOURTH) == ps_rif(
            ps_text(MONEY_AGAIN, (MONEY.handle, "1.0000", "ext"))
        )
        assert status(current) == {
            "stored": "4 issues with 4 papers, the newest of 2015-03-26",
            "waiting": "none",
            "stale": "none",
            "differs": "none",
            "changed": "none",
        }

    def test_runs_an_issue_whose_rif_has_changed(self, current: Installation) -> None:
        current.issue(SECOND, MONEY)
        assert current.run("latest").exit_code == 0
        assert handles(current) == [TRADE.handle, MONEY.handle]
        assert ps_of(current, SECOND) == rif(MONEY)

    def test_runs_an_issue_that_has_a_ps_rif_but_was_never_stored(
        self, current: Installation
    ) -> None:
        us = current.issue(THIRD, MONEY)
        (current.ps / us.name).write_bytes(us.read_bytes())
        assert current.run("latest").exit_code == 0
        assert dates(current) == [FIRST, SECOND, THIRD]

    def test_runs_an_issue_that_was_stored_in_part(self, current: Installation) -> None:
        before = stored(current.database)
        current.database["issues"].update_one({"_id": SECOND}, {"$unset": {"digest": ""}})
        assert current.run("latest").exit_code == 0
        assert stored(current.database) == before

    def test_runs_an_issue_whose_ps_rif_is_missing(self, current: Installation) -> None:
        before = files_below(current.ps)
        (current.ps / "2015-03-05.amf.xml").unlink()
        assert current.run("latest").exit_code == 0
        assert files_below(current.ps) == before

    def test_does_not_run_other_issues(self, current: Installation) -> None:
        before = (current.ps / "2015-03-05.amf.xml").stat()
        current.issue(THIRD, MONEY)
        assert current.run("latest").exit_code == 0
        after = (current.ps / "2015-03-05.amf.xml").stat()
        assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)

    @pytest.mark.parametrize("content", [b"", b"restored from a backup"])
    def test_runs_an_issue_whose_ps_rif_is_not_as_it_was_written(
        self, current: Installation, content: bytes
    ) -> None:
        before = files_below(current.ps)
        (current.ps / "2015-03-05.amf.xml").write_bytes(content)
        assert status(current)["waiting"] == FIRST
        assert current.run("latest").exit_code == 0
        assert files_below(current.ps) == before

    def test_runs_an_issue_whose_rif_was_renamed(self, current: Installation) -> None:
        (current.us / f"{FIRST}.amf.xml").rename(current.us / "20150305.xml")
        assert status(current)["waiting"] == FIRST
        assert current.run("latest").exit_code == 0
        assert sorted(files_below(current.ps)) == ["2015-03-12.amf.xml", "20150305.xml"]
        assert current.run("status").exit_code == 0

    def test_has_the_dates_that_status_lists_as_waiting(self, current: Installation) -> None:
        current.issue(SECOND, MONEY)
        current.issue(FOURTH, MONEY)
        (current.ps / "2015-03-05.amf.xml").unlink()
        assert status(current)["waiting"] == f"{FIRST} {SECOND} {FOURTH}"
        assert current.run("status").exit_code == 1

    def test_rebuilds_if_nothing_is_stored(self, installation: Installation) -> None:
        installation.issue(FIRST, TRADE)
        installation.issue(SECOND, TRADE_AGAIN)
        result = installation.run("latest")
        assert result.stderr.startswith("2 issues, 2 papers: 1 with a similar one")
        assert result.exit_code == 0
        found = stored(installation.database), files_below(installation.ps)
        assert installation.run("rebuild").exit_code == 0
        assert found == (stored(installation.database), files_below(installation.ps))

    def test_leaves_out_a_bad_rif_if_nothing_is_stored(self, installation: Installation) -> None:
        (installation.us / f"{FIRST}.amf.xml").write_bytes(b"<amf>")
        installation.issue(SECOND, TRADE_AGAIN)
        assert installation.run("latest").exit_code == 1
        assert dates(installation) == [SECOND]

    def test_with_stale_runs_stale_issues_again(self, current: Installation) -> None:
        current.issue(FIRST, MONEY)
        assert current.run("latest").exit_code == 0
        assert status(current)["stale"] == SECOND
        result = current.run("latest", "--stale")
        assert (result.exit_code, result.stderr[:8]) == (0, "1 issue,")
        assert current.run("status").exit_code == 0
        found = stored(current.database), files_below(current.ps)
        assert current.run("rebuild").exit_code == 0
        assert found == (stored(current.database), files_below(current.ps))

    def test_warns_of_ps_rifs_that_were_made_with_other_limits(
        self, installation: Installation
    ) -> None:
        installation.issue(FIRST, TRADE)
        installation.issue(SECOND, TRADE_AGAIN)
        assert installation.run("rebuild", "0.8", "0.9").exit_code == 0
        installation.issue(THIRD, MONEY)
        result = installation.run("latest")
        limits = [
            "external limit 0.8 when written, 0.6 now",
            "internal limit 0.9 when written, 0.6 now",
        ]
        assert result.stderr.startswith(
            f"Warning: The ps rifs of {FIRST}, {SECOND} were made with other settings or code"
            f" ({'; '.join(limits)}); to write them again, run wildwood latest --stale.\n"
        )
        assert status(installation)["differs"] == f"{FIRST} {SECOND}"
        parts = [f"{limit} of {FIRST}, {SECOND}" for limit in limits]
        changed = "; ".join([*parts, "run wildwood latest --stale"])
        assert status(installation)["changed"] == changed
        assert installation.run("status").exit_code == 1
        assert installation.run("latest", "--stale").exit_code == 0
        assert installation.run("status").exit_code == 0

    def test_cannot_write_again_what_was_made_with_other_punctuation(
        self, current: Installation
    ) -> None:
        with current.config.open("a", encoding="utf-8") as config:
            config.write('\n[features]\npunctuation = "delete"\n')
        assert status(current)["changed"] == (
            f"punctuation space when written, delete now of {FIRST}, {SECOND}; history of {SECOND};"
            " set features.punctuation as it was, or run wildwood_all"
        )
        assert current.run("latest", "--stale").exit_code == 1
        assert current.run("rebuild").exit_code == 0
        assert current.run("status").exit_code == 0

    @pytest.mark.parametrize("options", [("0.4",), ("--keep-order",)])
    def test_does_not_warn_of_settings_of_one_command(
        self, current: Installation, options: tuple[str, ...]
    ) -> None:
        """`latest --stale` would write that issue again, not the others."""
        assert "Warning" not in current.run(SECOND, *options).stderr
        assert status(current)["differs"] == SECOND

    def test_names_a_bad_rif_and_runs_the_others(self, current: Installation) -> None:
        bad = current.us / f"{THIRD}.amf.xml"
        bad.write_bytes(b"<amf>\n</oops>")
        current.issue(FOURTH, MONEY, MONEY_AGAIN)
        result = current.run("latest")
        assert result.stderr.startswith(
            f"Error: {bad} is malformed XML at line 2: mismatched tag.\n1 issue, 2 papers: "
        )
        assert result.exit_code == 1
        assert dates(current) == [FIRST, SECOND, FOURTH]
        assert status(current)["waiting"] == THIRD

    def test_names_the_stale_dates_that_it_did_not_run(self, current: Installation) -> None:
        current.issue(FIRST, MONEY)
        result = current.run("latest")
        assert result.stderr.startswith(stale_warning(SECOND))
        assert result.exit_code == 0

    def test_does_not_name_dates_that_it_ran_afterwards_as_stale(
        self, current: Installation
    ) -> None:
        current.issue(FIRST, MONEY)
        current.issue(SECOND, MONEY_AGAIN)
        result = current.run("latest")
        assert status(current)["stale"] == "none"
        assert "stale" not in result.stderr
