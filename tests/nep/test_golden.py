"""Whole issues, compared with ps rifs that were written by hand (see golden/README.md)."""

import re
import shutil
from pathlib import Path

import pytest
from lxml import etree

from tests.support.installation import Installation
from tests.support.state import files_below

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.name for path in (GOLDEN / "us").iterdir())
DATES = ["2015-03-05", "2015-03-12", "2015-03-19", "2015-03-26"]
EMPTY = DATES[-1]


def tree(data: bytes) -> str:
    root = etree.fromstring(data).getroottree()
    return etree.tostring(root, method="c14n", with_comments=True).decode()


def around_the_root(data: bytes) -> tuple[bytes, bytes]:
    before, root, after = re.split(rb"(<(?:a:)?amf\b.*(?:</(?:a:)?amf>|/>))", data, flags=re.DOTALL)
    assert root
    return before, after


def by_rebuild(installation: Installation) -> None:
    result = installation.run("rebuild", "0.5")
    assert result.exit_code == 1, "an issue is empty"


def issue_by_issue(installation: Installation) -> None:
    for date in DATES:
        result = installation.run("issue", date, "0.5")
        assert result.exit_code == (1 if date == EMPTY else 0), result.output


@pytest.fixture(params=[by_rebuild, issue_by_issue])
def ps_rifs(request: pytest.FixtureRequest, installation: Installation) -> dict[str, bytes]:
    """The ps rifs by name, made by a rebuild or issue by issue."""
    shutil.copytree(GOLDEN / "us", installation.us, dirs_exist_ok=True)
    request.param(installation)
    return files_below(installation.ps)


def test_each_ps_rif_equals_the_one_written_by_hand(ps_rifs: dict[str, bytes]) -> None:
    expected = files_below(GOLDEN / "ps")
    assert sorted(ps_rifs) == sorted(expected) == NAMES
    for name in NAMES:
        assert tree(ps_rifs[name]) == tree(expected[name])
        assert around_the_root(ps_rifs[name]) == around_the_root(expected[name])
