"""What the code makes of golden input: features, strengths, ps rifs and language marks.

Run as a program (`python -m tests.support.output`), this records it for tests/nep/test_output.py,
after `OUTPUT` in wildwood/nep/job.py or wildwood/screening/annotator.py was raised.
"""

import datetime
import gzip
import hashlib
import json
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path

from wildwood.biblio.entry import Record
from wildwood.kernel.features import paper_of
from wildwood.kernel.model import Limits, Punctuation
from wildwood.kernel.past import PastIssues, comparable
from wildwood.kernel.settings import Doubtful
from wildwood.kernel.similar import find_similar_in_past
from wildwood.kernel.strength import Comparison, Formula
from wildwood.nep import job
from wildwood.nep.rif import parse_rif
from wildwood.screening import annotator
from wildwood.screening.annotator import LanguageAnnotator
from wildwood.screening.screening import Screen

from tests.support.paths import DATA, TESTS

RECORDED = TESTS / "nep" / "golden" / "output.json"
GOLDEN = TESTS / "nep" / "golden" / "us"
RIFS = [*sorted(GOLDEN.iterdir()), *sorted((DATA / "issues").iterdir())[:2]]
TEXTS = (
    "Keen,M. and J.E. Stiglitz",
    "Ｗｉｄｅ ﬁgures №5 — “quoted” ½ ª",
    "Schrödinger Straße ÅNGSTRÖM naïve İstanbul",
    "z\u200dero\u00adwidth\ufeff marks",
    "学 生 Trade and 贸易 Growth",
    "O'Neill’s $5 C++ & R² x^2 a_b",
)


def versions() -> dict[str, int]:
    """Return the versions that the code says its output has."""
    return {"output": job.OUTPUT, "language": annotator.OUTPUT}


def digest(name: str) -> str:
    """Return a digest of the output of a version."""
    return _digest(_marks()) if name == "language" else _digest(_features(), _ps_rifs())


def _digest(*parts: Iterator[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        for piece in part:
            digest.update(piece)
    return digest.hexdigest()


def _features() -> Iterator[bytes]:
    for punctuation, text in product(Punctuation, TEXTS):
        record = Record("a", (text,), (text,))
        yield repr(paper_of(record, punctuation).features).encode()


def _ps_rifs() -> Iterator[bytes]:
    for formula in Formula:
        yield from _ps_rifs_by(formula)


def _ps_rifs_by(formula: Formula) -> Iterator[bytes]:
    past, rifs = PastIssues(), {}
    for path in RIFS:
        date = datetime.date.fromisoformat(path.name.replace("-", "")[:8])
        rifs[date] = parse_rif(_data(path))
        papers = [paper_of(record, Punctuation.SPACE) for record in rifs[date].records]
        past.add_issue(date, papers)
    limits = Limits(0.3, 0.3)
    with comparable(past.papers(), Comparison(limits, formula)) as issues:
        for date, rif in rifs.items():
            found = find_similar_in_past(issues.issue(date), limits, formula)
            yield rif.annotated(found, presort=True)


def _marks() -> Iterator[bytes]:
    mark = LanguageAnnotator(make_screen=partial(Screen, {"neologism": 10}, Doubtful.AS_JUDGED))
    for path in RIFS:
        yield repr(mark(parse_rif(_data(path)))).encode()


def _data(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


if __name__ == "__main__":
    made = {name: [version, digest(name)] for name, version in versions().items()}
    RECORDED.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
