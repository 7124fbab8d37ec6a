"""The names of people on a line of the header, each with its marks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from wildwood.extraction.model import Line

_SEPARATOR = re.compile(
    r"\s*(?:[;,•·∙|]|\s[–—]\s|\s\.(?=\s|$)|(?<!\w)(?:and|And|AND|und|et|ET|with|avec)(?!\w)|&)\s*"
)
_IN_BRACKETS = re.compile(r"\(.{0,100}?\)|\[.{0,100}?\]")
_SEMICOLON = re.compile(r"\s*;\s*")
_VOWEL = re.compile(r"\s[ye]\s")
_MARKS = re.compile(
    r"(?<=[^\W_])\s?[\d*†‡§¶#∗⋆✉✝♯♭∥‖$+]+(?:,\s?\d{1,2}(?!\d))*"
    r"|(?<=[^\W_])\s?\(\d[\d,\s]*\)|[*†‡§¶∗⋆✉]+"
)
"""Marks that are printed like the names."""
_MEMBERSHIP = re.compile(
    r"(?:\b(?:Graduate|Student|Senior|Life)\s)*\b(?:Member|Fellow),?\s(?:IEEE|ACM)\b"
)
_LONE_LETTER = re.compile(r"(?<=[^\W\d_]{2})\s[a-hx-z]$|^[a-h]$")
"""A mark of a footnote; the signs † and ‡ of old fonts are read as `y` and `z`."""
_POSTAL_CODE = re.compile(r"\d{4}")
_MARK = re.compile(r"\d+|[^\W\d_]|[^\w\s,.;]")
_ORCID_BADGE = re.compile(r"(?:\s*\b|(?<=[a-zà-ÿ]))(?:ID|iD)\b\s*$|\uf8ff||")
_EMAIL = re.compile(r"(?<!\S)\S*[\w}]\s?@\s?[\w-]+(?:\.[\w-]+)+")
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
_SUFFIX = re.compile(r"(?:Jr|Sr|II|III|IV)\.?")
PARTICLES = frozenset({
    "de", "da", "di", "do", "du", "des", "del", "della", "den", "der", "dos", "das", "van", "von",
    "vom", "zu", "zum", "zur", "ten", "ter", "te", "la", "le", "el", "al", "bin", "ibn", "ben",
    "af", "av", "y", "e", "i", "'t", "st", "san", "ul", "ud", "ur", "us", "abu", "bint",
})  # fmt: skip
"""Words of names that are written in lower case."""
_NOT_LAST = frozenset({"da", "das", "de", "del", "della", "der", "des", "dos", "von", "zum", "zur"})
"""Words in which no name ends, as lines of titles do."""
_NOT_IN_NAMES = re.compile(
    r"\b(?:univ\w*|institu\w*|depart\w*|dept|département|laborator\w*|labor\w*|lab|labs|labs?\b|"
    r"school|hochschule|\w+hochschule|istitut\w*|dipartiment\w*|facolt\w*|"
    r"biblioth\w*|bibliotec\w*|stiftung|gesellschaft|bundesbank|banque|ministè\w*|ministeri\w*|"
    r"observatoire|observatorio|programa|college|facult\w*|fakult\w*|facultad|cent(?:er|re|ro|rum)|zentrum|hospital\w*|clinic\w*|"
    r"klinik\w*|academ\w*|akademie|ministry|agency|council|foundation|fundaci\w*|corporation|corp|"
    r"inc|ltd|llc|gmbh|company|technolog\w*|sciences?|scienc\w*|engineering|informati\w*|research|"
    r"recherche\w*|national\w*|international\w*|polytech\w*|politec\w*|équipe|école|ecole|cnrs|inria|"
    r"computing|systems?|division|section|unit|group|team|society|association|museum|observatory|"
    r"program|programme|project|software|street|road|avenue|rue|straße|campus|building|box|"
    r"microsystems|högskol\w*|papers?|reports?|series|search|members?|maintenance|"
    r"doktor\w*|docteur|doctorat|maîtrise|mémoire|exigence|présentée?|versión|version|diplom\w*|dissertation|thèse|thesis|management|medicine|medical|clinical|health|cancer|diseases?|therapy|surgery|nursing|"
    r"economics|statistics|mathematics|physics|chemistry|biology|linguistics|"
    r"abstract|keywords?|introduction|summary|article|journal|review\w*|editor\w*|published|"
    r"received|accepted|corresponding|correspondence|authors?|email|e-mail|address|open|access|"
    r"copyright|license|creative|commons|page|pages|volume|issue|vol|supplement\w*|"
    r"analysis|evidence|theor(?:y|ies)|polic(?:y|ies)|effects?|impacts?|models?|growth|markets?|"
    r"economic|econom(?:y|ies)|social|political|politics|development|education|taxation|monetary|"
    r"financial|inequality|poverty|welfare|innovation|uncertainty|inflation|unemployment|"
    r"investment|optimal|dynamics?|auctions?|design|empirical|approach|networks?|competition|"
    r"equilibrium|estimation|forecasting|regression|migration|gender|climate|democracy|elections?|"
    r"sobre|entre|análisis|análise|analisi|estudio|estudo|studio|étude|ensa[iy]os?|essai|essais|"
    r"modelos?|modèles?|modelli|efectos|efeitos|effets|política|políticas|politiques?|desarrollo|"
    r"desenvolvimento|développement|sviluppo|educación|educação|éducation|economía|economia|"
    r"économie|sociales|sociais|sociaux|über|zwischen|entwicklung|wirtschaft\w*|politik|"
    r"citation|recommended|suggested|laurea|tesi|tesis|matricola|matrikel\w*|session|anno|"
    r"usa|u\.s\.a|uk|germany|china|india|japan|korea|italy|spain|brazil|canada|australia|iran|"
    r"netherlands|switzerland|belgium|austria|mexico|turkey|singapore|taiwan|états)\b"
    r"|(?<![\w‐-])(?:the|of|for|in|on|at|to|from|with|by|is|are|was|an|as|or|we|this|that|using|via|"
    r"pour|dans|sur|com|à|au|aux|une|für|mit|im|para|con|em)(?![\w‐-])|^les\b|(?-i:\b(?:les|LES)\b)"
    r"|^(?:doble|trabajo|trabalho|proyecto|projeto|máster|eine?[rs]?|der|die|das|des|una?|une|uma?|los|las|gli)\s|^(?:escola|escuela|uc|tu|eth|mit|cmu)\s|^(?:new\s(?:york|delhi|zealand|jersey|haven)|san\s(?:francisco|diego|jose|antonio)|los\sangeles|"
    r"hong\skong|south\s\w+|north\s\w+|united\s\w+|saudi\sarabia|costa\srica|sri\slanka|ann\sarbor|"
    r"palo\salto|mountain\sview|tel\saviv|santa\s(?:barbara|cruz|clara)|st\.?\slouis|las\svegas|"
    r"salt\slake\scity|chapel\shill|baton\srouge|rio\sde\sjaneiro|são\spaulo|buenos\saires)$",
    re.IGNORECASE,
)
_NAME_LETTERS = re.compile(r"[^\W\d_][\w.’'`ʼ‐\-–]*|['’]t")
_NAME_WORD = r"[^\W\d_a-z][\w’'-]+"
_INITIALED = re.compile(rf"{_NAME_WORD}(?:\s[^\W\d_a-z]\.){{0,2}}\s{_NAME_WORD}")
_RUN = re.compile(
    rf"(?:{_NAME_WORD}(?:\s[^\W\d_a-z]\.){{1,2}}\s{_NAME_WORD}\s+)+{_INITIALED.pattern}"
)
"""Several names with initials, and nothing between them."""
_INITIAL = r"[^\W\d_a-zà-ÿ]\.?"
_INITIALS_LAST = re.compile(
    rf"({_NAME_WORD}(?:[\s-]{_NAME_WORD}){{0,2}})\s({_INITIAL}(?:[\s-]?{_INITIAL}){{0,2}})"
)
_LOST_SPACE = re.compile(r"(?<=[^\W\d_A-Z]{2})(?=[^\W\d_a-zà-ÿ][^\W\d_A-Z])")
_MAX_WORDS = 6
_MIN_WORDS = 2
_MIN_LETTERS = 4
_KNOWN_LINES = 2_000
"""Lines whose names are kept: title and authors ask for them several times."""


@dataclass(frozen=True, slots=True)
class Person:
    """A name on a line, as printed, and the marks after it, such as `1` and `*`."""

    name: str
    marks: tuple[str, ...]
    left: float
    """About where it begins, in points."""


def without_raised(line: Line, replacement: str = "") -> str:
    """Return the text of a line without its raised characters."""
    text, place = "", 0
    for start, end in line.raised:
        text += line.text[place:start] + replacement
        place = end
    return text + line.text[place:]


@lru_cache(maxsize=_KNOWN_LINES)
def people(line: Line) -> tuple[tuple[Person, ...], int]:
    """Return the people on a line, and the number of parts that are not names."""
    found: list[Person] = []
    others = 0
    parts = list(_by_initials(_by_vowels(_parts(line))))
    names = [cleaned(text) for text, _, _ in parts]
    has_initials_last = _have_initials_last(names)
    has_lost_spaces = _have_lost_spaces(names)
    for text, marks, place in parts:
        name = cleaned(text)
        if has_initials_last:
            name = _INITIALS_LAST.sub(r"\1, \2", name)
        elif has_lost_spaces:
            name = _LOST_SPACE.sub(" ", name)
        if not name or DEGREE.fullmatch(name):
            if found and marks:
                found[-1] = _with_marks(found[-1], marks)
            if _SUFFIX.fullmatch(name) and found:
                last = found[-1]
                found[-1] = Person(f"{last.name} {name}", (*last.marks, *marks), last.left)
        elif (is_name(name) or has_initials_last) and not _POSTAL_CODE.search(marks):
            share = place / max(len(line.text), 1)
            left = line.left + share * (line.right - line.left)
            found.append(_with_marks(Person(name, (), left), marks))
        else:
            others += 1
    return tuple(found), others


def _have_initials_last(names: Sequence[str]) -> bool:
    """Return whether all of several names are like `Smith AB`, in which initials are the end.

    Names such as `Wei LI` have no single letter there.
    """
    named = [_INITIALS_LAST.fullmatch(name) for name in names if name]
    initials = [match[2] for match in named if match]
    return 1 < len(named) == len(initials) and any(len(one.strip(".")) == 1 for one in initials)


def _have_lost_spaces(names: Sequence[str]) -> bool:
    """Return whether names beside others lack spaces, as `AnnaSmith` does; one can be a name."""
    glued = [name for name in names if _LOST_SPACE.search(name)]
    is_lost = len(glued) > 1 or any(" " not in name for name in glued)
    return is_lost and any(is_name(name) and name not in glued for name in names)


def inverted(text: str) -> list[Person]:
    """Return the people of a text such as `Smith, Anna; Jones, Robert`; none if it has others."""
    parts = _SEMICOLON.split(text.strip(" ;"))
    found = [person for part in parts if (person := _inverted(part))]
    if len(found) != len(parts):
        return []
    families = [person.name.partition(",")[0] for person in found]
    short = sum(len(_without_particles(one, of_list=len(parts) > 1)) == 1 for one in families)
    return found if 2 * short > len(parts) else []


def _inverted(text: str) -> Person | None:
    """Return the person whose family name stands before the given names."""
    name = " ".join(_IN_BRACKETS.sub(" ", text).split()).strip(" ,:")
    family, _, given = name.partition(",")
    is_whole = is_name(f"{given.strip()} {family}") and not _VOWEL.search(given)
    return Person(name, (), 0.0) if given.strip() and is_whole else None


def _without_particles(family: str, *, of_list: bool) -> list[str]:
    """Return the words of a family name; in a list, particles can be in upper case too."""
    *before, last = family.split()
    return [one for one in before if (one.lower() if of_list else one) not in PARTICLES] + [last]


def _by_vowels(parts: Iterator[tuple[str, str, int]]) -> Iterator[tuple[str, str, int]]:
    """Divide a part at `y` or `e`, which mean `and`, if there are whole names on both sides."""
    for text, marks, place in parts:
        match = _VOWEL.search(text)
        if (
            match
            and is_name(cleaned(text[: match.start()]))
            and is_name(cleaned(text[match.end() :]))
        ):
            yield text[: match.start()], "", place
            yield text[match.end() :], marks, place + match.end()
        else:
            yield text, marks, place


def _by_initials(parts: Iterator[tuple[str, str, int]]) -> Iterator[tuple[str, str, int]]:
    """Divide a part such as `Anna B. Smith Robert C. Jones Mary White` into its names."""
    for text, marks, place in parts:
        names = list(_INITIALED.finditer(text)) if _RUN.fullmatch(text.strip()) else []
        for name in names[:-1]:
            yield name[0], "", place + name.start()
        if names:
            yield text[names[-1].start() :], marks, place + names[-1].start()
        else:
            yield text, marks, place


def _with_marks(person: Person, marks: str) -> Person:
    return Person(person.name, (*person.marks, *_MARK.findall(marks)), person.left)


def _parts(line: Line) -> Iterator[tuple[str, str, int]]:
    """Yield the parts of a line that can be names, each with its marks and its place."""
    text = _EMAIL.sub(_commas, _MEMBERSHIP.sub(_commas, line.text))
    place = 0
    pieces: list[tuple[str, str, int]] = []
    for start, end in [*_mark_spans(text, line.raised), (len(text), len(text))]:
        mark = text[start:end]
        *before, last = _split(text[place:start], place)
        pieces += [(part, "", at) for part, at in before]
        if last[0].strip(" .,") or not pieces:
            pieces.append((last[0], mark, last[1]))
        else:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + mark, pieces[-1][2])
        place = end
    return iter(pieces)


def _commas(match: re.Match[str]) -> str:
    """Return as many commas, which divide what is around them."""
    return "," * len(match[0])


def _mark_spans(text: str, raised: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the spans of the raised marks and of those that are printed like the names."""
    for start, end in raised:
        text = text[:start] + " " * (end - start) + text[end:]
    plain = [match.span() for match in _MARKS.finditer(text)]
    return sorted([*raised, *plain])


def _split(text: str, offset: int) -> list[tuple[str, int]]:
    parts = []
    place = 0
    for separator in [*_SEPARATOR.finditer(text), None]:
        end = len(text) if separator is None else separator.start()
        parts.append((text[place:end], offset + place))
        place = end if separator is None else separator.end()
    return parts


def cleaned(text: str) -> str:
    """Return a name without titles, degrees, badges and the punctuation around it."""
    name = " ".join(_ORCID_BADGE.sub("", _IN_BRACKETS.sub(" ", text)).split())
    name = _INITIALS.sub(" ", _LONE_LETTER.sub("", _AND_BEFORE_NAME.sub("", name)))
    while (shorter := _BEFORE_NAME.sub("", name)) != name:
        name = shorter
    return _AFTER_NAME.sub("", name).strip(" .,;:–—-()[]{}<>'’\"“”/") if name else ""


def is_name(text: str) -> bool:
    """Return whether a text looks like the name of one person."""
    words = text.split()
    if len(words) < _MIN_WORDS or _NOT_IN_NAMES.search(text):
        return False
    if (words[-1].lower() if text.isupper() else words[-1]) in _NOT_LAST:
        return False
    if sum(word not in PARTICLES for word in words) > _MAX_WORDS:
        return False
    letters = sum(character.isalpha() for character in text)
    if letters < _MIN_LETTERS or not all(map(_NAME_LETTERS.fullmatch, words)):
        return False
    capitals = [word for word in words if word[0].isupper() or not word[0].islower()]
    others = [word for word in words if word not in capitals]
    long = any(len(word.strip(".")) > 1 for word in capitals)
    return (
        len(capitals) >= _MIN_WORDS
        and long
        and all(word.lower() in PARTICLES or "’" in word or "'" in word for word in others)
    )


def split_name(name: str) -> tuple[str, str]:
    """Return the given names and the family name, which takes its particles along."""
    if "," in name:
        family, _, given = name.partition(",")
        return given.strip(), family.strip()
    words = name.split()
    suffix = words.pop() if len(words) > _MIN_WORDS and _SUFFIX.fullmatch(words[-1]) else ""
    upper = [len(word) > 1 and word.isupper() and "." not in word for word in words]
    start = len(words) - 1
    if any(upper) and not all(upper):
        # `Jean-Pierre DE LA TOUR`, `DE LA TOUR Jean-Pierre`
        if upper[0] and not upper[-1]:
            end = next(n for n, is_upper in enumerate(upper) if not is_upper)
            return " ".join(words[end:]), " ".join(words[:end])
        while start > 1 and upper[start - 1]:
            start -= 1
    while start > 1 and words[start - 1] in PARTICLES:
        start -= 1
    family = " ".join([*words[start:], *filter(None, [suffix])])
    return " ".join(words[:start]), family
