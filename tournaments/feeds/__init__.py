"""Keeping others in step: change feed, live updates, webhooks, and results entered offline.

Everything here follows from the change log (:mod:`tournaments.core.models`),
whose sequence numbers are given per tournament under its row lock: a reader
that has seen change *n* of a tournament has missed none before it.

=================  ==================================================================
``readers``        one tournament as one principal may see it
``tokens``         how far a client has read, signed
``kinds``          the objects that clients keep: tournament, entries, rounds, boards
``touched``        which objects a change of the log concerns
``changes``        the feed: last state of each object, tombstones for what is gone
``watching``       who waits is woken when a tournament has changed
``offline``        results that were entered without a connection
``event_types``    the changes that a webhook may ask for
``webhooks``       endpoints, deliveries, sending
=================  ==================================================================
"""
