"""Language marks in ps rifs, if the configuration asks for them."""

from dataclasses import replace

from wildwood.extras import requires_extra
from wildwood.runs.job import Job
from wildwood.settings import Config
from wildwood.store import Store


def with_language_marks(job: Job, config: Config, store: Store) -> Job:
    """Return the job with an annotator that marks each paper's language, if configured.

    Raises:
        WildwoodError: it is configured, but the extra `language` is missing.
    """
    if not config.language.mark:
        return job
    with requires_extra("language"):
        from wildwood.language.annotator import language_annotator
    return replace(job, annotate=language_annotator(config.language, store))
