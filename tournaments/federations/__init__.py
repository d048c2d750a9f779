"""What federations and other machines need: keys, the feed of results, reports, corrections.

``keys``: API keys with scopes, bound to one club or one federation.
``reports``: the rating report of a finished tournament, its exact bytes and
its way from checked to accepted.  ``feed``: results of all tournaments that a
federation may see, as one sequence.  ``inbound``: corrections of players and
results that a federation sends; what is not known for certain waits in
quarantine.

A federation sees the tournaments rated in it: those whose event names it,
that are sent for rating, and that are public or open to the club.  Hidden
events, drafts and unpublished rounds do not exist for it; a report it sees as
soon as it is submitted, whatever the event.
"""
