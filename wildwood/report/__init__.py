"""Pairs of similar papers, made for readers: families, a page, files."""
