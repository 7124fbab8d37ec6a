"""The command group screen, and the marks that it puts into ps rifs."""

from dataclasses import replace

import click

from wildwood.cli.lazy import ExtraGroup, extra_module
from wildwood.cli.options import common
from wildwood.job import Job
from wildwood.settings import Config
from wildwood.store import Store

_EXTRA = "language"


@click.group(cls=ExtraGroup, module="wildwood.cli.screening", extra=_EXTRA, default="issue")
@common
def screen() -> None:
    """Tell English-language papers from others, in rifs and in harvested metadata.

    `wildwood screen DATE` is short for `wildwood screen issue DATE`. The commands need the
    extra `language`. Example: wildwood screen 2015-03-05
    """


def marked(job: Job, config: Config, store: Store) -> Job:
    """The job, its ps rifs with a mark of each paper's language where that is configured.

    Raises:
        WildwoodError: it is, and the extra is missing.
    """
    if not config.language.mark:
        return job
    marking = extra_module("wildwood.language.marking", _EXTRA)
    thresholds = config.language.thresholds
    words = tuple(word for word, _ in store.neologisms.words(thresholds.entries))
    return replace(job, annotate=marking.Marker(words, thresholds))
