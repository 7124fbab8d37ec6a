"""Read the tagged text of PubMed, Web of Science, Ovid, ProQuest, RefWorks and EndNote."""

import re
from collections.abc import Iterator
from functools import partial

from wildwood.lists.content import Content
from wildwood.lists.readers.tagged.tagged_text import Dialect, read_tagged
from wildwood.records.entry import Entry

_DEGREES = re.compile(
    r"\[[^\]]*\]|\([^)]*\)|(?<=[\s,])(?:MD|DO|RN|DVM|DDS|Pharm ?D|Ph\.? ?D|Dr ?PH|[BM]\.?Sc|MPH|"
    r"M[BS]|MBBS|MBChB|BA|MA|FAAN|F[A-Z]{3,4})\b\.?|(?<=\w)[\s,]+[\d*+,\s]+(?=;|$)"
)
"""What Ovid puts behind names: degrees, roles and the marks of affiliations."""
_KIND_OF_TITLE = re.compile(r"\.?\s*\[[A-Z][\w\s,;:-]*\]\.?$")

MEDLINE = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9]{1,4}) {0,3}- ?(.*)"),
    first="PMID",
    separator=re.compile(r"\s*$"),
    places={
        "id": "PMID OID PMC JID", "title": "TI,TT BTI,TT", "authors": "FAU,CN AU,CN FED ED",
        "date": "DP DEP DA", "language": "LA", "abstract": "AB", "keywords": "OT MH KW",
        "doi": "LID AID DOI SO", "url": "LID URL", "series": "JT TA BTI", "volume": "VI",
        "issue": "IP", "pages": "PG", "issn": "IS ISSN", "isbn": "ISBN", "publisher": "PB",
        "kind": "PT", "pmid": "PMID", "edition": "EN", "note": "GN",
    },
    line="{:<4}- {}",
    doi="{} [doi]",
)  # fmt: skip
WEB_OF_SCIENCE = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9])(?: (.*))?$"),
    first="PT",
    separator=re.compile(r"E[RF]\s*$"),
    ends=True,
    ignored=frozenset({"FN", "VR"}),
    listed=frozenset({"AU", "AF", "BA", "BF", "BE", "ED", "GP", "CA", "C1", "CR"}),
    not_name=re.compile(r"\([^()@]*@[^()]*\)"),
    places={
        "accession number": "UT",
        "id": "UT AN", "title": "TI", "authors": "AF,CA AU,CA BF BA GP BE ED", "date": "PY YR PD",
        "language": "LA", "abstract": "AB", "keywords": "DE ID", "doi": "DI", "url": "UR",
        "series": "SO JO JI", "volume": "VL", "issue": "IS", "pages": "PS",
        "start page": "BP AR", "end page": "EP", "issn": "SN EI", "isbn": "BN", "publisher": "PU",
        "kind": "DT PT", "pmid": "PM",
    },
)  # fmt: skip
REFWORKS = Dialect(
    tag=re.compile(r"([A-Z][A-Z0-9])(?: (.*))?$"),
    first="RT",
    places={
        "id": "ID AN", "title": "T1", "authors": "A1 A2", "date": "YR FD", "language": "LA",
        "abstract": "AB", "keywords": "K1", "doi": "DO UL LK", "url": "UL LK",
        "series": "JF JO T2", "volume": "VO", "issue": "IS", "start page": "SP", "end page": "OP",
        "issn": "SN", "isbn": "SN", "publisher": "PB", "kind": "RT", "edition": "ED", "note": "NO",
    },
)  # fmt: skip
OVID = Dialect(
    tag=re.compile(r" ?([A-Z][A-Z0-9]{1,2}) {1,2}- ?(.*)"),
    first="VN",
    separator=re.compile(r"\s?<\s*\d+\s*\.?\s*>\s*$"),
    not_name=_DEGREES,
    not_title=_KIND_OF_TITLE,
    source="SO",
    places={
        "accession number": "AN UI", "database": "DB",
        "id": "UI AN", "title": "TI BT", "authors": "FA AU FED ED", "date": "YR DP DG PD EP SO",
        "language": "LG LA", "abstract": "AB", "keywords": "KW KP MH", "doi": "DO DI LI",
        "url": "UR XL",
        "series": "JT JN JA BT", "volume": "VI VO", "issue": "IP", "pages": "PG",
        "issn": "IS SN", "isbn": "IB", "publisher": "PB PU", "kind": "PT DT",
    },
    line="{:<4}- {}",
)  # fmt: skip
OVID_LABELS = Dialect(
    tag=re.compile(r"([A-Z][A-Za-z]+(?: [A-Za-z/]+){0,5})\s*()$"),
    separator=OVID.separator,
    not_name=_DEGREES,
    not_title=_KIND_OF_TITLE,
    source="Source",
    places={
        "id": "Accession_Number Unique_Identifier UI", "title": "Title",
        "authors": "Author Authors Author/Editor Editor", "date": "Year_of_Publication Source",
        "language": "Language", "abstract": "Abstract", "keywords": "Author_Keywords Keywords",
        "doi": "DOI_Number DOI Digital_Object_Identifier Source", "url": "URL",
        "series": "Journal_Name", "issn": "ISSN ISSN_Print", "isbn": "ISBN",
        "publisher": "Publisher", "kind": "Publication_Type Document_Type",
    },
    line="{}\n  {}",
)  # fmt: skip
PROQUEST = Dialect(
    tag=re.compile(r"([A-Z][A-Za-z]+(?: (?:[A-Za-z]+|/)){0,3}): (.*)"),
    separator=re.compile(r"[_*]{20,}\s*$"),
    places={
        "id": "ProQuest_document_ID Accession_number", "title": "Title",
        "authors": "Author Author/Creator Authors Editor",
        "date": "Publication_date Date Publication_year Year",
        "language": "Language Language_of_publication",
        "abstract": "Abstract", "keywords": "Identifier_/_keyword Subject",
        "doi": "DOI Document_URL",
        "url": "Document_URL", "series": "Publication_title Journal", "volume": "Volume",
        "issue": "Issue", "pages": "Pages Pagination", "start page": "First_page", "issn": "ISSN",
        "isbn": "ISBN", "publisher": "Publisher", "kind": "Document_type Source_type",
        "note": "Notes",
    },
    line="{}: {}",
)  # fmt: skip
ENDNOTE = Dialect(
    tag=re.compile(r"%([0-9A-Z@!#$&()*+?^<>\[\]~|=-])(?: (.*))?$"),
    first="0",
    places={
        "accession number": "M", "database": "~",
        "id": "F M L", "title": "T", "authors": "A E", "date": "D 8", "language": "G",
        "abstract": "X", "keywords": "K", "doi": "R U", "url": "U", "series": "J B S",
        "volume": "V", "issue": "N", "pages": "P", "issn": "@", "isbn": "@", "publisher": "I",
        "kind": "0", "edition": "7", "note": "Z",
    },
    line="%{} {}",
)  # fmt: skip


def ovid_dialect(text: str) -> Dialect:
    """Return whether a text of Ovid has tags or labels."""
    has_tags = re.search(r"^ ?[A-Z]{2} {1,2}- ", text, re.MULTILINE)
    return OVID if has_tags else OVID_LABELS


def read_ovid(content: Content) -> Iterator[Entry]:
    """Read text of Ovid, with tags or with labels."""
    return read_tagged(ovid_dialect(content.text), content)


read_medline = partial(read_tagged, MEDLINE)
read_web_of_science = partial(read_tagged, WEB_OF_SCIENCE)
read_refworks = partial(read_tagged, REFWORKS)
read_proquest = partial(read_tagged, PROQUEST)
read_endnote = partial(read_tagged, ENDNOTE)
