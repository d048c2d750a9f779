"""Print the schedule of a round robin or a relative: rounds, boards, colours, and the reasons.

No file is needed.  --players is the number of players; for team systems that
of one team.  The exit code is 0, or 3 for a size that has no schedule.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from string import ascii_uppercase
from typing import Any

from ..errors import RecordError
from ..messages import sentence
from ..options import LAST_QUAD_ROUND_ROBIN, LAST_QUAD_SWISS, ScheduleOptions
from ..proposal import RoundPairing
from ..record import Participant, Team, TeamEvent, TournamentRecord
from ..roundrobin import scheveningen, skalitzka
from ..roundrobin.groups import snake
from ..roundrobin.schedules import Schedule
from ..roundrobin.tables import Notice, as_table, balances, self_check
from ..systems import SYSTEMS, System, type_code

SCHEDULED = tuple(code for code, entry in SYSTEMS.items() if entry.predetermined)
_SIDES = {"scheveningen": 2, "skalitzka": 3}
_LISTS_OF_PLAYERS = ("players", "more_whites", "more_blacks")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``schedule``."""
    parser.add_argument("--system", choices=SCHEDULED, default="round-robin")
    parser.add_argument("--players", type=int, required=True, metavar="N", help="of a team, if any")
    parser.add_argument("--teams", type=int, default=2, metavar="N", help="for team-round-robin")
    cycles = parser.add_mutually_exclusive_group()
    cycles.add_argument("--double", action="store_true", help="two cycles, colours reversed")
    cycles.add_argument("--cycles", type=int, default=1, metavar="N", help="default 1")
    parser.add_argument(
        "--no-swap", action="store_true", help="change no rounds where one cycle joins the next"
    )
    parser.add_argument(
        "--groups", type=int, default=2, metavar="N", help="for groups, dealt by the seeding snake"
    )
    parser.add_argument(
        "--last-quad",
        choices=(LAST_QUAD_ROUND_ROBIN, LAST_QUAD_SWISS),
        default=LAST_QUAD_ROUND_ROBIN,
        help="what five to seven left over play",
    )
    parser.add_argument("--avoid-seven", action="store_true", help="5 + 6 of eleven left over")
    parser.add_argument("--seed", type=int, metavar="N", help="for colours left to a toss")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def run(args: argparse.Namespace) -> int:
    """Print the schedule; returns the exit code."""
    entry = SYSTEMS[args.system]
    record = _record(args, entry)
    assert entry.schedule is not None
    schedule = entry.schedule(record)
    if args.json:
        print(json.dumps(_data(entry, record, schedule), indent=1, ensure_ascii=False))
    else:
        print("\n".join(_lines(entry, record, schedule)))
    return 0


def _record(args: argparse.Namespace, entry: System) -> TournamentRecord:
    """A record of numbered players with nothing played."""
    cycles = 2 if args.double else args.cycles
    teams = _SIDES.get(args.system, args.teams) if entry.teams else 1
    for option, value in (("players", args.players), ("teams", teams), ("cycles", cycles)):
        if not 1 <= value <= entry.max_participants:
            raise RecordError(
                "schedule.size_out_of_range",
                what=option,
                found=value,
                smallest=1,
                largest=entry.max_participants,
            )
    labels = _labels(args.system, teams, args.players) if entry.teams else ()
    numbers = range(1, teams * args.players + 1)
    drawn = snake(numbers, args.groups).groups if args.system == "groups" else ()
    record = TournamentRecord(
        participants=tuple(
            Participant(number, labels[number - 1] if labels else str(number)) for number in numbers
        ),
        rounds=1,
        team_event=_team_event(teams, args.players) if entry.teams else None,
        schedule=ScheduleOptions(
            swap_last_rounds=False if args.no_swap else None,
            groups=drawn,
            last_quad=args.last_quad,
            avoid_seven=args.avoid_seven,
            toss_seed=args.seed,
        ),
    )
    assert entry.rounds is not None
    return replace(record, rounds=entry.rounds(record, cycles))


def _team_event(teams: int, size: int) -> TeamEvent:
    return TeamEvent(
        tuple(
            Team(
                number=number,
                name=f"Team {number}",
                players=tuple(range((number - 1) * size + 1, number * size + 1)),
            )
            for number in range(1, teams + 1)
        )
    )


def _labels(system: str, teams: int, size: int) -> tuple[str, ...]:
    """How the players of teams are called: A1, B1 ...; Skalitzka has letters and figures."""
    if system == "scheveningen":
        return scheveningen.seat_labels(size)
    if system == "skalitzka":
        return skalitzka.seat_labels(size)
    names = list(ascii_uppercase[:teams])
    if teams > len(ascii_uppercase):
        names = [f"{team}." for team in range(1, teams + 1)]
    return tuple(f"{name}{board}" for name in names for board in range(1, size + 1))


# ------------------------------------------------------------------------- output


def _lines(entry: System, record: TournamentRecord, schedule: Schedule) -> Iterable[str]:
    games = sum(_games(pairing) for pairing in schedule.rounds)
    yield (
        f"{entry.title}: {len(record.participants)} players, {len(schedule.rounds)} rounds, "
        f"{games} games ({type_code(record, entry.code)})"
    )
    names = {person.number: person.name for person in record.participants}
    if len(schedule.groups) > 1:
        for group in schedule.groups:
            members = " ".join(names[number] for number in group.numbers)
            yield f"{group.name if entry.teams else f'group {group.name}'}: {members}"
    tables = dict.fromkeys(group.table for group in schedule.groups)
    yield f"table: {', '.join(tables)}"
    width = len(str(len(schedule.rounds)))
    for pairing in schedule.rounds:
        yield f"round {pairing.round:>{width}}: {_boards(pairing, names)}"
    colours = balances(as_table(schedule.rounds)).items()
    yield "colours (White-Black): " + "  ".join(
        f"{names[number]} {balance.whites}-{balance.blacks}" for number, balance in colours
    )
    for code, params in _notices(schedule):
        yield f"note: {_sentence(entry, code, params, names)}"


def _boards(pairing: RoundPairing, names: dict[int, str]) -> str:
    boards = [
        f"{names[board.white]}-{names[board.black]}"
        for board in pairing.boards
        if board.black is not None
    ]
    rests = [names[board.white] for board in pairing.boards if board.black is None]
    return " ".join(boards) + (f" (rest: {' '.join(rests)})" if rests else "")


def _data(entry: System, record: TournamentRecord, schedule: Schedule) -> dict[str, Any]:
    names = {person.number: person.name for person in record.participants}
    table = as_table(schedule.rounds)
    check = self_check(table, schedule.pairs)
    return {
        "system": entry.code,
        "title": entry.title,
        "type_code": type_code(record, entry.code),
        "players": [
            {"number": person.number, "label": person.name} for person in record.participants
        ],
        "groups": [asdict(group) for group in schedule.groups],
        "rounds": [
            {
                "round": pairing.round,
                "boards": [
                    {"board": place, "white": board.white, "black": board.black}
                    for place, board in enumerate(pairing.boards, start=1)
                    if board.black is not None
                ],
                "rests": [board.white for board in pairing.boards if board.black is None],
            }
            for pairing in schedule.rounds
        ],
        "games": sum(_games(pairing) for pairing in schedule.rounds),
        "colours": [
            {"number": number, **asdict(balance)} for number, balance in balances(table).items()
        ],
        "check": {**asdict(check), "passed": check.passed},
        "notices": [
            {"code": code, "params": params, "text": _sentence(entry, code, params, names)}
            for code, params in _notices(schedule)
        ],
    }


def _games(pairing: RoundPairing) -> int:
    return sum(board.black is not None for board in pairing.boards)


def _notices(schedule: Schedule) -> Sequence[Notice]:
    """Those of the whole schedule, then those of single rounds."""
    of_rounds = [notice for pairing in schedule.rounds for notice in pairing.notices]
    return (*schedule.notices, *of_rounds)


def _sentence(entry: System, code: str, params: dict[str, Any], names: dict[int, str]) -> str:
    """The sentence with the names of the players of teams; other lists are kept."""
    if entry.code in _SIDES:
        params = {
            name: [names[number] for number in value] if name in _LISTS_OF_PLAYERS else value
            for name, value in params.items()
        }
    return sentence(code, params)
