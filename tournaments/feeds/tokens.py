"""How far a client has read: opaque, signed, bound to one tournament and one view of it.

A token says which changes the client has (``since``).  In the middle of a
window that takes several pages it also says where the window ends and which
object was sent last.  The signature's salt holds the tournament and the view,
so a token is worth nothing elsewhere; it grants nothing anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, SignatureExpired, TimestampSigner

from tournaments.core.errors import DomainError

from .readers import Reader

START = -1
"""``since`` of a client that has nothing yet."""
FORMAT = "1"
"""Raised when what the feed shows changes so that clients must start over."""


class Gone(DomainError):
    """The token is of no use any more: forget everything and read anew."""

    status = 410


@dataclass(frozen=True, slots=True)
class Place:
    """The last object sent of a window: its group, the rank of its kind, its id."""

    group: int
    rank: int
    id: UUID


@dataclass(frozen=True, slots=True)
class Position:
    """All changes up to ``since`` are known; of those up to ``until``, what goes to ``after``."""

    since: int
    until: int | None = None
    after: Place | None = None


def write_token(reader: Reader, position: Position) -> str:
    """The token of a position, from now on valid for ``FEED_TOKEN_DAYS``."""
    parts = [position.since]
    if position.until is not None and position.after is not None:
        after = position.after
        parts += [position.until, after.group, after.rank, after.id.int]
    return _signer(reader, reader.sees_unpublished).sign("~".join(map(str, parts)))


def read_token(reader: Reader, token: str) -> Position:
    """The position that a token stands for.

    Raises ``Gone``: ``feed.token_expired``; ``feed.rights_changed`` if the
    reader now sees more or less of the tournament; ``feed.token_foreign`` for
    anything else that was not given out for this tournament.
    """
    try:
        text = _signer(reader, reader.sees_unpublished).unsign(token, max_age=_lifetime())
    except SignatureExpired:
        raise Gone("feed.token_expired", days=settings.FEED_TOKEN_DAYS) from None
    except BadSignature:
        raise Gone(_why_unusable(reader, token)) from None
    numbers = [int(part) for part in text.split("~")]
    since, until = numbers[0], numbers[1] if len(numbers) > 1 else None
    # After a restored backup the log may be shorter than what the client has read.
    if max(since, until or 0) > reader.tournament.sequence:
        raise Gone("feed.token_foreign")
    if until is None:
        return Position(since)
    group, rank, number = numbers[2:]
    return Position(since, until, Place(group, rank, UUID(int=number)))


def _why_unusable(reader: Reader, token: str) -> str:
    try:
        _signer(reader, not reader.sees_unpublished).unsign(token)
    except BadSignature:
        return "feed.token_foreign"
    return "feed.rights_changed"


def _lifetime() -> timedelta:
    return timedelta(days=settings.FEED_TOKEN_DAYS)


def _signer(reader: Reader, sees_unpublished: bool) -> TimestampSigner:
    view = "all" if sees_unpublished else "published"
    return TimestampSigner(
        sep=".", salt=f"tournaments.feeds.{FORMAT}.{reader.tournament.pk}.{view}"
    )
