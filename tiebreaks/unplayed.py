"""Unplayed rounds (C.07 art. 15-16): adjusted scores, dummy opponents, per edition.

=========== ============================== ============================ ==============
edition     own unplayed round             opponents' unplayed rounds   cuts
=========== ============================== ============================ ==============
``2026``    dummy with own score, two caps adjusted by 16.3             16.5
``2024``    dummy with own score, no cap   the same                     the same
``self``    own result against oneself     trailing ones are draws      voluntary first
``virtual`` virtual opponent               every one is a draw          plain lowest
=========== ============================== ============================ ==============

``2026`` is in force since 1 March 2026, ``2024`` was from September 2023,
``virtual`` before; ``self`` is the text of July 2022 for world events.  In
predetermined pairings (15.2) none of this applies: forfeits count as games
and rounds without a pairing contribute nothing.
"""

from __future__ import annotations

from datetime import date

from .field import NOBODY
from .tables import Tables
from .values import Contribution, Reason

AWARDED = Reason("awarded", "16.3.1")
TRAILING_BYE_DRAWN = Reason("trailing_bye_as_draw", "16.3.2")
UNPLAYED_DRAWN = Reason("unplayed_as_draw", "16 (until August 2023)")
TRAILING_DRAWN = Reason("trailing_unplayed_as_draw", "16 (July 2022)")
LAST_ROUND_DRAWN = Reason("last_round_as_draw", "8.3")
BONUS = Reason("bonus_or_penalty", "TRF26 299")

OPPONENT = Reason("opponent")
OPPONENT_ADJUSTED = Reason("opponent_adjusted", "16.3")
FORFEIT_AS_PLAYED = Reason("forfeit_as_played", "15.2")
DUMMY = Reason("dummy", "16.4")
DUMMY_CAPPED_BY_OPPONENT = Reason("dummy_capped_by_opponent", "16.4.1")
DUMMY_CAPPED_BY_DRAWS = Reason("dummy_capped_by_draws", "16.4.2")
AGAINST_ONESELF = Reason("against_oneself", "16 (July 2022)")
VIRTUAL_OPPONENT = Reason("virtual_opponent", "16 (until August 2023)")

Worth = tuple[int, int, int, Reason, bool]
"""Round (from 1), opponent's position, what the opponent was worth, why, voluntary."""


def edition_of(start: date | None) -> str:
    """The edition in force at the start of an event; today's for an unknown date."""
    if start is None or start >= date(2026, 3, 1):
        return "2026"
    return "2024" if start >= date(2023, 9, 1) else "virtual"


def adjusted_scores(tables: Tables, score: str, fore: bool) -> list[int]:
    """What everybody is worth to the opponents (16.3), in tenths."""

    def compute() -> list[int]:
        return [
            sum(line.counted for line in adjusted_rounds(tables, score, fore, position))
            for position in range(len(tables.field))
        ]

    return tables.derived(("adjusted", score or tables.field.primary, fore), compute)


def adjusted_rounds(tables: Tables, score: str, fore: bool, position: int) -> list[Contribution]:
    """The rounds of an adjusted score (16.3), one contribution for each round."""
    field, sheet = tables.field, tables.field.sheet(score)
    points, opponents = sheet.points[position], field.opponent[position]
    drawn_round = _drawn_round(tables, position) if fore else -1
    last_present = -1
    for index in range(field.rounds - 1, -1, -1):
        if index == drawn_round or not sheet.absent[position][index]:
            last_present = index
            break
    lines = []
    for index in range(field.rounds):
        counted, reason = points[index], AWARDED
        if index == drawn_round:
            counted, reason = sheet.draw, LAST_ROUND_DRAWN
        elif field.predetermined:
            pass
        elif tables.edition == "virtual":
            if not field.played[position][index]:
                counted, reason = sheet.draw, UNPLAYED_DRAWN
        elif index > last_present:
            if tables.edition == "self":
                counted, reason = sheet.draw, TRAILING_DRAWN
            elif opponents[index] == NOBODY:
                counted, reason = sheet.draw, TRAILING_BYE_DRAWN
        lines.append(Contribution(index + 1, opponents[index], points[index], counted, reason))
    if sheet.bonus[position]:
        bonus = sheet.bonus[position]
        lines.append(Contribution(0, NOBODY, bonus, bonus, BONUS))
    return lines


def opponents_worth(
    tables: Tables, score: str, fore: bool, forfeits_played: bool
) -> list[list[Worth]]:
    """For everybody, what each round's opponent or dummy was worth (16.3 and 16.4)."""

    def compute() -> list[list[Worth]]:
        return [
            _worth(tables, score, fore, forfeits_played, position)
            for position in range(len(tables.field))
        ]

    key = ("worth", score or tables.field.primary, fore, forfeits_played)
    return tables.derived(key, compute)


def _worth(
    tables: Tables, score: str, fore: bool, forfeits_played: bool, position: int
) -> list[Worth]:
    field = tables.field
    adjusted = adjusted_scores(tables, score, fore)
    total = field.sheet(score).total
    played, opponents = field.played[position], field.opponent[position]
    drawn_round = _drawn_round(tables, position) if fore else -1
    lines: list[Worth] = []
    for index in range(field.rounds):
        opponent = opponents[index]
        if played[index]:
            reason = OPPONENT if adjusted[opponent] == total[opponent] else OPPONENT_ADJUSTED
            lines.append((index + 1, opponent, adjusted[opponent], reason, False))
        elif index == drawn_round:
            lines.append((index + 1, opponent, adjusted[opponent], LAST_ROUND_DRAWN, False))
        elif opponent != NOBODY and (forfeits_played or field.predetermined):
            lines.append((index + 1, opponent, adjusted[opponent], FORFEIT_AS_PLAYED, False))
        elif not field.predetermined:
            worth, reason = _dummy(tables, score, fore, position, index)
            voluntary = field.voluntary[position][index]
            lines.append((index + 1, opponent, worth, reason, voluntary))
    return lines


def _dummy(tables: Tables, score: str, fore: bool, position: int, index: int) -> tuple[int, Reason]:
    """What an own unplayed round is worth (16.4)."""
    field, sheet = tables.field, tables.field.sheet(score)
    if tables.edition == "virtual":
        return _virtual_opponent(tables, score, position, index), VIRTUAL_OPPONENT
    if tables.readings.dummy_has_adjusted_score:
        own = adjusted_scores(tables, score, fore)[position]
    else:
        own = sheet.total[position]
        drawn_round = _drawn_round(tables, position) if fore else -1
        if drawn_round != -1:
            own += sheet.draw - sheet.points[position][drawn_round]
    if tables.edition != "2026":
        return own, DUMMY if tables.edition == "2024" else AGAINST_ONESELF
    opponent = field.opponent[position][index]
    if opponent != NOBODY:
        cap, reason = adjusted_scores(tables, score, fore)[opponent], DUMMY_CAPPED_BY_OPPONENT
    else:
        scheduled = tables.readings.cap_by_scheduled_rounds
        cap = sheet.draw * (field.scheduled if scheduled else field.rounds)
        reason = DUMMY_CAPPED_BY_DRAWS
    return (cap, reason) if cap < own else (own, DUMMY)


def _virtual_opponent(tables: Tables, score: str, position: int, index: int) -> int:
    """Score before the round, the complement of the result, a draw for each round after."""
    sheet = tables.field.sheet(score)
    points = sheet.points[position]
    before = sum(points[:index])
    return before + sheet.win - points[index] + sheet.draw * (tables.field.rounds - 1 - index)


def _drawn_round(tables: Tables, position: int) -> int:
    """Index of the event's last round if Fore Buchholz counts it as drawn (8.3), else -1."""
    field = tables.field
    last = field.scheduled - 1
    if field.rounds == field.scheduled and last >= 0 and field.opponent[position][last] != NOBODY:
        return last
    return -1
