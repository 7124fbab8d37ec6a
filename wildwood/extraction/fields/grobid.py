"""A GROBID server's REST API, and the TEI that it answers with, as our header and citations.

https://grobid.readthedocs.io/en/latest/Grobid-service/
"""

import time
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import httpx2

from wildwood.extraction.errors import BusyError, NothingToExtractError, UnreachableError
from wildwood.extraction.fields import tei
from wildwood.extraction.model import Citation, Header

_REFUSED = (HTTPStatus.BAD_REQUEST, HTTPStatus.INTERNAL_SERVER_ERROR)
"""How it answers to a document that it cannot read."""
_ANSWERED = (HTTPStatus.OK, HTTPStatus.NO_CONTENT)
_MOST_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Grobid:
    """A server, by its address."""

    url: str
    timeout_s: float

    def header(self, document: Path) -> Header:
        """The header of a PDF.

        Raises:
            ExtractionError: the server has none to give.
        """
        answer = self._ask(
            "processHeaderDocument", document, consolidateHeader="0", includeRawAffiliations="1"
        )
        return tei.header(answer) if answer else Header()

    def citations(self, document: Path) -> list[Citation]:
        """The citations of a PDF, without their places in its text.

        Raises:
            ExtractionError: the server has none to give.
        """
        answer = self._ask(
            "processReferences", document, consolidateCitations="0", includeRawCitations="1"
        )
        return tei.citations(answer) if answer else []

    def _ask(self, service: str, document: Path, **options: str) -> bytes:
        """The TEI that a service makes of a document; empty where there is nothing in it."""
        try:
            with httpx2.stream(
                "POST",
                f"{self.url.rstrip('/')}/api/{service}",
                files={"input": ("document.pdf", document.read_bytes(), "application/pdf")},
                data=options,
                # Without it the header comes as BibTeX.
                headers={"Accept": "application/xml"},
                timeout=self.timeout_s,
            ) as answer:
                self._refuse(answer)
                return self._content(answer)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise UnreachableError(
                f"GROBID at {self.url} does not answer: {str(error) or type(error).__name__}."
            ) from error

    def _refuse(self, answer: httpx2.Response) -> None:
        """See that the server has an answer, be it an empty one."""
        if answer.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
            raise BusyError(f"GROBID at {self.url} is busy; try again in a moment.")
        if answer.status_code in _REFUSED:
            raise NothingToExtractError("GROBID cannot read the document.")
        if answer.status_code not in _ANSWERED:
            raise UnreachableError(f"GROBID at {self.url} answers {answer.status_code}.")

    def _content(self, answer: httpx2.Response) -> bytes:
        """What an answer brings in our time and to a size, which no timeout of a client's holds."""
        until = time.monotonic() + self.timeout_s
        content = bytearray()
        for part in answer.iter_bytes():
            content += part
            if time.monotonic() > until or len(content) > _MOST_BYTES:
                raise UnreachableError(f"GROBID at {self.url} does not end its answer.")
        return bytes(content)
