"""What `similar` and `papers` must say, restated from the ps rifs and the papers."""

import datetime
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wildwood.nep.rif import read_rif

from tests.endurance.operator.scene import Scene, ViolationError


class _Pair(NamedTuple):
    date: str
    handle: str
    similar: str
    type: str
    strength: float
    decided: str


def check_pairs(scene: Scene) -> None:
    """Compare both with the ps rifs.

    Raises:
        ViolationError: they say something else.
    """
    pairs = _strongest(pair for path in scene.ps_files() for pair in _read(path))
    stored = [
        (_Pair(**{"decided": "", **pair}), first_seen)
        for pair in scene.database["similar"].find({}, {"_id": 0})
        for first_seen in [pair.pop("first_seen")]
    ]
    expected = [(pair, _first_seen(pair, pairs)) for pair in pairs]
    if sorted(stored) != sorted(expected):
        raise ViolationError("similar is not what the ps rifs say", (stored, expected))
    papers = list(scene.database["papers"].find().sort("_id"))
    restated = [_paper(paper, pairs) for paper in scene.database["handles"].find().sort("_id")]
    if papers != restated:
        raise ViolationError("papers is not what is stored", (papers, restated))


def _read(path: Path) -> Iterator[_Pair]:
    written = path.name.replace("-", "")[:8]
    date = datetime.date.fromisoformat(written)
    rif = read_rif(date, path).rif
    for record, similars in zip(rif.records, rif.similars(), strict=True):
        for similar in similars:
            decided = "same" if similar.is_same else ""
            kind = similar.type.value
            yield _Pair(str(date), record.handle, similar.handle, kind, similar.strength, decided)


def _strongest(pairs: Iterable[_Pair]) -> list[_Pair]:
    """Keep the strongest pair of two texts of an issue that have one handle."""
    return list({pair[:4]: pair for pair in sorted(pairs)}.values())


def _first_seen(pair: _Pair, pairs: Iterable[_Pair]) -> str:
    papers = {pair.handle, pair.similar}
    return min(other.date for other in pairs if {other.handle, other.similar} == papers)


def _paper(stored: dict[str, Any], pairs: Iterable[_Pair]) -> dict[str, Any]:
    handle, issues = stored["_id"], stored["issues"]
    repeats = {pair.similar for pair in pairs if pair.handle == handle}
    repeats |= {pair.handle for pair in pairs if pair.similar == handle}
    return {
        "_id": handle,
        "names": issues[-1]["names"],
        "titles": issues[-1]["titles"],
        "first_issue": issues[0]["date"],
        "last_issue": issues[-1]["date"],
        "repeats": len(repeats),
    }
