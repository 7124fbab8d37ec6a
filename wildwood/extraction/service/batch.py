"""Extract documents on disk into files, without an HTTP server."""

import json
import shutil
from pathlib import Path

from wildwood.errors import WildwoodError
from wildwood.extraction.model import Kind
from wildwood.extraction.service.service import ExtractionOptions, Service


def extract_file(
    service: Service, document: Path, folder: Path, options: ExtractionOptions, *, filtered: bool
) -> None:
    """Write `NAME.header.json`, `.citations.json`, `.similar.json`, `.body.txt` and `.text.txt`.

    Args:
        service: the service that extracts.
        document: the file `NAME.EXTENSION`.
        folder: where to write.
        options: how to extract.
        filtered: whether to refuse a document that does not look scholarly.

    Raises:
        WildwoodError: the document cannot be read or is refused, or a file cannot be written.
    """
    try:
        with service.receiving() as (token, path):
            shutil.copyfile(document, path)
            service.add(token, filtered=filtered)
            try:
                for extension, content in _contents(service, token, options).items():
                    target = folder / f"{document.stem}.{extension}"
                    target.write_text(content, encoding="utf-8")
            finally:
                service.remove(token)
    except OSError as error:
        raise WildwoodError(f"{document}: {error.strerror}.") from error
    except WildwoodError as error:
        raise WildwoodError(f"{document}: {error}") from error


def _contents(service: Service, token: str, options: ExtractionOptions) -> dict[str, str]:
    """Return the contents of the files of a document by their extensions."""
    data = {kind: service.extract(token, kind, options).data for kind in Kind}
    return {
        "header.json": _json(data[Kind.HEADER]),
        "citations.json": _json(data[Kind.CITATIONS]),
        "similar.json": _json(service.similar(token, options)),
        "body.txt": data[Kind.BODY],
        "text.txt": data[Kind.TEXT],
    }


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
