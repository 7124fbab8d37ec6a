"""The command `wildwood explain`."""

from collections.abc import Iterable
from typing import Any

import click

from wildwood.analysis.strongest_versions import strongest_versions
from wildwood.cli.options import Command, common_options, json_option, shared_options
from wildwood.cli.output import formula_as_data, made_with_lines, print_json, record_as_data
from wildwood.display import printable
from wildwood.errors import InputError
from wildwood.model import Limits, Ratio, Version, Weights
from wildwood.runs.session import open_store
from wildwood.runs.staleness import ps_settings
from wildwood.scoring.explanation import Explanation, TypeExplanation
from wildwood.scoring.explanation import explain as explain_pair
from wildwood.store import Store

_SMALLER, _MEAN = "the smaller total", "the mean of both totals"
_DENOMINATORS = {
    Ratio.OVERLAP: (_SMALLER, _SMALLER),
    Ratio.DICE: (_MEAN, _MEAN),
    Ratio.DAMPED: (_MEAN, f"{_MEAN}, with one title feature more"),
}
"""For each ratio, what divides the co-features of authors and those of titles."""


@click.command(cls=Command)
@click.argument("left", metavar="HANDLE")
@click.argument("right", metavar="HANDLE")
@json_option
@common_options
@click.pass_context
def explain(ctx: click.Context, left: str, right: str, *, as_json: bool) -> None:
    """Show every step of the strength of two stored papers.

    Of several versions of a paper, the ones that resemble each other most count.
    Example: wildwood explain RePEc:nbr:nberwo:29372 RePEc:nbr:nberwo:29172
    """
    config = shared_options(ctx).config()
    with open_store(config) as store:
        one, other = strongest_versions(
            _versions(store, left), _versions(store, right), config.formula
        )
        made_with = ps_settings(store.issues(), {one.date, other.date})
    found = explain_pair(one.paper, other.paper, config.formula)
    if as_json:
        print_json(_as_data(found, config.limits, (one, other)))
    else:
        lines = [*_lines(found, config.limits, (one, other)), *made_with_lines(made_with)]
        click.echo("\n".join(map(printable, lines)))


def _versions(store: Store, handle: str) -> list[Version]:
    versions = store.handles.versions(handle)
    if not versions:
        raise InputError(f"No paper {handle} is stored; write the handle as in the rif.")
    return versions


def _lines(found: Explanation, limits: Limits, versions: tuple[Version, Version]) -> Iterable[str]:
    for side, version in zip(("left", "right"), versions, strict=True):
        yield from _paper_lines(side, version)
    authors, titles = found.authors, found.titles
    author_denominator, title_denominator = _DENOMINATORS[found.formula.ratio]
    yield from _type_lines("author", authors, author_denominator)
    yield from _type_lines("title", titles, title_denominator)
    yield from _weight_lines(found)
    yield (
        f"strength = {authors.ratio:.6f}^{authors.weight:.6f} * {titles.ratio:.6f}"
        f"^{titles.weight:.6f} = {found.strength:.9f}"
    )
    yield (
        f"  external: {_verdict(found.strength, limits.external)};"
        f" internal: {_verdict(found.strength, limits.internal)}"
    )


def _verdict(strength: float, limit: float) -> str:
    return f"{'reported, above' if strength > limit else 'not reported, not above'} {limit:g}"


def _paper_lines(side: str, version: Version) -> Iterable[str]:
    paper = version.paper
    yield f"{side:<6}{paper.handle}, in the issue of {version.date}"
    yield f"      {' / '.join(paper.record.titles) or '(no title)'}"
    yield f"      {'; '.join(paper.record.names) or '(no authors)'}"


def _type_lines(name: str, found: TypeExplanation, denominator: str) -> Iterable[str]:
    shared = found.shared.total()
    yield f"{name} features: {found.left.total()} and {found.right.total()}, {shared} in common"
    for label, features in (
        ("common", found.shared),
        ("only left", found.left - found.shared),
        ("only right", found.right - found.shared),
    ):
        counted = [
            f"{feature} (x{times})" if times > 1 else feature
            for feature, times in sorted(features.items())
        ]
        yield f"  {label:<12}{' | '.join(counted) or '-'}"
    if found.left and found.right:
        yield f"  ratio       {shared} / {found.denominator:g} ({denominator}) = {found.ratio:.6f}"
    else:
        yield f"  ratio       0, since a paper without {name} features has no similar papers"


def _weight_lines(found: Explanation) -> Iterable[str]:
    authors, titles = found.authors, found.titles
    source = ""
    if found.formula.weights is Weights.OPPOSITE:
        author_sum = authors.left.total() + authors.right.total()
        title_sum = titles.left.total() + titles.right.total()
        source = f", from {author_sum} author and {title_sum} title features of both papers"
    yield f"weights ({found.formula.weights.value}){source}"
    yield f"  authors     {authors.weight:.6f}"
    yield f"  titles      {titles.weight:.6f}"


def _as_data(
    found: Explanation, limits: Limits, versions: tuple[Version, Version]
) -> dict[str, Any]:
    left, right = ({**record_as_data(v.paper.record), "issue": str(v.date)} for v in versions)
    return {
        "left": left,
        "right": right,
        "formula": formula_as_data(found.formula),
        "authors": _type_as_data(found.authors),
        "titles": _type_as_data(found.titles),
        "strength": found.strength,
        "limits": {"external": limits.external, "internal": limits.internal},
        "reported": {
            "external": found.strength > limits.external,
            "internal": found.strength > limits.internal,
        },
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
