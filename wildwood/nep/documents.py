"""The documents of `handles`, `similar` and `issues`: made and read without a database."""

import datetime
import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from operator import attrgetter

import bson

from wildwood.biblio.entry import Record
from wildwood.kernel import model
from wildwood.kernel.features import add_names
from wildwood.kernel.model import Features, Issue, Paper, Similar, WrittenFile, issue_versions
from wildwood.kernel.strength import is_wide
from wildwood.nep.connection import Document

WIDE_KEY = "wide"

_LONGEST = 300  # characters of a feature that is a key as it is; real ones have up to about 200
_KEPT = 60  # characters that the key of a longer feature keeps
_HASH_BYTES = 16
_LEAST_INT32 = -(2**31)


def feature_keys(features: Features) -> set[str]:
    keys = {*map(author_key, features.authors), *map(title_key, features.titles)}
    keys.update(map(person_key, features.people), [WIDE_KEY] if is_wide(features) else ())
    return keys


def pair_keys(features: Features) -> set[int]:
    """Return the keys of pairs of an author and a title feature; a wide paper has none."""
    if is_wide(features):
        return set()
    crcs = [zlib.crc32(f"{shortened(author)}|".encode()) for author in set(features.authors)]
    titles = [shortened(title).encode() for title in set(features.titles)]
    return {_LEAST_INT32 + zlib.crc32(title, author) for author in crcs for title in titles}


def _key(kind: str, feature: str) -> str:
    return f"{kind}:{shortened(feature)}"


author_key, title_key, person_key = (partial(_key, kind) for kind in ("author", "title", "name"))


def pair_key(author: str, title: str) -> int:
    """Return the signed CRC-32 of `shortened` features joined by a bar; this halves the index."""
    return _LEAST_INT32 + zlib.crc32(f"{author}|{title}".encode())


def shortened(feature: str) -> str:
    """Return a very long feature as its beginning and hash; no feature has the ellipsis between."""
    if len(feature) <= _LONGEST:
        return feature
    digest = hashlib.blake2b(feature.encode(), digest_size=_HASH_BYTES).hexdigest()
    return f"{feature[:_KEPT]}…{digest}"


def totals_key(totals: model.Totals) -> str:
    return f"{totals.authors}+{totals.titles}"


MAX_BYTES = 12 * 1024 * 1024  # no larger document is stored; MongoDB itself accepts 16 MB
_MAX_HANDLE_BYTES = 2 * 1024 * 1024  # limit of a handle, which a replacing write has twice


def version_document(issue: Issue, paper: Paper) -> Document:
    return {
        "date": issue.date.isoformat(),
        "stamp": issue.stamp,
        "names": list(paper.record.names),
        "titles": list(paper.record.titles),
        "author_features": list(paper.features.authors),
        "title_features": list(paper.features.titles),
    }


def content_digest(papers: Iterable[Paper]) -> str:
    """Return the digest of what later issues are compared with: handles, names and features."""
    digest = hashlib.sha256()
    for handle, paper in sorted(issue_versions(papers).items()):
        features = paper.features
        compared = [handle, paper.record.names, features.authors, features.titles]
        digest.update(json.dumps(compared).encode())
    return digest.hexdigest()


def version_documents(issue: Issue, papers: Iterable[Paper]) -> dict[str, Document]:
    chosen = issue_versions(papers)
    return {handle: version_document(issue, paper) for handle, paper in chosen.items()}


def encoded_documents(issue: Issue, papers: Iterable[Paper]) -> dict[str, bytes | None]:
    """Return the BSON of papers that are in no other issue, by handle; None if too large."""
    encoded = {
        handle: bson.encode(_document(handle, [version_document(issue, paper)], [paper.features]))
        for handle, paper in issue_versions(papers).items()
    }
    return {handle: made if _fits(handle, len(made)) else None for handle, made in encoded.items()}


def encoded_version(document: bytes) -> Document:
    version: Document = bson.decode(document)["issues"][0]
    return version


def handle_document(handle: str, versions: Iterable[Document]) -> Document | None:
    """Make the document of the versions, in date order, that fit into `MAX_BYTES`, if any."""
    dated = sorted(versions, key=lambda version: str(version["date"]))
    fitting = _fitting(handle, dated) if dated else None
    if fitting is None:
        for version in dated:
            kept: list[Document] = fitting["issues"] if fitting else []
            fitting = _fitting(handle, [*kept, version]) or fitting
    return fitting


def _fitting(handle: str, versions: list[Document]) -> Document | None:
    document = _document(handle, versions, map(features_with_names, versions))
    fits = _fits(handle, most_bytes(document)) or _fits(handle, len(bson.encode(document)))
    return document if fits else None


def left_out(versions: Iterable[Document], new: Document | None) -> set[datetime.date]:
    kept = {version["date"] for version in new["issues"]} if new else set()
    dates = {version["date"] for version in versions} - kept
    return set(map(datetime.date.fromisoformat, dates))


def _document(handle: str, versions: list[Document], its_features: Iterable[Features]) -> Document:
    features = list(its_features)
    keys: set[str] = set().union(*map(feature_keys, features))
    pairs: set[int] = set().union(*map(pair_keys, features))
    document = {"_id": handle, "issues": versions, "features": [*sorted(keys), *sorted(pairs)]}
    totals = {totals_key(multisets.totals) for multisets in features}
    if len(totals) == 1:
        document["totals"] = totals.pop()
    return document


def _fits(handle: str, size: int) -> bool:
    return size <= MAX_BYTES and len(handle.encode()) <= _MAX_HANDLE_BYTES


def most_bytes(document: Document) -> int:
    """Return the most bytes of a document: 4 per character, 15 per element, 256 per version."""
    keys, texts = document["features"], [document["_id"]]
    for version in document["issues"]:
        texts += version["names"] + version["titles"]
        texts += version["author_features"] + version["title_features"]
    elements = len(keys) + len(texts)
    texts += (key for key in keys if isinstance(key, str))
    return 4 * sum(map(len, texts)) + 15 * elements + 256 * (1 + len(document["issues"]))


def features_before(document: Document, date: datetime.date, *, names: bool) -> list[Features]:
    """Return the features of the versions before a date, with those of names if `names`."""
    make = features_with_names if names else features_of
    before = date.isoformat()
    return [make(version) for version in document["issues"] if version["date"] < before]


def features_of(version: Document) -> Features:
    return Features(tuple(version["author_features"]), tuple(version["title_features"]))


def features_with_names(version: Document) -> Features:
    return add_names(features_of(version), version["names"])


def versions_of(document: Document) -> list[model.Version]:
    """Return the paper as it was in each issue, oldest first."""
    return [_version(document["_id"], version) for version in document["issues"]]


def _version(handle: str, version: Document) -> model.Version:
    record = Record(handle, tuple(version["names"]), tuple(version["titles"]))
    paper = Paper(record, features_with_names(version))
    return model.Version(datetime.date.fromisoformat(version["date"]), paper)


def pair_id(date: datetime.date, file: WrittenFile, number: int) -> str:
    """Return the date, a digest of the ps rif, and the number of the pair in it."""
    return f"{date} {file.digest[:16]} {number:07}"


def pair_documents(
    date: datetime.date, file: WrittenFile, listed: Iterable[tuple[str, Sequence[Similar]]]
) -> list[Document]:
    """Return the pairs of a ps rif, strongest first; of equal handles, the strongest counts."""
    strongest: dict[tuple[str, str, str], Similar] = {}
    for handle, similars in listed:
        for similar in similars:
            key = (handle, similar.handle, similar.type.value)
            strongest[key] = max(similar, strongest.get(key, similar), key=attrgetter("strength"))
    ordered = sorted(strongest, key=lambda key: (-float(strongest[key].printed), key))
    return [
        {
            "_id": pair_id(date, file, number),
            "date": date.isoformat(),
            "handle": key[0],
            "similar": key[1],
            "strength": float(strongest[key].printed),
            "type": key[2],
            **({"decided": "same"} if strongest[key].is_same else {}),
            "first_seen": date.isoformat(),
        }
        for number, key in enumerate(ordered, start=1)
    ]


def issue_document(issue: Issue) -> Document:
    document: Document = {
        "_id": issue.date.isoformat(),
        "rif": issue.rif,
        "papers": issue.papers,
        "size": issue.size,
        "stored": issue.stored,
        "omissions": list(issue.omissions),
        "too_large": list(issue.too_large),
    }
    if issue.digest is not None:
        document |= {"digest": issue.digest, "stamp": issue.stamp, "content": issue.content}
    if issue.ps is not None:
        document["ps"] = _ps_document(issue.ps)
    return document


def _ps_document(ps: model.PsRecord) -> Document:
    file = {} if ps.file is None else {"file": asdict(ps.file)}
    pairs = {} if ps.similar is None else {"similar": ps.similar}
    made_from = dict(ps.provenance.parts)
    return {"provenance": ps.provenance.digest, "made_from": made_from, **file, **pairs}


INCOMPLETE: Document = {"$unset": {"digest": "", "stamp": "", "content": ""}}  # stored in part

UNREAD: Document = {"rif": "", "papers": 0}  # of an issue whose rif is not stored yet


def forgotten_document(issue: Issue) -> Document:
    ps = {"ps": _ps_document(issue.ps)} if issue.ps else {}
    return {"_id": issue.date.isoformat(), **UNREAD, **ps, "forgotten": True}


def issue_of(document: Document) -> Issue:
    return Issue(
        date=datetime.date.fromisoformat(document["_id"]),
        rif=document["rif"],
        digest=document.get("digest"),
        papers=document["papers"],
        ps=_ps_record_of(document["ps"]) if "ps" in document else None,
        stamp=document.get("stamp"),
        content=document.get("content", ""),
        size=document.get("size", 0),
        stored=document.get("stored", 0),
        omissions=tuple(document.get("omissions", ())),
        too_large=tuple(document.get("too_large", ())),
    )


def _ps_record_of(ps: Document) -> model.PsRecord:
    file = WrittenFile(**ps["file"]) if "file" in ps else None
    provenance = model.Provenance(ps.get("made_from", {}), ps.get("provenance", ""))
    return model.PsRecord(provenance, file, ps.get("similar"))
