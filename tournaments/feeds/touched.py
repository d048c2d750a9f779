"""Which objects the changes of a window concern.

Mostly that is the subject of the change.  Some changes concern more: numbers
move down when somebody enters, boards come and go with their round.  Where the
log does not name them, too many objects are better than too few: an object
that is sent again unchanged does no harm.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any
from uuid import UUID

from tournaments.core.models import ChangeLogEntry
from tournaments.events.models import Entry, RequestedBye, Round
from tournaments.play.models import Board

from .kinds import KINDS, RANKS
from .readers import Reader


@dataclass(frozen=True, slots=True)
class Mark:
    """The last change that concerned an object.

    ``version`` is the object's after that change as far as the log knows it,
    else 0.  ``went``: one of the changes took the object from everybody's
    sight, so whoever does not see it (any more) is told that it is gone.
    """

    seq: int
    version: int = 0
    went: bool = False

    def joined(self, other: Mark | None) -> Mark:
        """This mark and another one of the same object."""
        if other is None:
            return self
        return Mark(
            max(self.seq, other.seq),
            max(self.version, other.version),
            self.went or other.went,
        )


@dataclass(slots=True)
class Touched:
    """Marks by kind and id, and what is still to be looked up."""

    marks: dict[tuple[str, UUID], Mark] = field(default_factory=dict)
    whole_kinds: dict[str, Mark] = field(default_factory=dict)
    boards_of: dict[UUID, Mark] = field(default_factory=dict)
    absences_of: dict[UUID, Mark] = field(default_factory=dict)
    numbers_from: dict[int, Mark] = field(default_factory=dict)

    def add(self, kind: str, id: UUID, mark: Mark) -> None:
        key = (kind, id)
        self.marks[key] = mark.joined(self.marks.get(key))


@dataclass(frozen=True, slots=True)
class Change:
    """What is read of one entry of the log."""

    seq: int
    type: str
    subject_type: str
    subject_id: UUID
    subject_version: int
    internal: bool
    data: Mapping[str, Any]

    def mark(self, version: int = 0) -> Mark:
        """The mark that this change leaves on an object that is still there."""
        return Mark(self.seq, version)

    def parting(self, version: int) -> Mark:
        """The mark on an object that went: public knowledge unless the change is not."""
        return Mark(self.seq, version, went=not self.internal)


def _everything(change: Change, found: Touched) -> None:
    for kind in KINDS:
        _whole_kind(kind.name, change, found)


def _whole_kind(kind: str, change: Change, found: Touched) -> None:
    found.whole_kinds[kind] = change.mark().joined(found.whole_kinds.get(kind))


def _boards_of_subject(change: Change, found: Touched) -> None:
    round_id = change.subject_id
    found.boards_of[round_id] = change.mark().joined(found.boards_of.get(round_id))


def _boards_taken_back(change: Change, found: Touched) -> None:
    # The rounds of a knockout have no boards, and their older entries do not say so.
    for board in change.data.get("boards", ()):
        found.add("board", UUID(board["id"]), change.parting(board.get("version", 0)))
    # Absences that were part of the pairing are announced absences again.
    found.absences_of[change.subject_id] = change.mark()


def _numbers_moved(change: Change, found: Touched) -> None:
    """Where a number was given or taken: everybody from it on may have moved.

    Whoever moved then and has a smaller number now moved again later.
    """
    number = change.data.get("pairing_number")
    if isinstance(number, int):
        found.numbers_from[number] = change.mark().joined(found.numbers_from.get(number))


def _numbers_listed(change: Change, found: Touched) -> None:
    for item in change.data["numbers"]:
        found.add("entry", UUID(item["entry"]), change.mark())


def _round_count(change: Change, found: Touched) -> None:
    if "round_count" not in change.data:
        return
    _whole_kind("round", change, found)
    _whole_kind("entry", change, found)
    for removed in change.data.get("rounds_removed", ()):
        # They were planned: nobody else ever saw them.
        found.add("round", UUID(removed["id"]), change.mark(removed["version"]))


def _boards_hidden(change: Change, found: Touched) -> None:
    """A round is a draft again: its boards were public until then, whatever became of them."""
    for id in change.data["boards"]:
        found.add("board", UUID(id), change.parting(0))


def _boards_replaced(change: Change, found: Touched) -> None:
    """A draft was made anew by hand; nobody else ever saw the boards that it had."""
    for id in change.data["replaced"]:
        found.add("board", UUID(id), change.mark())


def _round_of_board(change: Change, found: Touched) -> None:
    """A game that is not played any more, or is again: the round's byes follow."""
    _whole_kind("round", change, found)


def _put_back(change: Change, found: Touched) -> None:
    """An earlier state came back: anything may have changed, and some of it went."""
    _everything(change, found)
    for kind, ids in change.data["removed"].items():
        for id in ids:
            # All of the public saw the entries; rounds and boards only if they were published.
            mark = change.parting(0) if kind == "entry" else change.mark()
            found.add(kind, UUID(id), mark)
    for kind, ids in change.data["withdrawn"].items():
        for id in ids:
            found.add(kind, UUID(id), change.parting(0))


BEYOND: dict[str, Callable[[Change, Touched], None]] = {
    "board.cancelled": _round_of_board,
    "board.restored": _round_of_board,
    "bracket.published": _everything,
    "bracket.qualified": _everything,
    "entries.renumbered": _numbers_listed,
    "numbers.drawn": _everything,
    "pairing_session.ended": _boards_replaced,
    "round.paired": _boards_of_subject,
    "round.published": _boards_of_subject,
    "round.unpaired": _boards_taken_back,
    "round.unpublished": _boards_hidden,
    "tournament.created": _everything,
    "tournament.divided": _everything,
    "tournament.imported": _everything,
    "tournament.restored": _put_back,
}
"""Type of change -> the rule for what it concerns beside its subject."""
BY_SUBJECT: dict[str, Callable[[Change, Touched], None]] = {
    "entry": _numbers_moved,
    "tournament": _round_count,
}
"""The same, whatever is done to the subject."""

TAKES_AWAY = frozenset({"board.cancelled", "entry.removed", "round.unpaired", "round.unpublished"})
"""Changes after which others than those who run the tournament no longer see the subject."""


def touched_between(reader: Reader, since: int, until: int) -> dict[tuple[str, UUID], Mark]:
    """Objects that the changes ``since < seq <= until`` concern, seen by the reader or not."""
    rows = ChangeLogEntry.objects.filter(
        tournament=reader.tournament, seq__gt=since, seq__lte=until
    ).values_list(*Change.__slots__)
    found = Touched()
    for row in rows.iterator(chunk_size=1000):
        change = Change(*row)
        if change.subject_type in RANKS:
            leaves = change.parting if change.type in TAKES_AWAY else change.mark
            found.add(change.subject_type, change.subject_id, leaves(change.subject_version))
        for rule in (BEYOND.get(change.type), BY_SUBJECT.get(change.subject_type)):
            if rule is not None:
                rule(change, found)
    _look_up(reader, found)
    return found.marks


def _look_up(reader: Reader, found: Touched) -> None:
    """Turn what was noted by rule into objects."""
    for kind in KINDS:
        if mark := found.whole_kinds.get(kind.name):
            for id in kind.rows(reader).values_list("pk", flat=True):
                found.add(kind.name, id, mark)
    if found.boards_of:
        boards = Board.objects.filter(round_id__in=found.boards_of)
        for id, round_id in boards.values_list("pk", "round_id"):
            found.add("board", id, found.boards_of[round_id])
    if found.absences_of and reader.sees_unpublished:
        _look_up_absences(reader, found)
    if found.numbers_from:
        _look_up_numbers(reader, found)


def _look_up_absences(reader: Reader, found: Touched) -> None:
    numbers = dict(
        Round.objects.filter(pk__in=found.absences_of).values_list("number", "pk"),
    )
    byes = RequestedBye.objects.filter(
        entry__tournament=reader.tournament, round_number__in=numbers
    )
    for entry_id, number in byes.values_list("entry_id", "round_number"):
        found.add("entry", entry_id, found.absences_of[numbers[number]])


def _look_up_numbers(reader: Reader, found: Touched) -> None:
    """Entries from each noted number on, every one with all the changes that reach it."""
    firsts = sorted(found.numbers_from)
    reaching = list(accumulate((found.numbers_from[first] for first in firsts), Mark.joined))
    entries = Entry.objects.filter(
        tournament=reader.tournament, pairing_number__gte=firsts[0]
    ).values_list("pk", "pairing_number")
    for id, number in entries:
        found.add("entry", id, reaching[bisect_right(firsts, number or 0) - 1])
