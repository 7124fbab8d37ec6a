"""Extract headers and citations with a GROBID server, by its REST API and TEI.

See https://grobid.readthedocs.io/en/latest/Grobid-service/
"""

import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import httpx2

from wildwood.extraction.errors import BusyError, NothingToExtractError, UnreachableError
from wildwood.extraction.extracted import Kind

_UNREADABLE = (HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR)
"""The statuses for a document that GROBID cannot read."""
_SERVICES = {
    Kind.HEADER: (
        "processHeaderDocument",
        {"consolidateHeader": "0", "includeRawAffiliations": "1"},
    ),
    Kind.CITATIONS: (
        "processReferences",
        {"consolidateCitations": "0", "includeRawCitations": "1"},
    ),
}
"""For each kind that GROBID extracts, its service and options."""
KINDS = frozenset(_SERVICES)
"""What GROBID extracts."""
_SUCCESS = (HTTPStatus.OK, HTTPStatus.NO_CONTENT)
_MAX_ANSWER_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Grobid:
    """A GROBID server."""

    url: str
    timeout_s: float

    def answer(self, kind: Kind, document: Path) -> bytes:
        """Return the TEI with the header or the citations of a PDF; empty if it has none.

        Raises:
            ExtractionError: the server cannot extract it now, or not at all.
        """
        service, options = _SERVICES[kind]
        try:
            with httpx2.stream(
                "POST",
                f"{self.url.rstrip('/')}/api/{service}",
                files={"input": ("document.pdf", document.read_bytes(), "application/pdf")},
                data=options,
                # Without it the header is BibTeX.
                headers={"Accept": "application/xml"},
                timeout=self.timeout_s,
            ) as answer:
                self._check_status(answer)
                return self._content(answer)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise UnreachableError(
                f"GROBID at {self.url} does not answer: {str(error) or type(error).__name__}."
            ) from error

    def _check_status(self, answer: httpx2.Response) -> None:
        if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            raise BusyError(f"GROBID at {self.url} is busy; try again in a moment.")
        if answer.status_code in _UNREADABLE:
            raise NothingToExtractError("GROBID cannot read the document.")
        if answer.status_code not in _SUCCESS:
            raise UnreachableError(
                f"GROBID at {self.url} answers with status {answer.status_code}."
            )

    def _content(self, answer: httpx2.Response) -> bytes:
        """Read an answer; the client's own timeout limits neither its size nor its total time."""
        deadline = time.monotonic() + self.timeout_s
        content = bytearray()
        for part in answer.iter_bytes():
            content += part
            if time.monotonic() > deadline or len(content) > _MAX_ANSWER_BYTES:
                raise UnreachableError(f"GROBID at {self.url} does not finish its answer.")
        return bytes(content)
