"""Sentences for running a knockout; those of the engine are in :mod:`pairing.knockout.messages`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

KNOCKOUT_TEXTS: dict[str, Any] = {
    # Brackets.
    "bracket.not_found": _("There is no bracket, or none that you may see."),
    "bracket.stale": _("Somebody else changed the bracket first."),
    "bracket.invalid": _("The knockout cannot be set up like this; see “errors”."),
    "bracket.not_drawn": _("The bracket is not drawn yet."),
    "bracket.not_published": _("The draw is not published yet."),
    "bracket.published": _("The draw is published; cancel it first, before anything is played."),
    "bracket.settings_frozen": _(
        "Announced before the draw was published and frozen since: %(fields)s."
    ),
    "bracket.field_changed": _(
        "Others than those drawn are present now (missing: %(missing)s; new: %(new)s), "
        "or the order of the list is another one: draw again."
    ),
    "bracket.draw_again": _("The draw is not published yet: draw again with whoever is there."),
    "bracket.not_qualified": _(
        "It is not known in which groups these have qualified: %(entries)s."
    ),
    "bracket.page_missing": _("The picture has %(pages)s pages."),
    "export.list_unknown": _("There is no rating list “%(list)s”; known are: %(known)s."),
    "knockout.two_ladders": _("Give the stages of a match or a preset, not both (%(preset)s)."),
    "knockout.ruling_unknown_kind": _(
        "There is no decision of the kind “%(kind)s”; known are: %(known)s."
    ),
    "qualification.own_source": _("Nobody qualifies from the tournament itself."),
    "qualification.play_off_needed": _(
        "These are level for the last %(places)s places; a play-off has to decide: %(players)s."
    ),
    # Matches.
    "match.not_found": _("There is no such match, or none that you may see."),
    "match.stale": _("Somebody else entered something for this match first."),
    "game.not_named": _(
        "Say which game of which stage it was, or which version of the match you have seen "
        "(If-Match)."
    ),
    "game.entered_already": _(
        "Game %(game)s of stage %(stage)s has a result already (%(result)s); to correct it, "
        "say which version of the match you have seen (If-Match)."
    ),
    # What a knockout has instead of what other tournaments have.
    "tournament.is_knockout": _(
        "A knockout has a bracket and matches instead of paired rounds and byes."
    ),
    "tournament.no_knockout": _("This is not a knockout; its system is “%(system)s”."),
    "entry.in_bracket": _("The entry is in the bracket: withdraw it or take it back there."),
    "entry.not_in_bracket": _("This entry is not in the bracket."),
    "standings.no_tie_breaks": _("A knockout has places, which no tie-breaks decide."),
    "standings.places_only_now": _(
        "A knockout has places as they are now, after %(round)s complete rounds."
    ),
}
