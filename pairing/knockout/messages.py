"""English sentences for the codes of this package, and the words of its picture.

A template may use the parameters of the refusal, notice or word; other
languages translate the templates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Word = Callable[[str, Mapping[str, Any]], str]
"""From a code and its parameters to a text in the reader's language."""

WORDS: dict[str, str] = {
    "bracket.round.final": "Final",
    "bracket.round.semi_final": "Semi-finals",
    "bracket.round.quarter_final": "Quarter-finals",
    "bracket.round.round_of": "Round of {players}",
    "bracket.round.winners": "Winners, round {round}",
    "bracket.round.winners_final": "Winners' final",
    "bracket.round.losers": "Losers, round {round}",
    "bracket.round.losers_final": "Losers' final",
    "bracket.round.grand_final": "Grand final",
    "bracket.round.grand_final_reset": "Second grand final",
    "bracket.round.third_place": "Third place",
    "bracket.round.places": "Places {first} to {last}",
    "bracket.section.losers": "Losers' bracket",
    "bracket.section.consolation": "Consolation",
    "bracket.source.winner": "winner of {match}",
    "bracket.source.loser": "loser of {match}",
    "bracket.source.rank": "seed no. {rank} of those left",
    "bracket.bye": "bye",
    "bracket.player": "No. {number}",
    "bracket.nobody": "nobody",
    "bracket.winner": "Winner",
    "bracket.not_needed": "only if the unbeaten player loses",
    "bracket.page": "{page} of {pages}",
    "bracket.continued": "continued on page {page}",
}

SENTENCES: dict[str, str] = {
    **WORDS,
    # The draw.
    "draw.bye_meetings": (
        "{meetings} matches of round 2 join two players who both had a bye ({unavoidable} cannot "
        "be avoided): {players} players fill little more than half of the bracket, and "
        "{first_round_matches} matches are played in round 1; consider a play-in or another format"
    ),
    "draw.clashes": "{clashes} matches of round 1 join players of the same {attributes}",
    "draw.entrants_invalid": "numbers must be positive and different, and not in the bracket: "
    "{entrants}",
    "draw.policy_needs_groups": "the draw “{policy}” is made from qualifiers of groups",
    "draw.attribute_unknown": "players can be kept apart by {known}, not by {unknown}",
    "draw.two_byes": "slots {slots} would both be byes",
    "draw.swap_without_effect": "exchanging slots {first} and {second} changes nothing",
    "draw.slot_unknown": "there is no slot {slot}; the bracket has {slots}",
    "draw.seed_negative": "the seed of a draw is 0 or more, not {seed}",
    # What a match is made of.
    "ladder.coin_toss": (
        "a coin decides by nothing that was played or earned: announce “{instead}” before round 1, "
        "or an Armageddon game, which takes ten minutes"
    ),
    "ladder.unknown_preset": "there is no preset “{preset}”; known are {known}",
    "ladder.stage_count": "a match has 1 to {most} stages, not {stages}",
    "ladder.game_count": "stage {stage}: 1 to {most} games, not {games}",
    "ladder.time_control": "stage {stage}: “{value}” is not a time control such as 900+10",
    "ladder.rated_list": "stage {stage}: there is no rating list “{value}”; known are {known}",
    "ladder.odds_need_one_game": (
        "stage {stage}: draw odds for Black and bids are for one game, not {games}"
    ),
    "ladder.bid_limit": "stage {stage}: a limit of bids, {value} s, goes with bids and only them",
    "ladder.odds_unknown": "stage {stage}: there are no draw odds “{value}” in a ladder",
    "ladder.colours_unknown": "stage {stage}: there is no rule of colours “{value}”",
    "ladder.stage_unreachable": "stage {stage} is never opened: the one before always decides",
    "ladder.can_end_level": (
        "the match can end level after stage {stage}: the last stage needs draw odds"
    ),
    "ladder.malformed": "stage {stage} cannot be read",
    # Settings.
    "knockout.field_size": "a knockout takes {smallest} to {largest} players, not {players}",
    "knockout.settings_malformed": "the option “{member}” cannot be read",
    "knockout.places_to": "places can be played down to 2, 4, 8, 16 ..., not {places_to}",
    "knockout.not_with_double_elimination": "“{option}” does not go with double elimination",
    "knockout.needs_seeds": "“{option}” needs seeds, and a random draw has none",
    "knockout.started": "round 1 has begun: there are entries for {matches}",
    "knockout.entrant_unknown": "{entrant} is not in the bracket",
    "knockout.no_bye_there": "slot {slot} is taken",
    # Results.
    "knockout.match_unknown": "there is no match {match}",
    "knockout.match_pending": "match {match} is still waiting for a player",
    "knockout.match_decided": "match {match} is decided",
    "knockout.game_out_of_turn": (
        "match {match}: game {game} of stage {stage} is not due; the next one is game {next_game} "
        "of stage {next_stage}"
    ),
    "knockout.game_unknown": "match {match} has no game {game} in stage {stage}",
    "knockout.outcome_impossible": "“{white}” and “{black}” are not the results of one game",
    "knockout.colours_unknown": "match {match}: both bids come before the game",
    "knockout.white_impossible": "{white} cannot have White in match {match}",
    "knockout.no_bids": "match {match}: colours are not bid for in stage {stage}",
    "knockout.bid_impossible": "a bid is 1 to {limit} seconds, not {seconds}",
    "knockout.not_in_match": "{entrant} does not play in match {match}",
    "knockout.winner_left": "{entrant} has left the event",
    "knockout.double_forfeit_winner": (
        "match {match}: a double forfeit has no winner, everything else has one"
    ),
    "knockout.ruling_unknown": "there is no decision of the arbiter on match {match}",
    "knockout.dependents": "this would clear what was entered for {dependents}: confirm it",
    "knockout.no_winner": "nobody won {match}: the arbiter decides",
    # People.
    "knockout.has_left": "{entrant} has left the event already",
    "knockout.not_left": "{entrant} has not left the event",
    "knockout.nothing_won": "{entrant} has not won against anybody who could take over",
    "knockout.next_match_begun": (
        "{entrant} has results in {matches}: the next opponent has a walkover instead"
    ),
    # The consolation bracket.
    "knockout.no_consolation": "there is no consolation bracket",
    "knockout.consolation_drawn": "the consolation bracket is drawn already",
    "knockout.round_not_complete": "it is not known yet who may play the consolation bracket",
    # Qualification.
    "qualification.too_few": "{available} are left for {places} places",
    "qualification.play_off_order": "the play-off was between {expected}, not {found}",
    "qualification.places_invalid": "group {group}: there is no place {place}, or it is shared",
}


def english(code: str, params: Mapping[str, Any]) -> str:
    """The English text of a code."""
    return SENTENCES[code].format_map(params)


def round_title(name: str, round_number: int, word: Word) -> str:
    """Title of a round from its name in the structure."""
    kind, _, numbers = name.rpartition("_of_")
    if kind == "round":
        return word("bracket.round.round_of", {"players": int(numbers)})
    if name in (f"winners_{round_number}", f"losers_{round_number}"):
        return word(f"bracket.round.{name.partition('_')[0]}", {"round": round_number})
    if name == "places_3_4":
        return word("bracket.round.third_place", {})
    if name.startswith("places_"):
        _, first, last = name.split("_")
        return word("bracket.round.places", {"first": int(first), "last": int(last)})
    return word(f"bracket.round.{name}", {})
