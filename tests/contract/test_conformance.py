"""Every answer is one that the OpenAPI document describes, whatever is asked.

``CONTRACT_EXAMPLES`` and ``CONTRACT_SEED`` make a longer run of it (``make contract``),
``CONTRACT_ONLY`` is a pattern for the names of the operations.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from threading import BoundedSemaphore

import hypothesis
import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import got_request_exception, request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import TestCase
from hypothesis import HealthCheck, Phase, given
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.exchange_rows import FEDERATION_KEY
from tests.api.matrix import MATRIX, sent
from tests.support import conformance, openapi
from tests.support.document_requests import READERS, Objects, path_of, requests

EXAMPLES = int(os.environ.get("CONTRACT_EXAMPLES", "2"))
SEED = os.environ.get("CONTRACT_SEED")
ONLY = re.compile(os.environ.get("CONTRACT_ONLY", ""))
CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture
def objects(world, settings, monkeypatch) -> Objects:
    """The world of the matrix, without limits and without waiting for changes."""
    cache.clear()
    rates = settings.API_THROTTLE_RATES
    settings.API_THROTTLE_RATES = dict.fromkeys(rates, "1000000/minute")
    places = BoundedSemaphore(1)
    places.acquire()
    monkeypatch.setattr("tournaments.api.rest.v1.feed._waiting_places", places)
    return Objects(world)


def test_the_answers_of_the_matrix_are_described(api, objects):
    described = {(method, path): each for method, path, each in openapi.operations()}
    found, tried = {}, Counter()
    for method, path, body, _ in MATRIX:
        operation = described[method, path_of(method, path)]
        for reader in ("owner", "federation_key")[: 1 + ((method, path) in FEDERATION_KEY)]:
            with transaction.atomic():
                answer = getattr(api, reader).request(
                    method, path.format(**objects.names), **sent(body, objects.names), if_match="*"
                )
                content = b"".join(answer) if answer.streaming else answer.content
                transaction.set_rollback(True)
            tried[answer.status_code] += 1
            faults = conformance.faults(
                operation, answer.status_code, answer.get("Content-Type", ""), content
            )
            if faults:
                found[operation["operationId"], answer.status_code] = faults
    assert found == {}
    assert tried[200] > 150


@pytest.fixture
def application(db):
    """The server as a function; what waits for a commit is done as in a request of its own."""
    server = get_wsgi_application()

    def asked(environ, start_response):
        # As every server says; without it nobody can sign in, for attempts are counted by address.
        environ.setdefault("REMOTE_ADDR", "127.0.0.1")
        with TestCase.captureOnCommitCallbacks(execute=True):
            return server(environ, start_response)

    # The connection holds the transaction of the test.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield asked
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def faults_of_ours():
    """Exceptions that became a 500."""
    found = []

    def note(sender, **kwargs):
        found.append(repr(sys.exc_info()[1]))

    got_request_exception.connect(note)
    yield found
    got_request_exception.disconnect(note)


def credentials(api, reader: str) -> dict[str, str]:
    """The header that says who asks."""
    speaker = getattr(api, reader)
    # The checks read plain bodies.
    plain = {"Accept-Encoding": "identity"}
    if reader == "federation_key":
        return {**plain, "Authorization": f"Api-Key {speaker.text}"}
    return plain | ({"Authorization": f"Bearer {speaker.token}"} if speaker.token else {})


def test_answers_to_generated_requests_are_described(api, objects, application, faults_of_ours):
    schema = schemathesis.openapi.from_dict(openapi.document())
    schema.app = application
    found, tried = {}, Counter()
    headers = {reader: credentials(api, reader) for reader in READERS}
    options = hypothesis.settings(
        max_examples=EXAMPLES,
        derandomize=SEED is None,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )

    seeded = hypothesis.seed(int(SEED or 0))

    def ask(operation, request):
        reader, case = request
        faults_of_ours.clear()
        with transaction.atomic():
            answer = case.call(headers=headers[reader])
            transaction.set_rollback(True)
        tried[answer.status_code] += 1
        try:
            # Where a process has no streams, 503 is what the document says.
            live = operation.definition.raw["operationId"] == "changes_live"
            case.validate_response(answer, checks=CHECKS[1:] if live else CHECKS)
        except FailureGroup as group:
            for each in group.exceptions:
                place = (operation.label, type(each).__name__, str(each)[:400])
                if place not in found:
                    found[place] = (reader, case.as_curl_command(), *faults_of_ours)
                    # At once: a long run may be stopped.
                    print(*place, *found[place], sep="\n    ", flush=True)

    for result in schema.get_all_operations():
        operation = result.ok()
        if ONLY.search(operation.definition.raw["operationId"]):

            def tell(request):
                ask(operation, request)  # noqa: B023

            seeded(options(given(requests(operation, objects))(tell)))()
    print("answers by status:", dict(sorted(tried.items())))
    assert list(found) == []
    assert sum(tried.values()) > 0
