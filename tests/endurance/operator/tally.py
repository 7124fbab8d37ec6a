"""What the histories have done and found."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.endurance.operator.histories import Bench, History

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
    explanations: list[str] = field(default_factory=list)

    def add(self, history: History) -> bool:
        """Count a history; return whether its violation is the first of its kind."""
        self.steps += len(history.steps)
        self.wells += history.wells
        self.operations.update(step.name for step in history.steps)
        if history.violation is None:
            return False
        self.violations[history.violation.kind] += 1
        return self.violations[history.violation.kind] == 1

    def explain(self, history: History, shorter: History) -> None:
        """Keep the last steps of a history, and a shorter one that ends the same way."""
        steps = " ".join(map(str, shorter.steps))
        self.explanations.append(
            f"VIOLATION, seed {self.seed}, step {self.steps}: {history.violation}\n"
            f"{_lines(history.told[-_LAST:])}\n"
            f"shorter: {_lines(shorter.told)}\n  --replay '{steps}'"
        )

    def last(self) -> str:
        return self.explanations[-1]

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


def _lines(told: Sequence[str]) -> str:
    return "".join(f"\n  {line}" for line in told)
