"""Why a round was paired as it was, and why two players were not paired in it.

A round that the program paired has its working stored with the run that did
it.  Of a round that was paired by hand or imported, the working is computed:
from the record as it stood after the round before, which is also what every
question about a single pair is answered from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any
from uuid import UUID

from pairing.checker import case_from_record, check_case
from pairing.colours import preference
from pairing.errors import PairingError
from pairing.points import cell_points
from pairing.record import Participant, TournamentRecord
from pairing.scoring import Colour, Outcome
from pairing.systems import System, pair_round, system
from tournaments.core.errors import Conflict
from tournaments.core.models import ChangeLogEntry
from tournaments.core.permissions import may
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import CUSTOM_SYSTEM, KNOCKOUT_SYSTEM, Entry, Round, RoundStatus
from tournaments.play.models import Seat
from tournaments.play.outcomes import SeatBye, Side
from tournaments.play.record import build_record

from .models import PairingRun

PROGRAM, HAND, IMPORTED = "program", "hand", "imported"
SOURCES = (PROGRAM, HAND, IMPORTED)
COLOURS = "colours"
"""What differs where the same players meet with other colours."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where a round's pairing is from, and whether the system's rules lead to it.

    ``difference`` names the first rule that decides for the system's pairing
    where the two differ, :data:`COLOURS` if only colours do, ``None`` if
    nothing does or the system cannot say.
    """

    source: str
    agrees: bool
    difference: str | None = None


@dataclass(frozen=True, slots=True)
class Renumbered:
    """An entry whose pairing number was ``number`` when the round was paired and is not now."""

    number: int
    entry_id: UUID
    now: int


@dataclass(frozen=True, slots=True)
class RoundExplanation:
    """The working of a whole round.

    ``working`` is the data of the system's own dataclass (for the Dutch system
    :class:`pairing.swiss.dutch.explanation.DutchExplanation`), ``None`` if the
    system keeps none.  Players are pairing numbers as they were when the round
    was paired; ``renumbered`` lists those that have changed since.
    """

    round: Round
    comparison: Comparison
    notices: tuple[dict[str, Any], ...]
    working: dict[str, Any] | None
    renumbered: tuple[Renumbered, ...] = ()


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why two entries (or one and the bye) are not paired in a round.

    ``verdict`` is the data of the system's answer, by pairing number;
    ``facts`` are what stands behind an absolute criterion: the ``rounds`` of
    C1 and C2, the ``colour`` of C3.
    """

    round: Round
    comparison: Comparison
    verdict: dict[str, Any]
    facts: dict[str, Any]
    entries: dict[int, Entry]


def explanation_for(*, principal: Principal, round_id: UUID) -> RoundExplanation:
    """The working of a paired round that the principal may see.

    The labels of prohibited pairings are for those who run the tournament.
    Raises ``NotFound("round.not_found")``, ``Conflict("round.not_paired")``,
    ``Conflict("explanation.no_working")`` for a round that no system known
    here could have paired, and ``Conflict`` with the engine's code if the
    record before the round cannot be paired.
    """
    round = _paired_round(principal, round_id)
    source, run = _origin(round)
    if run is None:
        found = _computed(round, source)
    else:
        comparison = Comparison(source, agrees=True)
        working = run.result.get("explanation")
        found = RoundExplanation(
            round, comparison, tuple(run.notices), working, _renumbered(round, run)
        )
    if may(principal, "events.see_unpublished", round):
        return found
    return replace(found, notices=tuple(_without_label(notice) for notice in found.notices))


def why_not(*, principal: Principal, round_id: UUID, one: int, other: int | None) -> WhyNot:
    """Why the entry with pairing number ``one`` does not meet ``other`` (``None``: has no bye).

    Raises what :func:`explanation_for` raises, and ``Conflict`` with
    ``why.not_present``, ``why.same_player``, ``why.no_bye`` or
    ``why.bracket_too_large``.
    """
    round = _paired_round(principal, round_id)
    chosen = _system_of(round)
    if chosen.why is None:
        raise Conflict("explanation.no_working", system=chosen.code)
    source, _ = _origin(round)
    after, before = _records(round)
    try:
        verdict = chosen.why(before, one, other)
        comparison = _compare(source, after, chosen)
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    data = asdict(verdict)
    return WhyNot(
        round=round,
        comparison=comparison,
        verdict=data,
        facts=_facts(before, data["reason"], one, other),
        entries=_entries(round, _numbers_in(data)),
    )


def _paired_round(principal: Principal, round_id: UUID) -> Round:
    seen = Round.objects.visible_to(principal).select_related("tournament__event")
    round = get_or_refuse(seen, "round.not_found", pk=round_id)
    if round.status == RoundStatus.PLANNED:
        raise Conflict("round.not_paired", round=round.number)
    return round


def _system_of(round: Round) -> System:
    code = round.tournament.system
    if code in (CUSTOM_SYSTEM, KNOCKOUT_SYSTEM):
        raise Conflict("explanation.no_working", system=code)
    return system(code)


def _origin(round: Round) -> tuple[str, PairingRun | None]:
    """What made the pairing that the round has now; an imported one has no change of its own."""
    changes = ChangeLogEntry.objects.filter(
        subject_type="round", subject_id=round.pk, type="round.paired"
    )
    paired = changes.order_by("-seq").first()
    if paired is None:
        return IMPORTED, None
    if "run" not in paired.data:
        return HAND, None
    return PROGRAM, PairingRun.objects.filter(pk=paired.data["run"]).first()


def _records(round: Round) -> tuple[TournamentRecord, TournamentRecord]:
    """The record through the round, and as it stood before it."""
    after = build_record(round.tournament, through_round=round.number)
    return after, after.truncated(round.number - 1)


def _computed(round: Round, source: str) -> RoundExplanation:
    chosen = _system_of(round)
    after, before = _records(round)
    try:
        pairing = pair_round(before, chosen.code, explain=True)
        comparison = _compare(source, after, chosen)
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    working = None if pairing.explanation is None else asdict(pairing.explanation)
    notices = tuple({"code": code, "params": params} for code, params in pairing.notices)
    return RoundExplanation(round, comparison, notices, working)


def _compare(source: str, after: TournamentRecord, chosen: System) -> Comparison:
    """The last recorded round against what the system makes of the record before it."""
    case = case_from_record("", after, chosen.code)
    report = check_case(replace(case, rounds=case.rounds[-1:]), chosen.first_difference)
    if not report.differences:
        return Comparison(source, agrees=True)
    (found,) = report.differences
    return Comparison(source, False, COLOURS if found.kind == COLOURS else found.decided_by)


def _renumbered(round: Round, run: PairingRun) -> tuple[Renumbered, ...]:
    """Numbers of the run against those of the entries that sit at its boards now.

    Boards keep their numbers and their players for as long as the pairing
    stands: the run's n-th board is the round's board n, its last may be the bye.
    """
    seats = Seat.objects.filter(round=round).exclude(
        bye__in=(SeatBye.HALF, SeatBye.FULL, SeatBye.ZERO)
    )
    then: dict[tuple[int | None, str], int] = {}
    for place, (white, black) in enumerate(run.result["boards"], start=1):
        if black is None:
            then[None, ""] = white
        else:
            then[place, Side.WHITE.value], then[place, Side.BLACK.value] = white, black
    rows = seats.values_list("board__number", "side", "entry_id", "entry__pairing_number")
    changed = [
        Renumbered(then[board, side], entry, now or 0)
        for board, side, entry, now in rows
        if now != then[board, side]
    ]
    return tuple(sorted(changed, key=lambda each: each.number))


def _without_label(notice: dict[str, Any]) -> dict[str, Any]:
    params = {name: value for name, value in notice["params"].items() if name != "label"}
    return {**notice, "params": params}


def _facts(record: TournamentRecord, reason: str, one: int, other: int | None) -> dict[str, Any]:
    """What stands behind an absolute criterion, from the record."""
    person = record.participant(one)
    if reason == "C1":
        rounds = [
            number
            for number, cell in enumerate(person.cells, start=1)
            if cell.opponent == other and cell.outcome.is_game
        ]
        return {"rounds": rounds}
    if reason == "C2":
        return {"rounds": _rounds_that_bar_the_bye(record, person)}
    if reason == "C3":
        colours = (
            "W" if cell.colour is Colour.WHITE else "B"
            for cell in person.cells
            if cell.outcome.is_game and cell.colour is not None
        )
        wanted, _ = preference("".join(colours))
        return {"colour": wanted.value if wanted else ""}
    return {}


def _rounds_that_bar_the_bye(record: TournamentRecord, person: Participant) -> list[int]:
    """Earlier byes by the pairing, and rounds worth a win without a game (C.04.3 2.1.2)."""
    points = cell_points(record)
    return [
        number
        for number, cell in enumerate(person.cells, start=1)
        if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE
        or (not cell.outcome.is_game and points[cell.outcome, cell.colour] >= record.points.win)
    ]


def _numbers_in(verdict: dict[str, Any]) -> set[int]:
    pairs = (verdict["players"], *verdict["alternative"])
    return {number for pair in pairs for number in pair if number is not None}


def _entries(round: Round, numbers: Iterable[int]) -> dict[int, Entry]:
    rows = Entry.objects.filter(tournament=round.tournament, pairing_number__in=numbers)
    return {entry.pairing_number or 0: entry for entry in rows}
