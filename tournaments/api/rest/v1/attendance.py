"""Who is there: the check-in."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.events.services import check_in_entry, undo_check_in

from ...idempotency import idempotent
from ...schema import compares_versions, operation
from .entries import EntryEndpoint, EntryRead, represent


class EntryCheckIn(EntryEndpoint):
    """A player has arrived."""

    @operation(
        "Check in (arbiter)", name="entries_check_in", answer=EntryRead, problems=[403, 409, 412]
    )
    @compares_versions
    @idempotent
    def post(self, request: Request, entry_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.entry(entry_id),
            represent,
            lambda version: check_in_entry(
                actor=self.principal, entry_id=entry_id, expected_version=version
            ),
        )

    @operation(
        "Take a check-in back (arbiter)",
        name="entries_check_in_undo",
        answer=EntryRead,
        problems=[403, 409, 412, 428],
    )
    @compares_versions
    def delete(self, request: Request, entry_id: UUID) -> Response:
        return self.conditionally(
            lambda: self.entry(entry_id),
            represent,
            lambda version: undo_check_in(
                actor=self.principal, entry_id=entry_id, expected_version=version
            ),
        )
