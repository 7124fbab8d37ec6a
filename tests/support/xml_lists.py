"""The two papers of tests/lists/test_formats.py in formats of XML."""

ENDNOTE_XML = """<?xml version="1.0" encoding="UTF-8" ?><xml><records><record>
<rec-number>RePEc:abc:wpaper:1</rec-number><ref-type name="Report">27</ref-type>
<contributors><authors><author><style face="normal">Keen, Michael</style></author>
<author><style face="normal">Slemrod, Joël</style></author></authors></contributors>
<titles><title><style face="italic">Außenhandel</style><style face="normal"> und Löhne</style>
</title></titles>
<dates><year>2010</year><pub-dates><date>May</date></pub-dates></dates></record>
<record><rec-number>two</rec-number><ref-type name="Report">27</ref-type>
<contributors><authors><author>World Bank,</author></authors></contributors>
<titles><title>Trade &amp; Wages: A “Long” View</title></titles></record></records></xml>
"""
PUBMED_XML = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2019//EN" "x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">RePEc:abc:wpaper:1</PMID>
<Article><Journal><JournalIssue><PubDate><Year>2010</Year><Month>May</Month></PubDate>
</JournalIssue></Journal><ArticleTitle>Außenhandel <i>und</i> Löhne</ArticleTitle>
<AuthorList><Author><LastName>Keen</LastName><ForeName>Michael</ForeName></Author>
<Author><LastName>Slemrod</LastName><ForeName>Joël</ForeName><Initials>J</Initials></Author>
</AuthorList></Article></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>two</PMID><Article>
<ArticleTitle>Trade &amp; Wages: A “Long” View</ArticleTitle>
<AuthorList><Author><CollectiveName>World Bank</CollectiveName></Author></AuthorList>
</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>
"""
MODS_RECORDS = (
    """<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>Außenhandel und Löhne</title>
</titleInfo><titleInfo type="abbreviated"><title>A. u. L.</title></titleInfo>
<name type="personal"><namePart type="family">Keen</namePart><namePart type="given">Michael
</namePart><role><roleTerm type="code">aut</roleTerm></role></name>
<name><namePart>Slemrod, Joël</namePart></name>
<name><namePart>Doe, Jo</namePart><role><roleTerm>printer</roleTerm></role></name>
<originInfo><dateIssued>2010-05</dateIssued></originInfo>
<recordInfo><recordIdentifier>RePEc:abc:wpaper:1</recordIdentifier></recordInfo></mods>
""",
    """<mods xmlns="http://www.loc.gov/mods/v3"><titleInfo><title>Trade &amp; Wages</title>
<subTitle>A “Long” View</subTitle></titleInfo><name type="corporate"><namePart>World Bank</namePart>
</name><recordInfo><recordIdentifier>two</recordIdentifier></recordInfo></mods>
""",
)
MODS = (
    f'<modsCollection xmlns="http://www.loc.gov/mods/v3">{"".join(MODS_RECORDS)}</modsCollection>'
)
ZOTERO_RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:prism="http://prismstandard.org/namespaces/x/">
<bib:Article rdf:about="RePEc:abc:wpaper:1"><z:itemType>journalArticle</z:itemType>
<dcterms:isPartOf rdf:resource="urn:issn:1234-5678"/><bib:authors><rdf:Seq>
<rdf:li><foaf:Person><foaf:surname>Keen</foaf:surname><foaf:givenName>Michael</foaf:givenName>
</foaf:Person></rdf:li><rdf:li><foaf:Person><foaf:surname>Slemrod</foaf:surname>
<foaf:givenName>Joël</foaf:givenName></foaf:Person></rdf:li></rdf:Seq></bib:authors>
<dc:title>Außenhandel und Löhne</dc:title><dc:date>2010-05</dc:date></bib:Article>
<bib:Journal rdf:about="urn:issn:1234-5678"><prism:volume>12</prism:volume>
<dc:title>Trade Quarterly</dc:title><dc:identifier>DOI 10.1000/abc</dc:identifier>
<dc:identifier>ISSN 1234-5678</dc:identifier></bib:Journal>
<z:Attachment rdf:about="#item_3"><dc:title>Full text</dc:title></z:Attachment>
<bib:Report rdf:about="two"><bib:authors><rdf:Seq><rdf:li><foaf:Person>
<foaf:surname>World Bank</foaf:surname></foaf:Person></rdf:li></rdf:Seq></bib:authors>
<dc:title>Trade &amp; Wages: A “Long” View</dc:title></bib:Report></rdf:RDF>
"""
QUALIFIED_DUBLIN_CORE = (
    """<qdc xmlns="http://worldcat.org/xmlschemas/qdc-1.0/" xmlns:dc="http://purl.org/dc/terms/">
<dc:title>Außenhandel und Löhne</dc:title><dc:creator>Keen, Michael</dc:creator>
<dc:creator>Slemrod, Joël</dc:creator><dc:issued>2010-05</dc:issued>
<dc:abstract>How wages change.</dc:abstract></qdc>""",
    """<qdc xmlns="http://worldcat.org/xmlschemas/qdc-1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Trade &amp; Wages: A “Long” View</dc:title>
<dc:creator>World Bank</dc:creator></qdc>""",
)
