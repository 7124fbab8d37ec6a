"""A name in parts, and which names are those of institutions."""

from typing import NamedTuple

from wildwood.lexicon.patterns import words
from wildwood.names.name_words import INITIAL, is_particle

INSTITUTIONS = ("institutions", "universities", "university_names", "company_forms")
"""The kinds of words that names of institutions have."""
INSTITUTION = words(*INSTITUTIONS)
"""A word that names of institutions have, and few names of persons."""
_MAX_INITIAL = 2
"""The most characters of an initial and its full stop."""
_MAX_WORDS = 5
"""A name with more words that are no initials and no particles is an institution's."""


class Person(NamedTuple):
    """A person or an institution.

    A name that its list does not divide, and an institution's, is the family name alone.
    """

    family: str
    given: str = ""

    @property
    def name(self) -> str:
        """The whole name, given name first."""
        return f"{self.given} {self.family}".strip() if self.given else self.family

    @property
    def inverted(self) -> str:
        """The name as catalogues sort it, such as "Keen, Michael"."""
        return f"{self.family}, {self.given}" if self.given else self.family

    @property
    def is_institution(self) -> bool:
        """Whether the name is that of an institution, as far as its words show."""
        return not self.given and is_institution(self.family)


def is_institution(name: str) -> bool:
    """Return whether a name is that of an institution."""
    full = sum(len(word) > _MAX_INITIAL and not is_particle(word) for word in name.split())
    return full > _MAX_WORDS or bool(INSTITUTION.search(name) and not INITIAL.match(name))
