"""Cleaning up after commands that were killed: what cannot be finished is cancelled."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from pymongo.collection import Collection

from wildwood.biblio.entry import Record
from wildwood.nep.folders import PsFolder

from tests.support.installation import Installation
from tests.support.usual_papers import FIRST, MONEY, SECOND

TRADE = Record("RePEc:nbr:nberwo:1", ("Paul Krugman",), ("Trade and Growth in Open Economies",))


@pytest.fixture
def rebuilding(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """Decide the swap of a rebuild from a changed rif; the rebuild is interrupted there."""
    installation.issue(FIRST, TRADE)
    installation.issue(SECOND, TRADE)
    assert installation.run("latest").exit_code == 0
    installation.issue(SECOND, MONEY)
    with monkeypatch.context() as patch:
        patch.setattr(PsFolder, "publish", _interrupt)
        assert installation.run("rebuild").exit_code == 1
    return installation


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _staging(installation: Installation) -> list[str]:
    return [path.name for path in installation.ps.glob(".wildwood_all-*")]


@pytest.mark.parametrize("command", ["latest", "rebuild"])
def test_a_swap_without_its_ps_rifs_is_cancelled(rebuilding: Installation, command: str) -> None:
    before = {path.name: path.read_bytes() for path in rebuilding.ps.glob("2*")}
    [staging] = rebuilding.ps.glob(".wildwood_all-*")
    for path in staging.iterdir():
        path.unlink()
    result = rebuilding.run(command)
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: The rebuild that was interrupted cannot be finished, because 1 of its 2 ps rifs in"
        f" {staging} are gone; run wildwood_all again.\n"
    )
    assert {path.name: path.read_bytes() for path in rebuilding.ps.glob("2*")} == before
    assert f"waiting  {SECOND}" in rebuilding.run("status").stdout
    _is_repaired_by_a_rebuild(rebuilding)


@pytest.mark.parametrize("collection", ["handles", "issues"])
def test_a_swap_without_one_of_its_collections_is_cancelled(
    rebuilding: Installation, collection: str
) -> None:
    [fresh] = [
        name
        for name in rebuilding.database.list_collection_names()
        if name.startswith("fresh_") and name.endswith(collection)
    ]
    rebuilding.issue("2015-03-19", MONEY)
    rebuilding.database[collection].delete_one({})
    rebuilding.database.drop_collection(fresh)
    result = rebuilding.run("status")
    assert result.exit_code == 1
    assert f"because its collections {fresh} are gone; run wildwood_all again." in result.stderr
    assert rebuilding.run("status").exit_code == 1
    _is_repaired_by_a_rebuild(rebuilding)


def test_a_swap_whose_papers_are_in_place_alone_leaves_all_issues_waiting(
    rebuilding: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        rename = Collection.rename

        def rename_once(collection: Collection[Any], *to: Any, **options: Any) -> None:
            rename(collection, *to, **options)
            raise KeyboardInterrupt

        patch.setattr(Collection, "rename", rename_once)
        rebuilding.run("status")
    for name in rebuilding.database.list_collection_names():
        if name.startswith("fresh_"):
            rebuilding.database.drop_collection(name)
    rebuilding.database["issues"].delete_one({})
    assert "cannot be finished" in rebuilding.run("status").stderr
    assert f"waiting  {FIRST} {SECOND}" in rebuilding.run("status").stdout
    _is_repaired_by_a_rebuild(rebuilding)


class TestAnotherPsDirectory:
    """A command whose configuration has the same database and another ps directory."""

    @pytest.fixture
    def elsewhere(self, rebuilding: Installation) -> Installation:
        home = rebuilding.home / "elsewhere"
        return copied(rebuilding, home, ps=home / "ps", us=rebuilding.us)

    OTHERS = tuple(pytest.param(command, marks=pytest.mark.long) for command in ("status", SECOND))

    @pytest.mark.parametrize("command", ["latest", *OTHERS])
    def test_names_the_directory_and_leaves_the_swap_alone(
        self, rebuilding: Installation, elsewhere: Installation, command: str
    ) -> None:
        result = elsewhere.run(command)
        assert result.exit_code == 1
        assert result.stderr == (
            "Error: A rebuild was interrupted before its ps rifs were in place, and they are not in"
            f" {elsewhere.ps}; set paths.ps to the directory of that rebuild, or start it again:"
            " wildwood_all.\n"
        )
        assert rebuilding.run("status").exit_code == 0
        assert _staging(rebuilding) == []

    def test_can_rebuild_all_again(self, rebuilding: Installation, elsewhere: Installation) -> None:
        assert elsewhere.run("rebuild").exit_code == 0
        assert elsewhere.run("status").exit_code == 0
        _is_repaired_by_a_rebuild(rebuilding)


def test_a_copy_of_an_installation_finishes_the_swap_in_its_own_directories(
    rebuilding: Installation,
) -> None:
    home = rebuilding.home / "copy"
    shutil.copytree(rebuilding.us, home / "us")
    shutil.copytree(rebuilding.ps, home / "ps")
    before = _files(rebuilding)
    copy = copied(rebuilding, home, ps=home / "ps", us=home / "us")
    assert copy.run("status").exit_code == 0
    assert _files(rebuilding) == before
    assert _staging(copy) == []


def copied(original: Installation, home: Path, *, ps: Path, us: Path) -> Installation:
    """Make an installation with the same database and other directories."""
    home.mkdir(exist_ok=True)
    made = Installation(home, original.uri, original.database)
    text = original.config.read_text(encoding="utf-8")
    text = text.replace(f'"{original.ps}"', f'"{ps}"').replace(f'"{original.us}"', f'"{us}"')
    made.config.write_text(text, encoding="utf-8")
    return made


def _files(installation: Installation) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in installation.ps.rglob("*") if path.is_file()}


def _is_repaired_by_a_rebuild(installation: Installation) -> None:
    assert installation.run("rebuild").exit_code == 0
    assert installation.run("status").exit_code == 0
    assert _staging(installation) == []
