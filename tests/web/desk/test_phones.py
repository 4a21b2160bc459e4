"""Phones at the tables: one side writes, the other confirms, a mismatch waits for a judge; nobody speaks for others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import httpx
import pytest

from tantera.store import open_store_file
from tests.web.desk.phones import OnPhone, by_card, by_slip, field, form_id, four
from tests.web.desk.running import AtDesk, director, words
from tests.web.serving import Running, serving
from tests.web.snapshots import metadata, snapshot


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("phones") / "data") as running:
        yield running


@pytest.fixture
def desk(server: Running) -> AtDesk:
    """Nine players, round 1 in play at two tables."""
    return director(server).create().players(9).round()


# --- the slip, by both sides


def test_one_side_writes_it_down_and_the_other_confirms_it(desk: AtDesk):
    north, west, south, _ = four(desk)
    assert "¿Cómo ha quedado?" in words(north.sees())
    assert north.says("result", score1="100", score2="80").status_code == 303
    assert desk.table(1, 1)["status"] == "entered"
    assert "Ahora lo confirma uno de los otros" in words(south.sees())
    answering = words(west.sees())
    assert "¿Es lo que firmasteis?" in answering
    assert "100" in answering
    assert "Conforme" in answering
    assert west.says("confirm").status_code == 303
    assert desk.table(1, 1) | {"score": [100, 80], "winner": "1+3", "status": "confirmed"} == desk.table(1, 1)
    assert "Confirmado" in words(south.sees())


@pytest.mark.article("CI-4")
def test_those_who_confirm_a_slip_read_what_it_is_worth(desk: AtDesk):
    north, west, *_ = four(desk)
    assert "diferencia" not in words(west.sees())
    north.says("result", score1="112", score2="80")
    said = "Gana 1 punto N–S, diferencia 20 · CI-4"
    assert said in words(west.sees())
    assert said in words(north.sees())
    assert 'href="/articles/CI-4"' in west.sees().text
    west.says("dispute", score1="100", score2="88")
    assert "diferencia" not in words(west.sees())


def test_nobody_confirms_their_own_sides_slip(desk: AtDesk):
    north, _, south, _ = four(desk)
    north.says("result", score1="100", score2="80")
    assert south.says("confirm").status_code == 400
    assert desk.table(1, 1)["status"] == "entered"


def test_whoever_wrote_it_corrects_it_until_it_is_confirmed(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    assert 'value="80"' in north.sees(ask="edit").text
    assert north.says("result", score1="100", score2="84").status_code == 303
    west.says("confirm")
    assert desk.table(1, 1)["score"] == [100, 84]
    assert north.says("result", score1="100", score2="90").status_code == 400
    assert desk.table(1, 1)["score"] == [100, 84]


def test_a_mismatch_keeps_both_versions_and_waits_for_a_judge(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    assert "Entonces, ¿cómo quedó?" in words(west.sees(ask="no"))
    same = west.says("dispute", ask="no", score1="100", score2="80")
    assert same.status_code == 400
    assert "entonces estáis conformes" in words(same)
    assert west.says("dispute", score1="100", score2="88").status_code == 303
    assert desk.table(1, 1)["status"] == "disputed"
    told = words(north.sees())
    assert "Esperad al juez" in told
    assert "80" in told
    assert "88" in told
    assert west.says("confirm").status_code == 400  # the judge's turn
    at_judges = words(desk.get("judges"))
    assert "En disputa 1" in at_judges
    assert "88" in at_judges


def test_a_dispute_with_what_the_other_side_says_is_one_record_however_often_it_is_sent(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    event = desk.server.app.state.tournaments.all[desk.event]
    before = event.version
    for _ in range(2):
        assert west.says("dispute", id="una-vez-nada-mas", score1="100", score2="88").status_code == 303
    assert event.version == (before.event + 1, before.hall)
    slip = event.state.open.tables[0].slip
    assert (slip.status, slip.score, slip.other.score, slip.other.by) == (
        "disputed",
        (100, 80),
        (100, 88),
        f"player:{west.player}",
    )


def test_a_judge_settles_a_dispute_on_the_phone_with_both_versions_side_by_side(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    west.says("dispute", score1="100", score2="88")
    judge = desk.as_("judge")
    page = judge.get("judges").text
    assert 'name="settle" value="100,80"' in page
    assert 'name="settle" value="100,88"' in page
    form = {"do": "result", "settle": "100,88", "back": "judges"}
    refused = judge.post("tables/1/1", **form)
    assert refused.status_code == 400
    assert "El juez que resuelve una papeleta dice por qué" in words(refused)
    settled = judge.post("tables/1/1", **form, reason="contado otra vez")
    assert settled.headers["location"] == f"/e/{desk.event}/desk/judges"
    assert (desk.table(1, 1)["score"], desk.table(1, 1)["status"]) == ([100, 88], "confirmed")
    assert "En disputa" not in words(judge.get("judges"))
    assert 'name="do" value="result"' not in judge.get("tables/1/1").text  # a confirmed slip is the desk's


def test_a_judge_may_say_on_the_phone_that_neither_version_is_right_and_the_players_read_why(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    west.says("dispute", score1="100", score2="88")
    judge = desk.as_("judge")
    assert "ninguna: lo que diga el juez" in words(judge.get("judges"))
    form = {"do": "result", "settle": "other", "back": "judges", "reason": "por la foto"}
    assert judge.post("tables/1/1", **form).status_code == 400
    assert judge.post("tables/1/1", **form, score1="100", score2="84").status_code == 303
    assert desk.table(1, 1)["score"] == [100, 84]
    assert "Lo ha decidido Mora Motivo: por la foto" in words(west.sees())
    acts = words(desk.get("acts"))
    assert "resuelta: 100–84; se había anotado 100–80" in acts
    assert "corregida" not in acts


def test_the_desk_is_asked_why_too_where_it_settles_a_dispute(desk: AtDesk):
    north, west, *_ = four(desk)
    assert 'name="reason"' not in desk.get("tables/1/1").text
    north.says("result", score1="100", score2="80")
    west.says("dispute", score1="100", score2="88")
    assert re.search(r'<input id="reason"[^>]* required', desk.get("tables/1/1").text)


def test_a_judge_has_no_button_for_what_is_the_directors(desk: AtDesk):
    assert "Arrancar el reloj" in words(desk.get("tables"))
    judge = words(desk.as_("judge").get("tables"))
    assert "La ronda 1 está publicada y el reloj, parado" in judge
    assert "Arrancar el reloj" not in judge


def test_a_slip_that_cannot_be_is_refused_with_the_reason_and_what_was_typed_stays(desk: AtDesk):
    north, *_ = four(desk)
    answer = north.says("result", score1="100", score2="180")
    assert answer.status_code == 400
    assert "Solo uno puede llegar a 100" in words(answer)
    assert 'value="180"' in answer.text
    level = north.says("result", score1="90", score2="90")
    assert "Empate: ¿quién gana?" in words(level)
    assert north.says("result", score1="90", score2="90", winner="2+4").status_code == 303
    assert desk.table(1, 1)["winner"] == "2+4"


def test_the_same_form_sent_twice_counts_once(desk: AtDesk):
    north, west, *_ = four(desk)
    form: dict[str, Any] = {"score1": "100", "score2": "80", "id": form_id(north.sees())}
    before = desk.object()["log"]["events"]
    assert [north.says("result", **form).status_code for _ in range(3)] == [303] * 3
    assert desk.object()["log"]["events"] == before + 1
    confirmed: dict[str, Any] = {"id": form_id(west.sees())}
    assert [west.says("confirm", **confirmed).status_code for _ in range(2)] == [303] * 2
    assert desk.object()["log"]["events"] == before + 2
    late = north.says("result", **form)  # the first form again, after the confirmation
    assert late.status_code == 303
    assert desk.table(1, 1)["status"] == "confirmed"


def test_where_both_sides_write_at_once_the_second_is_asked_about_the_first(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    second = west.says("result", score1="100", score2="80")
    assert second.status_code == 400
    assert "¿Es lo que firmasteis?" in words(second)
    assert desk.table(1, 1)["status"] == "entered"


def test_what_is_confirmed_is_the_slip_that_was_read_and_no_later_one(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    read = field(west.sees(), "slip")
    north.says("result", score1="100", score2="8")  # corrected while west's phone still shows 100–80
    blind = west.says("confirm", slip=read)
    assert blind.status_code == 400
    assert "se ha vuelto a anotar" in words(blind)
    assert desk.table(1, 1)["status"] == "entered"
    assert west.says("confirm", slip=field(blind, "slip")).status_code == 303
    assert desk.table(1, 1)["score"] == [100, 8]


def test_the_desk_confirms_the_slip_that_it_has_read_too(desk: AtDesk):
    north, *_ = four(desk)
    north.says("result", score1="100", score2="80")
    read = field(desk.get("tables/1/1"), "slip")
    north.says("result", score1="100", score2="8")
    assert desk.post("tables/1/1", do="confirm", slip=read).status_code == 400
    assert desk.table(1, 1)["status"] == "entered"


def test_a_phone_that_was_away_does_not_write_over_what_its_partner_wrote(desk: AtDesk):
    north, west, south, _ = four(desk)
    away: dict[str, Any] = {"id": form_id(south.sees()), "slip": field(south.sees(), "slip")}
    north.says("result", score1="100", score2="80")
    late = south.says("result", score1="100", score2="85", **away)
    assert late.status_code == 400
    assert re.search(r"Mientras tanto .+ ha anotado 100–80", words(late))
    assert desk.table(1, 1)["score"] == [100, 80]
    read = field(west.sees(), "slip")
    assert south.says("result", score1="100", score2="80", **away).status_code == 303  # the same: nothing is wrong
    assert field(west.sees(), "slip") == read  # and nothing to read again
    meant: dict[str, Any] = {"slip": field(south.sees(ask="edit"), "slip")}
    assert south.says("result", score1="100", score2="85", **meant).status_code == 303
    assert desk.table(1, 1)["score"] == [100, 85]


def test_everybody_alone_says_who_won_and_how_often_they_came_back(server: Running):
    desk = director(server).create("ueh").players(4).round()
    one, two, *_ = four(desk)
    page = words(one.sees())
    assert "¿Quién" in page
    assert "Reenganches" in page
    form: dict[str, Any] = {f"score{seat}": points for seat, points in enumerate(("40", "101", "120", "90"), 1)}
    missing = one.says("result", **form)
    assert missing.status_code == 400
    assert one.says("result", **form, winner="1", again2="1").status_code == 303
    assert one.says("confirm").status_code == 400
    assert f"Gana Ana Pons {one.player[1:]} · UEH-campeonato" in words(two.sees())
    assert two.says("confirm").status_code == 303
    assert desk.table(1, 1)["winner"] == 1


# --- hand by hand


@pytest.mark.article("FT-tablero")
def test_where_points_are_made_in_play_a_hand_has_both_sums(server: Running):
    desk = director(server).create("fives-and-threes", format="individual", rounds="3").players(8).round()
    north, *_ = four(desk)
    assert 'name="points2"' in north.sees(ask="hands").text
    assert north.says("hand", hand="1", ended="d1", points1="30", points2="12").status_code == 303
    assert "Total 30 12" in words(north.sees(ask="hands"))


def test_hands_add_up_to_the_final_score(desk: AtDesk):
    north, west, *_ = four(desk)
    assert north.says("hand", hand="1", ended="d1", points="41").status_code == 303
    assert west.says("hand", hand="2", ended="d2", points="52").status_code == 303
    assert north.says("hand", hand="3", ended="b1", points="60").status_code == 303
    page = words(north.sees(ask="hands"))
    assert "La partida ha acabado: 101–52 Era la última mano" in page
    assert "Mano 4" not in page
    assert "tranque" in page
    assert "Total 101 52" in page
    shown = north.sees().text
    assert 'value="101"' in shown
    assert 'value="52"' in shown
    north.says("result", score1="101", score2="52")
    assert "Total 101 52" in words(west.sees())
    west.says("confirm")
    assert north.says("hand", hand="4", ended="d1", points="10").status_code == 400


def test_ones_own_dominoes_are_ones_own(desk: AtDesk):
    north, _, south, _ = four(desk)
    page = words(north.sees(ask="hands"))
    assert "tu dominó" in page
    assert "tranque para ti y" in page
    assert "Mano 1" in page
    assert words(south.sees(ask="hands")).count("tu dominó") == 1


def test_a_hand_is_written_once_and_the_last_one_can_be_taken_off(desk: AtDesk):
    north, west, *_ = four(desk)
    for _ in range(2):
        assert north.says("hand", hand="1", ended="d1", points="41").status_code == 303
    other = west.says("hand", hand="1", ended="d2", points="30")  # another phone was quicker
    assert other.status_code == 400
    assert "la mano 1 ya está apuntada con 41–0" in words(other).lower()
    assert "Total 41 0" in words(north.sees(ask="hands")).replace("—", "0")
    assert north.says("erase", hand="1").status_code == 303
    assert "Total" not in words(north.sees(ask="hands"))
    assert "más de lo que da una mano" in words(north.says("hand", hand="1", ended="d1", points="900", ask="hands"))


def test_a_hand_whose_hand_before_is_missing_is_told_and_not_dropped(desk: AtDesk):
    north, *_ = four(desk)
    gap = north.says("hand", hand="2", ended="d1", points="41", ask="hands")
    assert gap.status_code == 400
    assert "falta apuntar la mano 1" in words(gap).lower()
    assert 'value="41"' in gap.text


def test_a_line_that_is_taken_off_twice_leaves_the_one_that_was_written_since(desk: AtDesk):
    north, west, *_ = four(desk)
    north.says("hand", hand="1", ended="d1", points="41")
    off: dict[str, Any] = {"hand": "1", "points": "41,0"}
    assert north.says("erase", **off).status_code == 303
    west.says("hand", hand="1", ended="d1", points="14")
    assert north.says("erase", **off).status_code == 303  # the answer was lost: the phone sends it again
    assert "Total 14" in words(north.sees(ask="hands"))


# --- a judge


def test_a_judge_is_called_goes_and_has_seen_to_it(desk: AtDesk):
    north, west, *_ = four(desk)
    assert north.says("call").status_code == 400
    called: dict[str, Any] = {"reason": "Una falta", "id": form_id(north.sees(ask="judge"))}
    assert [north.says("call", **called).status_code for _ in range(2)] == [303] * 2
    west.says("call", other="se ha caído una ficha")
    judge = desk.as_("judge")
    page = judge.get("judges")
    assert "Llamadas 2" in words(page)
    assert words(page).index("Una falta") < words(page).index("se ha caído")
    call = called["id"]
    assert judge.post("judges", do="take", call=call).status_code == 303
    assert "Viene Mora: Una falta" in words(north.sees())
    assert judge.post("judges", do="close", call=call).status_code == 303
    assert judge.post("judges", do="close", call=call).status_code == 303  # another judge was quicker
    assert "Llamadas 1" in words(judge.get("judges"))
    assert f"/e/{desk.event}/desk/tables/1/1" in judge.get("judges").text


def test_a_reason_is_read_in_the_judges_language_whoever_called(desk: AtDesk):
    north, *_ = four(desk)
    asking = north.browser.http.get(f"/e/{desk.event}/t/1/1?ask=judge", headers={"accept-language": "ca"})
    (reason,) = re.findall(r'name="reason" value="([^"]+)">Una falta', asking.text)
    north.says("call", reason=reason)
    assert "Una falta" in words(desk.get("judges"))
    english = desk.browser.http.get(f"/e/{desk.event}/desk/judges", headers={"accept-language": "en"})
    assert "An infraction" in words(english)
    north.says("call", other="{name} ha tirado una ficha")
    assert "{name} ha tirado" not in words(desk.get("judges"))  # the first call stands
    desk.browser.get(f"/e/{desk.event}/desk/tables/1/1").raise_for_status()


def test_a_call_that_was_seen_to_is_not_made_again_by_its_own_form(desk: AtDesk):
    north, *_ = four(desk)
    call: dict[str, Any] = {"reason": "Una falta", "id": form_id(north.sees(ask="judge"))}
    assert north.says("call", **call).status_code == 303
    desk.post("judges", do="close", call=call["id"])
    assert north.says("call", **call).status_code == 303
    assert "Nadie espera al juez" in words(desk.get("judges"))


@pytest.mark.parametrize(("role", "allowed"), [("judge", 200), ("organiser", 200), ("director", 200), ("desk", 403)])
def test_the_judges_page_is_for_judges_and_directors(desk: AtDesk, role: str, allowed: int):
    assert desk.as_(role).get("judges").status_code == allowed
    four(desk)[0].says("call", reason="x")
    taken = desk.as_(role).post("judges", do="take", call="x").status_code
    assert taken == (303 if allowed == 200 else 403)


# --- photos

JPEG = snapshot()


def sent(phone: OnPhone, picture: bytes, name: str = "foto.jpg") -> httpx.Response:
    phone.sees()
    return phone.browser.http.post(
        f"/e/{phone.desk.event}/t/1/1/photo",
        data={"_csrf_token": phone.browser.http.cookies["csrf"]},
        files={"photo": (name, picture, "image/jpeg")},
    )


def photos_of(desk: AtDesk) -> list[str]:
    with open_store_file(desk.server.config.events / f"{desk.event}.tantera") as store:
        return [head.stream for head in store.streams("photo/")]


def test_a_photo_of_the_slip_lies_in_the_events_file_for_officers_only(desk: AtDesk):
    north, *_ = four(desk)
    assert [sent(north, JPEG).status_code for _ in range(2)] == [303, 303]
    (kept,) = photos_of(desk)
    digest = kept.removeprefix("photo/")
    address = f"/e/{desk.event}/desk/photo/{digest}"
    judge = desk.as_("judge")
    seen = judge.browser.get(address)
    assert seen.status_code == 200
    assert sha256(seen.content).hexdigest() == digest
    assert seen.headers["content-type"] == "image/jpeg"
    assert metadata(JPEG) != []
    assert metadata(seen.content) == []  # where somebody was is nobody's business
    assert north.browser.get(address).status_code == 403
    assert desk.browser.get(f"/e/{desk.event}/desk/photo/{'0' * 64}").status_code == 404
    assert desk.browser.get(f"/e/{desk.event}/desk/photo/..%2F..%2Fsecret").status_code == 404
    assert "Fotos de la papeleta: 1" in words(north.sees())


def test_what_is_no_photo_or_too_large_is_refused(desk: AtDesk):
    north, *_ = four(desk)
    answer = sent(north, b"<svg onload=alert(1)>", "foto.svg")
    assert answer.status_code == 400
    assert "no es una foto" in words(answer)
    assert sent(north, b"").status_code == 400
    assert sent(north, JPEG + b"\0" * 9_000_000).status_code in (400, 413)
    for n in range(6):
        assert sent(north, snapshot(n * 20)).status_code == 303
    assert "basta" in words(sent(north, snapshot(200)))
    assert sent(north, snapshot(100)).status_code == 303  # the last one again


def test_a_photo_of_another_table_is_refused(desk: AtDesk):
    foreign = by_slip(desk, desk.table(1, 2)["seats"][0], table=2)
    foreign.sees(table=2)
    assert sent(foreign, JPEG).status_code == 403
    assert photos_of(desk) == []


# --- one's own page


def test_the_own_page_leads_from_the_list_to_the_table(server: Running):
    desk = director(server).create().players(8)
    ana = by_card(desk, "p1")
    assert "Avisa en la mesa de control" in words(ana.me())
    assert ana.browser.post(f"/e/{desk.event}/me/here").status_code == 400  # the roll has not begun
    desk.order("check_in", entries=["e2"])
    assert "¿Ya estás aquí?" in words(ana.me())
    assert ana.browser.post(f"/e/{desk.event}/me/here").status_code == 303
    assert ana.browser.post(f"/e/{desk.event}/me/here").status_code == 303  # twice is once
    assert "Estás en la lista" in words(ana.me())
    entry = next(one for one in desk.object()["entries"] if one["entry"] == "e1")
    assert entry["checked_in"]
    state = server.app.state.tournaments.all[desk.event].state
    assert state.log.history[-1].by == "desk:móvil de Ana Pons 1"
    desk.order("check_in", entries=[f"e{n}" for n in range(3, 8)])
    late = by_card(desk, "p8")
    desk.round()
    assert late.browser.post(f"/e/{desk.event}/me/here").status_code == 400  # the draw is over: come to the desk
    seats = desk.table(1, 1)["seats"]
    first = by_card(desk, seats[0])
    page = words(first.me())
    assert "Ronda 1: tu mesa" in page
    assert "Mesa 1 Norte" in page
    partner = next(n for n in state.entries.values() if n.ids == (seats[2],)).players[0].name
    assert f"con {partner}" in page


def test_after_the_last_round_nobody_is_told_to_wait_for_another(server: Running):
    desk = director(server).create(rounds="1").players(4).round([100, 20])
    player = by_card(desk, "p1")
    desk.order("close_round")
    page = words(player.me())
    assert "Se han jugado todas las rondas" in page
    assert "La próxima ronda" not in page
    assert "Tu puesto será definitivo cuando se cierre el torneo" in page


def test_ones_own_page_says_the_place(server: Running):
    desk = director(server).create().players(4).round([100, 20])
    winner = by_card(desk, desk.table(1, 1)["seats"][0])
    assert "tu puesto" not in words(winner.me())
    desk.order("close_round")
    assert re.search(r"[12] de 4 tu puesto tras la ronda 1", words(winner.me()))
    desk.order("close")
    assert re.search(r"[12] de 4 tu puesto final", words(winner.me()))


def test_a_result_is_wrong_until_the_window_is_closed(desk: AtDesk):
    desk.order("result", round=1, table=1, score=[100, 80])
    desk.order("result", round=1, table=2, score=[100, 62])
    player = by_card(desk, desk.table(1, 1)["seats"][1])
    page = words(player.me())
    assert "80–100" in page
    assert "Está mal" in page
    assert "¿Qué tendría que poner?" in words(player.me("?wrong=1"))
    address = f"/e/{desk.event}/me/wrong"
    assert player.browser.post(address, {"round": "1", "text": " "}).status_code == 400
    said = {"round": "1", "text": "Eran 85", "id": form_id(player.me("?wrong=1"))}
    assert [player.browser.post(address, said).status_code for _ in range(2)] == [303] * 2
    hall = desk.server.app.state.tournaments.all[desk.event].hall
    assert [(one.table, one.text) for one in hall.objections] == [(1, "Eran 85")]
    assert "Has dicho: Eran 85" in words(player.me())
    desk.round()  # the desk is at the next one, and sees it there
    assert "Ronda 1, mesa 1" in (at_desk := words(desk.get("tables")))
    assert "Eran 85" in at_desk
    desk.hall("answer_objection", objection=hall.objections[0].objection, text="Corregido")
    assert "Corregido" in words(player.me())
    assert "Eran 85" not in words(desk.get("tables"))
    desk.hall("close_window", round=1)
    assert player.browser.post(address, {"round": "1", "text": "todavía"}).status_code == 400
    assert "definitivo" in words(player.me())
    assert player.browser.post(address, {"round": "7", "text": "x"}).status_code == 400


def test_cards_and_penalties_stand_on_ones_own_page_with_their_articles(desk: AtDesk):
    seats = desk.table(1, 1)["seats"]
    desk.order("late", round=1, player=seats[0], minutes=7)
    page = by_card(desk, seats[0]).me()
    assert "−25 de tu diferencia" in words(page)
    assert "/articles/CI-8" in page.text
    assert "Tarjetas y sanciones" not in words(by_card(desk, seats[1]).me())


def test_who_sits_out_is_told(desk: AtDesk):
    bye = desk.object()["rounds"][0]["byes"][0]
    assert "Descansas en la ronda 1" in words(by_card(desk, bye).me())


# --- news


def test_a_phone_hears_of_its_own_table_only(desk: AtDesk):
    north, *_ = four(desk)
    address = f"/api/events/{desk.event}/news"
    stamp = north.browser.get(address, params={"about": "table/1/1"}).json()["version"]
    desk.order("result", round=1, table=2, score=[100, 62])
    with pytest.raises(httpx.ReadTimeout):
        north.browser.get(address, params={"about": "table/1/1", "since": stamp}, timeout=1.5)
    desk.order("result", round=1, table=1, score=[100, 62])
    after = north.browser.get(address, params={"about": "table/1/1", "since": stamp}, timeout=5).json()["version"]
    assert after != stamp
    nothing = {north.browser.get(address, params={"about": one}).json()["version"] for one in MADE_UP}
    assert len(nothing) == 1


MADE_UP = ("table/x/y", "table/1/99", "table/9/1", "table/", "player/nobody", "player/", "judge", "x", "judges/x")
