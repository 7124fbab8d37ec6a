"""Documents on disk to files beside them, without a server."""

import json
import shutil
from pathlib import Path

from wildwood.errors import WildwoodError
from wildwood.extraction.model import Kind
from wildwood.extraction.service.service import ExtractionOptions, Service


def extract_file(
    service: Service, source: Path, folder: Path, wish: ExtractionOptions, *, filtered: bool
) -> None:
    """Write `NAME.header.json`, `.citations.json`, `.similar.json`, `.body.txt` and `.text.txt`.

    Raises:
        WildwoodError: the document cannot be read, or is of no use.
    """
    try:
        with service.receiving() as (token, path):
            shutil.copyfile(source, path)
            service.add(token, filtered=filtered)
            try:
                for name, content in _contents(service, token, wish).items():
                    (folder / f"{source.stem}.{name}").write_text(content, encoding="utf-8")
            finally:
                service.remove(token)
    except OSError as error:
        raise WildwoodError(f"{source}: {error.strerror}.") from error
    except WildwoodError as error:
        raise WildwoodError(f"{source}: {error}") from error


def _contents(service: Service, token: str, wish: ExtractionOptions) -> dict[str, str]:
    """The names' ends and contents of the files of a document."""
    data = {kind: service.extract(token, kind, wish).data for kind in Kind}
    similar = [{"id": one.handle, "strength": one.printed} for one in service.similar(token, wish)]
    return {
        "header.json": _json(data[Kind.HEADER]),
        "citations.json": _json(data[Kind.CITATIONS]),
        "similar.json": _json(similar),
        "body.txt": data[Kind.BODY],
        "text.txt": data[Kind.TEXT],
    }


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
