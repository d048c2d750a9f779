"""Permissions around keys and rating reports."""

from __future__ import annotations

from tournaments.clubs.rules import is_arbiter, is_owner
from tournaments.core.permissions import grant, predicate
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope

from .models import RatingReport

is_superuser = predicate(lambda principal, row: principal.is_unrestricted, "is_superuser")

grant("keys.manage", is_owner)
grant("keys.manage_federations", is_superuser)


def _is_the_reports_federation(principal: Principal, report: RatingReport) -> bool:
    key = principal.key
    return (
        key is not None
        and principal.holds(Scope.REPORTS_DECIDE)
        and bool(key.federation)
        and key.federation == report.federation
    )


grant("reports.make", is_arbiter)
grant("reports.submit", is_arbiter)
grant(
    "reports.decide",
    is_superuser | predicate(_is_the_reports_federation, "is_the_reports_federation"),
)
