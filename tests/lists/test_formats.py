"""The same two papers come out of every format, in every encoding that it can have."""

import gzip
import io
import json
import re

import pytest

from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList, read_list

from tests.support import binary_lists, catalogue_lists, service_lists, tagged_lists, xml_lists
from tests.support.oai_server import dublin_core, page

TITLES = ("Außenhandel und Löhne", "Trade & Wages: A “Long” View")
NAMES = (("Michael Keen", "Joël Slemrod"), ("World Bank",))
IDS = ("RePEc:abc:wpaper:1", "two")

AMF = """<?xml version="1.0" encoding="ENCODING"?>
<amf xmlns="http://amf.openlib.org">
<text id="RePEc:abc:wpaper:1"><title>Außenhandel und Löhne</title>
<hasauthor><person><name>Michael Keen</name></person></hasauthor>
<hasauthor><person><givenname>Joël</givenname><familyname>Slemrod</familyname></person></hasauthor>
<date>2010-05</date></text>
<text id="two"><title>Trade &amp; Wages: A “Long” View</title>
<hasauthor><person><name>World Bank</name></person></hasauthor></text>
</amf>"""
REDIF = """Template-Type: ReDIF-Archive 1.0
Handle: RePEc:abc
# a comment
Template-Type: ReDIF-Paper 1.0
Title:  Außenhandel
  und Löhne
Author-Name: Keen, Michael
Author-Workplace-Name: An Institute
Author-Name: Joël Slemrod
Author-Name-First: Joël
Author-Name-Last: Slemrod
Creation-Date: 201005
Abstract: A first line.
Note that this line goes on: it is no field.
Handle: RePEc:abc:wpaper:1

template-type: redif-article 1.0
TITLE: Trade & Wages: A “Long” View
author-name: World Bank
HANDLE: two
"""
BIBTEX = r"""% a comment “in no encoding of its own”
@string{institute = "An Institute"}
@TechReport{RePEc:abc:wpaper:1, title = "Au{\ss}enhandel und {L{\"o}hne}",
  author = {Keen, Michael and Slemrod, Jo{\"e}l}, institution = institute, year = 2010,
  month = may}
@article{two, author = {{World Bank}}, title = {Trade \& Wages: {A} ``Long'' View}}
"""
RIS = """TY  - RPRT
ID  - RePEc:abc:wpaper:1
TI  - Außenhandel und
Löhne
AU  - Keen, Michael
AU  - Slemrod, Joël
PY  - 2010/05//
ER  - 

TY  - JOUR
ID  - two
T1  - Trade & Wages: A “Long” View
A1  - World Bank
ER  - 
"""  # noqa: W291 - as tools write it
CSV = """Key,Title,Author,Publication Year,Date
RePEc:abc:wpaper:1,Außenhandel und Löhne,"Keen, Michael; Slemrod, Joël",2010,2010-05
two,Trade & Wages: A “Long” View,World Bank,,
"""
TSV = CSV.replace('"', "").replace(", ", "\0").replace(",", "\t").replace("\0", ", ")
CSL = json.dumps(
    [
        {
            "id": IDS[0],
            "title": "Außenhandel <i>und</i> Löhne",
            "author": [
                {"family": "Keen", "given": "Michael"},
                {"family": "Slemrod", "given": "Joël"},
            ],
            "issued": {"date-parts": [[2010, 5]]},
        },
        {"id": IDS[1], "title": TITLES[1], "author": [{"literal": "World Bank"}]},
    ],
    ensure_ascii=False,
)
JSON_LINES = "\n".join(
    json.dumps(
        {"handle": one, "title": title, "authors": list(names), "year": year}, ensure_ascii=False
    )
    for one, title, names, year in zip(IDS, TITLES, NAMES, ("2010-05", None), strict=True)
)


def marc_record(identifier: str, title: str, year: str, *fields: str) -> str:
    date = (
        f'<datafield tag="260" ind1=" " ind2=" "><subfield code="c">{year}</subfield></datafield>'
    )
    return (
        f'<record><leader/><controlfield tag="001">{identifier}</controlfield>'
        f'<datafield tag="245" ind1="1" ind2="0"><subfield code="a">{title} /</subfield>'
        f"</datafield>{''.join(fields)}{date if year else ''}</record>"
    )


def marc_name(tag: str, name: str) -> str:
    return (
        f'<datafield tag="{tag}" ind1="1" ind2=" "><subfield code="a">{name},</subfield>'
        '<subfield code="d">1957-</subfield></datafield>'
    )


MARC_RECORDS = (
    marc_record(
        IDS[0], TITLES[0], "2010-05", marc_name("100", "Keen, Michael"),
        marc_name("700", "Slemrod, Joël"),
    ),
    marc_record(IDS[1], TITLES[1].replace("&", "&amp;"), "", marc_name("110", "World Bank")),
)  # fmt: skip
MARC = (
    '<?xml version="1.0" encoding="ENCODING"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">'
    f"{''.join(MARC_RECORDS)}</collection>"
)
ALMA = (
    '<?xml version="1.0" encoding="ENCODING"?><bibs>'
    f"{''.join(f'<bib><mms_id>99</mms_id>{one}</bib>' for one in MARC_RECORDS)}</bibs>"
)
DUBLIN_CORE = page(
    dublin_core(
        IDS[0], f"<dc:title>{TITLES[0]}</dc:title>", "<dc:creator>Keen, Michael</dc:creator>",
        "<dc:creator>Slemrod, Joël</dc:creator><dc:date>2010-05</dc:date>",
    ),
    dublin_core(
        IDS[1], f"<dc:title>{TITLES[1].replace('&', '&amp;')}</dc:title>",
        "<dc:creator>World Bank</dc:creator>",
    ),
).decode()  # fmt: skip
MARC_START = '<record xmlns="http://www.loc.gov/MARC21/slim">'


def oai_page(*records: str) -> str:
    return page(
        *(
            f"<record><header><identifier>{one}</identifier></header>"
            f"<metadata>{record}</metadata></record>"
            for one, record in zip(IDS, records, strict=True)
        )
    ).decode()


OAI_MARC = oai_page(*(record.replace("<record>", MARC_START) for record in MARC_RECORDS))

SAMPLES = {
    "AMF": (Format.AMF, AMF),
    "ReDIF": (Format.REDIF, REDIF),
    "BibTeX": (Format.BIBTEX, BIBTEX),
    "RIS": (Format.RIS, RIS),
    "CSV": (Format.CSV, CSV),
    "TSV": (Format.CSV, TSV),
    "CSL-JSON": (Format.CSL_JSON, CSL),
    "JSON lines": (Format.JSON_LINES, JSON_LINES),
    "MARCXML": (Format.MARCXML, MARC),
    "MARCXML of Alma": (Format.MARCXML, ALMA),
    "MARC-in-JSON": (Format.MARC_JSON, catalogue_lists.MARC_JSON),
    "Aleph": (Format.ALEPH, catalogue_lists.ALEPH),
    "PICA+": (Format.PICA, catalogue_lists.PICA),
    "PICA XML": (Format.PICA_XML, catalogue_lists.PICA_XML),
    "oai_dc": (Format.OAI_PMH, DUBLIN_CORE),
    "qualified Dublin Core": (Format.OAI_PMH, oai_page(*xml_lists.QUALIFIED_DUBLIN_CORE)),
    "MODS in OAI-PMH": (Format.OAI_PMH, oai_page(*xml_lists.MODS_RECORDS)),
    "EndNote XML": (Format.ENDNOTE_XML, xml_lists.ENDNOTE_XML),
    "PubMed XML": (Format.PUBMED_XML, xml_lists.PUBMED_XML),
    "MODS": (Format.MODS, xml_lists.MODS),
    "Zotero RDF": (Format.ZOTERO_RDF, xml_lists.ZOTERO_RDF),
    "Word": (Format.WORD, xml_lists.WORD),
    "JATS": (Format.JATS, xml_lists.JATS),
    "Crossref XML": (Format.CROSSREF_XML, xml_lists.CROSSREF_XML),
    "JSTOR": (Format.JSTOR, xml_lists.JSTOR),
    "Atom": (Format.ATOM, xml_lists.ATOM),
    "ICTRP": (Format.ICTRP, xml_lists.ICTRP),
    "OpenAlex": (Format.SERVICE_JSON, service_lists.OPENALEX),
    "Crossref": (Format.CSL_JSON, service_lists.CROSSREF),
    "DataCite": (Format.SERVICE_JSON, service_lists.DATACITE),
    "DataCite Crosscite": (Format.SERVICE_JSON, service_lists.CROSSCITE),
    "DOAJ": (Format.SERVICE_JSON, service_lists.DOAJ),
    "Europe PMC": (Format.SERVICE_JSON, service_lists.EUROPE_PMC),
    "Semantic Scholar": (Format.SERVICE_JSON, service_lists.SEMANTIC_SCHOLAR),
    "Zotero's API": (Format.SERVICE_JSON, service_lists.ZOTERO),
    "Lens": (Format.SERVICE_JSON, service_lists.LENS),
    "MathSciNet": (Format.SERVICE_JSON, service_lists.MATHSCINET),
    "nbib": (Format.MEDLINE, tagged_lists.MEDLINE),
    "Web of Science": (Format.WEB_OF_SCIENCE, tagged_lists.WEB_OF_SCIENCE),
    "Ovid, tags": (Format.OVID, tagged_lists.OVID),
    "Ovid, labels": (Format.OVID, tagged_lists.OVID_LABELS),
    "ProQuest": (Format.PROQUEST, tagged_lists.PROQUEST),
    "RefWorks": (Format.REFWORKS, tagged_lists.REFWORKS),
    "NoteExpress": (Format.NOTEEXPRESS, tagged_lists.NOTEEXPRESS),
    "EndNote": (Format.ENDNOTE, tagged_lists.ENDNOTE),
    "marcxml": (Format.OAI_PMH, OAI_MARC),
}
XML = tuple(
    name for name, (_, text) in SAMPLES.items() if re.match(r"<[?a-z]", text, re.IGNORECASE)
)

BINARY = {"MARC 21": binary_lists.marc(), "Excel": binary_lists.spreadsheet(binary_lists.ROWS)}


def test_each_format_has_a_sample() -> None:
    sampled = {form.value for form, _ in SAMPLES.values()} | BINARY.keys()
    assert sampled == {form.value for form in Format} - {Format.EMPTY.value}


def read(data: bytes) -> ReadList:
    found = read_list(io.BytesIO(data))
    assert found.messages == []
    return found


def check(found: ReadList, name: str) -> None:
    assert found.format is SAMPLES[name][0]
    check_papers(found)


def check_papers(found: ReadList) -> None:
    assert [entry.id for entry in found.entries] == list(IDS)
    assert [entry.titles[0].text for entry in found.entries] == list(TITLES)
    assert [entry.names for entry in found.entries] == list(NAMES)
    assert [entry.date for entry in found.entries] == ["2010-05", ""]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_papers_are_the_same(name: str) -> None:
    check(read(SAMPLES[name][1].replace("ENCODING", "UTF-8").encode()), name)


@pytest.mark.parametrize("name", BINARY)
def test_the_papers_are_the_same_in_what_is_no_text(name: str) -> None:
    found = read(BINARY[name])
    assert (found.format.value, found.encoding) == (name, "")
    check_papers(found)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_packed_file_is_the_same(name: str) -> None:
    check(read(gzip.compress(SAMPLES[name][1].replace("ENCODING", "UTF-8").encode())), name)


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - set(XML)))
def test_lines_can_end_as_on_other_systems(name: str, ending: str) -> None:
    check(read(SAMPLES[name][1].replace("\n", ending).encode()), name)


@pytest.mark.parametrize(
    ("codec", "said"),
    [
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("cp1252", "Windows-1252"),
    ],
)
@pytest.mark.parametrize("name", sorted(SAMPLES.keys() - set(XML)))
def test_the_encoding_is_found_and_said(name: str, codec: str, said: str) -> None:
    found = read(SAMPLES[name][1].encode(codec))
    check(found, name)
    assert found.encoding == said


@pytest.mark.parametrize("name", ["AMF", "MARCXML"])
@pytest.mark.parametrize("codec", ["utf-16", "windows-1252"])
def test_xml_declares_its_encoding(name: str, codec: str) -> None:
    check(read(SAMPLES[name][1].replace("ENCODING", codec).encode(codec)), name)


@pytest.mark.parametrize(
    "text",
    [
        "TY - JOUR\nTI - T\n",
        "@article{a,title={T}}",
        "Template-Type: ReDIF-Paper 1.0\n",
        "title\nT\n",
        '{"title": "T"}',
        "[]",
        '{"items": []}',
    ],
)
def test_a_list_of_no_complete_papers_has_a_format_too(text: str) -> None:
    assert read_list(io.BytesIO(text.encode()), needs=frozenset()).messages == []


@pytest.mark.parametrize(
    "bomb",
    [
        b'<!DOCTYPE a [<!ENTITY b "x">]><amf xmlns="http://amf.openlib.org"><text>&b;</text></amf>',
        b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><amf xmlns="http://amf.openlib.org">&a;</amf>',
        b'<!DOCTYPE a [<!ENTITY b SYSTEM "/etc/x">]><collection><record>&b;</record></collection>',
    ],
)
def test_entities_are_not_expanded(bomb: bytes) -> None:
    try:
        found = read_list(io.BytesIO(bomb), needs=frozenset())
    except InputError:
        return
    assert not any(entry.titles for entry in found.entries)


@pytest.mark.parametrize("root", ["PubmedArticleSet", "PubmedBookArticleSet"])
def test_a_book_of_pubmed_is_read_in_a_set_and_alone(root: str) -> None:
    book = (
        "<PubmedBookArticle><BookDocument><PMID>7</PMID><Book><BookTitle>Trade</BookTitle>"
        "<PubDate><Year>2010</Year></PubDate></Book></BookDocument></PubmedBookArticle>"
    )
    for text in (book, f"<{root}>{book}</{root}>"):
        (entry,) = read_list(io.BytesIO(text.encode()), needs=ANY_RECORD).entries
        assert (entry.id, entry.date) == ("7", "2010")
