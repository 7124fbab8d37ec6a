"""Know words that are beside names on first pages, and in no name of a person."""

import re

_INSTITUTIONS = """
lab labs labor dept département school hochschule stiftung gesellschaft bundesbank banque
observatoire observatorio observatory programa program programme college facultad center centre
centro centrum zentrum akademie ministry agency council foundation corporation corp inc ltd llc
gmbh company équipe école ecole cnrs inria division section unit group team society association
museum microsystems member members
"""
_SUBJECTS = """
science sciences engineering research computing system systems management medicine medical
clinical health cancer disease diseases therapy surgery nursing economics statistics mathematics
physics chemistry biology linguistics software project
"""
_ADDRESSES = """
street road avenue rue straße campus building box address email mail usa uk germany china india
japan korea italy spain brazil canada australia iran netherlands switzerland belgium austria
mexico turkey singapore taiwan états
"""
_PUBLISHING = """
abstract keyword keywords introduction summary article journal published received accepted
corresponding correspondence author authors open access copyright license creative commons page
pages volume issue vol paper papers report reports series search maintenance citation
recommended suggested session
"""
_THESES = """
docteur doctorat maîtrise mémoire exigence présenté présentée versión version dissertation thèse
thesis laurea tesi tesis matricola anno
"""
_TITLES = """
analysis evidence theory theories policy policies effect effects impact impacts model models
growth market markets economic economy economies social political politics development education
taxation monetary financial inequality poverty welfare innovation uncertainty inflation
unemployment investment optimal dynamic dynamics auction auctions design empirical approach
network networks competition equilibrium estimation forecasting regression migration gender
climate democracy election elections sobre entre análisis análise analisi estudio estudo studio
étude ensayo ensayos ensaio ensaios essai essais modelo modelos modèle modèles modelli efectos
efeitos effets política políticas politique politiques desarrollo desenvolvimento développement
sviluppo educación educação éducation economía economia économie sociales sociais sociaux über
zwischen entwicklung politik
"""
_WORDS = frozenset(
    (_INSTITUTIONS + _SUBJECTS + _ADDRESSES + _PUBLISHING + _THESES + _TITLES).split()
)
_STEMS = (
    "univ", "institu", "depart", "laborator", "istitut", "dipartiment", "facolt", "facult",
    "fakult", "biblioth", "bibliotec", "ministè", "ministeri", "hospital", "clinic", "klinik",
    "academ", "fundaci", "technolog", "scienc", "informati", "recherche", "national",
    "international", "polytech", "politec", "högskol", "review", "editor", "supplement", "doktor",
    "diplom", "wirtschaft", "matrikel",
)  # fmt: skip
"""The beginnings of such words."""
_LAST_PART = "hochschule"
_FUNCTION_WORDS = frozenset((
    "the", "of", "for", "in", "on", "at", "to", "from", "with", "by", "is", "are", "was", "an",
    "as", "or", "we", "this", "that", "using", "via", "pour", "dans", "sur", "com", "à",
    "aux", "une", "für", "mit", "para", "con", "em",
))  # fmt: skip
"""Words that are in no name, except as a part of one with a hyphen."""
_FIRST_WORDS = frozenset((
    "doble", "trabajo", "trabalho", "proyecto", "projeto", "máster", "ein", "eine", "einer",
    "eines", "der", "die", "das", "des", "un", "una", "une", "um", "uma", "los", "las", "gli",
    "escola", "escuela", "uc", "tu", "eth", "mit", "cmu",
))  # fmt: skip
"""Words that no name begins with."""
_NOT_CAPITALISED = frozenset(("au", "AU", "im", "IM", "les", "LES"))
"""Words that are also names with a capital inside, as in `Iñigo Les Bujanda` and `Joanne Im`."""
_FIRST_OF_PLACES = frozenset(("north", "south", "united"))
_PLACES = frozenset((
    "new york", "new delhi", "new zealand", "new jersey", "new haven", "san francisco", "san diego",
    "san jose", "san antonio", "los angeles", "hong kong", "saudi arabia", "costa rica",
    "sri lanka", "ann arbor", "palo alto", "mountain view", "tel aviv", "santa barbara",
    "santa cruz", "santa clara", "st louis", "st. louis", "las vegas", "salt lake city",
    "chapel hill", "baton rouge", "rio de janeiro", "são paulo", "buenos aires",
))  # fmt: skip
"""Towns and countries that look like names; nothing else is beside them."""
_WORD = re.compile(r"\w+")
_COMPOUND = re.compile(r"[\w‐-]+")


def has_other_words(text: str) -> bool:
    """Return whether a text has words that no name of a person has."""
    lower = text.lower()
    words = _WORD.findall(lower)
    return (
        not _WORDS.isdisjoint(words)
        or any(word.startswith(_STEMS) or word.endswith(_LAST_PART) for word in words)
        or "u.s.a" in lower
        or not _FUNCTION_WORDS.isdisjoint(_COMPOUND.findall(lower))
        or _begins_otherwise(lower)
        or _is_place(lower)
        or not _NOT_CAPITALISED.isdisjoint(_WORD.findall(text))
    )


def _begins_otherwise(lower: str) -> bool:
    first, *others = lower.split()
    return first == "les" or (bool(others) and first in _FIRST_WORDS)


def _is_place(lower: str) -> bool:
    words = lower.split()
    return lower in _PLACES or (len(words) == 2 and words[0] in _FIRST_OF_PLACES)  # noqa: PLR2004
