"""Find the stored papers that resemble the header of a document."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from wildwood.analysis.strongest_versions import strongest_versions
from wildwood.matching.similar import find_similar
from wildwood.model import Record, Similar, Version
from wildwood.scoring.explanation import explain
from wildwood.scoring.features import paper_of
from wildwood.scoring.formulas import Formula
from wildwood.settings import Config
from wildwood.store import Store
from wildwood.store.selection.stored_history import StoredHistory

_HANDLE = "document"
"""Of the paper that the header is of, for itself."""


def of_header(papers: Store, config: Config, header: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the stored papers that resemble a header, and what they have in common.

    Each has its handle (`id`), the strength, names, titles, and the common features.
    """
    names = tuple(author["name"] for author in header["authors"])
    paper = paper_of(Record(_HANDLE, names, (header["title"],)), config.punctuation)
    papers.check_punctuation(config.punctuation)
    history = StoredHistory(papers.connection, datetime.date.max)
    (similar,) = find_similar([paper], history, config.limits, config.formula)
    ours = Version(datetime.date.max, paper)
    return [
        _explained(ours, versions, one, config.formula)
        for one in similar
        # A paper can be forgotten meanwhile.
        if (versions := papers.handles.versions(one.handle))
    ]


def _explained(
    ours: Version, versions: Sequence[Version], similar: Similar, formula: Formula
) -> dict[str, Any]:
    """Return a similar paper as plain data, with the features that it shares with ours."""
    _, theirs = strongest_versions([ours], versions, formula)
    why = explain(ours.paper, theirs.paper, formula)
    return {
        "id": similar.handle,
        "strength": similar.printed,
        "names": list(theirs.paper.record.names),
        "titles": list(theirs.paper.record.titles),
        "common": {
            "authors": sorted(why.authors.shared),
            "titles": sorted(why.titles.shared),
        },
    }
