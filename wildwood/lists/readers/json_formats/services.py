"""Read the records of services in JSON, by a table of the places of a service's fields."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from wildwood.lists.fields import best_values, identified_entry_of
from wildwood.records.entry import Entry
from wildwood.records.field_text import clean
from wildwood.records.identifiers import dois_in, issn_in


class _Service(NamedTuple):
    """Where a service has the fields of a record; a step into a list is one into each item."""

    sign: frozenset[str]
    """The fields that its records have, and those of no other."""
    places: Mapping[str, str]
    within: str = ""
    """The field that has the record."""


_ZOTERO = {
    "id": "key itemKey citationKey itemID", "title": "title caseName nameOfAct subject",
    "date": "date dateEnacted issueDate", "language": "language", "abstract": "abstractNote",
    "keywords": "tags.tag", "doi": "DOI extra url", "url": "url", "volume": "volume",
    "series": "publicationTitle bookTitle proceedingsTitle encyclopediaTitle series",
    "issue": "issue reportNumber", "pages": "pages", "issn": "ISSN", "isbn": "ISBN",
    "publisher": "publisher institution university", "kind": "itemType", "authors": "creators",
    "edition": "edition versionNumber",
}  # fmt: skip
_DATACITE = {
    "id": "doi id", "title": "titles title", "authors": "creators creator",
    "date": "published publicationYear publication_year dates.date", "language": "language",
    "abstract": "descriptions.description", "keywords": "subjects.subject",
    "doi": "doi id identifiers.identifier", "url": "url", "series": "container.title",
    "volume": "container.volume", "issue": "container.issue",
    "start page": "container.firstPage", "end page": "container.lastPage",
    "issn": "container.identifier", "publisher": "publisher.name publisher",
    "kind": "types.resourceTypeGeneral resourceType.resourceTypeGeneral",
}  # fmt: skip
_SERVICES = (
    _Service(frozenset({"authorships"}), {
        "id": "id", "title": "title display_name", "authors": "authorships",
        "date": "publication_date publication_year", "language": "language",
        "keywords": "keywords.display_name", "doi": "doi ids.doi",
        "url": "primary_location.landing_page_url", "pmid": "ids.pmid",
        "series": "primary_location.source.display_name host_venue.display_name",
        "issn": "primary_location.source.issn_l host_venue.issn_l", "volume": "biblio.volume",
        "publisher": "primary_location.source.host_organization_name host_venue.publisher",
        "issue": "biblio.issue", "start page": "biblio.first_page",
        "end page": "biblio.last_page", "kind": "type",
    }),
    _Service(frozenset({"titles", "creators"}), _DATACITE, "attributes"),
    _Service(frozenset({"titles", "creators"}), _DATACITE),
    _Service(frozenset({"title"}), {
        "id": "id", "title": "title", "authors": "author", "date": "year",
        "language": "journal.language", "abstract": "abstract", "keywords": "keywords",
        "doi": "identifier.id", "url": "link.url", "series": "journal.title",
        "volume": "journal.volume", "issue": "journal.number", "start page": "start_page",
        "end page": "end_page", "issn": "journal.issns identifier.id",
        "publisher": "journal.publisher",
    }, "bibjson"),
    _Service(frozenset({"authorString"}), {
        "id": "id pmid", "title": "title", "authors": "authorList.author authorString",
        "date": "firstPublicationDate journalInfo.printPublicationDate pubYear",
        "language": "language", "abstract": "abstractText", "keywords": "keywordList.keyword",
        "doi": "doi", "pmid": "pmid", "series": "journalInfo.journal.title journalTitle",
        "volume": "journalInfo.volume journalVolume", "issue": "journalInfo.issue issue",
        "pages": "pageInfo", "issn": "journalInfo.journal.issn journalIssn",
        "isbn": "bookOrReportDetails.isbn13", "kind": "pubTypeList.pubType pubType",
        "publisher": "bookOrReportDetails.publisher", "url": "fullTextUrlList.fullTextUrl.url",
    }),
    _Service(frozenset({"paperId"}), {
        "id": "paperId", "title": "title", "authors": "authors",
        "date": "publicationDate year", "abstract": "abstract", "doi": "externalIds.DOI doi",
        "pmid": "externalIds.PubMed", "url": "url", "series": "journal.name venue",
        "volume": "journal.volume", "pages": "journal.pages", "kind": "publicationTypes",
    }),
    _Service(frozenset({"itemType"}), _ZOTERO, "data"),
    _Service(frozenset({"itemType"}), _ZOTERO),
)  # fmt: skip
_PAPERS = ("paper", "citedPaper", "citingPaper")
"""Where Semantic Scholar has the paper of a recommendation, a reference or a citation."""
_NO_PAPERS = frozenset({"attachment", "note", "annotation"})
_AUTHORS = frozenset({"author", "inventor", "artist", "director", "presenter", "podcaster", ""})


def entries_of_service(value: Mapping[str, Any], place: str) -> list[Entry] | None:
    """Return the entry of a service's record, or None if it is of no service.

    Attachments and notes of Zotero have none.
    """
    inner = (value.get(name) for name in _PAPERS)
    value = next((one for one in inner if isinstance(one, Mapping)), value)
    for service in _SERVICES:
        record = value.get(service.within) if service.within else value
        if isinstance(record, Mapping) and service.sign <= record.keys():
            has_paper = record.get("itemType") not in _NO_PAPERS
            return [_entry(value, record, service, place)] if has_paper else []
    return None


def _entry(
    value: Mapping[str, Any], record: Mapping[str, Any], service: _Service, place: str
) -> Entry:
    fields: dict[str, Any] = {
        name: best_values(paths, lambda path: _at(record, path.split(".")))
        for name, paths in service.places.items()
    }
    fields["id"] = fields["id"] or [one for one in (value.get("id"), value.get("key")) if one]
    fields["authors"] = _people(fields["authors"])
    fields["abstract"] = fields.get("abstract") or _from_index(record)
    fields["doi"] = list(dois_in(*map(clean, fields["doi"])))
    fields["issn"] = [issn_in(*map(clean, fields.get("issn", ())))]
    return identified_entry_of(fields, place)


def _at(value: Any, path: list[str]) -> list[Any]:
    """Return what is at a path, of each item of a list."""
    if isinstance(value, list):
        return [found for one in value for found in _at(one, path)]
    if not path:
        return [value]
    return _at(value.get(path[0]), path[1:]) if isinstance(value, Mapping) else []


def _people(names: list[Any]) -> list[Any] | str:
    """Return the authors: objects with a name or its parts, or one text that has all."""
    if len(names) == 1 and isinstance(names[0], str):
        return names[0].rstrip(".")
    people = [one for one in names if not isinstance(one, Mapping) or _is_author(one)]
    return [_person(one) for one in people or names]


def _is_author(person: Mapping[str, Any]) -> bool:
    return person.get("creatorType", "") in _AUTHORS


def _person(value: Any) -> Any:
    """Return the name of an authorship of OpenAlex or an institution, else the value."""
    if not isinstance(value, Mapping):
        return value
    if isinstance(author := value.get("author"), Mapping):
        return clean(author.get("display_name") or value.get("raw_author_name"))
    if value.get("nameType") == "Organizational" or "collectiveName" in value:
        return {"family": clean(value.get("name") or value.get("collectiveName"))}
    return value


def _from_index(record: Mapping[str, Any]) -> str:
    """Return the abstract from OpenAlex's index of its words."""
    index = record.get("abstract_inverted_index")
    if not isinstance(index, Mapping):
        return ""
    places = (
        (place, clean(word))
        for word, found in index.items()
        if isinstance(found, list)
        for place in found
        if isinstance(place, int)
    )
    return " ".join(word for _, word in sorted(places))
