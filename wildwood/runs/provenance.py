"""What a ps rif is made from: the code, the settings and the history, in one digest.

A ps rif is stale if the digest in its record is not the one that a run would record today.
"""

import datetime
import hashlib
import json
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from wildwood.model import Issue, Part, Provenance
from wildwood.runs.job import Job

OUTPUT = 3
"""The version of what the code writes. Raise it with each change of features, strengths, or the
bytes of a ps rif; `tests/runs/test_output.py` fails if that was forgotten."""

HISTORY = "history"
"""The part that changes with the issues before."""
DECISIONS = "decisions"
"""The part of the ps rifs in which the editor's decisions count."""
CORRECTIONS = "corrections"
"""The part of the ps rifs whose marks of languages a person has corrected."""
_LABELS = {"external": "external limit", "internal": "internal limit"}
_STAMP_DIGITS = 16


def stamp(job: Job, date: datetime.date, rif_digest: str) -> str:
    """Return what identifies the stored papers of an issue: its date, its rif, and the code.

    A paper's features depend on the version of Unicode and on how punctuation is read.
    """
    made_from = f"{rif_digest} {OUTPUT} {unicodedata.unidata_version} {job.punctuation.value}"
    return f"{date} {hashlib.sha256(made_from.encode()).hexdigest()[:_STAMP_DIGITS]}"


class History:
    """The digest of the issues before another one, added oldest first."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, date: datetime.date, its_stamp: str | None) -> None:
        """Add an issue; without a stamp, it is stored in part."""
        self._digest.update(f"{its_stamp or f'{date} incomplete'}\n".encode())

    def __str__(self) -> str:
        return self._digest.hexdigest()


def histories(
    stamps: Mapping[datetime.date, str | None], dates: Iterable[datetime.date]
) -> dict[datetime.date, str]:
    """Return, for each date, the digest of all issues before it.

    Args:
        stamps: the stamps of the stored issues, by date.
        dates: the dates.
    """
    history = History()
    pending = sorted(stamps, reverse=True)
    digests = {}
    for date in sorted(dates):
        while pending and pending[-1] < date:
            earlier = pending.pop()
            history.add(earlier, stamps[earlier])
        digests[date] = str(history)
    return digests


def stored_history(issues: Iterable[Issue], date: datetime.date) -> str:
    """Return the digest of the issues before a date as they are stored."""
    return histories({issue.date: issue.stamp for issue in issues}, [date])[date]


def provenance(job: Job, rif: str, history: str, decisions: str = "") -> Provenance:
    """Return what a run makes a ps rif from.

    Args:
        job: the settings.
        rif: the name of its rif.
        history: the digest of the issues before it.
        decisions: the digest of what is decided about its papers; empty for nothing.
    """
    parts: dict[str, Part] = {
        **_code_and_settings(job),
        "language": job.annotate.digest,
        HISTORY: history,
    }
    if rif.endswith(".gz"):
        parts["zlib"] = zlib.ZLIB_RUNTIME_VERSION
    if job.annotate.has_corrections:
        parts[CORRECTIONS] = True
    if decisions:
        parts[DECISIONS] = decisions
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    return Provenance(parts, digest)


def _code_and_settings(job: Job) -> dict[str, Part]:
    return {
        "output": OUTPUT,
        "unicode": unicodedata.unidata_version,
        "punctuation": job.punctuation.value,
        **dict(setting_parts(job.settings)),
    }


def setting_parts(settings: Any) -> Iterator[tuple[str, Part]]:
    """Yield the name and the value of each setting in a dataclass, and in those within it."""
    for setting in fields(settings):
        value = getattr(settings, setting.name)
        if is_dataclass(value):
            yield from setting_parts(value)
        else:
            yield setting.name, value.value if isinstance(value, Enum) else value


def described_parts(
    job: Job, issues: Iterable[Issue], changed: Mapping[str, Sequence[datetime.date]]
) -> Iterator[tuple[str, Sequence[datetime.date]]]:
    """Yield for each part that differs what it was and is now, as a clause, with the dates.

    Args:
        job: the settings.
        issues: the stored issues.
        changed: the dates of the stale ps rifs, by the name of the part.
    """
    now, recorded = _code_and_settings(job), made_from(issues)
    for name, dates in changed.items():
        before = {date: recorded.get(date, {}).get(name) for date in dates}
        for value in dict.fromkeys(before.values()):
            its = [date for date in dates if before[date] == value]
            if name not in now or value is None:  # a digest says nothing to a person
                yield name, its
            else:
                label = _LABELS.get(name, name)
                yield f"{label} {value} when written, {now[name]} now", its


def stale_parts(
    job: Job, issues: Iterable[Issue], decisions: Mapping[datetime.date, str]
) -> dict[datetime.date, list[str]]:
    """Return the dates of stale ps rifs, oldest first, with the names of the parts that differ.

    Args:
        job: the settings.
        issues: the stored issues.
        decisions: for each issue, the digest of what is decided about its papers.
    """
    stored = {issue.date: issue for issue in issues}
    stamps = {
        date: stamp(job, date, issue.digest) if issue.digest else None
        for date, issue in stored.items()
    }
    stale = {}
    for date, history in histories(stamps, stored).items():
        record = stored[date].ps
        today = provenance(job, stored[date].rif, history, decisions.get(date, ""))
        if record is not None and record.provenance.digest != today.digest:
            stale[date] = _differing(record.provenance.parts, today.parts)
    return stale


def made_from(issues: Iterable[Issue]) -> dict[datetime.date, Mapping[str, Part]]:
    """Return the parts that the ps rifs of these issues were made from."""
    return {
        issue.date: issue.ps.provenance.parts
        for issue in issues
        if issue.ps is not None and issue.ps.provenance.parts
    }


def _differing(recorded: Mapping[str, Part], today: Mapping[str, Part]) -> list[str]:
    names = {**today, **recorded}
    return [name for name in names if recorded.get(name) != today.get(name)]
