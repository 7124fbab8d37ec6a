"""Extract documents on disk, into files or into memory, without an HTTP server."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wildwood.extraction import documents
from wildwood.extraction.data import FILES, DocumentType, Kind, float_files
from wildwood.extraction.documents import HEAD_BYTES, document_type, read_document
from wildwood.extraction.page_content import Pages
from wildwood.extraction.service.kinds import TYPES, Document, typed
from wildwood.extraction.service.processes import WorkError
from wildwood.extraction.service.reuse import ExtractionOptions, near_duplicates
from wildwood.extraction.service.service import Service, find_similar_papers
from wildwood.extraction.service.worker import Requirements
from wildwood.kernel.errors import UnansweredError, WildwoodError
from wildwood.kernel.files import make_folder, write_atomically
from wildwood.kernel.text import defect

_EXTENSIONS = (".pdf", ".ps", ".eps", ".txt")  # of the files in a folder that are documents
_SIMILAR, _NEAR = "similar.json", "near_duplicates.json"
_EXTRACTED = {f"{kind.value}.{'txt' if TYPES[kind] is str else 'json'}": kind for kind in Kind}
_OF_AUTHORS = {"affiliations": ("affiliations", []), "emails": ("email", "")}
_WRITTEN = (*_EXTRACTED, _NEAR, _SIMILAR)
_OWN_SUFFIXES = tuple(f".{extension}" for extension in _WRITTEN)


@dataclass(frozen=True, slots=True)
class Task:
    document: Path
    target: Path

    @property
    def files(self) -> dict[str, Path]:
        return {extension: Path(f"{self.target}.{extension}") for extension in _WRITTEN}

    def is_done(self) -> bool:
        try:
            changed = self.document.stat().st_mtime_ns
            files = *self.files.values(), *self.float_files()
            return all(path.stat().st_mtime_ns >= changed for path in files)
        except (OSError, ValueError):
            return False

    def float_files(self) -> list[Path]:
        """Return the files of the tables and figures that the last run wrote.

        Raises:
            OSError, ValueError: the JSON files that name them are missing or changed.
        """
        return [
            Path(f"{self.target}.{name}")
            for kind in FILES
            for items in [json.loads(self.files[f"{kind.value}.json"].read_bytes())]
            for name in float_files(kind, typed(kind, items))
        ]


def tasks(paths: Iterable[Path], into: Path | None) -> Iterator[Task]:
    """Yield a task for each file, and for each document below a folder, in order.

    The files go to `into`, in the same subfolders; without it, beside each document.
    """
    for path in paths:
        for document in _documents(path) if path.is_dir() else [path]:
            inside = document.parent.relative_to(path) if path.is_dir() else Path()
            folder = document.parent if into is None else into / inside
            yield Task(document, folder / document.stem)


def _documents(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.lower().endswith(_EXTENSIONS) and not name.endswith(_OWN_SUFFIXES):
                yield Path(place) / name


def extract_file(
    service: Service,
    task: Task,
    options: ExtractionOptions,
    *,
    filtered: bool,
    min_confidence: float,
) -> None:
    """Write `NAME.header.json`, `.citations.json`, `.body.txt` and the other kinds of a document.

    Before them, write its tables and figures, `NAME.tables/1.csv` and `NAME.figures/1.png`.

    Fields with less confidence than `min_confidence` (0 to 1) are empty.

    Raises:
        UnansweredError: MongoDB is out of reach, for other documents too.
        WildwoodError: the document is unreadable or refused, reading it shows a defect of ours, or
            a file cannot be written.
    """
    try:
        with service.files.receiving(task.document.stat().st_size) as (token, path):
            shutil.copyfile(task.document, path)
            service.add(token, Requirements(scholarly=filtered))
            try:
                contents = _contents(service, token, options, min_confidence)
            finally:
                service.release(token)
        files = {Path(f"{task.target}.{name}"): content for name, content in contents.items()}
        with suppress(OSError, ValueError):  # those of an earlier document may be unknown
            for file in set(task.float_files()) - files.keys():
                file.unlink(missing_ok=True)
        for file, content in files.items():
            make_folder(file.parent)
            write_atomically(file, content)
    except shutil.SpecialFileError as error:
        raise WildwoodError(f"{task.document} is not a file.") from error
    except OSError as error:
        raise WildwoodError(f"{error.filename or task.document}: {error.strerror}.") from error
    except WorkError as error:
        reason = str(error).splitlines()[-1]
        raise WildwoodError(defect(f"{task.document} could not be read", reason)) from error
    except UnansweredError:
        raise
    except WildwoodError as error:
        raise WildwoodError(f"{task.document}: {error}") from error


def _contents(
    service: Service, token: str, options: ExtractionOptions, min_confidence: float
) -> dict[str, bytes]:
    extractions = service.extract(token, list(Kind), options)
    header = extractions[Kind.HEADER].data
    similar = find_similar_papers(service.papers, service.config, header)
    certain = {
        name: _certain(extractions[kind].data, min_confidence) for name, kind in _EXTRACTED.items()
    }
    written = {**certain, _NEAR: near_duplicates(extractions), _SIMILAR: similar}
    files = service.float_files(token, extractions)
    return files | {name: _text(data).encode("utf-8", "replace") for name, data in written.items()}


def _certain(data: Any, least: float) -> Any:
    """Empty the fields whose confidence is below `least`."""
    if isinstance(data, list):
        return [_certain(item, least) for item in data]
    if not isinstance(data, dict) or "confidence" not in data:
        return data
    kept = {name: value for name, value in data["confidence"].items() if value >= least}
    doubtful = data["confidence"].keys() - kept
    of_authors = doubtful & _OF_AUTHORS.keys()
    fields = {name: type(value)() if name in doubtful else value for name, value in data.items()}
    for author in fields["authors"] if of_authors else ():
        author.update(_OF_AUTHORS[name] for name in of_authors)
    return {**fields, "confidence": kept}


def _text(data: Any) -> str:
    if isinstance(data, str):
        return data
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def document_of(content: bytes) -> Document:
    """Read a PDF, PostScript or plain text; raise ExtractionError if it cannot be read."""
    file_type = document_type(content[:HEAD_BYTES])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "document"
        file.write_bytes(content)
        if file_type is DocumentType.POSTSCRIPT:
            target = file.with_suffix(".pdf")
            command = documents.ghostscript_command(file, target)
            done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our paths
            documents.check_converted(done.returncode, target)
            file_type, file = DocumentType.PDF, target
        pages = Pages(file.read_bytes() if file_type is DocumentType.PDF else None)
        return Document(tuple(read_document(file, file_type)), pages)
