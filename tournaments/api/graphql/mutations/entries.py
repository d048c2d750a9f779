"""Entries: enter, correct, withdraw, return, remove; requested byes."""

from __future__ import annotations

from typing import Any

import graphene

from tournaments.core.principal import Principal
from tournaments.events.models import Entry
from tournaments.events.services import (
    add_entry,
    cancel_bye,
    remove_entry,
    request_bye,
    return_entry,
    update_entry,
    withdraw_entry,
)

from ..types.entries import EntryType
from .base import EXPECTED, EXPECTED_OPTIONAL, Change, identified, shown


class _Corrections(graphene.InputObjectType):
    """What may be corrected in an entry."""

    class Meta:
        abstract = True

    name = graphene.String()
    title = graphene.String()
    federation = graphene.String()
    club_name = graphene.String()
    rating = graphene.Int()


class AddEntryInput(_Corrections):
    """Whom to enter; what is not given is taken from the registry."""

    tournament = graphene.ID(required=True)
    player = graphene.ID(required=True)
    from_round = graphene.Int(description="First round; by default the next.")


class UpdateEntryInput(_Corrections):
    """What to correct."""

    entry = graphene.ID(required=True)
    expected_version = EXPECTED


class WithdrawEntryInput(graphene.InputObjectType):
    """Who leaves, and from which round on; by default the next one to be paired."""

    entry = graphene.ID(required=True)
    from_round = graphene.Int()
    expected_version = EXPECTED_OPTIONAL


class ReturnEntryInput(WithdrawEntryInput):
    """Who comes back, and from which round on; by default the next one to be paired."""


class RemoveEntryInput(graphene.InputObjectType):
    """Which entry to delete."""

    entry = graphene.ID(required=True)
    expected_version = EXPECTED


class CancelByeInput(graphene.InputObjectType):
    """Which round."""

    entry = graphene.ID(required=True)
    round = graphene.Int(required=True)


class RequestByeInput(CancelByeInput):
    """Which round, worth what: `H` half a point, `F` a full point, `Z` nothing."""

    kind = graphene.String(required=True)


class AddEntry(Change):
    """Enter a player (arbiter)."""

    class Arguments:
        input = AddEntryInput(required=True)

    entry = graphene.Field(graphene.NonNull(EntryType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        tournament_id = identified(given, "tournament", "tournament.not_found")
        player_id = identified(given, "player", "player.not_found")
        entry = add_entry(actor=actor, tournament_id=tournament_id, player_id=player_id, **given)
        return {"entry": shown(entry)}


class UpdateEntry(Change):
    """Correct an entry (arbiter)."""

    class Arguments:
        input = UpdateEntryInput(required=True)

    entry = graphene.Field(graphene.NonNull(EntryType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        entry_id = identified(given, "entry", "entry.not_found")
        return {"entry": shown(update_entry(actor=actor, entry_id=entry_id, **given))}


class WithdrawEntry(Change):
    """Withdraw from a round on (arbiter)."""

    class Arguments:
        input = WithdrawEntryInput(required=True)

    entry = graphene.Field(graphene.NonNull(EntryType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        entry_id = identified(given, "entry", "entry.not_found")
        return {"entry": shown(withdraw_entry(actor=actor, entry_id=entry_id, **given))}


class ReturnEntry(Change):
    """Let a withdrawn entry play again (arbiter)."""

    class Arguments:
        input = ReturnEntryInput(required=True)

    entry = graphene.Field(graphene.NonNull(EntryType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        entry_id = identified(given, "entry", "entry.not_found")
        return {"entry": shown(return_entry(actor=actor, entry_id=entry_id, **given))}


class RemoveEntry(Change):
    """Delete an entry that has not been in any round (arbiter)."""

    class Arguments:
        input = RemoveEntryInput(required=True)

    removed = graphene.ID(required=True)

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        entry_id = identified(given, "entry", "entry.not_found")
        remove_entry(actor=actor, entry_id=entry_id, **given)
        return {"removed": entry_id}


class RequestBye(Change):
    """Note a requested bye (arbiter)."""

    class Arguments:
        input = RequestByeInput(required=True)

    entry = graphene.Field(graphene.NonNull(EntryType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        entry_id = identified(given, "entry", "entry.not_found")
        request_bye(actor=actor, entry_id=entry_id, round_number=given["round"], kind=given["kind"])
        return {"entry": shown(Entry.objects.get(pk=entry_id))}


class CancelBye(Change):
    """Cancel a requested bye (arbiter)."""

    class Arguments:
        input = CancelByeInput(required=True)

    entry = graphene.Field(graphene.NonNull(EntryType))

    @classmethod
    def change(cls, actor: Principal, given: dict[str, Any]) -> dict[str, Any]:
        entry_id = identified(given, "entry", "entry.not_found")
        cancel_bye(actor=actor, entry_id=entry_id, round_number=given["round"])
        return {"entry": shown(Entry.objects.get(pk=entry_id))}


class EntryMutations:
    """Entries."""

    add_entry = AddEntry.Field()
    update_entry = UpdateEntry.Field()
    withdraw_entry = WithdrawEntry.Field()
    return_entry = ReturnEntry.Field()
    remove_entry = RemoveEntry.Field()
    request_bye = RequestBye.Field()
    cancel_bye = CancelBye.Field()
