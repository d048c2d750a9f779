"""Columns 81-84 against the results: a check only, the column is never stored."""

from __future__ import annotations

from ..points import total_points
from ..record import Participant, TournamentRecord
from ..scoring import Outcome, format_points
from ..swiss.acceleration import virtual_points
from .findings import Report
from .players import PlayerLine
from .sheet import Sheet
from .values import tenths

_POINTS_COLUMN = 81


def check_totals(record: TournamentRecord, sheet: Sheet, report: Report) -> None:
    """Report each total that no usual way of adding explains.

    Tried in turn: the results, the results and the byes already entered for
    coming rounds, either with the virtual points of the last or coming round.
    """
    if record.team_event is not None:
        _note_team_totals(record, sheet, report)
        return
    written = {
        number: tenths(player.points) for number, player in sheet.players.items() if player.points
    }
    totals = {person.number: total_points(record, person) for person in record.participants}
    if not any(written.values()) and all(value is not None for value in written.values()):
        if any(totals.values()):
            report.info("trf.points.not_filled")
        return
    byes: dict[int, int] = {}
    for bye in record.planned_byes:
        byes[bye.number] = byes.get(bye.number, 0) + record.points.points(bye.outcome)
    extras = [virtual_points(record, record.completed + ahead) for ahead in (0, 1)]
    for person in record.participants:
        player = sheet.players[person.number]
        if person.number not in written:
            continue
        total = totals[person.number]
        accepted = {
            total + bye + extra
            for bye in (0, byes.get(person.number, 0))
            for extra in (0, *(extra(person.number) for extra in extras))
        }
        if written[person.number] not in accepted:
            _report_total(record, person, player, written[person.number], total, report)


def _report_total(
    record: TournamentRecord,
    person: Participant,
    player: PlayerLine,
    written: int | None,
    total: int,
    report: Report,
) -> None:
    surplus = (written or 0) - total
    blank = [
        index
        for index, cell in enumerate(person.cells, start=1)
        if cell.outcome is Outcome.ZERO_POINT_BYE and _is_blank(player, index)
    ]
    if written is not None and surplus > 0 and blank:
        # Byes that only the total remembers (old federation files): one empty
        # cell can be named, several cannot; none is filled in by guessing.
        guess = _bye_worth(record, surplus) if len(blank) == 1 else ""
        report.adjustment(
            "trf.points.hidden_bye",
            player.line,
            _POINTS_COLUMN,
            read=player.points,
            assumed=format_points(total),
            number=person.number,
            rounds=blank,
            proposal=guess,
        )
        return
    report.adjustment(
        "trf.points.mismatch",
        player.line,
        _POINTS_COLUMN,
        read=player.points,
        assumed=format_points(total),
        number=person.number,
    )


def _bye_worth(record: TournamentRecord, surplus: int) -> str:
    for outcome in (Outcome.HALF_POINT_BYE, Outcome.FULL_POINT_BYE):
        if record.points.points(outcome) == surplus:
            return str(outcome.value)
    return ""


def _is_blank(player: PlayerLine, round_number: int) -> bool:
    return round_number > len(player.cells) or player.cells[round_number - 1].outcome is None


def _note_team_totals(record: TournamentRecord, sheet: Sheet, report: Report) -> None:
    """In team events the column is informative, and often holds match points."""
    different = 0
    for person in record.participants:
        text = sheet.players[person.number].points
        different += bool(text) and tenths(text) != total_points(record, person)
    if different:
        report.info("trf.points.team_totals", found=different)
