"""What happens in the rounds.

A :class:`~tournaments.play.models.Board` is one pairing; a
:class:`~tournaments.play.models.Seat` is one entry's place in one round, at a
side of a board or on a bye.  An entry without a seat in a paired round was not
in the tournament then (not arrived yet, or withdrawn), which the record reads
as a zero-point bye.
"""
