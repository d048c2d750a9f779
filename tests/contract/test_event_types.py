"""The changes that leave the server as events are those that the code records for everybody."""

import ast
import re
from collections import defaultdict
from dataclasses import dataclass

from tests.paths import ROOT
from tournaments.feeds.event_types import EVENT_TYPES, TEST

TYPE = re.compile(r"[a-z_]+\.[a-z_]+")


@dataclass(frozen=True)
class Recorder:
    """A function that records a change: which argument is the type, always internal or not."""

    position: int = 0
    internal: bool = False


APPEND = {"append_change": Recorder()}
KNOCKOUT = {"make": Recorder(position=3)}
"""What ``tournaments.knockouts.services.changes`` has for the modules beside it."""


def recorded() -> dict[str, bool]:
    """Type of change -> whether it is always internal, read from the code.

    A type stands in a call of a recorder, or of a function that hands its own
    parameter ``type`` on to one; names count as what the module sets them to.
    """
    found: dict[str, bool] = {}
    for path in (ROOT / "tournaments").rglob("*.py"):
        if "migrations" in path.parts:
            continue
        tree = ast.parse(path.read_text())
        beside = KNOCKOUT if path.parent.match("knockouts/services") else {}
        recorders = _with_those_of_the_module(tree, APPEND | beside)
        assigned = _assigned(tree)
        for call, recorder in _calls(tree, recorders):
            internal = recorder.internal or _is_internal(call)
            for type in _types_in(call.args[recorder.position], assigned):
                found[type] = internal and found.get(type, True)
    return found


def _with_those_of_the_module(tree, known):
    """Recorders, with the functions of the module that hand ``type`` on to them."""
    found = dict(known)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for _ in functions:
        for function in functions:
            names = [each.arg for each in function.args.args]
            for call, recorder in _calls(function, found):
                handed = call.args[recorder.position]
                if "type" in names and isinstance(handed, ast.Name) and handed.id == "type":
                    internal = recorder.internal or _is_internal(call)
                    found[function.name] = Recorder(names.index("type"), internal)
    return found


def _calls(tree, recorders):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in recorders and len(node.args) > recorders[name].position:
                yield node, recorders[name]


def _is_internal(call):
    return any(
        keyword.arg == "internal" and getattr(keyword.value, "value", None) is True
        for keyword in call.keywords
    )


def _assigned(tree):
    """What the names of a module are set to, wherever in it."""
    found = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id].append(node.value)
    return found


def _types_in(expression, assigned, followed=frozenset()):
    """Types that an expression names, itself or through names that are set in the module."""
    if isinstance(expression, ast.Constant):
        if TYPE.fullmatch(str(expression.value)):
            yield expression.value
    elif isinstance(expression, ast.Name):
        if expression.id not in followed:
            for value in assigned.get(expression.id, ()):
                yield from _types_in(value, assigned, followed | {expression.id})
    elif isinstance(expression, ast.Call):
        # One out of a table; not what it is looked up by.
        yield from _types_in(expression.func, assigned, followed)
    else:
        for part in ast.iter_child_nodes(expression):
            yield from _types_in(part, assigned, followed)


def test_the_search_finds_types_however_they_are_given():
    found = recorded()
    assert len(found) > 100
    # Spelled out, by a choice, from a table, through a helper, and through two.
    for type in (
        "round.published",
        "result.corrected",
        "tournament.archived",
        "team.added",
        "bracket.reserve_called",
        "match.ruled",
    ):
        assert found[type] is False
    for type in ("round.paired", "pairing_session.ended", "webhook.created", "bid.recorded"):
        assert found[type] is True


def test_every_change_that_is_not_internal_can_be_asked_for_as_an_event():
    assert {type for type, internal in recorded().items() if not internal} == EVENT_TYPES


def test_a_ping_is_no_change():
    assert TEST not in EVENT_TYPES | recorded().keys()
