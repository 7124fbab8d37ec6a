"""A page of pairs: one HTML file that needs neither a server nor a network."""

import base64
import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from wildwood.display import printable
from wildwood.model import PairVerdict
from wildwood.report.as_csv import COLUMNS, as_csv
from wildwood.report.common_words import marked
from wildwood.report.facts import facts_of
from wildwood.report.families import Family, families
from wildwood.report.links import links_of
from wildwood.report.shown import Report

MAX_PAIRS = 5_000
"""The pairs that a page shows, strongest first; a browser is slow with more."""

_FOLDER = Path(__file__).parent


@cache
def _own_text(name: str) -> Markup:
    """Return a script or style of this package, as it is."""
    return Markup((_FOLDER / name).read_text(encoding="utf-8"))  # noqa: S704 - our own


def page(report: Report, *, is_stored: bool = False) -> bytes:
    """Return the page of a report.

    Titles and names are text wherever they stand, and the page's policy forbids every script
    but its own, every style but its own, and every request, but those to the server of a page
    that is stored.

    Args:
        report: the report.
        is_stored: whether a server stores the decisions that the page posts to `decisions`.
    """
    pairs = report.pairs[:MAX_PAIRS]
    return rendered(
        "page",
        is_stored=is_stored,
        title=report.title,
        report=report,
        families=families(pairs),
        shown=len(pairs),
        left_out=len(report.pairs) - len(pairs),
        unsure=PairVerdict.UNSURE.value if any(pair.verdict for pair in pairs) else "",
        columns=",".join(COLUMNS),
        others=_lines(report.other_decisions),
        digest=_digest_of(replace(report, pairs=pairs)),
    )


def rendered(name: str, *, is_stored: bool, **values: Any) -> bytes:
    """Return a page from its template and its script, with our style."""
    script, style = _own_text(f"{name}.js"), _own_text("page.css")
    text = (
        _environment()
        .get_template(f"{name}.html")
        .render(
            **values,
            is_stored=is_stored,
            policy=_policy(script, style, is_stored=is_stored),
            script=script,
            style=style,
        )
    )
    return text.encode(errors="replace")


@cache
def _environment() -> Environment:
    """Return the environment of the templates, in which all values are text."""
    made = Environment(
        autoescape=True,
        finalize=_shown,
        loader=FileSystemLoader(_FOLDER),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals.update(marked=marked, facts_of=facts_of, links_of=links_of, numbers=_numbers)
    return made


def _shown(value: Any) -> Any:
    """Replace control characters in all texts but our own."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _numbers(family: Family) -> dict[str, int]:
    """Number the papers of a family, for the script."""
    return {paper.key: number for number, paper in enumerate(family.papers)}


def _lines(text: str) -> Markup:
    """Replace control characters in a text, but not its line breaks."""
    return Markup("\n").join(map(printable, text.splitlines())) + "\n" if text else Markup()


def _digest_of(report: Report) -> str:
    """Return what tells the page from others, so that each remembers its own decisions."""
    return hashlib.sha256(f"{report.title}\n".encode(errors="replace") + as_csv(report)).hexdigest()


def _policy(script: str, style: str, *, is_stored: bool) -> str:
    """Return the policy of a page with this script and this style, and of nothing else."""
    return "; ".join(
        (
            "default-src 'none'",
            *(["connect-src 'self'"] if is_stored else []),
            f"script-src {_digest(script)}",
            f"style-src {_digest(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _digest(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"
