"""Virtual points, prohibited pairings and abnormal points of a sheet, checked against the ids."""

from __future__ import annotations

from collections.abc import Iterator

from ..record import AbnormalPoints, ProhibitedPairing, VirtualPoints
from ..scoring import Outcome
from .findings import Report
from .sheet import Sheet

# 299 records for everybody and all rounds are a property of the point system.
GENERAL = {
    Outcome.FORFEIT_WIN: "FW",
    Outcome.FORFEIT_LOSS: "FL",
    Outcome.FULL_POINT_BYE: "FPB",
    Outcome.HALF_POINT_BYE: "HPB",
}
# Keeps a hostile file with thousands of nested ranges from taking minutes.
_MAX_COMPARISONS = 1_000_000


def virtual_ranges(sheet: Sheet, rounds: int, report: Report) -> tuple[VirtualPoints, ...]:
    """250 ranges, then XXA values gathered into ranges."""
    for line, span in sheet.ranges:
        if span.last_round > rounds:
            report.error("trf.250.beyond", line, 19, read=str(span.last_round), rounds=rounds)
        if sheet.is_team_event and span.points and not span.match_points:
            report.warning("trf.250.team_points", line, 10)
    for number, (line, listed) in sheet.accelerated_rounds.items():
        if listed > rounds:
            report.error("trf.250.beyond", line, 10, read=str(listed), rounds=rounds)
        if number not in sheet.players:
            report.error("trf.id.unknown", line, 5, read=str(number), assumed="dropped")
    _check_overlaps(sheet, report)
    return tuple(span for _, span in sheet.ranges) + tuple(_gathered(sheet))


def _check_overlaps(sheet: Sheet, report: Report) -> None:
    """Two ranges that give one id two values in one round."""
    active: list[VirtualPoints] = []
    budget = _MAX_COMPARISONS
    for line, span in sorted(sheet.ranges, key=lambda item: item[1].first_number):
        active = [other for other in active if other.last_number >= span.first_number]
        budget -= len(active)
        if budget < 0:
            report.warning("trf.250.not_compared", line)
            return
        if any(_contradict(span, other) for other in active):
            report.error("trf.250.overlap", line, 15)
        active.append(span)


def _contradict(one: VirtualPoints, other: VirtualPoints) -> bool:
    same_rounds = one.first_round <= other.last_round and other.first_round <= one.last_round
    return same_rounds and (one.points, one.match_points) != (other.points, other.match_points)


def _gathered(sheet: Sheet) -> Iterator[VirtualPoints]:
    """XXA lines as ranges; neighbours with the same values share them."""
    first, last = 0, 0
    shared: list[tuple[int, int, int]] = []
    for number in sorted(sheet.accelerated_rounds.keys() & sheet.players.keys()):
        spans = _spans(sheet, number)
        if number != last + 1 or spans != shared:
            yield from _as_ranges(shared, first, last)
            first, shared = number, spans
        last = number
    yield from _as_ranges(shared, first, last)


def _as_ranges(spans: list[tuple[int, int, int]], first: int, last: int) -> Iterator[VirtualPoints]:
    for points, first_round, last_round in spans:
        yield VirtualPoints(points, first_round, last_round, first, last)


def _spans(sheet: Sheet, number: int) -> list[tuple[int, int, int]]:
    """(points, first round, last round) of one XXA line.

    A line of zeros is kept as one range of zero: it switches off the
    acceleration that the system would use by itself.
    """
    _, listed = sheet.accelerated_rounds[number]
    spans: list[tuple[int, int, int]] = []
    for round_number in range(1, listed + 1):
        points = sheet.accelerated.get((number, round_number), 0)
        if spans and spans[-1][0] == points and spans[-1][2] == round_number - 1:
            spans[-1] = (points, spans[-1][1], round_number)
        elif points:
            spans.append((points, round_number, round_number))
    return spans or [(0, 1, listed)]


def prohibited(sheet: Sheet, report: Report) -> tuple[ProhibitedPairing, ...]:
    """260 and XXP records whose ids all exist."""
    known = _known_ids(sheet)
    return tuple(
        rule for line, rule in sheet.prohibited if _all_known(known, rule.numbers, line, report)
    )


def abnormal_points(
    sheet: Sheet, report: Report
) -> tuple[dict[str, int], tuple[AbnormalPoints, ...]]:
    """299 records: values of the point system by XXS code, and the rules that remain."""
    known = _known_ids(sheet)
    general: dict[str, int] = {}
    rules = []
    for line, rule in sheet.abnormal:
        if not _all_known(known, rule.numbers, line, report):
            continue
        if (
            rule.outcome in GENERAL
            and rule.points is not None
            and rule.round is None
            and not rule.numbers
            and not sheet.is_team_event
        ):
            general[GENERAL[rule.outcome]] = rule.points
        else:
            rules.append(rule)
    return general, tuple(rules)


def _known_ids(sheet: Sheet) -> set[int]:
    """Numbers of teams in a team event, of players otherwise."""
    if sheet.is_team_event:
        return {team.number for _, team in sheet.teams or sheet.old_teams}
    return set(sheet.players)


def _all_known(known: set[int], numbers: tuple[int, ...], line: int, report: Report) -> bool:
    unknown = [number for number in numbers if number not in known]
    if unknown:
        report.error("trf.id.unknown", line, read=str(unknown[0]), assumed="dropped")
    return not unknown
