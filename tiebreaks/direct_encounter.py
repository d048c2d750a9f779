"""Direct encounter (C.07 art. 6) and its extended team forms (13.3).

Both repeat one step, :func:`encounter`: rank a tied group by the games among
its members.  Where everybody has met everybody, the scores split the group
(6.2); in a Swiss where somebody has not, only a leader whom nobody could
reach even by winning all missing games is set apart (6.3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from .field import NOBODY, Sheet
from .methods import GroupMethod, places
from .tables import Tables
from .values import Contribution, Reason, Working

ENCOUNTER = Reason("encounter", "6.1")
ENCOUNTER_AVERAGED = Reason("encounter_averaged", "6.1.2")

Part = list[int]


@dataclass(slots=True)
class Step:
    """One pass over a group: ``scores`` and ``possible`` in units of 1 / ``scale`` tenths.

    ``possible`` adds a win for each missing meeting.  ``parts`` is the group
    in its new order, still tied members together.
    """

    basis: str
    group: Part
    complete: bool
    scores: dict[int, int]
    possible: dict[int, int]
    scale: int
    parts: list[Part]


def meetings(
    tables: Tables, group: Sequence[int], forfeits_played: bool
) -> dict[int, list[tuple[int, int]]]:
    """For each member the (round index, opponent) of the games inside the group (6.1.1)."""
    field = tables.field
    members = set(group)
    forfeits_count = forfeits_played or field.predetermined
    found: dict[int, list[tuple[int, int]]] = {}
    for position in group:
        played = field.played[position]
        found[position] = [
            (index, opponent)
            for index, opponent in enumerate(field.opponent[position])
            if opponent in members and (forfeits_count or played[index])
        ]
    return found


def encounter(tables: Tables, group: Sequence[int], sheet: Sheet, forfeits_played: bool) -> Step:
    """One pass of art. 6 over a tied group."""
    found = meetings(tables, group, forfeits_played)
    counts = {p: _count(opponent for _, opponent in games) for p, games in found.items()}
    scale = lcm(*{count for met in counts.values() for count in met.values()}) if counts else 1
    scores: dict[int, int] = {}
    possible: dict[int, int] = {}
    complete = True
    for position in group:
        points, met = sheet.points[position], counts[position]
        score = sum(points[index] * scale // met[opponent] for index, opponent in found[position])
        missing = 0 if tables.field.predetermined else len(group) - 1 - len(met)
        complete = complete and not missing
        scores[position] = score
        possible[position] = score + missing * sheet.win * scale
    parts = _by_score(group, scores) if complete else _leaders_first(group, scores, possible)
    return Step("", list(group), complete, scores, possible, scale, parts)


def _count(opponents: Any) -> dict[int, int]:
    counts: dict[int, int] = {}
    for opponent in opponents:
        counts[opponent] = counts.get(opponent, 0) + 1
    return counts


def _by_score(group: Sequence[int], scores: dict[int, int]) -> list[Part]:
    """6.2: descending scores, equal ones together."""
    by_score: dict[int, Part] = {}
    for position in group:
        by_score.setdefault(scores[position], []).append(position)
    return [by_score[score] for score in sorted(by_score, reverse=True)]


def _leaders_first(
    group: Sequence[int], scores: dict[int, int], possible: dict[int, int]
) -> list[Part]:
    """6.3: leaders beyond everybody's reach get a place of their own, the rest stays tied."""
    order = sorted(group, key=lambda p: (-scores[p], -possible[p]))
    best_of_rest = [0] * len(order)
    best = -1
    for rank in range(len(order) - 1, -1, -1):
        best_of_rest[rank] = best
        best = max(best, possible[order[rank]])
    parts: list[Part] = []
    leaders = 0
    while leaders < len(order) - 1 and scores[order[leaders]] > best_of_rest[leaders]:
        parts.append([order[leaders]])
        leaders += 1
    rest = set(order[leaders:])
    parts.append([position for position in group if position in rest])
    return parts


class DirectEncounter(GroupMethod):
    """6 DE: encounters repeated on every part that is still tied, until nothing changes."""

    worth_decimals = counted_decimals = 1

    def values(self, group: Sequence[int]) -> dict[int, int]:
        return places(self._resolve(list(group), []))

    def working(self, group: Sequence[int], position: int) -> Working:
        steps: list[Step] = []
        value = places(self._resolve(list(group), steps))[position]
        return encounter_working(self, group, position, value, steps)

    def _resolve(self, group: Part, steps: list[Step]) -> list[Part]:
        sheet = self.field.sheet(self.criterion.score)
        step = encounter(self.tables, group, sheet, self.criterion.forfeits_played)
        step.basis = self.criterion.score or self.field.primary
        steps.append(step)
        if len(step.parts) == 1:
            return step.parts
        return [
            part
            for tied in step.parts
            for part in ([tied] if len(tied) == 1 else self._resolve(tied, steps))
        ]


class ExtendedDirectEncounter(GroupMethod):
    """13.3 EDE: encounters on the primary and the secondary score in turn.

    After a split the same score is tried again; the letter of 13.3.3 starts
    again from the primary one.  EDEC, EDET, EDEB and their chains then compare
    the boards of the match between two teams that are left (13.3.2).
    """

    worth_decimals = counted_decimals = 1

    def values(self, group: Sequence[int]) -> dict[int, int]:
        return places(self._resolve(list(group), []))

    def working(self, group: Sequence[int], position: int) -> Working:
        steps: list[Step] = []
        value = places(self._resolve(list(group), steps))[position]
        return encounter_working(self, group, position, value, steps)

    def _resolve(self, group: Part, steps: list[Step]) -> list[Part]:
        bases = self._bases()
        parts = [group]
        quiet = [False] * len(bases)
        turn = 0
        # Each split makes the parts smaller, so this ends without a limit.
        while not all(quiet):
            name, split = bases[turn]
            new_parts: list[Part] = []
            for part in parts:
                if len(part) == 1:
                    new_parts.append(part)
                    continue
                step = split(part)
                if step is None:
                    new_parts.append(part)
                    continue
                step.basis = name
                steps.append(step)
                new_parts.extend(step.parts)
            was_split = len(new_parts) > len(parts)
            parts = new_parts
            if was_split and turn < 2:
                quiet = [False] * len(bases)
                turn = 0 if self.tables.readings.restart_extended_encounter else turn
            else:
                quiet[turn] = True
                turn = (turn + 1) % len(bases)
        return parts

    def _bases(self) -> list[tuple[str, Callable[[Part], Step | None]]]:
        scores = (self.field.primary, self.field.secondary)
        boards = board_comparisons(self.criterion.name[3:], self._boards())
        return [
            *((score, self._by_encounter(score)) for score in scores),
            *((name, self._by_boards(name, weights)) for name, weights in boards),
        ]

    def _boards(self) -> int:
        return self.field.boards.boards if self.field.boards is not None else 0

    def _by_encounter(self, score: str) -> Callable[[Part], Step | None]:
        sheet = self.field.sheet(score)
        return lambda part: encounter(self.tables, part, sheet, self.criterion.forfeits_played)

    def _by_boards(self, name: str, weights: list[int]) -> Callable[[Part], Step | None]:
        def split(part: Part) -> Step | None:
            boards = self.field.boards
            if boards is None or len(part) != 2:
                return None
            found = meetings(self.tables, part, self.criterion.forfeits_played)
            if not found[part[0]]:
                return None
            scores = {
                position: sum(
                    weight * points
                    for index, _ in found[position]
                    for weight, points in zip(weights, boards.points[position][index], strict=True)
                )
                for position in part
            }
            if name == "BC" and self.tables.checker_defects:
                # FIDE's checker puts the larger board count first (digest 17.2 item 1).
                scores = {position: -score for position, score in scores.items()}
            parts = _by_score(part, scores)
            return Step(name, list(part), True, scores, scores, 1, parts)

        return split


def board_comparisons(chain: str, boards: int) -> list[tuple[str, list[int]]]:
    """The comparisons of a chain: ``C``, ``T``, ``B`` or ``BT``, ``BB`` (board count first).

    Each is a name and a weight for every board; the larger weighted sum is
    better, so the board count, where fewer is better, has negative weights.
    """
    board_count = [("BC", [-number for number in range(1, boards + 1)])]
    top = [
        (f"board {number}", [int(board == number) for board in range(1, boards + 1)])
        for number in range(1, boards + 1)
    ]
    bottom = [
        (
            f"without the last {left_out}",
            [int(b <= boards - left_out) for b in range(1, boards + 1)],
        )
        for left_out in range(1, boards)
    ]
    return {
        "": [],
        "C": board_count,
        "T": top,
        "B": bottom,
        "BT": board_count + top,
        "BB": board_count + bottom,
    }[chain]


def encounter_working(
    method: GroupMethod, group: Sequence[int], position: int, value: int, steps: Sequence[Step]
) -> Working:
    """The games inside the group as contributions, the passes as details."""
    field = method.field
    points = field.sheet(method.criterion.score).points
    found = meetings(method.tables, group, method.criterion.forfeits_played)[position]
    counts = _count(opponent for _, opponent in found)
    lines = [
        Contribution(
            index + 1,
            opponent,
            points[position][index],
            points[position][index],
            ENCOUNTER if counts[opponent] == 1 else ENCOUNTER_AVERAGED,
        )
        for index, opponent in found
    ]
    passes = [_step_data(field.numbers, step) for step in steps if position in step.group]
    details = {"group": [field.numbers[member] for member in group], "passes": passes}
    return Working(value, lines, details)


def _step_data(numbers: list[int], step: Step) -> dict[str, Any]:
    def texts(values: dict[int, int]) -> dict[str, str]:
        return {
            str(numbers[position]): fraction_text(Fraction(value, 10 * step.scale))
            for position, value in values.items()
        }

    return {
        "by": step.basis,
        "complete": step.complete,
        "scores": texts(step.scores),
        "possible": texts(step.possible),
        "result": [[numbers[position] for position in part] for part in step.parts],
    }


def fraction_text(number: Fraction) -> str:
    """A decimal where it ends after at most three digits, otherwise numerator/denominator."""
    thousandths = number * 1000
    if thousandths.denominator != 1:
        return f"{number.numerator}/{number.denominator}"
    text = f"{'-' if number < 0 else ''}{abs(int(thousandths)) // 1000}"
    decimals = f"{abs(int(thousandths)) % 1000:03d}".rstrip("0")
    return f"{text}.{decimals or '0'}"


__all__ = [
    "NOBODY",
    "DirectEncounter",
    "ExtendedDirectEncounter",
    "Step",
    "board_comparisons",
    "encounter",
    "encounter_working",
    "fraction_text",
    "meetings",
]
