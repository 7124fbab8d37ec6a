"""The operations that return what is extracted from a document."""

import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Response

from wildwood.extraction import data
from wildwood.extraction.data import FILES, Kind, citation_entry, header_entry
from wildwood.extraction.http import responses
from wildwood.extraction.http.addresses import Distance, Fresh, Label, Token
from wildwood.extraction.http.formats import DATA, DataFormat, MediaFormat, accepting, negotiated
from wildwood.extraction.service import kinds, reuse
from wildwood.extraction.service.kinds import STORED, typed
from wildwood.extraction.service.service import Document, Service, find_similar_papers
from wildwood.extraction.service.simhash import BITS
from wildwood.extraction.tei import Parts, write_tei
from wildwood.kernel.settings import Reuse

_NOT_IN_NAMES = re.compile(r"[^\w.() -]+")
_OTHERWISE = "document"
ZIP = "application/zip"
_TEXT, _TEI = "text/plain", MediaFormat.TEI


def stem(name: str) -> str:
    """Return the name of a file without its extension and what no name can have."""
    return _NOT_IN_NAMES.sub("_", PurePath(name).stem).strip(" .") or _OTHERWISE


def named(name: str, *parts: str) -> dict[str, str]:
    """Return the header that names a response after a document, as in `paper.header.bib`."""
    whole = ".".join((stem(name), *parts))
    plain = whole.encode("ascii", "replace").decode().replace("?", "_")
    return {"Content-Disposition": f"inline; filename=\"{plain}\"; filename*=UTF-8''{quote(whole)}"}


def zipped(contents: Mapping[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()


_CITABLE = (Kind.HEADER, Kind.CITATIONS)
_OPTIONAL = (Kind.ACKNOWLEDGEMENTS, Kind.CAPTIONS, Kind.TABLES, Kind.FIGURES)
"""What many papers lack."""


def required(
    service: Service, document: Document, kind: Kind, how: reuse.ExtractionOptions
) -> reuse.Extracted:
    """Return the data of a kind; refuse a document that lacks what every paper has."""
    result = service.extract(document, [kind], how)[kind]
    if reuse.is_empty(result.data) and kind not in _OPTIONAL:
        raise data.NothingToExtractError(f"The document contains no {kind.value}.")
    return result


def extract_whole(service: Service, token: str, *, has_pages: bool = False) -> Parts:
    """Return all parts of a document that TEI contains."""
    extracted = service.extract(token, [Kind.HEADER])[Kind.HEADER]
    header = typed(Kind.HEADER, extracted.data)
    full_text = service.extract_whole(token, header, has_pages=has_pages)
    return Parts(header, full_text=full_text, note=_note(extracted))


def add_representations(app: APIRouter, service: Service) -> None:
    for kind in Kind:
        if kind is not Kind.TEXT:
            _add_data(app, service, kind)
    _add_files(app, service)

    @app.get(
        "/extractor/{token}/similar",
        responses=responses.described(200, "The papers.", responses.SIMILAR),
    )  # fmt: skip
    def similar(token: Token, chosen: DataFormat) -> Response:
        """Return the stored papers that resemble the header, strongest first, and why."""
        header = service.extract(token, [Kind.HEADER])[Kind.HEADER]
        similar = find_similar_papers(service.papers, service.config, header.data)
        return responses.data_response("document", {"similar": similar, **_origin(header)}, chosen)


async def _chosen_options(k: Distance = None, *, fresh: Fresh = False) -> reuse.ExtractionOptions:
    """Return how to extract: a client that sets a distance gets data of near duplicates."""
    if k is None:
        return reuse.ExtractionOptions(fresh=fresh)
    return reuse.ExtractionOptions(k, fresh, Reuse.NEAR)


async def _usual_options() -> reuse.ExtractionOptions:
    return reuse.USUAL


def formats_of(kind: Kind) -> tuple[MediaFormat, ...]:
    return tuple(MediaFormat) if kind in _CITABLE else DATA


def _add_data(app: APIRouter, service: Service, kind: Kind) -> None:
    formats = formats_of(kind)
    answers = responses.described(200, "The extracted data.", responses.EXTRACTED[kind], formats)
    accepted = Depends(negotiated(formats))
    how = Depends(_chosen_options if kind in STORED else _usual_options)

    @app.get(
        f"/extractor/{{token}}/{kind.value}", name=kind.value, responses=answers,
        description=getattr(kinds.Document, kind.value).__doc__,
    )  # fmt: skip
    def representation(
        token: Token, options: reuse.ExtractionOptions = how, chosen: MediaFormat = accepted
    ) -> Response:
        resource = service.resource(token)
        extracted = required(service, resource, kind, options)
        name = named(resource.name, kind.value, chosen.suffix)
        return _response(kind, extracted, chosen, name)


def _add_files(app: APIRouter, service: Service) -> None:
    def response(token: str, content: bytes, media_type: str, *suffix: str) -> Response:
        name = named(service.resource(token).name, *suffix)
        return Response(content, headers=name, media_type=media_type)

    def add_float_file(kind: Kind, what: str, media_type: str) -> None:
        suffix, path = FILES[kind], f"/extractor/{{token}}/{kind.value}/{{label}}.{FILES[kind]}"

        @app.get(
            path, name=f"{kind.value[:-1]}_file",
            description=f"Return {what} by its label.", **_only(media_type, suffix.upper()),
        )  # fmt: skip
        def float_file(token: Token, label: Label) -> Response:
            files = service.float_files(token, service.extract(token, [kind]), label)
            if not files:
                fault = f"The document has nothing of {label!r} in its {kind.value}."
                raise data.UnknownResourceError(fault)
            return response(token, files.popitem()[1], media_type, kind.value, label, suffix)

    add_float_file(Kind.TABLES, "a table", "text/csv")
    add_float_file(Kind.FIGURES, "the picture of a figure", "image/png")

    @app.get("/extractor/{token}/text", **_only(_TEXT, "plain text"))
    def text(token: Token) -> Response:
        """Return the whole text."""
        extracted = required(service, token, Kind.TEXT, reuse.USUAL)
        return response(token, _encoded(extracted.data), _TEXT, "text", "txt")

    @app.get("/extractor/{token}/tei", **_only(_TEI.media_type, "TEI"))
    def tei(token: Token) -> Response:
        """Return the whole paper as one TEI document, as GROBID would make it."""
        written = write_tei(extract_whole(service, token))
        return response(token, written, _TEI.media_type, _TEI.suffix)

    @app.get("/extractor/{token}/zip", **_only(ZIP, "ZIP"))
    def everything(token: Token) -> Response:
        """Return all that is extracted, in all formats, as one ZIP file."""
        contents = {_TEI.suffix: write_tei(extract_whole(service, token))}
        results = service.extract(token, list(Kind))
        for kind, extracted in results.items():
            contents |= _contents(kind, extracted)
        contents |= service.float_files(token, results)
        if near := reuse.near_duplicates(results):
            contents["near_duplicates.json"] = _json(near)
        return response(token, zipped(contents), ZIP, "zip")


def _only(media_type: str, name: str) -> dict[str, Any]:
    """Describe an operation that has one format, whose name is for messages."""
    answers = responses.described_file(f"The {name}.", media_type)
    return {"responses": answers, "dependencies": [Depends(accepting(media_type, name))]}


def _contents(kind: Kind, extracted: reuse.Extracted) -> dict[str, bytes]:
    data = extracted.data
    if isinstance(data, str):
        return {f"{kind.value}.txt": _encoded(data)}
    files = {f"{kind.value}.json": _json(data)}
    for choice in formats_of(kind):
        if choice.records:
            files[f"{kind.value}.{choice.suffix}"] = bibliographic(kind, extracted, choice)
    return files


def _json(data: Any) -> bytes:
    return _encoded(json.dumps(data, ensure_ascii=False, indent=1))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _response(
    kind: Kind, extracted: reuse.Extracted, chosen: MediaFormat, name: dict[str, str]
) -> Response:
    headers = {**responses.NEGOTIATED, **name}
    if near := extracted.near:
        headers["X-Near-Duplicate"] = f"{near.id}; distance={near.distance}"
    if chosen not in DATA:
        return Response(bibliographic(kind, extracted, chosen), 200, headers, chosen.media_type)
    root = kind.value if isinstance(extracted.data, dict) else "document"
    return responses.data_response(root, data_of(kind, extracted), chosen, headers)


def data_of(kind: Kind, extracted: reuse.Extracted) -> dict[str, Any]:
    data = extracted.data if isinstance(extracted.data, dict) else {kind.value: extracted.data}
    return {**data, **_origin(extracted)}


def _origin(extracted: reuse.Extracted) -> dict[str, Any]:
    return {"near_duplicate": asdict(extracted.near)} if extracted.near else {}


def _note(extracted: reuse.Extracted) -> str:
    near = extracted.near
    if not (near and near.reused):
        return ""
    return f"near duplicate {near.id}, whose fingerprint differs in {near.distance} of {BITS} bits"


def bibliographic(kind: Kind, extracted: reuse.Extracted, chosen: MediaFormat) -> bytes:
    data, note = typed(kind, extracted.data), _note(extracted)
    if chosen.records:
        records = [data] if kind is Kind.HEADER else data
        entry = header_entry if kind is Kind.HEADER else citation_entry
        names = (", ".join(each.corrected) for each in records)
        remarks = (f"corrected by a person: {each}" * bool(each) for each in names)
        notes = ("; ".join(filter(None, (note, remark))) for remark in remarks)
        return chosen.records(map(entry, records), notes)
    return write_tei(parts_of(kind, extracted))


def parts_of(kind: Kind, extracted: reuse.Extracted) -> Parts:
    data, note = typed(kind, extracted.data), _note(extracted)
    is_header = kind is Kind.HEADER
    return Parts(header=data, note=note) if is_header else Parts(citations=tuple(data), note=note)
