"""The home page, and what people see where nothing is."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _uncollected(settings):
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.mark.parametrize(
    ("language", "title", "what"),
    [
        ("en", "Not found", "There is nothing at this address, or nothing that you may see."),
        ("es", "No encontrado", "No hay nada en esta dirección, o nada que pueda ver."),
    ],
)
def test_people_get_a_page_where_nothing_is(client, language, title, what):
    answer = client.get("/nowhere", headers={"accept-language": language})
    text = answer.content.decode()
    assert (answer.status_code, answer["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert (answer["Content-Language"], answer.cookies) == (language, {})
    assert f"<h1>{title}</h1>" in text and what in text


def test_programs_get_a_problem_document_where_nothing_is(client):
    for address in ("/api", "/api/nowhere", "/api/v1/nowhere"):
        answer = client.get(address)
        assert answer["Content-Type"] == "application/problem+json"
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_path_is_never_markup_on_the_page(client):
    answer = client.get("/<script>alert(1)</script>")
    assert "<script>" not in answer.content.decode()


def test_the_home_page_keeps_to_the_policy_and_sets_no_cookie(client):
    answer = client.get("/")
    assert (answer.status_code, answer.cookies) == (200, {})
    assert "<style" not in answer.content.decode() and "style=" not in answer.content.decode()
