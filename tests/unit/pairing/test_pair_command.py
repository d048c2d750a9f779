"""``python -m pairing pair``: what a reader of its lines is told."""

from dataclasses import replace

from pairing import systems
from pairing.cli import main
from pairing.commands import pair
from pairing.record import ProhibitedPairing
from pairing.trf import write_trf26
from tests.support.records import start


def test_wishes_that_gave_way_are_noticed_beside_the_plain_boards(capsys, tmp_path, monkeypatch):
    """A report file knows no wishes, so they are added to what is read from it."""
    path = tmp_path / "two.trf"
    path.write_bytes(write_trf26(start(2, rounds=1)))
    wish = ProhibitedPairing((1, 2), soft=True, label="club")

    def wishing(record, system, **how):
        return systems.pair_round(replace(record, prohibited=(wish,)), system, **how)

    monkeypatch.setattr(pair, "pair_round", wishing)
    assert main(["pair", str(path)]) == 0
    out, err = capsys.readouterr()
    assert out == "1\n1 2\n"
    assert err == "prohibition.gave_way: could not be kept apart as wished: [1, 2]\n"
