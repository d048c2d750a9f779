"""Sentences for round robins, their relatives and ladders as the server runs them.

What the engines say of tables has its sentences in :mod:`pairing.roundrobin.messages`.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

FORMATS: dict[str, Any] = {
    "round_robin": _("Round robin"),
    "double_round_robin": _("Double round robin"),
    "quads": _("Quads"),
    "swiss": _("Swiss system"),
    "scheveningen": _("Scheveningen"),
    "groups_knockout": _("Groups of four, then knockout"),
    "knockout": _("Knockout"),
    "double_elimination": _("Double elimination"),
}
"""Names of the formats that the planner compares."""

SCHEDULE_TEXTS: dict[str, Any] = {
    # Settings.
    "schedule.option_not_for_system": _(
        "This means nothing in the system “%(system)s”: leave it as it is."
    ),
    "schedule.numbering_of_teams": _("Numbers of teams come from: %(possible)s."),
    "schedule.group_count_missing": _("Say how many groups there are."),
    "schedule.keizer_malformed": _("An object with some of these members: %(known)s."),
    "schedule.keizer_value": _(
        "“%(value)s” is not possible: shares are texts such as “1/2”, amounts whole numbers."
    ),
    "schedule.byes_requested": _(
        "There are requested byes, which a table does not know: cancel them first."
    ),
    "schedule.no_check_in": _("A table needs everybody before it is drawn: no check-in."),
    "field.colours_unreadable": _("Letters W and B, one for each board."),
    # The draw.
    "schedule.not_for_system": _("The system “%(system)s” has no schedule."),
    "schedule.draw_closed": _("Round 1 is paired: the numbers are kept."),
    "schedule.draw_outdated": _(
        "The field has changed since the numbers were drawn (for %(drawn)s): draw them again."
    ),
    "schedule.field_unclear": _(
        "Everybody must play from round 1 on, and have a team where teams play: %(entries)s."
    ),
    "schedule.too_few_players": _("%(players)s players are too few: it takes %(fewest)s."),
    "schedule.too_many_rounds": _("%(rounds)s rounds are too many: at most %(most)s are possible."),
    "schedule.method_unknown": _("“%(method)s” is no way to draw here; possible are: %(known)s."),
    "schedule.groups_by_hand": _("The system “%(system)s” has no groups."),
    "schedule.no_drafts": _("No round is a draft."),
    "schedule.nothing_paired": _("No round is paired."),
    "schedule.round_by_round": _("This event is paired by results: one round after the other."),
    # Entries.
    "schedule.field_closed": _(
        "Nobody can join later: another player changes the whole table (%(system)s)."
    ),
    "schedule.no_byes": _(
        "A table knows no requested byes: the board stays, and who does not come forfeits."
    ),
    "schedule.delete_instead": _(
        "Before round 1 nobody withdraws from a table: delete the entry and draw again, "
        "or let a substitute take the number."
    ),
    "schedule.played_later": _(
        "There are results in rounds %(rounds)s, after the withdrawal in round %(from_round)s."
    ),
    "schedule.results_missing": _(
        "Whether the results stay depends on games that have none yet: boards %(boards)s."
    ),
    "schedule.return_is_whole": _(
        "Who returns to a table returns as if never gone: do not name a round."
    ),
    "schedule.begun": _("Round 1 is paired: nobody can take another's number any more."),
    # Teams, groups, sections.
    "team.not_found": _("There is no such team, or none that you may see."),
    "team.invalid": _("The team cannot be stored like this; see “errors”."),
    "team.stale": _("Somebody else changed the team first."),
    "team.no_teams": _("The system “%(system)s” is not for teams."),
    "team.no_tie_breaks": _("In the system “%(system)s” no tie-breaks order the teams."),
    "team.member_twice": _("Already in a team: %(entries)s."),
    "team.settings_frozen": _("Teams are frozen since round 1 is paired."),
    "draw.not_found": _("The numbers have not been drawn yet."),
    "draw.stale": _("Somebody else has drawn meanwhile."),
    "group.not_found": _("There is no group “%(group)s”; there are: %(known)s."),
    "qualifiers.not_from_groups": _("Qualifiers come from groups, not from “%(system)s”."),
    "sections.one_only": _("That makes %(sections)s sections; it takes two to twenty-six."),
    "sections.settings_name_entries": _(
        "These settings name players who would be elsewhere: %(fields)s."
    ),
    "sections.begun": _("Round 1 is paired: the field can no longer be divided."),
    "import.schedule_invalid": _("The part “%(place)s” of the document cannot be used."),
    "planner.session_unreadable": _(
        "A session is given in hours, such as 3 or 2.5, one minute to a day long; not “%(read)s”."
    ),
    "grid.of_round_robins": _(
        "Everybody against everybody is for round robins; “%(system)s” is none."
    ),
}
