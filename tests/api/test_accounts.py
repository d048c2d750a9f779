"""Sign-up, verification, reset, second factor and devices, for apps and in a browser."""

from __future__ import annotations

import json
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.core.cache import cache
from django.test import Client, TestCase

from tests.api.conftest import Speaker
from tournaments.accounts.models import DeviceToken, User
from tournaments.accounts.services import create_user
from tournaments.core.principal import SYSTEM

PASSWORD = "Torre-y-alfil-64"
OTHER = "Caballo-en-f3-99"
FLOWS = "/api/account/app/v1"


class App:
    """A phone that goes through allauth's flows."""

    def __init__(self) -> None:
        self.client = Client()
        self.session = ""

    def send(self, method: str, path: str, body: dict | None = None):
        headers = {"X-Session-Token": self.session} if self.session else {}
        headers["User-Agent"] = "Tablero 2.1 (phone)"
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = self.client.generic(
                method,
                f"{FLOWS}/{path}",
                json.dumps(body) if body is not None else "",
                content_type="application/json",
                headers=headers,
            )
        self.session = answer.json().get("meta", {}).get("session_token", self.session)
        return answer

    def post(self, path: str, body: dict):
        return self.send("POST", path, body)


def key_in_mail(pattern: str) -> str:
    """What the link in the last mail holds."""
    found = re.search(rf"http://127\.0\.0\.1:8000/accounts/{pattern}", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def code_for(secret: str, step: int = 0) -> str:
    """The code that an authenticator app shows now, or ``step`` periods later."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + step))


def login(**fields):
    return Speaker().post("auth/login", {"email": "ana@example.org", "password": PASSWORD} | fields)


@pytest.fixture
def ana(db) -> User:
    cache.clear()
    return create_user(actor=SYSTEM, email="ana@example.org", password=PASSWORD, name="Ana")


def test_a_new_account_signs_in_once_its_address_is_verified(db):
    app = App()
    answer = app.post("auth/signup", {"email": "Ana@Example.org", "password": PASSWORD})
    assert (answer.status_code, answer.json()["meta"]["is_authenticated"]) == (401, False)
    user = User.objects.get(email="ana@example.org")
    refused = login()
    assert (refused.status_code, refused.json()["code"]) == (401, "auth.email_unverified")
    assert DeviceToken.objects.count() == 0
    key = key_in_mail(r"confirm-email/([^/\s]+)/")
    verified = app.post("auth/email/verify", {"key": key})
    assert (verified.status_code, verified.json()["meta"]["is_authenticated"]) == (401, False)
    signed_in = app.post("auth/login", {"email": user.email, "password": PASSWORD})
    token = signed_in.json()["meta"]["access_token"]
    me = Speaker().get("auth/me", authorization=f"Bearer {token}")
    assert me.json()["email"] == "ana@example.org"
    assert login().status_code == 200


def test_signing_in_tells_nobody_who_has_an_account(ana):
    answers = [login(password="wrong"), login(email="nobody@example.org")]
    told = [answer.json() | {"request_id": ""} for answer in answers]
    assert (answers[0].status_code, told[0]) == (401, told[1])


def test_sign_up_tells_nobody_who_has_an_account(ana):
    known, unknown = App(), App()
    first = known.post("auth/signup", {"email": "ana@example.org", "password": OTHER})
    second = unknown.post("auth/signup", {"email": "eva@example.org", "password": OTHER})
    assert first.status_code == second.status_code == 401
    assert first.json()["data"] == second.json()["data"]
    assert [sent.to for sent in mail.outbox] == [["ana@example.org"], ["eva@example.org"]]
    assert ana.check_password(PASSWORD)
    assert User.objects.count() == 2


def test_a_mail_server_that_is_down_breaks_no_sign_up(db, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    answer = App().post("auth/signup", {"email": "ana@example.org", "password": PASSWORD})
    assert (answer.status_code, answer.json()["meta"]["is_authenticated"]) == (401, False)
    assert User.objects.filter(email="ana@example.org").exists()


def test_a_weak_password_is_refused(db):
    answer = App().post("auth/signup", {"email": "ana@example.org", "password": "12345678"})
    assert answer.status_code == 400
    assert {fault["param"] for fault in answer.json()["errors"]} == {"password"}
    assert User.objects.count() == 0


def test_a_forgotten_password_is_reset_and_every_device_is_out(ana):
    phone = login(device="Phone").json()["token"]
    app = App()
    for email in ("nobody@example.org", "ana@example.org"):
        assert app.post("auth/password/request", {"email": email}).status_code == 200
        assert mail.outbox[-1].to == [email]
    key = key_in_mail(r"password/reset/key/([^/\s]+)/")
    answer = app.post("auth/password/reset", {"key": key, "password": OTHER})
    assert answer.status_code == 401
    assert Speaker().get("auth/me", authorization=f"Bearer {phone}").status_code == 401
    assert login().status_code == 401
    assert login(password=OTHER).status_code == 200
    again = app.post("auth/password/reset", {"key": key, "password": PASSWORD})
    assert again.status_code == 400


def with_second_factor(user: User) -> tuple[App, str]:
    """An app that has set up a second factor, and its secret."""
    app = App()
    signed_in = app.post("auth/login", {"email": user.email, "password": PASSWORD})
    assert signed_in.status_code == 200, signed_in.json()
    assert app.post("auth/reauthenticate", {"password": PASSWORD}).status_code == 200
    offered = app.send("GET", "account/authenticators/totp")
    secret = offered.json()["meta"]["secret"]
    activated = app.post("account/authenticators/totp", {"code": code_for(secret, -1)})
    assert activated.status_code == 200, activated.json()
    return app, secret


def test_a_second_factor_is_asked_for_at_every_door(ana):
    _, secret = with_second_factor(ana)
    DeviceToken.objects.all().delete()
    without = login()
    assert (without.status_code, without.json()["code"]) == (401, "auth.code_required")
    wrong = login(code="000000")
    assert (wrong.status_code, wrong.json()["code"]) == (401, "auth.code_wrong")
    assert DeviceToken.objects.count() == 0
    code = code_for(secret)
    assert login(code=code).status_code == 200
    # The same code does not open twice.
    assert login(code=code).json()["code"] == "auth.code_wrong"
    app = App()
    pending = app.post("auth/login", {"email": ana.email, "password": PASSWORD})
    assert pending.status_code == 401
    assert "access_token" not in pending.json()["meta"]
    done = app.post("auth/2fa/authenticate", {"code": code_for(secret, 1)})
    assert done.status_code == 200
    assert done.json()["meta"]["access_token"].startswith("cts_")


def test_the_secret_of_a_second_factor_is_not_stored_in_clear(ana):
    _, secret = with_second_factor(ana)
    stored = Authenticator.objects.get(user=ana, type="totp").data["secret"]
    assert secret not in stored


def test_a_recovery_code_opens_once(ana):
    app, _ = with_second_factor(ana)
    codes = app.send("GET", "account/authenticators/recovery-codes").json()["data"]["unused_codes"]
    assert len(codes) == 10
    assert login(code=codes[0]).status_code == 200
    assert login(code=codes[0]).json()["code"] == "auth.code_wrong"


def test_guessing_codes_or_passwords_ends_soon(ana):
    with_second_factor(ana)
    statuses = [login(code="000000").status_code for _ in range(6)]
    assert (statuses[0], statuses[-1]) == (401, 429)
    cache.clear()
    answers = [login(password="wrong") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [401] * 5 + [429]
    assert answers[-1].json()["code"] == "auth.too_many_attempts"
    assert answers[-1]["Retry-After"] == "300"


def test_devices_are_listed_and_signed_out_one_by_one(ana):
    phone = login(device="Ana's phone").json()["token"]
    tablet = login().json()["token"]
    speaker = Speaker()
    answer = speaker.get("auth/devices", authorization=f"Bearer {phone}")
    rows = answer.json()["data"]
    assert [(row["name"], row["current"]) for row in rows] == [("Ana's phone", True), ("", False)]
    assert rows[0]["last_used_at"] is not None
    assert rows[1]["last_used_at"] is None
    assert phone not in answer.content.decode()
    gone = speaker.delete(f"auth/devices/{rows[1]['id']}", authorization=f"Bearer {phone}")
    assert gone.status_code == 204
    assert speaker.get("auth/me", authorization=f"Bearer {tablet}").status_code == 401
    assert speaker.get("auth/me", authorization=f"Bearer {phone}").status_code == 200
    again = speaker.delete(f"auth/devices/{rows[1]['id']}", authorization=f"Bearer {phone}")
    assert (again.status_code, again.json()["code"]) == (404, "device.not_found")


def test_nobody_signs_out_the_devices_of_others(ana, api):
    device = login().json()["token"]
    mine = Speaker().get("auth/devices", authorization=f"Bearer {device}").json()["data"][0]
    assert api.superuser.delete(f"auth/devices/{mine['id']}").status_code == 404
    assert [row["id"] for row in api.superuser.get("auth/devices").json()["data"]] != [mine["id"]]


def test_the_admin_site_signs_in_through_the_same_door(db):
    answer = Client().get("/admin/", follow=False)
    assert answer.status_code == 302
    landed = Client().get(answer["Location"])
    assert landed.status_code == 302
    assert landed["Location"].startswith("/accounts/login/?next=")


def test_the_pages_behind_the_links_open_in_a_browser(ana):
    for path in ("login", "signup", "password/reset"):
        page = Client().get(f"/accounts/{path}/")
        assert (page.status_code, b"<form" in page.content) == (200, True)


def test_the_link_of_an_invitation_is_accepted_in_a_browser(ana, api, club):
    made = api.owner.post(
        f"clubs/{club.pk}/invitations", {"email": "ana@example.org", "role": "arbiter"}
    )
    assert (made.status_code, made.json()["accepted_at"]) == (201, None)
    path = re.search(r"http://127\.0\.0\.1:8000(/invitations/\S+)", mail.outbox[0].body)[1]
    browser = Client()
    asked = browser.get(path)
    assert (asked.status_code, asked["Location"].split("?")[0]) == (302, "/accounts/login/")
    browser.force_login(ana, backend="django.contrib.auth.backends.ModelBackend")
    assert b"<button>" in browser.get(path).content
    assert club.memberships.filter(user=ana).count() == 0
    assert browser.post(path).status_code == 302
    assert club.memberships.get(user=ana).role == "arbiter"
    assert b"<button>" not in browser.get(path).content
    assert browser.get("/invitations/forged:token").status_code == 404
    browser.force_login(api.stranger.user, backend="django.contrib.auth.backends.ModelBackend")
    other = browser.post(path)
    assert (other.status_code, b'role="alert"' in other.content) == (200, True)
