"""A season on a server: which tournaments count, the table on phones, on the wall and on the site, as it stands now."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tantera.season.form import SeasonForm
from tantera.season.night import night_of
from tantera.season.table import season
from tantera.web.site import site
from tests.web.desk.running import AtDesk, words
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator

NAMES = ("Ana Pons", "Biel Mas", "Cai Roca", "Dan Vila")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def boss(server: Running) -> Iterator[Browser]:
    with administrator(server) as browser:
        yield browser


@pytest.fixture
def public(server: Running) -> Iterator[Browser]:
    browser = Browser(server.url)
    yield browser
    browser.http.close()


def night(server: Running, boss: Browser, number: int, day: str) -> AtDesk:
    desk = AtDesk(server, boss).create(name=f"Jueves {number}")
    for place, name in enumerate(NAMES, 1):
        player = {"id": f"p{place}", "name": name, "key": f"n{place}", "club": "Reus"}
        desk.order("enter", entry=f"e{place}", players=[player | {"categories": ["socias"][: place % 2]}])
    desk.order("edit_event", date=day)
    return desk.round()


def test_the_table_is_on_phones_and_on_the_wall_and_follows_the_night(server: Running, boss: Browser, public: Browser):
    assert "Todavía no hay ninguna temporada" in words(boss.get("/seasons"))
    late, early = night(server, boss, 2, "2026-02-12"), night(server, boss, 1, "2026-02-05")
    other = AtDesk(server, boss).create(name="Otra cosa")
    form = {"name": "Liga de invierno", "points": "10, 6, 1", "best": "1", "categories": "socias", "teams": "2"}
    answer = boss.post("/seasons", form | {f"night-{one.event}": "yes" for one in (late, early)})
    address = answer.headers["location"]
    assert address == "/season/liga-de-invierno"
    page = words(public.get(address))
    assert page.index("Jueves 1") < page.index("Jueves 2"), "by their days"
    assert other.event
    assert "Otra cosa" not in page
    early.order("result", round=1, table=1, score=[100, 40])
    seats = early.table(1, 1)["seats"]
    winners = [NAMES[int(seats[seat][1]) - 1] for seat in (0, 2)]
    fresh = public.get(address)
    assert re.search(rf'<td class="number">1</td><td>(?:{"|".join(winners)})<small>Reus', fresh.text)
    assert re.search(r'<b>10</b></td><td class="number">10', fresh.text)
    assert f'data-event="{late.event}"' in fresh.text, "news are those of the last night that has begun"
    assert f'href="{address}"' in boss.get("/").text, "from the hall's home"
    assert 'href="/seasons"' in public.get("/events").text
    for lang, said in (("es", "Noches"), ("ca", "Nits"), ("en", "Nights")):
        assert said in words(public.get(f"{address}?lang={lang}"))
        assert "socias" in words(public.get(f"{address}?lang={lang}"))
        wall = public.get(f"{address}/wall?lang={lang}").text
        assert f'<html lang="{lang}">' in wall
        assert 'data-stage="season"' in wall
        assert winners[0].split()[-1] in wall


def test_only_who_administers_says_what_a_season_is_and_a_mistake_keeps_what_was_typed(
    server: Running, boss: Browser, public: Browser
):
    desk = night(server, boss, 1, "2026-02-05")
    somebody = public.named("Mora")
    assert somebody.post("/seasons", {"name": "Mía", "points": "1"}).status_code in (302, 303, 403)
    assert "<form" not in somebody.get("/seasons").text.partition("<main")[2].partition("</main>")[0]
    wrong = boss.post("/seasons", {"name": "Liga", "by": "wins", "points": "tres"})
    assert wrong.status_code == 400
    assert "números separados por comas" in words(wrong)
    assert 'value="tres"' in wrong.text
    assert boss.post("/seasons", {"name": "Liga", "points": "3, 1", "best": "ocho"}).status_code == 400
    boss.post("/seasons", {"name": "Liga", "by": "wins", "points": "3, 1, 1", f"night-{desk.event}": "yes"})
    assert boss.post("/seasons", {"season": "liga", "name": "Liga A", "by": "values", "points": "nada"}).is_redirect
    assert "Liga A" in words(boss.get("/season/liga"))
    nothing = {"season": "liga", "name": "Liga A", "by": "values", "points": "nada", f"night-{desk.event}": "yes"}
    boss.post("/seasons", nothing)
    broken = boss.get("/season/liga")
    assert broken.status_code == 200
    assert "Jueves 1" in words(broken)
    assert "nada" in words(broken), "found no value of that name"
    assert boss.get("/season/liga/wall").status_code == 200
    assert boss.post("/seasons", {"season": "liga", "do": "remove"}).is_redirect
    assert boss.get("/season/liga").status_code == 404
    assert boss.get(f"/e/{desk.event}").status_code == 200


def test_the_value_that_gives_the_points_is_called_what_the_table_calls_it(server: Running, boss: Browser):
    assert boss.post("/seasons", {"name": "Liga D", "by": "values", "points": "Diferencia"}).is_redirect
    page = boss.get("/seasons").text
    assert 'value="diferencia"' in page
    assert "difference" not in page


def test_a_season_is_kept_and_the_site_has_its_table(tmp_path: Path):
    with serving(tmp_path / "kept") as first, administrator(first) as boss:
        desk = night(first, boss, 1, "2026-02-05")
        desk.order("result", round=1, table=1, score=[100, 40])
        boss.post("/seasons", {"name": "Liga", "by": "wins", "points": "3, 1, 1", f"night-{desk.event}": "yes"})
        event = desk.event
    with serving(tmp_path / "kept") as again, administrator(again) as boss:
        page = words(boss.get("/season/liga"))
        assert "Ana Pons" in page
        shown = again.app.state.tournaments.all[event].presentation
        table = season(SeasonForm("Liga <de> invierno", (event,)), [night_of(shown)])
        files = site(shown, "ca", table)
        text = files["ca/season.html"].decode()
        assert "Liga &lt;de&gt; invierno" in text
        assert "Ana Pons" in text
        assert 'href="season.html"' in files["ca/players.html"].decode()
        assert 'href="ca/season.html"' in files["index.html"].decode()
        assert "season.html" not in site(shown)["index.html"].decode()
