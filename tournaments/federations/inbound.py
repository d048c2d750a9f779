"""Corrections that a federation sends: of players in its clubs, of results of its tournaments.

People and games are named by what both sides know: FIDE id, number in the
federation's register, pairing number.  Nothing is guessed from names.  Each
item is a transaction of its own and has its own outcome:

=================  ======================================================================
``applied``        stored
``already_there``  it was so already
``conflict``       somebody here has decided otherwise; ``current`` says what
``quarantined``    it is not certain who or what is meant; the item is kept
``refused``        it cannot be so, with the reason; nothing is kept
=================  ======================================================================

``ref`` is the sender's own name for an item.  A batch may be sent again, in any
order: what is done is ``already_there``, and what waits is tried again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from tournaments.core.errors import DomainError, Forbidden, Stale
from tournaments.core.principal import Principal
from tournaments.core.scopes import Scope
from tournaments.core.writing import get_or_refuse, lock_club, require_version, save_changes
from tournaments.events.models import Entry, Tournament
from tournaments.play.models import Board
from tournaments.play.services import record_result
from tournaments.players.models import NationalId, Player
from tournaments.players.services import RatingInput, correct_player

from .models import Quarantined

APPLIED, ALREADY_THERE, CONFLICT = "applied", "already_there", "conflict"
QUARANTINED, REFUSED = "quarantined", "refused"
OUTCOMES = (APPLIED, ALREADY_THERE, CONFLICT, QUARANTINED, REFUSED)
PLAYERS, RESULTS = "player", "result"
KINDS = (PLAYERS, RESULTS)
MOST_ITEMS = 500
_CONFLICTS = ("result.confirmed_by_arbiter",)


@dataclass(frozen=True, slots=True)
class ItemOutcome:
    """What became of one item; ``code`` and ``params`` say why it was not applied."""

    ref: str
    status: str
    code: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    current: Mapping[str, Any] | None = None
    changed: tuple[str, ...] = ()
    subject: UUID | None = None


class _NotCertain(Exception):
    """It is not certain who or what is meant."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


Item = Mapping[str, Any]


def correct_players(*, actor: Principal, items: Sequence[Item]) -> list[ItemOutcome]:
    """Take over ids, titles and ratings of players (federation key, ``players:write``).

    An item has ``ref``, ``fide_id`` and ``national_id`` (one or both, which
    name the person), and ``set``: ``fide_id``, ``national_id``, ``federation``,
    ``title``, ``birth_date`` or ``birth_year``, ``ratings``; all of it plain
    JSON with ISO dates.  It holds for the person in the registry of every club
    of the federation.  Raises ``Forbidden("inbound.federations_only")``.
    """
    federation = require_federation(actor, PLAYERS)
    _lock_clubs(actor, federation, items)
    return [_tried(actor, PLAYERS, item) for item in items]


def push_results(*, actor: Principal, items: Sequence[Item]) -> list[ItemOutcome]:
    """Enter results of tournaments rated in the federation (key, ``results:write``).

    An item has ``ref``, ``tournament`` (id), ``round``, ``white`` and ``black``
    (``number``, ``fide_id`` or ``national_id`` each), ``result`` and perhaps
    the ``version`` of the board it corrects.  What an arbiter confirmed is a
    conflict.  Raises ``Forbidden("inbound.federations_only")``.
    """
    require_federation(actor, RESULTS)
    # Where one transaction holds them all, tournaments are locked in one order.
    order = sorted(range(len(items)), key=lambda place: str(items[place]["tournament"]))
    outcomes = {place: _tried(actor, RESULTS, items[place]) for place in order}
    return [outcomes[place] for place in range(len(items))]


def _lock_clubs(actor: Principal, federation: str, items: Sequence[Item]) -> None:
    """Lock the clubs concerned in one order, if one transaction is to hold them all."""
    if len(items) < 2 or not transaction.get_connection().in_atomic_block:
        return
    ids = Q(pk__in=())
    for item in items:
        ids |= _named_by(federation, item.get("fide_id", ""), item.get("national_id", ""))
    clubs = Player.objects.correctable_by(actor).current().filter(ids).values_list("club_id")
    for (club_id,) in clubs.distinct().order_by("club_id"):
        lock_club(club_id)


def retry(*, actor: Principal, quarantined_id: UUID) -> ItemOutcome:
    """Try an item again that waits.  Raises ``NotFound`` and ``Forbidden``."""
    seen = Quarantined.objects.visible_to(actor)
    row = get_or_refuse(seen, "quarantined.not_found", pk=quarantined_id)
    require_federation(actor, row.kind)
    return _tried(actor, row.kind, row.item)


@transaction.atomic
def dismiss(*, actor: Principal, quarantined_id: UUID, expected_version: int | None = None) -> None:
    """Forget an item that waits.  Raises ``NotFound``, ``Forbidden`` and ``Stale``."""
    seen = Quarantined.objects.visible_to(actor).select_for_update()
    row = get_or_refuse(seen, "quarantined.not_found", pk=quarantined_id)
    require_federation(actor, row.kind)
    require_version(row, expected_version)
    row.delete()


def require_federation(actor: Principal, kind: str) -> str:
    """The federation that sends.  Raises ``Forbidden("inbound.federations_only")``."""
    scope = Scope.PLAYERS_WRITE if kind == PLAYERS else Scope.RESULTS_WRITE
    key = actor.key
    if key is None or not key.federation or not actor.holds(scope):
        raise Forbidden("inbound.federations_only", scope=scope.value)
    return key.federation


def _tried(actor: Principal, kind: str, item: Item) -> ItemOutcome:
    """One item in a transaction of its own; whatever is wrong with it is its outcome."""
    apply = _APPLY[kind]
    ref = item["ref"]
    try:
        with transaction.atomic():
            outcome = apply(actor, item)
    except _NotCertain as doubt:
        return _kept(actor, kind, item, doubt)
    except Stale as refused:
        outcome = ItemOutcome(ref, CONFLICT, refused.code, current=_current_of(refused.params))
    except DomainError as refused:
        conflict = refused.code in _CONFLICTS
        outcome = ItemOutcome(
            ref,
            CONFLICT if conflict else REFUSED,
            refused.code,
            refused.params,
            current=_current_of(refused.params) if conflict else None,
        )
    _waiting(actor, kind, ref).delete()
    return outcome


def _waiting(actor: Principal, kind: str, ref: str) -> Any:
    assert actor.key is not None
    return Quarantined.objects.filter(federation=actor.key.federation, kind=kind, ref=ref)


def _kept(actor: Principal, kind: str, item: Item, doubt: _NotCertain) -> ItemOutcome:
    """Keep the item until the federation sends it again, corrected, or somebody is entered."""
    assert actor.key is not None
    values = {"item": dict(item), "code": doubt.code, "params": doubt.params}
    with transaction.atomic():
        row, is_new = Quarantined.objects.select_for_update().get_or_create(
            federation=actor.key.federation,
            kind=kind,
            ref=item["ref"],
            defaults={**values, "key": actor.key.prefix},
        )
        if not is_new and (row.item, row.code) != (values["item"], doubt.code):
            row.item, row.code, row.params = values["item"], doubt.code, doubt.params
            row.key = actor.key.prefix
            save_changes(row, ["item", "code", "params", "key"])
    return ItemOutcome(item["ref"], QUARANTINED, doubt.code, doubt.params, subject=row.pk)


def _current_of(params: Mapping[str, Any]) -> dict[str, Any]:
    names = {"outcome": "result", "version": "version", "confirmed": "confirmed"}
    return {shown: params[name] for name, shown in names.items() if name in params}


# --- players -----------------------------------------------------------------------------------


def _apply_to_players(actor: Principal, item: Item) -> ItemOutcome:
    assert actor.key is not None
    federation = actor.key.federation
    changes: dict[str, Any] = dict(item["set"])
    number = changes.pop("national_id", "")
    ratings = [_rating(federation, each) for each in changes.pop("ratings", ())]
    players = _meant(actor, item)
    changed: dict[str, None] = {}
    for player in players:
        found = correct_player(
            actor=actor,
            player_id=player.pk,
            national_ids=[{"federation": federation, "number": number}] if number else (),
            ratings=ratings,
            **_birth_once(changes),
        )
        changed.update(dict.fromkeys(found))
    status = APPLIED if changed else ALREADY_THERE
    return ItemOutcome(item["ref"], status, changed=tuple(changed))


def _rating(federation: str, given: Mapping[str, Any]) -> RatingInput:
    return {
        "list_name": given.get("list") or federation,
        "kind": given["kind"],
        "value": given["value"],
        "as_of": date.fromisoformat(given["as_of"]),
    }


def _birth_once(changes: dict[str, Any]) -> dict[str, Any]:
    """A date takes the place of the year, and the other way round."""
    if changes.get("birth_date") is not None:
        day = date.fromisoformat(changes["birth_date"])
        return {**changes, "birth_date": day, "birth_year": None}
    if changes.get("birth_year") is not None:
        return {**changes, "birth_date": None}
    return changes


def _meant(actor: Principal, item: Item) -> list[Player]:
    """The person in every registry of the federation; exactly one in each that has it."""
    assert actor.key is not None
    federation = actor.key.federation
    fide_id, number = item.get("fide_id", ""), item.get("national_id", "")
    ids = _named_by(federation, fide_id, number)
    rows = Player.objects.correctable_by(actor).current().filter(ids).distinct()
    found = list(rows.prefetch_related("national_ids").order_by("club_id", "id"))
    if not found:
        raise _NotCertain("inbound.player_unknown", fide_id=fide_id, national_id=number)
    for player in found:
        numbers = {each.federation: each.number for each in player.national_ids.all()}
        own = (player.fide_id, numbers.get(federation, ""))
        if any(a and b and a != b for a, b in zip(own, (fide_id, number), strict=True)):
            raise _NotCertain("inbound.ids_contradict", fide_id=own[0], national_id=own[1])
    if len({player.club_id for player in found}) < len(found):
        raise _NotCertain("inbound.player_ambiguous", fide_id=fide_id, national_id=number)
    return found


def _named_by(federation: str, fide_id: str, number: str, prefix: str = "") -> Q:
    """Players with one of the ids; ``prefix`` leads to the player."""
    ids = Q(pk__in=())
    if fide_id:
        ids |= Q(**{f"{prefix}fide_id": fide_id})
    if number:
        numbered = NationalId.objects.filter(federation=federation, number=number)
        ids |= Q(**{f"{prefix}pk__in": numbered.values("player_id")})
    return ids


# --- results -----------------------------------------------------------------------------------


def _apply_to_board(actor: Principal, item: Item) -> ItemOutcome:
    tournament = _own_tournament(actor, item["tournament"])
    board = _board(actor, tournament, item)
    if board.confirmed and board.outcome == item["result"]:
        return ItemOutcome(item["ref"], ALREADY_THERE, subject=board.pk)
    record_result(
        actor=actor,
        board_id=board.pk,
        outcome=item["result"],
        expected_version=item.get("version"),
    )
    return ItemOutcome(item["ref"], APPLIED, changed=("result",), subject=board.pk)


def _own_tournament(actor: Principal, tournament_id: Any) -> Tournament:
    assert actor.key is not None
    own = Tournament.objects.visible_to(actor).filter(
        event__federation=actor.key.federation, rated=True
    )
    found = own.filter(pk=tournament_id).first()
    if found is None:
        raise _NotCertain("inbound.tournament_unknown", tournament=str(tournament_id))
    return found


def _board(actor: Principal, tournament: Tournament, item: Item) -> Board:
    """The board where these two play each other, White's side as it is said."""
    white = _entry(actor, tournament, item["white"])
    black = _entry(actor, tournament, item["black"])
    boards = Board.objects.visible_to(actor).filter(
        round__tournament=tournament, round__number=item["round"]
    )
    found = boards.filter(seats__entry=white).filter(seats__entry=black).first()
    if found is None:
        raise _NotCertain(
            "inbound.pairing_unknown", round=item["round"], white=white.name, black=black.name
        )
    seat = found.white
    if seat is None or seat.entry_id != white.pk:
        raise _NotCertain("inbound.colours_differ", round=item["round"], board=found.number)
    return found


def _entry(actor: Principal, tournament: Tournament, given: Mapping[str, Any]) -> Entry:
    """The one entry that all the ids given name."""
    assert actor.key is not None
    federation = actor.key.federation
    rows = tournament.entries.all()
    if given.get("number"):
        rows = rows.filter(pairing_number=given["number"])
    for fide_id, number in ((given.get("fide_id"), ""), ("", given.get("national_id"))):
        if fide_id or number:
            rows = rows.filter(_named_by(federation, fide_id or "", number or "", "player__"))
    found = list(rows[:2])
    if len(found) != 1:
        code = "inbound.entry_ambiguous" if found else "inbound.entry_unknown"
        raise _NotCertain(code, **{name: value for name, value in given.items() if value})
    return found[0]


_APPLY: dict[str, Callable[[Principal, Item], ItemOutcome]] = {
    PLAYERS: _apply_to_players,
    RESULTS: _apply_to_board,
}
