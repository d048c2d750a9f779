"""From a sheet to a checked ``TournamentRecord``."""

from __future__ import annotations

import re
from datetime import date

from ..errors import RecordError
from ..record import (
    Participant,
    PlannedBye,
    TournamentInfo,
    TournamentRecord,
    check_record,
)
from ..scoring import Colour, Outcome
from . import steering
from .findings import Report
from .games import LETTER_OF, Games
from .scores import point_system
from .sheet import RequestedBye, Sheet
from .teambuild import team_event
from .totals import check_totals
from .values import whole

# C.04.3 in its present form applies from this day; undated codes mean the
# rules in force when the tournament starts.
_NEW_RULES = date(2026, 2, 1)
_KNOWN_SYSTEM = re.compile(
    r"FIDE_DUTCH(_2017|_2026)?|FIDE_(DUBOV|BURSTEIN|DOUBLESWISS)|CUSTOM_\w+"
    r"|(BERGER|FIDE)_(TEAM_)?(DOUBLE)?ROUNDROBIN(_G\d+)?"
    r"|FIDE_SCHILLER(_\d+x\d+)?|FIDE_(DOUBLE)?SCHEVENINGEN(_G\d+)?|WORLDCUP_KNOCKOUT"
    r"|FIDE_TEAM(_TYPE[AB])?(_MP_GP|_GP_MP|_MP|_GP)?"
)


def build_record(sheet: Sheet, report: Report) -> TournamentRecord:
    """Cross-check a sheet and build the record; fatal findings end it by ``TrfError``."""
    games = Games(sheet, report)
    games.settle()
    report.settle()
    teams = team_event(sheet, games, report)
    _fill_byes(sheet, games, report)
    planned = _planned_byes(sheet, games, report)
    rounds = _rounds(sheet, games.completed, planned, report)
    system, baku, edition = _system(sheet, report)
    general, abnormal = steering.abnormal_points(sheet, report)
    record = TournamentRecord(
        participants=_participants(sheet, games),
        rounds=rounds,
        completed=games.completed,
        info=_info(sheet, report),
        system=system,
        edition=edition,
        points=point_system({**sheet.values, **general}),
        initial_colour=_initial_colour(sheet, games, report),
        baku=baku,
        virtual_points=steering.virtual_ranges(sheet, rounds, report),
        prohibited=steering.prohibited(sheet, report),
        planned_byes=tuple(bye for bye in planned if bye.round <= rounds),
        abnormal_points=abnormal,
        team_event=teams,
    )
    _check_header(sheet, report)
    _check_numbers(sheet, report)
    report.settle()
    try:
        check_record(record)
    except RecordError as failure:
        report.fatal("trf.record", reason=str(failure))
        report.settle()
    check_totals(record, sheet, report)
    return record


def _participants(sheet: Sheet, games: Games) -> tuple[Participant, ...]:
    return tuple(
        Participant(
            number=number,
            name=player.name,
            cells=games.cells_of(player),
            rating=player.rating,
            title=player.title,
            sex=player.sex,
            federation=player.federation,
            fide_id=player.fide_id,
            birth=player.birth,
            rank=player.rank,
            national=tuple(player.national),
        )
        for number, player in sorted(sheet.players.items())
    )


def _info(sheet: Sheet, report: Report) -> TournamentInfo:
    text = {code: value for code, (_, value) in sheet.texts.items()}
    return TournamentInfo(
        name=text.get("012", ""),
        city=text.get("022", ""),
        federation=text.get("032", ""),
        start=sheet.start,
        end=sheet.end,
        kind=text.get("092", ""),
        chief_arbiter=text.get("102", ""),
        deputy_arbiters=tuple(sheet.deputies),
        time_control=text.get("122", ""),
        time_control_code=text.get("222", ""),
        round_dates=tuple(sheet.round_dates),
        pairing_controller=text.get("182", ""),
        starting_rank_method=text.get("172", ""),
        tie_breaks=_tie_breaks(sheet, report),
        comments=tuple(sheet.comments),
    )


def _tie_breaks(sheet: Sheet, report: Report) -> tuple[str, ...]:
    """202, or the order of the standings (212) less its leading ``PTS``."""
    order = list(sheet.standings)
    if order and order[0].upper() == "PTS":
        del order[0]
    if not sheet.tie_breaks:
        return tuple(order)
    if order and [code.upper() for code in order] != [code.upper() for code in sheet.tie_breaks]:
        report.warning(
            "trf.tie_breaks.disagree", read=",".join(order), assumed=",".join(sheet.tie_breaks)
        )
    return tuple(sheet.tie_breaks)


def _fill_byes(sheet: Sheet, games: Games, report: Report) -> None:
    """240 records of past rounds: fill blank cells; where a cell says otherwise it wins."""
    if sheet.is_team_event:
        return
    for bye in sheet.byes:
        player = sheet.players.get(bye.number)
        if player is None or bye.round is None or bye.round > games.completed:
            continue
        cell = games.cell(player, bye.round)
        if cell.empty:
            while len(player.cells) < bye.round:
                player.cells.append(games.cell(player, len(player.cells) + 1))
            player.cells[bye.round - 1].outcome = bye.outcome
        elif cell.outcome is not bye.outcome:
            written = LETTER_OF[cell.outcome] if cell.outcome else ""
            report.warning(
                "trf.240.conflict",
                bye.line,
                bye.column,
                read=LETTER_OF[bye.outcome],
                assumed=written,
                number=bye.number,
                round=bye.round,
            )


def _planned_byes(sheet: Sheet, games: Games, report: Report) -> list[PlannedBye]:
    """Byes beyond the recorded rounds: cells first, then 240 and XXZ."""
    planned: dict[tuple[int, int], Outcome] = {}
    for number, player in sheet.players.items():
        for index in range(games.completed, len(player.cells)):
            outcome = player.cells[index].outcome
            if outcome is not None:
                planned[index + 1, number] = outcome
    for bye in sheet.byes if not sheet.is_team_event else ():
        if bye.number not in sheet.players:
            report.error(
                "trf.id.unknown", bye.line, bye.column, read=str(bye.number), assumed="dropped"
            )
            continue
        round_number = bye.round or games.completed + 1
        if round_number <= games.completed:
            continue
        _plan(planned, bye, round_number, report)
    return [
        PlannedBye(round_number, number, outcome)
        for (round_number, number), outcome in sorted(planned.items(), key=lambda item: item[0])
    ]


def _plan(
    planned: dict[tuple[int, int], Outcome], bye: RequestedBye, round_number: int, report: Report
) -> None:
    known = planned.setdefault((round_number, bye.number), bye.outcome)
    # XXZ only says "absent": a bye with points given elsewhere stays.
    if known is not bye.outcome and bye.round is not None:
        report.warning(
            "trf.240.conflict",
            bye.line,
            bye.column,
            read=LETTER_OF[bye.outcome],
            assumed=LETTER_OF[known],
            number=bye.number,
            round=round_number,
        )


def _rounds(sheet: Sheet, completed: int, planned: list[PlannedBye], report: Report) -> int:
    needed = max((bye.round for bye in planned), default=0)
    if sheet.rounds is None:
        rounds = max(completed, len(sheet.round_dates), needed)
        report.warning("trf.rounds.assumed", assumed=str(rounds))
        return rounds
    if completed > sheet.rounds:
        report.adjustment(
            "trf.rounds.exceeded",
            sheet.rounds_line,
            5,
            read=str(sheet.rounds),
            assumed=str(completed),
        )
    rounds = max(completed, sheet.rounds)
    if needed > rounds:
        report.adjustment("trf.bye.after_last_round", round=needed, rounds=rounds)
    if len(sheet.round_dates) > rounds:
        report.warning("trf.dates.too_many", found=len(sheet.round_dates), rounds=rounds)
    return rounds


def _system(sheet: Sheet, report: Report) -> tuple[str, bool, str]:
    """(type code without ``_BAKU``, Baku acceleration, edition of the rules)."""
    code = sheet.system.removesuffix("_BAKU")
    baku = code != sheet.system
    if code == "FIDE_DUTCH_2025":
        # The name that the drafts gave to the rules of 2026.
        report.info("trf.system.renamed", read=code, assumed="FIDE_DUTCH_2026")
        code = "FIDE_DUTCH_2026"
    if code and not _KNOWN_SYSTEM.fullmatch(code):
        report.warning("trf.system.unknown", read=code)
    if code == "FIDE_DUTCH_2026" and sheet.start is not None and sheet.start < _NEW_RULES:
        report.warning("trf.system.date", read=code, start=sheet.start.isoformat())
    if "TEAM" in code and not sheet.is_team_event:
        report.warning("trf.system.no_teams", read=code)
    undated_old = code == "FIDE_DUTCH" and sheet.start is not None and sheet.start < _NEW_RULES
    return code, baku, "2017" if undated_old or code == "FIDE_DUTCH_2017" else "2026"


def _initial_colour(sheet: Sheet, games: Games, report: Report) -> Colour | None:
    """Announced, or told by the first round that gave anybody a colour.

    The first player (in number order) with a colour there shows it, reversed
    if his place among those who have taken part so far is even (C.04.3 5.2.5).
    """
    if sheet.initial_colour is not None or sheet.is_team_event:
        return sheet.initial_colour
    players = [player for _, player in sorted(sheet.players.items())]
    for round_number in range(1, games.completed + 1):
        place = 0
        for player in players:
            past = [games.cell(player, number) for number in range(1, round_number + 1)]
            place += any(cell.engaged for cell in past)
            cell = past[-1]
            if cell.colour is None or cell.outcome is None or not cell.outcome.is_game:
                continue
            colour = cell.colour if place % 2 else cell.colour.opposite
            report.info("trf.initial_colour.inferred", assumed=colour.value.upper())
            return colour
    return None


def _check_header(sheet: Sheet, report: Report) -> None:
    """Doubts about dates and the order of pairing."""
    dates = [day for day in sheet.round_dates if day is not None]
    if sheet.start and dates and min(dates) < sheet.start:
        report.warning(
            "trf.dates.before_start", read=min(dates).isoformat(), start=sheet.start.isoformat()
        )
    if sheet.rank_order_line:
        ranks = [player.rank or player.number for _, player in sorted(sheet.players.items())]
        if ranks != sorted(ranks):
            report.adjustment("trf.xxc.rank", sheet.rank_order_line, 5, read="rank")


def _check_numbers(sheet: Sheet, report: Report) -> None:
    """Doubts about ids and announced counts; none changes the record."""
    highest = max(sheet.players, default=0)
    if highest != len(sheet.players):
        report.warning("trf.player.gaps", found=len(sheet.players), highest=highest)
    counted = {
        "062": len(sheet.players),
        "072": sum(player.rating is not None for player in sheet.players.values()),
        "082": len(sheet.teams or sheet.old_teams),
    }
    for code, found in counted.items():
        line, text = sheet.texts.get(code, (0, ""))
        words = text.split()
        if words and whole(words[0]) not in (None, found):
            report.warning("trf.header.count", line, 5, read=text, record=code, found=found)
    seen: dict[str, int] = {}
    for number, player in sheet.players.items():
        if player.fide_id:
            first = seen.setdefault(player.fide_id, number)
            if first != number:
                report.warning(
                    "trf.player.fide_id_twice", player.line, 58, read=player.fide_id, first=first
                )
