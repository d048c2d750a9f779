"""English sentences for the codes of this package; other languages translate the codes.

A template may use the parameters of the notice or refusal.
"""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # Why a schedule is as it is.
    "schedule.rounds_exchanged": (
        "rounds {rounds} are played in the opposite order: otherwise {players} would have the "
        "same colour three times in a row where one cycle joins the next"
    ),
    "schedule.rounds_exchanged_as_usual": (
        "rounds {rounds} are played in the opposite order, as FIDE recommends; "
        "in this field nobody would have had three equal colours without it"
    ),
    "schedule.cycle_begins_later": (
        "cycle {cycle} begins with round {begins_with} of the table: otherwise {players} would "
        "have the same colour three times in a row"
    ),
    "schedule.three_equal_colours": "{players} have the same colour three times in a row",
    "schedule.colours_uneven": (
        "{more_whites} have one White more and {more_blacks} one Black more: "
        "with an odd number of games it cannot be otherwise"
    ),
    "schedule.crenshaw_six": (
        "the US table of six was not available: for {players} players this is the Berger table "
        "with its rounds reversed"
    ),
    "schedule.last_position_rests": (
        "the rules define no schedule for an odd number: position {position} of each team rests"
    ),
    "schedule.last_group_swiss": (
        "group {group} ({players} players) plays three rounds of Swiss, paired by results"
    ),
    "schedule.team_rests": "team {team} has no match in round {round}",
    "schedule.board_empty": "board {board} is empty: {number} has no opponent in round {round}",
    # What the record does to the schedule.
    "schedule.forfeit_due": (
        "{gone} of {players} has left, but played at least half of the games: "
        "the results stay and this game is a forfeit"
    ),
    "schedule.game_cancelled": (
        "{gone} of {players} has left before half of the games: this game does not take place"
    ),
    "schedule.recorded_otherwise": (
        "rounds {rounds} were not paired by the table; the coming rounds are"
    ),
    # Refusals.
    "schedule.size_out_of_range": (
        "there is no table for {found} {what}: it takes {smallest} to {largest}"
    ),
    "schedule.rounds_impossible": (
        "{rounds} rounds do not fit this table: it takes {per_cycle} rounds, or a multiple of them"
    ),
    "schedule.one_cycle_only": "this system is played once, not {cycles} times",
    "schedule.late_entry": (
        "{number} has joined after round 1: the table of the rounds played (rounds {rounds}) "
        "does not hold another player; it takes a new draw"
    ),
    "schedule.met_already": (
        "round {round} cannot be taken from the table: {white} and {black} have already met; "
        "pair the round by hand"
    ),
    "schedule.by_results": (
        "group {group} is paired by results: this event is paired round by round"
    ),
    "schedule.no_teams": "this system needs teams",
    "schedule.team_count": "this system is for {needed} teams, not {found}",
    "schedule.team_sizes": "the teams must have the same number of players, not {sizes}",
    "groups.not_drawn": "the groups have not been drawn yet",
    "groups.not_a_partition": (
        "everybody must be in exactly one group; without a group, or in several: {missing}"
    ),
    "groups.played_outside": (
        "{number} met {opponent} of another group in round {round}: there is no table of the group"
    ),
    "groups.club_twice": "group {group} has more than one member of {club}",
    "groups.too_few_qualifiers": "group {group} has {found} to qualify, {wanted} are wanted",
    "quads.bands_not_falling": "limits of rating bands must fall: {limits}",
    "match.not_two": "a match is between two, not {found}",
    "varma.no_table": (
        "there are Varma tables for {smallest} to {largest} players, not for {players}: "
        "the draw was free"
    ),
    "varma.federation_too_large": (
        "{federation} has {players} players, more than the {largest} numbers of the largest "
        "group: the draw was free"
    ),
    "varma.group_too_small": (
        "no group had {players} numbers left for {federation}: they drew from several"
    ),
    "keizer.repeat_unavoidable": "{players} meet again too soon: nobody else was left",
}
