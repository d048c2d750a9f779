"""Direct encounter (C.07 art. 6) and its extended team forms (13.3).

Both repeat one step, :func:`encounter`: rank a tied group by the games among
its members.  Where everybody has met everybody, the scores split the group
(6.2); in a Swiss where somebody has not, only a leader whom nobody could
reach even by winning all missing games is set apart (6.3).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from .codes import Criterion
from .field import Sheet
from .methods import GroupMethod, places
from .tables import Tables
from .values import Contribution, Reason, Working, fraction_text

ENCOUNTER = Reason("encounter", "6.1")
ENCOUNTER_AVERAGED = Reason("encounter_averaged", "6.1.2")

MOST_LISTED = 60
"""Up to this size the working lists a whole group."""

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
    tables: Tables, members: Collection[int], position: int, forfeits_played: bool
) -> list[tuple[int, int]]:
    """The (round index, opponent) of one participant's games against ``members`` (6.1.1)."""
    field = tables.field
    forfeits_count = forfeits_played or field.predetermined
    played = field.played[position]
    return [
        (index, opponent)
        for index, opponent in enumerate(field.opponent[position])
        if opponent in members and (forfeits_count or played[index])
    ]


def encounter(tables: Tables, group: Sequence[int], sheet: Sheet, forfeits_played: bool) -> Step:
    """One pass of art. 6 over a tied group."""
    members = set(group)
    found = {p: meetings(tables, members, p, forfeits_played) for p in group}
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


def _count(opponents: Iterable[int]) -> dict[int, int]:
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


class Encounters(GroupMethod):
    """What DE and EDE have in common: places from an ordered group, and the passes as working."""

    worth_decimals = counted_decimals = 1

    def __init__(self, tables: Tables, criterion: Criterion) -> None:
        super().__init__(tables, criterion)
        self._resolved: dict[tuple[int, ...], tuple[dict[int, int], list[Step]]] = {}

    def values(self, group: Sequence[int]) -> dict[int, int]:
        return self._settled(group)[0]

    def working(self, group: Sequence[int], position: int) -> Working:
        values, steps = self._settled(group)
        # A dictionary of everybody in the group: looked up, not searched.
        members = values.keys()
        field, points = self.field, self.field.sheet(self.criterion.score).points[position]
        found = meetings(self.tables, members, position, self.criterion.forfeits_played)
        counts = _count(opponent for _, opponent in found)
        lines = [
            Contribution(
                index + 1,
                opponent,
                points[index],
                points[index],
                ENCOUNTER if counts[opponent] == 1 else ENCOUNTER_AVERAGED,
            )
            for index, opponent in found
        ]
        passes = [
            _step_data(field.numbers, step, position) for step in steps if position in step.scores
        ]
        listed = group if len(group) <= MOST_LISTED else [position]
        details = {
            "size": len(group),
            "group": [field.numbers[member] for member in listed],
            "passes": passes,
        }
        return Working(values[position], lines, details)

    def _settled(self, group: Sequence[int]) -> tuple[dict[int, int], list[Step]]:
        key = tuple(group)
        if key not in self._resolved:
            parts, steps = self.resolve(list(group))
            self._resolved[key] = places(parts), steps
        return self._resolved[key]

    @abstractmethod
    def resolve(self, group: Part) -> tuple[list[Part], list[Step]]:
        """The parts of a tied group in order, and every pass that was made."""


class DirectEncounter(Encounters):
    """6 DE: encounters repeated on every part that is still tied, until nothing changes."""

    def resolve(self, group: Part) -> tuple[list[Part], list[Step]]:
        sheet = self.field.sheet(self.criterion.score)
        ordered: list[Part] = []
        steps: list[Step] = []
        waiting = [group]
        while waiting:
            part = waiting.pop()
            if len(part) == 1:
                ordered.append(part)
                continue
            step = encounter(self.tables, part, sheet, self.criterion.forfeits_played)
            step.basis = self.criterion.score or self.field.primary
            steps.append(step)
            if len(step.parts) == 1:
                ordered.append(part)
            else:
                waiting.extend(reversed(step.parts))
        return ordered, steps


class ExtendedDirectEncounter(Encounters):
    """13.3 EDE: encounters on the primary and the secondary score in turn.

    After a split the same score is tried again; the letter of 13.3.3 starts
    again from the primary one.  EDEC, EDET, EDEB and their chains then compare
    the boards of the match between two teams that are left (13.3.2).
    """

    def resolve(self, group: Part) -> tuple[list[Part], list[Step]]:
        bases = self._bases()
        parts = [group]
        steps: list[Step] = []
        quiet = [False] * len(bases)
        turn = 0
        # Each split makes the parts smaller, so this ends without a limit.
        while not all(quiet):
            name, split = bases[turn]
            taken = [(part, split(part) if len(part) > 1 else None) for part in parts]
            for _, step in taken:
                if step is not None:
                    step.basis = name
                    steps.append(step)
            before = len(parts)
            parts = [part for whole, step in taken for part in (step.parts if step else [whole])]
            if len(parts) > before and turn < 2:
                quiet = [False] * len(bases)
                turn = 0 if self.tables.readings.restart_extended_encounter else turn
            else:
                quiet[turn] = True
                turn = (turn + 1) % len(bases)
        return parts, steps

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
            forfeits = self.criterion.forfeits_played
            found = {p: meetings(self.tables, part, p, forfeits) for p in part}
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


def _step_data(numbers: list[int], step: Step, position: int) -> dict[str, Any]:
    """A pass as plain data; in a large group only the participant's own figures."""
    whole = len(step.group) <= MOST_LISTED
    listed = step.group if whole else [position]

    def texts(values: dict[int, int]) -> dict[str, str]:
        return {
            str(numbers[member]): fraction_text(Fraction(values[member], 10 * step.scale))
            for member in listed
        }

    return {
        "by": step.basis,
        "complete": step.complete,
        "scores": texts(step.scores),
        "possible": texts(step.possible),
        "result": [[numbers[member] for member in part] for part in step.parts] if whole else [],
    }
