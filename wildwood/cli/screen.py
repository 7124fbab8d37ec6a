"""The command group `wildwood screen`; it is shown even if the extra `language` is missing."""

import click

from wildwood.cli.options import SharedOptions, common_options
from wildwood.cli.program import LazyGroup

_COMMANDS = {
    "issue": ("screen_papers", "List the verdict on each paper of the issue of DATE."),
    "files": (
        "screen_papers",
        "List the verdict on each record of FILES, lists in any format that `compare` reads.",
    ),
    "harvest": (
        "screen_harvest",
        "Fetch what is new on the OAI-PMH servers at URL, and list the verdict on each record.",
    ),
    "learn": (
        "screen_words",
        "Learn words that no dictionary has from the rifs of stored issues and from FILES.",
    ),
    "words": ("screen_words", "Show the learned words, with the number of records that have each."),
    "correct": (
        "screen_words",
        "Correct the language of the record ID of a list for good; LANGUAGE is en or other.",
    ),
    "review": (
        "screen_words",
        "Decide in a browser on the doubtful records of LISTS, and on those left out.",
    ),
    "text": ("screen_papers", "Show the verdict on one title, TEXT."),
    "archives": (
        "screen_harvest",
        "Show which archives of FILE, in OpenDOAR's JSON form, declare English content.",
    ),
    "evaluate": (
        "screen_papers",
        "Measure the test on FILES: JSON lines or CSV with title, abstract, lang and source.",
    ),
}


@click.group(cls=LazyGroup, places=_COMMANDS, extra="language", default="issue")
@common_options
def screen(_options: SharedOptions) -> None:
    """Select English-language papers in rifs and other metadata.

    `wildwood screen DATE` is short for `wildwood screen issue DATE`. The commands need the
    extra `language`. Example: wildwood screen 2015-03-05
    """
