"""`wildwood screen harvest`: records of archives."""

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import Result

from wildwood.cli import screen_harvest
from wildwood.kernel.files import write_atomically
from wildwood.kernel.text import clipped
from wildwood.lists.content import ANY_RECORD, Need
from wildwood.lists.reading import ReadList, read_list
from wildwood.screening import harvest_folder, kept_verdicts
from wildwood.screening.archives import folder_of
from wildwood.screening.harvest_folder import HarvestFolder
from wildwood.screening.harvester import Order, harvest

from tests.support.installation import Installation
from tests.support.oai_archives import Holdings, SimulatedArchive, Stateless, serving_archives
from tests.support.oai_server import (
    Fault,
    deleted,
    dublin_core,
    page,
    refusal,
    serving,
    set_list,
    title,
)
from tests.support.screening import configure, rows

_SETS = "<set><setSpec>physics</setSpec></set><set><setSpec>maths</setSpec></set>"


def harvest_empty_set(
    installation: Installation,
    sets: Sequence[Sequence[str]] = (),
    set_lists: Sequence[bytes] = (),
) -> Result:
    """Harvest the set `econ`, which has no records, from a server with these lists of sets."""
    configure(installation, "")
    out = installation.home / "harvested"
    with serving(TestHarvest.PAGES, first=[Fault(refusal("noRecordsMatch"))]) as server:
        server.sets, server.set_lists = sets, set_lists
        return installation.run("screen", "harvest", server.url, "--out", str(out), "--set", "econ")


class TestHarvest:
    PAGES = (
        [dublin_core("a", title("Trade")), deleted("b")],
        [dublin_core("c", title("Außenhandel und Wachstum"))],
    )

    def test_fetches_and_lists(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            result = installation.run("screen", "harvest", server.url, "--out", str(out))
        assert result.exit_code == 0, result.output
        assert (
            result.stderr == "2 new pages; 3 records: 1 kept, 2 left out (1 deleted, 1 detector)\n"
        )
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]
        assert [row[0] for row in rows(out / "harvest.left-out.tsv")] == ["b", "c"]

    def test_judges_a_page_again_only_if_the_page_or_the_judge_has_changed(
        self, installation: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        configure(installation, 'allow = "allow.txt"')
        allow = installation.config.with_name("allow.txt")
        allow.touch()
        out, read = installation.home / "harvested", list[Path]()

        def read_page(page: Path, needs: frozenset[Need]) -> ReadList:
            read.append(page)
            return read_list(page, needs=needs)

        monkeypatch.setattr(screen_harvest, "read_list", read_page)
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            assert installation.run(*command).exit_code == 0
            first = (out / "harvest.screened.tsv").read_bytes()
            assert installation.run(*command).exit_code == 0
            assert (out / "harvest.screened.tsv").read_bytes() == first
            assert read[0] not in read[1:]
            allow.write_text("außenhandel\nund\nwachstum\n", encoding="utf-8")
            assert installation.run(*command).exit_code == 0
        assert [row[1] for row in rows(out / "harvest.screened.tsv")] == ["en", "", "en"]

    def test_judges_again_if_what_was_kept_is_damaged(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            assert installation.run(*command).exit_code == 0
            (out / "verdicts.json").write_text("{", encoding="utf-8")
            assert installation.run(*command).exit_code == 0
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]

    def test_names_what_a_full_disk_does_not_take_and_goes_on_later(
        self, installation: Installation, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"

        def fail(target: Path, content: bytes) -> None:
            if target.name in ("page-000002.xml", "verdicts.json"):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write_atomically(target, content)

        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            with monkeypatch.context() as patched:
                for module in (harvest_folder, kept_verdicts):
                    patched.setattr(module, "write_atomically", fail)
                result = installation.run(*command)
            assert result.exit_code == 1
            assert f"Error: Cannot write to {out}: No space left on device." in result.stderr
            assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b"]
            assert installation.run(*command).exit_code == 0
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]

    def test_lists_the_pages_before_an_interruption_and_resumes(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        holdings = Holdings("a", 10)
        archive = SimulatedArchive(holdings, Stateless(holdings))
        out = installation.home / "harvested"
        with serving_archives([archive]):
            command = ("screen", "harvest", archive.url, "--out", str(out))
            next(harvest(Order(archive.url, HarvestFolder(out), 0)))
            archive.is_down = True
            result = installation.run(*command)
            assert result.exit_code == 1
            assert result.stderr.count("\n") == 2
            assert "is an error page" in result.stderr
            assert len(rows(out / "harvest.screened.tsv")) == 4
            archive.is_down, asked = False, len(archive.queries)
            assert installation.run(*command).exit_code == 0
        assert "resumptionToken" in archive.queries[asked]
        assert len(rows(out / "harvest.screened.tsv")) == 10

    @pytest.mark.parametrize(("kept", "name"), [("jsonl", "jsonl"), ("rif", "amf.xml")])
    def test_can_write_the_records_kept(
        self, installation: Installation, kept: str, name: str
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out), "--kept", kept)
            assert installation.run(*command).exit_code == 0
        (entry,) = read_list(out / f"harvest.kept.{name}", needs=ANY_RECORD).entries
        assert entry.id == "a"

    def test_obeys_corrections_in_the_lists(self, installation: Installation) -> None:
        file = installation.home / "corrections.tsv"
        configure(installation, f'corrections = "{file}"')
        file.touch()
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out), "-q")
            assert installation.run(*command).exit_code == 0
            left_out = (out / "harvest.left-out.tsv").read_text(encoding="utf-8")
            (line,) = [line for line in left_out.splitlines() if "\tother\t" in line]
            file.write_text(line.replace("\tother\t", "\ten\t") + "\n", encoding="utf-8")
            server.faults[""] = [Fault(refusal("noRecordsMatch"))]
            assert installation.run(*command).exit_code == 0
        found = {row[0]: row[1:3] for row in rows(out / "harvest.screened.tsv")}
        assert found[line.partition("\t")[0]] == ["en", "corrected"]

    def test_takes_a_set_a_format_and_a_date(self, installation: Installation) -> None:
        configure(installation, "")
        out = str(installation.home / "harvested")
        with serving(self.PAGES) as server:
            options = ("--set", "econ", "--prefix", "oai_openaire", "--from", "2024-01-31")
            result = installation.run("screen", "harvest", server.url, "--out", out, *options)
        assert result.exit_code == 0, result.output
        assert server.queries[1] == {
            "verb": "ListRecords", "set": "econ", "metadataPrefix": "oai_openaire",
            "from": "2024-01-31",
        }  # fmt: skip

    @pytest.mark.parametrize(
        "date", ["yesterday", "2024-1-31", "2024-01-31 09:30", "2024-02-30", "2024-01-31T25:00:00Z"]
    )
    def test_from_no_date_of_oai_pmh_is_a_usage_error(
        self, installation: Installation, date: str
    ) -> None:
        result = installation.run(
            "screen", "harvest", "http://127.0.0.1:9/", "--out", "x", "--from", date
        )
        assert result.exit_code == 2
        assert f"{date!r} is not a date, such as 2024-01-31 or" in result.stderr

    def test_needs_an_address(self, installation: Installation) -> None:
        result = installation.run("screen", "harvest", "--out", "x")
        assert result.exit_code == 2
        assert "Give a URL, or a list of archives with --archives FILE." in result.stderr

    def test_fetches_what_is_new_and_lists_each_record_once(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        holdings = Holdings("a", 10)
        archive = SimulatedArchive(holdings, Stateless(holdings))
        out = installation.home / "harvested"
        with serving_archives([archive]):
            for count in (10, 11):
                result = installation.run("screen", "harvest", archive.url, "--out", str(out))
                assert result.exit_code == 0, result.output
                assert len(rows(out / "harvest.screened.tsv")) == count
                holdings.put(10, "first")
                holdings.put(0, "first", deleted=True)
        assert [row[:3] for row in rows(out / "harvest.left-out.tsv")] == [
            ["oai:a:0", "", "deleted"]
        ]

    @pytest.mark.parametrize("form", ["json", "list", "lines"])
    def test_of_the_archives_of_a_list_reports_each(
        self, installation: Installation, form: str
    ) -> None:
        configure(installation, "")
        archives = [SimulatedArchive(one, Stateless(one)) for one in (Holdings(n, 5) for n in "ab")]
        archives[1].is_down = True
        out, file = installation.home / "out", installation.home / "opendoar.json"
        with serving_archives(archives, hosts=2):
            items = [
                {"oai_url": url, "content_languages": [language]}
                for url, language in (
                    (archives[0].url, "en"), (archives[1].url, "en"), ("http://x/", "de"),
                )
            ]  # fmt: skip
            metadata = [{"repository_metadata": item} for item in items]
            file.write_text(json.dumps({"items": metadata}), encoding="utf-8")
            if form == "list":
                lists = str(installation.home)
                installation.run("screen", "archives", str(file), "--out", lists)
                file = installation.home / "opendoar.screened.tsv"
            if form == "lines":
                file = installation.home / "addresses.txt"
                file.write_text("".join(f"{one.url}\n" for one in archives), encoding="utf-8")
            result = installation.run(
                "screen", "harvest", "--archives", str(file), "--out", str(out)
            )
        assert result.exit_code == 1
        assert f"{archives[0].url}: 2 new pages; 5 records: 5 kept, 0 left out\n" in result.stderr
        assert "2 archives, 5 records: 5 kept, 0 left out\n" in result.stderr
        assert archives[1].url in result.stderr.splitlines()[-1]
        report = {row[0]: row[2:] for row in rows(out / "archives.tsv")}
        assert report[archives[0].url] == ["2", "5", "5", "0", "", "0", ""]
        assert report[archives[1].url][:4] == ["0", "0", "0", "0"]
        assert archives[1].url in report[archives[1].url][-1]

    def test_goes_on_with_others_if_the_progress_of_an_archive_is_damaged(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        archives = [SimulatedArchive(one, Stateless(one)) for one in (Holdings(n, 5) for n in "ab")]
        out, file = installation.home / "out", installation.home / "addresses.txt"
        with serving_archives(archives, hosts=2):
            urls = [one.url for one in archives]
            file.write_text("# two\n" + "".join(f"{url}\n" for url in urls), encoding="utf-8")
            damaged = folder_of(urls[0], out).path / "harvest.json"
            damaged.parent.mkdir(parents=True)
            damaged.write_text("{", encoding="utf-8")
            command = ("screen", "harvest", "--archives", str(file), "--out", str(out))
            result = installation.run(*command)
        assert result.exit_code == 1
        assert f"Cannot read {damaged}: it is damaged; remove it to start again." in result.stderr
        assert f"{urls[1]}: 2 new pages; 5 records: 5 kept, 0 left out\n" in result.stderr

    def test_names_a_damaged_progress_once(self, installation: Installation) -> None:
        configure(installation, "")
        progress = installation.home / "harvested" / "harvest.json"
        progress.parent.mkdir()
        progress.write_text("{", encoding="utf-8")
        out = str(progress.parent)
        result = installation.run("screen", "harvest", "http://a/oai", "--out", out)
        assert result.exit_code == 1
        assert result.stderr == (
            f"Error: Cannot read {progress}: it is damaged; remove it to start again.\n"
        )

    def test_into_the_folder_of_another_archive_shows_no_figures(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        out = str(installation.home / "harvested")
        with serving(self.PAGES) as server, serving(self.PAGES) as other:
            assert installation.run("screen", "harvest", server.url, "--out", out).exit_code == 0
            result = installation.run("screen", "harvest", other.url, "--out", out)
        assert result.exit_code == 1
        assert result.stderr.endswith(f"{server.url}; choose another folder.\n")
        assert "records" not in result.stderr

    def test_into_the_directory_of_us_rifs_is_refused(self, installation: Installation) -> None:
        configure(installation, "")
        result = installation.run(
            "screen", "harvest", "http://a/oai", "--out", str(installation.us)
        )
        assert result.exit_code == 1
        assert f"{installation.us} is the directory of the us rifs" in result.stderr

    def test_names_a_page_that_is_gone(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            installation.run(*command)
            (out / "page-000001.xml").unlink()
            result = installation.run(*command)
        assert result.exit_code == 1
        name = clipped(str(out / "page-000001.xml"))
        assert f"Cannot read {name}: No such file or directory. Its records" in result.stderr

    def test_from_the_start_loses_nothing_if_the_server_reports_an_error(
        self, installation: Installation
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            assert installation.run(*command).exit_code == 0
            server.pages, server.faults[""] = [], [Fault(status=404)] * 100
            result = installation.run(*command, "--all")
        assert result.exit_code == 1
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]
        assert len(list(out.glob("page-*.xml"))) == 2

    def test_of_a_server_without_records_reports_none(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES, first=[Fault(refusal("noRecordsMatch"))]) as server:
            result = installation.run("screen", "harvest", server.url, "--out", str(out))
        assert (result.exit_code, result.stderr) == (
            0,
            "0 new pages; 0 records: 0 kept, 0 left out\n",
        )

    @pytest.mark.parametrize("answer", [refusal("noRecordsMatch"), page()])
    @pytest.mark.parametrize(
        ("sets", "cure"),
        [
            ([["physics", "econ"]], "use econ."),
            ([["a", "b"], ["econ"]], "use econ."),
            ([["physics"], ["maths"]], "choose one of {url}?verb=ListSets."),
        ],
    )
    def test_names_a_set_that_the_server_does_not_have(
        self, installation: Installation, sets: list[list[str]], cure: str, answer: bytes
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        empty = [Fault(answer)] * 2
        with serving(self.PAGES, first=empty) as server:
            server.sets = sets
            command = ("screen", "harvest", server.url, "--out", str(out), "--set", "ecno")
            result = installation.run(*command)
        url = f"{server.url}?set=ecno"
        assert (result.exit_code, result.stderr) == (
            1, f"Error: {url} has no set 'ecno'; {cure.format(url=server.url)}\n",
        )  # fmt: skip

    def test_names_a_set_that_is_gone(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            server.sets = [["econ"], ["physics"]]
            command = ("screen", "harvest", server.url, "--out", str(out), "--set", "econ")
            assert installation.run(*command).exit_code == 0
            server.faults[""] = [Fault(refusal("noRecordsMatch"))] * 2
            assert installation.run(*command).exit_code == 0
            server.faults[""] = [Fault(refusal("noRecordsMatch"))] * 2
            server.sets = [["economics"], ["physics"]]
            result = installation.run(*command)
        assert result.exit_code == 1
        assert result.stderr.endswith("has no set 'econ'; use economics.\n")
        assert len(rows(out / "harvest.screened.tsv")) == 3

    @pytest.mark.parametrize("sets", [[["econ"]], [["a"], []], []])
    def test_of_a_set_that_is_empty_or_of_unlisted_sets_reports_none(
        self, installation: Installation, sets: list[list[str]]
    ) -> None:
        result = harvest_empty_set(installation, sets=sets)
        assert (result.exit_code, result.stderr) == (
            0, "0 new pages; 0 records: 0 kept, 0 left out\n",
        )  # fmt: skip

    @pytest.mark.parametrize(
        "lists",
        [
            [set_list(_SETS)[:-30]],
            [set_list(f"{_SETS}<set><setSpec>econ</setSpec><setName>A & B</setName></set>")],
            [set_list(f"{_SETS}<set><setSpec><![CDATA[econ]]></setSpec></set>")],
            [set_list(f"{_SETS}<resumptionToken>{2000 * 'x'}</resumptionToken>"), b""],
            [set_list(f"{_SETS}<resumptionToken><![CDATA[x]]></resumptionToken>"), b""],
            [set_list(f"{_SETS}<resumptionToken>x</resumptionToken>"), b"<setSpec>c</setSpec>"],
            [f"<html><setSpec>{name}</setSpec></html>".encode() for name in "ab"],
        ],
    )
    def test_of_sets_that_are_not_all_listed_reports_none(
        self, installation: Installation, lists: list[bytes]
    ) -> None:
        result = harvest_empty_set(installation, set_lists=lists)
        assert (result.exit_code, result.stderr) == (
            0, "0 new pages; 0 records: 0 kept, 0 left out\n",
        )  # fmt: skip

    @pytest.mark.parametrize("end", ["<resumptionToken/>", "<resumptionToken>\n</resumptionToken>"])
    def test_names_a_set_that_is_missing_from_a_list_with_an_empty_token(
        self, installation: Installation, end: str
    ) -> None:
        result = harvest_empty_set(installation, set_lists=[set_list(f"{_SETS}{end}\n")])
        assert result.exit_code == 1
        assert "has no set 'econ'" in result.stderr

    def test_asks_for_sets_once_and_not_without_end(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving([[], [], []]) as server:
            token = "<resumptionToken>x</resumptionToken>"
            server.set_lists = [
                set_list(f"<set><setSpec>{number}</setSpec></set>{token}") for number in range(200)
            ]
            command = ("screen", "harvest", server.url, "--out", str(out), "--set", "econ")
            assert installation.run(*command).exit_code == 0
        asked = [query for query in server.queries if query["verb"] == "ListSets"]
        assert len(asked) == 100

    @pytest.mark.parametrize(("damage", "said"), [(b"<", "begins with '<', "), (b"", "is empty. ")])
    def test_names_a_damaged_page_with_what_to_do_and_lists_the_others(
        self, installation: Installation, damage: bytes, said: str
    ) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving(self.PAGES) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            assert installation.run(*command).exit_code == 0
            (out / "page-000001.xml").write_bytes(damage)
            server.faults[""] = [Fault(refusal("noRecordsMatch"))]  # nothing is new
            result = installation.run(*command)
            assert result.exit_code == 1
            assert f"{out / 'page-000001.xml'} {said}" in result.stderr
            assert "Its records are left out; fetch all records with --all.\n" in result.stderr
            assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["c"]
            assert installation.run(*command, "--all").exit_code == 0
        assert [row[0] for row in rows(out / "harvest.screened.tsv")] == ["a", "b", "c"]

    def test_names_a_damaged_record_until_it_comes_whole(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        damaged = dublin_core("a", "<dc:title>Trade << Growth</dc:title>")
        with serving([[damaged, dublin_core("b", title("Trade"))]]) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            result = installation.run(*command)
            assert result.exit_code == 1
            assert ": a is malformed: " in result.stderr
            assert installation.run(*command).stderr.count("Error: ") == 1
            server.pages = [[dublin_core("a", title("Trade and Growth"))]]
            result = installation.run(*command)
        assert (result.exit_code, result.stderr) == (
            0,
            "1 new page; 2 records: 2 kept, 0 left out\n",
        )

    def test_warns_once_of_a_record_that_was_repaired(self, installation: Installation) -> None:
        configure(installation, "")
        out = installation.home / "harvested"
        with serving([[dublin_core("a", "<dc:title>Trade & Growth</dc:title>")]]) as server:
            command = ("screen", "harvest", server.url, "--out", str(out))
            for _ in range(2):
                result = installation.run(*command)
                assert result.exit_code == 0
                assert result.stderr.count("Warning: ") == 1
            assert installation.run(*command, "-q").stderr == ""

    @pytest.mark.parametrize(
        "url", ["nonsense", "ftp://x", "http://[", "", "https://", "//x", "https://x:99999/oai"]
    )
    def test_of_an_invalid_address_is_a_usage_error(
        self, installation: Installation, url: str
    ) -> None:
        result = installation.run("screen", "harvest", url, "--out", str(installation.home / "x"))
        assert result.exit_code == 2
        assert f"{url!r} is not an address, such as https://example.org/oai." in result.stderr
