"""What a run reports on stderr: warnings, errors and one closing line."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from wildwood.cli.options import SharedOptions
from wildwood.cli.output import report_errors
from wildwood.kernel.model import Limits, SimilarityType
from wildwood.kernel.text import counted
from wildwood.nep.outcome import Outcome


@contextmanager
def reported(options: SharedOptions, limits: Limits) -> Iterator[Outcome]:
    """Yield an outcome and report it even if the run fails; exit with 1 if anything is left out."""
    if options.verbose:
        logging.basicConfig(format="%(message)s")
        logging.getLogger("wildwood").setLevel(logging.INFO)
    outcome, began = Outcome(), time.monotonic()
    try:
        yield outcome
    except BaseException:
        _report_messages(options, outcome)
        raise
    _report_messages(options, outcome)
    if outcome.issues:
        options.say(_closing_line(outcome, limits, time.monotonic() - began))
    if outcome.omissions:
        raise click.exceptions.Exit(1)


def _report_messages(options: SharedOptions, outcome: Outcome) -> None:
    for warning in outcome.warnings:
        options.say(f"Warning: {warning}")
    report_errors(outcome.omissions)


def _closing_line(outcome: Outcome, limits: Limits, seconds: float) -> str:
    issues, papers = counted(outcome.issues, "issue"), counted(outcome.papers, "paper")
    external = outcome.similars[SimilarityType.EXTERNAL]
    internal = outcome.similars[SimilarityType.INTERNAL]
    written = f"; wrote {outcome.written}" if outcome.written and outcome.issues == 1 else ""
    return (
        f"{issues}, {papers}: {outcome.with_similar:,} with a similar one"
        f" ({external:,} ext above {limits.external:g}, {internal:,} int above"
        f" {limits.internal:g}) in {seconds:.1f} s{written}"
    )
