"""A page of pairs: one HTML file that needs neither a server nor a network."""

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from wildwood.display import counted, printable
from wildwood.model import PairVerdict
from wildwood.report.columns import COLUMNS
from wildwood.report.common_words import marked
from wildwood.report.facts import facts_of
from wildwood.report.layout import ShownFamily, laid_out
from wildwood.report.links import links_of
from wildwood.report.shown import Report

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
    shown = laid_out(report.pairs)
    facts = _facts(report, shown)
    return rendered(
        "page",
        is_stored=is_stored,
        title=report.title,
        report=report,
        open_families=[family for family in shown if not family.is_sure],
        sure_families=[family for family in shown if family.is_sure],
        settled=Counter(
            pair.verdict.value for pair in report.pairs if pair.verdict and pair.is_sure
        ),
        undecided=sum(
            pair.verdict is PairVerdict.UNSURE and pair.decision is None for pair in report.pairs
        ),
        unsure=PairVerdict.UNSURE.value if any(pair.verdict for pair in report.pairs) else "",
        facts=facts,
        digest=hashlib.sha256(f"{report.title}\n{facts}".encode(errors="replace")).hexdigest(),
    )


def _facts(report: Report, shown: Iterable[ShownFamily]) -> Markup:
    """Return what the script has to know, as JSON that is safe in a page."""
    families = [
        {
            "members": [paper.key for paper in one.family.papers],
            "pairs": [
                {
                    "papers": [facts.pair.left.key, facts.pair.right.key],
                    "cells": list(map(str, facts.cells().values())),
                }
                for facts in one.pairs
            ],
        }
        for one in shown
    ]
    data = {"columns": COLUMNS, "families": families, "others": report.other_decisions}
    return htmlsafe_json_dumps({**data, "unsure": PairVerdict.UNSURE.value}, ensure_ascii=False)


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
    made.globals.update(counted=counted, facts_of=facts_of, links_of=links_of, marked=marked)
    return made


def _shown(value: Any) -> Any:
    """Replace control characters in all texts but our own."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


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
