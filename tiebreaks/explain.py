"""The working: for every tie-break of a participant what counted, how much and why.

It is read off the very contributions that the values are sums of.  Reports
are plain dataclasses of text and numbers: ``dataclasses.asdict`` gives JSON
data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pairing.record import TournamentRecord

from .engine import method_for
from .field import NOBODY
from .methods import GroupMethod, Method
from .options import Options
from .ranking import Column, Ranking
from .readings import Readings, other_readings
from .values import Contribution, Value, Working, scaled_text


@dataclass(frozen=True, slots=True)
class ContributionReport:
    """One line: in ``round`` (0: no round), ``adjusted`` is what ``opponent`` was worth.

    ``counted`` entered the sum unless it was ``cut`` (``low`` or ``high``);
    ``article`` is behind ``reason``, ``cut_article`` behind ``cut_reason``.
    """

    round: int
    opponent: int | None
    adjusted: str
    counted: str
    reason: str
    article: str
    voluntary: bool
    cut: str
    cut_reason: str
    cut_article: str


@dataclass(frozen=True, slots=True)
class OtherReading:
    """What a different reading of ``article`` would give; see ``tiebreaks.readings``."""

    reading: str
    article: str
    value: str | None


@dataclass(frozen=True, slots=True)
class TiebreakWorking:
    """One value with its working; ``details`` holds what belongs to one kind of tie-break only."""

    code: str
    title: str
    article: str
    value: str | None
    contributions: tuple[ContributionReport, ...]
    details: dict[str, Any]
    other_readings: tuple[OtherReading, ...]


@dataclass(frozen=True, slots=True)
class ParticipantWorking:
    """All tie-breaks of one participant in the order of the list."""

    number: int
    name: str
    after_round: int
    edition: str
    tie_breaks: tuple[TiebreakWorking, ...]


def explain(
    record: TournamentRecord,
    order: Sequence[str],
    numbers: Sequence[int] | None = None,
    *,
    after_round: int | None = None,
    edition: str = "2026",
    options: Options | None = None,
) -> tuple[ParticipantWorking, ...]:
    """The working of the participants with these pairing numbers, of everybody by default.

    Raises what :func:`tiebreaks.ranking.standings` raises.
    """
    ranking = Ranking(record, order, after_round=after_round, edition=edition, options=options)
    explainer = _Explainer(ranking)
    field = ranking.field
    wanted = range(len(field)) if numbers is None else [field.position(n) for n in numbers]
    return tuple(explainer.participant(position) for position in wanted)


class _Explainer:
    """Keeps the methods of other readings, which look at the whole field, for all participants."""

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking
        self._other: dict[tuple[str, Readings], Method | GroupMethod] = {}
        self._group_of = [_groups_by_member(column) for column in ranking.columns]

    def participant(self, position: int) -> ParticipantWorking:
        ranking = self._ranking
        return ParticipantWorking(
            number=ranking.field.numbers[position],
            name=ranking.field.names[position],
            after_round=ranking.rounds,
            edition=ranking.edition,
            tie_breaks=tuple(
                self._tiebreak(column, groups.get(position), position)
                for column, groups in zip(ranking.columns, self._group_of, strict=True)
            ),
        )

    def _tiebreak(self, column: Column, group: list[int] | None, position: int) -> TiebreakWorking:
        definition = column.criterion.definition
        method = column.method
        unplaced = position in self._ranking.field.hidden
        value = None if unplaced else Value(column.scaled[position], column.decimals).text
        if method is None or column.undefined or (unplaced and not column.criterion.is_points):
            working = Working(None, [])
        else:
            working = _working(method, group, position)
        return TiebreakWorking(
            code=column.criterion.code,
            title=definition.title,
            article=definition.article,
            value=value,
            contributions=tuple(self._contribution(column, line) for line in working.contributions),
            details=working.details,
            other_readings=self._other_readings(column, group, position),
        )

    def _contribution(self, column: Column, line: Contribution) -> ContributionReport:
        method = column.method
        assert method is not None
        cut = line.cut_reason
        return ContributionReport(
            round=line.round,
            opponent=None
            if line.opponent == NOBODY
            else self._ranking.field.numbers[line.opponent],
            adjusted=scaled_text(line.worth, method.worth_decimals),
            counted=scaled_text(line.counted, method.counted_decimals),
            reason=line.reason.code,
            article=line.reason.article or column.criterion.definition.article,
            voluntary=line.voluntary,
            cut=line.cut,
            cut_reason=cut.code if cut else "",
            cut_article=cut.article if cut else "",
        )

    def _other_readings(
        self, column: Column, group: list[int] | None, position: int
    ) -> tuple[OtherReading, ...]:
        if column.undefined or column.method is None or position in self._ranking.field.hidden:
            return ()
        found = []
        for question, readings in other_readings(column.criterion.name):
            key = (column.criterion.code, readings)
            if key not in self._other:
                tables = self._ranking.tables(column.criterion, readings)
                self._other[key] = method_for(tables, column.criterion)
            other = _working(self._other[key], group, position).scaled
            if other != column.scaled[position]:
                text = Value(other, column.decimals).text
                found.append(OtherReading(question.flag, question.article, text))
        return tuple(found)


def _groups_by_member(column: Column) -> dict[int, list[int]]:
    """For criteria that exist inside tied groups only: the group of each tied position."""
    if not isinstance(column.method, GroupMethod):
        return {}
    return {position: group for group in column.groups if len(group) > 1 for position in group}


def _working(method: Method | GroupMethod, group: list[int] | None, position: int) -> Working:
    if isinstance(method, Method):
        return method.working(position)
    return Working(0, []) if group is None else method.working(group, position)
