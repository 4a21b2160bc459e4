"""The desk puts people and the event right, enters from the register, and begins a tournament as the last one."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator

import pytest

from tantera.tournament.check import check
from tantera.tournament.names import called
from tantera.tournament_file import read_lines
from tests.web.desk.running import AtDesk
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one dot."""


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("people") / "data") as running:
        yield running


@pytest.fixture
def boss(server: Running) -> Iterator[Browser]:
    with administrator(server) as browser:
        yield browser


def state(server: Running, desk: AtDesk):
    return server.app.state.tournaments.all[desk.event].state


def test_a_name_is_put_right_at_the_desk_and_taken_back(server: Running, boss: Browser):
    desk = AtDesk(server, boss).create().players(4)
    page = desk.get("entry/e1").text
    assert 'name="name" type="text" value="Ana Pons 1"' in page
    fields = {"player": "p1", "name": "Ana Pons Gil", "short": "Anita", "club": "Reus", "categories": "señoras, socias"}
    answer = desk.post("entry/e1/edit", **fields, key="FED-7")
    assert answer.is_redirect
    player = state(server, desk).entries["e1"].players[0]
    assert (player.name, player.short, player.categories, player.key) == (
        "Ana Pons Gil", "Anita", ("señoras", "socias"), "FED-7",
    )  # fmt: skip
    assert "Corregido: Ana Pons Gil" in boss.get(answer.headers["location"]).text
    assert "datos corregidos (nombre: Ana Pons Gil, antes Ana Pons 1" in desk.get("acts").text
    desk.post("entry/e1/edit", **(fields | {"short": "", "categories": ""}), key="")
    player = state(server, desk).entries["e1"].players[0]
    assert (player.short, player.categories, player.key) == (None, None, None)
    desk.post("entries/undo", event=str(state(server, desk).number))
    assert called(state(server, desk))["p1"].short == "Anita"
    refused = desk.post("entry/e1/edit", **(fields | {"key": "a b"}))
    assert refused.status_code == 400
    assert 'value="a b"' in refused.text, "what was typed is kept"
    assert desk.post("entry/e1/edit", player="p2", name="X").status_code == 404


def test_the_event_is_put_right_with_its_prizes_and_says_what_is_too_late(server: Running, boss: Browser):
    desk = AtDesk(server, boss).create().players(4, paid=10)
    form = {
        "name": "Copa de Reus", "date": "2026-05-31", "venue": "Casal", "organiser": "Penya", "arbiters": "Mora\nLuz",
        "fee": "10", "prizes": "50 30", "awards": "señoras 1: un jamón\n1: 20", "one_prize": "yes", "points": "150",
    }  # fmt: skip

    def send(status: int = 303, file: bytes = b"", **more: str) -> str:
        data = form | more | {"_csrf_token": boss.http.cookies["csrf"]}
        answer = boss.http.post(
            f"/e/{desk.event}/desk/about", data=data, files={"file": ("logo.png" if file else "", file)}
        )
        assert answer.status_code == status, answer.text
        return answer.text

    send(file=DOT)
    now = state(server, desk)
    assert (now.name, now.about.date, now.about.venue, now.options.limit.points) == (
        "Copa de Reus", "2026-05-31", "Casal", 150,
    )  # fmt: skip
    assert now.about.texts["logo"].startswith("data:image/png;base64,")
    assert [award.trophy for award in now.options.awards] == ["un jamón", ""]
    events = now.number
    send()
    assert state(server, desk).number == events, "nothing is otherwise: nothing is recorded"
    assert "un premio es un puesto" in send(400, awards="un jamón")
    assert "no es una imagen" in send(400, file=b"GIF89a")
    desk.round([150, 10])
    assert "dependen de limit" in send(400, points="200")
    send(notice="A las once")
    for paper in ("act", "prizes", "certificates", "badges", "entrants", "fees", "judges"):
        answer = boss.get(f"/e/{desk.event}/desk/paper/{paper}.pdf")
        assert answer.content.startswith(b"%PDF"), paper
    assert "no hay nadie para este premio (un jamón)" in desk.get("standings?show=prizes").text, "no lady has entered"
    assert boss.get(f"/e/{desk.event}/desk/about").status_code == 200
    judge = desk.as_("judge")
    assert "<form" not in judge.get("about").text.partition("<main")[2].partition("</main>")[0]


def test_a_new_tournament_as_the_last_one(server: Running, boss: Browser):
    last = AtDesk(server, boss).create(fee="10", prizes="50 30", avoid_partners="2")
    last.order("edit_event", venue="Casal", options={"awards": [{"place": 1, "trophy": "copa"}]})
    page = boss.get(f"/events/new?like={last.event}").text
    assert re.search(r'name="fee"[^>]*value="10"', page)
    new = AtDesk(server, boss).create(like=last.event, name="Copa 2", fee="15", prizes="50 30")
    now = state(server, new)
    assert (now.about.venue, now.options.fee, now.options.prizes, len(now.options.awards)) == ("Casal", 15, (50, 30), 1)
    assert now.seed != state(server, last).seed
    assert boss.get("/events/new?like=nothing").status_code == 404


def test_people_of_one_night_are_entered_the_next_one_from_two_letters(server: Running, boss: Browser):
    first = AtDesk(server, boss).create()
    first.order("enter", entry="e1", players=[{"id": "p1", "name": "Isabel Font", "club": "Reus"}])
    assert "El registro está vacío" in boss.get("/people").text
    assert boss.post("/people", {"do": "from", "event": first.event}).is_redirect
    boss.post("/people", {"do": "add", "name": "Isabel Font", "club": "Valls", "categories": "señoras"})
    assert "el mismo nombre dos veces" in boss.get("/people").text
    second = AtDesk(server, boss).create(name="Noche 2")
    page = second.get("entries").text
    assert '<option value="Isabel Font (Valls)">' in page
    assert second.post("entries", name_1="Isabel Font (Valls)").is_redirect
    player = state(server, second).entries["e1"].players[0]
    assert (player.name, player.club, player.key, player.categories) == ("Isabel Font", "Valls", "n2", ("señoras",))
    assert '<option value="Isabel Font (Valls)">' not in second.get("entries").text, "she is in"
    second.post("entries", name_1="Núria Roca", club_1="Reus", remember="yes")
    assert state(server, second).entries["e2"].players[0].key == "n3"
    assert "Núria Roca" in boss.get("/people?q=nur").text
    third = AtDesk(server, boss).create(name="Noche 3")
    third.post("entries", name_1="isabel font (reus)")
    third.post("entries", name_1="Isabel Font (Valls)", sure="yes")
    refused = boss.post("/people", {"do": "join", "key": "n1", "other": "n2"})
    assert refused.status_code == 400
    assert "jugaron en Noche 3" in refused.text


def test_records_are_joined_parted_undone_exported_and_erased(server: Running, boss: Browser):
    for name in ("Ana Pons", "Anna Pons", "Biel Mas"):
        boss.post("/people", {"do": "add", "name": name})
    boss.post("/people", {"do": "join", "key": "n1", "other": "n2"})
    assert "n2 se unió a esta ficha" in boss.get("/people").text
    boss.post("/people", {"do": "part", "key": "n1", "other": "n2"})
    assert "Anna Pons" in boss.get("/people").text
    boss.post("/people", {"do": "undo", "number": "5"})
    assert "Anna" not in boss.get("/people/export").text
    one = boss.get("/people/export?key=n1").json()
    assert one == {"people": [{"key": "n1", "name": "Ana Pons", "was": ["n2"]}]}
    assert boss.post("/people", {"do": "erase", "key": "n1"}).is_redirect
    assert {"key": "n1", "name": "—", "was": ["n2"]} in json.loads(boss.get("/people/export").text)["people"]
    assert "Pons" not in boss.get("/people").text
    somebody = Browser(server.url).named("Mora")
    assert somebody.get("/people").status_code in (302, 303, 403)
    somebody.http.close()


def test_who_is_erased_from_the_register_is_erased_from_every_tournament_of_the_server(
    server: Running, boss: Browser, tmp_path_factory: pytest.TempPathFactory
):
    folder = server.app.state.tournaments.folder().parent
    said = {"name": "Hermenegilda Puig", "club": "Vilaplana"}
    before = []
    for n, key in enumerate(("n1", None), 1):
        desk = AtDesk(server, boss).create(name=f"Noche {n}")
        player = {"id": "p1", "key": key, "categories": ["veteranísimas"], **said}
        desk.order("enter", entry="e1", players=[player])
        for other in range(2, 5):
            desk.order("enter", entry=f"e{other}", players=[{"id": f"p{other}", "name": f"Otra {other}"}])
        desk.order("edit_player", player="p1", short="Herme")
        desk.round([100, 20])
        before.append((desk, desk.object()))
    boss.post("/people", {"do": "add", **said, "categories": "veteranísimas", "born": "1951"})
    assert "todos los torneos de este servidor" in boss.get("/people").text
    assert boss.post("/people", {"do": "erase", "key": "n1"}).is_redirect
    everything = b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    for word in ("Hermenegilda", "Herme", "Vilaplana", "veteran", "1951"):
        assert word.encode() not in everything, word
    for desk, was in before:
        now = desk.object()
        assert (now["log"], now["standings"]) == (was["log"], was["standings"])
        assert check(read_lines(folder / "events" / f"{desk.event}.tantera")).ok
    assert boss.post("/people", {"do": "erase", "key": "n9"}).status_code == 400


def test_everything_for_others_is_one_button_away(server: Running, boss: Browser):
    desk = AtDesk(server, boss).create().players(8).round([100, 20], [100, 40])
    page = desk.get("acts").text
    names = ("all.xlsx", "report.json", "entries.csv", "standings.csv", "results.csv")
    assert all(f"desk/sheet/{name}" in page for name in names)
    got = {name: desk.get(f"sheet/{name}") for name in names}
    assert [answer.status_code for answer in got.values()] == [200] * 5
    assert got["all.xlsx"].content.startswith(b"PK")
    assert got["report.json"].json()["players"][0]["name"] == "Ana Pons 1"
    assert desk.get("sheet/all.ods").status_code == 404


def test_who_has_claimed_an_entry_by_the_card_finds_its_matches_on_their_own_page(server: Running, boss: Browser):
    desk = AtDesk(server, boss).create().players(8)
    code = server.app.state.officers.code(desk.event, "player", "p3")
    phone = Browser(server.url)
    phone.get("/")
    assert phone.post(f"/e/{desk.event}/p/p3/{code}", {}).is_redirect
    desk.round([100, 20], [100, 40]).order("close_round")
    page = phone.get("/me").text
    assert "Tus torneos" in page
    assert f'href="/e/{desk.event}/me"' in page
    assert "Ana Pons 3" in page
    assert "100–" in page or "–100" in page
    desk.post("entry/e3/edit", player="p3", name="Núria Roca")
    assert "Núria Roca" in phone.get("/me").text, "put right there too"
    phone.http.close()
