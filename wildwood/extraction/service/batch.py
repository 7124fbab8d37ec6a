"""Extract documents on disk into files, without an HTTP server."""

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wildwood.atomic_write import make_folder, write_atomically
from wildwood.errors import UnansweredError, WildwoodError
from wildwood.extraction.extracted import Kind
from wildwood.extraction.service import similar_papers
from wildwood.extraction.service.extractors import EXTRACTORS
from wildwood.extraction.service.reuse import ExtractionOptions
from wildwood.extraction.service.service import Service

_EXTENSIONS = (".pdf", ".ps", ".eps", ".txt")
"""Of the files in a folder that are documents."""
_SIMILAR, _NEAR = "similar.json", "near_duplicates.json"


def _extension(kind: Kind) -> str:
    return f"{kind.value}.{'txt' if EXTRACTORS[kind].data is str else 'json'}"


_EXTRACTED = {_extension(kind): kind for kind in Kind}
_OF_AUTHORS = {"affiliations": ("affiliations", []), "emails": ("email", "")}
"""What authors have of a field of the header, and its empty value."""
_WRITTEN = (*_EXTRACTED, _NEAR, _SIMILAR)
"""The extensions of the files that are written for a document."""
_OWN_SUFFIXES = tuple(f".{extension}" for extension in _WRITTEN)


@dataclass(frozen=True, slots=True)
class Task:
    """A document, and the beginning of the paths of the files that are written for it."""

    document: Path
    target: Path

    @property
    def files(self) -> dict[str, Path]:
        """The files to write, by their extensions."""
        return {
            extension: self.target.with_name(f"{self.target.name}.{extension}")
            for extension in _WRITTEN
        }

    def is_done(self) -> bool:
        """Return whether all files are there and none is older than the document."""
        try:
            changed = self.document.stat().st_mtime_ns
            return all(path.stat().st_mtime_ns >= changed for path in self.files.values())
        except OSError:
            return False


def tasks(paths: Iterable[Path], into: Path | None) -> Iterator[Task]:
    """Yield a task for each file, and for each document below a folder, in order.

    Args:
        paths: files and folders.
        into: the folder to write to, with the subfolders of the folders; None for beside each
            document.
    """
    for path in paths:
        for document in _documents(path) if path.is_dir() else [path]:
            inside = document.parent.relative_to(path) if path.is_dir() else Path()
            folder = document.parent if into is None else into / inside
            yield Task(document, folder / document.stem)


def _documents(folder: Path) -> Iterator[Path]:
    """Yield the documents below a folder, but not what was extracted from them."""
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

    Args:
        service: the service that extracts.
        task: the document, and where to write.
        options: how to extract.
        filtered: whether to refuse a document that does not look scholarly.
        min_confidence: fields of the header and of citations with less, from 0 to 1, are empty.

    Raises:
        UnansweredError: MongoDB is out of reach, for other documents too.
        WildwoodError: the document cannot be read or is refused, or a file cannot be written.
    """
    try:
        with service.files.receiving(task.document.stat().st_size) as (token, path):
            shutil.copyfile(task.document, path)
            service.add(token, filtered=filtered)
            try:
                contents = _contents(service, token, options, min_confidence)
            finally:
                service.release(token)
        make_folder(task.target.parent)
        for extension, target in task.files.items():
            write_atomically(target, contents[extension].encode("utf-8", "replace"))
    except shutil.SpecialFileError as error:
        raise WildwoodError(f"{task.document} is not a file.") from error
    except OSError as error:
        raise WildwoodError(f"{error.filename or task.document}: {error.strerror}.") from error
    except UnansweredError:
        raise
    except WildwoodError as error:
        raise WildwoodError(f"{task.document}: {error}") from error


def _contents(
    service: Service, token: str, options: ExtractionOptions, min_confidence: float
) -> dict[str, str]:
    """Return the contents of the files of a document by their extensions."""
    found = service.extract(token, list(Kind), options)
    header = found[Kind.HEADER].data
    similar = similar_papers.of_header(service.papers, service.config, header)
    near = {kind.value: asdict(one.near) for kind, one in found.items() if one.near}
    return {
        **{
            extension: _text(_certain(found[kind].data, min_confidence))
            for extension, kind in _EXTRACTED.items()
        },
        _NEAR: _text(near),
        _SIMILAR: _text(similar),
    }


def _certain(data: Any, least: float) -> Any:
    """Return data whose fields are empty if their confidence is less; others have none."""
    if isinstance(data, list):
        return [_certain(one, least) for one in data]
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
    """Return a text as it is, and other data as JSON."""
    if isinstance(data, str):
        return data
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
