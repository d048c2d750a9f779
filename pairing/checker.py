"""Pairing checker: re-pair the rounds of a tournament and compare.

Round *r* is paired from the record as it stood after *r - 1* rounds, those
with a requested bye in round *r* being absent.  What was really paired is
compared board by board.  A round that somebody paired by hand is a
:class:`Difference` like any other, never an exception; where the file says so
(:mod:`pairing.amendments`) it is marked as such, and results that were amended
after a pairing are taken as that pairing knew them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .amendments import Amendment, as_paired, told
from .errors import NoLegalPairing, PairingError, RecordError
from .record import PlannedBye, TournamentRecord
from .scoring import Outcome
from .systems import SYSTEMS, FirstDifference, pair_round

Board = tuple[int, int | None]
"""White and Black; ``None`` as Black is the pairing-allocated bye."""


@dataclass(frozen=True, slots=True)
class ExpectedRound:
    """What round ``number`` should be.

    ``boards`` is ``None`` where no legal pairing may exist.  ``ordered`` says
    whether the order of ``boards`` is known and compared.  Pairs in
    ``colourless`` (the smaller number first) are compared without colours,
    because the source does not give any.
    """

    number: int
    boards: tuple[Board, ...] | None
    ordered: bool = False
    colourless: frozenset[Board] = frozenset()


@dataclass(frozen=True, slots=True)
class Case:
    """A tournament to check: record, its pairing system, and what is expected.

    ``by_hand`` names the rounds that the file says were made by hand.
    """

    name: str
    record: TournamentRecord
    system: str
    rounds: tuple[ExpectedRound, ...]
    by_hand: frozenset[int] = frozenset()
    amendments: tuple[Amendment, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """One round that does not come out as expected.

    ``kind``: ``pairs``, ``colours``, ``board_order``, ``no_legal_pairing``
    (but there should be one), ``legal_pairing`` (but there should be none) or
    ``refused`` (the engine does not accept the record; ``detail`` has its code).
    ``expected`` and ``found`` are whole rounds; ``None`` means no pairing.
    ``by_hand``: the file itself says that the round was made by hand.
    """

    name: str
    round: int
    kind: str
    expected: tuple[Board, ...] | None
    found: tuple[Board, ...] | None
    decided_by: str | None = None
    detail: str | None = None
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class CaseReport:
    """Result of one case; ``impossible`` counts rounds confirmed to have no legal pairing.

    ``amendments``: results that the file says some round was paired without.
    """

    name: str
    rounds: int
    impossible: int = 0
    differences: tuple[Difference, ...] = field(default=())
    amendments: tuple[Amendment, ...] = ()


def system_for(record: TournamentRecord) -> str:
    """Code of the pairing system that a record's type code stands for.

    A record without a type code is taken for the Dutch system.  Raises
    ``RecordError`` (``check.unsupported_system``, ``check.unsupported_edition``
    for rounds that were paired by rules not in force any more).
    """
    code = record.system.upper().removesuffix("_BAKU")
    for entry in SYSTEMS.values():
        if code in entry.type_codes or (not code and entry.code == "dutch"):
            if record.edition not in entry.editions:
                raise RecordError(
                    "check.unsupported_edition",
                    system=entry.code,
                    edition=record.edition,
                    known=list(entry.editions),
                )
            return entry.code
    raise RecordError("check.unsupported_system", system=record.system)


def case_from_record(name: str, record: TournamentRecord, system: str | None = None) -> Case:
    """Case for a finished (or running) tournament: its recorded rounds are expected."""
    known = told(record.info.comments)
    return Case(
        name=name,
        record=record,
        system=system or system_for(record),
        rounds=tuple(_recorded(record, number) for number in range(1, record.completed + 1)),
        by_hand=known.by_hand,
        amendments=known.amendments,
    )


def _recorded(record: TournamentRecord, number: int) -> ExpectedRound:
    colourless = {
        (person.number, person.cells[number - 1].opponent)
        for person in record.participants
        if person.cells[number - 1].opponent is not None and person.cells[number - 1].colour is None
    }
    boards = tuple(record.boards(number))
    return ExpectedRound(
        number=number,
        boards=boards,
        colourless=frozenset(board for board in boards if board in colourless),
    )


def check_case(case: Case, first_difference: FirstDifference | None = None) -> CaseReport:
    """Pair every expected round of a case again and compare."""
    differences = []
    impossible = 0
    for expected in case.rounds:
        difference = _check_round(case, expected, first_difference)
        if difference is not None:
            differences.append(difference)
        elif expected.boards is None:
            impossible += 1
    return CaseReport(
        name=case.name,
        rounds=sum(1 for expected in case.rounds if expected.boards is not None),
        impossible=impossible,
        differences=tuple(differences),
        amendments=case.amendments,
    )


def _check_round(
    case: Case, expected: ExpectedRound, first_difference: FirstDifference | None
) -> Difference | None:
    before = as_paired(case.record, expected.number, case.amendments)
    found: tuple[Board, ...] | None = None
    kind: str | None = None
    detail = None
    try:
        proposal = pair_round(before, case.system)
        found = tuple((board.white, board.black) for board in proposal.boards)
    except NoLegalPairing:
        kind = None if expected.boards is None else "no_legal_pairing"
    except PairingError as error:
        kind, detail = "refused", str(error)
    else:
        kind = _compare(expected, found)
    if kind is None:
        return None
    decided_by = None
    if kind == "pairs" and first_difference is not None:
        assert expected.boards is not None and found is not None
        decided_by = first_difference(before, expected.boards, found)
    by_hand = expected.number in case.by_hand
    return Difference(
        case.name, expected.number, kind, expected.boards, found, decided_by, detail, by_hand
    )


def _compare(expected: ExpectedRound, found: tuple[Board, ...]) -> str | None:
    """Kind of difference between an expected and a found round, or ``None``."""
    if expected.boards is None:
        return "legal_pairing"
    if {_uncoloured(board) for board in expected.boards} != {_uncoloured(board) for board in found}:
        return "pairs"
    known = {board for board in expected.boards if board not in expected.colourless}
    open_pairs = {_uncoloured(board) for board in expected.colourless}
    if known != {board for board in found if _uncoloured(board) not in open_pairs}:
        return "colours"
    if expected.ordered and expected.boards != found:
        return "board_order"
    return None


def _uncoloured(board: Board) -> Board:
    white, black = board
    return (black, white) if black is not None and black < white else board


def vector_case(
    line: dict[str, Any], record: TournamentRecord, name: str, system: str | None = None
) -> Case:
    """Case from one line of a vector file and the record read from its ``trf``.

    Tournament lines have ``pairings`` (a list of rounds) and perhaps ``stuck``
    with ``stuck_byes``; position lines have ``pairs``.  Black 0 is the PAB.
    Raises ``RecordError("check.bad_vector")``.
    """
    try:
        if "pairs" in line:
            number = record.completed + 1
            rounds = [ExpectedRound(number, _boards(line["pairs"]), ordered=True)]
        else:
            rounds = [
                ExpectedRound(number, _boards(boards), ordered=True)
                for number, boards in enumerate(line["pairings"], start=1)
            ]
            if len(rounds) != record.completed:
                raise RecordError(
                    "check.bad_vector", name=name, recorded=record.completed, given=len(rounds)
                )
            if line.get("stuck"):
                record = _with_absentees(record, line.get("stuck_byes", {}))
                rounds.append(ExpectedRound(record.completed + 1, None))
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError("check.bad_vector", name=name, reason=str(error)) from None
    return Case(name, record, system or system_for(record), tuple(rounds))


def _boards(lines: list[list[int]]) -> tuple[Board, ...]:
    return tuple((int(white), int(black) or None) for white, black in lines)


def _with_absentees(record: TournamentRecord, byes: dict[str, str]) -> TournamentRecord:
    coming = record.completed + 1
    return replace(
        record,
        planned_byes=tuple(
            PlannedBye(coming, int(number), Outcome(letter)) for number, letter in byes.items()
        ),
    )
