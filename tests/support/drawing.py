"""Flow charts as SVG: boxes on a grid, and arrows between them; readable in dark and light."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape

_WIDTH, _HEIGHT = 168, 78
_COLUMN, _ROW = 206, 126
_MARGIN = 24
_LINE = 17

_STYLE = """
  svg { font: 13px system-ui, "Segoe UI", Roboto, sans-serif; }
  .paper { fill: #fdfcf9; } text { fill: #1c1b19; text-anchor: middle; } .name { font-weight: 700; }
  .data { fill: #e8eef7; stroke: #4a6fa5; } .step { fill: #e6f2e7; stroke: #3a7d44; }
  .command { fill: #f6eedd; stroke: #96691a; } .arrow { fill: none; stroke: #5a5650; }
  .head { fill: #5a5650; } .group { fill: none; stroke: #9c1c1c; stroke-dasharray: 5 4; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #1a1917; } text { fill: #ebe8e1; }
    .data { fill: #22303f; stroke: #8cb0dd; } .step { fill: #1f3324; stroke: #7cc489; }
    .command { fill: #3a3017; stroke: #dcb15f; } .arrow { stroke: #b3ada2; }
    .head { fill: #b3ada2; } .group { stroke: #ff9d94; }
  }
"""


class Kind(Enum):
    """What a box stands for; the values are classes of the style."""

    DATA = "data"
    STEP = "step"
    COMMAND = "command"


@dataclass(frozen=True)
class Box:
    """A box in a cell of the grid, with a name and lines of text below it."""

    column: int
    row: int
    kind: Kind
    name: str
    lines: Sequence[str]

    @property
    def center(self) -> tuple[int, int]:
        """Return the middle of the box in pixels."""
        return (
            _MARGIN + self.column * _COLUMN + _WIDTH // 2,
            _MARGIN + self.row * _ROW + _HEIGHT // 2,
        )


@dataclass(frozen=True)
class Group:
    """A dashed frame around the cells from one box to another, with a caption below."""

    first: Box
    last: Box
    caption: str


@dataclass(frozen=True)
class Chart:
    """Boxes, and arrows between boxes of the same row or column."""

    title: str
    boxes: Sequence[Box]
    arrows: Sequence[tuple[Box, Box]]
    groups: Sequence[Group] = ()


def svg(chart: Chart) -> str:
    """Draw a chart."""
    width = 2 * _MARGIN + max(box.column for box in chart.boxes) * _COLUMN + _WIDTH
    height = 2 * _MARGIN + max(box.row for box in chart.boxes) * _ROW + _HEIGHT
    height += _LINE if chart.groups else 0
    shapes = [
        *map(_group, chart.groups),
        *(_arrow(*arrow) for arrow in chart.arrows),
        *map(_box, chart.boxes),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img">\n<title>{escape(chart.title)}</title>\n'
        f"<style>{_STYLE}</style>\n"
        f'<rect class="paper" width="{width}" height="{height}" rx="10"/>\n'
        + "".join(f"{shape}\n" for shape in shapes)
        + "</svg>\n"
    )


def _box(box: Box) -> str:
    x, y = box.center
    top = y - (len(box.lines) * _LINE) // 2 + 4
    rows = [
        f'<text x="{x}" y="{top + number * _LINE}"{style}>{escape(line)}</text>'
        for number, (line, style) in enumerate(
            [(box.name, ' class="name"'), *((line, "") for line in box.lines)]
        )
    ]
    frame = (
        f'<rect class="{box.kind.value}" x="{x - _WIDTH // 2}" y="{y - _HEIGHT // 2}"'
        f' width="{_WIDTH}" height="{_HEIGHT}" rx="8"/>'
    )
    return "\n".join([frame, *rows])


def _arrow(start: Box, end: Box) -> str:
    """Draw a straight arrow between the nearest edges of two boxes."""
    (x, y), (to_x, to_y) = start.center, end.center
    right, down = _sign(to_x - x), _sign(to_y - y)
    assert not (right and down), "an arrow is in one row or column"
    x, y = x + right * _WIDTH // 2, y + down * _HEIGHT // 2
    to_x, to_y = to_x - right * (_WIDTH // 2 + 2), to_y - down * (_HEIGHT // 2 + 2)
    back_x, back_y = to_x - right * 9, to_y - down * 9
    sides = [(back_x + side * down, back_y + side * right) for side in (5, -5)]
    head = " ".join(f"{at_x},{at_y}" for at_x, at_y in [(to_x, to_y), *sides])
    return (
        f'<path class="arrow" stroke-width="1.5" d="M{x},{y} L{back_x},{back_y}"/>'
        f'<polygon class="head" points="{head}"/>'
    )


def _group(group: Group) -> str:
    (x, y), (to_x, to_y) = group.first.center, group.last.center
    left, top = x - _WIDTH // 2 - 12, y - _HEIGHT // 2 - 12
    width, height = to_x - x + _WIDTH + 24, to_y - y + _HEIGHT + 24
    return (
        f'<rect class="group" x="{left}" y="{top}" width="{width}" height="{height}" rx="12"/>'
        f'<text x="{left + width // 2}" y="{top + height + _LINE}">{escape(group.caption)}</text>'
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
