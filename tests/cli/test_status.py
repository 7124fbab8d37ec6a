"""`wildwood status`: all that an operator or a monitor asks, and status 1 where it is not well."""

import datetime
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from wildwood import resources
from wildwood.model import Record

from tests.support.installation import Installation
from tests.support.paths import DOCS

FIRST, SECOND, THIRD = "2015-03-05", "2015-03-12", "2015-03-19"
TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))
PAGE = DOCS / "operation.md"


@pytest.fixture
def well(installation: Installation) -> Installation:
    """Two issues, both stored, that have a paper in common."""
    installation.issue(FIRST, TRADE)
    installation.issue(SECOND, TRADE, MONEY)
    for date in (FIRST, SECOND):
        assert installation.run(date).exit_code == 0
    return installation


def as_json(installation: Installation) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(installation.run("status", "--json").stdout)
    return found


class TestWhereAllIsWell:
    def test_the_status_is_0(self, well: Installation) -> None:
        assert well.run("status").exit_code == 0

    def test_a_quiet_one_says_nothing(self, well: Installation) -> None:
        assert well.run("status", "-q").stdout == ""

    def test_each_line_says_one_thing(self, well: Installation) -> None:
        said = well.run("status").stdout
        assert re.fullmatch(
            r"stored   2 issues with 3 papers, the newest of 2015-03-12\n"
            r"handles  2\n"
            r"schema   [0-9]{4}_\w+\n"
            r"ran      wildwood 2015-03-12, ended [0-9-]{10} [0-9:]{8} UTC\n"
            r"waiting  none\n"
            r"stale    none\n"
            r"gone     none\n"
            r"disk     database [0-9.]+ kB, us [0-9]+ bytes, ps [0-9.]+ (bytes|kB)\n",
            said,
        ), said

    def test_the_json_says_the_same(self, well: Installation) -> None:
        found = as_json(well)
        assert (found["well"], found["issues"], found["papers"]) == (True, 2, 3)
        assert (found["handles"], found["newest"]) == (2, SECOND)
        assert found["waiting"] == found["stale"] == found["gone"] == []

    def test_the_schema_is_the_newest_migration(self, well: Installation) -> None:
        newest = max(path.stem for path in resources.folder("migrations").glob("[0-9]*.py"))
        assert as_json(well)["schema"] == newest

    def test_the_rifs_are_measured_in_bytes(self, well: Installation) -> None:
        for name, folder in (("us", well.us), ("ps", well.ps)):
            size = sum(path.stat().st_size for path in folder.iterdir())
            assert as_json(well)["disk"][name] == size

    def test_the_database_is_measured_with_its_indexes(self, well: Installation) -> None:
        size = well.database.command("dbStats")
        assert as_json(well)["disk"]["database"] == size["storageSize"] + size["indexSize"]


class TestTheLastRun:
    def test_is_the_last_command_that_wrote(self, well: Installation) -> None:
        assert well.run("latest").exit_code == 0
        assert as_json(well)["last_run"]["command"] == "wildwood latest"

    def test_ended_just_now(self, well: Installation) -> None:
        ended = datetime.datetime.fromisoformat(as_json(well)["last_run"]["ended"])
        ago = datetime.datetime.now(datetime.UTC) - ended
        assert abs(ago) < datetime.timedelta(minutes=10)

    def test_is_not_one_that_failed(self, well: Installation) -> None:
        assert well.run("forget", THIRD).exit_code == 1
        assert as_json(well)["last_run"]["command"] == "wildwood 2015-03-12"

    def test_is_none_before_the_first(self, installation: Installation) -> None:
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


def a_forgetting_that_was_broken_off(installation: Installation) -> None:
    (installation.us / f"{SECOND}.amf.xml").unlink()
    installation.database["issues"].update_one({"_id": SECOND}, {"$unset": {"digest": ""}})


@pytest.mark.parametrize(
    ("spoil", "named", "date"),
    [
        (a_new_rif, "waiting", THIRD),
        (a_rif_that_cannot_be_read, "waiting", THIRD),
        (a_changed_rif, "waiting", SECOND),
        (no_ps_rif, "waiting", SECOND),
        (an_older_issue_that_changed, "stale", SECOND),
        (no_us_rif, "gone", SECOND),
        (a_forgetting_that_was_broken_off, "gone", SECOND),
    ],
)
class TestWhereSomethingIsWrong:
    def test_the_date_is_named_and_the_status_is_1(
        self, well: Installation, spoil: Callable[[Installation], None], named: str, date: str
    ) -> None:
        spoil(well)
        result = well.run("status")
        assert f"\n{named:<8} {date}\n" in result.stdout
        assert result.exit_code == 1
        assert well.run("status", "-q").stdout == result.stdout

    def test_the_json_names_it_alone(
        self, well: Installation, spoil: Callable[[Installation], None], named: str, date: str
    ) -> None:
        spoil(well)
        found = as_json(well)
        lists = {name: found[name] for name in ("waiting", "stale", "gone")}
        assert lists == {"waiting": [], "stale": [], "gone": []} | {named: [date]}
        assert not found["well"]
        assert well.run("status", "--json").exit_code == 1


def test_looking_changes_nothing(well: Installation) -> None:
    before = {path: path.read_bytes() for path in well.home.rglob("*.xml")}
    documents = list(well.database["meta"].find())
    well.run("status")
    assert {path: path.read_bytes() for path in well.home.rglob("*.xml")} == before
    assert list(well.database["meta"].find()) == documents


def test_a_database_out_of_reach_is_one_sentence_and_status_1(
    well: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = well.config.read_text(encoding="utf-8")
    impatient = config.replace("[mongodb]", "[mongodb]\nconnect_timeout_s = 0.2")
    well.config.write_text(impatient, encoding="utf-8")
    monkeypatch.setenv("WILDWOOD_MONGODB_URI", "mongodb://127.0.0.1:1/")
    result = well.run("status", "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: MongoDB at 127.0.0.1:1 does not answer")


def test_the_json_has_the_form_that_the_page_shows(well: Installation) -> None:
    shown = re.search(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown is not None
    assert _form(json.loads(shown[1])) == _form(as_json(well))
    assert json.loads(shown[1])["schema"] == as_json(well)["schema"]


def _form(value: Any) -> Any:
    """An object's keys in order, and the types of what they hold."""
    if isinstance(value, dict):
        return [(key, _form(inner)) for key, inner in value.items()]
    return type(value).__name__
