"""The rounds of a knockout: sessions of its bracket, whose status follows from the matches.

Until the draw is published all are planned.  A round is published when
somebody in it knows his opponent, and completed when nothing is to come in any
of its matches.  A round has no boards: what it joins are the matches.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import F

from pairing.knockout.state import State, Status
from tournaments.core.clock import now
from tournaments.core.models import ChangeLogEntry
from tournaments.core.principal import Principal
from tournaments.core.writing import append_change, apply, save_changes
from tournaments.events.models import (
    KNOCKOUT_SYSTEM,
    RoundStatus,
    Tournament,
    TournamentStatus,
)
from tournaments.events.services.tournaments import plan_rounds

from .models import Bracket, Match

_LOGGED = {
    RoundStatus.PLANNED: "round.unpaired",
    RoundStatus.PUBLISHED: "round.published",
    RoundStatus.COMPLETED: "round.completed",
}
_CAN_MAKE_A_KNOCKOUT = frozenset({"tournament.created", "tournament.updated"})


def provide_bracket(change: ChangeLogEntry, tournament: Tournament) -> None:
    """Give every knockout a bracket, with the usual settings, as soon as it is one."""
    if tournament.system == KNOCKOUT_SYSTEM and change.type in _CAN_MAKE_A_KNOCKOUT:
        Bracket.objects.get_or_create(tournament=tournament)


def renew_versions(change: ChangeLogEntry, tournament: Tournament) -> None:
    """Give everything its next version when an earlier state was put back.

    What a match shows lies in other rows (games, bids, decisions) than its own, which
    may be as it was: its version would say that nothing has changed.
    """
    if change.type != "tournament.restored":
        return
    raised: dict[str, Any] = {"version": F("version") + 1, "updated_at": now()}
    Match.objects.filter(bracket__tournament=tournament).update(**raised)
    raised["announced_version"] = F("announced_version") + 1
    Bracket.objects.filter(tournament=tournament).update(**raised)


def plan_sessions(tournament: Tournament, state: State) -> None:
    """Make the tournament have as many rounds as its bracket has sessions."""
    sessions = max(match.session for match in state.structure.matches)
    if sessions != tournament.round_count:
        tournament.round_count = sessions
        save_changes(tournament, ["round_count"])
        plan_rounds(tournament)


def settle_sessions(actor: Principal, tournament: Tournament, state: State | None) -> None:
    """Bring the status of every round in line with the matches; ``None``: nothing is published."""
    wanted = {} if state is None else statuses_of(state)
    for round in tournament.rounds.order_by("number"):
        old = RoundStatus(round.status)
        new = wanted.get(round.number, RoundStatus.PLANNED)
        if old == new:
            continue
        save_changes(round, apply(round, {"status": new.value}))
        reopened = old == RoundStatus.COMPLETED and new == RoundStatus.PUBLISHED
        gone = new == RoundStatus.PLANNED
        append_change(
            "round.reopened" if reopened else _LOGGED[new],
            actor=actor,
            subject=round,
            tournament=tournament,
            # Whoever saw the round hears that it is gone: that waits for no publication.
            round=None if gone else round,
            data={"round": round.number, **({"published": True, "boards": []} if gone else {})},
        )


def start(actor: Principal, tournament: Tournament) -> None:
    """The first published draw makes a tournament run."""
    if tournament.status not in (TournamentStatus.DRAFT, TournamentStatus.REGISTRATION):
        return
    changed = apply(tournament, {"status": TournamentStatus.RUNNING.value})
    save_changes(tournament, changed)
    append_change(
        "tournament.started", actor=actor, subject=tournament, tournament=tournament, data=changed
    )


def statuses_of(state: State) -> dict[int, RoundStatus]:
    """Of every round that is not planned any more, by number."""
    sessions = defaultdict(list)
    for match in state.matches.values():
        sessions[match.match.session].append(match)
    found = {}
    for number, matches in sessions.items():
        if all(match.decided for match in matches):
            found[number] = RoundStatus.COMPLETED
        elif any(match.status is not Status.PENDING for match in matches):
            found[number] = RoundStatus.PUBLISHED
    return found
