"""The editors of a work with other authors, which a list in another format also has."""

import json
from pathlib import Path

import pytest

from wildwood.biblio.entry import Entry, LocalizedText
from wildwood.biblio.person import Person
from wildwood.lists.deduplication import gains_of
from wildwood.lists.formats import Format
from wildwood.lists.reading import ReadList, read_list
from wildwood.lists.writing import entries_as, list_as

NG, LI = Person("Ng", "Ann"), Person("Li", "Bo")
MODS_NAME = (
    "<name><namePart type='family'>{}</namePart><namePart type='given'>{}</namePart>"
    "<role><roleTerm type='code'>{}</roleTerm></role></name>"
)
MARC_FIELD = "<datafield tag='{}' ind1=' ' ind2=' '><subfield code='{}'>{}</subfield></datafield>"
ZOTERO_RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:bib="http://purl.org/net/biblio#">
<bib:BookSection rdf:about="#item_1"><z:itemType>bookSection</z:itemType>
<bib:editors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Li</foaf:surname>
<foaf:givenName>Bo</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:editors>
<bib:authors><rdf:Seq><rdf:li><foaf:Person><foaf:surname>Ng</foaf:surname>
<foaf:givenName>Ann</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
<dc:title>Trade</dc:title></bib:BookSection></rdf:RDF>"""
LISTS = {
    "RIS": "TY  - CHAP\nTI  - Trade\nAU  - Ng, Ann\nED  - Li, Bo\nER  - \n",
    "RIS of EndNote": "TY  - CHAP\nTI  - Trade\nAU  - Ng, Ann\nA2  - Li, Bo\nER  - \n",
    "BibTeX": "@incollection{a, title = {Trade}, author = {Ng, Ann}, editor = {Li, Bo}}\n",
    "Zotero's CSV": '"Key","Title","Author","Editor"\n"A","Trade","Ng, Ann","Li, Bo"\n',
    "CSL-JSON": json.dumps(
        [
            {
                "id": "a",
                "type": "chapter",
                "title": "Trade",
                "author": [{"family": "Ng", "given": "Ann"}],
                "editor": [{"family": "Li", "given": "Bo"}],
            }
        ]
    ),
    "Zotero's API": json.dumps(
        [
            {
                "key": "A",
                "itemType": "bookSection",
                "title": "Trade",
                "creators": [
                    {"creatorType": "author", "firstName": "Ann", "lastName": "Ng"},
                    {"creatorType": "editor", "firstName": "Bo", "lastName": "Li"},
                    {"creatorType": "translator", "firstName": "Al", "lastName": "Ek"},
                ],
            }
        ]
    ),
    "DataCite": json.dumps(
        [
            {
                "doi": "10.1000/1",
                "titles": [{"title": "Trade"}],
                "creators": [{"familyName": "Ng", "givenName": "Ann"}],
                "contributors": [
                    {"contributorType": "Editor", "familyName": "Li", "givenName": "Bo"},
                    {"contributorType": "HostingInstitution", "name": "A Library"},
                ],
            }
        ]
    ),
    "Zotero RDF": ZOTERO_RDF,
    "EndNote XML": (
        "<xml><records><record><rec-number>1</rec-number><contributors><authors><author>Ng, Ann"
        "</author></authors><secondary-authors><author>Li, Bo</author></secondary-authors>"
        "</contributors><titles><title>Trade</title></titles></record></records></xml>"
    ),
    "MODS": (
        "<mods xmlns='http://www.loc.gov/mods/v3'><titleInfo><title>Trade</title></titleInfo>"
        + MODS_NAME.format("Ng", "Ann", "aut")
        + MODS_NAME.format("Li", "Bo", "edt")
        + "</mods>"
    ),
    "MARCXML": (
        "<collection xmlns='http://www.loc.gov/MARC21/slim'><record><controlfield tag='001'>1"
        "</controlfield>"
        + MARC_FIELD.format(245, "a", "Trade")
        + MARC_FIELD.format(100, "a", "Ng, Ann")
        + MARC_FIELD.format(700, "a", "Li, Bo</subfield><subfield code='e'>ed.")
        + MARC_FIELD.format(700, "a", "Ek, Al</subfield><subfield code='4'>trl")
        + "</record></collection>"
    ),
    "PubMed XML": (
        "<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>1</PMID><Book><AuthorList"
        " Type='editors'><Author><LastName>Li</LastName><ForeName>Bo</ForeName></Author>"
        "</AuthorList></Book><ArticleTitle>Trade</ArticleTitle><AuthorList Type='authors'><Author>"
        "<LastName>Ng</LastName><ForeName>Ann</ForeName></Author></AuthorList></BookDocument>"
        "</PubmedBookArticle></PubmedArticleSet>"
    ),
    "nbib": "PMID- 1\nTI  - Trade\nFAU - Ng, Ann\nFED - Li, Bo\n",
    "Web of Science": "PT B\nAU Ng, Ann\nBE Li, Bo\nTI Trade\nUT WOS:1\nER\n\nEF\n",
    "RefWorks": "RT Book, Section\nID 1\nT1 Trade\nA1 Ng, Ann\nA2 Li, Bo\n",
    "EndNote": "%0 Book Section\n%T Trade\n%A Ng, Ann\n%E Li, Bo\n",
    "ReDIF": (
        "Template-Type: ReDIF-Chapter 1.0\nAuthor-Name: Ng, Ann\nTitle: Trade\n"
        "Editor-Name: Li, Bo\nHandle: RePEc:aaa:chaptr:1\n"
    ),
}


def read(folder: Path, text: str) -> ReadList:
    file = folder / "list"
    file.write_text(text, encoding="utf-8")
    return read_list(file)


@pytest.mark.parametrize("target", [Format.RIS, Format.BIBTEX])
@pytest.mark.parametrize("name", LISTS)
def test_are_written_in_another_format(tmp_path: Path, name: str, target: Format) -> None:
    before = read(tmp_path, LISTS[name]).entries
    [entry] = read(tmp_path, entries_as(target, before).decode()).entries
    assert (entry.authors, entry.editors_apart) == ((NG,), (LI,))


@pytest.mark.parametrize("tag", ["ED", "A2"])
def test_keep_their_tag_in_ris(tmp_path: Path, tag: str) -> None:
    text = f"TY  - CHAP\nTI  - Trade\nAU  - Ng, Ann\n{tag}  - Li, Bo\nER  - \n"
    written = entries_as(Format.RIS, read(tmp_path, text).entries).decode()
    assert [line for line in written.splitlines() if "Li" in line] == [f"{tag}  - Li, Bo"]


def test_of_a_book_without_authors_are_read_as_its_authors(tmp_path: Path) -> None:
    [entry] = read(tmp_path, '"Key","Title","Author","Editor"\n"A","Trade","","Li, Bo"\n').entries
    assert (entry.authors, entry.editors_apart) == ((LI,), ())


def entry(identifier: str, *editors: Person) -> Entry:
    return Entry(identifier, (LocalizedText("Trade"),), (NG,), editors=editors)


@pytest.mark.parametrize(
    ("name", "added"),
    [
        ("RIS", "A2  - Li, Bo"),
        ("BibTeX", "editor = {Li, Bo}"),
        ("CSL-JSON", '"editor": [{"family": "Li", "given": "Bo"}]'),
        ("EndNote XML", "<secondary-authors><author>Li, Bo</author></secondary-authors>"),
        ("nbib", "FED - Li, Bo"),
        ("Web of Science", "BE Li, Bo"),
        ("Zotero's CSV", '"Li, Bo"'),
    ],
)
def test_are_added_to_a_record_that_lacks_them(tmp_path: Path, name: str, added: str) -> None:
    whole = LISTS[name]
    for part in (
        "ED  - Li, Bo\n", ", editor = {Li, Bo}", "FED - Li, Bo\n", "BE Li, Bo\n",
        "<secondary-authors><author>Li, Bo</author></secondary-authors>",
        ', "editor": [{"family": "Li", "given": "Bo"}]',
    ):  # fmt: skip
        whole = whole.replace(part, "")
    whole = whole.replace('"Ng, Ann","Li, Bo"', '"Ng, Ann",""')
    lacking = read(tmp_path, whole)
    [stays] = lacking.entries
    assert added not in whole
    gains = gains_of(stays, [entry("b", LI)])
    assert gains is not None
    written = list_as(lacking.format, lacking, [stays], {}, {stays.handle: gains}).decode()
    assert added in written
    [again] = read(tmp_path, written).entries
    assert again.editors_apart == (LI,)


WORD = (
    "<b:Sources xmlns:b='http://schemas.openxmlformats.org/officeDocument/2006/bibliography'>"
    "<b:Source><b:Tag>a</b:Tag><b:Title>Trade</b:Title><b:Author><b:Author><b:NameList><b:Person>"
    "<b:Last>Ng</b:Last><b:First>Ann</b:First></b:Person></b:NameList></b:Author>{}</b:Author>"
    "</b:Source></b:Sources>"
)


def test_are_read_from_word_but_not_added_to_its_parts_of_names(tmp_path: Path) -> None:
    person = "<b:Person><b:Last>Li</b:Last><b:First>Bo</b:First></b:Person>"
    editor = f"<b:Editor><b:NameList>{person}</b:NameList></b:Editor>"
    [whole] = read(tmp_path, WORD.format(editor)).entries
    assert whole.editors_apart == (LI,)
    lacking = read(tmp_path, WORD.format(""))
    gains = gains_of(lacking.entries[0], [whole])
    assert gains is not None
    written = list_as(lacking.format, lacking, lacking.entries, {}, {"a": gains})
    assert written.decode() == WORD.format("")


def test_are_not_added_beside_others() -> None:
    assert gains_of(entry("a", Person("Ek", "Al")), [entry("b", LI)]) is None
