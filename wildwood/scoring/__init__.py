"""Compute the strength of pairs of papers: features, the formula and its bounds."""
