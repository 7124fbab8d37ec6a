"""The keys by which papers are found: their type, and a hash for very long features."""

from wildwood.matching.target_index import MAX_FEATURE_PAIRS
from wildwood.model import Features
from wildwood.store.handles.feature_keys import selecting_keys

FEATURES = Features(("smith", "anna", "smith"), ("b c d", "a b c", "b c d"))
WIDE_FEATURES = Features(("anna",), tuple(map(str, range(MAX_FEATURE_PAIRS + 1))))


def test_each_key_names_its_type_and_occurs_once() -> None:
    assert selecting_keys(FEATURES) == {
        "author:anna",
        "author:smith",
        "title:a b c",
        "title:b c d",
        "pair:anna|a b c",
        "pair:anna|b c d",
        "pair:smith|a b c",
        "pair:smith|b c d",
    }


def test_a_wide_paper_is_marked_and_has_no_pairs() -> None:
    keys = selecting_keys(WIDE_FEATURES)
    assert "wide" in keys
    assert not any(key.startswith("pair:") for key in keys)


LONG = "x" * 300


def test_a_very_long_feature_is_known_by_its_beginning_and_its_hash() -> None:
    longer = Features(("anna",), (LONG, f"{LONG}y", f"{LONG}z"))
    keys = selecting_keys(longer)
    assert {f"title:{LONG}", f"pair:anna|{LONG}"} <= keys
    assert len(keys) == 1 + 2 * 3
    short = {key for key in keys if "…" in key}
    assert len(short) == 4
    assert all(key.startswith(("title:" + "x" * 60, "pair:anna|" + "x" * 60)) for key in short)
    assert max(map(len, short)) < 120
