"""Titles of statuses, and the sentence for each problem code.

``%(name)s`` stands for a parameter of the problem.  ``tests/contract`` holds
that every code that the server can answer with has its sentence here (those of
report files have theirs in :mod:`pairing.trf.messages`).
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from .exchange_sentences import EXCHANGE_TEXTS
from .feed_sentences import FEED_TEXTS
from .history_sentences import HISTORY_TEXTS
from .knockout_sentences import KNOCKOUT_TEXTS
from .registry_sentences import REGISTRY_TEXTS
from .running_sentences import RUNNING_TEXTS
from .schedule_sentences import SCHEDULE_TEXTS
from .tiebreak_sentences import CALCULATOR_TEXTS

TITLES: dict[int, Any] = {
    400: _("Bad request"),
    401: _("Sign-in required"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Method not allowed"),
    406: _("Not acceptable"),
    409: _("Conflict"),
    410: _("Gone"),
    412: _("Changed meanwhile"),
    413: _("Too large"),
    415: _("Unsupported media type"),
    422: _("Invalid data"),
    428: _("Precondition required"),
    429: _("Too many requests"),
    500: _("Server error"),
    503: _("Unavailable"),
}

TEXTS: dict[str, Any] = {
    **EXCHANGE_TEXTS,
    **FEED_TEXTS,
    **HISTORY_TEXTS,
    **KNOCKOUT_TEXTS,
    **REGISTRY_TEXTS,
    **RUNNING_TEXTS,
    **CALCULATOR_TEXTS,
    **SCHEDULE_TEXTS,
    # The HTTP layer.
    "auth.failed": _("The token or password is not valid."),
    "auth.forbidden": _("You may not do this."),
    "auth.required": _("Sign in first."),
    "idempotency.in_progress": _("The first request with this key is still running; ask again."),
    "idempotency.key_malformed": _(
        "An idempotency key has 1 to %(longest)s printable ASCII characters."
    ),
    "idempotency.key_reused": _("This key was already used for another request."),
    "not_found": _("There is nothing at this address, or nothing that you may see."),
    "permission.denied": _("Your role does not allow this (%(permission)s)."),
    "precondition.required": _("Say in If-Match which version you have seen (its ETag)."),
    "precondition.stale": _("Somebody else changed it first; “current” is what is stored now."),
    "query.invalid": _("A query parameter cannot be used; see “errors”."),
    "request.invalid": _("Some values are not acceptable; see “errors”."),
    "request.malformed": _("The request cannot be read."),
    "request.method_not_allowed": _("This address does not support the method."),
    "request.not_acceptable": _("The answer is not available in the form asked for."),
    "request.refused": _("The request was refused."),
    "request.throttled": _("Too many requests; try again in %(seconds)s s."),
    "request.too_large": _("The request is too large."),
    "request.unsupported_media_type": _("The body's media type is not supported here."),
    "server.error": _("Something went wrong on our side; it has been logged."),
    # Accounts and clubs.
    "user.not_found": _("You know no such account; invite people by mail instead."),
    "user.invalid": _("The account cannot be stored like this; see “errors”."),
    "user.password_weak": _("The password is too weak; see “errors”."),
    "user.stale": _("Somebody else changed the account first."),
    "club.not_found": _("There is no such club, or none that you may see."),
    "club.invalid": _("The club cannot be stored like this; see “errors”."),
    "club.last_owner": _("A club must keep at least one owner."),
    "club.stale": _("Somebody else changed the club first."),
    "membership.exists": _("%(email)s is a member already."),
    "membership.not_found": _("There is no such membership, or none that you may see."),
    "membership.invalid": _("The membership cannot be stored like this; see “errors”."),
    "membership.stale": _("Somebody else changed the membership first."),
    # Players and events.
    "player.not_found": _("There is no such player, or none that you may see."),
    "player.invalid": _("The player cannot be stored like this; see “errors”."),
    "player.stale": _("Somebody else changed the player first."),
    "event.not_found": _("There is no such event, or none that you may see."),
    "event.invalid": _("The event cannot be stored like this; see “errors”."),
    "event.stale": _("Somebody else changed the event first."),
    # Tournaments and their settings.
    "tournament.not_found": _("There is no such tournament, or none that you may see."),
    "tournament.invalid": _("The tournament cannot be set up like this; see “errors”."),
    "tournament.stale": _("Somebody else changed the tournament first."),
    "tournament.closed": _("The tournament is %(status)s."),
    "tournament.settings_frozen": _(
        "Announced before round 1 and frozen since it is paired: %(fields)s."
    ),
    "tournament.status_not_reachable": _(
        "A tournament that is “%(current)s” cannot become “%(status)s”."
    ),
    "tournament.status_unknown": _("There is no status “%(status)s”."),
    "tournament.not_complete": _("These rounds are not complete yet: %(rounds)s."),
    "tournament.not_empty": _("The tournament has %(entries)s entries already."),
    "tournament.no_rounds_left": _("All %(rounds)s rounds are paired."),
    "tournament.paired_by_hand": _("This tournament's system is not known here: pair it by hand."),
    "tournament.too_many_rounds": _(
        "%(rounds)s rounds are announced, but %(players)s players have opponents for %(most)s only."
    ),
    "system.unknown": _("There is no pairing system “%(system)s”; known are: %(known)s."),
    "edition.unknown": _("There is no edition “%(edition)s” of the rules; known are: %(known)s."),
    "acceleration.unsupported": _("The system “%(system)s” has no acceleration."),
    "field.list_of_texts": _("A list of texts."),
    "field.control_character": _("One readable line of text, without %(character)s."),
    "field.list_of_ids": _("A list of entries."),
    "field.table_malformed": _("A list of objects with exactly these members: %(keys)s."),
    "field.points_impossible": _("Whole tenths of a point."),
    "field.rounds_impossible": _("Rounds of the tournament, the first not after the last."),
    "field.outcome_unknown": _("There is no such outcome."),
    "field.points_not_ordered": _(
        "A win (%(win)s) must be worth more than a loss (%(loss)s), "
        "and a draw (%(draw)s) neither more than a win nor less than a loss."
    ),
    "field.entries_unknown": _("Not entries of this tournament: %(entries)s."),
    "prohibited_pairing.not_found": _("There is no such prohibition, or none that you may see."),
    "prohibited_pairing.invalid": _("The prohibition cannot be stored like this; see “errors”."),
    "prohibited_pairing.too_few": _("A prohibition names at least two entries."),
    # Entries and byes.
    "entry.not_found": _("There is no such entry, or none that you may see."),
    "entry.invalid": _("The entry cannot be stored like this; see “errors”."),
    "entry.stale": _("Somebody else changed the entry first."),
    "entry.exists": _("This player is entered already."),
    "entry.unknown": _("Not entries of this tournament: %(entries)s."),
    "entry.in_use": _("The entry is part of paired rounds or settings; withdraw it instead."),
    "entry.withdrawn": _("Withdrawn from round %(from_round)s on."),
    "entry.not_withdrawn": _("The entry is not withdrawn."),
    "entry.withdrawal_not_in_effect": _(
        "The withdrawal takes effect in round %(from_round)s; nobody returns before leaving."
    ),
    "entry.round_already_paired": _(
        "Round %(round)s is paired already; the next one is round %(next_round)s."
    ),
    "entry.numbers_frozen": _("Pairing numbers are frozen once round 4 is paired (C.04.2 2.3)."),
    "entry.order_incomplete": _("The order must name each numbered entry exactly once."),
    "bye.not_found": _("No bye is requested for round %(round)s."),
    "bye.kind_unknown": _("There is no bye of kind “%(kind)s”; known are: %(known)s."),
    # Rounds, pairings, results.
    "round.not_found": _("There is no such round, or none that you may see."),
    "round.stale": _("Somebody else changed the round first."),
    "round.out_of_range": _("There is no round %(round)s; the tournament has %(rounds)s."),
    "round.none_left": _("The last round is already paired."),
    "round.already_paired": _("Round %(round)s is paired already."),
    "round.not_paired": _("Round %(round)s is not paired."),
    "round.not_draft": _("Only a draft can be published; round %(round)s is “%(status)s”."),
    "round.not_published": _("Round %(round)s is not published yet."),
    "round.previous_not_published": _("Round %(round)s must be published first."),
    "round.results_missing": _("Boards without a result that counts: %(boards)s."),
    "round.no_active_players": _(
        "No active players to pair in round %(round)s (present: %(present)s)."
    ),
    "round.pairing_in_progress": _("Round %(round)s is being paired (job %(run)s)."),
    "round.later_round_paired": _("Round %(later)s is paired already; take that back first."),
    "round.has_results": _("Round %(round)s has results: boards %(boards)s."),
    "round.start_without_zone": _("The start needs a time zone: %(starts_at)s."),
    "round.day_contradicts_start": _("The round starts on %(local_day)s there, not on %(day)s."),
    "pairing.no_legal_pairing": _(
        "No legal pairing exists for round %(round)s; it can be paired by hand."
    ),
    "pairing.incomplete": _(
        "A pairing names every present entry exactly once "
        "(missing: %(missing)s; repeated: %(repeated)s; not present: %(unexpected)s)."
    ),
    "pairing.second_bye": _("At most one entry can have the pairing-allocated bye."),
    "pairing.attempts_exhausted": _("Given up after %(attempts)s attempts."),
    "pairing.time_limit": _("The pairing took longer than allowed."),
    "pairing.internal_error": _("The pairing failed through a fault of ours; it has been logged."),
    "pairing_run.not_found": _("There is no such job, or none that you may see."),
    "pairing_run.over": _("The job is over (%(status)s)."),
    "pairingrun.stale": _("The job has moved on meanwhile."),
    "prohibition.gave_way": _("Could not be kept apart: %(pairs)s."),
    "explanation.no_working": _("The system “%(system)s” does not explain its pairings."),
    "why.bracket_too_large": _("The bracket is too large for this question."),
    "why.no_bye": _("Nobody has the bye in this round."),
    "why.not_present": _("Number %(number)s is not paired in this round."),
    "why.same_player": _("Nobody can be paired with himself."),
    "board.not_found": _("There is no such board, or none that you may see."),
    "board.stale": _("Somebody else entered a result first."),
    "result.missing": _("Board %(board)s has no result to confirm."),
    "result.impossible": _("“%(outcome)s” is not a result; possible are: %(possible)s."),
    "result.confirmed": _("The result of board %(board)s is confirmed; ask the arbiter."),
    "result.only_arbiter_postpones": _("Only an arbiter can postpone a game."),
    # Records that contradict themselves.
    "record.duplicate_number": _("Two players have the number %(number)s."),
    "record.number_out_of_range": _("%(number)s is not a pairing number."),
    "record.unknown_participant": _("There is no player with the number %(number)s."),
    "record.cell_count": _(
        "Player %(number)s has %(found)s rounds recorded, but should have %(expected)s."
    ),
    "record.round_out_of_range": _("There is no round %(round)s in the record."),
    "record.more_rounds_than_announced": _(
        "%(found)s rounds are recorded, but only %(rounds)s announced."
    ),
    "record.bye_with_opponent": _(
        "Player %(number)s has a bye and an opponent (%(opponent)s) in round %(round)s."
    ),
    "record.opponent_missing": _(
        "Player %(number)s has a game without opponent in round %(round)s."
    ),
    "record.self_pairing": _("Player %(number)s meets himself in round %(round)s."),
    "record.unknown_opponent": _(
        "Player %(number)s meets %(opponent)s in round %(round)s, who does not exist."
    ),
    "record.not_mutual": _(
        "Player %(number)s meets %(opponent)s in round %(round)s, but not the other way round."
    ),
    "record.same_colour": _(
        "Player %(number)s and %(opponent)s have the same colour in round %(round)s."
    ),
    # Report files beyond what the reader itself reports.
    "import.byes_dropped": _(
        "%(read)s announced absences are left out: in a table the board stays, "
        "and who does not come forfeits."
    ),
    "import.team_part_dropped": _(
        "%(read)s entries about teams (“%(part)s”) are left out: the boards say it already."
    ),
    "import.team_event_unsupported": _(
        "A team event is imported only if a type code (192) names a system that is paired here."
    ),
    "import.rounds_impossible": _("%(rounds)s rounds; possible are 1 to %(highest)s."),
    "import.result_impossible": _(
        "The results of %(white)s and %(black)s in round %(round)s do not exist together."
    ),
    "import.opponent_missing": _("Player %(number)s has no opponent in round %(round)s."),
    "import.not_storable": _("The file cannot be stored: %(reason)s"),
    "import.dates_reversed": _("The last day %(read)s is before the first; left out."),
    "import.edition_unsupported": _("Edition “%(read)s” is not supported; “%(assumed)s” is taken."),
    "import.name_missing": _("A player without a name; called “%(assumed)s”."),
    "import.result_unrated": _("“%(read)s” is stored as “%(assumed)s”."),
    "import.second_allocated_bye": _(
        "A second allocated bye in one round; “%(assumed)s” is taken."
    ),
    "import.system_not_paired": _(
        "Tournament type “%(read)s” is kept; its rounds are paired by hand."
    ),
    "import.text_shortened": _("“%(read)s” is too long; shortened to “%(assumed)s”."),
    "import.tie_break_barred": _("Tie-break “%(read)s” is not used in a round robin; left out."),
    "import.tie_break_unknown": _("Tie-break “%(read)s” is not known; left out."),
    "import.value_dropped": _("“%(read)s” is not acceptable; left out."),
    "export.format_unknown": _("There is no format “%(format)s”; known are: %(known)s."),
    # Standings.
    "standings.not_final": _(
        "The standings are not final: %(completed)s of %(rounds)s rounds are complete."
    ),
    "standings.level_at_the_cut": _(
        "%(numbers)s share a place among the first %(places)s; decide first who qualifies."
    ),
    "standings.lots_drawn": _("Places decided by lot (seed %(seed)s)."),
    "standings.lots_drawn_already": _("Lots are drawn already (seed %(seed)s)."),
    "standings.seed_impossible": _("A seed is a whole number from 0 to %(highest)s."),
    "standings.manual_order": _("Places decided by hand."),
    "standings.manual_order_repeated": _("The order by hand names somebody twice."),
    "standings.no_teams": _("This is not a team event."),
    "standings.results_pending": _("Results are still missing: boards %(boards)s."),
    "standings.bad_rating": _("“%(rating)s” is not a rating for the unrated."),
    "standings.round_out_of_range": _("There are no standings after this round."),
    "standings.unknown_edition": _(
        "There is no edition “%(edition)s” of the rules; known are: %(known)s."
    ),
    "standings.unknown_participant": _("There is no player with the number %(number)s."),
    "standings.withdrawn_before_half": _(
        "Withdrew before half of the games: these games do not count for the others."
    ),
    "tiebreak.unknown": _("There is no tie-break “%(tiebreak)s”."),
    "tiebreak.unknown_modifier": _("“%(tiebreak)s” has an unknown modifier “%(modifier)s”."),
    "tiebreak.modifier_argument": _(
        "“%(tiebreak)s”: “%(modifier)s” is not acceptable; it is written like %(expected)s."
    ),
    "tiebreak.modifier_not_applicable": _(
        "“%(tiebreak)s”: the modifier does not apply to this tie-break."
    ),
    "tiebreak.modifier_repeated": _("“%(tiebreak)s” repeats the modifier “%(modifier)s”."),
    "tiebreak.modifiers_conflict": _("“%(tiebreak)s” has modifiers that exclude each other."),
    "tiebreak.repeated": _("“%(tiebreak)s” is announced twice."),
    "tiebreak.score_not_applicable": _(
        "“%(tiebreak)s” cannot be computed with the score “%(score)s”."
    ),
    "tiebreak.teams_only": _("“%(tiebreak)s” is for team events."),
    "tiebreak.individuals_only": _("“%(tiebreak)s” is for individual events."),
    "tiebreak.not_in_round_robin": _("“%(tiebreak)s” is not used in a round robin; left out."),
    "tiebreak.unrated_participants": _(
        "“%(tiebreak)s” is left out: these players have no rating: %(unrated)s."
    ),
    "tiebreak.colours_unknown": _(
        "“%(tiebreak)s” is left out: the colours of some games are not known."
    ),
    "tiebreak.values_not_supplied": _("“%(tiebreak)s” is left out: its values are not known."),
    "tiebreak.divisor_zero": _("“%(tiebreak)s” is not defined here."),
}
