"""From an answer of the calculator to what the template shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from pairing.errors import PairingError
from tiebreaks import Row, parse_code
from tiebreaks.crosstable_text import TableFinding
from tiebreaks.explain import ContributionReport, ParticipantWorking, TiebreakWorking
from tiebreaks.export import standings_csv
from tiebreaks.prizes import PrizeSplit, share_prizes
from tournaments.core.errors import DomainError
from tournaments.core.texts import text_for
from tournaments.core.tiebreak_names import tiebreak_name
from tournaments.core.tiebreak_sentences import reading_text, reason_text
from tournaments.standings.calculator import Calculation, applicable

from .form import UNITS, Form
from .texts import edition_labels, kind_labels, rounding_labels, settings_labels

COMMON = ("BH/C1", "BH/C2", "BH/M1", "SB/C1", "KS/L40", "ARO/C1", "DE/P")
"""Usual variants that are offered beside the plain codes."""
NO_VALUE = "–"


def problem_text(refusal: DomainError | PairingError) -> str:
    """A refusal as one sentence."""
    return text_for(refusal.code, refusal.params, getattr(refusal, "status", 422))


def settings(form: Form, found: Calculation | None) -> dict[str, Any]:
    """The fields with choices, the order, and what may be added to it."""
    choices = applicable() if found is None else found.choices
    known = {each.code for each in choices}
    variants = [code for code in COMMON if parse_code(code).name in known]
    labels = settings_labels()
    points = [("1", "1 – ½ – 0"), ("3", "3 – 1 – 0")]
    return {
        "selects": [
            _select("edition", labels, edition_labels(), form.edition),
            _select("kind", labels, kind_labels(), form.kind),
            _select("points", labels, points, form.points),
        ],
        "prize_selects": [
            _select("rounding", labels, rounding_labels(), form.rounding),
            _select("unit", labels, [(each, money(int(each))) for each in UNITS], form.unit),
        ],
        "order": [{"code": code, "name": tiebreak_name(code)} for code in form.order],
        "choices": [
            {"code": code, "name": tiebreak_name(code)}
            for code in (*variants, *(each.code for each in choices))
            if code not in form.order
        ],
    }


def _select(
    name: str, labels: dict[str, str], options: Iterable[tuple[str, str]], chosen: str
) -> dict[str, Any]:
    return {
        "name": name,
        "label": labels[name],
        "chosen": chosen,
        "options": [{"value": value, "label": label} for value, label in options],
    }


def result(form: Form, found: Calculation, shares: PrizeSplit | None) -> dict[str, Any]:
    """Everything below the form."""
    table = found.table
    amounts = {share.number: money(share.amount) for share in shares.shares} if shares else {}
    columns = [
        {"code": code, "name": tiebreak_name(code), "decides": at < found.deciding}
        for at, code in enumerate(table.order)
    ]
    return {
        "heading": _("After round %(round)s, rules %(edition)s.")
        % {"round": table.after_round, "edition": table.edition},
        "columns": columns,
        "rows": [_row(row, columns, amounts, form.explain) for row in table.rows],
        "findings": [_finding(each) for each in found.findings],
        "notices": [text_for(each.code, each.params, 200) for each in table.notices],
        "working": _working(found.working[0], found) if found.working else None,
        "csv": standings_csv(table),
        "prizes": bool(amounts),
        "left": _left(shares),
    }


def split(form: Form, found: Calculation) -> PrizeSplit | None:
    """The shares of the ranked players; raises what :meth:`Form.fund` raises."""
    fund = form.fund()
    if not fund:
        return None
    places = [(row.rank, row.number) for row in found.table.rows if row.rank is not None]
    return share_prizes(places, fund, unit=int(form.unit), rounding=form.rounding)


def money(hundredths: int) -> str:
    """An amount without cents where there are none.

    >>> money(15000), money(12345), money(5)
    ('150', '123.45', '0.05')
    """
    whole, cents = divmod(hundredths, 100)
    return f"{whole}.{cents:02d}" if cents else str(whole)


def _left(shares: PrizeSplit | None) -> str:
    if shares is None or not shares.left:
        return ""
    text = _("Left in the fund: %(amount)s.") if shares.left > 0 else _("Overpaid: %(amount)s.")
    return text % {"amount": money(abs(shares.left))}


def _row(
    row: Row, columns: list[dict[str, Any]], amounts: dict[int, str], explained: int
) -> dict[str, Any]:
    return {
        "rank": NO_VALUE if row.rank is None else row.rank,
        "number": row.number,
        "name": row.name or f"#{row.number}",
        "values": [
            {
                "text": NO_VALUE if value.text is None else value.text,
                "decides": column["decides"],
                "decided": column["code"] == row.decided_by,
            }
            for column, value in zip(columns, row.values, strict=True)
        ],
        "prize": amounts.get(row.number, ""),
        "explained": row.number == explained,
    }


def _finding(found: TableFinding) -> dict[str, str]:
    where = []
    if found.line:
        where.append(_("line %(line)s") % {"line": found.line})
    if found.round:
        where.append(_("round %(round)s") % {"round": found.round})
    message = text_for(found.code, found.params, 200)
    return {"severity": found.severity, "where": ", ".join(where), "message": message}


def _working(working: ParticipantWorking, found: Calculation) -> dict[str, Any]:
    names = {row.number: row.name for row in found.table.rows}
    return {
        "number": working.number,
        "name": f"{working.number} {working.name}".strip(),
        "items": [_item(item, names) for item in working.tie_breaks],
    }


def _item(item: TiebreakWorking, names: dict[int, str]) -> dict[str, Any]:
    return {
        "code": item.code,
        "name": tiebreak_name(item.code),
        "article": item.article,
        "value": NO_VALUE if item.value is None else item.value,
        "lines": [_line(line, names) for line in item.contributions],
        "others": [
            _("By another reading of article %(article)s, %(text)s: %(value)s.")
            % {
                "article": other.article,
                "text": reading_text(other.reading),
                "value": NO_VALUE if other.value is None else other.value,
            }
            for other in item.other_readings
        ],
    }


def _line(line: ContributionReport, names: dict[int, str]) -> dict[str, Any]:
    opponent = NO_VALUE
    if line.opponent is not None:
        opponent = f"{line.opponent} {names.get(line.opponent, '')}".strip()
    return {
        "round": line.round or NO_VALUE,
        "opponent": opponent,
        "adjusted": line.adjusted,
        "counted": line.counted,
        "text": reason_text(line.reason),
        "article": line.article,
        "cut": bool(line.cut),
        "cut_text": reason_text(line.cut_reason),
        "cut_article": line.cut_article,
    }
