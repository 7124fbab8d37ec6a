"""Change a sample of the code, and list the changes that no test notices.

usage: python -m tests.mutation [--seed N] [--count N] [--near] [MODULE ...]

MODULE is a file or folder of the package, such as wildwood/kernel; without one, all of the core is
sampled. Each change is tried in a copy of the checkout, with the tests of the module's own name,
then those of its folder, and, unless --near is given, those of each folder around it. Survivors
that were looked at and change nothing that a user could see are in judged.txt, with a reason, and
are not listed again.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutation.mutants import Mutant, mutants
from tests.support.paths import CHECKOUT

CORE = ("kernel", "biblio", "lists")
JUDGED = Path(__file__).with_name("judged.txt")
LIMIT_S = 600
"""Tests that take more processor time than this are endless, and count as noticed."""
_COPIED = ("wildwood", "tests", "config", "migrations", "docs", "pyproject.toml", "README.md")


def main() -> None:
    """Try a sample of mutants."""
    parser = argparse.ArgumentParser(description="Change a sample of the code.")
    parser.add_argument("modules", nargs="*", type=Path, metavar="MODULE")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--count", type=int, default=60, metavar="N")
    parser.add_argument("--near", action="store_true", help="run the nearest tests only")
    chosen = parser.parse_args()
    roots = chosen.modules or [CHECKOUT / "wildwood" / name for name in CORE]
    every = [(path, mutant) for path in _modules(roots) for mutant in mutants(path.read_text())]
    sample = random.Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    judged = JUDGED.read_text(encoding="utf-8")
    survivors = equal = 0
    with tempfile.TemporaryDirectory(prefix="wildwood-mutation-") as folder:
        copy = _Copy(_copied(Path(folder)), is_near=chosen.near)
        for path, mutant in sorted(sample, key=lambda one: (one[0], one[1].line)):
            module = path.resolve().relative_to(CHECKOUT)
            if not copy.survives(module, mutant):
                continue
            named = _named(module, mutant)
            equal += named in judged
            if named not in judged:
                survivors += 1
                print(f"line {mutant.line} of {named}", flush=True)
    noticed = len(sample) - survivors - equal
    print(f"{noticed} of {len(sample)} changes noticed, {equal} judged, {survivors} left")


def _named(module: Path, mutant: Mutant) -> str:
    within = (CHECKOUT / module).read_text(encoding="utf-8").split("\n")[mutant.line - 1]
    return " ".join(f"{module}: {mutant.before} -> {mutant.after} in {within}".split())


def _modules(roots: Iterable[Path]) -> list[Path]:
    return sorted(
        path for root in roots for path in ([root] if root.is_file() else root.rglob("*.py"))
    )


def _copied(folder: Path) -> Path:
    ignored = shutil.ignore_patterns("node_modules", "__pycache__")
    for name in _COPIED:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    for installed in CHECKOUT.glob("tests/*/node_modules"):
        (folder / installed.relative_to(CHECKOUT)).symlink_to(installed)
    return folder


def _tests(module: Path) -> list[str]:
    """Return the tests of a module's own name, of its folder, and of each folder around it."""
    folders = [Path("tests", *module.parts[1:end]) for end in range(len(module.parts) - 1, 1, -1)]
    own = Path("tests", *module.parts[1:-1], f"test_{module.stem}.py")
    return [str(path) for path in (own, *folders) if (CHECKOUT / path).exists()]


@dataclass(frozen=True)
class _Copy:
    """A copy of the checkout, in which modules are changed and tested."""

    folder: Path
    is_near: bool
    _sound: set[str] = field(default_factory=set)
    """The tests that pass without a change."""

    def survives(self, module: Path, mutant: Mutant) -> bool:
        """Return whether no test notices a change."""
        tests = _tests(module)
        if self.is_near:
            tests = tests[: 1 + tests[0].endswith(".py")]
        return all(self._passes_with(module, mutant, one) for one in tests)

    def _passes_with(self, module: Path, mutant: Mutant, tests: str) -> bool:
        if tests not in self._sound and not _passes(self.folder, [tests]):
            sys.exit(f"{tests} fails without a change; mend it first.")
        self._sound.add(tests)
        target = self.folder / module
        original = target.read_text(encoding="utf-8")
        target.write_text(mutant.source, encoding="utf-8")
        try:
            return _passes(self.folder, [tests])
        finally:
            target.write_text(original, encoding="utf-8")


def _passes(copy: Path, tests: Sequence[str]) -> bool:
    options = ["-q", "-x", "-p", "no:cacheprovider", "-n", "0", "-W", "ignore::SyntaxWarning"]
    command = [sys.executable, "-B", "-m", "pytest", *options, *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    null = subprocess.DEVNULL
    with subprocess.Popen(
        ["sh", "-c", f'ulimit -t {LIMIT_S}; exec "$@"', "sh", *command],
        cwd=copy, env=environment, stdout=null, stderr=null, process_group=0,
    ) as running:  # fmt: skip
        try:
            return running.wait() == 0
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
