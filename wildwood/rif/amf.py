"""The names of AMF's elements, and of those that Wildwood adds."""

_NAMESPACE = "{http://amf.openlib.org}"

ROOT = f"{_NAMESPACE}amf"
TEXT = f"{_NAMESPACE}text"
TITLE = f"{_NAMESPACE}title"
ABSTRACT = f"{_NAMESPACE}abstract"
LANGUAGE = f"{_NAMESPACE}language"
AUTHOR_NAMES = f"{_NAMESPACE}hasauthor/{_NAMESPACE}person/{_NAMESPACE}name"
"""The path from a text to the names of its authors."""
WILDWOOD = f"{_NAMESPACE}wildwood"
SIMILAR = f"{_NAMESPACE}similar"
