"""The keys that a paper is stored under and found by."""

import hashlib
import zlib

from wildwood.matching.target_index import is_wide
from wildwood.model import Features, Totals

WIDE_KEY = "wide"

_LONGEST = 300
"""Characters of the longest feature that is a key as it is. No real one has as many: three words of
languages that write without spaces, such as Thai, can have a hundred or two."""
_KEPT = 60
"""Characters that the key of a longer feature keeps."""
_HASH_BYTES = 16
_LEAST_INT32 = -(2**31)


def feature_keys(features: Features) -> set[str]:
    """Return the keys under which a paper is found by a single feature."""
    keys = set(map(author_key, features.authors))
    keys.update(map(title_key, features.titles))
    keys.update(map(person_key, features.people))
    if is_wide(features):
        keys.add(WIDE_KEY)
    return keys


def pair_keys(features: Features) -> set[int]:
    """Return the keys under which a paper is found by two features; none of a wide paper."""
    if is_wide(features):
        return set()
    begun = [_begun_pair(shortened(author)) for author in set(features.authors)]
    titles = [shortened(title).encode() for title in set(features.titles)]
    return {_LEAST_INT32 + zlib.crc32(title, author) for author in begun for title in titles}


def author_key(feature: str) -> str:
    """Return the key of an author feature."""
    return f"author:{shortened(feature)}"


def title_key(feature: str) -> str:
    """Return the key of a title feature."""
    return f"title:{shortened(feature)}"


def person_key(person: str) -> str:
    """Return the key of two words of one name."""
    return f"name:{shortened(person)}"


def pair_key(author: str, title: str) -> int:
    """Return the key of an author feature and a title feature, both `shortened`.

    It is the CRC-32 of both with a bar between them, as a signed number: an index of these takes
    half the space of one of texts. Some papers are found by the key of another pair, and compared
    in vain.
    """
    return _LEAST_INT32 + zlib.crc32(title.encode(), _begun_pair(author))


def _begun_pair(author: str) -> int:
    return zlib.crc32(f"{author}|".encode())


def shortened(feature: str) -> str:
    """Return a feature as its keys have it: a very long one by its beginning and its hash.

    A paper has up to 10,000 pairs, so long features would make documents of hundreds of megabytes.
    Features have no punctuation, so the ellipsis keeps these keys apart from all others.
    """
    if len(feature) <= _LONGEST:
        return feature
    digest = hashlib.blake2b(feature.encode(), digest_size=_HASH_BYTES).hexdigest()
    return f"{feature[:_KEPT]}…{digest}"


def totals_key(totals: Totals) -> str:
    """Return the totals of a paper in the form that its document has, such as `4+8`."""
    return f"{totals.authors}+{totals.titles}"
