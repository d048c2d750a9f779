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

Tables with letters in front (``W 12``, ``D5``, ``L3``, as in US Chess) have
``B`` for a bye of a full point, ``X`` and ``F`` for a forfeit won and lost,
``U`` for a round without a pairing.  Every dash is a minus sign.

A Tournament Report File is recognised by its ``001`` lines, and a table of
everybody against everybody by its diagonal (:mod:`tiebreaks.crosstable_grid`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pairing.options import ScheduleOptions
from pairing.record import Cell, Participant, TournamentInfo, TournamentRecord
from pairing.roundrobin.berger import rounds_of
from pairing.scoring import STANDARD, Colour, Outcome, PointSystem
from pairing.trf import Severity, read_trf

from .crosstable_checks import POINTS, RoundCheck, Row, TableFinding, check_points
from .crosstable_grid import GridLine, TextLine, cycles, find_grid, games_by_round, is_unfinished
from .errors import TiebreakError

__all__ = ["Crosstable", "TableFinding", "parse_crosstable"]

MAX_CHARACTERS = 1_000_000
MAX_LINES = 20_000
"""Lines that are not blank: more than any table has, and what a page reads in a moment."""
MAX_ROUNDS = 100
_REPORT_LINE = re.compile(r"^\ufeff?001 {1,4}\d", re.MULTILINE)
"""A player's line of a report file; "001 Ann" is number 1 of a table."""
_SEPARATORS = re.compile(r"[\t|;]")
_SPACED_CELL = re.compile(r"(?<=\s)([0-9]{1,4})\s+([wbs])\s+([10=½+\-−–—])(?!\S)", re.I)
_NUMBER = re.compile(r"#?0{0,4}([1-9]\d{0,4})[.):]?", re.ASCII)
_RATING = re.compile(r"\d{3,4}", re.ASCII)
_GAME = re.compile(r"(\d{1,5})([wbs]?)(1/2|0[.,]5|[10=½+d-])", re.I | re.ASCII)
_RESULT_FIRST = re.compile(r"([WLD+=-])\s{0,6}(\d{1,5})([wb]?)", re.I | re.ASCII)
_LETTERED = re.compile(r"[WLD]\s{0,6}\d{1,5}[wb]?", re.I | re.ASCII)
_LETTERED_FORFEIT = re.compile(r"([XF])\s{0,6}(\d{1,5})", re.I | re.ASCII)
_OPPONENT_FIRST = re.compile(r"\d{1,5}(?:[wbs][10½]|[wbs]?[=+d-])", re.I | re.ASCII)
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
    **dict.fromkeys(("-", "--", "Z", "ZPB"), Outcome.ZERO_POINT_BYE),
}
# In front of the number the signs are results of games: +12, =5, -3.
_SIGNS = {"+": "1", "=": "=", "-": "0"}
_SIGNED_BYES = {
    "-1": Outcome.PAIRING_ALLOCATED_BYE,
    "-½": Outcome.HALF_POINT_BYE,
    "-0": Outcome.ZERO_POINT_BYE,
}
# Beside W12, D5 and L3 the letters are those of US Chess, perhaps with dashes: "B---".
_LETTERED_BYES = {
    "B": Outcome.PAIRING_ALLOCATED_BYE,
    "X": Outcome.FULL_POINT_BYE,
    "F": Outcome.ZERO_POINT_BYE,
    "U": Outcome.ZERO_POINT_BYE,
}
_LETTERED_FORFEITS = {"X": Outcome.FORFEIT_WIN, "F": Outcome.FORFEIT_LOSS}
_PLAIN: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-"),
    ord("⁄"): "/",
    # Characters of no width, which pages put between or into cells.
    **dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF), None),
}
_WORD = re.compile(r"[^\W\d_]{2}")
_COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK, "S": Colour.BLACK}


@dataclass(frozen=True, slots=True)
class Crosstable:
    """What was read: a record that contradicts nothing, and what had to be said about the text."""

    record: TournamentRecord
    findings: tuple[TableFinding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether values computed from the record are in doubt."""
        return any(finding.severity == "error" for finding in self.findings)


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
    if _REPORT_LINE.search(text):
        return _from_report_file(text)
    findings: list[TableFinding] = []
    lines = _Lines(text, findings)
    grid = find_grid(lines.columns)
    rows = lines.grid_rows(grid) if grid else lines.rows()
    if not rows:
        raise TiebreakError("crosstable.empty")
    rounds = max(len(row.cells) for row in rows.values())
    _refuse_too_many(rounds)
    _pad(rows, rounds, findings)
    if (len(rows) > 1 or not rounds) and not any(
        cell.opponent for row in rows.values() for cell in row.cells
    ):
        findings.append(TableFinding("error", "crosstable.no_games"))
    for number in range(1, rounds + 1):
        RoundCheck(rows, number, findings, shown=0 if grid else number).settle()
    record = TournamentRecord(
        participants=tuple(
            Participant(row.number, row.name, tuple(row.cells), row.rating)
            for _, row in sorted(rows.items())
        ),
        rounds=rounds,
        completed=rounds,
        points=points,
    )
    if grid:
        unfinished = is_unfinished(grid, cycles(grid))
        record = replace(
            record,
            info=TournamentInfo(kind="Round robin"),
            schedule=ScheduleOptions(half_rule=not unfinished),
        )
    check_points(record, rows, findings)
    return Crosstable(record, tuple(sorted(findings, key=lambda f: (f.line, f.round))))


def _refuse_too_many(rounds: int) -> None:
    if rounds > MAX_ROUNDS:
        raise TiebreakError("crosstable.too_many_rounds", rounds=rounds, limit=MAX_ROUNDS)


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
    lost against 3); otherwise ``-1``, ``-½`` and ``-0`` are byes.
    ``lettered``: nor does any have its opponent in front, and some a letter.
    ``start``: the column of round 1 where columns are separated.
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
        texts = [text for line in self._lines for text in line.fields]
        self._lettered = any(map(_LETTERED.fullmatch, texts)) and not any(
            map(_OPPONENT_FIRST.fullmatch, texts)
        )
        starts = [
            self._first_cell(self._rest(line))
            for line in self._lines
            if line.separated and any(map(self._game, line.fields))
        ]
        self._start = min(starts, default=0)

    def rows(self) -> dict[int, Row]:
        """The players by number."""
        rows: dict[int, Row] = {}
        for line in self._lines:
            row = self._row(line, len(rows) + 1)
            if row is None:
                continue
            if row.number in rows:
                self._report("error", "crosstable.duplicate_number", line.number, row.number)
                continue
            rows[row.number] = row
        return rows

    @property
    def columns(self) -> list[TextLine]:
        """Every line cut into columns."""
        return [(line.number, line.fields, line.separated) for line in self._lines]

    def grid_rows(self, grid: Sequence[GridLine]) -> dict[int, Row]:
        """The players of a table of everybody against everybody, their games in invented rounds."""
        times = cycles(grid)
        _refuse_too_many(times * rounds_of(len(grid)))
        heads = [_NUMBER.fullmatch(line.before[0]) if line.before else None for line in grid]
        given = [int(head[1]) for head in heads if head is not None]
        own = len(set(given)) == len(grid)
        numbers = given if own else list(range(1, len(grid) + 1))
        rows: dict[int, Row] = {}
        for place, (line, games) in enumerate(zip(grid, games_by_round(grid, times), strict=True)):
            number = numbers[place]
            if not own:
                self._report("warning", "crosstable.numbered_by_order", line.line, number)
            name, rating, points = _person(line.before[1:] if heads[place] else line.before)
            points = line.after[0] if line.after else points
            cells, texts = [], []
            for opponent, result in games:
                texts.append(line.cells[opponent] if opponent >= 0 else "")
                met = numbers[opponent] if opponent >= 0 else None
                outcome = _RESULTS[result] if result else Outcome.ZERO_POINT_BYE
                cells.append(Cell(outcome, met))
            rows[number] = Row(line.line, number, name, rating, points, cells, texts)
        self._report("warning", "crosstable.rounds_unknown", 0, 0)
        return rows

    def _report(
        self, severity: str, code: str, line: int, number: int, round_number: int = 0, **params: Any
    ) -> None:
        self._findings.append(TableFinding(severity, code, line, number, round_number, params))

    def _row(self, line: _Line, place: int) -> Row | None:
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
        row = Row(line.number, number, name, rating, points, [], cells)
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
        if self._lettered:
            byes = byes | _LETTERED_BYES
            text = text.rstrip("-") or text
        outcome = byes.get(text.upper())
        return Cell(outcome) if outcome is not None else self._game(text)

    def _game(self, text: str) -> Cell | None:
        forfeit = _LETTERED_FORFEIT.fullmatch(text) if self._lettered else None
        if forfeit is not None:
            return Cell(_LETTERED_FORFEITS[forfeit[1].upper()], int(forfeit[2]))
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
        parts = [part.strip() for part in _SEPARATORS.split(text)]
        return _Line(number, tuple(map(_plain, parts)), True)
    if sum(_GAME.fullmatch(part) is not None for part in map(_plain, by_comma)) > 1:
        return _Line(number, tuple(map(_plain, by_comma)), True)
    parts = _SPACED_CELL.sub(r"\1\2\3", text).split()
    return _Line(number, tuple(map(_plain, parts)), False)


def _plain(text: str) -> str:
    """A cell with one kind of dash and stroke and nothing unseen; a name keeps its own."""
    return text if _WORD.search(text) else text.translate(_PLAIN)


def _person(fields: Sequence[str]) -> tuple[str, int | None, str]:
    """Name, rating and points from the columns before the cells.

    A small number is the points behind the name or the rating; before that it
    belongs to the name ("Team 2 Bergen").
    """
    words: list[str] = []
    rating, points = None, ""
    last_word = max((at for at, text in enumerate(fields) if _WORD.search(text)), default=0)
    for index, text in enumerate(fields):
        if _RATING.fullmatch(text):
            rating = int(text) or None
        elif POINTS.fullmatch(text) and (rating or index >= last_word):
            points = text
        elif text:
            words.append(text)
    return " ".join(words)[:200], rating, points


def _pad(rows: dict[int, Row], rounds: int, findings: list[TableFinding]) -> None:
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
