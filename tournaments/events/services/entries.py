"""Writes of entries: who plays, with which number, from and until which round.

Common refusals: ``NotFound``, ``Forbidden("permission.denied")``,
``Stale("entry.stale")``, ``Conflict("tournament.closed")``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import Count

from tournaments.core.errors import Conflict, Invalid
from tournaments.core.principal import Principal
from tournaments.core.writing import (
    append_change,
    apply,
    get_or_refuse,
    require_version,
    save_changes,
    validate,
)
from tournaments.history.models import Occasion
from tournaments.history.points import take_restore_point
from tournaments.players.merging import require_not_merged
from tournaments.players.models import Player, RatingKind
from tournaments.schedules.guards import require_place_in_table
from tournaments.schedules.options import is_predetermined
from tournaments.schedules.services.departures import return_to_table, withdraw_from_table

from ..access import (
    last_paired_round,
    locked_entry,
    locked_tournament,
    require_open,
    require_outside_bracket,
)
from ..models import Entry, EntryStatus, Tournament
from ..numbering import (
    close_gap,
    give_number,
    is_awaited,
    numbered,
    require_numbers_open,
    strength_key,
    write_numbers,
)

MANAGE = "events.manage_entries"


class EntryFields(TypedDict, total=False):
    """What may be corrected in an entry."""

    name: str
    title: str
    federation: str
    club_name: str
    rating: int | None
    byes_allowed: bool


@transaction.atomic
def add_entry(
    *,
    actor: Principal,
    tournament_id: UUID,
    player_id: UUID,
    from_round: int | None = None,
    **overrides: Unpack[EntryFields],
) -> Entry:
    """Enter a player (arbiters).

    Name, title, federation and rating are taken from the registry unless given.
    ``from_round`` is the first round the player takes part in, by default the
    next one to be paired; who comes later than that gets a pairing number only
    when that round is paired (C.04.2 2.4), and where there is a check-in, when
    he has checked in.  Raises
    ``Conflict("entry.exists" | "entry.round_already_paired" | "tournament.no_rounds_left" |
    "schedule.field_closed")`` and ``Invalid("entry.invalid" | "round.out_of_range")``.
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    require_open(tournament)
    player = get_or_refuse(Player.objects.visible_to(actor), "player.not_found", pk=player_id)
    require_not_merged(player)
    if Entry.objects.filter(tournament=tournament, player=player).exists():
        raise Conflict("entry.exists", player=str(player.pk))
    require_place_in_table(tournament, from_round or 1)
    first = round_to_come(tournament, from_round)
    entry = new_entry(tournament, player, first, overrides)
    validate(entry)
    if first == last_paired_round(tournament) + 1 and not is_awaited(tournament, entry):
        give_number(tournament, entry)
    entry.save()
    log_added(actor, entry)
    return entry


def new_entry(tournament: Tournament, player: Player, first: int, overrides: EntryFields) -> Entry:
    """An entry as the registry has the player, but for what is said otherwise; not saved."""
    entry = Entry(
        tournament=tournament,
        player=player,
        entered_from_round=first,
        name=player.name,
        title=player.title,
        federation=player.federation,
        rating=rating_for(tournament, player),
    )
    apply(entry, dict(overrides))
    return entry


def log_added(actor: Principal, entry: Entry) -> None:
    """Note in the log that somebody was entered."""
    player = str(entry.player_id)
    _log("entry.added", actor, entry, player=player, pairing_number=entry.pairing_number)


@transaction.atomic
def update_entry(
    *,
    actor: Principal,
    entry_id: UUID,
    expected_version: int | None = None,
    **changes: Unpack[EntryFields],
) -> Entry:
    """Correct an entry (arbiters).

    Numbers do not follow by themselves: :func:`assign_pairing_numbers` does
    that, as long as round 4 is not paired (C.04.2 2.3).
    """
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_version(entry, expected_version)
    require_open(tournament)
    changed = apply(entry, dict(changes))
    if changed:
        validate(entry)
        save_changes(entry, changed)
        _log("entry.updated", actor, entry, **changed)
    return entry


@transaction.atomic
def withdraw_entry(
    *,
    actor: Principal,
    entry_id: UUID,
    from_round: int | None = None,
    expected_version: int | None = None,
) -> Entry:
    """Take an entry out of the pairings from a round on, by default the next one (C.04.2 3.2).

    Raises ``Conflict("entry.withdrawn" | "entry.round_already_paired" |
    "tournament.no_rounds_left" | "entry.in_bracket")`` and ``Invalid("round.out_of_range")``;
    where there is a table, what
    :func:`~tournaments.schedules.services.departures.withdraw_from_table` raises.
    """
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_version(entry, expected_version)
    require_open(tournament)
    require_outside_bracket(entry)
    if entry.status == EntryStatus.WITHDRAWN:
        raise Conflict("entry.withdrawn", from_round=entry.status_from_round)
    if is_predetermined(tournament):
        return withdraw_from_table(actor, tournament, entry, from_round)
    first = round_to_come(tournament, from_round)
    entry.requested_byes.filter(round_number__gte=first).delete()
    _set_status(entry, EntryStatus.WITHDRAWN, first)
    _log("entry.withdrawn", actor, entry, from_round=first)
    return entry


@transaction.atomic
def return_entry(
    *,
    actor: Principal,
    entry_id: UUID,
    from_round: int | None = None,
    expected_version: int | None = None,
) -> Entry:
    """Let a withdrawn entry play again from a round on, by default the next one.

    A withdrawal that has not taken effect yet is cancelled by it.  Raises
    ``Conflict("entry.not_withdrawn" | "entry.withdrawal_not_in_effect" | "entry.in_bracket")``;
    where there is a table, what
    :func:`~tournaments.schedules.services.departures.return_to_table` raises.
    """
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_version(entry, expected_version)
    require_open(tournament)
    require_outside_bracket(entry)
    if entry.status != EntryStatus.WITHDRAWN:
        raise Conflict("entry.not_withdrawn")
    if is_predetermined(tournament):
        return return_to_table(actor, tournament, entry, from_round)
    first = round_to_come(tournament, from_round)
    if entry.status_from_round > last_paired_round(tournament) + 1:
        if first > entry.status_from_round:
            raise Conflict("entry.withdrawal_not_in_effect", from_round=entry.status_from_round)
        first = 1
    _set_status(entry, EntryStatus.ACTIVE, first)
    _log("entry.returned", actor, entry, from_round=first)
    return entry


@transaction.atomic
def remove_entry(*, actor: Principal, entry_id: UUID, expected_version: int | None = None) -> None:
    """Delete an entry that has not been in any paired round; others move up.

    Raises ``Conflict("entry.in_use", reason="rounds" | "settings")`` and
    ``Conflict("entry.numbers_frozen")``.
    """
    entry, tournament = locked_entry(actor, entry_id, MANAGE)
    require_version(entry, expected_version)
    require_open(tournament)
    if entry.seats.exists() or entry.entrants.exists():
        raise Conflict("entry.in_use", reason="rounds")
    if _named_in_settings(tournament, entry):
        raise Conflict("entry.in_use", reason="settings")
    number = entry.pairing_number
    if number is not None:
        require_numbers_open(tournament)
    entry.version += 1
    _log("entry.removed", actor, entry, player=str(entry.player_id), pairing_number=number)
    _drop_from_manual_order(actor, tournament, entry)
    entry.delete()
    alone = tournament.prohibited_pairings.annotate(size=Count("memberships")).filter(size__lt=2)
    tournament.prohibited_pairings.filter(pk__in=alone.values("pk")).delete()
    if number is not None:
        close_gap(tournament, number)


@transaction.atomic
def assign_pairing_numbers(*, actor: Principal, tournament_id: UUID) -> list[Entry]:
    """Number all entries that have arrived by strength (C.04.2 2.2).

    Returns those whose number changed.  Raises ``Conflict("entry.numbers_frozen")``
    once round 4 has been paired (2.3).
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    require_open(tournament)
    return _renumber(actor, tournament, sorted(numbered(tournament), key=strength_key(tournament)))


@transaction.atomic
def renumber_entries(
    *, actor: Principal, tournament_id: UUID, order: Sequence[UUID]
) -> list[Entry]:
    """Number the entries in the order given, which names each numbered entry once.

    Returns those whose number changed.  Raises ``Conflict("entry.numbers_frozen")``
    and ``Invalid("entry.order_incomplete")``.
    """
    tournament = locked_tournament(actor, tournament_id, MANAGE)
    require_open(tournament)
    by_id = {entry.pk: entry for entry in numbered(tournament)}
    if len(order) != len(by_id) or set(order) != set(by_id):
        raise Invalid(
            "entry.order_incomplete",
            missing=[str(pk) for pk in by_id if pk not in set(order)],
            unknown=[str(pk) for pk in order if pk not in by_id],
        )
    return _renumber(actor, tournament, [by_id[pk] for pk in order])


def _renumber(actor: Principal, tournament: Tournament, order: list[Entry]) -> list[Entry]:
    require_numbers_open(tournament)
    old = {entry.pk: entry.pairing_number for entry in order}
    if [old[entry.pk] for entry in order] != list(range(1, len(order) + 1)):
        take_restore_point(actor, tournament, Occasion.RENUMBER)
    changed = write_numbers(tournament, order)
    if changed:
        append_change(
            "entries.renumbered",
            actor=actor,
            subject=tournament,
            tournament=tournament,
            data={
                "numbers": [
                    {"entry": str(entry.pk), "old": old[entry.pk], "new": entry.pairing_number}
                    for entry in changed
                ]
            },
        )
    return changed


def round_to_come(tournament: Tournament, wanted: int | None) -> int:
    """The round asked for, or the next one, if it exists and is not paired yet."""
    following = last_paired_round(tournament) + 1
    if following > tournament.round_count:
        raise Conflict("tournament.no_rounds_left", rounds=tournament.round_count)
    if wanted is None:
        return following
    if not 1 <= wanted <= tournament.round_count:
        raise Invalid("round.out_of_range", round=wanted, rounds=tournament.round_count)
    if wanted < following:
        raise Conflict("entry.round_already_paired", round=wanted, next_round=following)
    return wanted


def rating_for(tournament: Tournament, player: Player) -> int | None:
    """The newest rating of the tournament's list, of its rate of play, else the standard one.

    Ratings that were prefetched are not asked for again.
    """
    rows = [each for each in player.ratings.all() if each.list_name == tournament.rating_list]
    by_kind = {row.kind: row.value for row in sorted(rows, key=lambda row: row.as_of)}
    return by_kind.get(tournament.rating_kind, by_kind.get(RatingKind.STANDARD))


def _set_status(entry: Entry, status: EntryStatus, from_round: int) -> None:
    save_changes(entry, apply(entry, {"status": status.value, "status_from_round": from_round}))


def _named_in_settings(tournament: Tournament, entry: Entry) -> bool:
    name = str(entry.pk)
    return any(
        name in (item["first_entry"], item["last_entry"]) for item in tournament.virtual_points
    ) or any(name in item["entries"] for item in tournament.abnormal_points)


def _drop_from_manual_order(actor: Principal, tournament: Tournament, entry: Entry) -> None:
    """An order of tied entries by hand goes on without the one that is deleted."""
    left = [name for name in tournament.manual_order if name != str(entry.pk)]
    changed = apply(tournament, {"manual_order": left})
    if changed:
        save_changes(tournament, changed)
        append_change(
            "standings.ties_ordered",
            actor=actor,
            subject=tournament,
            tournament=tournament,
            data=changed,
        )


def _log(type: str, actor: Principal, entry: Entry, **data: Any) -> None:
    append_change(type, actor=actor, subject=entry, tournament=entry.tournament, data=data)
