"""The announced rounds as a calendar to subscribe to (RFC 5545), in the event's time zone.

Day and time of every round are what organisers announced (and what a report
file has in its record 132), so rounds to come are in it.  Nothing in it tells
whether a round has been paired: its identifiers, numbers and stamps depend on
the announcements alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from pairing.printable import shown as shown_text
from tournaments.core.models import ChangeLogEntry
from tournaments.events.models import Round

from .snapshot import Snapshot

PRODUCT = "-//chess-tournament-server//rounds//EN"
DOMAIN = "rounds.chess-tournament-server"
DURATION = timedelta(hours=4)
LONGEST_LINE = 75
_LOCAL = "%Y%m%dT%H%M%S"


def to_calendar(shown: Snapshot) -> bytes:
    """One event for each round whose day or time is announced."""
    changed = _announcements(shown)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escaped(shown.tournament.full_name)}",
    ]
    starts = [round.starts_at for round in shown.rounds if round.starts_at is not None]
    if starts:
        lines += _time_zone(shown.tournament.event.time_zone, min(starts), max(starts) + DURATION)
    for round in shown.rounds:
        if round.starts_at is not None or round.day is not None:
            lines += _event(shown, round, changed.get(round.pk, []))
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line)).encode()


def _announcements(shown: Snapshot) -> dict[UUID, list[datetime]]:
    """When each round's schedule was announced or changed."""
    found: dict[UUID, list[datetime]] = {}
    rows = ChangeLogEntry.objects.filter(
        tournament=shown.tournament, type="round.scheduled"
    ).order_by("seq")
    for subject_id, at in rows.values_list("subject_id", "at"):
        found.setdefault(subject_id, []).append(at)
    return found


def _event(shown: Snapshot, round: Round, changed: list[datetime]) -> Iterator[str]:
    tournament = shown.tournament
    stamp = changed[-1] if changed else tournament.created_at
    yield "BEGIN:VEVENT"
    yield f"UID:{tournament.pk}-{round.number}@{DOMAIN}"
    yield f"DTSTAMP:{_instant(stamp)}"
    yield f"SEQUENCE:{max(0, len(changed) - 1)}"
    if round.starts_at is not None:
        zone = tournament.event.time_zone
        yield f"DTSTART;TZID={zone}:{_local(round.starts_at, zone)}"
        yield f"DTEND;TZID={zone}:{_local(round.starts_at + DURATION, zone)}"
    elif round.day is not None:
        yield f"DTSTART;VALUE=DATE:{round.day:%Y%m%d}"
    title = _("%(tournament)s, round %(number)s") % {
        "tournament": tournament.full_name,
        "number": round.number,
    }
    yield f"SUMMARY:{_escaped(title)}"
    if city := tournament.city or tournament.event.city:
        yield f"LOCATION:{_escaped(city)}"
    yield "END:VEVENT"


def _time_zone(name: str, first: datetime, last: datetime) -> Iterator[str]:
    """The zone as far as the rounds need it: one part for each offset that holds in between."""
    zone = ZoneInfo(name)
    yield "BEGIN:VTIMEZONE"
    yield f"TZID:{name}"
    begin = first - timedelta(days=1)
    yield from _offset(zone, begin, _offset_at(zone, begin))
    for day in range((last - begin).days + 1):
        before = begin + timedelta(days=day)
        after = before + timedelta(days=1)
        if _offset_at(zone, before) != _offset_at(zone, after):
            yield from _offset(zone, _change(zone, before, after), _offset_at(zone, before))
    yield "END:VTIMEZONE"


def _change(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """The minute between the two from which the later offset holds."""
    while after - before > timedelta(minutes=1):
        middle = before + timedelta(minutes=(after - before) // timedelta(minutes=2))
        if _offset_at(zone, middle) == _offset_at(zone, before):
            before = middle
        else:
            after = middle
    return after.replace(second=0, microsecond=0)


def _offset(zone: ZoneInfo, begin: datetime, before: timedelta) -> Iterator[str]:
    """The offset that holds from an instant on; its local start is told in the one before."""
    local = begin.astimezone(zone)
    part = "DAYLIGHT" if local.dst() else "STANDARD"
    yield f"BEGIN:{part}"
    yield f"DTSTART:{(begin.astimezone(UTC) + before).strftime(_LOCAL)}"
    yield f"TZOFFSETFROM:{_signed(before)}"
    yield f"TZOFFSETTO:{_signed(_offset_at(zone, begin))}"
    yield f"TZNAME:{local.tzname()}"
    yield f"END:{part}"


def _offset_at(zone: ZoneInfo, at: datetime) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _signed(offset: timedelta) -> str:
    minutes = offset // timedelta(minutes=1)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


def _local(at: datetime, zone: str) -> str:
    return at.astimezone(ZoneInfo(zone)).strftime(_LOCAL)


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """A text value (3.3.11): backslash, semicolon, comma; always one line."""
    for sign, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        text = text.replace(sign, written)
    return shown_text(text)


def _folded(line: str) -> Iterator[str]:
    """Lines of at most 75 octets (3.1); a character is never cut."""
    part = ""
    for character in line:
        if len((part + character).encode()) > LONGEST_LINE:
            yield part
            part = " "
        part += character
    yield part
