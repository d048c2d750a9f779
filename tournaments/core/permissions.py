"""A typed door to the ``rules`` library: permissions are named predicates.

A predicate takes the acting :class:`~tournaments.core.principal.Principal` and
the row concerned.  Every door of the server asks the same ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.permissions import add_perm, has_perm
from rules.predicates import Predicate

from .errors import Forbidden
from .principal import Principal

Test = Callable[[Principal, Any], bool]


def predicate(test: Test, name: str = "") -> Predicate:
    """A predicate that can be combined with ``|``, ``&`` and ``~``."""
    return Predicate(test, name=name or test.__name__)


def grant(permission: str, when: Predicate) -> None:
    """Define a permission; defining it twice is an error."""
    add_perm(permission, when)  # type: ignore[no-untyped-call]


def may(principal: Principal, permission: str, row: Any = None) -> bool:
    """Whether the principal has the permission for this row."""
    return bool(has_perm(permission, principal, row))  # type: ignore[no-untyped-call]


def require(principal: Principal, permission: str, row: Any = None) -> None:
    """Raise ``Forbidden("permission.denied")`` unless the principal has the permission."""
    if not may(principal, permission, row):
        raise Forbidden("permission.denied", permission=permission)
