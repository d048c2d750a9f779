"""What tie-breaks are called, with their modifiers: ``BH/C1`` is Buchholz Cut 1."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from pairing.errors import PairingError
from pairing.scoring import format_points
from tiebreaks import parse_code
from tiebreaks.codes import Criterion

_YEARS = {"self": "2022"}


def tiebreak_name(code: str) -> str:
    """The name of a code in the reader's language; an unknown one stands for itself."""
    try:
        criterion = parse_code(code)
    except PairingError:
        return code
    if criterion.is_organisers_own:
        return code
    return ", ".join([_with_score(criterion), *_conditions(criterion)])


def _with_score(criterion: Criterion) -> str:
    name = _with_cut(criterion)
    if criterion.score == "MP":
        return _("%(name)s on match points") % {"name": name}
    if criterion.score == "GP":
        return _("%(name)s on game points") % {"name": name}
    return name


def _with_cut(criterion: Criterion) -> str:
    """C.07 art. 14: Cut-1, Cut-2, Median-1, Median-2."""
    name = _(criterion.definition.title)
    low, high = criterion.low, criterion.high
    if high and criterion.name == "BH":
        plain = _("Median Buchholz")
        return plain if high == 1 else f"{plain} {high}"
    if high:
        return _("%(name)s Median %(number)s") % {"name": name, "number": high}
    if low:
        return _("%(name)s Cut %(number)s") % {"name": name, "number": low}
    return name


def _conditions(criterion: Criterion) -> Iterator[str]:
    """What the other modifiers say, in the order of the regulations."""
    if criterion.percent != 50:
        yield _("limit %(number)s %%") % {"number": criterion.percent}
    if criterion.offset > 0:
        yield _("limit raised by %(points)s") % {"points": format_points(criterion.offset)}
    if criterion.offset < 0:
        yield _("limit lowered by %(points)s") % {"points": format_points(-criterion.offset)}
    if criterion.forfeits_played:
        yield _("forfeits counted as games")
    if criterion.fore:
        yield _("with Fore Buchholz")
    if criterion.divisor is not None:
        yield _("with divisor %(number)s") % {"number": criterion.divisor}
    if criterion.reversed:
        yield _("reversed")
    if criterion.unrated is not None:
        yield _("%(rating)s for the unrated") % {"rating": criterion.unrated}
    if criterion.as_swiss:
        yield _("as in a Swiss")
    if criterion.edition is not None:
        year = _YEARS.get(criterion.edition, criterion.edition)
        yield _("by the rules of %(year)s") % {"year": year}
    if criterion.ignore_voluntary:
        yield _("without article 16.5")
