"""One module per command; see :mod:`pairing.cli`."""
