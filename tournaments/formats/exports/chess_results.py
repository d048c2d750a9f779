"""An individual tournament as the XML that chess-results.com takes (results-feed.md A2).

An optional adapter: the document is what a program with a source number of
its own sends after asking for a session and a key; both, and their
encryption, are that program's affair, so ``security`` stays empty here.  Names
and forms of the attributes follow the owner's sample uploads: all data are
attributes, results are ``1.0 0.5 0.0``, points and tie-breaks have a decimal
comma, a bye has no results and -1 (allocated) or -2 (not paired) for Black.
Tie-breaks are sent as values ("manual", number 5), which shows them as they
are computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from uuid import UUID
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zoneinfo import ZoneInfo

from pairing.printable import shown as printable
from pairing.scoring import format_points
from tournaments.core.errors import Conflict
from tournaments.core.principal import Principal
from tournaments.events.models import KNOCKOUT_SYSTEM, Entry, TournamentStatus
from tournaments.events.tie_breaking import is_round_robin
from tournaments.play.models import Board
from tournaments.play.outcomes import SIDES, BoardOutcome, SeatBye
from tournaments.players.models import FIDE_LIST
from tournaments.standings.rows import StandingsRow
from tournaments.standings.selectors import standings_for

from .items import UNRATED
from .snapshot import Snapshot
from .tables import counted

SWISS, ROUND_ROBIN = "0", "1"
MANUAL = "5"
MOST_TIE_BREAKS = 5
ALLOCATED, NOT_PAIRED = "-1", "-2"
_POINTS = {"1": "1.0", "W": "1.0", "+": "1.0", "=": "0.5", "D": "0.5"}
_FORFEIT = {
    BoardOutcome.WHITE_WINS_FORFEIT: "K",
    BoardOutcome.BLACK_WINS_FORFEIT: "K",
    BoardOutcome.DOUBLE_FORFEIT: "D",
    BoardOutcome.POSTPONED: "H",
    **dict.fromkeys(UNRATED, "U"),
}


def to_chess_results(principal: Principal, shown: Snapshot) -> bytes:
    """The document, in UTF-8 with CRLF.

    Raises ``Conflict("export.individuals_only")`` for teams and knockouts.
    """
    tournament = shown.tournament
    if tournament.system == KNOCKOUT_SYSTEM or tournament.teams.exists():
        raise Conflict("export.individuals_only")
    table = standings_for(principal=principal, tournament_id=tournament.pk)
    codes = [code for code in table.order if code != "PTS"][:MOST_TIE_BREAKS]
    root = Element("chessresults")
    SubElement(SubElement(root, "tournamentdata"), "tournament", _tournament(shown, codes, table))
    rounds, players, pairings = (
        SubElement(root, name) for name in ("rounds", "players", "playerpairings")
    )
    for attributes in _rounds(shown):
        SubElement(rounds, "round", attributes)
    rows: dict[UUID, StandingsRow] = {}
    equal: set[UUID] = set()
    before = None
    for row in table.rows:
        rows[row.entry.pk] = row
        if before is not None and row.rank is not None and row.rank == before.rank:
            equal.add(row.entry.pk)
        before = row
    for entry in shown.entries:
        if entry.pairing_number is not None:
            attributes = _player(shown, entry, rows.get(entry.pk), codes)
            attributes["equal"] = "J" if entry.pk in equal else "N"
            SubElement(players, "player", attributes)
    for attributes in _pairings(shown):
        SubElement(pairings, "playerpairing", attributes)
    empty = dict.fromkeys(("source", "sid", "creator_sid", "tnr_sid"), "")
    SubElement(SubElement(root, "security"), "securitydata", empty)
    indent(root)
    text = tostring(root, encoding="unicode")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f"{head}{text}\n".replace("\n", "\r\n").encode()


def _cut(text: str, longest: int) -> str:
    return printable(text)[:longest].strip()


def _tournament(shown: Snapshot, codes: list[str], table: object) -> dict[str, str]:
    tournament = shown.tournament
    event = tournament.event
    published = [round.number for round in shown.published]
    ratings = [entry.rating for entry in shown.entries if entry.rating]
    fide = tournament.rating_list == FIDE_LIST
    done = tournament.status in (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED)
    attributes = {
        "key": "",
        "type": ROUND_ROBIN if is_round_robin(tournament) else SWISS,
        "name": _cut(tournament.full_name, 160),
        "remark": "",
        "director": "",
        "organiser": _cut(event.club.name, 80),
        "location": _cut(tournament.city or event.city, 80),
        "arbiter": _cut(", ".join(tournament.deputy_arbiters), 1200),
        "chiefarbiter": _cut(tournament.chief_arbiter, 120),
        "rounds": str(tournament.round_count),
        "currentround": str(max(published, default=0)),
        "rankinground": str(getattr(table, "after_round", 0)),
        "sortstartrank": "6" if fide else "5",
        "from": _day(tournament.start or event.start),
        "to": _day(tournament.end or event.end),
        "ratedfide": "J" if tournament.rated and fide else "N",
        "ratednational": "J" if tournament.rated and not fide else "N",
        "replay": "1",
        "timecontrol": _cut(tournament.time_control or tournament.time_control_code, 100),
        "ratingavg": str(round(sum(ratings) / len(ratings))) if ratings else "",
        "endstatus": "J" if done else "N",
        "federation": tournament.federation or event.federation,
    }
    for number in range(1, MOST_TIE_BREAKS + 1):
        attributes[f"tb{number}no"] = MANUAL if number <= len(codes) else ""
        attributes[f"tb{number}_detail"] = ""
    left = ("homecolor", "samecolor", "playerperteam", "homepageorganiser", "mail", "creator")
    return attributes | dict.fromkeys((*left, "offsetpairinglist", "federalstate"), "")


def _day(day: date) -> str:
    return day.strftime("%Y%m%d")


def _rounds(shown: Snapshot) -> Iterator[dict[str, str]]:
    zone = ZoneInfo(shown.tournament.event.time_zone)
    for each in shown.rounds:
        starts = each.starts_at
        yield {
            "round": str(each.number),
            "date": _day(each.day) if each.day else "",
            "time": starts.astimezone(zone).strftime("%H:%M") if starts else "",
            "replay": "1",
        }


def _player(
    shown: Snapshot, entry: Entry, row: StandingsRow | None, codes: list[str]
) -> dict[str, str]:
    player = entry.player
    family, _, given = entry.name.partition(",")
    fide = shown.tournament.rating_list == FIDE_LIST
    rating = str(entry.rating or 0)
    numbers = {each.federation: each.number for each in player.national_ids.all()}
    attributes = {
        "no": str(entry.pairing_number),
        "id": numbers.get(shown.tournament.event.federation, "")[:12],
        "lastname": _cut(family, 32),
        "firstname": _cut(given, 30),
        "atitle": "",
        "title": entry.title,
        "rtg": rating,
        "rtgfide": rating if fide else "0",
        "rtgnat": "0" if fide else rating,
        "dob": _birth(shown.birth(entry)),
        "sex": player.sex.upper(),
        "fed": entry.federation,
        "board": "",
        "teamno": "0",
        "clubname": _cut(entry.club_name, 40),
        "fideid": player.fide_id,
        "club": "",
        "typ": "",
        "group": "",
        "rank": str(row.rank or "") if row else "",
        "pts": _comma(format_points(row.points)) if row else "",
        "equal": "",
        "kfaktor": "",
        "state": "0",
    }
    values: Mapping[str, str | None] = {each.code: each.text for each in row.values} if row else {}
    for number in range(1, MOST_TIE_BREAKS + 2):
        code = codes[number - 1] if number <= len(codes) else ""
        attributes[f"tb{number}"] = _comma(values.get(code) or "")
    return attributes


def _birth(iso: str) -> str:
    """``dd.mm.yyyy``, or the year where only that is known or to be told."""
    return ".".join(reversed(iso.split("-")))


def _comma(text: str) -> str:
    return text.replace(".", ",")


def _pairings(shown: Snapshot) -> Iterator[dict[str, str]]:
    for each in shown.published:
        boards = shown.boards.get(each.pk, [])
        for board in boards:
            yield {"round": str(each.number), "pairing": str(board.number), **_result(board)}
        last = max((board.number for board in boards), default=0)
        for place, seat in enumerate(shown.byes.get(each.pk, ()), start=last + 1):
            yield {
                "round": str(each.number),
                "pairing": str(place),
                "board": "1",
                "whiteno": str(seat.entry.pairing_number),
                "blackno": ALLOCATED if seat.bye == SeatBye.ALLOCATED else NOT_PAIRED,
                "reswhite": "",
                "resblack": "",
                "forfeit": "",
            }


def _result(board: Board) -> dict[str, str]:
    outcome = counted(board)
    points = ["", ""]
    if outcome and outcome != BoardOutcome.POSTPONED:
        points = [_POINTS.get(side.value, "0.0") for side in SIDES[outcome]]
    white, black = board.white, board.black
    return {
        "board": "1",
        "whiteno": str(white.entry.pairing_number) if white else "",
        "blackno": str(black.entry.pairing_number) if black else "",
        "reswhite": points[0],
        "resblack": points[1],
        "forfeit": _FORFEIT.get(BoardOutcome(outcome), "") if outcome else "",
    }
