"""Bibliographic records, their dates, and their writers: one each for lists and extraction."""
