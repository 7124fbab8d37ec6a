"""Divide a field of names into one author each."""

from wildwood.lists.entry import Author
from wildwood.lists.text import clean


def author_of(name: str) -> Author:
    """Read one name, given name first or "Family, Given"."""
    family, comma, given = clean(name).partition(",")
    if not comma or "," in given:
        return Author(clean(name))
    return Author(family.strip(), given.strip()) if given.strip() else Author(family.strip())


def authors_in(text: str) -> tuple[Author, ...]:
    """Read a field of several names."""
    return tuple(author_of(name) for name in text.split(";") if name.strip())
