"""Who acts: a user, an API key, nobody in particular, or the system itself.

A principal lives as long as one request, command or task.  Services and
predicates only ask the questions below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.accounts.models import User
    from tournaments.federations.models import ApiKey


class Kind(Enum):
    """What sort of principal acts; the value is written to the change log."""

    ANONYMOUS = "anonymous"
    USER = "user"
    API_KEY = "api_key"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Held:
    """A role that somebody holds, perhaps for some boards only."""

    role: str
    first_board: int | None = None
    last_board: int | None = None

    def covers(self, board: int) -> bool:
        """Whether the role is held for the board with this number."""
        if self.first_board is None or self.last_board is None:
            return True
        return self.first_board <= board <= self.last_board


@dataclass(frozen=True, slots=True)
class Principal:
    """The acting principal, first argument of every service."""

    kind: Kind
    user: User | None = None
    key: ApiKey | None = None
    _held: dict[UUID, Held | None] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def for_user(cls, user: User) -> Principal:
        """The principal of a signed-in user; an inactive account counts as anonymous."""
        return cls(Kind.USER, user) if user.is_active else ANONYMOUS

    @classmethod
    def for_key(cls, key: ApiKey) -> Principal:
        """The principal of an API key that was found valid."""
        return cls(Kind.API_KEY, key=key)

    @property
    def user_id(self) -> UUID | None:
        return self.user.pk if self.user is not None else None

    @property
    def is_unrestricted(self) -> bool:
        """The system itself and superusers pass every predicate."""
        return self.kind is Kind.SYSTEM or (self.user is not None and self.user.is_superuser)

    def holds(self, scope: str) -> bool:
        """Whether this is an API key with that scope; people have roles instead."""
        return self.key is not None and scope in self.key.scopes

    def held_in_club(self, club_id: UUID) -> Held | None:
        """The user's role in a club, asked from the database once per principal."""
        from tournaments.clubs.models import Membership

        return self._ask(Membership.objects.filter(club_id=club_id), club_id)

    def held_in_event(self, event_id: UUID) -> Held | None:
        """The user's role in one event, asked likewise; that in its club is another."""
        from tournaments.events.models import EventMembership

        return self._ask(EventMembership.objects.filter(event_id=event_id), event_id)

    def _ask(self, rows: QuerySet[Any], owner_id: UUID) -> Held | None:
        if self.user is None:
            return None
        if owner_id not in self._held:
            held = rows.filter(user=self.user).order_by()
            found = list(held.values_list("role", "first_board", "last_board"))
            self._held[owner_id] = Held(*found[0]) if found else None
        return self._held[owner_id]

    def describe(self) -> dict[str, str]:
        """How the change log names this principal."""
        described = {"kind": self.kind.value}
        if self.user is not None:
            described |= {"id": str(self.user.pk), "name": self.user.name}
        if self.key is not None:
            described |= {"id": str(self.key.public_id), "name": self.key.name}
        return described


ANONYMOUS = Principal(Kind.ANONYMOUS)
SYSTEM = Principal(Kind.SYSTEM)
