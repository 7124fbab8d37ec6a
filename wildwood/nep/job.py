"""The job of a run: its folders, settings and decisions, and what of these makes ps rifs stale."""

import datetime
import hashlib
import json
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from operator import attrgetter
from pathlib import Path
from typing import Any

from wildwood.kernel.decisions import decisions_and_faults, relation_of_ids
from wildwood.kernel.model import Annotation, Issue, Limits, Part, Provenance, Punctuation, Similar
from wildwood.kernel.relation import NO_DECISIONS, Decision, Relation
from wildwood.kernel.settings import Config
from wildwood.kernel.strength import Comparison
from wildwood.kernel.text import listed, read_text
from wildwood.nep.folders import PsFolder, UsFolder
from wildwood.nep.rif import Rif
from wildwood.nep.store import Store


@dataclass(frozen=True, slots=True)
class Annotator:
    """Makes an extra element for each paper of a rif, here none; picklable for worker processes."""

    digest: str = ""  # of all that the elements depend on, besides the rif; empty for no elements
    has_corrections: bool = field(default=False, compare=False)  # of a person, in the elements
    missing_corrections: Path | None = field(default=None, compare=False)  # it is not there

    def __call__(self, _rif: Rif, /) -> Sequence[Annotation | None]:
        """Return an annotation or None for each record, or an empty sequence for no elements."""
        return ()


@dataclass(frozen=True, slots=True)
class PsSettings(Comparison):
    """The settings that a ps rif depends on, in nested dataclasses; no two share a name."""

    presort: bool = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Job:
    us: UsFolder
    ps: PsFolder
    punctuation: Punctuation
    settings: PsSettings
    index_bytes: int  # about how much memory the index of a rebuild can take
    annotate: Annotator = Annotator()
    decisions: Relation = NO_DECISIONS
    bad_decisions: Sequence[str] = ()  # sentences on lines of the decisions that cannot be read
    missing_decisions: Path | None = None  # the file of the decisions, if it does not exist
    late_days: int = 0  # after how many days without an issue the next is late; 0 to learn it
    overridden: frozenset[str] = frozenset()  # settings that the next command will not have


def job_of(config: Config) -> Job:
    """Take settings from a configuration and read the decisions; can raise `InputError`."""
    paths, cure = config.paths, config.cure("paths.us")
    job = Job(
        us=UsFolder(paths.us, config.rif_bytes, cure=cure, ps=paths.ps),
        ps=PsFolder(paths.ps),
        punctuation=config.punctuation,
        settings=PsSettings(config.limits, config.formula, presort=config.presort),
        index_bytes=config.index_bytes,
        late_days=config.late_days,
        overridden=config.overridden,
    )
    return _add_decisions(job, paths.decisions)


def _add_decisions(job: Job, file: Path | None) -> Job:
    if file is None:
        return job
    try:
        file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return replace(job, missing_decisions=file)
    except OSError:
        pass  # reading it says why
    decisions, faults = decisions_and_faults(read_text(file), str(file))
    return replace(job, decisions=relation_of_ids(decisions), bad_decisions=faults)


OUTPUT = 3  # raise with changes of features, strengths or ps rifs; `test_output.py` checks it

HISTORY = "history"  # the part that changes with earlier issues
DECISIONS = "decisions"
CORRECTIONS = "corrections"
_LABELS = {"external": "external limit", "internal": "internal limit", "most": "limits.most"}
_STAMP_DIGITS = 16


def stamp(job: Job, date: datetime.date, rif_digest: str) -> str:
    """Return what identifies stored papers: date, rif, code, Unicode, reading of punctuation."""
    source = f"{rif_digest} {OUTPUT} {unicodedata.unidata_version} {job.punctuation.value}"
    return f"{date} {hashlib.sha256(source.encode()).hexdigest()[:_STAMP_DIGITS]}"


def provenances(
    job: Job, issues: Iterable[Issue], decisions: Mapping[datetime.date, str]
) -> dict[datetime.date, Provenance]:
    """Return what each ps rif would be made from; `decisions` has their digests by date."""
    history, made = hashlib.sha256(), {}
    every = {**_code_and_settings(job), "language": job.annotate.digest}
    every |= {CORRECTIONS: True} if job.annotate.has_corrections else {}
    for issue in sorted(issues, key=attrgetter("date")):
        parts = every | {HISTORY: history.hexdigest()}
        if issue.rif.endswith(".gz"):
            parts["zlib"] = zlib.ZLIB_RUNTIME_VERSION
        if about := decisions.get(issue.date):
            parts[DECISIONS] = about
        digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
        made[issue.date] = Provenance(parts, digest)
        is_sure = issue.stamp == stamp(job, issue.date, issue.digest or "")  # whole, by this code
        content = issue.content if is_sure else f"not {issue.content}"
        history.update(json.dumps([str(issue.date), content, *issue.too_large]).encode())
    return made


def _code_and_settings(job: Job) -> dict[str, Part]:
    code: dict[str, Part] = {"output": OUTPUT, "unicode": unicodedata.unidata_version}
    return {**code, "punctuation": job.punctuation.value, **dict(setting_parts(job.settings))}


def setting_parts(settings: Any) -> Iterator[tuple[str, Part]]:
    for setting in fields(settings):
        value = getattr(settings, setting.name)
        if is_dataclass(value):
            yield from setting_parts(value)
        else:
            yield setting.name, value.value if isinstance(value, Enum) else value


def described_parts(
    job: Job, issues: Iterable[Issue], changed: Mapping[str, Sequence[datetime.date]]
) -> Iterator[tuple[str, Sequence[datetime.date]]]:
    """Yield a clause on each changed part, with its dates; `changed` has the dates by part."""
    now, recorded = _code_and_settings(job), made_from(issues)
    for name, dates in changed.items():
        clauses: dict[str, list[datetime.date]] = {}
        for date in dates:
            value, clause = recorded.get(date, {}).get(name), name
            if name in now and value is not None:  # a digest says nothing to a person
                clause = f"{_LABELS.get(name, name)} {value} when written, {now[name]} now"
            clauses.setdefault(clause, []).append(date)
        yield from clauses.items()


def stale_parts(
    job: Job, issues: Iterable[Issue], decisions: Mapping[datetime.date, str]
) -> dict[datetime.date, list[str]]:
    """Return the parts that differ of each stale ps rif, oldest first, as `provenances` does."""
    stored = {issue.date: issue for issue in issues}
    stale = {}
    for date, today in provenances(job, stored.values(), decisions).items():
        record = stored[date].ps
        if record is not None and record.provenance.digest != today.digest:
            old, new = record.provenance.parts, today.parts
            stale[date] = [name for name in {**new, **old} if old.get(name) != new.get(name)]
    return stale


def made_from(issues: Iterable[Issue]) -> dict[datetime.date, Mapping[str, Part]]:
    made = {issue.date: issue.ps.provenance.parts for issue in issues if issue.ps is not None}
    return {date: parts for date, parts in made.items() if parts}


def stale_ps_rifs(job: Job, store: Store) -> dict[datetime.date, list[str]]:
    return stale_parts(job, store.issues(), decision_digests(job.decisions, store))


def decision_digests(relation: Relation, store: Store) -> Mapping[datetime.date, str]:
    if not relation:
        return {}
    handles: dict[datetime.date, set[str]] = {
        issue.date: relation.keys() & set(issue.too_large) for issue in store.issues()
    }
    for handle, versions in store.handles.all_versions(sorted(relation.keys())).items():
        for version in versions:
            handles.setdefault(version.date, set()).add(handle)
    return {date: digest_decisions(relation, papers) for date, papers in handles.items()}


Find = Callable[[Limits], list[list[Similar]]]


def find_with_decisions(
    relation: Relation, handles: Sequence[str], limits: Limits, find: Find
) -> list[list[Similar]]:
    """Find similar papers without those decided to be different; mark those decided same."""
    if not relation:
        return find(limits)
    most = limits.most
    if most:  # each that is left out can be listed as external and as internal
        decided = ([decision for _, decision in relation.decided(each)] for each in handles)
        left_out = (decisions.count(Decision.DIFFERENT) for decisions in decided)
        limits = replace(limits, most=most + 2 * max(left_out, default=0))
    similars_of = zip(handles, find(limits), strict=True)
    return [apply_decisions(relation, *of_paper)[: most or None] for of_paper in similars_of]


def apply_decisions(relation: Relation, handle: str, similars: Iterable[Similar]) -> list[Similar]:
    decisions = [(similar, relation.decision(handle, similar.handle)) for similar in similars]
    return [
        replace(similar, is_same=True) if decision is Decision.SAME else similar
        for similar, decision in decisions
        if decision is not Decision.DIFFERENT
    ]


def digest_decisions(relation: Relation, handles: Iterable[str]) -> str:
    """Return the digest of the decisions on some papers; empty for none."""
    if not relation:
        return ""
    about = [
        (handle, counterpart, decision.value)
        for handle in sorted(set(handles))
        for counterpart, decision in relation.decided(handle)
    ]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest() if about else ""


def lost_decisions(job: Job, store: Store) -> str:
    """Return a sentence if ps rifs contain decisions and their file is gone, or ""."""
    for name, file, table in (
        (DECISIONS, job.missing_decisions, "paths"),
        (CORRECTIONS, job.annotate.missing_corrections, "language"),
    ):
        parts = made_from(store.issues()) if file is not None else {}
        if dates := [date for date in parts if name in parts[date]]:
            return (
                f"{file} is gone, but its {name} count in the ps rifs of {listed(dates)}; restore"
                f" it, or, to do without them, remove {name} from [{table}] in the configuration."
            )
    return ""
