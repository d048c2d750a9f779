"""What the tests of feeds have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tournaments.feeds.watching import watcher

GENEROUS = "1000000/minute"


@pytest.fixture(autouse=True)
def _no_limits(settings) -> Iterator[None]:
    """These tests ask more often than people do."""
    cache.clear()
    settings.API_THROTTLE_RATES = dict.fromkeys(settings.API_THROTTLE_RATES, GENEROUS)
    yield
    watcher.stop()
