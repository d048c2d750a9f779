"""The tie-break calculator: from a pasted table to a ranking, without anything stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pairing.record import TournamentRecord
from pairing.scoring import STANDARD, PointSystem
from tiebreaks import (
    Definition,
    Options,
    ParticipantWorking,
    Standings,
    Value,
    announced_order,
    catalogue,
    edition_of,
    explain,
    parse_code,
)
from tiebreaks.crosstable_text import TableFinding, parse_crosstable
from tiebreaks.ranking import Ranking
from tiebreaks.registry import INDIVIDUALS, TEAMS
from tournaments.core.errors import Invalid

MAX_CHARACTERS = 300_000
MAX_PLAYERS = 1_000
MAX_PLAYERS_WITH_OTHERS = 300
MAX_ORDER = 20
MAX_EXPLAINED = 50


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the calculator.

    ``order`` empty: the announced one of a report file, else a usual one.
    ``edition`` empty: the one in force at the start of the event, today's for
    a table without a date.  ``others``: also every further tie-break that
    applies, which decides nothing.  ``explain`` names pairing numbers.
    """

    text: str
    order: tuple[str, ...] = ()
    edition: str = ""
    points: PointSystem = STANDARD
    round_robin: bool | None = None
    unrated: int | None = None
    lots_seed: int | None = None
    others: bool = False
    explain: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Calculation:
    """The ranking with all values; the first ``deciding`` columns of ``table`` decide it.

    ``choices`` are the tie-breaks that an event of this kind can have.
    """

    table: Standings
    deciding: int
    choices: tuple[Definition, ...]
    findings: tuple[TableFinding, ...]
    working: tuple[ParticipantWorking, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """The codes that decide, in order."""
        return self.table.order[: self.deciding]


def calculate(question: Question) -> Calculation:
    """Rank the players of a pasted cross table or report file.

    Raises ``Invalid`` for what is too large (``crosstable.too_long``,
    ``calculator.field_too_large``, ``calculator.order_too_long``) and for
    numbers to explain that nobody has (``calculator.nobody_to_explain``), and
    the ``PairingError`` of whatever else cannot be used: ``crosstable.*``,
    ``trf.*``, ``tiebreak.*``, ``standings.*``.
    """
    if len(question.text) > MAX_CHARACTERS:
        raise Invalid("crosstable.too_long", limit=MAX_CHARACTERS)
    if len(question.order) > MAX_ORDER:
        raise Invalid("calculator.order_too_long", limit=MAX_ORDER)
    pasted = parse_crosstable(question.text, points=question.points)
    record = pasted.record
    _refuse_too_large(record, question)
    order = question.order or announced_order(record)
    edition = question.edition or edition_of(record.info.start)
    options = Options(
        round_robin=question.round_robin,
        unrated=question.unrated,
        lots_seed=question.lots_seed,
    )
    ranking = Ranking(record, order, edition=edition, options=options)
    table = ranking.standings()
    deciding = len(table.order)
    if question.others:
        table = _with_others(table, ranking)
    working: tuple[ParticipantWorking, ...] = ()
    if question.explain:
        _refuse_unknown(ranking, question.explain)
        working = explain(record, order, question.explain, edition=edition, options=options)
    return Calculation(table, deciding, _choices(ranking), pasted.findings, working)


def applicable(*, teams: bool = False, round_robin: bool = False) -> tuple[Definition, ...]:
    """The tie-breaks that an event of this kind can have."""
    barred = INDIVIDUALS if teams else TEAMS
    return tuple(
        each
        for each in catalogue()
        if each.subject != barred and not (round_robin and each.buchholz)
    )


def _choices(ranking: Ranking) -> tuple[Definition, ...]:
    return applicable(teams=ranking.teams, round_robin=ranking.field.predetermined)


def _refuse_too_large(record: TournamentRecord, question: Question) -> None:
    players = len(record.participants)
    limit = MAX_PLAYERS_WITH_OTHERS if question.others else MAX_PLAYERS
    if players > limit:
        raise Invalid("calculator.field_too_large", players=players, limit=limit)


def _refuse_unknown(ranking: Ranking, numbers: Sequence[int]) -> None:
    unknown = sorted(set(numbers) - set(ranking.field.numbers))
    if unknown:
        raise Invalid("calculator.nobody_to_explain", numbers=unknown)


def _with_others(table: Standings, ranking: Ranking) -> Standings:
    """The table with a column for each tie-break that is not announced; it ranks as before."""
    announced = {criterion.name for criterion in ranking.criteria}
    columns = [
        ranking.next_column(parse_code(each.code))
        for each in _choices(ranking)
        if each.code not in announced
    ]
    defined = [column for column in columns if not column.undefined]
    place = {number: position for position, number in enumerate(ranking.field.numbers)}
    rows = tuple(
        replace(
            row,
            values=(
                *row.values,
                *(
                    Value(None if row.rank is None else column.scaled[at], column.decimals)
                    for column in defined
                ),
            ),
        )
        for row in table.rows
        for at in (place[row.number],)
    )
    codes = tuple(column.criterion.code for column in defined)
    return replace(table, order=table.order + codes, rows=rows)
