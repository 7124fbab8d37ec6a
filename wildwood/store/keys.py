"""The keys that a paper is stored under."""

from wildwood.matching.target_index import is_wide
from wildwood.model import Features, Totals

WIDE_KEY = "wide"


def selecting_keys(features: Features) -> set[str]:
    """Return the keys under which a paper is found."""
    authors, titles = set(features.authors), set(features.titles)
    keys = {f"author:{author}" for author in authors}
    keys.update([f"title:{title}" for title in titles])
    if is_wide(features):
        keys.add(WIDE_KEY)
    else:
        keys.update([f"pair:{author}|{title}" for author in authors for title in titles])
    return keys


def totals_key(totals: Totals) -> str:
    """Return the totals of a paper in the form that its document has, such as `4+8`."""
    return f"{totals.authors}+{totals.titles}"
