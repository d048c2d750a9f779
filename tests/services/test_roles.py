"""Roles in clubs and in single events, helpers with their boards, invitations by mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from tests.factories import (
    board_of,
    make_club,
    make_event,
    make_player,
    make_tournament,
    make_user,
    member,
    pair,
    pair_and_publish,
    stranger,
)
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services import add_member, change_role
from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Forbidden, Invalid, NotFound
from tournaments.core.models import ChangeLogEntry
from tournaments.core.permissions import may
from tournaments.core.principal import ANONYMOUS, SYSTEM, Principal
from tournaments.events.models import Event, EventMembership, Invitation, Round, Tournament
from tournaments.events.services import (
    accept_invitation,
    add_entry,
    add_event_member,
    change_event_role,
    create_event,
    create_tournament,
    invite_to_club,
    invite_to_event,
    remove_event_member,
    withdraw_invitation,
)
from tournaments.events.services.invitations import token_of
from tournaments.jobs.models import PairingRun
from tournaments.play.models import Board
from tournaments.play.services import record_result
from tournaments.players.models import Player

pytestmark = pytest.mark.django_db


def in_event(event: Event, role: str, **boards: int) -> Principal:
    """Somebody with a role in one event and none in its club."""
    principal = stranger()
    add_event_member(
        actor=SYSTEM, event_id=event.pk, email=principal.user.email, role=role, **boards
    )
    return Principal.for_user(principal.user)


def test_a_role_in_one_event_is_none_in_its_sister():
    club = make_club()
    hidden = [make_event(club, visibility="hidden", name=name) for name in ("One", "Two")]
    drafts = [make_tournament(4, event=event, draft=True) for event in hidden]
    for tournament in drafts:
        pair(tournament, 1)
    arbiter = in_event(hidden[0], "arbiter")
    for model, one in ((Event, 1), (Tournament, 1), (Round, 5), (Board, 2), (PairingRun, 1)):
        assert model.objects.visible_to(arbiter).count() == one, model
    log = ChangeLogEntry.objects.visible_to(arbiter).filter(type="round.paired")
    assert [entry.tournament for entry in log] == [drafts[0]]
    assert [may(arbiter, "events.pair_round", each) for each in drafts] == [True, False]
    assert not may(arbiter, "events.change_tournament", drafts[0])
    assert not may(arbiter, "events.create", club)


def test_an_organiser_of_one_event_sets_it_up_and_staffs_it():
    event = make_event()
    organiser = in_event(event, "organiser")
    made = create_tournament(actor=organiser, event_id=event.pk, name="B", round_count=5)
    assert made.event == event
    helper = member(event.club, "viewer").user
    added = add_event_member(actor=organiser, event_id=event.pk, email=helper.email, role="helper")
    changed = change_event_role(actor=organiser, membership_id=added.pk, role="arbiter")
    assert (changed.role, changed.version) == ("arbiter", 2)
    remove_event_member(actor=organiser, membership_id=added.pk, expected_version=2)
    assert not EventMembership.objects.filter(user=helper).exists()
    with pytest.raises(Forbidden):
        create_event(
            actor=organiser, club_id=event.club_id, name="X", start=event.start, end=event.end
        )
    with pytest.raises(NotFound) as unknown:
        add_event_member(actor=organiser, event_id=event.pk, email=make_user().email, role="viewer")
    assert unknown.value.code == "user.not_found"
    for other in (in_event(event, "arbiter"), in_event(event, "viewer"), stranger(), ANONYMOUS):
        with pytest.raises(Forbidden):
            add_event_member(actor=other, event_id=event.pk, email=helper.email, role="viewer")
    types = ChangeLogEntry.objects.filter(club=event.club, type__startswith="event_member.")
    assert list(types.order_by("seq").values_list("type", flat=True))[1:4] == [
        "event_member.added",
        "event_member.updated",
        "event_member.removed",
    ]


def test_an_arbiter_of_one_event_finds_the_clubs_players():
    event = make_event()
    player = make_player(event.club)
    elsewhere = make_player(make_club("Other"))
    tournament = make_tournament(event=event)
    arbiter = in_event(event, "arbiter")
    assert list(Player.objects.visible_to(arbiter)) == [player]
    entry = add_entry(actor=arbiter, tournament_id=tournament.pk, player_id=player.pk)
    assert entry.pairing_number == 1
    with pytest.raises(NotFound):
        add_entry(actor=arbiter, tournament_id=tournament.pk, player_id=elsewhere.pk)
    assert Player.objects.visible_to(in_event(event, "helper")).count() == 0


def test_a_player_of_two_clubs_is_entered_in_both():
    one, two = make_club("One"), make_club("Two")
    player = make_player(one)
    arbiter = member(one, "arbiter")
    Membership.objects.create(club=two, user=arbiter.user, role="arbiter")
    tournaments = [make_tournament(event=make_event(club)) for club in (one, two)]
    for tournament in tournaments:
        add_entry(actor=arbiter, tournament_id=tournament.pk, player_id=player.pk)
    assert player.entries.count() == 2


@pytest.mark.parametrize("where", ["club", "event"])
def test_a_helper_enters_the_results_of_his_boards_and_nothing_else(where):
    tournament = make_tournament(8)
    event = tournament.event
    round = pair_and_publish(tournament, 1)
    if where == "event":
        helper = in_event(event, "helper", first_board=2, last_board=3)
    else:
        helper = stranger()
        add_member(
            actor=SYSTEM,
            club_id=event.club_id,
            email=helper.user.email,
            role="helper",
            first_board=2,
            last_board=3,
        )
    for number in (2, 3):
        board = record_result(actor=helper, board_id=board_of(round, number).pk, outcome="0-1")
        assert (board.outcome, board.confirmed, board.entered_by) == ("0-1", True, helper.user)
    for number in (1, 4):
        with pytest.raises(Forbidden):
            record_result(actor=helper, board_id=board_of(round, number).pk, outcome="0-1")
        assert board_of(round, number).outcome == ""
    for permission in ("events.pair_round", "events.manage_entries", "events.see_unpublished"):
        assert not may(helper, permission, tournament)
    assert PairingRun.objects.visible_to(helper).count() == 0


def test_boards_are_for_helpers_and_in_order():
    club = make_club()
    user = make_user()
    for rights in (
        {"role": "arbiter", "first_board": 1, "last_board": 2},
        {"role": "helper", "first_board": 3, "last_board": 2},
        {"role": "helper", "first_board": 3},
    ):
        with pytest.raises(Invalid) as refusal:
            add_member(actor=SYSTEM, club_id=club.pk, email=user.email, **rights)
        assert refusal.value.code == "membership.invalid"
        assert refusal.value.params["errors"][0]["code"] == "board_range_impossible"
    assert club.memberships.count() == 0
    added = add_member(
        actor=SYSTEM, club_id=club.pk, email=user.email, role="helper", first_board=1, last_board=9
    )
    narrowed = change_role(actor=SYSTEM, membership_id=added.pk, last_board=4)
    assert (narrowed.first_board, narrowed.last_board) == (1, 4)
    promoted = change_role(actor=SYSTEM, membership_id=added.pk, role="arbiter")
    assert (promoted.first_board, promoted.last_board) == (None, None)


def test_an_event_has_no_owner():
    event = make_event()
    with pytest.raises(Invalid) as refusal:
        in_event(event, "owner")
    assert [error["code"] for error in refusal.value.params["errors"]] == ["role_not_of_events"]


def invited(club: Club, email: str, **rights) -> Invitation:
    return invite_to_club(actor=member(club, "owner"), club_id=club.pk, email=email, **rights)


def test_an_invitation_reaches_somebody_without_an_account(django_capture_on_commit_callbacks):
    club = make_club("Torre")
    with django_capture_on_commit_callbacks(execute=True):
        invitation = invited(club, " Ana@Example.org", role="arbiter")
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == (["ana@example.org"], "Invitation: Torre")
    assert f"http://127.0.0.1:8000/invitations/{token_of(invitation)}" in sent.body
    assert "as arbiter" in sent.body
    ana = make_user("Ana")
    ana.email = "ana@example.org"
    ana.save()
    accepted = accept_invitation(actor=Principal.for_user(ana), token=token_of(invitation))
    assert accepted.accepted_by == ana
    assert Membership.objects.get(club=club, user=ana).role == "arbiter"
    again = accept_invitation(actor=Principal.for_user(ana), token=token_of(invitation))
    assert (again.version, club.memberships.filter(user=ana).count()) == (2, 1)


def test_an_invitation_speaks_the_language_of_the_account(django_capture_on_commit_callbacks):
    user = make_user()
    user.language = "es"
    user.save()
    with django_capture_on_commit_callbacks(execute=True):
        invited(make_club("Torre"), user.email, role="viewer")
    assert mail.outbox[0].subject == "Invitación: Torre"


def test_only_the_invited_address_accepts():
    club = make_club()
    invitation = invited(club, "ana@example.org", role="owner")
    for principal in (stranger(), ANONYMOUS):
        with pytest.raises(Forbidden) as refusal:
            accept_invitation(actor=principal, token=token_of(invitation))
        assert refusal.value.code == "invitation.other_address"
    with pytest.raises(NotFound):
        accept_invitation(actor=stranger(), token="forged")
    assert club.memberships.count() == 1


def test_withdrawn_replaced_and_expired_invitations_are_closed():
    club = make_club()
    user = make_user()
    first = invited(club, user.email, role="viewer")
    second = invited(club, user.email, role="arbiter")
    withdraw_invitation(actor=SYSTEM, invitation_id=second.pk)
    assert withdraw_invitation(actor=SYSTEM, invitation_id=second.pk).version == 2
    third = invited(club, user.email, role="viewer")
    Invitation.objects.filter(pk=third.pk).update(expires_at=now() - timedelta(seconds=1))
    for closed in (first, second, third):
        with pytest.raises(Conflict) as refusal:
            accept_invitation(actor=Principal.for_user(user), token=token_of(closed))
        assert refusal.value.code == "invitation.closed"
    assert not club.memberships.filter(user=user).exists()


def test_who_invites_whom_and_sees_it():
    event = make_event()
    club = event.club
    owner, organiser = member(club, "owner"), member(club, "organiser")
    own = in_event(event, "organiser")
    for principal in (organiser, member(club, "arbiter"), own, stranger()):
        with pytest.raises(Forbidden):
            invite_to_club(actor=principal, club_id=club.pk, email="x@example.org", role="viewer")
    invite_to_club(actor=owner, club_id=club.pk, email="x@example.org", role="viewer")
    for principal, email in ((organiser, "y@example.org"), (own, "z@example.org")):
        invite_to_event(
            actor=principal,
            event_id=event.pk,
            email=email,
            role="helper",
            first_board=1,
            last_board=5,
        )
    seen = {
        name: Invitation.objects.visible_to(principal).count()
        for name, principal in (
            ("owner", owner),
            ("organiser", organiser),
            ("own", own),
            ("arbiter", member(club, "arbiter")),
            ("stranger", stranger()),
        )
    }
    assert seen == {"owner": 3, "organiser": 2, "own": 2, "arbiter": 0, "stranger": 0}
    with pytest.raises(Conflict) as refusal:
        invite_to_event(actor=organiser, event_id=event.pk, email=own.user.email, role="viewer")
    assert refusal.value.code == "membership.exists"
    with pytest.raises(Invalid) as malformed:
        invite_to_event(actor=organiser, event_id=event.pk, email="nobody", role="viewer")
    assert malformed.value.code == "invitation.invalid"


def test_an_invitation_to_an_event_gives_the_role_there():
    event = make_event(visibility="hidden")
    user = make_user()
    invitation = invite_to_event(
        actor=SYSTEM,
        event_id=event.pk,
        email=user.email,
        role="helper",
        first_board=1,
        last_board=5,
    )
    accept_invitation(actor=Principal.for_user(user), token=token_of(invitation))
    role = EventMembership.objects.get(user=user)
    assert (role.event, role.role, role.first_board, role.last_board) == (event, "helper", 1, 5)
    # He sees the event he helps in, but not what is unpublished in it.
    tournament = make_tournament(4, event=event)
    pair(tournament, 1)
    helper = Principal.for_user(user)
    assert Event.objects.visible_to(helper).count() == 1
    assert Round.objects.visible_to(helper).count() == 0
