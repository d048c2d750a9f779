"""The picture: well-formed, complete, inside its frame, a page up to 64 players."""

import re
from xml.etree import ElementTree

import pytest

from pairing.knockout.actions import rule
from pairing.knockout.canvas import fitted, text_width
from pairing.knockout.draw import Policy
from pairing.knockout.facts import RulingKind
from pairing.knockout.ladder import preset
from pairing.knockout.picture import PRINT, bracket_list, bracket_pages
from pairing.knockout.settings import ConsolationField
from pairing.knockout.setup import start_consolation
from pairing.knockout.state import resolve
from tests.support.knockouts import a_knockout, enter, play_out, win

SVG = "{http://www.w3.org/2000/svg}"
POINT = 25.4 / 72  # millimetres
NAMES = {number: f"Family{number:03d}, Given" for number in range(1, 513)}


def parsed(page):
    return ElementTree.fromstring(page)


def texts(page, kind=None):
    """Visible texts, of a style class if given."""
    return [
        (each.text or "") + "".join(child.tail or "" for child in each)
        for each in parsed(page).iter(f"{SVG}text")
        if kind is None or each.get("class") == kind
    ]


def boxes(page):
    """``(x, y, width, height)`` of the frames of matches and free passes."""
    return [
        tuple(float(each.get(name)) for name in ("x", "y", "width", "height"))
        for each in parsed(page).iter(f"{SVG}rect")
        if each.get("class") in ("frame", "faint")
    ]


@pytest.mark.parametrize("players", [2, 4, 6, 12, 32, 33, 64])
def test_up_to_64_players_are_one_page(players):
    (page,) = bracket_pages(play_out(a_knockout(players, places_to=4)), NAMES, title="Cup")
    labels = texts(page, "label")
    matches = players - 1
    third = 1 if players > 2 else 0
    assert sum(bool(re.fullmatch(r"[MP]\d+", label)) for label in labels) == matches + third
    assert texts(page, "title") == ["Cup"]
    assert texts(page, "champion") == ["Family001, Given"]


@pytest.mark.parametrize(("players", "pages"), [(65, 3), (128, 3), (206, 5), (300, 9)])
def test_more_players_take_several_pages(players, pages):
    sheets = bracket_pages(a_knockout(players), NAMES, title="Cup")
    assert len(sheets) == pages
    assert [texts(page, "title") for page in sheets] == [
        [f"Cup · {number} of {pages}"] for number in range(1, pages + 1)
    ]
    found = [label for page in sheets for label in texts(page, "label")]
    assert sorted(found, key=lambda label: int(label[1:])) == [
        f"M{number}" for number in range(1, players)
    ]
    for page in sheets[:-1]:
        assert f"continued on page {pages}" in texts(page, "wait")


@pytest.mark.parametrize(
    "knockout",
    [
        a_knockout(12, places_to=8),
        play_out(a_knockout(32, places_to=8)),
        play_out(a_knockout(12, double_elimination=True)),
        a_knockout(64, double_elimination=True),
        a_knockout(24, reseeding=True),
        start_consolation(
            play_out(a_knockout(16, consolation=ConsolationField.ROUND_1), until=1)
        ).knockout,
        a_knockout(206),
    ],
    ids=["places", "played", "double", "double-64", "reseeding", "consolation", "206"],
)
def test_boxes_do_not_overlap_and_stay_in_the_picture(knockout):
    for page in (*bracket_pages(knockout, NAMES, title="Cup"), bracket_list(knockout, NAMES)):
        root = parsed(page)
        width, height = float(root.get("width")), float(root.get("height"))
        assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
        found = boxes(page)
        assert found
        for x, y, w, h in found:
            assert x >= 0 and y >= 0 and x + w <= width and y + h <= height
        for index, (x, y, w, h) in enumerate(found):
            for other_x, other_y, other_w, other_h in found[:index]:
                apart = (
                    x >= other_x + other_w
                    or other_x >= x + w
                    or y >= other_y + other_h
                    or other_y >= y + h
                )
                assert apart
        for each in root.iter(f"{SVG}text"):
            assert 0 <= float(each.get("x")) < width and 0 < float(each.get("y")) < height


def test_seeds_byes_scores_and_the_winner_in_bold():
    knockout = win(enter(a_knockout(6), "M1", "="), "M1", 5)
    (page,) = bracket_pages(knockout, NAMES)
    assert texts(page, "wait").count("bye") == 2
    assert texts(page, "won") == ["Family005, Given", "½", "1"]
    assert texts(page, "lost") == ["Family004, Given", "½", "0"]
    assert {"1", "2", "3", "4", "5", "6"} <= set(texts(page, "seed"))
    assert "winner of M2" in texts(page, "wait")


def test_of_two_seeds_in_round_1_the_better_one_is_above():
    (page,) = bracket_pages(a_knockout(8), NAMES)
    assert texts(page, "open") == [NAMES[n] for n in (1, 8, 4, 5, 3, 6, 2, 7)]


def test_walkovers_are_marked():
    knockout = rule(a_knockout(4), "M1", RulingKind.WALKOVER, 4).knockout
    knockout = rule(knockout, "M2", RulingKind.DOUBLE_FORFEIT, 0).knockout
    (page,) = bracket_pages(knockout, NAMES)
    assert texts(page, "won") == ["Family004, Given", "+", "Family004, Given", "+"]
    assert texts(page, "lost").count("–") == 3
    assert "nobody" in texts(page, "wait")


def test_a_running_match_is_marked():
    (page,) = bracket_pages(enter(a_knockout(4), "M2", "="), NAMES)
    assert sum(each.get("class") == "running" for each in parsed(page).iter(f"{SVG}rect")) == 1


def test_the_losers_bracket_is_below_the_winners_bracket():
    (page,) = bracket_pages(a_knockout(32, double_elimination=True), NAMES)
    place = {
        (each.text or ""): float(each.get("y"))
        for each in parsed(page).iter(f"{SVG}text")
        if each.get("class") == "label"
    }
    lowest = max(y for label, y in place.items() if label.startswith(("M", "GF")))
    assert all(y > lowest for label, y in place.items() if label.startswith("L"))
    assert len(place) == 31 + 30 + 2
    first, second = bracket_pages(a_knockout(64, double_elimination=True), NAMES)
    assert not [label for label in texts(first, "label") if label.startswith("L")]
    assert len(texts(second, "label")) == 62 and texts(second, "panel") == ["Losers' bracket"]


def test_with_reseeding_only_the_current_round_is_shown():
    knockout = a_knockout(8, reseeding=True)
    (page,) = bracket_pages(knockout, NAMES)
    assert texts(page, "label") == ["M1", "M2", "M3", "M4"]
    (page,) = bracket_pages(play_out(knockout, until=1), NAMES)
    assert texts(page, "label") == ["M5", "M6"]
    (page,) = bracket_pages(play_out(knockout), NAMES)
    assert texts(page, "label") == ["M7", "Winner"]


def test_the_list_has_every_match_in_the_width_of_a_phone():
    knockout = play_out(a_knockout(12, places_to=4), until=2)
    page = bracket_list(knockout, NAMES, title="Cup")
    assert parsed(page).get("width") == "360"
    assert [label for label in texts(page, "label") if label != "Winner"] == [
        *(f"M{number}" for number in range(1, 12)),
        "P1",
    ]
    assert texts(page, "head") == [
        "Round of 16",
        "Quarter-finals",
        "Semi-finals",
        "Final",
        "Third place",
    ]


def test_names_are_escaped_and_shortened_with_the_full_name_at_hand():
    names = {1: "<b>&\x01\ud800 O'Neil", 2: "Praggnanandhaa-Rameshbabu-Vaishali, Aravindh"}
    (page,) = bracket_pages(a_knockout(2), names)
    assert "<b>" not in page
    shown = texts(page, "open")
    assert shown[0] == "<b>& O'Neil"
    assert shown[1].endswith("…") and "Praggnanandhaa-Rameshbabu-Vaishali, Aravindh" in page
    assert parsed(page) is not None
    page.encode()


def test_a_player_without_a_name_is_shown_by_number():
    (page,) = bracket_pages(a_knockout(2), {})
    assert texts(page, "open") == ["No. 1", "No. 2"]


def test_names_that_fit():
    assert fitted("Li, Chao", 200, 13) == "Li, Chao"
    width = text_width("Kovalenko, O.", 13) + 1
    assert fitted("Kovalenko, Oleksandr", width, 13) == "Kovalenko, O."
    cut = fitted("Kovalenko, Oleksandr", width / 2, 13)
    assert cut.endswith("…") and text_width(cut, 13) <= width / 2
    assert text_width("李超李超", 13) == 4 * 13
    assert text_width("M", 13) > text_width("i", 13)


def test_words_can_be_in_another_language():
    def spanish(code, params):
        return f"[{code}]"

    (page,) = bracket_pages(a_knockout(6), NAMES, word=spanish)
    assert texts(page, "head") == [
        "[bracket.round.quarter_final]",
        "[bracket.round.semi_final]",
        "[bracket.round.final]",
    ]
    assert "[bracket.bye]" in texts(page, "wait")


def test_printed_it_fits_a_page_of_a4():
    for knockout, sheet in (
        (a_knockout(64, Policy.TOP8, ladder=preset("one_game", "armageddon_5_4")), "portrait"),
        (a_knockout(12, double_elimination=True), "landscape"),
        (a_knockout(8), "portrait"),
    ):
        (page,) = bracket_pages(knockout, NAMES)
        limits = {"portrait": (190, 277), "landscape": (277, 190)}[sheet]
        width, height = map(
            float, re.search(r"svg{width:([\d.]+)mm;height:([\d.]+)mm", page).groups()
        )
        assert f"size:A4 {sheet}" in page
        assert width <= limits[0] + 0.1 and height <= limits[1] + 0.1


def test_the_large_form_has_names_of_eight_points_on_more_pages():
    for knockout, pages in (
        (a_knockout(8, double_elimination=True), 1),
        (a_knockout(16, double_elimination=True), 1),
        (a_knockout(32), 1),
        (a_knockout(32, double_elimination=True), 4),
        (a_knockout(64), 3),
        (a_knockout(64, double_elimination=True), 8),
    ):
        found = bracket_pages(knockout, NAMES, cutting=PRINT)
        assert len(found) == pages
        for page in found:
            drawn = float(re.search(r' width="([\d.]+)"', page).group(1))
            printed = float(re.search(r"svg{width:([\d.]+)mm", page).group(1))
            assert 13 * printed / drawn / POINT >= 8
        shown = {label for page in found for label in texts(page, "label")}
        # A second grand final has no number until it is certain.
        assert resolve(knockout).matches.keys() - {"GF2"} <= shown
