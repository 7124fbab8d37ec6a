"""The words and numbers of heads."""

import re

from wildwood.lexicon.patterns import pattern

NUMBER = re.compile(
    r"(?P<number>(?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}|[A-Z](?:\.\d{1,2})+|[A-Z](?=[.)]\s+[^\W\d_a-z]))"
    r"[.)]?)\s*[|:–—-]?\s+(?=[^\W\d_])"
)
"""The number of a head, as printed, with what is between it and the words."""
KNOWN = re.compile(
    rf"{pattern('section_headings', 'introduction_headings')}\s*[.:]?",
    re.IGNORECASE,
)
"""A head of the highest level in most papers."""
NO_HEAD = re.compile(
    rf"{pattern('figure_labels', 'table_labels')}\.?\s*[\dIVXS]|{pattern('not_in_heads')}(?!\w)|"
    r"https?:|www\.|©|open$|page\s\d|vol(?:ume)?\.?\s\d|[^=]*=|.*\(\d{1,2}\)$",
    re.IGNORECASE,
)
ANNEX = re.compile(
    pattern("back_matter_headings", "acknowledgement_headings", "last_headings") + r"(?!\w).{0,60}",
    re.IGNORECASE,
)
"""The head of a part after the text."""
ACKNOWLEDGEMENTS = re.compile(
    rf"{pattern('acknowledgement_headings')}(?!\w).{{0,40}}", re.IGNORECASE
)
END_OF_LEAD = re.compile(r"[.:?]\s*[–—-]?$|[–—]$")
"""How a head ends that the text follows in the same line."""
NUMBER_ONLY = re.compile(r"[\dIVX.()\s]+")


def is_known(text: str) -> bool:
    """Return whether a line has the words of a head that most papers have, and no others."""
    return KNOWN.fullmatch(NUMBER.sub("", text, count=1)) is not None
