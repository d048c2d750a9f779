"""Failures that the engines and codecs report.

Each carries a stable ``code`` (dotted, never translated) and parameters that
are plain JSON data; the edges of the product turn them into text.
"""

from __future__ import annotations

from typing import Any


class PairingError(Exception):
    """Base of everything this package raises on purpose."""

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        details = ", ".join(f"{name}={value!r}" for name, value in params.items())
        super().__init__(f"{code}({details})" if details else code)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions cross process boundaries (checker workers, tasks).
        return (_rebuild, (type(self), self.code, self.params))


def _rebuild(kind: type[PairingError], code: str, params: dict[str, Any]) -> PairingError:
    return kind(code, **params)


class RecordError(PairingError):
    """The record contradicts itself or asks for something unsupported."""


class NoLegalPairing(PairingError):
    """No complete pairing obeys the absolute criteria (C.04.3 1.9.3)."""
