"""Change a sample of the code, and list the changes that no test notices.

usage: python -m tests.mutation [--seed N] [--count N] [MODULE ...]

MODULE is a file or folder of the package, such as wildwood/scoring; without one, all of the core is
sampled. Each change is tried in a copy of the checkout, with the tests of the module's own name,
then those of its folder, and then those of its package. Survivors that were looked at and change
nothing that a user could see are in judged.txt, with a reason, and are not listed again.
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
from pathlib import Path

from tests.mutation.mutants import Mutant, mutants
from tests.support.paths import CHECKOUT

CORE = ("scoring", "matching", "names", "records", "lists", "analysis", "rif")
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
    chosen = parser.parse_args()
    roots = chosen.modules or [CHECKOUT / "wildwood" / name for name in CORE]
    every = [(path, mutant) for path in _modules(roots) for mutant in mutants(path.read_text())]
    sample = random.Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    judged = JUDGED.read_text(encoding="utf-8")
    survivors = equal = 0
    with tempfile.TemporaryDirectory(prefix="wildwood-mutation-") as folder:
        copy = _copied(Path(folder))
        modules = [path.resolve().relative_to(CHECKOUT) for path, _ in sample]
        for tests in sorted({_tests(module)[-1] for module in modules}):
            if not _passes(copy, [tests]):
                sys.exit(f"{tests} fails without a change; mend it first.")
        for path, mutant in sorted(sample, key=lambda one: (one[0], one[1].line)):
            if not _survives(copy, path.resolve().relative_to(CHECKOUT), mutant):
                continue
            within = path.read_text(encoding="utf-8").split("\n")[mutant.line - 1].strip()
            change = f"{mutant.before} -> {mutant.after} in {within}"
            named = " ".join(f"{path.resolve().relative_to(CHECKOUT)}: {change}".split())
            if named in judged:
                equal += 1
                continue
            survivors += 1
            print(f"line {mutant.line} of {named}", flush=True)
    noticed = len(sample) - survivors - equal
    print(f"{noticed} of {len(sample)} changes noticed, {equal} judged, {survivors} left")


def _modules(roots: Iterable[Path]) -> list[Path]:
    return sorted(
        path for root in roots for path in ([root] if root.is_file() else root.rglob("*.py"))
    )


def _copied(folder: Path) -> Path:
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "accuracy")
    for name in _COPIED:
        source = CHECKOUT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    return folder


def _tests(module: Path) -> list[str]:
    """Return the tests of a module's own name, of its folder, and of each folder around it."""
    folders = [Path("tests", *module.parts[1:end]) for end in range(len(module.parts) - 1, 1, -1)]
    own = Path("tests", *module.parts[1:-1], f"test_{module.stem}.py")
    return [str(path) for path in (own, *folders) if (CHECKOUT / path).exists()]


def _survives(copy: Path, module: Path, mutant: Mutant) -> bool:
    """Return whether no test notices a change."""
    target = copy / module
    original = target.read_text()
    target.write_text(mutant.source)
    try:
        return all(_passes(copy, [tests]) for tests in _tests(module))
    finally:
        target.write_text(original)


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
