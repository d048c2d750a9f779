"""What the rows of the permission matrix speak of."""

from __future__ import annotations

from types import SimpleNamespace

from tests.api.feed_rows import webhook_world
from tests.api.schedule_rows import schedule_world
from tournaments.accounts.models import DeviceToken
from tournaments.core.principal import SYSTEM
from tournaments.desk.sessions import edit_session, start_session
from tournaments.events.models import ResultsPolicy
from tournaments.events.services import (
    add_entry,
    add_event_member,
    create_event,
    invite_to_event,
    request_bye,
)
from tournaments.events.services.invitations import token_of
from tournaments.federations.keys import create_club_key
from tournaments.federations.models import Quarantined, RatingReport
from tournaments.formats.models import RatingList
from tournaments.history.services import keep_restore_point
from tournaments.jobs.models import PairingRun
from tournaments.knockouts.models import Match
from tournaments.knockouts.services import draw_bracket, publish_bracket
from tournaments.play.services import pair_by_hand, publish_round
from tournaments.players.models import Player
from tournaments.players.services import create_player


def build_world(api, club, event, make_tournament) -> SimpleNamespace:
    """Ids of one row in each state that matters; the matrix names them."""
    RatingList.objects.create(name="FIDE", as_of=event.start, status="current")
    running = make_tournament(4, name="Running", results_policy=ResultsPolicy.CONFIRMED_BY_ARBITER)
    draft = make_tournament(4, name="Draft", draft=True)
    planned = make_tournament(4, name="Planned", draft=True)
    gathering = make_tournament(2, name="Gathering", draft=True, check_in=True)
    edited = make_tournament(4, name="Edited", draft=True)
    session = start_session(actor=SYSTEM, round_id=edited.rounds.get(number=1).pk)
    edit_session(actor=SYSTEM, session_id=session.pk, boards=_pairs(edited))
    hidden = create_event(
        actor=SYSTEM,
        club_id=club.pk,
        name="Hidden",
        start=event.start,
        end=event.end,
        visibility="hidden",
    )
    for who, where in (("event_arbiter", event), ("neighbour", hidden)):
        add_event_member(
            actor=SYSTEM, event_id=where.pk, email=f"{who}@example.org", role="arbiter"
        )
    invitation = invite_to_event(
        actor=SYSTEM, event_id=event.pk, email="stranger@example.org", role="viewer"
    )
    first = _by_hand(running)
    publish_round(actor=SYSTEM, round_id=first.pk)
    drafted = _by_hand(draft)
    me = running.entries.get(pairing_number=1)
    point = keep_restore_point(actor=SYSTEM, tournament_id=running.pk)
    Player.objects.filter(pk=me.player_id).update(user=api.player.user)
    request_bye(actor=SYSTEM, entry_id=me.pk, round_number=2, kind="H")
    knockout, knockout_draft = (
        make_tournament(4, rounds=1, name=name, system="knockout") for name in ("Cup", "Cup draft")
    )
    for each in (knockout, knockout_draft):
        draw_bracket(actor=SYSTEM, tournament_id=each.pk, seed=1)
    publish_bracket(actor=SYSTEM, tournament_id=knockout.pk)
    reserve = create_player(actor=SYSTEM, club_id=club.pk, name="Re, Serve")
    reserve = add_entry(actor=SYSTEM, tournament_id=knockout.pk, player_id=reserve.pk)
    return SimpleNamespace(
        club=club.pk,
        membership=club.memberships.get(role="viewer").pk,
        person=me.player_id,
        newcomer=create_player(actor=SYSTEM, club_id=club.pk, name="New, Comer").pk,
        event=event.pk,
        hidden_event=hidden.pk,
        running=running.pk,
        draft=draft.pk,
        planned=planned.pk,
        empty=make_tournament(0, name="Empty", draft=True).pk,
        entry=me.pk,
        entry_gathering=gathering.entries.get(pairing_number=1).pk,
        entry_planned=planned.entries.get(pairing_number=4).pk,
        round_published=first.pk,
        round_draft=drafted.pk,
        round_planned=planned.rounds.get(number=1).pk,
        board=first.boards.get(number=1).pk,
        board_two=first.boards.get(number=2).pk,
        board_draft=drafted.boards.first().pk,
        device=DeviceToken.objects.get(user=api.stranger.user).public_id,
        event_membership=event.memberships.get().pk,
        invitation=invitation.pk,
        invitation_token=token_of(invitation),
        api_key=create_club_key(actor=SYSTEM, club_id=club.pk, name="Key", scopes=["results:read"])[
            0
        ].public_id,
        restore_point=point.pk,
        knockout=knockout.pk,
        knockout_draft=knockout_draft.pk,
        entry_knockout=knockout.entries.get(pairing_number=4).pk,
        entry_reserve=reserve.pk,
        match=Match.objects.get(bracket__tournament=knockout, code="M1").pk,
        session=session.pk,
        report=_report(running),
        quarantined=Quarantined.objects.create(
            federation="ESP",
            kind="player",
            ref="1",
            item={"ref": "1", "fide_id": "1", "set": {"title": "FM"}},
            code="inbound.player_unknown",
        ).pk,
        job=PairingRun.objects.create(round=draft.rounds.get(number=2)).pk,
        hand={
            "boards": [
                {"white": str(white), "black": str(black)} for white, black in _pairs(planned)
            ]
        },
        **schedule_world(make_tournament),
        **webhook_world(club),
    )


def _report(tournament):
    """A submitted report with one file."""
    report = RatingReport.objects.create(
        tournament=tournament, number=1, federation="ESP", status="submitted"
    )
    report.files.create(format="trf16", name="x.txt", content=b"012", sha256="ab" * 32)
    return report.pk


def _pairs(tournament) -> list[tuple]:
    ids = list(tournament.entries.order_by("pairing_number").values_list("pk", flat=True))
    half = len(ids) // 2
    return list(zip(ids[:half], ids[half:], strict=True))


def _by_hand(tournament):
    first = tournament.rounds.get(number=1)
    return pair_by_hand(actor=SYSTEM, round_id=first.pk, boards=_pairs(tournament))
