"""What a tie-break answers: exact values, and the contributions they are made of.

Values are whole numbers of a decimal unit (``scaled`` counts units of
``10 ** -decimals``): tenths for scores, hundredths for products and averages,
ones for counts and ratings.  Nothing is ever a float.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something counted as it did: a stable code and the article of C.07 behind it.

    An empty article stands for the article of the tie-break itself.
    """

    code: str
    article: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """One tie-break value; ``scaled`` is ``None`` where the value is undefined."""

    scaled: int | None
    decimals: int = 0

    @property
    def text(self) -> str | None:
        """Display text as the regulations print it: ``8.5``, ``4.75``, ``1969``.

        >>> Value(475, 2).text
        '4.75'
        """
        return None if self.scaled is None else scaled_text(self.scaled, self.decimals)

    @property
    def fraction(self) -> Fraction | None:
        """The exact number."""
        return None if self.scaled is None else Fraction(self.scaled, 10**self.decimals)


@dataclass(slots=True)
class Contribution:
    """One line of the working.

    ``opponent`` is a position in the field, -1 for none; ``worth`` what the
    opponent (or the dummy) was worth, ``counted`` what entered the sum, in
    the method's units.  ``voluntary`` marks a voluntarily unplayed round
    (16.1.2).  ``cut`` is empty, ``low`` or ``high``; ``cut_reason`` says why.
    """

    round: int
    opponent: int
    worth: int
    counted: int
    reason: Reason
    voluntary: bool = False
    cut: str = ""
    cut_reason: Reason | None = None


@dataclass(slots=True)
class Working:
    """A value in the method's units with everything it was computed from."""

    scaled: int | None
    contributions: list[Contribution]
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader of the standings must know: stable code and plain parameters."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)


def value_of_text(text: str | None) -> Value:
    """The value that :attr:`Value.text` wrote.

    >>> value_of_text("4.75"), value_of_text("-0.5").scaled, value_of_text(None).scaled
    (Value(scaled=475, decimals=2), -5, None)
    """
    if text is None:
        return Value(None)
    whole, _, decimals = text.partition(".")
    return Value(int(whole + decimals), len(decimals))


def scaled_text(scaled: int, decimals: int) -> str:
    """``scaled`` units of ``10 ** -decimals`` in digits.

    >>> scaled_text(-5, 1), scaled_text(1969, 0)
    ('-0.5', '1969')
    """
    if not decimals:
        return str(scaled)
    whole, rest = divmod(abs(scaled), 10**decimals)
    return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{decimals}d}"


def fraction_text(number: Fraction) -> str:
    """A decimal where it ends after at most three digits, otherwise numerator/denominator.

    >>> fraction_text(Fraction(3, 4)), fraction_text(Fraction(4, 3))
    ('0.75', '4/3')
    """
    thousandths = number * 1000
    if thousandths.denominator != 1:
        return f"{number.numerator}/{number.denominator}"
    text = f"{'-' if number < 0 else ''}{abs(int(thousandths)) // 1000}"
    decimals = f"{abs(int(thousandths)) % 1000:03d}".rstrip("0")
    return f"{text}.{decimals or '0'}"


def rounded_quotient(numerator: int, denominator: int) -> int:
    """The quotient to the nearest whole number, halves up.

    >>> rounded_quotient(7950, 4)
    1988
    """
    return (2 * numerator + denominator) // (2 * denominator)
