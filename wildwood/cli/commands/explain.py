"""The command `wildwood explain`."""

from collections.abc import Iterable
from typing import Any

import click

from wildwood.api.ps_reports import made_with_lines
from wildwood.api.stored import explain_stored
from wildwood.cli.options import Command, SharedOptions, common_options, json_option
from wildwood.cli.output import print_json, record_as_data
from wildwood.display import printable
from wildwood.model import Limits, Version
from wildwood.scoring.explanation import Explanation, TypeExplanation
from wildwood.scoring.explanation_text import calculation_lines, paper_lines
from wildwood.scoring.wording import Likeness


@click.command(cls=Command)
@click.argument("left", metavar="HANDLE")
@click.argument("right", metavar="HANDLE")
@json_option
@common_options
def explain(options: SharedOptions, left: str, right: str, *, as_json: bool) -> None:
    """Show every step of the strength of two stored papers.

    Of several versions of a paper, the ones that resemble each other most count.
    Example: wildwood explain RePEc:nbr:nberwo:29372 RePEc:nbr:nberwo:29172
    """
    config = options.config()
    stored = explain_stored(config, left, right)
    found, versions = stored.explanation, stored.versions
    if as_json:
        print_json(_as_data(found, config.limits, versions))
    else:
        lines = [
            *_lines(found, config.limits, versions),
            *made_with_lines(stored.made_with),
        ]
        click.echo("\n".join(map(printable, lines)))


def _lines(found: Explanation, limits: Limits, versions: tuple[Version, Version]) -> Iterable[str]:
    for side, version in zip(("left", "right"), versions, strict=True):
        record = version.paper.record
        yield from paper_lines(side, record, f"{record.handle}, in the issue of {version.date}")
    yield from calculation_lines(found)
    yield (
        f"  external: {_verdict(found, limits.external)};"
        f" internal: {_verdict(found, limits.internal)}"
    )


def _verdict(found: Explanation, limit: float) -> str:
    if not found.are_candidates:
        return "not compared, since too few features are in common"
    if found.is_reported(limit):
        return f"reported, above {limit:g}"
    return f"not reported, not above {limit:g}"


def _as_data(
    found: Explanation, limits: Limits, versions: tuple[Version, Version]
) -> dict[str, Any]:
    left, right = ({**record_as_data(v.paper.record), "issue": str(v.date)} for v in versions)
    return {
        "left": left,
        "right": right,
        "formula": found.formula.value,
        "authors": _type_as_data(found.authors),
        "titles": _type_as_data(found.titles),
        "names": _names_as_data(found.likeness) if found.likeness else None,
        "words": _type_as_data(found.words) if found.words else None,
        "compared": found.are_candidates,
        "strength": found.strength,
        "limits": {"external": limits.external, "internal": limits.internal},
        "reported": {
            "external": found.is_reported(limits.external),
            "internal": found.is_reported(limits.internal),
        },
    }


def _names_as_data(likeness: Likeness) -> dict[str, Any]:
    left, right = (parts._asdict() for parts in likeness.found)
    in_titles = {"in_left_title": left, "in_right_title": right}
    names = likeness.names
    if names is None:
        return {**in_titles, "ratio": likeness.agreed}
    return {
        **in_titles,
        "accounted": [{**one._asdict(), "rule": one.rule.value} for one in names.accounted],
        "only_left": names.left_over[0]._asdict(),
        "only_right": names.left_over[1]._asdict(),
        "weight": names.weight,
        "whole": names.total,
        "ratio": names.ratio,
    }


def _type_as_data(found: TypeExplanation) -> dict[str, Any]:
    return {
        "left": dict(sorted(found.left.items())),
        "right": dict(sorted(found.right.items())),
        "common": dict(sorted(found.shared.items())),
        "whole": found.denominator,
        "ratio": found.ratio,
        "weight": found.weight,
    }
