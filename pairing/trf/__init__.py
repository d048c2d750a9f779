"""Tournament Report File codecs: TRF06, TRF16 with its engine extensions, and TRF26.

``read_trf`` turns bytes into a :class:`TrfDocument` (record, findings,
encoding, dialect).  ``write_trf16`` and ``write_trf26`` give the same bytes for
the same record, and ``losses`` says what a format cannot carry.

Lenient reading guesses nothing that decides a result or an opponent; strict
reading refuses every finding of severity error or adjustment.  *Fatal* below
means that no record is built at all.

=========================================== ======================================
in the file                                 lenient reading
=========================================== ======================================
no 001 line, too large, too many lines      fatal, one clear error
starting rank missing, not 1-9999, twice    fatal
opponent not a number, not listed, himself  fatal
A plays B, but B plays somebody else        fatal
results that exclude each other (1/1, 1/-)  fatal
both sides White (or Black) in a game       fatal; in a forfeit: colours left out
bye letter (U F H Z) with an opponent       fatal, line and round named
1 = 0 W D L * without opponent              fatal; ``=`` alone is bye H
unknown result letter, cell out of columns  fatal
142/XXR, 152/XXC or 192 twice, differently  fatal
team number twice, player in two teams      fatal
result on one side only                     completed where the other side tells
                                            it (1 = W D L + *), else fatal
colour on one side only                     the other side gets the opposite
results =/0, 0/0, 1/L, W/0                  kept side by side, warning
both results blank                          recorded pair, outcome unknown
both blank, both colours ``-``              cancelled: zero-point byes
``*`` or X                                  adjourned
blank cell between others                   zero-point bye
``0000 - +`` and ``0000 - -``               individuals: byes F and Z; teams:
                                            empty board, player not fielded
more than one U in a round (individuals)    kept, error
wrong points (81-84)                        results count; totals with coming
                                            byes or virtual points are accepted
points above the results, blank cells       reported with a proposal, not filled
columns shifted by bytes or long names      repaired if one shift fits everything
FIDE id in quotes / not a number            quotes dropped / id left empty
rating, sex, rank, birth date unreadable    left empty
unknown title, unknown 192 code             kept as written
byte that is not UTF-8                      Windows-1252, or a blank within a file
                                            that is UTF-8 otherwise
byte that a declared encoding lacks         fatal, line and column named
more rounds recorded than announced         number of rounds raised
no number of rounds                         rounds played, dated or with byes
bye after the last round                    left out
240 against a cell                          the cell counts
240 for a blank cell                        fills it
250, 260, 299, 3xx with unknown numbers     record left out, error
XXC ``rank`` with ranks in another order    starting ranks count
unknown records, DAT (personal data)        left out, warning
801, 802                                    not read: they repeat other records
=========================================== ======================================

Recorded rounds end with the last column in which somebody was paired or had
the pairing-allocated bye; a following column in which every player has a bye
letter also counts as recorded.  Bye letters beyond, 240 and XXZ become planned
byes.  Without 152 or XXC the initial colour is inferred from the first round
that shows one.  ``FIDE_DUTCH_2025`` (drafts) is read and written as
``FIDE_DUTCH_2026``; the undated ``FIDE_DUTCH`` means the rules in force when
the tournament starts.  299 records for everybody and all rounds about
forfeits, F or H byes become part of the point system, and are written so.
Values equal to the one they follow (a PAB worth a win) are read as following.

Written names are cut at 33 characters; control characters and line breaks
become one blank, so that no text can begin a record of its own.
"""

from .findings import Finding, Severity, TrfError
from .losses import losses
from .reader import TrfDocument, read_trf
from .trf16 import write_trf16
from .trf26 import write_trf26

__all__ = [
    "Finding",
    "Severity",
    "TrfDocument",
    "TrfError",
    "losses",
    "read_trf",
    "write_trf16",
    "write_trf26",
]
