"""Any pasted text gives a record without contradictions, or a refusal with a code."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import PairingError
from pairing.record import check_record
from tests.support.effort import EFFORT
from tiebreaks import standings
from tiebreaks.crosstable_text import parse_crosstable

TOKENS = st.sampled_from(
    [
        "1",
        "2",
        "3.",
        "#4",
        "Ann",
        "Ng,",
        "2105",
        "2½",
        "1.5",
        "0",
        "½",
        "+",
        "-",
        "H",
        "Z",
        "F",
        "BYE",
        "2w1",
        "1b0",
        "3w=",
        "3b½",
        "2=",
        "9+",
        "1-",
        "W2",
        "L1",
        "+3",
        "=1",
        "x9",
        "21",
        "12w½",
        "1w1",
        "2b1",
        "001",
        "|",
        "\t",
        ";",
        ",",
        "\n",
        "\n",
        "\n",
        "０",
        "²",
        "\xa0",
    ]
)


def examples(number: int):
    return settings(max_examples=number * EFFORT, deadline=None, derandomize=True)


def check(text: str) -> None:
    try:
        table = parse_crosstable(text)
    except PairingError as refusal:
        assert refusal.code.startswith(("crosstable.", "trf."))
        return
    check_record(table.record)
    assert len(standings(table.record, ["PTS", "BH/C1", "DE"]).rows) == len(
        table.record.participants
    )


@examples(300)
@given(st.lists(TOKENS, max_size=40).map(" ".join))
def test_any_mixture_of_the_notations_is_read_or_refused(text):
    check(text)


@examples(100)
@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    check(text)
