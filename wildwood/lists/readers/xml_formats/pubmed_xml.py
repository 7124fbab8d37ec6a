"""Read PubMed's XML."""

from collections.abc import Iterator
from functools import partial

from wildwood.lists.fields import identified_entry_of
from wildwood.lists.readers.xml_formats.elements import fields_at, read_elements, texts_at
from wildwood.records.entry import Entry
from wildwood.records.identifiers import dois_in
from wildwood.safe_xml import Element

_ARTICLE, _BOOK = "MedlineCitation/Article", "BookDocument"
_ISSUE = f"{_ARTICLE}/Journal/JournalIssue"
_DOI = "ArticleIdList/ArticleId[@IdType='doi']"
_PLACES = {
    "id": f"MedlineCitation/PMID {_BOOK}/PMID",
    "title": f"{_ARTICLE}/ArticleTitle,{_ARTICLE}/VernacularTitle {_BOOK}/ArticleTitle"
    f" {_BOOK}/Book/BookTitle",
    "language": f"{_ARTICLE}/Language {_BOOK}/Language",
    "keywords": "MedlineCitation/KeywordList/Keyword"
    " MedlineCitation/MeshHeadingList/MeshHeading/DescriptorName",
    "doi": f"{_ARTICLE}/ELocationID[@EIdType='doi'],PubmedData/{_DOI} {_BOOK}/{_DOI}",
    "series": f"{_ARTICLE}/Journal/Title {_ARTICLE}/Journal/ISOAbbreviation {_BOOK}/Book/BookTitle",
    "volume": f"{_ISSUE}/Volume",
    "issue": f"{_ISSUE}/Issue",
    "pages": f"{_ARTICLE}/Pagination/MedlinePgn {_ARTICLE}/Pagination/StartPage",
    "issn": f"{_ARTICLE}/Journal/ISSN",
    "isbn": f"{_BOOK}/Book/Isbn",
    "publisher": f"{_BOOK}/Book/Publisher/PublisherName",
    "kind": f"{_ARTICLE}/PublicationTypeList/PublicationType {_BOOK}/PublicationType",
    "pmid": f"MedlineCitation/PMID {_BOOK}/PMID",
}
_AUTHORS = f"{_ARTICLE}/AuthorList/Author {_BOOK}/AuthorList/Author {_BOOK}/Book/AuthorList/Author"
_DATES = f"{_ISSUE}/PubDate {_ARTICLE}/ArticleDate {_BOOK}/Book/PubDate"
_ABSTRACT = f"{_ARTICLE}/Abstract/AbstractText,{_BOOK}/Abstract/AbstractText"


def _entry(article: Element) -> Entry:
    texts = fields_at(article, _PLACES)
    fields: dict[str, object] = {**texts, "doi": list(dois_in(*texts["doi"]))}
    fields["authors"] = [name for author in _found(article, _AUTHORS) for name in _names(author)]
    fields["date"] = next(filter(None, map(_date, _found(article, _DATES))), "")
    fields["abstract"] = " ".join(
        text for path in _ABSTRACT.split(",") for text in texts_at(article, path)
    )
    return identified_entry_of(fields, f"line {article.sourceline}")


def _found(article: Element, paths: str) -> list[Element]:
    """Return the elements of the best path that has some."""
    for path in paths.split():
        if found := article.findall("/".join(f"{{*}}{name}" for name in path.split("/"))):
            return found
    return []


def _names(author: Element) -> Iterator[dict[str, str] | str]:
    parts = fields_at(
        author, {"family": "LastName", "given": "ForeName Initials", "suffix": "Suffix"}
    )
    if parts["family"]:
        family = " ".join(parts["family"][:1] + parts["suffix"][:1])
        yield {"family": family, "given": "".join(parts["given"][:1])}
    for name in texts_at(author, "CollectiveName"):
        yield {"family": name, "given": ""}


def _date(date: Element) -> str:
    parts = (next(texts_at(date, name), "") for name in ("Year", "Month", "Day", "MedlineDate"))
    return "-".join(filter(None, parts)) if date.find("{*}Month") is not None else " ".join(parts)


read_pubmed_xml = partial(read_elements, ["PubmedArticle", "PubmedBookArticle"], _entry)
"""Yields an entry for each article and book."""
