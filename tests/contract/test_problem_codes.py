"""Every code that the server can answer with has its sentence."""

import ast
import re

from tests.paths import ROOT
from tournaments.core.texts import is_known

CODE = re.compile(r"[a-z_]+(\.[a-z_0-9]+)+")
# Callables that are given a code, wherever among their arguments.
SPEAK = {
    "ApiError",
    "Conflict",
    "DomainError",
    "Finding",
    "Forbidden",
    "Gone",
    "Invalid",
    "NoLegalPairing",
    "NotFound",
    "Notice",
    "PairingError",
    "RecordError",
    "SignInRefused",
    "Stale",
    "TableFinding",
    "TiebreakError",
    "TooManyAttempts",
    "TrfError",
    "Warning",
    "_Failure",
    "_plain",
    "_report",
    "_without_opponent",
    "get_or_refuse",
    "note",
}
# What only command lines say.
ELSEWHERE = ("check.", "generate.", "standings.bad_numbers")


def spoken_codes() -> dict[str, str]:
    """Code -> a file that uses it."""
    found = {}
    for package in ("pairing", "tiebreaks", "tournaments"):
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                for code in _codes_in(ast.parse(path.read_text())):
                    found[code] = str(path.relative_to(ROOT))
    return found


def _codes_in(tree):
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = getattr(call.func, "id", getattr(call.func, "attr", ""))
            if name in SPEAK:
                texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
                yield from (text for text in texts if CODE.fullmatch(str(text)))


def test_the_search_finds_what_there_is():
    found = spoken_codes()
    assert len(found) > 120
    assert {"round.results_missing", "pairing.no_legal_pairing", "auth.failed"} <= set(found)


def test_every_code_has_a_sentence():
    lacking = {
        code: path
        for code, path in spoken_codes().items()
        if not is_known(code) and not code.startswith(ELSEWHERE)
    }
    assert lacking == {}


def test_models_whose_versions_are_compared_have_a_sentence():
    from django.apps import apps

    from tournaments.core.models import Versioned

    versioned = [model for model in apps.get_models() if issubclass(model, Versioned)]
    assert len(versioned) > 5
    assert [m for m in versioned if not is_known(f"{m._meta.model_name}.stale")] == []
