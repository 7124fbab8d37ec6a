"""Make versions of a text, as those of real papers on the web differ."""

import random
from collections.abc import Callable, Mapping
from enum import Enum

PAGE = "\f"
_MONTHS = ("January", "March", "May", "June", "September", "October", "November")
_SERIES = (
    (
        "NBER WORKING PAPER SERIES",
        "National Bureau of Economic Research\nCambridge, MA 02138",
    ),
    ("IZA DISCUSSION PAPER SERIES", "Institute of Labor Economics\nSchaumburg-Lippe-Straße 5-9"),
    ("CESIFO WORKING PAPERS", "Munich Society for the Promotion of Economic Research"),
)
_DISCLAIMER = """\
Any opinions expressed here are those of the authors and not those of the institute. Research
published in this series may include views on policy, but the institute itself takes no
institutional policy positions. Papers in this series often represent preliminary work and are
circulated to encourage discussion. Citation of such a paper should account for its provisional
character. A revised version may be available directly from the author."""
_TITLE_LINES = 4


class Version(Enum):
    """What an upload is; the values name them in results."""

    FIRST = "the first version"
    IDENTICAL = "identical bytes"
    COVER = "cover page added"
    STAMP = "stamp on each page"
    MISSING_PAGE = "page missing"
    OTHER_READER = "read by another program"


REPEATS = tuple(version for version in Version if version is not Version.FIRST)


def with_cover(text: str, chance: random.Random) -> str:
    """Put a page of a working-paper series before the first."""
    name, address = chance.choice(_SERIES)
    lines = [line for line in text.partition(PAGE)[0].splitlines() if line.strip()]
    title = "\n".join(lines[:_TITLE_LINES])
    date = f"{chance.choice(_MONTHS)} {chance.randrange(1995, 2020)}"
    number = f"Working Paper {chance.randrange(100, 30000)}"
    return f"{name}\n\n{title}\n\n{number}\n{date}\n\n{address}\n\n{_DISCLAIMER}\n{PAGE}{text}"


def with_stamps(text: str, chance: random.Random) -> str:
    """Put the line of a repository at the foot of each page."""
    when = f"{chance.randrange(1, 29)} {chance.choice(_MONTHS)} {chance.randrange(2005, 2020)}"
    stamp = f"Downloaded from https://repository.example.edu/{chance.getrandbits(32)} on {when}"
    return PAGE.join(f"{page.rstrip()}\n{stamp}\n" for page in text.split(PAGE))


def without_a_page(text: str, chance: random.Random) -> str:
    """Leave out a page, but not the first."""
    pages = text.split(PAGE)
    if len(pages) == 1:
        return text
    del pages[chance.randrange(1, len(pages))]
    return PAGE.join(pages)


CHANGES: Mapping[Version, Callable[[str, random.Random], str]] = {
    Version.COVER: with_cover,
    Version.STAMP: with_stamps,
    Version.MISSING_PAGE: without_a_page,
}
"""The versions that are made by changing the text of the first reader."""
