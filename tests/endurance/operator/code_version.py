"""Another version of the code: what an update of Wildwood, or of Python's Unicode, changes.

All constants of Wildwood that the operator changes are named here.
"""

import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

from wildwood.kernel import features
from wildwood.kernel.model import Similar
from wildwood.nep import documents, job, workers

from tests.support.fork_server import run_program
from tests.support.paths import CHECKOUT

MAX_BYTES = 8_000
"""The size of the largest document, in place of 12 MB."""
NEW_PUNCTUATION = "\u2e5d"
"""A character that only another version of Unicode takes for a letter."""
_ENVIRONMENT = "WILDWOOD_OPERATOR_CODE"
_CUSTOMIZED = f"from {__name__} import apply_from_environment\napply_from_environment()\n"
_ORIGINAL_PRINTED = Similar.printed


_ORIGINAL_OUTPUT = job.OUTPUT
_ORIGINAL_CODE = workers.CODE
_USE_CODE = (
    "wildwood.nep.workers",
    "wildwood.nep.workers",
    "wildwood.nep.cluster_tasks",
)
_UNICODE = unicodedata.unidata_version


@dataclass(frozen=True)
class CodeVersion:
    """How the code differs from that in the checkout."""

    output: int = 0
    """1: another output version, which prints strengths with three decimals."""
    unicode: int = 0
    """1: another version of Unicode, in which `NEW_PUNCTUATION` is a letter."""

    def apply(self) -> None:
        """Let this process run this version."""
        documents.MAX_BYTES = MAX_BYTES
        printed = property(_with_three_decimals) if self.output else _ORIGINAL_PRINTED
        Similar.printed = printed  # type: ignore[method-assign, assignment]
        job.OUTPUT = _ORIGINAL_OUTPUT + self.output
        code = f"{_ORIGINAL_CODE} {self}" if self != CURRENT else _ORIGINAL_CODE
        for name in {*_USE_CODE} & sys.modules.keys():
            vars(sys.modules[name])["CODE"] = code
        unicodedata.unidata_version = f"{_UNICODE}+" if self.unicode else _UNICODE  # type: ignore[misc]
        vars(features)["unicodedata"] = _OtherUnicode if self.unicode else unicodedata
        forget_caches()

    @contextmanager
    def in_processes(self, folder: Path) -> Iterator[None]:
        """Let the Python processes that are started run this version, too.

        Args:
            folder: where to write the module that Python imports when it starts.
        """
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "sitecustomize.py").write_text(_CUSTOMIZED, encoding="utf-8")
        before = dict(os.environ)
        os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), str(CHECKOUT)])
        os.environ[_ENVIRONMENT] = f"{self.output} {self.unicode}"
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


CURRENT = CodeVersion()


def apply_from_environment() -> None:
    """Let this process run the version of the process that started it."""
    output, unicode = map(int, os.environ.get(_ENVIRONMENT, "0 0").split())
    CodeVersion(output, unicode).apply()


def run_as(code: CodeVersion, words: list[str]) -> None:
    """Run `wildwood` or `wildwood_all` in this process, in a version of the code."""
    code.apply()
    run_program(words)


def forget_caches() -> None:
    """Forget what commands remember within a process: each has its own when users run them."""
    for value in vars(sys.modules.get("wildwood.screening.annotator", SimpleNamespace())).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    for translation in features._TRANSLATIONS.values():  # noqa: SLF001
        translation.clear()


def _with_three_decimals(similar: Similar) -> str:
    return f"{similar.strength:.3f}"


def _category(character: str) -> str:
    return "Lo" if character == NEW_PUNCTUATION else unicodedata.category(character)


_OtherUnicode = SimpleNamespace(
    category=_category, normalize=unicodedata.normalize, unidata_version=f"{_UNICODE}+"
)
