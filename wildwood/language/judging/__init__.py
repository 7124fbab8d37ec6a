"""The language of one text."""
