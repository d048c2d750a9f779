"""Sentences for tie-breaks: why something counted, and what is wrong with a pasted table."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

REASONS: dict[str, Any] = {
    # What an opponent, or a round without a game, was worth (C.07 art. 16).
    "opponent": _("the opponent's score"),
    "opponent_adjusted": _("the opponent's score, adjusted for rounds not played"),
    "awarded": _("the points of the round"),
    "trailing_bye_as_draw": _("a bye after the last game, counted as a draw"),
    "unplayed_as_draw": _("a round not played, counted as a draw"),
    "trailing_unplayed_as_draw": _("a round not played after the last game, counted as a draw"),
    "last_round_as_draw": _("the last round, counted as a draw"),
    "bonus_or_penalty": _("a bonus or a penalty"),
    "forfeit_as_played": _("a forfeit, counted like a game"),
    "dummy": _("not played: a dummy opponent with the player's own score"),
    "dummy_capped_by_opponent": _("not played: a dummy, worth no more than the opponent"),
    "dummy_capped_by_draws": _("not played: a dummy, worth no more than a draw in every round"),
    "against_oneself": _("not played: counted against the player's own score"),
    "virtual_opponent": _("not played: a virtual opponent"),
    # Cuts (art. 14 and 16.5).
    "cut_least_significant": _("left out as the lowest"),
    "cut_voluntary_first": _("left out first, because the round was not played by choice"),
    "cut_most_significant": _("left out as the highest"),
    "cut_first_rounds": _("left out as one of the first rounds"),
    "cut_lowest_rating": _("left out as the lowest rating"),
    "cut_highest_rating": _("left out as the highest rating"),
    # Own results (art. 7).
    "points": _("the points of the round"),
    "running_total": _("the score after this round"),
    "won": _("a game won"),
    "won_unplayed": _("a round won without a game"),
    "played_black": _("a game with Black"),
    "won_black": _("a game won with Black"),
    "took_part": _("a round the player was ready to play"),
    "game_cancelled": _("counts for nobody: a player left before half of the games"),
    "voluntarily_unplayed": _("a round not played by choice"),
    "standard_points": _("the result, in standard points"),
    "own_data": _("from the starting list"),
    # Meetings of tied players, and opponents' results (art. 6, 8, 9).
    "encounter": _("a game between the tied players"),
    "encounter_averaged": _("several games between two tied players, averaged"),
    "opponents_buchholz": _("the opponent's Buchholz"),
    "reached_limit": _("points against an opponent who reached the limit"),
    "below_limit": _("the opponent is below the limit"),
    # Ratings (art. 10).
    "opponents_rating": _("the opponent's rating"),
    "rating_for_unrated": _("the rating set for players without one"),
    "opponents_performance": _("the opponent's performance"),
    "own_rating": _("the player's own rating"),
    # Teams (art. 12 and 13).
    "board_times_points": _("the points of the board, weighed by its number"),
    "board_total": _("the points of the board"),
    "secondary_score": _("the other team score"),
    # US Chess (rule 34E).
    "unplayed_worth_nothing": _("an opponent not met, worth nothing"),
    "dropped_lowest": _("dropped as the lowest"),
    "dropped_highest": _("dropped as the highest"),
    "unplayed_win_taken_off": _("a win without a game, taken off"),
    "opponents_cumulative": _("the opponent's cumulative score"),
    "kashdan_points": _("the result, in Kashdan points"),
    "result_between_tied": _("the result between the tied players"),
}
"""Why a contribution counted as it did, or was left out; the key is the engine's reason."""

READINGS: dict[str, Any] = {
    "cut_lowest_voluntary_contribution": _("cutting the lowest round not played by choice"),
    "cap_by_scheduled_rounds": _("capping a dummy by all announced rounds"),
    "dummy_has_adjusted_score": _("giving a dummy the player's adjusted score"),
    "standard_points_by_comparison": _("comparing the points of both sides"),
    "restart_extended_encounter": _("starting again with those who are still tied"),
    "koya_by_adjusted_score": _("comparing adjusted scores with the limit"),
    "koya_limit_by_rounds": _("taking the limit from the number of rounds"),
    "forfeit_wins_are_games": _("counting forfeits as games"),
}
"""What another reading of an article does; the key is its flag in ``tiebreaks.readings``."""

CALCULATOR_TEXTS: dict[str, Any] = {
    "crosstable.empty": _("No player was found in this text."),
    "crosstable.too_long": _("The text is too long: at most %(limit)s characters."),
    "crosstable.too_many_lines": _("The table is too large: at most %(limit)s lines."),
    "crosstable.too_many_rounds": _("The table has too many rounds: at most %(limit)s."),
    "crosstable.no_games": _(
        "No cell names an opponent. Write one cell for each round, such as 12w1, or a table of "
        "everybody against everybody with * on its diagonal."
    ),
    "crosstable.rounds_unknown": _(
        "A table of everybody against everybody does not say who met when: the rounds are those "
        "of a Berger table, and progressive scores mean nothing."
    ),
    "crosstable.of_teams": _("Crosstables are drawn for players, not for teams."),
    "crosstable.duplicate_number": _("The number stands twice; the second line is left out."),
    "crosstable.numbered_by_order": _("The line has no number; it gets that of its place."),
    "crosstable.unreadable_cell": _("“%(text)s” is not understood; counted as an absence."),
    "crosstable.rounds_missing": _(
        "%(found)s of %(rounds)s rounds are given; the rest is absence."
    ),
    "crosstable.self_pairing": _("The player meets himself; counted as a bye."),
    "crosstable.unknown_opponent": _("There is no number %(opponent)s; counted as a bye."),
    "crosstable.opponent_silent": _(
        "Number %(opponent)s notes nothing for this game; counted as a bye."
    ),
    "crosstable.opponent_differs": _(
        "Number %(opponent)s notes somebody else (“%(opponent_text)s”); counted as a bye."
    ),
    "crosstable.result_differs": _(
        "The two results do not fit: “%(text)s”, but “%(opponent_text)s” for number %(opponent)s."
    ),
    "crosstable.unusual_result": _(
        "An unusual result: “%(text)s”, and “%(opponent_text)s” for number %(opponent)s."
    ),
    "crosstable.colour_differs": _("Both players note the same colour; counted without colours."),
    "crosstable.points_differ": _(
        "%(written)s points are written, but the cells give %(computed)s."
    ),
    "calculator.field_too_large": _(
        "%(players)s players are too many for this calculator: at most %(limit)s."
    ),
    "calculator.order_too_long": _("At most %(limit)s tie-breaks."),
    "calculator.not_a_rating": _("“%(read)s” is not a rating."),
    "calculator.not_an_amount": _("“%(read)s” is not an amount."),
    "calculator.too_many_prizes": _("At most %(limit)s prizes."),
    "calculator.nobody_to_explain": _("There are no players with these numbers: %(numbers)s."),
    "prizes.negative": _("A prize cannot be negative."),
    "prizes.bad_unit": _("The smallest amount to pay out must be at least 1."),
    "prizes.unknown_rounding": _("There is no rounding “%(rounding)s”; known are: %(known)s."),
    "prizes.bad_places": _(
        "These are no places of standings: %(rank)s stands where %(expected)s was expected."
    ),
    "prizes.number_repeated": _("Number %(number)s has two places: %(first)s and %(second)s."),
}


def reason_text(code: str) -> str:
    """Why something counted; empty where there is no reason."""
    return str(REASONS.get(code, code))


def reading_text(flag: str) -> str:
    """What another reading does."""
    return str(READINGS.get(flag, flag))
