"""Round robins and their family: everything whose pairings do not depend on results, and ladders.

Layout: ``tables`` says what a table is; ``berger``, ``crenshaw``,
``scheveningen``, ``skalitzka`` and ``quads`` make them, ``cycles`` repeats them,
``numbering`` and ``varma`` draw starting numbers, ``groups`` draws groups and
names qualifiers, ``teams`` and ``match`` are for sides.  ``schedules`` turns a
record into the whole schedule of an event, ``fixed`` takes the next round from
it.  ``withdrawal`` holds the numbers of the 50 % rule, ``messages`` the
sentences.  ``keizer`` and ``monrad`` are the ladder systems.

Decisions:

* Seats of a table are the participants in the order of the record, so numbers
  are drawn first and kept; a late entry would change the whole schedule and is
  refused.
* A rest in an odd field is a pairing-allocated bye whose value the record
  announces; by default it is worth nothing and is not a game.
* With more than two cycles the exchange of the last two rounds is repeated at
  every join, because the join of an even cycle to an odd one has the same fault
  as the first; only four players do better with fewer exchanges, and get them.
* Reversed Berger tables (Crenshaw) have their fault at the other end: there
  the first two rounds of the later cycle change places.
* Not here: the colour changes and the withdrawal rule of the US rulebook, the
  printed US table of six, national texts of Monrad, Schiller systems: nothing
  reliable was at hand.
"""
