"""Ask a GROBID server for the header and the citations of a document."""

from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import httpx2

from wildwood.extraction.data import BusyError, Kind, NothingToExtractError, UnreachableError

_UNREADABLE = (HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR)  # for unreadable documents
_SERVICES = {Kind.HEADER: "processHeaderDocument", Kind.CITATIONS: "processReferences"}
_OPTIONS = {
    "consolidateHeader": "0", "consolidateCitations": "0",
    "includeRawAffiliations": "1", "includeRawCitations": "1",
}  # fmt: skip
KINDS = frozenset(_SERVICES)
_SUCCESS = (HTTPStatus.OK, HTTPStatus.NO_CONTENT)


@dataclass(frozen=True, slots=True)
class Grobid:
    url: str
    timeout_s: float

    def answer(self, kind: Kind, document: Path) -> bytes:
        """Return the TEI of the header or the citations; empty without any."""
        try:
            answer = httpx2.post(
                f"{self.url.rstrip('/')}/api/{_SERVICES[kind]}",
                files={"input": ("document.pdf", document.read_bytes(), "application/pdf")},
                data=_OPTIONS,
                # Without it the header is BibTeX.
                headers={"Accept": "application/xml"},
                timeout=self.timeout_s,
            )
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise UnreachableError(
                f"GROBID at {self.url} does not answer: {str(error) or type(error).__name__}."
            ) from error
        if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            raise BusyError(f"GROBID at {self.url} is busy; try again in a moment.")
        if answer.status_code in _UNREADABLE:
            raise NothingToExtractError("GROBID cannot read the document.")
        if answer.status_code not in _SUCCESS:
            raise UnreachableError(
                f"GROBID at {self.url} answers with status {answer.status_code}."
            )
        return answer.content
