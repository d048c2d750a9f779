"""Every code of this family has its sentence, and every sentence its code."""

from __future__ import annotations

import re

import pytest

from pairing.messages import PLANNER, SENTENCES, sentence
from pairing.roundrobin.messages import SENTENCES as ROUND_ROBIN
from tests.paths import ROOT

CODE = re.compile(r'"((?:schedule|groups|quads|varma|keizer|match|planner)\.[a-z_0-9]+)"')
FILES = [
    *(ROOT / "pairing" / "roundrobin").glob("*.py"),
    ROOT / "pairing" / "planner.py",
    ROOT / "pairing" / "commands" / "schedule.py",
]


def test_codes_and_sentences_are_the_same():
    spoken = {
        code
        for path in FILES
        if path.name != "messages.py"
        for code in CODE.findall(path.read_text())
    }
    assert spoken == ROUND_ROBIN.keys() | PLANNER.keys()
    assert len(spoken) > 40


@pytest.mark.parametrize("code", sorted(ROUND_ROBIN | PLANNER))
def test_sentence_needs_only_named_parameters(code):
    names = re.findall(r"\{(.*?)\}", SENTENCES[code])
    text = sentence(code, {name: [1, 2] for name in names})
    assert text.count("1, 2") == len(names)
    assert "{" not in text


def test_unknown_code_is_printed_as_it_is():
    assert sentence("other.code", {"number": 3}) == "other.code {'number': 3}"
