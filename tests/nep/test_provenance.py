"""What a ps rif is made from, and the dates of those that a run would make from something else."""

import datetime
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Issue, Limits, PsRecord, Punctuation
from wildwood.kernel.settings import load_config
from wildwood.kernel.strength import Formula
from wildwood.nep import job as job_module
from wildwood.nep.documents import content_digest
from wildwood.nep.folders import PsFolder, UsFolder
from wildwood.nep.job import (
    HISTORY,
    OUTPUT,
    Annotator,
    Job,
    PsSettings,
    described_parts,
    job_of,
    provenances,
    stale_parts,
    stamp,
)

JOB = Job(
    us=UsFolder(Path("us")),
    ps=PsFolder(Path("ps")),
    punctuation=Punctuation.SPACE,
    settings=PsSettings(Limits(0.6, 0.6), presort=True),
    index_bytes=1 << 30,
)
DAYS = [datetime.date(2015, 3, day) for day in (5, 12, 19, 26)]


def issue(day: datetime.date, content: str | None, job: Job = JOB, end: str = "xml") -> Issue:
    """Make an issue of a rif with this content, which has no ps rif yet."""
    if content is None:
        return Issue(day, f"{day}.{end}", None, 1)
    stamped = stamp(job, day, content)
    return Issue(day, f"{day}.{end}", content, 1, stamp=stamped, content=content)


def issues(*contents: str | None, job: Job = JOB, end: str = "xml") -> list[Issue]:
    """Make issues with this content, each compared with those before it."""
    days = zip(DAYS, contents, strict=False)
    without_ps = [issue(day, content, job, end) for day, content in days]
    made = provenances(job, without_ps, {})
    return [replace(stored, ps=PsRecord(made[stored.date])) for stored in without_ps]


def history(stored: Iterable[Issue], day: datetime.date) -> object:
    """Return the history of the issue of a day, which follows these issues or is one of them."""
    return provenances(JOB, [issue(DAYS[-1], "z"), *stored], {})[day].parts[HISTORY]


def stale_dates(stored: list[Issue], job: Job = JOB) -> list[datetime.date]:
    return list(stale_parts(job, stored, {}))


class TestTheHistory:
    def test_does_not_contain_the_issue_itself_nor_a_later_one(self) -> None:
        assert history(issues("a", "b"), DAYS[0]) == history(issues("a"), DAYS[0])

    def test_does_not_depend_on_the_order_of_issues(self) -> None:
        ordered = issues("a", "b", "c")
        assert history(reversed(ordered), DAYS[-1]) == history(ordered, DAYS[-1])

    def test_differs_if_an_issue_is_stored_in_part(self) -> None:
        whole, in_part, none = (
            history(stored, DAYS[-1]) for stored in (issues("a"), issues(None), [])
        )
        assert len({whole, in_part, none}) == len("abc")

    def test_differs_if_a_paper_is_too_large_to_store(self) -> None:
        (stored,) = issues("a")
        left_out = [stored.drop(["RePEc:a"])]
        assert history(left_out, DAYS[-1]) != history([stored], DAYS[-1])

    def test_does_not_differ_with_bytes_of_the_rif_that_nothing_is_compared_by(self) -> None:
        (stored,) = issues("a")
        commented = replace(stored, digest="b", stamp=stamp(JOB, DAYS[0], "b"), rif="other.xml")
        assert history([commented], DAYS[-1]) == history([stored], DAYS[-1])


def content(*texts: tuple[str, str, str]) -> str:
    """Return the digest of papers of handle, name and title."""
    records = (Record(handle, (name,), (title,)) for handle, name, title in texts)
    return content_digest([paper_of(record) for record in records])


class TestTheContent:
    PAPERS = ("a", "Anna Smith", "Trade and growth"), ("b", "B. Jones", "Money, and prices")

    def test_does_not_depend_on_the_order_of_papers(self) -> None:
        assert content(*reversed(self.PAPERS)) == content(*self.PAPERS)

    def test_does_not_change_with_what_features_ignore(self) -> None:
        titled = ("b", "B. Jones", "MONEY  and Prices!")
        assert content(self.PAPERS[0], titled) == content(*self.PAPERS)

    def test_changes_with_handles_names_and_titles(self) -> None:
        changed = [
            ("B", "B. Jones", "Money, and prices"),
            ("b", "C. Jones", "Money, and prices"),
            ("b", "B. Jones", "Money, and price"),
        ]
        digests = {content(self.PAPERS[0], paper) for paper in (*changed, self.PAPERS[1])}
        assert len(digests | {content(self.PAPERS[0])}) == len(changed) + 2

    def test_is_that_of_the_text_that_is_stored_of_a_handle(self) -> None:
        other = ("a", "Carl Gauss", "Numbers")
        assert content(other, *self.PAPERS) == content(*self.PAPERS)


class TestTheStamp:
    def test_begins_with_the_date(self) -> None:
        assert stamp(JOB, DAYS[0], "a").startswith("2015-03-05 ")

    def test_changes_with_the_date_the_rif_and_how_features_are_made(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = [
            stamp(JOB, DAYS[0], "a"),
            stamp(JOB, DAYS[1], "a"),
            stamp(JOB, DAYS[0], "b"),
            stamp(replace(JOB, punctuation=Punctuation.DELETE), DAYS[0], "a"),
        ]
        monkeypatch.setattr(unicodedata, "unidata_version", "99.0.0")
        made.append(stamp(JOB, DAYS[0], "a"))
        monkeypatch.setattr(job_module, "OUTPUT", OUTPUT + 1)
        made.append(stamp(JOB, DAYS[0], "a"))
        assert len({*made}) == len(made)

    def test_does_not_change_with_settings_that_features_do_not_depend_on(self) -> None:
        other = replace(JOB, settings=PsSettings(Limits(0.1, 0.1), presort=False))
        assert stamp(other, DAYS[0], "a") == stamp(JOB, DAYS[0], "a")


class TestThePsRifsThatAreStale:
    def test_are_none_after_runs_in_order(self) -> None:
        assert stale_dates(issues("a", "b", "c", "d")) == []

    def test_are_all_after_a_replaced_issue(self) -> None:
        first, _, *later = issues("a", "b", "c", "d")
        second = issues("a", "B")[1]
        assert stale_dates([first, second, *later]) == DAYS[2:]

    def test_are_none_after_a_rif_with_the_same_papers(self) -> None:
        first, second, *later = issues("a", "b", "c", "d")
        again = replace(second, digest="B", stamp=stamp(JOB, DAYS[1], "B"))
        assert stale_dates([first, again, *later]) == []

    def test_are_all_after_a_forgotten_issue(self) -> None:
        first, _, *later = issues("a", "b", "c", "d")
        assert stale_dates([first, *later]) == DAYS[2:]

    def test_are_all_after_an_issue_stored_in_part(self) -> None:
        first, second, *later = issues("a", "b", "c", "d")
        in_part = replace(second, digest=None, stamp=None, content="")
        assert stale_dates([first, in_part, *later]) == DAYS[2:]

    def test_are_all_after_an_inserted_issue(self) -> None:
        first, second, third = issues("a", "b", "c")
        between = issue(DAYS[0] + datetime.timedelta(days=1), "x")
        assert stale_dates([first, between, second, third]) == DAYS[1:3]

    def test_are_none_after_an_issue_is_restored(self) -> None:
        first, second, *later = issues("a", "b", "c", "d")
        assert stale_dates([first, issues("a", "B")[1], *later]) != []
        assert stale_dates([first, second, *later]) == []

    def test_are_not_those_of_issues_without_a_ps_rif(self) -> None:
        assert stale_dates([issue(DAYS[0], None)]) == []

    def test_are_listed_oldest_first(self) -> None:
        _, *later = issues("a", "b", "c", "d")
        assert stale_dates([later[1], later[2], later[0]]) == DAYS[1:]

    def test_are_those_that_were_compared_with_papers_of_other_code(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """After an update, a new issue runs before the older ones have been made again."""
        old = issues("a")
        monkeypatch.setattr(job_module, "OUTPUT", OUTPUT + 1)
        new = issue(DAYS[1], "b")
        new = replace(new, ps=PsRecord(provenances(JOB, [*old, new], {})[new.date]))
        assert stale_parts(JOB, [*old, new], {}) == {DAYS[0]: ["output"]}
        assert stale_parts(JOB, [*issues("a"), new], {}) == {DAYS[1]: ["history"]}

    def test_are_all_that_an_earlier_version_made(self) -> None:
        (unknown,) = issues("a")
        assert unknown.ps is not None
        without = replace(
            unknown.ps, provenance=replace(unknown.ps.provenance, parts={}, digest="")
        )
        assert stale_dates([replace(unknown, ps=without)]) == DAYS[:1]


def _with_settings(**changed: object) -> Job:
    return replace(JOB, settings=replace(JOB.settings, **changed))  # type: ignore[arg-type]


CHANGES: dict[str, Job] = {
    "external": _with_settings(limits=Limits(0.7, 0.6)),
    "internal": _with_settings(limits=Limits(0.6, 0.7)),
    "most": _with_settings(limits=Limits(0.6, 0.6, 3)),
    "formula": _with_settings(formula=Formula.DICE),
    "presort": _with_settings(presort=False),
    "language": replace(JOB, annotate=Annotator("1f")),
}


def _variants(settings: Any) -> Iterator[Any]:
    """Yield settings with one of them changed, for each, also in the tables within them."""
    for setting in fields(settings):
        value = getattr(settings, setting.name)
        others = _variants(value) if is_dataclass(value) else [_another(value)]
        for other in others:
            yield replace(settings, **{setting.name: other})


def _another(value: Any) -> Any:
    if isinstance(value, Enum):
        return next(member for member in type(value) if member is not value)
    return not value if isinstance(value, bool) else value + type(value)(1)


@dataclass(frozen=True)
class LaterSettings(PsSettings):
    """The settings of a version that has one more."""

    layout: int = 1


class TestTheParts:
    def test_contain_every_setting_that_reaches_a_ps_rif(self) -> None:
        jobs = [JOB, *(replace(JOB, settings=found) for found in _variants(JOB.settings))]
        assert len(jobs) == 1 + len(("external", "internal", "most", "formula", "presort"))
        assert len({str(issues("a", job=job)[0].ps) for job in jobs}) == len(jobs)

    def test_contain_a_setting_that_is_added(self) -> None:
        added = LaterSettings(Limits(0.6, 0.6), presort=True)
        job, later = (replace(JOB, settings=replace(added, layout=number)) for number in (1, 2))
        assert stale_parts(later, issues("a", job=job), {}) == {DAYS[0]: ["layout"]}

    def test_are_described_with_both_values(self) -> None:
        first = issues("a", job=_with_settings(limits=Limits(0.8, 0.6, 3)))
        made = [*first, *issues("a", "b", job=_with_settings(limits=Limits(0.7, 0.6)))[1:]]
        changed = {"external": DAYS[:2], "most": DAYS[:1], "history": DAYS[1:2]}
        assert list(described_parts(JOB, made, changed)) == [
            ("external limit 0.8 when written, 0.6 now", DAYS[:1]),
            ("external limit 0.7 when written, 0.6 now", DAYS[1:2]),
            ("limits.most 3 when written, 0 now", DAYS[:1]),
            ("history", DAYS[1:2]),
        ]


class TestThePartThatDiffers:
    @pytest.mark.parametrize("name", CHANGES)
    def test_is_a_setting(self, name: str) -> None:
        stored = issues("a", "b")
        assert stale_parts(CHANGES[name], stored, {}) == {DAYS[0]: [name], DAYS[1]: [name]}
        assert stale_parts(CHANGES[name], issues("a", "b", job=CHANGES[name]), {}) == {}

    def test_is_the_punctuation_and_with_it_the_history(self) -> None:
        job = replace(JOB, punctuation=Punctuation.DELETE)
        assert stale_parts(job, issues("a", "b"), {}) == {
            DAYS[0]: ["punctuation"],
            DAYS[1]: ["punctuation", "history"],
        }

    @pytest.mark.parametrize(
        ("name", "change"),
        [
            ("output", lambda patch: patch.setattr(job_module, "OUTPUT", OUTPUT + 1)),
            ("unicode", lambda patch: patch.setattr(unicodedata, "unidata_version", "99.0.0")),
        ],
    )
    def test_is_the_code_and_with_it_the_history(
        self,
        name: str,
        change: Callable[[pytest.MonkeyPatch], None],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        stored = issues("a", "b")
        change(monkeypatch)
        assert stale_parts(JOB, stored, {}) == {DAYS[0]: [name], DAYS[1]: [name, "history"]}

    def test_is_what_compresses_a_rif_only_if_it_is_compressed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain, packed = issues("a"), issues("a", end="xml.gz")
        monkeypatch.setattr(zlib, "ZLIB_RUNTIME_VERSION", "99")
        assert stale_parts(JOB, plain, {}) == {}
        assert stale_parts(JOB, packed, {}) == {DAYS[0]: ["zlib"]}


IN_CONFIGURATION = {
    "external": "[limits]\nexternal = 0.7",
    "internal": "[limits]\ninternal = 0.7",
    "most": "[limits]\nmost = 3",
    "formula": '[strength]\nformula = "dice"',
    "presort": "[output]\npresort = false",
}


class TestTheSettingsOfAJob:
    """A setting that ps rifs depend on is also taken from the configuration."""

    def test_are_all_in_the_configuration(self) -> None:
        assert len(list(_variants(JOB.settings))) == len(IN_CONFIGURATION)

    @pytest.mark.parametrize("name", IN_CONFIGURATION)
    def test_are_those_of_the_configuration(self, name: str, tmp_path: Path) -> None:
        usual, changed = (tmp_path / file for file in ("usual.toml", "changed.toml"))
        usual.touch()
        changed.write_text(f"{IN_CONFIGURATION[name]}\n", encoding="utf-8")
        stored = issues("a", job=replace(JOB, settings=job_of(load_config(usual, {})).settings))
        job = replace(JOB, settings=job_of(load_config(changed, {})).settings)
        assert stale_parts(job, stored, {}) == {DAYS[0]: [name]}
