"""Callouts: where a text cites entries of its bibliography, and names figures and tables."""
