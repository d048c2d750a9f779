"""What the Dutch system knows about each participant when a round is paired.

Everything is held in parallel lists indexed by *position*: present
participants sorted by pairing score (descending) and pairing number
(ascending), the order of C.04.3 1.2.  A smaller position is a higher-ranked
player, and every scoregroup is a contiguous range of positions.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...colours import Strength, colour_difference, preference
from ...errors import RecordError
from ...points import cell_points, round_points
from ...record import Participant, ProhibitedPairing, TournamentRecord
from ...scoring import Colour, Outcome
from ..acceleration import virtual_points

DOWN = 1
UP = 2

WANTS_NOTHING = 0
WANTS_WHITE = 1
WANTS_BLACK = 2

_WISH = {None: WANTS_NOTHING, Colour.WHITE: WANTS_WHITE, Colour.BLACK: WANTS_BLACK}


@dataclass(slots=True)
class State:
    """All present participants, by position.

    ``score`` holds pairing scores in tenths, virtual points included.
    ``history`` is a string of W and B, ``wants`` is 0 (nothing), 1 (White) or
    2 (Black), ``strength`` 0..3 (:class:`~pairing.colours.Strength`).
    ``float1`` and ``float2`` are the floats of the previous round and of the
    one before (0, DOWN, UP).  ``met`` holds positions of past opponents over
    the board, ``barred`` bit masks of the prohibited-pairing lists a player is
    on.  ``groups`` are the scoregroups as ``(start, stop)`` positions.
    """

    round: int
    is_last_round: bool
    number: list[int]
    score: list[int]
    history: list[str]
    wants: list[int]
    strength: list[int]
    topscorer: list[bool]
    float1: list[int]
    float2: list[int]
    unplayed: list[int]
    pab_eligible: list[bool]
    odd_number: list[bool]
    met: list[set[int]]
    barred: list[int]
    groups: list[tuple[int, int]]
    initial_colour: Colour

    def __len__(self) -> int:
        return len(self.number)

    def legal(self, one: int, other: int) -> bool:
        """Whether two may meet: C1, C3 and prohibited pairings (C.04.3 2.1)."""
        if other in self.met[one] or self.barred[one] & self.barred[other]:
            return False
        return not (
            self.strength[one] == Strength.ABSOLUTE == self.strength[other]
            and self.wants[one] == self.wants[other]
            and not self.topscorer[one]
            and not self.topscorer[other]
        )


@dataclass(slots=True)
class _Tally:
    """One participant's recorded rounds, summed up in a single pass."""

    person: Participant
    total: int
    last: int
    before_last: int
    history: str
    opponents: list[int]
    blocked: bool
    took_part: bool


class _Tallier:
    """Sums up the cells of one participant after the other."""

    def __init__(self, record: TournamentRecord) -> None:
        self.record = record
        self.values = cell_points(record)
        self.games = {outcome: outcome.is_game for outcome in Outcome}
        self.win = record.points.win

    def tally(self, person: Participant) -> _Tally:
        record = self.record
        values, games, win = self.values, self.games, self.win
        points: list[int] = []
        history: list[str] = []
        opponents: list[int] = []
        blocked = took_part = False
        for cell in person.cells:
            outcome = cell.outcome
            value = values[outcome, cell.colour]
            points.append(value)
            if cell.opponent is not None:
                took_part = True
            if games[outcome]:
                opponents.append(cell.opponent or 0)
                if cell.colour is not None:
                    history.append("W" if cell.colour is Colour.WHITE else "B")
            elif outcome is Outcome.PAIRING_ALLOCATED_BYE:
                blocked = took_part = True
            elif value >= win:
                blocked = True
        if record.abnormal_points:
            points = [round_points(record, person, r) for r in range(1, record.completed + 1)]
        return _Tally(
            person=person,
            total=sum(points),
            last=points[-1] if points else 0,
            before_last=points[-2] if len(points) > 1 else 0,
            history="".join(history),
            opponents=opponents,
            blocked=blocked,
            took_part=took_part,
        )


def build_state(record: TournamentRecord, prohibited: tuple[ProhibitedPairing, ...]) -> State:
    """Derive the state for round ``record.completed + 1``.

    ``prohibited`` are the lists to obey (the soft ones may have been dropped).
    Raises ``RecordError`` ``round.results_missing`` (``boards``) if a recorded
    pairing has no outcome yet.
    """
    _require_results(record)
    round_number = record.completed + 1
    absent = {bye.number for bye in record.planned_byes if bye.round == round_number}
    extra = virtual_points(record, round_number)
    tallier = _Tallier(record)
    tallies = {person.number: tallier.tally(person) for person in record.participants}
    order = sorted(
        (-(tally.total + extra(number)), number)
        for number, tally in tallies.items()
        if number not in absent
    )
    numbers = [number for _, number in order]
    score = [-negative for negative, _ in order]
    present = [tallies[number] for number in numbers]
    position = {number: index for index, number in enumerate(numbers)}
    is_last = round_number >= record.rounds
    limit = record.completed * record.points.highest
    wishes = {history: preference(history) for history in {tally.history for tally in present}}
    parity = _effective_parity(tallies, set(numbers))
    return State(
        round=round_number,
        is_last_round=is_last,
        number=numbers,
        score=score,
        history=[tally.history for tally in present],
        wants=[_WISH[wishes[tally.history][0]] for tally in present],
        strength=[int(wishes[tally.history][1]) for tally in present],
        topscorer=[is_last and 2 * points > limit for points in score],
        float1=_floats(record, tallies, present, back=1),
        float2=_floats(record, tallies, present, back=2),
        unplayed=[record.completed - len(tally.opponents) for tally in present],
        pab_eligible=[not tally.blocked for tally in present],
        odd_number=[parity[number] for number in numbers],
        met=[{position[n] for n in tally.opponents if n in position} for tally in present],
        barred=_barred(position, prohibited, round_number),
        groups=_groups(score),
        initial_colour=record.initial_colour or Colour.WHITE,
    )


def _require_results(record: TournamentRecord) -> None:
    open_boards = [
        (number, person.number, cell.opponent)
        for person in record.participants
        for number, cell in enumerate(person.cells, start=1)
        if cell.outcome is Outcome.UNKNOWN and person.number < (cell.opponent or 0)
    ]
    if open_boards:
        raise RecordError(
            "round.results_missing",
            boards=[{"round": r, "players": [one, other]} for r, one, other in open_boards],
        )


def _floats(
    record: TournamentRecord, tallies: dict[int, _Tally], present: list[_Tally], *, back: int
) -> list[int]:
    """Float of each present participant ``back`` rounds ago (1.4).

    A played game floats by the pairing scores of that time.  Without a game
    only a downfloat is possible: for a PAB whatever its value (1.4.3) and for
    anyone who got more than a loss is worth.
    """
    round_number = record.completed + 1 - back
    if round_number < 1:
        return [0] * len(present)
    extra = virtual_points(record, round_number)
    loss = record.points.loss
    games = {outcome: outcome.is_game for outcome in Outcome}

    def before(tally: _Tally) -> int:
        score = tally.total - tally.last - (tally.before_last if back == 2 else 0)
        return score + extra(tally.person.number)

    floats = []
    for tally in present:
        cell = tally.person.cells[-back]
        if games[cell.outcome]:
            mine, theirs = before(tally), before(tallies[cell.opponent or 0])
            floats.append(0 if mine == theirs else DOWN if mine > theirs else UP)
        elif cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
            floats.append(DOWN)
        else:
            gained = tally.last if back == 1 else tally.before_last
            floats.append(DOWN if gained > loss else 0)
    return floats


def _effective_parity(tallies: dict[int, _Tally], present: set[int]) -> dict[int, bool]:
    """Whether the number in the list of those who have arrived is odd (5.2.5).

    Late entries that never took part do not count yet (C.04.2 2.4-2.5).
    """
    parity = {}
    odd = False
    for number in sorted(tallies):
        if number in present or tallies[number].took_part:
            odd = not odd
            parity[number] = odd
    return parity


def _barred(
    position: dict[int, int], prohibited: tuple[ProhibitedPairing, ...], round_number: int
) -> list[int]:
    masks = [0] * len(position)
    bit = 1
    for rule in prohibited:
        if not rule.first_round <= round_number <= rule.last_round:
            continue
        for number in rule.numbers:
            if number in position:
                masks[position[number]] |= bit
        bit <<= 1
    return masks


def _groups(score: list[int]) -> list[tuple[int, int]]:
    groups = []
    start = 0
    for index in range(1, len(score) + 1):
        if index == len(score) or score[index] != score[start]:
            groups.append((start, index))
            start = index
    return groups


def absolute_difference(state: State, position: int) -> int:
    """|Whites - Blacks| (C.04.3 1.6)."""
    return abs(colour_difference(state.history[position]))
