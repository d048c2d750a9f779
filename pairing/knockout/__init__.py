"""Knockouts: brackets, double elimination, matches that must produce a winner.

A knockout is a value: settings announced, a draw made, facts entered
(:class:`~pairing.knockout.state.Knockout`).  Its state (who is in which match,
what is open, who went through, places) is worked out from that value whenever
it is asked for; no state is stored that could contradict the facts.

============== =================================================================
``arithmetic`` sizes, byes, rounds, the order of the slots
``draw``       policies of the draw, its log, swaps and substitutes
``ladder``     stages of a match; what may decide it
``settings``   what is announced before round 1
``structure``  matches and where their sides come from; ``double`` the losers' bracket
``facts``      games, bids, rulings, departures
``play``       one match; ``state`` all of them; ``places`` the final ranking
``setup``      a new knockout, changes before round 1, the consolation bracket
``actions``    games, bids and rulings; ``departures``; ``corrections``
``qualification`` from a Swiss or from groups into the bracket
``views``      plain data; ``picture`` SVG; ``export`` rounds for report files and PGN
============== =================================================================

Byes, walkovers and empty places:

* A bye is not a match, gives no points and occurs in round 1 only; in the
  losers' bracket a place that only one player can reach is a free pass.
* A walkover is a match decided without a game: marked + and -, not rated,
  counted as a loss.
* After a double forfeit nobody goes on; the next opponent has a walkover.  In
  a final the arbiter decides.
"""
