"""The keys by which papers are found: their type, and a hash for very long features."""

import zlib

from hypothesis import given
from hypothesis import strategies as st

from wildwood.kernel.model import Features
from wildwood.kernel.strength import MAX_FEATURE_PAIRS
from wildwood.nep.documents import feature_keys, pair_key, pair_keys

FEATURES = Features(("smith", "anna", "smith"), ("b c d", "a b c", "b c d"))
WIDE_FEATURES = Features(("anna",), tuple(map(str, range(MAX_FEATURE_PAIRS + 1))))


def test_each_key_names_its_type_and_occurs_once() -> None:
    assert feature_keys(FEATURES) == {"author:anna", "author:smith", "title:a b c", "title:b c d"}


def test_two_words_of_a_name_are_a_key() -> None:
    assert "name:anna smith" in feature_keys(FEATURES._replace(people=("anna smith",)))


def test_each_pair_of_features_has_a_key_of_32_bits() -> None:
    keys = {pair_key(author, title) for author in ("anna", "smith") for title in ("a b c", "b c d")}
    assert pair_keys(FEATURES) == keys
    assert len(keys) == 4
    assert all(-(2**31) <= key < 2**31 for key in keys)


@given(st.lists(st.tuples(st.text(), st.text()), max_size=50, unique=True))
def test_the_key_of_a_pair_is_the_checksum_of_its_text(pairs: list[tuple[str, str]]) -> None:
    for author, title in pairs:
        assert pair_key(author, title) + 2**31 == zlib.crc32(f"{author}|{title}".encode())


def test_a_wide_paper_is_marked_and_has_no_pairs() -> None:
    assert "wide" in feature_keys(WIDE_FEATURES)
    assert pair_keys(WIDE_FEATURES) == set()


LONG = "x" * 300


def test_a_very_long_feature_is_known_by_its_beginning_and_its_hash() -> None:
    longer = Features(("anna",), (LONG, f"{LONG}y", f"{LONG}z"))
    keys = feature_keys(longer)
    assert f"title:{LONG}" in keys
    assert len(keys) == 1 + 3
    short = {key for key in keys if "…" in key}
    assert len(short) == 2
    assert all(key.startswith("title:" + "x" * 60) for key in short)
    assert max(map(len, short)) < 120
    assert len(pair_keys(longer)) == 3
