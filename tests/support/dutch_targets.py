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
    "narrow": Profile(players=(8, 12), completed=(0, 2), draws=100, matchings=3, **NOBODY_AWAY),
}

TARGETS: dict[str, tuple[str, tuple[int, ...]]] = {
    "C5": ("mixed", (6, 20, 22, 56, 64, 87)),
    "C6": ("mixed", (8008, 22059, 22640, 24410, 24850, 30176)),
    "C7": ("mixed", (1, 18, 20, 31, 69, 75)),
    "C8": ("mixed", (100, 226, 244, 249, 294, 384)),
    "C9": ("mixed", (59, 137, 162, 180, 200, 221)),
    "C10": ("last", (155, 253, 723, 801, 1554, 1831)),
    "C11": ("last", (95, 110, 158, 193, 203, 316)),
    "C12": ("mixed", (7, 13, 20, 26, 65, 78)),
    "C13": ("mixed", (225, 292, 304, 313, 347, 579)),
    "C14": ("mixed", (55, 138, 154, 165, 246, 252)),
    "C15": ("mixed", (251, 374, 586, 742, 1213, 1515)),
    "C16": ("mixed", (225, 493, 536, 539, 753, 899)),
    "C17": ("last", (7709, 15863, 17187, 20946, 21827, 26507)),
    "C18": ("decisive", (110, 665, 695, 1254, 1399, 1456)),
    "C19": ("mixed", (33, 195, 569, 1578, 2998, 3022)),
    "C20": ("groups", (18, 389, 514, 567, 659, 1270)),
    "C21": ("groups", (631, 643, 724, 1199, 1240, 1291)),
    "MSET": ("decisive", (1300, 1637, 3830, 6116, 25768, 25863)),
    "MOPP": ("groups", (46, 49, 57, 82, 89, 96)),
    "EX1": ("narrow", (381, 415, 475, 636, 758, 811)),
    "EX2": ("narrow", (8, 15, 183, 363, 589, 697)),
    "EX3": ("narrow", (4, 52, 82, 121, 166, 249)),
    "EX4": ("narrow", (676, 16639, 37248)),
    "two players exchanged": ("narrow", (12, 19, 47, 61, 64, 65)),
    "limbo chosen": ("decisive", (5, 10, 11, 12, 17, 19)),
}


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
    "EX1": "narrow",
    "EX2": "narrow",
    "EX3": "narrow",
    "EX4": "narrow",
    "two players exchanged": "narrow",
    "limbo chosen": "decisive",
}


def search(rule: str, wanted: int, tries: int) -> tuple[str, tuple[int, ...]]:
    """Profile and up to ``wanted`` of its first ``tries`` seeds where the rule decides."""
    name = HAUNTS.get(rule, "mixed")
    found: list[int] = []
    for seed in range(1, tries + 1):
        record = position(PROFILES[name], seed)
        try:
            if RULES[rule](record):
                found.append(seed)
        except NoPairing:
            continue
        if len(found) == wanted:
            break
    return name, tuple(found)


if __name__ == "__main__":
    for asked in sys.argv[1:] or RULES:
        print(f"    {asked!r}: {search(asked, 6, 40_000)},", flush=True)
