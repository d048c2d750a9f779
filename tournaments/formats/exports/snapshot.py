"""What everybody may see of a tournament, read once in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, Max, Prefetch, Sum

from tournaments.core.errors import NotFound
from tournaments.core.models import ChangeLogEntry
from tournaments.core.permissions import may
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse
from tournaments.events.models import KNOCKOUT_SYSTEM, Entry, Round, Tournament
from tournaments.events.querysets import PUBLISHED_STATUSES
from tournaments.knockouts.models import Game, Match
from tournaments.play.models import Board, Seat


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament with its entries and published rounds.

    ``entries`` by pairing number, those without one last; ``rounds`` are all
    rounds as they are announced; ``boards`` and ``byes`` are by round id and
    hold nothing of an unpublished round.  ``games`` are those of a knockout
    whose draw the reader may see.  ``runs_it``: the reader runs the
    tournament and may have personal data.
    """

    tournament: Tournament
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    boards: dict[UUID, list[Board]]
    byes: dict[UUID, list[Seat]]
    games: tuple[Game, ...]
    runs_it: bool

    @property
    def published(self) -> tuple[Round, ...]:
        """Published rounds in order."""
        return tuple(round for round in self.rounds if round.is_published)

    def birth(self, entry: Entry) -> str:
        """``YYYY-MM-DD`` for those who run the tournament, the year for everybody else."""
        birth = entry.player.birth
        return birth if self.runs_it else birth[:4]


def snapshot(
    principal: Principal, tournament_id: UUID, *, round_number: int | None = None
) -> Snapshot:
    """The tournament as the principal may export it, or one published round of it.

    Raises ``NotFound("tournament.not_found" | "round.not_found")``.
    """
    seen = Tournament.objects.visible_to(principal).select_related("event__club")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    rounds = list(tournament.rounds.order_by("number"))
    if round_number is not None:
        wanted = [each for each in rounds if each.number == round_number and each.is_published]
        if not wanted:
            raise NotFound("round.not_found", number=round_number)
        rounds = wanted
    published = [round.pk for round in rounds if round.status in PUBLISHED_STATUSES]
    entries = (
        tournament.entries.select_related("player")
        .prefetch_related("player__national_ids")
        .order_by(F("pairing_number").asc(nulls_last=True), "name", "id")
    )
    return Snapshot(
        tournament=tournament,
        entries=tuple(entries),
        rounds=tuple(rounds),
        boards=_boards(published),
        byes=_byes(published),
        games=_games(principal, tournament),
        runs_it=may(principal, "events.see_unpublished", tournament),
    )


def state_of(principal: Principal, tournament_id: UUID) -> tuple[Any, ...]:
    """What decides the content of every export, for a tag, in a few small queries.

    Only changes that the principal may see count, so that a tag does not tell
    of a draft; the announced days and times, which files hold also of rounds
    to come, count by themselves.  Raises ``NotFound("tournament.not_found")``.
    """
    seen = Tournament.objects.visible_to(principal).select_related("event")
    tournament = get_or_refuse(seen, "tournament.not_found", pk=tournament_id)
    changes = ChangeLogEntry.objects.visible_to(principal).filter(tournament=tournament)
    last = changes.aggregate(last=Max("seq"))["last"]
    players = tournament.entries.aggregate(versions=Sum("player__version"))["versions"]
    rounds = tournament.rounds.order_by("number").values_list("number", "day", "starts_at")
    runs_it = may(principal, "events.see_unpublished", tournament)
    return (str(tournament.pk), last, players, tournament.event.version, runs_it, tuple(rounds))


def _boards(rounds: list[UUID]) -> dict[UUID, list[Board]]:
    found: dict[UUID, list[Board]] = defaultdict(list)
    seats = Prefetch("seats", Seat.objects.select_related("entry__player"))
    rows = Board.objects.filter(round_id__in=rounds).prefetch_related(seats)
    for board in rows.order_by("round__number", "number"):
        found[board.round_id].append(board)
    return found


def _games(principal: Principal, tournament: Tournament) -> tuple[Game, ...]:
    if tournament.system != KNOCKOUT_SYSTEM:
        return ()
    matches = Match.objects.visible_to(principal).filter(bracket__tournament=tournament)
    rows = Game.objects.filter(match__in=matches).select_related("match", "white", "black")
    return tuple(rows.order_by("match__id", "stage", "number"))


def _byes(rounds: list[UUID]) -> dict[UUID, list[Seat]]:
    found: dict[UUID, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(round_id__in=rounds, board=None).select_related("entry")
    for seat in rows.order_by("round__number", "entry__pairing_number", "id"):
        found[seat.round_id].append(seat)
    return found
