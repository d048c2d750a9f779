"""The arbiter's desk: what is done by hand, and must be explained or undone later.

``claims``: what each player of a board says came out.  ``corrections``: wrong
results found later, and from when on the right one counts (C.04.2 4.3).
``sessions``: pairings edited by hand, checked against the rules.
``restoring``: points to which a tournament can be taken back.  ``lists``:
entries read from files, registries and earlier events.  ``remarks``: the lines
in which a report file tells all this.
"""
