"""The whole schedule of an event from its record: one function for each system.

Seats are the participants in the order of the record, so the starting numbers
must have been drawn, and the participants numbered by them, before.  How often
the table is played follows from ``record.rounds``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..draws import Draws
from ..errors import RecordError
from ..options import LAST_QUAD_SWISS
from ..proposal import BoardPairing, RoundPairing
from ..record import Team, TournamentRecord
from . import teams as team_play
from .berger import berger, colour_notices, games_of, rounds_of
from .crenshaw import crenshaw, quad
from .cycles import AS_IT_IS, PLAIN, SWAPPED, Join, Repeated, repeated
from .groups import MOST_GROUPS, group_name
from .quads import LARGEST_GROUP, SMALLEST_GROUP, quad_sizes, split
from .scheveningen import joins, scheveningen, table_name
from .skalitzka import skalitzka
from .tables import Notice, Round, Table, as_pairings, check_size, merged, renumbered

QUAD_ROUNDS = 3
SKALITZKA_ROUNDS = 2
SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class Group:
    """Who plays among themselves, in the order of their seats, and by which table."""

    name: str
    numbers: tuple[int, ...]
    table: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """Every round of an event that does not depend on results.

    ``rounds`` lists boards in the order of the table, those who rest last.
    ``groups`` has one entry (without a name) unless the field is divided; a
    group whose table is ``swiss`` has no boards here.  ``pairs`` is how many
    different pairs are meant to meet (for :func:`.tables.self_check`).
    ``notices`` give the reasons for what may look odd.  ``by_matches``: teams
    meet as teams, which is what counts when one of them leaves.
    """

    rounds: tuple[RoundPairing, ...]
    groups: tuple[Group, ...]
    pairs: int
    notices: tuple[Notice, ...] = ()
    by_matches: bool = False


def cycles_of(rounds: int, per_cycle: int) -> int:
    """How often a table is played; raises ``RecordError("schedule.rounds_impossible")``."""
    if rounds < per_cycle or rounds % per_cycle:
        raise RecordError("schedule.rounds_impossible", rounds=rounds, per_cycle=per_cycle)
    return rounds // per_cycle


def _require_one_cycle(cycles: int) -> None:
    if cycles != 1:
        raise RecordError("schedule.one_cycle_only", cycles=cycles)


def numbers_of(record: TournamentRecord) -> tuple[int, ...]:
    """Pairing numbers in the order of the seats."""
    return tuple(person.number for person in record.participants)


def swap_choices(record: TournamentRecord) -> tuple[Join, ...]:
    """What may be done at the joins of Berger cycles: FIDE's exchange unless it is switched off."""
    swap = record.schedule.swap_last_rounds
    if swap is None:
        swap = not record.system.upper().startswith("BERGER_")
    return SWAPPED if swap else PLAIN


# ------------------------------------------------------------------- round robins


def round_robin(record: TournamentRecord) -> Schedule:
    """Berger tables, once or more often (C.05 Annex 1).

    Raises ``RecordError`` (``schedule.size_out_of_range``, ``schedule.rounds_impossible``).
    """
    numbers = numbers_of(record)
    base = renumbered(berger(len(numbers)), numbers)
    cycles = cycles_of(record.rounds, len(base))
    return _of_one_group(repeated(base, cycles, swap_choices(record)), numbers, "berger")


def round_robin_rounds(record: TournamentRecord, cycles: int) -> int:
    """Rounds of ``cycles`` cycles for everybody in the record."""
    return cycles * rounds_of(len(record.participants))


def round_robin_type(record: TournamentRecord) -> str:
    """The type code of TRF26 (192) that says how the event is played."""
    return _berger_type(record, len(record.participants), "")


def _berger_type(record: TournamentRecord, size: int, team: str) -> str:
    """With the exchange at the joins FIDE's code; it has none for more than two cycles.

    Rounds that are no whole cycles (the field may not be complete yet) make
    the event a custom one.
    """
    cycles, rest = divmod(record.rounds, rounds_of(size)) if size > 1 else (0, 0)
    exchanged = size > 2 and swap_choices(record) != PLAIN
    if cycles < 1 or rest or (cycles > 2 and exchanged):
        return f"CUSTOM_{team}ROUNDROBIN"
    if cycles == 1:
        return f"BERGER_{team}ROUNDROBIN"
    if cycles == 2:
        return f"{'FIDE' if exchanged else 'BERGER'}_{team}DOUBLEROUNDROBIN"
    return f"BERGER_{team}ROUNDROBIN_G{cycles}"


def crenshaw_berger(record: TournamentRecord) -> Schedule:
    """Crenshaw-Berger tables; further cycles with reversed colours, first two rounds exchanged
    where that prevents three equal colours.

    Raises as :func:`round_robin`.
    """
    numbers = numbers_of(record)
    name, table, notices = crenshaw(len(numbers), toss(record))
    return _reversed_order(record, numbers, name, table, notices)


def berger_reversed(record: TournamentRecord) -> Schedule:
    """The Berger tables with the rounds from last to first.  Raises as :func:`round_robin`."""
    numbers = numbers_of(record)
    table = berger(len(numbers))[::-1]
    return _reversed_order(record, numbers, "berger-reversed", table, ())


def _reversed_order(
    record: TournamentRecord,
    numbers: Sequence[int],
    name: str,
    table: Table,
    notices: tuple[Notice, ...],
) -> Schedule:
    choices = PLAIN if swap_choices(record) == PLAIN else (AS_IT_IS, Join(first_two=True))
    base = renumbered(table, numbers)
    played = repeated(base, cycles_of(record.rounds, len(base)), choices)
    return _of_one_group(played, numbers, name, notices)


def toss(record: TournamentRecord) -> Draws | None:
    """The announced lot for colours left to a toss."""
    seed = record.schedule.toss_seed
    return None if seed is None else Draws(random.Random(seed))


def _of_one_group(
    played: Repeated, numbers: Sequence[int], table: str, notices: tuple[Notice, ...] = ()
) -> Schedule:
    reasons = (*notices, *played.notices, *colour_notices(played.table))
    group = Group("", tuple(numbers), table)
    return Schedule(as_pairings(played.table), (group,), games_of(len(numbers)), reasons)


# ------------------------------------------------------------------------- groups


def quads(record: TournamentRecord) -> Schedule:
    """Groups of four in the order of the list, the last one of four to seven.

    Raises ``RecordError`` (``schedule.size_out_of_range``,
    ``schedule.rounds_impossible``, ``groups.not_a_partition``).
    """
    drawn = toss(record)
    parts: list[Table] = []
    groups: list[Group] = []
    for index, members in enumerate(quad_groups(record)):
        name, table = _quad_table(record, len(members), drawn)
        if name != SWISS:
            parts.append(renumbered(table, members))
        groups.append(Group(f"{index + 1}", members, name))
    needed = quads_rounds(record, 1)
    if record.rounds != needed:
        raise RecordError("schedule.rounds_impossible", rounds=record.rounds, per_cycle=needed)
    table = merged(parts)
    table = (*table, *((),) * (needed - len(table)))
    return Schedule(
        as_pairings(table),
        tuple(groups),
        sum(games_of(len(group.numbers)) for group in groups if group.table != SWISS),
        (*_swiss_notices(groups), *colour_notices(table)),
    )


def _swiss_notices(groups: Iterable[Group]) -> Iterator[Notice]:
    for group in groups:
        if group.table == SWISS:
            params = {"group": group.name, "players": len(group.numbers)}
            yield "schedule.last_group_swiss", params


def quad_groups(record: TournamentRecord) -> tuple[tuple[int, ...], ...]:
    """Members of each quad: as announced, else by the order of the list."""
    numbers = numbers_of(record)
    if record.schedule.groups:
        for members in record.schedule.groups:
            check_size(len(members), SMALLEST_GROUP, LARGEST_GROUP, "players of a quad")
        return _checked(record, record.schedule.groups)
    return split(numbers, quad_sizes(len(numbers), avoid_seven=record.schedule.avoid_seven))


def quads_rounds(record: TournamentRecord, cycles: int) -> int:
    """Three rounds, or as many as the largest group needs; once only."""
    _require_one_cycle(cycles)
    largest = max(len(members) for members in quad_groups(record))
    plays_swiss = record.schedule.last_quad == LAST_QUAD_SWISS
    return QUAD_ROUNDS if plays_swiss else rounds_of(largest)


def _quad_table(record: TournamentRecord, size: int, drawn: Draws | None) -> tuple[str, Table]:
    if size == 4:
        return "crenshaw-4", quad(drawn)
    if record.schedule.last_quad == LAST_QUAD_SWISS:
        return SWISS, ()
    return "berger", berger(size)


def groups(record: TournamentRecord) -> Schedule:
    """Each announced group plays its own round robin, once or more often, all at the same time.

    Raises ``RecordError`` (``groups.not_drawn``, ``groups.not_a_partition``,
    ``schedule.size_out_of_range``, ``schedule.rounds_impossible``).
    """
    drawn = _drawn(record)
    cycles = cycles_of(record.rounds, groups_rounds(record, 1))
    parts: list[Table] = []
    notices: list[Notice] = []
    for members in drawn:
        base = renumbered(berger(len(members)), members)
        played = repeated(base, cycles, swap_choices(record))
        parts.append(played.table)
        notices.extend(played.notices)
    table = merged(parts)
    named = tuple(
        Group(group_name(index), members, "berger") for index, members in enumerate(drawn)
    )
    pairs = sum(games_of(len(members)) for members in drawn)
    reasons = (*_joined_notices(notices), *colour_notices(table))
    return Schedule(as_pairings(table), named, pairs, reasons)


def _joined_notices(notices: Iterable[Notice]) -> list[Notice]:
    """The same reason given for several groups, once for the players of all of them."""
    joined: list[Notice] = []
    for code, params in notices:
        rest = {name: value for name, value in params.items() if name != "players"}
        for known, other in joined:
            if known == code and rest == {n: v for n, v in other.items() if n != "players"}:
                other["players"] = [*other.get("players", ()), *params.get("players", ())]
                break
        else:
            joined.append((code, dict(params)))
    return joined


def groups_rounds(record: TournamentRecord, cycles: int) -> int:
    """As many as the largest group needs."""
    return cycles * max(rounds_of(len(members)) for members in _drawn(record))


def _drawn(record: TournamentRecord) -> tuple[tuple[int, ...], ...]:
    if not record.schedule.groups:
        raise RecordError("groups.not_drawn")
    check_size(len(record.schedule.groups), 1, MOST_GROUPS, "groups")
    return _checked(record, record.schedule.groups)


def _checked(
    record: TournamentRecord, drawn: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """The groups, if everybody is in exactly one of them."""
    members = sorted(number for group in drawn for number in group)
    if members != sorted(numbers_of(record)):
        missing = sorted(set(numbers_of(record)) - set(members))
        raise RecordError("groups.not_a_partition", missing=missing)
    return drawn


# -------------------------------------------------------------------------- teams


def scheveningen_match(record: TournamentRecord) -> Schedule:
    """Two teams of n, everybody against everybody of the other side, once or more often.

    Raises ``RecordError`` (``schedule.no_teams``, ``schedule.team_count``,
    ``schedule.team_sizes``, ``schedule.size_out_of_range``, ``schedule.rounds_impossible``).
    """
    sides = team_play.equal_teams(record, 2)
    size = len(sides[0].players)
    numbers = team_play.seats(sides)
    base = renumbered(scheveningen(size), numbers)
    choices = PLAIN if swap_choices(record) == PLAIN else joins(size)
    played = repeated(base, cycles_of(record.rounds, size), choices)
    return _of_teams(played.table, sides, table_name(size), size * size, played.notices)


def scheveningen_rounds(record: TournamentRecord, cycles: int) -> int:
    """One round for each player of a side and cycle."""
    return cycles * len(team_play.equal_teams(record, 2)[0].players)


def scheveningen_type(record: TournamentRecord) -> str:
    """The type code of TRF26 (192); a custom one for rounds that are no whole cycles."""
    sides = record.team_event.teams if record.team_event else ()
    size = len(sides[0].players) if sides else 0
    cycles, rest = divmod(record.rounds, size) if size else (0, 0)
    if cycles < 1 or rest:
        return "CUSTOM_SCHEVENINGEN"
    codes = {1: "FIDE_SCHEVENINGEN", 2: "FIDE_DOUBLESCHEVENINGEN"}
    return codes.get(cycles, f"FIDE_SCHEVENINGEN_G{cycles}")


def skalitzka_match(record: TournamentRecord) -> Schedule:
    """Three teams at once, in two rounds: capitals, small letters, figures in the record's order.

    Raises ``RecordError`` (``schedule.no_teams``, ``schedule.team_count``,
    ``schedule.team_sizes``, ``schedule.size_out_of_range``, ``schedule.rounds_impossible``).
    """
    sides = team_play.equal_teams(record, 3)
    if record.rounds != SKALITZKA_ROUNDS:
        raise RecordError(
            "schedule.rounds_impossible", rounds=record.rounds, per_cycle=SKALITZKA_ROUNDS
        )
    size = len(sides[0].players)
    table, notices = skalitzka(size)
    table = renumbered(table, team_play.seats(sides))
    return _of_teams(table, sides, "skalitzka", 3 * (size - size % 2), notices)


def skalitzka_rounds(record: TournamentRecord, cycles: int) -> int:
    """Two, once only."""
    _require_one_cycle(cycles)
    return SKALITZKA_ROUNDS


def team_round_robin(record: TournamentRecord) -> Schedule:
    """Teams by Berger tables, board against board; two teams play a match of any length.

    The boards of a match follow each other, the matches in the order of the
    table.  Raises ``RecordError`` (``schedule.no_teams``,
    ``schedule.size_out_of_range``, ``schedule.rounds_impossible``).
    """
    sides = {team.number: team for team in team_play.event_of(record).teams}
    base = renumbered(berger(len(sides)), tuple(sides))
    played = repeated(base, cycles_of(record.rounds, len(base)), swap_choices(record))
    rounds = tuple(
        _team_round(record, number, sides, matches)
        for number, matches in enumerate(played.table, start=1)
    )
    pairs = games_of(len(sides)) * team_play.board_count(record)
    return Schedule(
        rounds, _sides(sides.values(), "berger"), pairs, played.notices, by_matches=True
    )


def team_round_robin_rounds(record: TournamentRecord, cycles: int) -> int:
    """Rounds of ``cycles`` cycles for all teams."""
    return cycles * rounds_of(len(team_play.event_of(record).teams))


def team_round_robin_type(record: TournamentRecord) -> str:
    """The type code of TRF26 (192)."""
    teams = record.team_event.teams if record.team_event else ()
    return _berger_type(record, len(teams), "TEAM_")


def _team_round(
    record: TournamentRecord, number: int, sides: Mapping[int, Team], matches: Round
) -> RoundPairing:
    boards: list[BoardPairing] = []
    notices: list[Notice] = []
    for first, second in matches:
        if second is None:
            notices.append(("schedule.team_rests", {"round": number, "team": first}))
            continue
        paired, empty = team_play.match_boards(record, number, sides[first], sides[second])
        boards.extend(BoardPairing(white, black) for white, black in paired)
        notices.extend(empty)
    return RoundPairing(number, tuple(boards), tuple(notices))


def _of_teams(
    table: Table, sides: Iterable[Team], name: str, pairs: int, notices: tuple[Notice, ...]
) -> Schedule:
    reasons = (*notices, *colour_notices(table))
    return Schedule(as_pairings(table), _sides(sides, name), pairs, reasons)


def _sides(sides: Iterable[Team], table: str) -> tuple[Group, ...]:
    return tuple(Group(side.name, side.players, table) for side in sides)
