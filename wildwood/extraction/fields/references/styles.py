"""Find the title of a reference by the punctuation of its citation style.

A style is applied only where the whole reference fits it; otherwise the sequence model decides.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from wildwood.extraction.fields.labelling import reference_features
from wildwood.extraction.fields.references import title_end

YEAR = r"(?:1[5-9]|20)\d\d"
YEARS = re.compile(rf"\b{YEAR}\b")
_AUTHOR_YEAR = re.compile(
    rf"^(?P<authors>[^\d(\[]{{3,}}?(?:\[[^\]]+\]\.?)?)\s?\((?P<year>{YEAR}|n\.d\.)[^)]{{0,30}}\)\s?[.:,]?\s+"
)
"""The beginning of a reference in an author-year style such as APA."""
_BEFORE_PUBLISHER = re.compile(
    r"([^\W\d_a-z][^.,:]{6,120}),\s[^\W\d_a-z][\w\s&’'-]{1,40}(?:,\s[^.]{1,30})?\.?$"
)
"""A title before a publisher or journal, without a full stop between them."""
_YEAR_AFTER_NAMES = re.compile(
    rf"^(?P<authors>[^\d(\[]{{3,}}?[A-Z.,l])[.,]?\s?(?P<year>{YEAR})[a-z]?[.:,]?\s*(?=[^\W\d_a-z]|[“\"(])"
)
"""The same without brackets; it is taken only after initials."""
_YEAR_AFTER_INVERTED = re.compile(
    rf"^(?P<authors>[^\W\d_][\w’'‐-]+(?:\s[\w’'‐-]+){{0,2}},\s[^\W\d_][^\d()\[\]“\"«»„]*?)[.,:]?\s"
    rf"(?P<year>{YEAR})[a-z]?[.:,]\s+(?=[^\W\d_a-z]|[“\"»„‘])"
)
"""The same after names that begin with the family name: `Elster, Jon. 1978.`"""
_YEAR_AFTER_ORGANISATION = re.compile(
    rf"^(?P<authors>[^\W\d_a-z][^.,:\d()“”\"«»„]{{12,90}})[.:]?\s(?P<year>{YEAR})[a-z]?[.:]\s+(?=[^\W\d_a-z])"
)
_COLON_AFTER_NAMES = re.compile(
    r"^(?P<authors>[^\W\d_a-z][\w’'‐-]+,\s[^\W\d_a-z][\w’'.‐-]*[^:\d()\[\]“\"«»„]{0,100}?)"
    r"(?:\s\((?:Hrsg|Hg|eds?)\.?\))?\s?:\s+(?=[^\W\d_a-z]|[“\"»„‘])"
)
"""The beginning of a reference with its year at the end: `Mead, George: Sozialpsychologie`."""
CAPITALISED = r"[^\W\d_a-z][\w’'‐-]*"
PARTICLES = r"(?:(?:van|von|der|den|de|del|della|da|di|du|dos|la|le|el|al|ten|ter|’t)\s)*"
_GIVEN_NAME = rf"(?:{CAPITALISED}|(?:[^\W\d_a-z]\.[‐-]?){{1,4}}|[^\W\d_a-z][a-z]\.)"
_FULL_NAME = rf"(?:{_GIVEN_NAME}\s){{1,4}}{PARTICLES}{CAPITALISED}(?<=\w\w)"
FULL_NAMES = (
    rf"{_FULL_NAME}(?:,\s{_FULL_NAME})*(?:,?\s(?:and|&|et|und|y|e)\s{_FULL_NAME}|,?\set\sal)?"
)
_BEGINS_WITH_FULL_NAMES = re.compile(rf"{FULL_NAMES}(?=\.\s)")
_YEAR_AFTER_FULL_NAMES = re.compile(
    rf"^(?P<authors>{FULL_NAMES})\.\s(?P<year>{YEAR}|\[n\.\s?d\.\])[a-z]?\.\s+(?=[^\W_]|[“\"‘'])"
)
"""The beginning of a reference such as `Wanda J. Smith. 1992. Title.`"""
_INITIALED = (
    rf"{PARTICLES}{CAPITALISED}(?:\s{CAPITALISED}){{0,2}},\s(?:[^\W\d_a-z]\.[\s‐-]?){{1,4}}"
)
_INITIALED_NAMES = re.compile(
    rf"^(?P<authors>(?:{_INITIALED},\s|[^\W\d_a-z]\w+,\s)*"
    rf"(?:{_INITIALED}|(?<=\.,\s)[^\W\d_a-z]\w+)(?:,?\set\sal\.?)?)"
    r"\s?:\s+(?=\w)"
)
"""The names in a reference such as `Smith, A., Lee, B.: Title. Journal 5(1), 75 (2008)`."""
_ORGANISATION_AND_COLON = re.compile(
    r"^(?P<authors>[^\W\d_a-z][^:.,()\d“”\"]{1,60}):\s+(?P<title>[^\W_](?:(?!\.\s).)*?)\s"
    rf"\((?:[A-Z][a-z]{{2,8}}\s)?(?P<year>{YEAR})\)(?:[.,]?\s(?:https?:|doi|URL|[Aa]ccess|[Ll]ast).*|\.?)$"
)
"""A reference such as `World Water Foundation: Title (2012), https://…`"""
_MAX_ORGANISATION_WORDS = 6
_YEAR_IN_BRACKETS = re.compile(rf"\s\((?:[A-Z][a-z]{{2,8}}\s)?(?P<year>{YEAR})\)")
_MAX_GIVEN_WORDS = 4
_SENTENCE_INSIDE = re.compile(r"[a-z]{3}\.\s+\S")
_LOWER_WORD = re.compile(r"\b(?!(?:and|und|et|al|van|von|der|den|del|with)\b)[a-zà-ÿ]{3,}")
_INITIALS = re.compile(r"(?:\b[^\W\d_a-z]{1,3}|\b[^\W\d_a-z]\.|\bal\.?)[.,]?$")
_MAX_NAMES_SHARE = 0.7
_SURNAME = r"(?:[^\W\d_a-z][\w’'‐-]*|(?:van|von|de|der|den|du|da|di|la|le|el|al|dos|ter|ten)\b)"
_VANCOUVER_NAME = (
    rf"{_SURNAME}(?:\s{_SURNAME}){{0,3}}\s(?:[^\W\d_a-z]\s?-?){{1,4}}(?:\s(?:Jr|Sr|I+V?))?"
    r"(?:(?<=[A-Z])\s?d[aeo]s?(?:\s[A-Z](?![a-z]))?)?"
)
ORGANISATION_WORDS = (
    r"Organi[sz]ati\w+|Organização|Organizaci[oó]n|Agenc(?:y|ies)|Association|Societ\w+|Institut\w*|Cent(?:er|re|ro)s?|"
    r"Minist[ré]\w+|Depart\w+|Commission\w*|Committee|Council|Group|Foundation|Funda[cç]\w+|"
    r"Universi\w+|Bureau|Office|Forum|Network|College|Administration|Programme|Program|Bank|"
    r"Secretar\w+|Services?|Academy|Federation|Union|Board|Collaboration|Consortium|Force|Panel|"
    r"Investigators|Government|Nations|Initiative|Alliance|Authority|Laborator\w+|Compan\w+|"
    r"Corporation|Conselho|Comissão|Associa\w+|Sociedade\w*|Gesellschaft|Bundes\w+|OECD|WHO|UNAIDS|"
    r"UNICEF|UNESCO|UNDP|FAO|IPCC|NICE|CDC|FDA|IARC|NIH|NHS\w*"
)
"""The words that make a name that of an organisation."""
_BIG = r"[^\W\d_a-z][\w’'&/‐-]*"
ORGANISATION = (
    rf"(?=[^.,;]{{0,120}}\b(?:{ORGANISATION_WORDS})\b){_BIG}(?:\s(?:of|for|the|and|on|in|to|de|do|da|dos|"
    rf"das|del|la|des|du|et|y|e|für|und|der|&|{_BIG}|\([A-Z]\w+\)|\[[A-Z]\w+\]))*"
)
"""The name of an organisation."""
_VANCOUVER = re.compile(
    rf"^(?P<authors>{_VANCOUVER_NAME}(?:(?:,?\s(?:and|&)\s|,\s){_VANCOUVER_NAME})*"
    rf"(?:,\s{ORGANISATION})?(?:,?\s?et\sal)?)"
    r"(?:,\s(?:edit(?:or|ores|ors)|eds?|org(?:anizador(?:es)?)?|coord(?:enador(?:es)?)?))?[.:]+\s+"
)
"""The authors of a reference in the style of medicine: `Smith AB, Jones C.`."""
_YEAR_AND_VOLUME = re.compile(rf"\b{YEAR}(?:\s\w{{3,4}}(?:\s\d{{1,2}})?)?\s?;|;\s?{YEAR}\b")
"""The year of a reference in that style: `2008;5(1):75` or `Wiley; 2008`."""
_CHEMICAL_NAME = rf"{_SURNAME}(?:\s{_SURNAME}){{0,3}},\s(?:[^\W\d_a-z]\.[‐-]?\s?){{1,5}}(?:Jr\.?)?"
_CHEMICAL = re.compile(
    rf"^(?P<authors>(?:{_CHEMICAL_NAME};\s)*{_CHEMICAL_NAME}(?:;?\set\sal\.)?)\s+(?!&|and\b|et\b|(?:[A-Z]\.\s?)*d[aeo]s?[.;])"
)
"""The authors of a reference in the style of chemistry: `Smith, A.B.; Jones, C.`"""
_ADDRESS = re.compile(r"(?:\bdoi\s?:\s?|\bhttps?://|\b10\.\d{4,9}/)\S+.*$", re.IGNORECASE)
"""Where a reference can be found, which is its end."""
SOURCE = re.compile(
    rf"[.,]?\s*\(?(?<!\d)(?P<year>{YEAR})\)?(?:\s\w{{3,4}}(?:\s\d{{1,2}})?)?"
    r"(?:\s?;\s*\w|(?<=\))\s\d{1,4}\s?[:(]|"
    r"\s?[:,]\s*(?:\w{0,2}\d|\(?(?:[Ss]uppl|[Vv]ol|[Vv]\.|[Pp]p?\.|[Nn]o\b|[Aa]rt|[Ii]n\spress))|"
    r"\.\s(?=Epub|Online|[Dd]oi|https?:|PMID|pp?\.\s?\w|v\.\s?\d|Dispon|Avail|\[))|"
    rf"\s*\(?(?<!\d)(?P<last>{YEAR})(?!\d)\)?\s*[;,.]?\s*\d*\.?$"
)
"""The year after the journal, and the volume or the end after it."""
_IMPRINT = re.compile(
    rf"(?<=[.?!\]])\s+{CAPITALISED}(?:[\s-](?:{CAPITALISED}|d[aeo]s?|of)){{0,3}}(?:\s\([A-Z]{{2,}}\))?"
    rf":\s[^:;]{{2,80}};\s?(?P<year>{YEAR})"
)
"""A place, a publisher and a year."""
_SENTENCE_END = re.compile(
    r"(?<![\s.(-][A-Z])(?<!\s[IVX]{2})(?<!\b[Vv]ol)(?<!\bpp)(?<!\bEds)(?<!\b[Nn]o)(?<!\bvs)(?<!\bed)(?<!\bEd)(?<!\bsp)"
    r"(?<!\bspp)(?<!\bsyn)(?<!\bcv)(?<!\bvar)(?<!\bcf)(?<!\bSt)(?<!\bDr)(?<!\bL)\.\s+(?=[^\W_a-z]|[(\[“\"]|[a-z]+[A-Z])|"
    r"(?<=[A-Z])\.\s+(?=[A-Z][^.]{1,80},\s\d)|(?<=[a-z]{3})\.(?=[A-Z][a-z]+[.\d\s])|[?!]\s+(?=[^\W_a-z]|[(\[“\"]|[a-z]+[A-Z])|[.?!][”\"]\s+(?=[^\W_a-z])|\.(?=\s*https?:)|\.$"
)
"""The end of a sentence; a single capital ends one only before what looks like a journal."""
_VENUE = re.compile(
    rf"(?:In:?\s|(?:[^.]{{2,120}}?[,\s]\s?|(?:[^\W\d_][\w&’'()-]*[.,]{{0,2}}\s){{1,9}}?)"
    rf"(?:vol(?:ume|\.)?\s?)?\d{{1,4}}\s?(?:\(|[,:]\s?\S*\d|,\s?[Ll]?\d|$|\.$)|"
    rf"[^.]{{2,100}}?,\s(?:{YEAR}|no\.|pp?\.|article|abs/|e?\d+)|\d+(?:,\s\w+)?[–-]\w?\d+|{YEAR}\s|"
    r"(?-i:(?:[A-Z][\w-]*\s){0,2}[A-Z][a-z]{0,8}\.\s?[A-Z][a-z]*\b)|"
    r"arXiv|bioRxiv|CoRR|(?:Ph\.?D|Master|Doctoral|Technical|Working|Unpublished|Preprint))",
    re.IGNORECASE,
)
"""What comes after a title: a journal and its volume, a book or pages."""
_QUOTED = re.compile(
    r"(?:“|\"|«\s?|„|``)(?P<title>[^“”\"«»„]{8,400}?)(?P<dot>[,.?!]?)\s?(?:”|\"|»|“|'')"
)
_OTHER_QUOTED = re.compile(
    r"(?:»(?P<title>[^«»]{8,400}?)(?P<dot>[,.?!]?)«|‚(?P<low>[^‚‘]{8,400}?)(?P<lowdot>[,.?!]?)‘|"
    r"‘(?P<single>[^‘]{8,400}?)(?P<singledot>[,.?!]?)’)(?=[.,;:]?\s(?:[^\W\d_a-z]|\(|\[|in\b|\d)|[.,;:]?$)"
)
"""Quotation marks that other texts use inversely, or for apostrophes."""
_BEFORE_YEAR = re.compile(
    r",\s(?:v|vol|n|nº|no|núm|p|pp|ano|año)\.\s?\w?\d.*$|"
    r",\s(?:jan|feb|fev|mar|apr|abr|ma[iy]|jun|jul|aug|ago|sep|set|oct|out|nov|de[cz])[a-zç]{0,7}\.?"
    r"(?:\s\d{1,2}(?:[-–]\d{1,2})?)?$",
    re.IGNORECASE,
)
"""A volume, or a month and day, between a journal and the year."""
_PUBLISHER_AFTER_COLON = re.compile(rf":\s{title_end.NAME};$")
"""A publisher after a title, as in `Title: Water Press; 2008`."""
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CHINESE_PARTS = re.compile(r"[,.;，。；“”‘’'\"]\s*")
_MIN_CHINESE = 6
"""The least characters of a title; names have fewer."""
_SUBTITLE = re.compile(
    r"(?:An?|The|Eine?|Der|Die|Das|Zu[rm]|Vo[nm]|Une?|Les?|La|Een|El|Los|Las|Uma?|Um|Toward|How|Why|"
    r"What|Wie|Warum|Evidence|Essays?|Lessons|Theory|Causes)\s[^\d]*[a-zà-ÿ]"
)
"""How a sentence begins that belongs to the title before it."""
_PUBLISHER = re.compile(
    r"^[^.,]{2,40}:\s|\d|\b(?:[Pp]ress|Verlag|[Uu]niversity|Universität|Publish\w*|Institut\w*|Books|"
    r"Working|Discussion|Report|Stiftung|Foundation|Association|Society|Ltd|Inc|In:?)\b"
)
_SURE_VENUE = re.compile(
    r"(?:[^\W\d_a-z][\w&’'-]*[.,]?\s(?:(?:of|and|the|for|in|on|de|des|du|et|und|für|der)\s)*){1,8}"
    r"(?:[Vv]ol\.?\s?)?\d{1,4}\s?(?:\(|[:,]\s?\d)"
)
"""A journal with its volume."""
JOURNAL_OF = re.compile(r"(?:Journal|Proceedings|Annals|Transactions|Bulletin)\s(?:of|on)\b")
"""How the name of a journal begins that can have a full stop, as before `Series B`."""
_NAMES_VENUE = re.compile(
    r"\b(?:Proceedings|Journal|Annals|Annales|Zeitschrift|Revue|Revista|Conference|Workshop|Lecture|"
    r"thesis|Dissertation|Paper|presented|https?|www|doi|arXiv)\b"
)
_INITIAL_AND_COMMA = re.compile(r"[^\W\d_a-z]\.(?:,|\s&|\s[^\W\d_a-z]\.)")
_WORD = re.compile(r"[^\W\d_]{4,}")
_LONG_LOWER_WORD = re.compile(r"\b[a-zà-ÿ]{4,}\b")
_MIN_LOWER_WORDS = 2
_SUBTITLE_WORDS = 4
"""Words of a sentence after a question that make it a subtitle."""
_OPENING_QUOTES = " “\"«»„‘'"
_CLOSING_QUOTES = " ”\"»“«’‘'"
_MIN_QUOTED_WORDS = 3
_MAX_QUOTE = 3
"""The most characters of quotation marks before a title that is quoted whole."""
_GOES_ON = re.compile(r"(?<![.,])[”\"»’']\s?:?\s\w+\s\w")
"""How a title goes on after a quotation at its beginning."""
_COMPANY = re.compile(r",?\s(?:Inc|Ltd|LLC|GmbH|Corp)$")
"""The end of the name of a publisher, which can be quoted."""
_MAX_BEFORE_QUOTE = 0.75
"""The share of a reference that can precede its quoted title."""
_ONLINE = re.compile(
    r"\.?\s*\[(?:online|internet|cit[ae]\w*|cité\w*|access\w*|acesso|consult\w*|en\sl[ií]\w+)[^\]]*\]",
    re.IGNORECASE,
)
"""What is added to references of the web, such as `[online]`."""
_MAX_ABBREVIATION_WORDS = 3
_ABBREVIATIONS = re.compile(r"(?:[^\W\d_a-z][\w&’'-]*\.?\s?){1,4}")


class Styled(NamedTuple):
    """The parts of a reference that its style shows."""

    authors: str
    title: str
    year: str


def parse(text: str) -> Styled | None:
    """Return the parts that the style of a reference shows, or nothing if it has no known style."""
    return (
        _year_after_full_names(text)
        or _author_year(text)
        or _authors_first(text)
        or _initials_and_colon(text)
        or _names_and_colon(text)
        or _organisation_and_colon(text)
        or _chinese(text)
    )


def quoted_title(text: str) -> str:
    """Return the quoted title, or nothing if no quotation is in the place of a title."""
    for pattern in (_QUOTED, _OTHER_QUOTED):
        for match in pattern.finditer(text):
            before = text[: match.start()].rstrip()
            if len(before) > _MAX_BEFORE_QUOTE * len(text):
                break
            title = str(next(filter(None, match.groups())))
            dot = match[0].rstrip(_CLOSING_QUOTES)[-1:]
            if _COMPANY.search(title):
                continue
            is_apart = not before or before[-1] in ".,:;)" or dot in ",.?!"
            if is_apart and (len(title.split()) >= _MIN_QUOTED_WORDS or dot in ",."):
                return title + dot * (dot in "?!")
    return ""


def is_part(quotation: str, title: str) -> bool:
    """Return whether a quotation is only a part of a title, which goes on after it or before it."""
    before, found, after = title.partition(quotation)
    is_inside = len(before) > _MAX_QUOTE and before.rstrip(_OPENING_QUOTES)[-1:].isalnum()
    goes_on = _GOES_ON.match(after.strip()) is not None
    if quotation.endswith(("?", "!")) and not _is_subtitle(after.strip(_CLOSING_QUOTES)):
        goes_on = False
    return bool(found) and (is_inside or goes_on)


def _author_year(text: str) -> Styled | None:
    """Parse a style such as `Author, A. (2008). Title. Journal, 5(1), 75.`."""
    start = _AUTHOR_YEAR.match(text) or _year_after_names(text)
    if start is None or _has_title(start["authors"]):
        return None
    rest = text[start.end() :]
    short = _BEFORE_PUBLISHER.match(rest)
    title = title_of(rest) or (short[1] if short else "")
    return Styled(start["authors"], title, start["year"]) if title else None


def _has_title(authors: str) -> bool:
    """Return whether what precedes a year in brackets goes on after the names with a title."""
    names = _BEGINS_WITH_FULL_NAMES.match(authors)
    after = authors[names.end() :] if names else reference_features.after_initials(authors)
    return len(_LONG_LOWER_WORD.findall(after)) >= _MIN_LOWER_WORDS


def _names_and_colon(text: str) -> Styled | None:
    """Parse a style such as `Author, Anna: Title. In: Book, Place 2008, S. 75`."""
    start = _COLON_AFTER_NAMES.match(text)
    if start is None or not text[0].isupper() or not _are_inverted_names(start["authors"]):
        return None
    if _WORD.search(reference_features.after_initials(start["authors"])):
        return None
    rest = text[start.end() :]
    years = YEARS.findall(rest)
    title = title_of(rest)
    return Styled(start["authors"], title, years[-1]) if title and years else None


def _initials_and_colon(text: str) -> Styled | None:
    """Parse a style such as `Smith, A., Lee, B.: Title. Journal 5(1), 75 (2008)`."""
    start = _INITIALED_NAMES.match(text)
    year = _YEAR_IN_BRACKETS.search(text, start.end()) if start else None
    if start is None or year is None:
        return None
    rest = text[start.end() :]
    whole = rest[: year.start() - start.end()]
    has_venue = title_end.before_book(whole) < len(whole) or _SENTENCE_END.search(whole)
    return Styled(start["authors"], title_of(rest) if has_venue else whole, year["year"])


def _organisation_and_colon(text: str) -> Styled | None:
    """Parse a style such as `World Water Foundation: Title (2012), https://…`."""
    whole = _ORGANISATION_AND_COLON.match(text)
    if whole is None or _LOWER_WORD.search(re.sub(r"\b(?:for|the)\b", "", whole["authors"])):
        return None
    if len(whole["authors"].split()) > _MAX_ORGANISATION_WORDS:
        return None
    return Styled(whole["authors"], whole["title"], whole["year"])


def _year_after_full_names(text: str) -> Styled | None:
    """Parse a style such as `Wanda J. Smith. 1992. Title. Journal 3, 3 (1992), 75`."""
    start = _YEAR_AFTER_FULL_NAMES.match(text)
    title = title_of(text[start.end() :]) if start else ""
    return Styled(start["authors"], title, start["year"]) if start and title else None


def title_of(rest: str) -> str:
    """Return the title at the beginning of what follows authors and year; empty if not found."""
    ends = [match.end() for match in _SENTENCE_END.finditer(rest)]
    book = title_end.before_book(rest)
    if book < len(rest):
        return rest[:book]
    if not ends:
        return ""
    venue = next((end for end in ends[:4] if _VENUE.match(rest[end:])), None)
    if venue is None:
        return rest[: _with_subtitles(rest, ends)]
    following = next((end for end in ends if end > venue), len(rest))
    if _SURE_VENUE.match(rest[following:]) and _answers(rest, venue, following):
        return rest[:following]
    later = next((end for end in ends[:4] if _SURE_VENUE.match(rest[end:])), venue)
    if venue < later and _is_subtitle(rest[venue:later]):
        return rest[:later]
    place = ends.index(venue)
    while place > 0 and JOURNAL_OF.match(rest[ends[place - 1] :]):
        place -= 1
    return rest[: ends[place]]


def _answers(rest: str, end: int, after: int) -> bool:
    """Return whether a sentence after a question is a subtitle and no journal."""
    sentence = rest[end:after]
    return (
        rest[:end].rstrip().endswith(("?", "!"))
        and len(sentence.split()) >= _SUBTITLE_WORDS
        and not _NAMES_VENUE.search(sentence)
    )


def _with_subtitles(rest: str, ends: Sequence[int]) -> int:
    """Return the end of the first sentence, and of those after it that are subtitles."""
    for end, after in pairwise([*ends, len(rest)]):
        sentence = rest[end:after]
        asks = rest[:end].rstrip().endswith(("?", "!"))
        is_long = len(sentence.split()) >= _SUBTITLE_WORDS
        last = rest[after:].strip(" .")
        goes_on = (
            _SUBTITLE.match(sentence)
            or (asks and is_long)
            or (_is_subtitle(sentence) and (title_end.ends_in_place(sentence) or not last))
            or (last and len(sentence.split()) > 1 and title_end.is_imprint(last))
        )
        if not goes_on or _PUBLISHER.search(sentence):
            return end
    return ends[-1]


def _is_subtitle(sentence: str) -> bool:
    """Return whether a sentence has words that names of journals and publishers seldom have."""
    if _NAMES_VENUE.search(sentence) or _SURE_VENUE.match(sentence):
        return False
    return len(_LONG_LOWER_WORD.findall(sentence)) >= _MIN_LOWER_WORDS


def _year_after_names(text: str) -> re.Match[str] | None:
    start = _YEAR_AFTER_NAMES.match(text)
    if start is None or not _INITIALS.search(start["authors"]):
        start = _YEAR_AFTER_INVERTED.match(text)
        if start is not None and not _are_inverted_names(start["authors"]):
            start = None
        start = start or _YEAR_AFTER_ORGANISATION.match(text)
    return start if start and start.end() < _MAX_NAMES_SHARE * len(text) else None


def _are_inverted_names(text: str) -> bool:
    """Return whether a text has names only, and no title after them."""
    first = text.partition(",")[2].partition(",")[0].partition(";")[0].partition("/")[0]
    return (
        len(first.split(" and ")[0].split()) <= _MAX_GIVEN_WORDS
        and not _SENTENCE_INSIDE.search(text)
        and not _LOWER_WORD.search(text)
    )


def _authors_first(text: str) -> Styled | None:
    """Parse a style such as `Smith AB, Jones C. Title. Journal. 2008;5(1):75.`."""
    start = _VANCOUVER.match(text) or _CHEMICAL.match(text)
    if start and (_are_full_names(text, start.end()) or _names_go_on(text, start.end())):
        return None
    if start:
        text = text[: start.end()] + without_online(text[start.end() :])
    source = SOURCE.search(_ADDRESS.sub("", text), start.end()) if start else None
    if start is None or source is None or (start.re is _CHEMICAL and source["last"]):
        return None
    before = _BEFORE_YEAR.sub("", text[start.end() : source.start()])
    imprint = _IMPRINT.search(text, start.end(), source.end())
    if imprint:
        return Styled(start["authors"], text[start.end() : imprint.start()], imprint["year"])
    parts = sentences(before)
    year = source["year"] or source["last"]
    if len(parts) < 2:  # noqa: PLR2004 - a title and a venue
        book = _PUBLISHER_AFTER_COLON.search(before)
        return Styled(start["authors"], before[: book.start()], year) if book else None
    venue = len(parts) - 1
    while venue > 1 and all(map(is_abbreviation, parts[venue - 1 : venue + 1])):
        venue -= 1
    title = " ".join(parts[:venue])
    return Styled(start["authors"], title, year)


def _are_full_names(text: str, end: int) -> bool:
    """Return whether names go on after what can be initials, as in `Anna B. Smith`."""
    names = _BEGINS_WITH_FULL_NAMES.match(text)
    return names is not None and names.end() > end and not _YEAR_AND_VOLUME.search(text)


def _names_go_on(text: str, end: int) -> bool:
    """Return whether what seems to be a title begins with an initial and more names."""
    after = reference_features.after_initials(text)
    return bool(after) and _INITIAL_AND_COMMA.match(text, end) is not None


def _chinese(text: str) -> Styled | None:
    """Parse a reference in Chinese characters, in which only titles and journals are long."""
    if len(_CHINESE.findall(text)) < _MIN_CHINESE:
        return None
    before: list[str] = []
    for part in _CHINESE_PARTS.split(text):
        if len(_CHINESE.findall(part)) >= _MIN_CHINESE:
            year = re.search(YEAR, text)
            return Styled(", ".join(before), part, year[0] if year else "")
        before += filter(None, [re.sub(r"[\d()\s]+", " ", part).strip()])
    return None


def without_online(text: str) -> str:
    """Return a text without what is added to references of the web, such as `[online]`."""
    return _ONLINE.sub("", text)


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, and the abbreviations before capitals."""
    return [
        part
        for part in re.split(r"(?<=[.?!])\s+(?=[^\W_a-z]|[(\[“\"]|[a-z]{1,2}[A-Z])", text)
        if part.strip(" .")
    ]


def is_abbreviation(text: str, most: int = _MAX_ABBREVIATION_WORDS) -> bool:
    """Return whether a sentence is part of an abbreviated journal, such as `Biol`."""
    return len(text.split()) <= most and _ABBREVIATIONS.fullmatch(text) is not None
