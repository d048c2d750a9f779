"""Knockouts as they are run: what was announced, drawn and entered, as rows.

The database holds facts only: settings, the draw with its changes by hand,
games, bids, rulings and departures.  Who meets whom, what is decided and the
places follow from them in :mod:`pairing.knockout` whenever they are asked for,
so nothing stored can contradict the facts.

=============== ===============================================================
``models``      the facts; ``querysets`` who sees them; ``rules`` who writes them
``loading``     rows to a :class:`pairing.knockout.state.Knockout`, and back in ``storing``
``services``    the writers: settings, draw, changes before round 1, games, rulings
``selectors``   bracket, matches, places for a reader; ``picture`` and ``export`` files
``portable``    all of it in a tournament's JSON document, checked in ``portable_reading``
``refusals``    what the engine refuses, in terms of entries
=============== ===============================================================

A knockout has no paired rounds: its rounds are the sessions of the bracket,
and their status follows from the matches (:mod:`.sessions`).  A bye gives no
points, is not asked for and occurs in round 1 only; a walkover is a match
decided without a game and never rated.
"""
