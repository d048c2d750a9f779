"""What a service refuses with.

Every refusal is a :class:`DomainError`: a stable dotted ``code`` and parameters
that are plain JSON data.  The subclass says what kind of refusal it is
(``status`` is the HTTP status that means the same); texts belong to the edges.
"""

from __future__ import annotations

from typing import Any


class DomainError(Exception):
    """Base of all refusals."""

    status = 400

    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params
        details = ", ".join(f"{name}={value!r}" for name, value in params.items())
        super().__init__(f"{code}({details})" if details else code)


class NotFound(DomainError):
    """It does not exist, or the principal may not know that it does."""

    status = 404


class Forbidden(DomainError):
    """The principal may see it but not do this."""

    status = 403


class Conflict(DomainError):
    """The state of the tournament does not allow this now."""

    status = 409


class Stale(DomainError):
    """Somebody else changed it first; the parameters hold the current state."""

    status = 412


class Invalid(DomainError):
    """The values are not acceptable whatever the state.

    ``errors`` among the parameters, if present, lists
    ``{"field", "code", "params"}`` per fault.
    """

    status = 422
