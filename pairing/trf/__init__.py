"""Tournament Report File codecs."""

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
