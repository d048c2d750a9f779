"""What happened in a tournament, and going back to an earlier state of it.

The change log (:mod:`tournaments.core.models`) says what happened.  A restore
point holds the whole state of a tournament before a risky act: it is taken by
the services that are about to act (:func:`.points.take_restore_point`), and
:func:`.services.restore` puts it back, all or nothing.

Which tables belong to a tournament follows from the foreign keys that lead to
it (:mod:`.tables`), so what other applications keep for a tournament is part of
the state without being named here.  What only tells of it stays as it is: the
log itself, jobs, standings, what was sent.
"""
