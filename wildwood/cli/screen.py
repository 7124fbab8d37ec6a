"""The command group `wildwood screen`; it is shown even if the extra `language` is missing."""

import click

from wildwood.cli.options import SharedOptions, common_options
from wildwood.cli.program import LazyGroup

_PLACES = {
    "issue": "wildwood.cli.screen_papers.issue",
    "files": "wildwood.cli.screen_papers.files",
    "harvest": "wildwood.cli.screen_harvest.harvest",
    "learn": "wildwood.cli.screen_words.learn",
    "words": "wildwood.cli.screen_words.words",
    "correct": "wildwood.cli.screen_words.correct",
    "review": "wildwood.cli.screen_words.review",
    "text": "wildwood.cli.screen_papers.text",
    "archives": "wildwood.cli.screen_harvest.archives",
    "evaluate": "wildwood.cli.screen_papers.evaluate",
}
"""Where each command is; its module is imported when it is used."""

_SUMMARIES = {
    "issue": "List the verdict on each paper of the issue of DATE.",
    "files": "List the verdict on each record of FILES, lists in any format that `compare` reads.",
    "harvest": (
        "Fetch what is new on the OAI-PMH servers at URL, and list the verdict on each record."
    ),
    "learn": "Learn words that no dictionary has from the rifs of stored issues and from FILES.",
    "words": "Show the learned words, with the number of records that have each.",
    "correct": "Correct the language of the record ID of a list for good; LANGUAGE is en or other.",
    "review": "Decide in a browser on the doubtful records of LISTS, and on those left out.",
    "text": "Show the verdict on one title, TEXT.",
    "archives": "Show which archives of FILE, in OpenDOAR's JSON form, declare English content.",
    "evaluate": (
        "Measure the test on FILES: JSON lines or CSV with title, abstract, lang and source."
    ),
}


@click.group(
    cls=LazyGroup,
    places=_PLACES,
    summaries=_SUMMARIES,
    extra="language",
    default="issue",
)
@common_options
def screen(_options: SharedOptions) -> None:
    """Select English-language papers in rifs and other metadata.

    `wildwood screen DATE` is short for `wildwood screen issue DATE`. The commands need the
    extra `language`. Example: wildwood screen 2015-03-05
    """
