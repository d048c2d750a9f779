"""Pairing numbers (C.04.2 art. 2): 1..n without gaps among those who have arrived.

Order of strength (2.2): rating, then title, then what was announced: the
alphabet, or lots.  Numbers may be corrected until round 4 is paired and never
afterwards (2.3).  A late entry gets the number that fits its strength, and
those below move down (2.4); once the numbers are frozen it comes last.

Numbers are unique in the database at every moment, also within a statement,
so moves go through numbers far above any field (:data:`_OUT_OF_THE_WAY`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence

from django.db.models import F

from tournaments.core.clock import now
from tournaments.core.errors import Conflict
from tournaments.core.folding import fold
from tournaments.players.models import Title
from tournaments.schedules.options import is_drawn

from .access import last_paired_round
from .models import Entry, StartingOrderKey, Tournament

FROZEN_FROM_ROUND = 4
HIGHEST_SEED = 2**31 - 1
_OUT_OF_THE_WAY = 1_000_000
_TITLE_RANK = {"": len(Title.values)} | {title: rank for rank, title in enumerate(Title.values)}


StrengthKey = Callable[[Entry], tuple[int, int, str]]


def strength_key(tournament: Tournament) -> StrengthKey:
    """Sort key of C.04.2 2.2: smaller is stronger; equal keys keep their order.

    A lot depends on the tournament's seed and the entry alone, so it stays the
    same when others come or go; the seed must have been drawn (:func:`draw_seed`).
    """
    seed = tournament.starting_order_seed

    def last(entry: Entry) -> str:
        if tournament.starting_order_key == StartingOrderKey.LOT:
            return hashlib.sha256(f"{seed} {entry.pk}".encode()).hexdigest()
        return fold(entry.name)

    return lambda entry: (-(entry.rating or 0), _TITLE_RANK[entry.title], last(entry))


def draw_seed(tournament: Tournament) -> bool:
    """Draw the seed of the lots where they are announced and not drawn yet; whether it was.

    The caller saves the tournament and logs it.
    """
    needed = tournament.starting_order_key == StartingOrderKey.LOT
    if not needed or tournament.starting_order_seed is not None:
        return False
    tournament.starting_order_seed = secrets.randbelow(HIGHEST_SEED)
    return True


def numbers_frozen(tournament: Tournament) -> bool:
    """Whether round 4 has been paired (C.04.2 2.3); numbers that were drawn are kept at once."""
    frozen_from = 1 if is_drawn(tournament) else FROZEN_FROM_ROUND
    return last_paired_round(tournament) >= frozen_from


def require_numbers_open(tournament: Tournament) -> None:
    """Raise ``Conflict("entry.numbers_frozen" | "schedule.draw_closed")`` once they are frozen."""
    if not numbers_frozen(tournament):
        return
    if is_drawn(tournament):
        raise Conflict("schedule.draw_closed")
    raise Conflict("entry.numbers_frozen", from_round=FROZEN_FROM_ROUND)


def numbered(tournament: Tournament) -> list[Entry]:
    """Entries that have arrived, by pairing number."""
    rows = Entry.objects.filter(tournament=tournament, pairing_number__isnull=False)
    return list(rows.order_by("pairing_number"))


def is_awaited(tournament: Tournament, entry: Entry) -> bool:
    """Whether a late entry gets no number yet because it has to check in (C.04.2 2.5).

    Before round 1 everybody has a number: the starting list is provisional.
    """
    if not tournament.check_in or entry.checked_in_at is not None:
        return False
    return last_paired_round(tournament) > 0


def give_number(tournament: Tournament, newcomer: Entry) -> int:
    """Number an unnumbered entry that has arrived; the caller saves it.  Returns the number."""
    present = numbered(tournament)
    place = len(present)
    if not numbers_frozen(tournament):
        key = strength_key(tournament)
        own = key(newcomer)
        weaker = (index for index, entry in enumerate(present) if key(entry) > own)
        place = next(weaker, place)
    if place < len(present):
        _shift(tournament, from_number=place + 1, by=1)
    newcomer.pairing_number = place + 1
    return place + 1


def give_numbers(tournament: Tournament, newcomers: Sequence[Entry]) -> None:
    """Number many unnumbered entries that have arrived; the caller saves them.

    The strongest first, each as :func:`give_number` would; those who move are saved here.
    """
    key, frozen = strength_key(tournament), numbers_frozen(tournament)
    order = numbered(tournament)
    keys = [key(entry) for entry in order]
    for newcomer in sorted(newcomers, key=key):
        own = key(newcomer)
        weaker = (index for index, other in enumerate(keys) if other > own)
        place = len(order) if frozen else next(weaker, len(order))
        order.insert(place, newcomer)
        keys.insert(place, own)
    new = {entry.pk for entry in newcomers}
    numbers = {entry.pk: number for number, entry in enumerate(order, start=1)}
    _move(tournament, {e: numbers[e.pk] for e in order if e.pk not in new})
    for newcomer in newcomers:
        newcomer.pairing_number = numbers[newcomer.pk]


def close_gap(tournament: Tournament, number: int) -> None:
    """Move everybody below a number that is no longer used one up."""
    _shift(tournament, from_number=number + 1, by=-1)


def write_numbers(tournament: Tournament, order: Sequence[Entry]) -> list[Entry]:
    """Give these entries the numbers 1..n in this order.  Returns those whose number changed."""
    return _move(tournament, {entry: number for number, entry in enumerate(order, start=1)})


def _move(tournament: Tournament, numbers: Mapping[Entry, int]) -> list[Entry]:
    """Give saved entries other numbers; returns those whose number changed."""
    changed: list[Entry] = []
    for entry, number in numbers.items():
        if entry.pairing_number != number:
            entry.pairing_number = number + _OUT_OF_THE_WAY
            entry.version += 1
            entry.updated_at = now()
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["pairing_number", "version", "updated_at"], batch_size=500)
    _bring_back(tournament, _OUT_OF_THE_WAY)
    for entry in changed:
        entry.pairing_number = (entry.pairing_number or 0) - _OUT_OF_THE_WAY
    return changed


def _shift(tournament: Tournament, *, from_number: int, by: int) -> None:
    rows = Entry.objects.filter(tournament=tournament)
    rows.filter(pairing_number__gte=from_number).update(
        pairing_number=F("pairing_number") + _OUT_OF_THE_WAY,
        version=F("version") + 1,
        updated_at=now(),
    )
    _bring_back(tournament, _OUT_OF_THE_WAY - by)


def _bring_back(tournament: Tournament, distance: int) -> None:
    rows = Entry.objects.filter(tournament=tournament, pairing_number__gt=_OUT_OF_THE_WAY)
    rows.update(pairing_number=F("pairing_number") - distance)
