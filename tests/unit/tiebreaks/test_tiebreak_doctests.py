"""The examples in the docstrings of the package."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import tiebreaks


def test_examples_in_docstrings_are_true():
    attempted = 0
    for module in pkgutil.iter_modules(tiebreaks.__path__):
        if module.name == "__main__":
            continue
        result = doctest.testmod(importlib.import_module(f"tiebreaks.{module.name}"))
        assert result.failed == 0, module.name
        attempted += result.attempted
    assert attempted >= 8
