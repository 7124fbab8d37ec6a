"""The two papers of tests/lists/test_formats.py as services answer."""

import json
from typing import Any

_TITLES = ("Außenhandel und Löhne", "Trade & Wages: A “Long” View")
_IDS = ("RePEc:abc:wpaper:1", "two")


def _answer(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


OPENALEX = _answer({
    "meta": {"count": 2},
    "results": [
        {
            "id": _IDS[0], "display_name": _TITLES[0], "publication_date": "2010-05",
            "authorships": [
                {"author": {"display_name": "Michael Keen"}, "author_position": "first"},
                {"author": {"display_name": None}, "raw_author_name": "Joël Slemrod"},
            ],
            "abstract_inverted_index": {"wages": [1, 3], "How": [0], "change": [2]},
        },
        {
            "id": _IDS[1], "display_name": _TITLES[1],
            "authorships": [{"author": {"display_name": "World Bank"}}],
        },
    ],
})  # fmt: skip
CROSSREF = _answer({
    "status": "ok",
    "message": {
        "items": [
            {
                "id": _IDS[0], "DOI": "10.1000/abc", "title": [_TITLES[0]],
                "author": [
                    {"family": "Keen", "given": "Michael"}, {"family": "Slemrod", "given": "Joël"}
                ],
                "issued": {"date-parts": [[2010, 5]]},
            },
            {"id": _IDS[1], "DOI": "10.1000/b", "title": [_TITLES[1]],
             "author": [{"name": "World Bank"}]},
        ]
    },
})  # fmt: skip
DATACITE = _answer({
    "data": [
        {
            "id": "10.1000/abc", "type": "dois",
            "attributes": {
                "doi": _IDS[0], "titles": [{"title": _TITLES[0]}], "publicationYear": 2010,
                "published": "2010-05",
                "creators": [
                    {"name": "Keen, Michael", "givenName": "Michael", "familyName": "Keen"},
                    {"name": "Slemrod, Joël", "nameType": "Personal"},
                ],
            },
        },
        {
            "attributes": {
                "doi": _IDS[1], "titles": [{"title": _TITLES[1]}], "publicationYear": None,
                "creators": [{"name": "World Bank", "nameType": "Organizational"}],
            }
        },
    ]
})  # fmt: skip
CROSSCITE = _answer([
    {
        "id": _IDS[0], "types": {"ris": "RPRT"}, "titles": [{"title": _TITLES[0]}],
        "creators": [
            {"type": "Person", "givenName": "Michael", "familyName": "Keen"},
            {"type": "Person", "givenName": "Joël", "familyName": "Slemrod"},
        ],
        "publisher": "Zenodo", "dates": {"date": "2010-05", "dateType": "Issued"},
        "agency": "DataCite",
    },
    {
        "id": _IDS[1], "titles": [{"title": _TITLES[1]}], "agency": "DataCite",
        "creators": [{"name": "World Bank", "nameType": "Organizational"}],
    },
])  # fmt: skip
DOAJ = _answer({
    "total": 2,
    "results": [
        {
            "id": _IDS[0],
            "bibjson": {
                "title": _TITLES[0], "year": "2010-05",
                "author": [{"name": "Michael Keen"}, {"name": "Joël Slemrod"}],
                "identifier": [{"type": "doi", "id": "10.1000/abc"}],
            },
        },
        {"id": _IDS[1], "bibjson": {"title": _TITLES[1], "author": [{"name": "World Bank"}]}},
    ],
})  # fmt: skip
EUROPE_PMC = _answer({
    "resultList": {
        "result": [
            {
                "id": _IDS[0], "title": _TITLES[0], "authorString": "Keen M, Slemrod J.",
                "firstPublicationDate": "2010-05",
                "authorList": {
                    "author": [
                        {"fullName": "Keen M", "firstName": "Michael", "lastName": "Keen"},
                        {"fullName": "Slemrod J", "firstName": "Joël", "lastName": "Slemrod"},
                    ]
                },
            },
            {"id": _IDS[1], "title": _TITLES[1], "authorString": "World Bank."},
        ]
    }
})  # fmt: skip
SEMANTIC_SCHOLAR = _answer({
    "data": [
        {
            "paperId": _IDS[0], "title": _TITLES[0], "publicationDate": "2010-05", "year": 2010,
            "authors": [{"name": "Michael Keen"}, {"name": "Joël Slemrod"}],
        },
        {"citedPaper": {
            "paperId": _IDS[1], "title": _TITLES[1], "authors": [{"name": "World Bank"}],
        }},
    ]
})  # fmt: skip
ZOTERO = _answer([
    {
        "key": _IDS[0],
        "data": {
            "key": _IDS[0], "itemType": "report", "title": _TITLES[0], "date": "2010-05",
            "creators": [
                {"creatorType": "author", "firstName": "Michael", "lastName": "Keen"},
                {"creatorType": "author", "firstName": "Joël", "lastName": "Slemrod"},
                {"creatorType": "translator", "firstName": "Jo", "lastName": "Doe"},
            ],
        },
    },
    {"key": "x", "data": {"key": "x", "itemType": "attachment", "title": "Full text"}},
    {
        "key": _IDS[1],
        "data": {
            "key": _IDS[1], "itemType": "report", "title": _TITLES[1],
            "creators": [{"creatorType": "author", "name": "World Bank"}],
        },
    },
])  # fmt: skip
MATHSCINET = _answer({
    "results": [
        {
            "mrnumber": _IDS[0], "titles": {"title": _TITLES[0], "translatedTitle": "Trade"},
            "entryType": "J", "authors": [{"name": "Keen, Michael"}, {"name": "Slemrod, Joël"}],
            "issue": {"issue": {"pubYear": "2010-05", "volume": "66"}},
            "paging": {"paging": {"text": "5414--5418"}},
        },
        {
            "mrnumber": _IDS[1], "titles": {"title": _TITLES[1], "translatedTitle": None},
            "authors": [{"name": "World Bank"}], "issue": None,
        },
    ]
})  # fmt: skip
LENS = _answer({
    "total": 2,
    "data": [
        {
            "lens_id": _IDS[0], "title": _TITLES[0], "date_published": "2010-05",
            "authors": [
                {"first_name": "Michael", "last_name": "Keen", "initials": "M"},
                {"first_name": "Joël", "last_name": "Slemrod", "initials": "J"},
            ],
            "source": {"title": "Trade Quarterly", "issn": [{"value": "12345679"}]},
            "external_ids": [
                {"type": "magid", "value": "2117"}, {"type": "doi", "value": "10.1000/abc"}
            ],
        },
        {"lens_id": _IDS[1], "title": _TITLES[1], "authors": [{"last_name": "World Bank"}]},
    ],
})  # fmt: skip
