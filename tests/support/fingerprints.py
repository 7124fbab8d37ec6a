"""The fingerprint of a text, which the service takes of the words that it has counted."""

from wildwood.extraction.service.simhash import simhash_words, text_words


def simhash(text: str) -> int:
    """Return the fingerprint of a text."""
    return simhash_words(text_words(text))
