"""The tie-break calculator as a page: without JavaScript, cookies and an account."""

from __future__ import annotations

import csv
import html
import io
import re
from html.parser import HTMLParser

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client

from tests.support.tiebreak_tables import golden_vector
from tournaments.standings import calculator
from tournaments.web.calculator.form import Form, act
from tournaments.web.calculator.texts import EXAMPLE

ADDRESS = "/tools/tiebreaks"
TABLE = """\
1 Anna  2w1  3b½  4w1
2 Ben   1b0  4w1  3b½
3 Carl  4w½  1w½  2w½
4 Dora  3b½  2b0  1b0
"""


@pytest.fixture(autouse=True)
def _as_a_stranger(settings):
    """Counters at zero, and addresses of static files that need no collecting."""
    cache.clear()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


class Page(HTMLParser):
    """What a browser makes of a page: fields, cells and texts."""

    VOID = frozenset({"meta", "link", "input", "br", "option"})

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self._text: list[str] = []
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._text = []
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_data(self, data):
        self._text.append(data)

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.tables[-1][-1].append(" ".join("".join(self._text).split()))
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def values(self, name: str) -> list[str | None]:
        """Values of the inputs with this name."""
        found = (given for tag, given in self.tags if tag == "input" and given.get("name") == name)
        return [given.get("value") for given in found]


def shown(answer) -> Page:
    assert answer.status_code == 200, answer.content
    return Page(answer.content.decode())


def sent(client: Client, action: str = "compute", language: str = "en", **fields) -> Page:
    body = {"text": TABLE, "order": ["PTS", "BH/C1", "BH", "SB"], "do": action} | fields
    return shown(client.post(f"{ADDRESS}?language={language}", body))


def said(client: Client, status: int, **fields) -> str:
    """The refusal on the page."""
    body = {"text": TABLE, "order": ["PTS", "SB"], "do": "compute"} | fields
    answer = client.post(f"{ADDRESS}?language=en", body)
    assert answer.status_code == status
    (text,) = re.findall(r'role="alert">([^<]*)<', answer.content.decode())
    return html.unescape(text)


def test_the_empty_page_has_the_usual_order_and_no_result(client):
    answer = client.get(ADDRESS)
    page = shown(answer)
    assert page.values("order") == ["PTS", "BH/C1", "BH", "SB"]
    assert page.tables == []
    assert answer.cookies == {}
    assert client.head(ADDRESS).status_code == 200
    assert client.put(ADDRESS).status_code == 405


@pytest.mark.parametrize(
    ("asked", "header", "title"),
    [
        ("", "en", "Tie-break calculator"),
        ("", "es", "Calculadora de desempates"),
        ("?language=es", "en", "Calculadora de desempates"),
        ("?language=en", "es", "Tie-break calculator"),
        ("?language=xx", "en", "Tie-break calculator"),
    ],
)
def test_the_language_of_the_reader_or_of_the_address(client, asked, header, title):
    answer = client.get(ADDRESS + asked, headers={"accept-language": header})
    text = answer.content.decode()
    assert f"<h1>{title}</h1>" in text
    language = "es" if title.startswith("Calculadora") else "en"
    assert f'<html lang="{language}">' in text
    assert answer["Content-Language"] == language


def test_no_english_is_left_on_the_spanish_page(client):
    english = client.post(f"{ADDRESS}?language=en", everything()).content.decode()
    spanish = client.post(f"{ADDRESS}?language=es", everything()).content.decode()

    def phrases(source):
        bare = re.sub(r"<(script|textarea|datalist|code).*?</\1>", " ", source, flags=re.S)
        texts = re.findall(r">([^<>]{4,})<", bare)
        return {" ".join(text.split()) for text in texts if re.search(r"[A-Za-z]{4}", text)}

    same = phrases(english) & phrases(spanish)
    names = {"Almeida", "Bergström", "Costa", "Dimitrova", "Esposito", "Faure"}
    opponents = {f"{number} {name}" for number, name in enumerate(sorted(names), start=1)}
    languages = {"English", "Español"}
    titles = {"Sonneborn-Berger", "POST /api/v1/tools/tiebreaks"}
    assert same - names - opponents - languages - titles == set()


def everything() -> dict:
    return {
        "text": EXAMPLE.replace("3w½", "3w1"),
        "order": ["PTS", "BH/C1", "SB"],
        "do": "explain:5",
        "prizes": "300 200 0,50",
        "unit": "100",
    }


def test_the_ranking(client):
    page = sent(client)
    assert page.tables[0] == [
        ["Place", "No", "Name", "PTS", "BH/C1", "BH", "SB"],
        ["1", "1", "Anna", "2.5", "3.0", "3.5", "2.75"],
        ["2", "3", "Carl", "1.5", "4.0", "4.5", "2.25"],
        ["3", "2", "Ben", "1.5", "4.0", "4.5", "1.25"],
        ["4", "4", "Dora", "0.5", "4.0", "5.5", "0.75"],
    ]


@pytest.mark.parametrize(
    ("action", "fields", "order"),
    [
        ("up:SB", {}, ["PTS", "BH/C1", "SB", "BH"]),
        ("down:PTS", {}, ["BH/C1", "PTS", "BH", "SB"]),
        ("up:PTS", {}, ["PTS", "BH/C1", "BH", "SB"]),
        ("down:SB", {}, ["PTS", "BH/C1", "BH", "SB"]),
        ("drop:BH", {}, ["PTS", "BH/C1", "SB"]),
        ("add", {"add": "de"}, ["PTS", "BH/C1", "BH", "SB", "DE"]),
        ("add", {"add": "ks/l40"}, ["PTS", "BH/C1", "BH", "SB", "KS/L40"]),
        ("add", {"add": "BH"}, ["PTS", "BH/C1", "SB", "BH"]),
        ("compute", {"add": "win"}, ["PTS", "BH/C1", "BH", "SB", "WIN"]),
        ("up:XX", {}, ["PTS", "BH/C1", "BH", "SB"]),
        ("nonsense", {}, ["PTS", "BH/C1", "BH", "SB"]),
    ],
)
def test_tie_breaks_are_moved_left_out_and_added(client, action, fields, order):
    page = sent(client, action, **fields)
    assert page.values("order") == order
    assert page.tables[0][0][3:] == order


def test_the_last_tie_break_cannot_go(client):
    assert act(Form(order=("BH",)), "drop:BH", "").order == ("PTS",)
    assert sent(client, "drop:SB", order=["PTS", "SB"]).values("order") == ["PTS"]


def test_a_report_file_is_ranked_by_what_it_announces_until_the_order_is_touched(client):
    text = "012 Open\n062 2\n202 SB,BH\n001    1      A\n001    2      B\n"
    untouched = sent(client, text=text, untouched="1")
    assert untouched.values("order") == ["PTS", "SB", "BH"]
    assert untouched.values("untouched") == ["1"]
    touched = sent(client, "drop:BH", text=text, order=["PTS", "SB", "BH"], untouched="1")
    assert (touched.values("order"), touched.values("untouched")) == (["PTS", "SB"], [])
    assert sent(client, text=text, order=["PTS", "SB"]).values("order") == ["PTS", "SB"]


def test_editions_kinds_points_and_unrated(client):
    text = "1 A 2w1 H 3w½\n2 B 1b0 3w1 -\n3 C + 2b0 1b½\n"
    by_edition = {
        edition: sent(client, text=text, order=["PTS", "BH"], edition=edition).tables[0][1][4]
        for edition in ("2026", "2024", "unknown")
    }
    assert by_edition == {"2026": "4.5", "2024": "5.0", "unknown": "4.5"}
    assert sent(client, points="3", order=["PTS"]).tables[0][1][3] == "7.0"
    assert sent(client, kind="robin", order=["PTS", "BH"]).tables[0][1][4] == "–"
    page = sent(client, order=["PTS", "ARO"], unrated="1500")
    assert page.tables[0][1][4] == "1500"
    assert page.values("unrated") == ["1500"]


def test_all_further_tie_breaks(client):
    page = sent(client, order=["PTS"], others="1")
    header = page.tables[0][0]
    assert {"BH", "SB", "DE", "WIN", "KS", "PS"} <= set(header)
    assert len(page.tables[0][1]) == len(header) > 20


GRID = """\
1 Ana 2200 * 1 ½ 1
2 Bo  2100 0 * 1 1
3 Cai 2000 ½ 0 * 0
4 Dee 1900 0 0 1 *
"""


def test_everybody_against_everybody_is_a_round_robin(client):
    page = sent(client, text=GRID, untouched="1")
    assert page.tables[0] == [
        ["Place", "No", "Name", "PTS", "SB", "DE", "KS", "WIN"],
        ["1", "1", "Ana", "2.5", "3.25", "0", "1.0", "2"],
        ["2", "2", "Bo", "2.0", "1.50", "0", "0.0", "2"],
        ["3", "4", "Dee", "1.0", "0.50", "0", "0.0", "1"],
        ["4", "3", "Cai", "0.5", "1.25", "0", "0.5", "0"],
    ]


def offered(answer) -> set[str]:
    return set(re.findall(r'<option value="([A-Z][^"]*)"', answer.content.decode()))


def test_only_what_the_event_can_have_is_offered(client):
    swiss = offered(client.post(ADDRESS, {"text": TABLE, "do": "compute"}))
    assert {"BH/C2", "FB", "SB/C1", "USSOL"} <= swiss and "EMMSB" not in swiss
    robin = offered(client.post(ADDRESS, {"text": GRID, "do": "compute"}))
    assert swiss - robin == {"BH/C2", "BH/M1", "FB", "AOB", "ABH", "AFB", "DE", "KS", "WIN"}
    assert robin - swiss == set()
    text = golden_vector("team14-26")["trf"]
    teams = offered(client.post(ADDRESS, {"text": text, "do": "compute"}))
    assert {"EMGSB", "SSSC", "BC", "TBR", "BH/C1"} <= teams
    assert teams & {"BPG", "ARO/C1", "USSOL"} == set()


def test_names_of_variants(client):
    text = client.post(f"{ADDRESS}?language=es", {"text": TABLE}).content.decode()
    assert "Buchholz Corte 1" in text and "Buchholz mediano" in text


def test_the_working_of_a_player_stays_until_another_is_chosen(client):
    page = sent(client, "explain:3", order=["PTS", "SB"])
    _, points, berger = page.tables
    assert points[0] == ["Round", "Opponent", "Worth", "Counts", "Why"]
    assert [line[:4] for line in berger[1:]] == [
        ["1", "4 Dora", "0.5", "0.25"],
        ["2", "1 Anna", "2.5", "1.25"],
        ["3", "2 Ben", "1.5", "0.75"],
    ]
    assert berger[1][4] == "the opponent's score 9.1"
    assert page.values("explain") == ["3"]
    assert len(sent(client, explain="3", order=["PTS", "SB"]).tables) == 3
    assert len(sent(client, explain="77", order=["PTS", "SB"]).tables) == 1


def test_what_contradicts_itself_is_listed_with_its_place(client):
    text = client.post(
        f"{ADDRESS}?language=en", {"text": TABLE.replace("3b½", "3b1", 1), "do": "compute"}
    ).content.decode()
    (finding,) = re.findall(r'<li class="error"><strong>([^<]*)</strong> ([^<]*)</li>', text)
    assert finding == (
        "line 1, round 2",
        "The two results do not fit: “3b1”, but “1w½” for number 3.",
    )


def test_csv_to_copy_and_to_download(client):
    answer = client.post(ADDRESS, {"text": TABLE, "order": ["PTS", "SB"], "do": "csv"})
    assert answer["Content-Disposition"] == 'attachment; filename="standings.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode())))
    assert rows[:2] == [["rank", "number", "name", "PTS", "SB"], ["1", "1", "Anna", "2.5", "2.75"]]
    page = client.post(ADDRESS, {"text": TABLE, "order": ["PTS", "SB"]}).content.decode()
    (area,) = re.findall(r'<textarea id="csv"[^>]*>(.*?)</textarea>', page, re.S)
    assert list(csv.reader(io.StringIO(html.unescape(area)))) == rows


def prizes(page: Page) -> dict[str, str]:
    return {row[2]: row[-1] for row in page.tables[0][1:]}


def test_prizes_are_pooled_and_shared(client):
    fund = {"order": ["PTS"], "prizes": "300 200 100"}
    assert prizes(sent(client, **fund)) == {"Anna": "300", "Ben": "150", "Carl": "150", "Dora": "0"}
    uneven = {"order": ["PTS"], "prizes": "10; 5,01\n5"}
    assert prizes(sent(client, **uneven)) == {
        "Anna": "10",
        "Ben": "5",
        "Carl": "5",
        "Dora": "0",
    }
    spread = prizes(sent(client, **uneven, rounding="spread"))
    assert (spread["Ben"], spread["Carl"]) == ("5.01", "5")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"text": "nobody"}, "No player was found in this text."),
        ({"add": "XX", "do": "add"}, "There is no tie-break “XX”."),
        ({"unrated": "many"}, "“many” is not a rating."),
        ({"unrated": "0"}, "“0” is not a rating for the unrated."),
        ({"order": ["PTS", "MPTS"]}, "“MPTS” is for team events."),
    ],
)
def test_what_cannot_be_computed_is_said_and_nothing_is_lost(client, fields, message):
    assert said(client, 422, **fields) == message
    body = {"text": TABLE, "order": ["PTS", "SB"], "do": "compute"} | fields
    text = client.post(ADDRESS, body).content.decode()
    assert html.escape(body["text"].splitlines()[0]) in text


@pytest.mark.parametrize("read", ["x", "-5", "1.234", "1e9"])
def test_what_is_no_amount_is_said_beside_the_ranking(client, read):
    assert said(client, 200, prizes=f"100 {read}") == f"“{read}” is not an amount."


def test_a_field_is_bounded(client, monkeypatch):
    monkeypatch.setattr(calculator, "MAX_PLAYERS", 3)
    assert said(client, 422) == "4 players are too many for this calculator: at most 3."


def test_computing_is_limited_by_address(client, settings):
    settings.API_THROTTLE_RATES = settings.API_THROTTLE_RATES | {"computing": "2/minute"}
    statuses = [client.post(ADDRESS, {"text": TABLE}).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert client.get(ADDRESS).status_code == 200


def test_no_cookie_is_set_and_no_database_is_needed(client):
    """None of these tests has one: it would be refused."""
    answer = client.post(ADDRESS, {"text": TABLE})
    assert answer.status_code == 200
    assert answer.cookies == {}


def test_what_is_typed_is_never_markup(client):
    text = TABLE.replace("Anna", '<script>alert("1")</script>')
    page = client.post(ADDRESS, {"text": text, "add": "<b>", "prizes": '"><i>'}).content.decode()
    assert "<script>alert" not in page
    assert "<b>" not in page and "<i>" not in page
    assert page.count("&lt;script&gt;alert") == 3  # the table, the name, the CSV


def test_the_page_keeps_to_the_policy(client):
    """Everything from our own origin, nothing inline."""
    answer = client.get(f"{ADDRESS}?example=1")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy and "http" not in policy
    page = Page(answer.content.decode())
    assert [given for tag, given in page.tags if "style" in given or tag == "style"] == []
    scripts = [given for tag, given in page.tags if tag == "script"]
    assert [given["src"] for given in scripts] == ["/static/web/tiebreaks.js"]
    sheets = [given["href"] for _, given in page.tags if given.get("rel") == "stylesheet"]
    assert sheets == ["/static/web/site.css"]
    for address in ("web/tiebreaks.js", "web/site.css"):
        assert finders.find(address)
    handlers = [name for _, given in page.tags for name in given if name.startswith("on")]
    assert handlers == []


def test_every_field_has_a_name_for_those_who_cannot_see_it(client):
    page = sent(client, "explain:3")
    labelled = {given.get("for") for tag, given in page.tags if tag == "label"}
    source = client.post(ADDRESS, {"text": TABLE}).content.decode()
    inside = re.findall(r"<label[^>]*>.*?</label>", source, re.S)
    wrapped = {name for each in inside for name in re.findall(r'name="([a-z]+)"', each)}
    for tag, given in page.tags:
        if tag in ("input", "select", "textarea") and given.get("type") != "hidden":
            assert (
                given.get("aria-label") or given.get("id") in labelled or given["name"] in wrapped
            )


def test_the_example_is_without_contradictions(client):
    page = client.get(f"{ADDRESS}?example=1").content.decode()
    assert html.escape(EXAMPLE) in page
    text = client.post(ADDRESS, {"text": EXAMPLE}).content.decode()
    assert 'class="card findings"' not in text


def test_enter_computes_and_changes_no_language(client):
    """A browser presses the first button that belongs to the form."""
    page = shown(client.get(ADDRESS))
    buttons = [given for tag, given in page.tags if tag == "button"]
    assert (buttons[0].get("form"), buttons[0]["value"]) == ("calculator", "compute")
    assert "formaction" not in buttons[0]


def test_the_home_page_leads_here(client, db):
    assert f'href="{ADDRESS}"' in client.get("/").content.decode()
    assert "<main>" in render_to_string("web/tiebreaks.html", {"t": {}, "form": Form()})
