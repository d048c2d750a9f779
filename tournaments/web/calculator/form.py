"""What the page sends back: the table, the settings, and which button was pressed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from pairing.scoring import STANDARD, PointSystem
from tiebreaks import EDITIONS, parse_code
from tiebreaks.orders import SWISS_ORDER
from tiebreaks.prizes import ROUNDINGS, Rounding
from tournaments.core.errors import Invalid
from tournaments.standings.calculator import MAX_ORDER, Question

POINTS: Mapping[str, PointSystem] = {
    "1": STANDARD,
    "3": PointSystem(win=30, draw=10),
}
KINDS: Mapping[str, bool | None] = {"": None, "swiss": False, "robin": True}
UNITS = ("1", "5", "10", "50", "100", "500", "1000")
"""Smallest amounts that can be paid out, in hundredths."""
MAX_PRIZES = 200
_AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?", re.ASCII)
_LONGEST_FIELD = 2_000


@dataclass(frozen=True, slots=True)
class Form:
    """The state of the page.

    ``untouched``: nobody has changed the order yet, so a report file's own
    announcement comes first.  ``explain`` is the number whose working is
    shown, 0 for nobody.  Amounts are texts as they were typed.
    """

    text: str = ""
    order: tuple[str, ...] = SWISS_ORDER
    untouched: bool = True
    edition: str = ""
    kind: str = ""
    points: str = "1"
    unrated: str = ""
    others: bool = False
    prizes: str = ""
    rounding: Rounding = "down"
    unit: str = "1"
    explain: int = 0

    def question(self) -> Question:
        """What the calculator is asked; raises ``Invalid("calculator.not_a_rating")``."""
        if self.unrated and not (self.unrated.isascii() and self.unrated.isdigit()):
            raise Invalid("calculator.not_a_rating", read=self.unrated)
        return Question(
            text=self.text,
            order=() if self.untouched else self.order,
            edition=self.edition,
            points=POINTS[self.points],
            round_robin=KINDS[self.kind],
            unrated=int(self.unrated) if self.unrated else None,
            others=self.others,
        )

    def fund(self) -> list[int]:
        """The prizes in hundredths; raises ``Invalid("calculator.not_an_amount")``."""
        words = [word.rstrip(",") for word in re.split(r"[\s;]+", self.prizes) if word.strip(",")]
        if len(words) > MAX_PRIZES:
            raise Invalid("calculator.too_many_prizes", limit=MAX_PRIZES)
        amounts = []
        for word in words:
            match = _AMOUNT.fullmatch(word)
            if match is None:
                raise Invalid("calculator.not_an_amount", read=word[:40])
            amounts.append(int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")))
        return amounts


def read(sent: QueryDict) -> Form:
    """The form as it was sent; whatever is not among the choices is the default."""
    order = tuple(code[:40] for code in sent.getlist("order")[:MAX_ORDER])
    rounding: Rounding = "down"
    for known in ROUNDINGS:
        if known == sent.get("rounding"):
            rounding = known
    return Form(
        text=sent.get("text", ""),
        order=order or SWISS_ORDER,
        untouched="untouched" in sent or not order,
        edition=_choice(sent, "edition", EDITIONS, ""),
        kind=_choice(sent, "kind", KINDS, ""),
        points=_choice(sent, "points", POINTS, "1"),
        unrated=sent.get("unrated", "")[:4].strip(),
        others="others" in sent,
        prizes=sent.get("prizes", "")[:_LONGEST_FIELD],
        rounding=rounding,
        unit=_choice(sent, "unit", UNITS, "1"),
        explain=_number(sent.get("explain", "")),
    )


def act(form: Form, action: str, added: str) -> Form:
    """The form after a button: ``up:CODE``, ``down:CODE``, ``drop:CODE``, ``add``, ``explain:N``.

    A code that was typed is added by ``compute`` too, which is what Enter does.
    Raises the ``TiebreakError`` of a code that cannot be added, and
    ``Invalid("calculator.order_too_long")``.
    """
    kind, _, what = action.partition(":")
    if kind == "explain":
        return replace(form, explain=_number(what))
    order = list(form.order)
    if kind in ("add", "compute") and added.strip():
        code = parse_code(added[:40]).code
        if len(order) >= MAX_ORDER:
            raise Invalid("calculator.order_too_long", limit=MAX_ORDER)
        order = [each for each in order if each != code] + [code]
    elif what in order:
        at = order.index(what)
        if kind == "drop":
            del order[at]
        elif kind in ("up", "down"):
            to = max(0, at - 1) if kind == "up" else min(len(order) - 1, at + 1)
            order.insert(to, order.pop(at))
    if tuple(order) == form.order:
        return form
    return replace(form, order=tuple(order) or ("PTS",), untouched=False)


def _choice(sent: QueryDict, name: str, known: Any, default: str) -> str:
    value = sent.get(name, default)
    return value if value in known else default


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
