"""The arbiter's desk: what is done by hand, and must be explained or undone later.

``claims``: what each player of a board says came out.  ``corrections``: wrong
results found later, and from when on the right one counts (C.04.2 4.3).
``sessions``: pairings edited by hand; ``hand``: the rules they break.
``rounds``: steps back in the life of a round.  ``remarks``: the lines in which
a report file tells all this.
"""
