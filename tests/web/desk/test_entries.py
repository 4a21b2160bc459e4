"""Quién está, over a real server and without script: entering, checking in, money, leaving, sheets, cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tantera.tournament.state import TournamentState
from tests.web import plain
from tests.web.serving import Running, serving
from tests.web.visiting import Browser, administrator


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("desk") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def boss(server: Running) -> Iterator[Browser]:
    with administrator(server) as browser:
        yield browser


class AtDesk:
    """The administrator at the desk of a new event."""

    def __init__(self, server: Running, boss: Browser, **form: str) -> None:
        self.server, self.boss = server, boss
        answer = boss.post("/events", {"name": "Open", "book": "competencia-individual", "rounds": "4"} | form)
        assert answer.status_code == 303, answer.text
        self.id = answer.headers["location"].split("/")[2]

    @property
    def state(self) -> TournamentState:
        state: TournamentState = self.server.app.state.tournaments.all[self.id].state
        return state

    def get(self, path: str = "entries") -> str:
        answer = self.boss.get(f"/e/{self.id}/desk/{path}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/html")
        return answer.text

    def post(self, path: str, status: int = 303, **form: str) -> httpx.Response:
        answer = self.boss.post(f"/e/{self.id}/desk/{path}", form)
        assert answer.status_code == status, answer.text
        if status != 303:
            assert answer.headers["content-type"].startswith("text/html")
        return answer

    def enter(self, *names: str) -> None:
        for name in names:
            self.post("entries", name_1=name, sure="yes")

    def paste(self, text: str, status: int = 200, **more: str) -> httpx.Response:
        data = {"rows": text, "_csrf_token": self.boss.http.cookies["csrf"]} | more
        answer = self.boss.http.post(f"/e/{self.id}/desk/paste", data=data, files={"nothing": ("", b"")})
        assert answer.status_code == status, answer.text
        return answer


def here(state: TournamentState) -> set[str]:
    return {key for key, entry in state.entries.items() if entry.checked_in}


def problem_of(page: str) -> str:
    found = re.search(r'id="problem".*?</p>', page, re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0][12:])).strip() if found else ""


def test_a_player_is_entered_with_the_next_number_and_stands_on_the_roll(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    assert "Pegar de una hoja" in desk.get()
    desk.post("entries", name_1="  Ana   Pons ", club_1="Peña Sol", here="yes")
    desk.post("entries", name_1="Biel Mas", club_1="peña sol")
    assert [(key, entry.players[0].id, entry.players[0].name) for key, entry in desk.state.entries.items()] == [
        ("e1", "p1", "Ana Pons"), ("e2", "p2", "Biel Mas"),
    ]  # fmt: skip
    assert desk.state.entries["e2"].players[0].club == "Peña Sol"  # as it was written first
    assert here(desk.state) == {"e1"}
    page = desk.get()
    assert page.index("<b>Mas</b>") < page.index("<b>Pons</b>")


def test_an_entry_without_a_name_is_asked_for_it_and_nothing_typed_is_lost(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    answer = desk.post("entries", 400, name_1=" ", club_1="Reus")
    assert "Escribe el nombre" in problem_of(answer.text)
    assert 'value="Reus"' in answer.text
    assert not desk.state.entries


def test_a_tap_on_the_row_checks_in_and_undo_takes_it_back(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.enter("Ana Pons", "Biel Mas")
    answer = desk.post("entries/check-in", entry="e2", q="mas", show="missing")
    assert answer.headers["location"] == f"/e/{desk.id}/desk/entries?q=mas&show=missing&did=4"
    assert here(desk.state) == {"e2"}
    page = boss.get(answer.headers["location"]).text
    assert "Biel Mas está" in page
    desk.post("entries/undo", event="4")
    assert here(desk.state) == set()
    desk.post("entries/undo", event="5")  # an undo can be undone
    assert here(desk.state) == {"e2"}


def test_everybody_who_is_shown_is_checked_in_by_one_order(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.paste("Ana Pons\tSol\nBiel Mas\tLuna\nCarme Mas\tSol\n", 303, sure="yes", token="t1")
    shown = re.search(r'name="entries" value="([^"]*)"', desk.get("entries?club=Sol"))
    assert shown is not None
    assert set(shown[1].split()) == {"e1", "e3"}
    desk.post("entries/check-in", entries=shown[1])
    assert here(desk.state) == {"e1", "e3"}
    assert desk.state.number == 5
    desk.post("entry/e3/not-here")
    assert here(desk.state) == {"e1"}


def test_money_is_taken_as_people_write_it_and_cents_are_refused(server: Running, boss: Browser):
    desk = AtDesk(server, boss, fee="20")
    desk.enter("Ana Pons")
    desk.post("entries/pay", 400, entry="e1", amount="20,50")
    desk.post("entries/pay", entry="e1", amount="20,00 €")
    assert desk.state.entries["e1"].paid == 20


def test_a_search_without_script_hides_the_others_whatever_the_accents(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.enter("Íñigo Muñoz", "Ana Pons")
    rows = re.findall(r"<li class=\"missing\"[^>]*>", desk.get("entries?q=MUNOZ"))
    assert [("hidden" in row) for row in rows] == [False, True]
    assert "No aparece nadie" in desk.get("entries?q=zzz")


def test_of_namesakes_it_is_asked_which_of_them_it_is(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.post("entries", name_1="Ana Pons", club_1="Reus")
    asked = desk.post("entries", 200, name_1="ana pons", club_1="Tarragona")
    assert "Ese nombre ya está" in asked.text
    assert "Ana Pons · Reus" in asked.text
    desk.post("entries", name_1="Ana Pons", club_1="Tarragona", sure="yes")
    page = desk.get()
    assert "<mark>Reus</mark>" in page
    assert "<mark>Tarragona</mark>" in page
    asked = desk.post("entries/check-in", 200, entry="e1")
    assert "¿Quién es?" in asked.text
    assert here(desk.state) == set()
    desk.post("entries/check-in", entry="e2", sure="yes")
    assert here(desk.state) == {"e2"}


def test_money_is_taken_in_whole_in_part_and_given_back(server: Running, boss: Browser):
    desk = AtDesk(server, boss, fee="10")
    desk.enter("Ana Pons", "Biel Mas")
    desk.post("entries", name_1="Carme Roca", paid="yes")
    desk.post("entries/pay", pay="e1")
    desk.post("entries/pay", entry="e2", amount="4")
    desk.post("entries/pay", entry="e1", amount="3", back="yes")
    assert [entry.paid for entry in desk.state.entries.values()] == [7, 4, 10]
    page = desk.get()
    assert re.search(r"Cobrado</dt><dd class=\"number\">21<", page)
    assert re.search(r"Falta por cobrar</dt><dd class=\"number\">9<", page)
    assert "importe sin decimales" in problem_of(desk.post("entries/pay", 400, entry="e2", amount="-5").text)
    assert "no ha pagado tanto" in problem_of(desk.post("entries/pay", 400, entry="e2", amount="99", back="yes").text)


def test_leaving_says_what_it_means_before_and_is_a_default_at_a_published_table(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.paste("\n".join(f"Jugador {number}" for number in range(1, 9)), 303, sure="yes", token="t")
    for order in ("draw", "publish"):
        answer = boss.http.post(
            f"/api/events/{desk.id}/orders", json={"order": order}, headers={"x-csrftoken": boss.http.cookies["csrf"]}
        )
        assert answer.status_code == 200, answer.text
    assert "Pierde por incomparecencia la mesa" in desk.get("entry/e1")
    desk.post("entry/e1/withdraw")
    assert desk.state.played[0].absent == ("p1",)
    page = desk.get("entry/e1")
    assert "se queda; para quitarla" in page
    desk.post("entry/e1/return")
    assert not desk.state.entries["e1"].withdrawn


@pytest.mark.article("SJ-jugadores")
def test_who_may_not_play_is_refused_with_the_article_and_the_form_stays_filled(server: Running, boss: Browser):
    desk = AtDesk(server, boss, name="SJ", book="san-juan", rounds="", clubs="Club Náutico, Caparra")
    form = {"name_1": "Ana Pons", "club_1": "club nautico", "member_1": "yes", "name_2": "Iker", "member_2": "no"}
    answer = desk.post("entries", 400, **form)
    assert problem_of(answer.text).endswith("Iker no es socio ni invitado de un socio · SJ-jugadores")
    assert 'href="/articles/SJ-jugadores"' in answer.text
    assert 'value="Ana Pons"' in answer.text
    desk.post("entries", 303, **form | {"member_2": "guest", "host_2": "ana pons"})
    first, second = desk.state.entries["e1"].players
    assert (first.club, second.guest_of) == ("Club Náutico", first.id)


@pytest.mark.article("SJ-jugadores")
def test_who_is_a_member_is_asked_in_the_form_and_of_a_list(server: Running, boss: Browser):
    desk = AtDesk(server, boss, name="SJ", book="san-juan", rounds="")
    assert '<option value="" selected>' in desk.get("entries")
    form = {"name_1": "Ana Pons", "member_1": "yes", "name_2": "Iker", "member_2": ""}
    assert "¿Iker es socio, o de quién es invitado?" in problem_of(desk.post("entries", 400, **form).text)
    rows = "jugador 1\tjugador 2\tinvitado de 2\nAna Pons\tIker Sanz\tAna Pons\n"
    page = desk.paste(rows).text
    assert "¿Ana Pons es socio" in page
    assert 'name="members" value="yes">' in page
    assert 'name="members" value="yes" checked' in desk.paste(rows, members="yes").text
    desk.paste(rows, 303, sure="yes", token="t", members="yes")
    first, second = desk.state.entries["e1"].players
    assert (first.member, second.member, second.guest_of) == (True, None, first.id)


def test_a_sheet_is_shown_line_by_line_and_entered_all_or_nothing(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    page = desk.paste("nombre\tclub\tpagado\nAna Pons\tSol\t10\nBiel\tSol\tdiez\n").text
    assert "1 de 2 filas no se pueden apuntar" in page
    assert "Se encontró &#39;diez&#39;" in page
    assert "Ana Pons\tSol\t10" in page
    desk.paste("nombre\tpagado\nAna Pons\t10\nBiel\tdiez\n", sure="yes")
    assert not desk.state.entries
    page = desk.paste("Ana Pons\tSol\nBiel Mas\tLuna\nana pons\tReus\n").text
    assert "Inscripciones entendidas: 3" in page
    assert "En amarillo, para mirar: 1" in page
    assert "¿es otra?" in page
    assert not desk.state.entries
    for _ in range(2):  # a form that is sent twice enters once
        desk.paste("Ana Pons\tSol\nBiel Mas\tLuna\n", 303, sure="yes", token="abc")
    assert list(desk.state.entries) == ["e1", "e2"]
    assert "2 inscripciones de una hoja" in desk.get()
    desk.post("entries/undo", event="3")
    assert not desk.state.entries


def test_a_clubs_own_list_is_pasted_as_it_is(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    rows = "Nº\tNombre\tApellidos\tPoblación\tTeléfono\n1\tAna\tPons Gil\tReus\t600100200\n2\tBiel\tMas\tValls\t\n"
    page = desk.paste(f"{rows}3\tTOTAL\t\t\t\n4\t123\t\t\t\n").text
    assert "Columnas que no se usan: Teléfono." in page
    assert "600100200" not in page.split("<textarea")[0]
    assert "«TOTAL» no parece un nombre" in page
    assert "«123» no parece un nombre" in page
    desk.paste(rows, 303, sure="yes")
    people = [player for entry in desk.state.entries.values() for player in entry.players]
    assert [(player.name, player.club) for player in people] == [("Ana Pons Gil", "Reus"), ("Biel Mas", "Valls")]


def test_of_a_list_that_is_pasted_again_only_the_new_ones_are_added(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.paste("Nº\tNombre\tClub\n1\tAna Pons\tSol\n2\tBiel Mas\tLuna\n", 303, sure="yes", token="t1")
    longer = "Nº\tNombre\tClub\n1\tAna Pons\tSol\n2\tAroa Gil\tSol\n3\tMAS, Biel\t\n4\tAna Pons\tReus\n"
    page = desk.paste(longer).text
    assert "Ya están: 2. Nuevas: 2, todavía sin apuntar." in page
    assert re.findall(r"ya está: (\w+)", page) == ["1", "2"]
    assert "Añadir solo las nuevas: 2" in page
    assert page.count("¿es otra?") == 1  # Ana Pons of Reus is somebody else
    for _ in range(2):
        desk.paste(longer, 303, sure="new", token="t2")
    people = {key: (entry.players[0].name, entry.players[0].club) for key, entry in desk.state.entries.items()}
    assert people == {
        "1": ("Ana Pons", "Sol"), "2": ("Biel Mas", "Luna"), "e1": ("Aroa Gil", "Sol"), "4": ("Ana Pons", "Reus"),
    }  # fmt: skip
    again = desk.paste(longer).text
    assert "Todas las inscripciones de esta lista ya están: 4." in again
    assert 'value="new"' not in again
    desk.paste(longer, sure="new", token="t3")
    assert len(desk.state.entries) == 4


def test_a_pair_of_one_name_twice_is_to_be_looked_at(server: Running, boss: Browser):
    desk = AtDesk(server, boss, book="tarragona", name="Parejas")
    page = desk.paste("Ana Pons\tJosé García\nJosé Gil\tjose gil\n").text
    assert "En amarillo, para mirar: 1" in page
    assert "José Gil sale dos veces en la misma fila: ¿son dos personas?" in page
    assert '<a href="#row-2">' in page
    assert '<tr id="row-2" class="doubtful">' in page


def test_a_list_that_says_who_has_paid_by_yes_and_no_is_entered_with_the_fee(server: Running, boss: Browser):
    desk = AtDesk(server, boss, fee="10")
    desk.paste("Nombre\tPagado\nAna Pons\tsí\nBiel Mas\tno\n", 303, sure="yes")
    assert [entry.paid for entry in desk.state.entries.values()] == [10, 0]


def test_two_people_of_one_name_and_one_club_can_both_be_entered_from_a_list(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.paste("Ana Pons\tSol\n", 303, sure="yes", token="t1")
    both = desk.paste("Ana Pons\tSol\nAna Pons\tSol\n").text
    assert "Ya están: 1. Nuevas: 1" in both
    assert "¿es otra?" in both
    page = desk.paste("Ana Pons\tSol\n").text
    assert "Es otra del mismo nombre: apuntarla" in page
    desk.paste("Ana Pons\tSol\n", 303, sure="yes", token="t2")
    assert [entry.players[0].name for entry in desk.state.entries.values()] == ["Ana Pons", "Ana Pons"]
    assert "ya están: 2." in desk.paste("Ana Pons\tSol\nAna Pons\tSol\n").text


def test_a_csv_file_is_read_as_the_command_line_reads_it(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.get("paste")
    file = "nombre;club;pagado\r\nÍñigo Muñoz;Peña;5\r\n".encode("cp1252")
    answer = boss.http.post(
        f"/e/{desk.id}/desk/paste",
        data={"rows": "", "_csrf_token": boss.http.cookies["csrf"]},
        files={"file": ("lista.csv", file)},
    )
    assert "Íñigo Muñoz" in answer.text
    assert "Inscripciones entendidas: 1" in answer.text


def test_couples_and_clubs_are_kept_apart_and_that_is_taken_back(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.paste("Ana\tSol\nBiel\tSol\nCarme\tLuna\n", 303, sure="yes", token="t")
    desk.get("apart")
    assert "al menos dos" in problem_of(desk.post("apart", 400, **{"p:p1": "yes"}).text)
    desk.post("apart", 303, **{"p:p1": "yes", "p:p3": "yes", "as": "partners", "hard": "no", "rounds": "2"})
    desk.post("apart", club="sol")
    kept = [(one.players, one.kind, one.hard, one.rounds) for one in desk.state.apart]
    assert kept == [(("p1", "p3"), "partners", False, 2), (("p1", "p2"), "both", True, None)]
    assert "primeras 2 rondas" in desk.get("apart")
    desk.post("apart/undo", event="5")
    assert len(desk.state.apart) == 1


def test_a_card_has_a_code_that_leads_to_its_player(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.enter("Ana Pons", "Biel Mas")
    page = desk.get("cards")
    assert page.count('class="qr"') == 2
    assert desk.get("cards?entry=e2").count('class="qr"') == 1
    code = server.app.state.officers.code(desk.id, "player", "p1")
    assert "Ana Pons" in plain.get(f"{server.url}/e/{desk.id}/p/p1/{code}", headers={"accept": "text/html"}).text


def test_registration_that_is_over_is_said_and_nobody_is_entered(server: Running, boss: Browser):
    desk = AtDesk(server, boss, opens="2020-01-01T10:00", closes="2020-01-01T11:00")
    assert "La inscripción está cerrada" in desk.get()
    assert "El registro cerró el 1 ene 2020, 11:00" in problem_of(desk.post("entries", 400, name_1="Ana").text)


def test_the_control_desk_enters_and_checks_in_but_does_not_undo_or_keep_apart(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.enter("Ana Pons", "Biel Mas")
    made = re.search(r"/office/([\w-]+)", desk.post("people", 200, role="desk").text)
    assert made is not None
    with Browser(server.url) as clerk:
        clerk.get(f"/e/{desk.id}/office/{made[1]}")
        assert clerk.post(f"/e/{desk.id}/office/{made[1]}", {"name": "Mora"}).status_code == 303
        page = clerk.get(f"/e/{desk.id}/desk/entries")
        assert page.status_code == 200
        assert "Deshacer" not in page.text
        assert clerk.post(f"/e/{desk.id}/desk/entries/check-in", {"entry": "e1"}).status_code == 303
        assert clerk.post(f"/e/{desk.id}/desk/entries/undo", {"event": "4"}).status_code == 400
        assert clerk.get(f"/e/{desk.id}/desk/apart").status_code == 403
        assert here(desk.state) == {"e1"}
        assert desk.state.log.history[-1].by == "desk:Mora"


def test_others_see_nothing_of_the_desk(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.enter("Ana Pons")
    with Browser(server.url).named("Curioso") as stranger:
        for path in ("entries", "entry/e1", "paste", "apart", "cards"):
            assert stranger.get(f"/e/{desk.id}/desk/{path}").status_code == 403, path
        assert stranger.post(f"/e/{desk.id}/desk/entries/check-in", {"entry": "e1"}).status_code == 403
    assert here(desk.state) == set()


def test_what_is_not_there_is_not_found_and_rubbish_is_no_error(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    assert boss.get(f"/e/{desk.id}/desk/entry/nobody").status_code == 404
    assert boss.get("/e/nothing/desk/entries").status_code == 404
    desk.post("entries/undo", event="x")
    desk.post("entries/undo", event="1")
    desk.post("entries/check-in", 400, entry="nobody")
    desk.post("entries/check-in")
    assert boss.get(f"/e/{desk.id}/desk/entries?show=rubbish&club=%00").status_code == 200


def test_a_tick_in_the_list_is_taken_back_in_the_list_until_a_round_rests_on_it(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    desk.enter("Ana Pons", "Biel Mas", "Carme Roca", "Dora Gil")
    desk.post("entries/check-in", entries="e1 e2 e3 e4")
    assert f'formaction="/e/{desk.id}/desk/entry/e1/not-here"' in desk.get("entries?q=pons")
    answer = desk.post("entry/e1/not-here", q="pons", show="all")
    assert "q=pons" in answer.headers["location"]
    assert not desk.state.entries["e1"].checked_in
    desk.post("entries/check-in", entry="e1")
    desk.post("draw")
    desk.post("draw/publish", round="1")
    assert "not-here" not in desk.get("entries")


def test_one_row_is_entered_as_one(server: Running, boss: Browser):
    desk = AtDesk(server, boss)
    page = desk.paste("Ana Pons\tSol\n").text
    assert "Apuntar la inscripción" in page
    assert "los 1" not in page
    assert "Apuntar a los 2" in desk.paste("Ana Pons\tSol\nBiel Mas\tLuna\n").text
