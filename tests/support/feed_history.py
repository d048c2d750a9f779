"""Random histories of a tournament: everything that people do to one, in any order."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from tests.factories import make_player
from tournaments.core.errors import DomainError
from tournaments.core.principal import Principal
from tournaments.desk.rounds import unpublish_round
from tournaments.events import services as events
from tournaments.events.models import Entry, Round, Tournament
from tournaments.history.models import RestorePoint
from tournaments.history.services import restore
from tournaments.jobs.execution import execute_run
from tournaments.jobs.services import request_pairing
from tournaments.play import services as play
from tournaments.play.models import Board
from tournaments.play.outcomes import BoardOutcome


@dataclass
class History:
    """Acts on one tournament; ``published`` gathers the ids that were public at some time."""

    tournament: Tournament
    actor: Principal
    choose: random.Random
    published: dict[str, set[str]] = field(default_factory=lambda: {"round": set(), "board": set()})
    drafts: set[str] = field(default_factory=set)
    done: dict[str, int] = field(default_factory=dict)

    def step(self) -> None:
        """One act; what the state does not allow is refused, which is part of the history."""
        act = self.choose.choices(list(ACTS), weights=list(ACTS.values()))[0]
        try:
            act(self)
            self.done[act.__name__] = self.done.get(act.__name__, 0) + 1
        except DomainError:
            pass

    def _one(self, rows):
        found = list(rows.order_by("pk"))
        if not found:
            raise DomainError("nothing.there")
        return self.choose.choice(found)

    def entry(self) -> Entry:
        return self._one(Entry.objects.filter(tournament=self.tournament))

    def round(self, *statuses: str) -> Round:
        return self._one(Round.objects.filter(tournament=self.tournament, status__in=statuses))

    def next_round(self) -> Round:
        planned = Round.objects.filter(tournament=self.tournament, status="planned")
        found = planned.order_by("number").first()
        if found is None:
            raise DomainError("nothing.there")
        return found

    def note_published(self) -> None:
        """Whatever is public at this moment."""
        rounds = Round.objects.filter(
            tournament=self.tournament, status__in=("published", "completed")
        )
        self.published["round"] |= set(map(str, rounds.values_list("pk", flat=True)))
        boards = Board.objects.filter(round__in=rounds).values_list("pk", flat=True)
        self.published["board"] |= set(map(str, boards))


def add_entry(history: History) -> None:
    player = make_player(history.tournament.event.club)
    rating = history.choose.choice([None, history.choose.randrange(1000, 2800)])
    events.add_entry(
        actor=history.actor,
        tournament_id=history.tournament.pk,
        player_id=player.pk,
        rating=rating,
    )


def correct_entry(history: History) -> None:
    events.update_entry(
        actor=history.actor,
        entry_id=history.entry().pk,
        club_name=f"Club {history.choose.randrange(10**6)}",
    )


def withdraw(history: History) -> None:
    events.withdraw_entry(actor=history.actor, entry_id=history.entry().pk)


def come_back(history: History) -> None:
    events.return_entry(actor=history.actor, entry_id=history.entry().pk)


def remove(history: History) -> None:
    events.remove_entry(actor=history.actor, entry_id=history.entry().pk)


def number(history: History) -> None:
    events.assign_pairing_numbers(actor=history.actor, tournament_id=history.tournament.pk)


def ask_for_bye(history: History) -> None:
    events.request_bye(
        actor=history.actor,
        entry_id=history.entry().pk,
        round_number=history.next_round().number,
        kind=history.choose.choice("HZF"),
    )


def cancel_bye(history: History) -> None:
    events.cancel_bye(
        actor=history.actor,
        entry_id=history.entry().pk,
        round_number=history.next_round().number,
    )


def change_settings(history: History) -> None:
    name, value = history.choose.choice(
        [
            ("city", f"City {history.choose.randrange(10**6)}"),
            ("round_count", history.choose.randrange(2, 7)),
        ]
    )
    events.update_tournament(
        actor=history.actor, tournament_id=history.tournament.pk, **{name: value}
    )


def schedule(history: History) -> None:
    start = datetime(2026, 5, 1, 16, tzinfo=UTC) + timedelta(hours=history.choose.randrange(200))
    round = history.round("planned", "draft", "published", "completed")
    events.schedule_round(actor=history.actor, round_id=round.pk, starts_at=start)


def pair(history: History) -> None:
    run = request_pairing(actor=history.actor, round_id=history.next_round().pk)
    execute_run(run.pk)
    boards = Board.objects.filter(round_id=run.round_id)
    history.drafts |= set(map(str, boards.values_list("pk", flat=True)))


def publish(history: History) -> None:
    round = history.round("draft")
    # Of two writers, another one may take the draft back and pair again in between.
    boards = set(Board.objects.filter(round=round).values_list("pk", flat=True))
    play.publish_round(actor=history.actor, round_id=round.pk)
    boards |= set(Board.objects.filter(round=round).values_list("pk", flat=True))
    history.published["round"].add(str(round.pk))
    history.published["board"] |= set(map(str, boards))


def hide_round(history: History) -> None:
    unpublish_round(actor=history.actor, round_id=history.round("published").pk)


def take_back(history: History) -> None:
    play.unpair_round(actor=history.actor, round_id=history.round("draft", "published").pk)


def enter_result(history: History) -> None:
    boards = Board.objects.filter(
        round__tournament=history.tournament, round__status__in=("published", "completed")
    )
    play.record_result(
        actor=history.actor,
        board_id=history._one(boards).pk,
        outcome=history.choose.choice(BoardOutcome.values[:7]),
    )


def finish_round(history: History) -> None:
    for board in Board.objects.filter(round=history.round("published"), confirmed=False):
        play.record_result(actor=history.actor, board_id=board.pk, outcome="1-0")


def hide_or_show(history: History) -> None:
    """As long as nothing is paired, a tournament can be made a draft again."""
    current = Tournament.objects.get(pk=history.tournament.pk).status
    wanted = "draft" if current == "registration" else "registration"
    events.change_status(actor=history.actor, tournament_id=history.tournament.pk, status=wanted)


def put_back(history: History) -> None:
    """An earlier state; its boards count as published if they were so when it was kept."""
    points = RestorePoint.objects.filter(tournament=history.tournament)
    restore(actor=history.actor, point_id=history._one(points).pk)
    history.note_published()


ACTS: dict[Callable[[History], None], int] = {
    add_entry: 6,
    correct_entry: 4,
    withdraw: 1,
    come_back: 2,
    remove: 2,
    number: 2,
    ask_for_bye: 3,
    cancel_bye: 1,
    change_settings: 3,
    schedule: 3,
    pair: 8,
    publish: 6,
    take_back: 3,
    hide_round: 1,
    enter_result: 6,
    finish_round: 5,
    hide_or_show: 1,
    put_back: 1,
}
"""What happens, and how often in proportion."""
