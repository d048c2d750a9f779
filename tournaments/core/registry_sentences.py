"""Sentences for the registry of players and for filling a field."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

REGISTRY_TEXTS: dict[str, Any] = {
    "player.accounts_differ": _("The two have different accounts, so they are two persons."),
    "player.both_entered": _("Both are entered in the same tournament: %(tournaments)s."),
    "player.id_taken": _("Somebody else has the FIDE id %(fide_id)s by now."),
    "player.ids_differ": _("The two have different ids (%(ids)s), so they are two persons."),
    "player.merge_with_itself": _("A player cannot be merged with himself."),
    "player.merged": _("This player was merged; player %(into)s goes on."),
    "player.not_merged": _("This player is not merged into another."),
    "player.other_registry": _("The two are in the registries of different clubs."),
}
