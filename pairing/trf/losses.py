"""What a format cannot carry of a record, so that nothing is lost without a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ..record import TournamentRecord
from .extensions import ABNORMAL_TYPES
from .findings import Finding, Severity
from .players import NAME_WIDTH
from .trf16 import carried_prohibitions
from .trf26 import carried_entries
from .writer import carried_byes
from .writing import clean

Format = Literal["trf16", "trf26"]


def losses(record: TournamentRecord, target: Format) -> tuple[Finding, ...]:
    """Warnings for everything that a full export (``engine=True``) leaves out or shortens."""
    both = [
        ("clubs of players", sum(bool(person.club) for person in record.participants)),
        ("prohibitions that may give way", sum(rule.soft for rule in record.prohibited)),
    ]
    specific = _beyond_trf16(record) if target == "trf16" else _beyond_trf26(record)
    findings = [
        _warning("trf.write.not_carried", format=target.upper(), what=what, found=int(found))
        for what, found in (*both, *specific)
        if found
    ]
    findings += _shortened(record)
    if target == "trf16" and any(
        rule.first_round > 1 or rule.last_round < record.rounds
        for rule in carried_prohibitions(record)
    ):
        findings.append(_warning("trf.write.prohibition_widened", format="TRF16"))
    unranked = sum(person.rank is None for person in record.participants)
    if target == "trf26" and record.completed and unranked:
        findings.append(_warning("trf.write.rank_missing", found=unranked))
    return tuple(findings)


def _warning(code: str, **params: str | int) -> Finding:
    return Finding(Severity.WARNING, code, params=params)


def _beyond_trf16(record: TournamentRecord) -> Iterator[tuple[str, int]]:
    info = record.info
    yield "the tournament type", bool(record.system)
    yield "tie-breaks", len(info.tie_breaks)
    yield "the time control code", bool(info.time_control_code)
    yield "the pairing controller", bool(info.pairing_controller)
    yield "the starting rank method", bool(info.starting_rank_method)
    yield "comments", len(info.comments)
    yield "national ratings", sum(len(person.national) for person in record.participants)
    yield "abnormal points", len(record.abnormal_points)
    yield "the points of adjourned games", record.points.adjourned is not None
    yield "byes of coming rounds", len(record.planned_byes) - len(carried_byes(record))
    hard = [rule for rule in record.prohibited if not rule.soft]
    yield "prohibitions of other rounds", len(hard) - len(carried_prohibitions(record))
    event = record.team_event
    if event is None:
        return
    yield "virtual points of teams", len(record.virtual_points) or int(record.baku)
    yield "line-ups", len(event.line_ups)
    yield "forfeited matches", len(event.forfeited_matches)
    yield "byes of teams", len(event.requested_byes) + (event.byes is not None)
    yield "the colours of the boards", bool(event.board_colours)
    yield "match points", (event.match_win, event.match_draw, event.match_loss) != (20, 10, 0)
    yield (
        "nicknames, strengths, points and ranks of teams",
        sum(
            bool(team.nickname or team.strength or team.rank)
            or team.match_points is not None
            or team.game_points is not None
            for team in event.teams
        ),
    )
    numbers = sorted(team.number for team in event.teams)
    yield "team numbers", numbers != list(range(1, len(numbers) + 1))


def _beyond_trf26(record: TournamentRecord) -> Iterator[tuple[str, int]]:
    points = record.points
    black = (points.win_black, points.draw_black, points.loss_black)
    yield "points that depend on the colour", sum(value is not None for value in black)
    yield (
        "national ratings without a FIDE federation code",
        sum(len(person.national) - len(carried_entries(person)) for person in record.participants),
    )
    yield (
        "abnormal points of other kinds",
        sum(rule.outcome not in ABNORMAL_TYPES.values() for rule in record.abnormal_points),
    )
    if record.team_event is not None:
        special = (
            points.forfeit_win,
            points.forfeit_loss,
            points.full_point_bye,
            points.half_point_bye,
        )
        yield "points of single forfeits and byes", sum(value is not None for value in special)
        yield "byes of players", len(record.planned_byes) - len(carried_byes(record))


def _shortened(record: TournamentRecord) -> Iterator[Finding]:
    teams = record.team_event.teams if record.team_event else ()
    named = [(person.name, NAME_WIDTH) for person in record.participants]
    named += [(team.name, NAME_WIDTH - 1) for team in teams]
    for name, width in named:
        full = clean(name)
        if len(full) > width:
            yield Finding(
                Severity.WARNING, "trf.write.name_cut", read=full, assumed=clean(name, width)
            )
