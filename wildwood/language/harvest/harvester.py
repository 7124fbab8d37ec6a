"""Harvest an OAI-PMH server, page by page, into a folder."""

import datetime
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from wildwood import interruption
from wildwood.display import clipped, one_line
from wildwood.errors import ScreenError
from wildwood.language.harvest.oai_client import AnswerError, OaiClient, RefusedTokenError, Response
from wildwood.language.harvest.oai_request import oai_request
from wildwood.language.harvest.progress_folder import HarvestFolder, HarvestState

_OVERLAP = datetime.timedelta(hours=1)
"""How long before the last harvest the next one begins: servers date records when they are made,
but some list them later."""
_DAY_LENGTH = len("2024-01-01")


@dataclass(frozen=True, slots=True)
class Order:
    """What to harvest."""

    url: str
    """Address of the OAI-PMH server."""
    pause_s: float
    """Seconds between two requests."""
    since: str | None = None
    """List the records that changed since this date (of OAI-PMH), or None for the default: all of
    them at first, and then those since the last harvest."""


class ExpiredTokenError(ScreenError):
    """The server no longer knows the resumption token of an earlier run."""


def harvest(
    order: Order, folder: HarvestFolder, *, all_records: bool = False
) -> Iterator[HarvestState]:
    """Fetch what is new on a server, and yield the progress after each page.

    An interrupted harvest is resumed; if the server no longer knows where it stopped, its list
    begins again. Otherwise the records are fetched that changed since the last harvest began, by
    the server's clock. Each page is checked to be complete and is written before the next one is
    requested; pages of later harvests are added. A record can be in several pages, the last of
    which is right.

    Args:
        order: what to fetch.
        folder: folder for the pages.
        all_records: fetch all records, not only those that are new. Their pages replace the
            old ones when the last has been fetched; until then, later calls resume this harvest.

    Raises:
        ScreenError: the server cannot be reached, reports an error or sends malformed XML, or
            the folder contains the harvest of another server. Pages fetched before are kept.
    """
    if all_records or folder.replacement().state() is not None:
        yield from _fetch_all(order, folder)
        return
    state = folder.state()
    _check(order, folder, state)
    if state is not None and state.complete:
        if oai_request(order.url).ends:
            return
        if order.since is None and state.dated is None:  # the server does not date its responses
            yield from _fetch_all(order, folder)
            return
    try:
        yield from _fetch(order, folder)
    except ExpiredTokenError:
        since = state.since if state else None
        again = replace(order, since=since)
        if state is None or not state.before:
            yield from _fetch_all(again, folder)
            return
        folder.write_state(replace(state, pages=state.before, token=None, dated=since))
        yield from _fetch(again, folder)


def _check(order: Order, folder: HarvestFolder, state: HarvestState | None) -> None:
    """Raise if an order does not fit to the harvest in a folder."""
    if state is None:
        return
    if state.url != order.url:
        raise ScreenError(
            f"{folder.path} contains a harvest of {state.url}; choose another folder."
        )
    if order.since is not None and not state.complete:
        raise ScreenError(
            f"{folder.path} contains an interrupted harvest; resume it without --from."
        )


def _fetch_all(order: Order, folder: HarvestFolder) -> Iterator[HarvestState]:
    """Fetch all records into the replacement, and replace the folder's when all are there."""
    replacement = folder.replacement()
    state = replacement.state()
    _check(order, replacement, state)
    if state is None or not state.complete:
        try:
            yield from _fetch(order, replacement)
        except ExpiredTokenError:
            replacement.discard()
            yield from _fetch(order, replacement)
    if replacement.state() is not None:
        folder.replace_with(replacement)
    elif folder.pages():
        raise ScreenError(f"{order.url} has no records now; {folder.path} keeps the earlier ones.")


def _fetch(order: Order, folder: HarvestFolder) -> Iterator[HarvestState]:
    """Fetch the rest of an interrupted list, or a new list.

    Raises:
        ExpiredTokenError: the server no longer knows the token of an earlier run.
        ScreenError: the list cannot be fetched.
    """
    state = folder.state()
    with OaiClient(order.url, order.pause_s) as client:
        try:
            yield from _pages(client, order, folder, state)
        except RefusedTokenError as error:
            before = state.token if state else None
            now = folder.state()
            if before is not None and now is not None and now.token == before:
                raise ExpiredTokenError(str(error)) from error
            raise ScreenError(
                f"{order.url} does not know its own resumption token ({error});"
                " run the command again to begin the list again."
            ) from error
        except AnswerError as error:
            raise ScreenError(f"{error}{_resume_hint(folder)}") from error


def _pages(
    client: OaiClient, order: Order, folder: HarvestFolder, state: HarvestState | None
) -> Iterator[HarvestState]:
    if state is None or state.complete:
        state, response = _first(client, order, state)
        if not response.content:
            if state.pages:  # the time of asking is that of the next list
                folder.write_state(state)
            return
        folder.add(response.content, state)
        yield state
    tokens: set[str] = set()
    while state.token is not None:
        tokens.add(state.token)
        interruption.check()
        time.sleep(order.pause_s)
        response = client.page(state.token, None)
        if response.token in tokens:
            raise AnswerError(
                f"{order.url} sends the same pages again and again: the resumption token"
                f" {clipped(one_line(response.token))!r} leads back to a page that was fetched"
            )
        state = replace(state, pages=state.pages + 1, token=response.token)
        folder.add(response.content, state)
        yield state


def _first(
    client: OaiClient, order: Order, last: HarvestState | None
) -> tuple[HarvestState, Response]:
    """Ask for the first page of a new list; return the progress after it, and the page."""
    since = order.since
    if since is None and last is not None and last.dated is not None:
        moment = datetime.datetime.fromisoformat(last.dated)
        since = f"{moment - _OVERLAP:%Y-%m-%dT%H:%M:%SZ}"
    if since is not None and len(since) > _DAY_LENGTH:
        if not client.has_seconds():
            since = since[:_DAY_LENGTH]
        time.sleep(order.pause_s)
    interruption.check()
    response = client.page(None, since)
    before = last.pages if last else 0
    pages = before + 1 if response.content else before
    return HarvestState(order.url, pages, response.token, before, since, response.dated), response


def _resume_hint(folder: HarvestFolder) -> str:
    """Return the end of a sentence, which says how to resume if pages were fetched before."""
    if folder.state() is None:
        return "."
    return f"; the pages fetched so far are in {folder.path}; run the command again to resume."
