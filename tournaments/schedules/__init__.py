"""Round robins and their family on the server: what is announced, the draw, teams, withdrawals.

``options`` says which announcements a system knows and checks them,
``announced`` turns them into the part of the record that engines read.
``numbers`` are the draws, ``withdrawals`` the 50 % rule as it changes boards;
``services`` holds the writes, ``selectors`` the reads.  An app of its own
because most tournaments have nothing of it: a Swiss has no row here.
"""
