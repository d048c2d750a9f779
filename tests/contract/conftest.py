"""The Python client that people generate from the committed document."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from tests.api.conftest import (  # noqa: F401
    _fresh_limits,
    api,
    club,
    event,
    make_tournament,
    world,
)
from tests.paths import ROOT
from tests.support import openapi

PACKAGE = "chess_tournament_client"
SETTINGS = ROOT / "docs" / "python-client.yaml"


def generated_in(folder: Path) -> list:
    """Make the client; what the generator could not use."""
    settings = ConfigFile.load_from_path(SETTINGS)
    # Formatting is for people who read the code, and takes as long as the rest.
    settings.post_hooks = []
    # The same document as JSON, which the generator reads many times faster.
    source = folder.with_suffix(".json")
    source.write_text(json.dumps(openapi.document()))
    return generate(
        config=Config.from_sources(
            settings, MetaType.NONE, source, "utf-8", overwrite=False, output_path=folder
        )
    )


@pytest.fixture(scope="session")
def client_package(tmp_path_factory):
    """``(import, faults, folder)``: the package's modules by name, and what was left out of it."""
    parent = tmp_path_factory.mktemp("client")
    faults = generated_in(parent / PACKAGE)
    sys.path.insert(0, str(parent))
    try:
        yield lambda name: importlib.import_module(f"{PACKAGE}.{name}"), faults, parent / PACKAGE
    finally:
        sys.path.remove(str(parent))
