"""Tell whether a text is the name of a person, and take off what is beside one."""

import re

from wildwood.names.other_words import has_other_words
from wildwood.names.words import PARTICLES

IN_BRACKETS = re.compile(r"\(.{0,100}?\)|\[.{0,100}?\]")
_LONE_LETTER = re.compile(r"(?<=[^\W\d_]{2})\s[a-hx-z]$|^[a-h]$")
"""A mark of a footnote; the signs † and ‡ of old fonts are read as `y` and `z`."""
_ORCID_BADGE = re.compile(r"(?:\s*\b|(?<=[a-zà-ÿ]))(?:ID|iD)\b\s*$|\uf8ff||")
_BEFORE_NAME = re.compile(
    r"^(?:(?:m\.?sc|b\.?sc|ph\.?\s?d|master['’]?s?|bachelor['’]?s?|diplom)\.?[\s-]?"
    r"(?:thesis|dissertation|arbeit)(?:\s(?:by|von))?|"
    r"(?:chapter\s)?author\(s\)|auteur\(s\)|autor\((?:es|en|in)\)|"
    r"by|par|von|por|(?:chapter\s)?authors?|auteurs?|autor(?:en|es)?|dr|prof|professor|mr|mrs|ms|sir|"
    r"(?:(?:thesis|dissertation)\s)?(?:presented|submitted|prepared|written)\sby|(?:vorgelegt|verfasst|eingereicht)\svon|"
    r"(?:mémoire\s|thèse\s|rapport\s|projet\s|travail\s)?(?:présent|réalis|rédig)ée?\spar|"
    r"(?:(?:tesis|tese|trabajo|trabalho|dissertação|monograf[ií]a)\s)?"
    r"(?:present|realiz|elabor|apresent)ad[ao]\spor|presenta|"
    r"students?|estudiantes?|étudiante?s?|alumn[ao]s?|alun[ao]s?|candidat[aeo]?|verfasser(?:in)?|"
    r"(?:dra|mgr|lic|ing|dott|mtr[ao]|profa|pr|mag)(?=\.)|mme|mlle|"
    r"(?:nombres?|nome|nom|name)(?=\s?:))"
    r"(?:\b|(?<=\)))[.:]?\s+",
    re.IGNORECASE,
)
_AND_BEFORE_NAME = re.compile(r"^(?:e|y|und|et|and)\s+(?=[^\W\d_a-z])")
_AFTER_NAME = re.compile(
    r"(?:,?\s*\b(?:Ph\.?\s?D|M\.?D|M\.?Sc|B\.?Sc|M\.?A|M\.?P\.?H|Dr|Prof|RN|DVM|MBBS|FRCP|"
    r"(?:Student\s|Senior\s|Life\s)?(?:Member|Fellow)|IEEE|ACM)\b\.?)+$"
)
DEGREE = re.compile(
    r"(?:Ph\.?\s?D|M\.?D|M\.?Sc|B\.?Sc|M\.?P\.?H|RN|DVM|MBBS|MSc|BSc|Dr|Prof|IEEE|ACM|"
    r"M[ABMNS]|B[AMNS]|MBA|MB\s?Ch\s?B|MMed|BMed|M[SP]hil|MPhil|DPhil|DO|DDS|DMD|DrPH|[ES][dc]D|PharmD|"
    r"[BM]SN|M?FRC[PS]\w*|FAC[CPS]|"
    r"[BM]\.\s?(?:[AS]|Eng|Ed|Tech|Phil)|M\.\s?B\.\s?A|D\.\s?(?:Sc|Phil)|Ed\.\s?D|"
    r"(?:Student |Senior |Life )?(?:Member|Fellow)(?:,? IEEE)?|Jr|Sr|II|III|IV)\.?",
)
_INITIALS = re.compile(r"(?<=[^\W\d_]\.)(?=[^\W\d_])")
"""The places in `J.E.Smith` where spaces belong."""
_NOT_LAST = frozenset({"da", "das", "de", "del", "della", "der", "des", "dos", "von", "zum", "zur"})
"""Words in which no name ends, as lines of titles do."""
_NAME_LETTERS = re.compile(r"[^\W\d_][\w.’'`ʼ‐\-–]*|['’]t")
_ELIDED = re.compile(r"[dl]['’][^\W\d_a-z]")
_MAX_WORDS = 6
_MIN_WORDS = 2
_MIN_LETTERS = 4


def cleaned(text: str) -> str:
    """Return a name without titles, degrees, badges and the punctuation around it."""
    name = " ".join(_ORCID_BADGE.sub("", IN_BRACKETS.sub(" ", text)).split())
    name = _INITIALS.sub(" ", _LONE_LETTER.sub("", _AND_BEFORE_NAME.sub("", name)))
    while (shorter := _BEFORE_NAME.sub("", name)) != name:
        name = shorter
    return _AFTER_NAME.sub("", name).strip(" .,;:–—-()[]{}<>'’\"“”/") if name else ""


def is_name(text: str) -> bool:
    """Return whether a text looks like the name of one person."""
    words = text.split()
    if len(words) < _MIN_WORDS or has_other_words(text):
        return False
    if (words[-1].lower() if text.isupper() else words[-1]) in _NOT_LAST:
        return False
    if sum(word not in PARTICLES for word in words) > _MAX_WORDS:
        return False
    letters = sum(character.isalpha() for character in text)
    if letters < _MIN_LETTERS or not all(map(_NAME_LETTERS.fullmatch, words)):
        return False
    capitals = [word for word in words if _is_capital(word)]
    others = [word for word in words if word not in capitals]
    long = any(len(word.strip(".")) > 1 for word in capitals)
    return (
        len(capitals) >= _MIN_WORDS
        and long
        and all(word.lower() in PARTICLES or "’" in word or "'" in word for word in others)
    )


def _is_capital(word: str) -> bool:
    """Return whether a word is not in lower case, as a whole or after an elision (`d'Astous`)."""
    return not word[0].islower() or _ELIDED.match(word) is not None
