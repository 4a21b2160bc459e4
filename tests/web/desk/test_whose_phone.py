"""Phones at the tables: whose they are. Nobody speaks for others, guesses a code or looks where they have no seat."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.web.desk.phones import OnPhone, by_card, by_slip, four
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import FREE, Running, logged, serving
from tests.web.visiting import Browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("phones") / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Nine players, round 1 in play at two tables."""
    return director(server).create().players(9).round()


def test_a_player_of_another_table_is_refused_and_the_log_says_so(desk: AtDesk):
    seats = desk.table(1, 2)["seats"]
    foreign = by_slip(desk, seats[0], table=2)
    before = desk.object()["log"]["events"]
    assert foreign.sees(table=1).status_code == 403
    with logged() as lines:
        assert foreign.says("result", table=1, score1="100", score2="0").status_code == 403
        assert foreign.orders("result", round=1, table=1, score=[100, 0]).status_code == 403
        assert foreign.orders("confirm", round=1, table=1).status_code == 403
        assert foreign.says("call", table=1, reason="x").status_code == 403
        assert foreign.orders("dispute", round=1, table=1, score=[1, 2]).status_code == 403
        assert foreign.orders("result", round=1, table=2, score=[100, 0], status="confirmed").status_code == 403
        assert foreign.orders("draw").status_code == 403
    noted = [line for line in lines if line["event"] == "not_yours"]
    assert len(noted) == 7
    assert all((line["role"], line["player"]) == ("player", seats[0]) for line in noted)
    assert desk.object()["log"]["events"] == before


@pytest.mark.parametrize("who", ["public", "nobody"])
def test_somebody_without_a_seat_can_neither_look_nor_say(desk: AtDesk, who: str):
    address = f"/e/{desk.event}/t/1/1"
    with Browser(desk.server.url) as browser:
        if who == "public":
            browser.named("Curiosa")
        assert browser.get(address).status_code == 403
        assert browser.post(address, {"do": "result", "score1": "100", "score2": "0"}).status_code == 403
        assert browser.get(f"/e/{desk.event}/me").status_code == 403
        assert browser.post(f"/e/{desk.event}/me/here").status_code == 403
        assert browser.get(f"/e/{desk.event}/desk/judges").status_code == 403
    assert desk.table(1, 1)["status"] is None


def test_a_form_without_its_token_or_from_another_site_is_refused(desk: AtDesk):
    north, *_ = four(desk)
    address, form = f"/e/{desk.event}/t/1/1", {"do": "result", "score1": "100", "score2": "0"}
    assert north.browser.http.post(address, data=form).status_code == 403
    foreign = north.browser.post(address, form, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert desk.table(1, 1)["status"] is None


def test_rubbish_is_refused_and_what_is_typed_stands_on_one_line(desk: AtDesk):
    north, *_ = four(desk)
    headers = {"x-csrftoken": north.browser.http.cookies["csrf"], "content-type": "application/json"}
    for rubbish in (b"{", b"[1]", b"[" * 100_000, b'{"order": ' + b'{"a": ' * 30_000):
        for where in ("orders", "hall"):
            answer = north.browser.http.post(f"/api/events/{desk.event}/{where}", content=rubbish, headers=headers)
            assert answer.status_code == 400, rubbish[:20]
    north.says("call", other="<b>una ficha</b>\n\x1b[31m en el \u202esuelo\x00")
    assert "<b>&lt;b&gt;una ficha&lt;/b&gt; [31m en el suelo</b>" in desk.get("judges").text


def test_a_slip_asks_by_name_and_seat_and_a_stand_in_finds_their_own_name(desk: AtDesk):
    desk.order("stand_in", round=1, player=desk.table(1, 1)["seats"][2], name="Pere Comodín")
    code = desk.server.app.state.officers.code(desk.event, "table", 1, 1)
    with Browser(desk.server.url) as browser:
        asked = words(browser.get(f"/e/{desk.event}/t/1/1/{code}"))
    assert "Mesa 1: ¿quién eres?" in asked
    assert "Pere Comodín Sur" in asked


def test_a_card_makes_nobody_somebody_else(desk: AtDesk):
    """Another player's session knows only its own player; the code of one event opens no other."""
    one = by_card(desk, "p1")
    other = director(desk.server).create().players(8).round()
    assert one.browser.get(f"/e/{other.event}/me").status_code == 403
    code = desk.server.app.state.officers.code(desk.event, "player", "p1")
    assert one.browser.get(f"/e/{other.event}/p/p1/{code}").status_code == 404
    assert one.browser.get(f"/e/{desk.event}/p/p2/{code}").status_code == 404


def test_guessed_codes_slow_down_whoever_guesses_and_nobody_who_is_in(tmp_path):
    limits = replace(FREE, guesses_a_minute=5, guess_pause=0.01)
    with serving(tmp_path / "data", limits=limits) as server:
        desk = director(server).create().players(8).round()
        right = server.app.state.officers.code(desk.event, "table", 1, 1)
        with Browser(server.url) as guesser:
            for n in range(5):
                assert guesser.get(f"/e/{desk.event}/t/1/1/{n:010d}").status_code == 404
            phone = by_slip(desk, desk.table(1, 1)["seats"][0])
            waited = dict(server.app.state.guesses._next)
            assert waited, "a newcomer of this address waits"
            assert phone.browser.get(f"/e/{desk.event}/t/1/1/{right}").status_code == 303
            assert server.app.state.guesses._next == waited, "who is in does not"


def test_numbers_without_end_are_nothing_that_is_here(desk: AtDesk):
    north, *_ = four(desk)
    endless = "9" * 5000
    for path in (f"/e/{desk.event}/t/{endless}/1", f"/e/{desk.event}/t/1/{endless}"):
        assert north.browser.get(path).status_code == 404
    assert north.browser.get(f"/e/{desk.event}/me?wrong={endless}").status_code in (200, 400)
    news = f"/api/events/{desk.event}/news?since=x&about=table/1/{endless}"
    assert north.browser.get(news).status_code == 200
    assert north.says("result", score1=endless, score2="1").status_code == 400


def test_a_table_or_round_that_is_not_there_is_not_found(desk: AtDesk):
    north, *_ = four(desk)
    assert north.sees(table=99).status_code == 404
    assert north.sees(round=2).status_code == 404
    assert north.says("nothing").status_code in (400, 404)


def test_who_was_absent_has_no_say(desk: AtDesk):
    north, *_ = four(desk)
    desk.order("default", round=1, table=1, absent=[north.player])
    assert "Constas como ausente" in words(north.sees())
    assert north.says("result", score1="100", score2="0").status_code == 400


def test_officers_are_led_to_the_desks_own_page(desk: AtDesk):
    judge = desk.as_("judge")
    answer = judge.browser.get(f"/e/{desk.event}/t/1/1")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/e/{desk.event}/desk/tables/1/1"


def test_a_judges_link_has_a_qr_and_an_organiser_leaves_the_director_alone(desk: AtDesk):
    judge = desk.post("people", role="judge")
    assert 'class="qr"' in judge.text
    link = re.search(r"/e/[\w-]+/office/[\w-]+", judge.text)
    assert link is not None
    with Browser(desk.server.url) as phone:
        assert phone.post(link[0], {"name": "Mora"}).headers["location"] == f"/e/{desk.event}/desk/judges"
        assert phone.post(link[0], {"name": "Mora"}).status_code == 410
    head, organiser = desk.as_("director", "Rull"), desk.as_("organiser", "Peña")
    assert "Enlace para: dirección de arbitraje" not in words(organiser.get("people"))
    assert organiser.post("people", role="director").status_code == 403
    assert organiser.post("people/end", person=head.browser.me()["person"]).status_code == 403
    assert head.get("people").status_code == 200
    assert head.post("people/end", person=organiser.browser.me()["person"]).status_code == 303
    assert organiser.get("people").status_code == 403


def becomes(phone: OnPhone, player: str, table: int = 1) -> OnPhone:
    """The same browser reads the slip again and says that it is somebody else."""
    code = phone.desk.server.app.state.officers.code(phone.desk.event, "table", 1, table)
    assert phone.browser.post(f"/e/{phone.desk.event}/t/1/{table}/{code}", {"player": player}).status_code == 303
    phone.player = player
    return phone


def test_one_phone_does_not_write_for_one_side_and_confirm_for_the_other(desk: AtDesk):
    north, east, south, _ = desk.table(1, 1)["seats"]
    phone = by_slip(desk, north)
    assert phone.says("result", score1="100", score2="62").status_code == 303
    other = becomes(phone, east)
    refused = other.says("confirm")
    assert "Este móvil ya habló por la pareja que escribió la papeleta" in words(refused)
    assert other.orders("confirm", round=1, table=1).status_code == 403
    becomes(phone, south)
    assert becomes(phone, east).orders("confirm", round=1, table=1).status_code == 403, "it is still the phone it was"
    assert desk.table(1, 1)["status"] == "entered"
    assert "un solo móvil" in words(desk.get("tables"))
    assert "Mira la papeleta en papel" in words(desk.get("tables/1/1"))
    assert by_slip(desk, desk.table(1, 1)["seats"][3]).says("confirm").status_code == 303, "on a phone of their own"
    assert desk.table(1, 1)["status"] == "confirmed"


def test_a_phone_that_gives_up_its_session_is_still_the_same_phone(desk: AtDesk):
    north, east, *_ = desk.table(1, 1)["seats"]
    phone = by_slip(desk, north)
    phone.says("result", score1="100", score2="62")
    phone.browser.http.cookies.delete("tantera")
    assert becomes(phone, east).orders("confirm", round=1, table=1).json()["code"] == "same_phone"


def test_a_player_whom_two_phones_say_to_be_is_shown_at_the_desk(desk: AtDesk):
    north, *_ = desk.table(1, 1)["seats"]
    by_slip(desk, north).says("result", score1="100", score2="62")
    assert "un solo móvil" not in words(desk.get("tables"))
    by_slip(desk, north)
    assert "un solo móvil" in words(desk.get("tables"))


def test_a_phone_that_mistook_its_line_goes_on_as_whoever_it_is(desk: AtDesk):
    north, east, south, west = desk.table(1, 1)["seats"]
    mistaken = becomes(by_slip(desk, north), south)
    assert mistaken.says("result", score1="100", score2="62").status_code == 303
    assert by_slip(desk, west).says("confirm").status_code == 303
    assert east in desk.table(1, 1)["seats"]


def test_the_servers_log_has_no_names(desk: AtDesk):
    judge = desk.as_("judge", "Mora de la Torre")
    headers = {"x-csrftoken": judge.browser.http.cookies["csrf"], "accept": "application/json"}
    with logged() as lines:
        refused = judge.browser.http.post(
            f"/api/events/{desk.event}/orders", json={"order": "close_round"}, headers=headers
        )
    assert refused.status_code == 403
    assert [line["role"] for line in lines if line["event"] == "not_yours"] == ["judge"]
    assert "Mora" not in str(lines)


def test_what_somebody_has_paid_is_for_the_desk(server: Running):
    desk = director(server).create().players(4, paid=10)
    address = f"/api/events/{desk.event}"
    assert [entry["paid"] for entry in desk.browser.get(address).json()["entries"]] == [10] * 4
    with Browser(server.url) as anybody:
        assert "paid" not in anybody.get(address).text
