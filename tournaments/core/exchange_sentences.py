"""Sentences for what other programs send and fetch: keys, federations, lists, files, GraphQL."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

EXCHANGE_TEXTS: dict[str, Any] = {
    # Keys of machines.
    "api_key.not_found": _("There is no such key, or none that you may see."),
    "api_key.expired": _("The key would have expired already: %(expires_at)s."),
    "api_key.scopes_unknown": _("Scopes are some of: %(possible)s (not: %(scopes)s)."),
    "apikey.invalid": _("The key cannot be stored like this; see “errors”."),
    # Exports, and whole tournaments from elsewhere.
    "export.table_unknown": _("There is no table “%(table)s”; known are: %(known)s."),
    "export.individuals_only": _("This format holds tournaments of single players with rounds."),
    "import.document_unreadable": _("The document is no JSON: %(reason)s"),
    "import.document_unknown": _(
        "This is no document of format “%(expected)s”, version %(version)s."
    ),
    "import.document_invalid": _("The document contradicts itself or the format; see “errors”."),
    "import.not_an_object": _("An object is expected here."),
    "import.not_a_list": _("A list is expected here."),
    "import.entry_unknown": _("The document has no entry number %(entry)s."),
    "import.players_and_entries": _("There must be one player for each entry."),
    "import.too_many_entries": _("More than %(most)s entries."),
    "import.round_repeated": _("This round is there twice."),
    "import.round_not_published": _("Only a published round has boards and byes."),
    "import.bracket_invalid": _("The document's knockout cannot have come about: see “%(place)s”."),
    "import.member_unknown": _("“%(read)s” is not known here; left out."),
    # The results feed.
    "feed.federations_only": _("Only keys of federations with the scope “%(scope)s” may do this."),
    "feed.cursor_expired": _("This is too long ago; start again without “since”."),
    "feed.cursor_foreign": _("“since” is not of this feed; start again without it."),
    # Rating reports.
    "ratingreport.stale": _("Somebody else has changed the report."),
    "ratingreport.invalid": _("The report cannot be stored like this; see “errors”."),
    "report.not_found": _("There is no such report."),
    "report.tournament_not_finished": _("The tournament is not finished (%(status)s)."),
    "report.not_rated": _("The tournament is not sent for rating."),
    "report.with_the_federation": _("Report %(number)s is with the federation (%(status)s)."),
    "report.decided": _("The report has been decided (%(status)s); make another one."),
    "report.has_errors": _("The check found errors: %(codes)s."),
    "report.outdated": _("The tournament has changed since report %(number)s was made."),
    "report.not_submitted": _("The report is not submitted (%(status)s)."),
    "report.reason_missing": _("A rejection needs a finding."),
    "report.federation_missing": _("The event has no federation."),
    "report.chief_arbiter_missing": _("The tournament has no chief arbiter."),
    "report.arbiter_id_missing": _("The chief arbiter is named without a FIDE id: %(arbiter)s."),
    "report.event_incomplete": _("The tournament lacks: %(missing)s."),
    "report.dates_outside_event": _("%(first)s to %(last)s is not within the days of the event."),
    "report.rounds_outside_event": _("Rounds not between %(first)s and %(last)s: %(rounds)s."),
    "report.rounds_not_in_order": _("A round is on an earlier day than the one before."),
    "report.round_dates_missing": _("Rounds without a day: %(rounds)s."),
    "report.new_players_incomplete": _(
        "Players without a FIDE id need sex, federation and full birth date: %(players)s."
    ),
    "report.fide_ids_missing": _("Players without a FIDE id: %(players)s."),
    "report.births_missing": _("Players without a birth date: %(players)s."),
    "report.national_ids_missing": _("Players of %(federation)s without its id: %(players)s."),
    "report.fide_id_repeated": _("FIDE id %(fide_id)s is there more than once: %(players)s."),
    "report.unplayed_games": _("%(forfeits)s forfeited games and %(byes)s byes are not rated."),
    "report.unrated_games": _("%(games)s games are marked as not rated."),
    "report.norm_federations_missing": _("Norms need everybody's federation: %(players)s."),
    "report.norm_rounds_a_day": _("Norms allow two rounds a day: %(days)s."),
    "report.format_impossible": _("No %(format)s file can be made: %(reason)s."),
    # What federations send.
    "inbound.federations_only": _(
        "Only keys of federations with the scope “%(scope)s” may do this."
    ),
    "inbound.player_unknown": _("Nobody here has this FIDE id or number."),
    "inbound.ids_contradict": _(
        "The person has other ids here: FIDE %(fide_id)s, national %(national_id)s."
    ),
    "inbound.player_ambiguous": _("Several players of one club have these ids."),
    "inbound.tournament_unknown": _("The federation has no such tournament: %(tournament)s."),
    "inbound.entry_unknown": _("Nobody in the tournament has these ids."),
    "inbound.entry_ambiguous": _("Several in the tournament have these ids."),
    "inbound.pairing_unknown": _(
        "%(white)s and %(black)s do not meet in a published round %(round)s."
    ),
    "inbound.colours_differ": _("In round %(round)s, board %(board)s, the colours are reversed."),
    "quarantined.not_found": _("There is no such item."),
    "quarantined.stale": _("Somebody else has changed the item."),
    "result.confirmed_by_arbiter": _(
        "Board %(board)s has %(outcome)s, confirmed here; a federation does not overwrite it."
    ),
    # Rating lists.
    "rating_list.file_unreadable": _("The file cannot be read: %(reason)s"),
    "rating_list.archive_ambiguous": _("The archive holds not one file but: %(files)s."),
    "rating_list.too_large": _("Lists of more than %(bytes)s bytes are not read."),
    "rating_list.line_endless": _("A line of more than %(bytes)s bytes: this is no list."),
    "rating_list.header_missing": _(
        "The header lacks what was expected (%(expected)s); it has: %(found)s."
    ),
    "rating_list.kind_missing": _("Say which rate of play the list is for: %(known)s."),
    "rating_list.xml_malformed": _("The XML is broken: %(reason)s"),
    "rating_list.mapping_unusable": _("The mapping cannot be used: %(reason)s"),
    "rating_list.loading": _("The list %(list)s is being loaded by somebody else."),
    "rating_list.implausible": _(
        "The new list has %(rows)s players (the one in use: %(before)s) and %(rejected)s "
        "unreadable lines; it is loaded, but not used unless it is accepted."
    ),
    "rating_list.not_found": _("There is no list “%(name)s” in use."),
    "ratinglist.stale": _("Somebody else changed the list first."),
    # GraphQL.
    "graphql.body_malformed": _("The body is one object with “query”, “variables” and so on."),
    "graphql.syntax": _("The document cannot be read."),
    "graphql.invalid": _("The document does not fit the schema."),
    "graphql.operation_unknown": _("Name one of the document's operations: %(known)s."),
    "graphql.too_deep": _("Selections may nest %(most)s deep."),
    "graphql.too_many_aliases": _("%(aliases)s aliases; at most %(most)s are allowed."),
    "graphql.too_many_fields": _("More than %(most)s fields of the root."),
    "graphql.too_costly": _(
        "This may return %(cost)s objects, but at most %(budget)s are allowed: "
        "ask for fewer rows with “first”."
    ),
    "query.cursor_unusable": _("This cursor does not belong to this list."),
    "query.out_of_range": _("A whole number from %(lowest)s to %(highest)s."),
    "search.too_long": _("Search for at most %(letters)s letters."),
    "search.too_short": _("Search for at least %(letters)s letters."),
}
