"""Whoever changes what the code writes raises the version of the output.

Then every ps rif is stale, and `wildwood latest --stale` makes it again.
"""

import json

import pytest

from tests.support import output
from tests.support.output import RECORDED, digest, versions


@pytest.mark.parametrize("name", ["output", "language"])
def test_the_output_changes_with_its_version_only(name: str) -> None:
    version, recorded = json.loads(RECORDED.read_text(encoding="utf-8"))[name]
    assert versions()[name] == version, "run python -m tests.support.output"
    module = {"output": "nep/job.py", "language": "screening/annotator.py"}[name]
    assert digest(name) == recorded, (
        f"What the code writes has changed: raise OUTPUT in wildwood/{module}, and run"
        " python -m tests.support.output"
    )


def test_the_digest_covers_each_part_of_the_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "RIFS", sorted(output.GOLDEN.iterdir()))
    before = digest("output")
    with monkeypatch.context() as patch:
        patch.setattr("wildwood.kernel.features.WINDOW", 4)
        assert digest("output") != before
    with monkeypatch.context() as patch:
        patch.setattr("wildwood.kernel.similar.strength", lambda *_: 0.5)
        assert digest("output") != before
    with monkeypatch.context() as patch:
        patch.setattr("wildwood.nep.splicing._wildwood", lambda *_: "<other/>")
        assert digest("output") != before
