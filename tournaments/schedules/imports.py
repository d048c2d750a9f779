"""Storing what a report file says of a schedule: settings, teams, the draw, who has left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pairing.record import TournamentRecord
from pairing.systems import SYSTEMS
from tournaments.core.clock import now
from tournaments.events.models import Entry, EntryStatus, Tournament
from tournaments.play.record import build_record

from .models import CancelledGame, Draw, DrawMethod, ScheduleSettings, Team, TeamMember
from .notes import ScheduleNote
from .options import is_drawn, is_for_teams, is_predetermined, updated_settings
from .proposals import groups_of
from .rounds import schedule_of

Entries = Mapping[int, Entry]


@dataclass(frozen=True, slots=True)
class Layout:
    """How the rounds of a file are laid out.

    ``order`` has the pairs of each round in the order of the table, smaller
    number first (empty: by scores), ``groups`` the group of each number where
    the field is divided, group by group.
    """

    order: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    groups: Mapping[int, str] = field(default_factory=dict)

    def arranged(self, number: int, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Pairs of a round in the order of the table; those it does not have keep theirs."""
        table = {pair: place for place, pair in enumerate(self.order.get(number, ()))}
        names = {name: place for place, name in enumerate(dict.fromkeys(self.groups.values()))}

        def key(pair: tuple[int, int]) -> tuple[int, int]:
            group = names.get(self.groups.get(pair[0], ""), 0)
            return group, table.get((min(pair), max(pair)), len(table))

        return sorted(pairs, key=key)


def store_schedule(
    tournament: Tournament, record: TournamentRecord, note: ScheduleNote | None, entries: Entries
) -> Layout:
    """Write settings, teams, draw and departures; the entries are stored already.

    A file that names no schedule leaves the tournament without any.
    """
    for model in (ScheduleSettings, Draw, Team):
        model._default_manager.filter(tournament=tournament).delete()
    if note is None:
        return Layout()
    settings = updated_settings(tournament, None, note.settings)
    if settings is not None:
        settings.tournament = tournament
        settings.save()
    teams = _store_teams(tournament, record, entries)
    _store_departures(note, entries)
    if not is_drawn(tournament):
        return Layout()
    ordered = [str(entries[number].pk) for number in sorted(entries)]
    Draw(
        tournament=tournament,
        method=DrawMethod.IMPORTED,
        toss_seed=note.toss_seed,
        rounds=tournament.round_count,
        order=[str(team.pk) for team in teams] if is_for_teams(tournament) else ordered,
        groups=[[str(entries[number].pk) for number in group] for group in note.groups],
        drawn_at=now(),
    ).save()
    return layout_of(tournament)


def layout_of(tournament: Tournament) -> Layout:
    """Boards of every round by the table, and the groups of a divided field."""
    if not is_predetermined(tournament):
        return Layout()
    record = build_record(tournament, through_round=0)
    whole = schedule_of(tournament, record)
    return Layout(
        order={
            pairing.round: tuple(
                (min(board.white, board.black), max(board.white, board.black))
                for board in pairing.boards
                if board.black is not None
            )
            for pairing in whole.rounds
        },
        groups=groups_of(tournament, record),
    )


def note_missing(tournament: Tournament, record: TournamentRecord, entries: Entries) -> None:
    """Keep the boards that are not in the file because somebody has left, so that they come back.

    The rounds are stored already.
    """
    if not is_predetermined(tournament) or not _gone(entries):
        return
    whole = schedule_of(tournament, build_record(tournament, through_round=0))
    rounds = {round.number: round for round in tournament.rounds.all()}
    gone = _gone(entries)
    groups = groups_of(tournament, record)
    missing: list[CancelledGame] = []
    for number in range(1, record.completed + 1):
        there = {frozenset(pair) for pair in record.boards(number)}
        next_board = len(there) + 1
        for board in whole.rounds[number - 1].boards:
            players = {board.white, board.black}
            if players in there or not players & gone.keys():
                continue
            rest = board.black is None
            if rest and number < gone[board.white]:
                continue
            missing.append(
                CancelledGame(
                    round=rounds[number],
                    number=0 if rest else next_board,
                    white=entries[board.white],
                    black=entries[board.black] if board.black is not None else None,
                    group=groups.get(board.white, "") if rest else "",
                )
            )
            next_board += not rest
    CancelledGame.objects.bulk_create(missing)


def _gone(entries: Entries) -> dict[int, int]:
    """Number of everybody who has left -> the first round without him."""
    return {
        number: entry.status_from_round
        for number, entry in entries.items()
        if entry.status == EntryStatus.WITHDRAWN
    }


def _store_teams(tournament: Tournament, record: TournamentRecord, entries: Entries) -> list[Team]:
    chosen = SYSTEMS.get(tournament.system)
    if record.team_event is None or chosen is None or not chosen.teams:
        return []
    found = []
    for each in sorted(record.team_event.teams, key=lambda team: team.number):
        team = Team(
            tournament=tournament, number=each.number, name=each.name, nickname=each.nickname
        )
        team.save()
        TeamMember.objects.bulk_create(
            TeamMember(team=team, entry=entries[number], board=board)
            for board, number in enumerate(each.players, start=1)
        )
        found.append(team)
    return found


def _store_departures(note: ScheduleNote, entries: Entries) -> None:
    left = [(entries[number], first) for number, first in note.withdrawn if number in entries]
    for entry, first in left:
        entry.status, entry.status_from_round = EntryStatus.WITHDRAWN, first
    Entry.objects.bulk_update([entry for entry, _ in left], ["status", "status_from_round"])
