"""Which issues need a run: those not stored whole, changed since, or without their ps rif."""

import dataclasses
import datetime
from collections.abc import Callable
from pathlib import Path

import pytest

from wildwood.kernel.model import Issue, Limits, Punctuation
from wildwood.nep.folders import PsFolder, UsFolder
from wildwood.nep.job import Job, PsSettings
from wildwood.nep.status import incomplete_dates, waiting_dates

from tests.support.issues import MADE_FROM, issue_of
from tests.support.rif_files import DATE, LATER, RIF


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """A job with one us rif."""
    us, ps = UsFolder(tmp_path / "us"), PsFolder(tmp_path / "ps")
    for folder in (us, ps):
        folder.path.mkdir()
    (us.path / f"{DATE}.amf.xml").write_bytes(RIF)
    settings = PsSettings(Limits(0.6, 0.6), presort=True)
    return Job(us, ps, Punctuation.SPACE, settings, index_bytes=1 << 30)


@pytest.fixture
def done(job: Job) -> Issue:
    """The record of its issue, with the ps rif that was written."""
    path = job.us.path / f"{DATE}.amf.xml"
    record = dataclasses.replace(MADE_FROM, file=job.ps.add(DATE, path.name, b"<amf/>"))
    return issue_of(DATE, [], job.us.digest_of(path, job.us.max_bytes), record)


def waiting(job: Job, *issues: Issue) -> list[datetime.date]:
    return waiting_dates(job, issues, job.us.listing())


def test_a_rif_that_was_never_stored_waits(job: Job) -> None:
    assert waiting(job) == [DATE]


def test_a_stored_issue_does_not_wait(job: Job, done: Issue) -> None:
    assert waiting(job, done) == []


def change_rif(job: Job) -> None:
    (job.us.path / f"{DATE}.amf.xml").write_bytes(RIF + b"\n")


def rename_rif(job: Job) -> None:
    (job.us.path / f"{DATE}.amf.xml").rename(job.us.path / f"{DATE}.xml")


def change_ps_rif(job: Job) -> None:
    (job.ps.path / f"{DATE}.amf.xml").write_bytes(b"<amf></amf>")


def remove_ps_rif(job: Job) -> None:
    (job.ps.path / f"{DATE}.amf.xml").unlink()


@pytest.mark.parametrize("change", [change_rif, rename_rif, change_ps_rif, remove_ps_rif])
def test_it_waits_once_a_file_of_it_has_changed(
    job: Job, done: Issue, change: Callable[[Job], None]
) -> None:
    change(job)
    assert waiting(job, done) == [DATE]


def test_it_waits_if_it_is_stored_in_part(job: Job, done: Issue) -> None:
    assert waiting(job, dataclasses.replace(done, digest=None)) == [DATE]


def test_it_waits_if_it_is_larger_than_allowed_now(job: Job, done: Issue) -> None:
    large = dataclasses.replace(done, size=job.us.max_bytes + 1)
    assert waiting(job, large) == [DATE]


def test_the_oldest_comes_first(job: Job) -> None:
    (job.us.path / f"{LATER}.amf.xml").write_bytes(RIF)
    assert waiting(job) == [DATE, LATER]


def test_an_issue_without_a_digest_is_incomplete(done: Issue) -> None:
    broken_off = issue_of(LATER, [])
    assert incomplete_dates([done, dataclasses.replace(broken_off, digest=None)]) == {LATER}
