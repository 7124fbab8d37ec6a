"""Simulated archives behind two libraries for OAI-PMH servers: oai-repo and pyoai."""

import datetime
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

import oai_repo
from lxml import etree
from oaipmh import common, error, metadata, server

from tests.support.oai_archives import PAGE_LENGTH, Holdings, Item

server.cgi.parse_qs = parse_qs  # Python 3.8 removed the one that pyoai calls

_SECONDS = "YYYY-MM-DDThh:mm:ssZ"
_OAI_DC = "http://www.openarchives.org/OAI/2.0/oai_dc/"
_DC = "http://purl.org/dc/elements/1.1/"
_URL = "http://127.0.0.1/oai"
_BEGIN = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)


class OaiRepo:
    """An archive behind oai-repo, which does not mark deleted records as such."""

    def __init__(self, holdings: Holdings) -> None:
        self._repository = oai_repo.OAIRepository(_Data(holdings))

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        return bytes(self._repository.process(dict(query)))


class _Data(oai_repo.DataInterface):  # type: ignore[misc]
    limit = PAGE_LENGTH

    def __init__(self, holdings: Holdings) -> None:
        self._holdings = holdings

    def _item(self, identifier: str) -> Item:
        return next(item for item in self._holdings.since(None) if item.id == identifier)

    def get_identify(self) -> Any:
        return oai_repo.Identify(
            "simulated", _URL, ["a@example.org"], _BEGIN.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "no", _SECONDS,
        )  # fmt: skip

    def get_metadata_formats(self, identifier: str | None = None) -> list[Any]:
        del identifier
        schema = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
        return [oai_repo.MetadataFormat("oai_dc", schema, _OAI_DC)]

    def get_record_header(self, identifier: str) -> Any:
        stamp = self._item(identifier).stamp.strftime("%Y-%m-%dT%H:%M:%SZ")
        return oai_repo.RecordHeader(identifier, stamp, [])

    def get_record_metadata(self, identifier: str, metadataprefix: str) -> Any:
        del metadataprefix
        root = etree.Element(f"{{{_OAI_DC}}}dc", nsmap={"oai_dc": _OAI_DC, "dc": _DC})
        etree.SubElement(root, f"{{{_DC}}}title").text = self._item(identifier).title
        return root

    def get_record_abouts(self, identifier: str) -> list[Any]:
        del identifier
        return []

    def list_set_specs(self, identifier: str | None = None, cursor: int = 0) -> Any:
        del identifier, cursor
        return [], 0, None

    def list_identifiers(
        self,
        metadataprefix: str,
        filter_from: datetime.datetime | None = None,
        filter_until: datetime.datetime | None = None,
        filter_set: str | None = None,
        cursor: int = 0,
    ) -> Any:
        del metadataprefix, filter_until, filter_set
        since = filter_from and filter_from.replace(tzinfo=datetime.UTC)
        found = [item.id for item in self._holdings.since(since)]
        return found[cursor : cursor + self.limit], len(found), None


class PyOai:
    """An archive behind pyoai."""

    def __init__(self, holdings: Holdings) -> None:
        registry = metadata.MetadataRegistry()
        registry.registerWriter("oai_dc", server.oai_dc_writer)
        self._server = server.BatchingServer(
            _Batches(holdings), registry, resumption_batch_size=PAGE_LENGTH
        )

    def answer(self, query: Mapping[str, str]) -> bytes:
        """Return the response to a request."""
        answered: bytes = self._server.handleRequest(dict(query))
        return answered


class _Batches:
    def __init__(self, holdings: Holdings) -> None:
        self._holdings = holdings

    def identify(self) -> Any:
        return common.Identify(
            "simulated", _URL, "2.0", ["a@example.org"], _BEGIN.replace(tzinfo=None),
            "persistent", _SECONDS, ["identity"],
        )  # fmt: skip

    def listRecords(  # noqa: N802, PLR0913, PLR0917 - pyoai's name
        self,
        metadataPrefix: str,  # noqa: N803 - pyoai's name
        set: str | None = None,  # noqa: A002 - pyoai's name
        from_: datetime.datetime | None = None,
        until: datetime.datetime | None = None,
        cursor: int = 0,
        batch_size: int = PAGE_LENGTH,
    ) -> list[Any]:
        del set, until
        if metadataPrefix != "oai_dc":
            raise error.CannotDisseminateFormatError
        since = from_ and from_.replace(tzinfo=datetime.UTC)
        return [
            (
                common.Header(None, item.id, item.stamp.replace(tzinfo=None), [], item.deleted),
                None if item.deleted else common.Metadata(None, {"title": [item.title]}),
                None,
            )
            for item in self._holdings.since(since)[cursor : cursor + batch_size]
        ]
