"""Loading lists: versions, resuming, plausibility; the old list stays in use until the new is."""

from __future__ import annotations

import json
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import stranger
from tests.formats.test_rating_list_readers import DSB
from tests.support.rating_lists import SAMPLE, Listed, many, txt, write, xml, zipped
from tournaments.core.clock import now
from tournaments.core.errors import Conflict, Forbidden, Invalid
from tournaments.core.principal import SYSTEM
from tournaments.formats.models import ListedPlayer, RatingList
from tournaments.formats.rating_lists import importing
from tournaments.formats.rating_lists.csv_mapping import KNOWN
from tournaments.formats.rating_lists.importing import ListFile, import_rating_list

pytestmark = pytest.mark.django_db
OCTOBER = date(2026, 10, 1)
NOVEMBER = date(2026, 11, 1)


def load(path, as_of=OCTOBER, **options) -> RatingList:
    file = ListFile(path, options.pop("name", "FIDE"), as_of, options.pop("mapping", None))
    return import_rating_list(actor=SYSTEM, file=file, **options)


def ratings(name="FIDE") -> dict[str, int | None]:
    """Standard ratings of the list in use."""
    current = RatingList.objects.current(name)
    return dict(ListedPlayer.objects.filter(list=current).values_list("number", "standard"))


@pytest.fixture
def october(tmp_path):
    return write(tmp_path / "october.txt", txt(many(100)))


@pytest.fixture
def november(tmp_path):
    return write(tmp_path / "november.txt", txt(many(101, rating=1600)))


@pytest.mark.parametrize("form", ["txt", "xml", "txt.zip", "xml.zip"])
def test_both_formats_plain_and_zipped(tmp_path, form):
    pieces = xml(SAMPLE) if form.startswith("xml") else txt(SAMPLE)
    path = write(tmp_path / f"list.{form[:3]}", pieces)
    if form.endswith("zip"):
        path = zipped(tmp_path / "list.zip", path)
    version = load(path)
    assert (version.status, version.format) == ("current", f"fide-{form[:3]}")
    assert (version.rows_read, version.rows_stored, version.rows_rejected) == (5, 5, 0)
    assert version.finished_at is not None
    row = ListedPlayer.objects.get(number="1503014")
    assert (row.name, row.search_key, row.federation) == (
        "Carlsen, Magnus",
        "carlsen magnus",
        "NOR",
    )
    assert (row.standard, row.standard_games, row.standard_k) == (2839, 9, 10)
    assert (row.rapid, row.blitz, row.birth_year) == (2825, 2886, 1990)


def test_a_new_list_takes_the_place_of_the_old_in_one_step(october, november):
    old = load(october)
    new = load(november, NOVEMBER)
    assert RatingList.objects.current("FIDE") == new
    old.refresh_from_db()
    assert (old.status, old.rows_stored, old.players.count()) == ("superseded", 100, 0)
    assert set(ratings().values()) == {1600}
    assert len(ratings()) == 101


def test_the_old_list_is_in_use_until_the_new_one_is_complete(october, november, monkeypatch):
    load(october)
    monkeypatch.setattr(importing, "chunk_size", lambda: 10)
    seen = []
    load(november, NOVEMBER, progress=lambda done, total: seen.append(set(ratings().values())))
    assert seen == [{1500}] * 11
    assert set(ratings().values()) == {1600}


class Interrupted(Exception):
    pass


def interrupt_after(chunks: int):
    """A progress function that breaks off."""
    left = [chunks]

    def report(done, total):
        left[0] -= 1
        if not left[0]:
            raise Interrupted

    return report


def test_an_interrupted_load_leaves_the_old_list_and_goes_on_where_it_was(
    october, november, monkeypatch
):
    load(october)
    monkeypatch.setattr(importing, "chunk_size", lambda: 10)
    with pytest.raises(Interrupted):
        load(november, NOVEMBER, progress=interrupt_after(3))
    half = RatingList.objects.get(as_of=NOVEMBER)
    assert (half.status, half.rows_read, half.players.count()) == ("loading", 30, 30)
    assert set(ratings().values()) == {1500}
    chunks = []
    done = load(november, NOVEMBER, progress=lambda *at: chunks.append(at))
    assert (done.pk, done.status) == (half.pk, "current")
    assert len(chunks) == 8
    assert (done.rows_read, done.rows_stored, done.rows_repeated) == (101, 101, 0)
    assert len(ratings()) == 101


def test_a_chunk_that_fails_is_stored_not_at_all(october, monkeypatch):
    monkeypatch.setattr(importing, "chunk_size", lambda: 10)
    note = importing._note

    def failing(version, read, bad):
        note(version, read, bad)
        if version.players.count() == 30:
            raise Interrupted

    monkeypatch.setattr(importing, "_note", failing)
    with pytest.raises(Interrupted):
        load(october)
    half = RatingList.objects.get()
    assert (half.rows_read, half.players.count()) == (20, 20)


def test_the_same_file_again_changes_nothing(october):
    first = load(october)
    with CaptureQueriesContext(connection) as queries:
        again = load(october)
    assert (again.pk, again.version) == (first.pk, first.version)
    assert all(each["sql"].startswith("SELECT") for each in queries)


def test_nobody_loads_what_somebody_else_is_loading(october):
    version = RatingList.objects.create(
        name="FIDE",
        as_of=OCTOBER,
        source_sha256=importing.fingerprint(october),
        lease_until=now() + timedelta(seconds=20),
    )
    with pytest.raises(Conflict) as refusal:
        load(october)
    assert refusal.value.code == "rating_list.loading"
    RatingList.objects.update(lease_until=now() - timedelta(seconds=1))
    assert load(october).pk == version.pk


def test_a_list_that_was_begun_and_given_up_goes_when_another_is_used(
    october, november, monkeypatch
):
    monkeypatch.setattr(importing, "chunk_size", lambda: 10)
    with pytest.raises(Interrupted):
        load(october, progress=interrupt_after(2))
    load(november, NOVEMBER)
    assert [(each.as_of, each.status) for each in RatingList.objects.all()] == [
        (NOVEMBER, "current")
    ]
    assert ListedPlayer.objects.count() == 101


@pytest.mark.parametrize(
    ("size", "plausible"), [(97, False), (98, True), (105, True), (106, False)]
)
def test_the_size_of_a_new_list_is_compared_with_the_old(october, tmp_path, size, plausible):
    load(october)
    path = write(tmp_path / "new.txt", txt(many(size, rating=1700)))
    if plausible:
        assert load(path, NOVEMBER).status == "current"
        return
    with pytest.raises(Conflict) as refusal:
        load(path, NOVEMBER)
    assert refusal.value.code == "rating_list.implausible"
    assert (refusal.value.params["rows"], refusal.value.params["before"]) == (size, 100)
    assert RatingList.objects.get(as_of=NOVEMBER).status == "held"
    assert set(ratings().values()) == {1500}
    assert load(path, NOVEMBER, accept=True).status == "current"
    assert len(ratings()) == size


def test_many_unreadable_lines_hold_a_list_and_a_few_do_not(tmp_path):
    good, bad = many(1000), [Listed("", f"Bad {n}") for n in range(60)]
    few = load(write(tmp_path / "few.txt", txt([*good, *bad[:49]])))
    assert (few.status, few.rows_rejected, len(few.rejected)) == ("current", 49, 20)
    assert few.rejected[0] == {
        "place": 1001,
        "code": "listed.id_missing",
        "text": few.rejected[0]["text"],
    }
    with pytest.raises(Conflict) as refusal:
        load(write(tmp_path / "many.txt", txt([*good, *bad])), NOVEMBER)
    assert refusal.value.params["rejected"] == 60


def test_a_list_without_a_single_player_is_not_used(october, tmp_path):
    load(october)
    with pytest.raises(Conflict):
        load(write(tmp_path / "empty.txt", txt([])), NOVEMBER)
    assert len(ratings()) == 100


def test_a_repeated_number_counts_once_and_the_first_line_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(importing, "chunk_size", lambda: 2)
    first, again = (
        Listed("7", "First, A", standard="1500"),
        Listed("7", "Second, B", standard="1900"),
    )
    version = load(write(tmp_path / "x.txt", txt([first, again, *many(2), again])))
    assert (version.rows_stored, version.rows_repeated) == (3, 2)
    assert ListedPlayer.objects.get(number="7").name == "First, A"


@pytest.mark.parametrize("chunk", [1, 100])
def test_of_two_memberships_the_active_one_counts(tmp_path, monkeypatch, chunk):
    monkeypatch.setattr(importing, "chunk_size", lambda: chunk)
    path = tmp_path / "spieler.csv"
    path.write_bytes(DSB.encode("cp1252"))
    version = load(path, name="GER", mapping=KNOWN["dsb"])
    assert (version.rows_stored, version.rows_repeated) == (2, 1)
    row = ListedPlayer.objects.get(number="10001")
    assert (row.fide_id, row.title, row.preference) == ("4600001", "FM", 2)


def test_lists_of_different_names_live_side_by_side(october, tmp_path):
    load(october)
    path = tmp_path / "spieler.csv"
    path.write_bytes(DSB.encode("cp1252"))
    load(path, name="GER", mapping=KNOWN["dsb"])
    assert (len(ratings()), len(ratings("GER"))) == (100, 2)


def test_only_the_system_and_superusers_load_lists(october):
    with pytest.raises(Forbidden):
        import_rating_list(actor=stranger(), file=ListFile(october, "FIDE", OCTOBER))
    assert RatingList.objects.count() == 0


def test_a_file_that_is_no_list_leaves_no_trace(tmp_path):
    path = write(tmp_path / "x.txt", ["Once upon a time\n"])
    with pytest.raises(Invalid):
        load(path)
    assert RatingList.objects.count() == 0


def test_no_transaction_is_longer_than_one_chunk(october, monkeypatch):
    """Between chunks nothing is locked: whoever enters a result waits for one chunk at most."""
    monkeypatch.setattr(importing, "chunk_size", lambda: 10)
    depth = []
    outside = len(connection.savepoint_ids)
    load(october, progress=lambda *at: depth.append(len(connection.savepoint_ids) - outside))
    assert depth == [0] * 10


# --- the command -------------------------------------------------------------------------------


def command(*arguments: str) -> str:
    out = StringIO()
    call_command("import_rating_list", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_speaks_and_answers_json(october, tmp_path):
    said = command(str(october), "--as-of", "2026-10-01")
    assert "FIDE of 2026-10-01 is in use: 100 players.\n" in said
    assert said.startswith("100 %\n")
    data = json.loads(command(str(october), "--as-of", "2026-10-01", "--json"))
    assert (data["status"], data["rows_stored"], data["name"]) == ("current", 100, "FIDE")
    path = tmp_path / "spieler.csv"
    path.write_bytes(DSB.encode("cp1252"))
    german = json.loads(command(str(path), "--mapping", "dsb", "--as-of", "2026-10-01", "--json"))
    assert (german["name"], german["format"], german["rows_stored"]) == ("GER", "csv", 2)


def test_the_command_refuses_in_words_and_in_json(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        command(str(tmp_path / "missing.txt"))
    with pytest.raises(CommandError, match="is not a day"):
        command(str(tmp_path / "missing.txt"), "--as-of", "October")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("import_rating_list", str(tmp_path / "missing.txt"), "--json", stdout=out)
    assert json.loads(out.getvalue())["problem"]["code"] == "rating_list.file_unreadable"
