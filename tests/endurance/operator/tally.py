"""What the histories have done and found."""

import random
import time
from collections import Counter
from dataclasses import dataclass, field

from tests.endurance.operator.histories import Bench, History
from tests.endurance.operator.shrinking import shrunk

_LAST = 20


@dataclass
class Tally:
    """Counts of all histories."""

    seed: int
    steps: int = 0
    wells: int = 0
    seconds: float = 0
    operations: Counter[str] = field(default_factory=Counter)
    violations: Counter[str] = field(default_factory=Counter)

    def run(self, bench: Bench, steps: int, length: int) -> None:
        """Run histories of a length until they have so many steps together."""
        chance, began = random.Random(self.seed), time.monotonic()
        while self.steps < steps:
            history = bench.play(bench.draw(chance, min(length, steps - self.steps)))
            is_new = self.add(history)
            self.seconds = time.monotonic() - began
            if is_new:
                self._explain(history)
                shorter = shrunk(bench, history)
                print("shorter:", *shorter.told, sep="\n  ")
                print(f"  --replay '{' '.join(map(str, shorter.steps))}'")
            print(f"{self.steps:,} steps, {self.seconds:.0f} s", flush=True)

    def add(self, history: History) -> bool:
        """Count a history; return whether its violation is the first of its kind."""
        self.steps += len(history.steps)
        self.wells += history.wells
        self.operations.update(step.name for step in history.steps)
        if history.violation is None:
            return False
        self.violations[history.violation.kind] += 1
        return self.violations[history.violation.kind] == 1

    def _explain(self, history: History) -> None:
        """Print a violation, and the last steps that led to it."""
        print(f"VIOLATION, seed {self.seed}, step {self.steps}: {history.violation}")
        print("last steps:", *history.told[-_LAST:], sep="\n  ", flush=True)

    def report(self, bench: Bench) -> str:
        """Return all figures, and the kinds of violations, most frequent first."""
        fresh = bench.fresh
        return "\n".join(
            [
                f"{self.steps:,} steps with seed {self.seed} in {self.seconds:.0f} s",
                f"operations: {_counts(self.operations)}",
                f"commands: {_counts(bench.commands)}",
                f"well: {self.wells:,}; fresh rebuilds to compare with: {fresh.rebuilds:,}",
                f"violations: {self.violations.total():,}",
                *(f"{count:6,} {kind}" for kind, count in self.violations.most_common()),
            ]
        )


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counter.most_common())
