"""Files that other programs write and read.

``rating_lists``: lists of FIDE and of national federations, read in a stream,
kept in versions, compared with the entries of a tournament.  ``exports``: a
tournament as tables, as a whole document, as PGN headers and as a calendar.
``portable``: the whole document in and out, for moving a tournament.

(Tournament Report Files have codecs of their own in :mod:`pairing.trf`.)
"""
