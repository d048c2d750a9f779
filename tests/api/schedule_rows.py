"""Rows of the permission matrix for round robins and their relatives, and the planner."""

from __future__ import annotations

from tests.factories import pair_and_publish
from tests.support.round_robins import pair_all
from tournaments.core.principal import SYSTEM
from tournaments.schedules.services.draw import draw_numbers
from tournaments.schedules.services.teams import create_team
from tournaments.standings.decisions import draw_lots

ALL = "200 200 200 200 200 200 200 200 200"
# Everybody who may write something here; the rest are told that they may not.
ARBITERS = "401 403 403 403 {0} {0} {0} 403 {0}"
ORGANISERS = "401 403 403 403 403 {0} {0} 403 {0}"
# What exists only for those who run the tournament.
RUNNERS = "404 404 404 404 200 200 200 404 200"
RUNNERS_WRITE = "401 404 404 404 {0} {0} {0} 404 {0}"
ORGANISERS_OF_HIDDEN = "401 404 404 404 403 {0} {0} 404 {0}"

SCHEDULE_ROWS = [
    ("GET", "tournaments/{groups}/draw", None, ALL),
    ("GET", "tournaments/{groups_draft}/draw", None, RUNNERS),
    ("POST", "tournaments/{groups}/draw", {"seed": 7}, ARBITERS.format(200)),
    ("POST", "tournaments/{teams_draft}/draw", {}, RUNNERS_WRITE.format(200)),
    ("GET", "tournaments/{groups}/schedule", None, ALL),
    ("GET", "tournaments/{groups_draft}/schedule", None, RUNNERS),
    ("POST", "tournaments/{groups}/schedule/pair", None, ARBITERS.format(202)),
    ("POST", "tournaments/{teams_draft}/schedule/pair", None, RUNNERS_WRITE.format(202)),
    ("POST", "tournaments/{groups}/schedule/publish", None, ARBITERS.format(409)),
    ("POST", "tournaments/{groups_draft}/schedule/publish", None, RUNNERS_WRITE.format(200)),
    ("POST", "tournaments/{groups}/schedule/unpair", None, ARBITERS.format(409)),
    ("POST", "tournaments/{groups_draft}/schedule/unpair", None, RUNNERS_WRITE.format(200)),
    ("GET", "tournaments/{groups}/groups", None, ALL),
    ("GET", "tournaments/{groups_draft}/groups", None, RUNNERS),
    ("GET", "tournaments/{groups}/qualifiers?each=4", None, ALL),
    ("GET", "tournaments/{groups_draft}/qualifiers?each=4", None, RUNNERS),
    ("POST", "tournaments/{groups}/sections", {"limits": [2460]}, ORGANISERS.format(200)),
    ("POST", "tournaments/{draft}/sections", {"limits": [1]}, ORGANISERS_OF_HIDDEN.format(409)),
    ("GET", "tournaments/{groups}/grid?group=A", None, ALL),
    ("GET", "tournaments/{groups_draft}/grid?group=A", None, RUNNERS),
    ("GET", "tournaments/{teams}/teams", None, ALL),
    ("GET", "tournaments/{teams_draft}/teams", None, RUNNERS),
    ("POST", "tournaments/{teams}/teams", {"name": "Third"}, ARBITERS.format(201)),
    ("POST", "tournaments/{teams_draft}/teams", {"name": "Third"}, RUNNERS_WRITE.format(201)),
    ("GET", "tournaments/{teams}/team-standings", None, ALL),
    ("GET", "tournaments/{teams_draft}/team-standings", None, RUNNERS),
    # No tie-breaks order the sides of a Scheveningen.
    ("GET", "tournaments/{teams}/team-standings/{team}/working", None, ALL.replace("200", "409")),
    (
        "GET",
        "tournaments/{teams_draft}/team-standings/{team_draft}/working",
        None,
        "404 404 404 404 409 409 409 404 409",
    ),
    ("GET", "teams/{team}", None, ALL),
    ("GET", "teams/{team_draft}", None, RUNNERS),
    ("PATCH", "teams/{team}", {"nickname": "T"}, ARBITERS.format(200)),
    ("PATCH", "teams/{team_draft}", {"nickname": "T"}, RUNNERS_WRITE.format(200)),
    ("DELETE", "teams/{team}", None, ARBITERS.format(204)),
    ("DELETE", "teams/{team_draft}", None, RUNNERS_WRITE.format(204)),
    # Before round 1 nobody withdraws from a table.
    ("POST", "teams/{team_playing}/withdraw", {}, ARBITERS.format(200)),
    ("POST", "teams/{team_draft}/withdraw", {}, RUNNERS_WRITE.format(409)),
    (
        "POST",
        "entries/{entry_groups}/substitute",
        {"player": "{newcomer}"},
        ARBITERS.format(200),
    ),
    (
        "POST",
        "entries/{entry_teams_draft}/substitute",
        {"player": "{newcomer}"},
        RUNNERS_WRITE.format(200),
    ),
    ("GET", "tools/planner?players=12", None, ALL),
]


def schedule_world(make_tournament) -> dict[str, object]:
    """Ids of tournaments with groups and with teams, shown and as drafts."""
    groups, teams = make_tournament(8, name="Groups", system="groups"), {}
    draw_numbers(actor=SYSTEM, tournament_id=groups.pk, seed=1)
    groups_draft = make_tournament(8, name="Groups draft", system="groups", draft=True)
    for each in (groups, groups_draft):
        # Nobody has played: only lots can say who goes through.
        draw_lots(actor=SYSTEM, tournament_id=each.pk, seed=1)
    for name, draft in (("teams", False), ("teams_draft", True), ("teams_playing", False)):
        made = make_tournament(4, name=name, system="scheveningen", draft=draft)
        ids = list(made.entries.order_by("pairing_number").values_list("pk", flat=True))
        sides = [
            create_team(actor=SYSTEM, tournament_id=made.pk, name=side, members=members)
            for side, members in (("First", ids[:2]), ("Second", ids[2:]))
        ]
        teams[name] = (made, sides[0])
    pair_and_publish(teams["teams_playing"][0], 1)
    return {
        "groups": groups.pk,
        "groups_draft": pair_all(groups_draft).pk,
        "entry_groups": groups.entries.get(pairing_number=1).pk,
        "teams": teams["teams"][0].pk,
        "teams_draft": teams["teams_draft"][0].pk,
        "team": teams["teams"][1].pk,
        "team_draft": teams["teams_draft"][1].pk,
        "team_playing": teams["teams_playing"][1].pk,
        "entry_teams_draft": teams["teams_draft"][0].entries.get(pairing_number=1).pk,
    }
