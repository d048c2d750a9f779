"""Write ``requirements.lock`` from what is installed, or compare the two (``--check``).

Runs inside the virtual environment.  The lock file pins the closure of the
requirements in ``pyproject.toml`` and of its ``dev`` extra, nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version

from environment import LOCK, requirements, stop
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HEADER = "# What pyproject.toml and its dev extra need, exactly.  Written by `make lock`.\n"


def closure() -> dict[str, str]:
    """Installed versions of the requirements and of all that they require."""
    found: dict[str, str] = {}
    waiting = [Requirement(text) for text in requirements(development=True)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        if (name, frozenset(wanted.extras)) in seen:
            continue
        seen.add((name, frozenset(wanted.extras)))
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            stop(f"{name} is required but not installed.")
        if found[name] not in wanted.specifier:
            stop(f"{name} {found[name]} is installed, but {wanted} is required.")
        waiting += _children(wanted)
    return dict(sorted(found.items()))


def _children(wanted: Requirement) -> Iterator[Requirement]:
    for text in requires(wanted.name) or ():
        child = Requirement(text)
        extras = {"", *wanted.extras}
        if child.marker is None or any(child.marker.evaluate({"extra": each}) for each in extras):
            yield child


def pinned() -> dict[str, str]:
    """The lock file as name -> version."""
    pins: dict[str, str] = {}
    for line in LOCK.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, exact = line.partition("==")
            pins[name] = exact
    return pins


def check() -> None:
    """End with a sentence for each requirement without its pin, and each pin without a reason."""
    needed, pins = closure(), pinned()
    problems = [
        f"{name}: pyproject.toml needs {needed.get(name, 'nothing')}, "
        f"requirements.lock has {pins.get(name, 'nothing')}"
        for name in sorted(needed.keys() | pins.keys())
        if needed.get(name) != pins.get(name)
    ]
    if problems:
        stop("\n".join([*problems, "requirements.lock is out of date: run `make lock`."]))
    print(f"requirements.lock holds: {len(pins)} pins")


def main() -> None:
    """Check or write."""
    if sys.argv[1:] == ["--check"]:
        check()
        return
    LOCK.write_text(HEADER + "".join(f"{name}=={exact}\n" for name, exact in closure().items()))
    print(f"{LOCK.name} written")


if __name__ == "__main__":
    main()
