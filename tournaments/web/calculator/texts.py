"""The words of the calculator's page."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

EXAMPLE = """\
 1  Almeida      2105   5w1   3b½   2w1   4b1   3.5
 2  Bergström    2080   6w1   4w1   1b0   3w½   2.5
 3  Costa        2040   4b0   1w½   5w1   2b½   2.0
 4  Dimitrova    1995   3w1   2b0   6w1   1w0   2.0
 5  Esposito     1950   1b0   H     3b0   6+    1.5
 6  Faure        1890   2b0   +     4b0   5-    1.0
"""


def page_texts() -> dict[str, Any]:
    """Everything the template says, in the reader's language."""
    return {
        "site": _("Chess tournament server"),
        "languages": _("Language"),
        "title": _("Tie-break calculator"),
        "lead": _(
            "Paste a cross table or a Tournament Report File: you get the ranking, every tie-break "
            "and how it came about, by the rules you choose. Nothing is stored."
        ),
        "table": _("Cross table"),
        "example": _("Use an example"),
        "placeholder": _("One line for each player: number, name, then one cell for each round"),
        "cells": _("How cells are written"),
        "cell_list": [
            ("12w1 12b½ 12=", _("won with White against 12, drew with Black, drew")),
            ("9+ 9-", _("won or lost by forfeit against 9")),
            ("+", _("bye allocated by the pairing")),
            ("H F", _("half-point bye, full-point bye")),
            ("- Z", _("absent")),
            ("+12 =5 -3", _("the same in tables that note no colours")),
            ("W12 D5 L3 H B U", _("the same with the letters of US Chess")),
            ("* 1 ½ 0", _("a table of everybody against everybody")),
        ],
        "order": _("Order of the tie-breaks"),
        "up": _("Move up"),
        "down": _("Move down"),
        "drop": _("Leave out"),
        "add": _("Add"),
        "add_which": _("Tie-break to add, such as BH/C1"),
        "rules": _("Rules"),
        "unrated": _("Rating of players without one"),
        "others": _("Show all further tie-breaks too"),
        "compute": _("Compute"),
        "foot": _("The same as an API:"),
        "api": _("POST /api/v1/tools/tiebreaks"),
        **_result_texts(),
    }


def _result_texts() -> dict[str, Any]:
    return {
        "findings": _("Please check"),
        "ranking": _("Ranking"),
        "place": _("Place"),
        "number": _("No"),
        "name": _("Name"),
        "prize": _("Prize"),
        "hint": _("Choose a name to see the working. What put a player behind is in bold."),
        "show_working": _("Show the working"),
        "working": _("Working"),
        "article": _("article"),
        "round": _("Round"),
        "opponent": _("Opponent"),
        "worth": _("Worth"),
        "counts": _("Counts"),
        "why": _("Why"),
        "csv": _("As CSV"),
        "download": _("Download"),
        "copy": _("Copy"),
        "copied": _("Copied"),
        "prizes": _("Prizes"),
        "prizes_lead": _(
            "Tied players pool the prizes of their places and get equal parts: "
            "300 shared by two is 150 each."
        ),
        "fund": _("Prizes, first place first"),
        "share": _("Share"),
    }


def edition_labels() -> list[tuple[str, str]]:
    """Editions to choose from; empty is the one in force."""
    return [
        ("", _("in force at the start, else the newest")),
        ("2026", _("C.07 since March 2026")),
        ("2024", _("C.07 of September 2023 to February 2026")),
        ("self", _("July 2022, for world events")),
        ("virtual", _("until August 2023 (virtual opponent)")),
    ]


def kind_labels() -> list[tuple[str, str]]:
    """Kinds of event to choose from."""
    return [
        ("", _("as the file says, else Swiss")),
        ("swiss", _("Swiss")),
        ("robin", _("round robin")),
    ]


def rounding_labels() -> list[tuple[str, str]]:
    """Rules of rounding to choose from."""
    return [
        ("down", _("rounded down")),
        ("nearest", _("rounded to the nearest")),
        ("spread", _("rounded down, what is left goes to the first")),
    ]


def settings_labels() -> dict[str, str]:
    """Names of the fields with choices."""
    return {
        "edition": _("Edition of the rules"),
        "kind": _("Kind of event"),
        "points": _("Points"),
        "rounding": _("Equal parts"),
        "unit": _("In multiples of"),
    }
