"""Sentences for what the pairing engines explain: why a pair was not made, who blocks whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pairing.scoring import format_points

LIMBO = 100_000
"""Part of a score difference that stands for "is moved down once more" (C18, C20)."""
MOST_NAMED = 10
"""A sentence names so many pairs of each kind; the parameters hold all."""
BYE = 0
"""The number that stands for the pairing-allocated bye among blockers."""

CRITERIA: dict[str, Any] = {
    "C1": _("the two have met already"),
    "C2": _("the bye is not open to a player who had one, or won without a game"),
    "C3": _("two players who must get the same colour do not meet"),
    "C4": _("those who are not paired yet can still be paired"),
    "C5": _("the score of the player who gets the bye"),
    "C6": _("players who float down"),
    "C7": _("scores of the players who float down"),
    "C8": _("players whom the next bracket cannot pair, and their scores"),
    "C9": _("unplayed rounds of the player who gets the bye"),
    "C10": _("topscorers and their opponents with a colour difference above two"),
    "C11": _("topscorers and their opponents with the same colour three times running"),
    "C12": _("players who do not get the colour they prefer"),
    "C13": _("players who do not get the colour they strongly prefer"),
    "C14": _("players who float down again after the round before"),
    "C15": _("opponents of moved-down players who floated up in the round before"),
    "C16": _("players who float down as they did two rounds before"),
    "C17": _("opponents of moved-down players who floated up two rounds before"),
    "C18": _("score differences of players who floated down in the round before"),
    "C19": _("score differences above opponents who floated up in the round before"),
    "C20": _("score differences of players who floated down two rounds before"),
    "C21": _("score differences above opponents who floated up two rounds before"),
    "4.2": _("the order in which opponents are tried"),
    "4.3": _("the exchanges between the upper and the lower half"),
    "4.4": _("the choice of the moved-down players to be paired"),
}
"""What each rule of C.04.3 looks at; all numbers are better the smaller they are."""

_FIRST_OF_LIST = frozenset({"C8"})
_SCORES = frozenset({"C5", "C7"})
_DIFFERENCES = frozenset({"C18", "C19", "C20", "C21"})

_WHY: dict[str, Any] = {
    "paired": _("%(one)s and %(other)s are paired in this round."),
    "paired_bye": _("%(one)s has the bye in this round."),
    "prohibited": _(
        "%(one)s and %(other)s may not meet in this round: their pairing is prohibited."
    ),
    "C1": _("%(one)s and %(other)s have met already, in round %(rounds)s (C1)."),
    "C2": _(
        "%(one)s cannot get the bye: round %(rounds)s brought one, or a win without a game (C2)."
    ),
    "C3": _("%(one)s and %(other)s must both get %(colour)s (C3)."),
    "C4": _("With that, the players who are left could not all be paired (C4)."),
    "C5": _(
        "The bye goes to the lowest score that lets all others be paired: %(made)s points; "
        "%(one)s has %(instead)s (C5)."
    ),
}
_WORSE: dict[str, Any] = {
    "pair": _(
        "With this pair the bracket of %(score)s points is worse in %(rule)s (%(what)s): "
        "%(instead)s instead of %(made)s."
    ),
    "float": _(
        "For this %(floater)s would have to float down from the bracket of %(score)s points, "
        "which is then worse in %(rule)s (%(what)s): %(instead)s instead of %(made)s."
    ),
    "bye": _(
        "With the bye for %(one)s the bracket of %(score)s points is worse in %(rule)s "
        "(%(what)s): %(instead)s instead of %(made)s."
    ),
}
_LATER: dict[str, Any] = {
    "pair": _(
        "With this pair the bracket of %(score)s points is as good in every criterion, "
        "but it comes later in the order of article %(rule)s (%(what)s)."
    ),
    "float": _(
        "For this %(floater)s would have to float down from the bracket of %(score)s points, "
        "which is then as good in every criterion, but comes later in the order of "
        "article %(rule)s (%(what)s)."
    ),
    "bye": _(
        "With the bye for %(one)s the bracket of %(score)s points is as good in every criterion, "
        "but it comes later in the order of article %(rule)s (%(what)s)."
    ),
}
_SOURCES: dict[tuple[str, bool], Any] = {
    ("hand", True): _("This round was paired by hand, as the system would have paired it."),
    ("hand", False): _(
        "This round was paired by hand, and the system would have paired it otherwise; "
        "what is said here is about the system's pairing."
    ),
    ("imported", False): _(
        "This round was imported, and the system would have paired it otherwise; "
        "what is said here is about the system's pairing."
    ),
    ("program", False): _(
        "Results or entries have changed since this round was paired; "
        "what is said here is about the pairing that they would give now."
    ),
}
_BLOCKED: dict[str, Any] = {
    "groups": _("No two players of different groups may meet: %(groups)s."),
    "alone": _("Nobody else can be paired with them."),
    "bridges": _("Only %(bridges)s can be paired with them, too few for %(count)s groups."),
    "refused": _("%(reason)s: %(pairs)s."),
    "more": _("%(pairs)s and %(count)s more"),
}


def criterion_text(rule: str) -> str:
    """What a rule looks at, in the reader's language; the rule itself if it is not known."""
    return str(CRITERIA.get(rule, rule))


def source_text(source: str, *, agrees: bool) -> str:
    """What the reader must know of where a round's pairing is from; empty if nothing."""
    return str(_SOURCES.get((source, agrees), ""))


def why_text(verdict: Mapping[str, Any], names: Mapping[int, str], facts: Mapping[str, Any]) -> str:
    """Why two players were not paired, naming the criterion with its numbers.

    ``verdict`` is the data of :class:`pairing.swiss.dutch.why.Verdict`, ``names``
    tells how the players are called; ``facts`` has the ``rounds`` behind C1
    and C2 and the ``colour`` behind C3.
    """
    one, other = verdict["players"]
    reason = verdict["reason"]
    params = {
        "one": names[one],
        "other": names[other] if other is not None else "",
        "score": format_points(verdict["score"]) if verdict["score"] is not None else "",
        "rule": reason,
        "what": criterion_text(reason),
        "made": _value(reason, verdict["made"]),
        "instead": _value(reason, verdict["instead"]),
        "rounds": ", ".join(map(str, facts.get("rounds", ()))),
        "colour": {"w": gettext("White"), "b": gettext("Black")}.get(facts.get("colour", ""), ""),
    }
    if reason == "paired" and other is None:
        return str(_WHY["paired_bye"]) % params
    if reason in _WHY:
        return str(_WHY[reason]) % params
    wish = "bye" if other is None else "pair"
    paired = {player for pair in verdict["alternative"] for player in pair}
    if other is not None and not {one, other} <= paired:
        wish = "float"
        params["floater"] = names[other if one in paired else one]
    return str((_LATER if reason.startswith("4.") else _WORSE)[wish]) % params


def _value(rule: str, value: int | Sequence[int] | None) -> str:
    """A criterion's value as people write it; an empty list is nobody."""
    if value is None:
        return ""
    if isinstance(value, int):
        return format_points(value) if rule in _SCORES else str(value)
    if not value:
        return "0" if rule in _FIRST_OF_LIST else gettext("none")
    if rule in _FIRST_OF_LIST:
        scores = ", ".join(map(format_points, value[1:]))
        return f"{value[0]} ({scores})" if scores else str(value[0])
    if rule in _DIFFERENCES:
        return ", ".join(map(_difference, value))
    return ", ".join(map(format_points, value))


def _difference(value: int) -> str:
    again, difference = divmod(value, LIMBO)
    text = format_points(difference)
    return gettext("%(points)s (floats on)") % {"points": text} if again else text


def blockers_text(params: Mapping[str, Any]) -> str:
    """Who blocks whom in a round without a legal pairing; empty if it was not worked out."""
    groups = params.get("groups")
    if not groups:
        return ""
    names = {person["number"]: person["name"] for person in params.get("entries", ())}

    def called(number: int) -> str:
        if number == BYE:
            return gettext("the bye")
        return f"{number} {names[number]}" if number in names else str(number)

    shown = " | ".join(", ".join(map(called, group)) for group in groups[:MOST_NAMED])
    parts = [str(_BLOCKED["groups"]) % {"groups": shown + (" …" if len(groups) > 10 else "")}]
    bridges = params.get("bridges", ())
    if bridges:
        named = ", ".join(map(called, bridges))
        parts.append(str(_BLOCKED["bridges"]) % {"bridges": named, "count": len(groups)})
    else:
        parts.append(str(_BLOCKED["alone"]))
    parts += _refusals(params.get("refused", ()))
    return " ".join(parts)


def _refusals(refused: Sequence[Mapping[str, Any]]) -> list[str]:
    """One sentence for each reason, with the pairs that it bars."""
    by_reason: dict[str, list[list[int]]] = {}
    for pair in refused:
        by_reason.setdefault(pair["reason"], []).append(list(pair["players"]))
    sentences = []
    for reason, found in sorted(by_reason.items()):
        pairs = [str(one) if other == BYE else f"{one}–{other}" for one, other in sorted(found)]
        shown = ", ".join(pairs[:MOST_NAMED])
        if len(pairs) > MOST_NAMED:
            shown = str(_BLOCKED["more"]) % {"pairs": shown, "count": len(pairs) - MOST_NAMED}
        what = gettext("prohibited") if reason == "prohibited" else _named(reason)
        sentences.append(str(_BLOCKED["refused"]) % {"reason": what, "pairs": shown})
    return sentences


def _named(rule: str) -> str:
    return f"{rule} ({criterion_text(rule)})"
