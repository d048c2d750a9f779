"""Who meets whom next: chess pairing engines over one frozen record.

Usable alone (``python -m pairing``); imports nothing of the server.  Every
engine is a function of a :class:`~pairing.record.TournamentRecord`: the same
record gives the same answer, byte for byte.
"""
