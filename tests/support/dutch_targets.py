"""Positions in which one criterion or ordering rule decides.

Most rules decide less than one random position in a hundred, some one in a
thousand.  ``TARGETS`` keeps seeds of positions found by trying many, so that
the tests meet each rule; they check that it still decides there.  After a
change of the position generator look for new ones::

    python -m tests.support.dutch_targets [RULE...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from pairing.record import TournamentRecord
from tests.support.dutch_enumerator import NoPairing, Round, enumerate_round, ordering_keys
from tests.support.dutch_positions import Profile, position

NOBODY_AWAY = {
    "requested_byes": 0,
    "absent_now": 0,
    "forfeits": 0,
    "double_forfeits": 0,
    "late": 0,
}

PROFILES: dict[str, Profile] = {
    "mixed": Profile(),
    "last": Profile(players=(7, 10), completed=(4, 6), draws=60, last_round=100, near_in_score=100),
    "groups": Profile(players=(8, 11), completed=(3, 4), draws=50, **NOBODY_AWAY),
    "decisive": Profile(
        players=(9, 11), completed=(3, 5), draws=20, near_in_score=30, higher_wins=80, **NOBODY_AWAY
    ),
    "level": Profile(
        players=(8, 11), completed=(1, 4), draws=100, prohibited=(4, 9), **NOBODY_AWAY
    ),
}

TARGETS: dict[str, tuple[tuple[str, int], ...]] = {}


def decides(rule: str, record: TournamentRecord) -> bool:
    """Does leaving ``rule`` out change the pairing?"""
    return enumerate_round(record, [rule]) != enumerate_round(record)


def two_players_exchanged(record: TournamentRecord) -> bool:
    """4.3: two players left S1 in some bracket."""
    return any(
        ordering_keys(paired.bracket, paired.pairs)["EX1"] == 2
        for paired in Round(record).brackets()
    )


def limbo_chosen(record: TournamentRecord) -> bool:
    """3.2.4: of MDPs with one score some were paired and some were not."""
    for paired in Round(record).brackets():
        limbo = set(paired.downfloaters) & set(paired.bracket.mdps)
        if {mdp.ps for mdp in limbo} & {mdp.ps for mdp in set(paired.bracket.mdps) - limbo}:
            return True
    return False


def _decider(rule: str) -> Callable[[TournamentRecord], bool]:
    return lambda record: decides(rule, record)


RULES: dict[str, Callable[[TournamentRecord], bool]] = {
    **{f"C{number}": _decider(f"C{number}") for number in range(5, 22)},
    **{name: _decider(name) for name in ("MSET", "MOPP", "EX1", "EX2", "EX3", "EX4")},
    "two players exchanged": two_players_exchanged,
    "limbo chosen": limbo_chosen,
}

# Where to look for each rule; the others are found anywhere.
HAUNTS = {
    "C10": "last",
    "C11": "last",
    "C17": "last",
    "C18": "decisive",
    "C20": "groups",
    "C21": "groups",
    "MSET": "decisive",
    "MOPP": "groups",
    "EX1": "level",
    "EX2": "level",
    "EX3": "level",
    "EX4": "level",
    "two players exchanged": "level",
    "limbo chosen": "decisive",
}


def search(rule: str, wanted: int, tries: int) -> list[tuple[str, int]]:
    """Up to ``wanted`` positions for a rule among ``tries`` seeds of its profile."""
    name = HAUNTS.get(rule, "mixed")
    found: list[tuple[str, int]] = []
    for seed in range(1, tries + 1):
        record = position(PROFILES[name], seed)
        try:
            if RULES[rule](record):
                found.append((name, seed))
        except NoPairing:
            continue
        if len(found) == wanted:
            break
    return found


if __name__ == "__main__":
    for asked in sys.argv[1:] or RULES:
        print(f"    {asked!r}: {tuple(search(asked, 6, 40_000))},", flush=True)
