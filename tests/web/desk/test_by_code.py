"""A phone without a camera: the code under the QR is typed on the event's page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tantera.paper.slips import WayToSheet, slips
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import FREE, Running, serving
from tests.web.visiting import Browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("codes") / "data", limits=FREE) as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Eight players, round 1 in play at two tables."""
    return director(server).create().players(8).round()


def leads(desk: AtDesk, code: str) -> str:
    with Browser(desk.server.url) as phone:
        answer = phone.get(f"/e/{desk.event}/code", params={"code": code})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])


def test_the_code_of_a_card_leads_where_its_qr_leads(desk: AtDesk):
    card = desk.get("cards?entry=e3")
    (typed,) = re.findall(r"<p>([a-z2-7]{5} [a-z2-7]{5})</p>", card.text)
    assert f"/e/{desk.event}" in words(card)
    assert leads(desk, typed) == f"/e/{desk.event}/p/p3/{typed.replace(' ', '')}"
    assert leads(desk, f" {typed.upper()} ").startswith(f"/e/{desk.event}/p/p3/")


@pytest.mark.parametrize("path", ["/", "/t", "/t/BSAA", "/me/recover"])
def test_wherever_a_code_is_asked_for_the_ten_letters_of_a_slip_have_their_field(desk: AtDesk, path: str):
    with Browser(desk.server.url) as phone:
        page = phone.get(path)
        assert re.search(rf'action="/e/{desk.event}/code".*?id="slip-code"', page.text, re.S)
        assert "Código de tu papeleta o tarjeta" in words(page)
        if path == "/":
            assert page.text.index("slip-code") < page.text.index('action="/play"')


def test_the_code_of_a_slip_leads_to_its_table(desk: AtDesk):
    code = desk.server.app.state.officers.code(desk.event, "table", 1, 2)
    assert leads(desk, f"{code[:5]} {code[5:]}") == f"/e/{desk.event}/t/1/2/{code}"
    misread = code.translate(str.maketrans("olb", "018"))
    assert leads(desk, f"{misread[:5]}-{misread[5:]}") == f"/e/{desk.event}/t/1/2/{code}"


def test_a_wrong_code_is_said_on_a_page_that_keeps_it(desk: AtDesk):
    with Browser(desk.server.url) as phone:
        assert 'name="code"' in phone.get(f"/e/{desk.event}").text
        answer = phone.get(f"/e/{desk.event}/code?code=aaaaa+bbbbb")
        assert answer.status_code == 400
        assert "Ninguna papeleta ni tarjeta de este torneo tiene ese código" in words(answer)
        assert 'value="aaaaa bbbbb"' in answer.text
        assert phone.get(f"/e/{desk.event}/code").headers["location"] == f"/e/{desk.event}"


def test_whoever_guesses_codes_gets_slower_answers(tmp_path_factory: pytest.TempPathFactory):
    with serving(tmp_path_factory.mktemp("guessing") / "data", limits=replace(FREE, guess_pause=0.01)) as server:
        desk = director(server).create().players(4).round()
        code = server.app.state.officers.code(desk.event, "player", "p1")
        with Browser(server.url) as phone:
            for _ in range(server.config.limits.guesses_a_minute):
                assert phone.get(f"/e/{desk.event}/code?code=wrong").status_code == 400
            assert not server.app.state.guesses._next
            assert phone.get(f"/e/{desk.event}/code?code={code}").status_code == 303
            assert server.app.state.guesses._next


def test_a_slip_says_where_to_type_its_code_and_without_one_says_nothing(desk: AtDesk):
    event = desk.server.app.state.tournaments.all[desk.event].presentation
    round = event.rounds[0]
    with_code = slips(
        event, round, "es", lambda of, table: WayToSheet("http://a.test/x", "a.test/e/open", "abcde fghij")
    )
    assert "sin cámara: a.test/e/open y el código" in str(with_code)
    assert "abcde fghij" in str(with_code)
    assert "sin cámara" not in str(slips(event, round, "es", "http://a.test/x"))
