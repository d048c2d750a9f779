"""Damaged files: a clear error or a record that can be written again, never anything else."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from pairing.trf import Severity, TrfDocument, TrfError, losses, read_trf, write_trf16, write_trf26
from tests.support.trf_files import sample, sample_names
from tests.support.trf_records import EXAMPLES

SAMPLES = [sample(name) for name in sample_names()]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A real file after one to four accidents."""
    data = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(data)))
        size = draw(st.integers(1, 12))
        kind = draw(st.sampled_from(["cut", "drop", "insert", "overwrite", "swap lines", "repeat"]))
        if kind == "cut":
            data = data[:place]
        elif kind == "drop":
            data = data[:place] + data[place + size :]
        elif kind == "insert":
            data = data[:place] + draw(st.binary(max_size=size)) + data[place:]
        elif kind == "overwrite":
            typed = draw(st.text("0123456789 wb-=+WDLHFUZ*?xX\t\r\n", max_size=size)).encode()
            data = data[:place] + typed + data[place + len(typed) :]
        else:
            lines = data.split(b"\n")
            one = draw(st.integers(0, len(lines) - 1))
            other = draw(st.integers(0, len(lines) - 1))
            if kind == "repeat":
                lines.insert(one, lines[other])
            else:
                lines[one], lines[other] = lines[other], lines[one]
            data = b"\n".join(lines)
    return data


def _read(data: bytes, **options: bool) -> TrfDocument | None:
    try:
        return read_trf(data, **options)
    except TrfError as error:
        assert error.findings
        assert str(error).startswith(error.code)
        json.dumps([finding.as_json() for finding in error.findings])
        return None


@EXAMPLES
@given(damaged())
def test_damaged_files_give_a_clear_error_or_a_record(data: bytes) -> None:
    document = _read(data)
    if document is None:
        return
    json.dumps([finding.as_json() for finding in document.findings])
    again = read_trf(write_trf26(document.record))
    lost = {loss.code for loss in losses(document.record, "trf26")} - {"trf.write.rank_missing"}
    assert again.record == document.record or lost
    assert [finding for finding in again.findings if finding.severity is Severity.ERROR] == [
        finding for finding in again.findings if finding.code in KEPT
    ]
    read_trf(write_trf16(document.record))


# Mistakes of the organiser, not of the file's form: they stay in the record.
KEPT = {
    "trf.round.several_pab",
    "trf.250.beyond",
    "trf.250.overlap",
    "trf.320.played",
    "trf.352.too_long",
}


@EXAMPLES
@given(damaged())
def test_strict_reading_accepts_only_files_without_adjustment(data: bytes) -> None:
    lenient = _read(data)
    strict = _read(data, strict=True)
    objections = (Severity.ERROR, Severity.ADJUSTMENT)
    sound = lenient is not None and not any(
        finding.severity in objections for finding in lenient.findings
    )
    assert strict == (lenient if sound else None)


@EXAMPLES
@given(st.binary(max_size=400) | st.text(max_size=200).map(str.encode))
def test_noise_is_refused(data: bytes) -> None:
    assert _read(data) is None


@EXAMPLES
@given(st.lists(st.sampled_from(sorted({line for data in SAMPLES for line in data.splitlines()}))))
def test_lines_of_different_files_thrown_together(lines: list[bytes]) -> None:
    _read(b"\r\n".join(lines))
