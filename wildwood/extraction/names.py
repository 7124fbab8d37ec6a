"""Recognise and divide the names of persons in references and headers; find their addresses."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, starmap

from wildwood.biblio import person
from wildwood.biblio.field_texts import UNSPACED
from wildwood.biblio.names import join_suffixes
from wildwood.biblio.words import entries, pattern, uncapitalised, words
from wildwood.extraction.name_likeness import likeness

IN_BRACKETS = re.compile(r"\(.{0,100}?\)|\[.{0,100}?\]|(?<=\s)[“\"][^\W\d_]{1,20}[”\"](?=\s)")
_LONE_LETTER = re.compile(r"(?<=[^\W\d_]{2})\s[a-hx-z]$|^[a-h]$")
"""A mark of a footnote; † and ‡ of old fonts are read as `y` and `z`."""
_ORCID_BADGE = re.compile(r"(?:(?<!\s)\s*\b|(?<=[a-zà-ÿ]))(?:ID|iD)\b\s*$|\s@$|[\ue000-\uf8ff]")
_BEFORE_NAME = re.compile(
    rf"(?:(?:chapter\s)?{pattern('author_labels', 'honorifics', 'document_types')}(?!\w)[.:]?|"
    rf"{pattern('abbreviated_honorifics')}\.)(?:\s+|(?<=\.))",
    re.IGNORECASE,
)
_AND_BEFORE_NAME = re.compile(rf"^{person.AND}\s+(?=[^\W\d_a-z])")
_AFTER_NAME = re.compile(
    rf"(?:,?\s*\b{pattern('degrees')}(?!\w)\.?)+$|^(?:[A-Z]\. ?){{3,}}[A-Z]?$|"
    r"(?<=[一-힣])\s[A-Z].+$"
)  # also any degree alone, such as `M.A.S.`
_SHORT_FAMILY = re.compile(r"[A-Z][a-z]+(?:-[A-Z]?[a-z]+)? [A-Z]{2}")  # `Anna MA` has no degree
_LAST_INITIAL = re.compile(r"\s[^\W\d_]$")
_JOINED_INITIALS = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_])|(?<=[a-zß-ÿ]{2})(?=[A-Z]\.)")
_NAME_LETTERS = re.compile(r"(?!.*['’]s$)[^\W\d_][\w.’'`ʼ‐\-–]*|['’]t")
_ELIDED = re.compile(r"[dl]['’][^\W\d_a-z]")
_MIN_WORDS = 2
_MIN_LETTERS = 4
_SHORT_NAME = re.compile(r"[A-Z]\. [A-Z][aeiou]")  # such as `Y. Wu`
_NO_NAME = words(
    *person.INSTITUTIONS, "organisations", "subjects", "title_words", "addresses",
    "countries", "front_words", "thesis_words",
)  # fmt: skip
_FUNCTION_WORDS = re.compile(
    rf"(?<![\w‐-])(?!(?<=[a-z]\s)[A-Z][a-z]+$){pattern('function_words')}(?![\w‐-])"
)  # in no name, except as a part with a hyphen or as a family name such as `An`
_FIRST_WORDS = re.compile(rf"{pattern('first_words', 'degrees_sought')}\s")
HAN = re.compile(rf"[{UNSPACED}가-힣]")
_SPACED_HAN = re.compile(rf"{HAN.pattern}(?: {HAN.pattern})+")  # as wide as longer names
_HAN_NAME = re.compile(
    rf"{pattern('family_names')}(?:[一-鿿]{{1,2}}|(\s?)[가-힣]\1[가-힣])|[一-鿿]{{1,3}}\s[一-鿿]{{1,3}}"
)
_UNLIKELY = -5.0  # the likeness that 3 of 1,000 names do not have, nor 2 of 3 other texts
_PLACES = re.compile(pattern("places"))  # look like names if the text has nothing else


def cleaned(text: str) -> str:
    """Return a name without titles, degrees, badges and the punctuation around it."""
    name = " ".join(_ORCID_BADGE.sub("", IN_BRACKETS.sub(" ", text)).split())
    name = name.replace(" ", "") if _SPACED_HAN.fullmatch(name) else name
    name = _JOINED_INITIALS.sub(" ", _LONE_LETTER.sub("", _AND_BEFORE_NAME.sub("", name)))
    name = name if _SHORT_FAMILY.fullmatch(name) else _AFTER_NAME.sub("", name)
    while before := _BEFORE_NAME.match(name):
        name = name[before.end() :]
    bare = name.strip(" .,;:–—-()[]{}<>'’\"“”/©")
    return f"{bare}." if _LAST_INITIAL.search(bare) and f"{bare}." in name else bare


def is_name(text: str) -> bool:
    """Return whether a text has the form of a name and does not look like other words."""
    return has_form_of_name(text) and likeness(text) > _UNLIKELY


def has_form_of_name(text: str) -> bool:
    if HAN.search(text):
        return _HAN_NAME.fullmatch(text) is not None and not has_other_words(text)
    words = text.split()
    if len(words) < _MIN_WORDS or has_other_words(text):
        return False
    letters = sum(character.isalpha() for character in text)
    is_short = letters < _MIN_LETTERS and not _SHORT_NAME.fullmatch(text)
    if is_short or not all(map(_NAME_LETTERS.fullmatch, words)):
        return False
    # A word is also capitalised after an elision or a prefix, as in `d'Astous` and `hÉigeartaigh`.
    capitals = [word for word in words if not word[:2].islower() or _ELIDED.match(word)]
    lowercase = [word for word in words if word not in capitals]
    long = any(len(word.strip(".")) > 1 for word in capitals)
    are_particles = all(word.lower() in person.PARTICLES for word in lowercase)
    return len(capitals) >= _MIN_WORDS and long and are_particles


def has_other_words(text: str) -> bool:
    is_place = _PLACES.fullmatch(text) or _FIRST_WORDS.match(text)
    return bool(is_place or _NO_NAME.search(text) or _FUNCTION_WORDS.search(text))


_CONJUNCTION = "|".join(
    (uncapitalised("conjunctions"), *sorted(entries("conjunctions_in_references")))
)
_AND = re.compile(
    r"\s*(?:;|•|·|/|\||\n)\s*|"
    rf",?\s*(?:\b(?:{_CONJUNCTION})\b(?:(?<=\w\w)|(?<!i)(?=\s(?:[^\W\d_a-z]|{person.PARTICLE}\s))|"
    r"(?=\s[^\W\d_a-z][^\s,]*\s))|&)\s*"
)  # not `Padró i Miquel`
_AND_OTHERS = re.compile(rf",?\s*(?:\b{person.AND_OTHERS}|…|\.\.\.)\s*")
_SUFFIX = re.compile(rf"\s{person.SUFFIX.pattern}$")
_EDITORS = re.compile(r"(?:eds?|editors?|hrsg)\.?", re.IGNORECASE)
_INITIAL = re.compile(r"[^\W\d_a-z][.\s]")
_ALL = 10_000
_MORE_THAN_NAMES = re.compile(r"[\[\]]|[a-z]{3}\.\s")
_PAIR = 2  # the parts of an inverted name: the family name and the given names
_MAX_GIVEN_NAMES = 3
_FULL_STOP = re.compile(r"(?<=[a-z]{2})\.$")


def cited_names(text: str) -> tuple[str, ...]:
    """Return the authors of a reference; `Knuth, D. E.` is one."""
    text = _AND_OTHERS.sub(", ", re.sub(r"\([^)]*\)\.?", " ", " ".join(text.split())))
    groups = [parts for group in _AND.split(text) if (parts := _parts(group))]
    inverted = _count_inverted(groups, has_semicolon=";" in text)
    people: list[str] = []
    for group in groups:
        first = len(people)
        for part in group:
            is_open = len(people) > first and "," not in people[-1]
            if is_open and len(groups) == 1 and HAN.match(part):  # a name of its own
                is_open = len(people[-1]) == 1
            if is_open and _completes(part, people[-1], can_be_full=len(people) <= inverted):
                people[-1] += f", {part}"
            else:
                people.append(part)
    return tuple(_FULL_STOP.sub("", name) for name in people)


def _parts(group: str) -> list[str]:
    """Return the parts between commas, each with the suffix after it, without `ed.`."""
    parts = (part.strip(" ,:") for part in group.split(","))
    worded = (part for part in parts if any(map(str.isalpha, part)))
    return join_suffixes(part for part in worded if not _EDITORS.fullmatch(part))


def _completes(part: str, family: str, *, can_be_full: bool) -> bool:
    if person.INITIALS.fullmatch(_SUFFIX.sub("", part)) and len(family) > 1 and family[-1] != ".":
        return True
    return can_be_full and not (person.is_institution(family) or person.is_institution(part))


def _count_inverted(groups: Sequence[Sequence[str]], *, has_semicolon: bool) -> int:
    """Return how many names can be inverted with full given names: all, the first or none."""
    people = [[part for part in group if not person.is_institution(part)] for group in groups]
    people = list(filter(None, people))
    parts = list(chain.from_iterable(people))
    pairs = list(zip(parts[::2], parts[1::2], strict=False))
    are_even = all(len(group) % _PAIR == 0 for group in people)
    if has_semicolon and all(len(group) <= _PAIR for group in people):
        return _ALL
    if are_even and all(starmap(_is_inverted if len(people) == 1 else _can_be_inverted, pairs)):
        return _ALL
    is_first = bool(people and people[0][1:]) and _is_inverted(*pairs[0])
    families = (part for part in parts[_PAIR:] if len(_drop_particles(part)) <= 1)
    return int(is_first and all(map(person.INITIALS.fullmatch, families)))


def _can_be_inverted(family: str, given: str) -> bool:
    behind = _SUFFIX.sub("", family).split()[1:]
    has_initials = _INITIAL.match(family) or any(map(person.INITIALS.fullmatch, behind))
    is_more = _MORE_THAN_NAMES.search(given) or len(_drop_particles(given)) > _MAX_GIVEN_NAMES
    return not (has_initials or is_more)


def _is_inverted(family: str, given: str) -> bool:
    names = given.split()
    is_short = len(_drop_particles(family)) == 1 or len(names) == 1 or names[-1][1:] in {"", "."}
    return is_short and _can_be_inverted(family, given)


def _drop_particles(name: str) -> list[str]:
    return [word for word in name.split() if not word.islower()]


_CONJUNCTIONS = frozenset({"y", "e", "i"})  # within a family name, as in `Ortega y Gasset`
_MAX_INITIALS = 3
_VOWELS = frozenset("AEIOUY")


def cited(name: str) -> person.Person:
    """Return the parts of a name as it is cited: `Knuth, D. E.`, `D. E. Knuth` or `Knuth DE`."""
    if "," not in name and person.is_institution(name):
        return person.Person(" ".join(name.split()))
    return divided(name, initials_last=True)


def divided(name: str, *, initials_last: bool = False) -> person.Person:
    """If `initials_last`, capitals are initials (`Knuth DE`), else a family name (`Wei LI`)."""
    parts = [stripped for part in name.split(",") if (stripped := part.strip())]
    if len(parts) > 1:
        return _inverted(*parts)
    words = "".join(parts).split()
    has_suffix = len(words) > _MIN_WORDS and person.SUFFIX.fullmatch(words[-1])
    suffix = [words.pop()] if has_suffix else []
    end = len(words)
    if initials := _initials_at_end(words, with_stops=not initials_last):
        start, end = 0, end - initials
    elif _begins_with_family(words, initials=initials_last):
        start, end = 0, next(n for n, word in enumerate(words) if not _is_in_capitals(word))
    else:
        start = _family_start(words)
    family = " ".join([*words[start:end], *suffix])
    return person.Person(family, " ".join([*words[:start], *words[end:]]))


def _inverted(family: str, *parts: str) -> person.Person:
    """Make a person; suffixes behind the given name belong to the family name."""
    suffixes = [part for part in parts if person.SUFFIX.fullmatch(part)]
    given = [part for part in parts if part not in suffixes]
    return person.Person(" ".join((family, *suffixes)), ", ".join(given))


def _initials_at_end(words: Sequence[str], *, with_stops: bool) -> int:
    """Count the words of initials at the end; if not `with_stops`, the last can be capitals."""
    if len(words) < _MIN_WORDS or len(words[0]) == 1 or words[0].isupper() or "." in words[0]:
        return 0
    are_initials = (
        person.INITIALS.fullmatch(word)
        and (word[1:] == "" or "." in word or not (with_stops or place))
        for place, word in enumerate((*reversed(words[1:]), ""))
    )
    return next(count for count, is_initial in enumerate(are_initials) if not is_initial)


def _begins_with_family(words: Sequence[str], *, initials: bool) -> bool:
    """Return whether only the beginning of a name is in capitals, as in `DE LA TOUR Jean`."""
    if not words or not _is_in_capitals(words[0]) or _is_in_capitals(words[-1]):
        return False
    is_syllable = not initials and not _VOWELS.isdisjoint(words[0])
    return len(words[0]) > _MAX_INITIALS or is_syllable


def _is_in_capitals(word: str) -> bool:
    return len(word) > 1 and word.isupper() and "." not in word


def _family_start(words: Sequence[str]) -> int:
    start = max(len(words) - 1, 0)
    if not all(map(str.isupper, words)) and _is_in_capitals(words[start]):
        while start > 1 and _is_in_capitals(words[start - 1]):
            start -= 1
    while start > 0 and person.is_particle(words[start - 1]) and (start > 1 or words[0].islower()):
        is_double = words[start - 1] in _CONJUNCTIONS and start > _MIN_WORDS
        start -= 2 if is_double and not person.INITIALS.fullmatch(words[start - 2]) else 1
    return start


EMAIL = re.compile(r"(?<![\w.+%-])[\w.+%-]++\s?@\s?[\w-]+(?:\.[\w-]+)+")  # a space can be at @
_EMAILS = re.compile(r"[{(\[]\s*([\w.+\s,;|/-]+?)\s*[})\]]\s?@\s?([\w-]+(?:\.[\w-]+)+)")
"""Several addresses, as in `{a,b}@example.org`."""


def emails_in(*texts: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address for text in texts for address in _emails(text)))


def _emails(text: str) -> Iterator[str]:
    for names, host in _EMAILS.findall(text):
        yield from (f"{name}@{host}" for name in re.split(r"[\s,;|/]+", names) if name)
    for address in EMAIL.findall(_EMAILS.sub(" ", text)):
        yield address.replace(" ", "")


def remove_emails(text: str, instead: str = " ") -> str:
    return EMAIL.sub(instead, _EMAILS.sub(instead, text))
