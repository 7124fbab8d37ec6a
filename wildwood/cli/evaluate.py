"""The command `wildwood evaluate`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain, groupby
from pathlib import Path
from statistics import median
from typing import Any

import click
from rich.table import Table

from wildwood.api.evaluating import benchmark as benchmark_of
from wildwood.biblio.entry import Record
from wildwood.cli.options import (
    FILE,
    Command,
    LimitType,
    SharedOptions,
    common_options,
    json_option,
)
from wildwood.cli.output import print_json
from wildwood.cli.pairs import PairRow, cell, compact_table, marker, output_console, pair_table
from wildwood.kernel.errors import InputError
from wildwood.kernel.files import check_outputs, write_file
from wildwood.kernel.model import SimilarityType
from wildwood.kernel.pairs import Report, ReportPair, ReportPaper, write_csv
from wildwood.kernel.settings import Config
from wildwood.kernel.strength import Formula
from wildwood.kernel.text import counted
from wildwood.lists.evaluation import (
    Benchmark,
    HandlePair,
    Labels,
    PapersOfBothSides,
    ScoredPair,
    evaluate_links,
    links_between,
    read_labels,
    read_links,
)
from wildwood.lists.intervals import ENOUGH_WORKS, FormulaRow, SideBySide, side_by_side
from wildwood.nep.search import LIMITS
from wildwood.nep.session import open_store


@click.command(cls=Command)
@click.argument("pairs", metavar="[PAIRS]", type=click.Path(path_type=Path), required=False)
@click.option("--left", metavar="A.csv", type=FILE, help="Papers: a list in any format.")
@click.option(
    "--right", metavar="B.csv", type=FILE, help="Papers to match them with, if not each other."
)
@click.option("--limit", type=LimitType(), help="Look at this limit instead of the best.")
@click.option(
    "--errors", metavar="N", type=click.IntRange(min=0), default=20, show_default=True,
    help="List up to N pairs without a label and N missed pairs.",
)  # fmt: skip
@click.option(
    "--all", "every", is_flag=True,
    help="Compare all formulas, and name the one with the best F1.",
)  # fmt: skip
@click.option(
    "--out", metavar="FILE", type=FILE,
    help="Write the reported pairs without a label into a CSV file, to look at.",
)  # fmt: skip
@json_option
@common_options
def evaluate(
    options: SharedOptions,
    pairs: Path | None,
    left: Path | None,
    right: Path | None,
    limit: float | None,
    errors: int,
    out: Path | None,
    *,
    every: bool,
    as_json: bool,
) -> None:
    """Measure precision and recall on labelled pairs.

    PAIRS is a CSV with the columns left and right: ids of A.csv and B.csv, of A.csv alone, or
    handles of stored papers; all other pairs count as false, though some can be the same work. Or
    it has decisions, as the page of pairs downloads them; then only the pairs count that are
    decided to be the same or different. Without PAIRS, these are the decisions of the
    configuration. Or it is RePEc's relatedworks.dat, a ReDIF file or a folder of these; then it
    says how many of the links that they declare between stored papers the runs name.

    Figures have 95% intervals, from resampled works. If they overlap, which is best is open.

    Example: wildwood evaluate pairs.csv --left dblp.csv --right acm.csv
    """
    config = options.config()
    formulas = Formula if every else (config.formula,)
    check_outputs(filter(None, [out]), [pairs, left, right, config.paths.decisions])
    if pairs and not (left or right) and (declared := read_links(pairs)) is not None:
        if out:
            raise click.UsageError("Links tell no pair to be false; leave out --out.")
        limit = config.limits.external if limit is None else limit
        compared, papers = _compare_links(config, declared, formulas, limit)
        if as_json:
            print_json([_link_data(row, len(declared), papers) for row in compared.rows])
        else:
            _print_links(compared, len(declared), papers, errors)
        return
    benchmark = _benchmark(config, pairs or _configured(config), left, right)
    compared = side_by_side(benchmark.evaluation, config.formula, formulas, limit)
    papers = benchmark.papers()
    if out:
        write_file(out, write_csv(_report(compared.recommended, papers)))
    if as_json:
        print_json(_evaluation_data(compared, papers))
    else:
        _print_evaluation(compared, benchmark, 0 if every else errors)


def _configured(config: Config) -> Path:
    file = config.paths.decisions
    if file is None:
        raise click.UsageError("Name PAIRS, or set paths.decisions in the configuration.")
    if not file.exists():
        raise InputError(
            f"There are no decisions yet in {file}; name PAIRS, or decide on pairs with"
            " wildwood review DATE."
        )
    return file


def _benchmark(config: Config, pairs: Path, left: Path | None, right: Path | None) -> Benchmark:
    if right and not left:
        raise click.UsageError("--right needs --left.")
    labels = read_labels(pairs, by_id=left is not None)
    if left or labels.papers:
        return benchmark_of(labels, left, right, punctuation=config.punctuation)
    handles = sorted({handle for pair in labels.all() for handle in pair})
    with open_store(config) as store:
        stored = list(store.handles.papers(handles).values())
    return Benchmark(labels, stored)


def _compare_links(
    config: Config, declared: set[HandlePair], formulas: Iterable[Formula], limit: float
) -> tuple[SideBySide, PapersOfBothSides]:
    with open_store(config) as store:
        issues = (store.handles.handles_of_issue(issue.date) for issue in store.issues())
        links = links_between(chain.from_iterable(issues), declared)
        versions = store.handles.all_versions(sorted(set(chain.from_iterable(links))))
    papers = {handle: of_handle[-1].paper for handle, of_handle in versions.items()}
    evaluation = partial(evaluate_links, links, versions)
    return side_by_side(evaluation, config.formula, formulas, limit), (papers, papers)


def _link_data(row: FormulaRow, declared: int, papers: PapersOfBothSides) -> dict[str, Any]:
    strengths = [pair.strength for pair in row.evaluation.judged if pair.strength > row.looked_at]
    return {
        "formula": row.formula.value,
        "limit": row.looked_at,
        "declared": declared,
        "links": len(row.evaluation.labelled),
        "named": len(strengths),
        "median_strength": median(strengths) if strengths else None,
        "recall": asdict(row.at_limit.recall),
        "missed": _pairs_as_data(row.evaluation.missed(row.looked_at), papers),
    }


def _print_links(compared: SideBySide, declared: int, papers: PapersOfBothSides, most: int) -> None:
    for row in compared.rows:
        data = _link_data(row, declared, papers)
        half = f"half of them at {data['median_strength']:.4f} or more: " if data["named"] else ""
        sentence = (
            f"Of {counted(data['links'], 'link')} between stored papers ({declared:,} declared),"
            f" {data['formula']} names {data['named']:,} above {row.looked_at:g}, {half}recall"
            f" {row.at_limit.recall}."
        )
        _print_pairs(sentence, row.evaluation.missed(row.looked_at)[:most], papers)


def _print_evaluation(compared: SideBySide, benchmark: Benchmark, most: int) -> None:
    """Print the figures of formulas, then the strongest false and missed pairs of the best one."""
    console, row = output_console(), compared.recommended
    limit, missed = row.looked_at, row.evaluation.missed(row.looked_at)
    unlabelled = row.evaluation.unlabelled(limit)
    console.print(_formula_table(compared, marker(console)))
    if len(compared.rows) == 1:
        console.print(_limit_table(row, marker(console)))
    for sentence in _sentences(compared, benchmark.labels):
        console.print(sentence, highlight=False)
    remark = (
        " decided to be different"
        if row.evaluation.decided
        else " without a label: counted as false, but can be the same work (--out FILE lists them)"
    )
    heading = f"{counted(len(unlabelled), 'reported pair')} above {limit:g}{remark}."
    _print_pairs(heading, unlabelled[:most], benchmark.papers())
    heading = f"{counted(len(missed), 'missed pair')} at {limit:g}."
    _print_pairs(heading, missed[:most], benchmark.papers())


def _formula_table(compared: SideBySide, sign: str) -> Table:
    table = compact_table()
    table.add_column("formula", min_width=max(len(row.formula.value) for row in compared.rows))
    for name in ("average precision", "best F1", "best limit"):
        table.add_column(name)
    for row in compared.rows:
        is_marked = row.formula is compared.configured and len(compared.rows) > 1
        limit = f"{row.limit:g}" + (f" {sign} configured" if is_marked else "")
        table.add_row(row.formula.value, str(row.average_precision), str(row.best_f1), limit)
    return table


def _limit_table(row: FormulaRow, sign: str) -> Table:
    table = compact_table()
    for name in ("limit", "precision", "recall", "F1", "reported"):
        table.add_column(name, no_wrap=True, min_width=len(name))
    for point in row.evaluation.points_at(sorted({*LIMITS, row.looked_at})):
        table.add_row(
            f"{point.strength:g}" + (f" {sign}" if point.strength == row.looked_at else ""),
            *(f"{share:.3f}" for share in (point.precision, point.recall, point.f1)),
            f"{point.reported:,}",
        )
    return table


def _sentences(compared: SideBySide, labels: Labels) -> Iterator[str]:
    row = compared.recommended
    labelled = len(row.evaluation.labelled)
    if labels.different is not None:
        yield (
            f"decided: {counted(len(labels.same), 'pair')} the same,"
            f" {len(labels.different):,} different; {labels.unsure:,} unsure, not counted"
        )
    for lost, rows in groupby(compared.rows, lambda row: labelled - row.evaluation.candidates):
        names = ", ".join(row.formula.value for row in rows)
        share = f"{lost:,} of {labelled:,} labelled pairs ({lost / labelled:.1%})"
        yield f"{names}: {share} are not compared."
    if not compared.is_enough:
        yield (
            f"{counted(compared.works, 'labelled work')}: too few to choose a formula or a limit,"
            f" which needs {ENOUGH_WORKS}; the intervals are narrower than they should be."
        )
    elif len(compared.rows) > 1:
        yield f'Best formula: "{row.formula.value}".'
    figures = f"precision {row.at_limit.precision}, recall {row.at_limit.recall}"
    yield f"{row.formula.value} at {row.looked_at:g}: {figures}, F1 {row.at_limit.f1}."


def _print_pairs(heading: str, pairs: Sequence[ScoredPair], papers: PapersOfBothSides) -> None:
    console = output_console()
    console.print(heading, highlight=False)
    rows = [
        PairRow(
            (f"{pair.strength:.4f}",),
            *(cell(record.title_line, record.handle) for record in _records(pair, papers)),
        )
        for pair in pairs
    ]
    if rows:
        console.print(pair_table(("strength", "left", "right"), rows, console.width))


def _report(row: FormulaRow, papers: PapersOfBothSides) -> Report:
    """Return the reported pairs without a label."""
    one_set = row.evaluation.one_set
    kind = SimilarityType.INTERNAL if one_set else SimilarityType.EXTERNAL
    prefix = "" if one_set else "right:"  # since two lists can share ids
    pairs = [
        ReportPair(
            ReportPaper(left.handle, left),
            ReportPaper(prefix + right.handle, right),
            pair.strength,
            kind,
        )
        for pair in row.evaluation.unlabelled(row.looked_at)
        for left, right in [_records(pair, papers)]
    ]
    return Report("Pairs without a label", (), row.looked_at, pairs)


def _evaluation_data(compared: SideBySide, papers: PapersOfBothSides) -> dict[str, Any]:
    row = compared.recommended
    evaluation, limit = row.evaluation, row.looked_at
    best = {"formula": row.formula.value, "limit": row.limit} if compared.is_enough else None
    every = {"all": compared.as_dicts(), "recommended": best}
    return {
        "labelled": len(evaluation.labelled),
        "works": compared.works,
        **row.as_dict(),
        "different" if evaluation.decided else "unlabelled": _pairs_as_data(
            evaluation.unlabelled(limit), papers
        ),
        "missed": _pairs_as_data(evaluation.missed(limit), papers),
        "points": [asdict(point) for point in evaluation.points()],
        **(every if len(compared.rows) > 1 else {}),
    }


def _pairs_as_data(pairs: Iterable[ScoredPair], papers: PapersOfBothSides) -> list[dict[str, Any]]:
    return [
        {**asdict(pair), "titles": [record.title_line for record in _records(pair, papers)]}
        for pair in pairs
    ]


def _records(pair: ScoredPair, papers: PapersOfBothSides) -> list[Record]:
    return [side[handle].record for handle, side in zip(pair.pair, papers, strict=True)]
