"""Events (festivals) and the tournaments (sections) in them.

A tournament plans all its rounds when it is created; a round becomes a draft
when it is paired, is published, and completes by itself with its last result.
Entries are players in one tournament; their pairing numbers are 1..n without
gaps among those who have arrived (C.04.2 art. 2).
"""
