"""`wildwood status`: its report, and exit status 1 if something needs attention."""

import datetime
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel import files

from tests.support.installation import Installation
from tests.support.paths import DOCS
from tests.support.snapshot import built
from tests.support.usual_papers import FIRST, MONEY, SECOND, THIRD

TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
PAGE = DOCS / "operation.md"

LISTS = ("waiting", "stale", "gone", "differs", "stray")
"""What must be empty for all to be well, besides misnamed files."""


def store_issues(made: Installation) -> None:
    made.issue(FIRST, TRADE)
    made.issue(SECOND, TRADE, MONEY)
    for date in (FIRST, SECOND):
        assert made.run(date).exit_code == 0


@pytest.fixture
def well(installation: Installation) -> Installation:
    """Store two issues that have a paper in common."""
    return built(installation, store_issues)


def as_json(installation: Installation) -> dict[str, Any]:
    status: dict[str, Any] = json.loads(installation.run("status", "--json").stdout)
    return status


class TestIfAllIsWell:
    def test_the_exit_status_is_0(self, well: Installation) -> None:
        assert well.run("status").exit_code == 0

    def test_quiet_prints_nothing(self, well: Installation) -> None:
        assert well.run("status", "-q").stdout == ""

    def test_each_line_is_one_fact(self, well: Installation) -> None:
        output = well.run("status").stdout
        assert re.fullmatch(
            r"stored   2 issues with 3 papers, the newest of 2015-03-12\n"
            r"handles  2\n"
            r"schema   [0-9]{4}_\w+\n"
            r"ran      wildwood 2015-03-12, ended [0-9-]{10} [0-9:]{8} UTC\n"
            r"waiting  none\n"
            r"omitted  none\n"
            r"stale    none\n"
            r"gone     none\n"
            r"differs  none\n"
            r"changed  none\n"
            r"left out none\n"
            r"stray    none\n"
            r"unread   none\n"
            r"doubts   none\n"
            r"disk     database [0-9.]+ kB, us [0-9]+ bytes, ps [0-9.]+ (bytes|kB)\n",
            output,
        ), output

    def test_the_json_has_the_same_facts(self, well: Installation) -> None:
        status = as_json(well)
        assert (status["well"], status["issues"], status["papers"]) == (True, 2, 3)
        assert (status["handles"], status["newest"]) == (2, SECOND)
        assert all(status[name] == [] for name in LISTS)

    def test_the_schema_is_the_newest_migration(self, well: Installation) -> None:
        newest = max(path.stem for path in files.folder("migrations").glob("[0-9]*.py"))
        assert as_json(well)["schema"] == newest

    def test_the_size_of_the_rifs_is_in_bytes(self, well: Installation) -> None:
        for name, folder in (("us", well.us), ("ps", well.ps)):
            size = sum(path.stat().st_size for path in folder.iterdir())
            assert as_json(well)["disk"][name] == size

    def test_the_size_of_the_database_includes_its_indexes(self, well: Installation) -> None:
        well.database.client.admin.command("fsync")  # or a checkpoint could come in between
        size = well.database.command("dbStats")
        assert as_json(well)["disk"]["database"] == size["storageSize"] + size["indexSize"]


class TestTheLastRun:
    def test_is_the_last_command_that_wrote(self, well: Installation) -> None:
        assert well.run("latest").exit_code == 0
        assert as_json(well)["last_run"]["command"] == "wildwood latest"

    def test_has_the_time_of_its_end(self, well: Installation) -> None:
        began = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
        assert well.run("latest").exit_code == 0
        ended = datetime.datetime.fromisoformat(as_json(well)["last_run"]["ended"])
        assert began <= ended <= datetime.datetime.now(datetime.UTC)

    def test_is_not_a_run_that_failed(self, well: Installation) -> None:
        assert well.run("forget", THIRD).exit_code == 1
        assert as_json(well)["last_run"]["command"] == "wildwood 2015-03-12"

    def test_is_missing_before_the_first_run(self, installation: Installation) -> None:
        assert as_json(installation)["last_run"] is None
        assert "\nran      none\n" in installation.run("status").stdout


def a_new_rif(installation: Installation) -> None:
    installation.issue(THIRD, MONEY)


def a_rif_that_cannot_be_read(installation: Installation) -> None:
    (installation.us / f"{THIRD}.amf.xml").write_text("<amf>", encoding="utf-8")


def a_changed_rif(installation: Installation) -> None:
    installation.issue(SECOND, MONEY)


def no_ps_rif(installation: Installation) -> None:
    (installation.ps / f"{SECOND}.amf.xml").unlink()


def an_older_issue_that_changed(installation: Installation) -> None:
    installation.issue(FIRST, MONEY)
    assert installation.run(FIRST).exit_code == 0


def no_us_rif(installation: Installation) -> None:
    (installation.us / f"{SECOND}.amf.xml").unlink()


def an_interrupted_forget(installation: Installation) -> None:
    (installation.us / f"{SECOND}.amf.xml").unlink()
    installation.database["issues"].update_one({"_id": SECOND}, {"$unset": {"digest": ""}})


def a_changed_ps_rif(installation: Installation) -> None:
    path = installation.ps / f"{SECOND}.amf.xml"
    path.write_bytes(path.read_bytes().swapcase())


def a_renamed_rif(installation: Installation) -> None:
    (installation.us / f"{SECOND}.amf.xml").rename(installation.us / f"{SECOND}.xml")


def another_limit(installation: Installation) -> None:
    assert installation.run(SECOND, "0.99").exit_code == 0


def a_ps_rif_of_no_issue(installation: Installation) -> None:
    (installation.ps / f"{THIRD}.amf.xml").touch()


def an_older_ps_rif_that_came_back(installation: Installation) -> None:
    (installation.ps / "20150312.xml").touch()


def _without_sizes(output: str) -> str:
    """Leave out the last line: the server can write to its files between two commands."""
    *lines, sizes = output.splitlines()
    assert "database" in sizes
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("spoil", "named", "date"),
    [
        (a_new_rif, "waiting", THIRD),
        (a_rif_that_cannot_be_read, "waiting", THIRD),
        (a_changed_rif, "waiting", SECOND),
        (no_ps_rif, "waiting", SECOND),
        (an_older_issue_that_changed, "stale", SECOND),
        (no_us_rif, "gone", SECOND),
        (an_interrupted_forget, "gone", SECOND),
        (a_changed_ps_rif, "waiting", SECOND),
        (a_renamed_rif, "waiting", SECOND),
        (another_limit, "differs", SECOND),
        (a_ps_rif_of_no_issue, "stray", f"{THIRD}.amf.xml"),
        (an_older_ps_rif_that_came_back, "stray", "20150312.xml"),
    ],
)
class TestIfSomethingIsWrong:
    def test_the_date_is_named_alone_and_the_exit_status_is_1(
        self, well: Installation, spoil: Callable[[Installation], None], named: str, date: str
    ) -> None:
        spoil(well)
        result = well.run("status")
        assert f"\n{named:<8} {date}\n" in result.stdout
        assert result.exit_code == 1
        assert _without_sizes(well.run("status", "-q").stdout) == _without_sizes(result.stdout)
        result = well.run("status", "--json")
        status = json.loads(result.stdout)
        lists = {name: status[name] for name in LISTS}
        assert lists == {name: [] for name in LISTS} | {named: [date]}
        assert not status["well"]
        assert result.exit_code == 1


def test_status_changes_nothing(well: Installation) -> None:
    before = {path: path.read_bytes() for path in well.home.rglob("*.xml")}
    documents = list(well.database["meta"].find())
    well.run("status")
    assert {path: path.read_bytes() for path in well.home.rglob("*.xml")} == before
    assert list(well.database["meta"].find()) == documents


def test_an_unreachable_database_is_one_sentence_and_exit_status_1(
    well: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = well.config.read_text(encoding="utf-8")
    quick = config.replace("[mongodb]", "[mongodb]\nconnect_timeout_s = 0.1")
    well.config.write_text(quick, encoding="utf-8")
    monkeypatch.setenv("WILDWOOD_MONGODB_URI", "mongodb://127.0.0.1:1/")
    result = well.run("status", "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: MongoDB at 127.0.0.1:1 does not answer")


def test_the_json_has_the_form_on_the_page(well: Installation) -> None:
    shown = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    assert _form(json.loads(shown[1])) == _form(as_json(well))
    assert json.loads(shown[1])["schema"] == as_json(well)["schema"]


def _form(value: Any) -> Any:
    """Return an object's keys in order, with the types of their values."""
    if isinstance(value, dict):
        return [(key, _form(inner)) for key, inner in value.items()]
    return type(value).__name__


def test_an_impossible_date_in_us_is_not_well(well: Installation) -> None:
    (well.us / "2015-02-30.amf.xml").touch()
    assert as_json(well)["misnamed"] == ["2015-02-30.amf.xml"]
    assert "\nunread   2015-02-30.amf.xml\n" in well.run("status").stdout
    assert well.run("status").exit_code == 1


def test_a_file_without_a_date_in_us_is_named(well: Installation) -> None:
    (well.us / "index.xml").touch()
    assert as_json(well)["undated"] == ["index.xml"]
    assert "\nunread   index.xml\n" in well.run("status").stdout
    assert well.run("status").exit_code == 0


class TestALostIndex:
    """One that something else than Wildwood removed, as a restored dump without indexes."""

    @pytest.fixture(autouse=True)
    def _removed(self, well: Installation) -> None:
        well.database["handles"].drop_indexes()

    def test_is_named_with_the_cure_and_the_exit_status_is_1(self, well: Installation) -> None:
        result = well.run("status", "-q")
        assert "\nlost     the index features_1_totals_1 of handles, " in result.stdout
        assert "; run wildwood migrate\n" in result.stdout
        assert result.exit_code == 1

    @pytest.mark.parametrize("command", ["migrate", "latest", "rebuild"])
    def test_is_made_again_by_the_next_command_that_writes(
        self, well: Installation, command: str
    ) -> None:
        assert well.run(command).exit_code == 0
        assert as_json(well)["lost"] == []
        assert well.run("status", "-q").exit_code == 0

    def test_is_named_by_the_command_that_is_for_it(self, well: Installation) -> None:
        result = well.run("migrate")
        assert result.stderr.startswith(
            "Ran the repair of the index features_1_totals_1 of handles,"
        )
