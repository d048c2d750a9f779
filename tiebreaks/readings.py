"""Readings of the regulations, and the tables that hold for one choice of them.

Where the letter of C.07 and FIDE's checker differ, or the text is silent, the
checker's reading is the default.  Each other reading is a flag here; the
working recomputes a value with each flag that concerns it and reports the
ones that give something else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Readings:
    """One flag for each open question; all ``False`` is what FIDE's checker does."""

    cut_lowest_voluntary_contribution: bool = False
    cap_by_scheduled_rounds: bool = False
    dummy_has_adjusted_score: bool = False
    standard_points_by_comparison: bool = False
    restart_extended_encounter: bool = False
    koya_by_adjusted_score: bool = False
    koya_limit_by_rounds: bool = False
    forfeit_wins_are_games: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: flag, article, and the codes whose values it can change."""

    flag: str
    article: str
    codes: frozenset[str]


_ADJUSTED = frozenset({"BH", "FB", "AOB", "SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC"})
QUESTIONS = (
    Question(
        "cut_lowest_voluntary_contribution",
        "16.5.1",
        frozenset({"SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB"}),
    ),
    Question("cap_by_scheduled_rounds", "16.4.2", _ADJUSTED),
    Question("dummy_has_adjusted_score", "16.4", _ADJUSTED),
    Question("standard_points_by_comparison", "7.7", frozenset({"STD"})),
    Question(
        "restart_extended_encounter",
        "13.3.3",
        frozenset({"EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"}),
    ),
    Question("koya_by_adjusted_score", "9.2", frozenset({"KS"})),
    Question("koya_limit_by_rounds", "9.2", frozenset({"KS"})),
    Question("forfeit_wins_are_games", "15.2", frozenset({"WON", "BPG", "BWG"})),
)


def other_readings(code: str) -> tuple[tuple[Question, Readings], ...]:
    """The questions that can change the values of ``code``, each with its other reading."""
    return tuple(
        (question, replace(Readings(), **{question.flag: True}))
        for question in QUESTIONS
        if code in question.codes
    )
