"""The keys that a paper is stored under and found by."""

import hashlib

from wildwood.matching.target_index import is_wide
from wildwood.model import Features, Totals

WIDE_KEY = "wide"

_LONGEST = 300
"""Characters of the longest feature that is a key as it is. No real one has as many: three words of
languages that write without spaces, such as Thai, can have a hundred or two."""
_KEPT = 60
"""Characters that the key of a longer feature keeps."""
_HASH_BYTES = 16


def selecting_keys(features: Features) -> set[str]:
    """Return the keys under which a paper is found."""
    authors, titles = _shortened(features.authors), _shortened(features.titles)
    keys = {f"author:{author}" for author in authors}
    keys.update([f"title:{title}" for title in titles])
    if is_wide(features):
        keys.add(WIDE_KEY)
    else:
        keys.update([f"pair:{author}|{title}" for author in authors for title in titles])
    keys.update(map(person_key, features.people))
    return keys


def author_key(feature: str) -> str:
    """Return the key of an author feature."""
    return f"author:{shortened(feature)}"


def title_key(feature: str) -> str:
    """Return the key of a title feature."""
    return f"title:{shortened(feature)}"


def person_key(person: str) -> str:
    """Return the key of two words of one name."""
    return f"name:{shortened(person)}"


def pair_key(author: str, title: str) -> str:
    """Return the key of an author feature and a title feature, both `shortened`."""
    return f"pair:{author}|{title}"


def shortened(feature: str) -> str:
    """Return a feature as its keys have it: a very long one by its beginning and its hash.

    A paper has up to 10,000 pairs, so long features would make documents of hundreds of megabytes.
    Features have no punctuation, so the ellipsis keeps these keys apart from all others.
    """
    if len(feature) <= _LONGEST:
        return feature
    digest = hashlib.blake2b(feature.encode(), digest_size=_HASH_BYTES).hexdigest()
    return f"{feature[:_KEPT]}…{digest}"


def _shortened(features: tuple[str, ...]) -> set[str]:
    return set(map(shortened, features))


def totals_key(totals: Totals) -> str:
    """Return the totals of a paper in the form that its document has, such as `4+8`."""
    return f"{totals.authors}+{totals.titles}"
