"""Checking what a document says of a knockout, down to every fact that was entered.

A document that the engine could not have come to is refused with the place of
the fault: a game of a match that nobody is in yet, a slot that does not exist,
a bid beyond the limit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from pairing.errors import PairingError
from pairing.knockout import draw as engine
from pairing.knockout import facts
from pairing.knockout.arithmetic import LARGEST_FIELD, arithmetic
from pairing.knockout.ladder import MOST_GAMES, MOST_STAGES, ColourPolicy
from pairing.knockout.settings import ConsolationField, check_settings
from pairing.knockout.setup import knockout_of
from pairing.knockout.state import Consolation, Knockout, State, resolve, structure_of
from pairing.printable import hidden_character
from tournaments.core.errors import Invalid
from tournaments.events.models import KNOCKOUT_SYSTEM, RoundStatus, Tournament
from tournaments.play.outcomes import SIDES

from .loading import settings_of
from .models import (
    DEPARTURES,
    GAME_OUTCOMES,
    POLICIES,
    RULINGS,
    Bracket,
    BracketStatus,
    Entrant,
    Part,
    Qualified,
)
from .services.settings import check_announced
from .sessions import statuses_of

_SMALL = 2**15 - 1
_LARGE = 2**31 - 1
_LARGEST_SEED = 2**63 - 1
_MOST_CHANGES = 1000

_SETTINGS: dict[str, tuple[type, ...]] = {
    "ladder": (list,),
    "final_ladder": (list, type(None)),
    "double_elimination": (bool,),
    "grand_final": (str,),
    "places_to": (int,),
    "reseeding": (bool,),
    "consolation": (str,),
    "places_by_seed": (bool,),
    "policy": (str,),
    "keep_apart": (list,),
}


@dataclass(frozen=True, slots=True)
class KnockoutReading:
    """Unsaved rows with the numbers of their entries, and the knockout as the engine has it.

    ``knockout`` is ``None`` without a draw; ``drawn_at`` are the times of its
    draws, the main one first; ``rounds`` the status that every round has that
    is not planned.
    """

    bracket: Bracket
    qualified: tuple[tuple[Qualified, int], ...]
    entrants: tuple[tuple[Entrant, int], ...] = ()
    knockout: Knockout | None = None
    drawn_at: tuple[datetime, ...] = ()
    rounds: Mapping[int, RoundStatus] = field(default_factory=dict)


def read_knockout(
    tournament: Tournament, data: Mapping[str, Any], rounds: Sequence[tuple[int, str]], size: int
) -> KnockoutReading | None:
    """Check ``knockout`` and ``bracket`` of a document; without them the defaults hold.

    ``tournament`` is unsaved and has its system; ``rounds`` are numbers and statuses
    of the document's rounds, ``size`` how many entries it has.  Raises
    ``Invalid("import.bracket_invalid", place=...)`` or ``Invalid`` with the code
    of settings that do not go together.
    """
    announced, drawn = data.get("knockout"), data.get("bracket")
    if tournament.system != KNOCKOUT_SYSTEM:
        _require(announced is None, "knockout")
        _require(drawn is None, "bracket")
        return None
    announced = _object({} if announced is None else announced, "knockout")
    bracket = _bracket(announced.get("settings", {}))
    qualified = _qualified(announced, size)
    if drawn is None:
        _check_rounds(rounds, {})
        return KnockoutReading(bracket, qualified)
    drawn = _object(drawn, "bracket")
    drawing = (BracketStatus.DRAWN.value, BracketStatus.PUBLISHED.value)
    bracket.status = _choice(drawn, "status", "bracket", drawing)
    reader = _BracketReader(bracket, drawn, _entrants(drawn, size))
    knockout = reader.knockout()
    state = reader.checked_state(knockout)
    statuses: dict[int, RoundStatus] = {}
    if bracket.status == BracketStatus.PUBLISHED:
        statuses = statuses_of(state)
        sessions = max(match.session for match in state.structure.matches)
        _require(tournament.round_count == sessions, "tournament.round_count")
    _check_rounds(rounds, statuses)
    return KnockoutReading(
        bracket, qualified, reader.entrants, knockout, tuple(reader.drawn_at), statuses
    )


def _bracket(data: Any) -> Bracket:
    place = "knockout.settings"
    settings = _object(data, place)
    _require(set(settings) <= set(_SETTINGS), place)
    for name, value in settings.items():
        _require(type(value) in _SETTINGS[name], f"{place}.{name}")
    bracket = Bracket(**settings)
    _require(all(isinstance(each, str) for each in bracket.keep_apart), f"{place}.keep_apart")
    check_announced(bracket)
    return bracket


def _qualified(data: Mapping[str, Any], size: int) -> tuple[tuple[Qualified, int], ...]:
    found = []
    for place, each in _objects(data, "qualified", "knockout"):
        tie_breaks = _list(each, "tie_breaks", place)
        _require(all(_is_number(n, -_LARGE, _LARGE) for n in tie_breaks), f"{place}.tie_breaks")
        row = Qualified(
            group=_text(each, "group", place, 3),
            place=_number(each, "place", place, 1, _SMALL),
            group_size=_number(each, "group_size", place, 0, _SMALL),
            points=_number(each, "points", place, -_LARGE, _LARGE),
            tie_breaks=tie_breaks,
        )
        found.append((row, _number(each, "entry", place, 1, size)))
    _require_different([entry for _, entry in found], "knockout.qualified")
    return tuple(found)


def _entrants(data: Mapping[str, Any], size: int) -> tuple[tuple[Entrant, int], ...]:
    found = []
    for place, each in _objects(data, "entrants", "bracket"):
        entrant = Entrant(
            number=_number(each, "number", place, 1, _SMALL),
            club=_text(each, "club", place, 120),
            federation=_text(each, "federation", place, 3),
        )
        found.append((entrant, _number(each, "entry", place, 1, size)))
    _require_different([each.number for each, _ in found], "bracket.entrants")
    _require_different([entry for _, entry in found], "bracket.entrants")
    return tuple(found)


def _check_rounds(given: Sequence[tuple[int, str]], follows: Mapping[int, RoundStatus]) -> None:
    """Rounds are sessions: their status follows from the matches."""
    for n, (number, status) in enumerate(given):
        _require(status == follows.get(number, RoundStatus.PLANNED), f"rounds.{n}.status")


class _BracketReader:
    """The draws and facts of a bracket, whose entrants are known."""

    def __init__(
        self, bracket: Bracket, data: Mapping[str, Any], entrants: tuple[tuple[Entrant, int], ...]
    ) -> None:
        self.bracket = bracket
        self.data = data
        self.entrants = entrants
        self.known = frozenset(each.number for each, _ in entrants)
        self.drawn_at: list[datetime] = []
        self.place_of: dict[str, str] = {}
        """Where the document has the facts of a match."""

    def knockout(self) -> Knockout:
        """Everything as the engine has it."""
        drawings = _objects(self.data, "drawings", "bracket")
        parts = [each.get("part") for _, each in drawings]
        _require(parts in (["main"], ["main", "consolation"]), "bracket.drawings")
        place, main = drawings[0]
        with _at(place):
            knockout = knockout_of(settings_of(self.bracket), self._draw(main, place))
        if Part.CONSOLATION.value in parts:
            place, second = drawings[1]
            _require(self.bracket.consolation != ConsolationField.NONE.value, place)
            knockout = replace(knockout, consolation=self._consolation(knockout, second, place))
        with _at("bracket.drawings"):
            codes = frozenset(match.id for match in structure_of(knockout).matches)
        read = replace(self._facts(codes), departures=self._departures())
        if self.bracket.status != BracketStatus.PUBLISHED:
            _require(not read.started and not read.departures, "bracket.status")
            _require(knockout.consolation is None, "bracket.status")
        return replace(knockout, facts=read)

    def checked_state(self, knockout: Knockout) -> State:
        """The state, into which every fact fits."""
        with _at("bracket"):
            state = resolve(knockout)
        _require(not state.consolation_stale, "bracket.drawings.1")
        for code in sorted(state.stale.matches()):
            _require(False, self.place_of[code])
        for bid in knockout.facts.bids:
            stage = state.matches[bid.match].stages[bid.stage - 1].stage
            fits = stage.colours is ColourPolicy.BID and bid.seconds <= stage.bid_limit
            _require(fits, f"{self.place_of[bid.match]}.bids")
        return state

    def _draw(self, data: Mapping[str, Any], place: str) -> engine.Draw:
        self.drawn_at.append(_time(data, "at", place))
        order = self._people(data, "order", place)
        slots = _list(data, "slots", place)
        with _at(f"{place}.order"):
            size = arithmetic(len(order)).size
        placed = [each for each in slots if each is not None]
        _require(len(slots) == size, f"{place}.slots")
        _require(all(self._is_known(each) for each in placed), f"{place}.slots")
        _require(sorted(placed) == sorted(order), f"{place}.slots")
        keep_apart = _list(data, "keep_apart", place)
        _require(all(each in engine.ATTRIBUTES for each in keep_apart), f"{place}.keep_apart")
        draw = engine.Draw(
            policy=engine.Policy(_choice(data, "policy", place, POLICIES)),
            seed=_number(data, "seed", place, 0, _LARGEST_SEED),
            order=tuple(order),
            slots=tuple(each or engine.NOBODY for each in slots),
            keep_apart=tuple(keep_apart),
            attempts=_number(data, "attempts", place, 0, _SMALL),
            clashes=_number(data, "clashes", place, 0, _SMALL),
        )
        changes = _objects(data, "changes", place)
        _require(len(changes) <= _MOST_CHANGES, f"{place}.changes")
        for where, each in changes:
            draw = self._changed(draw, each, where)
        return draw

    def _changed(self, draw: engine.Draw, data: Mapping[str, Any], place: str) -> engine.Draw:
        first = _number(data, "first", place, 0, LARGEST_FIELD)
        with _at(place):
            if data.get("entrant") is None:
                second = _number(data, "second", place, 0, LARGEST_FIELD)
                return engine.swap_slots(draw, first, second)
            _require(data.get("second") is None, f"{place}.second")
            return engine.substitute(draw, first, self._person(data, "entrant", place))

    def _consolation(self, knockout: Knockout, data: Mapping[str, Any], place: str) -> Consolation:
        draw = self._draw(data, place)
        # Slots are only ever changed by hand in the main bracket.
        _require(not draw.changes, f"{place}.changes")
        with _at(place):
            check_settings(replace(knockout.settings, final_ladder=None), draw.policy)
        return Consolation(draw, frozenset(self._people(data, "declined", place)))

    def _facts(self, codes: Collection[str]) -> facts.Facts:
        found = facts.Facts()
        for place, each in _objects(self.data, "matches", "bracket"):
            code = each.get("match")
            known = isinstance(code, str) and code in codes and code not in self.place_of
            _require(known, f"{place}.match")
            self.place_of[str(code)] = place
            found = found.joined(self._of_match(str(code), each, place))
        return found

    def _of_match(self, code: str, data: Mapping[str, Any], place: str) -> facts.Facts:
        games = [self._game(code, each, where) for where, each in _objects(data, "games", place)]
        bids = [self._bid(code, each, where) for where, each in _objects(data, "bids", place)]
        _require_different([(each.stage, each.number) for each in games], f"{place}.games")
        _require_different([(each.stage, each.entrant) for each in bids], f"{place}.bids")
        ruling = data.get("ruling")
        rulings = () if ruling is None else (self._ruling(code, ruling, f"{place}.ruling"),)
        return facts.Facts(tuple(games), tuple(bids), rulings)

    def _game(self, code: str, data: Mapping[str, Any], place: str) -> facts.Game:
        outcome = _choice(data, "outcome", place, GAME_OUTCOMES)
        white, black = SIDES[outcome]
        return facts.Game(
            match=code,
            stage=_number(data, "stage", place, 1, MOST_STAGES),
            number=_number(data, "number", place, 1, MOST_GAMES),
            white=self._person(data, "white", place),
            black=self._person(data, "black", place),
            white_outcome=white,
            black_outcome=black,
        )

    def _bid(self, code: str, data: Mapping[str, Any], place: str) -> facts.Bid:
        return facts.Bid(
            match=code,
            stage=_number(data, "stage", place, 1, MOST_STAGES),
            entrant=self._person(data, "entrant", place),
            opponent=self._person(data, "opponent", place),
            seconds=_number(data, "seconds", place, 1, _LARGE),
        )

    def _ruling(self, code: str, data: Any, place: str) -> facts.Ruling:
        data = _object(data, place)
        kind = facts.RulingKind(_choice(data, "kind", place, RULINGS))
        players = self._people(data, "players", place)
        winner = data.get("winner")
        forfeit = kind is facts.RulingKind.DOUBLE_FORFEIT
        _require(len(players) == 2, f"{place}.players")
        _require(winner is None or self._is_known(winner), f"{place}.winner")
        _require(winner is None if forfeit else winner in players, f"{place}.winner")
        return facts.Ruling(code, kind, frozenset(players), winner or engine.NOBODY)

    def _departures(self) -> tuple[facts.Departure, ...]:
        found = tuple(
            facts.Departure(
                self._person(each, "entrant", place),
                facts.DepartureKind(_choice(each, "kind", place, DEPARTURES)),
            )
            for place, each in _objects(self.data, "departures", "bracket")
        )
        _require_different([each.entrant for each in found], "bracket.departures")
        return found

    def _is_known(self, value: Any) -> bool:
        return type(value) is int and value in self.known

    def _person(self, data: Mapping[str, Any], name: str, place: str) -> int:
        value: Any = data.get(name)
        _require(self._is_known(value), f"{place}.{name}")
        return int(value)

    def _people(self, data: Mapping[str, Any], name: str, place: str) -> list[int]:
        """Different entrants."""
        values = _list(data, name, place)
        _require(all(self._is_known(each) for each in values), f"{place}.{name}")
        _require_different(values, f"{place}.{name}")
        return values


# --- values ------------------------------------------------------------------------------------


def _require(holds: bool, place: str) -> None:
    if not holds:
        raise Invalid("import.bracket_invalid", place=place)


@contextmanager
def _at(place: str) -> Iterator[None]:
    """What the engine refuses is a fault of this place."""
    try:
        yield
    except PairingError as error:
        raise Invalid("import.bracket_invalid", place=place) from error


def _require_different(values: Collection[Any], place: str) -> None:
    _require(len(values) == len(set(values)), place)


def _object(value: Any, place: str) -> dict[str, Any]:
    _require(isinstance(value, dict), place)
    return dict(value)


def _list(data: Mapping[str, Any], name: str, place: str) -> list[Any]:
    value = data.get(name, [])
    _require(isinstance(value, list), f"{place}.{name}")
    return list(value)


def _objects(data: Mapping[str, Any], name: str, place: str) -> list[tuple[str, dict[str, Any]]]:
    """Objects of a list, each with its place."""
    places = [(f"{place}.{name}.{n}", each) for n, each in enumerate(_list(data, name, place))]
    return [(where, _object(each, where)) for where, each in places]


def _is_number(value: Any, lowest: int, highest: int) -> bool:
    return type(value) is int and lowest <= value <= highest


def _number(data: Mapping[str, Any], name: str, place: str, lowest: int, highest: int) -> int:
    value: Any = data.get(name)
    _require(_is_number(value, lowest, highest), f"{place}.{name}")
    return int(value)


def _text(data: Mapping[str, Any], name: str, place: str, longest: int) -> str:
    value = data.get(name, "")
    _require(isinstance(value, str) and len(value) <= longest, f"{place}.{name}")
    _require(not hidden_character(value), f"{place}.{name}")
    return str(value)


def _choice(data: Mapping[str, Any], name: str, place: str, known: Collection[str]) -> str:
    value = data.get(name)
    _require(isinstance(value, str) and value in known, f"{place}.{name}")
    return str(value)


def _time(data: Mapping[str, Any], name: str, place: str) -> datetime:
    """A moment with its offset from UTC."""
    value = data.get(name)
    try:
        moment = parse_datetime(value) if isinstance(value, str) else None
        if moment is not None and moment.tzinfo is not None:
            return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise Invalid("import.bracket_invalid", place=f"{place}.{name}")
