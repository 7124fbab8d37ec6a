"""Finds likely repeats in a list of new papers, by author names and titles."""
