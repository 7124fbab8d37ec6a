"""The commands that show what was found, and why: show, explain."""

import datetime
from collections.abc import Iterable
from typing import Any

import click
from rich.console import Console
from rich.text import Text

from wildwood.cli.options import Command, DateType, LimitType, as_data, common, settings
from wildwood.cli.output import cell, formula_as_data, say_data
from wildwood.cli.tables import Row, pair_table
from wildwood.errors import InputError
from wildwood.explanation import Explanation, TypeSum, explain
from wildwood.model import Limits, Paper, Ratio, Record
from wildwood.presorted import NamedPair, named_pairs
from wildwood.printing import plain
from wildwood.session import job_of, open_store

_RATIOS = {
    Ratio.OVERLAP: "the smaller total",
    Ratio.DICE: "the mean of both totals",
    Ratio.DAMPED: "the mean of both totals, the titles taken for one longer",
}


@click.command(cls=Command)
@click.argument("date", type=DateType())
@click.option("--limit", type=LimitType(), default=0.0, help="Only pairs that are stronger.")
@click.option("--handle", help="Only pairs with the paper of this handle.")
@as_data
@common
@click.pass_context
def show(
    ctx: click.Context,
    date: datetime.date,
    limit: float,
    handle: str | None,
    *,
    as_json: bool,
) -> None:
    """List the pairs that the ps rif of DATE names, strongest first.

    Example: wildwood show 2015-03-05 --limit 0.9
    """
    config = settings(ctx).config()
    source = job_of(config).ps.read(date)
    with open_store(config) as store:
        pairs = [
            pair
            for pair in named_pairs(source, store)
            if pair.similar.strength > limit
            and handle in {None, pair.paper.handle, pair.other.handle}
        ]
    if as_json:
        say_data(list(map(_pair_as_data, pairs)))
    elif pairs:
        print_pairs(pairs)
    else:
        click.echo(f"The ps rif of {date} names no such pair.")


def print_pairs(pairs: Iterable[NamedPair]) -> None:
    """Print the pairs as a table for the terminal."""
    console = Console()
    rows = (
        Row(
            (pair.similar.printed, pair.similar.type.value),
            _cell(pair.paper),
            _cell(pair.other),
        )
        for pair in pairs
    )
    console.print(pair_table(("strength", "type", "paper", "resembles"), rows, console.width))


def _cell(record: Record) -> Text:
    """Title, authors and handle; a handle is broken rather than cut."""
    found = cell(" / ".join(record.titles) or "(not stored)")
    if record.names:
        found.append(f"\n{plain('; '.join(record.names))}", style="italic")
    return found.append(f"\n{plain(record.handle)}", style="dim")


def _pair_as_data(pair: NamedPair) -> dict[str, Any]:
    return {
        "strength": pair.similar.strength,
        "type": pair.similar.type.value,
        "paper": _record_as_data(pair.paper),
        "similar": _record_as_data(pair.other),
    }


def _record_as_data(record: Record) -> dict[str, Any]:
    return {"handle": record.handle, "titles": record.titles, "names": record.names}


@click.command("explain", cls=Command)
@click.argument("left", metavar="HANDLE")
@click.argument("right", metavar="HANDLE")
@as_data
@common
@click.pass_context
def explain_pair(ctx: click.Context, left: str, right: str, *, as_json: bool) -> None:
    """Show the whole sum of the strength of two stored papers.

    Example: wildwood explain RePEc:nbr:nberwo:29372 RePEc:nbr:nberwo:29172
    """
    config = settings(ctx).config()
    with open_store(config) as store:
        papers = store.papers([left, right])
    for handle in (left, right):
        if handle not in papers:
            raise InputError(
                f"No paper {handle} is stored; a handle is given as the rif has it, case included."
            )
    found = explain(papers[left], papers[right], config.formula)
    if as_json:
        say_data(_explanation_as_data(found, config.limits))
    else:
        click.echo("\n".join(map(plain, _explanation_in_lines(found, config.limits))))


def _explanation_in_lines(found: Explanation, limits: Limits) -> Iterable[str]:
    yield from _paper_in_lines("left", found.left)
    yield from _paper_in_lines("right", found.right)
    yield from _type_in_lines("author", found.authors, _RATIOS[found.formula.ratio])
    yield from _type_in_lines("title", found.titles, _RATIOS[found.formula.ratio])
    authors, titles = found.authors, found.titles
    author_sum = authors.left.total() + authors.right.total()
    title_sum = titles.left.total() + titles.right.total()
    yield (
        f"weights ({found.formula.weights.value}), of {author_sum} author and {title_sum} title"
        " features of both papers"
    )
    yield f"  authors     {authors.weight:.6f}"
    yield f"  titles      {titles.weight:.6f}"
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


def _paper_in_lines(side: str, paper: Paper) -> Iterable[str]:
    yield f"{side:<6}{paper.handle}"
    yield f"      {' / '.join(paper.record.titles) or '(no title)'}"
    yield f"      {'; '.join(paper.record.names) or '(no authors)'}"


def _type_in_lines(name: str, found: TypeSum, whole: str) -> Iterable[str]:
    shared = found.shared.total()
    yield f"{name} features: {found.left.total()} and {found.right.total()}, {shared} in common"
    for what, features in (
        ("common", found.shared),
        ("only left", found.left - found.shared),
        ("only right", found.right - found.shared),
    ):
        counted = [
            f"{feature} (x{times})" if times > 1 else feature
            for feature, times in sorted(features.items())
        ]
        yield f"  {what:<12}{' | '.join(counted) or '-'}"
    if found.left and found.right:
        yield f"  ratio       {shared} / {found.whole:g} ({whole}) = {found.ratio:.6f}"
    else:
        yield f"  ratio       0: a paper without {name} features resembles none"


def _explanation_as_data(found: Explanation, limits: Limits) -> dict[str, Any]:
    return {
        "left": _record_as_data(found.left.record),
        "right": _record_as_data(found.right.record),
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


def _type_as_data(found: TypeSum) -> dict[str, Any]:
    return {
        "left": dict(sorted(found.left.items())),
        "right": dict(sorted(found.right.items())),
        "common": dict(sorted(found.shared.items())),
        "whole": found.whole,
        "ratio": found.ratio,
        "weight": found.weight,
    }
