"""Select archives that declare English, and harvest many at once, one request per host."""

import hashlib
import json
import re
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from wildwood.kernel import interruption
from wildwood.kernel.errors import InputError
from wildwood.kernel.relation import values_by_key
from wildwood.kernel.text import read_text
from wildwood.lists.json import values_at
from wildwood.screening.declared import Declared, declared
from wildwood.screening.harvest_folder import HarvestFolder
from wildwood.screening.harvester import Order, harvest
from wildwood.screening.oai_client import OaiRequest, oai_request, spelled
from wildwood.screening.own import LIST_HEADINGS

_HOSTS = 8
_LOOK_S = 0.5  # how often the wait for the next archive looks whether the program was asked to stop
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
_MAX_NAME_LENGTH = 80
_DIGEST_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Harvested:
    order: Order
    pages: int
    error: str = ""  # why it could not be harvested completely, as a sentence; empty if it could


def folder_of(url: str, out: Path) -> HarvestFolder:
    parts = urlsplit(url)
    name = _NOT_IN_NAMES.sub("-", f"{parts.netloc}{parts.path}").strip("-")[:_MAX_NAME_LENGTH]
    digest = hashlib.sha256(url.encode()).hexdigest()[:_DIGEST_LENGTH]
    return HarvestFolder(out / f"{name}-{digest}")


def folders_of(urls: Iterable[str], out: Path) -> Iterator[tuple[str, HarvestFolder]]:
    """Yield archives with their folders; of the spellings of an address, one harvested before."""
    held = {state.url: folder for folder, state in HarvestFolder.all_in(out)}
    earlier = {_spelled(url): folder for url, folder in held.items()}
    distinct: dict[OaiRequest, str] = {}
    for url in sorted(urls, key=lambda url: url not in held):
        distinct.setdefault(_spelled(url), url)
    for request, url in distinct.items():
        yield url, held.get(url) or earlier.get(request) or folder_of(url, out)


def _spelled(url: str) -> OaiRequest:
    request = oai_request(url)
    user = urlsplit(url).netloc.rpartition("@")[0]  # who can see other records
    return replace(request, endpoint=f"{user}@{spelled(request.endpoint)}")


def harvest_archives(orders: Iterable[Order], hosts: int = _HOSTS) -> Iterator[Harvested]:
    """Yield each archive when done or failed; `hosts` at a time, those on one host in turn."""
    by_host = values_by_key((urlsplit(order.url).hostname, order) for order in orders)
    groups = sorted(by_host.values(), key=len, reverse=True)  # the host with most archives first
    stop = threading.Event()
    waiting, done = iter(groups), SimpleQueue[Harvested | BaseException]()

    def work() -> None:
        for group in waiting:
            for number, order in enumerate(group):
                if number:
                    time.sleep(order.pause_s)
                done.put(_harvested(order, stop))

    try:
        for _ in groups[:hosts]:
            # They end with the program, which must not wait for a slow server.
            threading.Thread(target=work, daemon=True).start()
        left = sum(map(len, groups))
        while left:
            interruption.check()
            with suppress(Empty):
                harvested = done.get(timeout=_LOOK_S)
                if isinstance(harvested, BaseException):
                    raise harvested
                yield harvested
                left -= 1
    finally:
        stop.set()


def _harvested(order: Order, stop: threading.Event) -> Harvested | BaseException:
    pages, error = 0, ""
    try:
        with order.folder.locked():
            for _ in harvest(order):
                pages += 1
                if stop.is_set():
                    break
    except InputError as failure:
        error = str(failure)
    except BaseException as failure:  # noqa: BLE001 - raised again in the main thread
        return failure
    return Harvested(order, pages, error)


_REASONS = {
    Declared.ENGLISH: "declared",
    Declared.OTHER: "English not declared",
    Declared.NOTHING: "no language declared",
}


@dataclass(frozen=True, slots=True)
class Archive:
    name: str
    address: str  # URL of its OAI-PMH interface or, if missing, of the archive
    languages: tuple[str, ...]

    @property
    def kept(self) -> bool:
        return declared(self.languages) is Declared.ENGLISH

    @property
    def reason(self) -> str:
        return _REASONS[declared(self.languages)]


def read_archives(path: Path) -> list[Archive]:
    """Read the `items` of a response from OpenDOAR (API version 2, type `repository`)."""
    try:
        content = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON: {error}.") from error
    items = content.get("items") if isinstance(content, dict) else content
    if not isinstance(items, list):
        raise InputError(f'{path} is not in OpenDOAR\'s format: it has no list of "items".')
    return [_archive(item) for item in items]


def addresses_to_harvest(path: Path) -> list[str]:
    """Return addresses, each once, of archives that declare English or in a text's first column."""
    lines = read_text(path).splitlines()
    if lines and lines[0].lstrip()[:1] in ("{", "["):
        addresses = [archive.address for archive in read_archives(path) if archive.kept]
    else:
        table = [line.split("\t") for line in lines if line.strip() and line[0] != "#"]
        if table and table[0][0] == LIST_HEADINGS[0]:
            reason_at = LIST_HEADINGS.index("reason")
            declares = _REASONS[Declared.ENGLISH]
            table = [row for row in table[1:] if row[reason_at : reason_at + 1] == [declares]]
        addresses = [row[0].strip() for row in table]
    return list(dict.fromkeys(filter(None, addresses)))


def _archive(item: Any) -> Archive:
    names, languages = _texts(item, "name", "name"), _texts(item, "content_languages")
    addresses = _texts(item, "oai_url") + _texts(item, "url")
    return Archive(next(iter(names), "(no name)"), next(iter(addresses), ""), tuple(languages))


def _texts(item: Any, *path: str) -> list[str]:
    """Return the texts at a path of an item, whose parts can all be missing or malformed."""
    values = values_at(item, ["repository_metadata", *path])
    return [value for value in values if isinstance(value, str) and value]
