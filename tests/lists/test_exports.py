"""The fields of exports whose records have them in a form of their own."""

import io
import json

import pytest

from wildwood.biblio.entry import Entry, Series
from wildwood.kernel.errors import InputError
from wildwood.lists.content import ANY_RECORD
from wildwood.lists.reading import read_list

from tests.support import service_lists, xml_lists


def entry_in(text: str) -> Entry:
    return read_list(io.BytesIO(text.encode()), needs=ANY_RECORD).entries[0]


@pytest.mark.parametrize(
    ("source", "cited"),
    [
        (
            "Psychological Medicine. Vol.44(10), Jul 2014, pp. 2051-2061.",
            ("Psychological Medicine", "44", "10", "2051-2061"),
        ),
        (
            "Doe, Jo [Ed]; Roe, Ann B. [Ed]. (2012). Coaching in practice: A guide. (pp. 11-31).",
            ("Coaching in practice: A guide", "", "", ""),
        ),
        (
            (
                "BMJ Open. Conference: Second Meeting. Spain. 9 (Supplement 3) (no pagination),"
                " 2019. Article Number: e023. Date of Publication: 01 Mar 2019."
            ),
            ("BMJ Open", "9", "Supplement 3", ""),
        ),
    ],
)
def test_the_source_of_ovid_names_journal_volume_and_pages(
    source: str, cited: tuple[str, str, str, str]
) -> None:
    series = entry_in(f"<1. >\nVN  - Ovid Technologies\nUI  - 1\nTI  - T\nSO  - {source}\n").series
    assert (series.title, series.volume, series.issue, series.pages) == cited


def test_a_source_of_ovid_ends_where_no_citation_is_that_long() -> None:
    source = f"Trade Quarterly. {'1 (2) ' * 1000}12(3):45-67"
    entry = entry_in(f"<1. >\nVN  - Ovid Technologies\nUI  - 1\nTI  - T\nSO  - {source}\n")
    assert entry.series.pages == ""


@pytest.mark.parametrize("name", ["Simon, Ph. 1", "Simon, Ph. 1,2,*", "Simon, Ph."])
def test_a_number_of_an_affiliation_is_no_part_of_a_name_of_ovid(name: str) -> None:
    entry = entry_in(f"<1. >\nVN  - Ovid Technologies\nUI  - 1\nAU  - {name}\nTI  - T\n")
    assert entry.names == ("Ph. Simon",)


def test_an_isbn_can_have_its_name_before_it() -> None:
    entry = entry_in("OWN - ERIC\nOID - 1\nTI  - T\nISBN - ISBN-978-1-5985-7192-9\n")
    assert entry.series.isbn == "9781598571929"


def test_an_article_in_xml_has_no_marks_of_notes_and_the_date_of_print() -> None:
    entry = entry_in(xml_lists.JATS)
    assert (entry.title, entry.date, entry.kind) == (
        "Außenhandel und Löhne", "2010-05", "research-article",
    )  # fmt: skip
    assert entry.series.title == "Trade Quarterly"


def test_a_book_in_xml_is_read_as_articles_are() -> None:
    entry = entry_in(
        '<book><book-meta><book-id book-id-type="doi">10.1000/abc</book-id><book-title-group>'
        "<book-title>Trade</book-title><subtitle>A Long View</subtitle></book-title-group>"
        "<contrib-group><contrib><name><surname>Keen</surname><given-names>Jo</given-names>"
        "</name></contrib></contrib-group><pub-date><year>2010</year></pub-date>"
        "<isbn>9781921536502</isbn></book-meta></book>"
    )
    assert (entry.title, entry.names, entry.date) == ("Trade: A Long View", ("Jo Keen",), "2010")
    assert (entry.dois, entry.series.isbn) == (("10.1000/abc",), "9781921536502")


def jats(front: str, attributes: str = "") -> str:
    return (
        f'<article xmlns:xlink="http://www.w3.org/1999/xlink" {attributes}><front><article-meta>'
        "<article-id>1</article-id><title-group><article-title>T</article-title></title-group>"
        f"{front}</article-meta></front></article>"
    )


def test_an_article_in_xml_has_its_language_and_address_in_attributes_of_namespaces() -> None:
    address = '<self-uri xlink:href="https://example.org/1"/>'
    entry = entry_in(jats(address, attributes='xml:lang="fr"'))
    assert (entry.languages, entry.urls) == (("fr",), ("https://example.org/1",))


def test_only_a_property_named_lang_is_the_language_of_an_article_in_xml() -> None:
    texts = "<meta-name>{}</meta-name><meta-value>{}</meta-value>"
    group = "".join(
        f"<custom-meta>{texts.format(*pair)}</custom-meta>"
        for pair in [("licence", "CC BY"), ("lang", "eng")]
    )
    entry = entry_in(jats(f"<custom-meta-group>{group}</custom-meta-group>"))
    assert entry.languages == ("eng",)


def test_a_date_of_print_can_be_told_by_the_format_of_publication() -> None:
    dates = (
        '<pub-date publication-format="electronic"><year>2009</year></pub-date>'
        '<pub-date publication-format="print"><year>2010</year></pub-date>'
    )
    assert entry_in(jats(dates)).date == "2010"


def test_a_name_in_two_scripts_is_read_once() -> None:
    names = (
        "<name><surname>王</surname><given-names>伟</given-names></name>"
        "<name><surname>Wang</surname><given-names>Wei</given-names></name>"
    )
    author = f"<contrib><name-alternatives>{names}</name-alternatives></contrib>"
    assert entry_in(jats(f"<contrib-group>{author}</contrib-group>")).names == ("伟 王",)


def test_the_members_of_a_group_are_no_part_of_its_name() -> None:
    member = "<contrib><name><surname>Doe</surname></name></contrib>"
    group = f"<collab>The Group<contrib-group>{member}</contrib-group></collab>"
    author = f"<contrib>{group}</contrib>"
    assert entry_in(jats(f"<contrib-group>{author}</contrib-group>")).names == ("The Group",)


def test_an_article_of_crossref_has_its_place_and_the_day_of_print() -> None:
    entry = entry_in(xml_lists.CROSSREF_XML)
    assert (entry.date, entry.languages) == ("2010-05", ("de",))
    assert entry.series == Series("Trade Quarterly", "12", "3", "60-74", "12345679")


CHAPTER = """<doi_records xmlns="http://www.crossref.org/xschema/1.1"><doi_record><crossref>
<book book_type="edited_book"><book_metadata><contributors>
<person_name contributor_role="editor"><given_name>Eve</given_name><surname>Ng</surname>
</person_name>
</contributors><titles><title>Sand</title></titles><isbn>9783161484100</isbn>
<publisher><publisher_name>Wiley</publisher_name></publisher>
<doi_data><doi>10.1000/sand</doi></doi_data></book_metadata>
<content_item><contributors><person_name contributor_role="author"><given_name>Al</given_name>
<surname>Ek</surname></person_name></contributors><titles><title>Salt</title></titles>
<publication_date><month>9</month><day>8</day><year>2020</year></publication_date>
<doi_data><doi>10.1000/salt</doi><resource>https://example.org/salt</resource></doi_data>
</content_item></book></crossref></doi_record></doi_records>
"""


def test_a_chapter_of_crossref_is_told_from_its_book() -> None:
    entry = entry_in(CHAPTER)
    assert (entry.title, entry.names, entry.dois) == ("Salt", ("Al Ek",), ("10.1000/salt",))
    assert (entry.date, entry.urls) == ("2020-09-08", ("https://example.org/salt",))
    assert [editor.name for editor in entry.editors] == ["Eve Ng"]
    assert entry.series == Series("Sand", publisher="Wiley", isbn="9783161484100")


PREPRINT = """<crossref_result><query_result><body><query><doi_record><crossref>
<posted_content type="preprint"><contributors><person_name contributor_role="author">
<surname>Ek</surname></person_name></contributors><titles><title>Salt</title></titles>
<posted_date><month>07</month><day>03</day><year>2018</year></posted_date>
<abstract><p>A test.</p></abstract><doi_data><doi>10.1000/p</doi></doi_data></posted_content>
</crossref></doi_record></query></body></query_result></crossref_result>
"""


def test_a_preprint_of_crossref_says_that_it_is_one() -> None:
    entry = entry_in(PREPRINT)
    assert (entry.kind, entry.date, entry.abstract) == ("preprint", "2018-07-03", "A test.")


@pytest.mark.parametrize(
    ("dates", "date"),
    [
        ([{"date": "2010-12-20", "dateType": "Issued"}], "2010-12-20"),
        ([{"date": "2010-12-20", "dateType": "Submitted"}], "2010"),
        ([{"date": "2009-01-02", "dateType": "Issued"}, "2010-05-06"], "2010"),
    ],
)
def test_datacite_has_the_day_of_issue_among_other_days(dates: list[object], date: str) -> None:
    record = {"titles": [{"title": "Sand"}], "creators": [], "publicationYear": 2010}
    assert entry_in(json.dumps({**record, "dates": dates})).date == date


def test_an_entry_of_a_feed_may_have_only_the_date_of_its_update() -> None:
    entry = entry_in(
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>T</title>'
        "<updated>2016-05-04T00:00:00Z</updated></entry></feed>"
    )
    assert entry.date == "2016-05-04"


def test_a_trial_has_its_number_and_the_date_that_needs_no_country() -> None:
    entry = entry_in(
        "<Trials_downloaded_from_ICTRP><Trial><TrialID>NCT01234567</TrialID>"
        "<Public_title>Trade</Public_title><Date_registration>02/01/2020</Date_registration>"
        "<Date_registration3>20200102</Date_registration3></Trial></Trials_downloaded_from_ICTRP>"
    )
    assert (entry.identifiers, entry.date) == (("nct:01234567",), "2020-01-02")


def test_wide_semicolons_are_between_the_authors_of_noteexpress() -> None:
    entry = entry_in("{Reference Type}: Thesis\n{Title}: 贸易\n{Author}: 张三;李四；王五\n")
    assert entry.names == ("张三", "李四", "王五")


def test_a_book_in_redif_has_its_isbn() -> None:
    entry = entry_in(
        "Template-Type: ReDIF-Book 1.0\nTitle: Trade\nAuthor-Name: Jo Keen\n"
        "ISBN: 978-1-92-153650-2\nHandle: RePEc:abc:books:1\n"
    )
    assert entry.series.isbn == "9781921536502"


def test_given_names_can_be_a_list() -> None:
    entry = entry_in(
        '{"id": 1, "title": "Trade", "authors": [{"given": ["Jo", "Ann"], "family": ["Keen"]}]}\n'
    )
    assert entry.names == ("Jo Ann Keen",)


def test_mathscinet_has_pages_and_translated_titles() -> None:
    entry = entry_in(service_lists.MATHSCINET)
    assert [title.text for title in entry.titles] == ["Außenhandel und Löhne", "Trade"]
    assert (entry.series.volume, entry.series.pages) == ("66", "5414-5418")


def test_lens_has_the_doi_and_the_journal_inside_of_others() -> None:
    entry = entry_in(service_lists.LENS)
    assert (entry.dois, entry.series.title) == (("10.1000/abc",), "Trade Quarterly")


def test_lens_can_lack_other_identifiers() -> None:
    entry = entry_in(
        '{"total": 1, "data": [{"lens_id": "1", "title": "Trade", "year_published": 2010,'
        ' "authors": [{"first_name": "Jo", "last_name": "Keen"}], "source": {"title": "AER"}}]}'
    )
    assert (entry.id, entry.date, entry.series.title) == ("1", "2010", "AER")


@pytest.mark.parametrize("number", ["mrnumber", "lens_id"])
def test_the_number_of_a_service_does_not_make_the_objects_of_a_script_its_own(number: str) -> None:
    entry = entry_in(
        f'{{"id": "a", "{number}": "1", "title": "Trade", "author": "Keen, Jo", "year": 2010,'
        ' "journal": "AER", "doi": "10.1000/abc"}\n'
    )
    assert (entry.id, entry.title, entry.names) == ("a", "Trade", ("Jo Keen",))
    assert (entry.date, entry.series.title, entry.dois) == ("2010", "AER", ("10.1000/abc",))


def test_a_register_of_trials_is_a_table_with_sponsors_for_authors() -> None:
    entry = entry_in(
        "NCT Number,Study Title,Study URL,Sponsor,First Posted\n"
        "NCT01234567,Trade and Wages,https://example.org/NCT01234567,World Bank,2010-05"
    )
    assert (entry.id, entry.title, entry.names, entry.date) == (
        "NCT01234567", "Trade and Wages", ("World Bank",), "2010-05",
    )  # fmt: skip


def test_a_table_can_have_korean_columns() -> None:
    entry = entry_in(
        "논문명,저자,학술지명,발행연도,권,호,페이지\n무역과 임금,김민수,무역연구,2010,3,2,1-20\n"
    )
    assert (entry.title, entry.names, entry.date) == ("무역과 임금", ("김민수",), "2010")
    series = entry.series
    assert (series.title, series.volume, series.issue, series.pages) == (
        "무역연구", "3", "2", "1-20",
    )  # fmt: skip


def test_a_text_with_title_for_a_label_is_no_table() -> None:
    with pytest.raises(InputError, match="an unknown format"):
        entry_in("Score\n  *****\nAuthor\n  Keen, Michael\nTitle\n  Trade and Wages\n")
    assert entry_in("title\nTrade\n").title == "Trade"


def test_rdf_with_another_vocabulary_is_refused_not_read_in_part() -> None:
    rdf = xml_lists.ZOTERO_RDF.replace(
        "xmlns:bib=", 'xmlns:bibo="http://purl.org/ontology/bibo/" xmlns:bib='
    )
    with pytest.raises(InputError, match="is RDF of another kind than Zotero's own; export"):
        entry_in(rdf)


def test_a_person_of_zotero_can_lack_a_family_name() -> None:
    rdf = xml_lists.ZOTERO_RDF.replace("<foaf:surname>Keen</foaf:surname>", "")
    assert entry_in(rdf).names == ("Michael", "Joël Slemrod")
