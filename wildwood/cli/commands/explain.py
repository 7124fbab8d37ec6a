"""The command `wildwood explain`."""

from collections.abc import Iterable
from typing import Any

import click

from wildwood.analysis.strongest_versions import strongest_versions
from wildwood.cli.options import Command, common_options, json_option, shared_options
from wildwood.cli.output import made_with_lines, print_json, record_as_data
from wildwood.display import printable
from wildwood.errors import InputError
from wildwood.model import Limits, Version
from wildwood.runs.provenance import made_from
from wildwood.runs.session import open_store
from wildwood.scoring.explanation import Explanation, TypeExplanation
from wildwood.scoring.explanation import explain as explain_pair
from wildwood.scoring.formulas import Formula
from wildwood.scoring.tolerant import Agreement, Names
from wildwood.scoring.wording import SILENT, Likeness
from wildwood.store import Store


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
        made_with = made_from(store.issues_of({one.date, other.date}))
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
    yield from _feature_lines("author features", found.authors)
    if found.likeness:
        yield from _name_lines(found.likeness, found.author_ratio)
    else:
        yield _ratio_line("author", found.authors, found.formula)
    yield from _feature_lines("title features", found.titles)
    yield _ratio_line("title", found.titles, found.formula)
    if found.words:
        yield from _feature_lines("title words, folded", found.words)
        yield _ratio_line("title", found.words, found.formula)
    yield from _strength_lines(found)
    yield (
        f"  external: {_verdict(found, limits.external)};"
        f" internal: {_verdict(found, limits.internal)}"
    )


def _strength_lines(found: Explanation) -> Iterable[str]:
    authors, titles = found.authors, found.titles
    if found.words:
        both = f"({titles.ratio:.6f} + {found.words.ratio:.6f}) / 2"
        yield f"title ratio = {both} = {found.title_ratio:.6f}"
        ratios = f"{found.author_ratio:.6f} * {found.title_ratio:.6f}"
        yield f"strength = ({ratios})^0.5 = {found.strength:.9f}"
        return
    yield f"weights{_source_of_weights(found)}"
    yield f"  authors     {authors.weight:.6f}"
    yield f"  titles      {titles.weight:.6f}"
    yield (
        f"strength = {authors.ratio:.6f}^{authors.weight:.6f} * {titles.ratio:.6f}"
        f"^{titles.weight:.6f} = {found.strength:.9f}"
    )


def _source_of_weights(found: Explanation) -> str:
    if found.formula.definition.weights is None:
        return ""
    authors, titles = found.authors, found.titles
    author_sum = authors.left.total() + authors.right.total()
    title_sum = titles.left.total() + titles.right.total()
    return f", from {author_sum} author and {title_sum} title features of both papers"


def _verdict(found: Explanation, limit: float) -> str:
    if not found.are_candidates:
        return "not compared, since too few features are in common"
    if found.is_reported(limit):
        return f"reported, above {limit:g}"
    return f"not reported, not above {limit:g}"


def _name_lines(likeness: Likeness, ratio: float) -> Iterable[str]:
    for side, parts in zip(("left", "right"), likeness.found, strict=True):
        if parts.words:
            found = " | ".join(_parts_of(parts))
            yield f"names in the title of {side}, which has no others: {found}"
    if likeness.names:
        yield from _agreement_lines(likeness.names, ratio)
    else:
        yield f"  ratio       0.2 + 0.8 * {SILENT:g} = {ratio:.6f}, since a paper has no names"


def _agreement_lines(names: Agreement, ratio: float) -> Iterable[str]:
    left, right = map(_parts_of, names.left_over)
    yield "names, folded: words weigh 1, initials 0.5, and each is accounted for once"
    for found in names.accounted:
        both = " ".join(_written(found.left)), " ".join(_written(found.right))
        yield f"  {' = '.join(dict.fromkeys(both)):<28}{found.rule.value}, weighs {found.weight:g}"
    yield f"  only left   {' | '.join(left) or '-'}"
    yield f"  only right  {' | '.join(right) or '-'}"
    yield f"  ratio       0.2 + 0.8 * {names.weight:g} / {names.total:g} = {ratio:.6f}"


def _parts_of(names: Names) -> list[str]:
    return [*names.words, *_written(names.initials)]


def _written(parts: Iterable[str]) -> list[str]:
    """Write single letters as initials."""
    return [f"{part}." if len(part) == 1 and part.islower() else part for part in parts]


def _paper_lines(side: str, version: Version) -> Iterable[str]:
    paper = version.paper
    yield f"{side:<6}{paper.handle}, in the issue of {version.date}"
    yield f"      {' / '.join(paper.record.titles) or '(no title)'}"
    yield f"      {'; '.join(paper.record.names) or '(no authors)'}"


def _feature_lines(name: str, found: TypeExplanation) -> Iterable[str]:
    shared = found.shared.total()
    yield f"{name}: {found.left.total()} and {found.right.total()}, {shared} in common"
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


def _ratio_line(name: str, found: TypeExplanation, formula: Formula) -> str:
    if not (found.left and found.right):
        return f"  ratio       0, since a paper without {name} features has no similar papers"
    return (
        f"  ratio       {found.shared.total()} / {found.denominator:g}"
        f" ({formula.definition.divided_by}) = {found.ratio:.6f}"
    )


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
