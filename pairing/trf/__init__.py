"""Tournament Report File codecs."""

from .findings import Finding, Severity, TrfError
from .reader import TrfDocument, read_trf

__all__ = ["Finding", "Severity", "TrfDocument", "TrfError", "read_trf"]
