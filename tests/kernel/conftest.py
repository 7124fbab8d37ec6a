"""Papers and pairs as reports show them."""

from tests.support.shown_pairs import pair, paper

__all__ = ["pair", "paper"]
