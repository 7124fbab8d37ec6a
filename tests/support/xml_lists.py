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
WORD = """<?xml version="1.0" encoding="UTF-8"?>
<b:Sources SelectedStyle="" xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"
 xmlns="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source>
<b:Tag>RePEc:abc:wpaper:1</b:Tag><b:SourceType>Report</b:SourceType><b:Author><b:Author><b:NameList>
<b:Person><b:Last>Keen</b:Last><b:First>Michael</b:First></b:Person>
<b:Person><b:Last>Slemrod</b:Last><b:First>Joël</b:First></b:Person></b:NameList></b:Author>
<b:Editor><b:NameList><b:Person><b:Last>Doe</b:Last></b:Person></b:NameList></b:Editor></b:Author>
<b:Title>Außenhandel und Löhne</b:Title><b:Year>2010</b:Year><b:Month>May</b:Month></b:Source>
<b:Source><b:Tag>two</b:Tag><b:SourceType>Misc</b:SourceType><b:Author><b:Author>
<b:Corporate>World Bank</b:Corporate></b:Author></b:Author>
<b:Title>Trade &amp; Wages: A “Long” View</b:Title></b:Source></b:Sources>
"""
JATS = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE pmc-articleset PUBLIC "-//NLM//DTD ARTICLE SET 2.0//EN" "x.dtd">
<pmc-articleset><article article-type="research-article"><front><journal-meta><journal-title-group>
<journal-title>Trade Quarterly</journal-title></journal-title-group></journal-meta><article-meta>
<article-id pub-id-type="doi">RePEc:abc:wpaper:1</article-id><title-group><article-title>Außenhandel
<italic>und</italic> Löhne<xref ref-type="fn">1</xref></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Keen</surname>
<given-names>Michael</given-names></name>
<aff>An Institute</aff></contrib><contrib contrib-type="author"><string-name>
<given-names>Joël</given-names> <surname>Slemrod</surname></string-name></contrib>
<contrib contrib-type="editor"><name><surname>Doe</surname></name></contrib></contrib-group>
<pub-date pub-type="epub"><day>7</day><month>4</month><year>2010</year></pub-date>
<pub-date pub-type="ppub"><month>5</month><year>2010</year></pub-date></article-meta></front>
<back><ref-list><ref><article-title>Cited</article-title></ref></ref-list></back></article>
<article><front><article-meta><article-id>two</article-id><title-group>
<article-title>Trade &amp; Wages</article-title><subtitle>A “Long” View</subtitle></title-group>
<contrib-group><contrib><collab>World Bank</collab></contrib></contrib-group>
</article-meta></front></article></pmc-articleset>
"""
JSTOR = """<?xml version="1.0" encoding="UTF-8"?>
<citations><article id="RePEc:abc:wpaper:1"><title>Außenhandel und Löhne</title>
<author>Michael Keen</author><author>Joël Slemrod</author>
<journaltitle>Trade Quarterly</journaltitle>
<pubdate>2010-05</pubdate><pagerange>pp. 1-2</pagerange></article><article id="two">
<title>Trade &amp; Wages: A “Long” View</title><author>World Bank</author></article></citations>
"""
CROSSREF_XML = """<?xml version="1.0" encoding="UTF-8"?>
<doi_records><doi_record owner="10.1000" timestamp="2017-08-23 03:08:26"><crossref><journal>
<journal_metadata language="de"><full_title>Trade Quarterly</full_title><issn>12345679</issn>
</journal_metadata><journal_issue><publication_date media_type="print"><year>2010</year>
</publication_date><journal_volume><volume>12</volume></journal_volume><issue>3</issue>
</journal_issue><journal_article><titles><title>Außenhandel <i>und</i> Löhne</title></titles>
<contributors><person_name contributor_role="author"><given_name>Michael</given_name>
<surname>Keen</surname><affiliation>An Institute</affiliation></person_name>
<person_name contributor_role="author" sequence="additional"><given_name>Joël</given_name>
<surname>Slemrod</surname></person_name></contributors>
<publication_date media_type="online"><month>12</month><year>2009</year></publication_date>
<publication_date media_type="print"><month>05</month><year>2010</year></publication_date>
<pages><first_page>60</first_page><last_page>74</last_page></pages>
<doi_data><doi>RePEc:abc:wpaper:1</doi></doi_data></journal_article></journal></crossref></doi_record>
<doi_record xmlns="http://www.crossref.org/xschema/1.1" owner="10.1000"><crossref><conference>
<proceedings_metadata><proceedings_title>Trade Talks</proceedings_title>
<doi_data><doi>10.1000/talks</doi></doi_data></proceedings_metadata><conference_paper><contributors>
<organization contributor_role="author" sequence="first">World Bank</organization></contributors>
<titles><title>Trade &amp; Wages</title><subtitle>A “Long” View</subtitle></titles>
<doi_data><doi>two</doi></doi_data></conference_paper></conference></crossref></doi_record>
</doi_records>
"""
ATOM = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>arXiv Query</title>
<id>http://arxiv.org/api/cHxbiOdZaP56ODnBPIenZhzg5f8</id>
<entry><id>RePEc:abc:wpaper:1</id><published>2010-05</published><title>Außenhandel
  und Löhne</title><author><name>Michael Keen</name></author><author><name>Joël Slemrod</name>
<affiliation xmlns="http://arxiv.org/schemas/atom">An Institute</affiliation></author></entry>
<entry><id>two</id><title>Trade &amp; Wages: A “Long” View</title>
<author><name>World Bank</name></author></entry></feed>
"""
ICTRP = """<?xml version="1.0" encoding="UTF-8"?>
<Trials_downloaded_from_ICTRP><Trial><Internal_Number>1</Internal_Number>
<TrialID>RePEc:abc:wpaper:1
</TrialID><Public_title>Trade</Public_title><Scientific_title>Außenhandel und Löhne
</Scientific_title><Primary_sponsor>Michael Keen</Primary_sponsor>
<Primary_sponsor>Joël Slemrod</Primary_sponsor>
<Date_registration>2010-05</Date_registration></Trial>
<Trial><TrialID>two</TrialID><Public_title>Trade &amp; Wages: A “Long” View</Public_title>
<Scientific_title/><Primary_sponsor>World Bank</Primary_sponsor></Trial>
</Trials_downloaded_from_ICTRP>
"""
