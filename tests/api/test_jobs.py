"""Jobs over the API: reading them and calling them off."""

from __future__ import annotations

from tests.api.driving import pair, round_of
from tournaments.jobs.models import PairingRun


def queued_job(tournament) -> PairingRun:
    return PairingRun.objects.create(round=tournament.rounds.get(number=1))


def test_calling_a_job_off_twice_answers_the_same(api, make_tournament):
    run = queued_job(make_tournament(4))
    first = api.arbiter.post(f"jobs/{run.pk}/cancel")
    again = api.arbiter.post(f"jobs/{run.pk}/cancel")
    assert (first.status_code, again.status_code) == (200, 200)
    assert (first.json()["status"], again.json()) == ("cancelled", first.json())
    assert again["ETag"] == first["ETag"]
    assert api.arbiter.get(f"jobs/{run.pk}").json() == first.json()


def test_a_job_that_is_done_cannot_be_called_off(api, make_tournament):
    tournament = make_tournament(4).pk
    job = pair(api.arbiter, tournament, 1)
    answer = api.arbiter.post(f"jobs/{job['id']}/cancel")
    assert (answer.status_code, answer.json()["code"]) == (409, "pairing_run.over")
    assert round_of(api.arbiter, tournament, 1)["status"] == "draft"


def test_the_large_working_is_not_read_for_a_poll(api, make_tournament, django_assert_num_queries):
    job = pair(api.arbiter, make_tournament(4).pk, 1)
    with django_assert_num_queries(2) as queries:
        answer = api.arbiter.get(f"jobs/{job['id']}")
    assert answer.status_code == 200
    assert not any('"result"' in query["sql"] for query in queries.captured_queries)


def test_progress_is_read_while_a_job_runs(api, make_tournament):
    run = queued_job(make_tournament(6))
    PairingRun.objects.filter(pk=run.pk).update(progress_done=4, progress_total=6)
    answer = api.arbiter.get(f"jobs/{run.pk}")
    body = answer.json()
    assert (body["progress_done"], body["progress_total"], body["notices"]) == (4, 6, [])
    assert answer["Retry-After"] == "1"
