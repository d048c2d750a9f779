"""Print the bracket of a knockout: who starts where, and where winners and losers go.

No file is needed: players are their places in the list, 1 the strongest.  The
exit code is 0, or 3 for options that make no bracket.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from ..errors import RecordError
from ..knockout.arithmetic import arithmetic
from ..knockout.double import RESET_FINAL, GrandFinal
from ..knockout.draw import Entrant, Policy, draw_bracket
from ..knockout.ladder import DECIDERS, MAIN_GAMES, preset
from ..knockout.messages import round_title
from ..knockout.picture import PRINT, bracket_list, bracket_pages
from ..knockout.settings import Settings
from ..knockout.setup import knockout_of
from ..knockout.state import Knockout, MatchState, State, resolve
from ..knockout.structure import Position, Source, SourceKind
from ..knockout.views import bracket_view, match_count, notices
from ..messages import sentence

EXIT_OK = 0
EXIT_BAD_INPUT = 3

_DRAWS = tuple(policy.value for policy in Policy if policy is not Policy.CROSSED)
_DECIDERS = (*DECIDERS, "coin_toss")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of ``bracket``."""
    parser.add_argument("--players", type=int, required=True, metavar="N")
    parser.add_argument("--draw", choices=_DRAWS, default=Policy.SEEDED.value)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the draw, default 0")
    parser.add_argument("--double-elimination", action="store_true", help="out after two losses")
    parser.add_argument(
        "--grand-final",
        choices=[each.value for each in GrandFinal],
        default=GrandFinal.RESET.value,
        help="of a double elimination, default reset",
    )
    parser.add_argument(
        "--places", type=int, default=2, metavar="N", help="played for: 4 with a third place"
    )
    parser.add_argument("--reseeding", action="store_true", help="best left against worst left")
    parser.add_argument("--games", choices=list(MAIN_GAMES), default="one_game")
    parser.add_argument(
        "--decider",
        choices=_DECIDERS,
        default="two_blitz_armageddon",
        help="what follows a level match",
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="one JSON document")
    output.add_argument("--svg", type=Path, metavar="FILE", help="write a picture, a file a page")
    output.add_argument(
        "--svg-print", type=Path, metavar="FILE", help="write it in larger letters on more pages"
    )
    output.add_argument(
        "--svg-list", type=Path, metavar="FILE", help="write a picture for a narrow screen"
    )


def run(args: argparse.Namespace) -> int:
    """Print or draw the bracket; returns the exit code."""
    try:
        knockout = _knockout(args)
    except RecordError as error:
        print(f"bad input: {sentence(error.code, error.params)} ({error.code})", file=sys.stderr)
        return EXIT_BAD_INPUT
    if args.json:
        print(json.dumps(bracket_view(knockout), indent=2))
    elif args.svg:
        _write(args.svg, bracket_pages(knockout, {}))
    elif args.svg_print:
        _write(args.svg_print, bracket_pages(knockout, {}, cutting=PRINT))
    elif args.svg_list:
        _write(args.svg_list, (bracket_list(knockout, {}),))
    else:
        print("\n".join(_lines(knockout)))
    return EXIT_OK


def _knockout(args: argparse.Namespace) -> Knockout:
    players = arithmetic(args.players).players
    entrants = [Entrant(number) for number in range(1, players + 1)]
    settings = Settings(
        ladder=preset(args.games, args.decider),
        double_elimination=args.double_elimination,
        grand_final=GrandFinal(args.grand_final),
        places_to=args.places,
        reseeding=args.reseeding,
    )
    return knockout_of(settings, draw_bracket(entrants, Policy(args.draw), args.seed))


def _write(path: Path, pages: tuple[str, ...]) -> None:
    """One file, or ``name-1.svg``, ``name-2.svg`` ... for several pages."""
    for number, page in enumerate(pages, start=1):
        numbered = path.with_name(f"{path.stem}-{number}{path.suffix}")
        target = path if len(pages) == 1 else numbered
        target.write_text(page, encoding="utf-8")
        print(f"wrote {target}")


def _lines(knockout: Knockout) -> Iterator[str]:
    state = resolve(knockout)
    numbers = arithmetic(len(knockout.draw.order))
    reset = ", one more if the grand final is played twice" if RESET_FINAL in state.matches else ""
    yield (
        f"{numbers.players} players: bracket of {numbers.size}, {numbers.byes} byes, "
        f"{numbers.rounds} rounds, {match_count(state)} matches{reset}"
    )
    yield f"draw: {knockout.draw.policy.value}, seed {knockout.draw.seed}"
    for code, params in notices(knockout, state):
        yield f"note: {sentence(code, params)}"
    for each in state.structure.rounds:
        yield ""
        yield f"{round_title(each.name, each.round, sentence)} (session {each.session})"
        for position in each.positions:
            yield from _position(position, state)


def _position(position: Position, state: State) -> Iterator[str]:
    if position.match:
        yield f"  {position.match:<5} {_pair(state.matches[position.match])}"
    elif position.source is not None:
        yield f"  {'bye':<5} {_source(position.source)}"


def _pair(state: MatchState) -> str:
    """The two sides; of two players the better seed first."""
    one, other = state.match.sources
    if one.kind is other.kind is SourceKind.ENTRANT and one.entrant > other.entrant:
        one, other = other, one
    return f"{_source(one)} - {_source(other)}"


def _source(source: Source) -> str:
    if source.kind is SourceKind.ENTRANT:
        return str(source.entrant)
    if source.kind is SourceKind.RANK:
        return sentence("bracket.source.rank", {"rank": source.rank})
    return sentence(f"bracket.source.{source.kind.value}", {"match": source.match})
