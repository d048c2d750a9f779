"""One matrix: every route and method, and what each role gets.

Hidden and missing look alike (404).  A route or method without a row fails.
"""

from __future__ import annotations

from django.core.cache import cache
from django.db import transaction

from tests.api.exchange_rows import FEDERATION_KEY
from tests.api.matrix import MATRIX, ROLES, operations, routes, sent, shape
from tests.api.running_rows import LIKE


def test_every_route_has_a_row():
    rows = {(method, shape(path)) for method, path, _, _ in MATRIX}
    assert set(routes()) == rows


def test_matrix(api, world):
    names = vars(world)
    answered, wanted, undocumented = {}, {}, set()
    documented = operations()
    for method, path, body, expected in MATRIX:
        statuses = dict(zip(ROLES, map(int, expected.split()), strict=True))
        for role, (like, exceptions) in LIKE.items():
            statuses[role] = exceptions.get((method, path), statuses[like])
        statuses["federation_key"] = FEDERATION_KEY.get((method, path), statuses["stranger"])
        for role, status in statuses.items():
            # What too many attempts get is tested elsewhere.
            cache.clear()
            with transaction.atomic():
                response = getattr(api, role).request(
                    method, path.format(**names), **sent(body, names), if_match="*"
                )
                transaction.set_rollback(True)
            wanted[method, path, role] = status
            answered[method, path, role] = response.status_code
            if str(response.status_code) not in documented[method, shape(path)]["responses"]:
                undocumented.add((method, path, response.status_code))
    assert answered == wanted
    assert undocumented == set()
