"""What every app of the server shares.

``ids`` (UUIDv7), ``clock``, ``principal`` (who acts), ``errors`` (what a service
may refuse with), ``models`` (the versioned base class and the change log),
``changes`` (the only way to write the log), ``writing`` (lock, check, save).
"""
