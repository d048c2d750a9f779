"""Every error is a problem document."""

import pytest

from tournaments.clubs.models import Club

MEMBERS = {"type", "title", "status", "detail", "instance", "code", "request_id"}


def problem(response, status, code):
    """The document, after what all of them have in common."""
    body = response.json()
    assert (response.status_code, body["status"], body["code"]) == (status, status, code)
    assert response["Content-Type"] == "application/problem+json"
    assert set(body) >= MEMBERS
    assert body["request_id"] == response["X-Request-Id"]
    assert body["type"] == f"http://testserver/api/v1/problems/{code}"
    return body


@pytest.mark.parametrize(
    "path", ["/api/nowhere", "/api/v1/clubs/", "/api/v1/clubs/17", "/api/", "/api"]
)
def test_unknown_route_is_a_problem(api, path):
    body = problem(api.anonymous.get(path), 404, "not_found")
    assert body["instance"] == path


def test_unknown_route_answers_every_method_alike(api):
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        problem(api.anonymous.request(method, "/api/v1/nothing"), 404, "not_found")


def test_method_not_allowed_names_the_allowed_ones(api):
    response = api.owner.request("PUT", "clubs", {})
    problem(response, 405, "request.method_not_allowed")
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_only_json_is_spoken(api):
    problem(api.anonymous.get("clubs", accept="text/csv"), 406, "request.not_acceptable")
    response = api.owner.post("clubs", raw="a=1", content_type="application/x-www-form-urlencoded")
    problem(response, 415, "request.unsupported_media_type")


def test_malformed_json(api):
    response = api.owner.post("clubs", raw="{", content_type="application/json")
    problem(response, 400, "request.malformed")


@pytest.mark.parametrize(
    "raw",
    [
        '{"name": "\\ud800"}',
        '{"\\udfff": 1}',
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"name": NaN}',
        '{"name": Infinity}',
    ],
)
@pytest.mark.parametrize("path", ["clubs", "auth/login", "/api/graphql"])
def test_json_that_is_no_text_or_too_deep_is_malformed(api, path, raw):
    clubs = Club.objects.count()
    response = api.owner.post(path, raw=raw, content_type="application/json")
    if path == "/api/graphql" and len(raw) > 20_000:
        problem(response, 413, "request.too_large")
    else:
        problem(response, 400, "request.malformed")
    assert Club.objects.count() == clubs


def test_too_large_a_body(api):
    response = api.owner.post("clubs", raw=" " * 1_000_001, content_type="application/json")
    body = problem(response, 413, "request.too_large")
    assert body["params"] == {"bytes": 1_000_000}


def test_missing_and_wrong_tokens(api):
    for headers, code in (
        ({}, "auth.required"),
        ({"authorization": "Bearer nonsense"}, "auth.failed"),
    ):
        response = api.anonymous.post("clubs", {"name": "X"}, **headers)
        problem(response, 401, code)
        assert response["WWW-Authenticate"] == "Bearer"


def test_faults_of_fields_are_pointed_at(api, club):
    body = problem(
        api.arbiter.post(
            f"clubs/{club.pk}/players",
            {"ratings": [{"value": "high", "as_of": "2026-10-01"}], "nickname": "Ivan"},
        ),
        422,
        "request.invalid",
    )
    assert [(each["pointer"], each["code"]) for each in body["errors"]] == [
        ("#/nickname", "field.unknown")
    ]
    body = problem(
        api.arbiter.post(
            f"clubs/{club.pk}/players", {"ratings": [{"value": "high", "as_of": "2026-10-01"}]}
        ),
        422,
        "request.invalid",
    )
    assert [(each["pointer"], each["code"]) for each in body["errors"]] == [
        ("#/name", "field.required"),
        ("#/ratings/0/value", "field.invalid"),
    ]


def test_faults_that_the_service_finds_are_pointed_at_too(api, club):
    body = problem(
        api.arbiter.post(f"clubs/{club.pk}/players", {"name": "Ivanov", "federation": "russia"}),
        422,
        "request.invalid",
    )
    assert [each["pointer"] for each in body["errors"]] == ["#/federation"]
    body = problem(
        api.arbiter.post(f"clubs/{club.pk}/players", {"name": "Ivanov", "federation": "rus"}),
        422,
        "player.invalid",
    )
    assert [(each["pointer"], each["code"]) for each in body["errors"]] == [
        ("#/federation", "field.federation_malformed")
    ]


@pytest.mark.parametrize(
    ("language", "title", "content_language"),
    [
        ("en", "Not found", "en"),
        ("es-MX,es;q=0.9", "No encontrado", "es"),
        ("fi", "Not found", "en"),
    ],
)
def test_texts_follow_the_reader(api, language, title, content_language):
    response = api.anonymous.get("/api/v1/nothing", accept_language=language)
    assert problem(response, 404, "not_found")["title"] == title
    assert response["Content-Language"] == content_language


def test_unknown_query_parameters_are_refused(api):
    body = problem(api.anonymous.get("clubs?colour=red&limit=5"), 400, "query.invalid")
    assert [(each["parameter"], each["code"]) for each in body["errors"]] == [
        ("colour", "query.unknown")
    ]


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", "", "99999999999999999999", "٣"])
def test_limit_out_of_range(api, limit):
    body = problem(api.anonymous.get(f"clubs?limit={limit}"), 400, "query.invalid")
    assert body["errors"][0]["code"] == "query.out_of_range"


def test_a_filter_that_cannot_be_understood(api):
    body = problem(api.anonymous.get("events?start_from=soon"), 400, "query.invalid")
    assert [(each["parameter"], each["code"]) for each in body["errors"]] == [
        ("start_from", "query.invalid")
    ]


def test_a_fault_of_ours_is_a_problem_without_details(api, monkeypatch):
    from tournaments.api.rest.v1 import clubs

    def broken(*args, **kwargs):
        raise RuntimeError("secret of the house")

    monkeypatch.setattr(clubs, "page", broken)
    api.anonymous.client.raise_request_exception = False
    response = api.anonymous.get("clubs")
    problem(response, 500, "server.error")
    assert "secret" not in response.content.decode()


def test_too_many_requests(api, settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"anonymous": "2/minute"}
    first, second, third = (api.anonymous.get("clubs") for _ in range(3))
    assert [first.status_code, second.status_code] == [200, 200]
    assert first["RateLimit-Policy"] == '"anonymous";q=2;w=60'
    assert first["RateLimit"] == '"anonymous";r=1;t=60'
    body = problem(third, 429, "request.throttled")
    assert 1 <= int(third["Retry-After"]) <= 60
    assert body["params"] == {"seconds": int(third["Retry-After"])}
    assert api.owner.get("clubs").status_code == 200


def test_request_ids_are_echoed_unless_they_could_do_harm(api):
    assert api.anonymous.get("clubs", x_request_id="abc-123")["X-Request-Id"] == "abc-123"
    assert api.anonymous.get("clubs", x_request_id="a b")["X-Request-Id"] != "a b"


def test_the_type_of_a_problem_can_be_read(api):
    body = api.anonymous.get("/api/v1/nothing").json()
    explained = api.anonymous.get(body["type"].removeprefix("http://testserver"))
    assert explained.json() == {"code": "not_found", "text": body["detail"]}
