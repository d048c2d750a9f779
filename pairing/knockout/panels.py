"""Parts of the picture: a tree of matches, loose matches, and the boxes in them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from .boxes import Box, BoxMaker, Line
from .canvas import Canvas, fitted, text_width
from .messages import Word, round_title
from .structure import Position, Round

MARGIN = 16
LINE = 18  # height of one side of a match
PITCH = 2 * LINE + 8  # from one match of the first column to the next
SEED = 22
SCORE = 13  # least width of a stage's score
GAP = 18  # between columns, for the connecting lines
HEADER = 26
PANEL_GAP = 30
TEXT = 13
NOTE = 11
DENSE_MATCHES = 8  # beyond that in the first column, or
DENSE_COLUMNS = 5  # beyond that in number, names are shorter and seeds stand only at the left
WIDE_NAME = 170
DENSE_NAME = 144
NARROW_NAME = 100
ABOVE = 4  # from so many matches in the first column on there is room above the final
LIST_WIDTH = 360
FLOW_MATCHES = 16  # loose matches below each other
FLOW_WIDTH = 1000

STYLE = (
    ".paper{fill:#fff}"
    ".frame{fill:#fff;stroke:#777}.faint{fill:none;stroke:#bbb;stroke-dasharray:3 2}"
    ".gutter{fill:#eee;stroke:#777}.running{fill:#ffe9a8;stroke:#777}"
    ".line{fill:none;stroke:#777}.rule{fill:none;stroke:#ddd}"
    f"text{{font-size:{TEXT}px;fill:#222}}"
    ".won{font-weight:bold;fill:#000}.lost{fill:#555}"
    f".wait{{font-size:{NOTE}px;font-style:italic;fill:#666}}"
    f".seed{{font-size:{NOTE}px;fill:#666}}.label{{font-size:{NOTE}px;fill:#444}}"
    f".head{{font-size:{NOTE + 1}px;fill:#333;font-weight:bold}}"
    ".title{font-size:18px;font-weight:bold}.panel{font-size:15px;font-weight:bold}"
    ".champion{font-size:16px;font-weight:bold;fill:#000}"
)


@dataclass(frozen=True, slots=True)
class Column:
    """One round, or a part of it, in a panel."""

    round: Round
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Columns from left to right; ``tree`` joins them by lines.

    ``champion`` puts the winner of the event at the right end; ``aside`` are
    columns (the match for third place) below the last match of a tree, and
    ``further`` is the page on which the tree goes on.
    """

    columns: tuple[Column, ...]
    title: str = ""
    champion: bool = False
    tree: bool = True
    aside: tuple[Column, ...] = ()
    further: int = 0


@dataclass(frozen=True, slots=True)
class Widths:
    """Widths of the parts of the boxes of a column: match number, seed, name, each stage."""

    label: float
    seed: float
    name: float
    stages: tuple[float, ...]

    @property
    def total(self) -> float:
        """Width of the whole box."""
        return self.label + self.seed + self.name + sum(self.stages) + 3


def title_of(each: Round, word: Word) -> str:
    """Title of a round."""
    return round_title(each.name, each.round, word)


def draw_panel(canvas: Canvas, panel: Panel, maker: BoxMaker, top: float) -> float:
    """Draw a panel; the bottom of it."""
    return (_draw_tree if panel.tree else _draw_flow)(canvas, panel, maker, top)


def list_widths(boxes: Sequence[Box]) -> Widths:
    """Widths with which the boxes fill the width of the list."""
    widths = _widths(boxes, WIDE_NAME, seeds=True)
    rest = LIST_WIDTH - 2 * MARGIN - widths.total
    return replace(widths, name=widths.name + rest)


def _widths(boxes: Collection[Box], longest: float, *, seeds: bool) -> Widths:
    lines = [line for box in boxes for line in box.lines]
    labels = [text_width(box.label, NOTE) + 7 for box in boxes]
    names = [text_width(line.text, _size(line), bold=True) + 8 for line in lines]
    found = [text_width(line.seed, NOTE) + 6 for line in lines if seeds and line.seed]
    stages = zip_longest(*(line.scores for line in lines), fillvalue="")
    return Widths(
        label=max(24.0, *labels, 0.0),
        seed=max([SEED, *found]) if found else 0,
        name=min(max([60.0, *names]), longest),
        stages=tuple(max(SCORE, *map(_score_width, column)) for column in stages) or (SCORE,),
    )


def _score_width(score: str) -> float:
    return text_width(score, TEXT, bold=True) + 6 if score else 0


def _size(line: Line) -> int:
    return NOTE if line.tone == "wait" else TEXT


# ------------------------------------------------------------------------------ trees


def _draw_tree(canvas: Canvas, panel: Panel, maker: BoxMaker, top: float) -> float:
    """Columns joined by lines."""
    dense = len(panel.columns[0].positions) > DENSE_MATCHES or len(panel.columns) > DENSE_COLUMNS
    x = float(MARGIN)
    centres: list[list[float]] = []
    edges: list[tuple[float, float]] = []
    bottom = top
    for column in panel.columns:
        first = not centres
        boxes = _boxes(column, maker)
        longest = (DENSE_NAME if first else NARROW_NAME) if dense else WIDE_NAME
        widths = _widths(boxes.values(), longest, seeds=first or not dense)
        centres.append(_centres(column, centres[-1] if centres else None, top + HEADER + 12))
        _draw_header(canvas, column, maker, x, top + HEADER)
        for place, box in boxes.items():
            draw_box(canvas, box, x, centres[-1][place] - LINE, widths)
        bottom = max([bottom, *(centres[-1][place] + LINE for place in boxes)])
        edges.append((x, x + widths.total))
        x += max(widths.total, _header_width(column, maker)) + GAP
    _join(canvas, panel.columns, centres, edges)
    for column in panel.aside:
        y = centres[-1][0] + PITCH
        bottom = max(bottom, _draw_stack(canvas, column, maker, edges[-1][0], y)[1])
    centre = centres[-1][0]
    if panel.further:
        note = maker.word("bracket.continued", {"page": panel.further})
        canvas.text(edges[-1][0], centre + LINE + 14, note, "wait")
    if panel.champion and maker.state.winner:
        if len(panel.columns[0].positions) < ABOVE:
            draw_champion(canvas, maker, x, centre + 6)
        else:
            draw_champion(canvas, maker, edges[-1][0], centre - LINE - 10)
    return bottom


def _boxes(column: Column, maker: BoxMaker) -> dict[int, Box]:
    """Boxes by their place in the column."""
    found = {
        place: maker.box(position, column.round.section)
        for place, position in enumerate(column.positions)
    }
    return {place: box for place, box in found.items() if box is not None}


def _centres(column: Column, before: Sequence[float] | None, top: float) -> list[float]:
    """Heights of a round: of its own, or between or beside those of the round before."""
    count = len(column.positions)
    if before is None:
        return [top + LINE + index * PITCH for index in range(count)]
    if count == len(before):
        return list(before)
    return [(before[2 * index] + before[2 * index + 1]) / 2 for index in range(count)]


def _join(
    canvas: Canvas,
    columns: Sequence[Column],
    centres: Sequence[Sequence[float]],
    edges: Sequence[tuple[float, float]],
) -> None:
    """Lines from every box to the one its winner goes to."""
    for index, (column, following) in enumerate(pairwise(columns)):
        halved = len(following.positions) < len(column.positions)
        start, end = edges[index][1], edges[index + 1][0]
        for place, position in enumerate(column.positions):
            target = place // 2 if halved else place
            if Position() in (position, following.positions[target]):
                continue
            height, goal = centres[index][place], centres[index + 1][target]
            bend = end - GAP / 2
            canvas.path(f"M{start:g} {height:g}H{bend:g}V{goal:g}H{end:g}")


def draw_champion(canvas: Canvas, maker: BoxMaker, x: float, y: float) -> float:
    """The winner of the event; the bottom of it."""
    name = maker.name(maker.state.winner or 0)
    canvas.text(x, y - 20, maker.word("bracket.winner", {}), "label")
    canvas.text(x, y, name, "champion")
    canvas.extend(x + text_width(name, TEXT + 3, bold=True), y + 4)
    return y + 4


# ------------------------------------------------------------------------------ flows


def _draw_flow(canvas: Canvas, panel: Panel, maker: BoxMaker, top: float) -> float:
    """Rounds beside each other without lines, long ones in several columns."""
    x, y = float(MARGIN), top
    bottom = top
    for column in panel.columns:
        for start in range(0, len(column.positions), FLOW_MATCHES):
            part = Column(column.round, column.positions[start : start + FLOW_MATCHES])
            if not _boxes(part, maker):
                continue
            if x > FLOW_WIDTH:
                x, y = float(MARGIN), bottom + HEADER
            right, low = _draw_stack(canvas, part, maker, x, y)
            bottom = max(bottom, low)
            x = right + GAP
    if panel.champion and maker.state.winner:
        draw_champion(canvas, maker, x, top + HEADER + 2 * LINE)
    return bottom


def _draw_stack(
    canvas: Canvas, column: Column, maker: BoxMaker, x: float, top: float
) -> tuple[float, float]:
    """A round's boxes below each other; the right and the lower edge."""
    boxes = _boxes(column, maker)
    widths = _widths(boxes.values(), WIDE_NAME, seeds=True)
    _draw_header(canvas, column, maker, x, top + HEADER)
    y = top + HEADER + 12
    for box in boxes.values():
        draw_box(canvas, box, x, y, widths)
        y += PITCH
    return x + max(widths.total, _header_width(column, maker)), y - PITCH + 2 * LINE


def _draw_header(canvas: Canvas, column: Column, maker: BoxMaker, x: float, y: float) -> None:
    canvas.text(x, y, title_of(column.round, maker.word), "head")
    canvas.extend(x + _header_width(column, maker), y)


def _header_width(column: Column, maker: BoxMaker) -> float:
    return text_width(title_of(column.round, maker.word), NOTE + 1, bold=True)


# ------------------------------------------------------------------------------ boxes


def draw_box(canvas: Canvas, box: Box, x: float, y: float, widths: Widths) -> None:
    """Match number, then the two sides one above the other."""
    canvas.box(x, y, widths.total, 2 * LINE, "faint" if box.faint else "frame")
    left = x + widths.label
    if box.label:
        canvas.box(x, y, widths.label, 2 * LINE, "running" if box.running else "gutter")
        canvas.text(x + widths.label / 2, y + LINE + 4, box.label, "label", anchor="middle")
        canvas.path(f"M{left:g} {y + LINE:g}H{x + widths.total:g}", "rule")
    for index, line in enumerate(box.lines):
        _draw_line(canvas, line, left, y + index * LINE + LINE - 5, widths)


def _draw_line(canvas: Canvas, line: Line, x: float, y: float, widths: Widths) -> None:
    if widths.seed and line.seed:
        canvas.text(x + widths.seed - 2, y, line.seed, "seed", anchor="end")
    bold = line.tone == "won"
    text = fitted(line.text, widths.name - 7, _size(line), bold=bold)
    canvas.text(x + widths.seed + 4, y, text, line.tone, full=line.text)
    right = x + widths.seed + widths.name
    for score, width in zip(line.scores, widths.stages, strict=False):
        right += width
        canvas.text(right, y, score, line.tone, anchor="end")
