"""UUIDv7 (RFC 9562 5.7): identifiers that never change and sort by time of creation."""

from __future__ import annotations

import secrets
import threading
import time
from uuid import UUID

_lock = threading.Lock()
_last = 0


def uuid7() -> UUID:
    """A new UUIDv7, greater than every earlier one of this process.

    48 bits of milliseconds and 74 random bits; ids of one millisecond count up
    from the first one (RFC 9562 6.2, method 2), so rows written together keep
    their order.
    """
    global _last
    milliseconds = time.time_ns() // 1_000_000
    fresh = (milliseconds << 74) | secrets.randbits(74)
    with _lock:
        _last = fresh if (fresh >> 74) > (_last >> 74) else _last + 1
        value = _last
    high, low = value >> 62, value & ((1 << 62) - 1)
    stamp, random_a = high >> 12, high & 0xFFF
    return UUID(int=(stamp << 80) | (0x7 << 76) | (random_a << 64) | (0b10 << 62) | low)
