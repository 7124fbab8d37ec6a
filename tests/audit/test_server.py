"""Which versions of MongoDB the audit lets pass."""

import datetime

import pytest

from wildwood.nep.mongod import embedded_mongod, version_of

from tests.audit.server import ACCEPTED_UNTIL, EMBEDDED, verdict

TODAY = datetime.date(2026, 11, 23)
DAY = datetime.timedelta(days=1)


@pytest.mark.parametrize("version", ["7.0.28", "8.0.17", "8.0.21"])
def test_a_supported_and_repaired_server_passes(version: str) -> None:
    assert verdict(version, TODAY, is_embedded=False) == (True, ["supported"])


@pytest.mark.parametrize(
    ("version", "fault"),
    [
        ("6.0.27", "the support of MongoDB 6.0 ended on 2025-07-31"),
        ("7.0.27", "CVE-2025-14847 is repaired in 7.0.28 only"),
        ("9.0.1", "MongoDB 9.0 is unknown to this audit; add it to tests/audit/server.py"),
    ],
)
def test_another_server_fails_with_the_reason(version: str, fault: str) -> None:
    found = verdict(version, TODAY, is_embedded=False)
    assert found == (False, [fault, "install a supported mongod (docs/operation.md)"])


def test_the_embedded_server_is_accepted_with_its_faults_until_a_date() -> None:
    embedded = embedded_mongod()
    assert embedded is not None
    assert version_of(embedded) == EMBEDDED
    can_be_used, lines = verdict(EMBEDDED, ACCEPTED_UNTIL, is_embedded=True)
    assert can_be_used
    assert lines[:2] == [
        "the support of MongoDB 6.0 ended on 2025-07-31",
        "CVE-2025-14847 is repaired in 6.0.27 only",
    ]
    assert lines[2].startswith("accepted until 2027-05-23: ")
    assert not verdict(EMBEDDED, ACCEPTED_UNTIL + DAY, is_embedded=True)[0]


def test_the_same_version_on_path_is_not_accepted() -> None:
    assert not verdict(EMBEDDED, TODAY, is_embedded=False)[0]
