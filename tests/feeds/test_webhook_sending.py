"""Webhooks against a receiver that fails in every way."""

from __future__ import annotations

import itertools
import json
import random
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.db import transaction
from django.test import TestCase

from tests.factories import (
    enter,
    make_club,
    make_event,
    make_tournament,
    member,
    pair,
    pair_and_publish,
    play,
    round_of,
)
from tests.support.webhook_receiver import Receiver
from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.models import ChangeLogEntry
from tournaments.events.services import request_bye, schedule_round, update_event
from tournaments.feeds import tasks
from tournaments.feeds.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from tournaments.feeds.webhooks import http, sending
from tournaments.feeds.webhooks.redelivery import redeliver, replay
from tournaments.feeds.webhooks.services import (
    create_endpoint,
    ping_endpoint,
    rotate_secret,
    update_endpoint,
)
from tournaments.feeds.webhooks.signing import live_secrets, signed_headers
from tournaments.play.services import publish_round, unpair_round

pytestmark = pytest.mark.django_db

# The digest's own vector (results-feed.md, B7).
VECTOR_SECRET = "whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY"
VECTOR_BODY = (
    '{"type":"round.paired","timestamp":"2026-05-04T17:00:00Z",'
    '"data":{"tournament":"t7","round":3,"version":41}}'
)


@pytest.fixture
def receiver(settings):
    made = Receiver()
    settings.WEBHOOK_ALLOWED_HOSTS = [made.host]
    settings.WEBHOOK_TIMEOUT_SECONDS = 1.0
    yield made
    made.stop()


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def organiser(club):
    return member(club, "organiser")


@pytest.fixture
def tournament(club):
    return make_tournament(6, rounds=3, event=make_event(club))


@pytest.fixture
def endpoint(tournament, organiser, receiver):
    """Asks for everything from now on."""
    return create_endpoint(actor=organiser, club_id=tournament.event.club_id, url=receiver.url)


def send_due() -> int:
    """What a worker does; returns how many deliveries were due."""
    found = sending.queue_due()
    for delivery_id in found:
        sending.send(delivery_id)
    return len(found)


def send_all(limit: timedelta = timedelta(days=30)) -> None:
    """Let time pass from one attempt to the next until nothing is pending."""
    with time_machine.travel(now()) as clock:
        end = now() + limit
        while now() < end:
            send_due()
            pending = WebhookDelivery.objects.filter(status="pending", endpoint__enabled=True)
            times = [
                max(row.next_attempt_at, row.lease_until or row.next_attempt_at) for row in pending
            ]
            if not times:
                return
            clock.move_to(max(min(times), now()) + timedelta(seconds=1))
        raise AssertionError("still pending")


def events_of(receiver: Receiver) -> list[str]:
    return [json.loads(each.body)["type"] for each in receiver.requests]


def statuses(endpoint) -> list[str]:
    rows = endpoint.deliveries.order_by("created_at", "id")
    return list(rows.values_list("status", flat=True))


def test_the_digests_vector():
    at = now().__class__.fromtimestamp(1777914000, now().tzinfo)
    assert signed_headers([VECTOR_SECRET], "msg_tour7_000123", at, VECTOR_BODY) == {
        "webhook-id": "msg_tour7_000123",
        "webhook-timestamp": "1777914000",
        "webhook-signature": "v1,cohHcC6NZ93pD+Xz+LimFRu6GM/tAsqtmZbPBtCtqRg=",
    }


def test_a_change_becomes_a_signed_thin_message(endpoint, receiver, tournament):
    round = pair_and_publish(tournament, 1)
    enter(round, {1: "1-0"})
    send_all()
    assert events_of(receiver) == ["tournament.started", "round.published", "result.recorded"]
    change = ChangeLogEntry.objects.get(type="result.recorded")
    (received,) = [each for each in receiver.requests if b"result.recorded" in each.body]
    assert json.loads(received.body) == {
        "type": "result.recorded",
        "timestamp": change.at.isoformat().replace("+00:00", "Z"),
        "data": {
            "club": str(tournament.event.club_id),
            "event": str(tournament.event_id),
            "tournament": str(tournament.pk),
            "round": 1,
            "seq": change.seq,
            "subject": {"type": "board", "id": str(change.subject_id), "version": 2},
        },
    }
    (secret,) = live_secrets(endpoint, now())
    assert all(each.is_signed_with(secret) for each in receiver.requests)
    assert received.headers["content-type"] == "application/json"
    assert len(received.body) < 500
    assert statuses(endpoint) == ["delivered"] * 3


def test_deliveries_are_written_with_the_change_or_not_at_all(endpoint, tournament):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        pair_and_publish(tournament, 1)
        raise ZeroDivisionError
    assert WebhookDelivery.objects.count() == 0
    assert not ChangeLogEntry.objects.filter(type="round.published").exists()


def test_only_chosen_types_are_sent(endpoint, receiver, organiser, tournament):
    update_endpoint(
        actor=organiser, endpoint_id=endpoint.pk, event_types=["round.completed", "event.updated"]
    )
    play(tournament, 1)
    update_event(actor=organiser, event_id=tournament.event_id, city="Toledo")
    send_all()
    assert events_of(receiver) == ["round.completed", "event.updated"]


def test_nothing_of_an_unpublished_round_is_sent(endpoint, receiver, tournament):
    round = pair(tournament, 1).round
    schedule_round(actor=member(endpoint.club), round_id=round.pk, starts_at=now())
    entry = tournament.entries.get(pairing_number=1)
    request_bye(actor=member(endpoint.club), entry_id=entry.pk, round_number=2, kind="H")
    unpair_round(actor=member(endpoint.club), round_id=round.pk)
    pair(tournament, 1)
    assert WebhookDelivery.objects.exclude(type="member.added").count() == 0
    publish_round(actor=member(endpoint.club), round_id=round.pk)
    send_all()
    assert set(events_of(receiver)) == {"tournament.started", "round.published"}


def test_other_clubs_hear_nothing(endpoint, receiver):
    play(make_tournament(4, rounds=1, event=make_event(make_club("Other"))), 1)
    assert WebhookDelivery.objects.count() == 0


BAD = [
    *("status 500", "status 503", "status 404", "status 400", "busy 0", "redirect"),
    *("silence", "drip", "reset"),
]


@pytest.mark.parametrize("behaviour", BAD)
def test_a_failure_is_tried_again_with_the_same_id_and_body(
    behaviour, endpoint, receiver, organiser
):
    receiver.script = [behaviour]
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_all()
    first, second = receiver.requests
    assert (first.id, first.body) == (second.id, second.body)
    assert first.path == second.path == "/hook"
    assert int(second.headers["webhook-timestamp"]) >= int(first.headers["webhook-timestamp"]) + 4
    (delivery,) = endpoint.deliveries.all()
    assert (delivery.status, delivery.attempts) == ("delivered", 2)
    log = list(delivery.attempt_log.values_list("status_code", "error"))
    known = {
        "redirect": (307, ""),
        "busy 0": (429, ""),
        "silence": (None, "timeout"),
        "drip": (None, "timeout"),
        "reset": (None, "connection"),
    }
    wanted = known.get(behaviour) or (int(behaviour.split()[-1]), "")
    assert log == [wanted, (204, "")]


def test_a_body_without_end_is_not_read(endpoint, receiver, organiser):
    receiver.script = ["slow_body"]
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_due()
    assert statuses(endpoint) == ["delivered"]


@pytest.mark.parametrize("seed", range(2))
def test_in_the_end_the_receiver_has_every_event_once_by_id(seed, endpoint, receiver, tournament):
    choose = random.Random(seed)
    # Every way to fail, up to three times running; more would end in days of waiting.
    for behaviour in choose.sample(BAD, len(BAD)):
        receiver.script += [behaviour] * choose.randrange(1, 4)
        receiver.script.append(choose.choice(["ok", "slow_body"]))
    for number in (1, 2, 3):
        play(tournament, number)
        send_due()
    send_all()
    changes = ChangeLogEntry.objects.filter(tournament=tournament, internal=False)
    sent = set(endpoint.deliveries.values_list("message_id", flat=True))
    by_id = receiver.bodies_by_id()
    assert len(sent) == 16
    assert {each.id for each in receiver.taken} == sent
    # Twice only if an answer did not come through, and then the very same.
    assert all(len(bodies) == 1 for bodies in by_id.values())
    taken = [json.loads(each.body)["data"]["seq"] for each in receiver.taken]
    wanted = changes.filter(seq__gte=min(taken)).values_list("seq", flat=True)
    assert sorted(taken) == sorted(wanted)
    assert set(statuses(endpoint)) == {"delivered"}
    assert WebhookAttempt.objects.count() == len(receiver.requests)


def test_a_receiver_that_is_down_for_a_day_misses_nothing(endpoint, receiver, tournament):
    receiver.always = "status 503"
    start = now()
    with time_machine.travel(start) as clock:
        round = pair_and_publish(tournament, 1)
        for hour in range(25):
            clock.move_to(start + timedelta(hours=hour))
            if hour in (3, 9, 20):
                enter(round, {{3: 1, 9: 2, 20: 3}[hour]: "1-0"})
            send_due()
        refused = len(receiver.requests)
        receiver.always = "ok"
        send_all()
    # While it is down it is asked rarely, by one delivery at a time.
    assert refused <= 10
    assert len({each.id for each in receiver.taken}) == len(receiver.taken) == 6
    assert set(statuses(endpoint)) == {"delivered"}
    endpoint.refresh_from_db()
    assert (endpoint.enabled, endpoint.failures, endpoint.failing_since) == (True, 0, None)


def test_the_delays_are_those_of_the_scheme_and_last_three_days(endpoint, receiver, organiser):
    receiver.always = "status 500"
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_all()
    (delivery,) = endpoint.deliveries.all()
    times = list(delivery.attempt_log.values_list("at", flat=True))
    waited = [(b - a).total_seconds() for a, b in itertools.pairwise(times)]
    wanted = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    assert len(waited) in (8, 9)
    for seconds, planned in zip(waited, wanted, strict=False):
        assert 0.9 * planned <= seconds <= 1.1 * planned + 2
    assert len(set(waited)) == len(waited)
    assert delivery.status == "failed"


def test_an_endpoint_that_fails_for_three_days_is_disabled_and_its_people_are_told(
    endpoint, receiver, organiser, club
):
    receiver.always = "status 500"
    member(club, "viewer")
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    with TestCase.captureOnCommitCallbacks(execute=True):
        send_all()
    endpoint.refresh_from_db()
    assert (endpoint.enabled, endpoint.disabled_reason) == (False, "failing")
    letters = [(letter.to, endpoint.url in letter.body) for letter in mail.outbox]
    assert letters == [([organiser.user.email], True)]
    assert list(club.changes.order_by("-seq").values_list("type", "internal")[:1]) == [
        ("webhook.disabled", True)
    ]
    asked = len(receiver.requests)
    play(make_tournament(4, rounds=1, event=make_event(club)), 1)
    assert send_due() == 0
    assert len(receiver.requests) == asked


def test_410_disables_at_once(endpoint, receiver, organiser, tournament):
    receiver.script = ["status 410"]
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    pair_and_publish(tournament, 1)
    with TestCase.captureOnCommitCallbacks(execute=True):
        send_due()
    endpoint.refresh_from_db()
    assert (endpoint.enabled, endpoint.disabled_reason) == (False, "gone")
    assert len(receiver.requests) == 1
    assert statuses(endpoint) == ["failed"] * 3
    with pytest.raises(Conflict, match=r"webhook\.disabled"):
        ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)


def test_retry_after_is_obeyed(endpoint, receiver, organiser):
    receiver.script = ["busy 3600"]
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_all()
    first, second = WebhookAttempt.objects.order_by("at").values_list("at", flat=True)
    assert timedelta(hours=1) <= second - first <= timedelta(hours=1, seconds=10)


def test_one_bad_message_does_not_hold_up_the_others(endpoint, receiver, organiser, monkeypatch):
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    (bad,) = endpoint.deliveries.all()
    plain = http.post

    def post(url, headers, body):
        if headers["webhook-id"] == bad.message_id:
            return http.Reply(500, "", 1)
        return plain(url, headers, body)

    monkeypatch.setattr(sending, "post", post)
    with time_machine.travel(now()) as clock:
        for _ in range(3):
            send_due()
            ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
            clock.shift(timedelta(seconds=20))
            send_due()
    others = endpoint.deliveries.exclude(pk=bad.pk)
    assert set(others.values_list("status", flat=True)) == {"delivered"}
    bad.refresh_from_db()
    assert bad.status == "pending"


def test_a_worker_that_dies_while_sending_is_followed_by_another(endpoint, receiver, organiser):
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    (delivery_id,) = sending.queue_due()
    claimed = sending.claim(delivery_id)
    sending._request(claimed)
    # It died before it noted the answer; nobody else sends while it may be alive.
    assert sending.claim(delivery_id) is None
    with time_machine.travel(now() + timedelta(seconds=61)):
        send_due()
    assert len(receiver.requests) == 2
    assert len(receiver.bodies_by_id()) == 1
    assert statuses(endpoint) == ["delivered"]


def test_a_message_of_the_broker_that_comes_twice_sends_once(endpoint, receiver, organiser):
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    (delivery_id,) = sending.queue_due()
    tasks.deliver(str(delivery_id))
    tasks.deliver(str(delivery_id))
    assert len(receiver.requests) == 1


def test_a_lost_message_of_the_broker_is_replaced(endpoint, receiver, organiser):
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    assert tasks.queue_due_deliveries() == 0
    with time_machine.travel(now() + timedelta(minutes=2, seconds=1)):
        assert tasks.queue_due_deliveries() == 1
        assert tasks.queue_due_deliveries() == 0
    assert statuses(endpoint) == ["delivered"]


def test_what_is_committed_is_sent_at_once(endpoint, receiver, tournament):
    with TestCase.captureOnCommitCallbacks(execute=True):
        pair_and_publish(tournament, 1)
        assert receiver.requests == []
    assert events_of(receiver) == ["tournament.started", "round.published"]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_sent_inside_a_transaction(endpoint, receiver, organiser):
    with transaction.atomic():
        delivery = ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
        with pytest.raises(RuntimeError, match="durable"):
            sending.send(delivery.pk)
    assert len(receiver.requests) == 1
    assert statuses(endpoint) == ["delivered"]


def test_two_secrets_sign_during_a_rotation(endpoint, receiver, organiser):
    (old,) = live_secrets(endpoint, now())
    rotate_secret(actor=organiser, endpoint_id=endpoint.pk)
    endpoint.refresh_from_db()
    new, still = live_secrets(endpoint, now())
    assert still == old != new
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_due()
    assert receiver.requests[0].is_signed_with(old)
    assert receiver.requests[0].is_signed_with(new)
    with time_machine.travel(now() + timedelta(hours=25)):
        ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
        send_due()
        assert receiver.requests[1].is_signed_with(new)
        assert len(receiver.requests[1].headers["webhook-signature"].split(" ")) == 1


def test_secrets_are_not_stored_as_they_are(endpoint):
    (secret,) = live_secrets(endpoint, now())
    assert secret.startswith("whsec_")
    row = WebhookEndpoint.objects.filter(pk=endpoint.pk).values_list("secret", flat=True)[0]
    assert secret.removeprefix("whsec_") not in row


def test_a_secret_that_cannot_be_read_is_a_failure_that_says_so(
    endpoint, receiver, organiser, settings
):
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another one"
    send_due()
    assert WebhookAttempt.objects.get().error == "secret_unreadable"
    settings.SECRET_KEY_FALLBACKS = [old]
    send_all()
    assert statuses(endpoint) == ["delivered"]


PRIVATE = [
    "https://127.0.0.1/",
    "https://10.1.2.3/",
    "https://192.168.0.1:8443/x",
    "https://172.16.9.9/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://localhost/",
]


@pytest.mark.parametrize("url", [*PRIVATE, "https://intranet.local/", "https://a.internal/"])
def test_a_private_address_is_refused_when_it_is_set(url, organiser, club):
    with pytest.raises(Invalid) as refused:
        create_endpoint(actor=organiser, club_id=club.pk, url=url)
    assert refused.value.params["errors"][0]["code"] == "webhook.url_private"
    assert WebhookEndpoint.objects.count() == 0


@pytest.mark.parametrize("url", PRIVATE)
def test_a_private_address_is_refused_when_it_is_connected_to(url):
    assert http.post(url, {}, b"{}").error == "address_refused"


def test_a_name_that_leads_to_a_private_address_is_refused_at_connect_time(
    organiser, club, receiver, monkeypatch
):
    """Also if it led somewhere else when the endpoint was made (DNS rebinding)."""
    import socket

    endpoint = create_endpoint(actor=organiser, club_id=club.pk, url="https://hooks.example.org/x")
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    port = receiver.server.server_port

    def rebound(host, *args, **kwargs):
        assert host == "hooks.example.org"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", rebound)
    send_due()
    attempt = WebhookAttempt.objects.get()
    assert (attempt.status_code, attempt.error) == (None, "address_refused")
    assert receiver.requests == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.example.org/", "webhook.url_not_https"),
        ("ftp://hooks.example.org/", "webhook.url_not_https"),
        ("https://user:secret@hooks.example.org/", "webhook.url_malformed"),
        ("https://hooks.example.org/#x", "webhook.url_malformed"),
        ("https:///x", "webhook.url_malformed"),
        ("https://[::1/", "webhook.url_malformed"),
        ("https://hooks.example.org:port/", "webhook.url_malformed"),
        ("nonsense", "webhook.url_malformed"),
    ],
)
def test_addresses_that_no_receiver_has(url, code, organiser, club):
    with pytest.raises(Invalid) as refused:
        create_endpoint(actor=organiser, club_id=club.pk, url=url)
    assert refused.value.params["errors"][0]["code"] == code


def test_a_redirect_is_not_followed(endpoint, receiver, organiser):
    receiver.always = "redirect"
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_due()
    assert [each.path for each in receiver.requests] == ["/hook"]


def test_proxies_and_netrc_of_the_machine_are_not_heeded(
    endpoint, receiver, organiser, monkeypatch, tmp_path
):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9/")
    monkeypatch.delenv("NO_PROXY", raising=False)
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_due()
    (received,) = receiver.requests
    assert "authorization" not in received.headers


def test_a_delivery_can_be_sent_again_with_the_same_id(endpoint, receiver, organiser):
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    (delivery,) = endpoint.deliveries.all()
    with pytest.raises(Conflict, match=r"webhook_delivery\.pending"):
        redeliver(actor=organiser, delivery_id=delivery.pk)
    send_due()
    redeliver(actor=organiser, delivery_id=delivery.pk)
    send_all()
    assert [each.id for each in receiver.requests] == [delivery.message_id] * 2
    assert delivery.attempt_log.count() == 2


def test_what_was_missed_while_disabled_can_be_sent(endpoint, receiver, organiser, tournament):
    start = now()
    round = pair_and_publish(tournament, 1)
    send_due()
    receiver.always = "status 500"
    enter(round, {1: "1-0"})
    send_due()
    update_endpoint(actor=organiser, endpoint_id=endpoint.pk, enabled=False)
    enter(round, {2: "1-0", 3: "1-0"})
    assert statuses(endpoint) == ["delivered"] * 2 + ["failed"]
    with pytest.raises(Conflict, match=r"webhook\.disabled"):
        replay(actor=organiser, endpoint_id=endpoint.pk, since=start)
    receiver.always = "ok"
    update_endpoint(actor=organiser, endpoint_id=endpoint.pk, enabled=True)
    assert replay(actor=organiser, endpoint_id=endpoint.pk, since=start) == 4
    send_all()
    assert sorted(json.loads(each.body)["type"] for each in receiver.taken) == [
        *["result.recorded"] * 3,
        "round.completed",
        "round.published",
        "tournament.started",
    ]
    assert replay(actor=organiser, endpoint_id=endpoint.pk, since=start) == 0


def test_a_replay_brings_nothing_of_an_unpublished_round(endpoint, organiser, tournament):
    start = now()
    update_endpoint(actor=organiser, endpoint_id=endpoint.pk, enabled=False)
    pair(tournament, 1)
    schedule_round(actor=organiser, round_id=round_of(tournament, 1).pk, starts_at=now())
    update_endpoint(actor=organiser, endpoint_id=endpoint.pk, enabled=True)
    assert replay(actor=organiser, endpoint_id=endpoint.pk, since=start) == 0


def test_old_deliveries_are_forgotten(endpoint, receiver, organiser, settings):
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    send_due()
    ping_endpoint(actor=organiser, endpoint_id=endpoint.pk)
    assert tasks.prune_deliveries() == 0
    with time_machine.travel(now() + timedelta(days=settings.WEBHOOK_LOG_DAYS, hours=1)):
        tasks.prune_deliveries()
    assert statuses(endpoint) == ["pending"]
