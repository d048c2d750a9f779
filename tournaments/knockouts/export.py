"""Games of a knockout for rating: a report file or PGN headers for each rating list.

Only games of stages rated for the list are in its file.  A report has as many
rounds as games could be played one after the other; a bye in the bracket is
no bye there but a round without a game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from pairing.errors import PairingError
from pairing.knockout.draw import NOBODY
from pairing.knockout.export import games_of_list, pgn_tags, record_of_list
from pairing.knockout.ladder import RATED_LISTS
from pairing.record import Cell, Participant, TournamentRecord
from pairing.trf import write_trf16, write_trf26
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.permissions import may
from tournaments.core.principal import Principal
from tournaments.events.models import KNOCKOUT_SYSTEM, Tournament
from tournaments.play.record import build_record

from .loading import Loaded
from .models import Bracket
from .selectors import bracket_for, places_of

UNRATED = "unrated"
LISTS = (*RATED_LISTS, UNRATED)
FORMATS = ("trf16", "trf26", "pgn")


@dataclass(frozen=True, slots=True)
class GamesFile:
    """A file to hand out."""

    name: str
    content: bytes


def export_games(
    *, principal: Principal, tournament_id: UUID, rated: str = "standard", format: str = "trf16"
) -> GamesFile:
    """The games of one rating list (``unrated``: of none) as a file.

    Those who do not run the tournament get years of birth only.  Raises
    ``NotFound("bracket.not_found")``, ``Invalid("export.format_unknown" |
    "export.list_unknown")``, ``Conflict`` with the writer's code.
    """
    if format not in FORMATS:
        raise Invalid("export.format_unknown", format=format, known=list(FORMATS))
    if rated not in LISTS:
        raise Invalid("export.list_unknown", list=rated, known=list(LISTS))
    loaded = bracket_for(principal=principal, tournament_id=tournament_id)
    tournament = loaded.bracket.tournament
    list_name = "" if rated == UNRATED else rated
    if format == "pgn":
        content = _headers(loaded, tournament, list_name)
        return GamesFile(f"{tournament.slug}-{rated}.pgn", content)
    runs_it = may(principal, "events.see_unpublished", tournament)
    record = _record(loaded, tournament, list_name)
    write = write_trf26 if format == "trf26" else write_trf16
    try:
        content = write(record, engine=False, public=not runs_it)
    except PairingError as error:
        raise Conflict(error.code, **error.params) from None
    return GamesFile(f"{tournament.slug}-{rated}.{format}.txt", content)


def games_of(principal: Principal, tournament: Tournament, format: str) -> GamesFile | None:
    """The games at a knockout's own rate of play; ``None`` for what has no bracket to be seen."""
    if tournament.system != KNOCKOUT_SYSTEM:
        return None
    if not Bracket.objects.visible_to(principal).filter(tournament=tournament).exists():
        return None
    return export_games(
        principal=principal,
        tournament_id=tournament.pk,
        rated=tournament.rating_kind,
        format=format,
    )


def _record(loaded: Loaded, tournament: Tournament, rated: str) -> TournamentRecord:
    """The record of a list, players by pairing number."""
    plain = build_record(tournament, through_round=0, planned=False)
    pairing_number = {
        number: each.entry.pairing_number or 0 for number, each in loaded.entrants.items()
    }
    draw_number = {
        pairing: number for number, pairing in pairing_number.items() if _took_part(loaded, number)
    }
    people = [
        replace(each, number=draw_number[each.number])
        for each in plain.participants
        if each.number in draw_number
    ]
    # No tie-breaks decide a knockout, so none are announced.
    info = replace(plain.info, name=tournament.full_name, tie_breaks=())
    made = record_of_list(loaded.state, people, rated, info)
    ranks = {each.entrant.number: each.first for each in places_of(loaded)}
    people = [
        _renumbered(replace(each, rank=ranks.get(each.number)), pairing_number)
        for each in made.participants
    ]
    participants = tuple(sorted(people, key=lambda each: each.number))
    return replace(made, participants=participants, points=plain.points, edition=plain.edition)


def _took_part(loaded: Loaded, number: int) -> bool:
    """In the bracket as it is: whoever was replaced before round 1 was not in the event."""
    return number in loaded.drawn.draw.current


def _renumbered(person: Participant, numbers: dict[int, int]) -> Participant:
    return replace(
        person,
        number=numbers[person.number],
        cells=tuple(_renumbered_cell(cell, numbers) for cell in person.cells),
    )


def _renumbered_cell(cell: Cell, numbers: dict[int, int]) -> Cell:
    if cell.opponent in (None, NOBODY):
        return cell
    return replace(cell, opponent=numbers[cell.opponent])


def _headers(loaded: Loaded, tournament: Tournament, rated: str) -> bytes:
    """PGN without moves, a game each."""
    names = {number: each.entry.name for number, each in loaded.entrants.items()}
    start = (tournament.start or tournament.event.start).strftime("%Y.%m.%d")
    about = {"site": tournament.site, "date": start}
    games = []
    for game in games_of_list(loaded.state, rated):
        tags = pgn_tags(game, names, tournament.full_name, **about)
        result = dict(tags)["Result"]
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags]
        games.append("\n".join([*lines, "", result, ""]))
    return "\n".join(games).encode()


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
