"""What a proposal means beyond its boards: groups of the rests, boards that are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pairing.proposal import RoundPairing
from pairing.record import TournamentRecord
from tournaments.events.models import Round, Tournament
from tournaments.play.outcomes import SeatBye

from .models import CancelledGame
from .options import is_predetermined
from .rounds import schedule_of


@dataclass(frozen=True, slots=True)
class Beside:
    """What is stored of a round beside its boards, by pairing number.

    ``groups`` names the group of each player of a divided field, ``byes`` holds
    the kind of bye of those whose board is empty on the other side; ``omitted``
    are the pairs (White, Black) that do not play because somebody has left.
    """

    groups: Mapping[int, str] = field(default_factory=dict)
    byes: Mapping[int, str] = field(default_factory=dict)
    omitted: tuple[tuple[int, int], ...] = ()


NOTHING = Beside()


def beside(tournament: Tournament, record: TournamentRecord, pairing: RoundPairing) -> Beside:
    """What a proposal for the tournament says beside its boards.

    A player without an opponent at an empty board has a full-point bye: it is
    worth the game and is not a game.
    """
    if not is_predetermined(tournament):
        return NOTHING
    notices = pairing.notices
    pairs = (params["players"] for code, params in notices if code == "schedule.game_cancelled")
    return Beside(
        groups=groups_of(tournament, record),
        byes={
            params["number"]: SeatBye.FULL.value
            for code, params in notices
            if code == "schedule.board_empty"
        },
        omitted=tuple((white, black) for white, black in pairs),
    )


def groups_of(tournament: Tournament, record: TournamentRecord) -> dict[int, str]:
    """Pairing number -> name of the group; empty where the field is not divided."""
    if tournament.system not in ("groups", "quads"):
        return {}
    groups = schedule_of(tournament, record).groups
    return {number: group.name for group in groups for number in group.numbers}


def note_omitted(tournament: Tournament, round: Round, said: Beside, first_number: int) -> None:
    """Keep the boards that a proposal leaves out, so that they can come back."""
    if not said.omitted:
        return
    ids = dict(tournament.entries.values_list("pairing_number", "pk"))
    CancelledGame.objects.bulk_create(
        CancelledGame(round=round, number=number, white_id=ids[white], black_id=ids[black])
        for number, (white, black) in enumerate(said.omitted, start=first_number)
    )
