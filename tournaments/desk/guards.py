"""What a pairing that is being edited forbids meanwhile."""

from __future__ import annotations

from tournaments.core.errors import Conflict
from tournaments.events.models import Round

from .models import SessionStatus


def require_no_session(round: Round) -> None:
    """Raise ``Conflict("round.being_edited", session=...)`` while somebody edits its pairing."""
    session = round.sessions.filter(status=SessionStatus.OPEN).first()
    if session is not None:
        raise Conflict("round.being_edited", round=round.number, session=str(session.pk))
