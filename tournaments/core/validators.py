"""Field validators that several apps use."""

from __future__ import annotations

import re
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

_FEDERATION = re.compile(r"[A-Z]{3}")
_FIDE_ID = re.compile(r"[1-9][0-9]{0,10}")
_known_zones: frozenset[str] = frozenset()


def validate_time_zone(value: str) -> None:
    """An IANA zone name such as ``Europe/Madrid``."""
    global _known_zones
    if not _known_zones:
        _known_zones = frozenset(available_timezones())
    if value not in _known_zones:
        raise ValidationError(
            _("“%(value)s” is not a time zone name."),
            code="time_zone_unknown",
            params={"value": value},
        )


def validate_federation(value: str) -> None:
    """Three capital letters, as FIDE writes federations."""
    if not _FEDERATION.fullmatch(value):
        raise ValidationError(
            _("A federation is written with three capital letters."),
            code="federation_malformed",
            params={"value": value},
        )


def validate_fide_id(value: str) -> None:
    """Digits without leading zero, eleven at most (the width of the report's field)."""
    if not _FIDE_ID.fullmatch(value):
        raise ValidationError(
            _("A FIDE id consists of digits only."),
            code="fide_id_malformed",
            params={"value": value},
        )
