"""Entering many players at once: from the registry, from an earlier event, from a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import get_or_refuse, validate
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.players.merging import survivors_of
from tournaments.players.models import Player
from tournaments.schedules.guards import require_place_in_table

from ..access import last_paired_round, locked_tournament, require_open
from ..models import Entry, EntryStatus, Tournament
from ..numbering import give_numbers, is_awaited
from .entries import MANAGE, EntryFields, log_added, new_entry, rating_for, round_to_come

MOST = 2000
BATCH = 500

Newcomer = tuple[Player, EntryFields]
"""A registered player, and what the entry says otherwise than the registry."""


@transaction.atomic
def enter_players(
    *,
    actor: Principal,
    tournament_id: UUID,
    player_ids: Sequence[UUID],
    from_round: int | None = None,
) -> list[Entry]:
    """Enter players of the registry, all or none (arbiters).

    Raises what :func:`~.entries.add_entry` raises, ``Conflict("entry.exist")``
    with those who are entered already, and ``Invalid("player.unknown" |
    "entry.repeated" | "entry.too_many")``.
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    require_open(tournament)
    _require_distinct(player_ids)
    rows = Player.objects.visible_to(actor).current().filter(pk__in=player_ids)
    found = {row.pk: row for row in rows.prefetch_related("ratings")}
    unknown = [str(pk) for pk in player_ids if pk not in found]
    if unknown:
        raise Invalid("player.unknown", players=unknown)
    take_restore_point(actor, tournament, Occasion.ENTRIES)
    newcomers: list[Newcomer] = [(found[pk], {}) for pk in player_ids]
    return enter_many(actor, tournament, newcomers, from_round)


@transaction.atomic
def enter_from_tournament(
    *,
    actor: Principal,
    tournament_id: UUID,
    source_id: UUID,
    entry_ids: Sequence[UUID] | None = None,
    from_round: int | None = None,
) -> list[Entry]:
    """Enter who played in an earlier tournament (arbiters).

    ``entry_ids`` chooses, and then it is all or none; without it everybody
    comes who had not withdrawn and is not entered yet.  Name, title, federation
    and rating are the registry's of today (the rating of then if it has none),
    the club is the one of then, and starting ranks are new.  Raises what
    :func:`enter_players` raises, and ``Invalid("entry.unknown")``.
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    require_open(tournament)
    seen = Tournament.objects.visible_to(actor)
    source = get_or_refuse(seen, "tournament.not_found", pk=source_id)
    chosen = _chosen(source, entry_ids)
    survivors = survivors_of(entry.player_id for entry in chosen)
    wanted = {entry.pk: survivors.get(entry.player_id, entry.player_id) for entry in chosen}
    known = set(tournament.entries.values_list("player_id", flat=True))
    if entry_ids is None:
        chosen = [entry for entry in chosen if wanted[entry.pk] not in known]
    _require_distinct([wanted[entry.pk] for entry in chosen])
    # Who plays in a tournament that one sees may be entered, whoever's registry he is in.
    players = {
        row.pk: row
        for row in Player.objects.filter(pk__in=wanted.values()).prefetch_related("ratings")
    }
    take_restore_point(actor, tournament, Occasion.ENTRIES, source.name[:120])
    newcomers = [_as_then(tournament, entry, players[wanted[entry.pk]]) for entry in chosen]
    return enter_many(actor, tournament, newcomers, from_round)


def enter_many(
    actor: Principal,
    tournament: Tournament,
    newcomers: Sequence[Newcomer],
    from_round: int | None = None,
) -> list[Entry]:
    """Enter all of them; the caller holds the lock and has checked that they are distinct.

    Numbers are those that entering one after the other would give.
    """
    known = set(
        tournament.entries.filter(player__in=[player for player, _ in newcomers]).values_list(
            "player_id", flat=True
        )
    )
    if known:
        raise Conflict("entry.exist", players=[p.name for p, _ in newcomers if p.pk in known])
    if not newcomers:
        return []
    require_place_in_table(tournament, from_round or 1)
    first = round_to_come(tournament, from_round)
    entries = [new_entry(tournament, player, first, fields) for player, fields in newcomers]
    for entry in entries:
        # What is unique has been looked at for all of them.
        validate(entry, exclude=("tournament", "player"))
    is_next = first == last_paired_round(tournament) + 1
    numbered = [each for each in entries if is_next and not is_awaited(tournament, each)]
    give_numbers(tournament, numbered)
    Entry.objects.bulk_create(entries, batch_size=BATCH)
    for entry in entries:
        log_added(actor, entry)
    return entries


def _require_distinct(player_ids: Sequence[UUID]) -> None:
    if len(player_ids) > MOST:
        raise Invalid("entry.too_many", entries=len(player_ids), limit=MOST)
    repeated = sorted(str(pk) for pk, count in Counter(player_ids).items() if count > 1)
    if repeated:
        raise Invalid("entry.repeated", players=repeated)


def _chosen(source: Tournament, entry_ids: Sequence[UUID] | None) -> list[Entry]:
    rows = source.entries.order_by("pairing_number", "id")
    if entry_ids is None:
        return list(rows.exclude(status=EntryStatus.WITHDRAWN))
    found = {entry.pk: entry for entry in rows.filter(pk__in=entry_ids)}
    unknown = [str(pk) for pk in entry_ids if pk not in found]
    if unknown:
        raise Invalid("entry.unknown", entries=unknown)
    return [found[pk] for pk in entry_ids]


def _as_then(tournament: Tournament, entry: Entry, player: Player) -> Newcomer:
    fields: EntryFields = {"club_name": entry.club_name}
    if rating_for(tournament, player) is None and entry.rating is not None:
        fields["rating"] = entry.rating
    return player, fields
