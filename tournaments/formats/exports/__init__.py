"""A tournament as files.

Every export is made from a :class:`~.snapshot.Snapshot`, which holds published
rounds only, whoever asks, so no format can show another one.  ``tables`` are
the lists that CSV and XLSX share; ``pgn``, ``calendar``, ``items`` (NDJSON) and
:mod:`tournaments.formats.portable` are the others; ``files`` names them all.
"""
