"""Evaluations of labelled pairs on the terminal."""

from collections.abc import Iterable, Iterator

from rich.table import Table

from wildwood.analysis.evaluation import Evaluation, ScoredPair
from wildwood.analysis.labelled_pairs import PapersOfBothSides
from wildwood.analysis.side_by_side import ENOUGH_WORKS, FormulaRow, Shares, SideBySide
from wildwood.analysis.survey import LIMITS
from wildwood.cli.narrow_tables import (
    PairRow,
    cell,
    compact_table,
    marker,
    output_console,
    pair_table,
)
from wildwood.display import counted


def print_one(compared: SideBySide, limit: float, shares: Shares) -> None:
    """Print what each limit gives with the recommended, or only, formula."""
    console = output_console()
    row = compared.recommended
    console.print(
        f"average precision {row.average_precision},"
        f" as ordered {row.evaluation.average_precision_as_ordered():.3f}",
        highlight=False,
    )
    console.print(_limit_table(row.evaluation, limit, marker(console)))
    sentences = [f"{_cost(row.evaluation)}.", f"At {limit:g}, {_figures(shares)}."]
    if shares is row.held_out:
        sentences[1] = f"{_limits(row)}. {_held_out(row)}."
    for sentence in [*sentences, *_warning(compared)]:
        console.print(sentence, highlight=False)


def print_errors(found: Evaluation, limit: float, most: int, papers: PapersOfBothSides) -> None:
    """List the strongest pairs that count as false, and those that count as missed."""
    console = output_console()
    unlabelled, missed = found.unlabelled(limit), found.missed(limit)
    for heading, pairs in (
        (_counted_as_false(found, limit), unlabelled),
        (f"{counted(len(missed), 'missed pair')} at {limit:g}", missed),
    ):
        console.print(f"{heading}.", highlight=False)
        if listed := pairs[:most]:
            console.print(_error_table(listed, papers, console.width))


def print_all(compared: SideBySide) -> None:
    """Print all formulas, and the recommended one."""
    console = output_console()
    console.print(_formula_table(compared, marker(console)))
    console.print()
    for sentence in (_costs(compared), *_recommendation(compared)):
        console.print(sentence, highlight=False)


def _counted_as_false(found: Evaluation, limit: float) -> str:
    reported = f"{counted(len(found.unlabelled(limit)), 'reported pair')} above {limit:g}"
    if found.decided:
        return f"{reported} decided to be different"
    return f"{reported} without a label: counted as false, but can be the same work"


def _warning(compared: SideBySide) -> Iterator[str]:
    if not compared.is_enough:
        yield (
            f"{counted(compared.works, 'labelled work')}: too few to choose a formula or a limit,"
            f" which needs {ENOUGH_WORKS}; the intervals are narrower than they should be."
        )


def _figures(shares: Shares) -> str:
    return f"precision {shares.precision}, recall {shares.recall}, F1 {shares.f1}"


def _limits(row: FormulaRow) -> str:
    low, high = row.level_limits
    return f"Best limit: {row.limit:g}; from {low:g} to {high:g}, F1 is level"


def _held_out(row: FormulaRow) -> str:
    return f"On papers that the limit was not chosen on, {_figures(row.held_out)}"


def _cost(found: Evaluation) -> str:
    """Say how many labelled pairs the candidate rule leaves out."""
    labelled = len(found.labelled)
    lost = labelled - found.candidates
    return f"{lost:,} of {labelled:,} labelled pairs ({lost / labelled:.1%}) are not compared"


def _formula_table(compared: SideBySide, sign: str) -> Table:
    table = compact_table(caption=f"{sign} configured", caption_justify="left")
    table.add_column("formula", min_width=max(len(row.formula.value) for row in compared.rows))
    for name in ("average precision", "F1 on other papers", "limit"):
        table.add_column(name)
    for row in compared.rows:
        mark = f" {sign}" if row.formula is compared.configured else ""
        figures = (row.average_precision, row.held_out.f1)
        cells = [f"{one.value:.3f} {one.low:.2f}-{one.high:.2f}" for one in figures]
        table.add_row(row.formula.value, *cells, f"{row.limit:g}{mark}")
    return table


def _costs(compared: SideBySide) -> str:
    """Say how many labelled pairs each formula leaves out; those of one rule together."""
    formulas: dict[str, list[str]] = {}
    for row in compared.rows:
        formulas.setdefault(_cost(row.evaluation), []).append(row.formula.value)
    costs = "; ".join(f"with {', '.join(names)}, {cost}" for cost, names in formulas.items())
    return f"The candidate rule costs recall: {costs}."


def _recommendation(compared: SideBySide) -> list[str]:
    """Name the formula and limit to choose, and say how sure that is."""
    if not compared.is_enough:
        return list(_warning(compared))
    chosen = compared.recommended
    false = _counted_as_false(chosen.evaluation, chosen.limit)
    return [
        f"{_choice(compared)} {_limits(chosen)}.",
        f"{_held_out(chosen)}. {false} (--out FILE lists them).",
    ]


def _choice(compared: SideBySide) -> str:
    name, current = compared.recommended.formula.value, compared.configured.value
    level = ", ".join(row.formula.value for row in compared.level)
    others = f" Level with it: {level}." if level else ""
    if name == current:
        return f'Recommended: keep formula = "{name}"; none is better beyond chance.{others}'
    return f'Recommended: formula = "{name}"; better than {current} beyond chance.{others}'


def _limit_table(found: Evaluation, limit: float, sign: str) -> Table:
    table = compact_table()
    for name in ("limit", "precision", "recall", "F1", "reported"):
        table.add_column(name, no_wrap=True, min_width=len(name))
    for row_limit in sorted({*LIMITS, limit}):
        point = found.at(row_limit)
        reported = sum(pair.strength > row_limit for pair in found.judged)
        table.add_row(
            f"{row_limit:g}" + (f" {sign}" if row_limit == limit else ""),
            f"{point.precision:.3f}", f"{point.recall:.3f}", f"{point.f1:.3f}", f"{reported:,}",
        )  # fmt: skip
    return table


def _error_table(pairs: Iterable[ScoredPair], papers: PapersOfBothSides, width: int) -> Table:
    rows = (
        PairRow(
            (f"{found.strength:.4f}",),
            *(
                cell(known[handle].record.title_line, handle)
                for handle, known in zip(found.pair, papers, strict=True)
            ),
        )
        for found in pairs
    )
    return pair_table(("strength", "left", "right"), rows, width)
