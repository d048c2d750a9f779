"""The OpenAPI document, its explorer, and that the code keeps what they say."""

import re

import pytest

from tests.api.matrix import operations, routes
from tournaments.api.rest.v1 import urls


@pytest.fixture(scope="module")
def described() -> dict[tuple[str, str], dict]:
    return operations()


def test_every_route_is_described(described):
    assert set(described) - {("GET", "schema")} == set(routes())


def test_operation_ids_are_unique_words(described):
    ids = [each["operationId"] for each in described.values()]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z_]+", each) for each in ids)


def test_every_refusal_is_a_problem_document(described):
    for operation in described.values():
        for status, answer in operation["responses"].items():
            if not status.startswith("2") and status != "304":
                assert list(answer["content"]) == ["application/problem+json"]


def test_every_read_may_be_answered_by_304(described):
    """But for what is never stored; ``test_conditional`` tries them all."""
    without = {
        operation["operationId"]
        for (method, _), operation in described.items()
        if method == "GET"
        and not (
            "304" in operation["responses"]
            and "If-None-Match" in {each["name"] for each in operation["parameters"]}
        )
    }
    assert without == {"changes_list", "changes_live", "webhooks_secrets", "feeds_results_bulk"}


def test_every_write_honours_idempotency_keys(described):
    """But for signing in and out and new keys, whose answers must not be kept, and for tools."""
    without = {
        operation["operationId"]
        for (method, _), operation in described.items()
        if method in ("POST", "PATCH")
        and "Idempotency-Key" not in {each["name"] for each in operation.get("parameters", ())}
    }
    kept_by_nobody = {"login", "logout", "club_keys_create", "federation_keys_create"}
    assert without == kept_by_nobody | {"tools_tiebreaks", "tools_prizes"}


def test_every_change_and_deletion_compares_versions(described):
    """But for what has no version: a requested bye, a key and a device are there or not."""
    without = {
        operation["operationId"]
        for (method, _), operation in described.items()
        if method in ("PATCH", "DELETE")
        and not any(
            each["name"] == "If-Match" and each["required"]
            for each in operation.get("parameters", ())
        )
    }
    assert without == {"byes_delete", "api_keys_revoke", "devices_delete"}


def test_every_list_is_paged():
    """A view that answers many rows says so, and its answer has the members of a page.

    But for the change feed and its live form, whose tokens outlive the reading of a list, the
    secrets of a webhook, of which there are two at most, and those of a bracket, which are
    never more than its places.
    """
    for pattern in urls.urlpatterns:
        view = pattern.callback.view_class
        if pattern.name in ("changes", "live", "webhook-secrets", "bracket-qualifiers"):
            continue
        is_list = bool(re.search(r"(s|standings|crosstable|warnings)$", str(pattern.pattern)))
        if hasattr(view, "get") and is_list and "since" not in view.query_parameters():
            assert view.paged, pattern


def test_the_document_can_be_read_in_both_forms(client, db):
    plain = client.get("/api/v1/schema")
    assert plain["Content-Type"].startswith("application/vnd.oai.openapi")
    as_json = client.get("/api/v1/schema", headers={"accept": "application/json"})
    assert as_json.json()["openapi"] == "3.1.0"


def test_the_explorer_comes_from_our_own_origin(client, db):
    page = client.get("/api/docs/")
    assert page.status_code == 200
    policy = page["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy
    text = page.content.decode()
    addresses = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(addresses) >= 4
    for address in addresses:
        assert address.startswith("/")
        assert client.get(address).status_code == 200
    # No inline script: the policy would stop it.
    assert re.findall(r"<script(?![^>]*src=)", text) == []


def test_the_page_at_the_root_leads_to_doors_that_open(client, db):
    for language, title in (("en", "Chess tournament server"), ("es", "Servidor de torneos")):
        page = client.get("/", headers={"accept-language": language})
        assert page.status_code == 200
        assert title in page.content.decode()
    for address in re.findall(r'href="(/[^"]*)"', page.content.decode()):
        assert client.get(address, follow=True).status_code == 200


def test_people_get_a_page_and_programs_a_problem_for_what_is_not_there(client, db):
    page = client.get("/nowhere")
    assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert client.get("/api/nowhere")["Content-Type"] == "application/problem+json"
