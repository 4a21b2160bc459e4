"""Several tournaments in one hall: its plan, one wall, all clocks on one screen, one queue for who judges several."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tantera.web.hall.plan import Unreadable, plan, read_rows, typed_rows
from tests.web.desk.phones import four
from tests.web.desk.running import AtDesk, words
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator

EVENTS = ("copa", "open")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture
def boss(server: Running) -> Iterator[Browser]:
    with administrator(server) as browser:
        yield browser


class House:
    """A cup of eight and an open of four in one hall, round 1 in play at both."""

    def __init__(self, server: Running, boss: Browser) -> None:
        self.server, self.kept = server, list[AtDesk]()
        """Desks whose browsers stay open."""
        self.cup = AtDesk(server, boss).create(name="Copa").players(8).round()
        self.open = AtDesk(server, boss).create(name="Open").players(4).round()
        form = {"name": "Casal", "rows": "1-2 / B1-2"} | {f"event-{one.event}": "yes" for one in (self.cup, self.open)}
        self.address = boss.post("/halls", form).headers["location"]

    def calls(self, desk: AtDesk, table: int = 1, reason: str = "rules") -> str:
        player = four(desk, 1, table)[0]
        assert (
            player.orders("call_judge", call=f"c-{desk.event}", round=1, table=table, reason=reason).status_code == 200
        )
        return f"c-{desk.event}"

    def judge(self, *desks: AtDesk, name: str = "Mora") -> Browser:
        """Somebody with that office at these tournaments."""
        first, *others = desks
        judge = first.as_("judge", name)
        self.kept.append(judge)
        for other in others:
            give(other, judge.browser.me()["person"], "judge", name)
        return judge.browser

    def states(self, browser: Browser, where: str = "") -> list[str]:
        page = browser.get(self.address + where).text
        return [" ".join(one) for one in re.findall(r'<li class="(free|ready|playing|done)( calls)?">', page)]


def give(desk: AtDesk, person: str, role: str, name: str) -> None:
    import asyncio

    from tantera.web.tournaments.offices import Office

    officers = desk.server.app.state.officers
    thread = threading.Thread(
        target=lambda: asyncio.run(officers.give(desk.event, person, Office(role, name), "director"))  # type: ignore[arg-type]
    )
    thread.start()
    thread.join()


@pytest.fixture
def public(server: Running) -> Iterator[Browser]:
    with Browser(server.url) as browser:
        yield browser


@pytest.fixture
def house(server: Running, boss: Browser) -> House:
    return House(server, boss)


def test_rows_are_typed_as_people_say_them_and_read_back_the_same():
    for typed in ("", "1-8 / 9-16", "1-3 B1-3 / B4 A4", "8-1", "1-2 4 6-7"):
        rows = read_rows(typed, EVENTS)
        assert typed_rows(rows, EVENTS) == typed
    assert read_rows("1 – 3; b1", EVENTS) == read_rows("A1-3\nB1", EVENTS)
    assert typed_rows(read_rows("1-2 B1-2", EVENTS), ("open",)) == "1-2", "whoever stays is the first"
    for wrong in ("C1", "1-2 / 2", "uno", "0-3", "1-21", " ".join(map(str, range(1, 23)))):
        with pytest.raises(Unreadable):
            read_rows(wrong, EVENTS)
    assert plan(read_rows("1-2", EVENTS), {}, 0) == ()


def test_the_plan_says_of_every_table_how_it_is_and_who_calls_for_everybody(house: House, public: Browser):
    assert house.states(public) == ["ready "] * 3 + ["free "]
    house.cup.order("result", round=1, table=2, score=[100, 40])
    house.calls(house.open)
    assert house.states(public) == ["playing ", "done ", "ready  calls", "free "]
    page = words(public.get(house.address))
    assert "A1 ▸ jugando" in page
    assert "B1 ! por empezar, llama al juez" in page
    assert "reglas" not in page.lower(), "why is for the judges"
    house.cup.hall("set_clock", round=1, minutes=20)
    wall = public.get(house.address + "/wall").text
    assert 'class="ready calls"><b>B1</b>' in wall
    for lang, said in (("es", "Plano de la sala"), ("ca", "Plànol de la sala"), ("en", "Hall plan")):
        assert said in words(public.get(f"{house.address}?lang={lang}"))


def test_tables_that_the_plan_does_not_have_stand_below_it(house: House, boss: Browser):
    form = {"hall": house.address.split("/")[-1], "name": "Casal", "rows": "2"}
    boss.post("/halls", form | {f"event-{one.event}": "yes" for one in (house.cup, house.open)})
    page = boss.get(house.address).text.partition('id="plan"')[2]
    assert re.findall(r"<b>(\w+)</b>", page)[:3] == ["A2", "A1", "B1"]


def test_one_wall_has_the_pages_of_both_each_with_its_name_and_all_clocks_on_one_screen(house: House, public: Browser):
    house.cup.hall("set_clock", round=1, minutes=20)
    house.open.hall("set_clock", round=1, minutes=35)
    wall = public.get(house.address + "/wall")
    assert wall.status_code == 200
    boards = wall.text.split('<div class="board"')[1:]
    assert [re.findall(r'data-event="([\w-]+)"', one) for one in boards] == [[house.cup.event], [house.open.event]]
    for board, letter, name in zip(boards, "AB", ("Copa", "Open"), strict=True):
        heads = re.findall(r'<section class="page .*?<header>(.*?)</header>', board, flags=re.S)
        assert heads
        assert all(f">{letter}</b>" in head and name in head for head in heads), "no page without whose it is"
        assert 'data-kind="clock"' not in board
    clocks = wall.text.partition('id="clocks"')[2].partition("</section>\n  <section")[0]
    assert re.findall(r'data-of="([\w-]+)"', clocks) == [house.cup.event, house.open.event]


def test_a_draft_is_on_no_plan_and_on_no_wall(house: House, public: Browser):
    for table in (1, 2):
        house.cup.order("result", round=1, table=table, score=[100, 40])
    house.cup.order("close_round")
    house.cup.order("draw")
    assert house.states(public) == ["free ", "free ", "ready ", "free "]
    wall = public.get(house.address + "/wall").text
    assert 'data-round="1" data-clock' in wall
    assert 'data-round="2" data-clock' not in wall


def test_who_judges_both_has_one_queue_with_the_tournaments_name_the_longest_wait_first(house: House):
    first, second = house.calls(house.open), house.calls(house.cup, 2)
    both = house.judge(house.cup, house.open)
    page = both.get(house.address + "/judges")
    assert re.findall(r'data-call="[\w-]+ ([\w-]+)"', page.text) == [first, second]
    assert re.findall(r'<b class="among">(.*?)</b>', page.text) == ["B Open", "A Copa"]
    taken = both.post(house.address + "/judges", {"event": house.open.event, "call": first, "do": "take"})
    assert taken.headers["location"] == house.address + "/judges"
    (call,) = house.server.app.state.tournaments.all[house.open.event].hall.calls
    assert call.taken_by == "judge:Mora"
    seen = both.post(house.address + "/judges", {"event": house.open.event, "call": first, "do": "close"})
    assert seen.is_redirect
    assert re.findall(r'data-call="[\w-]+ ([\w-]+)"', both.get(house.address + "/judges").text) == [second]
    assert house.address + "/judges" in both.get(f"/e/{house.cup.event}/desk/judges").text, "the way here"


def test_who_settles_a_slip_from_there_comes_back_there(house: House):
    house.open.order("result", round=1, table=1, score=[100, 40], status="disputed")
    both = house.judge(house.cup, house.open)
    page = both.get(house.address + "/judges").text
    back = re.search(r'name="back" value="([\w-]+)"', page)
    assert back is not None
    form = {"do": "result", "back": back[1], "settle": "100,40", "reason": "contado"}
    answer = both.post(f"/e/{house.open.event}/desk/tables/1/1", form)
    assert answer.headers["location"] == house.address + "/judges"
    house.open.order("dispute", round=1, table=1)
    late = form | {"back": "hall-//evil.example/x", "settle": "100,50", "sure": "yes"}
    away = both.post(f"/e/{house.open.event}/desk/tables/1/1", late)
    assert away.headers["location"] == "/halls/evil-example-x/judges"


def test_a_judge_of_one_reads_nothing_of_the_others_queue_and_answers_nothing_there(house: House, public: Browser):
    call = house.calls(house.open, reason="rules")
    house.open.order("result", round=1, table=1, score=[100, 41], status="disputed")
    only = house.judge(house.cup)
    page = only.get(house.address + "/judges")
    assert page.status_code == 200
    queue = page.text.partition('id="calls"')[2].partition('aria-labelledby="plan"')[0]
    assert call not in page.text
    assert "among" not in queue
    assert "100" not in queue
    assert f"/e/{house.open.event}/desk" not in page.text
    for do in ("take", "close"):
        answer = only.post(house.address + "/judges", {"event": house.open.event, "call": call, "do": do})
        assert answer.status_code == 403
    (kept,) = house.server.app.state.tournaments.all[house.open.event].hall.calls
    assert kept.taken_by is None
    elsewhere = AtDesk(house.server, administrator(house.server)).create(name="Otra").players(4).round()
    wrong = only.post(house.address + "/judges", {"event": elsewhere.event, "call": "x", "do": "take"})
    assert wrong.status_code == 404, "it is not in this hall"
    at_the_desk = house.cup.as_("desk", "Ana")
    for who in (public, at_the_desk.browser):
        assert who.get(house.address + "/judges").status_code == 403
        assert who.get(house.address + "/news?about=judges").status_code == 403


def test_news_of_the_hall_come_from_either_and_those_of_the_judges_from_their_own_only(house: House):
    only = house.judge(house.cup)
    stamp = re.search(r'data-version="([0-9a-f|]+)"', only.get(house.address + "/judges").text)
    whole = re.search(r'data-version="([0-9a-f.|]+)"', only.get(house.address).text)
    assert stamp is not None
    assert whole is not None
    told: dict[str, httpx.Response] = {}

    def waits(name: str, since: str, about: str, patience: int) -> threading.Thread:
        asked = f"{house.address}/news?since={since.replace('|', '%7C')}&about={about}&patience={patience}"
        thread = threading.Thread(target=lambda: told.update({name: only.get(asked)}))
        thread.start()
        return thread

    waiting = [waits("all", whole[1], "", 20), waits("judges", stamp[1], "judges", 3)]
    house.calls(house.open)
    for thread in waiting:
        thread.join()
    assert told["all"].json()["version"] != whole[1]
    assert told["judges"].json()["version"] == stamp[1], "a call of the other is none of theirs"
    waiting = [waits("judges", stamp[1], "judges", 20)]
    house.calls(house.cup)
    waiting[0].join()
    assert told["judges"].json()["version"] != stamp[1]


def test_who_directs_all_its_tournaments_may_say_what_a_hall_is_and_nobody_else(
    house: House, boss: Browser, public: Browser
):
    director = house.cup.as_("director", "Rovira")
    form = {"name": "La meva", f"event-{house.cup.event}": "yes"}
    hall = house.address.split("/")[-1]
    assert director.browser.post("/halls", form | {f"event-{house.open.event}": "yes"}).status_code == 403
    assert director.browser.post("/halls", form | {"hall": hall}).status_code == 403, "the open is not theirs"
    assert director.browser.post("/halls", {"hall": hall, "do": "remove"}).status_code == 403
    assert director.browser.post("/halls", {"name": "Cap"}).status_code == 400
    mine = director.browser.post("/halls", form).headers["location"]
    assert mine == "/halls/la-meva"
    assert "Copa" in words(director.browser.get(mine))
    judge = house.cup.as_("judge", "Pla")
    for stranger in (judge.browser, public.named("Mora")):
        assert stranger.post("/halls", form).status_code == 403
        assert 'name="rows"' not in stranger.get("/halls").text
    wrong = boss.post("/halls", form | {"rows": "1-2 / dos"})
    assert wrong.status_code == 400
    assert "DOS" in words(wrong)
    assert 'value="1-2 / dos"' in wrong.text
    assert boss.post("/halls", {"name": "Vacía"}).status_code == 400
    assert director.browser.post("/halls", {"hall": "la-meva", "do": "remove"}).is_redirect
    assert boss.get(mine).status_code == 404
    assert boss.get(f"/e/{house.cup.event}").status_code == 200


def test_a_hall_is_kept_and_the_page_of_each_tournament_leads_to_it_and_to_its_seasons(tmp_path: Path):
    with serving(tmp_path / "kept") as first, administrator(first) as boss, Browser(first.url) as public:
        house = House(first, boss)
        season = {"name": "Liga de invierno", "by": "wins", "points": "3, 1, 1", f"event-{house.cup.event}": "yes"}
        before = public.get(f"/e/{house.cup.event}")
        assert "/season/" not in before.text
        boss.post("/seasons", season | {f"night-{house.cup.event}": "yes"})
        assert 'href="/season/liga-de-invierno"' in public.get(f"/e/{house.cup.event}").text, "at once"
        assert "/season/" not in public.get(f"/e/{house.open.event}").text
    with serving(tmp_path / "kept") as again, Browser(again.url) as public:
        page = public.get(house.address).text
        assert "Copa" in page
        assert "B1" in page
        assert f'href="{house.address}"' in public.get(f"/e/{house.open.event}").text
