"""Cross tables as people write them, pasted into a page.

One line for each player: number, name, rating and points, then one cell for
each round, then perhaps points and tie-breaks.  Columns may be separated by
blanks, tabs, semicolons, bars or commas.

======================= ==========================================================
cell                    meaning
======================= ==========================================================
``12w1`` ``12b½``       opponent, colour (w, b, or s for Schwarz), result;
``12b=`` ``12w0``       ``½``, ``=``, ``1/2``, ``0.5`` and ``d`` are draws
``12=`` ``W12``         colour not noted; the result may stand in front
``+12`` ``=5`` ``-3``   the same, in tables that note no colours at all
``9+`` ``9w+`` ``9-``   won or lost by forfeit against 9
``+`` ``BYE`` ``U``     bye allocated by the pairing; ``-1`` beside coloured cells
``H`` ``½`` ``HPB``     half-point bye; ``-½``
``F`` ``FPB``           full-point bye
``-`` ``Z`` ``ZPB``     absence, zero-point bye; ``-0``
======================= ==========================================================

A Tournament Report File is recognised by its ``001`` lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pairing.points import total_points
from pairing.record import Cell, Participant, TournamentRecord
from pairing.scoring import STANDARD, Colour, Outcome, PointSystem, format_points, parse_points
from pairing.trf import Severity, read_trf

from .errors import TiebreakError

MAX_CHARACTERS = 1_000_000
MAX_LINES = 20_000
"""Lines that are not blank: more than any table has, and what a page reads in a moment."""
MAX_ROUNDS = 100
_SEPARATORS = re.compile(r"[\t|;]")
_SPACED_CELL = re.compile(r"(?<!\S)([0-9]{1,4})\s+([wbs])\s+([10=½+-])(?!\S)", re.I)
_NUMBER = re.compile(r"#?([1-9]\d{0,4})[.):]?", re.ASCII)
_RATING = re.compile(r"\d{3,4}", re.ASCII)
_POINTS = re.compile(r"\d{1,2}(?:[.,]\d|½)?", re.ASCII)
_GAME = re.compile(r"(\d{1,5})([wbs]?)(1/2|0[.,]5|[10=½+d-])", re.I | re.ASCII)
_RESULT_FIRST = re.compile(r"([WLD+=-])\s?(\d{1,5})([wb]?)", re.I | re.ASCII)
_COLOURED = re.compile(r"\d{1,5}[wbs](?:1/2|0[.,]5|[10=½+d-])", re.I | re.ASCII)
_VALUE = re.compile(r"\d{1,4}(?:[.,]\d{1,3}|½)?", re.ASCII)
_LIKE_A_CELL = re.compile(r"[A-Z+=-]?\d+[^\d.,½]\S*|\d+[+=-]\S*|[A-Z]\d+\S*", re.I)
_RESULTS = {
    "1": Outcome.WIN,
    "W": Outcome.WIN,
    "0": Outcome.LOSS,
    "L": Outcome.LOSS,
    "+": Outcome.FORFEIT_WIN,
    "-": Outcome.FORFEIT_LOSS,
    **dict.fromkeys(("=", "½", "1/2", "0.5", "0,5", "D"), Outcome.DRAW),
}
_BYES = {
    **dict.fromkeys(("+", "BYE", "PAB", "U"), Outcome.PAIRING_ALLOCATED_BYE),
    **dict.fromkeys(("H", "½", "HPB"), Outcome.HALF_POINT_BYE),
    **dict.fromkeys(("F", "FPB"), Outcome.FULL_POINT_BYE),
    **dict.fromkeys(("-", "--", "–", "—", "Z", "ZPB"), Outcome.ZERO_POINT_BYE),
}
# In front of the number the signs are results of games: +12, =5, -3.
_SIGNS = {"+": "1", "=": "=", "-": "0"}
_SIGNED_BYES = {
    "-1": Outcome.PAIRING_ALLOCATED_BYE,
    "-½": Outcome.HALF_POINT_BYE,
    "-0": Outcome.ZERO_POINT_BYE,
}
_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "S": Colour.BLACK}


@dataclass(frozen=True, slots=True)
class TableFinding:
    """Something wrong or doubtful in a pasted table.

    ``severity`` is ``error`` (the table contradicts itself or a part of it
    was not understood) or ``warning``.  ``line`` counts from 1; ``number`` is
    the player's, ``round`` the round's, 0 where there is none.
    """

    severity: str
    code: str
    line: int = 0
    number: int = 0
    round: int = 0
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """What was read: a record that contradicts nothing, and what had to be said about the text."""

    record: TournamentRecord
    findings: tuple[TableFinding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether values computed from the record are in doubt."""
        return any(finding.severity == "error" for finding in self.findings)


@dataclass(slots=True)
class _Row:
    line: int
    number: int
    name: str
    rating: int | None
    points: str
    cells: list[Cell]
    texts: list[str]


def parse_crosstable(text: str, *, points: PointSystem = STANDARD) -> Crosstable:
    """Read a pasted cross table.

    Cells that contradict another player's are pointed out and kept as far as
    they can be: two results that do not fit stay as written, a game against
    somebody who noted another opponent or is not in the table counts like a
    bye of the same value.  Raises ``crosstable.empty``, ``crosstable.too_long``,
    ``crosstable.too_many_lines``, ``crosstable.too_many_rounds``, and
    ``pairing.trf.TrfError`` for a report file that cannot be read.
    """
    if len(text) > MAX_CHARACTERS:
        raise TiebreakError("crosstable.too_long", characters=len(text), limit=MAX_CHARACTERS)
    if re.search(r"^\ufeff?001 ", text, re.MULTILINE):
        return _from_report_file(text)
    findings: list[TableFinding] = []
    rows = _Lines(text, findings).rows()
    if not rows:
        raise TiebreakError("crosstable.empty")
    rounds = max(len(row.cells) for row in rows.values())
    if rounds > MAX_ROUNDS:
        raise TiebreakError("crosstable.too_many_rounds", rounds=rounds, limit=MAX_ROUNDS)
    _pad(rows, rounds, findings)
    for number in range(1, rounds + 1):
        _Round(rows, number, findings).settle()
    record = TournamentRecord(
        participants=tuple(
            Participant(row.number, row.name, tuple(row.cells), row.rating)
            for _, row in sorted(rows.items())
        ),
        rounds=rounds,
        completed=rounds,
        points=points,
    )
    _check_points(record, rows, findings)
    return Crosstable(record, tuple(sorted(findings, key=lambda f: (f.line, f.round))))


def _from_report_file(text: str) -> Crosstable:
    document = read_trf(text.encode())
    findings = tuple(
        TableFinding(
            "error" if item.severity is Severity.ERROR else "warning",
            item.code,
            item.line,
            params={"column": item.column, "read": item.read, "assumed": item.assumed}
            | dict(item.params),
        )
        for item in document.findings
        if item.severity is not Severity.INFO
    )
    return Crosstable(document.record, findings)


# ------------------------------------------------------------------------ lines


@dataclass(frozen=True, slots=True)
class _Line:
    """A line cut into columns; ``separated`` by more than blanks, so that columns may be empty."""

    number: int
    fields: tuple[str, ...]
    separated: bool


class _Lines:
    """All lines of a table, with what only the whole of it tells.

    ``signed``: no cell names a colour, so a sign in front is a result (``-3``
    lost against 3); otherwise ``-1``, ``-½`` and ``-0`` are byes.  ``start``:
    the column of round 1 where columns are separated.
    """

    def __init__(self, text: str, findings: list[TableFinding]) -> None:
        self._findings = findings
        written = [
            (number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()
        ]
        if len(written) > MAX_LINES:
            raise TiebreakError("crosstable.too_many_lines", lines=len(written), limit=MAX_LINES)
        self._lines = [_line(number, line) for number, line in written]
        self._signed = not any(
            _COLOURED.fullmatch(text) for line in self._lines for text in line.fields
        )
        starts = [
            self._first_cell(self._rest(line))
            for line in self._lines
            if line.separated and any(map(self._game, line.fields))
        ]
        self._start = min(starts, default=0)

    def rows(self) -> dict[int, _Row]:
        """The players by number."""
        rows: dict[int, _Row] = {}
        for line in self._lines:
            row = self._row(line, len(rows) + 1)
            if row is None:
                continue
            if row.number in rows:
                self._report("error", "crosstable.duplicate_number", line.number, row.number)
                continue
            rows[row.number] = row
        return rows

    def _report(
        self, severity: str, code: str, line: int, number: int, round_number: int = 0, **params: Any
    ) -> None:
        self._findings.append(TableFinding(severity, code, line, number, round_number, params))

    def _row(self, line: _Line, place: int) -> _Row | None:
        """A player's line; ``None`` for headings, rulers and blank lines."""
        rest = self._rest(line)
        first = self._first_cell(rest)
        if line.separated:
            first = min(first, self._start) if self._start else first
        numbered = len(rest) < len(line.fields)
        if not numbered and not any(map(self._game, rest[first:])):
            return None
        number = int(_NUMBER.sub(r"\1", line.fields[0])) if numbered else place
        if not numbered:
            self._report("warning", "crosstable.numbered_by_order", line.number, number)
        name, rating, points = _person(rest[:first])
        cells = list(rest[first:])
        while cells and self._cell(cells[-1]) is None and _VALUE.fullmatch(cells[-1]):
            points = cells.pop()
        row = _Row(line.number, number, name, rating, points, [], cells)
        for round_number, text in enumerate(cells, start=1):
            cell = self._cell(text)
            if cell is None:
                code = "crosstable.unreadable_cell"
                self._report("error", code, line.number, number, round_number, text=text[:40])
            row.cells.append(cell or Cell(Outcome.ZERO_POINT_BYE))
        return row

    def _rest(self, line: _Line) -> tuple[str, ...]:
        """The columns behind the player's number."""
        numbered = line.fields and _NUMBER.fullmatch(line.fields[0])
        return line.fields[1:] if numbered else line.fields

    def _first_cell(self, fields: Sequence[str]) -> int:
        """Index of the first cell: the first game, or what leads up to it without being a name."""
        games = [index for index, text in enumerate(fields) if self._game(text)]
        first = games[0] if games else len(fields)
        while not games and first and _VALUE.fullmatch(fields[first - 1]):
            first -= 1
        while first and fields[first - 1] and self._leads_up(fields[first - 1]):
            first -= 1
        return first

    def _leads_up(self, text: str) -> bool:
        return self._cell(text) is not None or _LIKE_A_CELL.fullmatch(text) is not None

    def _cell(self, text: str) -> Cell | None:
        """The cell that a text means; an empty one is an absence."""
        if not text:
            return Cell(Outcome.ZERO_POINT_BYE)
        byes = _BYES if self._signed else _BYES | _SIGNED_BYES
        outcome = byes.get(text.upper())
        return Cell(outcome) if outcome is not None else self._game(text)

    def _game(self, text: str) -> Cell | None:
        match = _GAME.fullmatch(text)
        if match is not None:
            opponent, colour, result = match.groups()
            if not colour and result not in ("=", "d", "D", "+", "-"):
                return None  # "121" could be anything, "12½" the points
        else:
            match = _RESULT_FIRST.fullmatch(text)
            if match is None or (text[0] in _SIGNS and not self._signed):
                return None
            result, opponent, colour = match.groups()
            result = _SIGNS.get(result, result)
        return Cell(_RESULTS[result.upper()], int(opponent), _COLOURS.get(colour.upper()))


def _line(number: int, text: str) -> _Line:
    """The columns: by separators where there are any, else by blanks."""
    text = text.strip().strip("|").strip().strip("\ufeff")
    by_comma = [part.strip() for part in text.split(",")]
    if _SEPARATORS.search(text):
        return _Line(number, tuple(part.strip() for part in _SEPARATORS.split(text)), True)
    if sum(_GAME.fullmatch(part) is not None for part in by_comma) > 1:
        return _Line(number, tuple(by_comma), True)
    return _Line(number, tuple(_SPACED_CELL.sub(r"\1\2\3", text).split()), False)


def _person(fields: Sequence[str]) -> tuple[str, int | None, str]:
    """Name, rating and points from the columns before the cells."""
    words: list[str] = []
    rating, points = None, ""
    for text in fields:
        if _RATING.fullmatch(text):
            rating = int(text) or None
        elif _POINTS.fullmatch(text):
            points = text
        elif text:
            words.append(text)
    return " ".join(words)[:200], rating, points


def _pad(rows: dict[int, _Row], rounds: int, findings: list[TableFinding]) -> None:
    for row in rows.values():
        missing = rounds - len(row.cells)
        if missing:
            findings.append(
                TableFinding(
                    "warning",
                    "crosstable.rounds_missing",
                    row.line,
                    row.number,
                    params={"found": len(row.cells), "rounds": rounds},
                )
            )
            row.cells.extend([Cell(Outcome.ZERO_POINT_BYE)] * missing)
            row.texts.extend([""] * missing)


# ----------------------------------------------------------------------- checks

_FITTING = {
    frozenset((Outcome.WIN, Outcome.LOSS)),
    frozenset((Outcome.DRAW,)),
    frozenset((Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)),
    frozenset((Outcome.FORFEIT_LOSS,)),
}
_UNUSUAL = {frozenset((Outcome.LOSS,)), frozenset((Outcome.DRAW, Outcome.LOSS))}
_BYE_OF_SAME_VALUE = {
    Outcome.WIN: Outcome.FULL_POINT_BYE,
    Outcome.FORFEIT_WIN: Outcome.FULL_POINT_BYE,
    Outcome.DRAW: Outcome.HALF_POINT_BYE,
    Outcome.LOSS: Outcome.ZERO_POINT_BYE,
    Outcome.FORFEIT_LOSS: Outcome.ZERO_POINT_BYE,
}


class _Round:
    """One round of all rows: compares the two sides of each game and settles what differs."""

    def __init__(self, rows: dict[int, _Row], number: int, findings: list[TableFinding]) -> None:
        self._rows = rows
        self._number = number
        self._findings = findings
        self._written = {row.number: row.cells[number - 1] for row in rows.values()}

    def settle(self) -> None:
        """Report every contradiction; afterwards the games of the round are mutual."""
        for row in self._rows.values():
            cell = self._written[row.number]
            if cell.opponent is None:
                continue
            if cell.opponent == row.number:
                self._without_opponent(row, cell, "crosstable.self_pairing")
            elif cell.opponent not in self._rows:
                self._without_opponent(row, cell, "crosstable.unknown_opponent")
            elif self._written[cell.opponent].opponent != row.number:
                self._without_opponent(row, cell, "crosstable.opponent_differs")
            elif row.number < cell.opponent:
                self._check_pair(row, self._rows[cell.opponent])

    def _report(self, severity: str, code: str, row: _Row, opponent: int, **params: Any) -> None:
        other = self._rows.get(opponent)
        texts = {"opponent": opponent, "text": row.texts[self._number - 1]}
        if other is not None and other is not row:
            texts["opponent_text"] = other.texts[self._number - 1]
        self._findings.append(
            TableFinding(severity, code, row.line, row.number, self._number, texts | params)
        )

    def _without_opponent(self, row: _Row, cell: Cell, code: str) -> None:
        """Keep the points of a game that cannot be one."""
        bye = _BYE_OF_SAME_VALUE[cell.outcome]
        row.cells[self._number - 1] = Cell(bye)
        self._report("error", code, row, cell.opponent or 0, counted_as=bye.value)

    def _check_pair(self, row: _Row, other: _Row) -> None:
        index = self._number - 1
        mine, theirs = self._written[row.number], self._written[other.number]
        results = frozenset((mine.outcome, theirs.outcome))
        if results not in _FITTING:
            unusual = results in _UNUSUAL
            severity = "warning" if unusual else "error"
            code = "crosstable.unusual_result" if unusual else "crosstable.result_differs"
            self._report(severity, code, row, other.number)
        colour = mine.colour
        if mine.colour is not None and mine.colour is theirs.colour:
            self._report("error", "crosstable.colour_differs", row, other.number)
            colour = None
        elif colour is None and theirs.colour is not None:
            colour = theirs.colour.opposite
        row.cells[index] = Cell(mine.outcome, other.number, colour)
        opposite = None if colour is None else colour.opposite
        other.cells[index] = Cell(theirs.outcome, row.number, opposite)


def _check_points(
    record: TournamentRecord, rows: dict[int, _Row], findings: list[TableFinding]
) -> None:
    """Totals that were pasted along must be the sum of the cells."""
    for person in record.participants:
        row = rows[person.number]
        if not _POINTS.fullmatch(row.points):
            continue
        written, total = parse_points(row.points), total_points(record, person)
        if written != total:
            params = {"written": row.points, "computed": format_points(total)}
            findings.append(
                TableFinding(
                    "warning", "crosstable.points_differ", row.line, row.number, params=params
                )
            )
