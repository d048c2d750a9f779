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
    "export.bracket_not_portable": _("A knockout cannot be exported as a document."),
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
    "import.member_unknown": _("“%(read)s” is not known here; left out."),
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
    "search.too_short": _("Search for at least %(letters)s letters."),
}
